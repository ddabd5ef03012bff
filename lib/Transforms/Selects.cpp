// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selections of whole tensors or refs as branches.

#include "tensorssa/Transforms/Selects.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

void tssa::expandSelects(Operation *root, function_ref<bool(Type)> isWhole) {
  SmallVector<arith::SelectOp> selects;
  root->walk([&](arith::SelectOp op) {
    if (op.getCondition().getType().isInteger(1) && isWhole(op.getType()))
      selects.push_back(op);
  });
  for (arith::SelectOp op : selects) {
    OpBuilder builder(op);
    auto branch = scf::IfOp::create(
        builder, op.getLoc(), op.getCondition(),
        [&](OpBuilder &inner, Location loc) {
          scf::YieldOp::create(inner, loc, op.getTrueValue());
        },
        [&](OpBuilder &inner, Location loc) {
          scf::YieldOp::create(inner, loc, op.getFalseValue());
        });
    op.getResult().replaceAllUsesWith(branch.getResult(0));
    op.erase();
  }
}
