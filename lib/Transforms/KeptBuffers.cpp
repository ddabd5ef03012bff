// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that may keep or measure buffers, by fixpoint over the call graph.

#include "KeptBuffers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

using namespace mlir;
using namespace mlir::tssa;

static bool holdLists(TypeRange types) {
  return llvm::any_of(types, llvm::IsaPred<ListType>);
}

/// The functions that do something themselves, as `does` says of each op, or
/// call one that does. Of what has no body or is known only at run time it is
/// assumed.
static DenseSet<Operation *>
findFunctions(ModuleOp module, function_ref<bool(Operation *)> does) {
  SymbolTable symbols(module);
  DenseMap<Operation *, SmallVector<func::FuncOp>> callers;
  DenseSet<Operation *> found;
  SmallVector<Operation *> worklist;
  auto add = [&](Operation *function) {
    if (found.insert(function).second)
      worklist.push_back(function);
  };
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration())
      add(function);
    function.walk([&](Operation *op) {
      if (does(op))
        return add(function);
      auto call = dyn_cast<CallOpInterface>(op);
      if (!call)
        return;
      auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
      Operation *target =
          callee ? symbols.lookup(callee.getRootReference()) : nullptr;
      if (target)
        callers[target].push_back(function);
      else
        add(function);
    });
  }
  while (!worklist.empty())
    for (func::FuncOp caller : callers.lookup(worklist.pop_back_val()))
      add(caller);
  return found;
}

KeptBuffers::KeptBuffers(ModuleOp module)
    : keepers(findFunctions(module, [](Operation *op) {
        auto function = dyn_cast<func::FuncOp>(op);
        // What grows is the runtime's from then on.
        return isa<GrowStorageOp>(op) ||
               holdLists(function ? TypeRange(function.getArgumentTypes())
                                  : TypeRange(op->getOperandTypes())) ||
               holdLists(op->getResultTypes());
      })) {}

void KeptBuffers::mark(ModuleOp module) const {
  DenseSet<Operation *> measurers = findFunctions(module, [](Operation *op) {
    return isa<StorageSizeOp>(op) && !op->use_empty();
  });
  SymbolTable symbols(module);
  UnitAttr unit = UnitAttr::get(module.getContext());
  module.walk([&](func::CallOp call) {
    if (llvm::none_of(call.getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
      return;
    Operation *target = symbols.lookup(call.getCallee());
    if (target && !keepers.contains(target))
      call->setAttr(kKeepsNothingAttr, unit);
    if (!target || measurers.contains(target))
      call->setAttr(kMeasuresAttr, unit);
  });
}
