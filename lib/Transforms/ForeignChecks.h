// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks in front of ops of upstream's dialects, whose preconditions hold by
// contract where they come from a compiler, but not in a program.

#ifndef TENSORSSA_LIB_TRANSFORMS_FOREIGNCHECKS_H
#define TENSORSSA_LIB_TRANSFORMS_FOREIGNCHECKS_H

#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"

namespace mlir::tssa {

/// What is known of sizes where an op stands.
struct SizeFacts {
  /// Whether two sizes have been found equal before; from now on they are.
  function_ref<bool(SizeKey, SizeKey)> learnEqual;
  /// The tensor whose sizes a result of elementwise ops has.
  DenseMap<Value, Value> &origins;
};

/// Inserts checks of what `op` requires: indices of `tensor.extract` and
/// `insert`, slices, casts to static sizes, equal sizes of elementwise and
/// `linalg` operands, numbers of elements, steps of loops; a `cf.assert` is
/// replaced by a check. Fails, with an error, where there is no place for a
/// check: in the body of a `linalg` op.
LogicalResult insertForeignChecks(OpBuilder &builder, Operation *op,
                                  SizeFacts facts);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_FOREIGNCHECKS_H
