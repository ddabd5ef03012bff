// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the implementations of the view kinds share: range tests with their
// messages, and edits of what is known of a layout.

#ifndef TENSORSSA_LIB_DIALECT_VIEW_IR_KINDUTILS_H
#define TENSORSSA_LIB_DIALECT_VIEW_IR_KINDUTILS_H

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tensorssa/Dialect/View/IR/IndexBuilder.h"
#include "tensorssa/Dialect/View/IR/View.h"

namespace mlir::view {

using EmitError = function_ref<InFlightDiagnostic()>;

inline bool isDynamic(int64_t value) { return ShapedType::isDynamic(value); }

/// How many of `values` are `?`.
inline unsigned countDynamic(ArrayRef<int64_t> values) {
  return llvm::count_if(values, isDynamic);
}

/// Fails unless `dim` counts a dimension of something of `rank` dimensions.
inline LogicalResult verifyDim(EmitError emitError, StringRef what, int64_t dim,
                               int64_t rank) {
  if (dim >= 0 && dim < rank)
    return success();
  return emitError() << "expected " << what << " to be in [0, " << rank
                     << ") but got " << dim;
}

/// Fails unless a parameter of a kind is `?` or at least `minimum`.
inline LogicalResult verifyAtLeast(EmitError emitError, StringRef what,
                                   int64_t value, int64_t minimum) {
  if (isDynamic(value) || value >= minimum)
    return success();
  return emitError() << "expected " << what << " to be at least " << minimum
                     << " but got " << value;
}

/// Sizes without one of them.
inline SmallVector<int64_t> dropAt(ArrayRef<int64_t> values, int64_t at) {
  SmallVector<int64_t> result(values);
  result.erase(result.begin() + at);
  return result;
}

inline SmallVector<OpFoldResult> dropAt(ArrayRef<OpFoldResult> values,
                                        int64_t at) {
  SmallVector<OpFoldResult> result(values);
  result.erase(result.begin() + at);
  return result;
}

/// What is known of the layout once dimension `dim` is gone. The neighbors
/// still merge only where the dimension had size 1.
inline void dropMerge(StridedLayoutInfo &layout, ArrayRef<int64_t> sizes,
                      int64_t dim) {
  if (dim > 0)
    layout.merges[dim - 1] =
        layout.merges[dim - 1] && layout.merges[dim] && sizes[dim] == 1;
  layout.merges.erase(layout.merges.begin() + dim);
}

/// The number of elements, if all sizes are static and it is representable.
std::optional<int64_t> getStaticCount(ArrayRef<int64_t> sizes);

/// The bytes an element takes in memory (a bool takes one), 0 for types that
/// have no such width.
int64_t getElementBytes(Type type);

/// Whether a view of these sizes has no elements.
inline bool hasZero(ArrayRef<int64_t> sizes) {
  return llvm::is_contained(sizes, 0);
}

/// How many storage elements are known to be there: all of them if the caller
/// says, otherwise as far as the source itself reaches.
OpFoldResult buildStorageSize(IndexBuilder &b, const StridedView &source);

} // namespace mlir::view

#endif // TENSORSSA_LIB_DIALECT_VIEW_IR_KINDUTILS_H
