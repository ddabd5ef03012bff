// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program from text to a function that can be called.

#include "program.h"

#include <stdlib.h>

/// What is not the subject of a test ends it.
static void require(bool holds, const char *what) {
  if (holds)
    return;
  printf("cannot set up the test: %s\n", what);
  exit(1);
}

MlirContext make_context(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tssaRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  return context;
}

program_t program_create(const char *text, bool imperative) {
  program_t program;
  program.context = make_context();
  program.module = mlirModuleCreateParse(program.context,
                                         mlirStringRefCreateFromCString(text));
  require(!mlirModuleIsNull(program.module), "parse");
  TssaCompilerOptions options;
  tssaCompilerOptionsInit(&options);
  options.imperative = imperative;
  options.numerics = TssaNumericsStrict;
  require(mlirLogicalResultIsSuccess(
              tssaCompile(program.module, &options, &program.executable)),
          "compile");
  require(!tssa_context_create(NULL, &program.call, NULL), "make a context");
  return program;
}

void program_destroy(program_t *program) {
  tssa_context_destroy(program->call);
  tssaExecutableDestroy(program->executable);
  mlirModuleDestroy(program->module);
  mlirContextDestroy(program->context);
}

TssaFunction program_get(const program_t *program, const char *name) {
  TssaFunction function = tssaExecutableLookup(
      program->executable, mlirStringRefCreateFromCString(name));
  require(!tssaFunctionIsNull(function), name);
  return function;
}

tssa_tensor_t *make_floats(int64_t rank, const int64_t *sizes, float first) {
  tssa_tensor_t *tensor = NULL;
  require(!tssa_tensor_create(NULL, TSSA_DTYPE_F32, rank, sizes, &tensor, NULL),
          "make a tensor");
  float *data = (float *)tensor->dl.data;
  for (int64_t i = 0, n = tssa_tensor_count(tensor); i < n; ++i)
    data[i] = first + (float)i;
  return tensor;
}

float get_float(const tssa_tensor_t *tensor, const int64_t *indices) {
  const float *element = (const float *)tssa_tensor_element(tensor, indices);
  require(element != NULL, "an element inside the tensor");
  return *element;
}
