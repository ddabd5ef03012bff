// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check ops. What each says when it fails is in the runtime's checks.h.

#include "tensorssa-runtime/checks.h"
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static flow_t run_check_index(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t index, size;
  if (!use_int(interp, frame, node, 0, &index) ||
      !use_int(interp, frame, node, 1, &size))
    return FLOW_ERROR;
  if (size < 0 || index < -size || index >= size)
    return fail_index(interp, node, "tssa.check_index", index, size);
  return give_index(interp, frame, node, 0, index < 0 ? index + size : index);
}

static flow_t run_check_broadcast(interp_t *interp, frame_t *frame,
                                  node_t *node) {
  int64_t values[4] = {0};
  if (!use_int(interp, frame, node, 0, &values[0]) ||
      !use_int(interp, frame, node, 1, &values[1]))
    return FLOW_ERROR;
  if (values[0] != values[1] && values[0] != 1 && values[1] != 1)
    return fail_site(interp, node->op, "tssa.check_broadcast",
                     TSSA_CHECK_BROADCAST_STATUS, TSSA_CHECK_BROADCAST_MESSAGE,
                     values);
  return give_index(interp, frame, node, 0,
                    values[0] == 1 ? values[1] : values[0]);
}

static flow_t run_check_equal(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t values[4] = {0};
  if (!use_int(interp, frame, node, 0, &values[0]) ||
      !use_int(interp, frame, node, 1, &values[1]))
    return FLOW_ERROR;
  if (values[0] == values[1])
    return give_index(interp, frame, node, 0, values[0]);
  const char *what = escape_braces(
      interp, mlirStringAttrGetValue(get_attribute(node, "what")));
  if (!what)
    return FLOW_ERROR;
  char message[1024];
  snprintf(message, sizeof message, "%s%s%s", TSSA_CHECK_EQUAL_MESSAGE_BEFORE,
           what, TSSA_CHECK_EQUAL_MESSAGE_AFTER);
  return fail_site(interp, node->op, "tssa.check_equal",
                   TSSA_CHECK_EQUAL_STATUS, message, values);
}

static flow_t run_check_indices(interp_t *interp, frame_t *frame,
                                node_t *node) {
  int64_t size;
  tensor_t *indices = use_tensor(interp, frame, node, 0);
  if (!indices || !use_int(interp, frame, node, 1, &size))
    return FLOW_ERROR;
  tensor_t *result = tensor_copy(interp, indices);
  if (!result)
    return FLOW_ERROR;
  int64_t step = tssa_dtype_size(result->dtype);
  char *at = tensor_data(result);
  for (int64_t i = 0; i < tensor_count(result); ++i, at += step) {
    scalar_t index = scalar_load(result->dtype, at);
    if (size < 0 || index.i < -size || index.i >= size) {
      tensor_release(result);
      return fail_index(interp, node, "tssa.check_indices", index.i, size);
    }
    if (index.i < 0)
      scalar_store(scalar_int(result->dtype, index.i + size), at);
  }
  return give_tensor(interp, frame, node, 0, result);
}

static flow_t run_check_nonzero(interp_t *interp, frame_t *frame,
                                node_t *node) {
  scalar_t value;
  bool zero;
  if (!use_number(interp, frame, node, 0, &value) ||
      !number_is_zero(interp, node, value, &zero))
    return FLOW_ERROR;
  if (zero)
    return fail_site(interp, node->op, "tssa.check_nonzero",
                     TSSA_CHECK_NONZERO_STATUS, TSSA_CHECK_NONZERO_MESSAGE,
                     NULL);
  return give_scalar(interp, frame, node, 0, value);
}

/// The op's message and values as a failure. `first` is the first value.
static flow_t fail_message(interp_t *interp, frame_t *frame, node_t *node,
                           const char *op_name, tssa_status_t status,
                           int64_t first) {
  int64_t values[4] = {0};
  for (int64_t i = first; i < node->num_operands && i < first + 4; ++i)
    if (!use_int(interp, frame, node, i, &values[i - first]))
      return FLOW_ERROR;
  MlirStringRef text = mlirStringAttrGetValue(get_attribute(node, "message"));
  char *message = program_alloc(interp, text.length + 1, 1);
  if (!message)
    return FLOW_ERROR;
  memcpy(message, text.data, text.length);
  return fail_site(interp, node->op, op_name, status, message, values);
}

static flow_t run_check(interp_t *interp, frame_t *frame, node_t *node) {
  scalar_t condition;
  if (!use_scalar(interp, frame, node, 0, &condition))
    return FLOW_ERROR;
  if (condition.i)
    return FLOW_NEXT;
  // One that stands for another op fails as that one.
  const char *name = "tssa.check";
  MlirAttribute origin = get_attribute(node, "origin");
  if (!mlirAttributeIsNull(origin)) {
    MlirStringRef text = mlirStringAttrGetValue(origin);
    char *copy = program_alloc(interp, text.length + 1, 1);
    if (!copy)
      return FLOW_ERROR;
    memcpy(copy, text.data, text.length);
    name = copy;
  }
  int64_t status = get_int_attribute(node, "status", TSSA_CHECK_STATUS);
  return fail_message(interp, frame, node, name, (tssa_status_t)status, 1);
}

static flow_t run_raise(interp_t *interp, frame_t *frame, node_t *node) {
  return fail_message(interp, frame, node, "tssa.raise", TSSA_RAISE_STATUS, 0);
}

static flow_t run_assert(interp_t *interp, frame_t *frame, node_t *node) {
  scalar_t condition;
  if (!use_scalar(interp, frame, node, 0, &condition))
    return FLOW_ERROR;
  if (condition.i)
    return FLOW_NEXT;
  MlirStringRef text = mlirStringAttrGetValue(get_attribute(node, "msg"));
  return fail(interp, node, TSSA_STATUS_RAISED, "%.*s", (int)text.length,
              text.data);
}

//===----------------------------------------------------------------------===//
// Overlap: by marking bytes
//===----------------------------------------------------------------------===//

/// Marks the bytes of a tensor's elements in `marks`, one for each byte from
/// `base` on; returns whether one was marked already.
static bool mark(const tensor_t *tensor, const char *base, char *marks) {
  int64_t size = tssa_dtype_size(tensor->dtype);
  int64_t indices[TSSA_MAX_RANK] = {0}, sizes[TSSA_MAX_RANK];
  bool again = false;
  if (tensor_count(tensor) == 0)
    return false;
  // A dimension without a stride names its elements once more, however often.
  for (int64_t i = 0; i < tensor->rank; ++i) {
    bool repeats = tensor->strides[i] == 0;
    again |= repeats && tensor->sizes[i] > 1;
    sizes[i] = repeats ? 1 : tensor->sizes[i];
  }
  do {
    char *at = marks + (tensor_element(tensor, indices) - base);
    for (int64_t i = 0; i < size; ++i) {
      again |= at[i] != 0;
      at[i] = 1;
    }
  } while (next_index(tensor->rank, sizes, indices));
  return again;
}

static char *make_marks(interp_t *interp, int64_t bytes) {
  char *marks = calloc((size_t)bytes + 1, 1);
  if (!marks)
    fail_memory(interp, bytes);
  return marks;
}

bool find_self_overlap(interp_t *interp, const tensor_t *tensor, bool *out) {
  char *marks = make_marks(interp, tssa_storage_bytes(tensor->storage));
  if (!marks)
    return false;
  *out = mark(tensor, tssa_storage_data(tensor->storage), marks);
  free(marks);
  return true;
}

/// Whether both name the same elements in the same places. Two dtypes of one
/// width do, as in PyTorch (get_overlap_status compares addresses and strides).
static bool same_part(const tensor_t *a, const tensor_t *b) {
  if (tensor_data(a) != tensor_data(b) ||
      tssa_dtype_size(a->dtype) != tssa_dtype_size(b->dtype) ||
      !same_sizes(a, b))
    return false;
  for (int64_t i = 0; i < a->rank; ++i)
    if (a->sizes[i] > 1 && a->strides[i] != b->strides[i])
      return false;
  return true;
}

bool find_overlap(interp_t *interp, const tensor_t *a, const tensor_t *b,
                  overlap_t *out) {
  // Hosts may have wrapped one piece of memory in several storages.
  const char *base_a = tssa_storage_data(a->storage);
  const char *base_b = tssa_storage_data(b->storage);
  const char *end_a = base_a + tssa_storage_bytes(a->storage);
  const char *end_b = base_b + tssa_storage_bytes(b->storage);
  *out = OVERLAP_NONE;
  if (tensor_count(a) == 0 || tensor_count(b) == 0 ||
      (uintptr_t)end_a <= (uintptr_t)base_b ||
      (uintptr_t)end_b <= (uintptr_t)base_a)
    return true;
  if (same_part(a, b)) {
    *out = OVERLAP_SAME;
    return true;
  }
  const char *base = base_a < base_b ? base_a : base_b;
  const char *end = end_a > end_b ? end_a : end_b;
  char *marks_a = make_marks(interp, end - base);
  char *marks_b = marks_a ? make_marks(interp, end - base) : NULL;
  bool done = marks_b != NULL;
  if (done) {
    mark(a, base, marks_a);
    mark(b, base, marks_b);
    for (int64_t i = 0; i < end - base; ++i)
      if (marks_a[i] && marks_b[i])
        *out = OVERLAP_PART;
  }
  free(marks_a);
  free(marks_b);
  return done;
}

static flow_t run_check_overlap(interp_t *interp, frame_t *frame,
                                node_t *node) {
  tensor_t *target = use_ref(interp, frame, node, 0);
  bool self = false;
  if (!target || !find_self_overlap(interp, target, &self))
    return FLOW_ERROR;
  if (self)
    return fail_site(interp, node->op, "tssa.check_overlap",
                     TSSA_CHECK_OVERLAP_STATUS, TSSA_CHECK_OVERLAP_SELF_MESSAGE,
                     NULL);
  if (node->num_operands < 2)
    return FLOW_NEXT;
  tensor_t *source = use_ref(interp, frame, node, 1);
  overlap_t overlap;
  if (!source || !find_overlap(interp, target, source, &overlap))
    return FLOW_ERROR;
  if (overlap == OVERLAP_PART)
    return fail_site(interp, node->op, "tssa.check_overlap",
                     TSSA_CHECK_OVERLAP_STATUS, TSSA_CHECK_OVERLAP_MESSAGE,
                     NULL);
  return FLOW_NEXT;
}

/// Written operands against themselves and all others.
static flow_t run_disjoint(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t start, num_written;
  if (!get_segment(interp, node, 0, &start, &num_written))
    return FLOW_ERROR;
  bool disjoint = true;
  for (int64_t i = 0; i < num_written && disjoint; ++i) {
    tensor_t *written = use_ref(interp, frame, node, i);
    bool self = false;
    if (!written || !find_self_overlap(interp, written, &self))
      return FLOW_ERROR;
    disjoint = !self;
    for (int64_t j = 0; j < node->num_operands && disjoint; ++j) {
      tensor_t *other = use_ref(interp, frame, node, j);
      overlap_t overlap = OVERLAP_NONE;
      if (!other || (i != j && !find_overlap(interp, written, other, &overlap)))
        return FLOW_ERROR;
      disjoint = overlap == OVERLAP_NONE;
    }
  }
  return give_scalar(interp, frame, node, 0,
                     scalar_int(TSSA_DTYPE_BOOL, disjoint));
}

/// By going over the elements: each must lie where the next one of the storage
/// does, from its start on.
static flow_t run_is_whole(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *tensor = use_ref(interp, frame, node, 0);
  if (!tensor)
    return FLOW_ERROR;
  int64_t size = tssa_dtype_size(tensor->dtype);
  int64_t room = tssa_storage_bytes(tensor->storage) / size;
  int64_t count = tensor_count(tensor), indices[TSSA_MAX_RANK] = {0};
  MlirAttribute reach = get_attribute(node, "reach");
  bool holds = count == room || (!mlirAttributeIsNull(reach) &&
                                 count >= mlirIntegerAttrGetValueInt(reach));
  const char *at = tssa_storage_data(tensor->storage);
  holds = holds && tensor_data(tensor) == at;
  for (int64_t i = 0; i < count && holds; ++i, at += size) {
    holds = tensor_element(tensor, indices) == at;
    next_index(tensor->rank, tensor->sizes, indices);
  }
  return give_scalar(interp, frame, node, 0,
                     scalar_int(TSSA_DTYPE_BOOL, holds));
}

const op_entry_t check_ops[] = {
    {"tssa.check_index", run_check_index, 0},
    {"tssa.check_broadcast", run_check_broadcast, 0},
    {"tssa.check_equal", run_check_equal, 0},
    {"tssa.check_indices", run_check_indices, 0},
    {"tssa.check_nonzero", run_check_nonzero, 0},
    {"tssa.check_overlap", run_check_overlap, 0},
    {"tssa.disjoint", run_disjoint, 0},
    {"tssa.is_whole", run_is_whole, 0},
    {"tssa.check", run_check, 0},
    {"tssa.raise", run_raise, 0},
    {"cf.assert", run_assert, 0},
    {NULL, NULL, 0},
};
