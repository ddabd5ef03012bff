// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-place-versions`: control flow without tensors. What enters or leaves a
// region is brought to its buffer by parallel copies; descriptors are carried
// where the sizes of a value may change.

#include "PlaceVersionsEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tssa;

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

static bool isTensor(Type type) { return isa<RankedTensorType>(type); }

/// Copies all values to their buffers as if at once: none is read after its
/// memory was overwritten.
void VersionEmitter::transfer(Location loc,
                              SmallVectorImpl<Transfer> &transfers) {
  llvm::erase_if(transfers, [&](const Transfer &transfer) {
    return classes.lookup(transfer.value)->isWholeOf(transfer.target);
  });
  auto getSource = [&](const Transfer &transfer) -> VersionBuffer * {
    if (transfer.memory)
      return nullptr;
    return classes.lookup(transfer.value)->buffer;
  };
  // Whether another one, or the one itself in part, still reads the target.
  auto isBlocked = [&](const Transfer &transfer) {
    return llvm::any_of(transfers, [&](const Transfer &other) {
      return getSource(other) == transfer.target;
    });
  };
  while (!transfers.empty()) {
    auto *next = llvm::find_if_not(transfers, isBlocked);
    if (next == transfers.end()) {
      // A cycle: one value steps aside.
      Transfer &first = transfers.front();
      Value memory = getMemory(first.value);
      first.memory = allocateLike(loc, memory);
      memref::CopyOp::create(builder, loc, memory, first.memory);
      continue;
    }
    Value target = getMemory(next->target);
    if (next->memory)
      copyMemory(loc, next->memory, target);
    else
      copyInto(loc, next->value, target);
    transfers.erase(next);
  }
}

/// The memory that carries the value of `use` on.
Value VersionEmitter::giveAway(OpOperand &use) {
  VersionBuffer *buffer = classes.handOver.lookup(&use);
  Value memory = getMemory(buffer);
  if (!classes.lookup(use.get())->isWholeOf(buffer))
    copyInto(use.getOwner()->getLoc(), use.get(), memory);
  return withShape(use.getOwner()->getLoc(), memory,
                   cast<ShapedType>(use.get().getType()));
}

/// Adds descriptors for the carried tensors of a block's arguments, from
/// `first` on; the tensors themselves go at the end.
void VersionEmitter::addCarried(Block *block, unsigned first) {
  for (unsigned i = first; i < block->getNumArguments(); ++i) {
    BlockArgument argument = block->getArgument(i);
    if (!isTensor(argument))
      continue;
    deadArguments.push_back(argument);
    if (!classes.carried.contains(argument))
      continue;
    auto type = cast<RankedTensorType>(argument.getType());
    classes.lookup(argument)->buffer->memory = block->insertArgument(
        ++i, MemRefType::get(type.getShape(), type.getElementType()),
        argument.getLoc());
  }
}

/// Frees the carried memory of `block`'s arguments that nothing in the block
/// passed on.
void VersionEmitter::dropCarried(Operation *terminator, Block *block) {
  for (BlockArgument argument : block->getArguments()) {
    if (!isTensor(argument) || !classes.carried.contains(argument))
      continue;
    VersionBuffer *buffer = classes.lookup(argument)->buffer;
    if (!buffer->escaped)
      memref::DeallocOp::create(builder, terminator->getLoc(), buffer->memory);
  }
}

/// Leaves a region: the values of operands `first` and on go to their targets;
/// a null target carries the descriptor.
void VersionEmitter::emitTerminator(Operation *terminator, unsigned first,
                                    ArrayRef<VersionBuffer *> targets) {
  builder.setInsertionPoint(terminator);
  Location loc = terminator->getLoc();
  SmallVector<Transfer> transfers;
  SmallVector<Value> operands(terminator->getOperands().take_front(first));
  // Copies that are carried on are made before anything is overwritten.
  for (auto [use, target] : llvm::zip_equal(
           terminator->getOpOperands().drop_front(first), targets)) {
    if (!isTensor(use.get()))
      operands.push_back(use.get());
    else if (!target)
      operands.push_back(giveAway(use));
    else
      transfers.push_back({use.get(), target, {}});
  }
  transfer(loc, transfers);
  dropCarried(terminator, terminator->getBlock());
  terminator->setOperands(operands);
}

/// `op` without tensors: `operands` in place of its own, its regions moved. The
/// old op stays, empty, until its results are asked about no more.
Operation *VersionEmitter::rebuild(Operation *op, ArrayRef<Value> operands) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  state.addAttributes(op->getAttrs());
  for (Value value : op->getResults()) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    if (!tensor)
      state.addTypes(value.getType());
    else if (classes.carried.contains(value))
      state.addTypes(
          MemRefType::get(tensor.getShape(), tensor.getElementType()));
  }
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  builder.setInsertionPoint(op);
  Operation *rebuilt = builder.create(state);
  unsigned next = 0;
  for (Value value : op->getResults()) {
    if (!isTensor(value)) {
      Value number = rebuilt->getResult(next++);
      value.replaceAllUsesWith(number);
      replacedNumbers[value] = number;
    } else if (classes.carried.contains(value)) {
      classes.lookup(value)->buffer->memory = rebuilt->getResult(next++);
    }
  }
  dead.push_back(op);
  return rebuilt;
}

/// The buffer where `value` lives, or null if its descriptor is carried.
static VersionBuffer *getTarget(const VersionClasses &classes, Value value) {
  if (!isTensor(value) || classes.carried.contains(value))
    return nullptr;
  return classes.lookup(value)->buffer;
}

void VersionEmitter::emitControlFlow(Operation *op) {
  bool hasTensors = llvm::any_of(op->getResultTypes(),
                                 [](Type type) { return isTensor(type); }) ||
                    llvm::any_of(op->getOperandTypes(),
                                 [](Type type) { return isTensor(type); });
  if (!hasTensors) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        emitBlock(block);
    return;
  }

  // Enter.
  auto getTargets = [&](ValueRange values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return getTarget(classes, value); });
  };
  auto forOp = dyn_cast<scf::ForOp>(op);
  auto whileOp = dyn_cast<scf::WhileOp>(op);
  SmallVector<Value> operands;
  unsigned firstInit = forOp ? forOp.getNumControlOperands() : 0;
  if (forOp || whileOp) {
    ValueRange arguments = forOp ? ValueRange(forOp.getRegionIterArgs())
                                 : ValueRange(whileOp.getBeforeArguments());
    SmallVector<VersionBuffer *> targets = getTargets(arguments);
    SmallVector<Transfer> transfers;
    builder.setInsertionPoint(op);
    llvm::append_range(operands, op->getOperands().take_front(firstInit));
    for (auto [use, target] :
         llvm::zip_equal(op->getOpOperands().drop_front(firstInit), targets)) {
      if (!isTensor(use.get()))
        operands.push_back(use.get());
      else if (!target)
        operands.push_back(giveAway(use));
      else
        transfers.push_back({use.get(), target, {}});
    }
    transfer(op->getLoc(), transfers);
    // The targets first: they are lost with the arguments' order.
    if (forOp) {
      addCarried(forOp.getBody(), 1);
      emitBlock(*forOp.getBody());
      emitTerminator(forOp.getBody()->getTerminator(), 0, targets);
    } else {
      SmallVector<VersionBuffer *> passed =
          getTargets(whileOp.getAfterArguments());
      Operation *condition = whileOp.getConditionOp();
      Operation *yield = whileOp.getYieldOp();
      addCarried(whileOp.getBeforeBody(), 0);
      addCarried(whileOp.getAfterBody(), 0);
      emitBlock(*condition->getBlock());
      emitTerminator(condition, 1, passed);
      emitBlock(*yield->getBlock());
      emitTerminator(yield, 0, targets);
    }
  } else {
    SmallVector<VersionBuffer *> targets = getTargets(op->getResults());
    llvm::append_range(operands, op->getOperands());
    for (Region &region : op->getRegions()) {
      emitBlock(region.front());
      emitTerminator(region.front().getTerminator(), 0, targets);
    }
  }
  rebuild(op, operands);
}
