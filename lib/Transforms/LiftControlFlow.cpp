// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches between blocks become structured ops, by upstream's algorithm
// (Bahmann et al., "Perfect Reconstructability of Control Flow from Demand
// Dependence Graphs", TACO 2015). Where it needs a value that is never used,
// tensors and numbers get one that is, as `ub.poison` of a tensor does not
// survive bufferization; for a ref it means that the ref names nothing.

#include "MergedRefs.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CFGToSCF.h"

using namespace mlir;
using namespace mlir::tssa;

namespace {
struct Lifting : ControlFlowToSCFTransformation {
  Value getUndefValue(Location loc, OpBuilder &builder, Type type) final {
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      SmallVector<Value> sizes(tensor.getNumDynamicDims(), zero);
      return tensor::EmptyOp::create(builder, loc, tensor, sizes);
    }
    if (type.isIntOrIndexOrFloat())
      return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    return ub::PoisonOp::create(builder, loc, type, nullptr);
  }

  /// Of what never ends no version is written back.
  FailureOr<Operation *> createUnreachableTerminator(Location, OpBuilder &,
                                                     Region &) final {
    return failure();
  }
};
} // namespace

bool tssa::isUndefinedRef(Value ref) {
  return isa_and_nonnull<ub::PoisonOp>(ref.getDefiningOp());
}

bool tssa::hasBranches(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        for (Region &region : op->getRegions())
          if (!region.empty() && !region.hasOneBlock())
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult tssa::liftControlFlow(func::FuncOp function) {
  Lifting lifting;
  DominanceInfo dominance(function);
  WalkResult result =
      function->walk<WalkOrder::PostOrder>([&](Operation *op) -> WalkResult {
        for (Region &region : op->getRegions())
          if (!region.empty() && !region.hasOneBlock() &&
              failed(transformCFGToSCF(region, lifting, dominance)))
            return WalkResult::interrupt();
        return WalkResult::advance();
      });
  return failure(result.wasInterrupted());
}
