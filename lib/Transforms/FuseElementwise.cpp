// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-fuse-elementwise`: upstream's patterns under a limit of our own, which
// upstream's pass does not take.

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tensorssa/Transforms/Passes.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {
struct FuseElementwisePass
    : public tssa::impl::FuseElementwisePassBase<FuseElementwisePass> {
  using Base::Base;

  void runOnOperation() override {
    WalkResult found = getOperation().walk(
        [](linalg::LinalgOp) { return WalkResult::interrupt(); });
    if (!found.wasInterrupted())
      return;
    auto mayFold = [](OpOperand *operand) {
      Operation *producer = operand->get().getDefiningOp();
      return producer && producer->hasOneUse();
    };
    auto mayFuse = [&](OpOperand *operand) {
      if (!mayFold(operand))
        return false;
      auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
      auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
      // A body's list of ops does not know its length.
      return !producer || !consumer ||
             llvm::hasNItemsOrLess(
                 llvm::concat<Operation>(
                     producer.getBody()->without_terminator(),
                     consumer.getBody()->without_terminator()),
                 maxBody);
    };
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(patterns, mayFuse);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, mayFold);
    linalg::populateConstantFoldLinalgOperations(patterns, mayFold);
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, &getContext());
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                         &getContext());
    getContext()
        .getLoadedDialect<linalg::LinalgDialect>()
        ->getCanonicalizationPatterns(patterns);
    // Producers first: a consumer is fused with all of its producer at once.
    // What is cast to a static type does not have it before it is checked.
    FrozenRewritePatternSet frozen(
        std::move(patterns),
        {"(anonymous namespace)::FoldTensorCastConsumerOp"});
    (void)applyPatternsGreedily(getOperation(), frozen,
                                GreedyRewriteConfig().setUseTopDownTraversal());
  }
};
} // namespace
