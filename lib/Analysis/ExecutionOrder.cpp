// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of two operations in structured control flow may run after the other.

#include "tensorssa/Analysis/ExecutionOrder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tssa;

bool tssa::isStructuredControlFlow(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
             scf::ExecuteRegionOp>(op);
}

bool tssa::isStructuredLoop(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp>(op);
}

static unsigned getDepth(Operation *op) {
  unsigned depth = 0;
  while ((op = op->getParentOp()))
    ++depth;
  return depth;
}

/// Lifts the two until they are in one block.
static void liftToCommonBlock(Operation *&lhs, Operation *&rhs) {
  if (lhs->getBlock() == rhs->getBlock())
    return;
  unsigned lhsDepth = getDepth(lhs), rhsDepth = getDepth(rhs);
  for (; lhsDepth > rhsDepth; --lhsDepth)
    lhs = lhs->getParentOp();
  for (; rhsDepth > lhsDepth; --rhsDepth)
    rhs = rhs->getParentOp();
  while (lhs->getBlock() != rhs->getBlock()) {
    lhs = lhs->getParentOp();
    rhs = rhs->getParentOp();
  }
}

Operation *tssa::liftToCommonBlock(Operation *lhs, Operation *rhs) {
  ::liftToCommonBlock(lhs, rhs);
  return lhs;
}

/// Whether a loop between `region`, inclusive, and `scope`, exclusive, holds
/// what `region` holds.
static bool isRepeated(Region *region, Region *scope) {
  for (; region != scope; region = region->getParentRegion()) {
    // `scope` is not around: nothing is known of the value's life.
    if (!region)
      return true;
    if (isStructuredLoop(region->getParentOp()))
      return true;
  }
  return false;
}

bool tssa::isRepeatedWith(Operation *lhs, Operation *rhs, Region *scope) {
  if (!scope->isAncestor(rhs->getParentRegion()))
    return false;
  ::liftToCommonBlock(lhs, rhs);
  return (lhs == rhs && isStructuredLoop(lhs)) ||
         isRepeated(lhs->getParentRegion(), scope);
}

bool tssa::executesAgain(Operation *op, Region *scope) {
  return isRepeated(op->getParentRegion(), scope);
}

bool tssa::mayExecuteAfter(Operation *use, Operation *write, Region *scope) {
  // The value's life is one run of `scope`.
  if (!scope->isAncestor(write->getParentRegion()))
    return false;
  Operation *use1 = use, *write1 = write;
  ::liftToCommonBlock(use1, write1);
  if (isRepeated(use1->getParentRegion(), scope))
    return true;
  if (use1 != write1)
    return write1->isBeforeInBlock(use1);
  if (use == write)
    return false;
  if (write == write1)
    return true; // `use` is inside of `write`.
  if (use == use1)
    return false; // The operands of `use` are read before `write`, inside it.
  if (isa<scf::IfOp, scf::IndexSwitchOp>(use1))
    return false;
  // A while's condition runs before and after its body.
  return true;
}
