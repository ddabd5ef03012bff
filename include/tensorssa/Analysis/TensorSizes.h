// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of tensors followed back through SSA, so that memory can be allocated
// where a tensor does not exist yet, and so that two tensors are known to have
// equal sizes.

#ifndef TENSORSSA_ANALYSIS_TENSORSIZES_H
#define TENSORSSA_ANALYSIS_TENSORSIZES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tssa {

/// A size followed back as far as SSA shows: a constant, an index value, or a
/// dimension of a tensor or ref that says no more.
struct TracedSize {
  std::optional<int64_t> constant;
  Value index;
  Value tensor;
  int64_t dim = 0;

  bool operator==(const TracedSize &other) const {
    return constant == other.constant && index == other.index &&
           tensor == other.tensor && dim == other.dim;
  }
};

class TensorSizes {
public:
  /// Gives dimension `dim` of a tensor or ref as a value.
  using DimBuilder = function_ref<Value(OpBuilder &, Location, Value, int64_t)>;

  /// The size where `tensor` can be used.
  TracedSize trace(Value tensor, int64_t dim) {
    return trace(tensor, dim, /*intoRegions=*/false);
  }
  SmallVector<TracedSize> trace(Value tensor);

  /// Whether the value that control flow carries in `argument`, a block
  /// argument of a loop, has the same sizes on every trip.
  bool isInvariant(BlockArgument argument);

  /// Whether the sizes can be computed before `at`.
  bool isAvailable(const TracedSize &size, Operation *at);
  bool isAvailable(ArrayRef<TracedSize> sizes, Operation *at) {
    return llvm::all_of(
        sizes, [&](const TracedSize &s) { return isAvailable(s, at); });
  }

  /// The size as a value, computed at `builder`'s place, which is `at`.
  static Value build(OpBuilder &builder, Location loc, const TracedSize &size,
                     Operation *at, DimBuilder dimOf);

private:
  /// With `intoRegions`, a size may be one that only the region knows which
  /// gives `tensor`.
  TracedSize trace(Value tensor, int64_t dim, bool intoRegions);

  DenseMap<std::pair<Value, int64_t>, TracedSize> known;
  DenseMap<BlockArgument, bool> invariant;
};

} // namespace mlir::tssa

#endif // TENSORSSA_ANALYSIS_TENSORSIZES_H
