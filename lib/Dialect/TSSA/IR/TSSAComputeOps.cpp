// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compute ops: registration, creation, conversion and Python numbers.

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/OpImplementation.h"
#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"
#include "tensorssa/Dialect/TSSA/IR/TSSAScalars.h"
#include <cmath>

using namespace mlir;
using namespace mlir::tssa;

#include "tensorssa/Dialect/TSSA/IR/TSSAComputeInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "tensorssa/Dialect/TSSA/IR/TSSAComputeOps.cpp.inc"

void TSSADialect::registerComputeOps() {
  addOperations<
#define GET_OP_LIST
#include "tensorssa/Dialect/TSSA/IR/TSSAComputeOps.cpp.inc"
      >();
}

LogicalResult ClampOp::verify() {
  if (getMin() || getMax())
    return success();
  return emitOpError("expected a bound but got neither min nor max");
}

//===----------------------------------------------------------------------===//
// cast
//===----------------------------------------------------------------------===//

LogicalResult CastOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (areCompatibleResults(input.clone(result.getElementType()), result))
    return success();
  return emitOpError("expected the result to have the sizes of ")
         << input << " but got " << result;
}

OpFoldResult CastOp::fold(FoldAdaptor) {
  return getInput().getType() == getResult().getType() ? getInput() : Value();
}

Speculation::Speculatability CastOp::getSpeculatability() {
  return Speculation::Speculatable;
}

LogicalResult CastOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(buildSizes(builder, getLoc(), getInput()));
  return success();
}

//===----------------------------------------------------------------------===//
// full, arange
//===----------------------------------------------------------------------===//

/// Fails unless there is one operand for each dynamic size of `type`.
static LogicalResult verifySizes(Operation *op, RankedTensorType type,
                                 size_t count) {
  if (type.getNumDynamicDims() == count)
    return success();
  return op->emitOpError("expected ")
         << type.getNumDynamicDims() << " sizes for " << type << " but got "
         << count;
}

/// Dynamic sizes are speculatable where they are known not to be negative.
static Speculation::Speculatability getSizesSpeculatability(ValueRange sizes) {
  auto isNonNegative = [](Value size) {
    return getSizeKey(OpFoldResult(size)).isNonNegative();
  };
  return llvm::all_of(sizes, isNonNegative) ? Speculation::Speculatable
                                            : Speculation::NotSpeculatable;
}

static LogicalResult reifySizes(OpBuilder &builder, Type type, ValueRange sizes,
                                ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(
      getMixedValues(cast<RankedTensorType>(type).getShape(), sizes, builder));
  return success();
}

LogicalResult FullOp::verify() {
  return verifySizes(*this, cast<RankedTensorType>(getResult().getType()),
                     getSizes().size());
}

Speculation::Speculatability FullOp::getSpeculatability() {
  return getSizesSpeculatability(getSizes());
}

LogicalResult FullOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &shapes) {
  return reifySizes(builder, getResult().getType(), getSizes(), shapes);
}

LogicalResult ArangeOp::verify() {
  auto type = cast<RankedTensorType>(getResult().getType());
  if (type.getRank() != 1)
    return emitOpError("expected the result to be a vector but got ") << type;
  return verifySizes(*this, type, getSize() ? 1 : 0);
}

/// The optional size of a range as a list.
static SmallVector<Value, 1> getSizeList(ArangeOp op) {
  SmallVector<Value, 1> sizes;
  if (op.getSize())
    sizes.push_back(op.getSize());
  return sizes;
}

Speculation::Speculatability ArangeOp::getSpeculatability() {
  return getSizesSpeculatability(getSizeList(*this));
}

LogicalResult ArangeOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  return reifySizes(builder, getResult().getType(), getSizeList(*this), shapes);
}

//===----------------------------------------------------------------------===//
// Python numbers
//===----------------------------------------------------------------------===//

/// Folds two constants with one function for integers and one for doubles.
template <typename IntegerFn, typename FloatFn>
static OpFoldResult foldNumbers(Attribute lhs, Attribute rhs,
                                IntegerFn integerFn, FloatFn floatFn) {
  auto lhsInteger = dyn_cast_or_null<IntegerAttr>(lhs);
  auto rhsInteger = dyn_cast_or_null<IntegerAttr>(rhs);
  if (lhsInteger && rhsInteger)
    return integerFn(lhsInteger.getInt(), rhsInteger.getInt());
  auto lhsFloat = dyn_cast_or_null<FloatAttr>(lhs);
  auto rhsFloat = dyn_cast_or_null<FloatAttr>(rhs);
  if (lhsFloat && rhsFloat)
    return FloatAttr::get(
        lhsFloat.getType(),
        floatFn(lhsFloat.getValueAsDouble(), rhsFloat.getValueAsDouble()));
  return {};
}

static double floorDivide(double x, double y) {
  if (y == 0)
    return x / y;
  double rest = std::fmod(x, y);
  double quotient = (x - rest) / y;
  if (rest != 0 && (y < 0) != (rest < 0))
    quotient -= 1;
  if (quotient == 0)
    return std::copysign(0.0, x / y);
  double floor = std::floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

static double pythonRemainder(double x, double y) {
  double rest = std::fmod(x, y);
  if (rest == 0)
    return std::copysign(0.0, y);
  return (y < 0) != (rest < 0) ? rest + y : rest;
}

OpFoldResult PyFloorDivOp::fold(FoldAdaptor adaptor) {
  auto integer = [&](int64_t x, int64_t y) -> IntegerAttr {
    Type type = getResult().getType();
    if (y == 0)
      return IntegerAttr::get(type, 0);
    if (y == -1)
      return IntegerAttr::get(type, -APInt(64, x, /*isSigned=*/true));
    int64_t quotient = x / y;
    return IntegerAttr::get(type, x % y && (x < 0) != (y < 0) ? quotient - 1
                                                              : quotient);
  };
  return foldNumbers(adaptor.getLhs(), adaptor.getRhs(), integer, floorDivide);
}

OpFoldResult PyModOp::fold(FoldAdaptor adaptor) {
  auto integer = [&](int64_t x, int64_t y) -> IntegerAttr {
    int64_t rest = y == 0 || y == -1 ? 0 : x % y;
    return IntegerAttr::get(getResult().getType(),
                            rest && (rest < 0) != (y < 0) ? rest + y : rest);
  };
  return foldNumbers(adaptor.getLhs(), adaptor.getRhs(), integer,
                     pythonRemainder);
}

OpFoldResult PyPowOp::fold(FoldAdaptor adaptor) {
  auto integer = [&](int64_t x, int64_t y) -> IntegerAttr {
    if (y < 0)
      return IntegerAttr::get(getResult().getType(), x == 1 ? 1
                                                     : x == -1
                                                         ? (y % 2 ? -1 : 1)
                                                         : 0);
    APInt base(64, x, /*isSigned=*/true), power(64, 1);
    for (; y; y >>= 1, base *= base)
      if (y & 1)
        power *= base;
    return IntegerAttr::get(getResult().getType(), power);
  };
  return foldNumbers(adaptor.getLhs(), adaptor.getRhs(), integer,
                     [](double x, double y) { return std::pow(x, y); });
}

OpFoldResult PyTrueDivOp::fold(FoldAdaptor adaptor) {
  auto integer = [&](int64_t x, int64_t y) -> FloatAttr {
    return FloatAttr::get(getResult().getType(),
                          static_cast<double>(x) / static_cast<double>(y));
  };
  return foldNumbers(adaptor.getLhs(), adaptor.getRhs(), integer,
                     [](double x, double y) { return x / y; });
}
