// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's `math`, by libm: the float functions for f32 and shorter types,
// the double ones for f64.

#include "internal.h"

#include <math.h>

typedef struct function_pair_t {
  double (*of_double)(double);
  float (*of_float)(float);
} function_pair_t;

static double rsqrt_double(double x) { return 1 / sqrt(x); }
static float rsqrt_float(float x) { return 1 / sqrtf(x); }

static double roundeven_double(double x) { return x - remainder(x, 1); }

/// To the nearest whole number, halves to even; keeps the sign of zero.
static double to_even_double(double x) {
  if (!isfinite(x) || fabs(x) >= 4503599627370496.0)
    return x;
  return copysign(roundeven_double(x), x);
}
static float to_even_float(float x) { return (float)to_even_double(x); }

enum {
  ABSF,
  CEIL,
  FLOOR,
  TRUNC,
  ROUND,
  ROUNDEVEN,
  SQRT,
  RSQRT,
  CBRT,
  EXP,
  EXP2,
  EXPM1,
  LOG,
  LOG2,
  LOG10,
  LOG1P,
  SIN,
  COS,
  TAN,
  ASIN,
  ACOS,
  ATAN,
  SINH,
  COSH,
  TANH,
  ASINH,
  ACOSH,
  ATANH,
  ERF,
  ERFC,
  NUM_UNARY,
  ATAN2 = NUM_UNARY,
  POWF,
  COPYSIGN,
  FMA,
  CLAMPF,
  ABSI,
  CTLZ,
  CTTZ,
  CTPOP,
  IPOWI,
  FPOWI,
  ISNAN,
  ISINF,
  ISFINITE,
  ISNORMAL
};

static const function_pair_t unary[NUM_UNARY] = {
    [ABSF] = {fabs, fabsf},    [CEIL] = {ceil, ceilf},
    [FLOOR] = {floor, floorf}, [TRUNC] = {trunc, truncf},
    [ROUND] = {round, roundf}, [ROUNDEVEN] = {to_even_double, to_even_float},
    [SQRT] = {sqrt, sqrtf},    [RSQRT] = {rsqrt_double, rsqrt_float},
    [CBRT] = {cbrt, cbrtf},    [EXP] = {exp, expf},
    [EXP2] = {exp2, exp2f},    [EXPM1] = {expm1, expm1f},
    [LOG] = {log, logf},       [LOG2] = {log2, log2f},
    [LOG10] = {log10, log10f}, [LOG1P] = {log1p, log1pf},
    [SIN] = {sin, sinf},       [COS] = {cos, cosf},
    [TAN] = {tan, tanf},       [ASIN] = {asin, asinf},
    [ACOS] = {acos, acosf},    [ATAN] = {atan, atanf},
    [SINH] = {sinh, sinhf},    [COSH] = {cosh, coshf},
    [TANH] = {tanh, tanhf},    [ASINH] = {asinh, asinhf},
    [ACOSH] = {acosh, acoshf}, [ATANH] = {atanh, atanhf},
    [ERF] = {erf, erff},       [ERFC] = {erfc, erfcf},
};

/// `base` multiplied `power` times, in the type's own arithmetic.
static uint64_t int_power(uint64_t base, uint64_t power) {
  uint64_t result = 1;
  for (; power; power >>= 1, base *= base)
    if (power & 1)
      result *= base;
  return result;
}

static int64_t count_bits(int32_t code, scalar_t x) {
  uint64_t bits = scalar_bits(x);
  int width = dtype_bits(x.dtype);
  int64_t count = 0;
  if (code == CTPOP) {
    for (int i = 0; i < width; ++i)
      count += bits >> i & 1;
    return count;
  }
  for (int i = 0; i < width; ++i) {
    int at = code == CTLZ ? width - 1 - i : i;
    if (bits >> at & 1)
      break;
    count += 1;
  }
  return count;
}

static const char *element_math(int32_t code, int64_t predicate,
                                const scalar_t *in, scalar_t *out) {
  (void)predicate;
  tssa_dtype_t dtype = out->dtype;
  bool wide = dtype == TSSA_DTYPE_F64;
  double a = in[0].f, b = in[1].f;
  if (code < NUM_UNARY) {
    double r = wide ? unary[code].of_double(a) : unary[code].of_float((float)a);
    *out = scalar_float(dtype, r);
    return NULL;
  }
  switch (code) {
  case ATAN2:
    *out = scalar_float(dtype, wide ? atan2(a, b) : atan2f((float)a, (float)b));
    return NULL;
  case POWF:
    *out = scalar_float(dtype, wide ? pow(a, b) : powf((float)a, (float)b));
    return NULL;
  case COPYSIGN:
    *out = scalar_float(dtype, copysign(a, b));
    return NULL;
  case FMA:
    *out = scalar_float(dtype, wide ? fma(a, b, in[2].f)
                                    : fmaf((float)a, (float)b, (float)in[2].f));
    return NULL;
  case CLAMPF:
    *out = scalar_float(dtype, a < b ? b : a > in[2].f ? in[2].f : a);
    return NULL;
  case ABSI:
    *out = scalar_int(dtype,
                      in[0].i < 0 ? (int64_t)(0 - (uint64_t)in[0].i) : in[0].i);
    return NULL;
  case CTLZ:
  case CTTZ:
  case CTPOP:
    *out = scalar_int(dtype, count_bits(code, in[0]));
    return NULL;
  case IPOWI:
    if (in[1].i >= 0) {
      *out = scalar_int(
          dtype, (int64_t)int_power((uint64_t)in[0].i, (uint64_t)in[1].i));
      return NULL;
    }
    if (in[0].i == 0)
      return "expected the base of a negative power to be nonzero but got 0";
    *out = scalar_int(dtype, in[0].i == 1    ? 1
                             : in[0].i == -1 ? (in[1].i & 1 ? -1 : 1)
                                             : 0);
    return NULL;
  case FPOWI:
    *out = scalar_float(dtype, wide ? pow(a, (double)in[1].i)
                                    : powf((float)a, (float)in[1].i));
    return NULL;
  case ISNAN:
    *out = scalar_int(dtype, isnan(a) != 0);
    return NULL;
  case ISINF:
    *out = scalar_int(dtype, isinf(a) != 0);
    return NULL;
  case ISFINITE:
    *out = scalar_int(dtype, isfinite(a) != 0);
    return NULL;
  case ISNORMAL:
    *out = scalar_int(dtype, in[0].dtype == TSSA_DTYPE_F64
                                 ? isnormal(a) != 0
                                 : isnormal((float)a) != 0);
    return NULL;
  default:
    return "expected a known op";
  }
}

static flow_t run_math(interp_t *interp, frame_t *frame, node_t *node) {
  return run_elements(interp, frame, node, element_math, 0);
}

const op_entry_t math_ops[] = {
    {"math.absf", run_math, ABSF},
    {"math.ceil", run_math, CEIL},
    {"math.floor", run_math, FLOOR},
    {"math.trunc", run_math, TRUNC},
    {"math.round", run_math, ROUND},
    {"math.roundeven", run_math, ROUNDEVEN},
    {"math.sqrt", run_math, SQRT},
    {"math.rsqrt", run_math, RSQRT},
    {"math.cbrt", run_math, CBRT},
    {"math.exp", run_math, EXP},
    {"math.exp2", run_math, EXP2},
    {"math.expm1", run_math, EXPM1},
    {"math.log", run_math, LOG},
    {"math.log2", run_math, LOG2},
    {"math.log10", run_math, LOG10},
    {"math.log1p", run_math, LOG1P},
    {"math.sin", run_math, SIN},
    {"math.cos", run_math, COS},
    {"math.tan", run_math, TAN},
    {"math.asin", run_math, ASIN},
    {"math.acos", run_math, ACOS},
    {"math.atan", run_math, ATAN},
    {"math.sinh", run_math, SINH},
    {"math.cosh", run_math, COSH},
    {"math.tanh", run_math, TANH},
    {"math.asinh", run_math, ASINH},
    {"math.acosh", run_math, ACOSH},
    {"math.atanh", run_math, ATANH},
    {"math.erf", run_math, ERF},
    {"math.erfc", run_math, ERFC},
    {"math.atan2", run_math, ATAN2},
    {"math.powf", run_math, POWF},
    {"math.copysign", run_math, COPYSIGN},
    {"math.fma", run_math, FMA},
    {"math.clampf", run_math, CLAMPF},
    {"math.absi", run_math, ABSI},
    {"math.ctlz", run_math, CTLZ},
    {"math.cttz", run_math, CTTZ},
    {"math.ctpop", run_math, CTPOP},
    {"math.ipowi", run_math, IPOWI},
    {"math.fpowi", run_math, FPOWI},
    {"math.isnan", run_math, ISNAN},
    {"math.isinf", run_math, ISINF},
    {"math.isfinite", run_math, ISFINITE},
    {"math.isnormal", run_math, ISNORMAL},
    {NULL, NULL, 0},
};
