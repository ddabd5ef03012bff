// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What functionalization made of a program, mutation by mutation, as
// `tssaExplain` gives it, kept.

#ifndef TENSORSSA_TOOLS_TSSA_REPORT_H
#define TENSORSSA_TOOLS_TSSA_REPORT_H

#include "tool.h"

/// One mutation; or an op that is none, to which it is due that something stays
/// imperative.
typedef struct report_line_t {
  /// "file:line:col", or empty.
  char *location;
  /// The function begins with @.
  char *function, *op, *outcome, *root, *path, *note;
} report_line_t;

typedef struct report_t {
  size_t count;
  report_line_t *lines;
} report_t;

/// Functionalizes a copy of the program and collects the report. On failure the
/// reason is on stderr.
bool report_create(const program_t *program, TssaErrors errors,
                   report_t *report);
void report_destroy(report_t *report);

/// Whether a line is about a mutation.
bool report_is_mutation(const report_line_t *line);

/// Why `function` stays imperative, as far as the report says; NULL if it does
/// not say.
const char *report_reason(const report_t *report, MlirStringRef function);

#endif // TENSORSSA_TOOLS_TSSA_REPORT_H
