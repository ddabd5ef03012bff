// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Processes that run batches, and what happens when one of them ends early.

#define _GNU_SOURCE
#include "fuzz.h"
#include "generator.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  /// After so many batches a process makes a new context: types and attributes
  /// are never freed.
  BATCHES_PER_CONTEXT = 40,
  SECONDS_PER_BATCH = 180
};

/// What a worker and its parent share.
typedef struct worker_t {
  pid_t pid;
  /// The batch that runs now, and whether it is finished.
  volatile int64_t current;
  volatile bool done;
  stats_t stats;
} worker_t;

void failure_save(const options_t *options, const char *stem, const char *text,
                  const char *note) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.mlir", options->directory, stem);
  FILE *file = folder_create(options->directory) ? fopen(path, "w") : NULL;
  // What was found is not lost.
  bool kept = file != NULL;
  if (!kept) {
    fprintf(stderr, "error: cannot write '%s' (--output-dir)\n", path);
    file = stdout;
  }
  fprintf(file, "// tssa-fuzz --seed=%lld\n", (long long)options->seed);
  while (note && *note) {
    size_t length = strcspn(note, "\n");
    fprintf(file, "// %.*s\n", (int)length, note);
    note += length;
    note += *note == '\n';
  }
  fputs(text, file);
  if (kept) {
    fclose(file);
    printf("wrote %s\n", path);
  }
  fflush(stdout);
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

static void program_text(const options_t *options, int64_t index,
                         text_t *text) {
  char name[32];
  snprintf(name, sizeof name, "f%lld", (long long)index);
  generate((uint64_t)options->seed, (uint64_t)index, options->features, name,
           text);
}

static void report_failure(const options_t *options, int64_t index, fate_t fate,
                           const char *note) {
  static const char *const names[] = {"equal", "mismatch", "invalid", "refused",
                                      "crash"};
  text_t text = {0};
  program_text(options, index, &text);
  char stem[96];
  snprintf(stem, sizeof stem, "%s-%lld-%lld", names[fate],
           (long long)options->seed, (long long)index);
  printf("%s in program %lld of seed %lld\n", names[fate], (long long)index,
         (long long)options->seed);
  failure_save(options, stem, text.text, note);
  if (options->reduce && fate != FATE_INVALID) {
    char *small = reduce_text(options, text.text, false);
    snprintf(stem, sizeof stem, "%s-%lld-%lld-reduced", names[fate],
             (long long)options->seed, (long long)index);
    failure_save(options, stem, small, note);
    free(small);
  }
  text_free(&text);
}

static void finish_batch(const options_t *options, int64_t first, int64_t count,
                         verdict_t *verdicts, stats_t *stats) {
  for (int64_t i = 0; i < count; ++i) {
    stats_count(stats, &verdicts[i]);
    if (verdicts[i].fate != FATE_EQUAL)
      report_failure(options, first + i, verdicts[i].fate,
                     verdicts[i].text.text);
    text_free(&verdicts[i].text);
  }
}

/// One program of a batch that crashed.
typedef struct single_t {
  const options_t *options;
  int64_t index;
  stats_t *stats;
} single_t;

static void run_single(void *data) {
  single_t *single = data;
  verdict_t verdict;
  batch_run(fuzz_context(), single->options, single->index, 1, &verdict);
  finish_batch(single->options, single->index, 1, &verdict, single->stats);
}

static void find_crash(const options_t *options, int64_t first, int64_t count,
                       stats_t *stats) {
  bool found = false;
  for (int64_t i = first; i < first + count; ++i) {
    single_t single = {options, i, stats};
    text_t output = {0};
    int status = run_apart(run_single, &single, SECONDS_PER_BATCH / 3, &output);
    if (status != 0) {
      found = true;
      char note[2200];
      snprintf(note, sizeof note, "ended with status %d%s\n%.2000s", status,
               status == -SIGALRM ? " (out of time)" : "",
               output.text ? output.text : "");
      ++stats->programs;
      ++stats->fates[FATE_CRASH];
      report_failure(options, i, FATE_CRASH, note);
    }
    text_free(&output);
  }
  if (!found) {
    printf("crash in programs %lld to %lld of seed %lld, but in none of them "
           "alone\n",
           (long long)first, (long long)(first + count - 1),
           (long long)options->seed);
    ++stats->fates[FATE_CRASH];
  }
}

//===----------------------------------------------------------------------===//
// Workers
//===----------------------------------------------------------------------===//

static int64_t batch_size(const options_t *options, int64_t batch) {
  int64_t rest = options->count - batch * options->batch;
  return rest < options->batch ? rest : options->batch;
}

static void work(const options_t *options, worker_t *worker, int64_t from,
                 double end) {
  MlirContext context = {NULL};
  verdict_t *verdicts = tool_alloc((size_t)options->batch, sizeof *verdicts);
  int64_t made = 0;
  for (int64_t batch = from;
       batch_size(options, batch) > 0 && (end == 0 || seconds_now() < end);
       batch += options->jobs) {
    worker->current = batch;
    alarm(SECONDS_PER_BATCH);
    if (made++ % BATCHES_PER_CONTEXT == 0) {
      if (context.ptr)
        mlirContextDestroy(context);
      context = fuzz_context();
    }
    int64_t first = options->first + batch * options->batch;
    int64_t count = batch_size(options, batch);
    batch_run(context, options, first, count, verdicts);
    alarm(0);
    finish_batch(options, first, count, verdicts, &worker->stats);
  }
  worker->done = true;
}

static void start(const options_t *options, worker_t *worker, int64_t from,
                  double end) {
  fflush(NULL);
  worker->done = false;
  worker->current = from;
  pid_t pid = fork();
  if (pid == 0) {
    work(options, worker, from, end);
    fflush(NULL);
    _exit(0);
  }
  worker->pid = pid;
}

int fuzz(const options_t *options) {
  worker_t *workers =
      shared_alloc((size_t)(options->jobs + 1), sizeof *workers);
  double begin = seconds_now();
  double end = options->minutes ? begin + 60.0 * (double)options->minutes : 0;
  for (int64_t i = 0; i < options->jobs; ++i)
    start(options, &workers[i], i, end);
  // Failures that the parent finds are counted apart from those of workers.
  stats_t *stats = &workers[options->jobs].stats;
  for (int64_t running = options->jobs; running > 0;) {
    int status;
    pid_t pid = wait(&status);
    if (pid < 0 && errno == EINTR)
      continue;
    if (pid < 0)
      break;
    for (int64_t i = 0; i < options->jobs; ++i) {
      worker_t *worker = &workers[i];
      if (worker->pid != pid)
        continue;
      if (worker->done) {
        --running;
        continue;
      }
      int64_t batch = worker->current;
      find_crash(options, options->first + batch * options->batch,
                 batch_size(options, batch), stats);
      start(options, worker, batch + options->jobs, end);
    }
  }
  for (int64_t i = 0; i < options->jobs; ++i)
    stats_add(stats, &workers[i].stats);
  stats_print(stats, seconds_now() - begin);
  bool ok = stats->fates[FATE_EQUAL] == stats->programs;
  shared_free(workers, (size_t)(options->jobs + 1), sizeof *workers);
  return ok ? TOOL_OK : TOOL_REJECTED;
}
