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

/// Runs the first stage on every function of the module that is untouched or
/// was found imperative before.
LogicalResult rewriteMutations(ModuleOp module, const RewriteOptions &options);

/// Run the second and third stage on one function, which must be at the stage
/// before.
LogicalResult propagateVersions(func::FuncOp function);
LogicalResult renameVersions(func::FuncOp function);

/// Emits an error for functions that are not where `pass` can take them on:
/// some defined function neither imperative nor at `expected`, nor beyond.
LogicalResult expectStage(ModuleOp module, StringRef pass, Stage expected);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_STAGES_H
