// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes that must not cost a copy.

#ifndef TENSORSSA_DIALECT_TSSA_IR_MUSTINPLACE_H
#define TENSORSSA_DIALECT_TSSA_IR_MUSTINPLACE_H

#include "mlir/IR/Operation.h"

namespace mlir::tssa {

/// Unit attribute on an op that mutates, and on the `view.assign` that it
/// becomes: `tssa-place-versions` fails, and names the read that is in the way,
/// where it would have to copy what the op overwrites or what it reads of that.
inline constexpr StringLiteral kMustInPlaceAttr = "tssa.must_inplace";

inline bool mustBeInPlace(Operation *op) {
  return op->hasAttr(kMustInPlaceAttr);
}

} // namespace mlir::tssa

#endif // TENSORSSA_DIALECT_TSSA_IR_MUSTINPLACE_H
