// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of lib/Conversion.

#ifndef TENSORSSA_CONVERSION_PASSES_H
#define TENSORSSA_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tensorssa/Conversion/Numerics.h"

namespace mlir::tssa {

#define GEN_PASS_DECL
#include "tensorssa/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tensorssa/Conversion/Passes.h.inc"

} // namespace mlir::tssa

#endif // TENSORSSA_CONVERSION_PASSES_H
