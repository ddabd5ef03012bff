// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiling, running and comparing the ways.

#include "ways.h"
#include "host.h"
#include "tensorssa-c/Interp.h"
#include <stdlib.h>

static MlirLogicalResult errors_only(MlirDiagnostic diagnostic, void *unused) {
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError)
    return diagnostic_print(diagnostic, unused);
  return mlirLogicalResultSuccess();
}

bool ways_compile(const program_t *program, const TssaCompilerOptions *options,
                  ways_t *ways) {
  TssaCompilerOptions compiler = *options;
  *ways = (ways_t){0};
  if (!compiler.diagnostic)
    compiler.diagnostic = errors_only;
  compiler.imperative = false;
  if (mlirLogicalResultIsFailure(
          tssaCompile(program->module, &compiler, &ways->functional)))
    return false;
  compiler.imperative = true;
  compiler.diagnostic = errors_only;
  if (mlirLogicalResultIsSuccess(
          tssaCompile(program->module, &compiler, &ways->imperative)))
    return true;
  ways_destroy(ways);
  return false;
}

bool ways_add_artifact(const program_t *program,
                       const TssaCompilerOptions *options, ways_t *ways) {
  TssaCompilerOptions compiler = *options;
  compiler.diagnostic = errors_only;
  return loaded_create(program, &compiler, &ways->artifact);
}

void ways_destroy(ways_t *ways) {
  loaded_destroy(&ways->artifact);
  tssaExecutableDestroy(ways->imperative);
  tssaExecutableDestroy(ways->functional);
  *ways = (ways_t){0};
}

bool *ways_written(const ways_t *ways, const function_t *function) {
  TssaFunction imperative =
      tssaExecutableLookup(ways->imperative, function->name);
  intptr_t count = function_num_inputs(function);
  bool *written = tool_alloc((size_t)count, sizeof *written);
  for (intptr_t i = 0; i < count; ++i)
    written[i] = tssaFunctionIsInputWritten(imperative, i);
  return written;
}

/// A number from a name, so that functions draw differently.
static uint64_t hash(MlirStringRef name) {
  uint64_t result = 1469598103934665603u;
  for (size_t i = 0; i < name.length; ++i)
    result = (result ^ (unsigned char)name.data[i]) * 1099511628211u;
  return result;
}

bool ways_draw(const function_t *function, int64_t seed, int64_t round,
               const bool *written, inputs_t *inputs) {
  draw_t draw = {0};
  draw.random = tssa_random_create((uint64_t)seed * 1000003u + (uint64_t)round +
                                   hash(function->name));
  draw.round = round;
  draw.written = written;
  return inputs_draw(function, &draw, inputs);
}

/// Where the code of a function is; interpreted if neither is there.
typedef struct code_t {
  TssaFunction compiled;
  const tssa_function_t *loaded;
} code_t;

/// A context of its own for each run: the error of one is not that of another.
static void run(const program_t *program, const function_t *function,
                code_t code, const inputs_t *inputs, run_t *run) {
  intptr_t outputs = function_num_outputs(function);
  memory_create(inputs, &run->memory);
  run->outputs = tool_alloc((size_t)outputs, sizeof *run->outputs);
  tssa_context_t *context;
  tool_require(tssa_context_create(NULL, &context, &run->error), &run->error);
  host_add_functions(program->module, context);
  if (code.loaded)
    run->status = tssa_function_invoke(code.loaded, context, run->memory.values,
                                       inputs->count, run->outputs, outputs);
  else if (tssaFunctionIsNull(code.compiled))
    run->status = tssaInterpretFunction(program->module, function->name,
                                        context, run->memory.values,
                                        inputs->count, run->outputs, outputs);
  else
    run->status = tssaFunctionInvoke(code.compiled, context, run->memory.values,
                                     inputs->count, run->outputs, outputs);
  tssa_context_error(context, &run->error);
  tssa_context_destroy(context);
}

/// The function in the artifact; NULL if there is none.
static const tssa_function_t *find_loaded(const loaded_t *artifact,
                                          const function_t *function) {
  if (!artifact->program)
    return NULL;
  text_t name = {0};
  text_append(&name, function->name.data, function->name.length);
  const tssa_function_t *found =
      tssa_program_function(artifact->program, name.text ? name.text : "");
  text_free(&name);
  return found;
}

/// Which argument's storage a result is said to lie in; see tssa_type_t.
static int64_t origin_of(code_t code, intptr_t index) {
  if (code.loaded)
    return code.loaded->outputs[index].origin;
  return tssaFunctionIsNull(code.compiled)
             ? TSSA_ORIGIN_UNKNOWN
             : tssaFunctionGetOutputOrigin(code.compiled, index);
}

static bool shares_storage(const tssa_value_t *a, const tssa_value_t *b) {
  return b->kind == TSSA_VALUE_TENSOR &&
         a->tensor->storage == b->tensor->storage;
}

/// Holds the results of a run against what the signature says of their
/// storages.
static void check_origins(const function_t *function, code_t code,
                          const inputs_t *inputs, const run_t *run,
                          text_t *differences) {
  for (intptr_t i = 0; !run->status && i < function_num_outputs(function);
       ++i) {
    int64_t origin = origin_of(code, i);
    const tssa_value_t *output = &run->outputs[i];
    if (output->kind != TSSA_VALUE_TENSOR || origin == TSSA_ORIGIN_UNKNOWN)
      continue;
    for (intptr_t j = 0; j < inputs->count; ++j)
      if (origin == TSSA_ORIGIN_FRESH &&
          shares_storage(output, &run->memory.values[j]))
        text_printf(differences,
                    "%s: expected result %lld to have a storage of its own but "
                    "got that of argument %lld\n",
                    run->way, (long long)i, (long long)j);
    if (origin >= 0 && !shares_storage(output, &run->memory.values[origin]))
      text_printf(differences,
                  "%s: expected result %lld to be in the storage of argument "
                  "%lld but got another one\n",
                  run->way, (long long)i, (long long)origin);
  }
}

static void run_end(run_t *run, intptr_t outputs) {
  for (intptr_t i = 0; i < outputs; ++i)
    tssa_value_release(&run->outputs[i]);
  free(run->outputs);
  memory_destroy(&run->memory);
}

void outcome_destroy(outcome_t *outcome) {
  text_free(&outcome->differences);
  text_free(&outcome->undecided);
}

void ways_run(const program_t *program, const function_t *function,
              const ways_t *ways, TssaErrors errors, const bool *written,
              const inputs_t *inputs, outcome_t *outcome) {
  enum { INTERPRETED, IMPERATIVE, FUNCTIONAL, LOADED };
  run_t runs[] = {{.way = "interpreted"},
                  {.way = "imperative"},
                  {.way = "functionalized"},
                  {.way = "ahead of time"}};
  code_t codes[] = {
      {{NULL}, NULL},
      {tssaExecutableLookup(ways->imperative, function->name), NULL},
      {tssaExecutableLookup(ways->functional, function->name), NULL},
      {{NULL}, find_loaded(&ways->artifact, function)}};
  const int count = codes[LOADED].loaded ? LOADED + 1 : LOADED;
  if (ways->artifact.program && !codes[LOADED].loaded)
    text_printf(&outcome->differences,
                "%s: expected the function in the "
                "artifact but got none\n",
                runs[LOADED].way);
  rules_t rules = {written, errors == TssaErrorsPrecise};
  const int first = ways->skip_interpreter ? IMPERATIVE : INTERPRETED;
  for (int i = first; i < count; ++i)
    run(program, function, codes[i], inputs, &runs[i]);
  int judge = first;
  if (runs[judge].status == TSSA_STATUS_UNSUPPORTED) {
    text_printf(&outcome->undecided, "%s", runs[judge].error.message);
    judge = IMPERATIVE;
    outcome->is_host = runs[judge].status == TSSA_STATUS_UNSUPPORTED;
  }
  if (!memory_guards_intact(&runs[judge].memory))
    text_printf(&outcome->differences,
                "%s: wrote outside the storages of arguments\n",
                runs[judge].way);
  for (int i = judge + 1; i < count; ++i)
    runs_compare(function, inputs, &runs[judge], &runs[i], &rules,
                 &outcome->differences);
  for (int i = first; i < count; ++i)
    check_origins(function, codes[i], inputs, &runs[i], &outcome->differences);
  outcome->status = runs[judge].status;
  outcome->error = runs[judge].error;
  for (int i = first; i < count; ++i)
    run_end(&runs[i], function_num_outputs(function));
}
