// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which ref arguments of a function a call may write to: a forward walk over
// everything that may name an argument's storage.

#include "tensorssa/Analysis/WrittenArguments.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

using namespace mlir;
using namespace mlir::tssa;

/// Which operand of a mutation of a list is that list, not the element.
static unsigned getListOperandNumber(Operation *op) {
  return isa<ListPopOp>(op) ? 0 : 1;
}

static bool holdsRefs(Type type) { return isa<RefType, ListType>(type); }

WrittenArguments::WrittenArguments(ModuleOp module, bool storagesOnly)
    : symbols(module), storagesOnly(storagesOnly) {
  // A recursive call finds its callee's arguments written by nobody yet; the
  // answers only grow, so they are sought again until they stay.
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    llvm::BitVector bits(function.getNumArguments());
    // Of a function without body nothing is known but what is declared.
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      if (function.isDeclaration() && holdsRefs(type) &&
          (!function.getArgAttr(i, kReadsAttr) ||
           function.getArgAttr(i, kWritesAttr)))
        bits.set(i);
    known[function] = bits;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (func::FuncOp function : module.getOps<func::FuncOp>()) {
      if (function.isDeclaration())
        continue;
      for (BlockArgument argument : function.getArguments()) {
        unsigned i = argument.getArgNumber();
        if (!holdsRefs(argument.getType()) || known[function][i] ||
            !isWritten(function, argument))
          continue;
        known[function].set(i);
        changed = true;
      }
    }
  }
}

const llvm::BitVector &WrittenArguments::get(func::FuncOp function) {
  return known[function];
}

bool WrittenArguments::isWritten(func::FuncOp function,
                                 BlockArgument argument) {
  SmallVector<Value> worklist = {argument};
  DenseSet<Value> seen = {argument};
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (holdsRefs(value.getType()) && seen.insert(value).second)
        worklist.push_back(value);
  };
  auto addRegions = [&](Operation *op) {
    add(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        add(block.getArguments());
  };
  bool listsAdded = false;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      Operation *op = use.getOwner();
      if (auto mutation = dyn_cast<MutationOpInterface>(op)) {
        if (llvm::is_contained(mutation.getMutatedRefs(), &use))
          return true;
      } else if (auto call = dyn_cast<func::CallOp>(op)) {
        auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
        if (!callee || known[callee][use.getOperandNumber()])
          return true;
        add(call.getResults());
      } else if (isa<CheckOverlapOp>(op) && use.getOperandNumber() == 0) {
        // In front of a write: like one it wants elements that are distinct,
        // which later stages take for granted of what is written.
        return true;
      } else if (isa<ListSetOp, ListAppendOp, ListInsertOp, ListPopOp>(op) &&
                 isa<ListType>(value.getType()) && !storagesOnly &&
                 use.getOperandNumber() == getListOperandNumber(op)) {
        return true;
      } else if (op->hasTrait<OpTrait::IsTerminator>()) {
        for (Block *successor : op->getSuccessors())
          add(successor->getArguments());
        if (op->getParentOp() != function)
          addRegions(op->getParentOp());
      } else {
        addRegions(op);
      }
      // What went into a list may come out of any.
      if (!listsAdded &&
          llvm::any_of(op->getOperandTypes(), llvm::IsaPred<ListType>)) {
        listsAdded = true;
        function.walk([&](Operation *other) {
          if (isa<ListGetOp, ListPopOp>(other))
            add(other->getResults());
        });
      }
    }
  }
  return false;
}
