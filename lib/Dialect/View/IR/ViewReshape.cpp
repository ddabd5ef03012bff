// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reshape kind. Source and result are cut into groups of dimensions with
// equal element counts; inside a group an index is linearized and taken apart
// again. Whether strides allow it is PyTorch's rule (`computeStride`), here as
// straight-line arithmetic without its data-dependent loop.

#include "KindUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::view;

namespace {
/// Dimensions of the source and of the result with the same element count.
/// Dimensions known to be 1 are in no group.
struct ReshapeGroup {
  SmallVector<int64_t> source;
  SmallVector<int64_t> result;
  /// Sizes are constants and no smaller groups exist.
  bool isMinimal = false;
};
} // namespace

namespace {
/// What is known of two lists of sizes: constants, and which are equal.
struct KnownSizes {
  SmallVector<std::optional<int64_t>> source;
  SmallVector<std::optional<int64_t>> result;
  /// Whether two sizes that are no constants are equal.
  llvm::function_ref<bool(int64_t, int64_t)> areEqual;
};
} // namespace

static SmallVector<int64_t> dimsNotOne(ArrayRef<std::optional<int64_t>> sizes) {
  SmallVector<int64_t> dims;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (size != 1)
      dims.push_back(dim);
  return dims;
}

/// The shortest group at the front (or at the back) of what is left, if sizes
/// prove one: equal sizes, or constants with equal products.
static std::optional<ReshapeGroup> takeGroup(const KnownSizes &sizes,
                                             ArrayRef<int64_t> source,
                                             ArrayRef<int64_t> result,
                                             bool fromBack) {
  if (source.empty() || result.empty())
    return std::nullopt;
  auto at = [&](ArrayRef<int64_t> dims, size_t i) {
    return fromBack ? dims[dims.size() - 1 - i] : dims[i];
  };
  std::optional<int64_t> a = sizes.source[at(source, 0)];
  std::optional<int64_t> b = sizes.result[at(result, 0)];
  if (!a && !b && !sizes.areEqual(at(source, 0), at(result, 0)))
    return std::nullopt;
  if (a.has_value() != b.has_value())
    return std::nullopt;
  size_t numSource = 1, numResult = 1;
  while (a && *a != *b) {
    bool growSource = *a < *b;
    ArrayRef<int64_t> dims = growSource ? source : result;
    size_t &count = growSource ? numSource : numResult;
    std::optional<int64_t> &product = growSource ? a : b;
    if (count == dims.size())
      return std::nullopt;
    std::optional<int64_t> factor =
        (growSource ? sizes.source : sizes.result)[at(dims, count++)];
    if (!factor || llvm::MulOverflow(*product, *factor, *product))
      return std::nullopt;
  }
  ReshapeGroup group;
  group.isMinimal = true;
  group.source.assign(fromBack ? source.take_back(numSource)
                               : source.take_front(numSource));
  group.result.assign(fromBack ? result.take_back(numResult)
                               : result.take_front(numResult));
  return group;
}

/// Cuts the dimensions into groups, in order. What is not proven from either
/// end is one group in the middle.
static SmallVector<ReshapeGroup> groupDims(const KnownSizes &sizes) {
  SmallVector<int64_t> sourceDims = dimsNotOne(sizes.source);
  SmallVector<int64_t> resultDims = dimsNotOne(sizes.result);
  ArrayRef<int64_t> source = sourceDims, result = resultDims;
  SmallVector<ReshapeGroup> front, back;
  // A constant size of 0 proves nothing about the others.
  if (!llvm::is_contained(sizes.source, std::optional<int64_t>(0)) &&
      !llvm::is_contained(sizes.result, std::optional<int64_t>(0))) {
    while (std::optional<ReshapeGroup> group =
               takeGroup(sizes, source, result, /*fromBack=*/false)) {
      source = source.drop_front(group->source.size());
      result = result.drop_front(group->result.size());
      front.push_back(*group);
    }
    while (std::optional<ReshapeGroup> group =
               takeGroup(sizes, source, result, /*fromBack=*/true)) {
      source = source.drop_back(group->source.size());
      result = result.drop_back(group->result.size());
      back.push_back(*group);
    }
  }
  if (!source.empty() || !result.empty()) {
    ReshapeGroup middle;
    middle.source.assign(source.begin(), source.end());
    middle.result.assign(result.begin(), result.end());
    front.push_back(middle);
  }
  llvm::append_range(front, llvm::reverse(back));
  return front;
}

/// Groups by what sizes are built from.
static SmallVector<ReshapeGroup> groupDims(ArrayRef<OpFoldResult> source,
                                           ArrayRef<OpFoldResult> result) {
  auto areEqual = [&](int64_t i, int64_t j) {
    return areProvablyEqual(source[i], result[j]);
  };
  return groupDims(KnownSizes{llvm::map_to_vector(source, constantOf),
                              llvm::map_to_vector(result, constantOf),
                              areEqual});
}

/// Groups by types alone.
static SmallVector<ReshapeGroup> groupDims(ArrayRef<int64_t> source,
                                           ArrayRef<int64_t> result) {
  auto known = [](int64_t size) -> std::optional<int64_t> {
    if (isDynamic(size))
      return std::nullopt;
    return size;
  };
  return groupDims(KnownSizes{llvm::map_to_vector(source, known),
                              llvm::map_to_vector(result, known),
                              [](int64_t, int64_t) { return false; }});
}

static SmallVector<OpFoldResult> pick(ArrayRef<OpFoldResult> values,
                                      ArrayRef<int64_t> at) {
  return llvm::map_to_vector(at, [&](int64_t i) { return values[i]; });
}

/// Whether all dimensions in [from, to) merge with the next one.
static bool allMerge(const StridedLayoutInfo &layout, int64_t from,
                     int64_t to) {
  return llvm::all_of(ArrayRef(layout.merges).slice(from, to - from),
                      [](bool merge) { return merge; });
}

LogicalResult ReshapeAttr::verify(EmitError emitError,
                                  ArrayRef<int64_t> sizes) {
  for (int64_t size : sizes)
    if (failed(verifyAtLeast(emitError, "a size", size, 0)))
      return failure();
  return success();
}

unsigned ReshapeAttr::getNumOperands() const {
  return countDynamic(getSizes());
}

FailureOr<ViewShape> ReshapeAttr::inferResultShape(ViewShape source,
                                                   EmitError emitError) const {
  ArrayRef<int64_t> sizes = getSizes();
  std::optional<int64_t> oldCount = getStaticCount(source.sizes);
  std::optional<int64_t> newCount = getStaticCount(sizes);
  if (oldCount && newCount && *oldCount != *newCount)
    return emitError() << "expected the number of elements to be " << *oldCount
                       << " but got " << *newCount;
  return ViewShape(sizes, source.elementType);
}

SmallVector<OpFoldResult>
ReshapeAttr::buildResultSizes(OpBuilder &builder, Location,
                              ArrayRef<OpFoldResult>, ViewShape,
                              ValueRange operands) const {
  return OperandCursor(operands).resolve(builder, getSizes());
}

FailureOr<SmallVector<Value>> ReshapeAttr::buildSourceIndices(
    OpBuilder &builder, Location loc, ValueRange resultIndices,
    ArrayRef<OpFoldResult> sourceSizes, ViewShape, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  SmallVector<OpFoldResult> sizes =
      OperandCursor(operands).resolve(builder, getSizes());
  SmallVector<OpFoldResult> indices(sourceSizes.size(), b.index(0));
  for (const ReshapeGroup &group : groupDims(sourceSizes, sizes)) {
    OpFoldResult linear = b.index(0);
    SmallVector<OpFoldResult> strides =
        b.rowMajorStrides(pick(sizes, group.result));
    for (auto [dim, stride] : llvm::zip_equal(group.result, strides))
      linear = b.add(linear, b.mul(resultIndices[dim], stride));
    // From the last dimension: what is left over is the first one's index. An
    // element exists, so no size is 0.
    for (int64_t dim : llvm::reverse(group.source)) {
      if (dim == group.source.front()) {
        indices[dim] = linear;
        break;
      }
      indices[dim] = b.rem(linear, sourceSizes[dim]);
      linear = b.div(linear, sourceSizes[dim]);
    }
  }
  return b.materialize(indices);
}

bool ReshapeAttr::hasStridedView(ViewShape source,
                                 StridedLayoutInfo &layout) const {
  SmallVector<int64_t> sizes(getSizes());
  if (layout.isRowMajor() || hasZero(sizes)) {
    layout = StridedLayoutInfo::rowMajor(sizes.size());
    return true;
  }
  if (llvm::any_of(sizes, isDynamic) || llvm::any_of(source.sizes, isDynamic)) {
    layout = StridedLayoutInfo::unknown(sizes.size());
    return true;
  }
  // Inside a group every pair merges, and a dimension of size 1 gets the
  // stride that merges with the next one. Between groups the result's pair
  // merges if all of the source's in between do.
  SmallVector<bool> merges(sizes.size(), true);
  SmallVector<ReshapeGroup> groups =
      groupDims(ArrayRef(source.sizes), ArrayRef(sizes));
  for (size_t i = 0, e = groups.size(); i < e; ++i) {
    int64_t from = groups[i].source.back();
    int64_t to = i + 1 < e ? groups[i + 1].source.front() : source.getRank();
    merges[groups[i].result.back()] = allMerge(layout, from, to);
  }
  layout.merges = merges;
  return true;
}

/// Where the strides of a group of several source dimensions are only known at
/// run time: a result dimension of more than one index has the stride that
/// leads to its second index, the element at its row-major weight.
static SmallVector<OpFoldResult>
buildStridesOfGroup(IndexBuilder &b, const ReshapeGroup &group,
                    ArrayRef<OpFoldResult> weights, const StridedView &source) {
  SmallVector<OpFoldResult> sizes = pick(source.sizes, group.source);
  for (OpFoldResult &size : sizes)
    size = b.max(size, b.index(1));
  return llvm::map_to_vector(weights, [&](OpFoldResult weight) {
    OpFoldResult stride = b.index(0);
    for (size_t i = sizes.size(); i-- > 0;) {
      OpFoldResult index = i == 0 ? weight : b.rem(weight, sizes[i]);
      stride = b.add(stride, b.mul(index, source.strides[group.source[i]]));
      if (i > 0)
        weight = b.div(weight, sizes[i]);
    }
    return stride;
  });
}

FailureOr<StridedView> ReshapeAttr::buildStridedView(
    OpBuilder &builder, Location loc, const StridedView &source, ViewShape,
    StridedLayoutInfo layout, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  StridedView result = source;
  result.sizes = OperandCursor(operands).resolve(builder, getSizes());
  if (layout.isRowMajor() || hasZero(getSizes())) {
    result.strides = b.rowMajorStrides(result.sizes);
    return result;
  }
  result.strides.assign(result.sizes.size(), OpFoldResult());
  for (const ReshapeGroup &group : groupDims(source.sizes, result.sizes)) {
    if (group.source.empty())
      continue;
    SmallVector<OpFoldResult> weights =
        b.rowMajorStrides(pick(result.sizes, group.result));
    int64_t first = group.source.front(), last = group.source.back();
    bool merges = group.isMinimal || allMerge(layout, first, last);
    if (merges)
      for (OpFoldResult &weight : weights)
        weight = b.mul(weight, source.strides[last]);
    else
      weights = buildStridesOfGroup(b, group, weights, source);
    for (auto [dim, stride] : llvm::zip_equal(group.result, weights))
      result.strides[dim] = stride;
  }
  // Dimensions of size 1: the stride that merges with the next one.
  OpFoldResult merging = b.index(1);
  for (size_t i = result.sizes.size(); i-- > 0;) {
    if (!result.strides[i])
      result.strides[i] = merging;
    if (i > 0)
      merging = b.mul(result.sizes[i], result.strides[i]);
  }
  return result;
}

Injectivity ReshapeAttr::getInjectivity(ViewShape) const {
  return Injectivity::Yes;
}

bool ReshapeAttr::isAlwaysInRange(ViewShape source) const {
  std::optional<int64_t> count = getStaticCount(source.sizes);
  return count && getStaticCount(getSizes()) == count;
}

bool ReshapeAttr::isViewable(ViewShape source, StridedLayoutInfo layout) const {
  if (layout.isRowMajor() || hasZero(getSizes()) || hasZero(source.sizes))
    return true;
  return llvm::all_of(groupDims(ArrayRef(source.sizes), getSizes()),
                      [&](const ReshapeGroup &group) {
                        return group.source.size() < 2 ||
                               allMerge(layout, group.source.front(),
                                        group.source.back());
                      });
}

/// Whether every size of `sizes` divides what is left of `count` down to 1.
/// Products of operands could overflow; quotients cannot.
static OpFoldResult buildFactorsTest(IndexBuilder &b, OpFoldResult count,
                                     ArrayRef<OpFoldResult> sizes) {
  OpFoldResult holds = b.boolean(true);
  for (OpFoldResult size : sizes) {
    OpFoldResult divisor = b.max(size, b.index(1));
    holds = b.both(holds, b.eq(b.rem(count, divisor), b.index(0)));
    count = b.div(count, divisor);
  }
  return b.both(holds, b.eq(count, b.index(1)));
}

/// PyTorch's rule for a group: between two neighboring source dimensions
/// (those of size 1 left out) either the strides merge, or the result has a
/// cut at the same element count.
static OpFoldResult buildStridesTest(IndexBuilder &b, const ReshapeGroup &group,
                                     const StridedView &source,
                                     ArrayRef<OpFoldResult> resultSizes) {
  OpFoldResult one = b.index(1), holds = b.boolean(true);
  SmallVector<OpFoldResult> cuts;
  if (!group.isMinimal)
    cuts = b.rowMajorStrides(pick(resultSizes, group.result));
  OpFoldResult weight = one, merging;
  OpFoldResult hasInner = b.boolean(false);
  for (int64_t dim : llvm::reverse(group.source)) {
    OpFoldResult size = source.sizes[dim], stride = source.strides[dim];
    OpFoldResult isOne = b.eq(size, one);
    if (merging) {
      OpFoldResult fits = b.either(isOne, b.negate(hasInner));
      fits = b.either(fits, b.eq(stride, merging));
      for (OpFoldResult cut : cuts)
        fits = b.either(fits, b.eq(cut, weight));
      holds = b.both(holds, fits);
    }
    OpFoldResult next = b.mul(size, stride);
    merging = merging ? b.select(isOne, merging, next) : next;
    hasInner = b.either(hasInner, b.negate(isOne));
    weight = b.mul(weight, size);
  }
  return holds;
}

Value ReshapeAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                     const StridedView &source, ViewShape,
                                     ValueRange operands) const {
  IndexBuilder b(builder, loc);
  OpFoldResult zero = b.index(0);
  SmallVector<OpFoldResult> sizes =
      OperandCursor(operands).resolve(builder, getSizes());
  auto buildIsEmpty = [&](ArrayRef<OpFoldResult> sizes) {
    OpFoldResult isEmpty = b.boolean(false);
    for (OpFoldResult size : sizes)
      isEmpty = b.either(isEmpty, b.eq(size, zero));
    return isEmpty;
  };
  OpFoldResult holds = b.boolean(true);
  for (OpFoldResult size : sizes)
    if (!constantOf(size))
      holds = b.both(holds, b.le(zero, size));

  OpFoldResult sameCount = b.boolean(true), stridesFit = b.boolean(true);
  for (const ReshapeGroup &group : groupDims(source.sizes, sizes)) {
    stridesFit = b.both(stridesFit, buildStridesTest(b, group, source, sizes));
    if (!group.isMinimal)
      sameCount =
          buildFactorsTest(b, b.product(pick(source.sizes, group.source)),
                           pick(sizes, group.result));
  }
  // An empty source has every empty shape; any other has none.
  OpFoldResult isEmpty = buildIsEmpty(sizes);
  OpFoldResult fits =
      b.select(buildIsEmpty(source.sizes), isEmpty,
               b.both(b.negate(isEmpty), b.both(sameCount, stridesFit)));
  return b.materialize(b.both(holds, fits));
}
