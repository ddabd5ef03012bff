// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all elementwise ops share: result types, speculatability and sizes, out
// of their table rows.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"
#include "tensorssa/Dialect/TSSA/IR/TSSAScalars.h"

using namespace mlir;
using namespace mlir::tssa;

ScalarBody ElementwiseRow::getBody(Type type) const {
  if (isa<FloatType>(type))
    return floatBody;
  return type.isInteger(1) ? boolBody : integerBody;
}

Value mlir::tssa::buildRowScalar(const ElementwiseRow &row, OpBuilder &builder,
                                 Location loc, ValueRange args) {
  ImplicitLocOpBuilder b(loc, builder);
  return row.getBody(args[row.numConditions].getType())(b, args);
}

LogicalResult mlir::tssa::inferElementwise(const ElementwiseRow &row,
                                           std::optional<Location> location,
                                           ValueRange operands,
                                           SmallVectorImpl<Type> &types) {
  SmallVector<ArrayRef<int64_t>> shapes;
  for (Type type : operands.getTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      shapes.push_back(tensor.getShape());
  if (shapes.empty())
    return emitOptionalError(
        location, "expected an operand to be a tensor but got only numbers");
  Type computeType = inferComputeType(row, operands);
  if (!row.getBody(computeType))
    return emitOptionalError(location, "unsupported element type ", computeType,
                             " after promotion");
  FailureOr<SmallVector<int64_t>> shape = inferBroadcastShape(location, shapes);
  if (failed(shape))
    return failure();
  types.push_back(
      RankedTensorType::get(*shape, inferResultElementType(row, operands)));
  return success();
}

/// Whether the sizes of all operands that have dimension `dim` of the result
/// are known to be equal or 1.
static bool isProvenBroadcast(ValueRange operands, int64_t rank, int64_t dim) {
  std::optional<SizeKey> common;
  for (Value operand : operands) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    int64_t own = type ? dim - (rank - type.getRank()) : -1;
    if (own < 0)
      continue;
    SizeKey key = getSizeKey(operand, own);
    if (key == SizeKey::ofConstant(1))
      continue;
    if (common && *common != key)
      return false;
    common = key;
  }
  return true;
}

bool mlir::tssa::isKnownNonzero(Value divisor, Type type) {
  APInt integer;
  if (matchPattern(divisor, m_ConstantInt(&integer)))
    return !integer.sextOrTrunc(type.getIntOrFloatBitWidth()).isZero();
  // A checked i64 may still have no low bits left.
  return divisor.getType() == type && divisor.getDefiningOp<CheckNonzeroOp>();
}

Speculation::Speculatability
mlir::tssa::getElementwiseSpeculatability(const ElementwiseRow &row,
                                          Operation *op) {
  int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!isProvenBroadcast(op->getOperands(), rank, dim))
      return Speculation::NotSpeculatable;
  Type type = inferComputeType(row, op->getOperands());
  if (row.divisor >= 0 && isa<IntegerType>(type) &&
      !isKnownNonzero(op->getOperand(row.divisor), type))
    return Speculation::NotSpeculatable;
  return Speculation::Speculatable;
}

LogicalResult
mlir::tssa::reifyElementwise(Operation *op, OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Location loc = op->getLoc();
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    // The last size that is not 1 wins; those that may be 1 are asked.
    OpFoldResult common = builder.getIndexAttr(1);
    std::optional<SizeKey> commonKey;
    for (Value operand : op->getOperands()) {
      auto tensor = dyn_cast<RankedTensorType>(operand.getType());
      int64_t own = tensor ? dim - (type.getRank() - tensor.getRank()) : -1;
      if (own < 0)
        continue;
      SizeKey key = getSizeKey(operand, own);
      if (key == SizeKey::ofConstant(1))
        continue;
      if (commonKey && (*commonKey == key || commonKey->isConstant()))
        continue;
      OpFoldResult size = buildSize(builder, loc, operand, own);
      if (commonKey && !key.isConstant()) {
        Value lhs = cast<Value>(common), rhs = cast<Value>(size);
        Value one = arith::ConstantIndexOp::create(builder, loc, 1);
        Value isOne = arith::CmpIOp::create(builder, loc,
                                            arith::CmpIPredicate::eq, lhs, one);
        size =
            arith::SelectOp::create(builder, loc, isOne, rhs, lhs).getResult();
        key = SizeKey{cast<Value>(size), -1};
      }
      common = size;
      commonKey = key;
    }
    if (!type.isDynamicDim(dim))
      common = builder.getIndexAttr(type.getDimSize(dim));
    sizes.push_back(common);
  }
  shapes.push_back(std::move(sizes));
  return success();
}
