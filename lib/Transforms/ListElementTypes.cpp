// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether what is in a list is of the type as which it is read: where that is
// not known, a check that fails as the op itself does.

#include "CheckLowering.h"
#include "ListFlow.h"
#include "MergedRefs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "tensorssa-runtime/checks.h"
#include "tensorssa-runtime/context.h"
#include "tensorssa/Analysis/AliasForest.h"

using namespace mlir;
using namespace mlir::tssa;
using view::ViewKindInterface;

static ViewKindInterface getKind(const ElementKind &element) {
  return element.kind ? element.kind
                      : view::AliasAttr::get(element.root.getContext());
}

static FailureOr<view::ViewShape> getShape(const ElementKind &element) {
  return getKind(element).inferResultShape(
      view::ViewShape(cast<RefType>(element.root.getType())),
      [] { return InFlightDiagnostic(); });
}

static bool admits(int64_t known, int64_t stated) {
  return ShapedType::isDynamic(stated) || stated == known;
}

std::optional<TypeFit> tssa::getTypeFit(const ElementKind &element,
                                        RefType type) {
  FailureOr<view::ViewShape> shape = getShape(element);
  if (failed(shape))
    return std::nullopt;
  // The error says all sizes, for which a check has so much room.
  bool isShort =
      llvm::count_if(shape->sizes, ShapedType::isDynamic) <= TSSA_SITE_VALUES;
  auto doubt = [&](TypeFit fit) {
    return isShort ? std::optional(fit) : std::nullopt;
  };
  if (shape->elementType != type.getElementType() ||
      shape->getRank() != type.getRank())
    return doubt(TypeFit::Never);
  TypeFit fit = TypeFit::Always;
  for (auto [known, stated] : llvm::zip_equal(shape->sizes, type.getShape())) {
    if (admits(known, stated))
      continue;
    if (!ShapedType::isDynamic(known))
      return doubt(TypeFit::Never);
    fit = TypeFit::ForSomeSizes;
  }
  if (StridedLayoutAttr stated = type.getLayout()) {
    StridedLayoutAttr layout = view::inferViewLayout(
        getKind(element), cast<RefType>(element.root.getType()));
    if (!layout || !admits(layout.getOffset(), stated.getOffset()) ||
        !llvm::all_of_zip(layout.getStrides(), stated.getStrides(), admits))
      return std::nullopt;
  }
  return fit == TypeFit::Always ? fit : doubt(fit);
}

/// The sizes of a part.
static SmallVector<OpFoldResult> buildSizes(OpBuilder &builder, Location loc,
                                            const ElementKind &element,
                                            ValueRange operands) {
  auto type = cast<RefType>(element.root.getType());
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    sizes.push_back(ShapedType::isDynamic(size)
                        ? OpFoldResult(DimOp::create(builder, loc, element.root,
                                                     int64_t(dim))
                                           .getResult())
                        : builder.getIndexAttr(size));
  view::ViewShape shape(type);
  forEachMember(getKind(element), operands,
                [&](ViewKindInterface member, ValueRange own) {
                  sizes =
                      member.buildResultSizes(builder, loc, sizes, shape, own);
                  shape = *member.inferResultShape(
                      shape, [] { return InFlightDiagnostic(); });
                });
  return sizes;
}

void tssa::createTypeCheck(OpBuilder &builder, Operation *op,
                           const ElementKind &element, ValueRange operands,
                           Value isOther) {
  Location loc = op->getLoc();
  auto stated = cast<RefType>(op->getResult(0).getType());
  SmallVector<OpFoldResult> sizes = buildSizes(builder, loc, element, operands);
  std::string actual;
  llvm::raw_string_ostream text(actual);
  SmallVector<Value> values;
  for (OpFoldResult size : sizes) {
    if (std::optional<int64_t> constant = getConstantIntValue(size)) {
      text << *constant << 'x';
      continue;
    }
    text << '{' << values.size() << "}x";
    values.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
  }
  text << getShape(element)->elementType;

  bool mayFit = getTypeFit(element, stated) != TypeFit::Never;
  Value holds = arith::ConstantIntOp::create(builder, loc, mayFit, 1);
  if (mayFit)
    for (auto [size, expected] : llvm::zip_equal(sizes, stated.getShape()))
      if (!ShapedType::isDynamic(expected)) {
        Value isEqual = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::eq,
            getValueOrCreateConstantIndexOp(builder, loc, size),
            arith::ConstantIndexOp::create(builder, loc, expected));
        holds = builder.createOrFold<arith::AndIOp>(loc, holds, isEqual);
      }
  if (isOther)
    holds = builder.createOrFold<arith::OrIOp>(loc, isOther, holds);
  std::string expected;
  llvm::raw_string_ostream(expected) << RefType::get(stated.getTensorType());
  createCheckFor(builder, op, holds, TSSA_STATUS_SHAPE_MISMATCH,
                 "expected result 0 to be " + expected +
                     (stated.getLayout() ? " with its layout" : "") +
                     " but got !tssa.ref<" + actual + ">",
                 values);
}
