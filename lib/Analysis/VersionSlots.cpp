// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Backwards: which values should share a buffer. What is written back to an
// argument should be made in the argument's memory, what a loop carries in the
// memory of the carried value, and so on through assigns.

#include "VersionPlacer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "tensorssa/Analysis/ExecutionOrder.h"
#include "tensorssa/Analysis/PartialFunctions.h"

using namespace mlir;
using namespace mlir::tssa;

VersionSlot *VersionPlacer::newSlot(VersionSlot *outer) {
  slotStorage.emplace_back();
  slotStorage.back().outer = outer;
  slotStorage.back().isArgument = outer && outer->isArgument;
  return &slotStorage.back();
}

void VersionPlacer::wantIn(Value value, VersionSlot *slot) {
  VersionSlot *&known = slots[value];
  if (!known || (slot->isArgument && !known->isArgument))
    known = slot;
}

/// The memory in which `value` is wanted. That the sizes are those of the
/// memory must be known: a check that says so may come after the value.
VersionBuffer *VersionPlacer::getWanted(Value value) {
  VersionSlot *slot = getSlot(value);
  VersionBuffer *buffer = slot ? slot->getBuffer() : nullptr;
  return buffer && sizes.trace(value) == sizes.trace(buffer->origin) ? buffer
                                                                     : nullptr;
}

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

void VersionPlacer::computeSlots(Block &block) {
  for (Operation &op : llvm::reverse(block)) {
    if (auto write = dyn_cast<WriteOp>(op)) {
      if (VersionBuffer *buffer = argumentBuffers.lookup(write.getRef());
          buffer && buffer->writable) {
        VersionSlot *slot = newSlot();
        slot->buffer = buffer;
        slot->isArgument = true;
        wantIn(write.getValue(), slot);
      }
    } else if (auto materialize = dyn_cast<MaterializeResultOp>(op)) {
      wantIn(materialize.getValue(), newSlot());
    } else if (auto assign = dyn_cast<view::AssignOp>(op)) {
      if (VersionSlot *slot = getSlot(assign.getResult()))
        wantIn(assign.getDest(), slot);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (auto [init, argument, yielded, value] :
           llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs(),
                           loop.getYieldedValues(), loop.getResults())) {
        // What changes its sizes on the way has no place that fits all of it.
        if (!isTensor(value) || !sizes.isInvariant(argument))
          continue;
        VersionSlot *outer = getSlot(value);
        VersionSlot *slot = newSlot(outer);
        slots[argument] = slot;
        wantIn(yielded, slot);
        wantIn(init, outer ? outer : slot);
      }
      computeSlots(*loop.getBody());
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      scf::ConditionOp condition = loop.getConditionOp();
      for (auto [argument, value, passed] :
           llvm::zip_equal(loop.getAfterArguments(), loop.getResults(),
                           condition.getArgs())) {
        if (!isTensor(value))
          continue;
        VersionSlot *slot = newSlot(getSlot(value));
        slots[argument] = slot;
        wantIn(passed, slot);
      }
      for (auto [init, argument, yielded] :
           llvm::zip_equal(loop.getInits(), loop.getBeforeArguments(),
                           loop.getYieldOp().getOperands())) {
        if (!isTensor(init) || !sizes.isInvariant(argument))
          continue;
        VersionSlot *passed = getSlot(argument);
        VersionSlot *outer = passed ? passed->outer : nullptr;
        VersionSlot *slot = newSlot(outer);
        slots[argument] = slot;
        wantIn(yielded, slot);
        wantIn(init, outer ? outer : slot);
      }
      computeSlots(*loop.getAfterBody());
      computeSlots(*loop.getBeforeBody());
    } else if (isStructuredControlFlow(&op)) {
      for (OpResult value : op.getResults()) {
        if (!isTensor(value))
          continue;
        VersionSlot *slot = getSlot(value);
        if (!slot)
          wantIn(value, slot = newSlot());
        // Branches may give values of different sizes.
        for (Region &region : op.getRegions()) {
          Value given = region.front().getTerminator()->getOperand(
              value.getResultNumber());
          if (sizes.trace(given) == sizes.trace(value))
            wantIn(given, slot);
        }
      }
      for (Region &region : op.getRegions())
        if (!region.empty())
          computeSlots(region.front());
    }
  }
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Whether nothing but `tssa.read` and `tssa.write` on `ref` itself touches its
/// data; collects these.
static bool collectTransfers(Value ref, SmallVectorImpl<ReadOp> &reads,
                             SmallVectorImpl<WriteOp> &writes, bool isRoot) {
  for (Operation *user : ref.getUsers()) {
    if (isRoot && isa<ReadOp>(user))
      reads.push_back(cast<ReadOp>(user));
    else if (isRoot && isa<WriteOp>(user))
      writes.push_back(cast<WriteOp>(user));
    else if (auto view = dyn_cast<view::OfOp>(user)) {
      if (!collectTransfers(view.getResult(), reads, writes, false))
        return false;
    } else if (!isa<DimOp, CheckViewOp, CheckOverlapOp, func::ReturnOp,
                    // What is chosen is only returned.
                    arith::SelectOp, scf::YieldOp>(user))
      return false;
  }
  return true;
}

/// An argument can be used in place if it is written at most once, at the end
/// of the function's own block, no other argument may share its memory, and it
/// need not stay as it is until then. Its reads become one at entry.
LogicalResult VersionPlacer::normalizeArguments() {
  struct Transfers {
    SmallVector<ReadOp> reads;
    SmallVector<WriteOp> writes;
    bool plain;
  };
  Block &entry = func.getBody().front();
  SmallVector<std::pair<BlockArgument, Transfers>> all;
  bool mayShare = false;
  for (BlockArgument argument : entry.getArguments()) {
    if (!isa<RefType>(argument.getType()))
      continue;
    Transfers transfers;
    transfers.plain =
        collectTransfers(argument, transfers.reads, transfers.writes, true) &&
        !isImperativeArgument(func, argument.getArgNumber());
    mayShare |= (!transfers.plain || !transfers.writes.empty()) &&
                !func.getArgAttr(argument.getArgNumber(), kNoAliasAttr);
    all.emplace_back(argument, std::move(transfers));
  }
  mayShare &= all.size() > 1;

  for (auto &[argument, transfers] : all) {
    bool isAlone =
        !mayShare || func.getArgAttr(argument.getArgNumber(), kNoAliasAttr);
    bool usable = isAlone && transfers.plain && transfers.writes.size() <= 1;
    if (usable && !transfers.writes.empty())
      usable = !argumentsStay && transfers.writes.front()->getBlock() == &entry;
    if (!usable) {
      for (ReadOp read : transfers.reads)
        result.opaqueRefOps.insert(read);
      for (WriteOp write : transfers.writes)
        result.opaqueRefOps.insert(write);
      continue;
    }
    result.buffers.emplace_back();
    VersionBuffer *buffer = &result.buffers.back();
    buffer->kind = VersionBuffer::Kind::Argument;
    buffer->type = cast<RefType>(argument.getType()).getTensorType();
    buffer->origin = argument;
    buffer->writable = !transfers.writes.empty();
    buffer->isWhole = func.getArgAttr(argument.getArgNumber(), kWholeAttr) ||
                      isRowMajorFromStart(cast<RefType>(argument.getType()));
    argumentBuffers[argument] = buffer;
    if (!buffer->writable)
      continue;
    WriteOp write = transfers.writes.front();
    ReadOp first;
    for (ReadOp read : transfers.reads) {
      if (mayExecuteAfter(read, write, &func.getBody())) {
        read.getResult().replaceAllUsesWith(write.getValue());
        read.erase();
      } else if (!first) {
        first = read;
        first->moveBefore(&entry, entry.begin());
      } else {
        read.getResult().replaceAllUsesWith(first.getResult());
        read.erase();
      }
    }
  }
  return success();
}
