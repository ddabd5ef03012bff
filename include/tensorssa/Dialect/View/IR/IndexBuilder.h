// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on sizes and indices that folds what is constant. Only plain
// `arith` operations come out, so the operands may be any index values, and
// none of them overflows into undefined behavior or divides by zero unless the
// caller lets it.

#ifndef TENSORSSA_DIALECT_VIEW_IR_INDEXBUILDER_H
#define TENSORSSA_DIALECT_VIEW_IR_INDEXBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir::view {

class IndexBuilder {
public:
  IndexBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  OpFoldResult index(int64_t value) { return builder.getIndexAttr(value); }
  OpFoldResult boolean(bool value) { return builder.getBoolAttr(value); }

  /// The value of a size or a condition, a constant op where it is constant.
  Value materialize(OpFoldResult value);
  SmallVector<Value> materialize(ArrayRef<OpFoldResult> values);

  OpFoldResult add(OpFoldResult lhs, OpFoldResult rhs);
  OpFoldResult sub(OpFoldResult lhs, OpFoldResult rhs);
  OpFoldResult mul(OpFoldResult lhs, OpFoldResult rhs);
  /// Unsigned quotient and remainder; a divisor of zero is the caller's fault.
  OpFoldResult div(OpFoldResult lhs, OpFoldResult rhs);
  OpFoldResult rem(OpFoldResult lhs, OpFoldResult rhs);
  /// Signed.
  OpFoldResult min(OpFoldResult lhs, OpFoldResult rhs);
  OpFoldResult max(OpFoldResult lhs, OpFoldResult rhs);
  OpFoldResult select(OpFoldResult condition, OpFoldResult ifTrue,
                      OpFoldResult ifFalse);
  /// The product of `factors`.
  OpFoldResult product(ArrayRef<OpFoldResult> factors);
  /// For each dimension the product of the sizes after it: row-major strides.
  SmallVector<OpFoldResult> rowMajorStrides(ArrayRef<OpFoldResult> sizes);

  /// Conditions, each an i1 value or a constant.
  OpFoldResult compare(arith::CmpIPredicate predicate, OpFoldResult lhs,
                       OpFoldResult rhs);
  OpFoldResult eq(OpFoldResult lhs, OpFoldResult rhs);
  OpFoldResult le(OpFoldResult lhs, OpFoldResult rhs) {
    return compare(arith::CmpIPredicate::sle, lhs, rhs);
  }
  OpFoldResult both(OpFoldResult lhs, OpFoldResult rhs);
  OpFoldResult either(OpFoldResult lhs, OpFoldResult rhs);
  OpFoldResult negate(OpFoldResult condition);

private:
  template <typename Op>
  OpFoldResult create(OpFoldResult lhs, OpFoldResult rhs);

  OpBuilder &builder;
  Location loc;
};

/// The constant that `value` is, attribute or constant op.
std::optional<int64_t> constantOf(OpFoldResult value);

/// Whether two sizes are equal by construction: the same value, the same
/// constant, or built by the same operations.
bool areProvablyEqual(OpFoldResult lhs, OpFoldResult rhs);

/// Hands out the index operands of a kind one after the other.
class OperandCursor {
public:
  explicit OperandCursor(ValueRange operands) : operands(operands) {}
  /// `value`, or the next operand where it is `?`.
  OpFoldResult resolve(OpBuilder &builder, int64_t value) {
    if (ShapedType::isDynamic(value))
      return operands[next++];
    return builder.getIndexAttr(value);
  }
  SmallVector<OpFoldResult> resolve(OpBuilder &builder,
                                    ArrayRef<int64_t> values) {
    return llvm::map_to_vector(
        values, [&](int64_t value) { return resolve(builder, value); });
  }

private:
  ValueRange operands;
  size_t next = 0;
};

} // namespace mlir::view

#endif // TENSORSSA_DIALECT_VIEW_IR_INDEXBUILDER_H
