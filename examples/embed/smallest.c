// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The smallest program that compiles and calls; running-sum.c says what each
// step is, and what to do when one fails. PREFIX is where the package is
// installed:
//
//   export PKG_CONFIG_PATH=PREFIX/lib/pkgconfig
//   flags="$(pkg-config --cflags --libs tensorssa-c)"
//   cc smallest.c $flags -Wl,-rpath,PREFIX/lib
//   ./a.out

#include "tensorssa-c/Compiler.h"
#include <stdio.h>

static const char program[] = "func.func @twice(%n: i64) -> i64 {\n"
                              "  %0 = arith.addi %n, %n : i64\n"
                              "  return %0 : i64\n"
                              "}\n";

int main(void) {
  TssaExecutable executable;
  if (mlirLogicalResultIsFailure(tssaCompileSource(
          mlirStringRefCreateFromCString(program),
          mlirStringRefCreateFromCString("twice.mlir"), NULL, &executable)))
    return 1;
  TssaFunction twice =
      tssaExecutableLookup(executable, mlirStringRefCreateFromCString("twice"));

  tssa_context_t *context;
  tssa_value_t input = tssa_value_from_int(21), output;
  if (tssa_context_create(NULL, &context, NULL) ||
      tssaFunctionInvoke(twice, context, &input, 1, &output, 1))
    return 1;
  printf("%lld\n", (long long)output.i64);

  tssa_context_destroy(context);
  tssaExecutableDestroy(executable);
  return 0;
}
