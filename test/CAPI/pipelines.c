// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that add pipelines make what the text of the same options
// makes, for every combination of options; a program lowered by them is in the
// LLVM dialect; a caller that knows fewer options gets defaults for the rest.
//
// RUN: %test_bin/capi-pipelines

#include "program.h"

#include "mlir-c/Pass.h"
#include "tensorssa-c/Pipelines.h"

#include <stdlib.h>
#include <string.h>

typedef struct buffer_t {
  char *text;
  size_t length;
} buffer_t;

static void append(MlirStringRef text, void *user) {
  buffer_t *buffer = user;
  buffer->text = realloc(buffer->text, buffer->length + text.length + 1);
  if (!buffer->text)
    abort();
  memcpy(buffer->text + buffer->length, text.data, text.length);
  buffer->length += text.length;
  buffer->text[buffer->length] = 0;
}

typedef void (*add_t)(MlirOpPassManager, const TssaPipelineOptions *);

static const struct {
  const char *name;
  add_t add;
} pipelines[] = {{"tssa-to-functional", tssaPipelineAddToFunctional},
                 {"tssa-to-linalg", tssaPipelineAddToLinalg},
                 {"tssa-to-buffers", tssaPipelineAddToBuffers},
                 {"tssa-buffers-to-llvm", tssaPipelineAddBuffersToLLVM},
                 {"tssa-to-llvm", tssaPipelineAddToLLVM}};

/// The text of a pipeline, added by the function, or if that is NULL by text.
static char *pipeline_text(MlirContext context, add_t add,
                           const TssaPipelineOptions *options,
                           const char *text) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  buffer_t buffer = {NULL, 0};
  if (add)
    add(passes, options);
  else
    CHECK(mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(
        passes, mlirStringRefCreateFromCString(text), append, &buffer)));
  mlirPrintPassPipeline(passes, append, &buffer);
  mlirPassManagerDestroy(manager);
  return buffer.text;
}

static void check_same(MlirContext context, add_t add,
                       const TssaPipelineOptions *options, const char *text) {
  char *actual = pipeline_text(context, add, options, NULL);
  char *expected = pipeline_text(context, NULL, NULL, text);
  if (!CHECK(strcmp(actual, expected) == 0))
    printf("  %s: %s\n", text, actual);
  free(actual);
  free(expected);
}

static void check_options(MlirContext context, add_t add, const char *name) {
  static const char *const numerics[] = {"default", "strict", "fast"};
  static const char *const errors[] = {"fast", "precise"};
  check_same(context, add, NULL, name);
  for (int i = 0; i < 96; ++i) {
    TssaPipelineOptions options;
    tssaPipelineOptionsInit(&options);
    options.numerics = (TssaNumerics)(i % 3);
    options.errors = (TssaErrors)(i / 3 % 2);
    options.imperative = i / 6 % 2;
    options.requireFunctional = i / 12 % 2;
    options.report = i / 24 % 2;
    options.validate = i / 48;
    char text[256];
    snprintf(text, sizeof text,
             "%s{numerics=%s errors=%s imperative=%s fallback=%s report=%s "
             "validate=%s}",
             name, numerics[i % 3], errors[i / 3 % 2],
             options.imperative ? "true" : "false",
             options.requireFunctional ? "error" : "remark",
             options.report ? "true" : "false",
             options.validate ? "true" : "false");
    check_same(context, add, &options, text);
    // As of a header without the last member.
    if (options.validate)
      continue;
    options.structSize = offsetof(TssaPipelineOptions, validate);
    options.validate = true;
    check_same(context, add, &options, text);
  }
}

static void check_run(MlirContext context) {
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(
                   "func.func @f(%x: !tssa.ref<4xf32>) -> !tssa.ref<f32> {\n"
                   "  %y = view.of #view.select<0, 2> %x : !tssa.ref<4xf32> -> "
                   "!tssa.ref<f32>\n"
                   "  return %y : !tssa.ref<f32>\n"
                   "}\n"));
  if (!CHECK(!mlirModuleIsNull(module)))
    return;
  MlirPassManager manager = mlirPassManagerCreate(context);
  tssaPipelineAddToLLVM(mlirPassManagerGetAsOpPassManager(manager), NULL);
  CHECK(mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))));
  buffer_t buffer = {NULL, 0};
  mlirOperationPrint(mlirModuleGetOperation(module), append, &buffer);
  CHECK(strstr(buffer.text, "llvm.func @f(") != NULL);
  CHECK(strstr(buffer.text, "tssa.ref") == NULL);
  free(buffer.text);
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
}

int main(void) {
  MlirContext context = make_context();
  // Functions need no registration.
  check_run(context);
  tssaRegisterAllPasses();
  for (size_t i = 0; i < sizeof pipelines / sizeof *pipelines; ++i)
    check_options(context, pipelines[i].add, pipelines[i].name);
  mlirContextDestroy(context);
  return CHECK_END();
}
