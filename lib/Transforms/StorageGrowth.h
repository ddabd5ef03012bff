// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions in which storages may move, because they grow.

#ifndef TENSORSSA_LIB_TRANSFORMS_STORAGEGROWTH_H
#define TENSORSSA_LIB_TRANSFORMS_STORAGEGROWTH_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tssa {

class ErrorSites;

/// The functions in which a storage grows, those that call them, and whatever
/// all these call: what a ref names there may have moved since the ref was
/// made, and be more than the elements of the allocation that it comes from. So
/// no value of these may stand for it.
DenseSet<Operation *> findGrowingFunctions(ModuleOp module);

/// The buffer of a ref where its storage is now. For one access: as a name of
/// the storage only the ref's own buffer will do.
Value getMovedBuffer(OpBuilder &builder, Operation *user, Value buffer);

/// Lowers a `tssa.grow_storage` whose ref is a buffer by now.
void lowerGrowStorage(OpBuilder &builder, ErrorSites &sites, Operation *op);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_STORAGEGROWTH_H
