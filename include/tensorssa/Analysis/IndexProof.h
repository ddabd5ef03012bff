// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether an index operand is proven to lie inside its dimension. Used where
// checks are added and where their absence is rejected.

#ifndef TENSORSSA_ANALYSIS_INDEXPROOF_H
#define TENSORSSA_ANALYSIS_INDEXPROOF_H

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir {
class DialectRegistry;
namespace tssa {

/// A dimension of a source whose size may be static.
struct Dimension {
  /// A ref or a tensor.
  Value source;
  int64_t dim;
  int64_t staticSize;
  /// The size as a value where it is not that of `source` itself; may be null.
  Value size;
};

class IndexProof {
public:
  /// Whether `index` is a constant inside a static size, the result of a check
  /// against this dimension's size, or bounded by ValueBounds.
  bool isInRange(Value index, const Dimension &dimension);

  /// Whether `index` is the result of a check against a size that may be that
  /// of a dynamic dimension, since it is not known to be another one: of a
  /// dimension of a value no constant, of one behind other views any size.
  bool mayBeChecked(Value index, const Dimension &dimension);

  /// The value or ref that `value` has its sizes from: assigns have those of
  /// their destination, reads those of the ref, carried values those of their
  /// initial one if every trip keeps them.
  Value getShapeOrigin(Value value);

private:
  Value trace(Value value, unsigned merges);

  DenseMap<Value, Value> origins;
  /// Carried or merged values whose sources differ.
  DenseSet<Value> opaque;
  bool changed = false;
};

/// ValueBoundsOpInterface for our ops with index results.
void registerValueBounds(DialectRegistry &registry);

} // namespace tssa
} // namespace mlir

#endif // TENSORSSA_ANALYSIS_INDEXPROOF_H
