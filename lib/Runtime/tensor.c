// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors: creation with all checks of bounds, reference counts, questions
// about layout, copies.

#include "tensorssa-runtime/tensor.h"
#include "internal.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

/// What lies behind a tssa_tensor_t.
typedef struct tensor_object_t {
  tssa_tensor_t shown;
  atomic_int_fast64_t references;
  tssa_allocator_t host;
  size_t object_bytes;
  tssa_moved_t moved;
  /// The sizes, then the strides.
  int64_t numbers[];
} tensor_object_t;

bool tssa_size_multiply(int64_t a, int64_t b, int64_t *product) {
  return !__builtin_mul_overflow(a, b, product) && *product <= TSSA_MAX_BYTES;
}

tssa_status_t tssa_shape_check(int64_t rank, const int64_t *sizes,
                               int64_t item_size, int64_t *out_bytes,
                               tssa_error_t *out_error) {
  if (rank < 0 || rank > TSSA_MAX_RANK)
    return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                           "expected rank to be in [0, %d] but got %" PRId64,
                           TSSA_MAX_RANK, rank);
  for (int64_t d = 0; d < rank; ++d)
    if (sizes[d] < 0)
      return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                             "expected size of dimension %" PRId64
                             " to be 0 or more but got %" PRId64,
                             d, sizes[d]);
  int64_t count = tssa_layout_count(rank, sizes);
  if (count < 0 || !tssa_size_multiply(count, item_size, out_bytes))
    return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                           "expected element count to be at most %" PRId64
                           " but the sizes multiply to more",
                           TSSA_MAX_BYTES / item_size);
  return TSSA_STATUS_OK;
}

static tssa_status_t check_dtype(tssa_dtype_t dtype, tssa_error_t *out_error) {
  if (tssa_dtype_size(dtype) > 0)
    return TSSA_STATUS_OK;
  return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                         "expected a dtype number in [0, %d) but got %d",
                         TSSA_DTYPE_COUNT, (int)dtype);
}

/// An empty slice such as `x[9:]` may begin anywhere; its address shall be one
/// of the storage all the same.
static int64_t clamp_offset(int64_t offset, int64_t elements) {
  return offset < 0 ? 0 : offset > elements ? elements : offset;
}

/// OUT_OF_RANGE unless every element lies in [0, bytes).
static tssa_status_t check_bounds(int64_t bytes, int64_t item_size,
                                  int64_t rank, const int64_t *sizes,
                                  const int64_t *strides, int64_t offset,
                                  tssa_error_t *out_error) {
  int64_t low, high, end;
  bool fits = tssa_layout_bounds(rank, sizes, strides, &low, &high) &&
              !__builtin_add_overflow(low, offset, &low) &&
              !__builtin_add_overflow(high, offset, &high) && high < INT64_MAX;
  if (!fits)
    return tssa_error_make(out_error, TSSA_STATUS_OUT_OF_RANGE,
                           "expected element offsets to fit 64 bits but got "
                           "offset %" PRId64 " with strides beyond that",
                           offset);
  // An empty tensor has no element that could lie outside: see clamp_offset.
  if (tssa_layout_count(rank, sizes) == 0)
    return TSSA_STATUS_OK;
  if (low >= 0 && tssa_size_multiply(high + 1, item_size, &end) && end <= bytes)
    return TSSA_STATUS_OK;
  return tssa_error_make(out_error, TSSA_STATUS_OUT_OF_RANGE,
                         "expected element offsets to be in [0, %" PRId64
                         ") but got [%" PRId64 ", %" PRId64 "]",
                         bytes / item_size, low, high);
}

tssa_status_t tssa_tensor_from_storage(tssa_storage_t *storage,
                                       tssa_dtype_t dtype, int64_t rank,
                                       const int64_t *sizes,
                                       const int64_t *strides, int64_t offset,
                                       tssa_tensor_t **out_tensor,
                                       tssa_error_t *out_error) {
  int64_t bytes;
  int64_t row_major[TSSA_MAX_RANK];
  tssa_status_t status = check_dtype(dtype, out_error);
  if (status)
    return status;
  int64_t item_size = tssa_dtype_size(dtype);
  if (!strides) {
    // A view with strides may have more elements than memory, one without not.
    if ((status = tssa_shape_check(rank, sizes, item_size, &bytes, out_error)))
      return status;
    tssa_layout_row_major(rank, sizes, row_major);
    strides = row_major;
  } else if ((status = tssa_shape_check(rank, sizes, 1, &bytes, out_error))) {
    return status;
  }
  if ((status = check_bounds(tssa_storage_bytes(storage), item_size, rank,
                             sizes, strides, offset, out_error)))
    return status;

  if (tssa_layout_count(rank, sizes) == 0)
    offset = clamp_offset(offset, tssa_storage_bytes(storage) / item_size);

  const tssa_device_t *device = tssa_storage_device(storage);
  size_t object_bytes =
      sizeof(tensor_object_t) + (size_t)rank * 2 * sizeof(int64_t);
  tensor_object_t *object =
      device->host.alloc(device->host.self, object_bytes, TSSA_ALIGNMENT);
  if (!object)
    return tssa_error_memory(out_error, (int64_t)object_bytes);
  memset(object, 0, object_bytes);
  atomic_init(&object->references, 1);
  object->host = device->host;
  object->object_bytes = object_bytes;
  for (int64_t d = 0; d < rank; ++d) {
    object->numbers[d] = sizes[d];
    object->numbers[rank + d] = strides[d];
  }
  tssa_tensor_t *tensor = &object->shown;
  tensor->storage = tssa_storage_retain(storage);
  tensor->storage_data = tssa_storage_data(storage);
  tensor->storage_bytes = tssa_storage_bytes(storage);
  tensor->dtype = dtype;
  // Without memory there is nothing to point into.
  tensor->dl.data = tensor->storage_data
                        ? (char *)tensor->storage_data + offset * item_size
                        : NULL;
  tensor->dl.device = device->id;
  tensor->dl.ndim = (int32_t)rank;
  tensor->dl.dtype = tssa_dtype_to_dlpack(dtype);
  tensor->dl.shape = rank ? object->numbers : NULL;
  tensor->dl.strides = rank ? object->numbers + rank : NULL;
  object->moved.tensor = tensor;
  tssa_storage_add_tensor(storage, &object->moved);
  *out_tensor = tensor;
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_tensor_create(const tssa_device_t *device,
                                 tssa_dtype_t dtype, int64_t rank,
                                 const int64_t *sizes,
                                 tssa_tensor_t **out_tensor,
                                 tssa_error_t *out_error) {
  int64_t bytes;
  tssa_storage_t *storage;
  tssa_status_t status = check_dtype(dtype, out_error);
  if (status)
    return status;
  if ((status = tssa_shape_check(rank, sizes, tssa_dtype_size(dtype), &bytes,
                                 out_error)) ||
      (status = tssa_storage_create(device, bytes, &storage, out_error)))
    return status;
  status = tssa_tensor_from_storage(storage, dtype, rank, sizes, NULL, 0,
                                    out_tensor, out_error);
  tssa_storage_release(storage);
  return status;
}

/// A deleter that waits until the tensor stands: a failure must not call it.
typedef struct held_deleter_t {
  tssa_deleter_t deleter;
  void *user;
  bool armed;
  tssa_allocator_t host;
} held_deleter_t;

static void run_held(void *user, void *data, int64_t bytes) {
  held_deleter_t *held = user;
  if (held->armed && held->deleter)
    held->deleter(held->user, data, bytes);
  tssa_allocator_t host = held->host;
  host.free(host.self, held, sizeof *held);
}

tssa_status_t tssa_tensor_from_memory(const tssa_device_t *device, void *data,
                                      int64_t bytes, tssa_dtype_t dtype,
                                      int64_t rank, const int64_t *sizes,
                                      const int64_t *strides, int64_t offset,
                                      tssa_deleter_t deleter, void *user,
                                      tssa_tensor_t **out_tensor,
                                      tssa_error_t *out_error) {
  if (!device)
    device = tssa_device_cpu();
  held_deleter_t *held =
      device->host.alloc(device->host.self, sizeof *held, TSSA_ALIGNMENT);
  if (!held)
    return tssa_error_memory(out_error, sizeof *held);
  held->deleter = deleter;
  held->user = user;
  held->armed = false;
  held->host = device->host;
  tssa_storage_t *storage;
  tssa_status_t status = tssa_storage_from_memory(device, data, bytes, run_held,
                                                  held, &storage, out_error);
  if (status) {
    device->host.free(device->host.self, held, sizeof *held);
    return status;
  }
  status = tssa_tensor_from_storage(storage, dtype, rank, sizes, strides,
                                    offset, out_tensor, out_error);
  held->armed = status == TSSA_STATUS_OK;
  tssa_storage_release(storage);
  return status;
}

tssa_tensor_t *tssa_tensor_retain(tssa_tensor_t *tensor) {
  if (tensor)
    atomic_fetch_add_explicit(&((tensor_object_t *)tensor)->references, 1,
                              memory_order_relaxed);
  return tensor;
}

bool tssa_tensor_is_sole(const tssa_tensor_t *tensor) {
  const tensor_object_t *object = (const tensor_object_t *)tensor;
  return atomic_load_explicit(
             &((tensor_object_t *)(uintptr_t)object)->references,
             memory_order_acquire) == 1 &&
         tssa_storage_references(tensor->storage) == 1;
}

void tssa_tensor_release(tssa_tensor_t *tensor) {
  tensor_object_t *object = (tensor_object_t *)tensor;
  if (!object || atomic_fetch_sub_explicit(&object->references, 1,
                                           memory_order_acq_rel) != 1)
    return;
  tssa_storage_remove_tensor(tensor->storage, &object->moved);
  tssa_storage_release(tensor->storage);
  tssa_allocator_t host = object->host;
  host.free(host.self, object, object->object_bytes);
}

void tssa_tensor_set_read_only(tssa_tensor_t *tensor, bool read_only) {
  tensor->flags &= ~TSSA_TENSOR_READ_ONLY;
  if (read_only)
    tensor->flags |= TSSA_TENSOR_READ_ONLY;
}

int64_t tssa_tensor_count(const tssa_tensor_t *tensor) {
  return tssa_layout_count(tensor->dl.ndim, tensor->dl.shape);
}

int64_t tssa_tensor_byte_offset(const tssa_tensor_t *tensor) {
  return tensor->dl.data
             ? (char *)tensor->dl.data - (char *)tensor->storage_data
             : 0;
}

void *tssa_tensor_element(const tssa_tensor_t *tensor, const int64_t *indices) {
  int64_t offset = 0;
  for (int32_t d = 0; d < tensor->dl.ndim; ++d) {
    if (indices[d] < 0 || indices[d] >= tensor->dl.shape[d])
      return NULL;
    offset += indices[d] * tensor->dl.strides[d];
  }
  return (char *)tensor->dl.data + offset * tssa_dtype_size(tensor->dtype);
}

bool tssa_tensor_is_row_major(const tssa_tensor_t *tensor) {
  return tssa_layout_is_row_major(tensor->dl.ndim, tensor->dl.shape,
                                  tensor->dl.strides);
}

tssa_answer_t tssa_tensor_self_overlap(const tssa_tensor_t *tensor) {
  return tssa_layout_self_overlap(tensor->dl.ndim, tensor->dl.shape,
                                  tensor->dl.strides);
}

static tssa_extent_t extent_of(const tssa_tensor_t *tensor) {
  tssa_extent_t extent = {(uintptr_t)tensor->dl.data,
                          tssa_dtype_size(tensor->dtype), tensor->dl.ndim,
                          tensor->dl.shape, tensor->dl.strides};
  return extent;
}

tssa_answer_t tssa_tensor_overlap(const tssa_tensor_t *a,
                                  const tssa_tensor_t *b) {
  if (a->dl.device.device_type != b->dl.device.device_type ||
      a->dl.device.device_id != b->dl.device.device_id)
    return TSSA_ANSWER_NO;
  tssa_extent_t extent_a = extent_of(a), extent_b = extent_of(b);
  return tssa_layout_overlap(&extent_a, &extent_b);
}
