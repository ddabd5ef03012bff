// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a list of refs holds, told by numbers: lists of numbers that change with
// it say of each element which part of which storage it is.

#ifndef TENSORSSA_LIB_TRANSFORMS_LISTTRACE_H
#define TENSORSSA_LIB_TRANSFORMS_LISTTRACE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Dialect/View/IR/View.h"

namespace mlir::tssa {

/// What an element may be.
struct TracedKind {
  /// An argument of the function or a storage that it allocates in its body.
  Value root;
  /// Null where it is the whole root.
  view::ViewKindInterface kind;
  unsigned numOperands = 0;

  bool operator==(const TracedKind &other) const {
    return root == other.root && kind == other.kind;
  }
};

struct ListTrace {
  SmallVector<TracedKind> kinds;
  /// Lists of `index`: which kind each element is of, then its operands.
  SmallVector<Value> numbers;
};

/// Builds the lists of numbers beside `list`, which a function makes in its
/// body and keeps to itself; nothing, and no change, if some element is not
/// known to be a part of an argument or of such a storage.
std::optional<ListTrace> traceList(ListCreateOp list);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_LISTTRACE_H
