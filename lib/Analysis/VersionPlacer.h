// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk that makes the decisions of `VersionClasses`, private to its
// sources.

#ifndef TENSORSSA_LIB_ANALYSIS_VERSIONPLACER_H
#define TENSORSSA_LIB_ANALYSIS_VERSIONPLACER_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Analysis/VersionClasses.h"

namespace mlir::tssa {

/// Where a value is wanted, found backwards from its uses: the values of a slot
/// should share a buffer. `outer` is where the value goes after its loop.
struct VersionSlot {
  VersionBuffer *buffer = nullptr;
  VersionSlot *outer = nullptr;
  bool isArgument = false;

  VersionBuffer *getBuffer() const {
    for (const VersionSlot *slot = this; slot; slot = slot->outer)
      if (slot->buffer)
        return slot->buffer;
    return nullptr;
  }
};

/// A write that the walk considers: to `part` of `buffer`, by `ops`, which are
/// adjacent and count as one moment; the last of them, or the structured op
/// itself, is `getOp()`.
struct WriteSite {
  VersionBuffer *buffer;
  BufferPart part;
  SmallVector<Operation *, 2> ops;
  /// An op before which uses are surely over; not after the first of `ops`. A
  /// write may still be tried that begins here.
  Operation *since = nullptr;

  Operation *getOp() const { return ops.back(); }
  Operation *getSince() const { return since ? since : ops.front(); }
};

/// What stands against a write.
struct Conflicts {
  /// Indices of readers whose producer can copy what it names.
  SmallVector<unsigned> names;
  /// Indices of versions that are read later.
  SmallVector<unsigned> versions;
  /// The write itself reads what it overwrites, in a way that matters.
  bool self = false;

  bool none() const { return names.empty() && versions.empty() && !self; }
  bool noVersions() const { return versions.empty() && !self; }
};

class VersionPlacer {
public:
  /// Whether a use by one of the ops of a write does no harm; the part that it
  /// reads overlaps the part written.
  using HarmlessUse =
      function_ref<bool(OpOperand &use, const BufferPart &read)>;

  VersionPlacer(VersionClasses &result, func::FuncOp func, bool argumentsStay)
      : result(result), func(func), argumentsStay(argumentsStay) {}

  LogicalResult run();

private:
  // VersionSlots.cpp: what is wanted where.
  void computeSlots(Block &block);
  VersionSlot *newSlot(VersionSlot *outer = nullptr);
  void wantIn(Value value, VersionSlot *slot);
  VersionSlot *getSlot(Value value) const { return slots.lookup(value); }
  VersionBuffer *getWanted(Value value);
  LogicalResult normalizeArguments();

  // VersionInterference.cpp: whether a write is allowed.
  Conflicts findConflicts(const WriteSite &site, HarmlessUse harmless);
  void copyNames(VersionBuffer *buffer, ArrayRef<unsigned> readers);
  bool evict(const WriteSite &site, ArrayRef<unsigned> readers);
  // MustInPlace.cpp: what is to be said if a write must be in place.
  void blame(const WriteSite &site, ArrayRef<unsigned> readers);
  void blameSelf(const WriteSite &site, Value value);
  void addReader(VersionBuffer *buffer, Value value, const BufferPart &part,
                 Operation *producer);

  // VersionClasses.cpp: straight-line code.
  LogicalResult splitAssigns();
  void shareAssigned();
  LogicalResult visitBlock(Block &block);
  LogicalResult visit(Operation *op);
  LogicalResult visitLeaf(Operation *op);
  void visitRead(ReadOp op);
  void visitAccess(view::AccessOp op);
  LogicalResult visitAssign(view::AssignOp op);
  void visitWrite(WriteOp op);
  void visitResult(MaterializeResultOp op);
  void placeResult(OpResult value);
  bool tryDirectWrite(OpResult value, VersionBuffer *buffer,
                      view::AssignOp assign, bool asCopy);
  void copyOperand(OpOperand &use);
  bool getComputation(OpResult value, SmallVectorImpl<Operation *> &chain,
                      OpOperand *&destination);
  bool canDefer(OpResult value);
  VersionBuffer *newBuffer(VersionBuffer::Kind kind, Value origin,
                           Operation *anchor);
  bool isUsable(VersionBuffer *buffer, Type type, Operation *at);
  bool canReach(VersionBuffer *buffer, Operation *op);
  void reach(VersionBuffer *buffer, Operation *op);
  void place(Value value, VersionBuffer *buffer, Operation *at);
  void claim(VersionSlot *slot, VersionBuffer *buffer);
  /// The location of `value`, giving it memory of its own if it has none.
  const Placement &locate(Value value, Operation *before);
  SmallVector<Placement> getLocations(Value value) const;

  // VersionControlFlow.cpp.
  LogicalResult visitControlFlow(Operation *op);
  LogicalResult visitFor(scf::ForOp op);
  LogicalResult visitWhile(scf::WhileOp op);
  LogicalResult visitBranches(Operation *op);
  VersionBuffer *chooseLoopBuffer(OpOperand &init, BlockArgument argument,
                                  ArrayRef<VersionBuffer *> taken);
  VersionBuffer *choosePassedBuffer(OpOperand &passed, BlockArgument argument,
                                    ArrayRef<VersionBuffer *> taken);
  VersionBuffer *chooseResultBuffer(OpResult value,
                                    ArrayRef<VersionBuffer *> taken);
  LogicalResult endIn(OpOperand &use, VersionBuffer *buffer);
  VersionBuffer *carry(Value value);
  void handOver(OpOperand &use, SmallVectorImpl<VersionBuffer *> &taken);

  VersionClasses &result;
  func::FuncOp func;
  bool argumentsStay;
  TensorSizes sizes;
  std::deque<VersionSlot> slotStorage;
  DenseMap<Value, VersionSlot *> slots;
  /// Buffers of the ref arguments that can be used in place.
  DenseMap<Value, VersionBuffer *> argumentBuffers;
  /// Tensors that bufferization may give the memory of these places.
  DenseMap<Value, SmallVector<Placement>> aliases;
  /// Results that wait for the assign that consumes them.
  DenseSet<Value> deferred;
};

/// Whether the op reads data through this operand, not only sizes.
bool readsData(OpOperand &use);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_ANALYSIS_VERSIONPLACER_H
