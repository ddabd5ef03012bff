// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How two paths into one tensor relate: which elements of the root each names,
// and whether these are the same, disjoint, or one inside the other.

#ifndef TENSORSSA_ANALYSIS_ACCESSPATH_H
#define TENSORSSA_ANALYSIS_ACCESSPATH_H

#include "mlir/IR/PatternMatch.h"
#include "tensorssa/Dialect/View/IR/View.h"

namespace mlir::view {

/// A kind with its index operands.
struct AccessPath {
  ViewKindInterface kind;
  ValueRange operands;

  AccessPath(ViewKindInterface kind, ValueRange operands)
      : kind(kind), operands(operands) {}
  explicit AccessPath(OfOp op) : AccessPath(op.getKind(), op.getIndices()) {}
  explicit AccessPath(AccessOp op)
      : AccessPath(op.getKind(), op.getIndices()) {}
  explicit AccessPath(AssignOp op)
      : AccessPath(op.getKind(), op.getIndices()) {}
};

/// A path that keeps its operands.
struct OwnedAccessPath {
  ViewKindInterface kind;
  SmallVector<Value> operands;

  operator AccessPath() const { return AccessPath(kind, operands); }
};

/// The same part of a source of shape `root`, written as simply as possible:
/// constants among the operands become numbers of the kind.
OwnedAccessPath simplifyPath(AccessPath path, ViewShape root);

enum class PathRelation {
  /// The same elements in the same order under the same sizes.
  Same,
  /// Every element that the second names, the first names too.
  Covers,
  /// Every element that the first names, the second names too.
  CoveredBy,
  /// No element is named by both; so is every empty view.
  Disjoint,
  /// Nothing is proven.
  Unknown
};

/// Compares two paths into one tensor of shape `root`. Both must be valid, as
/// checks ensure, and their operands must be values of the same moment: inside
/// a loop, of the same iteration.
///
/// Selects and slices, permuted, squeezed and unsqueezed, are boxes of
/// progressions, compared exactly; indices are compared by their difference
/// (`i` and `i + 1`), by constant ranges and by the bounds of loops. Any other
/// kind counts as some part of what the box before it names. Where all numbers
/// are constants, the places of the elements are compared.
PathRelation comparePaths(ViewShape root, AccessPath first, AccessPath second);

/// Makes `comparePaths` wrong, for tests of what judges the compiler
/// (`test-tssa-wrong-stage`): in the life of such an object, of the comparisons
/// of its thread that do not find the paths disjoint, number `at` says that
/// they are.
class WeakenedComparison {
public:
  explicit WeakenedComparison(unsigned at);
  ~WeakenedComparison();
  WeakenedComparison(const WeakenedComparison &) = delete;
  WeakenedComparison &operator=(const WeakenedComparison &) = delete;

  /// Whether there were that many.
  bool happened() const { return done; }

private:
  friend PathRelation comparePaths(ViewShape, AccessPath, AccessPath);
  /// Whether this comparison is the one.
  bool isNext() { return !done && (done = left-- == 0); }

  unsigned left;
  bool done = false;
};

/// Whether the two, as they run, either name the same elements in the same
/// order or have none in common: rows `i` and `j`. Proven where they are
/// written alike but for the indices of selects, and repeat nothing.
bool areSameOrDisjoint(ViewShape root, AccessPath first, AccessPath second);

/// Whether the two surely name an element in common, and are not the same.
bool overlapInPart(ViewShape root, AccessPath first, AccessPath second);

/// Whether the two are written alike: equal kinds and the same operands.
bool areIdentical(AccessPath first, AccessPath second);

/// Whether distinct elements of the view are surely distinct elements of a
/// root of shape `root`.
bool isInjective(AccessPath path, ViewShape root);

/// Whether two elements of the view are surely one of the root.
bool repeatsElements(AccessPath path, ViewShape root);

} // namespace mlir::view

#endif // TENSORSSA_ANALYSIS_ACCESSPATH_H
