// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small questions about calls and functions of a module.

#include "CallGraph.h"
#include "FunctionPlan.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::tssa;

bool tssa::passesRefs(func::CallOp call) {
  return llvm::any_of(call.getOperandTypes(), isImperativeType) ||
         llvm::any_of(call.getResultTypes(), isImperativeType);
}

void tssa::eraseUnreachable(ModuleOp module,
                            const SetVector<Operation *> &candidates) {
  if (candidates.empty())
    return;
  SymbolTable symbols(module);
  SmallVector<Operation *> worklist;
  DenseSet<Operation *> reached;
  for (Operation &op : *module.getBody())
    if (!candidates.contains(&op) || !cast<func::FuncOp>(op).isPrivate()) {
      reached.insert(&op);
      worklist.push_back(&op);
    }
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(op);
    if (!uses)
      return;
    for (SymbolTable::SymbolUse use : *uses)
      if (Operation *used =
              symbols.lookup(use.getSymbolRef().getRootReference());
          used && reached.insert(used).second)
        worklist.push_back(used);
  }
  for (Operation *op : candidates)
    if (!reached.contains(op))
      op->erase();
}
