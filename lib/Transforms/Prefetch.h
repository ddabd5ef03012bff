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
constexpr size_t kAhead = 4;

/// Fetches the cache lines of an op that a pass reads: its results lie before
/// it, its operands behind it.
inline void prefetch(Operation *op) {
  constexpr int64_t kLine = 64;
  for (int64_t line = -1; line <= 1; ++line)
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

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_PREFETCH_H
