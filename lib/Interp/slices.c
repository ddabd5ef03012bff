// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's slices of tensors: offsets, sizes and strides, each a number or an
// operand, and every element in range.

#include "internal.h"

#include <inttypes.h>
#include <string.h>

bool use_mixed(interp_t *interp, frame_t *frame, node_t *node, const char *name,
               int64_t *at, int64_t *out_count, int64_t out[TSSA_MAX_RANK]) {
  int64_t count, *values;
  if (!get_int_array(interp, node, name, &count, &values))
    return false;
  if (count > TSSA_MAX_RANK) {
    fail(interp, node, TSSA_STATUS_UNSUPPORTED,
         "expected at most %d dimensions but got %" PRId64, TSSA_MAX_RANK,
         count);
    return false;
  }
  *out_count = count;
  for (int64_t i = 0; i < count; ++i) {
    out[i] = values[i];
    if (values[i] == DYNAMIC && !use_int(interp, frame, node, (*at)++, &out[i]))
      return false;
  }
  return true;
}

typedef struct slice_t {
  int64_t rank;
  int64_t offsets[TSSA_MAX_RANK];
  int64_t sizes[TSSA_MAX_RANK];
  int64_t strides[TSSA_MAX_RANK];
} slice_t;

/// The slice of a tensor with these sizes, whose operands begin at `at`.
static bool use_slice(interp_t *interp, frame_t *frame, node_t *node,
                      int64_t at, const tensor_t *whole, slice_t *slice) {
  int64_t offsets, strides;
  if (!use_mixed(interp, frame, node, "static_offsets", &at, &offsets,
                 slice->offsets) ||
      !use_mixed(interp, frame, node, "static_sizes", &at, &slice->rank,
                 slice->sizes) ||
      !use_mixed(interp, frame, node, "static_strides", &at, &strides,
                 slice->strides))
    return false;
  bool fits = offsets == whole->rank && slice->rank == whole->rank &&
              strides == whole->rank;
  for (int64_t i = 0; fits && i < whole->rank; ++i) {
    int64_t last, size = slice->sizes[i];
    fits = size >= 0;
    if (fits && size > 0)
      fits = slice->offsets[i] >= 0 && slice->offsets[i] < whole->sizes[i] &&
             !__builtin_mul_overflow(size - 1, slice->strides[i], &last) &&
             !__builtin_add_overflow(last, slice->offsets[i], &last) &&
             last >= 0 && last < whole->sizes[i];
    if (!fits) {
      fail(interp, node, TSSA_STATUS_OUT_OF_RANGE,
           "expected the slice to be inside dimension %" PRId64
           " of size %" PRId64 " but got offset %" PRId64 ", size %" PRId64
           ", stride %" PRId64,
           i, whole->sizes[i], slice->offsets[i], size, slice->strides[i]);
      return false;
    }
  }
  if (!fits)
    fail(interp, node, TSSA_STATUS_UNSUPPORTED,
         "expected one offset, size and stride for each dimension");
  return fits;
}

/// Copies between a slice of `whole` and row-major elements.
static void copy_slice(const slice_t *slice, const tensor_t *whole,
                       char *elements, bool to_whole) {
  size_t size = (size_t)tssa_dtype_size(whole->dtype);
  int64_t indices[TSSA_MAX_RANK] = {0}, place[TSSA_MAX_RANK];
  if (count_of(slice->rank, slice->sizes) == 0)
    return;
  do {
    for (int64_t i = 0; i < slice->rank; ++i)
      place[i] = slice->offsets[i] + indices[i] * slice->strides[i];
    if (to_whole)
      move_elements(tensor_element(whole, place), elements, size);
    else
      move_elements(elements, tensor_element(whole, place), size);
    elements += size;
  } while (next_index(slice->rank, slice->sizes, indices));
}

/// Whether `part` has the sizes of the slice but for dimensions of size 1.
static bool same_but_ones(const slice_t *slice, const tensor_t *part) {
  int64_t at = 0;
  for (int64_t i = 0; i < slice->rank; ++i) {
    while (at < part->rank && part->sizes[at] == 1 && slice->sizes[i] != 1)
      at += 1;
    if (at < part->rank && part->sizes[at] == slice->sizes[i])
      at += 1;
    else if (slice->sizes[i] != 1)
      return false;
  }
  while (at < part->rank && part->sizes[at] == 1)
    at += 1;
  return at == part->rank;
}

static flow_t run_extract_slice(interp_t *interp, frame_t *frame,
                                node_t *node) {
  tensor_t *source = use_tensor(interp, frame, node, 0);
  slice_t slice;
  if (!source || !use_slice(interp, frame, node, 1, source, &slice))
    return FLOW_ERROR;
  // The result may lack some dimensions of size 1: the type says which sizes
  // are left.
  const type_t *type = result_type(frame, node, 0);
  int64_t sizes[TSSA_MAX_RANK], rank = 0;
  int64_t to_drop = slice.rank - type->rank;
  for (int64_t i = 0; i < slice.rank; ++i) {
    bool matches = rank < type->rank && (type->sizes[rank] == DYNAMIC ||
                                         type->sizes[rank] == slice.sizes[i]);
    bool one_is_wanted = rank < type->rank && type->sizes[rank] == 1;
    if (to_drop > 0 && slice.sizes[i] == 1 && !(matches && one_is_wanted))
      to_drop -= 1;
    else if (rank < TSSA_MAX_RANK)
      sizes[rank++] = slice.sizes[i];
  }
  tensor_t *result = tensor_create(interp, source->dtype, rank, sizes);
  if (result)
    copy_slice(&slice, source, tensor_data(result), false);
  return give_tensor(interp, frame, node, 0, result);
}

bool insert_slice(interp_t *interp, frame_t *frame, node_t *node,
                  tensor_t *dest) {
  tensor_t *source = use_tensor(interp, frame, node, 0);
  slice_t slice;
  if (!source || !use_slice(interp, frame, node, 2, dest, &slice))
    return false;
  if (source->dtype != dest->dtype || !same_but_ones(&slice, source)) {
    fail(interp, node, TSSA_STATUS_SHAPE_MISMATCH,
         "expected the source to have the sizes of the slice");
    return false;
  }
  copy_slice(&slice, dest, tensor_data(source), true);
  return true;
}

static flow_t run_insert_slice(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *dest = take_tensor(interp, frame, node, 1);
  if (!dest)
    return FLOW_ERROR;
  if (!insert_slice(interp, frame, node, dest)) {
    tensor_release(dest);
    return FLOW_ERROR;
  }
  return give_tensor(interp, frame, node, 0, dest);
}

const op_entry_t slice_ops[] = {
    {"tensor.extract_slice", run_extract_slice, 0},
    {"tensor.insert_slice", run_insert_slice, 0},
    {NULL, NULL, 0},
};
