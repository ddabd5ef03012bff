// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Carries out the decisions of `VersionClasses`, private to the sources of
// `tssa-place-versions`.

#ifndef TENSORSSA_LIB_TRANSFORMS_PLACEVERSIONSEMITTER_H
#define TENSORSSA_LIB_TRANSFORMS_PLACEVERSIONSEMITTER_H

#include "tensorssa/Analysis/VersionClasses.h"

namespace mlir::tssa {

class VersionEmitter {
public:
  VersionEmitter(func::FuncOp func, VersionClasses &classes)
      : func(func), classes(classes), builder(func.getContext()) {}

  LogicalResult run();

private:
  /// A value that goes into a buffer together with others.
  struct Transfer {
    Value value;
    VersionBuffer *target;
    /// A copy of the value that was set aside.
    Value memory;
  };

  // PlaceVersions.cpp
  void emitBlock(Block &block);
  void emit(Operation *op);
  void emitAccess(view::AccessOp op);
  void emitCompaction(view::AccessOp op);
  void emitAssign(view::AssignOp op);
  void reportUnplaced(Operation *op);
  void emitElementwiseStore(view::AssignOp op, Value memory,
                            view::StridedLayoutInfo layout);
  void emitDirectWrite(const DirectWrite &write);
  void emitWrite(WriteOp op);
  void emitResult(MaterializeResultOp op);
  void emitLeaf(Operation *op);
  Value getMemory(VersionBuffer *buffer);
  Value getMemory(Value value);
  Value getDim(Location loc, Value value, int64_t dim);
  Value buildView(Location loc, Value memory, view::StridedLayoutInfo layout,
                  view::ViewKindInterface kind, ValueRange operands,
                  RankedTensorType type);
  Value allocateLike(Location loc, Value memory);
  /// `memory` with the sizes that the type of `like` knows: types of one value
  /// may know more or less.
  Value withShape(Location loc, Value memory, ShapedType like);
  void copyMemory(Location loc, Value from, Value to);
  Value readTensor(Location loc, Value value);
  void copyInto(Location loc, Value value, Value memory);

  // PlaceVersionsControlFlow.cpp
  void emitControlFlow(Operation *op);
  void transfer(Location loc, SmallVectorImpl<Transfer> &transfers);
  Value giveAway(OpOperand &use);
  void addCarried(Block *block, unsigned first);
  void emitTerminator(Operation *terminator, unsigned first,
                      ArrayRef<VersionBuffer *> targets);
  void dropCarried(Operation *terminator, Block *block);
  Operation *rebuild(Operation *op, ArrayRef<Value> operands);

  func::FuncOp func;
  VersionClasses &classes;
  OpBuilder builder;
  bool hasFailed = false;
  /// Views of buffers, by the accesses that name them.
  DenseMap<Value, Value> views;
  /// Numbers and refs that rebuilt control flow now gives.
  DenseMap<Value, Value> replacedNumbers;
  /// Ops that are done with; some are still asked about.
  SmallVector<Operation *> dead;
  SmallVector<BlockArgument> deadArguments;
  /// Ops of our own, not to be looked at.
  DenseSet<Operation *> emitted;
};

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_PLACEVERSIONSEMITTER_H
