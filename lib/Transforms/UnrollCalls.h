// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of recursive functions whose depth constants decide: the bodies of all
// levels take the place of the call.

#ifndef TENSORSSA_LIB_TRANSFORMS_UNROLLCALLS_H
#define TENSORSSA_LIB_TRANSFORMS_UNROLLCALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tssa {

/// Gives the body that calls of a recursive function may be replaced by; null
/// for other functions and those that must not be inlined.
using GetRecursiveBody = function_ref<Block *(func::CallOp)>;

/// Replaces a call of a recursive function, and the recursive calls in its
/// body, if branches on constants end the recursion before there are more than
/// `limit` ops. Returns how many there are; 0 if the call stays.
unsigned unrollCall(func::CallOp call, GetRecursiveBody getBody,
                    unsigned limit);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_UNROLLCALLS_H
