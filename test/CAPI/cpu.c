// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code in process can be made for a lesser CPU than this machine's, and for no
// better one.
//
// RUN: %test_bin/capi-cpu
// RUN: env TENSORSSA_CPU=x86-64 %test_bin/capi-cpu

#include "tensorssa-runtime/cpu.h"
#include "program.h"

static char diagnostics[1024];

static void append(MlirStringRef text, void *user) {
  (void)user;
  size_t length = strlen(diagnostics);
  for (size_t i = 0; i < text.length && length + 1 < sizeof diagnostics; ++i)
    diagnostics[length++] = text.data[i];
  diagnostics[length] = 0;
}

static MlirLogicalResult keep(MlirDiagnostic diagnostic, void *user) {
  mlirDiagnosticPrint(diagnostic, append, user);
  return mlirLogicalResultSuccess();
}

/// Compiles for a CPU; what a function gives, or -1 if it is refused.
static int64_t call(MlirModule module, const char *cpu) {
  TssaCompilerOptions options;
  tssaCompilerOptionsInit(&options);
  options.cpu = mlirStringRefCreateFromCString(cpu);
  options.diagnostic = keep;
  TssaExecutable executable;
  diagnostics[0] = 0;
  if (mlirLogicalResultIsFailure(tssaCompile(module, &options, &executable)))
    return -1;
  tssa_context_t *context = NULL;
  CHECK_EQ(tssa_context_create(NULL, &context, NULL), TSSA_STATUS_OK);
  tssa_value_t input = tssa_value_from_int(20), output;
  CHECK_EQ(
      tssaFunctionInvoke(
          tssaExecutableLookup(executable, mlirStringRefCreateFromCString("f")),
          context, &input, 1, &output, 1),
      TSSA_STATUS_OK);
  tssa_context_destroy(context);
  tssaExecutableDestroy(executable);
  return output.i64;
}

int main(void) {
  MlirContext context = make_context();
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString("func.func @f(%n: i64) -> i64 {\n"
                                              "  %0 = arith.addi %n, %n : i64\n"
                                              "  return %0 : i64\n"
                                              "}\n"));
  CHECK_EQ(call(module, ""), 40);
  CHECK_EQ(call(module, "native"), 40);
  CHECK_EQ(call(module, "x86-64-v9"), -1);
  CHECK(strstr(diagnostics, "expected the CPU to be native") != NULL);
  CHECK(strstr(diagnostics, "but got 'x86-64-v9'") != NULL);
  for (int64_t i = 0; tssa_cpu_level_name(i); ++i) {
    const char *level = tssa_cpu_level_name(i);
    bool has = !(tssa_cpu_level_features(i) & ~tssa_cpu_features());
#if defined(__x86_64__)
    CHECK_EQ(call(module, level), has ? 40 : -1);
    if (!has)
      CHECK(strstr(diagnostics, "expected a CPU that this machine has but got "
                                "'x86-64-v") != NULL);
#else
    (void)has;
    CHECK_EQ(call(module, level), -1);
#endif
  }
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return CHECK_END();
}
