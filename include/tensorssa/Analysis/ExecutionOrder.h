// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of two operations in structured control flow may run after the other.
// "Structured" means regions of one block under the region ops of `scf`; every
// other op is a leaf that runs as a whole, whatever its regions hold.

#ifndef TENSORSSA_ANALYSIS_EXECUTIONORDER_H
#define TENSORSSA_ANALYSIS_EXECUTIONORDER_H

#include "mlir/IR/Operation.h"

namespace mlir::tssa {

/// Whether `op` is control flow whose regions are looked into.
bool isStructuredControlFlow(Operation *op);

/// Whether a region of `op` may run more than once each time `op` runs.
bool isStructuredLoop(Operation *op);

/// Whether `use` may run after `write` within one life of a value that is
/// defined in `scope`: a loop inside `scope` that holds both brings `use` round
/// again, a loop around `scope` defines another value on each trip. Branches of
/// one op exclude each other. What an op holds runs after the op has begun; an
/// op does not run after itself.
bool mayExecuteAfter(Operation *use, Operation *write, Region *scope);

/// Whether the two may run on different trips of a loop within one life of a
/// value defined in `scope`, so that values of the loop may differ between
/// them.
bool isRepeatedWith(Operation *lhs, Operation *rhs, Region *scope);

/// Whether `op` may run again within one life of a value defined in `scope`.
bool executesAgain(Operation *op, Region *scope);

/// The innermost op that holds both (or is one of them) lifted to one block:
/// the op of `lhs`'s side.
Operation *liftToCommonBlock(Operation *lhs, Operation *rhs);

} // namespace mlir::tssa

#endif // TENSORSSA_ANALYSIS_EXECUTIONORDER_H
