// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To DLPack and from it.

#include "internal.h"

#include <inttypes.h>

// -- To DLPack --------------------------------------------------------------

// The struct that goes out, with the allocator to free it by in front.
typedef struct exported_t {
  tssa_allocator_t host;
  DLManagedTensor managed;
} exported_t;

typedef struct exported_versioned_t {
  tssa_allocator_t host;
  DLManagedTensorVersioned managed;
} exported_versioned_t;

/// Who has the struct has the address, so the storage must not move.
static tssa_tensor_t *lend(tssa_tensor_t *tensor) {
  tssa_storage_begin_use(tensor->storage);
  return tssa_tensor_retain(tensor);
}

static void give_back(tssa_tensor_t *tensor) {
  tssa_storage_end_use(tensor->storage);
  tssa_tensor_release(tensor);
}

static void delete_exported(DLManagedTensor *self) {
  exported_t *exported =
      (exported_t *)(void *)((char *)self - offsetof(exported_t, managed));
  tssa_allocator_t host = exported->host;
  give_back(self->manager_ctx);
  host.free(host.self, exported, sizeof *exported);
}

static void delete_exported_versioned(DLManagedTensorVersioned *self) {
  exported_versioned_t *exported =
      (exported_versioned_t *)(void *)((char *)self -
                                       offsetof(exported_versioned_t, managed));
  tssa_allocator_t host = exported->host;
  give_back(self->manager_ctx);
  host.free(host.self, exported, sizeof *exported);
}

tssa_status_t tssa_tensor_to_dlpack(tssa_tensor_t *tensor,
                                    DLManagedTensor **out_managed,
                                    tssa_error_t *out_error) {
  if (tensor->flags & TSSA_TENSOR_READ_ONLY)
    return tssa_error_make(
        out_error, TSSA_STATUS_UNSUPPORTED,
        "expected a writable tensor: DLPack before version 1 has no read-only");
  tssa_allocator_t host = tssa_storage_device(tensor->storage)->host;
  exported_t *exported =
      host.alloc(host.self, sizeof *exported, TSSA_ALIGNMENT);
  if (!exported)
    return tssa_error_memory(out_error, sizeof *exported);
  exported->host = host;
  exported->managed.dl_tensor = tensor->dl;
  exported->managed.manager_ctx = lend(tensor);
  exported->managed.deleter = delete_exported;
  *out_managed = &exported->managed;
  return TSSA_STATUS_OK;
}

tssa_status_t
tssa_tensor_to_dlpack_versioned(tssa_tensor_t *tensor,
                                DLManagedTensorVersioned **out_managed,
                                tssa_error_t *out_error) {
  tssa_allocator_t host = tssa_storage_device(tensor->storage)->host;
  exported_versioned_t *exported =
      host.alloc(host.self, sizeof *exported, TSSA_ALIGNMENT);
  if (!exported)
    return tssa_error_memory(out_error, sizeof *exported);
  exported->host = host;
  exported->managed.version.major = 1;
  exported->managed.version.minor = 0;
  exported->managed.dl_tensor = tensor->dl;
  exported->managed.manager_ctx = lend(tensor);
  exported->managed.deleter = delete_exported_versioned;
  exported->managed.flags =
      tensor->flags & TSSA_TENSOR_READ_ONLY ? DLPACK_FLAG_BITMASK_READ_ONLY : 0;
  *out_managed = &exported->managed;
  return TSSA_STATUS_OK;
}

// -- From DLPack ------------------------------------------------------------

static void delete_managed(void *user, void *data, int64_t bytes) {
  DLManagedTensor *managed = user;
  (void)data;
  (void)bytes;
  if (managed->deleter)
    managed->deleter(managed);
}

static void delete_managed_versioned(void *user, void *data, int64_t bytes) {
  DLManagedTensorVersioned *managed = user;
  (void)data;
  (void)bytes;
  if (managed->deleter)
    managed->deleter(managed);
}

static tssa_status_t from_dlpack(const tssa_device_t *device,
                                 const DLTensor *dl, tssa_deleter_t deleter,
                                 void *user, tssa_tensor_t **out_tensor,
                                 tssa_error_t *out_error) {
  if (!device)
    device = tssa_device_cpu();
  if (dl->device.device_type != device->id.device_type ||
      dl->device.device_id != device->id.device_id)
    return tssa_error_make(out_error, TSSA_STATUS_UNSUPPORTED,
                           "expected device to be %d:%d but got %d:%d",
                           (int)device->id.device_type, device->id.device_id,
                           (int)dl->device.device_type, dl->device.device_id);
  tssa_dtype_t dtype;
  if (tssa_dtype_from_dlpack(dl->dtype, &dtype))
    return tssa_error_make(
        out_error, TSSA_STATUS_UNSUPPORTED,
        "unsupported DLPack type: code %u, %u bits, %u lanes", dl->dtype.code,
        dl->dtype.bits, dl->dtype.lanes);
  int64_t item_size = tssa_dtype_size(dtype);
  if (dl->ndim > 0 && !dl->shape)
    return tssa_error_make(out_error, TSSA_STATUS_MALFORMED,
                           "expected %d sizes but got a null pointer",
                           (int)dl->ndim);
  int64_t unused;
  tssa_status_t status = tssa_shape_check(
      dl->ndim, dl->shape, dl->strides ? 1 : item_size, &unused, out_error);
  if (status)
    return status;
  int64_t row_major[TSSA_MAX_RANK];
  const int64_t *strides = dl->strides;
  if (!strides) {
    tssa_layout_row_major(dl->ndim, dl->shape, row_major);
    strides = row_major;
  }
  int64_t low = 0, high = 0, bytes = 0;
  bool empty = tssa_layout_count(dl->ndim, dl->shape) == 0;
  if (!tssa_layout_bounds(dl->ndim, dl->shape, strides, &low, &high) ||
      low < -TSSA_MAX_BYTES || high > TSSA_MAX_BYTES ||
      !tssa_size_multiply(high - low + (empty ? 0 : 1), item_size, &bytes))
    return tssa_error_make(out_error, TSSA_STATUS_MALFORMED,
                           "expected strides to stay within %" PRId64
                           " bytes but got more",
                           (int64_t)TSSA_MAX_BYTES);
  if (!dl->data && !empty)
    return tssa_error_make(
        out_error, TSSA_STATUS_MALFORMED,
        "expected %" PRId64 " bytes of data but got a null pointer", bytes);
  char *base = dl->data;
  if (base)
    base += (int64_t)dl->byte_offset + low * item_size;
  return tssa_tensor_from_memory(device, base, bytes, dtype, dl->ndim,
                                 dl->shape, strides, -low, deleter, user,
                                 out_tensor, out_error);
}

tssa_status_t tssa_tensor_from_dlpack(const tssa_device_t *device,
                                      DLManagedTensor *managed,
                                      tssa_tensor_t **out_tensor,
                                      tssa_error_t *out_error) {
  return from_dlpack(device, &managed->dl_tensor, delete_managed, managed,
                     out_tensor, out_error);
}

tssa_status_t tssa_tensor_from_dlpack_versioned(
    const tssa_device_t *device, DLManagedTensorVersioned *managed,
    tssa_tensor_t **out_tensor, tssa_error_t *out_error) {
  // Minor versions add fields behind, a new major version moves them.
  if (managed->version.major != 1)
    return tssa_error_make(
        out_error, TSSA_STATUS_UNSUPPORTED,
        "expected DLPack major version to be 1 but got %" PRIu32,
        managed->version.major);
  tssa_tensor_t *tensor;
  tssa_status_t status =
      from_dlpack(device, &managed->dl_tensor, delete_managed_versioned,
                  managed, &tensor, out_error);
  if (status)
    return status;
  tssa_tensor_set_read_only(
      tensor, (managed->flags & DLPACK_FLAG_BITMASK_READ_ONLY) != 0);
  *out_tensor = tensor;
  return TSSA_STATUS_OK;
}
