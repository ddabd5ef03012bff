// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementwise ops of `tssa`: promotion, broadcasting, and the ops that make
// or convert elements.

#include "compute.h"
#include "tensorssa-runtime/checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Failures that ops imply
//===----------------------------------------------------------------------===//

flow_t fail_broadcast(interp_t *interp, const node_t *node, int64_t lhs,
                      int64_t rhs) {
  int64_t values[4] = {lhs, rhs, 0, 0};
  return fail_site(interp, node->op, "tssa.check_broadcast",
                   TSSA_CHECK_BROADCAST_STATUS, TSSA_CHECK_BROADCAST_MESSAGE,
                   values);
}

flow_t fail_equal(interp_t *interp, const node_t *node, int64_t lhs,
                  int64_t rhs, const char *what) {
  int64_t values[4] = {lhs, rhs, 0, 0};
  char message[256];
  snprintf(message, sizeof message, "%s%s%s", TSSA_CHECK_EQUAL_MESSAGE_BEFORE,
           what, TSSA_CHECK_EQUAL_MESSAGE_AFTER);
  return fail_site(interp, node->op, "tssa.check_equal",
                   TSSA_CHECK_EQUAL_STATUS, message, values);
}

flow_t fail_check(interp_t *interp, const node_t *node, const char *message,
                  int64_t value0, int64_t value1) {
  int64_t values[4] = {value0, value1, 0, 0};
  return fail_site(interp, node->op, "tssa.check", TSSA_CHECK_STATUS, message,
                   values);
}

bool check_dim(interp_t *interp, const node_t *node, int64_t lhs, int64_t rhs,
               int64_t dim) {
  char what[64];
  if (lhs == rhs)
    return true;
  snprintf(what, sizeof what, "sizes of dimension %" PRId64, dim);
  fail_equal(interp, node, lhs, rhs, what);
  return false;
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

bool broadcast_sizes(interp_t *interp, const node_t *node, int64_t count,
                     const int64_t *ranks, int64_t *const *sizes,
                     int64_t *out_rank, int64_t out_sizes[TSSA_MAX_RANK]) {
  int64_t rank = 0;
  for (int64_t i = 0; i < count; ++i)
    if (ranks[i] > rank)
      rank = ranks[i];
  *out_rank = rank;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t found = -1;
    for (int64_t i = 0; i < count; ++i) {
      int64_t own = dim - (rank - ranks[i]);
      if (own < 0)
        continue;
      int64_t size = sizes[i][own];
      if (found == -1 || found == 1) {
        found = size;
      } else if (size != 1 && size != found) {
        fail_broadcast(interp, node, found, size);
        return false;
      }
    }
    out_sizes[dim] = found;
  }
  return true;
}

char *broadcast_element(const tensor_t *tensor, int64_t rank,
                        const int64_t *indices) {
  int64_t own[TSSA_MAX_RANK];
  int64_t missing = rank - tensor->rank;
  for (int64_t dim = 0; dim < tensor->rank; ++dim)
    own[dim] = tensor->sizes[dim] == 1 ? 0 : indices[dim + missing];
  return tensor_element(tensor, own);
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

typedef enum promotion_t {
  PROMOTE,
  TO_FLOAT,
  /// Each operand becomes a bool by itself.
  LOGICAL,
  /// Promotes as PROMOTE does, and the result is a bool.
  COMPARE
} promotion_t;

/// bool < i32 < i64 < f32 < f64: of two dtypes, the one that holds both, as
/// PyTorch has it.
static int rank_of(tssa_dtype_t dtype) {
  switch (dtype) {
  case TSSA_DTYPE_BOOL:
    return 0;
  case TSSA_DTYPE_I32:
    return 1;
  case TSSA_DTYPE_I64:
    return 2;
  case TSSA_DTYPE_F32:
    return 3;
  default:
    return 4;
  }
}

static tssa_dtype_t of_rank(int rank) {
  static const tssa_dtype_t dtypes[] = {TSSA_DTYPE_BOOL, TSSA_DTYPE_I32,
                                        TSSA_DTYPE_I64, TSSA_DTYPE_F32,
                                        TSSA_DTYPE_F64};
  return dtypes[rank];
}

/// 0 none, 1 bool, 2 integer, 3 float.
static int category(int rank) {
  return rank < 0 ? 0 : rank == 0 ? 1 : rank <= 2 ? 2 : 3;
}

/// A class of operands with a weaker one: it keeps its dtype unless the weaker
/// is of a higher category. -1 is a class without operands.
static int combine(int strong, int weak) {
  return category(strong) >= category(weak) ? strong
         : strong > weak                    ? strong
                                            : weak;
}

/// The dtype in which operands are computed: tensors with dimensions come
/// before those without, these before Python numbers, of which a float is an
/// f32.
static tssa_dtype_t promote(int64_t count, const value_t *const *operands) {
  int classes[3] = {-1, -1, -1};
  for (int64_t i = 0; i < count; ++i) {
    const value_t *operand = operands[i];
    int kind, rank;
    if (operand->kind == VALUE_TENSOR) {
      kind = operand->tensor->rank > 0 ? 0 : 1;
      rank = rank_of(operand->tensor->dtype);
    } else {
      kind = 2;
      rank = rank_of(operand->scalar.dtype);
      if (rank == 4)
        rank = 3;
    }
    if (rank > classes[kind])
      classes[kind] = rank;
  }
  return of_rank(combine(classes[0], combine(classes[1], classes[2])));
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

enum { MAX_OPERANDS = 4 };
#define CODE(op, promotion) ((op) | (promotion) << 8)

typedef struct operands_t {
  int64_t count;
  const value_t *values[MAX_OPERANDS];
  tssa_dtype_t dtypes[MAX_OPERANDS];
  int64_t rank;
  int64_t sizes[TSSA_MAX_RANK];
} operands_t;

/// Operand `i` at `indices`, converted to what it is computed in.
static scalar_t load_operand(const operands_t *operands, int64_t i,
                             const int64_t *indices) {
  const value_t *value = operands->values[i];
  scalar_t scalar =
      value->kind == VALUE_TENSOR
          ? scalar_load(
                value->tensor->dtype,
                broadcast_element(value->tensor, operands->rank, indices))
          : value->scalar;
  return scalar_cast(scalar, operands->dtypes[i]);
}

/// An integer divisor with a zero in it is a failure if anything is divided.
static bool check_divisor(interp_t *interp, node_t *node,
                          const operands_t *operands) {
  const value_t *divisor = operands->values[1];
  operands_t alone = {1, {divisor}, {operands->dtypes[1]}, 0, {0}};
  if (dtype_is_float(operands->dtypes[1]) ||
      count_of(operands->rank, operands->sizes) == 0)
    return true;
  if (divisor->kind == VALUE_TENSOR) {
    alone.rank = divisor->tensor->rank;
    memcpy(alone.sizes, divisor->tensor->sizes,
           (size_t)alone.rank * sizeof *alone.sizes);
  }
  int64_t indices[TSSA_MAX_RANK] = {0};
  do {
    bool zero;
    if (!number_is_zero(interp, node, load_operand(&alone, 0, indices), &zero))
      return false;
    if (zero) {
      fail_site(interp, node->op, "tssa.check_nonzero",
                TSSA_CHECK_NONZERO_STATUS, TSSA_CHECK_NONZERO_MESSAGE, NULL);
      return false;
    }
  } while (next_index(alone.rank, alone.sizes, indices));
  return true;
}

/// Reads the operands and decides in which dtypes they are computed.
static bool use_operands(interp_t *interp, frame_t *frame, node_t *node,
                         operands_t *operands) {
  static int64_t no_sizes[1];
  compute_code_t op = (compute_code_t)(node->code & 0xff);
  promotion_t promotion = (promotion_t)(node->code >> 8);
  if (node->num_operands < 1 || node->num_operands > MAX_OPERANDS) {
    fail(interp, node, TSSA_STATUS_UNSUPPORTED, "expected 1 to 4 operands");
    return false;
  }
  operands->count = node->num_operands;
  int64_t ranks[MAX_OPERANDS];
  int64_t *sizes[MAX_OPERANDS];
  for (int64_t i = 0; i < operands->count; ++i) {
    const value_t *value = use_value(interp, frame, node, i);
    if (!value)
      return false;
    bool shaped = value->kind == VALUE_TENSOR;
    if (!shaped && value->kind != VALUE_SCALAR) {
      fail(interp, node, TSSA_STATUS_UNSUPPORTED,
           "expected tensors and numbers as operands");
      return false;
    }
    operands->values[i] = value;
    ranks[i] = shaped ? value->tensor->rank : 0;
    sizes[i] = shaped ? value->tensor->sizes : no_sizes;
  }
  // A condition before and a number behind have no say in the dtype.
  int64_t first = op == COMPUTE_WHERE;
  int64_t last = operands->count -
                 (op == COMPUTE_ADDCMUL || op == COMPUTE_ADDCDIV ? 1 : 0);
  tssa_dtype_t dtype = promote(last - first, operands->values + first);
  if (promotion == TO_FLOAT && !dtype_is_float(dtype))
    dtype = TSSA_DTYPE_F32;
  if (promotion == LOGICAL)
    dtype = TSSA_DTYPE_BOOL;
  for (int64_t i = 0; i < operands->count; ++i)
    operands->dtypes[i] = dtype;
  if (op == COMPUTE_WHERE)
    operands->dtypes[0] = TSSA_DTYPE_BOOL;
  return broadcast_sizes(interp, node, operands->count, ranks, sizes,
                         &operands->rank, operands->sizes);
}

/// min(max, max(min, x)) with the bounds that there are.
static scalar_t clamp_element(const scalar_t *in, bool has_min, bool has_max) {
  scalar_t x = in[0];
  if (has_min)
    x = compute_binary(COMPUTE_MAXIMUM, in[1], x);
  if (has_max)
    x = compute_binary(COMPUTE_MINIMUM, in[has_min ? 2 : 1], x);
  return x;
}

static flow_t run_elementwise(interp_t *interp, frame_t *frame, node_t *node) {
  operands_t operands;
  compute_code_t op = (compute_code_t)(node->code & 0xff);
  bool has_min = false, has_max = false;
  if (!use_operands(interp, frame, node, &operands))
    return FLOW_ERROR;
  if (op >= COMPUTE_FLOOR_DIVIDE && op <= COMPUTE_FMOD &&
      !check_divisor(interp, node, &operands))
    return FLOW_ERROR;
  if (op == COMPUTE_POW && operands.values[1]->kind == VALUE_SCALAR)
    op = COMPUTE_POW_NUMBER;
  if (op == COMPUTE_CLAMP) {
    int64_t start, count;
    if (!get_segment(interp, node, 1, &start, &count))
      return FLOW_ERROR;
    has_min = count > 0;
    if (!get_segment(interp, node, 2, &start, &count))
      return FLOW_ERROR;
    has_max = count > 0;
  }
  tssa_dtype_t dtype = result_type(frame, node, 0)->dtype;
  tensor_t *result =
      tensor_create(interp, dtype, operands.rank, operands.sizes);
  if (!result)
    return FLOW_ERROR;
  char *to = tensor_data(result);
  int64_t indices[TSSA_MAX_RANK] = {0};
  bool more = tensor_count(result) > 0;
  scalar_t in[MAX_OPERANDS];
  memset(in, 0, sizeof in);
  while (more) {
    scalar_t out = in[0];
    for (int64_t i = 0; i < operands.count; ++i)
      in[i] = load_operand(&operands, i, indices);
    bool known = true;
    if (op == COMPUTE_CLAMP)
      out = clamp_element(in, has_min, has_max);
    else
      known = compute_element(op, in, &out);
    if (!known || out.dtype != dtype) {
      tensor_release(result);
      return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                  "unsupported element type %s",
                  tssa_dtype_name(operands.dtypes[0]));
    }
    scalar_store(out, to);
    to += tssa_dtype_size(dtype);
    more = next_index(operands.rank, operands.sizes, indices);
  }
  return give_tensor(interp, frame, node, 0, result);
}

//===----------------------------------------------------------------------===//
// Conversion and creation
//===----------------------------------------------------------------------===//

static flow_t run_cast(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *input = use_tensor(interp, frame, node, 0);
  if (!input)
    return FLOW_ERROR;
  tssa_dtype_t dtype = result_type(frame, node, 0)->dtype;
  tensor_t *result = tensor_create(interp, dtype, input->rank, input->sizes);
  if (!result)
    return FLOW_ERROR;
  for (int64_t i = 0; i < tensor_count(input); ++i)
    scalar_store(scalar_cast(scalar_load(input->dtype,
                                         tensor_data(input) +
                                             i * tssa_dtype_size(input->dtype)),
                             dtype),
                 tensor_data(result) + i * tssa_dtype_size(dtype));
  return give_tensor(interp, frame, node, 0, result);
}

/// A fresh result whose open sizes are operands from `first` on.
static tensor_t *create_sized(interp_t *interp, frame_t *frame, node_t *node,
                              int64_t first) {
  const type_t *type = result_type(frame, node, 0);
  int64_t sizes[TSSA_MAX_RANK];
  for (int64_t i = 0; i < type->rank; ++i) {
    sizes[i] = type->sizes[i];
    if (sizes[i] != DYNAMIC)
      continue;
    if (!use_int(interp, frame, node, first++, &sizes[i]))
      return NULL;
    if (sizes[i] < 0) {
      fail_check(interp, node, "expected sizes to be at least 0 but got {0}",
                 sizes[i], 0);
      return NULL;
    }
  }
  return tensor_create(interp, type->dtype, type->rank, sizes);
}

static flow_t run_full(interp_t *interp, frame_t *frame, node_t *node) {
  scalar_t value;
  if (!use_number(interp, frame, node, 0, &value))
    return FLOW_ERROR;
  tensor_t *result = create_sized(interp, frame, node, 1);
  if (!result)
    return FLOW_ERROR;
  value = scalar_cast(value, result->dtype);
  for (int64_t i = 0; i < tensor_count(result); ++i)
    scalar_store(value,
                 tensor_data(result) + i * tssa_dtype_size(result->dtype));
  return give_tensor(interp, frame, node, 0, result);
}

static flow_t run_arange(interp_t *interp, frame_t *frame, node_t *node) {
  scalar_t start, step;
  if (!use_number(interp, frame, node, 0, &start) ||
      !use_number(interp, frame, node, 1, &step))
    return FLOW_ERROR;
  tensor_t *result = create_sized(interp, frame, node, 2);
  if (!result)
    return FLOW_ERROR;
  for (int64_t i = 0; i < tensor_count(result); ++i) {
    scalar_t at = scalar_cast(scalar_int(TSSA_DTYPE_I64, i), start.dtype);
    scalar_t value = compute_binary(COMPUTE_ADD, start,
                                    compute_binary(COMPUTE_MUL, at, step));
    scalar_store(scalar_cast(value, result->dtype),
                 tensor_data(result) + i * tssa_dtype_size(result->dtype));
  }
  return give_tensor(interp, frame, node, 0, result);
}

#define ROW(name, op, promotion)                                               \
  {"tssa." name, run_elementwise, CODE(COMPUTE_##op, promotion)}

const op_entry_t elementwise_ops[] = {
    {"tssa.cast", run_cast, 0},
    {"tssa.full", run_full, 0},
    {"tssa.arange", run_arange, 0},
    ROW("neg", NEG, PROMOTE),
    ROW("abs", ABS, PROMOTE),
    ROW("sign", SIGN, PROMOTE),
    ROW("floor", FLOOR, PROMOTE),
    ROW("ceil", CEIL, PROMOTE),
    ROW("round", ROUND, PROMOTE),
    ROW("trunc", TRUNC, PROMOTE),
    ROW("frac", FRAC, PROMOTE),
    ROW("sqrt", SQRT, TO_FLOAT),
    ROW("rsqrt", RSQRT, TO_FLOAT),
    ROW("reciprocal", RECIPROCAL, TO_FLOAT),
    ROW("square", SQUARE, PROMOTE),
    ROW("exp", EXP, TO_FLOAT),
    ROW("exp2", EXP2, TO_FLOAT),
    ROW("expm1", EXPM1, TO_FLOAT),
    ROW("log", LOG, TO_FLOAT),
    ROW("log2", LOG2, TO_FLOAT),
    ROW("log10", LOG10, TO_FLOAT),
    ROW("log1p", LOG1P, TO_FLOAT),
    ROW("sin", SIN, TO_FLOAT),
    ROW("cos", COS, TO_FLOAT),
    ROW("tan", TAN, TO_FLOAT),
    ROW("asin", ASIN, TO_FLOAT),
    ROW("acos", ACOS, TO_FLOAT),
    ROW("atan", ATAN, TO_FLOAT),
    ROW("sinh", SINH, TO_FLOAT),
    ROW("cosh", COSH, TO_FLOAT),
    ROW("tanh", TANH, TO_FLOAT),
    ROW("erf", ERF, TO_FLOAT),
    ROW("sigmoid", SIGMOID, TO_FLOAT),
    ROW("relu", RELU, PROMOTE),
    ROW("silu", SILU, PROMOTE),
    ROW("gelu", GELU, PROMOTE),
    ROW("softplus", SOFTPLUS, PROMOTE),
    ROW("logical_not", LOGICAL_NOT, LOGICAL),
    ROW("bitwise_not", BITWISE_NOT, PROMOTE),
    ROW("isnan", ISNAN, COMPARE),
    ROW("isinf", ISINF, COMPARE),
    ROW("isfinite", ISFINITE, COMPARE),
    ROW("add", ADD, PROMOTE),
    ROW("sub", SUB, PROMOTE),
    ROW("mul", MUL, PROMOTE),
    ROW("div", DIV, TO_FLOAT),
    ROW("floor_divide", FLOOR_DIVIDE, PROMOTE),
    ROW("div_trunc", DIV_TRUNC, PROMOTE),
    ROW("remainder", REMAINDER, PROMOTE),
    ROW("fmod", FMOD, PROMOTE),
    ROW("pow", POW, PROMOTE),
    ROW("maximum", MAXIMUM, PROMOTE),
    ROW("minimum", MINIMUM, PROMOTE),
    ROW("atan2", ATAN2, TO_FLOAT),
    ROW("eq", EQ, COMPARE),
    ROW("ne", NE, COMPARE),
    ROW("lt", LT, COMPARE),
    ROW("le", LE, COMPARE),
    ROW("gt", GT, COMPARE),
    ROW("ge", GE, COMPARE),
    ROW("logical_and", LOGICAL_AND, LOGICAL),
    ROW("logical_or", LOGICAL_OR, LOGICAL),
    ROW("logical_xor", LOGICAL_XOR, LOGICAL),
    ROW("bitwise_and", BITWISE_AND, PROMOTE),
    ROW("bitwise_or", BITWISE_OR, PROMOTE),
    ROW("bitwise_xor", BITWISE_XOR, PROMOTE),
    ROW("shift_left", SHIFT_LEFT, PROMOTE),
    ROW("shift_right", SHIFT_RIGHT, PROMOTE),
    ROW("where", WHERE, PROMOTE),
    ROW("clamp", CLAMP, PROMOTE),
    ROW("addcmul", ADDCMUL, PROMOTE),
    ROW("addcdiv", ADDCDIV, PROMOTE),
    ROW("lerp", LERP, PROMOTE),
    {NULL, NULL, 0},
};
