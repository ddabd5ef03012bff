// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walking the elements of tensors, and copying them.

#include "internal.h"

#include <inttypes.h>
#include <string.h>

tssa_status_t tssa_tensor_require_cpu(const tssa_tensor_t *tensor,
                                      tssa_error_t *out_error) {
  if (tensor->dl.device.device_type == kDLCPU)
    return TSSA_STATUS_OK;
  return tssa_error_make(
      out_error, TSSA_STATUS_UNSUPPORTED, "expected device to be %s but got %s",
      tssa_device_cpu()->name, tssa_storage_device(tensor->storage)->name);
}

tssa_walk_t tssa_walk_begin(const tssa_tensor_t *tensor) {
  tssa_walk_t walk = {.tensor = tensor,
                      .item_size = tssa_dtype_size(tensor->dtype),
                      .left = tssa_tensor_count(tensor),
                      .at = tensor->dl.data};
  return walk;
}

void *tssa_walk_next(tssa_walk_t *walk) {
  if (walk->left == 0)
    return NULL;
  char *element = walk->at;
  if (--walk->left == 0)
    return element;
  const DLTensor *dl = &walk->tensor->dl;
  for (int32_t d = dl->ndim - 1; d >= 0; --d) {
    int64_t step = dl->strides[d] * walk->item_size;
    if (++walk->index[d] < dl->shape[d]) {
      walk->at += step;
      break;
    }
    walk->at -= (dl->shape[d] - 1) * step;
    walk->index[d] = 0;
  }
  return element;
}

tssa_status_t tssa_tensor_copy(const tssa_tensor_t *source,
                               tssa_tensor_t *destination,
                               tssa_error_t *out_error) {
  tssa_status_t status;
  if ((status = tssa_tensor_require_cpu(source, out_error)) ||
      (status = tssa_tensor_require_cpu(destination, out_error)))
    return status;
  if (destination->flags & TSSA_TENSOR_READ_ONLY)
    return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                           "cannot write to a read-only tensor");
  if (source->dtype != destination->dtype)
    return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                           "expected dtype to be %s but got %s",
                           tssa_dtype_name(destination->dtype),
                           tssa_dtype_name(source->dtype));
  if (source->dl.ndim != destination->dl.ndim)
    return tssa_error_make(out_error, TSSA_STATUS_SHAPE_MISMATCH,
                           "expected rank to be %d but got %d",
                           (int)destination->dl.ndim, (int)source->dl.ndim);
  for (int32_t d = 0; d < source->dl.ndim; ++d)
    if (source->dl.shape[d] != destination->dl.shape[d])
      return tssa_error_make(
          out_error, TSSA_STATUS_SHAPE_MISMATCH,
          "expected size of dimension %d to be %" PRId64 " but got %" PRId64,
          (int)d, destination->dl.shape[d], source->dl.shape[d]);
  if (tssa_tensor_overlap(source, destination) != TSSA_ANSWER_NO)
    return tssa_error_make(out_error, TSSA_STATUS_OVERLAP,
                           "expected source and destination not to overlap");
  size_t item_size = (size_t)tssa_dtype_size(source->dtype);
  if (tssa_tensor_is_row_major(source) &&
      tssa_tensor_is_row_major(destination)) {
    size_t bytes = (size_t)tssa_tensor_count(source) * item_size;
    if (bytes)
      memcpy(destination->dl.data, source->dl.data, bytes);
    return TSSA_STATUS_OK;
  }
  tssa_walk_t from = tssa_walk_begin(source);
  tssa_walk_t to = tssa_walk_begin(destination);
  for (void *element; (element = tssa_walk_next(&from));)
    memcpy(tssa_walk_next(&to), element, item_size);
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_tensor_clone(const tssa_tensor_t *tensor,
                                tssa_tensor_t **out_tensor,
                                tssa_error_t *out_error) {
  const tssa_device_t *device = tssa_storage_device(tensor->storage);
  tssa_tensor_t *clone;
  tssa_status_t status =
      tssa_tensor_create(device, tensor->dtype, tensor->dl.ndim,
                         tensor->dl.shape, &clone, out_error);
  if (status)
    return status;
  if (device->id.device_type == kDLCPU) {
    status = tssa_tensor_copy(tensor, clone, out_error);
  } else if (!tssa_tensor_is_row_major(tensor)) {
    status = tssa_error_make(out_error, TSSA_STATUS_UNSUPPORTED,
                             "expected a row-major tensor on device %s",
                             device->name);
  } else {
    status = tssa_device_copy(device, clone->dl.data, device, tensor->dl.data,
                              tssa_tensor_count(tensor) *
                                  tssa_dtype_size(tensor->dtype));
    if (status)
      tssa_error_make(out_error, status, "cannot copy on device %s",
                      device->name);
  }
  if (status)
    tssa_tensor_release(clone);
  else
    *out_tensor = clone;
  return status;
}
