// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translation validation of a function: over symbols, for some small sizes,
// layouts and overlaps of its arguments; and counterexamples as files.

#ifndef TENSORSSA_TOOLS_TSSA_SYMBOLIC_H
#define TENSORSSA_TOOLS_TSSA_SYMBOLIC_H

#include "arguments.h"
#include "tensorssa-c/Validate.h"

typedef struct symbolic_options_t {
  TssaValidateOptions validate;
  int64_t seed;
  /// Where a counterexample is written; NULL: nowhere.
  const char *directory;
  /// What replays it, up to the inputs, such as "tssa validate f.mlir".
  const char *command;
} symbolic_options_t;

/// What was found over all shapes of the arguments.
typedef struct symbolic_report_t {
  TssaValidateOutcome outcome;
  int64_t shapes, paths, error_paths, undecided_paths, bounded_shapes;
  /// Shapes left out because there are too many elements.
  int64_t large_shapes;
  /// What differs or is not known, first.
  char message[512];
  /// The counterexample, a line for each argument, and the command.
  text_t counterexample;
} symbolic_report_t;

void symbolic_options_init(symbolic_options_t *options);

/// Compares `function` of `expected` with the one called `name` of `actual`,
/// modules of one context. False if arguments cannot be drawn; the reason is on
/// stderr.
bool symbolic_compare(const function_t *function, MlirModule expected,
                      MlirModule actual, MlirStringRef name,
                      const symbolic_options_t *options,
                      symbolic_report_t *report);
void symbolic_report_destroy(symbolic_report_t *report);

/// One line without its end: "equal on 12 paths of 6 shapes …".
void symbolic_summary(const symbolic_report_t *report, text_t *text);

#endif // TENSORSSA_TOOLS_TSSA_SYMBOLIC_H
