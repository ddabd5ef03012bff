// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of which a part stayed imperative: some storages are versions, the
// others are still read and written through refs. How a function says which.

#ifndef TENSORSSA_ANALYSIS_PARTIALFUNCTIONS_H
#define TENSORSSA_ANALYSIS_PARTIALFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::tssa {

/// Function attribute beside `tssa.functional`: not all storages are versions.
/// Imperative are the arguments with these numbers, what is still allocated,
/// and whatever else a ref may name that is neither another argument nor a
/// `tssa.materialize_result`.
inline constexpr StringLiteral kPartialAttr = "tssa.partial";

/// On a `tssa.read` that `tssa-place-versions` leaves: all that uses the value
/// is a copy right behind it.
inline constexpr StringLiteral kTakenOutAttr = "tssa.taken_out";

inline bool isPartial(func::FuncOp function) {
  return function->hasAttr(kPartialAttr);
}

/// Whether the argument stayed imperative in a function that is functional in
/// part.
inline bool isImperativeArgument(func::FuncOp function, unsigned number) {
  auto numbers = function->getAttrOfType<DenseI64ArrayAttr>(kPartialAttr);
  return numbers &&
         llvm::is_contained(numbers.asArrayRef(), static_cast<int64_t>(number));
}

} // namespace mlir::tssa

#endif // TENSORSSA_ANALYSIS_PARTIALFUNCTIONS_H
