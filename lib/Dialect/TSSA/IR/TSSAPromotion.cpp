// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Type promotion as PyTorch does it (c10/core/ScalarType, ATen's
// result_type): by kind first, then by category of operand, then by width.

#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"

using namespace mlir;
using namespace mlir::tssa;

/// bool < integers < floats.
static int getKind(Type type) {
  if (isa<FloatType>(type))
    return 2;
  return type.isInteger(1) ? 0 : 1;
}

Type mlir::tssa::promoteTypes(Type lhs, Type rhs) {
  int lhsKind = getKind(lhs), rhsKind = getKind(rhs);
  if (lhsKind != rhsKind)
    return lhsKind > rhsKind ? lhs : rhs;
  unsigned lhsWidth = lhs.getIntOrFloatBitWidth();
  unsigned rhsWidth = rhs.getIntOrFloatBitWidth();
  if (lhsWidth != rhsWidth)
    return lhsWidth > rhsWidth ? lhs : rhs;
  // Two floats of one width that differ (f16 and bf16) meet in f32.
  return lhs == rhs ? lhs : Float32Type::get(lhs.getContext());
}

Type mlir::tssa::promoteOperands(TypeRange types) {
  // The common type of tensors with dimensions, of 0-d tensors, of numbers.
  Type categories[3];
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    unsigned category = !tensor ? 2 : tensor.getRank() == 0 ? 1 : 0;
    Type element = tensor ? tensor.getElementType() : type;
    if (!tensor && isa<FloatType>(element))
      element = Float32Type::get(element.getContext());
    Type &common = categories[category];
    common = common ? promoteTypes(common, element) : element;
  }
  Type result;
  for (Type category : categories) {
    if (!category)
      continue;
    // A stronger category yields only to a higher kind.
    if (!result || getKind(category) > getKind(result))
      result = category;
  }
  return result;
}

Type mlir::tssa::inferComputeType(const ElementwiseRow &row,
                                  ValueRange operands) {
  ValueRange promoted =
      operands.drop_front(row.numConditions).drop_back(row.numNumbers);
  MLIRContext *context = operands.front().getContext();
  if (row.promotion == Promotion::Logical)
    return IntegerType::get(context, 1);
  Type common = promoteOperands(promoted.getTypes());
  if (row.promotion == Promotion::ToFloat && !isa<FloatType>(common))
    return Float32Type::get(context);
  return common;
}

Type mlir::tssa::inferResultElementType(const ElementwiseRow &row,
                                        ValueRange operands) {
  if (row.promotion == Promotion::Comparison ||
      row.promotion == Promotion::Logical)
    return IntegerType::get(operands.front().getContext(), 1);
  return inferComputeType(row, operands);
}
