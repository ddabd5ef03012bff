// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of dialects and passes through the C API.

#include "tensorssa-c/Dialects.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/InitAll.h"

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(TSSA, tssa, mlir::tssa::TSSADialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(View, view, mlir::view::ViewDialect)

void tssaRegisterAllDialects(MlirDialectRegistry registry) {
  mlir::DialectRegistry &target = *unwrap(registry);
  mlir::registerAllDialects(target);
  mlir::registerAllExtensions(target);
  mlir::registerBuiltinDialectTranslation(target);
  mlir::registerLLVMDialectTranslation(target);
  mlir::tssa::registerAllDialects(target);
}

void tssaRegisterDialects(MlirDialectRegistry registry) {
  mlir::tssa::registerAllDialects(*unwrap(registry));
}

void tssaRegisterPasses(void) { mlir::tssa::registerAllPasses(); }

void tssaRegisterAllPasses(void) {
  static bool once = [] {
    mlir::registerAllPasses();
    mlir::tssa::registerAllPasses();
    return true;
  }();
  (void)once;
}

MlirLogicalResult tssaLoadDialectPlugin(MlirStringRef path,
                                        MlirDialectRegistry registry,
                                        MlirStringCallback reason,
                                        void *userData) {
  llvm::Expected<mlir::DialectPlugin> plugin =
      mlir::DialectPlugin::load(unwrap(path).str());
  if (plugin) {
    plugin->registerDialectRegistryCallbacks(*unwrap(registry));
    return mlirLogicalResultSuccess();
  }
  std::string text = llvm::toString(plugin.takeError());
  if (reason)
    reason(wrap(llvm::StringRef(text)), userData);
  return mlirLogicalResultFailure();
}
