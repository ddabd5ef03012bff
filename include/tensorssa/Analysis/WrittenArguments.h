// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which ref arguments of a function a call may write to.

#ifndef TENSORSSA_ANALYSIS_WRITTENARGUMENTS_H
#define TENSORSSA_ANALYSIS_WRITTENARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/BitVector.h"
#include <memory>

namespace mlir::tssa {

/// Follows each ref argument through views, merges, loops, lists and calls.
/// Never misses a write; may report one that cannot happen. With `storagesOnly`
/// a change of a list itself is no write, only one of its elements' storages.
class WrittenArguments {
public:
  explicit WrittenArguments(ModuleOp module, bool storagesOnly = false);

  /// One bit per argument of `function`.
  const llvm::BitVector &get(func::FuncOp function);

private:
  bool isWritten(func::FuncOp function, BlockArgument argument);

  SymbolTable symbols;
  bool storagesOnly;
  /// What is written of what lists hold, which a change of a list is not.
  std::unique_ptr<WrittenArguments> elements;
  DenseMap<Operation *, llvm::BitVector> known;
};

} // namespace mlir::tssa

#endif // TENSORSSA_ANALYSIS_WRITTENARGUMENTS_H
