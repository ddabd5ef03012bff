// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa validate --symbolic and --against: a function and another form of it,
// both interpreted, over symbols or on given inputs.

#include "compare.h"
#include "host.h"
#include "mlir-c/Pass.h"
#include "tensorssa-c/Interp.h"
#include "validate.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The other form
//===----------------------------------------------------------------------===//

static MlirLogicalResult errors_only(MlirDiagnostic diagnostic, void *unused) {
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError)
    return diagnostic_print(diagnostic, unused);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult ignore(MlirDiagnostic diagnostic, void *unused) {
  (void)diagnostic;
  (void)unused;
  return mlirLogicalResultSuccess();
}

/// A copy of the program as it is when the compiler has functionalized it.
static bool functionalize(const program_t *program,
                          const TssaCompilerOptions *options, bool quiet,
                          MlirModule *out_module) {
  text_t pipeline = {0}, message = {0};
  text_printf(&pipeline,
              "builtin.module(tssa-to-functional{errors=%s fallback=%s}%s%.*s)",
              options->errors == TssaErrorsPrecise ? "precise" : "fast",
              options->requireFunctional ? "error" : "remark",
              options->lowering.length ? "," : "",
              (int)options->lowering.length, options->lowering.data);
  MlirPassManager manager = mlirPassManagerCreate(program->context);
  bool ok = mlirLogicalResultIsSuccess(mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      mlirStringRefCreateFromCString(pipeline.text), text_callback, &message));
  if (!ok)
    fprintf(stderr, "error: %s\n", message.text ? message.text : "");
  if (ok) {
    MlirOperation copy =
        mlirOperationClone(mlirModuleGetOperation(program->module));
    MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(
        program->context, quiet ? ignore : errors_only, NULL, NULL);
    ok = mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, copy));
    mlirContextDetachDiagnosticHandler(program->context, handler);
    if (ok)
      *out_module = mlirModuleFromOperation(copy);
    else
      mlirOperationDestroy(copy);
  }
  mlirPassManagerDestroy(manager);
  text_free(&pipeline);
  text_free(&message);
  return ok;
}

bool other_create(const program_t *program, const validate_options_t *options,
                  other_t *other) {
  other->entry = options->against_entry;
  if (options->against)
    return program_load_other(program, options->against, "--against",
                              &other->module);
  // Without it nothing is left to do, or the three ways are.
  bool needed = options->symbolic || options->given.num_inputs;
  return functionalize(program, &options->compiler, !needed, &other->module);
}

void other_destroy(other_t *other) {
  if (!mlirModuleIsNull(other->module))
    mlirModuleDestroy(other->module);
}

static MlirStringRef other_name(const other_t *other,
                                const function_t *function) {
  return other->entry ? mlirStringRefCreateFromCString(other->entry)
                      : function->name;
}

//===----------------------------------------------------------------------===//
// Over symbols
//===----------------------------------------------------------------------===//

static void print_lines(char *text) {
  for (char *line = text ? strtok(text, "\n") : NULL; line;
       line = strtok(NULL, "\n"))
    printf("    %s\n", line);
}

/// What replays a counterexample, up to the inputs.
static void append_command(const validate_options_t *options, text_t *text) {
  text_printf(text, "tssa validate %s", options->file);
  program_append_plugins(text);
  if (options->compiler.lowering.length)
    text_printf(text, " '--lower-with=%.*s'",
                (int)options->compiler.lowering.length,
                options->compiler.lowering.data);
  if (options->compiler.errors == TssaErrorsPrecise)
    text_printf(text, " --errors=precise");
  if (options->against)
    text_printf(text, " --against=%s", options->against);
  if (options->against_entry)
    text_printf(text, " --against-entry=%s", options->against_entry);
}

/// False if arguments cannot be drawn.
static bool compare(const program_t *program, const function_t *function,
                    const other_t *other, const validate_options_t *options,
                    symbolic_report_t *report) {
  symbolic_options_t symbolic;
  symbolic_options_init(&symbolic);
  symbolic.validate.maxPaths = options->paths;
  symbolic.validate.numIntegers = options->integers;
  symbolic.validate.precise = options->compiler.errors == TssaErrorsPrecise;
  symbolic.validate.ignoreLocations = options->against != NULL;
  symbolic.seed = options->given.seed;
  symbolic.directory = options->directory;
  text_t command = {0};
  append_command(options, &command);
  symbolic.command = command.text;
  bool drawn = symbolic_compare(function, program->module, other->module,
                                other_name(other, function), &symbolic, report);
  text_free(&command);
  return drawn;
}

judgement_t symbolic_judge(const program_t *program, const function_t *function,
                           const other_t *other,
                           const validate_options_t *options, text_t *summary) {
  symbolic_report_t report;
  if (!compare(program, function, other, options, &report))
    return JUDGED_DIFFERENT;
  judgement_t judgement = report.outcome == TssaValidateEqual ? JUDGED_EQUAL
                          : report.outcome == TssaValidateUndecided
                              ? JUDGED_UNDECIDED
                              : JUDGED_DIFFERENT;
  if (judgement == JUDGED_DIFFERENT) {
    printf("%s %.*s: %s\n",
           report.outcome == TssaValidateDifferent ? "differs" : "refused",
           (int)function->name.length, function->name.data, report.message);
    print_lines(report.counterexample.text);
  }
  symbolic_summary(&report, summary);
  symbolic_report_destroy(&report);
  return judgement;
}

judgement_t validate_symbolic(const program_t *program,
                              const function_t *function, const other_t *other,
                              const validate_options_t *options) {
  text_t summary = {0};
  judgement_t judgement =
      symbolic_judge(program, function, other, options, &summary);
  if (judgement != JUDGED_DIFFERENT)
    printf("%s %.*s: %s\n", judgement == JUDGED_UNDECIDED ? "undecided" : "ok",
           (int)function->name.length, function->name.data, summary.text);
  text_free(&summary);
  return judgement;
}

//===----------------------------------------------------------------------===//
// On given inputs
//===----------------------------------------------------------------------===//

static void interpret(MlirModule module, MlirStringRef name,
                      const inputs_t *inputs, intptr_t num_outputs,
                      run_t *run) {
  tssa_context_t *context;
  memory_create(inputs, &run->memory);
  run->outputs = tool_alloc((size_t)num_outputs, sizeof *run->outputs);
  tool_require(tssa_context_create(NULL, &context, &run->error), &run->error);
  host_add_functions(module, context);
  run->status = tssaInterpretFunction(module, name, context, run->memory.values,
                                      inputs->count, run->outputs, num_outputs);
  tssa_context_error(context, &run->error);
  tssa_context_destroy(context);
}

/// Prints how two runs ended, neither of which was judged: the call was not
/// made, or the interpreter does not do what it came to. False if both were.
static bool print_unjudged(const function_t *function, const run_t *runs,
                           judgement_t *judgement) {
  text_t refusal = {0};
  text_printf(&refusal, "'%.*s': argument ", (int)function->name.length,
              function->name.data);
  bool refused =
      strncmp(runs[0].error.message, refusal.text, refusal.length) == 0;
  text_free(&refusal);
  for (int r = 0; r < 2; ++r) {
    if (!refused && runs[r].status != TSSA_STATUS_UNSUPPORTED)
      continue;
    *judgement = refused ? JUDGED_DIFFERENT : JUDGED_UNDECIDED;
    printf("%s %.*s: %s%s\n", refused ? "refused" : "undecided",
           (int)function->name.length, function->name.data,
           refused  ? ""
           : r == 0 ? "the interpreter cannot run it on the given inputs: "
                    : "the interpreter cannot run its other form on the given "
                      "inputs: ",
           runs[r].error.message);
    return true;
  }
  return false;
}

/// Compares two runs, and prints what came out.
static judgement_t judge_given(const function_t *function,
                               const inputs_t *inputs, run_t *runs,
                               const validate_options_t *options) {
  judgement_t judgement = JUDGED_EQUAL;
  if (print_unjudged(function, runs, &judgement))
    return judgement;
  // Two texts have two places for everything.
  for (int r = 0; r < 2 && options->against; ++r) {
    char *message = runs[r].error.message, *op = strstr(message, ": '");
    if (op)
      memmove(message, op + 2, strlen(op + 2) + 1);
  }
  // What an argument that is no ref holds cannot change.
  bool *written = tool_alloc((size_t)inputs->count, sizeof *written);
  for (intptr_t i = 0; i < inputs->count; ++i)
    written[i] = true;
  rules_t rules = {written, options->compiler.errors == TssaErrorsPrecise};
  text_t differences = {0};
  runs_compare(function, inputs, &runs[0], &runs[1], &rules, &differences);
  bool agrees = differences.length == 0;
  printf("%s %.*s: %s on the given inputs%s%s\n", agrees ? "ok" : "differs",
         (int)function->name.length, function->name.data,
         agrees ? "equal" : "not equal",
         agrees && runs[0].status ? ", with the error " : "",
         agrees && runs[0].status ? runs[0].error.message : "");
  print_lines(differences.text);
  if (!agrees)
    print_inputs(inputs);
  text_free(&differences);
  free(written);
  return agrees ? JUDGED_EQUAL : JUDGED_DIFFERENT;
}

judgement_t validate_given(const program_t *program, const function_t *function,
                           const other_t *other,
                           const validate_options_t *options) {
  inputs_t inputs;
  if (!given_make(function, &options->given, &inputs))
    return JUDGED_DIFFERENT;
  intptr_t num_outputs = function_num_outputs(function);
  run_t runs[2] = {{.way = "interpreted"}, {.way = "other form"}};
  interpret(program->module, function->name, &inputs, num_outputs, &runs[0]);
  interpret(other->module, other_name(other, function), &inputs, num_outputs,
            &runs[1]);
  judgement_t judgement = judge_given(function, &inputs, runs, options);
  for (int r = 0; r < 2; ++r) {
    for (intptr_t i = 0; i < num_outputs; ++i)
      tssa_value_release(&runs[r].outputs[i]);
    free(runs[r].outputs);
    memory_destroy(&runs[r].memory);
  }
  inputs_free(&inputs);
  return judgement;
}
