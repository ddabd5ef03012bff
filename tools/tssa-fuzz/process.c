// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Processes, the memory that they share, and the time.

#define _GNU_SOURCE
#include "fuzz.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Of what a process prints, so much is kept.
enum { MOST_OUTPUT = 1 << 20 };

double seconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void *shared_alloc(size_t count, size_t size) {
  void *memory = mmap(NULL, count * size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    fprintf(stderr, "error: out of memory\n");
    exit(TOOL_REJECTED);
  }
  return memory;
}

void shared_free(void *memory, size_t count, size_t size) {
  munmap(memory, count * size);
}

int run_apart(void (*work)(void *), void *data, unsigned seconds,
              text_t *output) {
  int ends[2];
  if (pipe(ends) != 0)
    return -SIGABRT;
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    alarm(seconds);
    work(data);
    fflush(NULL);
    _exit(0);
  }
  close(ends[1]);
  char buffer[4096];
  for (ssize_t count; (count = read(ends[0], buffer, sizeof buffer)) != 0;) {
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      break;
    if (output && output->length < MOST_OUTPUT)
      text_append(output, buffer, (size_t)count);
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    continue;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}
