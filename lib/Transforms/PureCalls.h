// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that pass refs, made by value: the callee gets a version that takes
// what the refs hold and gives what they hold afterwards.

#ifndef TENSORSSA_LIB_TRANSFORMS_PURECALLS_H
#define TENSORSSA_LIB_TRANSFORMS_PURECALLS_H

#include "StorageArguments.h"
#include "StorageGrowth.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "tensorssa/Analysis/CallSummaries.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tssa {

class PureCalls {
public:
  /// With `precise`, what a failed callee has written must be seen.
  PureCalls(ModuleOp module, SymbolTable &symbols, bool precise)
      : summaries(module), symbols(symbols), precise(precise),
        growing(findGrowingFunctions(module)) {}

  /// Whether storages may grow around a function.
  bool isGrowing(func::FuncOp function) const {
    return growing.contains(function);
  }

  /// Why the call cannot be made by value; empty if it can. `forest` is that of
  /// the caller.
  std::string getObstacle(func::CallOp call, AliasForest &forest);

  /// Makes every call of `function` that passes refs one by value. False if
  /// some call cannot be; those before it may have been rewritten.
  bool rewrite(func::FuncOp function);

  /// By number, the arguments of the function rewritten last that must be all
  /// of their storage, as far as it is named, for that to be right.
  StorageReaches takeWholeArguments() {
    return std::exchange(wholeArguments, {});
  }

  /// The body of `function` has moved to `original`; it is now one of two.
  void noteBodies(func::FuncOp function, func::FuncOp original,
                  func::FuncOp other) {
    bodies[function] = original;
    candidates.insert(original);
    candidates.insert(other);
  }

  /// Functions that may have become unused.
  const SetVector<Operation *> &getCandidates() const { return candidates; }

private:
  bool rewriteCalls(func::FuncOp function);
  std::string checkLayouts(func::CallOp call, const CallSummary &summary,
                           AliasForest &forest, bool isRewritten);
  void rewriteCall(func::CallOp call, func::FuncOp callee);
  func::FuncOp getPureVersion(func::FuncOp callee, Location callLoc);
  void buildBody(func::FuncOp pure, func::FuncOp callee, Location loc);

  CallSummaries summaries;
  SymbolTable &symbols;
  bool precise;
  DenseSet<Operation *> growing;
  DenseMap<Operation *, func::FuncOp> pureVersions, bodies;
  SmallVector<func::FuncOp> worklist;
  StorageReaches wholeArguments;
  SetVector<Operation *> candidates;
};

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_PURECALLS_H
