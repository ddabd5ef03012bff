// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ViewKindInterface through the C API.

#include "tensorssa-c/ViewKind.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Rewrite.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Dialect/View/IR/View.h"

using namespace mlir;
using namespace mlir::view;

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

static ViewKindInterface getKind(MlirAttribute kind) {
  return cast<ViewKindInterface>(unwrap(kind));
}

static ViewShape getShape(MlirType source) {
  return ViewShape(cast<ShapedType>(unwrap(source)));
}

/// What the type says of strides.
static StridedLayoutInfo getLayout(MlirType source) {
  auto shaped = cast<ShapedType>(unwrap(source));
  if (auto ref = dyn_cast<tssa::RefType>(shaped))
    return StridedLayoutInfo::get(ref.getShape(), ref.getLayout());
  return StridedLayoutInfo::rowMajor(shaped.getRank());
}

bool tssaAttributeIsAViewKind(MlirAttribute attr) {
  return isa_and_nonnull<ViewKindInterface>(unwrap(attr));
}

intptr_t tssaViewKindGetNumOperands(MlirAttribute kind) {
  return getKind(kind).getNumOperands();
}

MlirType tssaViewKindInferType(MlirAttribute kind, MlirType source,
                               MlirLocation location) {
  Location loc = unwrap(location);
  Type type = unwrap(source);
  if (!isa_and_nonnull<RankedTensorType, tssa::RefType>(type)) {
    InFlightDiagnostic error = emitError(loc);
    error << "expected what is viewed to be a ref or a ranked tensor but got ";
    if (type)
      error << type;
    else
      error << "null";
    return {nullptr};
  }
  ViewKindInterface interface = getKind(kind);
  if (failed(interface.inferResultShape(ViewShape(cast<ShapedType>(type)),
                                        [loc] { return emitError(loc); })))
    return {nullptr};
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return wrap(Type(inferViewType(interface, tensor)));
  auto ref = cast<tssa::RefType>(type);
  tssa::RefType view = inferViewType(interface, ref);
  return wrap(Type(tssa::RefType::get(ref.getContext(), view.getShape(),
                                      view.getElementType(),
                                      inferViewLayout(interface, ref))));
}

TssaInjectivity tssaViewKindGetInjectivity(MlirAttribute kind,
                                           MlirType source) {
  switch (getKind(kind).getInjectivity(getShape(source))) {
  case Injectivity::No:
    return TssaInjectivityNo;
  case Injectivity::DependsOnOperands:
    return TssaInjectivityDependsOnOperands;
  case Injectivity::Yes:
    return TssaInjectivityYes;
  }
  llvm_unreachable("all cases are above");
}

bool tssaViewKindIsAlwaysInRange(MlirAttribute kind, MlirType source) {
  return getKind(kind).isAlwaysInRange(getShape(source));
}

bool tssaViewKindIsViewable(MlirAttribute kind, MlirType source) {
  return getKind(kind).isViewable(getShape(source), getLayout(source));
}

bool tssaViewKindIsIdentity(MlirAttribute kind, MlirType source) {
  return isIdentityView(getKind(kind), getShape(source));
}

bool tssaViewKindHasStridedView(MlirAttribute kind, MlirType source) {
  StridedLayoutInfo layout = getLayout(source);
  return getKind(kind).hasStridedView(getShape(source), layout);
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

/// Where something is built, and from what.
namespace {
struct Site {
  Site(MlirAttribute kind, MlirRewriterBase rewriter, MlirLocation location,
       MlirType source, const MlirValue *given)
      : kind(getKind(kind)), builder(*unwrap(rewriter)), loc(unwrap(location)),
        shape(getShape(source)), layout(getLayout(source)) {
    for (MlirValue operand : ArrayRef(given, this->kind.getNumOperands()))
      operands.push_back(unwrap(operand));
  }

  OpFoldResult get(TssaIndex index) {
    if (mlirValueIsNull(index.value))
      return builder.getIndexAttr(index.constant);
    return unwrap(index.value);
  }
  SmallVector<OpFoldResult> get(const TssaIndex *indices) {
    return llvm::map_to_vector(ArrayRef(indices, shape.getRank()),
                               [&](TssaIndex index) { return get(index); });
  }
  StridedView get(const TssaStridedView &view) {
    StridedView result;
    result.sizes = get(view.sizes);
    result.strides = get(view.strides);
    result.offset = get(view.offset);
    if (view.hasStorageSize)
      result.storageSize = get(view.storageSize);
    return result;
  }

  ViewKindInterface kind;
  OpBuilder &builder;
  Location loc;
  ViewShape shape;
  StridedLayoutInfo layout;
  SmallVector<Value> operands;
};
} // namespace

static TssaIndex put(OpFoldResult number) {
  if (std::optional<int64_t> constant = getConstantIntValue(number))
    return tssaIndexFromConstant(*constant);
  return tssaIndexFromValue(wrap(cast<Value>(number)));
}

static void put(ArrayRef<OpFoldResult> numbers, TssaIndex *result) {
  for (auto [i, number] : llvm::enumerate(numbers))
    result[i] = put(number);
}

void tssaViewKindBuildResultSizes(MlirAttribute kind, MlirRewriterBase rewriter,
                                  MlirLocation location, MlirType source,
                                  const TssaIndex *sourceSizes,
                                  const MlirValue *operands, TssaIndex *sizes) {
  Site site(kind, rewriter, location, source, operands);
  put(site.kind.buildResultSizes(site.builder, site.loc, site.get(sourceSizes),
                                 site.shape, site.operands),
      sizes);
}

MlirLogicalResult tssaViewKindBuildSourceIndices(
    MlirAttribute kind, MlirRewriterBase rewriter, MlirLocation location,
    MlirType source, const TssaIndex *sourceSizes, const MlirValue *operands,
    const MlirValue *indices, MlirValue *sourceIndices) {
  Site site(kind, rewriter, location, source, operands);
  FailureOr<ViewShape> view = site.kind.inferResultShape(
      site.shape, [&] { return emitError(site.loc); });
  if (failed(view))
    return mlirLogicalResultFailure();
  SmallVector<Value> resultIndices =
      llvm::map_to_vector(ArrayRef(indices, view->getRank()),
                          [](MlirValue index) { return unwrap(index); });
  FailureOr<SmallVector<Value>> built = site.kind.buildSourceIndices(
      site.builder, site.loc, resultIndices, site.get(sourceSizes), site.shape,
      site.operands);
  if (failed(built))
    return mlirLogicalResultFailure();
  for (auto [i, index] : llvm::enumerate(*built))
    sourceIndices[i] = wrap(index);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult
tssaViewKindBuildStridedView(MlirAttribute kind, MlirRewriterBase rewriter,
                             MlirLocation location, MlirType source,
                             const TssaStridedView *sourceView,
                             const MlirValue *operands, TssaStridedView *view) {
  Site site(kind, rewriter, location, source, operands);
  FailureOr<StridedView> built =
      site.kind.buildStridedView(site.builder, site.loc, site.get(*sourceView),
                                 site.shape, site.layout, site.operands);
  if (failed(built))
    return mlirLogicalResultFailure();
  put(built->sizes, view->sizes);
  put(built->strides, view->strides);
  view->offset = put(built->offset);
  view->hasStorageSize = !built->storageSize.isNull();
  view->storageSize =
      view->hasStorageSize ? put(built->storageSize) : tssaIndexFromConstant(0);
  return mlirLogicalResultSuccess();
}

MlirValue tssaViewKindBuildPrecondition(MlirAttribute kind,
                                        MlirRewriterBase rewriter,
                                        MlirLocation location, MlirType source,
                                        const TssaStridedView *sourceView,
                                        const MlirValue *operands) {
  Site site(kind, rewriter, location, source, operands);
  return wrap(site.kind.buildPrecondition(site.builder, site.loc,
                                          site.get(*sourceView), site.shape,
                                          site.operands));
}
