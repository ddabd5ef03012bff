// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa-fuzz: random programs, run three ways and compared.

#include "fuzz.h"
#include "generator.h"
#include "mlir-c/Pass.h"
#include <string.h>
#include <unistd.h>

// clang-format off
static const char help[] =
    "usage: tssa-fuzz [OPTION …]\n"
    "\n"
    "Random imperative programs, each interpreted, compiled as it stands and\n"
    "functionalized, and what differs.\n"
    "\n"
    "  --seed=N               which programs (default 1)\n"
    "  --count=N              how many (default 1000)\n"
    "  --first=N              number of the first one (default 0)\n"
    "  --minutes=N            stop after so many minutes\n"
    "  --rounds=N             inputs for each program (default 6)\n"
    "  --features=LIST        only these, or all but those with a '-'; '+growth'\n"
    "                         adds storages that grow, '+host-unknown' functions of\n"
    "                         the host of which is not said what they do\n"
    "  --jobs=N               processes (default: processors)\n"
    "  --batch=N              programs to a module (default 64)\n"
    "  --optimization=N       LLVM's level (default 0)\n"
    "  --output-dir=DIR       for failing programs (default tssa-fuzz-out)\n"
    "  --reduce               shrink each failing program too\n"
    "  --reduce=FILE          shrink this one, with the seed that it names; print it\n"
    "                         as a test\n"
    "  --mutate=PATH          change the programs in a file or folder at random, as\n"
    "                         text and as bytecode: nothing may crash\n"
    "  --print                print the programs, run nothing\n"
    "  --load-dialect-plugin=FILE.so\n"
    "                         another dialect\n"
    "  --lower-with=PASSES    a pass pipeline that brings ops of other\n"
    "                         dialects to those that are lowered here\n"
    "\n"
    "exit codes: 0 nothing differs, 1 something does or fails, 2 wrong usage\n"
    "\n"
    "example: tssa-fuzz --seed=7 --count=2000 --features=-call,-list\n";
// clang-format on

/// Of a program to shrink, the seed that its file names.
enum { DEFAULT_SEED = 1, SEED_OF_FILE = -1 };

/// Created when there is something to put there.
static const char default_directory[] = "tssa-fuzz-out";

static int parse(int argc, char **argv, options_t *options) {
  int64_t optimization = 0;
  const char *features = NULL, *plugin = NULL;
  bool ok = true;
  for (int i = 1; i < argc; ++i) {
    const char *argument = argv[i];
    if (option_integer(argument, "seed", 0, &options->seed, &ok) ||
        option_integer(argument, "count", 1, &options->count, &ok) ||
        option_integer(argument, "first", 0, &options->first, &ok) ||
        option_integer(argument, "minutes", 0, &options->minutes, &ok) ||
        option_integer(argument, "rounds", 1, &options->rounds, &ok) ||
        option_integer(argument, "jobs", 1, &options->jobs, &ok) ||
        option_integer(argument, "batch", 1, &options->batch, &ok) ||
        option_integer(argument, "optimization", 0, &optimization, &ok) ||
        option_value(argument, "features", &features) ||
        option_path(argument, "load-dialect-plugin", &plugin, &ok) ||
        option_path(argument, "reduce", &options->reduce_file, &ok) ||
        option_path(argument, "mutate", &options->mutate_path, &ok) ||
        option_path(argument, "output-dir", &options->directory, &ok) ||
        option_compiler(argument, &options->compiler, &ok))
      continue;
    if (strcmp(argument, "--print") == 0) {
      options->print = true;
    } else if (strcmp(argument, "--reduce") == 0) {
      options->reduce = true;
    } else if (option_help(argument)) {
      fputs(help, stdout);
      return -1;
    } else {
      usage_unknown("tssa-fuzz", help, argument);
      ok = false;
    }
  }
  if (plugin)
    program_add_plugin(plugin);
  options->compiler.optimizationLevel = (int)optimization;
  if (options->seed == SEED_OF_FILE && !options->reduce_file)
    options->seed = DEFAULT_SEED;
  if (ok && features)
    ok = features_parse(features, &options->features);
  if (!ok)
    fprintf(stderr, "try: tssa-fuzz --help\n");
  return ok ? TOOL_OK : TOOL_USAGE;
}

/// What fails for every program fails once, before any is made: plugins, passes
/// and the folder.
static bool check_options(const options_t *options) {
  MlirContext context = tool_context();
  if (mlirContextIsNull(context))
    return false;
  MlirPassManager manager = mlirPassManagerCreate(context);
  text_t pipeline = {0}, message = {0};
  text_printf(&pipeline, "builtin.module(%.*s)",
              (int)options->compiler.lowering.length,
              options->compiler.lowering.data);
  bool ok = mlirLogicalResultIsSuccess(mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      mlirStringRefCreateFromCString(pipeline.text), text_callback, &message));
  if (!ok)
    fprintf(stderr, "error: expected --lower-with to be passes: %s\n",
            message.text ? message.text : "");
  text_free(&pipeline);
  text_free(&message);
  mlirPassManagerDestroy(manager);
  mlirContextDestroy(context);
  return ok && (strcmp(options->directory, default_directory) == 0 ||
                folder_create(options->directory));
}

int main(int argc, char **argv) {
  options_t options = {.seed = SEED_OF_FILE,
                       .count = 1000,
                       .rounds = 6,
                       .batch = 64,
                       .features = features_default(),
                       .directory = default_directory};
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  options.jobs = processors > 0 ? processors : 1;
  tssaCompilerOptionsInit(&options.compiler);
  options.compiler.numerics = TssaNumericsStrict;
  int status = parse(argc, argv, &options);
  if (status)
    return status < 0 ? TOOL_OK : status;
  if (!check_options(&options))
    return TOOL_REJECTED;
  if (options.mutate_path)
    return mutate(&options);
  if (options.reduce_file)
    return reduce(&options);
  if (options.print) {
    for (int64_t i = 0; i < options.count; ++i) {
      text_t text = {0};
      char name[32];
      snprintf(name, sizeof name, "f%lld", (long long)(options.first + i));
      generate((uint64_t)options.seed, (uint64_t)(options.first + i),
               options.features, name, &text);
      fputs(text.text, stdout);
      text_free(&text);
    }
    return TOOL_OK;
  }
  return fuzz(&options);
}
