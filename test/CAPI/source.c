// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs are compiled from text and from bytecode without an MLIR context of
// the caller's.
//
// RUN: %test_bin/capi-source

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "program.h"

#include <string.h>

static int heard;

static MlirLogicalResult hear(MlirDiagnostic diagnostic, void *user) {
  (void)diagnostic;
  (void)user;
  ++heard;
  return mlirLogicalResultSuccess();
}

static void append(MlirStringRef text, void *user) {
  char *buffer = user;
  // Room for a small program as bytecode, whose length goes first.
  size_t length;
  memcpy(&length, buffer, sizeof length);
  memcpy(buffer + sizeof length + length, text.data, text.length);
  length += text.length;
  memcpy(buffer, &length, sizeof length);
}

/// From text and from bytecode, without a context of the caller's.
static void a_program_comes_as_source(void) {
  static const char text[] = "func.func @f(%n: i64) -> i64 {\n"
                             "  return %n : i64\n"
                             "}\n";
  char bytecode[4096] = {0};
  program_t program = program_create(text, false);
  mlirOperationWriteBytecode(mlirModuleGetOperation(program.module), append,
                             bytecode);
  size_t length;
  memcpy(&length, bytecode, sizeof length);
  MlirStringRef sources[] = {
      mlirStringRefCreateFromCString(text),
      mlirStringRefCreate(bytecode + sizeof length, length)};
  MlirStringRef name = mlirStringRefCreateFromCString("f.mlir");
  for (int i = 0; i < 2; ++i) {
    TssaExecutable executable;
    CHECK(mlirLogicalResultIsSuccess(
        tssaCompileSource(sources[i], name, NULL, &executable)));
    TssaFunction f =
        tssaExecutableLookup(executable, mlirStringRefCreateFromCString("f"));
    tssa_value_t input = tssa_value_from_int(5 + i), output;
    CHECK_EQ(tssaFunctionInvoke(f, program.call, &input, 1, &output, 1),
             TSSA_STATUS_OK);
    CHECK_EQ(output.i64, 5 + i);
    // The same by the runtime alone.
    const tssa_function_t *abi = tssaFunctionGetABI(f);
    CHECK_EQ(abi->num_inputs, 1);
    CHECK_EQ(abi->inputs[0].kind, TSSA_VALUE_INT);
    CHECK(strcmp(abi->name, "f") == 0);
    CHECK_EQ(tssa_function_invoke(abi, program.call, &input, 1, &output, 1),
             TSSA_STATUS_OK);
    CHECK_EQ(output.i64, 5 + i);
    // Text has names, this bytecode has none.
    CHECK(
        mlirStringRefEqual(tssaFunctionGetInputName(f, 0),
                           mlirStringRefCreateFromCString(i == 0 ? "n" : "")));
    // Types live as long as the executable.
    CHECK(mlirTypeIsAInteger(tssaFunctionGetInputType(f, 0)));
    tssaExecutableDestroy(executable);
  }
  TssaCompilerOptions options;
  tssaCompilerOptionsInit(&options);
  options.diagnostic = hear;
  TssaExecutable executable;
  CHECK(mlirLogicalResultIsFailure(
      tssaCompileSource(mlirStringRefCreateFromCString("no program"), name,
                        &options, &executable)));
  CHECK(tssaExecutableIsNull(executable));
  CHECK_EQ(heard, 1);
  program_destroy(&program);
}

int main(void) {
  a_program_comes_as_source();
  return CHECK_END();
}
