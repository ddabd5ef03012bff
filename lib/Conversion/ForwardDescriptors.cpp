// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-forward-descriptors`: what was put into a descriptor is used in place
// of what is taken out of it, and what is not used any more goes. Every buffer
// op takes its operands apart and puts its result together anew, which is
// nearly half of the ops that a program becomes: each of them costs again in
// the translation to LLVM IR and in the selection of instructions.

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tensorssa/Conversion/Passes.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_FORWARDDESCRIPTORSPASS
#include "tensorssa/Conversion/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {
struct ForwardDescriptorsPass
    : public tssa::impl::ForwardDescriptorsPassBase<ForwardDescriptorsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    // What is inside of an op comes behind it, and so goes before it.
    getOperation().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      auto extract = dyn_cast<LLVM::ExtractValueOp>(op);
      if (!extract)
        continue;
      SmallVector<OpFoldResult, 1> folded;
      if (failed(op->fold(folded)) || folded.empty())
        continue;
      // In place of what is a constant there would have to be an op.
      if (auto value = dyn_cast<Value>(folded.front()))
        extract.getRes().replaceAllUsesWith(value);
    }
    // Users come behind what they use but for what blocks pass on.
    for (Operation *op : llvm::reverse(ops))
      if (op != getOperation() && isOpTriviallyDead(op))
        op->erase();
  }
};
} // namespace
