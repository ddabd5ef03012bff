// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight threads call one function at once, each with its own context, some of
// the calls failing.
//
// RUN: %test_bin/capi-threads

#include "program.h"

#include <threads.h>

enum { THREADS = 8, CALLS = 500, SIZE = 33 };

static TssaFunction function;

static int work(void *user) {
  int64_t id = (int64_t)(intptr_t)user;
  int64_t wrong = 0;
  tssa_context_t *context = NULL;
  if (tssa_context_create(NULL, &context, NULL))
    return 1;
  const int64_t size = SIZE;
  tssa_tensor_t *x = make_floats(1, &size, (float)id);
  for (int64_t call = 0; call < CALLS; ++call) {
    int64_t index = call % (SIZE + 1);
    tssa_value_t inputs[] = {tssa_value_from_tensor(x),
                             tssa_value_from_int(index)};
    tssa_value_t output;
    tssa_status_t status =
        tssaFunctionInvoke(function, context, inputs, 2, &output, 1);
    if (index == SIZE) {
      wrong += status != TSSA_STATUS_OUT_OF_RANGE;
      continue;
    }
    wrong += status != TSSA_STATUS_OK || output.tensor->storage == x->storage ||
             get_float(output.tensor, &index) != (float)(id + index);
    tssa_value_release(&output);
  }
  wrong += tssa_context_allocations(context) != 0;
  tssa_tensor_release(x);
  tssa_context_destroy(context);
  return wrong != 0;
}

int main(void) {
  program_t program = program_create(
      "func.func @f(%x: !tssa.ref<?xf32>, %i: index) -> !tssa.ref<?xf32> {\n"
      "  %n = tssa.dim %x, 0 : !tssa.ref<?xf32>\n"
      "  %v = tssa.read %x : !tssa.ref<?xf32>\n"
      "  %y = tssa.alloc %v : tensor<?xf32> -> !tssa.ref<?xf32>\n"
      "  %j = tssa.check_index %i, %n\n"
      "  return %y : !tssa.ref<?xf32>\n"
      "}\n",
      true);
  function = program_get(&program, "f");
  thrd_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; ++i)
    CHECK_EQ(thrd_create(&threads[i], work, (void *)i), thrd_success);
  for (int i = 0; i < THREADS; ++i) {
    int result = 1;
    thrd_join(threads[i], &result);
    CHECK_EQ(result, 0);
  }
  program_destroy(&program);
  return CHECK_END();
}
