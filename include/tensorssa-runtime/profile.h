// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens in calls of compiled functions, told to the host while it
// happens: for timelines, and to see what memory a call takes. Nothing is
// measured unless a context has a profiler.

#ifndef TENSORSSA_RUNTIME_PROFILE_H
#define TENSORSSA_RUNTIME_PROFILE_H

#include "tensorssa-runtime/context.h"

TSSA_EXTERN_C_BEGIN

/// What happens. The numbers are part of the ABI.
typedef enum tssa_event_kind_t {
  /// A function is called, and has returned or was refused.
  TSSA_EVENT_CALL_BEGIN = 0,
  TSSA_EVENT_CALL_END = 1,
  /// The program calls a function of the host, and that has returned.
  TSSA_EVENT_HOST_BEGIN = 2,
  TSSA_EVENT_HOST_END = 3,
  /// The program takes memory, and gives it back; that of results goes to the
  /// host and is not given back.
  TSSA_EVENT_ALLOCATE = 4,
  TSSA_EVENT_FREE = 5
} tssa_event_kind_t;

/// An event; what it points to lives as long as the call of the profiler.
typedef struct tssa_event_t {
  tssa_event_kind_t kind;
  /// At the end of a call, how it ended; OK otherwise.
  tssa_status_t status;
  /// Of a call: which function; NULL otherwise.
  const char *name;
  /// Of memory: how much; 0 otherwise.
  int64_t bytes;
  /// When it happened, by a clock that never goes back.
  int64_t nanoseconds;
} tssa_event_t;

/// Called in the thread of the call. It must not use the context but to ask.
typedef void (*tssa_profiler_t)(void *user, const tssa_context_t *context,
                                const tssa_event_t *event);

/// From here on `profiler` is told of what happens with `context`; NULL:
/// nobody. It stays when the context is reset. Not while a call runs.
TSSA_RT_API void tssa_context_set_profiler(tssa_context_t *context,
                                           tssa_profiler_t profiler,
                                           void *user);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_PROFILE_H
