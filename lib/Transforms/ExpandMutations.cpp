// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-expand-mutations`: what functions that stay imperative do to refs
// through ops of other dialects, as reads, arithmetic and writes, so that the
// arithmetic is lowered with that of the function.

#include "ExpandMutations.h"
#include "tensorssa/Transforms/Passes.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_EXPANDMUTATIONSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

FailureOr<SmallVector<Value>>
tssa::buildPureForm(MutationOpInterface op, OpBuilder &builder,
                    ValueRange readValues, ValueRange mutatedValues,
                    SmallVectorImpl<Value> &replacements) {
  FailureOr<SmallVector<Value>> contents =
      op.buildPureForm(builder, readValues, mutatedValues, replacements);
  size_t mutated = op.getMutatedRefs().size();
  if (failed(contents) || contents->size() != mutated ||
      replacements.size() != op->getNumResults())
    return op->emitOpError("expected its pure form to have ")
           << mutated << " contents and " << op->getNumResults()
           << " results, or to exist";
  return contents;
}

static LogicalResult expand(MutationOpInterface op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto read = [&](OpOperand *operand) -> Value {
    return ReadOp::create(builder, loc, operand->get());
  };
  SmallVector<OpOperand *> mutated = op.getMutatedRefs();
  SmallVector<Value> readValues = llvm::map_to_vector(op.getReadRefs(), read);
  SmallVector<Value> mutatedValues = llvm::map_to_vector(mutated, read);
  SmallVector<Value> replacements;
  FailureOr<SmallVector<Value>> contents =
      buildPureForm(op, builder, readValues, mutatedValues, replacements);
  if (failed(contents))
    return failure();
  for (auto [value, operand] : llvm::zip_equal(*contents, mutated))
    WriteOp::create(builder, loc, value, operand->get());
  op->replaceAllUsesWith(replacements);
  op->erase();
  for (Value value : llvm::concat<Value>(readValues, mutatedValues))
    if (value.use_empty())
      value.getDefiningOp()->erase();
  return success();
}

LogicalResult tssa::expandMutations(ModuleOp module) {
  SmallVector<MutationOpInterface> mutations;
  module.walk([&](MutationOpInterface op) {
    if (!isa<WriteOp>(op))
      mutations.push_back(op);
  });
  for (MutationOpInterface op : mutations)
    if (failed(expand(op)))
      return failure();
  return success();
}

namespace {
struct ExpandMutationsPass
    : tssa::impl::ExpandMutationsPassBase<ExpandMutationsPass> {
  void runOnOperation() final {
    if (failed(expandMutations(getOperation())))
      signalPassFailure();
  }
};
} // namespace
