// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops: each iteration is done once, in pieces cut at multiples of the grain,
// whoever runs them; several threads at once, nested, without threads, and by a
// host's own function.
//
// RUN: %test_bin/runtime-parallel

// For threads that sanitizers know.
#define _POSIX_C_SOURCE 200809L

#include "tensorssa-runtime/parallel.h"
#include "check.h"
#include "tensorssa-runtime/context.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

enum { MOST = 4100 };

/// What a loop over [begin, begin + count) with `grain` has done.
typedef struct loop_t {
  int64_t begin, count, grain;
  atomic_int times[MOST];
  /// Ranges that were empty, outside, or cut elsewhere.
  atomic_int wrong;
} loop_t;

static void note(void *user, int64_t begin, int64_t end) {
  loop_t *loop = user;
  int64_t first = begin - loop->begin, last = end - loop->begin;
  int64_t grain = loop->grain < 1 ? 1 : loop->grain;
  if (first < 0 || first >= last || last > loop->count || first % grain != 0 ||
      (last % grain != 0 && last != loop->count)) {
    atomic_fetch_add(&loop->wrong, 1);
    return;
  }
  for (int64_t i = first; i < last; ++i)
    atomic_fetch_add(&loop->times[i], 1);
}

/// Runs a loop; the number of iterations that were not done once, plus that of
/// wrong ranges.
static int64_t run(loop_t *loop, const tssa_parallel_t *parallel, int64_t begin,
                   int64_t count, int64_t grain) {
  loop->begin = begin;
  loop->count = count;
  loop->grain = grain;
  atomic_store(&loop->wrong, 0);
  for (int64_t i = 0; i < MOST; ++i)
    atomic_store(&loop->times[i], 0);
  tssa_parallel_for(parallel, begin, begin + count, grain, note, loop);
  int64_t wrong = atomic_load(&loop->wrong);
  for (int64_t i = 0; i < MOST; ++i)
    wrong += atomic_load(&loop->times[i]) != (i < count);
  return wrong;
}

static tssa_pool_t *create(int64_t num_threads) {
  tssa_pool_t *pool = NULL;
  CHECK_EQ(tssa_pool_create(NULL, num_threads, &pool, NULL), TSSA_STATUS_OK);
  return pool;
}

static void each_iteration_is_done_once(void) {
  static const int64_t counts[] = {0, 1, 2, 3, 7, 63, 64, 1000, 4097};
  static const int64_t grains[] = {-7, 0, 1, 2, 3, 64, 1000, 5000, INT64_MAX};
  static const int64_t threads[] = {1, 2, 3, 8, 33};
  static loop_t loop;
  for (size_t t = 0; t <= sizeof threads / sizeof *threads; ++t) {
    bool serial = t == sizeof threads / sizeof *threads;
    tssa_pool_t *pool = create(serial ? 1 : threads[t]);
    tssa_parallel_t parallel = tssa_pool_parallel(pool);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
      int64_t count = counts[c];
      const int64_t begins[] = {0, -5, INT64_MIN, INT64_MAX - count};
      for (size_t g = 0; g < sizeof grains / sizeof *grains; ++g)
        for (size_t b = 0; b < sizeof begins / sizeof *begins; ++b)
          if (!CHECK_EQ(run(&loop, serial ? NULL : &parallel, begins[b], count,
                            grains[g]),
                        0))
            printf("threads %d, count %d, grain %d\n", (int)t, (int)count,
                   (int)grains[g]);
    }
    tssa_pool_destroy(pool);
  }
}

/// The distance that ranges cover together, and their number.
typedef struct cover_t {
  _Atomic uint64_t length;
  atomic_int ranges;
} cover_t;

static void cover(void *user, int64_t begin, int64_t end) {
  cover_t *covered = user;
  atomic_fetch_add(&covered->length, (uint64_t)end - (uint64_t)begin);
  atomic_fetch_add(&covered->ranges, 1);
}

static void the_longest_loop_and_the_backward_one(void) {
  tssa_pool_t *pool = create(4);
  tssa_parallel_t parallel = tssa_pool_parallel(pool);
  static const int64_t grains[] = {INT64_MAX, INT64_C(1) << 50, 16, 1};
  for (size_t i = 0; i < sizeof grains / sizeof *grains; ++i) {
    cover_t covered = {0, 0};
    tssa_parallel_for(&parallel, INT64_MIN, INT64_MAX, grains[i], cover,
                      &covered);
    CHECK(atomic_load(&covered.length) == UINT64_MAX);
    CHECK(atomic_load(&covered.ranges) >= 1);
  }
  cover_t none = {0, 0};
  tssa_parallel_for(&parallel, 1, 0, 1, cover, &none);
  tssa_parallel_for(&parallel, INT64_MAX, INT64_MIN, 1, cover, &none);
  CHECK_EQ(atomic_load(&none.ranges), 0);
  tssa_pool_destroy(pool);
}

/// Bodies wait until there are as many in progress as the loop has pieces.
typedef struct meeting_t {
  int64_t expected;
  _Atomic int64_t there;
  atomic_int alone;
} meeting_t;

static void meet(void *user, int64_t begin, int64_t end) {
  meeting_t *meeting = user;
  atomic_fetch_add(&meeting->there, end - begin);
  time_t start = time(NULL);
  while (atomic_load(&meeting->there) < meeting->expected) {
    sched_yield();
    if (time(NULL) - start > 60) {
      atomic_fetch_add(&meeting->alone, 1);
      return;
    }
  }
}

static void all_threads_take_part(void) {
  for (int64_t count = 2; count <= 6; ++count) {
    tssa_pool_t *pool = create(count);
    tssa_parallel_t parallel = tssa_pool_parallel(pool);
    for (int round = 0; round < 20; ++round) {
      // Longer pauses find the threads asleep.
      struct timespec pause = {0, round % 2 * 2000000};
      nanosleep(&pause, NULL);
      meeting_t meeting = {count, 0, 0};
      tssa_parallel_for(&parallel, 0, count, 1, meet, &meeting);
      CHECK_EQ(atomic_load(&meeting.alone), 0);
    }
    tssa_pool_destroy(pool);
  }
}

/// The sum of 1 / i in a tree whose leaves are the pieces.
typedef struct sum_t {
  double parts[1000];
} sum_t;

static void add(void *user, int64_t begin, int64_t end) {
  sum_t *sum = user;
  for (int64_t piece = begin / 10; piece * 10 < end; ++piece) {
    sum->parts[piece] = 0;
    for (int64_t i = piece * 10; i < piece * 10 + 10; ++i)
      sum->parts[piece] += 1.0 / (double)(i + 1);
  }
}

static void results_do_not_depend_on_threads(void) {
  static sum_t expected, got;
  tssa_parallel_for(NULL, 0, 10000, 10, add, &expected);
  for (int64_t threads = 1; threads < 9; ++threads) {
    tssa_pool_t *pool = create(threads);
    tssa_parallel_t parallel = tssa_pool_parallel(pool);
    tssa_parallel_for(&parallel, 0, 10000, 10, add, &got);
    CHECK(memcmp(&expected, &got, sizeof got) == 0);
    tssa_pool_destroy(pool);
  }
}

typedef struct caller_t {
  tssa_parallel_t parallel;
  loop_t loop;
  int64_t id, wrong;
} caller_t;

static void *call(void *user) {
  caller_t *caller = user;
  for (int64_t i = 0; i < 200; ++i)
    caller->wrong += run(&caller->loop, &caller->parallel, caller->id,
                         (caller->id * 37 + i * 101) % MOST, 1 + i % 50);
  return NULL;
}

static void several_threads_run_loops_at_once(void) {
  enum { CALLERS = 8 };
  static caller_t callers[CALLERS];
  tssa_pool_t *pool = create(3);
  pthread_t threads[CALLERS];
  for (int i = 0; i < CALLERS; ++i) {
    callers[i].parallel = tssa_pool_parallel(pool);
    callers[i].id = i;
    CHECK_EQ(pthread_create(&threads[i], NULL, call, &callers[i]), 0);
  }
  for (int i = 0; i < CALLERS; ++i) {
    pthread_join(threads[i], NULL);
    CHECK_EQ(callers[i].wrong, 0);
  }
  tssa_pool_destroy(pool);
}

/// Loops inside of loops: which thread runs the outer one, how many inner
/// iterations other threads ran, and how many there were.
typedef struct nest_t {
  tssa_parallel_t parallel, other;
  atomic_int inner, elsewhere;
} nest_t;

typedef struct inner_t {
  nest_t *nest;
  pthread_t thread;
  int depth;
} inner_t;

static void run_inner(void *user, int64_t begin, int64_t end) {
  inner_t *inner = user;
  // Time for others to come, if they may.
  const struct timespec pause = {0, 20000};
  nanosleep(&pause, NULL);
  if (!pthread_equal(inner->thread, pthread_self()))
    atomic_fetch_add(&inner->nest->elsewhere, 1);
  if (inner->depth == 3) {
    atomic_fetch_add(&inner->nest->inner, (int)(end - begin));
    return;
  }
  inner_t next = {inner->nest, inner->thread, inner->depth + 1};
  for (int64_t i = begin; i < end; ++i)
    tssa_parallel_for(&inner->nest->parallel, 0, 5, 1, run_inner, &next);
}

static void run_outer(void *user, int64_t begin, int64_t end) {
  inner_t inner = {user, pthread_self(), 1};
  for (int64_t i = begin; i < end; ++i)
    tssa_parallel_for(&inner.nest->parallel, 0, 5, 1, run_inner, &inner);
}

static void run_other(void *user, int64_t begin, int64_t end) {
  nest_t *nest = user;
  for (int64_t i = begin; i < end; ++i)
    tssa_parallel_for(&nest->parallel, 0, 5, 1, run_outer, nest);
}

static void loops_inside_of_bodies_stay_in_their_thread(void) {
  tssa_pool_t *pool = create(4), *other = create(3);
  // Two outer bodies leave two threads idle, that could help the inner loops.
  tssa_parallel_t all = tssa_pool_parallel(pool);
  meeting_t meeting = {4, 0, 0};
  tssa_parallel_for(&all, 0, 4, 1, meet, &meeting);
  nest_t nest = {tssa_pool_parallel(pool), tssa_pool_parallel(other), 0, 0};
  for (int round = 0; round < 10; ++round) {
    atomic_store(&nest.inner, 0);
    tssa_parallel_for(&nest.parallel, 0, 20, 1, run_outer, &nest);
    CHECK_EQ(atomic_load(&nest.inner), 20 * 5 * 5 * 5);
    CHECK_EQ(atomic_load(&nest.elsewhere), 0);
    atomic_store(&nest.inner, 0);
    tssa_parallel_for(&nest.parallel, 0, 2, 1, run_outer, &nest);
    CHECK_EQ(atomic_load(&nest.inner), 2 * 5 * 5 * 5);
    CHECK_EQ(atomic_load(&nest.elsewhere), 0);
    // Two pools do not wait for each other.
    atomic_store(&nest.inner, 0);
    tssa_parallel_for(&nest.other, 0, 6, 1, run_other, &nest);
    CHECK_EQ(atomic_load(&nest.inner), 6 * 5 * 5 * 5 * 5);
    CHECK_EQ(atomic_load(&nest.elsewhere), 0);
  }
  tssa_pool_destroy(other);
  tssa_pool_destroy(pool);
}

/// A host's threads, of which there is one: pieces from the last to the first.
typedef struct backward_t {
  int64_t calls, pieces;
} backward_t;

static void run_backward(void *self, int64_t count, tssa_parallel_body_t body,
                         void *user) {
  backward_t *backward = self;
  ++backward->calls;
  backward->pieces += count;
  for (int64_t i = count; i > 0;) {
    int64_t first = i > 3 ? i - 3 : 0;
    body(user, first, i);
    i = first;
  }
}

static void a_host_runs_loops_itself(void) {
  static loop_t loop;
  backward_t backward = {0, 0};
  tssa_parallel_t parallel = {&backward, run_backward};
  CHECK_EQ(run(&loop, &parallel, 3, 1001, 10), 0);
  CHECK_EQ(backward.calls, 1);
  CHECK_EQ(backward.pieces, 101);
  // One piece, or none, is not worth a call.
  CHECK_EQ(run(&loop, &parallel, 3, 10, 10), 0);
  CHECK_EQ(run(&loop, &parallel, 3, 0, 10), 0);
  CHECK_EQ(backward.calls, 1);

  tssa_context_t *context = NULL;
  CHECK_EQ(tssa_context_create(NULL, &context, NULL), TSSA_STATUS_OK);
  CHECK(tssa_context_parallel(context) == NULL);
  tssa_context_set_parallel(context, &parallel);
  tssa_context_reset(context);
  const tssa_parallel_t *got = tssa_context_parallel(context);
  if (CHECK(got != NULL)) {
    CHECK(got != &parallel && got->self == &backward &&
          got->run == run_backward);
    CHECK_EQ(run(&loop, got, 0, 100, 1), 0);
    CHECK_EQ(backward.calls, 2);
  }
  tssa_context_set_parallel(context, NULL);
  CHECK(tssa_context_parallel(context) == NULL);
  tssa_context_destroy(context);
}

int main(void) {
  each_iteration_is_done_once();
  the_longest_loop_and_the_backward_one();
  all_threads_take_part();
  results_do_not_depend_on_threads();
  several_threads_run_loops_at_once();
  loops_inside_of_bodies_stay_in_their_thread();
  a_host_runs_loops_itself();
  return CHECK_END();
}
