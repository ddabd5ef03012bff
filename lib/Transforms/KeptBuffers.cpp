// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that may keep buffers, by fixpoint over the call graph.

#include "KeptBuffers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

using namespace mlir;
using namespace mlir::tssa;

static bool holdLists(TypeRange types) {
  return llvm::any_of(types, llvm::IsaPred<ListType>);
}

KeptBuffers::KeptBuffers(ModuleOp module) {
  SymbolTable symbols(module);
  DenseMap<Operation *, SmallVector<func::FuncOp>> callers;
  SmallVector<Operation *> worklist;
  auto keep = [&](Operation *function) {
    if (keepers.insert(function).second)
      worklist.push_back(function);
  };
  for (auto function : module.getOps<func::FuncOp>()) {
    // Who knows what there is in a function without a body.
    if (function.isDeclaration() || holdLists(function.getArgumentTypes()))
      keep(function);
    function.walk([&](Operation *op) {
      if (holdLists(op->getOperandTypes()) || holdLists(op->getResultTypes()))
        return keep(function);
      auto call = dyn_cast<CallOpInterface>(op);
      if (!call)
        return;
      auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
      Operation *target =
          callee ? symbols.lookup(callee.getRootReference()) : nullptr;
      if (target)
        callers[target].push_back(function);
      else
        keep(function);
    });
  }
  while (!worklist.empty())
    for (func::FuncOp caller : callers.lookup(worklist.pop_back_val()))
      keep(caller);
}

void KeptBuffers::mark(ModuleOp module) const {
  SymbolTable symbols(module);
  module.walk([&](func::CallOp call) {
    if (llvm::none_of(call.getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
      return;
    Operation *target = symbols.lookup(call.getCallee());
    if (target && !keepers.contains(target))
      call->setAttr(kKeepsNothingAttr, UnitAttr::get(module.getContext()));
  });
}
