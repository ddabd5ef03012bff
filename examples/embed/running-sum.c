// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A C program that compiles an imperative tensor program and calls it, against
// the installed package:
//
//   export PKG_CONFIG_PATH=PREFIX/lib/pkgconfig
//   flags="$(pkg-config --cflags --libs tensorssa-c)"
//   cc running-sum.c $flags -Wl,-rpath,PREFIX/lib
//   ./a.out

#include "mlir-c/IR.h"
#include "tensorssa-c/Compiler.h"
#include "tensorssa-c/Dialects.h"
#include "tensorssa-runtime/runtime.h"
#include <stdio.h>

/// Each row becomes the sum of the rows up to it: `for i in range(1, n):
/// x[i] += x[i - 1]`. A row that does not exist is an error that names the line
/// of the text and the index.
static const char program[] =
    "func.func @running_sum(%x: !tssa.ref<?x3xf32>, %first: index) {\n"
    "  %c1 = arith.constant 1 : index\n"
    "  %n = tssa.dim %x, 0 : !tssa.ref<?x3xf32>\n"
    "  scf.for %i = %first to %n step %c1 {\n"
    "    %h = arith.subi %i, %c1 : index\n"
    "    %j = tssa.check_index %h, %n\n"
    "    %above = view.of #view.select<0, ?> %x[%j]\n"
    "      : !tssa.ref<?x3xf32> -> !tssa.ref<3xf32>\n"
    "    %row = view.of #view.select<0, ?> %x[%i]\n"
    "      : !tssa.ref<?x3xf32> -> !tssa.ref<3xf32>\n"
    "    %a = tssa.read %above : !tssa.ref<3xf32>\n"
    "    %r = tssa.read %row : !tssa.ref<3xf32>\n"
    "    %s = tssa.add %r, %a : (tensor<3xf32>, tensor<3xf32>)\n"
    "      -> tensor<3xf32>\n"
    "    tssa.write %s, %row : !tssa.ref<3xf32>\n"
    "  }\n"
    "  return\n"
    "}\n";

/// Calls the function on numbers of the host's own, which are updated in place.
static tssa_status_t call(TssaFunction function, tssa_context_t *context,
                          float *numbers, int64_t rows, int64_t first) {
  const int64_t sizes[] = {rows, 3};
  tssa_tensor_t *x = NULL;
  tssa_error_t error;
  tssa_status_t status = tssa_tensor_from_memory(
      NULL, numbers, rows * 3 * (int64_t)sizeof(float), TSSA_DTYPE_F32, 2,
      sizes, NULL, 0, NULL, NULL, &x, &error);
  if (status == TSSA_STATUS_OK) {
    const tssa_value_t inputs[] = {tssa_value_from_tensor(x),
                                   tssa_value_from_int(first)};
    status = tssaFunctionInvoke(function, context, inputs, 2, NULL, 0);
    tssa_context_error(context, &error);
  }
  if (status == TSSA_STATUS_OK)
    tssa_tensor_print(x, NULL, stdout, NULL);
  else
    printf("refused: %s", error.message);
  printf("\n");
  tssa_tensor_release(x);
  return status;
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tssaRegisterAllDialects(registry);
  MlirContext mlir = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);

  // Diagnostics of both go to stderr.
  MlirModule module =
      mlirModuleCreateParse(mlir, mlirStringRefCreateFromCString(program));
  TssaExecutable executable = {NULL};
  tssa_context_t *context = NULL;
  bool works =
      !mlirModuleIsNull(module) &&
      mlirLogicalResultIsSuccess(tssaCompile(module, NULL, &executable)) &&
      !tssa_context_create(NULL, &context, NULL);
  if (works) {
    TssaFunction function = tssaExecutableLookup(
        executable, mlirStringRefCreateFromCString("running_sum"));
    float numbers[] = {1, 2, 3, 10, 20, 30, 100, 200, 300};
    works = call(function, context, numbers, 3, 1) == TSSA_STATUS_OK &&
            call(function, context, numbers, 0, 0) == TSSA_STATUS_OK &&
            call(function, context, numbers, 3, -5) != TSSA_STATUS_OK;
  }
  tssa_context_destroy(context);
  tssaExecutableDestroy(executable);
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  mlirContextDestroy(mlir);
  return works ? 0 : 1;
}
