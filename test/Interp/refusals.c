// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the interpreter that are refused: every one says why, gives no
// result and leaves the arguments alone, and the context serves the next call.
//
// RUN: %test_bin/interp-refusals

#include "check.h"
#include "tensorssa-c/Dialects.h"
#include "tensorssa-c/Interp.h"

#include <string.h>

static const char text[] =
    "func.func @f(%x: !tssa.ref<2xf32>, %i: i32, %b: i1) -> i32 {\n"
    "  %v = tssa.read %x : !tssa.ref<2xf32>\n"
    "  %w = arith.addf %v, %v : tensor<2xf32>\n"
    "  tssa.write %w, %x : !tssa.ref<2xf32>\n"
    "  return %i : i32\n"
    "}\n";

static MlirModule module;
static tssa_context_t *context;
static tssa_value_t inputs[3];
static float elements[] = {1, 2, 3};

/// Calls `name` and expects a refusal whose message contains `message`.
static void refused(const char *name, intptr_t num_inputs, intptr_t num_outputs,
                    tssa_status_t status, const char *message) {
  tssa_value_t outputs[2];
  CHECK_EQ(tssaInterpretFunction(module, mlirStringRefCreateFromCString(name),
                                 context, inputs, num_inputs, outputs,
                                 num_outputs),
           status);
  for (intptr_t i = 0; i < num_outputs; ++i)
    CHECK_EQ(outputs[i].kind, TSSA_VALUE_NONE);
  tssa_error_t error;
  CHECK_EQ(tssa_context_error(context, &error), status);
  if (!CHECK(strstr(error.message, message) != NULL))
    printf("  got: %s\n", error.message);
  CHECK(elements[0] == 1 && elements[1] == 2);
}

static tssa_tensor_t *make(void *memory, int64_t bytes, tssa_dtype_t dtype,
                           int64_t count) {
  tssa_tensor_t *tensor = NULL;
  CHECK(!tssa_tensor_from_memory(NULL, memory, bytes, dtype, 1, &count, NULL, 0,
                                 NULL, NULL, &tensor, NULL));
  return tensor;
}

/// Calls with another value as argument `index`.
static void refused_with(int index, tssa_value_t value, tssa_status_t status,
                         const char *message) {
  tssa_value_t kept = inputs[index];
  inputs[index] = value;
  refused("f", 3, 1, status, message);
  inputs[index] = kept;
}

static void refused_tensor(tssa_tensor_t *tensor, tssa_status_t status,
                           const char *message) {
  refused_with(0, tssa_value_from_tensor(tensor), status, message);
  tssa_tensor_release(tensor);
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tssaRegisterAllDialects(registry);
  MlirContext mlir = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  module = mlirModuleCreateParse(mlir, mlirStringRefCreateFromCString(text));
  if (!CHECK(!mlirModuleIsNull(module)) ||
      !CHECK(!tssa_context_create(NULL, &context, NULL)))
    return CHECK_END();
  tssa_tensor_t *x = make(elements, sizeof elements, TSSA_DTYPE_F32, 2);
  inputs[0] = tssa_value_from_tensor(x);
  inputs[1] = tssa_value_from_int(7);
  inputs[2] = tssa_value_from_bool(true);

  refused("g", 3, 1, TSSA_STATUS_INVALID_ARGUMENT,
          "expected 'g' to be a function with a body");
  refused("f", 2, 1, TSSA_STATUS_INVALID_ARGUMENT,
          "'f': expected 3 arguments but got 2");
  refused("f", 3, 2, TSSA_STATUS_INVALID_ARGUMENT,
          "'f': expected room for 1 results but got 2");
  refused_with(0, tssa_value_from_tensor(NULL), TSSA_STATUS_INVALID_ARGUMENT,
               "'f': argument 0: expected a tensor but got NULL");
  refused_with(0, tssa_value_from_int(1), TSSA_STATUS_INVALID_ARGUMENT,
               "'f': argument 0: expected a value of kind tensor but got int");
  refused_with(1, tssa_value_from_int(INT64_C(1) << 31),
               TSSA_STATUS_OUT_OF_RANGE,
               "'f': argument 1: expected a number of 32 bits");
  refused_with(2, tssa_value_from_float(1), TSSA_STATUS_INVALID_ARGUMENT,
               "'f': argument 2: expected a value of kind bool but got float");
  refused_with(2, (tssa_value_t){TSSA_VALUE_NONE, {NULL}},
               TSSA_STATUS_INVALID_ARGUMENT, "but got none");
  refused_tensor(make(elements, sizeof elements, TSSA_DTYPE_I32, 2),
                 TSSA_STATUS_INVALID_ARGUMENT,
                 "'f': argument 0: expected the dtype to be f32 but got i32");
  refused_tensor(make(elements, sizeof elements, TSSA_DTYPE_F32, 3),
                 TSSA_STATUS_SHAPE_MISMATCH,
                 "expected the size of dimension 0 to be 2 but got 3");
  tssa_tensor_set_read_only(x, true);
  refused("f", 3, 1, TSSA_STATUS_INVALID_ARGUMENT,
          "expected the written tensor to be writable");
  tssa_tensor_set_read_only(x, false);

  tssa_value_t output;
  CHECK(!tssaInterpretFunction(module, mlirStringRefCreateFromCString("f"),
                               context, inputs, 3, &output, 1));
  CHECK_EQ(output.kind, TSSA_VALUE_INT);
  CHECK_EQ(output.i64, 7);
  CHECK(elements[0] == 2 && elements[1] == 4 && elements[2] == 3);
  CHECK_EQ(tssa_context_allocations(context), 0);

  tssa_tensor_release(x);
  tssa_context_destroy(context);
  mlirModuleDestroy(module);
  mlirContextDestroy(mlir);
  return CHECK_END();
}
