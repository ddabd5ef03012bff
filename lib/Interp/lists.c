// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists: objects with identity whose elements are values.

#include "internal.h"

#include <stdio.h>
#include <string.h>

static flow_t run_create(interp_t *interp, frame_t *frame, node_t *node) {
  list_t *list = list_create(interp);
  if (!list)
    return FLOW_ERROR;
  for (int64_t i = 0; i < node->num_operands; ++i) {
    value_t *element = use_value(interp, frame, node, i);
    value_t kept;
    bool done = element != NULL;
    if (done) {
      kept = value_retain(*element);
      done = list_insert(interp, list, i, kept);
      if (!done)
        value_release(&kept);
    }
    if (!done) {
      list_release(list);
      return FLOW_ERROR;
    }
  }
  value_t value;
  value.kind = VALUE_LIST;
  value.list = list;
  return give_value(interp, frame, node, 0, value);
}

static flow_t run_len(interp_t *interp, frame_t *frame, node_t *node) {
  list_t *list = use_list(interp, frame, node, 0);
  if (!list)
    return FLOW_ERROR;
  return give_index(interp, frame, node, 0, list->count);
}

/// The list at operand `at` and the index after it, normalized.
static list_t *use_element(interp_t *interp, frame_t *frame, node_t *node,
                           const char *op_name, int64_t at, int64_t *out) {
  list_t *list = use_list(interp, frame, node, at);
  int64_t index;
  if (!list || !use_int(interp, frame, node, at + 1, &index))
    return NULL;
  if (index < -list->count || index >= list->count) {
    fail_index(interp, node, op_name, index, list->count);
    return NULL;
  }
  *out = index < 0 ? index + list->count : index;
  return list;
}

static flow_t run_get(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t index;
  list_t *list = use_element(interp, frame, node, "tssa.list_get", 0, &index);
  if (!list)
    return FLOW_ERROR;
  return give_value(interp, frame, node, 0, value_retain(list->items[index]));
}

static flow_t run_set(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t index;
  value_t *element = use_value(interp, frame, node, 0);
  list_t *list =
      element ? use_element(interp, frame, node, "tssa.list_set", 1, &index)
              : NULL;
  if (!list)
    return FLOW_ERROR;
  value_t kept = value_retain(*element);
  value_release(&list->items[index]);
  list->items[index] = kept;
  return FLOW_NEXT;
}

/// `list_append` and `list_insert`, which has an index.
static flow_t run_insert(interp_t *interp, frame_t *frame, node_t *node) {
  value_t *element = use_value(interp, frame, node, 0);
  list_t *list = element ? use_list(interp, frame, node, 1) : NULL;
  if (!list)
    return FLOW_ERROR;
  int64_t index = list->count;
  if (node->num_operands > 2) {
    if (!use_int(interp, frame, node, 2, &index))
      return FLOW_ERROR;
    if (index < 0)
      index += list->count;
    index = index < 0 ? 0 : index > list->count ? list->count : index;
  }
  value_t kept = value_retain(*element);
  if (list_insert(interp, list, index, kept))
    return FLOW_NEXT;
  value_release(&kept);
  return FLOW_ERROR;
}

static flow_t run_pop(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t index;
  list_t *list = use_element(interp, frame, node, "tssa.list_pop", 0, &index);
  if (!list)
    return FLOW_ERROR;
  value_t value = list->items[index];
  list->count -= 1;
  memmove(list->items + index, list->items + index + 1,
          (size_t)(list->count - index) * sizeof *list->items);
  return give_value(interp, frame, node, 0, value);
}

const op_entry_t list_ops[] = {
    {"tssa.list_create", run_create, 0}, {"tssa.list_len", run_len, 0},
    {"tssa.list_get", run_get, 0},       {"tssa.list_set", run_set, 0},
    {"tssa.list_append", run_insert, 0}, {"tssa.list_insert", run_insert, 0},
    {"tssa.list_pop", run_pop, 0},       {NULL, NULL, 0},
};
