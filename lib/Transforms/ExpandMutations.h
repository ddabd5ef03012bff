// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pure form of an op of another dialect that mutates, wherever it is asked
// for.

#ifndef TENSORSSA_LIB_TRANSFORMS_EXPANDMUTATIONS_H
#define TENSORSSA_LIB_TRANSFORMS_EXPANDMUTATIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

namespace mlir::tssa {

/// The new contents of each mutated ref of `op`, as many as it has; the values
/// for its results go into `replacements`. Emits an error where the op does not
/// keep to its interface.
FailureOr<SmallVector<Value>>
buildPureForm(MutationOpInterface op, OpBuilder &builder, ValueRange readValues,
              ValueRange mutatedValues, SmallVectorImpl<Value> &replacements);

/// Replaces each mutation but `tssa.write` by reads, its pure form and writes.
LogicalResult expandMutations(ModuleOp module);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_EXPANDMUTATIONS_H
