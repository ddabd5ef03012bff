// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A profiler is told of calls, of the host's functions in them and of memory,
// in the order in which they happen and with times that do not go back; memory
// that a call leaves is given back before it ends; without a profiler nobody is
// told.
//
// RUN: %test_bin/runtime-profile

#include "tensorssa-runtime/profile.h"
#include "check.h"
#include "tensorssa-runtime/host.h"
#include "tensorssa-runtime/program.h"

typedef struct log_t {
  char text[1024];
  int64_t last, count;
} log_t;

static void note(void *user, const tssa_context_t *context,
                 const tssa_event_t *event) {
  static const char *const kinds[] = {"begin",    "end",      "host begin",
                                      "host end", "allocate", "free"};
  log_t *log = user;
  size_t length = strlen(log->text);
  snprintf(log->text + length, sizeof log->text - length, "%s %s %d %lld;",
           kinds[event->kind], event->name ? event->name : "-",
           (int)event->status, (long long)event->bytes);
  CHECK(event->nanoseconds >= log->last);
  CHECK(tssa_context_bytes(context) >= 0);
  log->last = event->nanoseconds;
  ++log->count;
}

static tssa_status_t host(void *user, tssa_context_t *context,
                          const tssa_value_t *inputs, int64_t num_inputs,
                          tssa_value_t *outputs, int64_t num_outputs,
                          tssa_error_t *out_error) {
  (void)user, (void)context, (void)inputs, (void)num_inputs, (void)outputs;
  (void)num_outputs, (void)out_error;
  return TSSA_STATUS_RAISED;
}

/// As compiled code: takes memory, gives some of it back, calls the host.
static void entry(void **arguments) {
  tssa_context_t *context = *(tssa_context_t **)arguments[0];
  void *first = tssa_rt_alloc(context, 100);
  tssa_rt_alloc(context, 50);
  tssa_rt_free(context, first);
  tssa_error_t error;
  tssa_status_t status =
      tssa_context_call(context, "h", NULL, 0, NULL, NULL, 0, &error);
  tssa_context_fail(context, status, error.message);
}

int main(void) {
  static const tssa_entry_t entries[] = {entry};
  const tssa_function_t function = {"f", NULL, NULL, 0, 0, entries, NULL};
  tssa_context_t *context = NULL;
  CHECK_EQ(tssa_context_create(NULL, &context, NULL), TSSA_STATUS_OK);
  CHECK_EQ(tssa_context_add_function(context, "h", host, NULL, NULL),
           TSSA_STATUS_OK);
  log_t log = {{0}, 0, 0};
  tssa_context_set_profiler(context, note, &log);
  CHECK_EQ(tssa_function_invoke(&function, context, NULL, 0, NULL, 0),
           TSSA_STATUS_RAISED);
  CHECK_TEXT(log.text, "begin f 0 0;allocate - 0 100;allocate - 0 50;"
                       "free - 0 100;host begin h 0 0;host end h 6 0;"
                       "free - 0 50;end f 6 0;");
  // A call that is refused begins and ends.
  log.text[0] = 0;
  CHECK_EQ(tssa_function_invoke(&function, context, NULL, 1, NULL, 0),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_TEXT(log.text, "begin f 0 0;end f 1 0;");
  int64_t count = log.count;
  tssa_context_set_profiler(context, NULL, NULL);
  CHECK_EQ(tssa_function_invoke(&function, context, NULL, 0, NULL, 0),
           TSSA_STATUS_RAISED);
  CHECK_EQ(log.count, count);
  tssa_context_destroy(context);
  return CHECK_END();
}
