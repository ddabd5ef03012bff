// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa.must_inplace`: whether the memory that an assign overwrites is copied
// on its account, at the assign itself or where control flow carries the
// version that it overwrites in, or the one that it makes out.

#include "tensorssa/Dialect/TSSA/IR/MustInPlace.h"
#include "VersionPlacer.h"
#include "tensorssa/Analysis/ExecutionOrder.h"

using namespace mlir;
using namespace mlir::tssa;

/// The use of a reader that runs after `write`, if there is one.
static Operation *findLaterUse(VersionBuffer::Reader &reader,
                               Operation *write) {
  Region *scope = reader.value.getParentRegion();
  for (OpOperand *use : reader.uses)
    if (use->get() == reader.value &&
        mayExecuteAfter(use->getOwner(), write, scope))
      return use->getOwner();
  return nullptr;
}

void VersionPlacer::blame(const WriteSite &site, ArrayRef<unsigned> readers) {
  if (!result.hasStrictWrites)
    return;
  for (unsigned index : readers) {
    VersionBuffer::Reader &reader = site.buffer->readers[index];
    Operation *read = findLaterUse(reader, site.getOp());
    if (!read)
      read = reader.uses.front()->getOwner();
    result.copiesFor[site.getOp()].push_back({site.buffer, read});
  }
}

void VersionPlacer::blameSelf(const WriteSite &site, Value value) {
  if (!result.hasStrictWrites)
    return;
  Operation *read = value.getDefiningOp();
  result.copiesFor[site.getOp()].push_back(
      {site.buffer, read ? read : site.getOp()});
}

namespace {

/// Follows what one assign overwrites and makes through control flow.
class StrictWrite {
public:
  StrictWrite(view::AssignOp assign, const VersionClasses &classes)
      : assign(assign), classes(classes) {}

  /// Emits an error for the first copy that is found.
  LogicalResult verify() {
    if (failed(verifyAt(assign, assign.getDest(), assign.getResult())) ||
        failed(verifyEntry(assign.getDest())))
      return failure();
    return verifyExit(assign.getResult());
  }

private:
  LogicalResult verifyEntry(Value version);
  LogicalResult verifyExit(Value version);
  LogicalResult verifyAt(Operation *op, Value from, Value to);
  LogicalResult verifyStays(OpOperand &use, Value target);
  LogicalResult fail(Operation *op, Operation *read);

  view::AssignOp assign;
  const VersionClasses &classes;
  DenseSet<Value> seen;
};

} // namespace

LogicalResult StrictWrite::fail(Operation *op, Operation *read) {
  InFlightDiagnostic error = emitError(assign.getLoc());
  error << "'" << kMustInPlaceAttr
        << "' requires the write to be in place but it needs a copy";
  if (op != assign)
    error.attachNote(op->getLoc()) << "where a version is carried, here";
  if (read)
    error.attachNote(read->getLoc())
        << "because what it overwrites is read here";
  return error;
}

/// Fails if `op`, which makes the version `to` of `from`, copies anything on
/// account of that.
LogicalResult StrictWrite::verifyAt(Operation *op, Value from, Value to) {
  auto it = classes.copiesFor.find(op);
  if (it == classes.copiesFor.end())
    return success();
  for (const VersionClasses::CopyReason &reason : it->second)
    for (Value version : {from, to})
      if (const Placement *placement = classes.lookup(version);
          placement && placement->buffer == reason.buffer)
        return fail(op, reason.read);
  return success();
}

/// The loops that carry `version` in, from the innermost outwards.
LogicalResult StrictWrite::verifyEntry(Value version) {
  while (auto argument = dyn_cast<BlockArgument>(version)) {
    Operation *op = argument.getOwner()->getParentOp();
    Value entering;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (OpOperand *init = loop.getTiedLoopInit(argument))
        entering = init->get();
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      unsigned index = argument.getArgNumber();
      if (argument.getOwner() == loop.getBeforeBody())
        entering = loop.getInits()[index];
      else
        entering = loop.getConditionOp().getArgs()[index];
    }
    if (!entering)
      break;
    if (failed(verifyAt(op, entering, argument)))
      return failure();
    version = entering;
  }
  return success();
}

/// Fails unless what `use` hands on stays in its memory as `target`.
LogicalResult StrictWrite::verifyStays(OpOperand &use, Value target) {
  Operation *terminator = use.getOwner();
  const Placement *from = classes.lookup(use.get());
  const Placement *to = classes.lookup(target);
  if (!from || !to)
    return success();
  VersionBuffer *given = to->buffer;
  if (auto it = classes.handOver.find(&use); it != classes.handOver.end())
    given = it->second;
  if (!from->isWholeOf(given)) {
    auto it = classes.copiesFor.find(terminator);
    return fail(terminator, it == classes.copiesFor.end()
                                ? nullptr
                                : it->second.front().read);
  }
  return verifyAt(terminator, use.get(), target);
}

/// The terminators that carry `version` out, and the write-back.
LogicalResult StrictWrite::verifyExit(Value version) {
  if (!seen.insert(version).second)
    return success();
  for (OpOperand &use : version.getUses()) {
    Operation *user = use.getOwner();
    if (auto write = dyn_cast<WriteOp>(user)) {
      const Placement *placement = classes.lookup(version);
      if (placement && !classes.opaqueRefOps.contains(write) &&
          placement->buffer->origin != write.getRef())
        return fail(write, nullptr);
      if (failed(verifyAt(write, version, version)))
        return failure();
      continue;
    }
    Operation *parent = user->getParentOp();
    if (!user->hasTrait<OpTrait::IsTerminator>() ||
        !isStructuredControlFlow(parent))
      continue;
    SmallVector<Value, 2> targets;
    if (auto condition = dyn_cast<scf::ConditionOp>(user)) {
      if (use.getOperandNumber() == 0)
        continue;
      unsigned index = use.getOperandNumber() - 1;
      auto loop = cast<scf::WhileOp>(parent);
      targets = {loop.getAfterArguments()[index], loop.getResult(index)};
    } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      targets = {loop.getBeforeArguments()[use.getOperandNumber()]};
    } else {
      if (auto loop = dyn_cast<scf::ForOp>(parent))
        targets = {loop.getRegionIterArg(use.getOperandNumber())};
      targets.push_back(parent->getResult(use.getOperandNumber()));
    }
    for (Value target : targets)
      if (failed(verifyStays(use, target)))
        return failure();
    // What another trip does to it is another write's affair.
    if (!isa<BlockArgument>(targets.back()) &&
        failed(verifyExit(targets.back())))
      return failure();
  }
  return success();
}

LogicalResult tssa::verifyStrictWrites(func::FuncOp func,
                                       const VersionClasses &classes) {
  if (!classes.hasStrictWrites)
    return success();
  WalkResult walk = func.walk([&](view::AssignOp op) {
    return mustBeInPlace(op) && failed(StrictWrite(op, classes).verify())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}
