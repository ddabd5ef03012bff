// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of the `view` dialect: builders, verifiers, sizes,
// speculatability and folders.

#include "KindUtils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"
#include "tensorssa/Dialect/TSSA/IR/MustInPlace.h"
#include "tensorssa/Dialect/View/IR/View.h"

using namespace mlir;
using namespace mlir::view;

#define GET_OP_CLASSES
#include "tensorssa/Dialect/View/IR/ViewOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The shape of a view in a builder, whose caller vouches for the kind.
static ViewShape inferOrAssert(ViewKindInterface kind, Type source) {
  FailureOr<ViewShape> shape = kind.inferResultShape(
      ViewShape(cast<ShapedType>(source)), [] { return InFlightDiagnostic(); });
  assert(succeeded(shape) && "a kind that fits its source");
  return *shape;
}

RankedTensorType view::inferViewType(ViewKindInterface kind,
                                     RankedTensorType source) {
  ViewShape shape = inferOrAssert(kind, source);
  return RankedTensorType::get(shape.sizes, shape.elementType);
}

tssa::RefType view::inferViewType(ViewKindInterface kind,
                                  tssa::RefType source) {
  ViewShape shape = inferOrAssert(kind, source);
  return tssa::RefType::get(shape.sizes, shape.elementType);
}

StridedLayoutAttr view::inferViewLayout(ViewKindInterface kind,
                                        tssa::RefType source) {
  StridedLayoutAttr layout = source.getLayout();
  if (!layout)
    return {};
  // What the kind builds on these numbers, dynamic ones being opaque.
  MLIRContext *context = source.getContext();
  Location loc = UnknownLoc::get(context);
  Block scratch;
  OpBuilder builder(context);
  builder.setInsertionPointToEnd(&scratch);
  auto show = [&](int64_t number) -> OpFoldResult {
    if (isDynamic(number))
      return Value(scratch.addArgument(builder.getIndexType(), loc));
    return builder.getIndexAttr(number);
  };
  auto showAll = [&](ArrayRef<int64_t> numbers) {
    return llvm::map_to_vector(numbers, show);
  };
  StridedView view;
  view.sizes = showAll(source.getShape());
  view.strides = showAll(layout.getStrides());
  view.offset = show(layout.getOffset());
  SmallVector<Value> operands;
  for (unsigned i = 0, e = kind.getNumOperands(); i < e; ++i)
    operands.push_back(scratch.addArgument(builder.getIndexType(), loc));
  FailureOr<StridedView> result = kind.buildStridedView(
      builder, loc, view, ViewShape(source),
      StridedLayoutInfo::get(source.getShape(), layout), operands);
  if (failed(result))
    return {};
  auto known = [](OpFoldResult value) {
    return constantOf(value).value_or(ShapedType::kDynamic);
  };
  return StridedLayoutAttr::get(context, known(result->offset),
                                llvm::map_to_vector(result->strides, known));
}

/// Fails unless `actual` is what `kind` makes of `source`. A size may be left
/// dynamic: canonicalization learns sizes that types, once written, keep.
static LogicalResult verifyView(Operation *op, ViewKindInterface kind,
                                ShapedType source, ValueRange operands,
                                StringRef what, ShapedType actual) {
  auto emitError = [&] { return op->emitOpError(); };
  if (kind.getNumOperands() != operands.size())
    return emitError() << "expected " << kind.getNumOperands()
                       << " index operands for " << kind << " but got "
                       << operands.size();
  FailureOr<ViewShape> shape =
      kind.inferResultShape(ViewShape(source), emitError);
  if (failed(shape))
    return failure();
  bool fits = actual.getElementType() == shape->elementType &&
              actual.getRank() == shape->getRank();
  if (fits)
    for (auto [size, inferred] :
         llvm::zip_equal(actual.getShape(), shape->sizes))
      fits &= size == inferred || isDynamic(size);
  if (fits)
    return success();
  return emitError() << "expected " << what << " to be "
                     << actual.cloneWith(ArrayRef(shape->sizes),
                                         shape->elementType)
                     << " but got " << actual;
}

//===----------------------------------------------------------------------===//
// of
//===----------------------------------------------------------------------===//

void OfOp::build(OpBuilder &, OperationState &state, ViewKindInterface kind,
                 Value source, ValueRange operands) {
  state.addOperands(source);
  state.addOperands(operands);
  state.getOrAddProperties<Properties>().setKind(kind);
  state.addTypes(inferViewType(kind, cast<tssa::RefType>(source.getType())));
}

LogicalResult OfOp::verify() {
  tssa::RefType type = getResult().getType();
  if (failed(verifyView(*this, getKind(), getSource().getType(), getIndices(),
                        "the result", type)))
    return failure();
  // A layout is a claim, so it must follow from the source's.
  StridedLayoutAttr layout = type.getLayout();
  if (!layout)
    return success();
  StridedLayoutAttr inferred =
      inferViewLayout(getKind(), getSource().getType());
  if (!inferred)
    return emitOpError("expected the result to have no layout, since the "
                       "source has none, but got ")
           << layout;
  auto fits = [](int64_t claimed, int64_t known) {
    return isDynamic(claimed) || claimed == known;
  };
  if (fits(layout.getOffset(), inferred.getOffset()) &&
      llvm::all_of_zip(layout.getStrides(), inferred.getStrides(), fits))
    return success();
  return emitOpError("expected the layout of the result to be ")
         << inferred << " but got " << layout;
}

OpFoldResult OfOp::fold(FoldAdaptor) {
  if (getSource().getType() == getResult().getType() &&
      isIdentityView(getKind(), ViewShape(getSource().getType())))
    return getSource();
  return {};
}

//===----------------------------------------------------------------------===//
// access
//===----------------------------------------------------------------------===//

void AccessOp::build(OpBuilder &, OperationState &state, ViewKindInterface kind,
                     Value source, ValueRange operands) {
  state.addOperands(source);
  state.addOperands(operands);
  state.getOrAddProperties<Properties>().setKind(kind);
  state.addTypes(inferViewType(kind, cast<RankedTensorType>(source.getType())));
}

LogicalResult AccessOp::verify() {
  return verifyView(*this, getKind(), getSource().getType(), getIndices(),
                    "the result", getResult().getType());
}

OpFoldResult AccessOp::fold(FoldAdaptor adaptor) {
  RankedTensorType type = getResult().getType();
  if (getSource().getType() == type &&
      isIdentityView(getKind(), ViewShape(type)))
    return getSource();
  // Every part of a splat is a splat.
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSource());
      splat && type.hasStaticShape() &&
      type.getElementType() == splat.getElementType() &&
      getKind().isAlwaysInRange(ViewShape(getSource().getType())))
    return splat.resizeSplat(type);
  // Reading what was just written there.
  if (auto assign = getSource().getDefiningOp<AssignOp>();
      assign && assign.getKind() == getKind() &&
      llvm::equal(assign.getIndices(), getIndices()) &&
      assign.getValue().getType() == type &&
      getKind().getInjectivity(ViewShape(assign.getDest().getType())) ==
          Injectivity::Yes)
    return assign.getValue();
  return {};
}

Speculation::Speculatability AccessOp::getSpeculatability() {
  return getKind().isAlwaysInRange(ViewShape(getSource().getType()))
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

/// Sizes as the interface wants them: attributes exactly where `type` is
/// static.
static ReifiedRankedShapedTypeDims
matchStaticSizes(OpBuilder &builder, Location loc, RankedTensorType type,
                 ArrayRef<OpFoldResult> sizes) {
  IndexBuilder b(builder, loc);
  SmallVector<OpFoldResult> result;
  for (auto [size, known] : llvm::zip_equal(sizes, type.getShape()))
    result.push_back(isDynamic(known) ? OpFoldResult(b.materialize(size))
                                      : b.index(known));
  return {result};
}

LogicalResult AccessOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> sourceSizes =
      tensor::getMixedSizes(builder, getLoc(), getSource());
  SmallVector<OpFoldResult> sizes = getKind().buildResultSizes(
      builder, getLoc(), sourceSizes, ViewShape(getSource().getType()),
      getIndices());
  dims = matchStaticSizes(builder, getLoc(), getResult().getType(), sizes);
  return success();
}

//===----------------------------------------------------------------------===//
// assign
//===----------------------------------------------------------------------===//

LogicalResult AssignOp::verify() {
  return verifyView(*this, getKind(), getDest().getType(), getIndices(),
                    "the value", getValue().getType());
}

OpFoldResult AssignOp::fold(FoldAdaptor) {
  // Writing back what was read there.
  if (auto access = getValue().getDefiningOp<AccessOp>();
      access && access.getSource() == getDest() &&
      access.getKind() == getKind() &&
      llvm::equal(access.getIndices(), getIndices()))
    return getDest();
  // Replacing everything, in order. Where that must not cost a copy, the write
  // stays to be looked at.
  if (!tssa::mustBeInPlace(*this) &&
      getValue().getType() == getResult().getType() &&
      isIdentityView(getKind(), ViewShape(getDest().getType())))
    return getValue();
  // Replacing nothing.
  if (hasZero(getValue().getType().getShape()))
    return getDest();
  return {};
}

Speculation::Speculatability AssignOp::getSpeculatability() {
  // The sizes of the value must also be those of the view: where both are
  // static the verifier has compared them.
  ViewShape dest(getDest().getType());
  if (!getKind().isAlwaysInRange(dest))
    return Speculation::NotSpeculatable;
  FailureOr<ViewShape> shape =
      getKind().inferResultShape(dest, [] { return InFlightDiagnostic(); });
  bool isStatic = succeeded(shape) && llvm::none_of(shape->sizes, isDynamic) &&
                  getValue().getType().hasStaticShape();
  return isStatic ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

LogicalResult AssignOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &dims) {
  dims = {tensor::getMixedSizes(builder, getLoc(), getDest())};
  return success();
}
