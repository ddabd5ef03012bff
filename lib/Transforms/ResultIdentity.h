// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which storage each result lies in: what a functional function returns in
// place of refs, and how its signature says so.

#ifndef TENSORSSA_LIB_TRANSFORMS_RESULTIDENTITY_H
#define TENSORSSA_LIB_TRANSFORMS_RESULTIDENTITY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tssa {

/// Stands for storage of its own among the numbers of arguments.
inline constexpr int64_t kFreshStorage = -1;

/// Lets `op`, in stage 1, return arguments, fresh storages made of the newest
/// versions of allocations, or views of either, also under the conditions of
/// result choices, and marks the results of the function accordingly. The lists
/// in `lists` are results and hold what results are; those that are appended to
/// are made behind `end`, where nothing changes any more. `getPath` is the
/// forest's, with operands as they are by now. What `isImperative` holds of
/// stays as it is; no choice is between such and others.
void nameResults(func::FuncOp function, AliasForest &forest,
                 function_ref<AliasPath(Value)> getPath,
                 function_ref<bool(Value)> isImperative, func::ReturnOp op,
                 Operation *end, ArrayRef<ListCreateOp> lists);

/// Whether a list is appended to.
bool hasAppends(ListCreateOp list);

/// Calls `visit` with each ref that `ref` may be, looking into what chooses
/// between refs: `arith.select`, `scf.if`, `scf.index_switch`.
void forEachChoice(Value ref, function_ref<void(Value)> visit);

/// The storages that result `number` is said to lie in; empty if nothing or
/// something contradictory is said.
llvm::SmallSetVector<int64_t, 4> getDeclaredStorages(func::FuncOp function,
                                                     unsigned number);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_RESULTIDENTITY_H
