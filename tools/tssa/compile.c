// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa compile: the program as it is after a stage of the compilation, or as an
// artifact for others to link.

#include "artifact.h"
#include "help.h"
#include "tool.h"
#include <string.h>

typedef struct emission_t {
  const char *stage;
  FILE *stream;
  bool done;
} emission_t;

static void write_text(MlirStringRef text, void *stream) {
  fwrite(text.data, 1, text.length, stream);
}

static void emit(MlirStringRef stage, MlirModule module, void *user) {
  emission_t *emission = user;
  if (emission->done ||
      !mlirStringRefEqual(stage,
                          mlirStringRefCreateFromCString(emission->stage)))
    return;
  mlirOperationPrint(mlirModuleGetOperation(module), write_text,
                     emission->stream);
  emission->done = true;
}

/// The stage that an `--emit=` names, or NULL.
static const char *stage_of(const char *name) {
  static const char *const names[][2] = {{"tensorssa", "functional"},
                                         {"linalg", "linalg"},
                                         {"memref", "memref"},
                                         {"llvm", "llvm"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (strcmp(name, names[i][0]) == 0)
      return names[i][1];
  return NULL;
}

/// Prints the program after a stage to `output` (NULL: standard output).
static bool print_stage(const program_t *program, TssaCompilerOptions compiler,
                        const char *stage, const char *output) {
  emission_t emission = {stage, stdout, false};
  if (output && strcmp(output, "-") != 0)
    emission.stream = fopen(output, "w");
  if (!emission.stream) {
    fprintf(stderr, "%s: error: cannot write the file\n", output);
    return false;
  }
  compiler.dump = emit;
  compiler.dumpUserData = &emission;
  TssaExecutable executable = {NULL};
  bool compiled = mlirLogicalResultIsSuccess(
      tssaCompile(program->module, &compiler, &executable));
  if (compiled && !emission.done)
    fprintf(stderr, "error: the compilation has no stage '%s'\n", stage);
  tssaExecutableDestroy(executable);
  if (emission.stream != stdout && fclose(emission.stream) != 0) {
    fprintf(stderr, "%s: error: cannot write the file\n", output);
    compiled = false;
  }
  return compiled && emission.done;
}

int command_compile(int argc, char **argv) {
  const char *file = NULL, *emitted = NULL;
  artifact_request_t request = {ARTIFACT_NONE, NULL, NULL, NULL, NULL, NULL};
  TssaCompilerOptions compiler;
  tssaCompilerOptionsInit(&compiler);
  bool ok = true;
  for (int i = 0; i < argc; ++i) {
    if (option_value(argv[i], "emit", &emitted) ||
        option_path(argv[i], "output", &request.output, &ok) ||
        artifact_option(argv[i], &request, &ok) ||
        option_compiler(argv[i], &compiler, &ok))
      continue;
    if (strcmp(argv[i], "--imperative") == 0)
      compiler.imperative = true;
    else if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
      request.output = argv[++i];
    else if (strcmp(argv[i], "-o") == 0)
      return usage_unknown("tssa compile", help_compile, "--output");
    else if (option_like(argv[i]) || file)
      return usage_unknown("tssa compile", help_compile, argv[i]);
    else
      file = argv[i];
  }
  // Without --emit the output's name decides.
  request.kind = emitted          ? artifact_kind_named(emitted)
                 : request.output ? artifact_kind_of_file(request.output, &ok)
                                  : ARTIFACT_NONE;
  const char *stage = stage_of(emitted ? emitted : "tensorssa");
  if (!stage && request.kind == ARTIFACT_NONE) {
    fprintf(stderr,
            "error: expected --emit to be tensorssa, linalg, memref, llvm, "
            "llvm-ir, object or shared but got '%s'\n",
            emitted);
    return TOOL_USAGE;
  }
  if (!ok || !artifact_check(&request))
    return TOOL_USAGE;
  if (!file)
    return usage_no_file();
  program_t program;
  bool loaded = request.kind == ARTIFACT_NONE
                    ? program_load(file, &program)
                    : program_load_named(file, &program);
  if (!loaded)
    return TOOL_REJECTED;
  bool done = request.kind == ARTIFACT_NONE
                  ? print_stage(&program, compiler, stage, request.output)
                  : artifact_write(&program, file, &compiler, &request);
  program_destroy(&program);
  return done ? TOOL_OK : TOOL_REJECTED;
}
