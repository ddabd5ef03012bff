// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 3 of functionalization (TensorSSA, DAC'24, section 4.2): every
// `tssa.current` becomes the version that the last `tssa.update` before it
// gave, then both kinds of op and the allocations disappear.

#include "Prefetch.h"
#include "Stages.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_RENAMEVERSIONSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {

/// Which version each root has. What holds inside a region op ends with it:
/// after stage 2 an update behind the op says what it left.
class Renamer {
public:
  LogicalResult rename(Region &region);
  LogicalResult eraseAllocs();

private:
  struct Version {
    Value value;
    /// Of the region that set it.
    unsigned depth = 0;
  };

  void set(Value root, Value value);

  llvm::DenseMap<Value, Version> versions;
  /// What the open regions have replaced, each root once a region: the list is
  /// as long as the roots carried, not as the updates.
  SmallVector<std::pair<Value, Version>> replaced;
  unsigned depth = 0;
  SmallVector<AllocOp> allocs;
};

} // namespace

void Renamer::set(Value root, Value value) {
  Version &version = versions[root];
  if (version.depth < depth)
    replaced.emplace_back(root, version);
  version = {value, depth};
}

LogicalResult Renamer::rename(Region &region) {
  size_t outer = replaced.size();
  ++depth;
  for (Block &block : region) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      prefetchNext(op);
      if (auto update = dyn_cast<UpdateOp>(op)) {
        set(update.getRoot(), update.getVersion());
        update.erase();
      } else if (auto current = dyn_cast<CurrentOp>(op)) {
        Value version = versions.lookup(current.getRoot()).value;
        if (!version)
          return current.emitOpError("expected a 'tssa.update' of the root "
                                     "before it but got none");
        current.getResult().replaceAllUsesWith(version);
        current.erase();
      } else if (auto alloc = dyn_cast<AllocOp>(op)) {
        allocs.push_back(alloc);
      }
      // `op` is gone in the first two cases, which have no regions.
      else {
        for (Region &inner : op.getRegions())
          if (failed(rename(inner)))
            return failure();
      }
    }
  }
  while (replaced.size() > outer) {
    auto [root, version] = replaced.pop_back_val();
    versions[root] = version;
  }
  --depth;
  return success();
}

LogicalResult Renamer::eraseAllocs() {
  for (AllocOp alloc : allocs) {
    // One without a version stays imperative.
    if (!versions.contains(alloc.getResult()))
      continue;
    if (!alloc->use_empty()) {
      InFlightDiagnostic error = alloc.emitOpError(
          "expected no use of the root to be left after renaming");
      error.attachNote((*alloc->user_begin())->getLoc()) << "a use is here";
      return failure();
    }
    alloc.erase();
  }
  return success();
}

LogicalResult tssa::renameVersions(func::FuncOp function) {
  Renamer renamer;
  if (failed(renamer.rename(function.getBody())) ||
      failed(renamer.eraseAllocs()))
    return failure();
  function->removeAttr(kStageAttr);
  function->setAttr(kFunctionalAttr, UnitAttr::get(function.getContext()));
  return success();
}

namespace {
struct RenameVersionsPass
    : tssa::impl::RenameVersionsPassBase<RenameVersionsPass> {
  using Base::Base;
  void runOnOperation() final {
    if (failed(expectStage(getOperation(), getArgument(), Stage::Propagated)))
      return signalPassFailure();
    WalkResult result =
        walkFunctions(getOperation(), [](func::FuncOp function) {
          return getStage(function) == Stage::Propagated &&
                         failed(renameVersions(function))
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
