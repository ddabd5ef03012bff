// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How floating-point results may differ from those of the interpreter: an
// option of the passes that choose how arithmetic is done.

#ifndef TENSORSSA_CONVERSION_NUMERICS_H
#define TENSORSSA_CONVERSION_NUMERICS_H

namespace mlir::tssa {

enum class Numerics {
  /// Vector math with stated bounds, reductions in a fixed order.
  Default,
  /// Each operation rounded by itself, in row-major order, math by libm: the
  /// interpreter's results bit for bit.
  Strict,
  /// Reassociation and contraction allowed.
  Fast
};

} // namespace mlir::tssa

#endif // TENSORSSA_CONVERSION_NUMERICS_H
