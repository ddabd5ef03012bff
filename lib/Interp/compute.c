// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one element of each elementwise op is, by domain: float, double,
// integer, bool. The float and the double text are one, instantiated twice.

#include "compute.h"
#include "symbolic.h"

#include <math.h>

static scalar_t cast_number(scalar_t x, tssa_dtype_t dtype) {
  if (dtype == TSSA_DTYPE_BOOL)
    return scalar_int(dtype, !scalar_is_zero(x));
  bool from_float = dtype_is_float(x.dtype);
  if (dtype_is_float(dtype)) {
    if (from_float)
      return scalar_float(dtype, x.f);
    // Straight to float: by way of double it would be rounded twice.
    return scalar_float(dtype, dtype == TSSA_DTYPE_F64 ? (double)x.i
                                                       : (double)(float)x.i);
  }
  if (!from_float)
    return scalar_int(dtype, x.i);
  double limit = ldexp(1, dtype_bits(dtype) - 1), whole = trunc(x.f);
  if (whole >= -limit && whole < limit)
    return scalar_int(dtype, (int64_t)whole);
  return scalar_int(dtype, INT64_MIN >> (64 - dtype_bits(dtype)));
}

scalar_t scalar_cast(scalar_t x, tssa_dtype_t dtype) {
  if (x.dtype == dtype)
    return x;
  scalar_t out = cast_number(x, dtype);
  if (x.term)
    symbolic_cast(x, &out);
  return out;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

#define REAL float
#define NAME(name) name##_float
#define LIBM(name) name##f
#include "compute_real.inc"
#undef REAL
#undef NAME
#undef LIBM

#define REAL double
#define NAME(name) name##_double
#define LIBM(name) name
#include "compute_real.inc"
#undef REAL
#undef NAME
#undef LIBM

static bool element_real(compute_code_t code, const scalar_t *in,
                         scalar_t *out) {
  tssa_dtype_t dtype = in[0].dtype;
  double value;
  bool known;
  if (dtype == TSSA_DTYPE_F64) {
    double operands[4] = {in[0].f, in[1].f, in[2].f, in[3].f};
    known = real_double(code, operands, &value);
  } else {
    float operands[4] = {(float)in[0].f, (float)in[1].f, (float)in[2].f,
                         (float)in[3].f};
    float narrow;
    known = real_float(code, operands, &narrow);
    value = known ? narrow : 0;
  }
  if (known)
    *out = scalar_float(dtype, value);
  return known;
}

//===----------------------------------------------------------------------===//
// Integers and bools
//===----------------------------------------------------------------------===//

/// `base` to a power, by repeated multiplication with wrapping.
static int64_t int_pow(int64_t base, int64_t power) {
  if (power < 0) {
    if (base == 1)
      return 1;
    if (base == -1)
      return power % 2 ? -1 : 1;
    return 0;
  }
  uint64_t result = 1, factor = (uint64_t)base;
  for (uint64_t left = (uint64_t)power; left; left >>= 1) {
    if (left & 1)
      result *= factor;
    factor *= factor;
  }
  return (int64_t)result;
}

static bool element_int(compute_code_t code, const scalar_t *in,
                        scalar_t *out) {
  tssa_dtype_t dtype = in[0].dtype;
  int64_t a = in[0].i, b = in[1].i, r = 0;
  // Sums and products wrap: they are those of unsigned numbers.
  uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
  bool wide_shift = b < 0 || b >= dtype_bits(dtype);
  switch (code) {
  case COMPUTE_NEG:
    r = (int64_t)(0 - ua);
    break;
  case COMPUTE_ABS:
    r = a < 0 ? (int64_t)(0 - ua) : a;
    break;
  case COMPUTE_SIGN:
    r = (a > 0) - (a < 0);
    break;
  case COMPUTE_FLOOR:
  case COMPUTE_CEIL:
  case COMPUTE_ROUND:
  case COMPUTE_TRUNC:
    r = a;
    break;
  case COMPUTE_SQUARE:
    r = (int64_t)(ua * ua);
    break;
  case COMPUTE_RELU:
    r = 0 > a ? 0 : a;
    break;
  case COMPUTE_BITWISE_NOT:
    r = ~a;
    break;
  case COMPUTE_ADD:
    r = (int64_t)(ua + ub);
    break;
  case COMPUTE_SUB:
    r = (int64_t)(ua - ub);
    break;
  case COMPUTE_MUL:
    r = (int64_t)(ua * ub);
    break;
  case COMPUTE_FLOOR_DIVIDE:
    if (b == -1)
      r = (int64_t)(0 - ua);
    else
      r = a / b - (a % b != 0 && (a % b < 0) != (b < 0));
    break;
  case COMPUTE_DIV_TRUNC:
    r = b == -1 ? (int64_t)(0 - ua) : a / b;
    break;
  case COMPUTE_REMAINDER:
    r = b == -1 ? 0 : a % b;
    if (r != 0 && (r < 0) != (b < 0))
      r += b;
    break;
  case COMPUTE_FMOD:
    r = b == -1 ? 0 : a % b;
    break;
  case COMPUTE_POW:
  case COMPUTE_POW_NUMBER:
    r = int_pow(a, b);
    break;
  case COMPUTE_MAXIMUM:
    r = a > b ? a : b;
    break;
  case COMPUTE_MINIMUM:
    r = a < b ? a : b;
    break;
  case COMPUTE_BITWISE_AND:
    r = a & b;
    break;
  case COMPUTE_BITWISE_OR:
    r = a | b;
    break;
  case COMPUTE_BITWISE_XOR:
    r = a ^ b;
    break;
  case COMPUTE_SHIFT_LEFT:
    r = wide_shift ? 0 : (int64_t)(ua << b);
    break;
  case COMPUTE_SHIFT_RIGHT:
    r = wide_shift ? (a < 0 ? -1 : 0) : a >> b;
    break;
  case COMPUTE_ADDCMUL:
    // value is operand 3: x + (value * a) * b.
    r = (int64_t)(ua + (uint64_t)in[3].i * ub * (uint64_t)in[2].i);
    break;
  default:
    return false;
  }
  *out = scalar_int(dtype, r);
  return true;
}

static bool element_bool(compute_code_t code, const scalar_t *in,
                         scalar_t *out) {
  bool a = in[0].i, b = in[1].i, r;
  switch (code) {
  case COMPUTE_ABS:
  case COMPUTE_SIGN:
    r = a;
    break;
  case COMPUTE_BITWISE_NOT:
    r = !a;
    break;
  case COMPUTE_ADD:
  case COMPUTE_MAXIMUM:
  case COMPUTE_BITWISE_OR:
    r = a || b;
    break;
  case COMPUTE_MUL:
  case COMPUTE_MINIMUM:
  case COMPUTE_BITWISE_AND:
    r = a && b;
    break;
  case COMPUTE_BITWISE_XOR:
    r = a != b;
    break;
  default:
    return false;
  }
  *out = scalar_int(TSSA_DTYPE_BOOL, r);
  return true;
}

//===----------------------------------------------------------------------===//
// All domains
//===----------------------------------------------------------------------===//

/// Ops whose answer is a bool, whatever they ask about.
static bool element_question(compute_code_t code, const scalar_t *in,
                             bool *out) {
  bool real = dtype_is_float(in[0].dtype);
  double x = in[0].f, y = in[1].f;
  int64_t a = in[0].i, b = in[1].i;
  bool truth_a = !scalar_is_zero(in[0]);
  switch (code) {
  case COMPUTE_LOGICAL_NOT:
    *out = !truth_a;
    return true;
  case COMPUTE_ISNAN:
    *out = real && isnan(x);
    return true;
  case COMPUTE_ISINF:
    *out = real && isinf(x);
    return true;
  case COMPUTE_ISFINITE:
    *out = !real || isfinite(x);
    return true;
  case COMPUTE_EQ:
    *out = real ? x == y : a == b;
    return true;
  case COMPUTE_NE:
    *out = real ? x != y : a != b;
    return true;
  case COMPUTE_LT:
    *out = real ? x < y : a < b;
    return true;
  case COMPUTE_LE:
    *out = real ? x <= y : a <= b;
    return true;
  case COMPUTE_GT:
    *out = real ? x > y : a > b;
    return true;
  case COMPUTE_GE:
    *out = real ? x >= y : a >= b;
    return true;
  case COMPUTE_LOGICAL_AND:
    *out = truth_a && !scalar_is_zero(in[1]);
    return true;
  case COMPUTE_LOGICAL_OR:
    *out = truth_a || !scalar_is_zero(in[1]);
    return true;
  case COMPUTE_LOGICAL_XOR:
    *out = truth_a != !scalar_is_zero(in[1]);
    return true;
  default:
    return false;
  }
}

static bool element_of_numbers(compute_code_t code, const scalar_t *in,
                               scalar_t *out) {
  bool answer;
  if (element_question(code, in, &answer)) {
    *out = scalar_int(TSSA_DTYPE_BOOL, answer);
    return true;
  }
  if (code == COMPUTE_WHERE) {
    *out = in[0].i ? in[1] : in[2];
    return true;
  }
  if (dtype_is_float(in[0].dtype))
    return element_real(code, in, out);
  if (in[0].dtype == TSSA_DTYPE_BOOL)
    return element_bool(code, in, out);
  return element_int(code, in, out);
}

bool compute_element(compute_code_t code, const scalar_t *in, scalar_t *out) {
  bool known = element_of_numbers(code, in, out);
  if (known && symbolic_run)
    symbolic_compute((int32_t)code, in, out);
  return known;
}

scalar_t compute_binary(compute_code_t code, scalar_t a, scalar_t b) {
  scalar_t in[4] = {a, b, a, a}, out = a;
  compute_element(code, in, &out);
  return out;
}
