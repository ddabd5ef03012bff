// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which reads of refs can use the storage itself instead of a copy of it.

#ifndef TENSORSSA_LIB_TRANSFORMS_REFSNAPSHOTS_H
#define TENSORSSA_LIB_TRANSFORMS_REFSNAPSHOTS_H

#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

namespace mlir::tssa {

/// On a call, between lowering and the end of bufferization: the numbers of the
/// results that are allocations which nothing else names.
inline constexpr StringLiteral kOwnedResultsAttr = "tssa.owned_results";

/// Whether the value of `read` may be observed after a write to what it read,
/// so that it must be copied. Never says no wrongly. Every use of the value,
/// also through tensors that bufferization gives the same memory, is looked at;
/// so nothing may move uses of tensors down between this question and
/// bufferization.
bool needsSnapshot(ReadOp read);

/// Whether two refs may name the same element.
bool mayOverlap(Value lhs, Value rhs);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_REFSNAPSHOTS_H
