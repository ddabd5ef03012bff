// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of `tssa`.

#include "tensorssa-c/Dialects.h"
#include "tool.h"
#include <string.h>

static const char usage[] =
    "usage: tssa COMMAND FILE|- [OPTION …]\n"
    "\n"
    "  run       call a function and print what it returns and changes\n"
    "              --entry=NAME --imperative --interpret\n"
    "              --input=FILE.npy|NUMBER|[[1,2],…] … --random=SEED "
    "--dims=N,…\n"
    "              (--dims: dynamic sizes in the order of the arguments, the "
    "last "
    "one\n               for all others; without it all are 4)\n"
    "              --output-dir=DIR --repeat=N --print-inputs --quiet\n"
    "  validate  run functions three ways and compare every byte, and over "
    "symbols\n"
    "              --entry=NAME --random=SEED --rounds=N --expect-functional\n"
    "              --print-inputs --skip-interpreter --skip-symbolic\n"
    "              --symbolic (only that) --paths=N --integers=N\n"
    "              --against=FILE --against-entry=NAME: compare with another "
    "form\n"
    "              --output-dir=DIR (for a counterexample) --input=… (on these "
    "only)\n"
    "  explain   say what became of each mutation, and why\n"
    "              --format=text|json\n"
    "  compile   print the program after a stage of the compilation\n"
    "              --emit=tensorssa|linalg|memref|llvm -o FILE --imperative\n"
    "\n"
    "all but explain take --numerics=strict|default|fast; all take\n"
    "--errors=fast|precise --fallback=remark|error, and for programs of other "
    "dialects\n"
    "--load-dialect-plugin=FILE.so … --lower-with=PASSES\n"
    "\n"
    "exit codes: 0 done, 1 input rejected or results differ, 2 wrong usage\n"
    "\n"
    "example: tssa run examples/loop-over-rows.mlir --random=1\n";

static bool is_help(const char *argument) {
  return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0 ||
         strcmp(argument, "help") == 0;
}

/// What was printed has to have arrived: a full disk is an error.
static int finish(int result) {
  if (fflush(stdout) == 0 && !ferror(stdout))
    return result;
  perror("error: cannot write to standard output");
  return result ? result : TOOL_REJECTED;
}

/// Takes the options out that every command has, and that it need not see.
static int take_plugins(int argc, char **argv) {
  int kept = 0;
  for (int i = 0; i < argc; ++i) {
    const char *path;
    if (!option_value(argv[i], "load-dialect-plugin", &path))
      argv[kept++] = argv[i];
    else if (!program_add_plugin(path))
      fprintf(stderr, "error: too many plugins: %s is left out\n", path);
  }
  return kept;
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
  } commands[] = {{"compile", command_compile},
                  {"explain", command_explain},
                  {"run", command_run},
                  {"validate", command_validate}};
  argc = take_plugins(argc, argv);
  if ((argc == 2 && is_help(argv[1])) || (argc == 3 && is_help(argv[2]))) {
    fputs(usage, stdout);
    return finish(TOOL_OK);
  }
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    MlirStringRef version = tssaGetVersion();
    printf("tssa %.*s\n", (int)version.length, version.data);
    return TOOL_OK;
  }
  for (size_t i = 0; argc >= 2 && i < sizeof commands / sizeof *commands; ++i)
    if (strcmp(argv[1], commands[i].name) == 0) {
      int result = commands[i].run(argc - 2, argv + 2);
      if (result == TOOL_USAGE)
        fprintf(stderr, "try: tssa --help\n");
      return finish(result);
    }
  if (argc >= 2)
    fprintf(stderr,
            "error: expected a command to be run, validate, explain or compile "
            "but got '%s'\n",
            argv[1]);
  fputs(usage, stderr);
  return TOOL_USAGE;
}
