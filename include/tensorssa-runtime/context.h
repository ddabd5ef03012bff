// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The context of a call into compiled code: the memory that the call allocated,
// and the first error that it met. Compiled functions take it as their first
// argument. The `tssa_rt_…` functions are what compiled code calls; hosts use
// the others.
//
// Life of a call: the host creates a context (or resets an old one), calls,
// asks `tssa_context_status`, detaches the storages of the results, and resets
// or destroys the context, which sweeps what is left: so compiled code that
// leaves early on an error simply returns.
//
// One context serves one call at a time. `tssa_rt_fail`, `tssa_rt_failed` may
// be called by several threads of that call at once; everything else by one.

#ifndef TENSORSSA_RUNTIME_CONTEXT_H
#define TENSORSSA_RUNTIME_CONTEXT_H

#include "tensorssa-runtime/parallel.h"
#include "tensorssa-runtime/storage.h"

TSSA_EXTERN_C_BEGIN

/// Opaque; owned by who created it.
typedef struct tssa_context_t tssa_context_t;

/// Where and what a check is. Compiled modules hold these as constants; layout:
/// { i32, i32, ptr, ptr, ptr }.
typedef struct tssa_site_t {
  /// The tssa_status_t that a failure of this check has; never OK.
  int32_t status;
  /// 0.
  int32_t reserved;
  /// Name of the op, such as "tssa.check_index".
  const char *op;
  /// Where it came from, such as "model.py:12:3"; NULL or empty if unknown.
  const char *location;
  /// The message, in which {0} to {3} stand for the failure's values, and
  /// {{ and }} for braces. Such as
  /// "expected index to be in [{0}, {1}) but got {2}".
  const char *message;
} tssa_site_t;

/// How many values a failure has.
#define TSSA_SITE_VALUES 4

/// The error of a context as it was recorded. `site` is NULL if the runtime
/// itself met the error (memory); otherwise it points into the compiled module,
/// or into the context for an error of the host's own.
typedef struct tssa_failure_t {
  tssa_status_t status;
  const tssa_site_t *site;
  int64_t values[TSSA_SITE_VALUES];
} tssa_failure_t;

/// A context whose calls allocate from `allocator` (NULL: the system's). The
/// caller owns it.
TSSA_RT_API tssa_status_t tssa_context_create(const tssa_allocator_t *allocator,
                                              tssa_context_t **out_context,
                                              tssa_error_t *out_error);

/// Frees what the context's calls left, and the context. NULL is allowed.
TSSA_RT_API void tssa_context_destroy(tssa_context_t *context);

/// Frees what the calls left and forgets the error: ready for the next call.
TSSA_RT_API void tssa_context_reset(tssa_context_t *context);

/// Frees what the calls left; the error stays.
TSSA_RT_API void tssa_context_sweep(tssa_context_t *context);

/// OK, or the status of the first error since creation or reset.
TSSA_RT_API tssa_status_t tssa_context_status(const tssa_context_t *context);

/// The first error as recorded; its status is OK, its site NULL and its values
/// 0 if there was none.
TSSA_RT_API tssa_failure_t tssa_context_failure(const tssa_context_t *context);

/// The first error as text: "file:line:col: 'op' op: message". Returns the
/// status that is in it; for OK the message is empty. Reads the site record:
/// ask before the compiled module is unloaded.
TSSA_RT_API tssa_status_t tssa_context_error(const tssa_context_t *context,
                                             tssa_error_t *out_error);

/// Records an error of the host's own, such as an argument that it refuses; of
/// the text, at most TSSA_ERROR_MESSAGE_SIZE - 1 bytes are copied. The first
/// error of a context is kept.
TSSA_RT_API void tssa_context_fail(tssa_context_t *context,
                                   tssa_status_t status, const char *message);

/// Formats one failure, as `tssa_context_error` does.
TSSA_RT_API void tssa_failure_format(const tssa_failure_t *failure,
                                     tssa_error_t *out_error);

/// Number and bytes of the allocations that the context now holds.
TSSA_RT_API int64_t tssa_context_allocations(const tssa_context_t *context);
TSSA_RT_API int64_t tssa_context_bytes(const tssa_context_t *context);

/// Highest number of bytes held at once since creation or reset.
TSSA_RT_API int64_t tssa_context_peak_bytes(const tssa_context_t *context);

/// Gives the context threads: `parallel` is copied; NULL takes them away, as a
/// new context has none. They stay when the context is reset. What they run are
/// copies of large tensors and storages that calls make; loops of compiled code
/// run in the thread of the call. Not while a call runs.
TSSA_RT_API void tssa_context_set_parallel(tssa_context_t *context,
                                           const tssa_parallel_t *parallel);

/// The threads that the context was given, or NULL; to be passed on to
/// functions that take them. Valid until it is given others or destroyed.
TSSA_RT_API const tssa_parallel_t *
tssa_context_parallel(const tssa_context_t *context);

/// Takes an allocation of this context out of it and makes a storage of it,
/// which the caller owns and which may outlive the context. `memory` is an
/// address that `tssa_rt_alloc` returned and that was neither freed nor
/// detached; INVALID_ARGUMENT if the context does not hold it (found by search,
/// so an address of any origin may be asked about). On failure the context
/// keeps it.
TSSA_RT_API tssa_status_t tssa_context_detach(tssa_context_t *context,
                                              void *memory,
                                              tssa_storage_t **out_storage,
                                              tssa_error_t *out_error);

/// Tells the context of the storage of an argument of the next call, by the
/// address that descriptors name it with (`key`: see `tssa_storage_key`). The
/// context holds a reference until it is swept or reset.
TSSA_RT_API tssa_status_t tssa_context_add_storage(tssa_context_t *context,
                                                   const void *key,
                                                   tssa_storage_t *storage,
                                                   tssa_error_t *out_error);

/// The storage that a descriptor which compiled code made names with `key`: one
/// that the context was told of, or an allocation of the call, which is made
/// one. The context keeps the reference. `key` must be one or the other.
TSSA_RT_API tssa_status_t tssa_context_storage(tssa_context_t *context,
                                               void *key,
                                               tssa_storage_t **out_storage,
                                               tssa_error_t *out_error);

// -- Called by compiled code ------------------------------------------------

/// Memory for `bytes` bytes (0 or more), aligned to TSSA_ALIGNMENT, with an
/// address that no other live allocation has. If there is none, or `bytes` is
/// negative or above TSSA_MAX_BYTES (a size computation that overflowed), the
/// error OUT_OF_MEMORY is recorded and NULL returned. Compiled code must
/// compare the result with NULL and leave by its error exit, before it computes
/// any address from it.
TSSA_RT_API void *tssa_rt_alloc(tssa_context_t *context, int64_t bytes);

/// Frees one allocation of this context. NULL is allowed.
TSSA_RT_API void tssa_rt_free(tssa_context_t *context, void *memory);

/// Records a failed check. Only the first failure of a context is kept. Values
/// that the site's message does not use are 0.
TSSA_RT_API void tssa_rt_fail(tssa_context_t *context, const tssa_site_t *site,
                              int64_t value0, int64_t value1, int64_t value2,
                              int64_t value3);

/// Bytes of the storage that a descriptor names with `key`; see
/// `tssa_context_storage`.
TSSA_RT_API int64_t tssa_rt_storage_bytes(const tssa_context_t *context,
                                          void *key);

/// Address of the memory that a storage has now, which descriptors name with
/// `key`; see `tssa_context_storage`. `key` itself unless the storage has
/// grown.
TSSA_RT_API int64_t tssa_rt_storage_data(const tssa_context_t *context,
                                         void *key);

/// Room for `count` elements of `item_size` bytes behind `offset` such elements
/// in the storage that descriptors name with `key`, which they go on doing. The
/// old memory stays until the context is swept, as values may be read from it.
/// Errors, which are said to be of the op at `site`: see `tssa_storage_grow`;
/// OUT_OF_RANGE for a negative count.
TSSA_RT_API void tssa_rt_grow_storage(tssa_context_t *context,
                                      const tssa_site_t *site, void *key,
                                      int64_t offset, int64_t count,
                                      int64_t item_size);

/// 1 if an error is recorded, else 0.
TSSA_RT_API int64_t tssa_rt_failed(const tssa_context_t *context);

/// 1 if functions may go on calling each other, 0 if the stack comes to its
/// end: half of what a thread has by default is used since the context was
/// reset. Threads with smaller stacks than that must not run recursive
/// programs.
TSSA_RT_API int64_t tssa_rt_stack_left(const tssa_context_t *context);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_CONTEXT_H
