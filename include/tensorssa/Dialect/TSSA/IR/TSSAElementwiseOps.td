// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of elementwise ops: one row is one op with its promotion, its
// scalar body in each domain and the operators it implements. Descriptions
// are exact: the reference interpreter is written from them. Where they name
// a C function, f32 uses its `f` form (`expf`); each arithmetic operation
// named rounds on its own, in the element type.
//
// Sizes broadcast: from the first dimension of the result to the last, and for
// each over the operands that have it from left to right, an op fails as
// `tssa.check_broadcast` on what was found so far and the next operand's size.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSAELEMENTWISEOPS_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSAELEMENTWISEOPS_TD

include "tensorssa/Dialect/TSSA/IR/TSSAComputeBase.td"

//===----------------------------------------------------------------------===//
// Unary: sign and rounding
//===----------------------------------------------------------------------===//

def TSSA_NegOp : TSSA_Unary<"neg", Promote,
    TSSA_FI<"scalar::op<arith::NegFOp>", "scalar::negi">,
    ["aten::neg", "aten::negative"],
    "the negative", "`-x`: the sign bit flipped; integers wrap.">;
def TSSA_AbsOp : TSSA_Unary<"abs", Promote,
    TSSA_FIB<"scalar::op<math::AbsFOp>", "scalar::absi", "scalar::identity">,
    ["aten::abs", "aten::absolute"],
    "the absolute value", "`fabs`; the least integer stays as it is; a bool is its own.">;
def TSSA_SignOp : TSSA_Unary<"sign", Promote,
    TSSA_FIB<"scalar::signf", "scalar::signi", "scalar::identity">,
    ["aten::sign", "aten::sgn"],
    "-1, 0 or 1",
    "`(x > 0) - (x < 0)`: +0 for both zeros and for NaN; a bool is its own.">;
def TSSA_FloorOp : TSSA_Unary<"floor", Promote,
    TSSA_FI<"scalar::op<math::FloorOp>", "scalar::identity">, ["aten::floor"],
    "the next integral value below", "`floor`; integers stay.">;
def TSSA_CeilOp : TSSA_Unary<"ceil", Promote,
    TSSA_FI<"scalar::op<math::CeilOp>", "scalar::identity">, ["aten::ceil"],
    "the next integral value above", "`ceil`; integers stay.">;
def TSSA_RoundOp : TSSA_Unary<"round", Promote,
    TSSA_FI<"scalar::op<math::RoundEvenOp>", "scalar::identity">, ["aten::round"],
    "the nearest integral value", "`roundeven`: halves go to even; integers stay.">;
def TSSA_TruncOp : TSSA_Unary<"trunc", Promote,
    TSSA_FI<"scalar::op<math::TruncOp>", "scalar::identity">,
    ["aten::trunc", "aten::fix"],
    "the integral part", "`trunc`; integers stay.">;
def TSSA_FracOp : TSSA_Unary<"frac", Promote,
    TSSA_F<"scalar::frac">, ["aten::frac"],
    "the fractional part", "`x - trunc(x)`.">;

//===----------------------------------------------------------------------===//
// Unary: powers, logarithms, trigonometry
//===----------------------------------------------------------------------===//

def TSSA_SqrtOp : TSSA_Unary<"sqrt", PromoteToFloat,
    TSSA_F<"scalar::op<math::SqrtOp>">, ["aten::sqrt"],
    "the square root", "`sqrt`, correctly rounded.">;
def TSSA_RsqrtOp : TSSA_Unary<"rsqrt", PromoteToFloat,
    TSSA_F<"scalar::rsqrt">, ["aten::rsqrt"],
    "one over the square root", "`1 / sqrt(x)`, two roundings.">;
def TSSA_ReciprocalOp : TSSA_Unary<"reciprocal", PromoteToFloat,
    TSSA_F<"scalar::reciprocal">, ["aten::reciprocal"],
    "one over a value", "`1 / x`.">;
def TSSA_SquareOp : TSSA_Unary<"square", Promote,
    TSSA_FI<"scalar::squaref", "scalar::squarei">, ["aten::square"],
    "a value times itself", "`x * x`; integers wrap.">;
def TSSA_ExpOp : TSSA_Unary<"exp", PromoteToFloat,
    TSSA_F<"scalar::op<math::ExpOp>">, ["aten::exp"], "e to a power", "`exp`.">;
def TSSA_Exp2Op : TSSA_Unary<"exp2", PromoteToFloat,
    TSSA_F<"scalar::op<math::Exp2Op>">, ["aten::exp2"], "2 to a power", "`exp2`.">;
def TSSA_Expm1Op : TSSA_Unary<"expm1", PromoteToFloat,
    TSSA_F<"scalar::op<math::ExpM1Op>">, ["aten::expm1"],
    "e to a power, less 1", "`expm1`.">;
def TSSA_LogOp : TSSA_Unary<"log", PromoteToFloat,
    TSSA_F<"scalar::op<math::LogOp>">, ["aten::log"],
    "the natural logarithm", "`log`.">;
def TSSA_Log2Op : TSSA_Unary<"log2", PromoteToFloat,
    TSSA_F<"scalar::op<math::Log2Op>">, ["aten::log2"],
    "the logarithm to base 2", "`log2`.">;
def TSSA_Log10Op : TSSA_Unary<"log10", PromoteToFloat,
    TSSA_F<"scalar::op<math::Log10Op>">, ["aten::log10"],
    "the logarithm to base 10", "`log10`.">;
def TSSA_Log1pOp : TSSA_Unary<"log1p", PromoteToFloat,
    TSSA_F<"scalar::op<math::Log1pOp>">, ["aten::log1p"],
    "the logarithm of 1 plus a value", "`log1p`.">;
def TSSA_SinOp : TSSA_Unary<"sin", PromoteToFloat,
    TSSA_F<"scalar::op<math::SinOp>">, ["aten::sin"], "the sine", "`sin`.">;
def TSSA_CosOp : TSSA_Unary<"cos", PromoteToFloat,
    TSSA_F<"scalar::op<math::CosOp>">, ["aten::cos"], "the cosine", "`cos`.">;
def TSSA_TanOp : TSSA_Unary<"tan", PromoteToFloat,
    TSSA_F<"scalar::op<math::TanOp>">, ["aten::tan"], "the tangent", "`tan`.">;
def TSSA_AsinOp : TSSA_Unary<"asin", PromoteToFloat,
    TSSA_F<"scalar::op<math::AsinOp>">, ["aten::asin", "aten::arcsin"],
    "the arc sine", "`asin`.">;
def TSSA_AcosOp : TSSA_Unary<"acos", PromoteToFloat,
    TSSA_F<"scalar::op<math::AcosOp>">, ["aten::acos", "aten::arccos"],
    "the arc cosine", "`acos`.">;
def TSSA_AtanOp : TSSA_Unary<"atan", PromoteToFloat,
    TSSA_F<"scalar::op<math::AtanOp>">, ["aten::atan", "aten::arctan"],
    "the arc tangent", "`atan`.">;
def TSSA_SinhOp : TSSA_Unary<"sinh", PromoteToFloat,
    TSSA_F<"scalar::op<math::SinhOp>">, ["aten::sinh"],
    "the hyperbolic sine", "`sinh`.">;
def TSSA_CoshOp : TSSA_Unary<"cosh", PromoteToFloat,
    TSSA_F<"scalar::op<math::CoshOp>">, ["aten::cosh"],
    "the hyperbolic cosine", "`cosh`.">;
def TSSA_TanhOp : TSSA_Unary<"tanh", PromoteToFloat,
    TSSA_F<"scalar::op<math::TanhOp>">, ["aten::tanh"],
    "the hyperbolic tangent", "`tanh`.">;
def TSSA_ErfOp : TSSA_Unary<"erf", PromoteToFloat,
    TSSA_F<"scalar::op<math::ErfOp>">, ["aten::erf"],
    "the error function", "`erf`.">;

//===----------------------------------------------------------------------===//
// Unary: activations
//===----------------------------------------------------------------------===//

def TSSA_SigmoidOp : TSSA_Unary<"sigmoid", PromoteToFloat,
    TSSA_F<"scalar::sigmoid">, ["aten::sigmoid"],
    "the logistic function", "`1 / (1 + exp(-x))`.">;
def TSSA_ReluOp : TSSA_Unary<"relu", Promote,
    TSSA_FI<"scalar::reluf", "scalar::relui">, ["aten::relu"],
    "negative values become zero",
    "`0 > x ? 0 : x`: NaN and -0.0 stay.">;
def TSSA_SiluOp : TSSA_Unary<"silu", Promote,
    TSSA_F<"scalar::silu">, ["aten::silu"],
    "a value times its logistic function", "`x / (1 + exp(-x))`.">;
def TSSA_GeluOp : TSSA_Unary<"gelu", Promote,
    TSSA_F<"scalar::gelu">, ["aten::gelu"],
    "a value times the normal distribution's cumulative function",
    "`(x * 0.5) * (1 + erf(x * c))` with c = sqrt(1/2) rounded to the element type.">;
def TSSA_SoftplusOp : TSSA_Unary<"softplus", Promote,
    TSSA_F<"scalar::softplus">, ["aten::softplus"],
    "a smooth relu", "`x > 20 ? x : log1p(exp(x))`.">;

//===----------------------------------------------------------------------===//
// Unary: logic and classification
//===----------------------------------------------------------------------===//

def TSSA_LogicalNotOp : TSSA_Unary<"logical_not", PromoteLogical,
    TSSA_FIB<"", "", "scalar::notb">, ["aten::logical_not"],
    "whether a value is zero", "`!x`; NaN is true, so its negation is false.">;
def TSSA_BitwiseNotOp : TSSA_Unary<"bitwise_not", Promote,
    TSSA_IB<"scalar::noti", "scalar::notb">, ["aten::bitwise_not"],
    "each bit flipped", "`~x`; of a bool its negation.">;
def TSSA_IsNanOp : TSSA_Unary<"isnan", PromoteCompare,
    TSSA_FIB<"scalar::isnan", "scalar::never", "scalar::never">, ["aten::isnan"],
    "whether a value is NaN", "False for integers and bools.">;
def TSSA_IsInfOp : TSSA_Unary<"isinf", PromoteCompare,
    TSSA_FIB<"scalar::isinf", "scalar::never", "scalar::never">, ["aten::isinf"],
    "whether a value is infinite", "False for integers and bools.">;
def TSSA_IsFiniteOp : TSSA_Unary<"isfinite", PromoteCompare,
    TSSA_FIB<"scalar::isfinite", "scalar::always", "scalar::always">,
    ["aten::isfinite"],
    "whether a value is neither infinite nor NaN", "True for integers and bools.">;

//===----------------------------------------------------------------------===//
// Binary: arithmetic
//===----------------------------------------------------------------------===//

def TSSA_AddOp : TSSA_Binary<"add", Promote,
    TSSA_FIB<"scalar::op<arith::AddFOp>", "scalar::op<arith::AddIOp>", "scalar::op<arith::OrIOp>">,
    ["aten::add.Tensor", "aten::add.Scalar"],
    "a sum", "`a + b`; integers wrap; of bools `or`. A front end multiplies by `alpha` first.">;
def TSSA_SubOp : TSSA_Binary<"sub", Promote,
    TSSA_FI<"scalar::op<arith::SubFOp>", "scalar::op<arith::SubIOp>">,
    ["aten::sub.Tensor", "aten::sub.Scalar", "aten::rsub.Scalar"],
    "a difference", "`a - b`; integers wrap.">;
def TSSA_MulOp : TSSA_Binary<"mul", Promote,
    TSSA_FIB<"scalar::op<arith::MulFOp>", "scalar::op<arith::MulIOp>", "scalar::op<arith::AndIOp>">,
    ["aten::mul.Tensor", "aten::mul.Scalar"],
    "a product", "`a * b`; integers wrap; of bools `and`.">;
def TSSA_DivOp : TSSA_Binary<"div", PromoteToFloat,
    TSSA_F<"scalar::op<arith::DivFOp>">,
    ["aten::div.Tensor", "aten::div.Scalar", "aten::true_divide.Tensor"],
    "a quotient", "`a / b` as floats; a zero divisor gives an infinity or NaN.">;

/// What integer division does with a zero divisor.
defvar TSSA_ZeroDivisor = [{

    In the integer domain the op fails as `tssa.check_nonzero` does if any
    element of the divisor, converted, is zero and the result is not empty.}];

let divisor = 1 in {
def TSSA_FloorDivideOp : TSSA_Binary<"floor_divide", Promote,
    TSSA_FI<"scalar::floordivf", "scalar::floordivi">,
    ["aten::floor_divide", "aten::floor_divide.Scalar", "aten::div.Tensor_mode",
     "aten::div.Scalar_mode"],
    "a quotient rounded down", [{
    Integers: the quotient rounded towards minus infinity; the least integer by
    -1 wraps to itself. Floats, as PyTorch and Python do it: if `b` is 0, then
    `a / b`; else `m = fmod(a, b)`, `d = (a - m) / b`, less 1 if `m` is not 0
    and `(b < 0) != (m < 0)`; the result is `copysign(0, a / b)` if `d` is 0,
    else `f = floor(d)`, plus 1 if `d - f > 0.5`.}] # TSSA_ZeroDivisor>;
def TSSA_DivTruncOp : TSSA_Binary<"div_trunc", Promote,
    TSSA_FI<"scalar::divtruncf", "scalar::divtrunci">,
    ["aten::div.Tensor_mode", "aten::div.Scalar_mode"],
    "a quotient rounded towards zero", [{
    Integers: C's `/`; the least integer by -1 wraps to itself. Floats:
    `trunc(a / b)`.}] # TSSA_ZeroDivisor>;
def TSSA_RemainderOp : TSSA_Binary<"remainder", Promote,
    TSSA_FI<"scalar::remainderf", "scalar::remainderi">,
    ["aten::remainder.Tensor", "aten::remainder.Scalar", "aten::remainder.Scalar_Tensor"],
    "a remainder with the divisor's sign", [{
    Python's `%`. Integers: C's `%`, plus `b` if that is not 0 and its sign is
    not `b`'s; anything by -1 is 0. Floats: `m = fmod(a, b)`; `m + b` if `m` is
    not 0 and `(b < 0) != (m < 0)`, else `m`.}] # TSSA_ZeroDivisor>;
def TSSA_FmodOp : TSSA_Binary<"fmod", Promote,
    TSSA_FI<"scalar::op<arith::RemFOp>", "scalar::fmodi">,
    ["aten::fmod.Tensor", "aten::fmod.Scalar"],
    "a remainder with the dividend's sign",
    "C's `%` of integers (anything by -1 is 0), `fmod` of floats." # TSSA_ZeroDivisor>;
}

def TSSA_PowOp : TSSA_Binary<"pow", Promote,
    TSSA_FI<"scalar::op<math::PowFOp>", "scalar::powi">,
    ["aten::pow.Tensor_Tensor", "aten::pow.Tensor_Scalar", "aten::pow.Scalar"],
    "a power", [{
    Floats: `pow(a, b)`, except that an exponent which is a Python number,
    converted to the element type, means: 2 `a * a`; 3 `(a * a) * a`;
    0.5 `sqrt(a)`; -0.5 `1 / sqrt(a)`; -1 `1 / a`; -2 `1 / (a * a)`.
    Integers: repeated multiplication with wrapping; a negative exponent gives
    1 for base 1, 1 or -1 for base -1 by the exponent's parity, else 0 (that
    PyTorch refuses a negative number as exponent is a front end's check).}], [{
    ::mlir::Value $cppClass::buildScalar(::mlir::OpBuilder &builder,
                                         ::mlir::Location loc,
                                         ::mlir::ValueRange args) {
      return ::mlir::tssa::scalar::buildPow(
          builder, loc, args, /*isNumber=*/!::llvm::isa<::mlir::ShapedType>(getRhs().getType()));
    }
    }]>;
def TSSA_MaximumOp : TSSA_Binary<"maximum", Promote,
    TSSA_FIB<"scalar::maxf", "scalar::op<arith::MaxSIOp>", "scalar::op<arith::OrIOp>">,
    ["aten::maximum", "aten::max.other"],
    "the larger of two", "`(a > b || a is NaN) ? a : b`: NaN wins, of equal ones `b`.">;
def TSSA_MinimumOp : TSSA_Binary<"minimum", Promote,
    TSSA_FIB<"scalar::minf", "scalar::op<arith::MinSIOp>", "scalar::op<arith::AndIOp>">,
    ["aten::minimum", "aten::min.other"],
    "the smaller of two", "`(a < b || a is NaN) ? a : b`: NaN wins, of equal ones `b`.">;
def TSSA_Atan2Op : TSSA_Binary<"atan2", PromoteToFloat,
    TSSA_F<"scalar::op<math::Atan2Op>">, ["aten::atan2", "aten::arctan2"],
    "the angle of a point", "`atan2(a, b)`: `a` is the ordinate.">;

//===----------------------------------------------------------------------===//
// Binary: comparison, logic, bits
//===----------------------------------------------------------------------===//

/// Comparisons with NaN are false, but `ne` true. False is less than true.
class TSSA_Compare<string mnemonic, string f, string i, string b, string help>
    : TSSA_Binary<mnemonic, PromoteCompare,
        TSSA_FIB<"scalar::cmpf<arith::CmpFPredicate::" # f # ">",
                 "scalar::cmpi<arith::CmpIPredicate::" # i # ">",
                 "scalar::cmpi<arith::CmpIPredicate::" # b # ">">,
        ["aten::" # mnemonic # ".Tensor", "aten::" # mnemonic # ".Scalar"],
        help, "Any comparison with NaN is false, but `ne` true; false is less than true.">;
def TSSA_EqOp : TSSA_Compare<"eq", "OEQ", "eq", "eq", "whether two values are equal">;
def TSSA_NeOp : TSSA_Compare<"ne", "UNE", "ne", "ne", "whether two values differ">;
def TSSA_LtOp : TSSA_Compare<"lt", "OLT", "slt", "ult", "whether a value is less">;
def TSSA_LeOp : TSSA_Compare<"le", "OLE", "sle", "ule", "whether a value is less or equal">;
def TSSA_GtOp : TSSA_Compare<"gt", "OGT", "sgt", "ugt", "whether a value is greater">;
def TSSA_GeOp : TSSA_Compare<"ge", "OGE", "sge", "uge", "whether a value is greater or equal">;

def TSSA_LogicalAndOp : TSSA_Binary<"logical_and", PromoteLogical,
    TSSA_FIB<"", "", "scalar::op<arith::AndIOp>">, ["aten::logical_and"],
    "whether both values are nonzero", "`a && b`; NaN is true.">;
def TSSA_LogicalOrOp : TSSA_Binary<"logical_or", PromoteLogical,
    TSSA_FIB<"", "", "scalar::op<arith::OrIOp>">, ["aten::logical_or"],
    "whether either value is nonzero", "`a || b`; NaN is true.">;
def TSSA_LogicalXorOp : TSSA_Binary<"logical_xor", PromoteLogical,
    TSSA_FIB<"", "", "scalar::op<arith::XOrIOp>">, ["aten::logical_xor"],
    "whether exactly one value is nonzero", "`!a != !b`; NaN is true.">;
def TSSA_BitwiseAndOp : TSSA_Binary<"bitwise_and", Promote,
    TSSA_IB<"scalar::op<arith::AndIOp>", "scalar::op<arith::AndIOp>">,
    ["aten::bitwise_and.Tensor", "aten::bitwise_and.Scalar", "aten::__and__.Tensor"],
    "the common bits", "`a & b`.">;
def TSSA_BitwiseOrOp : TSSA_Binary<"bitwise_or", Promote,
    TSSA_IB<"scalar::op<arith::OrIOp>", "scalar::op<arith::OrIOp>">,
    ["aten::bitwise_or.Tensor", "aten::bitwise_or.Scalar", "aten::__or__.Tensor"],
    "the bits of either", "`a | b`.">;
def TSSA_BitwiseXorOp : TSSA_Binary<"bitwise_xor", Promote,
    TSSA_IB<"scalar::op<arith::XOrIOp>", "scalar::op<arith::XOrIOp>">,
    ["aten::bitwise_xor.Tensor", "aten::bitwise_xor.Scalar", "aten::__xor__.Tensor"],
    "the bits of exactly one", "`a ^ b`.">;
def TSSA_ShiftLeftOp : TSSA_Binary<"shift_left", Promote,
    TSSA_IB<"scalar::shiftLeft", "">,
    ["aten::bitwise_left_shift.Tensor", "aten::__lshift__.Tensor", "aten::__lshift__.Scalar"],
    "bits moved up", "`a << b`; 0 where `b` is negative or not less than the width.">;
def TSSA_ShiftRightOp : TSSA_Binary<"shift_right", Promote,
    TSSA_IB<"scalar::shiftRight", "">,
    ["aten::bitwise_right_shift.Tensor", "aten::__rshift__.Tensor", "aten::__rshift__.Scalar"],
    "bits moved down",
    "`a >> b` with the sign; -1 or 0 by the sign where `b` is negative or not less than the width.">;

//===----------------------------------------------------------------------===//
// Ternary
//===----------------------------------------------------------------------===//

def TSSA_WhereOp : TSSA_ElementwiseBase<"where", Promote,
    TSSA_FIB<"scalar::select", "scalar::select", "scalar::select">,
    ["aten::where.self", "aten::where.ScalarSelf", "aten::where.ScalarOther", "aten::masked_fill.Scalar"],
    "a choice element by element", [{
    `condition ? lhs : rhs`. The condition broadcasts with both and has no say
    in the type. With two Python numbers a float is f32.}],
    "%r = tssa.where %c, %a, %b : (tensor<4x1xi1>, tensor<4x8xf32>, f64) -> tensor<4x8xf32>"> {
  let conditions = 1;
  let arguments = (ins TSSA_Condition:$condition, TSSA_Operand:$lhs, TSSA_Operand:$rhs);
  let assemblyFormat = [{
    $condition `,` $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
  }];
}

def TSSA_ClampOp : TSSA_ElementwiseBase<"clamp", Promote,
    TSSA_FI<"scalar::identity", "scalar::identity">,
    ["aten::clamp", "aten::clamp.Tensor", "aten::clamp_min", "aten::clamp_max"],
    "values kept between bounds", [{
    First `maximum(min, x)`, then `minimum(max, ·)`, each as in `tssa.maximum`
    and `tssa.minimum` with the bound as the first operand; so `max` wins where
    it is below `min`, and NaN in any of the three gives NaN. Either bound may
    be absent, not both.}],
    "%r = tssa.clamp %x min %lo max %hi : (tensor<4x?xf32>, i64, f64) -> tensor<4x?xf32>\n%s = tssa.clamp %x max %hi : (tensor<4x?xf32>, f64) -> tensor<4x?xf32>", [{
    ::mlir::Value $cppClass::buildScalar(::mlir::OpBuilder &builder,
                                         ::mlir::Location loc,
                                         ::mlir::ValueRange args) {
      return ::mlir::tssa::scalar::buildClamp(builder, loc, args,
                                              static_cast<bool>(getMin()),
                                              static_cast<bool>(getMax()));
    }
    }], [AttrSizedOperandSegments]> {
  let arguments = (ins TSSA_Tensor:$input, Optional<TSSA_Operand>:$min,
                       Optional<TSSA_Operand>:$max);
  let assemblyFormat = [{
    $input (`min` $min^)? (`max` $max^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TSSA_AddcmulOp : TSSA_ElementwiseBase<"addcmul", Promote,
    TSSA_FI<"scalar::addcmulf", "scalar::addcmuli">, ["aten::addcmul"],
    "a value plus a scaled product",
    "`x + (value * a) * b`; `value` is converted to the result's type and has no say in it; integers wrap.",
    "%r = tssa.addcmul %x, %a, %b, %value : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, f64) -> tensor<4xf32>"> {
  let numbers = 1;
  let arguments = (ins TSSA_Tensor:$input, TSSA_Tensor:$lhs, TSSA_Tensor:$rhs,
                       TSSA_Number:$value);
  let assemblyFormat = [{
    $input `,` $lhs `,` $rhs `,` $value attr-dict `:` functional-type(operands, results)
  }];
}

def TSSA_AddcdivOp : TSSA_ElementwiseBase<"addcdiv", Promote,
    TSSA_F<"scalar::addcdiv">, ["aten::addcdiv"],
    "a value plus a scaled quotient",
    "`x + (value * a) / b`; `value` is converted to the result's type and has no say in it.",
    "%r = tssa.addcdiv %x, %a, %b, %value : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, f64) -> tensor<4xf32>"> {
  let numbers = 1;
  let arguments = (ins TSSA_Tensor:$input, TSSA_Tensor:$lhs, TSSA_Tensor:$rhs,
                       TSSA_Number:$value);
  let assemblyFormat = [{
    $input `,` $lhs `,` $rhs `,` $value attr-dict `:` functional-type(operands, results)
  }];
}

def TSSA_LerpOp : TSSA_ElementwiseBase<"lerp", Promote,
    TSSA_F<"scalar::lerp">, ["aten::lerp.Scalar", "aten::lerp.Tensor"],
    "a point between two values", [{
    `w` is the weight: `x + w * (end - x)` where `fabs(w) < 0.5`, else
    `end - (end - x) * (1 - w)`.}],
    "%r = tssa.lerp %x, %end, %w : (tensor<4xf32>, tensor<4xf32>, f64) -> tensor<4xf32>"> {
  let arguments = (ins TSSA_Tensor:$input, TSSA_Tensor:$end, TSSA_Operand:$weight);
  let assemblyFormat = [{
    $input `,` $end `,` $weight attr-dict `:` functional-type(operands, results)
  }];
}

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSAELEMENTWISEOPS_TD
