// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What functionalization needs to know of a function before it changes
// anything: the ops on refs in program order, which arguments are read and
// written, and what, if anything, keeps the function or a part of it
// imperative.

#ifndef TENSORSSA_LIB_TRANSFORMS_FUNCTIONPLAN_H
#define TENSORSSA_LIB_TRANSFORMS_FUNCTIONPLAN_H

#include "AliasClasses.h"
#include "StorageArguments.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tssa {

/// Why a function or a part of it stays imperative, and what would lift it.
struct Blocker {
  Operation *op;
  std::string reason;
  /// The refs and lists whose storages stay imperative for it.
  SmallVector<Value> refs = {};
  /// Whether the whole function stays imperative, whatever the refs.
  bool isWhole = false;
};

/// The functions of a module that are called with refs, or whose address is
/// taken, each with one such op.
using RefCallees = DenseMap<Operation *, Operation *>;
/// `*growsStorages` becomes whether a storage grows anywhere.
RefCallees collectRefCallees(ModuleOp module, bool *growsStorages = nullptr);

class PureCalls;

struct FunctionPlan {
  func::FuncOp function;
  /// Says of a call why it was not made by value; may be null.
  PureCalls *calls = nullptr;
  AliasForest forest;
  /// Every op with a ref operand or result, in program order.
  SmallVector<Operation *> refOps;
  /// By argument number: whether its contents are used, whether they change or,
  /// of what stays imperative, may.
  llvm::BitVector readArguments, writtenArguments;
  /// The arguments that `as_strided` is applied to.
  StorageArguments storageArguments;
  /// Checks for overlap that fail whenever they run: because their target
  /// overlaps itself, which it may do unless it is empty, or the source in
  /// part.
  enum class Overlap { Self, SelfUnlessEmpty, Source };
  DenseMap<Operation *, Overlap> failingChecks;
  /// Whether storages may move in the function (see StorageGrowth.h).
  bool hasMovingStorages = false;
  /// Merges of refs that could not be split, and why, if any.
  ArrayRef<Blocker> merges;
  /// Empty if the whole function can be functionalized.
  SmallVector<Blocker> blockers;
  /// Whether nothing of the function can be.
  bool staysImperative = false;

  explicit FunctionPlan(func::FuncOp function) : function(function) {}

  /// Fills in everything from the function's body. With `precise`, a check
  /// must not follow a write to an argument.
  void analyze(const RefCallees &callees, bool precise);

  /// Whether a part of the function stays imperative and another does not.
  bool isPartial() const { return !staysImperative && !blockers.empty(); }
  /// Whether the storages that a ref or list may name stay imperative.
  bool isImperative(Value ref) {
    return !reasons.empty() && reasons.contains(getClasses().get(ref));
  }
  /// Whether an op stays as it is.
  bool isImperative(Operation *op);
  /// Why the storages of an imperative ref stay so.
  const Blocker &getReason(Value ref) {
    return blockers[reasons.lookup(getClasses().get(ref))];
  }
  /// How many arguments and allocations become versions.
  unsigned countFunctionalRoots();

private:
  void block(Operation *op, const Twine &reason, ArrayRef<Value> refs = {},
             bool isWhole = false);
  std::string describeUnsupported(Operation *op);
  void checkParallel(Operation *op);
  void collectUnusedViews();
  bool classify(Operation *op);
  void checkAlias(AliasOpInterface op);
  void checkMutation(MutationOpInterface op);
  bool leavesArgument(const AliasPath &path);
  void checkOverlap(CheckOverlapOp op);
  void checkView(CheckViewOp op);
  SmallVector<Value> getChangedArguments();
  void checkErrorOrder(Region &region, Operation *&write);
  bool writesArgument(Operation *op);

  // PartialPlan.cpp
  void decide(const RefCallees &callees, bool precise);
  void markImperative();
  bool checkChoices();
  bool checkMerges();
  bool checkReached(const RefCallees &callees);
  bool checkArguments();
  bool checkStorages();
  bool checkErrors();
  void checkRegions();
  void checkRoots();

  /// What may name one storage, found out once something stays imperative.
  AliasClasses &getClasses();

  std::optional<AliasClasses> classes;
  /// The refs of each check for overlap that is left to run time.
  SmallVector<std::pair<Value, Value>> compared;
  /// By class that stays imperative: the number of the first blocker of it.
  DenseMap<unsigned, unsigned> reasons;
  /// Classes whose storages may change in a way that is not followed.
  DenseSet<unsigned> writtenClasses;
  /// Checks for overlap that are left to run time.
  DenseSet<Operation *> openChecks;
  /// Views that nothing comes of.
  DenseSet<Operation *> unusedViews;
  /// Arguments that `as_strided` reaches beyond what is known of them.
  DenseSet<Value> leftArguments;
  /// Region ops already found able to carry versions.
  DenseSet<Operation *> carriers;
};

/// Whether executing `op` may record an error.
bool mayFail(Operation *op);

/// An op's name in quotes.
std::string quoted(Operation *op);

/// Whether a list holds refs, directly or in lists.
bool isListOfRefs(Type type);

/// Whether `type` names storage: a ref or a list that holds refs. A list of
/// numbers stays an object of the runtime, which hinders nothing.
bool isImperativeType(Type type);

/// Whether a list that holds refs is made of them where it is returned, after
/// everything that changes storages.
bool isResultList(ListCreateOp op);

/// Whether `op` appends to such a list. How long it becomes may be known only
/// at run time.
bool isResultAppend(Operation *op);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_FUNCTIONPLAN_H
