// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of compute ops: broadcasting, and tracing a dynamic size to where it
// comes from, so that equal sizes are seen to be equal without a check.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tssa;

FailureOr<SmallVector<int64_t>>
mlir::tssa::inferBroadcastShape(std::optional<Location> location,
                                ArrayRef<ArrayRef<int64_t>> shapes) {
  size_t rank = 0;
  for (ArrayRef<int64_t> shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<int64_t> result(rank, 1);
  for (ArrayRef<int64_t> shape : shapes) {
    for (auto [i, size] : llvm::enumerate(shape)) {
      size_t dim = rank - shape.size() + i;
      int64_t &common = result[dim];
      if (size == 1 || size == common)
        continue;
      if (common == 1 || ShapedType::isDynamic(common))
        common = size;
      else if (!ShapedType::isDynamic(size))
        return emitOptionalError(location, "expected sizes of dimension ", dim,
                                 " to be equal or 1 but got ", common, " and ",
                                 size);
    }
  }
  return result;
}

bool mlir::tssa::areCompatibleResults(TypeRange inferred, TypeRange written) {
  if (inferred.size() != written.size())
    return false;
  for (auto [from, to] : llvm::zip(inferred, written)) {
    if (from == to)
      continue;
    auto fromTensor = dyn_cast<RankedTensorType>(from);
    auto toTensor = dyn_cast<RankedTensorType>(to);
    if (!fromTensor || !toTensor ||
        fromTensor.getElementType() != toTensor.getElementType() ||
        fromTensor.getRank() != toTensor.getRank())
      return false;
    for (auto [a, b] : llvm::zip(fromTensor.getShape(), toTensor.getShape()))
      if (a != b && !ShapedType::isDynamic(b))
        return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Size keys
//===----------------------------------------------------------------------===//

/// What a broadcast dimension is traced to: the one key of all operands that
/// are not statically 1, or a constant among them.
static std::optional<SizeKey> getBroadcastKey(ValueRange operands, int64_t rank,
                                              int64_t dim) {
  std::optional<SizeKey> common;
  for (Value operand : operands) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    int64_t own = type ? dim - (rank - type.getRank()) : -1;
    if (own < 0)
      continue;
    SizeKey key = getSizeKey(operand, own);
    if (key == SizeKey::ofConstant(1))
      continue;
    if (key.isConstant())
      return key;
    if (common && *common != key)
      return std::nullopt;
    common = key;
  }
  return common.value_or(SizeKey::ofConstant(1));
}

/// The key of `sizes[dim]` where static sizes are left out.
static SizeKey getDynamicSizeKey(ArrayRef<int64_t> shape, ValueRange sizes,
                                 int64_t dim) {
  auto isDynamic = [](int64_t size) { return ShapedType::isDynamic(size); };
  return getSizeKey(
      OpFoldResult(sizes[llvm::count_if(shape.take_front(dim), isDynamic)]));
}

/// The dimension of a reduction's operand that is dimension `dim` of its
/// result; none where it was reduced.
static std::optional<int64_t> getUnreducedDim(ArrayRef<int64_t> dims,
                                              bool keepdim, int64_t dim) {
  if (keepdim)
    return llvm::is_contained(dims, dim) ? std::nullopt
                                         : std::optional<int64_t>(dim);
  for (int64_t reduced : dims)
    if (reduced <= dim)
      ++dim;
  return dim;
}

/// One step from a result's dimension towards where its size comes from.
static std::optional<SizeKey> traceSize(Operation *op, OpResult result,
                                        int64_t dim) {
  auto type = cast<RankedTensorType>(result.getType());
  auto of = [](Value value, int64_t d) { return getSizeKey(value, d); };
  if (isa<ElementwiseOpInterface>(op))
    return getBroadcastKey(op->getOperands(), type.getRank(), dim);
  if (auto reduction = dyn_cast<ReductionOpInterface>(op)) {
    if (auto source =
            getUnreducedDim(reduction.getDims(), reduction.getKeepdim(), dim))
      return of(op->getOperand(0), *source);
    return SizeKey::ofConstant(1);
  }
  using Trace = std::optional<SizeKey>;
  return llvm::TypeSwitch<Operation *, Trace>(op)
      .Case<CastOp, SoftmaxOp, LogSoftmaxOp, CumsumOp, SortOp, FlipOp, TriuOp,
            TrilOp, CheckIndicesOp>(
          [&](auto op) -> Trace { return of(op->getOperand(0), dim); })
      .Case<GatherOp>(
          [&](GatherOp op) -> Trace { return of(op.getIndex(), dim); })
      .Case<IndexPutOp>(
          [&](IndexPutOp op) -> Trace { return of(op.getDest(), dim); })
      .Case<view::AssignOp>(
          [&](view::AssignOp op) -> Trace { return of(op.getDest(), dim); })
      .Case<ReadOp>(
          [&](ReadOp op) -> Trace { return SizeKey{op.getRef(), dim}; })
      .Case<CurrentOp>(
          [&](CurrentOp op) -> Trace { return SizeKey{op.getRoot(), dim}; })
      .Case<FullOp>([&](FullOp op) -> Trace {
        return getDynamicSizeKey(type.getShape(), op.getSizes(), dim);
      })
      .Case<ArangeOp>([&](ArangeOp op) -> Trace {
        return getSizeKey(OpFoldResult(op.getSize()));
      })
      .Case<tensor::EmptyOp>([&](tensor::EmptyOp op) -> Trace {
        return getDynamicSizeKey(type.getShape(), op.getDynamicSizes(), dim);
      })
      .Case<tensor::CastOp>(
          [&](tensor::CastOp op) -> Trace { return of(op.getSource(), dim); })
      .Case<tensor::ExtractSliceOp>([&](tensor::ExtractSliceOp op) -> Trace {
        if (op.getSourceType().getRank() != type.getRank())
          return std::nullopt;
        return getSizeKey(op.getMixedSizes()[dim]);
      })
      .Case<DestinationStyleOpInterface>(
          [&](DestinationStyleOpInterface op) -> Trace {
            return of(op.getTiedOpOperand(result)->get(), dim);
          })
      .Default([](Operation *) -> Trace { return std::nullopt; });
}

SizeKey mlir::tssa::getSizeKey(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return SizeKey::ofConstant(type.getDimSize(dim));
  if (auto result = dyn_cast<OpResult>(tensor))
    if (auto key = traceSize(result.getOwner(), result, dim))
      return *key;
  return SizeKey{tensor, dim};
}

SizeKey mlir::tssa::getSizeKey(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return SizeKey::ofConstant(*constant);
  Value value = cast<Value>(size);
  if (auto op = value.getDefiningOp<tensor::DimOp>())
    if (auto dim = op.getConstantIndex();
        dim && isa<RankedTensorType>(op.getSource().getType()) &&
        *dim < cast<RankedTensorType>(op.getSource().getType()).getRank())
      return getSizeKey(op.getSource(), *dim);
  if (auto op = value.getDefiningOp<DimOp>())
    return SizeKey{op.getRef(), static_cast<int64_t>(op.getDim())};
  if (auto op = value.getDefiningOp<CheckEqualOp>())
    return getSizeKey(OpFoldResult(op.getLhs()));
  return SizeKey{value, -1};
}

//===----------------------------------------------------------------------===//
// Building sizes
//===----------------------------------------------------------------------===//

OpFoldResult mlir::tssa::buildSize(OpBuilder &builder, Location loc,
                                   Value tensor, int64_t dim) {
  return tensor::getMixedSize(builder, loc, tensor, dim);
}

SmallVector<OpFoldResult> mlir::tssa::buildSizes(OpBuilder &builder,
                                                 Location loc, Value tensor) {
  return tensor::getMixedSizes(builder, loc, tensor);
}
