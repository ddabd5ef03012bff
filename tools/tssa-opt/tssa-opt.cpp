// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mlir-opt with every upstream dialect and pass, and ours; also the passes that
// only tests use, and the validator that `tssa-functionalize` can ask.

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tensorssa/InitAll.h"
#include "validator.h"

namespace mlir::tssa {
void registerTestDialect(DialectRegistry &registry);
void registerTestViewPass();
void registerTestWrongStagePass();
} // namespace mlir::tssa

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  mlir::tssa::registerAllPasses();
  mlir::tssa::registerTestViewPass();
  mlir::tssa::registerTestWrongStagePass();
  tool_register_validator();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::tssa::registerAllDialects(registry);
  mlir::tssa::registerTestDialect(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "TensorSSA optimizer driver\n", registry));
}
