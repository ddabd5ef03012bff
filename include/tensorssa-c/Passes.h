// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creation and registration of each pass, generated from the pass tables: for a
// pass `Foo` of the group `Transforms` or `Conversion`
//
//   MlirPass mlirCreateTensorSSATransformsFooPass(void);
//   void mlirRegisterTensorSSATransformsFooPass(void);
//
// What the passes do is documented in the tables, which are installed with the
// headers (tensorssa/Transforms/Passes.td, tensorssa/Conversion/Passes.td), and
// said by `tssa-opt --help`.
//
// A created pass is the caller's until it is added to a pass manager, and has
// its default options. A pass with others is made from text, which takes what
// `tssa-opt` takes, once the pass is registered:
//
//   mlirOpPassManagerAddPipeline(pm, "tssa-functionalize{errors=precise}", …)
//
// Registering a pass makes its name known to pipeline text in this process; it
// may be done more than once. `tssaRegisterPasses` (Dialects.h) registers all
// and the pipelines, which Pipelines.h has functions for.

#ifndef TENSORSSA_C_PASSES_H
#define TENSORSSA_C_PASSES_H

#include "mlir-c/Pass.h"

#include "tensorssa/Conversion/Passes.capi.h.inc"
#include "tensorssa/Transforms/Passes.capi.h.inc"

#endif // TENSORSSA_C_PASSES_H
