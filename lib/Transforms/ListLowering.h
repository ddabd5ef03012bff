// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists as objects of the runtime.

#ifndef TENSORSSA_LIB_TRANSFORMS_LISTLOWERING_H
#define TENSORSSA_LIB_TRANSFORMS_LISTLOWERING_H

#include "ErrorSites.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::tssa {

/// What a list becomes.
Type getListPointerType(MLIRContext *context);

/// Whether `op` is one of the operations on lists.
bool isListOp(Operation *op);

/// Replaces a call of a function of the host, a declaration, whose refs and
/// tensors are buffers already, by calls of the runtime (see host.h there).
/// `areValues` says which operands were tensors, `haveLayout` which results are
/// refs whose types have a layout. Returns the results, which
/// have `types`.
FailureOr<SmallVector<Value>>
lowerHostCall(OpBuilder &builder, ErrorSites &sites, func::CallOp call,
              func::FuncOp callee, TypeRange types,
              const llvm::BitVector &areValues,
              const llvm::BitVector &haveLayout);

/// Replaces an op on lists, whose refs and lists are buffers and pointers
/// already, by calls of the runtime, whose errors name a site of `sites`. Fails
/// with a message for elements that the runtime cannot hold.
LogicalResult lowerListOp(OpBuilder &builder, ErrorSites &sites, Operation *op);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_LISTLOWERING_H
