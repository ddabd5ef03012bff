// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether runs of one function on equal inputs ended equally.

#ifndef TENSORSSA_TOOLS_TSSA_COMPARE_H
#define TENSORSSA_TOOLS_TSSA_COMPARE_H

#include "arguments.h"

/// One way to run a function, and how a run ended.
typedef struct run_t {
  const char *way;
  tssa_status_t status;
  tssa_error_t error;
  tssa_value_t *outputs;
  memory_t memory;
} run_t;

/// What may differ.
typedef struct rules_t {
  /// Which arguments the function may write.
  const bool *written;
  /// Whether arguments are compared after an error too.
  bool precise;
} rules_t;

/// Appends what differs between `expected` and `actual` to `differences`, each
/// on a line of its own.
void runs_compare(const function_t *function, const inputs_t *inputs,
                  const run_t *expected, const run_t *actual,
                  const rules_t *rules, text_t *differences);

#endif // TENSORSSA_TOOLS_TSSA_COMPARE_H
