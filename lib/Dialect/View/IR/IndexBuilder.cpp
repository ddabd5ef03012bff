// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folding arithmetic on sizes and indices.

#include "tensorssa/Dialect/View/IR/IndexBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::view;

std::optional<int64_t> view::constantOf(OpFoldResult value) {
  if (auto attribute = dyn_cast_if_present<Attribute>(value)) {
    if (auto boolean = dyn_cast<BoolAttr>(attribute))
      return boolean.getValue();
    return cast<IntegerAttr>(attribute).getInt();
  }
  return getConstantIntValue(value);
}

static bool areBuiltAlike(Value lhs, Value rhs, unsigned depth) {
  if (lhs == rhs)
    return true;
  std::optional<int64_t> constant = getConstantIntValue(lhs);
  if (constant && constant == getConstantIntValue(rhs))
    return true;
  Operation *a = lhs.getDefiningOp(), *b = rhs.getDefiningOp();
  // Size arithmetic only: one result, no regions, no attributes that matter.
  if (depth == 0 || !a || !b || a->getName() != b->getName() ||
      !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivUIOp,
           arith::RemUIOp, arith::MinSIOp, arith::MaxSIOp>(a))
    return false;
  auto areAlike = [&](unsigned i, unsigned j) {
    return areBuiltAlike(a->getOperand(0), b->getOperand(i), depth - 1) &&
           areBuiltAlike(a->getOperand(1), b->getOperand(j), depth - 1);
  };
  return areAlike(0, 1) ||
         (a->hasTrait<OpTrait::IsCommutative>() && areAlike(1, 0));
}

bool view::areProvablyEqual(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> a = constantOf(lhs), b = constantOf(rhs);
  if (a || b)
    return a && b && *a == *b;
  return areBuiltAlike(cast<Value>(lhs), cast<Value>(rhs), /*depth=*/6);
}

Value IndexBuilder::materialize(OpFoldResult value) {
  if (auto attribute = dyn_cast_if_present<Attribute>(value)) {
    if (auto boolean = dyn_cast<BoolAttr>(attribute))
      return arith::ConstantOp::create(builder, loc, boolean);
    return arith::ConstantIndexOp::create(
        builder, loc, cast<IntegerAttr>(attribute).getInt());
  }
  return cast<Value>(value);
}

SmallVector<Value> IndexBuilder::materialize(ArrayRef<OpFoldResult> values) {
  return llvm::map_to_vector(
      values, [&](OpFoldResult value) { return materialize(value); });
}

template <typename Op>
OpFoldResult IndexBuilder::create(OpFoldResult lhs, OpFoldResult rhs) {
  Value a = materialize(lhs);
  Value b = materialize(rhs);
  return builder.createOrFold<Op>(loc, a, b);
}

// Constants wrap as `arith` on a 64-bit index does.

OpFoldResult IndexBuilder::add(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> a = constantOf(lhs), b = constantOf(rhs);
  if (a && b)
    return index(static_cast<uint64_t>(*a) + static_cast<uint64_t>(*b));
  if (a && *a == 0)
    return rhs;
  if (b && *b == 0)
    return lhs;
  return create<arith::AddIOp>(lhs, rhs);
}

OpFoldResult IndexBuilder::sub(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> a = constantOf(lhs), b = constantOf(rhs);
  if (a && b)
    return index(static_cast<uint64_t>(*a) - static_cast<uint64_t>(*b));
  if (b && *b == 0)
    return lhs;
  if (areProvablyEqual(lhs, rhs))
    return index(0);
  return create<arith::SubIOp>(lhs, rhs);
}

OpFoldResult IndexBuilder::mul(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> a = constantOf(lhs), b = constantOf(rhs);
  if (a && b)
    return index(static_cast<uint64_t>(*a) * static_cast<uint64_t>(*b));
  if ((a && *a == 0) || (b && *b == 0))
    return index(0);
  if (a && *a == 1)
    return rhs;
  if (b && *b == 1)
    return lhs;
  return create<arith::MulIOp>(lhs, rhs);
}

OpFoldResult IndexBuilder::div(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> a = constantOf(lhs), b = constantOf(rhs);
  if (b && *b == 1)
    return lhs;
  if (a && b && *b != 0)
    return index(static_cast<uint64_t>(*a) / static_cast<uint64_t>(*b));
  return create<arith::DivUIOp>(lhs, rhs);
}

OpFoldResult IndexBuilder::rem(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> a = constantOf(lhs), b = constantOf(rhs);
  if (b && *b == 1)
    return index(0);
  if (a && b && *b != 0)
    return index(static_cast<uint64_t>(*a) % static_cast<uint64_t>(*b));
  return create<arith::RemUIOp>(lhs, rhs);
}

OpFoldResult IndexBuilder::min(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> a = constantOf(lhs), b = constantOf(rhs);
  if (a && b)
    return index(std::min(*a, *b));
  if (areProvablyEqual(lhs, rhs))
    return lhs;
  return create<arith::MinSIOp>(lhs, rhs);
}

OpFoldResult IndexBuilder::max(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> a = constantOf(lhs), b = constantOf(rhs);
  if (a && b)
    return index(std::max(*a, *b));
  if (areProvablyEqual(lhs, rhs))
    return lhs;
  return create<arith::MaxSIOp>(lhs, rhs);
}

OpFoldResult IndexBuilder::select(OpFoldResult condition, OpFoldResult ifTrue,
                                  OpFoldResult ifFalse) {
  if (std::optional<int64_t> constant = constantOf(condition))
    return *constant ? ifTrue : ifFalse;
  if (areProvablyEqual(ifTrue, ifFalse))
    return ifTrue;
  return builder.createOrFold<arith::SelectOp>(
      loc, materialize(condition), materialize(ifTrue), materialize(ifFalse));
}

OpFoldResult IndexBuilder::product(ArrayRef<OpFoldResult> factors) {
  OpFoldResult result = index(1);
  for (OpFoldResult factor : factors)
    result = mul(result, factor);
  return result;
}

SmallVector<OpFoldResult>
IndexBuilder::rowMajorStrides(ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(sizes.size());
  OpFoldResult stride = index(1);
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    if (i > 0)
      stride = mul(sizes[i], stride);
  }
  return strides;
}

OpFoldResult IndexBuilder::compare(arith::CmpIPredicate predicate,
                                   OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> a = constantOf(lhs), b = constantOf(rhs);
  if (a && b)
    return boolean(arith::applyCmpPredicate(predicate,
                                            APInt(64, *a, /*isSigned=*/true),
                                            APInt(64, *b, /*isSigned=*/true)));
  return builder.createOrFold<arith::CmpIOp>(loc, predicate, materialize(lhs),
                                             materialize(rhs));
}

OpFoldResult IndexBuilder::eq(OpFoldResult lhs, OpFoldResult rhs) {
  if (areProvablyEqual(lhs, rhs))
    return boolean(true);
  return compare(arith::CmpIPredicate::eq, lhs, rhs);
}

OpFoldResult IndexBuilder::both(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> a = constantOf(lhs), b = constantOf(rhs);
  if (a)
    return *a ? rhs : lhs;
  if (b)
    return *b ? lhs : rhs;
  return create<arith::AndIOp>(lhs, rhs);
}

OpFoldResult IndexBuilder::either(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> a = constantOf(lhs), b = constantOf(rhs);
  if (a)
    return *a ? lhs : rhs;
  if (b)
    return *b ? rhs : lhs;
  return create<arith::OrIOp>(lhs, rhs);
}

OpFoldResult IndexBuilder::negate(OpFoldResult condition) {
  if (std::optional<int64_t> constant = constantOf(condition))
    return boolean(!*constant);
  return create<arith::XOrIOp>(condition, boolean(true));
}
