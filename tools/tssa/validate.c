// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa validate: each function three ways (interpreter, imperative code,
// functionalized code) on equal inputs, and what differs; or two forms of it
// over symbols (validate_symbolic.c).

#include "validate.h"
#include "help.h"
#include "report.h"
#include "wanted.h"
#include "ways.h"
#include <stdlib.h>
#include <string.h>

void print_inputs(const inputs_t *inputs) {
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

/// What all rounds of a function came to.
typedef struct rounds_t {
  int64_t errors, undecided;
  bool is_host;
  /// Of the first round that ended in an error, and why the interpreter could
  /// not judge the first one that it could not.
  text_t error, reason;
} rounds_t;

/// One round. True if the ways agree, as far as they could be judged.
static bool round_agrees(const program_t *program, const function_t *function,
                         const ways_t *ways, const validate_options_t *options,
                         int64_t round, const bool *written, rounds_t *all) {
  inputs_t inputs;
  if (!ways_draw(function, options->given.seed, round, written, &inputs))
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
  if (outcome.status && all->errors++ == 0)
    text_printf(&all->error, "%s", outcome.error.message);
  if (outcome.undecided.length && all->undecided++ == 0) {
    text_printf(&all->reason, "%s", outcome.undecided.text);
    all->is_host = outcome.is_host;
  }
  if (options->verbose && outcome.undecided.length)
    printf("    not decided: %s\n", outcome.undecided.text);
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
  outcome_destroy(&outcome);
  inputs_free(&inputs);
  return agrees;
}

/// What the three-way comparison needs; `other` is NULL without symbols.
typedef struct judges_t {
  ways_t ways;
  report_t report;
  const other_t *other;
} judges_t;

/// The line about a function whose ways agree, and what is to be done where
/// that says little.
static void print_result(const function_t *function, const judges_t *judges,
                         const validate_options_t *options,
                         const rounds_t *rounds, const text_t *symbols) {
  TssaFunction functional =
      tssaExecutableLookup(judges->ways.functional, function->name);
  bool is_functional = tssaFunctionIsFunctional(functional);
  const char *reason = report_reason(&judges->report, function->name);
  printf("%s %.*s: ", rounds->undecided ? "undecided" : "ok",
         (int)function->name.length, function->name.data);
  if (rounds->undecided)
    printf("not decided in %lld of %lld rounds: %s; ",
           (long long)rounds->undecided, (long long)options->rounds,
           rounds->reason.text);
  printf("%d ways equal over %lld rounds, %lld of them errors (%s%s%s)%s%s\n",
         (options->skip_interpreter || rounds->undecided ? 2 : 3) +
             options->artifact,
         (long long)options->rounds, (long long)rounds->errors,
         is_functional                                ? "functional"
         : tssaFunctionIsPartlyFunctional(functional) ? "functional in part"
                                                      : "stays imperative",
         !is_functional && reason ? ": " : "",
         !is_functional && reason ? reason : "",
         symbols->text ? "; over symbols " : "",
         symbols->text ? symbols->text : "");
  if (rounds->is_host)
    printf("    note: the functions of a host are not there in this tool; call "
           "the program from C with them (tensorssa-runtime/host.h)\n");
  else if (rounds->undecided)
    printf("    note: the interpreter does not do that; with "
           "--skip-interpreter only the two compiled forms are compared\n");
  else if (rounds->errors == options->rounds)
    printf("    note: no round ran to the end; the first one ended with "
           "%s\n    note: the argument attribute 'tssa.test' says which "
           "inputs a function takes (docs/attributes.md)\n",
           rounds->error.text);
}

static judgement_t validate(const program_t *program,
                            const function_t *function, const judges_t *judges,
                            const validate_options_t *options) {
  const ways_t *ways = &judges->ways;
  TssaFunction functional =
      tssaExecutableLookup(ways->functional, function->name);
  bool *written = ways_written(ways, function);
  judgement_t judgement = JUDGED_EQUAL;
  rounds_t rounds = {0};
  text_t symbols = {0};
  for (int64_t round = 0; round < options->rounds && judgement == JUDGED_EQUAL;
       ++round)
    if (!round_agrees(program, function, ways, options, round, written,
                      &rounds))
      judgement = JUDGED_DIFFERENT;
  if (judgement == JUDGED_EQUAL && options->expect_functional &&
      !tssaFunctionIsFunctional(functional)) {
    const char *reason = report_reason(&judges->report, function->name);
    printf("imperative %.*s: expected it to become functional%s but got: %s\n",
           (int)function->name.length, function->name.data,
           tssaFunctionIsPartlyFunctional(functional) ? " as a whole" : "",
           reason ? reason : "no reason given");
    judgement = JUDGED_DIFFERENT;
  }
  if (judgement == JUDGED_EQUAL && judges->other) {
    judgement_t over_symbols =
        symbolic_judge(program, function, judges->other, options, &symbols);
    if (over_symbols == JUDGED_DIFFERENT)
      judgement = JUDGED_DIFFERENT;
    // For the reason that is there already.
    if (over_symbols == JUDGED_UNDECIDED && rounds.undecided)
      text_free(&symbols);
  }
  if (judgement == JUDGED_EQUAL) {
    print_result(function, judges, options, &rounds, &symbols);
    judgement = rounds.undecided ? JUDGED_UNDECIDED : JUDGED_EQUAL;
  }
  free(written);
  text_free(&rounds.error);
  text_free(&rounds.reason);
  text_free(&symbols);
  return judgement;
}

/// What would have no effect is refused: nobody shall take it for tested.
static int check_options(const validate_options_t *options) {
  const char *two_forms = options->symbolic               ? "--symbolic"
                          : options->against              ? "--against"
                          : options->given.num_inputs > 0 ? "--input"
                                                          : NULL;
  if (two_forms && options->expect_functional)
    return usage_conflict(two_forms, "--expect-functional");
  if (two_forms && options->artifact)
    return usage_conflict(two_forms, "--artifact");
  if (two_forms && options->skip_interpreter)
    return usage_conflict(two_forms, "--skip-interpreter");
  if (options->symbolic && options->skip_symbolic)
    return usage_conflict("--symbolic", "--skip-symbolic");
  if (options->symbolic && options->given.num_inputs > 0)
    return usage_conflict("--symbolic", "--input");
  if (options->against_entry && !options->against) {
    fprintf(stderr, "error: expected --against=FILE with --against-entry\n");
    return TOOL_USAGE;
  }
  if (options->given.num_dims > 0 && !options->given.num_inputs) {
    fprintf(stderr, "error: expected --input=VALUE with --dims\n");
    return TOOL_USAGE;
  }
  return TOOL_OK;
}

static int parse(int argc, char **argv, validate_options_t *options) {
  tssaCompilerOptionsInit(&options->compiler);
  options->compiler.numerics = TssaNumericsStrict;
  options->compiler.verifyEach = true;
  options->rounds = 20;
  TssaValidateOptions symbolic;
  tssaValidateOptionsInit(&symbolic);
  options->paths = symbolic.maxPaths;
  options->integers = symbolic.numIntegers;
  bool ok = true;
  for (int i = 0; i < argc; ++i) {
    const char *argument = argv[i];
    if (option_value(argument, "entry", &options->entry) ||
        option_path(argument, "against", &options->against, &ok) ||
        option_value(argument, "against-entry", &options->against_entry) ||
        option_path(argument, "output-dir", &options->directory, &ok) ||
        option_integer(argument, "paths", 1, &options->paths, &ok) ||
        option_integer(argument, "integers", 1, &options->integers, &ok) ||
        option_given(argument, &options->given, &ok) ||
        option_integer(argument, "rounds", 1, &options->rounds, &ok) ||
        option_compiler(argument, &options->compiler, &ok))
      continue;
    if (strcmp(argument, "--expect-functional") == 0)
      options->expect_functional = true;
    else if (strcmp(argument, "--skip-interpreter") == 0)
      options->skip_interpreter = true;
    else if (strcmp(argument, "--artifact") == 0)
      options->artifact = true;
    else if (strcmp(argument, "--skip-symbolic") == 0)
      options->skip_symbolic = true;
    else if (strcmp(argument, "--symbolic") == 0)
      options->symbolic = true;
    else if (strcmp(argument, "--print-inputs") == 0)
      options->verbose = true;
    else if (!option_like(argument) && !options->file)
      options->file = argument;
    else
      return usage_unknown("tssa validate", help_validate, argument);
  }
  if (!ok)
    return TOOL_USAGE;
  return options->file ? check_options(options) : usage_no_file();
}

/// Calls `judge` for each function that is asked for, and keeps the worst.
#define FOR_EACH_FUNCTION(judge)                                               \
  do {                                                                         \
    judgement_t judgement =                                                    \
        wanted_check(&function) ? (judge) : JUDGED_DIFFERENT;                  \
    if (judgement > worst)                                                     \
      worst = judgement;                                                       \
    fflush(stdout);                                                            \
  } while (!options->entry &&                                                  \
           program_next_function(program, &function, &function))

static judgement_t validate_ways(const program_t *program,
                                 const validate_options_t *options,
                                 function_t function) {
  judges_t judges = {0};
  other_t other = {0};
  bool symbols = !options->skip_symbolic && !options->skip_interpreter;
  if (!ways_compile(program, &options->compiler, &judges.ways))
    return JUDGED_DIFFERENT;
  judges.ways.skip_interpreter = options->skip_interpreter;
  if (options->artifact &&
      !ways_add_artifact(program, &options->compiler, &judges.ways)) {
    ways_destroy(&judges.ways);
    return JUDGED_DIFFERENT;
  }
  judgement_t worst = JUDGED_DIFFERENT;
  if (report_create(program, options->compiler.errors, &judges.report)) {
    // The compiler has a way out where functional form cannot be used; there is
    // nothing to compare then.
    if (symbols && other_create(program, options, &other))
      judges.other = &other;
    worst = JUDGED_EQUAL;
    FOR_EACH_FUNCTION(validate(program, &function, &judges, options));
  }
  other_destroy(&other);
  report_destroy(&judges.report);
  ways_destroy(&judges.ways);
  return worst;
}

static judgement_t validate_other(const program_t *program,
                                  const validate_options_t *options,
                                  function_t function) {
  other_t other = {0};
  judgement_t worst = JUDGED_DIFFERENT;
  if (other_create(program, options, &other)) {
    worst = JUDGED_EQUAL;
    FOR_EACH_FUNCTION(
        options->given.num_inputs
            ? validate_given(program, &function, &other, options)
            : validate_symbolic(program, &function, &other, options));
  }
  other_destroy(&other);
  return worst;
}

int command_validate(int argc, char **argv) {
  static const int codes[] = {[JUDGED_EQUAL] = TOOL_OK,
                              [JUDGED_UNDECIDED] = TOOL_UNDECIDED,
                              [JUDGED_DIFFERENT] = TOOL_REJECTED};
  validate_options_t options = {0};
  int usage = parse(argc, argv, &options);
  if (usage)
    return usage;
  program_t program;
  if (options.directory && !folder_create(options.directory))
    return TOOL_REJECTED;
  if (!program_load(options.file, &program))
    return TOOL_REJECTED;
  function_t function;
  bool found = options.entry
                   ? program_find_function(&program, options.entry, &function)
                   : program_next_function(&program, NULL, &function);
  if (!found && !options.entry)
    fprintf(stderr, "error: expected a public function but got none\n");
  bool two_forms =
      options.symbolic || options.against || options.given.num_inputs;
  judgement_t judgement = JUDGED_DIFFERENT;
  if (found)
    judgement = (two_forms ? validate_other : validate_ways)(&program, &options,
                                                             function);
  program_destroy(&program);
  return codes[judgement];
}
