// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 2 of functionalization (TensorSSA, DAC'24, section 4.2): versions
// cross regions. All roots that a region op updates are collected first, then
// each op is rebuilt once, innermost first.

#include "Prefetch.h"
#include "Stages.h"
#include "mlir/IR/PatternMatch.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_PROPAGATEVERSIONSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

using RootSet = llvm::SetVector<Value, SmallVector<Value, 4>,
                                llvm::SmallDenseSet<Value, 4>>;

namespace {
struct Carrier {
  Operation *op;
  SmallVector<Value> roots;
};
} // namespace

/// Adds to `roots` those from outside of `region` that are updated in it, in
/// program order, and to `carriers` the ops below that must carry versions.
static void collect(Region &region, RootSet &roots,
                    SmallVectorImpl<Carrier> &carriers) {
  for (Operation &op : region.getOps()) {
    prefetchNext(op);
    if (auto update = dyn_cast<UpdateOp>(op)) {
      if (update.getRoot().getParentRegion() != &region)
        roots.insert(update.getRoot());
      continue;
    }
    if (op.getNumRegions() == 0)
      continue;
    RootSet inner;
    for (Region &below : op.getRegions())
      collect(below, inner, carriers);
    if (inner.empty())
      continue;
    for (Value root : inner)
      if (root.getParentRegion() != &region)
        roots.insert(root);
    carriers.push_back({&op, inner.takeVector()});
  }
}

LogicalResult tssa::propagateVersions(func::FuncOp function, bool isFlat) {
  RootSet outside;
  SmallVector<Carrier> carriers;
  if (!isFlat)
    collect(function.getBody(), outside, carriers);

  IRRewriter rewriter(function.getContext());
  for (Carrier &carrier : carriers) {
    auto op = dyn_cast<VersionCarrierOpInterface>(carrier.op);
    if (!op || !op.canCarryVersions()) {
      InFlightDiagnostic error = carrier.op->emitOpError(
          "expected the op to carry versions of roots updated inside it, but "
          "it has no VersionCarrierOpInterface or has several blocks");
      error.attachNote(carrier.roots.front().getLoc()) << "a root is here";
      return failure();
    }
    if (failed(op.carryVersions(rewriter, carrier.roots)))
      return failure();
  }
  function->setAttr(kStageAttr, rewriter.getI64IntegerAttr(2));
  return success();
}

namespace {
struct PropagateVersionsPass
    : tssa::impl::PropagateVersionsPassBase<PropagateVersionsPass> {
  using Base::Base;
  void runOnOperation() final {
    if (failed(expectStage(getOperation(), getArgument(), Stage::Rewritten)))
      return signalPassFailure();
    WalkResult result =
        walkFunctions(getOperation(), [](func::FuncOp function) {
          return getStage(function) == Stage::Rewritten &&
                         failed(propagateVersions(function))
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
