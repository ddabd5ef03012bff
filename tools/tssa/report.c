// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collecting the report of functionalization.

#include "report.h"
#include "tensorssa-c/Explain.h"
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text, size_t length) {
  char *result = tool_alloc(length + 1, 1);
  memcpy(result, text, length);
  return result;
}

static char *copy_ref(MlirStringRef text) {
  return copy(text.data, text.length);
}

static void add_line(const TssaExplanation *explanation, void *user) {
  static const char *const outcomes[] = {[TssaVerdictFunctional] = "functional",
                                         [TssaVerdictImperative] = "imperative",
                                         [TssaVerdictCause] = "cause"};
  report_t *report = user;
  report->lines =
      realloc(report->lines, (report->count + 1) * sizeof *report->lines);
  if (!report->lines)
    exit(TOOL_REJECTED);
  char where[1024];
  location_format(explanation->location, where, sizeof where);
  const char *outcome = outcomes[explanation->verdict];
  text_t function = {0};
  text_printf(&function, "@%.*s", (int)explanation->function.length,
              explanation->function.data);
  report->lines[report->count++] = (report_line_t){
      copy(where, strlen(where)),  function.text,
      copy_ref(explanation->op),   copy(outcome, strlen(outcome)),
      copy_ref(explanation->root), copy_ref(explanation->path),
      copy_ref(explanation->note)};
}

bool report_create(const program_t *program, TssaErrors errors,
                   report_t *report) {
  *report = (report_t){0};
  TssaPipelineOptions options;
  tssaPipelineOptionsInit(&options);
  options.errors = errors;
  bool ok = mlirLogicalResultIsSuccess(
      tssaExplain(program->module, &options, add_line, report));
  if (!ok)
    report_destroy(report);
  return ok;
}

void report_destroy(report_t *report) {
  for (size_t i = 0; i < report->count; ++i) {
    report_line_t *line = &report->lines[i];
    char *fields[] = {line->location, line->function, line->op,  line->outcome,
                      line->root,     line->path,     line->note};
    for (size_t j = 0; j < sizeof fields / sizeof *fields; ++j)
      free(fields[j]);
  }
  free(report->lines);
  *report = (report_t){0};
}

bool report_is_mutation(const report_line_t *line) {
  return strcmp(line->outcome, "cause") != 0;
}

const char *report_reason(const report_t *report, MlirStringRef function) {
  for (size_t i = 0; i < report->count; ++i) {
    const report_line_t *line = &report->lines[i];
    const char *name = line->function + 1;
    if (strcmp(line->outcome, "functional") != 0 &&
        strlen(name) == function.length &&
        memcmp(name, function.data, function.length) == 0)
      return line->note;
  }
  return NULL;
}
