// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kinds with their operands, taken apart, simplified and put together.

#ifndef TENSORSSA_LIB_DIALECT_VIEW_IR_VIEWSIMPLIFY_H
#define TENSORSSA_LIB_DIALECT_VIEW_IR_VIEWSIMPLIFY_H

#include "tensorssa/Dialect/View/IR/View.h"

namespace mlir::view {

/// A kind with its index operands.
struct SimplifiedView {
  ViewKindInterface kind;
  SmallVector<Value> operands;

  bool operator==(const SimplifiedView &other) const {
    return kind == other.kind && operands == other.operands;
  }
};

/// The members of a chain, nested paths flattened; of any other kind itself.
SmallVector<SimplifiedView> getMembers(ViewKindInterface kind,
                                       ValueRange operands);

/// The chain of members.
SimplifiedView chainMembers(MLIRContext *context,
                            ArrayRef<SimplifiedView> members);

/// The same view of `source`, simpler.
SimplifiedView simplifyView(ViewKindInterface kind, ValueRange operands,
                            ViewShape source);

} // namespace mlir::view

#endif // TENSORSSA_LIB_DIALECT_VIEW_IR_VIEWSIMPLIFY_H
