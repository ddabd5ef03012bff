// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa-functionalize: the three stages in one pass.

#include "Stages.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Transforms/Validator.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_FUNCTIONALIZEPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {
struct FunctionalizePass
    : tssa::impl::FunctionalizePassBase<FunctionalizePass> {
  using Base::Base;
  void runOnOperation() final {
    OwningOpRef<ModuleOp> before;
    if (validate)
      before = getOperation().clone();
    DenseSet<Operation *> flat;
    if (failed(expectStage(getOperation(), getArgument(), Stage::Untouched)) ||
        failed(rewriteMutations(
            getOperation(), {fallback, errors, report, /*local=*/true}, &flat)))
      return signalPassFailure();
    WalkResult result =
        walkFunctions(getOperation(), [&](func::FuncOp function) {
          bool isFlat = flat.contains(function);
          return getStage(function) == Stage::Rewritten &&
                         (failed(propagateVersions(function, isFlat)) ||
                          failed(renameVersions(function)))
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        });
    if (result.wasInterrupted() ||
        (validate && failed(validateTranslation(*before, getOperation(), errors,
                                                validateOutput))))
      signalPassFailure();
  }
};
} // namespace
