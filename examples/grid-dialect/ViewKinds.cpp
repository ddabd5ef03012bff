// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The view kinds of the `grid` dialect. A kind is described to TensorSSA by the
// sizes of the view, by its map from cells of the view to cells of the grid,
// and, if there are any, by its strides; and by when it exists.

#include "Grid.h"
#include "mlir/IR/DialectImplementation.h"
#include "tensorssa/Dialect/View/IR/IndexBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::view;
using namespace grid;

/// The halo: a number, or `?` for an operand.
static ParseResult parseHalo(AsmParser &parser, int64_t &halo) {
  halo = ShapedType::kDynamic;
  if (succeeded(parser.parseOptionalQuestion()))
    return success();
  return parser.parseInteger(halo);
}

static void printHalo(AsmPrinter &printer, int64_t halo) {
  if (ShapedType::isDynamic(halo))
    printer << '?';
  else
    printer << halo;
}

#define GET_ATTRDEF_CLASSES
#include "GridAttrs.cpp.inc"

void GridDialect::registerViewKinds() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "GridAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// interior
//===----------------------------------------------------------------------===//

LogicalResult InteriorAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t halo) {
  // So that twice the halo is a number.
  constexpr int64_t limit = int64_t(1) << 32;
  if (ShapedType::isDynamic(halo) || (halo >= 0 && halo < limit))
    return success();
  return emitError() << "expected the halo to be in [0, " << limit
                     << ") but got " << halo;
}

unsigned InteriorAttr::getNumOperands() const {
  return ShapedType::isDynamic(getHalo());
}

FailureOr<ViewShape> InteriorAttr::inferResultShape(
    ViewShape source, function_ref<InFlightDiagnostic()> emitError) const {
  for (int64_t &size : source.sizes) {
    if (ShapedType::isDynamic(getHalo()))
      size = ShapedType::kDynamic;
    if (ShapedType::isDynamic(size))
      continue;
    if (size < 2 * getHalo())
      return emitError() << "expected a size to be at least twice the halo "
                         << getHalo() << " but got " << size;
    size -= 2 * getHalo();
  }
  return source;
}

SmallVector<OpFoldResult>
InteriorAttr::buildResultSizes(OpBuilder &builder, Location loc,
                               ArrayRef<OpFoldResult> sourceSizes, ViewShape,
                               ValueRange operands) const {
  IndexBuilder b(builder, loc);
  OpFoldResult halo = OperandCursor(operands).resolve(builder, getHalo());
  OpFoldResult borders = b.mul(halo, b.index(2));
  return llvm::map_to_vector(
      sourceSizes, [&](OpFoldResult size) { return b.sub(size, borders); });
}

FailureOr<SmallVector<Value>> InteriorAttr::buildSourceIndices(
    OpBuilder &builder, Location loc, ValueRange resultIndices,
    ArrayRef<OpFoldResult>, ViewShape, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  OpFoldResult halo = OperandCursor(operands).resolve(builder, getHalo());
  return llvm::map_to_vector(resultIndices, [&](Value index) {
    return b.materialize(b.add(index, halo));
  });
}

bool InteriorAttr::hasStridedView(ViewShape, StridedLayoutInfo &layout) const {
  // The strides stay, but rows no longer follow one another without a gap.
  if (getHalo() != 0)
    for (size_t i = 0; i + 1 < layout.merges.size(); ++i)
      layout.merges[i] = false;
  return true;
}

FailureOr<StridedView>
InteriorAttr::buildStridedView(OpBuilder &builder, Location loc,
                               const StridedView &source, ViewShape shape,
                               StridedLayoutInfo, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  OpFoldResult halo = OperandCursor(operands).resolve(builder, getHalo());
  StridedView result = source;
  result.sizes = buildResultSizes(builder, loc, source.sizes, shape, operands);
  for (OpFoldResult stride : source.strides)
    result.offset = b.add(result.offset, b.mul(halo, stride));
  return result;
}

Injectivity InteriorAttr::getInjectivity(ViewShape) const {
  return Injectivity::Yes;
}

bool InteriorAttr::isAlwaysInRange(ViewShape source) const {
  // inferResultShape has compared a constant halo with static sizes.
  return !ShapedType::isDynamic(getHalo()) &&
         !ShapedType::isDynamicShape(source.sizes);
}

Value InteriorAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                      const StridedView &source, ViewShape,
                                      ValueRange operands) const {
  IndexBuilder b(builder, loc);
  OpFoldResult halo = OperandCursor(operands).resolve(builder, getHalo());
  OpFoldResult exists = b.le(b.index(0), halo);
  for (OpFoldResult size : source.sizes) {
    // Not `2 * halo <= size`: an operand may be so large that it overflows.
    OpFoldResult most = b.div(size, b.index(2));
    exists = b.both(exists, b.le(halo, most));
  }
  return b.materialize(exists);
}

//===----------------------------------------------------------------------===//
// color
//===----------------------------------------------------------------------===//

LogicalResult ColorAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                int64_t color) {
  if (color == 0 || color == 1)
    return success();
  return emitError() << "expected the color to be 0 or 1 but got " << color;
}

unsigned ColorAttr::getNumOperands() const { return 0; }

FailureOr<ViewShape> ColorAttr::inferResultShape(
    ViewShape source, function_ref<InFlightDiagnostic()> emitError) const {
  if (source.getRank() != 2)
    return emitError() << "expected the rank of a grid with colors to be 2 "
                          "but got "
                       << source.getRank();
  int64_t &columns = source.sizes[1];
  if (ShapedType::isDynamic(columns))
    return source;
  if (columns % 2 != 0)
    return emitError() << "expected the number of columns to be even but got "
                       << columns;
  columns /= 2;
  return source;
}

SmallVector<OpFoldResult>
ColorAttr::buildResultSizes(OpBuilder &builder, Location loc,
                            ArrayRef<OpFoldResult> sourceSizes, ViewShape,
                            ValueRange) const {
  IndexBuilder b(builder, loc);
  return {sourceSizes[0], b.div(sourceSizes[1], b.index(2))};
}

FailureOr<SmallVector<Value>>
ColorAttr::buildSourceIndices(OpBuilder &builder, Location loc,
                              ValueRange resultIndices, ArrayRef<OpFoldResult>,
                              ViewShape, ValueRange) const {
  // Row i starts at column 0 or 1: (i, j) is cell (i, 2 j + (i + color) % 2).
  IndexBuilder b(builder, loc);
  OpFoldResult first =
      b.rem(b.add(resultIndices[0], b.index(getColor())), b.index(2));
  OpFoldResult column = b.add(b.mul(resultIndices[1], b.index(2)), first);
  return SmallVector<Value>{resultIndices[0], b.materialize(column)};
}

bool ColorAttr::hasStridedView(ViewShape, StridedLayoutInfo &) const {
  return false;
}

FailureOr<StridedView> ColorAttr::buildStridedView(OpBuilder &, Location,
                                                   const StridedView &,
                                                   ViewShape, StridedLayoutInfo,
                                                   ValueRange) const {
  return failure();
}

Injectivity ColorAttr::getInjectivity(ViewShape) const {
  return Injectivity::Yes;
}

bool ColorAttr::isAlwaysInRange(ViewShape source) const {
  return !ShapedType::isDynamic(source.sizes[1]);
}

Value ColorAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                   const StridedView &source, ViewShape,
                                   ValueRange) const {
  IndexBuilder b(builder, loc);
  OpFoldResult rest = b.rem(source.sizes[1], b.index(2));
  return b.materialize(b.eq(rest, b.index(0)));
}

bool ColorAttr::isViewable(ViewShape, StridedLayoutInfo) const {
  // Nothing is asked of the strides of the grid.
  return true;
}
