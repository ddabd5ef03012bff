// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes of parts that no strides describe: element by element, by
// the index map of the view kind.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Transforms/Buffers.h"

using namespace mlir;
using namespace mlir::tssa;

/// Visits the elements of a view with `sizes` over `memory` in row-major order;
/// `visit` gets the indices in the view and in the memory.
static LogicalResult forEachElement(
    OpBuilder &builder, Location loc, view::ViewKindInterface kind,
    Value memory, ValueRange operands, ArrayRef<OpFoldResult> sizes,
    function_ref<void(OpBuilder &, Location, ValueRange, ValueRange)> visit) {
  view::ViewShape shape(cast<ShapedType>(memory.getType()));
  SmallVector<OpFoldResult> memorySizes =
      memref::getMixedSizes(builder, loc, memory);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> lower(sizes.size(), zero), steps(sizes.size(), one),
      upper = getValueOrCreateConstantIndexOp(builder, loc, sizes);
  bool hasMap = true;
  scf::buildLoopNest(builder, loc, lower, upper, steps,
                     [&](OpBuilder &inner, Location loc, ValueRange indices) {
                       FailureOr<SmallVector<Value>> place =
                           kind.buildSourceIndices(inner, loc, indices,
                                                   memorySizes, shape,
                                                   operands);
                       hasMap = succeeded(place);
                       if (hasMap)
                         visit(inner, loc, indices, *place);
                     });
  return success(hasMap);
}

LogicalResult tssa::storeByIndexMap(OpBuilder &builder, Location loc,
                                    view::ViewKindInterface kind, Value value,
                                    Value memory, ValueRange operands) {
  return forEachElement(
      builder, loc, kind, memory, operands,
      memref::getMixedSizes(builder, loc, value),
      [&](OpBuilder &b, Location loc, ValueRange indices, ValueRange place) {
        Value element = memref::LoadOp::create(b, loc, value, indices);
        memref::StoreOp::create(b, loc, element, memory, place);
      });
}

FailureOr<Value> tssa::loadByIndexMap(OpBuilder &builder, Location loc,
                                      view::ViewKindInterface kind,
                                      Value memory, ValueRange operands,
                                      RankedTensorType type) {
  SmallVector<OpFoldResult> sizes = kind.buildResultSizes(
      builder, loc, memref::getMixedSizes(builder, loc, memory),
      view::ViewShape(cast<ShapedType>(memory.getType())), operands);
  SmallVector<Value> dynamicSizes;
  for (auto [size, known] : llvm::zip_equal(sizes, type.getShape()))
    if (ShapedType::isDynamic(known))
      dynamicSizes.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, size));
  Value part = memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
      dynamicSizes);
  LogicalResult result = forEachElement(
      builder, loc, kind, memory, operands, sizes,
      [&](OpBuilder &b, Location loc, ValueRange indices, ValueRange place) {
        Value element = memref::LoadOp::create(b, loc, memory, place);
        memref::StoreOp::create(b, loc, element, part, indices);
      });
  if (failed(result))
    return failure();
  return part;
}
