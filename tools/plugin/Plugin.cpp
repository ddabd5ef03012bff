// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points for the stock mlir-opt: --load-dialect-plugin brings dialects
// and passes, --load-pass-plugin the passes alone.

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "tensorssa/InitAll.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"

// The loader looks the entry points up by name, so they must be visible.
extern "C"
    __attribute__((visibility("default"), used)) mlir::DialectPluginLibraryInfo
    mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TensorSSA", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            mlir::tssa::registerAllDialects(*registry);
            mlir::tssa::registerAllPasses();
          }};
}

extern "C"
    __attribute__((visibility("default"), used)) mlir::PassPluginLibraryInfo
    mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TensorSSA", LLVM_VERSION_STRING,
          [] { mlir::tssa::registerAllPasses(); }};
}
