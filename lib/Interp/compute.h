// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of `tssa` on numbers: what one element of each compute op is.
// Written from the ops' descriptions; f32 is computed in float, f64 in double,
// each operation rounded by itself.

#ifndef TENSORSSA_LIB_INTERP_COMPUTE_H
#define TENSORSSA_LIB_INTERP_COMPUTE_H

#include "internal.h"

/// Elementwise ops, in the order of their table.
typedef enum compute_code_t {
  COMPUTE_NEG,
  COMPUTE_ABS,
  COMPUTE_SIGN,
  COMPUTE_FLOOR,
  COMPUTE_CEIL,
  COMPUTE_ROUND,
  COMPUTE_TRUNC,
  COMPUTE_FRAC,
  COMPUTE_SQRT,
  COMPUTE_RSQRT,
  COMPUTE_RECIPROCAL,
  COMPUTE_SQUARE,
  COMPUTE_EXP,
  COMPUTE_EXP2,
  COMPUTE_EXPM1,
  COMPUTE_LOG,
  COMPUTE_LOG2,
  COMPUTE_LOG10,
  COMPUTE_LOG1P,
  COMPUTE_SIN,
  COMPUTE_COS,
  COMPUTE_TAN,
  COMPUTE_ASIN,
  COMPUTE_ACOS,
  COMPUTE_ATAN,
  COMPUTE_SINH,
  COMPUTE_COSH,
  COMPUTE_TANH,
  COMPUTE_ERF,
  COMPUTE_SIGMOID,
  COMPUTE_RELU,
  COMPUTE_SILU,
  COMPUTE_GELU,
  COMPUTE_SOFTPLUS,
  COMPUTE_LOGICAL_NOT,
  COMPUTE_BITWISE_NOT,
  COMPUTE_ISNAN,
  COMPUTE_ISINF,
  COMPUTE_ISFINITE,
  COMPUTE_ADD,
  COMPUTE_SUB,
  COMPUTE_MUL,
  COMPUTE_DIV,
  COMPUTE_FLOOR_DIVIDE,
  COMPUTE_DIV_TRUNC,
  COMPUTE_REMAINDER,
  COMPUTE_FMOD,
  COMPUTE_POW,
  /// `pow` whose exponent is a Python number.
  COMPUTE_POW_NUMBER,
  COMPUTE_MAXIMUM,
  COMPUTE_MINIMUM,
  COMPUTE_ATAN2,
  COMPUTE_EQ,
  COMPUTE_NE,
  COMPUTE_LT,
  COMPUTE_LE,
  COMPUTE_GT,
  COMPUTE_GE,
  COMPUTE_LOGICAL_AND,
  COMPUTE_LOGICAL_OR,
  COMPUTE_LOGICAL_XOR,
  COMPUTE_BITWISE_AND,
  COMPUTE_BITWISE_OR,
  COMPUTE_BITWISE_XOR,
  COMPUTE_SHIFT_LEFT,
  COMPUTE_SHIFT_RIGHT,
  COMPUTE_WHERE,
  COMPUTE_CLAMP,
  COMPUTE_ADDCMUL,
  COMPUTE_ADDCDIV,
  COMPUTE_LERP
} compute_code_t;

/// The value of another dtype that a number becomes, as `tssa.cast` says.
scalar_t scalar_cast(scalar_t, tssa_dtype_t);

/// One element. All of `in` have one dtype, but the condition of `where`;
/// divisors of integers are not zero. Comparisons and logic give BOOL. False
/// (and no error recorded) where the op has no meaning for the dtype.
bool compute_element(compute_code_t, const scalar_t *in, scalar_t *out);

/// `compute_element` of an op with two operands that has a meaning.
scalar_t compute_binary(compute_code_t, scalar_t a, scalar_t b);

/// Records the failure of the check that an op implies, at the op's location.
flow_t fail_broadcast(interp_t *, const node_t *, int64_t lhs, int64_t rhs);
flow_t fail_equal(interp_t *, const node_t *, int64_t lhs, int64_t rhs,
                  const char *what);
/// `message` with {0} and {1} for the values.
flow_t fail_check(interp_t *, const node_t *, const char *message,
                  int64_t value0, int64_t value1);

/// Whether sizes of two operands' dimension agree, as `tssa.check_equal` of
/// `sizes of dimension d`.
bool check_dim(interp_t *, const node_t *, int64_t lhs, int64_t rhs,
               int64_t dim);
/// The common sizes of operands, each of rank `ranks[i]`; false after an error.
bool broadcast_sizes(interp_t *, const node_t *, int64_t count,
                     const int64_t *ranks, int64_t *const *sizes,
                     int64_t *out_rank, int64_t out_sizes[TSSA_MAX_RANK]);
/// The element of a value that stands at `indices` of a result of rank `rank`.
char *broadcast_element(const tensor_t *, int64_t rank, const int64_t *indices);

extern const op_entry_t elementwise_ops[];
extern const op_entry_t reduce_ops[];
extern const op_entry_t scan_ops[];
extern const op_entry_t index_ops[];
extern const op_entry_t join_ops[];
extern const op_entry_t python_ops[];

#endif // TENSORSSA_LIB_INTERP_COMPUTE_H
