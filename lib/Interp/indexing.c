// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops with index tensors, and those whose number of results depends on data:
// they give a tensor padded to a bound, the count and the bound.

#include "compute.h"

#include <inttypes.h>
#include <string.h>

/// Records an index outside [-size, size); the first in row-major order.
static bool check_indices(interp_t *interp, node_t *node,
                          const tensor_t *indices, int64_t size) {
  for (int64_t i = 0; i < tensor_count(indices); ++i) {
    int64_t index = scalar_load(TSSA_DTYPE_I64, tensor_data(indices) + i * 8).i;
    if (index < -size || index >= size) {
      fail_index(interp, node, "tssa.check_indices", index, size);
      return false;
    }
  }
  return true;
}

static int64_t load_index(const tensor_t *indices, const int64_t *at,
                          int64_t size) {
  int64_t index = scalar_load(TSSA_DTYPE_I64, tensor_element(indices, at)).i;
  return index < 0 ? index + size : index;
}

/// The dimension of an op with one, inside the rank of `tensor`.
static bool use_dim(interp_t *interp, node_t *node, const tensor_t *tensor,
                    int64_t *out) {
  *out = get_int_attribute(node, "dim", -1);
  if (*out >= 0 && *out < tensor->rank)
    return true;
  fail(interp, node, TSSA_STATUS_OUT_OF_RANGE,
       "expected the dimension to be in [0, %" PRId64 ") but got %" PRId64,
       tensor->rank, *out);
  return false;
}

static bool expect_i64(interp_t *interp, node_t *node, const tensor_t *tensor) {
  if (tensor->dtype == TSSA_DTYPE_I64)
    return true;
  fail(interp, node, TSSA_STATUS_UNSUPPORTED,
       "expected indices to be i64 but got %s", tssa_dtype_name(tensor->dtype));
  return false;
}

static flow_t run_gather(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *input = use_tensor(interp, frame, node, 0);
  tensor_t *index = input ? use_tensor(interp, frame, node, 1) : NULL;
  int64_t dim;
  if (!index || !use_dim(interp, node, input, &dim) ||
      !expect_i64(interp, node, index))
    return FLOW_ERROR;
  if (index->rank != input->rank)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected the index to have the rank of the input");
  for (int64_t d = 0; d < input->rank; ++d)
    if (d != dim && index->sizes[d] > input->sizes[d]) {
      // The dimension is part of the text; the sizes are its values.
      char message[128] = "expected the size of the index in dimension ";
      char digits[24];
      size_t used = strlen(message), count = 0;
      for (int64_t rest = d; rest || !count; rest /= 10)
        digits[count++] = (char)('0' + rest % 10);
      while (count)
        message[used++] = digits[--count];
      strcpy(message + used, " to be at most {1} but got {0}");
      return fail_check(interp, node, message, index->sizes[d],
                        input->sizes[d]);
    }
  if (!check_indices(interp, node, index, input->sizes[dim]))
    return FLOW_ERROR;
  tensor_t *result =
      tensor_create(interp, input->dtype, index->rank, index->sizes);
  if (!result)
    return FLOW_ERROR;
  int64_t at[TSSA_MAX_RANK] = {0}, from[TSSA_MAX_RANK];
  bool more = tensor_count(result) > 0;
  while (more) {
    memcpy(from, at, (size_t)index->rank * sizeof *from);
    from[dim] = load_index(index, at, input->sizes[dim]);
    move_elements(tensor_element(result, at), tensor_element(input, from),
                  (size_t)tssa_dtype_size(input->dtype));
    more = next_index(index->rank, index->sizes, at);
  }
  return give_tensor(interp, frame, node, 0, result);
}

static flow_t run_index_select(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *input = use_tensor(interp, frame, node, 0);
  tensor_t *index = input ? use_tensor(interp, frame, node, 1) : NULL;
  int64_t dim;
  if (!index || !use_dim(interp, node, input, &dim) ||
      !expect_i64(interp, node, index) ||
      !check_indices(interp, node, index, input->sizes[dim]))
    return FLOW_ERROR;
  int64_t rank = input->rank - 1 + index->rank;
  if (rank > TSSA_MAX_RANK)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected at most %d dimensions", TSSA_MAX_RANK);
  int64_t sizes[TSSA_MAX_RANK];
  for (int64_t d = 0; d < rank; ++d)
    sizes[d] = d < dim                 ? input->sizes[d]
               : d < dim + index->rank ? index->sizes[d - dim]
                                       : input->sizes[d - index->rank + 1];
  tensor_t *result = tensor_create(interp, input->dtype, rank, sizes);
  if (!result)
    return FLOW_ERROR;
  int64_t at[TSSA_MAX_RANK] = {0}, from[TSSA_MAX_RANK];
  bool more = tensor_count(result) > 0;
  while (more) {
    for (int64_t d = 0; d < input->rank; ++d)
      from[d] = d < dim    ? at[d]
                : d == dim ? load_index(index, at + dim, input->sizes[dim])
                           : at[d + index->rank - 1];
    move_elements(tensor_element(result, at), tensor_element(input, from),
                  (size_t)tssa_dtype_size(input->dtype));
    more = next_index(rank, sizes, at);
  }
  return give_tensor(interp, frame, node, 0, result);
}

//===----------------------------------------------------------------------===//
// index_put
//===----------------------------------------------------------------------===//

/// The index tensors and sizes of `index_put` fit, and all indices are in
/// range.
static bool check_put(interp_t *interp, frame_t *frame, node_t *node,
                      const tensor_t *values, const tensor_t *dest) {
  int64_t count = node->num_operands - 2;
  tensor_t *first = count ? use_tensor(interp, frame, node, 2) : NULL;
  if (!first || count > dest->rank || values->dtype != dest->dtype ||
      values->rank != first->rank + dest->rank - count) {
    fail(interp, node, TSSA_STATUS_UNSUPPORTED,
         "expected values with the dimensions of the indices followed by those "
         "that are left of the destination");
    return false;
  }
  for (int64_t k = 0; k < count; ++k) {
    tensor_t *index = use_tensor(interp, frame, node, 2 + k);
    if (!index || !expect_i64(interp, node, index))
      return false;
    if (index->rank != first->rank) {
      fail(interp, node, TSSA_STATUS_UNSUPPORTED,
           "expected all indices to have one rank");
      return false;
    }
    for (int64_t d = 0; d < first->rank; ++d)
      if (!check_dim(interp, node, first->sizes[d], index->sizes[d], d))
        return false;
  }
  for (int64_t d = 0; d < values->rank; ++d)
    if (!check_dim(interp, node,
                   d < first->rank ? first->sizes[d]
                                   : dest->sizes[d - first->rank + count],
                   values->sizes[d], d))
      return false;
  for (int64_t k = 0; k < count; ++k)
    if (!check_indices(interp, node, use_tensor(interp, frame, node, 2 + k),
                       dest->sizes[k]))
      return false;
  return true;
}

static flow_t run_index_put(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *values = use_tensor(interp, frame, node, 0);
  tensor_t *dest = values ? use_tensor(interp, frame, node, 1) : NULL;
  if (!dest || !check_put(interp, frame, node, values, dest))
    return FLOW_ERROR;
  int64_t count = node->num_operands - 2;
  int64_t index_rank = use_tensor(interp, frame, node, 2)->rank;
  bool accumulate = !mlirAttributeIsNull(get_attribute(node, "accumulate"));
  tensor_t *result = tensor_copy(interp, dest);
  if (!result)
    return FLOW_ERROR;
  int64_t at[TSSA_MAX_RANK] = {0}, to[TSSA_MAX_RANK];
  bool more = tensor_count(values) > 0;
  while (more) {
    for (int64_t d = 0; d < dest->rank; ++d)
      to[d] = d < count ? load_index(use_tensor(interp, frame, node, 2 + d), at,
                                     dest->sizes[d])
                        : at[index_rank + d - count];
    char *place = tensor_element(result, to);
    scalar_t value = scalar_load(dest->dtype, tensor_element(values, at));
    if (accumulate)
      scalar_store(
          compute_binary(COMPUTE_ADD, scalar_load(dest->dtype, place), value),
          place);
    else
      move_elements(place, tensor_element(values, at),
                    (size_t)tssa_dtype_size(dest->dtype));
    more = next_index(values->rank, values->sizes, at);
  }
  return give_tensor(interp, frame, node, 0, result);
}

//===----------------------------------------------------------------------===//
// Results of a size that depends on data
//===----------------------------------------------------------------------===//

static flow_t give_counted(interp_t *interp, frame_t *frame, node_t *node,
                           tensor_t *padded, int64_t count, int64_t bound) {
  flow_t flow = give_tensor(interp, frame, node, 0, padded);
  if (flow == FLOW_NEXT)
    flow = give_index(interp, frame, node, 1, count);
  if (flow == FLOW_NEXT)
    flow = give_index(interp, frame, node, 2, bound);
  return flow;
}

static tensor_t *create_zeros(interp_t *interp, tssa_dtype_t dtype,
                              int64_t rank, const int64_t *sizes) {
  tensor_t *tensor = tensor_create(interp, dtype, rank, sizes);
  if (tensor)
    memset(tensor_data(tensor), 0,
           (size_t)(tensor_count(tensor) * tssa_dtype_size(dtype)));
  return tensor;
}

static flow_t run_nonzero(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *input = use_tensor(interp, frame, node, 0);
  if (!input)
    return FLOW_ERROR;
  int64_t sizes[2] = {tensor_count(input), input->rank};
  tensor_t *result = create_zeros(interp, TSSA_DTYPE_I64, 2, sizes);
  if (!result)
    return FLOW_ERROR;
  int64_t at[TSSA_MAX_RANK] = {0}, count = 0;
  bool more = sizes[0] > 0;
  while (more) {
    if (!scalar_is_zero(scalar_load(input->dtype, tensor_element(input, at)))) {
      for (int64_t d = 0; d < input->rank; ++d) {
        int64_t place[2] = {count, d};
        scalar_store(scalar_int(TSSA_DTYPE_I64, at[d]),
                     tensor_element(result, place));
      }
      count += 1;
    }
    more = next_index(input->rank, input->sizes, at);
  }
  return give_counted(interp, frame, node, result, count, sizes[0]);
}

static flow_t run_masked_select(interp_t *interp, frame_t *frame,
                                node_t *node) {
  tensor_t *input = use_tensor(interp, frame, node, 0);
  tensor_t *mask = input ? use_tensor(interp, frame, node, 1) : NULL;
  if (!mask)
    return FLOW_ERROR;
  if (mask->rank != input->rank)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected the mask to have the rank of the input");
  for (int64_t d = 0; d < input->rank; ++d)
    if (!check_dim(interp, node, input->sizes[d], mask->sizes[d], d))
      return FLOW_ERROR;
  int64_t bound = tensor_count(input), count = 0;
  tensor_t *result = create_zeros(interp, input->dtype, 1, &bound);
  if (!result)
    return FLOW_ERROR;
  int64_t at[TSSA_MAX_RANK] = {0};
  bool more = bound > 0;
  while (more) {
    if (scalar_load(mask->dtype, tensor_element(mask, at)).i) {
      move_elements(tensor_element(result, &count), tensor_element(input, at),
                    (size_t)tssa_dtype_size(input->dtype));
      count += 1;
    }
    more = next_index(input->rank, input->sizes, at);
  }
  return give_counted(interp, frame, node, result, count, bound);
}

const op_entry_t index_ops[] = {
    {"tssa.gather", run_gather, 0},
    {"tssa.index_select", run_index_select, 0},
    {"tssa.index_put", run_index_put, 0},
    {"tssa.nonzero", run_nonzero, 0},
    {"tssa.masked_select", run_masked_select, 0},
    {NULL, NULL, 0},
};
