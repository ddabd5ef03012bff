// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of a pool: no thread before there is work for it, none left behind;
// forks at any moment; threads that cannot be started.
//
// RUN: %test_bin/runtime-pool

// For forks, limits and directories.
#define _DEFAULT_SOURCE

#include "check.h"
#include "counting_allocator.h"
#include "tensorssa-runtime/context.h"
#include "tensorssa-runtime/parallel.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif

/// Bodies that wait for each other give up after so many seconds, and a child
/// is killed.
enum { PATIENCE = 60 };

static void sleep_for(long microseconds) {
  struct timespec pause = {0, microseconds * 1000};
  nanosleep(&pause, NULL);
}

static tssa_pool_t *create(int64_t num_threads) {
  tssa_pool_t *pool = NULL;
  CHECK_EQ(tssa_pool_create(NULL, num_threads, &pool, NULL), TSSA_STATUS_OK);
  return pool;
}

/// Whether a thread is the caller or one of a pool: sanitizers have others.
static bool counts(const char *task) {
#ifdef SANITIZED
  char path[300], name[32] = "";
  snprintf(path, sizeof path, "/proc/self/task/%s/comm", task);
  FILE *file = fopen(path, "r");
  bool read = file && fgets(name, sizeof name, file);
  if (file)
    fclose(file);
  return atol(task) == (long)getpid() ||
         (read && strcmp(name, "tensorssa\n") == 0);
#else
  return task[0] != '.';
#endif
}

/// Number of threads of this process.
static int64_t count_threads(void) {
  DIR *tasks = opendir("/proc/self/task");
  int64_t count = 0;
  for (struct dirent *task; tasks && (task = readdir(tasks));)
    count += counts(task->d_name);
  if (tasks)
    closedir(tasks);
  return count;
}

/// Of threads that have ended, the kernel may show the last one a little
/// longer.
static int64_t count_threads_down_to(int64_t expected) {
  for (int i = 0; i < 2000 && count_threads() > expected; ++i)
    sleep_for(1000);
  return count_threads();
}

/// Bodies wait until there are `expected` in progress.
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
    if (time(NULL) - start > PATIENCE) {
      atomic_fetch_add(&meeting->alone, 1);
      return;
    }
  }
}

/// Whether `count` threads run a loop together.
static bool meets(tssa_pool_t *pool, int64_t count) {
  tssa_parallel_t parallel = tssa_pool_parallel(pool);
  meeting_t meeting = {count, 0, 0};
  tssa_parallel_for(&parallel, 0, count, 1, meet, &meeting);
  return atomic_load(&meeting.alone) == 0 &&
         atomic_load(&meeting.there) == count;
}

static void add(void *user, int64_t begin, int64_t end) {
  _Atomic int64_t *sum = user;
  int64_t part = 0;
  for (int64_t i = begin; i < end; ++i)
    part += i;
  atomic_fetch_add(sum, part);
}

/// Whether a loop without waiting gives the right result.
static bool sums(tssa_pool_t *pool, int64_t count) {
  tssa_parallel_t parallel = tssa_pool_parallel(pool);
  _Atomic int64_t sum = 0;
  tssa_parallel_for(&parallel, 0, count, 1, add, &sum);
  return atomic_load(&sum) == count * (count - 1) / 2;
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static void wrong_numbers_and_no_memory_are_refused(void) {
  tssa_pool_t *pool = NULL;
  tssa_error_t error;
  CHECK_EQ(tssa_pool_create(NULL, 0, &pool, &error),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_TEXT(error.message,
             "expected the number of threads to be 1 or more but got 0");
  CHECK_EQ(tssa_pool_create(NULL, INT64_MIN, &pool, &error),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(tssa_pool_create(NULL, INT64_MAX, &pool, &error),
           TSSA_STATUS_OUT_OF_MEMORY);
  counting_allocator_t counting;
  tssa_allocator_t allocator = counting_allocator(&counting);
  counting.allowed = 0;
  CHECK_EQ(tssa_pool_create(&allocator, 4, &pool, &error),
           TSSA_STATUS_OUT_OF_MEMORY);
  CHECK(pool == NULL);
  tssa_pool_destroy(NULL);
}

static void threads_start_when_there_is_work(void) {
  CHECK_EQ(count_threads(), 1);
  tssa_context_t *context = NULL;
  CHECK_EQ(tssa_context_create(NULL, &context, NULL), TSSA_STATUS_OK);
  tssa_pool_t *pool = create(4);
  tssa_parallel_t parallel = tssa_pool_parallel(pool);
  tssa_context_set_parallel(context, &parallel);
  CHECK_EQ(count_threads(), 1);
  // One piece.
  _Atomic int64_t sum = 0;
  tssa_parallel_for(&parallel, 0, 1000, 1000, add, &sum);
  CHECK_EQ(count_threads(), 1);
  // As many as have something to do.
  CHECK(meets(pool, 2));
  CHECK_EQ(count_threads(), 2);
  CHECK(meets(pool, 4));
  CHECK_EQ(count_threads(), 4);
  CHECK(sums(pool, 100000));
  CHECK_EQ(count_threads(), 4);
  tssa_context_destroy(context);
  tssa_pool_destroy(pool);
  CHECK_EQ(count_threads_down_to(1), 1);
  // A pool of one has no use for others.
  pool = create(1);
  CHECK(sums(pool, 100000));
  CHECK_EQ(count_threads(), 1);
  tssa_pool_destroy(pool);
}

static void nothing_is_left_behind(void) {
  counting_allocator_t counting;
  tssa_allocator_t allocator = counting_allocator(&counting);
  int64_t wrong = 0;
  for (int i = 0; i < 1000; ++i) {
    tssa_pool_t *pool = NULL;
    wrong += tssa_pool_create(&allocator, 3, &pool, NULL) != TSSA_STATUS_OK;
    // Some are never used, some are asleep in the end.
    if (i % 4)
      wrong += !sums(pool, 50);
    if (i % 16 == 1)
      sleep_for(1000);
    tssa_pool_destroy(pool);
  }
  CHECK_EQ(wrong, 0);
  CHECK_EQ(counting.live, 0);
  CHECK_EQ(counting.live_bytes, 0);
  CHECK_EQ(count_threads_down_to(1), 1);
}

/// Signals that are blocked in threads other than the caller.
typedef struct signals_t {
  meeting_t meeting;
  pthread_t caller;
  atomic_int wrong, threads;
} signals_t;

static void look_at_signals(void *user, int64_t begin, int64_t end) {
  signals_t *signals = user;
  meet(&signals->meeting, begin, end);
  if (pthread_equal(signals->caller, pthread_self()))
    return;
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, NULL, &blocked);
  if (!sigismember(&blocked, SIGINT) || !sigismember(&blocked, SIGALRM) ||
      sigismember(&blocked, SIGSEGV))
    atomic_fetch_add(&signals->wrong, 1);
  atomic_fetch_add(&signals->threads, 1);
}

static void threads_leave_signals_to_the_host(void) {
  tssa_pool_t *pool = create(3);
  tssa_parallel_t parallel = tssa_pool_parallel(pool);
  signals_t signals = {{3, 0, 0}, pthread_self(), 0, 0};
  tssa_parallel_for(&parallel, 0, 3, 1, look_at_signals, &signals);
  CHECK_EQ(atomic_load(&signals.wrong), 0);
  CHECK_EQ(atomic_load(&signals.threads), 2);
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, NULL, &blocked);
  CHECK(!sigismember(&blocked, SIGINT));
  tssa_pool_destroy(pool);
}

//===----------------------------------------------------------------------===//
// Forks
//===----------------------------------------------------------------------===//

/// Whether the child ended well by itself.
static bool succeeds(pid_t child) {
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child &&
         WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void a_child_has_threads_of_its_own(void) {
  tssa_pool_t *pool = create(4);
  for (int round = 0; round < 20; ++round) {
    CHECK(meets(pool, 4));
    // Threads that look for work, or sleep.
    sleep_for(round % 2 * 2000);
    pid_t child = fork();
    if (child == 0) {
      alarm(PATIENCE);
      bool works = count_threads() == 1;
      // Never used there, used, or used by a child of the child.
      if (round % 3 > 0)
        works = works && meets(pool, 4) && count_threads() == 4;
      if (round % 3 > 1) {
        pid_t grandchild = fork();
        if (grandchild == 0) {
          alarm(PATIENCE);
          _exit(meets(pool, 4) && sums(pool, 1000) ? 0 : 1);
        }
        works = works && succeeds(grandchild) && sums(pool, 1000);
      }
      tssa_pool_destroy(pool);
      _exit(works && count_threads_down_to(1) == 1 ? 0 : 1);
    }
    CHECK(meets(pool, 4));
    CHECK(succeeds(child));
  }
  tssa_pool_destroy(pool);
}

typedef struct busy_t {
  tssa_pool_t *pool;
  atomic_bool stop;
  atomic_int wrong;
} busy_t;

static void *keep_busy(void *user) {
  busy_t *busy = user;
  for (int64_t i = 0; !atomic_load(&busy->stop); ++i)
    if (!sums(busy->pool, 2 + i % 500))
      atomic_fetch_add(&busy->wrong, 1);
  return NULL;
}

/// Pools come and go.
static void *keep_creating(void *user) {
  busy_t *busy = user;
  while (!atomic_load(&busy->stop)) {
    tssa_pool_t *pool = NULL;
    if (tssa_pool_create(NULL, 2, &pool, NULL) || !sums(pool, 10))
      atomic_fetch_add(&busy->wrong, 1);
    tssa_pool_destroy(pool);
  }
  return NULL;
}

static void forks_in_the_middle_of_loops(void) {
  busy_t busy = {create(3), false, 0};
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    CHECK_EQ(pthread_create(&threads[i], NULL,
                            i == 2 ? keep_creating : keep_busy, &busy),
             0);
  for (int round = 0; round < 100; ++round) {
    pid_t child = fork();
    if (child == 0) {
      alarm(PATIENCE);
      bool works = true;
      for (int i = 0; i < 5; ++i)
        works = works && meets(busy.pool, 3) && sums(busy.pool, 1000);
      tssa_pool_destroy(busy.pool);
      tssa_pool_t *another = NULL;
      works = works && !tssa_pool_create(NULL, 2, &another, NULL) &&
              meets(another, 2);
      tssa_pool_destroy(another);
      _exit(works ? 0 : 1);
    }
    CHECK(sums(busy.pool, 1000));
    if (!CHECK(succeeds(child)))
      break;
  }
  atomic_store(&busy.stop, true);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  CHECK_EQ(atomic_load(&busy.wrong), 0);
  tssa_pool_destroy(busy.pool);
}

/// A loop of the parent that waits to be let go on, and what a child did of it.
typedef struct held_t {
  tssa_pool_t *pool;
  pid_t parent;
  atomic_bool begun, released;
  atomic_int done, in_child;
} held_t;

static void hold(void *user, int64_t begin, int64_t end) {
  held_t *held = user;
  if (getpid() != held->parent)
    atomic_fetch_add(&held->in_child, 1);
  atomic_store(&held->begun, true);
  while (getpid() == held->parent && !atomic_load(&held->released))
    sleep_for(100);
  atomic_fetch_add(&held->done, (int)(end - begin));
}

static void *run_held(void *user) {
  held_t *held = user;
  tssa_parallel_t parallel = tssa_pool_parallel(held->pool);
  tssa_parallel_for(&parallel, 0, 1000, 1, hold, held);
  return NULL;
}

static void a_loop_goes_on_in_the_parent_only(void) {
  held_t held = {create(3), getpid(), false, false, 0, 0};
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, run_held, &held), 0);
  while (!atomic_load(&held.begun))
    sleep_for(100);
  pid_t child = fork();
  if (child == 0) {
    alarm(PATIENCE);
    bool works = meets(held.pool, 3);
    sleep_for(10000);
    works = works && meets(held.pool, 3) && atomic_load(&held.in_child) == 0;
    tssa_pool_destroy(held.pool);
    _exit(works ? 0 : 1);
  }
  CHECK(succeeds(child));
  atomic_store(&held.released, true);
  pthread_join(thread, NULL);
  CHECK_EQ(atomic_load(&held.done), 1000);
  tssa_pool_destroy(held.pool);
}

static void fork_and_exit(void *user, int64_t begin, int64_t end) {
  atomic_int *good = user;
  for (int64_t i = begin; i < end; ++i) {
    pid_t child = fork();
    if (child == 0)
      _exit(0);
    if (succeeds(child))
      atomic_fetch_add(good, 1);
  }
}

static void a_body_may_fork(void) {
  tssa_pool_t *pool = create(3);
  tssa_parallel_t parallel = tssa_pool_parallel(pool);
  atomic_int good = 0;
  tssa_parallel_for(&parallel, 0, 20, 1, fork_and_exit, &good);
  CHECK_EQ(atomic_load(&good), 20);
  CHECK(meets(pool, 3));
  tssa_pool_destroy(pool);
}

static void a_process_may_exit_with_a_pool(void) {
  // The child would write it again.
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(PATIENCE);
    tssa_pool_t *pool = create(4);
    exit(meets(pool, 4) ? 0 : 1);
  }
  CHECK(succeeds(child));
}

//===----------------------------------------------------------------------===//
// Threads that cannot be started
//===----------------------------------------------------------------------===//

#ifndef SANITIZED
/// Allows the process `bytes` of addresses more than it uses; negative: any.
static void limit_addresses(int64_t bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = limit.rlim_max;
  long pages = 0;
  FILE *file = bytes < 0 ? NULL : fopen("/proc/self/statm", "r");
  if (file) {
    if (fscanf(file, "%ld", &pages) == 1)
      limit.rlim_cur =
          (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)bytes;
    fclose(file);
  }
  setrlimit(RLIMIT_AS, &limit);
}

/// In a child, which has no stacks of ended threads to use again.
static bool works_without_threads(void) {
  tssa_pool_t *pool = create(8);
  limit_addresses(128 << 10);
  bool works = sums(pool, 100000) && count_threads() == 1 && sums(pool, 1000) &&
               sums(pool, 2);
  // It is not tried again at each loop.
  limit_addresses(-1);
  works = works && sums(pool, 1000) && count_threads() == 1;
  // Room for some stacks, not for all.
  limit_addresses(20 << 20);
  for (int i = 0; i < 200; ++i)
    works = works && sums(pool, 100000);
  works = works && count_threads() < 8;
  // Room for all: they are started after a while.
  limit_addresses(-1);
  for (int i = 0; i < 200; ++i)
    works = works && sums(pool, 1000);
  works = works && meets(pool, 8) && count_threads() == 8;
  tssa_pool_destroy(pool);
  return works;
}

static void the_caller_does_it_where_threads_cannot_be_started(void) {
  pid_t child = fork();
  if (child == 0) {
    alarm(PATIENCE);
    _exit(works_without_threads() ? 0 : 1);
  }
  CHECK(succeeds(child));
}
#endif

int main(void) {
#ifndef SANITIZED
  the_caller_does_it_where_threads_cannot_be_started();
#endif
  wrong_numbers_and_no_memory_are_refused();
  threads_start_when_there_is_work();
  nothing_is_left_behind();
  threads_leave_signals_to_the_host();
  a_child_has_threads_of_its_own();
  forks_in_the_middle_of_loops();
  a_loop_goes_on_in_the_parent_only();
  a_body_may_fork();
  a_process_may_exit_with_a_pool();
  return CHECK_END();
}
