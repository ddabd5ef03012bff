// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of lib/Transforms.

#ifndef TENSORSSA_TRANSFORMS_PASSES_H
#define TENSORSSA_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::tssa {

#define GEN_PASS_DECL
#include "tensorssa/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tensorssa/Transforms/Passes.h.inc"

} // namespace mlir::tssa

#endif // TENSORSSA_TRANSFORMS_PASSES_H
