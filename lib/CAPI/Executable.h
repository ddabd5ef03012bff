// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lies behind TssaExecutable and TssaFunction.

#ifndef TENSORSSA_LIB_CAPI_EXECUTABLE_H
#define TENSORSSA_LIB_CAPI_EXECUTABLE_H

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "tensorssa-c/Compiler.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tssa {

/// How an argument or a result crosses the boundary.
struct BoundaryType {
  /// As the source has it.
  Type type;
  tssa_value_kind_t kind = TSSA_VALUE_NONE;
  /// Of a tensor.
  tssa_dtype_t dtype = TSSA_DTYPE_F32;
  SmallVector<int64_t> sizes;
  StridedLayoutAttr layout;
  bool isRef = false;
  /// A tensor of any rank and dtype, as an element of a list.
  bool isAny = false;
  /// What the elements of a list are.
  std::shared_ptr<BoundaryType> element;
  /// Of a number: its size in bytes.
  int64_t bytes = 0;
};

struct BoundaryArgument : BoundaryType {
  bool written = false;
  /// Of a list: whether storages of its elements are written.
  bool elementsWritten = false;
  bool noAlias = false;
};

/// A function that can be called.
struct CompiledFunction {
  std::string name;
  SmallVector<BoundaryArgument> inputs;
  SmallVector<BoundaryType> outputs;
  /// The whole of it, or a part.
  bool functional = false, partlyFunctional = false;
  /// Storages: how many the source names, as arguments and allocations, and how
  /// many stay imperative.
  int64_t roots = 0, imperativeRoots = 0;
  /// Takes an array of pointers: to the address of the result struct (if there
  /// is one), to the context, to each argument, to the result (if it is a
  /// number).
  void (*entry)(void **) = nullptr;
};

struct Executable {
  // The code must go after everything that points into it.
  std::unique_ptr<ExecutionEngine> engine;
  std::vector<std::unique_ptr<CompiledFunction>> functions;
  llvm::StringMap<CompiledFunction *> byName;
};

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_CAPI_EXECUTABLE_H
