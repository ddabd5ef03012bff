// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small questions about calls and functions of a module.

#ifndef TENSORSSA_LIB_TRANSFORMS_CALLGRAPH_H
#define TENSORSSA_LIB_TRANSFORMS_CALLGRAPH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tssa {

/// Whether a call takes or gives refs or lists.
bool passesRefs(func::CallOp call);

/// Erases those of the private functions `candidates` that no other function of
/// the module reaches, in any number of steps.
void eraseUnreachable(ModuleOp module,
                      const SetVector<Operation *> &candidates);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_CALLGRAPH_H
