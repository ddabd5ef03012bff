// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches of which it is known before the run which way they go.

#ifndef TENSORSSA_LIB_TRANSFORMS_DECIDEBRANCHES_H
#define TENSORSSA_LIB_TRANSFORMS_DECIDEBRANCHES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::tssa {

/// Whether an op is one that `decideBranches` looks at.
bool mayBeDecided(Operation *op);

/// Puts the region that is taken in place of branches on constants, and the
/// body in place of loops of constant bounds that have one trip; those that
/// have none go.
void decideBranches(func::FuncOp function);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_DECIDEBRANCHES_H
