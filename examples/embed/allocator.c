// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A C program that gives a compiled program its own memory: all that a call
// allocates, temporaries as results, comes from two functions of the host,
// which count it and set a limit. A call that needs more ends with an error;
// nothing leaks. As running-sum.c it is compiled against the installed package.

#include "mlir-c/IR.h"
#include "tensorssa-c/Compiler.h"
#include "tensorssa-c/Dialects.h"
#include "tensorssa-runtime/runtime.h"
#include <stdio.h>
#include <stdlib.h>

/// What the host knows of the memory that it gave.
typedef struct pool_t {
  size_t used, peak, limit;
} pool_t;

static void *pool_alloc(void *self, size_t bytes, size_t alignment) {
  pool_t *pool = self;
  if (bytes > pool->limit - pool->used)
    return NULL;
  // aligned_alloc wants a multiple of the alignment.
  void *memory =
      aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (memory)
    pool->used += bytes;
  if (pool->used > pool->peak)
    pool->peak = pool->used;
  return memory;
}

static void pool_free(void *self, void *memory, size_t bytes) {
  pool_t *pool = self;
  pool->used -= bytes;
  free(memory);
}

static const char program[] =
    "func.func @copy(%n: index) -> tensor<?xf32> {\n"
    "  %zero = arith.constant 0.5 : f32\n"
    "  %0 = tensor.splat %zero[%n] : tensor<?xf32>\n"
    "  %1 = tssa.alloc %0 : tensor<?xf32> -> !tssa.ref<?xf32>\n"
    "  %2 = tssa.read %1 : !tssa.ref<?xf32>\n"
    "  return %2 : tensor<?xf32>\n"
    "}\n";

/// Calls for `count` elements, and says what that took.
static tssa_status_t call(TssaFunction function, tssa_context_t *context,
                          pool_t *pool, int64_t count) {
  tssa_value_t input = tssa_value_from_int(count), output;
  tssa_status_t status =
      tssaFunctionInvoke(function, context, &input, 1, &output, 1);
  tssa_error_t error;
  tssa_context_error(context, &error);
  printf("%lld elements: %s, %s\n", (long long)count,
         pool->peak >= (size_t)count * sizeof(float) ? "from the pool"
                                                     : "no memory",
         status ? error.message : "done");
  // The result owns its part of the pool until it is released.
  tssa_value_release(&output);
  return status;
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tssaRegisterAllDialects(registry);
  MlirContext mlir = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  MlirModule module =
      mlirModuleCreateParse(mlir, mlirStringRefCreateFromCString(program));

  pool_t pool = {0, 0, 1 << 20};
  tssa_allocator_t allocator = {&pool, pool_alloc, pool_free};
  TssaExecutable executable = {NULL};
  tssa_context_t *context = NULL;
  bool works =
      !mlirModuleIsNull(module) &&
      mlirLogicalResultIsSuccess(tssaCompile(module, NULL, &executable)) &&
      !tssa_context_create(&allocator, &context, NULL);
  if (works) {
    TssaFunction function = tssaExecutableLookup(
        executable, mlirStringRefCreateFromCString("copy"));
    works =
        call(function, context, &pool, 1000) == TSSA_STATUS_OK &&
        call(function, context, &pool, 1 << 20) == TSSA_STATUS_OUT_OF_MEMORY;
  }
  tssa_context_destroy(context);
  tssaExecutableDestroy(executable);
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  mlirContextDestroy(mlir);
  printf("%zu bytes left in use\n", pool.used);
  return works && pool.used == 0 ? 0 : 1;
}
