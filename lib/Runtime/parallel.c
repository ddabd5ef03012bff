// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where loops are cut: here only, so that nothing depends on who runs them.

#include "tensorssa-runtime/parallel.h"

/// So that whoever hands out pieces may count a few beyond the last one.
#define MAX_PIECES ((uint64_t)INT64_MAX / 8)

typedef struct loop_t {
  int64_t begin, end, grain, pieces;
  tssa_parallel_body_t body;
  void *user;
} loop_t;

static void run_pieces(void *user, int64_t first, int64_t last) {
  const loop_t *loop = user;
  // Unsigned, since the distance from begin to end may exceed INT64_MAX.
  uint64_t begin = (uint64_t)loop->begin, grain = (uint64_t)loop->grain;
  loop->body(loop->user, (int64_t)(begin + (uint64_t)first * grain),
             last == loop->pieces ? loop->end
                                  : (int64_t)(begin + (uint64_t)last * grain));
}

void tssa_parallel_for(const tssa_parallel_t *parallel, int64_t begin,
                       int64_t end, int64_t grain, tssa_parallel_body_t body,
                       void *user) {
  if (end <= begin)
    return;
  if (grain < 1)
    grain = 1;
  uint64_t length = (uint64_t)end - (uint64_t)begin;
  uint64_t pieces = (length - 1) / (uint64_t)grain + 1;
  if (!parallel || pieces == 1 || pieces > MAX_PIECES) {
    body(user, begin, end);
    return;
  }
  loop_t loop = {begin, end, grain, (int64_t)pieces, body, user};
  parallel->run(parallel->self, loop.pieces, run_pieces, &loop);
}
