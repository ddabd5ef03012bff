// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stage that is wrong on purpose, to see that what judges the compiler
// notices: the comparison of three ways (`tssa validate`), the fuzzer. In each
// functional function one thing goes wrong, number `at` of its kind:
//
//   drop-assign    a part is not replaced: an assign gives its destination
//   swap-versions  two uses of two versions of one type are exchanged
//   weaken-path    a comparison of two overlapping paths says `disjoint` while
//                  the canonicalizer forwards reads past assigns
//
// A function without that many is left as it is; what is done is a remark. With
// `validate` the pass asks the validator as `tssa-functionalize` does.

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tensorssa/Analysis/AccessPath.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Transforms/Validator.h"

using namespace mlir;
using namespace mlir::tssa;

namespace {

enum class Fault { DropAssign, SwapVersions, WeakenPath };

struct TestWrongStagePass
    : PassWrapper<TestWrongStagePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestWrongStagePass)

  TestWrongStagePass() = default;
  TestWrongStagePass(const TestWrongStagePass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-tssa-wrong-stage"; }
  StringRef getDescription() const final {
    return "Do one thing wrong in each functional function";
  }

  Option<Fault> fault{
      *this, "fault", llvm::cl::desc("What goes wrong"),
      llvm::cl::init(Fault::DropAssign),
      llvm::cl::values(
          clEnumValN(Fault::DropAssign, "drop-assign",
                     "An assign gives its destination"),
          clEnumValN(Fault::SwapVersions, "swap-versions",
                     "Two uses of two versions of one type are exchanged"),
          clEnumValN(Fault::WeakenPath, "weaken-path",
                     "A comparison of overlapping paths says disjoint"))};
  Option<unsigned> at{*this, "at",
                      llvm::cl::desc("Number of the one that goes wrong"),
                      llvm::cl::init(0)};
  Option<bool> validate{*this, "validate",
                        llvm::cl::desc("Ask the validator about it"),
                        llvm::cl::init(false)};
  Option<std::string> output{*this, "output",
                             llvm::cl::desc("Folder for counterexamples"),
                             llvm::cl::init("")};

  void runOnOperation() final {
    OwningOpRef<ModuleOp> before;
    if (validate)
      before = getOperation().clone();
    spoil();
    if (validate && failed(validateTranslation(*before, getOperation(),
                                               ErrorMode::Fast, output)))
      signalPassFailure();
  }

private:
  void spoil() {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function->hasAttr(kFunctionalAttr))
        continue;
      switch (fault) {
      case Fault::DropAssign:
        dropAssign(function);
        break;
      case Fault::SwapVersions:
        swapVersions(function);
        break;
      case Fault::WeakenPath:
        weakenPath(function);
        break;
      }
    }
  }

  void dropAssign(func::FuncOp function) {
    unsigned left = at;
    function.walk([&](view::AssignOp assign) {
      if (left-- != 0)
        return WalkResult::advance();
      emitRemark(assign.getLoc()) << "dropped an assign";
      assign.replaceAllUsesWith(Value(assign.getDest()));
      assign.erase();
      return WalkResult::interrupt();
    });
  }

  /// Whether a use passes a version on or reads it, and is not arithmetic.
  static bool isOfVersion(OpOperand &use) {
    if (!isa<RankedTensorType>(use.get().getType()))
      return false;
    Operation *op = use.getOwner();
    if (auto assign = dyn_cast<view::AssignOp>(op))
      return use.get() == assign.getDest();
    return isa<view::AccessOp, WriteOp, MaterializeResultOp>(op) ||
           op->hasTrait<OpTrait::IsTerminator>() || op->getNumRegions() > 0;
  }

  void swapVersions(func::FuncOp function) {
    SmallVector<OpOperand *> uses;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (OpOperand &use : op->getOpOperands())
        if (isOfVersion(use))
          uses.push_back(&use);
    });
    DominanceInfo dominance(function);
    auto mayUse = [&](OpOperand *use, Value version) {
      return dominance.properlyDominates(version, use->getOwner());
    };
    unsigned left = at;
    for (auto [i, first] : llvm::enumerate(uses))
      for (OpOperand *second : ArrayRef(uses).drop_front(i + 1)) {
        Value a = first->get(), b = second->get();
        if (a == b || a.getType() != b.getType() || !mayUse(first, b) ||
            !mayUse(second, a) || left-- != 0)
          continue;
        emitRemark(first->getOwner()->getLoc()) << "exchanged two versions";
        first->set(b);
        second->set(a);
        return;
      }
  }

  void weakenPath(func::FuncOp function) {
    RewritePatternSet patterns(&getContext());
    view::AccessOp::getCanonicalizationPatterns(patterns, &getContext());
    view::WeakenedComparison weakened(at);
    (void)applyPatternsGreedily(function, std::move(patterns));
    if (weakened.happened())
      emitRemark(function.getLoc()) << "weakened a comparison of paths";
  }
};

} // namespace

namespace mlir::tssa {
void registerTestWrongStagePass() {
  // A plugin is asked for each context.
  static PassRegistration<TestWrongStagePass> registration;
}
} // namespace mlir::tssa
