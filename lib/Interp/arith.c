// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's `arith`: integers as two's complement of their width, floats
// rounded after each op. What arith leaves undefined is an error, what it calls
// poison is poison.

#include "internal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
  ADDI,
  SUBI,
  MULI,
  DIVSI,
  DIVUI,
  REMSI,
  REMUI,
  FLOORDIVSI,
  CEILDIVSI,
  CEILDIVUI,
  ANDI,
  ORI,
  XORI,
  SHLI,
  SHRSI,
  SHRUI,
  MAXSI,
  MAXUI,
  MINSI,
  MINUI,
  ADDF,
  SUBF,
  MULF,
  DIVF,
  REMF,
  NEGF,
  MAXIMUMF,
  MINIMUMF,
  MAXNUMF,
  MINNUMF,
  EXTSI,
  EXTUI,
  TRUNCI,
  EXTF,
  SITOFP,
  UITOFP,
  FPTOSI,
  FPTOUI,
  BITCAST
};

/// An integer as signed; of one bit, 1 is -1.
static int64_t as_signed(scalar_t x) {
  if (x.dtype == TSSA_DTYPE_BOOL)
    return -x.i;
  return x.dtype == TSSA_DTYPE_U8 ? (int8_t)x.i : x.i;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static const char *divide(int32_t code, const scalar_t *in, scalar_t *out) {
  tssa_dtype_t dtype = out->dtype;
  uint64_t ua = scalar_bits(in[0]), ub = scalar_bits(in[1]);
  int64_t a = as_signed(in[0]), b = as_signed(in[1]);
  if (ub == 0)
    return "expected the divisor to be nonzero but got 0";
  switch (code) {
  case DIVUI:
    *out = scalar_int(dtype, (int64_t)(ua / ub));
    return NULL;
  case REMUI:
    *out = scalar_int(dtype, (int64_t)(ua % ub));
    return NULL;
  case CEILDIVUI:
    *out = scalar_int(dtype, (int64_t)(ua / ub + (ua % ub != 0)));
    return NULL;
  default:
    break;
  }
  if (b == -1) {
    // The least integer has no opposite.
    if (code == REMSI) {
      *out = scalar_int(dtype, 0);
      return NULL;
    }
    if (as_signed(scalar_int(dtype, (int64_t)(0 - (uint64_t)a))) == a && a != 0)
      return "expected the quotient to fit its type";
    *out = scalar_int(dtype, -a);
    return NULL;
  }
  int64_t quotient = a / b, remainder = a % b;
  if (code == REMSI)
    *out = scalar_int(dtype, remainder);
  else if (code == FLOORDIVSI)
    *out = scalar_int(dtype, quotient - (remainder != 0 && (a < 0) != (b < 0)));
  else if (code == CEILDIVSI)
    *out = scalar_int(dtype, quotient + (remainder != 0 && (a < 0) == (b < 0)));
  else
    *out = scalar_int(dtype, quotient);
  return NULL;
}

static void shift(int32_t code, const scalar_t *in, scalar_t *out) {
  uint64_t amount = scalar_bits(in[1]);
  tssa_dtype_t dtype = out->dtype;
  if (amount >= (uint64_t)dtype_bits(dtype)) {
    *out = scalar_poison(dtype);
    return;
  }
  uint64_t bits = scalar_bits(in[0]);
  if (code == SHLI)
    bits <<= amount;
  else if (code == SHRUI)
    bits >>= amount;
  else
    bits = (uint64_t)(as_signed(in[0]) >> amount);
  *out = scalar_int(dtype, (int64_t)bits);
}

static const char *element_int(int32_t code, int64_t predicate,
                               const scalar_t *in, scalar_t *out) {
  (void)predicate;
  tssa_dtype_t dtype = out->dtype;
  uint64_t a = (uint64_t)in[0].i, b = (uint64_t)in[1].i;
  int64_t sa = as_signed(in[0]), sb = as_signed(in[1]);
  uint64_t ua = scalar_bits(in[0]), ub = scalar_bits(in[1]);
  switch (code) {
  case ADDI:
    *out = scalar_int(dtype, (int64_t)(a + b));
    break;
  case SUBI:
    *out = scalar_int(dtype, (int64_t)(a - b));
    break;
  case MULI:
    *out = scalar_int(dtype, (int64_t)(a * b));
    break;
  case ANDI:
    *out = scalar_int(dtype, (int64_t)(a & b));
    break;
  case ORI:
    *out = scalar_int(dtype, (int64_t)(a | b));
    break;
  case XORI:
    *out = scalar_int(dtype, (int64_t)(a ^ b));
    break;
  case MAXSI:
    *out = sa > sb ? in[0] : in[1];
    break;
  case MINSI:
    *out = sa < sb ? in[0] : in[1];
    break;
  case MAXUI:
    *out = ua > ub ? in[0] : in[1];
    break;
  case MINUI:
    *out = ua < ub ? in[0] : in[1];
    break;
  case SHLI:
  case SHRSI:
  case SHRUI:
    shift(code, in, out);
    break;
  default:
    return divide(code, in, out);
  }
  return NULL;
}

/// eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge.
static const char *element_cmpi(int32_t code, int64_t predicate,
                                const scalar_t *in, scalar_t *out) {
  (void)code;
  int64_t a = as_signed(in[0]), b = as_signed(in[1]);
  uint64_t ua = scalar_bits(in[0]), ub = scalar_bits(in[1]);
  const bool answers[] = {
      a == b,  a != b, a<b, a <= b, a> b, a >= b, ua<ub, ua <= ub, ua> ub,
      ua >= ub};
  if (predicate < 0 || predicate > 9)
    return "expected a known predicate";
  *out = scalar_int(TSSA_DTYPE_BOOL, answers[predicate]);
  return NULL;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// The larger of two numbers, NaN if one is, and 0 larger than -0.
static double maximum(double a, double b) {
  if (isnan(a) || isnan(b))
    return NAN;
  if (a == b)
    return signbit(a) ? b : a;
  return a > b ? a : b;
}

static double minimum(double a, double b) {
  if (isnan(a) || isnan(b))
    return NAN;
  if (a == b)
    return signbit(a) ? a : b;
  return a < b ? a : b;
}

static const char *element_float(int32_t code, int64_t predicate,
                                 const scalar_t *in, scalar_t *out) {
  (void)predicate;
  double a = in[0].f, b = in[1].f, r = 0;
  // Everything but double is computed in float; shorter types then round again.
  bool wide = out->dtype == TSSA_DTYPE_F64;
  float x = (float)a, y = (float)b;
  switch (code) {
  case ADDF:
    r = wide ? a + b : x + y;
    break;
  case SUBF:
    r = wide ? a - b : x - y;
    break;
  case MULF:
    r = wide ? a * b : x * y;
    break;
  case DIVF:
    r = wide ? a / b : x / y;
    break;
  case REMF:
    r = wide ? fmod(a, b) : fmodf(x, y);
    break;
  case MAXIMUMF:
    r = maximum(a, b);
    break;
  case MINIMUMF:
    r = minimum(a, b);
    break;
  case MAXNUMF:
    r = isnan(a) ? b : isnan(b) ? a : maximum(a, b);
    break;
  case MINNUMF:
    r = isnan(a) ? b : isnan(b) ? a : minimum(a, b);
    break;
  default:
    return "expected a known op";
  }
  *out = scalar_float(out->dtype, r);
  return NULL;
}

static const char *element_negf(int32_t code, int64_t predicate,
                                const scalar_t *in, scalar_t *out) {
  (void)code;
  (void)predicate;
  *out = scalar_float(out->dtype, -in[0].f);
  return NULL;
}

static const char *element_cmpf(int32_t code, int64_t predicate,
                                const scalar_t *in, scalar_t *out) {
  (void)code;
  double a = in[0].f, b = in[1].f;
  bool unordered = isnan(a) || isnan(b);
  // false, oeq, ogt, oge, olt, ole, one, ord; ueq to une at 8 to 13, uno, true.
  const bool ordered[] = {false, a == b, a > b,          a >= b,
                          a < b, a <= b, a < b || a > b, !unordered};
  bool r = true;
  if (predicate < 8)
    r = ordered[predicate & 7];
  else if (predicate < 14)
    r = unordered || ordered[predicate - 7];
  else if (predicate == 14)
    r = unordered;
  *out = scalar_int(TSSA_DTYPE_BOOL, r);
  return NULL;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static const char *element_convert(int32_t code, int64_t predicate,
                                   const scalar_t *in, scalar_t *out) {
  (void)predicate;
  tssa_dtype_t dtype = out->dtype;
  int64_t number = as_signed(in[0]);
  uint64_t bits = scalar_bits(in[0]);
  bool is_float = dtype == TSSA_DTYPE_F32;
  switch (code) {
  case EXTSI:
    *out = scalar_int(dtype, number);
    break;
  case EXTUI:
  case TRUNCI:
    *out = scalar_int(dtype, (int64_t)bits);
    break;
  case EXTF:
    *out = scalar_float(dtype, in[0].f);
    break;
  case SITOFP:
    *out = scalar_float(dtype, is_float ? (float)number : (double)number);
    break;
  case UITOFP:
    *out = scalar_float(dtype, is_float ? (float)bits : (double)bits);
    break;
  case FPTOSI: {
    double limit = ldexp(1, dtype_bits(dtype) - 1);
    double whole = trunc(in[0].f);
    if (whole >= -limit && whole < limit) {
      *out = scalar_int(dtype, (int64_t)whole);
    } else {
      *out = scalar_poison(dtype);
      out->i = scalar_int(dtype, INT64_MIN >> (64 - dtype_bits(dtype))).i;
    }
    break;
  }
  case FPTOUI: {
    double whole = trunc(in[0].f);
    if (whole >= 0 && whole < ldexp(1, dtype_bits(dtype)))
      *out = scalar_int(dtype, (int64_t)(uint64_t)whole);
    else
      *out = scalar_poison(dtype);
    break;
  }
  case BITCAST: {
    char bytes[16];
    if (tssa_dtype_size(in[0].dtype) != tssa_dtype_size(dtype))
      return "expected both types to have the same width";
    scalar_store(in[0], bytes);
    *out = scalar_load(dtype, bytes);
    break;
  }
  default:
    return "expected a known conversion";
  }
  return NULL;
}

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

static flow_t run_int(interp_t *interp, frame_t *frame, node_t *node) {
  return run_elements(interp, frame, node, element_int, 0);
}

static flow_t run_float(interp_t *interp, frame_t *frame, node_t *node) {
  return run_elements(interp, frame, node, element_float, 0);
}

static flow_t run_negf(interp_t *interp, frame_t *frame, node_t *node) {
  return run_elements(interp, frame, node, element_negf, 0);
}

static flow_t run_convert(interp_t *interp, frame_t *frame, node_t *node) {
  // `index` is an i64: what is cast between them is the same number.
  const value_t *operand = &frame->slots[node->operands[0]];
  bool widens = node->code == EXTSI || node->code == EXTUI;
  if (widens && operand->kind != VALUE_NONE &&
      element_dtype(operand_type(frame, node, 0)) ==
          element_dtype(result_type(frame, node, 0)))
    return give_value(interp, frame, node, 0, value_retain(*operand));
  return run_elements(interp, frame, node, element_convert, 0);
}

/// `cmpi` and `cmpf` (code 1), whose predicate is an attribute.
static flow_t run_compare(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t *predicate = node->data;
  if (!predicate) {
    predicate = program_alloc(interp, 1, sizeof *predicate);
    if (!predicate)
      return FLOW_ERROR;
    *predicate = get_int_attribute(node, "predicate", -1);
    node->data = predicate;
  }
  return run_elements(interp, frame, node,
                      node->code ? element_cmpf : element_cmpi, *predicate);
}

static const char *element_select(int32_t code, int64_t predicate,
                                  const scalar_t *in, scalar_t *out) {
  (void)code;
  (void)predicate;
  *out = in[in[0].i ? 1 : 2];
  return NULL;
}

static flow_t run_select(interp_t *interp, frame_t *frame, node_t *node) {
  value_t *condition = use_value(interp, frame, node, 0);
  if (!condition)
    return FLOW_ERROR;
  const value_t *left = &frame->slots[node->operands[1]];
  const value_t *right = &frame->slots[node->operands[2]];
  scalar_t which = condition->scalar;
  if (condition->kind == VALUE_TENSOR ||
      (which.term && left->kind == VALUE_SCALAR && right->kind == VALUE_SCALAR))
    return run_elements(interp, frame, node, element_select, 0);
  // Any kind of value, and whole; what is not chosen may be poison.
  if (!use_scalar(interp, frame, node, 0, &which))
    return FLOW_ERROR;
  value_t chosen = which.i ? *left : *right;
  return give_value(interp, frame, node, 0, value_retain(chosen));
}

__extension__ typedef unsigned __int128 wide_t;

/// The low and the high half of a product; with code 1 of unsigned numbers.
static flow_t run_mul_extended(interp_t *interp, frame_t *frame, node_t *node) {
  scalar_t a, b;
  if (!use_scalar(interp, frame, node, 0, &a) ||
      !use_scalar(interp, frame, node, 1, &b))
    return FLOW_ERROR;
  int bits = dtype_bits(a.dtype);
  wide_t product = (wide_t)scalar_bits(a) * scalar_bits(b);
  uint64_t high = (uint64_t)(product >> bits);
  // A negative number is the unsigned one less two to the width.
  if (node->code == 0 && as_signed(a) < 0)
    high -= scalar_bits(b);
  if (node->code == 0 && as_signed(b) < 0)
    high -= scalar_bits(a);
  flow_t flow = give_scalar(interp, frame, node, 0,
                            scalar_int(a.dtype, (int64_t)(uint64_t)product));
  return flow == FLOW_NEXT ? give_scalar(interp, frame, node, 1,
                                         scalar_int(a.dtype, (int64_t)high))
                           : flow;
}

const op_entry_t arith_ops[] = {
    {"arith.select", run_select, 0},
    {"arith.mulsi_extended", run_mul_extended, 0},
    {"arith.mului_extended", run_mul_extended, 1},
    {"arith.cmpi", run_compare, 0},
    {"arith.cmpf", run_compare, 1},
    {"arith.addi", run_int, ADDI},
    {"arith.subi", run_int, SUBI},
    {"arith.muli", run_int, MULI},
    {"arith.divsi", run_int, DIVSI},
    {"arith.divui", run_int, DIVUI},
    {"arith.remsi", run_int, REMSI},
    {"arith.remui", run_int, REMUI},
    {"arith.floordivsi", run_int, FLOORDIVSI},
    {"arith.ceildivsi", run_int, CEILDIVSI},
    {"arith.ceildivui", run_int, CEILDIVUI},
    {"arith.andi", run_int, ANDI},
    {"arith.ori", run_int, ORI},
    {"arith.xori", run_int, XORI},
    {"arith.shli", run_int, SHLI},
    {"arith.shrsi", run_int, SHRSI},
    {"arith.shrui", run_int, SHRUI},
    {"arith.maxsi", run_int, MAXSI},
    {"arith.maxui", run_int, MAXUI},
    {"arith.minsi", run_int, MINSI},
    {"arith.minui", run_int, MINUI},
    {"arith.addf", run_float, ADDF},
    {"arith.subf", run_float, SUBF},
    {"arith.mulf", run_float, MULF},
    {"arith.divf", run_float, DIVF},
    {"arith.remf", run_float, REMF},
    {"arith.negf", run_negf, NEGF},
    {"arith.maximumf", run_float, MAXIMUMF},
    {"arith.minimumf", run_float, MINIMUMF},
    {"arith.maxnumf", run_float, MAXNUMF},
    {"arith.minnumf", run_float, MINNUMF},
    {"arith.extsi", run_convert, EXTSI},
    {"arith.extui", run_convert, EXTUI},
    {"arith.trunci", run_convert, TRUNCI},
    {"arith.extf", run_convert, EXTF},
    {"arith.truncf", run_convert, EXTF},
    {"arith.sitofp", run_convert, SITOFP},
    {"arith.uitofp", run_convert, UITOFP},
    {"arith.fptosi", run_convert, FPTOSI},
    {"arith.fptoui", run_convert, FPTOUI},
    {"arith.index_cast", run_convert, EXTSI},
    {"arith.index_castui", run_convert, EXTUI},
    {"arith.bitcast", run_convert, BITCAST},
    {NULL, NULL, 0},
};
