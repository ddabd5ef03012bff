// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reference-counted memory that can move when it grows.

#include "tensorssa-runtime/storage.h"
#include "internal.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

struct tssa_storage_t {
  atomic_int_fast64_t references;
  const tssa_device_t *device;
  tssa_memory_t memory;
  /// Where this struct came from.
  tssa_allocator_t host;
  /// Where it grows; no functions if it cannot.
  tssa_allocator_t growth;
  /// Calls that use it, and tensors of it that are out by DLPack.
  atomic_int_fast64_t users;
  /// The tensors over it, if it can grow. They come and go on any thread,
  /// behind this lock.
  atomic_flag is_locked;
  tssa_moved_t *tensors;
};

void tssa_memory_free(tssa_memory_t memory) {
  if (memory.deleter)
    memory.deleter(memory.user, memory.data, memory.bytes);
  else if (memory.allocator.free)
    memory.allocator.free(memory.allocator.self, memory.data,
                          memory.bytes ? (size_t)memory.bytes : (size_t)1);
}

static tssa_status_t check_bytes(int64_t bytes, tssa_error_t *out_error) {
  if (bytes >= 0 && bytes <= TSSA_MAX_BYTES)
    return TSSA_STATUS_OK;
  return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                         "expected storage size to be in [0, %" PRId64
                         "] bytes but got %" PRId64,
                         (int64_t)TSSA_MAX_BYTES, bytes);
}

static tssa_status_t create_over(const tssa_device_t *device,
                                 tssa_memory_t memory,
                                 tssa_storage_t **out_storage,
                                 tssa_error_t *out_error) {
  tssa_storage_t *storage =
      device->host.alloc(device->host.self, sizeof *storage, TSSA_ALIGNMENT);
  if (!storage)
    return tssa_error_memory(out_error, sizeof *storage);
  memset(storage, 0, sizeof *storage);
  atomic_init(&storage->references, 1);
  atomic_init(&storage->users, 0);
  atomic_flag_clear(&storage->is_locked);
  storage->device = device;
  storage->memory = memory;
  storage->host = device->host;
  *out_storage = storage;
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_storage_from_memory(const tssa_device_t *device, void *data,
                                       int64_t bytes, tssa_deleter_t deleter,
                                       void *user, tssa_storage_t **out_storage,
                                       tssa_error_t *out_error) {
  tssa_status_t status = check_bytes(bytes, out_error);
  if (status)
    return status;
  if (!data && bytes > 0)
    return tssa_error_make(
        out_error, TSSA_STATUS_INVALID_ARGUMENT,
        "expected memory of %" PRId64 " bytes but got a null pointer", bytes);
  tssa_memory_t memory = {data, bytes, deleter, user, {NULL, NULL, NULL}};
  return create_over(device ? device : tssa_device_cpu(), memory, out_storage,
                     out_error);
}

/// Memory for a storage; an error where there is none.
static tssa_status_t allocate(tssa_allocator_t allocator, int64_t bytes,
                              tssa_memory_t *out_memory,
                              tssa_error_t *out_error) {
  void *data = allocator.alloc(
      allocator.self, bytes ? (size_t)bytes : (size_t)1, TSSA_ALIGNMENT);
  if (!data)
    return tssa_error_memory(out_error, bytes);
  *out_memory = (tssa_memory_t){data, bytes, NULL, NULL, allocator};
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_storage_create(const tssa_device_t *device, int64_t bytes,
                                  tssa_storage_t **out_storage,
                                  tssa_error_t *out_error) {
  if (!device)
    device = tssa_device_cpu();
  tssa_memory_t memory;
  tssa_status_t status = check_bytes(bytes, out_error);
  if (status || (status = allocate(device->memory, bytes, &memory, out_error)))
    return status;
  status = create_over(device, memory, out_storage, out_error);
  if (status)
    tssa_memory_free(memory);
  else
    (*out_storage)->growth = device->memory;
  return status;
}

tssa_storage_t *tssa_storage_retain(tssa_storage_t *storage) {
  if (storage)
    atomic_fetch_add_explicit(&storage->references, 1, memory_order_relaxed);
  return storage;
}

void tssa_storage_release(tssa_storage_t *storage) {
  if (!storage || atomic_fetch_sub_explicit(&storage->references, 1,
                                            memory_order_acq_rel) != 1)
    return;
  tssa_memory_free(storage->memory);
  tssa_allocator_t host = storage->host;
  host.free(host.self, storage, sizeof *storage);
}

void *tssa_storage_data(const tssa_storage_t *storage) {
  return storage->memory.data;
}

const void *tssa_storage_key(const tssa_storage_t *storage) {
  // Empty memory of a host may be anywhere, also where other memory begins; our
  // own has a byte all the same.
  return storage->memory.bytes || storage->growth.alloc ? storage->memory.data
                                                        : (const void *)storage;
}

int64_t tssa_storage_bytes(const tssa_storage_t *storage) {
  return storage->memory.bytes;
}

const tssa_device_t *tssa_storage_device(const tssa_storage_t *storage) {
  return storage->device;
}

int64_t tssa_storage_references(const tssa_storage_t *storage) {
  return (int64_t)atomic_load_explicit(
      &((tssa_storage_t *)(uintptr_t)storage)->references,
      memory_order_relaxed);
}

// -- Growth -----------------------------------------------------------------

void tssa_storage_set_growable(tssa_storage_t *storage,
                               tssa_allocator_t allocator) {
  storage->growth = allocator;
}

void tssa_storage_begin_use(tssa_storage_t *storage) {
  atomic_fetch_add_explicit(&storage->users, 1, memory_order_relaxed);
}

void tssa_storage_end_use(tssa_storage_t *storage) {
  atomic_fetch_sub_explicit(&storage->users, 1, memory_order_relaxed);
}

static void lock(tssa_storage_t *storage) {
  while (atomic_flag_test_and_set_explicit(&storage->is_locked,
                                           memory_order_acquire))
    ;
}

static void unlock(tssa_storage_t *storage) {
  atomic_flag_clear_explicit(&storage->is_locked, memory_order_release);
}

void tssa_storage_add_tensor(tssa_storage_t *storage, tssa_moved_t *moved) {
  if (!storage->growth.alloc)
    return;
  lock(storage);
  moved->next = storage->tensors;
  moved->link = &storage->tensors;
  if (moved->next)
    moved->next->link = &moved->next;
  storage->tensors = moved;
  unlock(storage);
}

void tssa_storage_remove_tensor(tssa_storage_t *storage, tssa_moved_t *moved) {
  if (!moved->link)
    return;
  lock(storage);
  *moved->link = moved->next;
  if (moved->next)
    moved->next->link = moved->link;
  unlock(storage);
}

tssa_status_t tssa_storage_move(tssa_storage_t *storage, int64_t bytes,
                                int64_t users, const tssa_parallel_t *parallel,
                                tssa_memory_t *out_old,
                                tssa_error_t *out_error) {
  *out_old = (tssa_memory_t){NULL, 0, NULL, NULL, {NULL, NULL, NULL}};
  if (bytes <= storage->memory.bytes)
    return TSSA_STATUS_OK;
  tssa_status_t status = check_bytes(bytes, out_error);
  if (status)
    return status;
  if (!storage->growth.alloc || storage->device->id.device_type != kDLCPU)
    return tssa_error_make(
        out_error, TSSA_STATUS_UNSUPPORTED,
        "expected a storage that can grow from %" PRId64 " to %" PRId64
        " bytes but its memory was allocated elsewhere; pass a clone",
        storage->memory.bytes, bytes);
  if (atomic_load_explicit(&storage->users, memory_order_relaxed) > users)
    return tssa_error_make(
        out_error, TSSA_STATUS_UNSUPPORTED,
        "expected a storage that can grow from %" PRId64 " to %" PRId64
        " bytes but it is in use by another call or by DLPack",
        storage->memory.bytes, bytes);
  tssa_memory_t memory, old = storage->memory;
  if ((status = allocate(storage->growth, bytes, &memory, out_error)))
    return status;
  tssa_copy_bytes(parallel, memory.data, old.data, old.bytes);
  memset((char *)memory.data + old.bytes, 0, (size_t)(bytes - old.bytes));
  lock(storage);
  storage->memory = memory;
  for (tssa_moved_t *moved = storage->tensors; moved; moved = moved->next) {
    tssa_tensor_t *tensor = moved->tensor;
    tensor->dl.data = (char *)memory.data + tssa_tensor_byte_offset(tensor);
    tensor->storage_data = memory.data;
    tensor->storage_bytes = bytes;
  }
  unlock(storage);
  *out_old = old;
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_storage_grow(tssa_storage_t *storage, int64_t bytes,
                                tssa_error_t *out_error) {
  tssa_memory_t old;
  tssa_status_t status =
      tssa_storage_move(storage, bytes, /*users=*/0, NULL, &old, out_error);
  if (!status && old.data)
    tssa_memory_free(old);
  return status;
}
