// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forwards through control flow. Each value that control flow carries gets one
// buffer for all its trips or branches, so that nothing is carried; where its
// sizes may differ from trip to trip the descriptor is carried instead.

#include "VersionPlacer.h"
#include "tensorssa/Analysis/ExecutionOrder.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::tssa;

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

LogicalResult VersionPlacer::visitControlFlow(Operation *op) {
  for (Region &region : op->getRegions())
    if (!region.empty() && !region.hasOneBlock())
      return op->emitOpError("cannot be placed in memory: expected regions of "
                             "one block but got ")
             << region.getBlocks().size();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitFor(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return visitWhile(loop);
  return visitBranches(op);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Memory for a value that a loop carries: that of its initial value where the
/// loop may spoil it, else where the result is wanted, else memory of its own.
VersionBuffer *
VersionPlacer::chooseLoopBuffer(OpOperand &init, BlockArgument argument,
                                ArrayRef<VersionBuffer *> taken) {
  Operation *loop = init.getOwner();
  VersionSlot *slot = getSlot(argument);
  VersionBuffer *wanted = getWanted(argument);
  const Placement location = locate(init.get(), loop);
  VersionBuffer *own = location.part.isWhole() ? location.buffer : nullptr;
  // Values that enter together are copied as if at once.
  auto harmless = [](OpOperand &, const BufferPart &) { return true; };
  auto canSpoil = [&](VersionBuffer *buffer) {
    if (!isUsable(buffer, init.get().getType(), loop) ||
        llvm::is_contained(taken, buffer))
      return false;
    WriteSite site{buffer, {}, {loop}, nullptr};
    Conflicts conflicts = findConflicts(site, harmless);
    if (buffer == own)
      blame(site, conflicts.versions);
    if (!conflicts.versions.empty() &&
        (buffer != wanted || buffer != own || !evict(site, conflicts.versions)))
      return false;
    blame(site, conflicts.names);
    copyNames(buffer, conflicts.names);
    return true;
  };
  if (own && (own->kind != VersionBuffer::Kind::Argument || own == wanted) &&
      canSpoil(own))
    return own;
  if (wanted && wanted != own && canSpoil(wanted))
    return wanted;
  VersionBuffer *buffer =
      newBuffer(VersionBuffer::Kind::Owned, init.get(), loop);
  claim(slot, buffer);
  return buffer;
}

/// Whose memory `value` goes on in if all goes well: followed back, through
/// destinations of assigns and what loops and branches carry, to an argument of
/// `block`; null if to none.
static BlockArgument traceDestination(Value value, Block *block) {
  while (value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner() == block ? argument : BlockArgument();
    Operation *op = value.getDefiningOp();
    unsigned number = cast<OpResult>(value).getResultNumber();
    if (auto assign = dyn_cast<view::AssignOp>(op))
      value = assign.getDest();
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      value = loop.getInitArgs()[number];
    else if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
      value = op->getRegion(0).front().getTerminator()->getOperand(number);
    else
      value = {};
  }
  return {};
}

/// Which values of a loop change places from trip to trip, or move up by one:
/// they keep their memory, and the descriptors are carried. `entering` gives
/// the number of the value that is yielded, maybe updated, or nothing.
static llvm::BitVector
findRotation(OperandRange yielded,
             function_ref<std::optional<unsigned>(Value)> entering) {
  llvm::BitVector rotated(yielded.size());
  for (auto [index, value] : llvm::enumerate(yielded)) {
    std::optional<unsigned> from = entering(value);
    if (!isTensor(value) || !from || *from == index)
      continue;
    rotated.set(index);
    rotated.set(*from);
  }
  return rotated;
}

static llvm::BitVector findRotation(scf::ForOp op) {
  auto entering = [&](Value value) -> std::optional<unsigned> {
    BlockArgument argument = traceDestination(value, op.getBody());
    if (!argument || argument == op.getInductionVar())
      return std::nullopt;
    return argument.getArgNumber() - op.getNumInductionVars();
  };
  return findRotation(op.getBody()->getTerminator()->getOperands(), entering);
}

static llvm::BitVector findRotation(scf::WhileOp op) {
  auto entering = [&](Value value) -> std::optional<unsigned> {
    BlockArgument after = traceDestination(value, op.getAfterBody());
    if (!after)
      return std::nullopt;
    BlockArgument before =
        traceDestination(op.getConditionOp().getArgs()[after.getArgNumber()],
                         op.getBeforeBody());
    if (!before)
      return std::nullopt;
    return before.getArgNumber();
  };
  return findRotation(op.getYieldOp().getOperands(), entering);
}

VersionBuffer *VersionPlacer::carry(Value value) {
  VersionBuffer *buffer =
      newBuffer(VersionBuffer::Kind::Carried, value, nullptr);
  result.carried.insert(value);
  Operation *at = value.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(value))
    at = &argument.getOwner()->front();
  place(value, buffer, at);
  return buffer;
}

/// Decides which memory an init or terminator of a carried value gives away:
/// the value's own if nothing else needs it, else a copy.
void VersionPlacer::handOver(OpOperand &use,
                             SmallVectorImpl<VersionBuffer *> &taken) {
  Operation *user = use.getOwner();
  Block *block = user->getBlock();
  const Placement location = locate(use.get(), user);
  VersionBuffer *buffer = location.buffer;
  bool isHere = false;
  if (buffer->kind == VersionBuffer::Kind::Owned)
    isHere = buffer->anchor->getBlock() == block;
  else if (buffer->kind == VersionBuffer::Kind::Carried)
    isHere = buffer->origin.getParentBlock() == block &&
             result.carried.contains(buffer->origin);
  if (isHere && location.part.isWhole() && !buffer->escaped &&
      !llvm::is_contained(taken, buffer)) {
    WriteSite site{buffer, {}, {user}, nullptr};
    Conflicts conflicts = findConflicts(
        site, [](OpOperand &, const BufferPart &) { return true; });
    if (conflicts.noVersions()) {
      copyNames(buffer, conflicts.names);
      buffer->escaped = true;
      taken.push_back(buffer);
      result.handOver[&use] = buffer;
      return;
    }
  }
  VersionBuffer *copy = newBuffer(VersionBuffer::Kind::Owned, use.get(), user);
  copy->escaped = true;
  result.handOver[&use] = copy;
}

/// Makes the value of a terminator's operand end in `buffer`.
LogicalResult VersionPlacer::endIn(OpOperand &use, VersionBuffer *buffer) {
  Operation *terminator = use.getOwner();
  const Placement location = locate(use.get(), terminator);
  if (location.isWholeOf(buffer))
    return success();
  WriteSite site{buffer, {}, {terminator}, nullptr};
  Conflicts conflicts =
      findConflicts(site, [](OpOperand &, const BufferPart &) { return true; });
  if (!conflicts.versions.empty())
    return terminator->emitOpError("cannot be placed in memory: a value in the "
                                   "memory of operand ")
           << use.getOperandNumber() << " is used later";
  copyNames(buffer, conflicts.names);
  return success();
}

LogicalResult VersionPlacer::visitFor(scf::ForOp op) {
  SmallVector<VersionBuffer *> taken;
  SmallVector<VersionBuffer *> buffers;
  llvm::BitVector rotated = findRotation(op);
  for (auto [init, argument] :
       llvm::zip_equal(op.getInitArgsMutable(), op.getRegionIterArgs())) {
    if (!isTensor(argument)) {
      buffers.push_back(nullptr);
    } else if (!rotated.test(buffers.size()) && sizes.isInvariant(argument)) {
      buffers.push_back(chooseLoopBuffer(init, argument, taken));
      taken.push_back(buffers.back());
    } else {
      handOver(init, taken);
      buffers.push_back(nullptr);
    }
  }
  for (auto [argument, buffer] :
       llvm::zip_equal(op.getRegionIterArgs(), buffers)) {
    if (!isTensor(argument))
      continue;
    if (buffer)
      place(argument, buffer, op);
    VersionBuffer *memory = buffer ? buffer : carry(argument);
    if (VersionSlot *slot = getSlot(argument))
      slot->buffer = memory;
  }
  if (failed(visitBlock(*op.getBody())))
    return failure();

  taken.clear();
  auto yield = cast<scf::YieldOp>(op.getBody()->getTerminator());
  for (auto [yielded, buffer, value] :
       llvm::zip_equal(yield.getResultsMutable(), buffers, op.getResults())) {
    if (!isTensor(value))
      continue;
    if (!buffer) {
      handOver(yielded, taken);
      carry(value);
      continue;
    }
    if (failed(endIn(yielded, buffer)))
      return failure();
  }
  for (auto [buffer, value] : llvm::zip_equal(buffers, op.getResults()))
    if (buffer)
      place(value, buffer, op);
  return success();
}

/// Memory for a value that passes from a while's condition into its body: where
/// it is, else where it is wanted, else memory of its own. Null if its sizes
/// are only known inside.
VersionBuffer *
VersionPlacer::choosePassedBuffer(OpOperand &passed, BlockArgument argument,
                                  ArrayRef<VersionBuffer *> taken) {
  Operation *condition = passed.getOwner();
  Operation *loop = condition->getParentOp();
  Type type = passed.get().getType();
  const Placement location = locate(passed.get(), condition);
  VersionBuffer *own = location.part.isWhole() ? location.buffer : nullptr;
  if (own && isUsable(own, type, loop) && !llvm::is_contained(taken, own)) {
    reach(own, loop);
    return own;
  }
  VersionSlot *slot = getSlot(argument);
  VersionBuffer *wanted = getWanted(argument);
  if (wanted && isUsable(wanted, type, loop) &&
      !llvm::is_contained(taken, wanted)) {
    WriteSite site{wanted, {}, {condition}, nullptr};
    Conflicts conflicts = findConflicts(
        site, [](OpOperand &, const BufferPart &) { return true; });
    if (conflicts.noVersions()) {
      copyNames(wanted, conflicts.names);
      reach(wanted, loop);
      return wanted;
    }
  }
  if (!sizes.isAvailable(sizes.trace(passed.get()), loop))
    return nullptr;
  VersionBuffer *buffer =
      newBuffer(VersionBuffer::Kind::Owned, passed.get(), loop);
  claim(slot, buffer);
  return buffer;
}

LogicalResult VersionPlacer::visitWhile(scf::WhileOp op) {
  // Descriptors are carried for all values or for none.
  bool fixed = findRotation(op).none();
  for (BlockArgument argument : op.getBeforeArguments())
    fixed &= !isTensor(argument) || sizes.isInvariant(argument);
  for (Value passed : op.getConditionOp().getArgs())
    fixed &= !isTensor(passed) || sizes.isAvailable(sizes.trace(passed), op);

  SmallVector<VersionBuffer *> taken, buffers;
  for (auto [init, argument] :
       llvm::zip_equal(op.getInitsMutable(), op.getBeforeArguments())) {
    if (!isTensor(argument)) {
      buffers.push_back(nullptr);
    } else if (fixed) {
      buffers.push_back(chooseLoopBuffer(init, argument, taken));
      taken.push_back(buffers.back());
    } else {
      handOver(init, taken);
      buffers.push_back(nullptr);
    }
  }
  for (auto [argument, buffer] :
       llvm::zip_equal(op.getBeforeArguments(), buffers)) {
    if (!isTensor(argument))
      continue;
    if (buffer)
      place(argument, buffer, op);
    VersionBuffer *memory = buffer ? buffer : carry(argument);
    if (VersionSlot *slot = getSlot(argument))
      slot->buffer = memory;
  }
  if (failed(visitBlock(*op.getBeforeBody())))
    return failure();

  scf::ConditionOp condition = op.getConditionOp();
  SmallVector<VersionBuffer *> passedBuffers(condition.getArgs().size());
  taken.clear();
  MutableArrayRef<OpOperand> passedOperands = condition.getArgsMutable();
  // What stays where it is comes first, so that nothing is copied there.
  for (bool inPlace : {true, false}) {
    for (auto [passed, argument, buffer] : llvm::zip_equal(
             passedOperands, op.getAfterArguments(), passedBuffers)) {
      if (!isTensor(argument) || buffer || !fixed)
        continue;
      const Placement location = locate(passed.get(), condition);
      bool canStay = location.part.isWhole() &&
                     isUsable(location.buffer, argument.getType(), op) &&
                     !llvm::is_contained(taken, location.buffer);
      if (inPlace != canStay)
        continue;
      buffer = choosePassedBuffer(passed, argument, taken);
      taken.push_back(buffer);
    }
  }
  for (auto [passed, argument, buffer] :
       llvm::zip_equal(passedOperands, op.getAfterArguments(), passedBuffers)) {
    if (!isTensor(argument))
      continue;
    VersionBuffer *memory = buffer;
    if (!fixed) {
      handOver(passed, taken);
      memory = carry(argument);
    } else {
      if (failed(endIn(passed, buffer)))
        return failure();
      place(argument, buffer, op);
    }
    if (VersionSlot *slot = getSlot(argument))
      slot->buffer = memory;
  }
  if (failed(visitBlock(*op.getAfterBody())))
    return failure();

  taken.clear();
  for (auto [yielded, buffer] :
       llvm::zip_equal(op.getYieldOp().getResultsMutable(), buffers)) {
    if (!isTensor(yielded.get()))
      continue;
    if (!fixed)
      handOver(yielded, taken);
    else if (failed(endIn(yielded, buffer)))
      return failure();
  }
  for (auto [value, buffer] : llvm::zip_equal(op.getResults(), passedBuffers)) {
    if (!isTensor(value))
      continue;
    if (fixed)
      place(value, buffer, op);
    else
      carry(value);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static OpOperand &getYieldOperand(Region &region, OpResult value) {
  return region.front().getTerminator()->getOpOperand(value.getResultNumber());
}

/// Memory for a result of branches: where all of them have it already, else
/// where it is wanted or where one of them has it, else memory of its own.
VersionBuffer *
VersionPlacer::chooseResultBuffer(OpResult value,
                                  ArrayRef<VersionBuffer *> taken) {
  Operation *op = value.getOwner();
  SmallVector<Placement> ends;
  for (Region &region : op->getRegions()) {
    OpOperand &use = getYieldOperand(region, value);
    ends.push_back(locate(use.get(), use.getOwner()));
  }
  VersionSlot *slot = getSlot(value);
  VersionBuffer *wanted = getWanted(value);

  VersionBuffer *common = ends.front().buffer;
  if (llvm::all_of(
          ends, [&](const Placement &end) { return end.isWholeOf(common); }) &&
      common->type == value.getType() && !llvm::is_contained(taken, common) &&
      !common->escaped && canReach(common, op))
    return common;

  SmallVector<VersionBuffer *> candidates;
  if (wanted)
    candidates.push_back(wanted);
  for (const Placement &end : ends)
    if (end.part.isWhole() && !llvm::is_contained(candidates, end.buffer))
      candidates.push_back(end.buffer);
  for (VersionBuffer *candidate : candidates) {
    if (!isUsable(candidate, value.getType(), op) ||
        llvm::is_contained(taken, candidate) ||
        (candidate->kind == VersionBuffer::Kind::Argument &&
         candidate != wanted))
      continue;
    bool fits = true;
    for (auto [region, end] : llvm::zip_equal(op->getRegions(), ends)) {
      if (end.isWholeOf(candidate))
        continue;
      WriteSite site{
          candidate, {}, {getYieldOperand(region, value).getOwner()}, nullptr};
      fits &= findConflicts(site, [](OpOperand &, const BufferPart &) {
                return true;
              }).versions.empty();
    }
    if (fits)
      return candidate;
  }
  VersionBuffer *buffer = newBuffer(VersionBuffer::Kind::Owned, value, op);
  claim(slot, buffer);
  return buffer;
}

LogicalResult VersionPlacer::visitBranches(Operation *op) {
  for (Region &region : op->getRegions())
    if (!region.empty() && failed(visitBlock(region.front())))
      return failure();

  SmallVector<VersionBuffer *> taken;
  SmallVector<SmallVector<VersionBuffer *>> handedOver(op->getNumRegions());
  SmallVector<std::pair<OpResult, VersionBuffer *>> buffers;
  for (OpResult value : op->getResults()) {
    if (!isTensor(value))
      continue;
    if (!sizes.isAvailable(sizes.trace(value), op)) {
      for (auto [region, given] : llvm::zip_equal(op->getRegions(), handedOver))
        handOver(getYieldOperand(region, value), given);
      buffers.emplace_back(value, nullptr);
      continue;
    }
    VersionBuffer *buffer = chooseResultBuffer(value, taken);
    taken.push_back(buffer);
    for (Region &region : op->getRegions())
      if (failed(endIn(getYieldOperand(region, value), buffer)))
        return failure();
    buffers.emplace_back(value, buffer);
  }
  for (auto [value, buffer] : buffers) {
    if (buffer)
      place(value, buffer, op);
    else
      carry(value);
  }
  return success();
}
