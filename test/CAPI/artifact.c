// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Artifacts from C: with the defaults and with options, what is in them, that
// they outlive the context, and how a program, an option or a linker is
// refused.
//
// RUN: %test_bin/capi-artifact

#include "tensorssa-c/Artifact.h"
#include "mlir-c/Diagnostics.h"
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

static MlirModule parse(MlirContext context, const char *text) {
  return mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
}

static bool holds(MlirStringRef text, const char *part) {
  // The texts of an artifact end in a zero that is not counted.
  return strstr(text.data, part) != NULL;
}

static const char program[] = "func.func @f(%n: i64) -> i64 {\n"
                              "  return %n : i64\n"
                              "}\n";

static void check_defaults(void) {
  MlirContext context = make_context();
  MlirModule module = parse(context, program);
  TssaArtifact artifact = {NULL};
  CHECK(tssaArtifactIsNull(artifact));
  tssaArtifactDestroy(artifact);
  CHECK(mlirLogicalResultIsSuccess(
      tssaArtifactCreate(module, NULL, NULL, &artifact)));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  if (!CHECK(!tssaArtifactIsNull(artifact)))
    return;
  MlirStringRef object = tssaArtifactGetObject(artifact);
  CHECK(object.length > 64 && memcmp(object.data, "\177ELF", 4) == 0);
  CHECK(holds(tssaArtifactGetLLVMIR(artifact), "define i32 @program_f("));
  MlirStringRef header = tssaArtifactGetHeader(artifact);
  CHECK(holds(header, "extern const tssa_program_t program_program;"));
  CHECK(holds(header, "hold unspecified numbers"));
  diagnostics[0] = 0;
  CHECK(mlirLogicalResultIsFailure(tssaArtifactLink(
      artifact, mlirStringRefCreateFromCString("f.so"),
      mlirStringRefCreateFromCString("no-such-linker"), append, NULL)));
  CHECK_TEXT(diagnostics,
             "expected a linker 'no-such-linker' but found no such program");
  CHECK(mlirLogicalResultIsFailure(tssaArtifactLink(
      artifact, mlirStringRefCreateFromCString("f.so"),
      mlirStringRefCreateFromCString("no-such-linker"), NULL, NULL)));
  tssaArtifactDestroy(artifact);
}

static void check_options(void) {
  MlirContext context = make_context();
  MlirModule module = parse(context, program);
  TssaCompilerOptions options;
  tssaCompilerOptionsInit(&options);
  options.errors = TssaErrorsPrecise;
  options.diagnostic = keep;
  TssaArtifactOptions artifact_options;
  tssaArtifactOptionsInit(&artifact_options);
  artifact_options.name = mlirStringRefCreateFromCString("mine");
  artifact_options.cpus = mlirStringRefCreateFromCString("native");
  TssaArtifact artifact;
  CHECK(mlirLogicalResultIsSuccess(
      tssaArtifactCreate(module, &options, &artifact_options, &artifact)));
  MlirStringRef header = tssaArtifactGetHeader(artifact);
  CHECK(holds(header, "tssa_status_t mine_f(tssa_context_t *context"));
  CHECK(holds(header, "hold what the program had written"));
  tssaArtifactDestroy(artifact);

  // As of a header without the last member.
  artifact_options.structSize = offsetof(TssaArtifactOptions, cpus);
  artifact_options.cpus = mlirStringRefCreateFromCString("none of any kind");
  CHECK(mlirLogicalResultIsSuccess(
      tssaArtifactCreate(module, &options, &artifact_options, &artifact)));
  tssaArtifactDestroy(artifact);
  artifact_options.structSize = sizeof artifact_options;
  diagnostics[0] = 0;
  CHECK(mlirLogicalResultIsFailure(
      tssaArtifactCreate(module, &options, &artifact_options, &artifact)));
  CHECK(tssaArtifactIsNull(artifact));
  CHECK(strstr(diagnostics, "expected the CPU to be native") != NULL);
  mlirModuleDestroy(module);

  module = parse(context, "func.func @f(%x: complex<f32>) { return }");
  artifact_options.cpus = mlirStringRefCreateFromCString("");
  diagnostics[0] = 0;
  CHECK(mlirLogicalResultIsFailure(
      tssaArtifactCreate(module, &options, &artifact_options, &artifact)));
  CHECK(strstr(diagnostics, "unsupported type of argument 0") != NULL);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

static void check_source(void) {
  TssaCompilerOptions options;
  tssaCompilerOptionsInit(&options);
  options.diagnostic = keep;
  TssaArtifact artifact;
  MlirStringRef name = mlirStringRefCreateFromCString("f.mlir");
  CHECK(mlirLogicalResultIsSuccess(
      tssaArtifactCreateFromSource(mlirStringRefCreateFromCString(program),
                                   name, &options, NULL, &artifact)));
  CHECK(holds(tssaArtifactGetHeader(artifact), "/// 'f' of f.mlir:1:1\n"));
  tssaArtifactDestroy(artifact);
  diagnostics[0] = 0;
  CHECK(mlirLogicalResultIsFailure(
      tssaArtifactCreateFromSource(mlirStringRefCreateFromCString("none"), name,
                                   &options, NULL, &artifact)));
  CHECK(tssaArtifactIsNull(artifact));
  CHECK(diagnostics[0] != 0);
}

int main(void) {
  check_source();
  check_defaults();
  check_options();
  return CHECK_END();
}
