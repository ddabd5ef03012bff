// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches on constants, and loops of no trip or one. What is merged there is
// one thing:
//
//   %z = arith.select %true, %x, %y
//
// Programs are full of them once calls have become the bodies of their callees,
// which are passed constants.

#include "DecideBranches.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::tssa;

/// How far back a number is computed.
static constexpr unsigned kMaxDepth = 8;

bool tssa::mayBeDecided(Operation *op) {
  return isa<scf::IfOp, scf::IndexSwitchOp, scf::ForOp, cf::CondBranchOp,
             arith::SelectOp>(op);
}

static Attribute evaluate(Value value, unsigned depth = 0) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || depth == kMaxDepth || op->getNumResults() != 1 ||
      op->getNumOperands() == 0 || !isa<arith::ArithDialect>(op->getDialect()))
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(evaluate(operand, depth + 1));
    if (!operands.back())
      return {};
  }
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return {};
  return dyn_cast<Attribute>(results.front());
}

static std::optional<int64_t> getNumber(Value value) {
  auto number = dyn_cast_or_null<IntegerAttr>(evaluate(value));
  if (!number || number.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return number.getType().isInteger(1) ? number.getValue().getZExtValue()
                                       : number.getValue().getSExtValue();
}

/// The ops of a region take the place of the op that holds it, which gives what
/// the region passes on.
static void takeRegion(Operation *op, Region &region, ValueRange arguments) {
  Block &block = region.front();
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  Operation *terminator = block.getTerminator();
  op->replaceAllUsesWith(terminator->getOperands());
  terminator->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations());
  op->erase();
}

/// Decides one op, which may be gone then.
static void decide(Operation *op) {
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    Value condition = select.getCondition();
    if (!condition.getType().isInteger(1))
      return;
    if (std::optional<int64_t> number = getNumber(condition)) {
      select.replaceAllUsesWith(*number ? select.getTrueValue()
                                        : select.getFalseValue());
      op->erase();
    }
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    std::optional<int64_t> number = getNumber(branch.getCondition());
    if (!number)
      return;
    Region &taken = *number ? branch.getThenRegion() : branch.getElseRegion();
    if (taken.empty())
      op->erase();
    else if (taken.hasOneBlock())
      takeRegion(op, taken, {});
  } else if (auto branch = dyn_cast<scf::IndexSwitchOp>(op)) {
    std::optional<int64_t> number = getNumber(branch.getArg());
    if (!number)
      return;
    Region *taken = &branch.getDefaultRegion();
    for (auto [value, region] :
         llvm::zip_equal(branch.getCases(), branch.getCaseRegions()))
      if (value == *number)
        taken = &region;
    if (taken->hasOneBlock())
      takeRegion(op, *taken, {});
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    std::optional<int64_t> low = getNumber(loop.getLowerBound());
    std::optional<int64_t> high = getNumber(loop.getUpperBound());
    std::optional<int64_t> step = getNumber(loop.getStep());
    int64_t next;
    // A step that is not positive is an error.
    if (!low || !high || !step || *step <= 0 || loop.getUnsignedCmp())
      return;
    if (*low >= *high) {
      op->replaceAllUsesWith(loop.getInitArgs());
      op->erase();
    } else if (llvm::AddOverflow(*low, *step, next) || next >= *high) {
      SmallVector<Value> arguments = {loop.getLowerBound()};
      llvm::append_range(arguments, loop.getInitArgs());
      takeRegion(op, loop.getRegion(), arguments);
    }
  } else if (auto branch = dyn_cast<cf::CondBranchOp>(op)) {
    std::optional<int64_t> number = getNumber(branch.getCondition());
    if (!number)
      return;
    OpBuilder builder(op);
    cf::BranchOp::create(builder, op->getLoc(),
                         *number ? branch.getTrueDest() : branch.getFalseDest(),
                         *number ? branch.getTrueDestOperands()
                                 : branch.getFalseDestOperands());
    op->erase();
  }
}

void tssa::decideBranches(func::FuncOp function) {
  bool hasBlocks = false;
  // Outer ones first: what lies in a branch that is not taken is gone.
  auto visit = [&](auto &self, Region &region) -> void {
    hasBlocks |= !region.empty() && !region.hasOneBlock();
    for (Block &block : region)
      for (auto it = block.begin(); it != block.end();) {
        Operation *op = &*it;
        Operation *before = op->getPrevNode();
        decide(op);
        // What took its place is next.
        it = before ? std::next(before->getIterator()) : block.begin();
        if (it == block.end() || &*it != op)
          continue;
        for (Region &inner : op->getRegions())
          self(self, inner);
        ++it;
      }
  };
  visit(visit, function.getBody());
  if (hasBlocks) {
    IRRewriter rewriter(function.getContext());
    (void)eraseUnreachableBlocks(rewriter, function->getRegions());
  }
  // What was passed on where it is never used is left without a merge.
  function.walk([](ub::PoisonOp op) {
    if (op->use_empty())
      op->erase();
  });
}
