// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar bodies of compute ops. Division by zero, the quotient that
// overflows, shifts by too much and floats that fit no integer are guarded by
// selects, so that every body is total and may be hoisted or vectorized.

#include "tensorssa/Dialect/TSSA/IR/TSSAScalars.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace mlir::tssa;
using namespace mlir::tssa::scalar;

//===----------------------------------------------------------------------===//
// Shorthand
//===----------------------------------------------------------------------===//

using B = ImplicitLocOpBuilder;
using FPred = arith::CmpFPredicate;
using IPred = arith::CmpIPredicate;

static Value addF(B &b, Value x, Value y) {
  return arith::AddFOp::create(b, x, y);
}
static Value subF(B &b, Value x, Value y) {
  return arith::SubFOp::create(b, x, y);
}
static Value mulF(B &b, Value x, Value y) {
  return arith::MulFOp::create(b, x, y);
}
static Value divF(B &b, Value x, Value y) {
  return arith::DivFOp::create(b, x, y);
}
static Value addI(B &b, Value x, Value y) {
  return arith::AddIOp::create(b, x, y);
}
static Value subI(B &b, Value x, Value y) {
  return arith::SubIOp::create(b, x, y);
}
static Value mulI(B &b, Value x, Value y) {
  return arith::MulIOp::create(b, x, y);
}
static Value andI(B &b, Value x, Value y) {
  return arith::AndIOp::create(b, x, y);
}
static Value orI(B &b, Value x, Value y) {
  return arith::OrIOp::create(b, x, y);
}
static Value xorI(B &b, Value x, Value y) {
  return arith::XOrIOp::create(b, x, y);
}
static Value pick(B &b, Value c, Value x, Value y) {
  return arith::SelectOp::create(b, c, x, y);
}
static Value cmp(B &b, FPred p, Value x, Value y) {
  return arith::CmpFOp::create(b, p, x, y);
}
static Value cmp(B &b, IPred p, Value x, Value y) {
  return arith::CmpIOp::create(b, p, x, y);
}
/// A constant of the type of `like`.
static Value lit(B &b, Value like, double value) {
  return constant(b, like.getType(), value);
}

static TypedAttr getAttr(Type type, double value) {
  if (isa<FloatType>(type))
    return FloatAttr::get(type, value);
  return IntegerAttr::get(type, APInt(type.getIntOrFloatBitWidth(),
                                      static_cast<int64_t>(value),
                                      /*isSigned=*/true,
                                      /*implicitTrunc=*/true));
}

Value scalar::constant(B &b, Type type, double value) {
  return arith::ConstantOp::create(b, getAttr(type, value));
}

//===----------------------------------------------------------------------===//
// Neutral elements
//===----------------------------------------------------------------------===//

TypedAttr scalar::zero(Type type) { return getAttr(type, 0); }
TypedAttr scalar::one(Type type) { return getAttr(type, 1); }

TypedAttr scalar::least(Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat::getInf(floatType.getFloatSemantics(),
                                                /*Negative=*/true));
  unsigned width = type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, width == 1 ? APInt(1, 0)
                                           : APInt::getSignedMinValue(width));
}

TypedAttr scalar::greatest(Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat::getInf(floatType.getFloatSemantics()));
  unsigned width = type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, width == 1 ? APInt(1, 1)
                                           : APInt::getSignedMaxValue(width));
}

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

Value scalar::identity(B &, ValueRange args) { return args[0]; }

Value scalar::never(B &b, ValueRange) { return constant(b, b.getI1Type(), 0); }
Value scalar::always(B &b, ValueRange) { return constant(b, b.getI1Type(), 1); }

Value scalar::negi(B &b, ValueRange args) {
  return subI(b, lit(b, args[0], 0), args[0]);
}

Value scalar::absi(B &b, ValueRange args) {
  Value zero = lit(b, args[0], 0);
  return pick(b, cmp(b, IPred::slt, args[0], zero), subI(b, zero, args[0]),
              args[0]);
}

Value scalar::signf(B &b, ValueRange args) {
  Value zero = lit(b, args[0], 0);
  Value below =
      pick(b, cmp(b, FPred::OLT, args[0], zero), lit(b, zero, -1), zero);
  return pick(b, cmp(b, FPred::OGT, args[0], zero), lit(b, zero, 1), below);
}

Value scalar::signi(B &b, ValueRange args) {
  Value zero = lit(b, args[0], 0);
  Value below =
      pick(b, cmp(b, IPred::slt, args[0], zero), lit(b, zero, -1), zero);
  return pick(b, cmp(b, IPred::sgt, args[0], zero), lit(b, zero, 1), below);
}

Value scalar::frac(B &b, ValueRange args) {
  return subF(b, args[0], math::TruncOp::create(b, args[0]));
}

Value scalar::rsqrt(B &b, ValueRange args) {
  return divF(b, lit(b, args[0], 1), math::SqrtOp::create(b, args[0]));
}

Value scalar::reciprocal(B &b, ValueRange args) {
  return divF(b, lit(b, args[0], 1), args[0]);
}

Value scalar::squaref(B &b, ValueRange args) {
  return mulF(b, args[0], args[0]);
}
Value scalar::squarei(B &b, ValueRange args) {
  return mulI(b, args[0], args[0]);
}

/// 1 + exp(-x).
static Value onePlusExpNeg(B &b, Value x) {
  return addF(b, lit(b, x, 1),
              math::ExpOp::create(b, arith::NegFOp::create(b, x)));
}

Value scalar::sigmoid(B &b, ValueRange args) {
  return divF(b, lit(b, args[0], 1), onePlusExpNeg(b, args[0]));
}

Value scalar::reluf(B &b, ValueRange args) {
  Value zero = lit(b, args[0], 0);
  return pick(b, cmp(b, FPred::OGT, zero, args[0]), zero, args[0]);
}

Value scalar::relui(B &b, ValueRange args) {
  return arith::MaxSIOp::create(b, args[0], lit(b, args[0], 0));
}

Value scalar::silu(B &b, ValueRange args) {
  return divF(b, args[0], onePlusExpNeg(b, args[0]));
}

Value scalar::gelu(B &b, ValueRange args) {
  Value x = args[0];
  Value half = mulF(b, x, lit(b, x, 0.5));
  Value erf =
      math::ErfOp::create(b, mulF(b, x, lit(b, x, 0.70710678118654752440)));
  return mulF(b, half, addF(b, lit(b, x, 1), erf));
}

Value scalar::softplus(B &b, ValueRange args) {
  Value x = args[0];
  Value soft = math::Log1pOp::create(b, math::ExpOp::create(b, x));
  return pick(b, cmp(b, FPred::OGT, x, lit(b, x, 20)), x, soft);
}

Value scalar::noti(B &b, ValueRange args) {
  return xorI(b, args[0], lit(b, args[0], -1));
}
Value scalar::notb(B &b, ValueRange args) {
  return xorI(b, args[0], lit(b, args[0], 1));
}

Value scalar::isnan(B &b, ValueRange args) {
  return cmp(b, FPred::UNO, args[0], args[0]);
}

static Value absAgainstInf(B &b, FPred predicate, Value x) {
  Value inf = arith::ConstantOp::create(b, greatest(x.getType()));
  return cmp(b, predicate, math::AbsFOp::create(b, x), inf);
}
Value scalar::isinf(B &b, ValueRange args) {
  return absAgainstInf(b, FPred::OEQ, args[0]);
}
Value scalar::isfinite(B &b, ValueRange args) {
  return absAgainstInf(b, FPred::OLT, args[0]);
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

namespace {
/// A divisor that neither traps nor overflows, and what was replaced.
struct SafeDivisor {
  Value isZero, isMinusOne, value;
  SafeDivisor(B &b, Value divisor) {
    isZero = cmp(b, IPred::eq, divisor, lit(b, divisor, 0));
    isMinusOne = cmp(b, IPred::eq, divisor, lit(b, divisor, -1));
    value = pick(b, orI(b, isZero, isMinusOne), lit(b, divisor, 1), divisor);
  }
  /// `quotient`, or what it is for the replaced divisors.
  Value finish(B &b, Value dividend, Value quotient) {
    Value zero = lit(b, dividend, 0);
    Value result = pick(b, isMinusOne, subI(b, zero, dividend), quotient);
    return pick(b, isZero, zero, result);
  }
};
} // namespace

/// Whether the integer remainder `rest` is not zero and its sign not
/// `divisor`'s.
static Value needsFloor(B &b, Value rest, Value divisor) {
  Value zero = lit(b, rest, 0);
  return andI(b, cmp(b, IPred::ne, rest, zero),
              cmp(b, IPred::slt, xorI(b, rest, divisor), zero));
}

Value scalar::floordivi(B &b, ValueRange args) {
  SafeDivisor divisor(b, args[1]);
  Value quotient = arith::DivSIOp::create(b, args[0], divisor.value);
  Value rest = arith::RemSIOp::create(b, args[0], divisor.value);
  Value lower = subI(b, quotient, lit(b, quotient, 1));
  return divisor.finish(
      b, args[0], pick(b, needsFloor(b, rest, divisor.value), lower, quotient));
}

Value scalar::divtrunci(B &b, ValueRange args) {
  SafeDivisor divisor(b, args[1]);
  return divisor.finish(b, args[0],
                        arith::DivSIOp::create(b, args[0], divisor.value));
}

Value scalar::remainderi(B &b, ValueRange args) {
  Value divisor = SafeDivisor(b, args[1]).value;
  Value rest = arith::RemSIOp::create(b, args[0], divisor);
  return pick(b, needsFloor(b, rest, divisor), addI(b, rest, divisor), rest);
}

Value scalar::fmodi(B &b, ValueRange args) {
  return arith::RemSIOp::create(b, args[0], SafeDivisor(b, args[1]).value);
}

/// Whether the float remainder `rest` is not zero and its sign not `divisor`'s.
static Value needsFloorF(B &b, Value rest, Value divisor) {
  Value zero = lit(b, rest, 0);
  return andI(b, cmp(b, FPred::UNE, rest, zero),
              xorI(b, cmp(b, FPred::OLT, divisor, zero),
                   cmp(b, FPred::OLT, rest, zero)));
}

Value scalar::floordivf(B &b, ValueRange args) {
  Value x = args[0], y = args[1];
  Value zero = lit(b, x, 0), one = lit(b, x, 1);
  Value exact = divF(b, x, y);
  Value rest = arith::RemFOp::create(b, x, y);
  Value quotient = divF(b, subF(b, x, rest), y);
  quotient = pick(b, needsFloorF(b, rest, y), subF(b, quotient, one), quotient);
  Value floor = math::FloorOp::create(b, quotient);
  Value above = cmp(b, FPred::OGT, subF(b, quotient, floor), lit(b, x, 0.5));
  floor = pick(b, above, addF(b, floor, one), floor);
  Value result = pick(b, cmp(b, FPred::UNE, quotient, zero), floor,
                      math::CopySignOp::create(b, zero, exact));
  return pick(b, cmp(b, FPred::OEQ, y, zero), exact, result);
}

Value scalar::divtruncf(B &b, ValueRange args) {
  return math::TruncOp::create(b, divF(b, args[0], args[1]));
}

Value scalar::remainderf(B &b, ValueRange args) {
  Value rest = arith::RemFOp::create(b, args[0], args[1]);
  return pick(b, needsFloorF(b, rest, args[1]), addF(b, rest, args[1]), rest);
}

Value scalar::pymodf(B &b, ValueRange args) {
  Value zero = lit(b, args[0], 0);
  Value rest = arith::RemFOp::create(b, args[0], args[1]);
  Value signedZero = math::CopySignOp::create(b, zero, args[1]);
  return pick(
      b, cmp(b, FPred::OEQ, rest, zero), signedZero,
      pick(b, needsFloorF(b, rest, args[1]), addF(b, rest, args[1]), rest));
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// `base ** exponent` by repeated squaring; `exponent` is at least 0.
static Value powerLoop(B &b, Value base, Value exponent) {
  Value zero = lit(b, base, 0), one = lit(b, base, 1);
  auto loop = scf::WhileOp::create(
      b, TypeRange{base.getType(), base.getType(), base.getType()},
      ValueRange{one, base, exponent},
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        B n(loc, nested);
        scf::ConditionOp::create(n, cmp(n, IPred::ne, args[2], zero), args);
      },
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        B n(loc, nested);
        Value odd = cmp(n, IPred::ne, andI(n, args[2], one), zero);
        Value product = pick(n, odd, mulI(n, args[0], args[1]), args[0]);
        Value rest = arith::ShRUIOp::create(n, args[2], one);
        scf::YieldOp::create(
            n, ValueRange{product, mulI(n, args[1], args[1]), rest});
      });
  return loop.getResult(0);
}

Value scalar::powi(B &b, ValueRange args) {
  Value base = args[0], exponent = args[1];
  Value zero = lit(b, base, 0), one = lit(b, base, 1);
  APInt known;
  if (matchPattern(exponent, m_ConstantInt(&known)) && known.isNonNegative() &&
      known.ule(4)) {
    Value result = one;
    for (uint64_t i = 0; i < known.getZExtValue(); ++i)
      result = i ? mulI(b, result, base) : base;
    return result;
  }
  Value negative = cmp(b, IPred::slt, exponent, zero);
  Value power = powerLoop(b, base, pick(b, negative, zero, exponent));
  Value minusOne = lit(b, base, -1);
  Value odd = cmp(b, IPred::ne, andI(b, exponent, one), zero);
  Value unit = pick(b, cmp(b, IPred::eq, base, minusOne),
                    pick(b, odd, minusOne, one), zero);
  unit = pick(b, cmp(b, IPred::eq, base, one), one, unit);
  return pick(b, negative, unit, power);
}

namespace {
/// An exponent that a number stands for and what it means.
struct SpecialExponent {
  double exponent;
  Value (*build)(B &, Value);
};
} // namespace

static const SpecialExponent specialExponents[] = {
    {2, [](B &b, Value x) { return mulF(b, x, x); }},
    {3, [](B &b, Value x) { return mulF(b, mulF(b, x, x), x); }},
    {0.5, [](B &b, Value x) -> Value { return math::SqrtOp::create(b, x); }},
    {-0.5, [](B &b, Value x) { return scalar::rsqrt(b, x); }},
    {-1, [](B &b, Value x) { return scalar::reciprocal(b, x); }},
    {-2, [](B &b, Value x) { return scalar::reciprocal(b, mulF(b, x, x)); }},
};

Value scalar::buildPow(OpBuilder &builder, Location loc, ValueRange args,
                       bool isNumber) {
  B b(loc, builder);
  Value base = args[0], exponent = args[1];
  if (!isa<FloatType>(base.getType()))
    return powi(b, args);
  FloatAttr known;
  if (isNumber && matchPattern(exponent, m_Constant(&known))) {
    for (const SpecialExponent &special : specialExponents)
      if (known.getValueAsDouble() == special.exponent)
        return special.build(b, base);
    return math::PowFOp::create(b, base, exponent);
  }
  Value result = math::PowFOp::create(b, base, exponent);
  if (!isNumber)
    return result;
  for (const SpecialExponent &special : specialExponents) {
    Value is = cmp(b, FPred::OEQ, exponent, lit(b, base, special.exponent));
    result = pick(b, is, special.build(b, base), result);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Other binary and ternary bodies
//===----------------------------------------------------------------------===//

// NaN in either operand wins: a NaN first operand is taken, a NaN second one
// fails the ordered comparison and is taken as well.
Value scalar::maxf(B &b, ValueRange args) {
  Value first = orI(b, cmp(b, FPred::OGT, args[0], args[1]),
                    cmp(b, FPred::UNO, args[0], args[0]));
  return pick(b, first, args[0], args[1]);
}

Value scalar::minf(B &b, ValueRange args) {
  Value first = orI(b, cmp(b, FPred::OLT, args[0], args[1]),
                    cmp(b, FPred::UNO, args[0], args[0]));
  return pick(b, first, args[0], args[1]);
}

/// Whether a shift amount is in `[0, width)`.
static Value isShift(B &b, Value amount) {
  return cmp(b, IPred::ult, amount,
             lit(b, amount, amount.getType().getIntOrFloatBitWidth()));
}

Value scalar::shiftLeft(B &b, ValueRange args) {
  Value inside = isShift(b, args[1]), zero = lit(b, args[0], 0);
  Value shifted =
      arith::ShLIOp::create(b, args[0], pick(b, inside, args[1], zero));
  return pick(b, inside, shifted, zero);
}

Value scalar::shiftRight(B &b, ValueRange args) {
  Value last = lit(b, args[1], args[1].getType().getIntOrFloatBitWidth() - 1);
  return arith::ShRSIOp::create(b, args[0],
                                pick(b, isShift(b, args[1]), args[1], last));
}

Value scalar::select(B &b, ValueRange args) {
  return pick(b, args[0], args[1], args[2]);
}

Value scalar::addcmulf(B &b, ValueRange args) {
  return addF(b, args[0], mulF(b, mulF(b, args[3], args[1]), args[2]));
}

Value scalar::addcmuli(B &b, ValueRange args) {
  return addI(b, args[0], mulI(b, mulI(b, args[3], args[1]), args[2]));
}

Value scalar::addcdiv(B &b, ValueRange args) {
  return addF(b, args[0], divF(b, mulF(b, args[3], args[1]), args[2]));
}

Value scalar::lerp(B &b, ValueRange args) {
  Value start = args[0], end = args[1], weight = args[2];
  Value difference = subF(b, end, start);
  Value near = addF(b, start, mulF(b, weight, difference));
  Value far =
      subF(b, end, mulF(b, difference, subF(b, lit(b, weight, 1), weight)));
  Value isNear =
      cmp(b, FPred::OLT, math::AbsFOp::create(b, weight), lit(b, weight, 0.5));
  return pick(b, isNear, near, far);
}

Value scalar::buildClamp(OpBuilder &builder, Location loc, ValueRange args,
                         bool hasMin, bool hasMax) {
  B b(loc, builder);
  Value result = args[0];
  bool isFloat = isa<FloatType>(result.getType());
  using Body = Value (*)(B &, ValueRange);
  auto apply = [&](Body floatBody, Body integerBody, Value bound) {
    Value operands[] = {bound, result};
    result = (isFloat ? floatBody : integerBody)(b, operands);
  };
  if (hasMin)
    apply(maxf, op<arith::MaxSIOp>, args[1]);
  if (hasMax)
    apply(minf, op<arith::MinSIOp>, args[hasMin ? 2 : 1]);
  return result;
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// Float to integer: towards zero, the least integer for what does not fit.
static Value floatToInteger(B &b, Value value, Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  double limit = std::ldexp(1.0, width - 1);
  // In f64, everything down to just above -limit - 1 truncates into an i32.
  bool isWider = value.getType().getIntOrFloatBitWidth() > width;
  Value low = lit(b, value, isWider ? -limit - 1 : -limit);
  Value inside = andI(b, cmp(b, isWider ? FPred::OGT : FPred::OGE, value, low),
                      cmp(b, FPred::OLT, value, lit(b, value, limit)));
  Value safe = pick(b, inside, value, lit(b, value, 0));
  Value converted = arith::FPToSIOp::create(b, type, safe);
  Value least = arith::ConstantOp::create(b, scalar::least(type));
  return pick(b, inside, converted, least);
}

Value scalar::buildCast(OpBuilder &builder, Location loc, Value value,
                        Type type) {
  B b(loc, builder);
  Type from = value.getType();
  if (from == type)
    return value;
  if (type.isInteger(1)) {
    Value zero = lit(b, value, 0);
    return isa<FloatType>(from) ? cmp(b, FPred::UNE, value, zero)
                                : cmp(b, IPred::ne, value, zero);
  }
  if (isa<FloatType>(type)) {
    if (from.isInteger(1))
      return arith::UIToFPOp::create(b, type, value);
    if (isa<IntegerType>(from))
      return arith::SIToFPOp::create(b, type, value);
    if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(b, type, value);
    return arith::TruncFOp::create(b, type, value);
  }
  if (isa<FloatType>(from))
    return floatToInteger(b, value, type);
  if (from.isInteger(1))
    return arith::ExtUIOp::create(b, type, value);
  if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtSIOp::create(b, type, value);
  return arith::TruncIOp::create(b, type, value);
}
