// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What functionalization needs to know of a function before it changes
// anything: the ops on refs in program order, which arguments are read and
// written, and what, if anything, keeps the function imperative.

#ifndef TENSORSSA_LIB_TRANSFORMS_FUNCTIONPLAN_H
#define TENSORSSA_LIB_TRANSFORMS_FUNCTIONPLAN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tssa {

/// Why a function stays imperative, and what would lift it.
struct Blocker {
  Operation *op;
  std::string reason;
};

/// The functions of a module that are called with refs, or whose address is
/// taken, each with one such op.
using RefCallees = DenseMap<Operation *, Operation *>;
RefCallees collectRefCallees(ModuleOp module);

class PureCalls;

struct FunctionPlan {
  func::FuncOp function;
  /// Says of a call why it was not made by value; may be null.
  PureCalls *calls = nullptr;
  AliasForest forest;
  /// Every op with a ref operand or result, in program order.
  SmallVector<Operation *> refOps;
  /// By argument number: whether its contents are used, whether they change.
  llvm::BitVector readArguments, writtenArguments;
  /// Merges of refs that could not be split, and why, if any.
  ArrayRef<Blocker> merges;
  /// Empty if the function can be functionalized.
  SmallVector<Blocker> blockers;

  explicit FunctionPlan(func::FuncOp function) : function(function) {}

  /// Fills in everything from the function's body. With `precise`, a check
  /// must not follow a write to an argument.
  void analyze(const RefCallees &callees, bool precise);

private:
  void block(Operation *op, const Twine &reason);
  std::string describeUnsupported(Operation *op);
  void checkParallel(Operation *op);
  bool classify(Operation *op);
  void checkAlias(AliasOpInterface op);
  void checkMutation(MutationOpInterface op);
  void checkOverlap(CheckOverlapOp op);
  void checkView(CheckViewOp op);
  void checkArguments();
  void checkErrorOrder(Region &region, Operation *&write);
  bool writesArgument(Operation *op) { return argumentWrites.contains(op); }

  DenseSet<Operation *> argumentWrites;
  /// Region ops already found able to carry versions.
  DenseSet<Operation *> carriers;
};

/// Whether executing `op` may record an error.
bool mayFail(Operation *op);

/// Whether `type` names storage: a ref or a list that holds refs. A list of
/// numbers stays an object of the runtime, which hinders nothing.
bool isImperativeType(Type type);

/// Whether a list that holds refs is made of them where it is returned, after
/// everything that changes storages.
bool isResultList(ListCreateOp op);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_FUNCTIONPLAN_H
