// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa validate: each function three ways (interpreter, imperative code,
// functionalized code) on equal inputs, and what differs.

#include "report.h"
#include "ways.h"
#include <stdlib.h>
#include <string.h>

typedef struct options_t {
  const char *file, *entry;
  int64_t seed, rounds;
  bool expect_functional, verbose, skip_interpreter;
  TssaCompilerOptions compiler;
} options_t;

static void print_inputs(const inputs_t *inputs) {
  memory_t memory;
  memory_create(inputs, &memory);
  for (intptr_t i = 0; i < inputs->count; ++i) {
    printf("    argument %lld", (long long)i);
    if (inputs->items[i].shares != i)
      printf(" (in the storage of argument %lld)",
             (long long)inputs->items[i].shares);
    printf(": ");
    input_print(inputs, i, &memory, stdout);
  }
  memory_destroy(&memory);
}

/// One round. True if the ways agree.
static bool round_agrees(const program_t *program, const function_t *function,
                         const ways_t *ways, const options_t *options,
                         int64_t round, const bool *written, int64_t *errors) {
  inputs_t inputs;
  if (!ways_draw(function, options->seed, round, written, &inputs))
    return false;
  if (options->verbose) {
    printf("  @%.*s, round %lld:\n", (int)function->name.length,
           function->name.data, (long long)round);
    print_inputs(&inputs);
    fflush(stdout);
  }
  outcome_t outcome = {0};
  ways_run(program, function, ways, options->compiler.errors, written, &inputs,
           &outcome);
  *errors += outcome.status != TSSA_STATUS_OK;
  if (options->verbose)
    printf("    %s\n", outcome.status ? outcome.error.message : "no error");
  bool agrees = outcome.differences.length == 0;
  if (!agrees) {
    printf("differs %.*s: in round %lld\n", (int)function->name.length,
           function->name.data, (long long)round);
    for (char *line = strtok(outcome.differences.text, "\n"); line;
         line = strtok(NULL, "\n"))
      printf("    %s\n", line);
    if (!options->verbose)
      print_inputs(&inputs);
  }
  text_free(&outcome.differences);
  inputs_free(&inputs);
  return agrees;
}

static bool validate(const program_t *program, const function_t *function,
                     const ways_t *ways, const report_t *report,
                     const options_t *options) {
  TssaFunction functional =
      tssaExecutableLookup(ways->functional, function->name);
  bool *written = ways_written(ways, function);
  bool agrees = true;
  int64_t errors = 0;
  for (int64_t round = 0; round < options->rounds && agrees; ++round)
    agrees =
        round_agrees(program, function, ways, options, round, written, &errors);
  free(written);
  if (!agrees)
    return false;
  bool is_functional = tssaFunctionIsFunctional(functional);
  const char *reason = report_reason(report, function->name);
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
  options->compiler.verifyEach = true;
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
    else if (!option_like(argument) && !options->file)
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
  ways_t ways;
  report_t report;
  bool found = options.entry
                   ? program_find_function(&program, options.entry, &function)
                   : program_next_function(&program, NULL, &function);
  if (!found || !ways_compile(&program, &options.compiler, &ways)) {
    if (!found && !options.entry)
      fprintf(stderr, "error: expected a public function but got none\n");
    program_destroy(&program);
    return TOOL_REJECTED;
  }
  ways.skip_interpreter = options.skip_interpreter;
  if (!report_create(&program, options.compiler.errors, &report)) {
    ways_destroy(&ways);
    program_destroy(&program);
    return TOOL_REJECTED;
  }
  bool all = true;
  do {
    all &= validate(&program, &function, &ways, &report, &options);
    fflush(stdout);
  } while (!options.entry &&
           program_next_function(&program, &function, &function));
  report_destroy(&report);
  ways_destroy(&ways);
  program_destroy(&program);
  return all ? TOOL_OK : TOOL_REJECTED;
}
