// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lies behind TssaExecutable and TssaFunction.

#ifndef TENSORSSA_LIB_CAPI_EXECUTABLE_H
#define TENSORSSA_LIB_CAPI_EXECUTABLE_H

#include "Signatures.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"

namespace mlir::tssa {

/// A function with its code in this process.
struct LoadedFunction {
  const CompiledFunction *signature = nullptr;
  tssa_entry_t entry = nullptr;
  /// Points to the two above.
  tssa_function_t abi = {};
};

struct Executable {
  /// Of a program that was compiled from source.
  std::unique_ptr<MLIRContext> context;
  // The code must go after everything that points into it.
  std::unique_ptr<ExecutionEngine> engine;
  Signatures signatures;
  /// In the order of the signatures.
  std::vector<LoadedFunction> functions;
};

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_CAPI_EXECUTABLE_H
