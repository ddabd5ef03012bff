// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linear indices. Integers of a program wrap; what is proven here holds
// because an index that is used lies inside a dimension, and dimensions are
// taken to be no longer than 2^61.

#include "LinearIndex.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::view;

/// How many definitions or loop bounds a proof walks through.
static constexpr unsigned kMaxDepth = 8;

namespace {
/// Inclusive bounds.
struct Bounds {
  int64_t min;
  int64_t max;
};
/// The bounds of an induction variable: `lower <= i < upper`.
struct LoopBounds {
  OpFoldResult lower;
  OpFoldResult upper;
};
} // namespace

static std::optional<LoopBounds> getLoopBounds(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return std::nullopt;
  auto loop =
      dyn_cast_or_null<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
  if (!loop)
    return std::nullopt;
  if (auto forOp = dyn_cast<scf::ForOp>(loop.getOperation());
      forOp && forOp.getUnsignedCmp())
    return std::nullopt;
  std::optional<SmallVector<Value>> variables = loop.getLoopInductionVars();
  std::optional<SmallVector<OpFoldResult>> lowers = loop.getLoopLowerBounds();
  std::optional<SmallVector<OpFoldResult>> uppers = loop.getLoopUpperBounds();
  if (!variables || !lowers || !uppers)
    return std::nullopt;
  for (auto [i, variable] : llvm::enumerate(*variables))
    if (variable == value && i < lowers->size() && i < uppers->size())
      return LoopBounds{(*lowers)[i], (*uppers)[i]};
  return std::nullopt;
}

static Bounds getRange(Value value, unsigned depth);

static Bounds getRange(OpFoldResult value, unsigned depth) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return {*constant, *constant};
  return getRange(cast<Value>(value), depth);
}

/// The constant range of `value`, the whole one where nothing is known.
static Bounds getRange(Value value, unsigned depth) {
  constexpr Bounds kAll = {std::numeric_limits<int64_t>::min(),
                           std::numeric_limits<int64_t>::max()};
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return {*constant, *constant};
  if (depth == 0)
    return kAll;
  --depth;
  if (std::optional<LoopBounds> bounds = getLoopBounds(value)) {
    Bounds lower = getRange(bounds->lower, depth);
    Bounds upper = getRange(bounds->upper, depth);
    // There is an iteration, so the upper bound is above the lower one.
    return {lower.min, upper.max == kAll.min ? kAll.max : upper.max - 1};
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return kAll;
  if (isa<tensor::DimOp, memref::DimOp, tssa::DimOp>(op))
    return {0, kMaxSize};
  if (auto check = dyn_cast<tssa::CheckIndexOp>(op)) {
    Bounds size = getRange(check.getSize(), depth);
    return {0, std::clamp<int64_t>(size.max, 1, kMaxSize) - 1};
  }
  if (isa<arith::MinSIOp, arith::MaxSIOp>(op)) {
    Bounds lhs = getRange(op->getOperand(0), depth);
    Bounds rhs = getRange(op->getOperand(1), depth);
    if (isa<arith::MinSIOp>(op))
      return {std::min(lhs.min, rhs.min), std::min(lhs.max, rhs.max)};
    return {std::max(lhs.min, rhs.min), std::max(lhs.max, rhs.max)};
  }
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op)) {
    Bounds lhs = getRange(op->getOperand(0), depth);
    Bounds rhs = getRange(op->getOperand(1), depth);
    int64_t ends[4];
    bool wraps = false;
    if (isa<arith::AddIOp>(op)) {
      wraps = llvm::AddOverflow(lhs.min, rhs.min, ends[0]) ||
              llvm::AddOverflow(lhs.max, rhs.max, ends[1]);
      ends[2] = ends[3] = ends[0];
    } else if (isa<arith::SubIOp>(op)) {
      wraps = llvm::SubOverflow(lhs.min, rhs.max, ends[0]) ||
              llvm::SubOverflow(lhs.max, rhs.min, ends[1]);
      ends[2] = ends[3] = ends[0];
    } else {
      wraps = llvm::MulOverflow(lhs.min, rhs.min, ends[0]) ||
              llvm::MulOverflow(lhs.min, rhs.max, ends[1]) ||
              llvm::MulOverflow(lhs.max, rhs.min, ends[2]) ||
              llvm::MulOverflow(lhs.max, rhs.max, ends[3]);
    }
    if (wraps)
      return kAll;
    return {*std::min_element(ends, ends + 4),
            *std::max_element(ends, ends + 4)};
  }
  return kAll;
}

bool view::provesNatural(Value value) {
  Bounds range = getRange(value, kMaxDepth);
  return range.min >= 0 && range.max <= 2 * kMaxSize;
}

std::optional<LinearIndex> view::plus(LinearIndex lhs, LinearIndex rhs) {
  if (!lhs.isConstant() && !rhs.isConstant())
    return std::nullopt;
  LinearIndex sum = lhs.isConstant() ? rhs : lhs;
  if (llvm::AddOverflow(lhs.constant, rhs.constant, sum.constant))
    return std::nullopt;
  return sum;
}

std::optional<LinearIndex> view::times(LinearIndex index, int64_t factor) {
  if (factor == 0)
    return LinearIndex(0);
  if (llvm::MulOverflow(index.factor, factor, index.factor) ||
      llvm::MulOverflow(index.constant, factor, index.constant))
    return std::nullopt;
  return index;
}

static LinearIndex getLinear(Value value, unsigned depth) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return LinearIndex(*constant);
  LinearIndex opaque;
  opaque.base = value;
  opaque.factor = 1;
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return opaque;
  --depth;
  if (auto check = dyn_cast<tssa::CheckIndexOp>(op)) {
    // An index that counts from the end is another one after the check; a sum
    // that wrapped is far below zero and fails it.
    Value index = check.getIndex();
    LinearIndex inner = getLinear(index, depth);
    bool isNatural = inner.isConstant()
                         ? inner.constant >= 0
                         : getRange(index, kMaxDepth).min >= 0 ||
                               (inner.factor == 1 && inner.constant >= 0 &&
                                getRange(inner.base, kMaxDepth).min >= 0);
    return isNatural ? inner : opaque;
  }
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op)) {
    LinearIndex lhs = getLinear(op->getOperand(0), depth);
    LinearIndex rhs = getLinear(op->getOperand(1), depth);
    std::optional<LinearIndex> result;
    if (isa<arith::AddIOp>(op)) {
      result = plus(lhs, rhs);
    } else if (isa<arith::SubIOp>(op)) {
      std::optional<LinearIndex> negative = times(rhs, -1);
      result = negative ? plus(lhs, *negative) : std::nullopt;
    } else if (rhs.isConstant()) {
      result = times(lhs, rhs.constant);
    } else if (lhs.isConstant()) {
      result = times(rhs, lhs.constant);
    }
    return result.value_or(opaque);
  }
  return opaque;
}

LinearIndex LinearIndex::get(Value value) {
  return getLinear(value, kMaxDepth);
}

std::optional<int64_t> view::difference(LinearIndex lhs, LinearIndex rhs) {
  int64_t result;
  if (lhs.base != rhs.base || lhs.factor != rhs.factor ||
      llvm::SubOverflow(lhs.constant, rhs.constant, result))
    return std::nullopt;
  return result;
}

/// The constant range of a linear index, if it is representable.
static std::optional<Bounds> getRange(LinearIndex index) {
  if (index.isConstant())
    return Bounds{index.constant, index.constant};
  Bounds base = getRange(index.base, kMaxDepth);
  int64_t ends[2];
  if (llvm::MulOverflow(base.min, index.factor, ends[0]) ||
      llvm::MulOverflow(base.max, index.factor, ends[1]) ||
      llvm::AddOverflow(ends[0], index.constant, ends[0]) ||
      llvm::AddOverflow(ends[1], index.constant, ends[1]))
    return std::nullopt;
  return Bounds{std::min(ends[0], ends[1]), std::max(ends[0], ends[1])};
}

static LinearIndex toLinear(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return LinearIndex(*constant);
  return LinearIndex::get(cast<Value>(value));
}

static bool provesAtMost(LinearIndex lhs, LinearIndex rhs, unsigned depth) {
  if (std::optional<int64_t> distance = difference(rhs, lhs))
    return *distance >= 0;
  std::optional<Bounds> left = getRange(lhs), right = getRange(rhs);
  if (left && right && left->max <= right->min)
    return true;
  if (depth == 0)
    return false;
  // An induction variable is at least its lower bound, and below its upper.
  if (rhs.base && rhs.factor == 1)
    if (std::optional<LoopBounds> bounds = getLoopBounds(rhs.base))
      if (std::optional<LinearIndex> least =
              plus(toLinear(bounds->lower), LinearIndex(rhs.constant));
          least && provesAtMost(lhs, *least, depth - 1))
        return true;
  if (lhs.base && lhs.factor == 1 &&
      lhs.constant > std::numeric_limits<int64_t>::min())
    if (std::optional<LoopBounds> bounds = getLoopBounds(lhs.base))
      if (std::optional<LinearIndex> most =
              plus(toLinear(bounds->upper), LinearIndex(lhs.constant - 1));
          most && provesAtMost(*most, rhs, depth - 1))
        return true;
  return false;
}

bool view::provesAtMost(LinearIndex lhs, LinearIndex rhs) {
  return ::provesAtMost(lhs, rhs, kMaxDepth);
}
