// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asking for an op before it is needed. The ops of a large function lie all
// over the memory, so a pass over them waits for each; what is done to one op
// takes as long as it takes to fetch the next.

#ifndef TENSORSSA_LIB_TRANSFORMS_PREFETCH_H
#define TENSORSSA_LIB_TRANSFORMS_PREFETCH_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/Compiler.h"

namespace mlir::tssa {

/// So many ops of a list are fetched before they are needed.
constexpr size_t kAhead = 8;

/// Fetches the cache lines of an op: its results lie before it, its properties
/// and operands behind it.
inline void prefetch(Operation *op) {
  constexpr int64_t kLine = 64;
  for (int64_t line = -1; line <= 2; ++line)
    LLVM_PREFETCH(reinterpret_cast<char *>(op) + line * kLine, 0, 3);
}

/// Fetches the location of an op, which every op that is built there asks for
/// the context.
inline void prefetchLocation(Operation *op) {
  LLVM_PREFETCH(op->getLoc().getAsOpaquePointer(), 0, 3);
}

/// Fetches the op behind `op` in its block, if there is one.
inline void prefetchNext(Operation &op) {
  if (Operation *next = op.getNextNode())
    prefetch(next);
}

/// Gives the ops of a block in their order. Where one lies is known only once
/// its neighbor has arrived, so the block is read from both ends at once. Ops
/// may be built anywhere, which are not given, and the last one given may be
/// erased.
class OpStream {
public:
  explicit OpStream(Block &block)
      : front(block.empty() ? nullptr : &block.front()),
        back(block.empty() ? nullptr : &block.back()) {}

  /// The next op, or null behind the last one.
  Operation *next() {
    if (Operation *op = front) {
      bool isLast = op == back;
      front = isLast ? nullptr : op->getNextNode();
      if (isLast)
        return op;
      behind.push_back(back);
      if (front == back) {
        front = nullptr;
        return op;
      }
      back = back->getPrevNode();
      prefetch(front);
      prefetch(back);
      return op;
    }
    if (behind.empty())
      return nullptr;
    if (behind.size() > kAhead)
      prefetch(behind[behind.size() - 1 - kAhead]);
    return behind.pop_back_val();
  }

private:
  /// What has not been read: all from `front` to `back`.
  Operation *front, *back;
  /// What has been read from the end, the next one last.
  SmallVector<Operation *> behind;
};

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_PREFETCH_H
