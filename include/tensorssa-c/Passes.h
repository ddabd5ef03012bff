// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creation and registration of each pass, generated from the pass tables. A
// pass created here has its default options; use pipeline text for others.

#ifndef TENSORSSA_C_PASSES_H
#define TENSORSSA_C_PASSES_H

#include "mlir-c/Pass.h"

#include "tensorssa/Conversion/Passes.capi.h.inc"
#include "tensorssa/Transforms/Passes.capi.h.inc"

#endif // TENSORSSA_C_PASSES_H
