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

tssa_walk_t tssa_walk_range(const tssa_tensor_t *tensor, int64_t first,
                            int64_t last) {
  tssa_walk_t walk = {.tensor = tensor,
                      .item_size = tssa_dtype_size(tensor->dtype),
                      .left = last - first,
                      .at = tensor->dl.data};
  for (int32_t d = tensor->dl.ndim - 1; d >= 0 && first; --d) {
    walk.index[d] = first % tensor->dl.shape[d];
    walk.at += walk.index[d] * tensor->dl.strides[d] * walk.item_size;
    first /= tensor->dl.shape[d];
  }
  return walk;
}

tssa_walk_t tssa_walk_begin(const tssa_tensor_t *tensor) {
  return tssa_walk_range(tensor, 0, tssa_tensor_count(tensor));
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

/// What a thread copies at least, so that waking it pays: bytes that lie one
/// after the other, elements that do not.
enum { BYTES_PER_PIECE = 1 << 20, ELEMENTS_PER_PIECE = 1 << 14 };

typedef struct bytes_t {
  char *destination;
  const char *source;
} bytes_t;

static void copy_range(void *user, int64_t begin, int64_t end) {
  const bytes_t *bytes = user;
  memcpy(bytes->destination + begin, bytes->source + begin,
         (size_t)(end - begin));
}

void tssa_copy_bytes(const tssa_parallel_t *parallel, void *destination,
                     const void *source, int64_t bytes) {
  bytes_t both = {destination, source};
  tssa_parallel_for(parallel, 0, bytes, BYTES_PER_PIECE, copy_range, &both);
}

typedef struct elements_t {
  tssa_tensor_t *destination;
  const tssa_tensor_t *source;
} elements_t;

static void copy_elements(void *user, int64_t begin, int64_t end) {
  const elements_t *elements = user;
  tssa_walk_t from = tssa_walk_range(elements->source, begin, end);
  tssa_walk_t to = tssa_walk_range(elements->destination, begin, end);
  const size_t item_size = (size_t)from.item_size;
  for (void *element; (element = tssa_walk_next(&from));)
    memcpy(tssa_walk_next(&to), element, item_size);
}

tssa_status_t tssa_tensor_copy(const tssa_tensor_t *source,
                               tssa_tensor_t *destination,
                               tssa_error_t *out_error) {
  return tssa_tensor_copy_with(source, destination, NULL, out_error);
}

tssa_status_t tssa_tensor_copy_with(const tssa_tensor_t *source,
                                    tssa_tensor_t *destination,
                                    const tssa_parallel_t *parallel,
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
  int64_t count = tssa_tensor_count(source);
  if (tssa_tensor_is_row_major(source) &&
      tssa_tensor_is_row_major(destination)) {
    tssa_copy_bytes(parallel, destination->dl.data, source->dl.data,
                    count * tssa_dtype_size(source->dtype));
    return TSSA_STATUS_OK;
  }
  // Where several elements go to one place, their order decides.
  if (count > ELEMENTS_PER_PIECE && parallel &&
      tssa_tensor_self_overlap(destination) != TSSA_ANSWER_NO)
    parallel = NULL;
  elements_t elements = {destination, source};
  tssa_parallel_for(parallel, 0, count, ELEMENTS_PER_PIECE, copy_elements,
                    &elements);
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_tensor_clone(const tssa_tensor_t *tensor,
                                tssa_tensor_t **out_tensor,
                                tssa_error_t *out_error) {
  return tssa_tensor_clone_with(tensor, NULL, out_tensor, out_error);
}

tssa_status_t tssa_tensor_clone_with(const tssa_tensor_t *tensor,
                                     const tssa_parallel_t *parallel,
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
    status = tssa_tensor_copy_with(tensor, clone, parallel, out_error);
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
