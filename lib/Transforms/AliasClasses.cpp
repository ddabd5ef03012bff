// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The partition, by one union for each way in which a name is passed on.

#include "AliasClasses.h"
#include "FunctionPlan.h"
#include "MergedRefs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "tensorssa/Analysis/ExecutionOrder.h"

using namespace mlir;
using namespace mlir::tssa;

unsigned AliasClasses::get(Value value) {
  auto [it, isNew] = numbers.try_emplace(value, numbers.size());
  if (isNew)
    classes.grow(numbers.size());
  return classes.findLeader(it->second);
}

void AliasClasses::join(Value lhs, Value rhs) {
  // Both exist before either is looked up: growing moves the table.
  unsigned left = get(lhs), right = get(rhs);
  classes.join(left, right);
}

SmallVector<Value> tssa::collectNames(Operation *op) {
  SmallVector<Value> names;
  auto add = [&](Value value) {
    if (isImperativeType(value.getType()))
      names.push_back(value);
  };
  llvm::for_each(op->getOperands(), add);
  llvm::for_each(op->getResults(), add);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::for_each(block.getArguments(), add);
  return names;
}

void AliasClasses::joinAll(Operation *op) {
  SmallVector<Value> names = collectNames(op);
  for (Value name : names)
    join(names.front(), name);
}

/// Whether what an op gives comes only out of its operands.
static bool givesOperands(Operation *op) {
  return isa<AliasOpInterface, ListCreateOp, ListGetOp, ListPopOp,
             arith::SelectOp, ub::PoisonOp>(op);
}

void AliasClasses::add(Operation *op, bool resultsApart) {
  auto joinValues = [&](Value lhs, Value rhs) {
    if (isImperativeType(lhs.getType()))
      join(lhs, rhs);
  };
  if (isa<ReadOp, AllocOp, DimOp, CheckViewOp, CheckOverlapOp>(op) ||
      op->hasTrait<OpTrait::IsTerminator>())
    return;
  if (auto alias = dyn_cast<AliasOpInterface>(op))
    return join(op->getResult(0), alias.getAliasedRef());
  if (auto create = dyn_cast<ListCreateOp>(op);
      create && resultsApart && isResultList(create))
    return;
  if (resultsApart && isResultAppend(op))
    return;
  if (!isStructuredControlFlow(op)) {
    joinAll(op);
    // What comes from elsewhere may be anything that callers know of.
    if (givesOperands(op))
      return;
    Block &entry = op->getParentOfType<func::FuncOp>().front();
    for (Value result : op->getResults())
      for (BlockArgument argument : entry.getArguments())
        if (isImperativeType(result.getType()) &&
            isImperativeType(argument.getType()))
          join(result, argument);
    return;
  }
  if (resultsApart && isResultChoice(op))
    return;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [init, argument, yielded, result] :
         llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs(),
                         loop.getYieldedValues(), loop.getResults())) {
      joinValues(init, argument);
      joinValues(yielded, argument);
      joinValues(result, argument);
    }
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (auto [init, argument, yielded] :
         llvm::zip_equal(loop.getInits(), loop.getBeforeArguments(),
                         loop.getYieldOp().getOperands())) {
      joinValues(init, argument);
      joinValues(yielded, argument);
    }
    for (auto [passed, argument, result] :
         llvm::zip_equal(loop.getConditionOp().getArgs(),
                         loop.getAfterArguments(), loop.getResults())) {
      joinValues(passed, argument);
      joinValues(result, argument);
    }
  } else {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (auto yield = dyn_cast<scf::YieldOp>(block.getTerminator()))
          for (auto [yielded, result] :
               llvm::zip_equal(yield.getOperands(), op->getResults()))
            joinValues(yielded, result);
  }
}
