// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa-sequentialize-loops: loops on storages whose iterations may run at once
// run one after the other, which is one of the orders that they allow, so that
// versions can be carried through them.

#include "FunctionPlan.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "tensorssa/Transforms/Passes.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_SEQUENTIALIZELOOPSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

/// Whether an op reads or writes a storage, or part of a version.
static bool usesStorages(Operation *op) {
  return isa<view::AccessOp, view::AssignOp>(op) ||
         llvm::any_of(op->getOperandTypes(), isImperativeType) ||
         llvm::any_of(op->getResultTypes(), isImperativeType);
}

static bool holdsStorages(Operation *loop) {
  return loop
      ->walk([&](Operation *op) {
        return op != loop && usesStorages(op) ? WalkResult::interrupt()
                                              : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Moves what an iteration does to where the builder stands.
static void moveBody(RewriterBase &rewriter, OpBuilder &builder, Block *body,
                     ValueRange indices, ValueRange outputs = {}) {
  SmallVector<Value> arguments(indices);
  llvm::append_range(arguments, outputs);
  rewriter.mergeBlocks(body, builder.getInsertionBlock(), arguments);
}

/// What iterations give is joined in their order.
static void sequentialize(RewriterBase &rewriter, scf::ParallelOp loop) {
  Block *body = loop.getBody();
  auto reduce = cast<scf::ReduceOp>(body->getTerminator());
  rewriter.setInsertionPoint(loop);
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
      loop.getStep(), loop.getInitVals(),
      [&](OpBuilder &builder, Location, ValueRange indices, ValueRange soFar) {
        moveBody(rewriter, builder, body, indices);
        scf::ValueVector joined;
        for (auto [value, region, before] : llvm::zip_equal(
                 reduce.getOperands(), reduce.getReductions(), soFar)) {
          Block *join = &region.front();
          auto end = cast<scf::ReduceReturnOp>(join->getTerminator());
          rewriter.inlineBlockBefore(join, reduce, {before, value});
          joined.push_back(end.getResult());
          rewriter.eraseOp(end);
        }
        rewriter.eraseOp(reduce);
        return joined;
      });
  rewriter.replaceOp(loop, nest.results);
}

/// Every iteration sees the outputs as they were before the loop, and inserts
/// its parts into what the iterations before it left.
static void sequentialize(RewriterBase &rewriter, scf::ForallOp loop) {
  Block *body = loop.getBody();
  scf::InParallelOp end = loop.getTerminator();
  if (!llvm::all_of(end.getYieldingOps(),
                    llvm::IsaPred<tensor::ParallelInsertSliceOp>))
    return;
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> outputs(loop.getOutputs());
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loop.getLoc(), loop.getLowerBound(rewriter),
      loop.getUpperBound(rewriter), loop.getStep(rewriter), outputs,
      [&](OpBuilder &builder, Location, ValueRange indices, ValueRange soFar) {
        scf::ValueVector left(soFar.begin(), soFar.end());
        OpBuilder parts(end);
        for (Operation &op : end.getYieldingOps()) {
          auto part = cast<tensor::ParallelInsertSliceOp>(op);
          auto output = cast<BlockArgument>(part.getDest());
          Value &dest = left[output.getArgNumber() - loop.getRank()];
          dest = tensor::InsertSliceOp::create(
              parts, part.getLoc(), part.getSource(), dest,
              part.getMixedOffsets(), part.getMixedSizes(),
              part.getMixedStrides());
        }
        rewriter.eraseOp(end);
        moveBody(rewriter, builder, body, indices, outputs);
        return left;
      });
  rewriter.replaceOp(loop, nest.results);
}

namespace {
struct SequentializeLoopsPass
    : tssa::impl::SequentializeLoopsPassBase<SequentializeLoopsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    // Inner loops first: what is around them moves their ops.
    getOperation()->walk<WalkOrder::PostOrder>([&](Operation *op) {
      if (!isa<scf::ParallelOp, scf::ForallOp>(op) || !holdsStorages(op))
        return;
      if (auto loop = dyn_cast<scf::ParallelOp>(op))
        sequentialize(rewriter, loop);
      else
        sequentialize(rewriter, cast<scf::ForallOp>(op));
    });
  }
};
} // namespace
