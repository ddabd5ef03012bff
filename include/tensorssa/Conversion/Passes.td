// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that leave the `tssa` and `view` dialects, in alphabetical order.

#ifndef TENSORSSA_CONVERSION_PASSES_TD
#define TENSORSSA_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // TENSORSSA_CONVERSION_PASSES_TD
