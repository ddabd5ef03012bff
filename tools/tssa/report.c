// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collecting the report of functionalization.

#include "report.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Pass.h"
#include <stdlib.h>
#include <string.h>

static const char tag[] = "[tssa-report] ";

static char *copy(const char *text, size_t length) {
  char *result = tool_alloc(length + 1, 1);
  memcpy(result, text, length);
  return result;
}

/// Splits the remark's text at " | ".
static void add_line(report_t *report, MlirLocation location,
                     const char *text) {
  report->lines =
      realloc(report->lines, (report->count + 1) * sizeof *report->lines);
  if (!report->lines)
    exit(TOOL_REJECTED);
  char *fields[REPORT_FIELDS];
  for (int i = 0; i < REPORT_FIELDS; ++i) {
    const char *end = i + 1 < REPORT_FIELDS ? strstr(text, " | ") : NULL;
    size_t length = end ? (size_t)(end - text) : strlen(text);
    fields[i] = copy(text, length);
    text = end ? end + 3 : text + length;
  }
  char where[1024];
  location_format(location, where, sizeof where);
  report->lines[report->count++] = (report_line_t){copy(where, strlen(where)),
                                                   fields[0],
                                                   fields[1],
                                                   fields[2],
                                                   fields[3],
                                                   fields[4],
                                                   fields[5]};
}

static MlirLogicalResult collect(MlirDiagnostic diagnostic, void *report) {
  if (mlirDiagnosticGetSeverity(diagnostic) != MlirDiagnosticRemark)
    return mlirLogicalResultFailure();
  text_t text = {0};
  mlirDiagnosticPrint(diagnostic, text_callback, &text);
  if (text.text && strncmp(text.text, tag, sizeof tag - 1) == 0)
    add_line(report, mlirDiagnosticGetLocation(diagnostic),
             text.text + sizeof tag - 1);
  text_free(&text);
  return mlirLogicalResultSuccess();
}

bool report_create(const program_t *program, TssaErrors errors,
                   report_t *report) {
  *report = (report_t){0};
  const char *mode = errors == TssaErrorsPrecise ? "precise" : "fast";
  char pipeline[512];
  snprintf(pipeline, sizeof pipeline,
           "builtin.module(tssa-inline-calls,tssa-merge-arguments,"
           "tssa-insert-checks,"
           "func.func(tssa-sequentialize-loops),"
           "tssa-split-results,tssa-merge-arguments,"
           "tssa-unpack-list-arguments{errors=%s},"
           "func.func(tssa-forward-lists),"
           "tssa-split-results,tssa-merge-arguments,"
           "tssa-specialize-functions{errors=%s},"
           "tssa-functionalize{report=true errors=%s})",
           mode, mode, mode);
  MlirPassManager manager = mlirPassManagerCreate(program->context);
  text_t message = {0};
  if (mlirLogicalResultIsFailure(mlirParsePassPipeline(
          mlirPassManagerGetAsOpPassManager(manager),
          mlirStringRefCreateFromCString(pipeline), text_callback, &message))) {
    fprintf(stderr, "error: %s\n", message.text ? message.text : pipeline);
    text_free(&message);
    mlirPassManagerDestroy(manager);
    return false;
  }
  MlirOperation clone =
      mlirOperationClone(mlirModuleGetOperation(program->module));
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(
      program->context, collect, report, NULL);
  bool ok = mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, clone));
  mlirContextDetachDiagnosticHandler(program->context, handler);
  mlirPassManagerDestroy(manager);
  mlirOperationDestroy(clone);
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
    const char *name =
        line->function[0] == '@' ? line->function + 1 : line->function;
    if (strcmp(line->outcome, "functional") != 0 &&
        strlen(name) == function.length &&
        memcmp(name, function.data, function.length) == 0)
      return line->note;
  }
  return NULL;
}
