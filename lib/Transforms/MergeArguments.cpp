// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-merge-arguments`: a call that passes one ref twice calls a version of
// its callee that takes it once, in which it is known that both are the same.

#include "CallGraph.h"
#include "FunctionPlan.h"
#include "Stages.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include <map>

namespace mlir::tssa {
#define GEN_PASS_DEF_MERGEARGUMENTSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {

/// By argument, the number of the first one that is the same.
using Partition = SmallVector<unsigned>;

class ArgumentMerger {
public:
  ArgumentMerger(ModuleOp module, unsigned limit)
      : module(module), symbols(module), limit(limit) {}

  void run();

private:
  func::FuncOp getMerged(func::FuncOp callee, const Partition &partition);
  void mergeCall(func::CallOp call);

  ModuleOp module;
  SymbolTable symbols;
  unsigned limit;
  std::map<std::pair<Operation *, std::vector<unsigned>>, func::FuncOp> merged;
  SmallVector<func::FuncOp> worklist;
  SetVector<Operation *> replaced;
};

} // namespace

/// Refs that were merged from the two are one of them without a choice.
static void simplifyMerges(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      if (isImperativeType(select.getType()) &&
          select.getTrueValue() == select.getFalseValue())
        select.replaceAllUsesWith(select.getTrueValue());
      return;
    }
    if (!isa<scf::IfOp, scf::IndexSwitchOp>(op))
      return;
    for (OpResult result : op->getResults()) {
      Value given;
      bool isOne = isImperativeType(result.getType());
      for (Region &region : op->getRegions()) {
        Value yielded = region.front().getTerminator()->getOperand(
            result.getResultNumber());
        isOne &= !given || given == yielded;
        given = yielded;
      }
      if (isOne && given.getParentRegion()->isProperAncestor(&op->getRegion(0)))
        result.replaceAllUsesWith(given);
    }
  });
}

func::FuncOp ArgumentMerger::getMerged(func::FuncOp callee,
                                       const Partition &partition) {
  func::FuncOp &version = merged[{
      callee, std::vector<unsigned>(partition.begin(), partition.end())}];
  if (version)
    return version;
  if (merged.size() > limit)
    return {};
  version = callee.clone();
  version.setSymName((callee.getSymName() + ".merged").str());
  version.setPrivate();
  if (!version->hasAttr(kBodyOfAttr))
    version->setAttr(kBodyOfAttr, callee.getSymNameAttr());
  symbols.insert(version, std::next(callee->getIterator()));
  llvm::BitVector isMerged(partition.size());
  for (auto [i, first] : llvm::enumerate(partition))
    if (first != i) {
      version.getArgument(i).replaceAllUsesWith(version.getArgument(first));
      isMerged.set(i);
    }
  [[maybe_unused]] LogicalResult erased = version.eraseArguments(isMerged);
  assert(succeeded(erased) && "no use is left");
  simplifyMerges(version);
  worklist.push_back(version);
  return version;
}

void ArgumentMerger::mergeCall(func::CallOp call) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!callee || callee.isDeclaration() || getStage(callee) != Stage::Untouched)
    return;
  Partition partition;
  SmallVector<Value> operands;
  for (auto [i, operand] : llvm::enumerate(call.getOperands())) {
    unsigned first = i;
    if (isImperativeType(operand.getType()))
      first =
          llvm::find(call.getOperands(), operand) - call.getOperands().begin();
    partition.push_back(first);
    if (first == i)
      operands.push_back(operand);
  }
  if (operands.size() == partition.size())
    return;
  func::FuncOp version = getMerged(callee, partition);
  if (!version)
    return;
  replaced.insert(callee);
  call.setCallee(version.getSymName());
  call.getOperandsMutable().assign(operands);
}

void ArgumentMerger::run() {
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    if (getStage(function) == Stage::Untouched)
      worklist.push_back(function);
  while (!worklist.empty()) {
    SmallVector<func::CallOp> calls;
    worklist.pop_back_val().walk(
        [&](func::CallOp call) { calls.push_back(call); });
    for (func::CallOp call : calls)
      mergeCall(call);
  }
  eraseUnreachable(module, replaced);
}

namespace {
struct MergeArgumentsPass
    : tssa::impl::MergeArgumentsPassBase<MergeArgumentsPass> {
  using Base::Base;
  void runOnOperation() final { ArgumentMerger(getOperation(), limit).run(); }
};
} // namespace
