// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sixteen threads at once, each in an MLIR context of its own, register, parse,
// compile a program of their own, in process and ahead of time, and call it.
//
// RUN: %test_bin/capi-compile-threads

#include "program.h"
#include "tensorssa-c/Artifact.h"

#include <stdatomic.h>
#include <threads.h>

enum { THREADS = 16, ROUNDS = 2, SIZE = 9 };

static atomic_int arrived;

/// `x[id % SIZE] += id`, and where that is not functional it is refused.
static int work(void *user) {
  const int id = (int)(intptr_t)user;
  char text[1024];
  snprintf(text, sizeof text,
           "func.func @f%d(%%x: !tssa.ref<?xf32>, %%i: index) {\n"
           "  %%a = arith.constant %d.0 : f64\n"
           "  %%n = tssa.dim %%x, 0 : !tssa.ref<?xf32>\n"
           "  %%j = tssa.check_index %%i, %%n\n"
           "  %%y = view.of #view.select<0, ?> %%x[%%j] : !tssa.ref<?xf32> -> "
           "!tssa.ref<f32>\n"
           "  %%0 = tssa.read %%y : !tssa.ref<f32>\n"
           "  %%1 = tssa.add %%0, %%a : (tensor<f32>, f64) -> tensor<f32>\n"
           "  tssa.write %%1, %%y : !tssa.ref<f32>\n"
           "  return\n"
           "}\n",
           id, id);
  char name[16];
  snprintf(name, sizeof name, "f%d", id);
  // All begin together.
  atomic_fetch_add(&arrived, 1);
  while (atomic_load(&arrived) < THREADS)
    thrd_yield();

  int wrong = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    tssaRegisterAllPasses();
    program_t program = program_create(text, id % 2);
    TssaFunction function = program_get(&program, name);
    wrong += tssaFunctionIsFunctional(function) == (id % 2 != 0);
    const int64_t size = SIZE, at = id % SIZE;
    tssa_tensor_t *x = make_floats(1, &size, 0);
    const tssa_value_t inputs[] = {tssa_value_from_tensor(x),
                                   tssa_value_from_int(at)};
    wrong += tssaFunctionInvoke(function, program.call, inputs, 2, NULL, 0) !=
             TSSA_STATUS_OK;
    wrong += get_float(x, &at) != (float)(at + id);
    tssa_tensor_release(x);

    TssaArtifactOptions options;
    tssaArtifactOptionsInit(&options);
    options.cpus = mlirStringRefCreateFromCString("native");
    TssaArtifact artifact;
    wrong += mlirLogicalResultIsFailure(
        tssaArtifactCreate(program.module, NULL, &options, &artifact));
    char part[64];
    snprintf(part, sizeof part, "tssa_status_t program_f%d(", id);
    wrong += !artifact.ptr ||
             !strstr(tssaArtifactGetHeader(artifact).data, part) ||
             tssaArtifactGetObject(artifact).length == 0;
    tssaArtifactDestroy(artifact);
    program_destroy(&program);
  }
  return wrong;
}

int main(void) {
  thrd_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; ++i)
    CHECK_EQ(thrd_create(&threads[i], work, (void *)i), thrd_success);
  for (int i = 0; i < THREADS; ++i) {
    int result = 1;
    thrd_join(threads[i], &result);
    CHECK_EQ(result, 0);
  }
  return CHECK_END();
}
