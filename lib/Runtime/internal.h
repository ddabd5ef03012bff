// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime's sources share and hosts do not see: making errors,
// counting bytes without overflow, walking elements.

#ifndef TENSORSSA_LIB_RUNTIME_INTERNAL_H
#define TENSORSSA_LIB_RUNTIME_INTERNAL_H

#include "tensorssa-runtime/context.h"
#include "tensorssa-runtime/profile.h"
#include "tensorssa-runtime/tensor.h"

#if defined(__GNUC__)
#define TSSA_PRINTF(format_at, values_at)                                      \
  __attribute__((format(printf, format_at, values_at)))
#else
#define TSSA_PRINTF(format_at, values_at)
#endif

/// Fills `*out_error` (may be NULL) and returns `status`, so that a function
/// can fail in one statement.
tssa_status_t tssa_error_make(tssa_error_t *out_error, tssa_status_t status,
                              const char *format, ...) TSSA_PRINTF(3, 4);

/// OUT_OF_MEMORY for an allocation of `bytes`.
tssa_status_t tssa_error_memory(tssa_error_t *out_error, int64_t bytes);

/// `*product = a * b` for a, b >= 0; false if that exceeds TSSA_MAX_BYTES.
bool tssa_size_multiply(int64_t a, int64_t b, int64_t *product);

/// INVALID_ARGUMENT unless `rank` is one and all sizes are at least 0, and
/// their product times `item_size` a memory size, which goes to `*out_bytes`.
tssa_status_t tssa_shape_check(int64_t rank, const int64_t *sizes,
                               int64_t item_size, int64_t *out_bytes,
                               tssa_error_t *out_error);

/// Memory and how to give it back: by the deleter or, if that is NULL, to the
/// allocator, if that has functions.
typedef struct tssa_memory_t {
  void *data;
  int64_t bytes;
  tssa_deleter_t deleter;
  void *user;
  tssa_allocator_t allocator;
} tssa_memory_t;

void tssa_memory_free(tssa_memory_t memory);

/// Lets the storage grow with memory from `allocator`.
void tssa_storage_set_growable(tssa_storage_t *storage,
                               tssa_allocator_t allocator);

/// A call begins or ends to use the storage, so that others cannot move it.
void tssa_storage_begin_use(tssa_storage_t *storage);
void tssa_storage_end_use(tssa_storage_t *storage);

/// As `tssa_storage_grow`, for whoever is one of `users`, with the threads of
/// `parallel` (may be NULL). The memory that the storage had goes to
/// `*out_old`, with `data` NULL if it stays.
tssa_status_t tssa_storage_move(tssa_storage_t *storage, int64_t bytes,
                                int64_t users, const tssa_parallel_t *parallel,
                                tssa_memory_t *out_old,
                                tssa_error_t *out_error);

/// memcpy by the threads of `parallel` (may be NULL); `bytes` may be 0.
void tssa_copy_bytes(const tssa_parallel_t *parallel, void *destination,
                     const void *source, int64_t bytes);

/// A tensor in the list of those that move with their storage.
typedef struct tssa_moved_t {
  tssa_tensor_t *tensor;
  struct tssa_moved_t *next;
  struct tssa_moved_t **link;
} tssa_moved_t;

/// Adds and removes a tensor that is over the storage; nothing for a storage
/// that cannot grow.
void tssa_storage_add_tensor(tssa_storage_t *storage, tssa_moved_t *moved);
void tssa_storage_remove_tensor(tssa_storage_t *storage, tssa_moved_t *moved);

/// The address that descriptors name a storage with: that by which the context
/// was told of it, although it may have grown since.
const void *tssa_context_name(const tssa_context_t *context,
                              const tssa_storage_t *storage);

/// Tells the context's profiler, if it has one.
void tssa_context_tell(tssa_context_t *context, tssa_event_kind_t kind,
                       const char *name, tssa_status_t status, int64_t bytes);

/// Whether nobody holds the tensor, and another one its storage, but who asks.
bool tssa_tensor_is_sole(const tssa_tensor_t *tensor);

/// UNSUPPORTED unless the tensor's elements can be reached by the CPU.
tssa_status_t tssa_tensor_require_cpu(const tssa_tensor_t *tensor,
                                      tssa_error_t *out_error);

/// Records an error of the op at `site`.
void tssa_fail_at(tssa_context_t *context, const tssa_site_t *site,
                  tssa_status_t status, const char *message);

/// Walks elements of a tensor in row-major order.
typedef struct tssa_walk_t {
  const tssa_tensor_t *tensor;
  int64_t item_size;
  int64_t left;
  char *at;
  int64_t index[TSSA_MAX_RANK];
} tssa_walk_t;

/// All elements; or those of numbers [first, last), which is inside.
tssa_walk_t tssa_walk_begin(const tssa_tensor_t *tensor);
tssa_walk_t tssa_walk_range(const tssa_tensor_t *tensor, int64_t first,
                            int64_t last);

/// Address of the next element, NULL after the last one.
void *tssa_walk_next(tssa_walk_t *walk);

#endif // TENSORSSA_LIB_RUNTIME_INTERNAL_H
