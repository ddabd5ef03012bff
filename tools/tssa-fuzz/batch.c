// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many programs as one module: compiled both ways, run three ways, compared.

#include "fuzz.h"
#include "generator.h"
#include "mlir-c/Diagnostics.h"
#include <stdlib.h>
#include <string.h>

static MlirLogicalResult ignore(MlirDiagnostic diagnostic, void *unused) {
  (void)diagnostic;
  (void)unused;
  return mlirLogicalResultSuccess();
}

MlirContext fuzz_context(void) {
  MlirContext context = tool_context();
  if (mlirContextIsNull(context))
    exit(TOOL_REJECTED);
  mlirContextAttachDiagnosticHandler(context, ignore, NULL, NULL);
  return context;
}

//===----------------------------------------------------------------------===//
// What the compiler says
//===----------------------------------------------------------------------===//

/// Remarks by line, and all errors.
typedef struct messages_t {
  size_t count, capacity;
  struct {
    int line;
    char text[160];
  } *remarks;
  text_t errors;
  /// Whether functionalized code was given up.
  bool fell_back;
} messages_t;

/// Numbers in a reason are the program's own; without them reasons can be
/// counted.
static void normalize(const char *text, char *out, size_t size) {
  size_t at = 0;
  for (; *text && at + 1 < size; ++text)
    if (*text < '0' || *text > '9' || (at > 0 && out[at - 1] == 'i'))
      out[at++] = *text;
    else if (at == 0 || out[at - 1] != 'N')
      out[at++] = 'N';
  out[at] = '\0';
}

static MlirLogicalResult collect(MlirDiagnostic diagnostic, void *data) {
  messages_t *messages = data;
  MlirDiagnosticSeverity severity = mlirDiagnosticGetSeverity(diagnostic);
  text_t text = {0};
  mlirDiagnosticPrint(diagnostic, text_callback, &text);
  MlirLocation location = mlirDiagnosticGetLocation(diagnostic);
  static const char fallback[] = "the module stays imperative: ";
  bool fell_back = severity == MlirDiagnosticRemark && text.text &&
                   strncmp(text.text, fallback, sizeof fallback - 1) == 0;
  messages->fell_back |= fell_back;
  if (severity == MlirDiagnosticError || fell_back) {
    char where[256];
    location_format(location, where, sizeof where);
    text_printf(&messages->errors, "%s: %s\n", where, text.text);
  }
  // Or a part of it.
  static const char start[] = "function stays imperative: ";
  char *reason = text.text ? strstr(text.text, start) : NULL;
  if (severity == MlirDiagnosticRemark && reason &&
      mlirLocationIsAFileLineColRange(location)) {
    if (messages->count == messages->capacity) {
      messages->capacity = 2 * messages->capacity + 16;
      messages->remarks = realloc(
          messages->remarks, messages->capacity * sizeof *messages->remarks);
      if (!messages->remarks)
        exit(TOOL_REJECTED);
    }
    messages->remarks[messages->count].line =
        mlirLocationFileLineColRangeGetStartLine(location);
    normalize(reason + sizeof start - 1,
              messages->remarks[messages->count++].text, 160);
  }
  text_free(&text);
  return mlirLogicalResultSuccess();
}

static void messages_free(messages_t *messages) {
  free(messages->remarks);
  text_free(&messages->errors);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Runs a function over all rounds.
static void run_function(const program_t *program, const function_t *function,
                         const ways_t *ways, const options_t *options,
                         verdict_t *verdict) {
  bool *written = ways_written(ways, function);
  for (int64_t round = 0;
       round < options->rounds && verdict->fate == FATE_EQUAL; ++round) {
    inputs_t inputs;
    if (!ways_draw(function, options->seed, round, written, &inputs)) {
      verdict->fate = FATE_INVALID;
      break;
    }
    outcome_t outcome = {0};
    ways_run(program, function, ways, options->compiler.errors, written,
             &inputs, &outcome);
    ++verdict->rounds;
    verdict->errors += outcome.status != TSSA_STATUS_OK;
    // The generator makes only what the interpreter does.
    if (outcome.differences.length || outcome.undecided.length) {
      verdict->fate = FATE_MISMATCH;
      text_printf(&verdict->text, "@%.*s, round %lld\n%s%s%s",
                  (int)function->name.length, function->name.data,
                  (long long)round,
                  outcome.undecided.length ? "interpreted: " : "",
                  outcome.undecided.length ? outcome.undecided.text : "",
                  outcome.undecided.length ? "\n" : "");
      if (outcome.differences.length)
        text_append(&verdict->text, outcome.differences.text,
                    outcome.differences.length);
    }
    outcome_destroy(&outcome);
    inputs_free(&inputs);
  }
  free(written);
}

/// Parses and compiles. On failure `*fate` says which of both failed.
static bool prepare(MlirContext context, const options_t *options,
                    bool verify_each, const char *text, program_t *program,
                    ways_t *ways, messages_t *messages, forms_t *forms,
                    fate_t *fate) {
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(context, collect, messages, NULL);
  program->context = context;
  program->module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
  bool ok = !mlirModuleIsNull(program->module);
  *fate = FATE_INVALID;
  if (ok) {
    TssaCompilerOptions compiler = options->compiler;
    compiler.diagnostic = collect;
    compiler.diagnosticUserData = messages;
    compiler.verifyEach = verify_each;
    compiler.dump = forms_note;
    compiler.dumpUserData = forms;
    *fate = FATE_REFUSED;
    ok = ways_compile(program, &compiler, ways);
    if (ok && messages->fell_back) {
      ways_destroy(ways);
      ok = false;
    }
    if (!ok)
      mlirModuleDestroy(program->module);
  }
  mlirContextDetachDiagnosticHandler(context, handler);
  return ok;
}

/// Verifying after each pass takes a sixth of the time, so it is done now and
/// then.
static bool verifies_each(int64_t first, const options_t *options) {
  return first / options->batch % 8 == 0;
}

void batch_run(MlirContext context, const options_t *options, int64_t first,
               int64_t count, verdict_t *verdicts) {
  text_t text = {0};
  int *lines = tool_alloc((size_t)count, sizeof *lines), line = 1;
  for (int64_t i = 0; i < count; ++i) {
    verdicts[i] = (verdict_t){0};
    size_t start = text.length;
    char name[32];
    snprintf(name, sizeof name, "f%lld", (long long)(first + i));
    verdicts[i].features =
        generate((uint64_t)options->seed, (uint64_t)(first + i),
                 options->features, name, &text);
    for (size_t at = start; at < text.length; ++at)
      line += text.text[at] == '\n';
    lines[i] = line;
  }
  program_t program;
  ways_t ways;
  messages_t messages = {0};
  forms_t forms = {0};
  fate_t fate;
  if (!prepare(context, options, verifies_each(first, options), text.text,
               &program, &ways, &messages, &forms, &fate)) {
    if (count == 1) {
      verdicts[0].fate = fate;
      text_append(&verdicts[0].text,
                  messages.errors.text ? messages.errors.text : "",
                  messages.errors.length);
    }
    messages_free(&messages);
    text_free(&forms.names);
    text_free(&text);
    free(lines);
    if (count > 1) {
      int64_t half = count / 2;
      batch_run(context, options, first, half, verdicts);
      batch_run(context, options, first + half, count - half, verdicts + half);
    }
    return;
  }
  function_t function;
  MlirOperation first_op =
      mlirBlockGetFirstOperation(mlirModuleGetBody(program.module));
  bool more = program_next_function(&program, NULL, &function);
  for (int64_t i = 0; i < count && more; ++i) {
    verdict_t *verdict = &verdicts[i];
    TssaFunction compiled =
        tssaExecutableLookup(ways.functional, function.name);
    verdict->functional = tssaFunctionIsFunctional(compiled);
    for (size_t j = 0; j < messages.count && !verdict->functional; ++j)
      if (messages.remarks[j].line < lines[i] &&
          (i == 0 || messages.remarks[j].line >= lines[i - 1]) &&
          !verdict->reason[0])
        strcpy(verdict->reason, messages.remarks[j].text);
    refs_of_program(first_op, function.op, verdict->functional, &forms,
                    &verdict->refs, &verdict->functional_refs);
    // Refs are to their storages as those that are versions to all.
    int64_t roots = tssaFunctionGetNumRoots(compiled);
    if (tssaFunctionIsPartlyFunctional(compiled) && roots > 0) {
      int64_t stay = tssaFunctionGetNumImperativeRoots(compiled);
      verdict->functional_refs +=
          refs_count(function.op) * (roots - stay) / roots;
    }
    first_op = mlirOperationGetNextInBlock(function.op);
    run_function(&program, &function, &ways, options, verdict);
    more = program_next_function(&program, &function, &function);
  }
  ways_destroy(&ways);
  mlirModuleDestroy(program.module);
  messages_free(&messages);
  text_free(&forms.names);
  text_free(&text);
  free(lines);
}

void text_run(MlirContext context, const options_t *options, const char *text,
              verdict_t *verdict) {
  *verdict = (verdict_t){0};
  program_t program;
  ways_t ways;
  messages_t messages = {0};
  forms_t forms = {0};
  bool prepared = prepare(context, options, true, text, &program, &ways,
                          &messages, &forms, &verdict->fate);
  text_free(&forms.names);
  if (!prepared) {
    text_append(&verdict->text,
                messages.errors.text ? messages.errors.text : "",
                messages.errors.length);
    messages_free(&messages);
    return;
  }
  verdict->fate = FATE_EQUAL;
  function_t function;
  for (bool more = program_next_function(&program, NULL, &function);
       more && verdict->fate == FATE_EQUAL;
       more = program_next_function(&program, &function, &function))
    run_function(&program, &function, &ways, options, verdict);
  ways_destroy(&ways);
  mlirModuleDestroy(program.module);
  messages_free(&messages);
}
