// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The context of a call: memory that is swept, results that are detached, and
// the rule that the first error wins.
//
// RUN: %test_bin/runtime-context

#include "tensorssa-runtime/context.h"

#include "check.h"
#include "counting_allocator.h"
#include <threads.h>

static const tssa_site_t index_site = {
    TSSA_STATUS_OUT_OF_RANGE, 0, "tssa.check_index", "model.py:12:3",
    "expected index to be in [{0}, {1}) but got {2}"};
static const tssa_site_t raise_site = {TSSA_STATUS_RAISED, 0, "tssa.raise",
                                       NULL, "a {{set}} is {9} not {x} or {0"};

static tssa_context_t *new_context(counting_allocator_t *counting) {
  tssa_allocator_t allocator = counting_allocator(counting);
  tssa_context_t *context = NULL;
  CHECK_EQ(tssa_context_create(&allocator, &context, NULL), TSSA_STATUS_OK);
  return context;
}

static void memory_is_aligned_unique_and_swept(void) {
  counting_allocator_t counting;
  tssa_context_t *context = new_context(&counting);
  void *blocks[20];
  for (int i = 0; i < 20; ++i) {
    blocks[i] = tssa_rt_alloc(context, i % 3 * 100);
    CHECK(blocks[i] && (uintptr_t)blocks[i] % TSSA_ALIGNMENT == 0);
    memset(blocks[i], i, (size_t)(i % 3 * 100));
    for (int j = 0; j < i; ++j)
      CHECK(blocks[i] != blocks[j]);
  }
  CHECK_EQ(tssa_context_allocations(context), 20);
  CHECK_EQ(tssa_context_bytes(context), 1900);
  // First, last and in between.
  tssa_rt_free(context, blocks[0]);
  tssa_rt_free(context, blocks[19]);
  tssa_rt_free(context, blocks[7]);
  tssa_rt_free(context, NULL);
  CHECK_EQ(tssa_context_allocations(context), 17);
  CHECK_EQ(tssa_context_peak_bytes(context), 1900);
  tssa_context_reset(context);
  CHECK_EQ(tssa_context_allocations(context), 0);
  CHECK_EQ(tssa_context_bytes(context), 0);
  CHECK_EQ(counting.live, 1);
  CHECK(tssa_rt_alloc(context, 8) != NULL);
  tssa_context_destroy(context);
  tssa_context_destroy(NULL);
  CHECK_EQ(counting.live, 0);
  CHECK_EQ(counting.live_bytes, 0);
}

/// Hands out memory piece by piece, one behind the other.
typedef struct dense_t {
  _Alignas(64) char memory[4096];
  size_t used;
} dense_t;

static void *dense_alloc(void *self, size_t bytes, size_t alignment) {
  dense_t *dense = self;
  size_t begin = (dense->used + alignment - 1) / alignment * alignment;
  dense->used = begin + bytes;
  return dense->used <= sizeof dense->memory ? dense->memory + begin : NULL;
}

static void dense_free(void *self, void *memory, size_t bytes) {
  (void)self;
  (void)memory;
  (void)bytes;
}

/// Empty memory has no address that is another's, whatever the allocator.
static void empty_memory_is_apart(void) {
  static dense_t dense;
  tssa_allocator_t allocator = {&dense, dense_alloc, dense_free};
  tssa_context_t *context = NULL;
  CHECK_EQ(tssa_context_create(&allocator, &context, NULL), 0);
  char *empty = tssa_rt_alloc(context, 0);
  tssa_storage_t *storage = NULL;
  CHECK_EQ(tssa_context_storage(context, empty, &storage, NULL), 0);
  for (int i = 0; i < 5; ++i) {
    char *next = dense_alloc(&dense, 1, 1);
    CHECK(next != empty);
    CHECK((char *)tssa_rt_alloc(context, 0) != empty);
  }
  tssa_context_destroy(context);

  // A host's may be where other memory begins.
  char memory[4] = {0};
  tssa_storage_t *none = NULL, *some = NULL;
  CHECK_EQ(tssa_storage_from_memory(NULL, memory, 0, NULL, NULL, &none, NULL),
           0);
  CHECK_EQ(tssa_storage_from_memory(NULL, memory, 4, NULL, NULL, &some, NULL),
           0);
  CHECK(tssa_storage_key(some) == memory);
  CHECK(tssa_storage_key(none) != memory);
  tssa_storage_release(none);
  tssa_storage_release(some);
}

static void detached_memory_outlives_the_context(void) {
  counting_allocator_t counting;
  tssa_context_t *context = new_context(&counting);
  tssa_error_t error;
  tssa_storage_t *storage = NULL, *none = NULL;
  char *first = tssa_rt_alloc(context, 16);
  char *kept = tssa_rt_alloc(context, 32);
  char *last = tssa_rt_alloc(context, 0);
  memset(kept, 7, 32);
  CHECK_EQ(tssa_context_detach(context, kept, &storage, &error),
           TSSA_STATUS_OK);
  CHECK(tssa_storage_data(storage) == kept);
  CHECK_EQ(tssa_storage_bytes(storage), 32);
  CHECK_EQ(tssa_context_allocations(context), 2);
  // Once only, and only what is the context's.
  CHECK_EQ(tssa_context_detach(context, kept, &none, &error),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_TEXT(error.message, "expected memory that the context allocated");
  CHECK_EQ(tssa_context_detach(context, first + 1, &none, NULL),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(tssa_context_detach(context, NULL, &none, NULL),
           TSSA_STATUS_INVALID_ARGUMENT);
  tssa_rt_free(context, last);
  tssa_context_destroy(context);
  CHECK(kept[0] == 7 && kept[31] == 7);
  CHECK_EQ(tssa_storage_references(storage), 1);
  tssa_storage_release(tssa_storage_retain(storage));
  tssa_storage_release(storage);
  CHECK_EQ(counting.live, 0);
  CHECK_EQ(counting.live_bytes, 0);
}

static void the_first_error_wins(void) {
  counting_allocator_t counting;
  tssa_context_t *context = new_context(&counting);
  tssa_error_t error;
  CHECK_EQ(tssa_rt_failed(context), 0);
  CHECK_EQ(tssa_context_error(context, &error), TSSA_STATUS_OK);
  CHECK_TEXT(error.message, "");
  tssa_rt_fail(context, &index_site, -4, 4, 7, 0);
  tssa_rt_fail(context, &raise_site, 1, 2, 3, 4);
  CHECK_EQ(tssa_rt_failed(context), 1);
  CHECK_EQ(tssa_context_status(context), TSSA_STATUS_OUT_OF_RANGE);
  tssa_failure_t failure = tssa_context_failure(context);
  CHECK(failure.site == &index_site && failure.values[0] == -4 &&
        failure.values[2] == 7 && failure.values[3] == 0);
  CHECK_EQ(tssa_context_error(context, &error), TSSA_STATUS_OUT_OF_RANGE);
  CHECK_TEXT(error.message, "model.py:12:3: 'tssa.check_index' op: expected "
                            "index to be in [-4, 4) but got 7");
  tssa_context_reset(context);
  CHECK_EQ(tssa_rt_failed(context), 0);
  CHECK_EQ(tssa_context_status(context), TSSA_STATUS_OK);
  CHECK(tssa_context_failure(context).site == NULL);
  tssa_rt_fail(context, &raise_site, INT64_MIN, 2, 3, 4);
  CHECK_EQ(tssa_context_error(context, &error), TSSA_STATUS_RAISED);
  CHECK_TEXT(error.message, "'tssa.raise' op: a {set} is {9} not {x} or {0");
  tssa_context_destroy(context);
}

static void messages_end_before_the_buffer(void) {
  counting_allocator_t counting;
  tssa_context_t *context = new_context(&counting);
  char text[4 * TSSA_ERROR_MESSAGE_SIZE];
  memset(text, 'x', sizeof text);
  text[sizeof text - 1] = '\0';
  tssa_site_t site = {TSSA_STATUS_RAISED, 0, "tssa.raise", text, text};
  tssa_error_t error;
  tssa_rt_fail(context, &site, 0, 0, 0, 0);
  CHECK_EQ(tssa_context_error(context, &error), TSSA_STATUS_RAISED);
  CHECK_EQ(strlen(error.message), TSSA_ERROR_MESSAGE_SIZE - 1);
  CHECK_TEXT(error.message + TSSA_ERROR_MESSAGE_SIZE - 5, "x...");
  // A newline in a program's text does not break the one line of a message.
  site.location = "a\nb";
  site.message = "c\r\nd";
  tssa_context_error(context, &error);
  CHECK_TEXT(error.message, "a b: 'tssa.raise' op: c  d");
  // Nor does a site that lacks everything.
  tssa_site_t bare = {TSSA_STATUS_OK, 0, NULL, NULL, NULL};
  tssa_context_reset(context);
  tssa_rt_fail(context, &bare, 0, 0, 0, 0);
  CHECK_EQ(tssa_context_error(context, &error), TSSA_STATUS_INTERNAL);
  CHECK_TEXT(error.message, "check failed");
  tssa_context_destroy(context);
}

static void failed_allocations_are_errors(void) {
  counting_allocator_t counting;
  tssa_context_t *context = new_context(&counting);
  tssa_error_t error;
  counting.allowed = 1;
  void *block = tssa_rt_alloc(context, 8);
  CHECK(block != NULL);
  CHECK(tssa_rt_alloc(context, 12345) == NULL);
  CHECK_EQ(tssa_rt_failed(context), 1);
  CHECK_EQ(tssa_context_error(context, &error), TSSA_STATUS_OUT_OF_MEMORY);
  CHECK_TEXT(error.message, "cannot allocate 12345 bytes");
  CHECK_EQ(tssa_context_allocations(context), 1);
  // Detaching needs memory for the storage; without it the block stays.
  tssa_storage_t *storage;
  counting.allowed = -1;
  CHECK_EQ(tssa_context_detach(context, block, &storage, NULL), TSSA_STATUS_OK);
  tssa_storage_release(storage);
  tssa_context_reset(context);
  CHECK(tssa_rt_alloc(context, -8) == NULL);
  CHECK_EQ(tssa_context_error(context, &error), TSSA_STATUS_OUT_OF_MEMORY);
  CHECK_TEXT(error.message, "cannot allocate memory: the size overflows");
  tssa_context_reset(context);
  CHECK(tssa_rt_alloc(context, INT64_MAX) == NULL);
  CHECK_EQ(tssa_context_status(context), TSSA_STATUS_OUT_OF_MEMORY);
  tssa_context_destroy(context);
  CHECK_EQ(counting.live, 0);

  counting.allowed = 0;
  tssa_allocator_t allocator = {&counting, counting_alloc, counting_free};
  tssa_context_t *none = NULL;
  CHECK_EQ(tssa_context_create(&allocator, &none, &error),
           TSSA_STATUS_OUT_OF_MEMORY);
  CHECK(none == NULL);
}

enum { THREADS = 8 };

typedef struct worker_t {
  tssa_context_t *context;
  int64_t number;
} worker_t;

static int fail_often(void *argument) {
  worker_t *worker = argument;
  for (int i = 0; i < 1000; ++i)
    tssa_rt_fail(worker->context, &index_site, worker->number, worker->number,
                 worker->number, worker->number);
  return (int)tssa_rt_failed(worker->context);
}

/// Of failures at the same time one is kept, whole.
static void threads_may_fail_together(void) {
  counting_allocator_t counting;
  tssa_context_t *context = new_context(&counting);
  for (int round = 0; round < 50; ++round) {
    thrd_t threads[THREADS];
    worker_t workers[THREADS];
    int started = 0, seen = 0;
    for (; started < THREADS; ++started) {
      workers[started].context = context;
      workers[started].number = started + 1;
      if (thrd_create(&threads[started], fail_often, &workers[started]) !=
          thrd_success)
        break;
    }
    for (int i = 0; i < started; ++i) {
      int failed = 0;
      thrd_join(threads[i], &failed);
      seen += failed;
    }
    CHECK(started > 0 && seen == started);
    tssa_failure_t failure = tssa_context_failure(context);
    CHECK(failure.site == &index_site && failure.values[0] > 0);
    for (int i = 1; i < TSSA_SITE_VALUES; ++i)
      CHECK_EQ(failure.values[i], failure.values[0]);
    tssa_context_reset(context);
  }
  tssa_context_destroy(context);
}

int main(void) {
  memory_is_aligned_unique_and_swept();
  empty_memory_is_apart();
  detached_memory_outlives_the_context();
  the_first_error_wins();
  messages_end_before_the_buffer();
  failed_allocations_are_errors();
  threads_may_fail_together();
  CHECK_TEXT(tssa_status_name((tssa_status_t)99), "unknown status");
  CHECK_EQ(tssa_runtime_version(),
           TSSA_RUNTIME_VERSION_MAJOR * 1000 + TSSA_RUNTIME_VERSION_MINOR);
  return CHECK_END();
}
