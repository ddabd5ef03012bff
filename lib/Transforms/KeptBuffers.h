// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls may leave a buffer behind that they were given: in a list, which
// outlives the callee's names of the buffer.

#ifndef TENSORSSA_TRANSFORMS_KEPTBUFFERS_H
#define TENSORSSA_TRANSFORMS_KEPTBUFFERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tssa {

/// On a call: what it was given can be freed after its results are used no
/// more.
inline constexpr StringLiteral kKeepsNothingAttr = "tssa.keeps_nothing";

class KeptBuffers {
public:
  /// Looks at a module whose lists are lists still.
  explicit KeptBuffers(ModuleOp module);

  /// Marks the calls that pass buffers to a function without a list, its own or
  /// a callee's.
  void mark(ModuleOp module) const;

private:
  DenseSet<Operation *> keepers;
};

} // namespace mlir::tssa

#endif // TENSORSSA_TRANSFORMS_KEPTBUFFERS_H
