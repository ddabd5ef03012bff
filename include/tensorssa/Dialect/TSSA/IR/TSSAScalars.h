// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar bodies that the tables of compute ops name, built from arith and
// math. None has undefined behaviour for any input; none traps.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSASCALARS_H
#define TENSORSSA_DIALECT_TSSA_IR_TSSASCALARS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::tssa::scalar {

/// The upstream op `OpTy` on the arguments.
template <typename OpTy> Value op(ImplicitLocOpBuilder &b, ValueRange args) {
  return OpTy::create(b, args[0].getType(), args);
}

template <arith::CmpFPredicate predicate>
Value cmpf(ImplicitLocOpBuilder &b, ValueRange args) {
  return arith::CmpFOp::create(b, predicate, args[0], args[1]);
}

template <arith::CmpIPredicate predicate>
Value cmpi(ImplicitLocOpBuilder &b, ValueRange args) {
  return arith::CmpIOp::create(b, predicate, args[0], args[1]);
}

/// A constant of a scalar type (any value an i64 or a double can say).
Value constant(ImplicitLocOpBuilder &b, Type type, double value);

// Neutral elements of reductions.
TypedAttr zero(Type type);
TypedAttr one(Type type);
TypedAttr least(Type type);
TypedAttr greatest(Type type);

// Unary.
Value identity(ImplicitLocOpBuilder &b, ValueRange args);
Value never(ImplicitLocOpBuilder &b, ValueRange args);
Value always(ImplicitLocOpBuilder &b, ValueRange args);
Value negi(ImplicitLocOpBuilder &b, ValueRange args);
Value absi(ImplicitLocOpBuilder &b, ValueRange args);
Value signf(ImplicitLocOpBuilder &b, ValueRange args);
Value signi(ImplicitLocOpBuilder &b, ValueRange args);
Value frac(ImplicitLocOpBuilder &b, ValueRange args);
Value rsqrt(ImplicitLocOpBuilder &b, ValueRange args);
Value reciprocal(ImplicitLocOpBuilder &b, ValueRange args);
Value squaref(ImplicitLocOpBuilder &b, ValueRange args);
Value squarei(ImplicitLocOpBuilder &b, ValueRange args);
Value sigmoid(ImplicitLocOpBuilder &b, ValueRange args);
Value reluf(ImplicitLocOpBuilder &b, ValueRange args);
Value relui(ImplicitLocOpBuilder &b, ValueRange args);
Value silu(ImplicitLocOpBuilder &b, ValueRange args);
Value gelu(ImplicitLocOpBuilder &b, ValueRange args);
Value softplus(ImplicitLocOpBuilder &b, ValueRange args);
Value noti(ImplicitLocOpBuilder &b, ValueRange args);
Value notb(ImplicitLocOpBuilder &b, ValueRange args);
Value isnan(ImplicitLocOpBuilder &b, ValueRange args);
Value isinf(ImplicitLocOpBuilder &b, ValueRange args);
Value isfinite(ImplicitLocOpBuilder &b, ValueRange args);

// Binary.
Value floordivf(ImplicitLocOpBuilder &b, ValueRange args);
Value floordivi(ImplicitLocOpBuilder &b, ValueRange args);
Value divtruncf(ImplicitLocOpBuilder &b, ValueRange args);
Value divtrunci(ImplicitLocOpBuilder &b, ValueRange args);
Value remainderf(ImplicitLocOpBuilder &b, ValueRange args);
Value remainderi(ImplicitLocOpBuilder &b, ValueRange args);
Value fmodi(ImplicitLocOpBuilder &b, ValueRange args);
Value powi(ImplicitLocOpBuilder &b, ValueRange args);
Value maxf(ImplicitLocOpBuilder &b, ValueRange args);
Value minf(ImplicitLocOpBuilder &b, ValueRange args);
Value shiftLeft(ImplicitLocOpBuilder &b, ValueRange args);
Value shiftRight(ImplicitLocOpBuilder &b, ValueRange args);
/// Python's `%` of floats, which differs from `remainderf` in the sign of 0.
Value pymodf(ImplicitLocOpBuilder &b, ValueRange args);

// Ternary.
Value select(ImplicitLocOpBuilder &b, ValueRange args);
Value addcmulf(ImplicitLocOpBuilder &b, ValueRange args);
Value addcmuli(ImplicitLocOpBuilder &b, ValueRange args);
Value addcdiv(ImplicitLocOpBuilder &b, ValueRange args);
Value lerp(ImplicitLocOpBuilder &b, ValueRange args);

/// `tssa.pow`; `isNumber` says whether the exponent is a Python number.
Value buildPow(OpBuilder &builder, Location loc, ValueRange args,
               bool isNumber);

/// `tssa.clamp` on the input and the bounds that are there.
Value buildClamp(OpBuilder &builder, Location loc, ValueRange args, bool hasMin,
                 bool hasMax);

/// `tssa.cast` of a scalar to `type`.
Value buildCast(OpBuilder &builder, Location loc, Value value, Type type);

} // namespace mlir::tssa::scalar

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSASCALARS_H
