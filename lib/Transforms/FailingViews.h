// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views that never exist, as the check in front of them always fails.

#ifndef TENSORSSA_LIB_TRANSFORMS_FAILINGVIEWS_H
#define TENSORSSA_LIB_TRANSFORMS_FAILINGVIEWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::tssa {

/// Replaces each `tssa.check_view` that fails for every storage of the static
/// sizes of its root by a check of a constant with the same error, and views
/// behind it that never exist by storages of their own. The function means
/// what it did.
void cutFailingViews(func::FuncOp function);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_FAILINGVIEWS_H
