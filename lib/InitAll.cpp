// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of dialects and passes, in one place.

#include "tensorssa/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "tensorssa/Analysis/IndexProof.h"
#include "tensorssa/Conversion/Passes.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Dialect/View/IR/View.h"
#include "tensorssa/Pipelines/Pipelines.h"
#include "tensorssa/Transforms/Passes.h"
#include "tensorssa/Transforms/VersionCarriers.h"

void mlir::tssa::registerAllDialects(DialectRegistry &registry) {
  registry.insert<TSSADialect, view::ViewDialect>();
  registerValueBounds(registry);
  registerVersionCarriers(registry);
}

void mlir::tssa::registerAllPasses() {
  static bool once = [] {
    registerTensorSSATransformsPasses();
    registerTensorSSAConversionPasses();
    registerPipelines();
    return true;
  }();
  (void)once;
}
