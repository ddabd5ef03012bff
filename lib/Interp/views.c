// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops that name, read and replace parts: `view.of` over storages,
// `view.access` and `view.assign` over values, and the check before them.

#include "kinds.h"
#include "tensorssa-c/View.h"
#include "tensorssa-runtime/checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A kind as written, and the same with its operands filled in.
typedef struct view_data_t {
  MlirAttribute attribute;
  kind_t *open;
  kind_t *kind;
  int64_t num_operands;
} view_data_t;

/// "cannot view the source as KIND with operands {0}, {1}".
static const char *view_message(interp_t *interp, const char *kind,
                                int64_t num_operands) {
  char *text = escape_braces(interp, mlirStringRefCreateFromCString(kind));
  if (!text)
    return NULL;
  size_t size = strlen(text) + 128;
  char *message = program_alloc(interp, size, 1);
  if (!message)
    return NULL;
  int used =
      snprintf(message, size, "%s%s", TSSA_CHECK_VIEW_MESSAGE_BEFORE, text);
  for (int64_t i = 0; i < num_operands && i < 4; ++i)
    used += snprintf(message + used, size - (size_t)used, "%s{%" PRId64 "}",
                     i ? ", " : TSSA_CHECK_VIEW_MESSAGE_OPERANDS, i);
  return message;
}

/// The data of a view op whose index operands begin at `first`, its kind
/// resolved with their values now.
static view_data_t *resolve(interp_t *interp, frame_t *frame, node_t *node,
                            int64_t first) {
  view_data_t *data = node->data;
  if (!data) {
    data = program_alloc(interp, 1, sizeof *data);
    MlirAttribute kind = get_attribute(node, "kind");
    if (!data || !(data->open = kind_decode(interp, node, kind)) ||
        !(data->kind = kind_decode(interp, node, kind)))
      return NULL;
    data->attribute = kind;
    data->num_operands = node->num_operands - first;
    node->data = data;
  }
  int64_t few[16];
  int64_t *operands = data->num_operands <= 16
                          ? few
                          : malloc((size_t)data->num_operands * sizeof *few);
  if (!operands) {
    fail_memory(interp, -1);
    return NULL;
  }
  bool done = true;
  for (int64_t i = 0; done && i < data->num_operands; ++i)
    done = use_int(interp, frame, node, first + i, &operands[i]);
  if (done)
    kind_resolve(data->open, operands, data->kind);
  if (operands != few)
    free(operands);
  return done ? data : NULL;
}

/// Records that a kind with index operands from `first` on is no view.
static flow_t fail_kind(interp_t *interp, frame_t *frame, node_t *node,
                        int64_t first, const char *kind, int64_t count) {
  int64_t values[4] = {0};
  for (int64_t i = 0; i < count && i < 4; ++i)
    if (!use_int(interp, frame, node, first + i, &values[i]))
      return FLOW_ERROR;
  const char *message = view_message(interp, kind, count);
  if (!message)
    return FLOW_ERROR;
  return fail_site(interp, node->op, "tssa.check_view", TSSA_CHECK_VIEW_STATUS,
                   message, values);
}

/// Records that member number `member` of a kind is no view of what those
/// before it leave. The failure names this one only: what a path is part of
/// depends on who composed it.
static flow_t fail_member(interp_t *interp, frame_t *frame, node_t *node,
                          int64_t first, const view_data_t *data,
                          int64_t member) {
  MlirAttribute kind = data->attribute;
  int64_t count = data->num_operands;
  if (data->kind->code == KIND_PATH) {
    for (int64_t i = 0; i < member; ++i)
      first += tssaViewKindGetNumOperands(
          tssaViewPathAttrGetKind(data->attribute, i));
    kind = tssaViewPathAttrGetKind(data->attribute, member);
    count = tssaViewKindGetNumOperands(kind);
  }
  const char *text = print_attribute(interp, kind);
  return text ? fail_kind(interp, frame, node, first, text, count) : FLOW_ERROR;
}

/// Records that a view does not exist, as the checks would that
/// `tssa-insert-checks` puts before the op, one for each member of a path.
static flow_t fail_view(interp_t *interp, frame_t *frame, node_t *node,
                        int64_t first, const view_data_t *data,
                        view_result_t result, view_problem_t problem) {
  if (result == VIEW_BAD_INDEX)
    return fail_index(interp, node, "tssa.check_index", problem.index,
                      problem.size);
  return fail_member(interp, frame, node, first, data, problem.member);
}

static void window_of(const tensor_t *tensor, window_t *window) {
  window->dtype = tensor->dtype;
  window->rank = tensor->rank;
  window->byte_offset = tensor->byte_offset;
  window->storage_bytes = tssa_storage_bytes(tensor->storage);
  for (int64_t i = 0; i < tensor->rank; ++i) {
    window->sizes[i] = tensor->sizes[i];
    window->strides[i] = tensor->strides[i];
  }
}

static flow_t run_of(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *source = use_ref(interp, frame, node, 0);
  view_data_t *data = source ? resolve(interp, frame, node, 1) : NULL;
  if (!data)
    return FLOW_ERROR;
  window_t window;
  view_problem_t problem = {0, 0, 0};
  window_of(source, &window);
  view_result_t result = window_view(data->kind, &window, &problem);
  if (result != VIEW_EXISTS)
    return fail_view(interp, frame, node, 1, data, result, problem);
  tensor_t *view =
      tensor_over(interp, source->storage, window.dtype, window.rank,
                  window.sizes, window.strides, window.byte_offset);
  if (view)
    view->read_only = source->read_only;
  return give_ref(interp, frame, node, 0, view);
}

static flow_t run_check_view(interp_t *interp, frame_t *frame, node_t *node) {
  value_t *source = use_value(interp, frame, node, 0);
  view_data_t *data = source ? resolve(interp, frame, node, 1) : NULL;
  if (!data)
    return FLOW_ERROR;
  if (source->kind != VALUE_REF && source->kind != VALUE_TENSOR)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected the source to be a ref or a tensor");
  // A value is row-major in a storage of its own, as the check takes it to be.
  window_t window;
  view_problem_t problem = {0, 0, 0};
  window_of(source->tensor, &window);
  if (window_view(data->kind, &window, &problem) == VIEW_EXISTS)
    return FLOW_NEXT;
  // A check is about the last member: those before it were checked before.
  int64_t last = data->kind->code == KIND_PATH
                     ? tssaViewPathAttrGetNumKinds(data->attribute) - 1
                     : 0;
  return fail_member(interp, frame, node, 1, data, last);
}

/// The shapes along a view of `root`, to be freed; NULL after an error.
static shape_t *view_shapes(interp_t *interp, frame_t *frame, node_t *node,
                            int64_t first, const view_data_t *data,
                            const tensor_t *root) {
  shape_t *shapes =
      malloc((size_t)(kind_length(data->kind) + 1) * sizeof *shapes);
  if (!shapes) {
    fail_memory(interp, -1);
    return NULL;
  }
  shapes->dtype = root->dtype;
  shapes->rank = root->rank;
  for (int64_t i = 0; i < root->rank; ++i)
    shapes->sizes[i] = root->sizes[i];
  view_problem_t problem = {0, 0, 0};
  view_result_t result = shape_views(data->kind, shapes, &problem);
  if (result == VIEW_EXISTS)
    return shapes;
  free(shapes);
  fail_view(interp, frame, node, first, data, result, problem);
  return NULL;
}

/// Copies between the view of a root's elements and row-major elements, in
/// row-major order of the view.
static void copy_elements(const view_data_t *data, const shape_t *shapes,
                          char *root, char *elements, bool to_root) {
  const shape_t *view = &shapes[kind_length(data->kind)];
  int64_t size = tssa_dtype_size(view->dtype);
  // Where no bitcast is in the chain, an element's bytes stay together.
  int64_t piece = kind_splits_elements(data->kind) ? 1 : size;
  if (count_of(view->rank, view->sizes) == 0)
    return;
  int64_t indices[TSSA_MAX_RANK] = {0}, walk[TSSA_MAX_RANK];
  do {
    for (int64_t byte = 0; byte < size; byte += piece) {
      memcpy(walk, indices, (size_t)view->rank * sizeof *walk);
      char *place = root + map_byte(data->kind, shapes, walk, byte);
      if (to_root)
        move_elements(place, elements, (size_t)piece);
      else
        move_elements(elements, place, (size_t)piece);
      elements += piece;
    }
  } while (next_index(view->rank, view->sizes, indices));
}

static flow_t run_access(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *source = use_tensor(interp, frame, node, 0);
  view_data_t *data = source ? resolve(interp, frame, node, 1) : NULL;
  shape_t *shapes =
      data ? view_shapes(interp, frame, node, 1, data, source) : NULL;
  if (!shapes)
    return FLOW_ERROR;
  const shape_t *view = &shapes[kind_length(data->kind)];
  tensor_t *result =
      tensor_create(interp, view->dtype, view->rank, view->sizes);
  if (result)
    copy_elements(data, shapes, tensor_data(source), tensor_data(result),
                  false);
  free(shapes);
  return give_tensor(interp, frame, node, 0, result);
}

static flow_t run_assign(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *value = use_tensor(interp, frame, node, 0);
  tensor_t *dest = value ? use_tensor(interp, frame, node, 1) : NULL;
  view_data_t *data = dest ? resolve(interp, frame, node, 2) : NULL;
  shape_t *shapes =
      data ? view_shapes(interp, frame, node, 2, data, dest) : NULL;
  if (!shapes)
    return FLOW_ERROR;
  const shape_t *view = &shapes[kind_length(data->kind)];
  bool fits = view->dtype == value->dtype && view->rank == value->rank;
  for (int64_t i = 0; fits && i < view->rank; ++i)
    fits = view->sizes[i] == value->sizes[i];
  if (!fits) {
    free(shapes);
    return fail(interp, node, TSSA_STATUS_SHAPE_MISMATCH,
                "expected the value to have the sizes of the view");
  }
  tensor_t *result = take_tensor(interp, frame, node, 1);
  if (result)
    copy_elements(data, shapes, tensor_data(result), tensor_data(value), true);
  free(shapes);
  return give_tensor(interp, frame, node, 0, result);
}

const op_entry_t view_ops[] = {
    {"view.of", run_of, 0},
    {"view.access", run_access, 0},
    {"view.assign", run_assign, 0},
    {"tssa.check_view", run_check_view, 0},
    {NULL, NULL, 0},
};
