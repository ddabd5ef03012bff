// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops, conversion and creation to `linalg.generic`. Operands that
// broadcast by their type read through an affine map; where only the run time
// knows whether a size is 1, the index is multiplied by 0 or 1.

#include "Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tensorssa/Dialect/TSSA/IR/TSSAScalars.h"

using namespace mlir;
using namespace mlir::tssa;
using namespace mlir::tssa::lowering;

namespace {

/// How one operand of an elementwise op enters the body.
struct Operand {
  /// A scalar, loaded and converted before the loops.
  Value scalar;
  /// Which input of the generic op it is.
  int64_t input = -1;
  /// For each of its dimensions the factor of the index, where it reads by
  /// `tensor.extract`; null stands for 1.
  SmallVector<Value> strides;
};

/// The sizes of the result of an elementwise op and which dimensions have
/// operands whose size may be 1 at run time.
struct Broadcast {
  SmallVector<OpFoldResult> sizes;
  SmallVector<bool> isProven;

  Broadcast(LocBuilder &b, ValueRange operands, int64_t rank)
      : isProven(rank, true) {
    for (int64_t dim = 0; dim < rank; ++dim) {
      OpFoldResult common = b.getIndexAttr(1);
      for (Value operand : operands) {
        auto type = dyn_cast<RankedTensorType>(operand.getType());
        int64_t own = type ? dim - (rank - type.getRank()) : -1;
        if (own < 0)
          continue;
        bool proven = true;
        common = buildBroadcastSize(b, common, b.getSizeKey(common),
                                    buildSize(b, b.getLoc(), operand, own),
                                    b.getSizeKey(operand, own), proven);
        isProven[dim] = isProven[dim] && proven;
      }
      sizes.push_back(common);
    }
  }
};

} // namespace

/// Records a zero divisor: the number, or any element of the tensor, converted
/// to `type`, unless the result is empty.
static void buildDivisorCheck(LocBuilder &b, Value divisor, Type type,
                              ArrayRef<OpFoldResult> resultSizes) {
  if (isKnownNonzero(divisor, type))
    return;
  auto isZero = [&](LocBuilder &n, Value value) -> Value {
    value = scalar::buildCast(n, n.getLoc(), value, type);
    return arith::CmpIOp::create(n, arith::CmpIPredicate::eq, value,
                                 scalar::constant(n, type, 0));
  };
  Value anyZero;
  auto tensorType = dyn_cast<RankedTensorType>(divisor.getType());
  if (!tensorType) {
    anyZero = isZero(b, divisor);
  } else {
    int64_t rank = tensorType.getRank();
    Value init = buildFilled(b, {}, b.getBoolAttr(false));
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::reduction);
    AffineMap maps[] = {b.getMultiDimIdentityMap(rank),
                        AffineMap::get(rank, 0, b.getContext())};
    Value any = buildGeneric(b, divisor, init, maps, iterators,
                             [&](LocBuilder &n, ValueRange args) {
                               Value zero = isZero(n, args[0]);
                               return SmallVector<Value>{
                                   arith::OrIOp::create(n, args[1], zero)};
                             })
                    .getResult(0);
    anyZero = tensor::ExtractOp::create(b, any, ValueRange());
  }
  Value isNotEmpty =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                            buildProduct(b, resultSizes), buildIndex(b, 0));
  Value isBad = arith::AndIOp::create(b, anyZero, isNotEmpty);
  Value witness =
      arith::SelectOp::create(b, isBad, scalar::constant(b, b.getI64Type(), 0),
                              scalar::constant(b, b.getI64Type(), 1));
  CheckNonzeroOp::create(b, witness);
}

/// Whether a size is known to be 1, in the type or by where it comes from.
static bool isOne(LocBuilder &b, Value tensor, int64_t dim) {
  return b.getSizeKey(tensor, dim) == SizeKey::ofConstant(1);
}

/// The map of an operand that reads by affine indices.
static AffineMap getBroadcastMap(LocBuilder &b, Value operand, int64_t rank) {
  SmallVector<AffineExpr> exprs;
  int64_t own = getTensor(operand).getRank();
  for (int64_t i = 0; i < own; ++i)
    exprs.push_back(isOne(b, operand, i) ? b.getAffineConstantExpr(0)
                                         : b.getAffineDimExpr(rank - own + i));
  return AffineMap::get(rank, 0, exprs, b.getContext());
}

Value lowering::lowerElementwise(LocBuilder &b, ElementwiseOpInterface op) {
  const ElementwiseRow &row = op.getRow();
  Type computeType = op.getComputeType();
  ValueRange operands = op->getOperands();
  Type resultType = op->getResult(0).getType();
  int64_t rank = cast<RankedTensorType>(resultType).getRank();
  Broadcast broadcast(b, operands, rank);
  if (row.divisor >= 0 && isa<IntegerType>(computeType))
    buildDivisorCheck(b, operands[row.divisor], computeType, broadcast.sizes);

  auto convert = [&](LocBuilder &n, Value value, size_t number) {
    return number < row.numConditions
               ? value
               : scalar::buildCast(n, n.getLoc(), value, computeType);
  };
  SmallVector<Operand> infos(operands.size());
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    Operand &info = infos[number];
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || type.getRank() == 0) {
      info.scalar = operand;
      if (type)
        info.scalar = tensor::ExtractOp::create(b, operand, ValueRange());
      info.scalar = convert(b, info.scalar, number);
      continue;
    }
    // Where a dynamic size may be 1 and the result's is not, no affine map
    // tells the element.
    bool byMap = true;
    for (int64_t i = 0; i < type.getRank(); ++i)
      byMap &= !type.isDynamicDim(i) || isOne(b, operand, i) ||
               broadcast.isProven[rank - type.getRank() + i];
    if (byMap) {
      info.input = inputs.size();
      inputs.push_back(operand);
      maps.push_back(getBroadcastMap(b, operand, rank));
      continue;
    }
    for (int64_t i = 0; i < type.getRank(); ++i) {
      Value stride;
      if (isOne(b, operand, i)) {
        stride = buildIndex(b, 0);
      } else if (type.isDynamicDim(i) &&
                 !broadcast.isProven[rank - type.getRank() + i]) {
        Value isOne = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                            buildSizeValue(b, operand, i),
                                            buildIndex(b, 1));
        stride = arith::SelectOp::create(b, isOne, buildIndex(b, 0),
                                         buildIndex(b, 1));
      }
      info.strides.push_back(stride);
    }
  }
  maps.push_back(b.getMultiDimIdentityMap(rank));

  Value empty = buildEmpty(b, broadcast.sizes,
                           cast<RankedTensorType>(resultType).getElementType());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = buildGeneric(
      b, inputs, empty, maps, iterators,
      [&](LocBuilder &n, ValueRange args) -> SmallVector<Value> {
        SmallVector<Value> scalars;
        for (auto [number, info] : llvm::enumerate(infos)) {
          if (info.scalar) {
            scalars.push_back(info.scalar);
            continue;
          }
          Value element;
          if (info.input >= 0) {
            element = args[info.input];
          } else {
            SmallVector<Value> indices;
            int64_t first = rank - info.strides.size();
            for (auto [i, stride] : llvm::enumerate(info.strides)) {
              Value index = linalg::IndexOp::create(n, first + i);
              indices.push_back(stride ? arith::MulIOp::create(n, index, stride)
                                       : index);
            }
            element = tensor::ExtractOp::create(n, operands[number], indices);
          }
          scalars.push_back(convert(n, element, number));
        }
        return {op.buildScalar(n, n.getLoc(), scalars)};
      });
  return castTo(b, generic.getResult(0), resultType);
}

//===----------------------------------------------------------------------===//
// Conversion and creation
//===----------------------------------------------------------------------===//

Value lowering::lowerCast(LocBuilder &b, CastOp op) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Value input = op.getInput();
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  Type element = type.getElementType();
  Value empty = buildEmpty(b, buildSizes(b, b.getLoc(), input), element);
  Value result = buildGeneric(b, input, empty, {identity, identity}, iterators,
                              [&](LocBuilder &n, ValueRange args) {
                                return SmallVector<Value>{scalar::buildCast(
                                    n, n.getLoc(), args[0], element)};
                              })
                     .getResult(0);
  return castTo(b, result, type);
}

/// Checks that sizes are at least 0.
static void buildSizeChecks(LocBuilder &b, ValueRange sizes) {
  for (Value size : sizes) {
    if (b.getSizeKey(OpFoldResult(size)).isNonNegative())
      continue;
    Value isValid = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, size,
                                          buildIndex(b, 0));
    CheckOp::create(
        b, isValid,
        b.getStringAttr("expected sizes to be at least 0 but got {0}"), size);
  }
}

Value lowering::lowerFull(LocBuilder &b, FullOp op) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  buildSizeChecks(b, op.getSizes());
  Value value =
      scalar::buildCast(b, b.getLoc(), op.getValue(), type.getElementType());
  SmallVector<OpFoldResult> sizes =
      getMixedValues(type.getShape(), op.getSizes(), b);
  Value empty = buildEmpty(b, sizes, type.getElementType());
  Value filled = linalg::FillOp::create(b, value, empty).getResult(0);
  return castTo(b, filled, type);
}

Value lowering::lowerArange(LocBuilder &b, ArangeOp op) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  SmallVector<Value> dynamic;
  if (op.getSize())
    dynamic.push_back(op.getSize());
  buildSizeChecks(b, dynamic);
  SmallVector<OpFoldResult> sizes = getMixedValues(type.getShape(), dynamic, b);
  Value start = op.getStart(), step = op.getStep();
  bool isFloat = isa<FloatType>(start.getType());
  Type element = type.getElementType();
  Value result = buildFromIndices(
      b, sizes, element, [&](LocBuilder &n, ValueRange indices) -> Value {
        Value i = arith::IndexCastOp::create(n, n.getI64Type(), indices[0]);
        Value value;
        if (isFloat) {
          i = arith::SIToFPOp::create(n, start.getType(), i);
          value = arith::MulFOp::create(n, i, step);
          value = arith::AddFOp::create(n, start, value);
        } else {
          value = arith::MulIOp::create(n, i, step);
          value = arith::AddIOp::create(n, start, value);
        }
        return scalar::buildCast(n, n.getLoc(), value, element);
      });
  return castTo(b, result, type);
}

Value lowering::lowerPython(LocBuilder &b, Operation *op) {
  ValueRange args = op->getOperands();
  bool isFloat = isa<FloatType>(args[0].getType());
  if (isa<PyFloorDivOp>(op))
    return isFloat ? scalar::floordivf(b, args) : scalar::floordivi(b, args);
  if (isa<PyModOp>(op))
    return isFloat ? scalar::pymodf(b, args) : scalar::remainderi(b, args);
  if (isa<PyPowOp>(op))
    return isFloat ? scalar::op<math::PowFOp>(b, args) : scalar::powi(b, args);
  Type f64 = b.getF64Type();
  Value lhs = scalar::buildCast(b, b.getLoc(), args[0], f64);
  Value rhs = scalar::buildCast(b, b.getLoc(), args[1], f64);
  return arith::DivFOp::create(b, lhs, rhs);
}
