// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small changes that make a program smaller.

#ifndef TENSORSSA_TOOLS_TSSA_FUZZ_EDITS_H
#define TENSORSSA_TOOLS_TSSA_FUZZ_EDITS_H

#include "mlir-c/IR.h"
#include <stdbool.h>

typedef enum edit_t {
  /// A function that nothing calls goes.
  EDIT_FUNCTION,
  /// An op without used results goes.
  EDIT_ERASE,
  /// The body of a region op takes its place; `variant` chooses the region.
  EDIT_INLINE,
  /// A value takes the place of an op's results; `variant` chooses which.
  EDIT_REPLACE,
  /// A result of a function goes; `variant` chooses which.
  EDIT_RESULT,
  /// An argument without a use goes; `variant` chooses which.
  EDIT_ARGUMENT,
  NUM_EDITS
} edit_t;

/// Applies an edit to the op at position `index` of the module, counted in the
/// order of a walk. False if it does not apply there; the module is then as it
/// was. What it makes need not be valid.
bool edit_apply(MlirModule module, edit_t edit, intptr_t index, int variant);

/// Number of ops, the module's own not counted.
intptr_t edit_count(MlirModule module);

#endif // TENSORSSA_TOOLS_TSSA_FUZZ_EDITS_H
