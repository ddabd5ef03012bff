// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storages that grow: what moves with them, who keeps them where they are, what
// a call sees of it, and that nothing is lost when memory runs out.
//
// RUN: %test_bin/runtime-growth

#include "check.h"
#include "counting_allocator.h"
#include "tensorssa-runtime/context.h"
#include "tensorssa-runtime/tensor.h"

static tssa_storage_t *storage_of_bytes(const tssa_device_t *device,
                                        int64_t bytes) {
  tssa_storage_t *storage = NULL;
  CHECK_EQ(tssa_storage_create(device, bytes, &storage, NULL), 0);
  for (int64_t i = 0; i < bytes; ++i)
    ((char *)tssa_storage_data(storage))[i] = (char)(i + 1);
  return storage;
}

static tssa_tensor_t *bytes_of(tssa_storage_t *storage, int64_t size,
                               int64_t offset) {
  tssa_tensor_t *tensor = NULL;
  CHECK_EQ(tssa_tensor_from_storage(storage, TSSA_DTYPE_I8, 1, &size, NULL,
                                    offset, &tensor, NULL),
           0);
  return tensor;
}

static void tensors_move_along(void) {
  tssa_storage_t *storage = storage_of_bytes(NULL, 4);
  tssa_tensor_t *whole = bytes_of(storage, 4, 0),
                *end = bytes_of(storage, 1, 3);
  tssa_tensor_t *gone = bytes_of(storage, 2, 1),
                *empty = bytes_of(storage, 0, 2);
  tssa_tensor_release(gone);
  CHECK_EQ(tssa_storage_grow(storage, 3, NULL), 0);
  CHECK_EQ(tssa_storage_bytes(storage), 4);
  CHECK_EQ(tssa_storage_grow(storage, 100000, NULL), 0);
  CHECK_EQ(tssa_storage_bytes(storage), 100000);
  const char *data = tssa_storage_data(storage);
  CHECK(whole->dl.data == data && whole->storage_data == data);
  CHECK(end->dl.data == data + 3 && end->storage_bytes == 100000);
  CHECK_EQ(tssa_tensor_byte_offset(empty), 2);
  CHECK(data[0] == 1 && data[3] == 4 && data[4] == 0 && data[99999] == 0);
  tssa_tensor_release(whole);
  tssa_tensor_release(end);
  tssa_tensor_release(empty);
  tssa_storage_release(storage);
}

static void some_cannot_grow(void) {
  char foreign[4] = {0};
  tssa_error_t error;
  tssa_storage_t *wrapped = NULL, *storage = storage_of_bytes(NULL, 4);
  CHECK_EQ(
      tssa_storage_from_memory(NULL, foreign, 4, NULL, NULL, &wrapped, NULL),
      0);
  CHECK_EQ(tssa_storage_grow(wrapped, 4, &error), 0);
  CHECK_EQ(tssa_storage_grow(wrapped, 5, &error), TSSA_STATUS_UNSUPPORTED);
  CHECK_TEXT(
      error.message,
      "expected a storage that can grow from 4 to 5 bytes but its memory "
      "was allocated elsewhere; pass a clone");
  tssa_storage_release(wrapped);

  // As long as a consumer has the address.
  tssa_tensor_t *tensor = bytes_of(storage, 4, 0);
  DLManagedTensor *managed = NULL;
  CHECK_EQ(tssa_tensor_to_dlpack(tensor, &managed, NULL), 0);
  CHECK_EQ(tssa_storage_grow(storage, 5, &error), TSSA_STATUS_UNSUPPORTED);
  CHECK_TEXT(error.message,
             "expected a storage that can grow from 4 to 5 bytes but it is in "
             "use by another call or by DLPack");
  CHECK(tensor->dl.data == managed->dl_tensor.data);
  managed->deleter(managed);
  CHECK_EQ(tssa_storage_grow(storage, 5, &error), 0);

  CHECK_EQ(tssa_storage_grow(storage, -1, &error), 0);
  CHECK_EQ(tssa_storage_grow(storage, INT64_MAX, &error),
           TSSA_STATUS_INVALID_ARGUMENT);
  tssa_tensor_release(tensor);
  tssa_storage_release(storage);
}

static const tssa_site_t site = {TSSA_STATUS_UNSUPPORTED, 0,
                                 "tssa.grow_storage", "here:1:2", ""};

/// A call knows a storage by the name that it had first, and its old memory
/// stays until the call is over.
static void calls_keep_names_and_old_memory(void) {
  counting_allocator_t counting;
  tssa_device_t device = tssa_device_cpu_with(counting_allocator(&counting));
  tssa_allocator_t allocator = counting_allocator(&counting);
  counting.allowed = 1000;
  tssa_context_t *context = NULL, *other = NULL;
  CHECK_EQ(tssa_context_create(&allocator, &context, NULL), 0);
  CHECK_EQ(tssa_context_create(&allocator, &other, NULL), 0);
  tssa_storage_t *storage = storage_of_bytes(&device, 4), *found = NULL;
  tssa_tensor_t *tensor = bytes_of(storage, 4, 0);
  char *key = tssa_storage_data(storage);
  CHECK_EQ(tssa_context_add_storage(context, key, storage, NULL), 0);
  tssa_rt_grow_storage(context, &site, key, 0, 2, 4);
  CHECK_EQ(tssa_context_status(context), 0);
  CHECK_EQ(tssa_rt_storage_bytes(context, key), 8);
  char *moved = (char *)(uintptr_t)tssa_rt_storage_data(context, key);
  CHECK(moved != key && moved == tensor->dl.data && moved[3] == 4);
  CHECK(key[3] == 4);
  tssa_rt_grow_storage(context, &site, key, 100, 2, 4);
  CHECK_EQ(tssa_rt_storage_bytes(context, key), 408);
  // By either name it is one storage.
  CHECK_EQ(tssa_context_storage(context, tensor->dl.data, &found, NULL), 0);
  CHECK(found == storage);
  CHECK_EQ(tssa_rt_storage_bytes(context, tensor->dl.data), 408);
  CHECK(key[3] == 4 && moved[3] == 4);

  // Neither the host nor another call may move it meanwhile.
  CHECK_EQ(tssa_storage_grow(storage, 1000, NULL), TSSA_STATUS_UNSUPPORTED);
  CHECK_EQ(tssa_context_add_storage(other, tensor->dl.data, storage, NULL), 0);
  tssa_rt_grow_storage(other, &site, tensor->dl.data, 0, 1000, 1);
  tssa_error_t error;
  CHECK_EQ(tssa_context_error(other, &error), TSSA_STATUS_UNSUPPORTED);
  CHECK_TEXT(
      error.message,
      "here:1:2: 'tssa.grow_storage' op: expected a storage that can grow "
      "from 408 to 1000 bytes but it is in use by another call or by "
      "DLPack");
  tssa_context_destroy(other);
  tssa_context_sweep(context);
  CHECK_EQ(tssa_storage_grow(storage, 1000, NULL), 0);

  // What the call allocated, and what it refuses.
  void *own = tssa_rt_alloc(context, 4);
  tssa_rt_grow_storage(context, &site, own, 1, 0, 4);
  CHECK(tssa_rt_storage_data(context, own) == (int64_t)(uintptr_t)own);
  tssa_rt_grow_storage(context, &site, own, 1, 1, 4);
  CHECK_EQ(tssa_rt_storage_bytes(context, own), 8);
  CHECK_EQ(tssa_context_status(context), 0);
  tssa_rt_grow_storage(context, &site, own, 0, -3, 4);
  CHECK_EQ(tssa_context_error(context, &error), TSSA_STATUS_OUT_OF_RANGE);
  CHECK_TEXT(
      error.message,
      "here:1:2: 'tssa.grow_storage' op: expected the number of elements "
      "to be 0 or more but got -3");
  tssa_context_reset(context);
  own = tssa_rt_alloc(context, 4);
  tssa_rt_grow_storage(context, &site, own, 1, INT64_MAX, 4);
  CHECK_EQ(tssa_context_status(context), TSSA_STATUS_OUT_OF_MEMORY);
  tssa_context_destroy(context);
  tssa_tensor_release(tensor);
  tssa_storage_release(storage);
  CHECK_EQ(counting.live, 0);
  CHECK_EQ(counting.live_bytes, 0);
}

/// Lets the n-th allocation of the growth fail, for every n.
static void every_allocation_may_fail(void) {
  counting_allocator_t counting;
  tssa_device_t device = tssa_device_cpu_with(counting_allocator(&counting));
  tssa_allocator_t allocator = counting_allocator(&counting);
  int failures = 0;
  for (int64_t more = 0;; ++more) {
    counting.allowed = 1000;
    tssa_context_t *context = NULL;
    CHECK_EQ(tssa_context_create(&allocator, &context, NULL), 0);
    tssa_storage_t *storage = storage_of_bytes(&device, 4);
    char *key = tssa_storage_data(storage);
    CHECK_EQ(tssa_context_add_storage(context, key, storage, NULL), 0);
    counting.allowed = more;
    tssa_rt_grow_storage(context, &site, key, 0, 8, 1);
    bool failed = tssa_context_status(context) != TSSA_STATUS_OK;
    CHECK_EQ(tssa_storage_bytes(storage), failed ? 4 : 8);
    CHECK(((char *)tssa_storage_data(storage))[3] == 4);
    CHECK(!failed || tssa_context_status(context) == TSSA_STATUS_OUT_OF_MEMORY);
    tssa_context_destroy(context);
    tssa_storage_release(storage);
    CHECK_EQ(counting.live, 0);
    CHECK_EQ(counting.live_bytes, 0);
    if (!failed)
      break;
    ++failures;
  }
  CHECK_EQ(failures, 2);
}

int main(void) {
  tensors_move_along();
  some_cannot_grow();
  calls_keep_names_and_old_memory();
  every_allocation_may_fail();
  return CHECK_END();
}
