// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views that never exist, as the check in front of them always fails.

#ifndef TENSORSSA_LIB_TRANSFORMS_FAILINGVIEWS_H
#define TENSORSSA_LIB_TRANSFORMS_FAILINGVIEWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

namespace mlir::tssa {

/// Replaces each `tssa.check_view` that fails for every storage of the static
/// sizes of its root by a check of a constant with the same error, and views
/// behind it that never exist by storages of their own. The function means
/// what it did.
void cutFailingViews(func::FuncOp function);

/// Whether there is a small storage for a dead ref of this type, and one, of
/// the sizes that are static; the others are 0.
bool hasPlaceholder(RefType type);
Value buildPlaceholder(OpBuilder &builder, Location loc, RefType type);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_FAILINGVIEWS_H
