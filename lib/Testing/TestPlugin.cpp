// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tests need as a plugin, for `tssa` and `tssa-fuzz`
// (`--load-dialect-plugin=`), which do not have it themselves.

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"

namespace mlir::tssa {
void registerTestDialect(DialectRegistry &registry);
void registerTestWrongStagePass();
} // namespace mlir::tssa

// The loader looks the entry point up by name, so it must be visible.
extern "C"
    __attribute__((visibility("default"), used)) mlir::DialectPluginLibraryInfo
    mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TensorSSATest", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            mlir::tssa::registerTestDialect(*registry);
            mlir::tssa::registerTestWrongStagePass();
          }};
}
