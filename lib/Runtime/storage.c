// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reference-counted memory.

#include "tensorssa-runtime/storage.h"
#include "internal.h"

#include <inttypes.h>
#include <stdatomic.h>

struct tssa_storage_t {
  atomic_int_fast64_t references;
  const tssa_device_t *device;
  void *data;
  int64_t bytes;
  /// NULL: the memory is not the storage's to free.
  tssa_deleter_t deleter;
  void *user;
  /// Where this struct came from.
  tssa_allocator_t host;
};

static void free_on_device(void *user, void *data, int64_t bytes) {
  const tssa_device_t *device = user;
  device->memory.free(device->memory.self, data,
                      bytes ? (size_t)bytes : (size_t)1);
}

static tssa_status_t check_bytes(int64_t bytes, tssa_error_t *out_error) {
  if (bytes >= 0 && bytes <= TSSA_MAX_BYTES)
    return TSSA_STATUS_OK;
  return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                         "expected storage size to be in [0, %" PRId64
                         "] bytes but got %" PRId64,
                         (int64_t)TSSA_MAX_BYTES, bytes);
}

tssa_status_t tssa_storage_from_memory(const tssa_device_t *device, void *data,
                                       int64_t bytes, tssa_deleter_t deleter,
                                       void *user, tssa_storage_t **out_storage,
                                       tssa_error_t *out_error) {
  if (!device)
    device = tssa_device_cpu();
  tssa_status_t status = check_bytes(bytes, out_error);
  if (status)
    return status;
  if (!data && bytes > 0)
    return tssa_error_make(
        out_error, TSSA_STATUS_INVALID_ARGUMENT,
        "expected memory of %" PRId64 " bytes but got a null pointer", bytes);
  tssa_storage_t *storage =
      device->host.alloc(device->host.self, sizeof *storage, TSSA_ALIGNMENT);
  if (!storage)
    return tssa_error_memory(out_error, sizeof *storage);
  atomic_init(&storage->references, 1);
  storage->device = device;
  storage->data = data;
  storage->bytes = bytes;
  storage->deleter = deleter;
  storage->user = user;
  storage->host = device->host;
  *out_storage = storage;
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_storage_create(const tssa_device_t *device, int64_t bytes,
                                  tssa_storage_t **out_storage,
                                  tssa_error_t *out_error) {
  if (!device)
    device = tssa_device_cpu();
  tssa_status_t status = check_bytes(bytes, out_error);
  if (status)
    return status;
  void *data = device->memory.alloc(
      device->memory.self, bytes ? (size_t)bytes : (size_t)1, TSSA_ALIGNMENT);
  if (!data)
    return tssa_error_memory(out_error, bytes);
  status = tssa_storage_from_memory(device, data, bytes, free_on_device,
                                    (void *)(uintptr_t)device, out_storage,
                                    out_error);
  if (status)
    free_on_device((void *)(uintptr_t)device, data, bytes);
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
  if (storage->deleter)
    storage->deleter(storage->user, storage->data, storage->bytes);
  tssa_allocator_t host = storage->host;
  host.free(host.self, storage, sizeof *storage);
}

void *tssa_storage_data(const tssa_storage_t *storage) { return storage->data; }

int64_t tssa_storage_bytes(const tssa_storage_t *storage) {
  return storage->bytes;
}

const tssa_device_t *tssa_storage_device(const tssa_storage_t *storage) {
  return storage->device;
}

int64_t tssa_storage_references(const tssa_storage_t *storage) {
  return (int64_t)atomic_load_explicit(
      &((tssa_storage_t *)(uintptr_t)storage)->references,
      memory_order_relaxed);
}
