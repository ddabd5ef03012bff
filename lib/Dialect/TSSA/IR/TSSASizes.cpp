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

namespace {
/// One step of tracing; `get` takes the further ones.
class SizeStep {
public:
  using Get = function_ref<SizeKey(Value, int64_t)>;
  using Key = std::optional<SizeKey>;

  explicit SizeStep(Get get) : get(get) {}

  Key traceResult(OpResult result, int64_t dim) const;
  SizeKey traceIndex(OpFoldResult size) const;

private:
  Key traceBroadcast(ValueRange operands, int64_t rank, int64_t dim) const;
  Key traceReduction(ReductionOpInterface op, int64_t dim) const;
  Key traceAccess(view::AccessOp op, int64_t dim) const;
  SizeKey traceDynamicSize(ArrayRef<int64_t> shape, ValueRange sizes,
                           int64_t dim) const;

  Get get;
};
} // namespace

/// The one key of all operands that are not 1, or a constant among them.
SizeStep::Key SizeStep::traceBroadcast(ValueRange operands, int64_t rank,
                                       int64_t dim) const {
  std::optional<SizeKey> common;
  for (Value operand : operands) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    int64_t own = type ? dim - (rank - type.getRank()) : -1;
    if (own < 0)
      continue;
    SizeKey key = get(operand, own);
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

/// The dimension of the operand that is dimension `dim` of the result.
SizeStep::Key SizeStep::traceReduction(ReductionOpInterface op,
                                       int64_t dim) const {
  if (op.getKeepdim()) {
    if (llvm::is_contained(op.getDims(), dim))
      return SizeKey::ofConstant(1);
    return get(op->getOperand(0), dim);
  }
  for (int64_t reduced : op.getDims())
    if (reduced <= dim)
      ++dim;
  return get(op->getOperand(0), dim);
}

/// The key of `sizes` at `dim`, where static sizes are left out.
SizeKey SizeStep::traceDynamicSize(ArrayRef<int64_t> shape, ValueRange sizes,
                                   int64_t dim) const {
  auto isDynamic = [](int64_t size) { return ShapedType::isDynamic(size); };
  size_t position = llvm::count_if(shape.take_front(dim), isDynamic);
  return traceIndex(OpFoldResult(sizes[position]));
}

/// Views whose dimensions are those of their source; and the first elements
/// of a known size up to an operand, which two sources of that size share.
SizeStep::Key SizeStep::traceAccess(view::AccessOp op, int64_t dim) const {
  SmallVector<view::ViewKindInterface> kinds;
  if (auto path = dyn_cast<view::PathAttr>(op.getKind()))
    llvm::append_range(kinds, path.getKinds());
  else
    kinds.push_back(op.getKind());
  ValueRange indices = op.getIndices();
  while (!kinds.empty()) {
    view::ViewKindInterface kind = kinds.pop_back_val();
    size_t count = kind.getNumOperands();
    ValueRange own = indices.take_back(count);
    indices = indices.drop_back(count);
    if (auto select = dyn_cast<view::SelectAttr>(kind)) {
      dim += dim >= select.getDim();
    } else if (auto slice = dyn_cast<view::SliceAttr>(kind)) {
      if (dim != slice.getDim())
        continue;
      if (!kinds.empty() || slice.getStart() != 0 || slice.getStep() != 1 ||
          !ShapedType::isDynamic(slice.getEnd()))
        return std::nullopt;
      SizeKey size = get(op.getSource(), dim);
      if (!size.isConstant())
        return std::nullopt;
      return SizeKey{own.front(), SizeKey::kSliceEnd, size.constant};
    } else if (auto permute = dyn_cast<view::PermuteAttr>(kind)) {
      dim = permute.getPermutation()[dim];
    } else if (auto squeeze = dyn_cast<view::SqueezeAttr>(kind)) {
      dim += dim >= squeeze.getDim();
    } else if (auto unsqueeze = dyn_cast<view::UnsqueezeAttr>(kind)) {
      if (dim == unsqueeze.getDim())
        return SizeKey::ofConstant(1);
      dim -= dim > unsqueeze.getDim();
    } else if (!isa<view::AliasAttr>(kind)) {
      return std::nullopt;
    }
  }
  return get(op.getSource(), dim);
}

SizeStep::Key SizeStep::traceResult(OpResult result, int64_t dim) const {
  Operation *op = result.getOwner();
  auto type = cast<RankedTensorType>(result.getType());
  if (isa<ElementwiseOpInterface>(op))
    return traceBroadcast(op->getOperands(), type.getRank(), dim);
  if (auto reduction = dyn_cast<ReductionOpInterface>(op))
    return traceReduction(reduction, dim);
  return llvm::TypeSwitch<Operation *, Key>(op)
      .Case<CastOp, SoftmaxOp, LogSoftmaxOp, CumsumOp, SortOp, FlipOp, TriuOp,
            TrilOp, CheckIndicesOp, tensor::CastOp>(
          [&](auto op) -> Key { return get(op->getOperand(0), dim); })
      .Case<GatherOp>(
          [&](GatherOp op) -> Key { return get(op.getIndex(), dim); })
      .Case<IndexPutOp, view::AssignOp>(
          [&](auto op) -> Key { return get(op.getDest(), dim); })
      .Case<view::AccessOp>(
          [&](view::AccessOp op) -> Key { return traceAccess(op, dim); })
      .Case<ReadOp>([&](ReadOp op) -> Key { return SizeKey{op.getRef(), dim}; })
      .Case<CurrentOp>(
          [&](CurrentOp op) -> Key { return SizeKey{op.getRoot(), dim}; })
      .Case<FullOp>([&](FullOp op) -> Key {
        return traceDynamicSize(type.getShape(), op.getSizes(), dim);
      })
      .Case<ArangeOp>([&](ArangeOp op) -> Key {
        return traceIndex(OpFoldResult(op.getSize()));
      })
      .Case<tensor::EmptyOp>([&](tensor::EmptyOp op) -> Key {
        return traceDynamicSize(type.getShape(), op.getDynamicSizes(), dim);
      })
      .Case<tensor::ExtractSliceOp>([&](tensor::ExtractSliceOp op) -> Key {
        if (op.getSourceType().getRank() != type.getRank())
          return std::nullopt;
        return traceIndex(op.getMixedSizes()[dim]);
      })
      .Case<DestinationStyleOpInterface>([&](DestinationStyleOpInterface op) {
        return Key(get(op.getTiedOpOperand(result)->get(), dim));
      })
      .Default([](Operation *) -> Key { return std::nullopt; });
}

SizeKey SizeStep::traceIndex(OpFoldResult size) const {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return SizeKey::ofConstant(*constant);
  Value value = cast<Value>(size);
  if (auto op = value.getDefiningOp<CheckEqualOp>())
    value = op.getLhs();
  if (auto op = value.getDefiningOp<tensor::DimOp>()) {
    auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
    std::optional<int64_t> dim = op.getConstantIndex();
    if (type && dim && *dim >= 0 && *dim < type.getRank())
      return get(op.getSource(), *dim);
  }
  if (auto op = value.getDefiningOp<DimOp>())
    return SizeKey{op.getRef(), static_cast<int64_t>(op.getDim())};
  return SizeKey{value, SizeKey::kIndex};
}

SizeKey SizeTable::get(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return SizeKey::ofConstant(type.getDimSize(dim));
  auto known = keys.find({tensor, dim});
  if (known != keys.end())
    return known->second;
  SizeKey key{tensor, dim};
  // Without steps left a size stays what it is here: unproven, but right.
  if (budget == 0)
    return key;
  --budget;
  Value origin = getOrigin ? getOrigin(tensor) : tensor;
  auto get = [&](Value value, int64_t d) { return this->get(value, d); };
  if (origin != tensor)
    key = isa<RankedTensorType>(origin.getType()) ? get(origin, dim)
                                                  : SizeKey{origin, dim};
  else if (auto result = dyn_cast<OpResult>(tensor))
    key = SizeStep(get).traceResult(result, dim).value_or(key);
  keys[{tensor, dim}] = key;
  return key;
}

SizeKey SizeTable::get(OpFoldResult size) {
  auto get = [&](Value value, int64_t dim) { return this->get(value, dim); };
  return SizeStep(get).traceIndex(size);
}

void SizeTable::replace(Value old, Value replacement) {
  auto type = dyn_cast<RankedTensorType>(old.getType());
  for (int64_t dim = 0, e = type ? type.getRank() : 0; dim < e; ++dim)
    keys[{replacement, dim}] = get(old, dim);
}

/// How far a single question is traced. Chains of views and versions are long
/// in straight-line programs; whoever asks often keeps a table.
static constexpr unsigned kSingleQueryBudget = 64;

SizeTable SizeTable::forSingleQuery() {
  SizeTable table;
  table.budget = kSingleQueryBudget;
  return table;
}

SizeKey mlir::tssa::getSizeKey(Value tensor, int64_t dim) {
  return SizeTable::forSingleQuery().get(tensor, dim);
}

SizeKey mlir::tssa::getSizeKey(OpFoldResult size) {
  return SizeTable::forSingleQuery().get(size);
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
