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
  if (!storagesOnly)
    elements = std::make_unique<WrittenArguments>(module, true);
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
  // Values that may be the argument, and, marked by false, lists that may hold
  // it.
  SmallVector<Value> worklist = {argument};
  DenseMap<Value, bool> isName = {{argument, true}};
  auto add = [&](ValueRange values, bool asNames) {
    for (Value value : values) {
      if (!holdsRefs(value.getType()))
        continue;
      auto [it, isNew] = isName.try_emplace(value, asNames);
      if (!isNew && (it->second || !asNames))
        continue;
      it->second = asNames;
      worklist.push_back(value);
    }
  };
  auto addRegions = [&](Operation *op, bool asNames) {
    add(op->getResults(), asNames);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        add(block.getArguments(), asNames);
  };
  bool listsAdded = false;
  // What went into a list may come out of any, and every list may hold it.
  auto addLists = [&] {
    if (listsAdded)
      return;
    listsAdded = true;
    auto addHolders = [&](ValueRange values) {
      for (Value value : values)
        if (isa<ListType>(value.getType()))
          add(value, /*asNames=*/false);
    };
    addHolders(function.getArguments());
    function.walk([&](Operation *op) {
      if (isa<ListGetOp, ListPopOp>(op))
        add(op->getResults(), /*asNames=*/true);
      addHolders(op->getResults());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          addHolders(block.getArguments());
    });
  };
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    bool asNames = isName[value];
    for (OpOperand &use : value.getUses()) {
      Operation *op = use.getOwner();
      if (auto mutation = dyn_cast<MutationOpInterface>(op)) {
        if (llvm::is_contained(mutation.getMutatedRefs(), &use))
          return true;
      } else if (auto call = dyn_cast<func::CallOp>(op)) {
        auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
        WrittenArguments &effects = asNames || !elements ? *this : *elements;
        if (!callee || effects.known[callee][use.getOperandNumber()])
          return true;
        add(call.getResults(), /*asNames=*/true);
        // The callee may put one operand into another.
        if (llvm::any_of(call.getOperandTypes(), llvm::IsaPred<ListType>))
          addLists();
      } else if (isa<CheckOverlapOp>(op) && use.getOperandNumber() == 0) {
        // In front of a write: like one it wants elements that are distinct,
        // which later stages take for granted of what is written.
        return true;
      } else if (isa<ListSetOp, ListAppendOp, ListInsertOp, ListPopOp>(op) &&
                 asNames && isa<ListType>(value.getType()) && !storagesOnly &&
                 use.getOperandNumber() == getListOperandNumber(op)) {
        return true;
      } else if (op->hasTrait<OpTrait::IsTerminator>()) {
        for (Block *successor : op->getSuccessors())
          add(successor->getArguments(), asNames);
        if (op->getParentOp() != function)
          addRegions(op->getParentOp(), asNames);
      } else if (isa<ListCreateOp, ListSetOp, ListAppendOp, ListInsertOp,
                     ListGetOp, ListPopOp>(op)) {
        addLists();
      } else {
        addRegions(op, asNames);
      }
    }
  }
  return false;
}
