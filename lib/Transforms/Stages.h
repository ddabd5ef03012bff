// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three stages of functionalization as functions, shared by their own
// passes and by tssa-functionalize.

#ifndef TENSORSSA_LIB_TRANSFORMS_STAGES_H
#define TENSORSSA_LIB_TRANSFORMS_STAGES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "tensorssa/Transforms/Passes.h"

namespace mlir::tssa {

struct RewriteOptions {
  FallbackMode fallback = FallbackMode::Remark;
  ErrorMode errors = ErrorMode::Fast;
  bool report = false;
  /// Whether what a block has written is known to what follows in the block
  /// without a `tssa.current`, and a `tssa.update` stands only where the block
  /// is left or a region entered. The stages by themselves are not run so: what
  /// they give is looked at, and survives other passes, use by use.
  bool local = false;
};

/// Function attribute: stays imperative, by decision of the first stage.
inline constexpr StringLiteral kImperativeAttr = "tssa.imperative";

/// Where a function stands.
enum class Stage {
  Declared,
  Untouched,
  Imperative,
  Rewritten,
  Propagated,
  Functional
};
Stage getStage(func::FuncOp function);

/// Calls `visit` for every function of a module, without a look at what is in
/// them: to read all ops costs as much as to change them once the IR is larger
/// than the caches.
WalkResult walkFunctions(ModuleOp module,
                         function_ref<WalkResult(func::FuncOp)> visit);

/// Runs the first stage on every function of the module that is untouched or
/// was found imperative before. Adds to `flat` those which change storages at
/// the top level only, where the second stage has nothing to do.
LogicalResult rewriteMutations(ModuleOp module, const RewriteOptions &options,
                               DenseSet<Operation *> *flat = nullptr);

/// Run the second and third stage on one function, which must be at the stage
/// before.
LogicalResult propagateVersions(func::FuncOp function, bool isFlat = false);
LogicalResult renameVersions(func::FuncOp function);

/// Emits an error for functions that are not where `pass` can take them on:
/// some defined function neither imperative nor at `expected`, nor beyond.
LogicalResult expectStage(ModuleOp module, StringRef pass, Stage expected);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_STAGES_H
