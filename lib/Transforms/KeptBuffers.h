// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What calls may do with a buffer that they were given, beyond using what it
// holds: leave it behind in a list, which outlives the callee's names of it, or
// ask how large its storage is, which the runtime knows of what it allocated.

#ifndef TENSORSSA_TRANSFORMS_KEPTBUFFERS_H
#define TENSORSSA_TRANSFORMS_KEPTBUFFERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tssa {

/// On a call: what it was given can be freed after its results are used no
/// more.
inline constexpr StringLiteral kKeepsNothingAttr = "tssa.keeps_nothing";

/// On a call: the storage of what it was given may be measured.
inline constexpr StringLiteral kMeasuresAttr = "tssa.measures";

class KeptBuffers {
public:
  /// Looks at a module whose lists are lists still.
  explicit KeptBuffers(ModuleOp module);

  /// Marks the calls that pass buffers to a function without a list, its own or
  /// a callee's, and those to one that measures storages.
  void mark(ModuleOp module) const;

private:
  DenseSet<Operation *> keepers;
};

} // namespace mlir::tssa

#endif // TENSORSSA_TRANSFORMS_KEPTBUFFERS_H
