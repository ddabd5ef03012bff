// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions: every element of the input, in row-major order, is folded into
// the element of the result that it belongs to; so each result takes its
// elements in row-major order of the reduced dimensions.

#include "compute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char no_element[] =
    "expected the reduced dimensions to hold at least 1 element but got 0";

typedef struct reduction_t {
  bool reduced[TSSA_MAX_RANK];
  bool keepdim;
  int64_t rank;
  int64_t sizes[TSSA_MAX_RANK];
  /// Elements folded into each result.
  int64_t each;
} reduction_t;

static bool make_reduction(interp_t *interp, node_t *node,
                           const tensor_t *input, int64_t num_dims,
                           const int64_t *dims, reduction_t *reduction) {
  memset(reduction, 0, sizeof *reduction);
  reduction->keepdim = !mlirAttributeIsNull(get_attribute(node, "keepdim"));
  reduction->each = 1;
  for (int64_t i = 0; i < num_dims; ++i) {
    if (dims[i] < 0 || dims[i] >= input->rank) {
      fail(interp, node, TSSA_STATUS_OUT_OF_RANGE,
           "expected the reduced dimensions to be dimensions of the input");
      return false;
    }
    reduction->reduced[dims[i]] = true;
  }
  for (int64_t i = 0; i < input->rank; ++i) {
    if (reduction->reduced[i]) {
      if (__builtin_mul_overflow(reduction->each, input->sizes[i],
                                 &reduction->each))
        reduction->each = 0;
      if (reduction->keepdim)
        reduction->sizes[reduction->rank++] = 1;
    } else {
      reduction->sizes[reduction->rank++] = input->sizes[i];
    }
  }
  return true;
}

/// Where in the result the element at `indices` of the input goes.
static char *result_of(const reduction_t *reduction, const tensor_t *input,
                       const int64_t *indices, const tensor_t *result) {
  int64_t place[TSSA_MAX_RANK], rank = 0;
  for (int64_t i = 0; i < input->rank; ++i) {
    if (!reduction->reduced[i])
      place[rank++] = indices[i];
    else if (reduction->keepdim)
      place[rank++] = 0;
  }
  return tensor_element(result, place);
}

/// Whether the element at `indices` is the first that its result gets.
static bool is_first(const reduction_t *reduction, const tensor_t *input,
                     const int64_t *indices) {
  for (int64_t i = 0; i < input->rank; ++i)
    if (reduction->reduced[i] && indices[i] != 0)
      return false;
  return true;
}

enum { SUM, PROD, MEAN, AMAX, AMIN, ANY, ALL };

/// What a result is before the first element.
static scalar_t neutral(int32_t code, tssa_dtype_t dtype) {
  bool one = code == PROD || code == ALL;
  return scalar_cast(scalar_int(TSSA_DTYPE_I64, one), dtype);
}

static scalar_t fold(int32_t code, scalar_t so_far, scalar_t x) {
  switch (code) {
  case SUM:
  case MEAN:
    return compute_binary(COMPUTE_ADD, so_far, x);
  case PROD:
    return compute_binary(COMPUTE_MUL, so_far, x);
  case AMAX:
    return compute_binary(COMPUTE_MAXIMUM, so_far, x);
  case AMIN:
    return compute_binary(COMPUTE_MINIMUM, so_far, x);
  case ANY:
    return compute_binary(COMPUTE_LOGICAL_OR, so_far, x);
  default:
    return compute_binary(COMPUTE_LOGICAL_AND, so_far, x);
  }
}

static flow_t run_reduce(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *input = use_tensor(interp, frame, node, 0);
  int64_t num_dims, *dims;
  reduction_t reduction;
  if (!input || !get_int_array(interp, node, "dims", &num_dims, &dims) ||
      !make_reduction(interp, node, input, num_dims, dims, &reduction))
    return FLOW_ERROR;
  int32_t code = node->code;
  bool takes_first = code == AMAX || code == AMIN;
  tssa_dtype_t dtype = result_type(frame, node, 0)->dtype;
  tensor_t *result =
      tensor_create(interp, dtype, reduction.rank, reduction.sizes);
  if (!result)
    return FLOW_ERROR;
  int64_t size = tssa_dtype_size(dtype), count = tensor_count(result);
  if (takes_first && reduction.each == 0 && count > 0) {
    tensor_release(result);
    return fail_check(interp, node, no_element, 0, 0);
  }
  for (int64_t i = 0; i < count; ++i)
    scalar_store(neutral(code, dtype), tensor_data(result) + i * size);

  int64_t indices[TSSA_MAX_RANK] = {0};
  bool more = tensor_count(input) > 0;
  while (more) {
    scalar_t x = scalar_cast(
        scalar_load(input->dtype, tensor_element(input, indices)), dtype);
    char *to = result_of(&reduction, input, indices, result);
    if (!takes_first || !is_first(&reduction, input, indices))
      x = fold(code, scalar_load(dtype, to), x);
    scalar_store(x, to);
    more = next_index(input->rank, input->sizes, indices);
  }
  if (code == MEAN) {
    scalar_t each =
        scalar_cast(scalar_int(TSSA_DTYPE_I64, reduction.each), dtype);
    for (int64_t i = 0; i < count; ++i) {
      char *at = tensor_data(result) + i * size;
      scalar_store(compute_binary(COMPUTE_DIV, scalar_load(dtype, at), each),
                   at);
    }
  }
  return give_tensor(interp, frame, node, 0, result);
}

/// Whether `x` takes the place of `best`: the first NaN stays for good.
static bool is_better(bool want_least, scalar_t x, scalar_t best) {
  if (dtype_is_float(x.dtype)) {
    if (isnan(best.f))
      return false;
    if (isnan(x.f))
      return true;
    return want_least ? x.f < best.f : x.f > best.f;
  }
  return want_least ? x.i < best.i : x.i > best.i;
}

/// `argmax` and, with code 1, `argmin`.
static flow_t run_arg(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *input = use_tensor(interp, frame, node, 0);
  if (!input)
    return FLOW_ERROR;
  bool one_dim = !mlirAttributeIsNull(get_attribute(node, "dim"));
  int64_t dim = get_int_attribute(node, "dim", 0);
  int64_t dims[TSSA_MAX_RANK], num_dims = one_dim ? 1 : input->rank;
  for (int64_t i = 0; i < num_dims; ++i)
    dims[i] = one_dim ? dim : i;
  reduction_t reduction;
  if (!make_reduction(interp, node, input, num_dims, dims, &reduction))
    return FLOW_ERROR;
  tensor_t *result =
      tensor_create(interp, TSSA_DTYPE_I64, reduction.rank, reduction.sizes);
  tensor_t *best = result ? tensor_create(interp, input->dtype, reduction.rank,
                                          reduction.sizes)
                          : NULL;
  if (!best) {
    tensor_release(result);
    return FLOW_ERROR;
  }
  if (reduction.each == 0 && tensor_count(result) > 0) {
    tensor_release(result);
    tensor_release(best);
    return fail_check(interp, node, no_element, 0, 0);
  }
  int64_t indices[TSSA_MAX_RANK] = {0}, number = 0;
  bool more = tensor_count(input) > 0;
  for (; more; ++number) {
    scalar_t x = scalar_load(input->dtype, tensor_element(input, indices));
    char *to = result_of(&reduction, input, indices, result);
    char *kept = result_of(&reduction, input, indices, best);
    if (is_first(&reduction, input, indices) ||
        is_better(node->code == 1, x, scalar_load(input->dtype, kept))) {
      scalar_store(scalar_int(TSSA_DTYPE_I64, one_dim ? indices[dim] : number),
                   to);
      scalar_store(x, kept);
    }
    more = next_index(input->rank, input->sizes, indices);
  }
  tensor_release(best);
  return give_tensor(interp, frame, node, 0, result);
}

const op_entry_t reduce_ops[] = {
    {"tssa.sum", run_reduce, SUM},   {"tssa.prod", run_reduce, PROD},
    {"tssa.mean", run_reduce, MEAN}, {"tssa.amax", run_reduce, AMAX},
    {"tssa.amin", run_reduce, AMIN}, {"tssa.any", run_reduce, ANY},
    {"tssa.all", run_reduce, ALL},   {"tssa.argmax", run_arg, 0},
    {"tssa.argmin", run_arg, 1},     {NULL, NULL, 0},
};
