// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes over the `tssa` and `view` dialects, in alphabetical order.

#ifndef TENSORSSA_TRANSFORMS_PASSES_TD
#define TENSORSSA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // TENSORSSA_TRANSFORMS_PASSES_TD
