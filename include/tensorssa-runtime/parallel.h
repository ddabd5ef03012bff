// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose iterations may run in any order and at once, spread over threads:
// those of a pool of the library, or the host's own. A host gives them to the
// context of a call (`tssa_context_set_parallel`) or to a single function
// (`tssa_tensor_copy_with`); where it gives none, all is done by the thread
// that calls, and the library starts no thread.
//
// The contract:
//  * Results do not depend on threads. The library alone cuts a loop, always at
//    the same places; which thread runs which pieces, in which order and how
//    many in one go, must not be seen in what a body leaves behind.
//  * A loop never fails. Where there are no threads, or none can be started,
//    the caller does the work.
//  * When a loop returns, no thread runs a body of it any more, and what bodies
//    wrote can be read.
//  * Loops may be run by several threads at once. A loop inside of a body runs
//    in the thread of that body.

#ifndef TENSORSSA_RUNTIME_PARALLEL_H
#define TENSORSSA_RUNTIME_PARALLEL_H

#include "tensorssa-runtime/device.h"
#include "tensorssa-runtime/status.h"

TSSA_EXTERN_C_BEGIN

/// Does what is to be done for [begin, end), which is not empty. May be called
/// by several threads at once, for ranges that do not overlap.
typedef void (*tssa_parallel_body_t)(void *user, int64_t begin, int64_t end);

/// Threads that run loops. Copied by value into whatever uses it, so the struct
/// itself may be temporary; `self` must outlive all uses.
typedef struct tssa_parallel_t {
  void *self;
  /// Calls `body(user, first, last)` for ranges that together are [0, count),
  /// each number once, and returns when all these calls have. `count` is in
  /// [2, INT64_MAX / 8]. The ranges are its choice, as are the threads; one may
  /// be the caller, which has to do all by itself where no other can. What the
  /// caller wrote before is to be seen by bodies, and what they write by the
  /// caller afterwards. It may be called from several threads at once, and
  /// inside of a body, where it must not wait for who waits for that body.
  void (*run)(void *self, int64_t count, tssa_parallel_body_t body, void *user);
} tssa_parallel_t;

/// Runs `body` for all of [begin, end): nothing if `end <= begin`. Each call of
/// it gets one or several pieces of `grain` (less than 1 counts as 1)
/// iterations, counted from `begin`; the last piece may be shorter. A grain is
/// large enough if a piece takes some ten microseconds. `parallel` may be NULL:
/// then the thread that calls does it all, as it does where there is one piece.
TSSA_RT_API void tssa_parallel_for(const tssa_parallel_t *parallel,
                                   int64_t begin, int64_t end, int64_t grain,
                                   tssa_parallel_body_t body, void *user);

/// A pool of threads. Opaque; owned by who created it, used by any thread.
typedef struct tssa_pool_t tssa_pool_t;

/// A pool by which up to `num_threads` threads, the calling one among them, run
/// a loop. No thread is started before the first loop of at least two pieces,
/// and no more than that loop has use for. Threads that have nothing to do look
/// for work for some microseconds and then sleep. They block signals, but for
/// those that an error of their own raises. The pool itself, not the stacks of
/// its threads, is allocated from `allocator` (NULL: the system's).
/// INVALID_ARGUMENT if `num_threads` is less than 1.
///
/// In the child of a fork the pool is one without threads, which starts its own
/// when it is used; a loop that runs during the fork goes on in the parent
/// only. A body that forks must not return in the child.
///
/// Where the C library is older than glibc 2.34 and the process has not loaded
/// its libpthread.so.0, no thread can be started.
TSSA_RT_API tssa_status_t tssa_pool_create(const tssa_allocator_t *allocator,
                                           int64_t num_threads,
                                           tssa_pool_t **out_pool,
                                           tssa_error_t *out_error);

/// Ends the threads, waits until they have ended, and frees the pool. No loop
/// may be running, nor begin. To be called before the library is unloaded; a
/// process may exit without. NULL is allowed.
TSSA_RT_API void tssa_pool_destroy(tssa_pool_t *pool);

/// What to give to a context or a function; valid until the pool is destroyed.
TSSA_RT_API tssa_parallel_t tssa_pool_parallel(tssa_pool_t *pool);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_PARALLEL_H
