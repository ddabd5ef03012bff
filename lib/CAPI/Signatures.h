// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host knows of the functions of a program: how arguments and results
// cross the boundary, which of them are written, what was functionalized.

#ifndef TENSORSSA_LIB_CAPI_SIGNATURES_H
#define TENSORSSA_LIB_CAPI_SIGNATURES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "tensorssa-runtime/program.h"
#include "llvm/ADT/StringMap.h"
#include <deque>

namespace mlir::tssa {

/// Types as the source has them, and as the runtime sees them: `abi` holds
/// pointers into the rest, which stays where it is.
struct BoundaryTypes {
  struct Details {
    SmallVector<int64_t> sizes, strides;
    std::string text;
    std::unique_ptr<tssa_type_t> element;
  };
  SmallVector<Type> source;
  std::vector<tssa_type_t> abi;
  std::deque<Details> details;

  /// Adds a type; fails for one that cannot cross the boundary.
  LogicalResult add(Type type);
};

/// The name that a location gives a value, empty if it gives none.
StringRef getGivenName(Location loc);

/// A function that can be called.
struct CompiledFunction {
  std::string name;
  /// Of its arguments, as the source has them; empty where it has none.
  std::vector<std::string> inputNames;
  BoundaryTypes inputs, outputs;
  /// The whole of it, or a part.
  bool functional = false, partlyFunctional = false;
  /// Storages: how many the source names, as arguments and allocations, and how
  /// many stay imperative.
  int64_t roots = 0, imperativeRoots = 0;

  bool isWritten(intptr_t input) const {
    return inputs.abi[input].flags & TSSA_TYPE_WRITTEN;
  }
  bool isNoAlias(intptr_t input) const {
    return inputs.abi[input].flags & TSSA_TYPE_NOALIAS;
  }
};

/// The functions of a program, in its order.
struct Signatures {
  std::vector<std::unique_ptr<CompiledFunction>> functions;
  llvm::StringMap<CompiledFunction *> byName;

  /// Adds the functions of `module`, which is as it came from the user.
  LogicalResult add(ModuleOp module);

  /// Notes what was functionalized, once that stage has run.
  void noteFunctional(ModuleOp module);

  /// Takes back what was noted.
  void noteImperative();
};

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_CAPI_SIGNATURES_H
