// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa validate: each function three ways (interpreter, imperative code,
// functionalized code) on equal inputs, and what differs.

#include "compare.h"
#include "report.h"
#include "tensorssa-c/Interp.h"
#include <stdlib.h>
#include <string.h>

typedef struct options_t {
  const char *file, *entry;
  int64_t seed, rounds;
  bool expect_functional, verbose, skip_interpreter;
  TssaCompilerOptions compiler;
} options_t;

/// The compiled forms of a program.
typedef struct ways_t {
  TssaExecutable imperative, functional;
  report_t report;
} ways_t;

static MlirLogicalResult errors_only(MlirDiagnostic diagnostic, void *unused) {
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError)
    return diagnostic_print(diagnostic, unused);
  return mlirLogicalResultSuccess();
}

static bool compile(const program_t *program, const options_t *options,
                    ways_t *ways) {
  TssaCompilerOptions compiler = options->compiler;
  compiler.diagnostic = errors_only;
  compiler.imperative = true;
  if (mlirLogicalResultIsFailure(
          tssaCompile(program->module, &compiler, &ways->imperative)))
    return false;
  compiler.imperative = false;
  if (mlirLogicalResultIsFailure(
          tssaCompile(program->module, &compiler, &ways->functional))) {
    tssaExecutableDestroy(ways->imperative);
    return false;
  }
  if (!report_create(program, compiler.errors, &ways->report)) {
    tssaExecutableDestroy(ways->imperative);
    tssaExecutableDestroy(ways->functional);
    return false;
  }
  return true;
}

/// A context of its own for each run: the error of one is not that of another.
static void run(const program_t *program, const function_t *function,
                TssaFunction compiled, const inputs_t *inputs, run_t *run) {
  intptr_t outputs = function_num_outputs(function);
  memory_create(inputs, &run->memory);
  run->outputs = tool_alloc((size_t)outputs, sizeof *run->outputs);
  tssa_context_t *context;
  tool_require(tssa_context_create(NULL, &context, &run->error), &run->error);
  if (tssaFunctionIsNull(compiled))
    run->status = tssaInterpretFunction(program->module, function->name,
                                        context, run->memory.values,
                                        inputs->count, run->outputs, outputs);
  else
    run->status = tssaFunctionInvoke(compiled, context, run->memory.values,
                                     inputs->count, run->outputs, outputs);
  tssa_context_error(context, &run->error);
  tssa_context_destroy(context);
}

static void run_end(run_t *run, intptr_t outputs) {
  for (intptr_t i = 0; i < outputs; ++i)
    tssa_value_release(&run->outputs[i]);
  free(run->outputs);
  memory_destroy(&run->memory);
}

static void print_inputs(const inputs_t *inputs) {
  memory_t memory;
  memory_create(inputs, &memory);
  for (intptr_t i = 0; i < inputs->count; ++i) {
    printf("    argument %lld", (long long)i);
    if (inputs->items[i].shares != i)
      printf(" (in the storage of argument %lld)",
             (long long)inputs->items[i].shares);
    printf(": ");
    input_print(&inputs->items[i], memory.values[i], stdout);
  }
  memory_destroy(&memory);
}

/// A number from a name, so that functions draw differently.
static uint64_t hash(MlirStringRef name) {
  uint64_t result = 1469598103934665603u;
  for (size_t i = 0; i < name.length; ++i)
    result = (result ^ (unsigned char)name.data[i]) * 1099511628211u;
  return result;
}

/// One round. True if the ways agree.
static bool round_agrees(const program_t *program, const function_t *function,
                         const ways_t *ways, const options_t *options,
                         int64_t round, const bool *written, int64_t *errors) {
  draw_t draw = {0};
  draw.random = tssa_random_create((uint64_t)options->seed * 1000003u +
                                   (uint64_t)round + hash(function->name));
  draw.round = round;
  draw.written = written;
  inputs_t inputs;
  if (!inputs_draw(function, &draw, &inputs))
    return false;
  run_t runs[3] = {
      {.way = "interpreted"}, {.way = "imperative"}, {.way = "functionalized"}};
  TssaFunction compiled[3] = {
      {NULL},
      tssaExecutableLookup(ways->imperative, function->name),
      tssaExecutableLookup(ways->functional, function->name)};
  if (options->verbose) {
    printf("  @%.*s, round %lld:\n", (int)function->name.length,
           function->name.data, (long long)round);
    print_inputs(&inputs);
    fflush(stdout);
  }
  text_t differences = {0};
  rules_t rules = {written, options->compiler.errors == TssaErrorsPrecise};
  const int judge = options->skip_interpreter ? 1 : 0;
  for (int i = judge; i < 3; ++i) {
    run(program, function, compiled[i], &inputs, &runs[i]);
    if (i == judge && !memory_guards_intact(&runs[i].memory, &inputs))
      text_printf(&differences, "%s: wrote outside the storages of arguments\n",
                  runs[i].way);
    if (i > judge)
      runs_compare(function, &inputs, &runs[judge], &runs[i], &rules,
                   &differences);
  }
  *errors += runs[judge].status != TSSA_STATUS_OK;
  if (options->verbose)
    printf("    %s\n",
           runs[judge].status ? runs[judge].error.message : "no error");
  bool agrees = differences.length == 0;
  if (!agrees) {
    printf("differs %.*s: in round %lld\n", (int)function->name.length,
           function->name.data, (long long)round);
    for (char *line = strtok(differences.text, "\n"); line;
         line = strtok(NULL, "\n"))
      printf("    %s\n", line);
    if (!options->verbose)
      print_inputs(&inputs);
  }
  text_free(&differences);
  for (int i = judge; i < 3; ++i)
    run_end(&runs[i], function_num_outputs(function));
  inputs_free(&inputs);
  return agrees;
}

static bool validate(const program_t *program, const function_t *function,
                     const ways_t *ways, const options_t *options) {
  TssaFunction imperative =
      tssaExecutableLookup(ways->imperative, function->name);
  TssaFunction functional =
      tssaExecutableLookup(ways->functional, function->name);
  intptr_t count = function_num_inputs(function);
  bool *written = tool_alloc((size_t)count, sizeof *written);
  for (intptr_t i = 0; i < count; ++i)
    written[i] = tssaFunctionIsInputWritten(imperative, i);
  bool agrees = true;
  int64_t errors = 0;
  for (int64_t round = 0; round < options->rounds && agrees; ++round)
    agrees =
        round_agrees(program, function, ways, options, round, written, &errors);
  free(written);
  if (!agrees)
    return false;
  bool is_functional = tssaFunctionIsFunctional(functional);
  const char *reason = report_reason(&ways->report, function->name);
  if (!is_functional && options->expect_functional) {
    printf("imperative %.*s: expected it to become functional but got: %s\n",
           (int)function->name.length, function->name.data,
           reason ? reason : "no reason given");
    return false;
  }
  printf("ok %.*s: %d ways equal over %lld rounds, %lld of them errors "
         "(%s%s%s)\n",
         (int)function->name.length, function->name.data,
         options->skip_interpreter ? 2 : 3, (long long)options->rounds,
         (long long)errors, is_functional ? "functional" : "stays imperative",
         !is_functional && reason ? ": " : "",
         !is_functional && reason ? reason : "");
  return true;
}

static int parse(int argc, char **argv, options_t *options) {
  tssaCompilerOptionsInit(&options->compiler);
  options->compiler.numerics = TssaNumericsStrict;
  options->rounds = 20;
  bool ok = true;
  for (int i = 0; i < argc; ++i) {
    const char *argument = argv[i];
    if (option_value(argument, "entry", &options->entry) ||
        option_integer(argument, "random", 0, &options->seed, &ok) ||
        option_integer(argument, "rounds", 1, &options->rounds, &ok) ||
        option_compiler(argument, &options->compiler, &ok))
      continue;
    if (strcmp(argument, "--expect-functional") == 0)
      options->expect_functional = true;
    else if (strcmp(argument, "--skip-interpreter") == 0)
      options->skip_interpreter = true;
    else if (strcmp(argument, "--print-inputs") == 0)
      options->verbose = true;
    else if (argument[0] != '-' && !options->file)
      options->file = argument;
    else
      return usage_unknown("validate", argument);
  }
  if (ok && !options->file) {
    fprintf(stderr, "error: expected a file\n");
    ok = false;
  }
  return ok ? TOOL_OK : TOOL_USAGE;
}

int command_validate(int argc, char **argv) {
  options_t options = {0};
  int usage = parse(argc, argv, &options);
  if (usage)
    return usage;
  program_t program;
  if (!program_load(options.file, &program))
    return TOOL_REJECTED;
  function_t function;
  ways_t ways = {0};
  bool found = options.entry
                   ? program_find_function(&program, options.entry, &function)
                   : program_next_function(&program, NULL, &function);
  if (!found || !compile(&program, &options, &ways)) {
    if (!found && !options.entry)
      fprintf(stderr, "error: expected a public function but got none\n");
    program_destroy(&program);
    return TOOL_REJECTED;
  }
  bool all = true;
  do {
    all &= validate(&program, &function, &ways, &options);
    fflush(stdout);
  } while (!options.entry &&
           program_next_function(&program, &function, &function));
  report_destroy(&ways.report);
  tssaExecutableDestroy(ways.imperative);
  tssaExecutableDestroy(ways.functional);
  program_destroy(&program);
  return all ? TOOL_OK : TOOL_REJECTED;
}
