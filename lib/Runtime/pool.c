// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pool of threads. Who runs a loop puts it into the pool's list, from its own
// stack, and works on it as the threads do: each takes the next few numbers
// until there are none. Then the loop leaves the list, so that nobody else
// comes, and its owner waits for those who did. Nobody waits for others before
// his own work is done; so a loop ends whatever the threads do.
//
// Forks are met by handlers rather than by comparing process ids at each loop:
// these can be equal in parent and child (each may be the first of its
// namespace), and handlers run while the child has one thread, so that nobody
// can see a pool half rebuilt, or a lock that a thread holds which is no more.

// For threads and signals.
#define _POSIX_C_SOURCE 200809L

#include "internal.h"
#include "tensorssa-runtime/parallel.h"
#include "threads.h"

#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/// Rounds of waiting awake: some ten microseconds.
enum { SPIN_ROUNDS = 1000 };
/// In how many parts a loop is taken by each thread, so that all end together.
enum { PARTS_PER_THREAD = 8 };
/// How many loops no thread is started for after one could not be.
enum { LOOPS_WITHOUT_START = 100 };

/// A loop in progress.
typedef struct job_t {
  struct job_t *next;
  tssa_parallel_body_t body;
  void *user;
  int64_t count;
  /// How many numbers are taken at once, and the first that nobody took.
  int64_t step;
  _Atomic int64_t open;
  /// How many threads work on it, besides its owner. Changed with the lock.
  atomic_int helpers;
  pthread_t owner;
} job_t;

struct tssa_pool_t {
  tssa_allocator_t allocator;
  size_t bytes;
  /// The list of all pools.
  tssa_pool_t *next;
  tssa_pool_t **link;
  /// The owner of a loop counts.
  int64_t num_threads;

  /// For what follows.
  pthread_mutex_t lock;
  /// There is a new job, or the pool ends.
  pthread_cond_t work;
  /// A job has no helpers any more.
  pthread_cond_t done;
  job_t *jobs;
  /// Number of jobs that there have been. Changed with the lock.
  _Atomic uint64_t sequence;
  int64_t sleeping;
  int64_t waiting;
  int64_t loops_without_start;
  bool ends;
  int64_t num_started;
  /// `num_threads - 1` of them.
  pthread_t threads[];
};

//===----------------------------------------------------------------------===//
// Forks
//===----------------------------------------------------------------------===//

/// All pools; their lock is taken before any pool's.
static pthread_mutex_t pools_lock = PTHREAD_MUTEX_INITIALIZER;
static tssa_pool_t *pools;

static void before_fork(void) {
  pthread_mutex_lock(&pools_lock);
  for (tssa_pool_t *pool = pools; pool; pool = pool->next)
    pthread_mutex_lock(&pool->lock);
}

static void after_fork_in_parent(void) {
  for (tssa_pool_t *pool = pools; pool; pool = pool->next)
    pthread_mutex_unlock(&pool->lock);
  pthread_mutex_unlock(&pools_lock);
}

static void after_fork_in_child(void) {
  for (tssa_pool_t *pool = pools; pool; pool = pool->next) {
    // Threads and owners of jobs are no more, nor is who waits for a signal.
    pool->jobs = NULL;
    pool->num_started = 0;
    pool->sleeping = 0;
    pool->waiting = 0;
    pool->loops_without_start = 0;
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->done, NULL);
    pthread_mutex_unlock(&pool->lock);
  }
  pthread_mutex_unlock(&pools_lock);
}

/// Puts a pool into the list. False if there is no memory for the handlers,
/// which the first one needs.
static bool enlist(tssa_pool_t *pool) {
  static bool is_prepared;
  pthread_mutex_lock(&pools_lock);
  is_prepared = is_prepared || pthread_atfork(before_fork, after_fork_in_parent,
                                              after_fork_in_child) == 0;
  bool enlisted = is_prepared;
  if (enlisted) {
    pool->next = pools;
    pool->link = &pools;
    if (pool->next)
      pool->next->link = &pool->next;
    pools = pool;
  }
  pthread_mutex_unlock(&pools_lock);
  return enlisted;
}

static void delist(tssa_pool_t *pool) {
  pthread_mutex_lock(&pools_lock);
  *pool->link = pool->next;
  if (pool->next)
    pool->next->link = pool->link;
  pthread_mutex_unlock(&pools_lock);
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static bool is_open(job_t *job) {
  return atomic_load_explicit(&job->open, memory_order_relaxed) < job->count;
}

static void work_on(job_t *job) {
  // What the bodies read came with the lock, what they write goes with it.
  while (is_open(job)) {
    int64_t first =
        atomic_fetch_add_explicit(&job->open, job->step, memory_order_relaxed);
    if (first >= job->count)
      return;
    int64_t left = job->count - first;
    job->body(job->user, first, first + (left < job->step ? left : job->step));
  }
}

/// Of the jobs with work left, the one with the fewest helpers.
static job_t *pick(const tssa_pool_t *pool) {
  job_t *picked = NULL;
  for (job_t *job = pool->jobs; job; job = job->next)
    if (is_open(job) &&
        (!picked || atomic_load(&job->helpers) < atomic_load(&picked->helpers)))
      picked = job;
  return picked;
}

/// Waits for a job after the one of number `seen`: awake at first. With the
/// lock, which it gives away meanwhile.
static void wait_for_work(tssa_pool_t *pool, uint64_t seen) {
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0;
       i < SPIN_ROUNDS &&
       atomic_load_explicit(&pool->sequence, memory_order_relaxed) == seen;
       ++i)
    relax();
  pthread_mutex_lock(&pool->lock);
  ++pool->sleeping;
  while (!pool->ends && atomic_load(&pool->sequence) == seen)
    pthread_cond_wait(&pool->work, &pool->lock);
  --pool->sleeping;
}

static void *run_thread(void *user) {
  tssa_pool_t *pool = user;
#ifdef __linux__
  prctl(PR_SET_NAME, "tensorssa", 0, 0, 0);
#endif
  pthread_mutex_lock(&pool->lock);
  while (!pool->ends) {
    job_t *job = pick(pool);
    if (!job) {
      wait_for_work(pool, atomic_load(&pool->sequence));
      continue;
    }
    atomic_fetch_add(&job->helpers, 1);
    pthread_mutex_unlock(&pool->lock);
    work_on(job);
    pthread_mutex_lock(&pool->lock);
    // With its last helper gone, the job may be gone too.
    if (atomic_fetch_sub(&job->helpers, 1) == 1 && pool->waiting)
      pthread_cond_broadcast(&pool->done);
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

/// Sees to it that there are `wanted` threads, or as many as can be started.
/// With the lock.
static void start(tssa_pool_t *pool, int64_t wanted) {
  if (pool->num_started >= wanted || !tssa_threads_exist())
    return;
  if (pool->loops_without_start) {
    --pool->loops_without_start;
    return;
  }
  // Signals are for the host's threads, unless they tell of an error right
  // here.
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL,
                            SIGTRAP, SIGSYS, SIGABRT};
  sigset_t blocked, before;
  sigfillset(&blocked);
  for (size_t i = 0; i < sizeof own / sizeof *own; ++i)
    sigdelset(&blocked, own[i]);
  // glibc's is that of the thread; pthread_sigmask came to libc with 2.32.
  bool is_blocked = sigprocmask(SIG_BLOCK, &blocked, &before) == 0;
  while (pool->num_started < wanted &&
         pthread_create(&pool->threads[pool->num_started], NULL, run_thread,
                        pool) == 0)
    ++pool->num_started;
  if (is_blocked)
    sigprocmask(SIG_SETMASK, &before, NULL);
  if (pool->num_started < wanted)
    pool->loops_without_start = LOOPS_WITHOUT_START;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether this thread is in a body of a loop of the pool. With the lock.
static bool is_inside(const tssa_pool_t *pool) {
  pthread_t self = pthread_self();
  for (const job_t *job = pool->jobs; job; job = job->next)
    if (pthread_equal(job->owner, self))
      return true;
  for (int64_t i = 0; i < pool->num_started; ++i)
    if (pthread_equal(pool->threads[i], self))
      return true;
  return false;
}

/// Offers a job to the threads; false for one inside of another.
static bool open_job(tssa_pool_t *pool, job_t *job) {
  pthread_mutex_lock(&pool->lock);
  bool opened = !is_inside(pool);
  if (opened) {
    int64_t parts = (job->count - 1) / job->step + 1;
    int64_t helpers =
        parts < pool->num_threads ? parts - 1 : pool->num_threads - 1;
    start(pool, helpers);
    job->next = pool->jobs;
    pool->jobs = job;
    atomic_fetch_add(&pool->sequence, 1);
    if (helpers >= pool->sleeping)
      pthread_cond_broadcast(&pool->work);
    else
      for (int64_t i = 0; i < helpers; ++i)
        pthread_cond_signal(&pool->work);
  }
  pthread_mutex_unlock(&pool->lock);
  return opened;
}

/// Takes a job back, and waits for its helpers.
static void close_job(tssa_pool_t *pool, job_t *job) {
  pthread_mutex_lock(&pool->lock);
  job_t **link = &pool->jobs;
  while (*link != job)
    link = &(*link)->next;
  *link = job->next;
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < SPIN_ROUNDS; ++i) {
    if (atomic_load(&job->helpers) == 0)
      return;
    relax();
  }
  pthread_mutex_lock(&pool->lock);
  ++pool->waiting;
  while (atomic_load(&job->helpers) != 0)
    pthread_cond_wait(&pool->done, &pool->lock);
  --pool->waiting;
  pthread_mutex_unlock(&pool->lock);
}

static void run_loop(void *self, int64_t count, tssa_parallel_body_t body,
                     void *user) {
  tssa_pool_t *pool = self;
  int64_t step = count / PARTS_PER_THREAD / pool->num_threads;
  job_t job = {.body = body,
               .user = user,
               .count = count,
               .step = step > 0 ? step : 1,
               .owner = pthread_self()};
  if (pool->num_threads == 1 || !open_job(pool, &job)) {
    body(user, 0, count);
    return;
  }
  work_on(&job);
  close_job(pool, &job);
}

tssa_parallel_t tssa_pool_parallel(tssa_pool_t *pool) {
  tssa_parallel_t parallel = {pool, run_loop};
  return parallel;
}

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

static void free_pool(tssa_pool_t *pool) {
  pthread_cond_destroy(&pool->done);
  pthread_cond_destroy(&pool->work);
  pthread_mutex_destroy(&pool->lock);
  tssa_allocator_t allocator = pool->allocator;
  allocator.free(allocator.self, pool, pool->bytes);
}

tssa_status_t tssa_pool_create(const tssa_allocator_t *allocator,
                               int64_t num_threads, tssa_pool_t **out_pool,
                               tssa_error_t *out_error) {
  if (num_threads < 1)
    return tssa_error_make(
        out_error, TSSA_STATUS_INVALID_ARGUMENT,
        "expected the number of threads to be 1 or more but got %" PRId64,
        num_threads);
  int64_t bytes;
  if (!tssa_size_multiply(num_threads - 1, sizeof(pthread_t), &bytes))
    return tssa_error_make(out_error, TSSA_STATUS_OUT_OF_MEMORY,
                           "cannot allocate memory: the size overflows");
  bytes += (int64_t)sizeof(tssa_pool_t);
  tssa_allocator_t used = allocator ? *allocator : tssa_allocator_system();
  tssa_pool_t *pool = used.alloc(used.self, (size_t)bytes, TSSA_ALIGNMENT);
  if (!pool)
    return tssa_error_memory(out_error, bytes);
  memset(pool, 0, sizeof *pool);
  pool->allocator = used;
  pool->bytes = (size_t)bytes;
  pool->num_threads = num_threads;
  // With glibc neither can fail.
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->work, NULL);
  pthread_cond_init(&pool->done, NULL);
  if (!enlist(pool)) {
    free_pool(pool);
    return tssa_error_make(out_error, TSSA_STATUS_OUT_OF_MEMORY,
                           "cannot allocate memory for handlers of forks");
  }
  *out_pool = pool;
  return TSSA_STATUS_OK;
}

void tssa_pool_destroy(tssa_pool_t *pool) {
  if (!pool)
    return;
  pthread_mutex_lock(&pool->lock);
  pool->ends = true;
  pthread_cond_broadcast(&pool->work);
  pthread_mutex_unlock(&pool->lock);
  for (int64_t i = 0; i < pool->num_started; ++i)
    pthread_join(pool->threads[i], NULL);
  delist(pool);
  free_pool(pool);
}
