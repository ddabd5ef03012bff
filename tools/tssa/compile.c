// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa compile: the program as it is after a stage of the compilation.

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
  fprintf(stderr,
          "error: expected --emit to be tensorssa, linalg, memref or llvm but "
          "got '%s'\n",
          name);
  return NULL;
}

int command_compile(int argc, char **argv) {
  const char *file = NULL, *stage = "tensorssa", *output = NULL;
  TssaCompilerOptions compiler;
  tssaCompilerOptionsInit(&compiler);
  bool ok = true;
  for (int i = 0; i < argc; ++i) {
    if (option_value(argv[i], "emit", &stage) ||
        option_path(argv[i], "output", &output, &ok) ||
        option_compiler(argv[i], &compiler, &ok))
      continue;
    if (strcmp(argv[i], "--imperative") == 0)
      compiler.imperative = true;
    else if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
      output = argv[++i];
    else if (strcmp(argv[i], "-o") == 0)
      return usage_unknown("tssa compile", help_compile, "--output");
    else if (option_like(argv[i]) || file)
      return usage_unknown("tssa compile", help_compile, argv[i]);
    else
      file = argv[i];
  }
  emission_t emission = {stage_of(stage), stdout, false};
  if (!ok || !emission.stage)
    return TOOL_USAGE;
  if (!file)
    return usage_no_file();
  program_t program;
  if (!program_load(file, &program))
    return TOOL_REJECTED;
  if (output && strcmp(output, "-") != 0)
    emission.stream = fopen(output, "w");
  if (!emission.stream) {
    fprintf(stderr, "%s: error: cannot write the file\n", output);
    program_destroy(&program);
    return TOOL_REJECTED;
  }
  compiler.dump = emit;
  compiler.dumpUserData = &emission;
  TssaExecutable executable = {NULL};
  bool compiled = mlirLogicalResultIsSuccess(
      tssaCompile(program.module, &compiler, &executable));
  if (compiled && !emission.done)
    fprintf(stderr, "error: the compilation has no stage '%s'\n", stage);
  tssaExecutableDestroy(executable);
  program_destroy(&program);
  if (emission.stream != stdout && fclose(emission.stream) != 0) {
    fprintf(stderr, "%s: error: cannot write the file\n", output);
    compiled = false;
  }
  return compiled && emission.done ? TOOL_OK : TOOL_REJECTED;
}
