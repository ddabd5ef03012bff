// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices of the form `factor * value + constant`, and what can be proven of
// their order without a constraint solver.

#ifndef TENSORSSA_LIB_ANALYSIS_LINEARINDEX_H
#define TENSORSSA_LIB_ANALYSIS_LINEARINDEX_H

#include "mlir/IR/Value.h"
#include <cstdint>
#include <optional>

namespace mlir::view {

/// No dimension is taken to be longer.
inline constexpr int64_t kMaxSize = int64_t(1) << 61;

struct LinearIndex {
  /// Null for a constant, and then `factor` is 0.
  Value base;
  int64_t factor = 0;
  int64_t constant = 0;

  LinearIndex() = default;
  LinearIndex(int64_t constant) : constant(constant) {}

  /// The form of `value`: additions, subtractions and products with constants
  /// are taken apart, and a check of an index that does not count from the end
  /// is that index.
  static LinearIndex get(Value value);

  bool isConstant() const { return !base; }
  bool operator==(const LinearIndex &other) const {
    return base == other.base && factor == other.factor &&
           constant == other.constant;
  }
};

/// Each is null where the result is not of the form or not representable.
std::optional<LinearIndex> plus(LinearIndex lhs, LinearIndex rhs);
std::optional<LinearIndex> times(LinearIndex index, int64_t factor);

/// `lhs - rhs`, if it is a constant.
std::optional<int64_t> difference(LinearIndex lhs, LinearIndex rhs);

/// Whether `lhs <= rhs` is proven, both being indices that do not wrap.
bool provesAtMost(LinearIndex lhs, LinearIndex rhs);

/// Whether `value` is proven to be at least 0 and so far from the largest
/// integer that adding an element count does not wrap.
bool provesNatural(Value value);

} // namespace mlir::view

#endif // TENSORSSA_LIB_ANALYSIS_LINEARINDEX_H
