// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors over storages: what is created, what is refused, who frees what, also
// when memory runs out at any point.
//
// RUN: %test_bin/runtime-tensor

#include "tensorssa-runtime/tensor.h"
#include "check.h"
#include "counting_allocator.h"

static void created_tensors_are_row_major(void) {
  int64_t sizes[] = {2, 3, 4};
  for (int i = 0; i < TSSA_DTYPE_COUNT; ++i) {
    tssa_dtype_t dtype = (tssa_dtype_t)i;
    tssa_tensor_t *tensor = NULL;
    if (!CHECK_EQ(tssa_tensor_create(NULL, dtype, 3, sizes, &tensor, NULL), 0))
      continue;
    CHECK_EQ(tensor->storage_bytes, 24 * tssa_dtype_size(dtype));
    CHECK_EQ(tensor->dl.strides[0], 12);
    CHECK_EQ(tensor->dl.dtype.bits, 8 * tssa_dtype_size(dtype));
    CHECK_EQ(tssa_tensor_count(tensor), 24);
    CHECK(tssa_tensor_is_row_major(tensor));
    CHECK(tensor->dl.data == tensor->storage_data);
    CHECK((uintptr_t)tensor->dl.data % TSSA_ALIGNMENT == 0);
    int64_t index[] = {1, 2, 3}, outside[] = {1, 3, 0};
    CHECK_EQ((char *)tssa_tensor_element(tensor, index) -
                 (char *)tensor->dl.data,
             23 * tssa_dtype_size(dtype));
    CHECK(tssa_tensor_element(tensor, outside) == NULL);
    tssa_dtype_t back;
    CHECK_EQ(tssa_dtype_parse(tssa_dtype_name(dtype), &back), 0);
    CHECK_EQ(back, dtype);
    CHECK_EQ(tssa_dtype_from_dlpack(tensor->dl.dtype, &back), 0);
    CHECK_EQ(back, dtype);
    tssa_tensor_release(tensor);
  }
  tssa_tensor_t *scalar = NULL, *empty = NULL;
  int64_t none[] = {0, INT64_MAX};
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_F64, 0, NULL, &scalar, NULL), 0);
  CHECK_EQ(tssa_tensor_count(scalar), 1);
  CHECK(tssa_tensor_element(scalar, NULL) == scalar->dl.data);
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_F64, 2, none, &empty, NULL), 0);
  CHECK_EQ(tssa_tensor_count(empty), 0);
  CHECK(empty->storage_data != NULL && empty->storage_bytes == 0);
  tssa_tensor_release(scalar);
  tssa_tensor_release(empty);
}

static tssa_status_t try_create(int64_t rank, const int64_t *sizes,
                                char *out_message) {
  tssa_tensor_t *tensor = NULL;
  tssa_error_t error = {TSSA_STATUS_OK, ""};
  tssa_status_t status =
      tssa_tensor_create(NULL, TSSA_DTYPE_F32, rank, sizes, &tensor, &error);
  CHECK((status == TSSA_STATUS_OK) == (tensor != NULL));
  CHECK_EQ(error.status, status);
  strcpy(out_message, error.message);
  tssa_tensor_release(tensor);
  return status;
}

static void bad_shapes_are_refused(void) {
  char message[TSSA_ERROR_MESSAGE_SIZE];
  int64_t negative[] = {2, -1}, huge[] = {INT64_MAX / 4, 2, 9};
  int64_t large[] = {INT64_MAX / 8 / 4 + 1};
  int64_t many[TSSA_MAX_RANK + 1] = {0};
  CHECK_EQ(try_create(2, negative, message), TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_TEXT(message,
             "expected size of dimension 1 to be 0 or more but got -1");
  CHECK_EQ(try_create(3, huge, message), TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(try_create(1, large, message), TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(try_create(TSSA_MAX_RANK + 1, many, message),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_TEXT(message, "expected rank to be in [0, 64] but got 65");
  CHECK_EQ(try_create(-1, many, message), TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(try_create(TSSA_MAX_RANK, many, message), TSSA_STATUS_OK);
  // More than any machine has: the allocator says no.
  int64_t terabytes[] = {INT64_C(1) << 57};
  CHECK_EQ(try_create(1, terabytes, message), TSSA_STATUS_OUT_OF_MEMORY);
  tssa_tensor_t *tensor = NULL;
  CHECK_EQ(tssa_tensor_create(NULL, (tssa_dtype_t)77, 0, NULL, &tensor, NULL),
           TSSA_STATUS_INVALID_ARGUMENT);
  tssa_dtype_t dtype;
  CHECK_EQ(tssa_dtype_parse("float", &dtype), TSSA_STATUS_INVALID_ARGUMENT);
  DLDataType vector = {kDLFloat, 32, 4};
  CHECK_EQ(tssa_dtype_from_dlpack(vector, &dtype), TSSA_STATUS_UNSUPPORTED);
}

typedef struct bounds_case_t {
  int64_t size0, size1, stride0, stride1, offset;
  bool fits;
} bounds_case_t;

static void views_stay_inside_the_storage(void) {
  static const bounds_case_t cases[] = {
      {3, 4, 4, 1, 0, true},
      {3, 4, 4, 1, 1, false},
      {3, 4, -4, -1, 11, true},
      {3, 4, -4, -1, 10, false},
      {4, 3, 1, 4, 0, true},
      {12, 12, 0, 1, 0, true},
      {1000000, 12, 0, 1, 0, true},
      {2, 2, 10, 1, 0, true},
      {2, 2, 11, 1, 0, false},
      {0, 5, 100, 100, 12, true},
      // Empty: moved to the storage's end.
      {0, 5, 100, 100, 13, true},
      {1, 1, INT64_MAX, INT64_MIN, 11, true},
      {2, 1, INT64_MAX, 1, 1, false},
      {2, 2, INT64_MIN, INT64_MIN, 5, false},
      {1, 1, 0, 0, -1, false},
      {1, 1, 0, 0, INT64_MAX, false},
      {1, 1, 0, 0, INT64_MIN, false},
      {INT64_MAX / 16, 2, INT64_MAX, INT64_MAX, 3, false},
  };
  tssa_storage_t *storage = NULL;
  CHECK_EQ(tssa_storage_create(NULL, 12 * 4, &storage, NULL), 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    const bounds_case_t *c = &cases[i];
    int64_t sizes[] = {c->size0, c->size1},
            strides[] = {c->stride0, c->stride1};
    tssa_tensor_t *tensor = NULL;
    tssa_status_t status = tssa_tensor_from_storage(
        storage, TSSA_DTYPE_F32, 2, sizes, strides, c->offset, &tensor, NULL);
    if (!CHECK_EQ(status == TSSA_STATUS_OK, c->fits))
      printf("  case %zu\n", i);
    CHECK(status == TSSA_STATUS_OK || status == TSSA_STATUS_OUT_OF_RANGE);
    if (tensor)
      CHECK_EQ(tssa_tensor_byte_offset(tensor),
               c->offset > 12 ? 48 : c->offset * 4);
    tssa_tensor_release(tensor);
  }
  CHECK_EQ(tssa_storage_references(storage), 1);
  tssa_error_t error;
  tssa_tensor_t *tensor = NULL;
  int64_t sizes[] = {13};
  tssa_tensor_from_storage(storage, TSSA_DTYPE_F32, 1, sizes, NULL, 0, &tensor,
                           &error);
  CHECK_TEXT(error.message,
             "expected element offsets to be in [0, 12) but got [0, 12]");
  tssa_storage_release(storage);
  tssa_storage_release(NULL);
}

static void count_deletion(void *user, void *data, int64_t bytes) {
  CHECK(data != NULL && bytes == 24);
  ++*(int *)user;
}

static void foreign_memory_is_given_back_once(void) {
  int deleted = 0;
  int32_t data[6] = {1, 2, 3, 4, 5, 6};
  int64_t sizes[] = {2, 3}, too_many[] = {7};
  tssa_tensor_t *tensor = NULL, *view = NULL, *none = NULL;
  CHECK_EQ(tssa_tensor_from_memory(NULL, data, sizeof data, TSSA_DTYPE_I32, 1,
                                   too_many, NULL, 0, count_deletion, &deleted,
                                   &none, NULL),
           TSSA_STATUS_OUT_OF_RANGE);
  CHECK_EQ(deleted, 0);
  CHECK_EQ(tssa_tensor_from_memory(NULL, NULL, 24, TSSA_DTYPE_I32, 2, sizes,
                                   NULL, 0, count_deletion, &deleted, &none,
                                   NULL),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(deleted, 0);
  CHECK_EQ(tssa_tensor_from_memory(NULL, data, sizeof data, TSSA_DTYPE_I32, 2,
                                   sizes, NULL, 0, count_deletion, &deleted,
                                   &tensor, NULL),
           TSSA_STATUS_OK);
  int64_t column[] = {2}, stride[] = {3};
  CHECK_EQ(tssa_tensor_from_storage(tensor->storage, TSSA_DTYPE_I32, 1, column,
                                    stride, 1, &view, NULL),
           TSSA_STATUS_OK);
  tssa_tensor_release(tssa_tensor_retain(tensor));
  tssa_tensor_release(tensor);
  CHECK_EQ(deleted, 0);
  int64_t at[] = {1};
  CHECK_EQ(*(int32_t *)tssa_tensor_element(view, at), 5);
  CHECK_EQ(tssa_tensor_byte_offset(view), 4);
  tssa_tensor_release(view);
  CHECK_EQ(deleted, 1);
  tssa_tensor_release(NULL);
  // An empty tensor needs no memory.
  int64_t empty[] = {0};
  CHECK_EQ(tssa_tensor_from_memory(NULL, NULL, 0, TSSA_DTYPE_I32, 1, empty,
                                   NULL, 0, NULL, NULL, &tensor, NULL),
           TSSA_STATUS_OK);
  CHECK(tensor->dl.data == NULL && tssa_tensor_byte_offset(tensor) == 0);
  tssa_tensor_release(tensor);
  // One that would begin outside its storage begins at its end.
  CHECK_EQ(tssa_tensor_from_memory(NULL, data, 8, TSSA_DTYPE_I32, 1, empty,
                                   NULL, 9, NULL, NULL, &tensor, NULL),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_tensor_byte_offset(tensor), 8);
  tssa_tensor_release(tensor);
}

static void copies_and_clones(void) {
  int16_t data[6] = {1, 2, 3, 4, 5, 6};
  int64_t sizes[] = {3, 2}, strides[] = {1, 3}, rows[] = {2, 3};
  tssa_tensor_t *transposed = NULL, *clone = NULL, *other = NULL;
  CHECK_EQ(tssa_tensor_from_memory(NULL, data, sizeof data, TSSA_DTYPE_I16, 2,
                                   sizes, strides, 0, NULL, NULL, &transposed,
                                   NULL),
           TSSA_STATUS_OK);
  CHECK(!tssa_tensor_is_row_major(transposed));
  CHECK_EQ(tssa_tensor_clone(transposed, &clone, NULL), TSSA_STATUS_OK);
  static const int16_t expected[] = {1, 4, 2, 5, 3, 6};
  CHECK(memcmp(clone->dl.data, expected, sizeof expected) == 0);
  CHECK_EQ(tssa_tensor_overlap(transposed, clone), TSSA_ANSWER_NO);
  CHECK_EQ(tssa_tensor_overlap(transposed, transposed), TSSA_ANSWER_YES);
  CHECK_EQ(tssa_tensor_self_overlap(transposed), TSSA_ANSWER_NO);

  tssa_error_t error;
  CHECK_EQ(tssa_tensor_copy(transposed, transposed, &error),
           TSSA_STATUS_OVERLAP);
  tssa_tensor_set_read_only(clone, true);
  CHECK_EQ(tssa_tensor_copy(transposed, clone, &error),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_TEXT(error.message, "cannot write to a read-only tensor");
  tssa_tensor_set_read_only(clone, false);
  memset(data, 0, sizeof data);
  CHECK_EQ(tssa_tensor_copy(clone, transposed, &error), TSSA_STATUS_OK);
  CHECK(data[0] == 1 && data[1] == 2 && data[5] == 6);
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_I16, 2, rows, &other, NULL),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_tensor_copy(clone, other, &error), TSSA_STATUS_SHAPE_MISMATCH);
  CHECK_TEXT(error.message, "expected size of dimension 0 to be 2 but got 3");
  tssa_tensor_release(other);
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_I16, 1, rows, &other, NULL),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_tensor_copy(clone, other, &error), TSSA_STATUS_SHAPE_MISMATCH);
  CHECK_TEXT(error.message, "expected rank to be 1 but got 2");
  tssa_tensor_release(other);
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_F16, 2, sizes, &other, NULL),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_tensor_copy(clone, other, &error),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_TEXT(error.message, "expected dtype to be f16 but got i16");
  tssa_tensor_release(other);
  tssa_tensor_release(clone);
  tssa_tensor_release(transposed);
}

/// Lets the n-th allocation fail, for every n: nothing leaks, and nothing but
/// OUT_OF_MEMORY comes.
static void every_allocation_may_fail(void) {
  counting_allocator_t counting;
  tssa_device_t device = tssa_device_cpu_with(counting_allocator(&counting));
  int64_t sizes[] = {2, 3};
  int failures = 0;
  for (int64_t allowed = 0;; ++allowed) {
    counting.allowed = allowed;
    tssa_tensor_t *tensor = NULL, *clone = NULL, *view = NULL;
    DLManagedTensorVersioned *managed = NULL;
    char foreign[24];
    tssa_status_t status =
        tssa_tensor_create(&device, TSSA_DTYPE_F32, 2, sizes, &tensor, NULL);
    if (!status)
      memset(tensor->dl.data, 0, 24);
    if (!status)
      status = tssa_tensor_clone(tensor, &clone, NULL);
    if (!status)
      status = tssa_tensor_from_memory(&device, foreign, sizeof foreign,
                                       TSSA_DTYPE_F32, 2, sizes, NULL, 0, NULL,
                                       NULL, &view, NULL);
    if (!status)
      status = tssa_tensor_to_dlpack_versioned(clone, &managed, NULL);
    if (managed)
      managed->deleter(managed);
    tssa_tensor_release(view);
    tssa_tensor_release(clone);
    tssa_tensor_release(tensor);
    CHECK_EQ(counting.live, 0);
    CHECK_EQ(counting.live_bytes, 0);
    if (!status)
      break;
    CHECK_EQ(status, TSSA_STATUS_OUT_OF_MEMORY);
    ++failures;
  }
  CHECK_EQ(failures, 10);
}

static tssa_status_t counting_copy(const tssa_device_t *device,
                                   DLDevice destination_id, void *destination,
                                   DLDevice source_id, const void *source,
                                   int64_t bytes) {
  (void)destination_id;
  (void)source_id;
  ++*(int *)device->self;
  memmove(destination, source, (size_t)bytes);
  return TSSA_STATUS_OK;
}

/// A second device, which here is ordinary memory under another name.
static void other_devices_do_their_own_copies(void) {
  int copies = 0;
  counting_allocator_t counting;
  tssa_device_t device = tssa_device_cpu_with(counting_allocator(&counting));
  device.id.device_type = kDLExtDev;
  device.name = "test device";
  device.self = &copies;
  device.copy = counting_copy;
  int64_t sizes[] = {4};
  tssa_tensor_t *there = NULL, *here = NULL, *clone = NULL;
  CHECK_EQ(tssa_tensor_create(&device, TSSA_DTYPE_I8, 1, sizes, &there, NULL),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_I8, 1, sizes, &here, NULL),
           TSSA_STATUS_OK);
  memcpy(here->dl.data, "abc", 4);
  CHECK_EQ(tssa_device_copy(&device, there->dl.data, tssa_device_cpu(),
                            here->dl.data, 4),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_tensor_clone(there, &clone, NULL), TSSA_STATUS_OK);
  memset(here->dl.data, 0, 4);
  CHECK_EQ(tssa_device_copy(tssa_device_cpu(), here->dl.data, &device,
                            clone->dl.data, 4),
           TSSA_STATUS_OK);
  CHECK_TEXT((char *)here->dl.data, "abc");
  CHECK_EQ(copies, 3);
  tssa_device_t third = device;
  third.id.device_id = 1;
  CHECK_EQ(tssa_device_copy(&third, here->dl.data, &device, here->dl.data, 1),
           TSSA_STATUS_UNSUPPORTED);
  CHECK_EQ(tssa_device_copy(&device, NULL, &device, NULL, 0), TSSA_STATUS_OK);
  CHECK_EQ(tssa_device_copy(&device, NULL, &device, NULL, -1),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(tssa_tensor_overlap(here, there), TSSA_ANSWER_NO);
  tssa_error_t error;
  CHECK_EQ(tssa_tensor_copy(here, there, &error), TSSA_STATUS_UNSUPPORTED);
  CHECK_TEXT(error.message, "expected device to be cpu but got test device");
  tssa_tensor_release(clone);
  tssa_tensor_release(there);
  tssa_tensor_release(here);
  CHECK_EQ(counting.live, 0);
}

int main(void) {
  created_tensors_are_row_major();
  bad_shapes_are_refused();
  views_stay_inside_the_storage();
  foreign_memory_is_given_back_once();
  copies_and_clones();
  every_allocation_may_fail();
  other_devices_do_their_own_copies();
  return CHECK_END();
}
