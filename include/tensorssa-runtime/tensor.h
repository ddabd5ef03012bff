// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors: a DLTensor with the storage that it names part of. This is what goes
// into and comes out of compiled functions.

#ifndef TENSORSSA_RUNTIME_TENSOR_H
#define TENSORSSA_RUNTIME_TENSOR_H

#include "tensorssa-runtime/dtype.h"
#include "tensorssa-runtime/layout.h"
#include "tensorssa-runtime/parallel.h"
#include "tensorssa-runtime/storage.h"

TSSA_EXTERN_C_BEGIN

/// The elements may only be read. A compiled function that writes to such an
/// argument refuses the call.
#define TSSA_TENSOR_READ_ONLY UINT64_C(1)

/// A tensor. Created by the functions below only, since more lies behind the
/// fields shown; all fields may be read, none may be written. Reference
/// counted, from any thread.
typedef struct tssa_tensor_t {
  /// Always holds: `data` is the address of the first element, `byte_offset` is
  /// 0, `shape` and `strides` are not NULL unless `ndim` is 0, every element
  /// lies inside the storage. `&tensor->dl` is a valid DLTensor for any
  /// consumer.
  DLTensor dl;
  /// Base address of the storage and its size in bytes: what DLTensor lacks.
  void *storage_data;
  int64_t storage_bytes;
  /// The storage itself; the tensor holds a reference.
  tssa_storage_t *storage;
  tssa_dtype_t dtype;
  /// TSSA_TENSOR_… bits.
  uint64_t flags;
} tssa_tensor_t;

/// A row-major tensor over a storage of its own on `device` (NULL: the CPU).
/// `sizes` may be NULL if `rank` is 0. Contents are arbitrary.
TSSA_RT_API tssa_status_t tssa_tensor_create(const tssa_device_t *device,
                                             tssa_dtype_t dtype, int64_t rank,
                                             const int64_t *sizes,
                                             tssa_tensor_t **out_tensor,
                                             tssa_error_t *out_error);

/// A tensor over `storage`, to which it adds a reference. `strides` (NULL:
/// row-major) may be negative or 0. `offset` is the distance of the first
/// element from the storage's base in elements. OUT_OF_RANGE if an element
/// would lie outside the storage.
TSSA_RT_API tssa_status_t tssa_tensor_from_storage(
    tssa_storage_t *storage, tssa_dtype_t dtype, int64_t rank,
    const int64_t *sizes, const int64_t *strides, int64_t offset,
    tssa_tensor_t **out_tensor, tssa_error_t *out_error);

/// A tensor over memory that someone else allocated: `bytes` bytes at `data`,
/// wrapped as by `tssa_storage_from_memory`, then as
/// `tssa_tensor_from_storage`. On failure the deleter is not called.
TSSA_RT_API tssa_status_t tssa_tensor_from_memory(
    const tssa_device_t *device, void *data, int64_t bytes, tssa_dtype_t dtype,
    int64_t rank, const int64_t *sizes, const int64_t *strides, int64_t offset,
    tssa_deleter_t deleter, void *user, tssa_tensor_t **out_tensor,
    tssa_error_t *out_error);

/// One reference more; returns its argument. NULL gives NULL.
TSSA_RT_API tssa_tensor_t *tssa_tensor_retain(tssa_tensor_t *tensor);

/// One reference less; with the last one the tensor goes and drops its storage.
/// NULL is allowed.
TSSA_RT_API void tssa_tensor_release(tssa_tensor_t *tensor);

/// Sets or clears TSSA_TENSOR_READ_ONLY.
TSSA_RT_API void tssa_tensor_set_read_only(tssa_tensor_t *tensor,
                                           bool read_only);

/// Number of elements.
TSSA_RT_API int64_t tssa_tensor_count(const tssa_tensor_t *tensor);

/// Distance of the first element from the storage's base, in bytes. A multiple
/// of the element size unless the memory came from elsewhere.
TSSA_RT_API int64_t tssa_tensor_byte_offset(const tssa_tensor_t *tensor);

/// Address of the element at `indices`, one per dimension (NULL allowed for
/// rank 0). NULL if an index is not in [0, size). Dereference it only if the
/// device is the CPU.
TSSA_RT_API void *tssa_tensor_element(const tssa_tensor_t *tensor,
                                      const int64_t *indices);

/// See `tssa_layout_is_row_major`.
TSSA_RT_API bool tssa_tensor_is_row_major(const tssa_tensor_t *tensor);

/// See `tssa_layout_self_overlap`.
TSSA_RT_API tssa_answer_t tssa_tensor_self_overlap(const tssa_tensor_t *tensor);

/// Whether the elements of two tensors share a byte: see `tssa_layout_overlap`.
/// Tensors on different devices never do.
TSSA_RT_API tssa_answer_t tssa_tensor_overlap(const tssa_tensor_t *a,
                                              const tssa_tensor_t *b);

/// A row-major copy with a storage of its own on the same device. Only for the
/// CPU, or for a row-major tensor on another device; UNSUPPORTED otherwise.
TSSA_RT_API tssa_status_t tssa_tensor_clone(const tssa_tensor_t *tensor,
                                            tssa_tensor_t **out_tensor,
                                            tssa_error_t *out_error);

/// As `tssa_tensor_clone`, with the threads of `parallel` (NULL: none) where
/// the tensor is large.
TSSA_RT_API tssa_status_t tssa_tensor_clone_with(
    const tssa_tensor_t *tensor, const tssa_parallel_t *parallel,
    tssa_tensor_t **out_tensor, tssa_error_t *out_error);

/// Copies element by element between two CPU tensors of one dtype and shape
/// whose elements do not overlap. A destination that is read-only is refused.
/// Where elements of the destination overlap each other, the last one in
/// row-major order stays.
TSSA_RT_API tssa_status_t tssa_tensor_copy(const tssa_tensor_t *source,
                                           tssa_tensor_t *destination,
                                           tssa_error_t *out_error);

/// As `tssa_tensor_copy`, to the same result, with the threads of `parallel`
/// (NULL: none) where the tensors are large and no elements of the destination
/// overlap each other.
TSSA_RT_API tssa_status_t tssa_tensor_copy_with(const tssa_tensor_t *source,
                                                tssa_tensor_t *destination,
                                                const tssa_parallel_t *parallel,
                                                tssa_error_t *out_error);

/// The DLPack form, holding a reference to the tensor; its `deleter` drops it.
/// The caller owns the struct and must see that the deleter is called once.
/// The unversioned struct cannot say "read-only", so such a tensor is
/// UNSUPPORTED there.
TSSA_RT_API tssa_status_t tssa_tensor_to_dlpack(tssa_tensor_t *tensor,
                                                DLManagedTensor **out_managed,
                                                tssa_error_t *out_error);
TSSA_RT_API tssa_status_t tssa_tensor_to_dlpack_versioned(
    tssa_tensor_t *tensor, DLManagedTensorVersioned **out_managed,
    tssa_error_t *out_error);

/// A tensor over a DLPack struct's memory. On success the tensor owns `managed`
/// and calls its deleter in the end; on failure it stays the caller's. `device`
/// (NULL: the CPU) must be the one that the struct names. The storage spans
/// exactly the elements, since DLPack does not tell more.
TSSA_RT_API tssa_status_t tssa_tensor_from_dlpack(const tssa_device_t *device,
                                                  DLManagedTensor *managed,
                                                  tssa_tensor_t **out_tensor,
                                                  tssa_error_t *out_error);
TSSA_RT_API tssa_status_t tssa_tensor_from_dlpack_versioned(
    const tssa_device_t *device, DLManagedTensorVersioned *managed,
    tssa_tensor_t **out_tensor, tssa_error_t *out_error);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_TENSOR_H
