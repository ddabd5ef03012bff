// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists and values: Python's positions, and who holds which reference.
//
// RUN: %test_bin/runtime-list

#include "tensorssa-runtime/list.h"
#include "check.h"
#include "counting_allocator.h"

static tssa_list_t *new_list(counting_allocator_t *counting) {
  tssa_allocator_t allocator = {counting, counting_alloc, counting_free};
  tssa_list_t *list = NULL;
  CHECK_EQ(tssa_list_create(&allocator, &list, NULL), TSSA_STATUS_OK);
  return list;
}

static int64_t integer_at(const tssa_list_t *list, int64_t index) {
  tssa_value_t value = {TSSA_VALUE_NONE, {NULL}};
  CHECK_EQ(tssa_list_get(list, index, &value, NULL), TSSA_STATUS_OK);
  CHECK_EQ(value.kind, TSSA_VALUE_INT);
  return value.i64;
}

static void positions_are_pythons(void) {
  counting_allocator_t counting = {-1, 0, 0};
  tssa_list_t *list = new_list(&counting);
  tssa_error_t error;
  tssa_value_t value;
  CHECK_EQ(tssa_list_pop(list, -1, &value, &error), TSSA_STATUS_OUT_OF_RANGE);
  CHECK_TEXT(error.message, "expected list index to be in [0, 0) but got -1");
  for (int64_t i = 0; i < 100; ++i)
    CHECK_EQ(tssa_list_append(list, tssa_value_from_int(i), NULL), 0);
  CHECK_EQ(tssa_list_length(list), 100);
  CHECK_EQ(integer_at(list, 99), 99);
  CHECK_EQ(integer_at(list, -100), 0);
  CHECK_EQ(tssa_list_get(list, 100, &value, &error), TSSA_STATUS_OUT_OF_RANGE);
  CHECK_TEXT(error.message,
             "expected list index to be in [-100, 100) but got 100");
  CHECK_EQ(tssa_list_set(list, -101, value, NULL), TSSA_STATUS_OUT_OF_RANGE);
  CHECK_EQ(tssa_list_pop(list, 0, &value, NULL), 0);
  CHECK_EQ(value.i64, 0);
  CHECK_EQ(tssa_list_pop(list, -1, &value, NULL), 0);
  CHECK_EQ(value.i64, 99);
  CHECK_EQ(tssa_list_insert(list, -1000, tssa_value_from_int(-5), NULL), 0);
  CHECK_EQ(tssa_list_insert(list, 1000, tssa_value_from_int(-6), NULL), 0);
  CHECK_EQ(tssa_list_insert(list, -1, tssa_value_from_int(-7), NULL), 0);
  CHECK_EQ(tssa_list_length(list), 101);
  CHECK_EQ(integer_at(list, 0), -5);
  CHECK_EQ(integer_at(list, 1), 1);
  CHECK_EQ(integer_at(list, 99), -7);
  CHECK_EQ(integer_at(list, 100), -6);
  CHECK_EQ(tssa_list_set(list, 3, tssa_value_from_float(0.5), NULL), 0);
  CHECK_EQ(tssa_list_get(list, 3, &value, NULL), 0);
  CHECK(value.kind == TSSA_VALUE_FLOAT && value.f64 == 0.5);
  tssa_list_release(list);
  CHECK_EQ(counting.live, 0);
}

static void references_are_held(void) {
  counting_allocator_t counting = {-1, 0, 0};
  tssa_list_t *list = new_list(&counting);
  tssa_list_t *inner = new_list(&counting);
  tssa_tensor_t *tensor = NULL;
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_F32, 0, NULL, &tensor, NULL), 0);
  tssa_storage_t *storage = tssa_storage_retain(tensor->storage);
  tssa_value_t value = tssa_value_from_tensor(tensor);
  CHECK_EQ(tssa_list_append(list, value, NULL), 0);
  CHECK_EQ(tssa_list_append(inner, value, NULL), 0);
  CHECK_EQ(tssa_list_append(list, tssa_value_from_list(inner), NULL), 0);
  tssa_list_release(inner);
  tssa_value_release(&value);
  CHECK_EQ(value.kind, TSSA_VALUE_NONE);
  // Replacing an element by itself keeps it.
  CHECK_EQ(tssa_list_get(list, 0, &value, NULL), 0);
  CHECK_EQ(tssa_list_set(list, 0, value, NULL), 0);
  // A popped reference is the caller's.
  CHECK_EQ(tssa_list_pop(list, 0, &value, NULL), 0);
  tssa_list_release(list);
  CHECK_EQ(tssa_storage_references(storage), 2);
  tssa_value_release(&value);
  CHECK_EQ(tssa_storage_references(storage), 1);
  CHECK_EQ(counting.live, 0);
  tssa_storage_release(storage);
  tssa_value_release(NULL);
}

static void no_memory_no_change(void) {
  counting_allocator_t counting = {-1, 0, 0};
  tssa_list_t *list = new_list(&counting);
  counting.allowed = 0;
  tssa_tensor_t *tensor = NULL;
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_F32, 0, NULL, &tensor, NULL), 0);
  tssa_value_t value = tssa_value_from_tensor(tensor);
  CHECK_EQ(tssa_list_append(list, value, NULL), TSSA_STATUS_OUT_OF_MEMORY);
  CHECK_EQ(tssa_list_length(list), 0);
  counting.allowed = -1;
  tssa_list_release(list);
  CHECK_EQ(counting.live, 0);
  CHECK_EQ(tssa_storage_references(tensor->storage), 1);
  tssa_tensor_release(tensor);
  counting.allowed = 0;
  tssa_allocator_t allocator = {&counting, counting_alloc, counting_free};
  CHECK_EQ(tssa_list_create(&allocator, &list, NULL),
           TSSA_STATUS_OUT_OF_MEMORY);
  CHECK_TEXT(tssa_value_kind_name(TSSA_VALUE_TENSOR), "tensor");
  CHECK_TEXT(tssa_value_kind_name((tssa_value_kind_t)42), "unknown");
}

int main(void) {
  positions_are_pythons();
  references_are_held();
  no_memory_no_change();
  return CHECK_END();
}
