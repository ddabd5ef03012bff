// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A C program with memory and threads of its own. A function that is compiled
// once runs on many tensors at the same time, on the host's threads, each of
// which has a context: a context serves one call at a time. All that calls
// allocate comes from the host, which sets a limit; a call that needs more ends
// with an error, and nothing leaks. The same threads do the library's large
// copies. As running-sum.c it is compiled against the installed package.

#include "tensorssa-c/Compiler.h"
#include "tensorssa-runtime/runtime.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// What the host knows of the memory that it gave, in bytes.
typedef struct memory_t {
  atomic_size_t used;
  size_t limit;
} memory_t;

static void *memory_alloc(void *self, size_t bytes, size_t alignment) {
  memory_t *memory = self;
  size_t before = atomic_fetch_add(&memory->used, bytes);
  void *result = NULL;
  // aligned_alloc wants a multiple of the alignment.
  if (before <= memory->limit && bytes <= memory->limit - before)
    result = aligned_alloc(alignment,
                           (bytes + alignment - 1) / alignment * alignment);
  if (!result)
    atomic_fetch_sub(&memory->used, bytes);
  return result;
}

static void memory_free(void *self, void *given, size_t bytes) {
  memory_t *memory = self;
  atomic_fetch_sub(&memory->used, bytes);
  free(given);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

enum { NUM_THREADS = 3 };

/// Threads that run one loop at a time, together with who calls for it.
typedef struct workers_t {
  thrd_t threads[NUM_THREADS];
  mtx_t lock;
  /// There is a loop, or it is time to go; all pieces of a loop are done.
  cnd_t work, done;
  bool ends;
  /// The loop, if `body` is not NULL; which piece comes next; how many are
  /// being worked on.
  tssa_parallel_body_t body;
  void *user;
  int64_t count, next, running;
  /// How many pieces there have been.
  int64_t pieces;
} workers_t;

/// Takes pieces until there are none. With the lock, but for the work itself.
static void take_part(workers_t *workers) {
  while (workers->body && workers->next < workers->count) {
    tssa_parallel_body_t body = workers->body;
    void *user = workers->user;
    int64_t piece = workers->next++;
    ++workers->running;
    mtx_unlock(&workers->lock);
    body(user, piece, piece + 1);
    mtx_lock(&workers->lock);
    ++workers->pieces;
    if (--workers->running == 0)
      cnd_broadcast(&workers->done);
  }
}

static int run_thread(void *user) {
  workers_t *workers = user;
  mtx_lock(&workers->lock);
  while (!workers->ends) {
    take_part(workers);
    if (!workers->ends)
      cnd_wait(&workers->work, &workers->lock);
  }
  mtx_unlock(&workers->lock);
  return 0;
}

/// What the library calls: `run` of tssa_parallel_t. A loop that comes while
/// another one runs, from another thread or from inside of a body, is done by
/// its caller.
static void workers_run(void *self, int64_t count, tssa_parallel_body_t body,
                        void *user) {
  workers_t *workers = self;
  mtx_lock(&workers->lock);
  if (workers->body) {
    mtx_unlock(&workers->lock);
    body(user, 0, count);
    return;
  }
  workers->body = body;
  workers->user = user;
  workers->count = count;
  workers->next = 0;
  cnd_broadcast(&workers->work);
  take_part(workers);
  while (workers->running)
    cnd_wait(&workers->done, &workers->lock);
  workers->body = NULL;
  mtx_unlock(&workers->lock);
}

static bool workers_start(workers_t *workers) {
  if (mtx_init(&workers->lock, mtx_plain) || cnd_init(&workers->work) ||
      cnd_init(&workers->done))
    return false;
  for (int i = 0; i < NUM_THREADS; ++i)
    if (thrd_create(&workers->threads[i], run_thread, workers))
      return false;
  return true;
}

static void workers_end(workers_t *workers) {
  mtx_lock(&workers->lock);
  workers->ends = true;
  cnd_broadcast(&workers->work);
  mtx_unlock(&workers->lock);
  for (int i = 0; i < NUM_THREADS; ++i)
    thrd_join(workers->threads[i], NULL);
  cnd_destroy(&workers->done);
  cnd_destroy(&workers->work);
  mtx_destroy(&workers->lock);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static const char program[] =
    "// A new tensor in which each row is divided by its sum.\n"
    "func.func @shares(%given: !tssa.ref<?x4xf32>) -> !tssa.ref<?x4xf32> {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %c1 = arith.constant 1 : index\n"
    "  %n = tssa.dim %given, 0 : !tssa.ref<?x4xf32>\n"
    "  %0 = tssa.read %given : !tssa.ref<?x4xf32>\n"
    "  %x = tssa.alloc %0 : tensor<?x4xf32> -> !tssa.ref<?x4xf32>\n"
    "  scf.for %i = %c0 to %n step %c1 {\n"
    "    %row = view.of #view.select<0, ?> %x[%i]\n"
    "      : !tssa.ref<?x4xf32> -> !tssa.ref<4xf32>\n"
    "    %1 = tssa.read %row : !tssa.ref<4xf32>\n"
    "    %2 = tssa.sum %1 dims [0] : tensor<4xf32> -> tensor<f32>\n"
    "    %3 = tssa.div %1, %2 : (tensor<4xf32>, tensor<f32>)\n"
    "      -> tensor<4xf32>\n"
    "    tssa.write %3, %row : !tssa.ref<4xf32>\n"
    "  }\n"
    "  return %x : !tssa.ref<?x4xf32>\n"
    "}\n";

/// The host: what it made, and how it is to be used.
typedef struct host_t {
  memory_t memory;
  workers_t workers;
  tssa_allocator_t allocator;
  tssa_parallel_t parallel;
  TssaExecutable executable;
  TssaFunction shares;
  atomic_int wrong;
} host_t;

/// A context for calls from one thread, with the host's memory and threads.
static tssa_context_t *create_context(host_t *host) {
  tssa_context_t *context = NULL;
  if (tssa_context_create(&host->allocator, &context, NULL))
    return NULL;
  tssa_context_set_parallel(context, &host->parallel);
  return context;
}

/// Calls for a tensor of `rows` rows that are all the same, and only there
/// once.
static tssa_status_t call(host_t *host, tssa_context_t *context, float *row,
                          int64_t rows, tssa_value_t *output) {
  const int64_t sizes[] = {rows, 4}, strides[] = {0, 1};
  tssa_tensor_t *x;
  if (tssa_tensor_from_memory(NULL, row, 4 * sizeof *row, TSSA_DTYPE_F32, 2,
                              sizes, strides, 0, NULL, NULL, &x, NULL))
    return TSSA_STATUS_OUT_OF_MEMORY;
  const tssa_value_t input = tssa_value_from_tensor(x);
  tssa_status_t status =
      tssaFunctionInvoke(host->shares, context, &input, 1, output, 1);
  tssa_tensor_release(x);
  return status;
}

/// Tensors of numbers [begin, end), in one of the host's threads.
static void work(void *user, int64_t begin, int64_t end) {
  static const float expected[] = {0.125F, 0.125F, 0.25F, 0.5F};
  host_t *host = user;
  tssa_context_t *context = create_context(host);
  for (int64_t i = begin; i < end; ++i) {
    float scale = (float)(i + 1);
    float row[] = {scale, scale, 2 * scale, 4 * scale};
    tssa_value_t output;
    if (!context || call(host, context, row, i + 1, &output)) {
      ++host->wrong;
      continue;
    }
    const float *got = output.tensor->dl.data;
    for (int64_t r = 0; r <= i; ++r)
      host->wrong += memcmp(got + 4 * r, expected, sizeof expected) != 0;
    // The result owns its part of the memory until it is released.
    tssa_value_release(&output);
  }
  tssa_context_destroy(context);
}

/// Copies a tensor of 4 MiB, which the library does in several pieces.
static bool copy(host_t *host) {
  const int64_t sizes[] = {1 << 18, 4};
  tssa_device_t device = tssa_device_cpu_with(host->allocator);
  tssa_tensor_t *x = NULL, *y = NULL;
  bool works = !tssa_tensor_create(&device, TSSA_DTYPE_F32, 2, sizes, &x, NULL);
  if (works) {
    memset(x->storage_data, 1, (size_t)x->storage_bytes);
    int64_t before = host->workers.pieces;
    works =
        !tssa_tensor_clone_with(x, &host->parallel, &y, NULL) &&
        memcmp(x->storage_data, y->storage_data, (size_t)x->storage_bytes) == 0;
    printf("4 MiB: copied in %lld pieces\n",
           (long long)(host->workers.pieces - before));
  }
  tssa_tensor_release(y);
  tssa_tensor_release(x);
  return works;
}

/// Calls for more than the limit.
static bool exceed(host_t *host) {
  float row[] = {1, 1, 1, 1};
  tssa_value_t output;
  tssa_error_t error = {TSSA_STATUS_OK, ""};
  tssa_context_t *context = create_context(host);
  tssa_status_t status =
      context ? call(host, context, row, 1 << 20, &output) : TSSA_STATUS_OK;
  if (context)
    tssa_context_error(context, &error);
  printf("1048576 rows: %s\n", error.message);
  tssa_context_destroy(context);
  return status == TSSA_STATUS_OUT_OF_MEMORY;
}

int main(void) {
  static host_t host;
  host.memory.limit = 10 << 20;
  host.allocator = (tssa_allocator_t){&host.memory, memory_alloc, memory_free};
  host.parallel = (tssa_parallel_t){&host.workers, workers_run};
  if (!workers_start(&host.workers) ||
      mlirLogicalResultIsFailure(
          tssaCompileSource(mlirStringRefCreateFromCString(program),
                            mlirStringRefCreateFromCString("shares.mlir"), NULL,
                            &host.executable)))
    return 1;
  host.shares = tssaExecutableLookup(host.executable,
                                     mlirStringRefCreateFromCString("shares"));

  // In pieces of eight tensors.
  tssa_parallel_for(&host.parallel, 0, 200, 8, work, &host);
  printf("200 tensors: %d wrong\n", (int)host.wrong);
  bool works = host.wrong == 0 && copy(&host) && exceed(&host);

  workers_end(&host.workers);
  tssaExecutableDestroy(host.executable);
  printf("%zu bytes left in use\n", (size_t)host.memory.used);
  return works && host.memory.used == 0 ? 0 : 1;
}
