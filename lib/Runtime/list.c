// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists: an array of values that grows by doubling.

#include "tensorssa-runtime/list.h"
#include "internal.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

struct tssa_list_t {
  atomic_int_fast64_t references;
  tssa_allocator_t allocator;
  int64_t length;
  int64_t capacity;
  tssa_value_t *values;
};

enum { FIRST_CAPACITY = 4 };

tssa_status_t tssa_list_create(const tssa_allocator_t *allocator,
                               tssa_list_t **out_list,
                               tssa_error_t *out_error) {
  tssa_allocator_t used = allocator ? *allocator : tssa_allocator_system();
  tssa_list_t *list = used.alloc(used.self, sizeof *list, TSSA_ALIGNMENT);
  if (!list)
    return tssa_error_memory(out_error, sizeof *list);
  memset(list, 0, sizeof *list);
  atomic_init(&list->references, 1);
  list->allocator = used;
  *out_list = list;
  return TSSA_STATUS_OK;
}

tssa_list_t *tssa_list_retain(tssa_list_t *list) {
  if (list)
    atomic_fetch_add_explicit(&list->references, 1, memory_order_relaxed);
  return list;
}

static void free_values(tssa_list_t *list) {
  if (list->values)
    list->allocator.free(list->allocator.self, list->values,
                         (size_t)list->capacity * sizeof *list->values);
}

void tssa_list_release(tssa_list_t *list) {
  if (!list || atomic_fetch_sub_explicit(&list->references, 1,
                                         memory_order_acq_rel) != 1)
    return;
  for (int64_t i = 0; i < list->length; ++i)
    tssa_value_release(&list->values[i]);
  free_values(list);
  tssa_allocator_t allocator = list->allocator;
  allocator.free(allocator.self, list, sizeof *list);
}

int64_t tssa_list_length(const tssa_list_t *list) { return list->length; }

/// Turns an index that may count from the end into a position.
static tssa_status_t position(const tssa_list_t *list, int64_t index,
                              int64_t *out_position, tssa_error_t *out_error) {
  *out_position = index < 0 ? index + list->length : index;
  if (*out_position >= 0 && *out_position < list->length)
    return TSSA_STATUS_OK;
  return tssa_error_make(out_error, TSSA_STATUS_OUT_OF_RANGE,
                         "expected list index to be in [%" PRId64 ", %" PRId64
                         ") but got %" PRId64,
                         -list->length, list->length, index);
}

tssa_status_t tssa_list_get(const tssa_list_t *list, int64_t index,
                            tssa_value_t *out_value, tssa_error_t *out_error) {
  int64_t at;
  tssa_status_t status = position(list, index, &at, out_error);
  if (!status)
    *out_value = list->values[at];
  return status;
}

tssa_status_t tssa_list_set(tssa_list_t *list, int64_t index,
                            tssa_value_t value, tssa_error_t *out_error) {
  int64_t at;
  tssa_status_t status = position(list, index, &at, out_error);
  if (status)
    return status;
  // The old value goes last: its release may reach this list.
  tssa_value_t old = list->values[at];
  list->values[at] = tssa_value_retain(value);
  tssa_value_release(&old);
  return TSSA_STATUS_OK;
}

/// Makes room for one more value.
static tssa_status_t grow(tssa_list_t *list, tssa_error_t *out_error) {
  if (list->length < list->capacity)
    return TSSA_STATUS_OK;
  int64_t capacity = list->capacity ? list->capacity * 2 : FIRST_CAPACITY;
  int64_t bytes;
  tssa_value_t *values = NULL;
  if (tssa_size_multiply(capacity, sizeof *values, &bytes))
    values = list->allocator.alloc(list->allocator.self, (size_t)bytes,
                                   TSSA_ALIGNMENT);
  if (!values)
    return tssa_error_make(out_error, TSSA_STATUS_OUT_OF_MEMORY,
                           "cannot allocate a list of %" PRId64 " values",
                           capacity);
  if (list->length)
    memcpy(values, list->values, (size_t)list->length * sizeof *values);
  free_values(list);
  list->values = values;
  list->capacity = capacity;
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_list_insert(tssa_list_t *list, int64_t index,
                               tssa_value_t value, tssa_error_t *out_error) {
  tssa_status_t status = grow(list, out_error);
  if (status)
    return status;
  int64_t at = index < 0 ? index + list->length : index;
  at = at < 0 ? 0 : at > list->length ? list->length : at;
  memmove(&list->values[at + 1], &list->values[at],
          (size_t)(list->length - at) * sizeof value);
  list->values[at] = tssa_value_retain(value);
  ++list->length;
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_list_append(tssa_list_t *list, tssa_value_t value,
                               tssa_error_t *out_error) {
  return tssa_list_insert(list, list->length, value, out_error);
}

tssa_status_t tssa_list_pop(tssa_list_t *list, int64_t index,
                            tssa_value_t *out_value, tssa_error_t *out_error) {
  int64_t at;
  tssa_status_t status = position(list, index, &at, out_error);
  if (status)
    return status;
  *out_value = list->values[at];
  --list->length;
  memmove(&list->values[at], &list->values[at + 1],
          (size_t)(list->length - at) * sizeof *list->values);
  return TSSA_STATUS_OK;
}
