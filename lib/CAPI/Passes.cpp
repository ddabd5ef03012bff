// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creation and registration of passes through the C API, all generated.

#include "tensorssa-c/Passes.h"
#include "mlir/CAPI/Pass.h"
#include "tensorssa/Conversion/Passes.h"
#include "tensorssa/Transforms/Passes.h"

using namespace mlir::tssa;

#include "tensorssa/Conversion/Passes.capi.cpp.inc"
#include "tensorssa/Transforms/Passes.capi.cpp.inc"
