// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `canonicalize` turns branches that only yield into `arith.select`. On tensors
// and refs that is control flow all the same: one of two, whose sizes may
// differ.

#ifndef TENSORSSA_TRANSFORMS_SELECTS_H
#define TENSORSSA_TRANSFORMS_SELECTS_H

#include "mlir/IR/Operation.h"

namespace mlir::tssa {

/// Turns every `arith.select` inside `root` that picks one of two values of a
/// type that `isWhole` accepts by a single condition into an `scf.if`.
void expandSelects(Operation *root, function_ref<bool(Type)> isWhole);

} // namespace mlir::tssa

#endif // TENSORSSA_TRANSFORMS_SELECTS_H
