// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kinds whose dimensions walk several source dimensions at once, or none:
// expand, diagonal, unfold.

#include "KindUtils.h"

using namespace mlir;
using namespace mlir::view;

//===----------------------------------------------------------------------===//
// expand
//===----------------------------------------------------------------------===//

LogicalResult ExpandAttr::verify(EmitError emitError, ArrayRef<int64_t> sizes) {
  for (int64_t size : sizes)
    if (failed(verifyAtLeast(emitError, "a size", size, -1)))
      return failure();
  return success();
}

unsigned ExpandAttr::getNumOperands() const { return countDynamic(getSizes()); }

FailureOr<ViewShape> ExpandAttr::inferResultShape(ViewShape source,
                                                  EmitError emitError) const {
  ArrayRef<int64_t> sizes = getSizes();
  int64_t added = static_cast<int64_t>(sizes.size()) - source.getRank();
  if (added < 0)
    return emitError() << "expected at least " << source.getRank()
                       << " sizes but got " << sizes.size();
  SmallVector<int64_t> result(sizes);
  for (auto [i, size] : llvm::enumerate(result)) {
    int64_t dim = static_cast<int64_t>(i) - added;
    if (dim < 0) {
      if (size == -1)
        return emitError() << "expected the size of the new dimension " << i
                           << " to be at least 0 but got -1";
      continue;
    }
    int64_t old = source.sizes[dim];
    if (size == -1) {
      size = old;
    } else if (!isDynamic(old) && old != 1) {
      if (!isDynamic(size) && size != old)
        return emitError() << "expected the size of dimension " << i
                           << " to be " << old << " or -1 but got " << size;
      // The only size an operand may have.
      size = old;
    }
  }
  return ViewShape(result, source.elementType);
}

SmallVector<OpFoldResult>
ExpandAttr::buildResultSizes(OpBuilder &builder, Location,
                             ArrayRef<OpFoldResult> sourceSizes, ViewShape,
                             ValueRange operands) const {
  int64_t added = static_cast<int64_t>(getSizes().size() - sourceSizes.size());
  SmallVector<OpFoldResult> sizes =
      OperandCursor(operands).resolve(builder, getSizes());
  for (auto [i, old] : llvm::enumerate(sourceSizes)) {
    std::optional<int64_t> constant = constantOf(old);
    if (getSizes()[i + added] == -1 || (constant && *constant != 1))
      sizes[i + added] = old;
  }
  return sizes;
}

FailureOr<SmallVector<Value>>
ExpandAttr::buildSourceIndices(OpBuilder &builder, Location loc,
                               ValueRange resultIndices,
                               ArrayRef<OpFoldResult> sourceSizes,
                               ViewShape shape, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  SmallVector<OpFoldResult> sizes =
      buildResultSizes(builder, loc, sourceSizes, shape, operands);
  int64_t added = static_cast<int64_t>(sizes.size() - sourceSizes.size());
  SmallVector<Value> indices;
  for (auto [i, old] : llvm::enumerate(sourceSizes)) {
    OpFoldResult index = resultIndices[i + added];
    OpFoldResult isKept = b.eq(sizes[i + added], old);
    if (constantOf(old) == 1)
      isKept = b.boolean(false);
    indices.push_back(b.materialize(b.select(isKept, index, b.index(0))));
  }
  return indices;
}

bool ExpandAttr::hasStridedView(ViewShape source,
                                StridedLayoutInfo &layout) const {
  ArrayRef<int64_t> sizes = getSizes();
  int64_t added = static_cast<int64_t>(sizes.size()) - source.getRank();
  SmallVector<bool> merges(sizes.size(), false);
  auto isKept = [&](int64_t dim) {
    int64_t size = sizes[dim + added], old = source.sizes[dim];
    return size == -1 || (!isDynamic(old) && (size == old || old != 1));
  };
  for (int64_t dim = 0, e = source.getRank(); dim < e; ++dim)
    merges[dim + added] =
        layout.merges[dim] && isKept(dim) && (dim + 1 == e || isKept(dim + 1));
  // A new dimension of size 1 gets the stride that merges with the next.
  for (int64_t i = 0; i < added; ++i)
    merges[i] = sizes[i] == 1;
  layout.merges = merges;
  return true;
}

FailureOr<StridedView>
ExpandAttr::buildStridedView(OpBuilder &builder, Location loc,
                             const StridedView &source, ViewShape shape,
                             StridedLayoutInfo, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  StridedView result = source;
  result.sizes = buildResultSizes(builder, loc, source.sizes, shape, operands);
  int64_t rank = result.sizes.size();
  int64_t added = rank - static_cast<int64_t>(source.sizes.size());
  result.strides.assign(rank, b.index(0));
  for (int64_t i = rank; i-- > 0;) {
    if (i >= added) {
      OpFoldResult isKept = b.eq(result.sizes[i], source.sizes[i - added]);
      result.strides[i] =
          b.select(isKept, source.strides[i - added], b.index(0));
    } else if (getSizes()[i] == 1) {
      result.strides[i] =
          i + 1 < rank ? b.mul(result.sizes[i + 1], result.strides[i + 1])
                       : b.index(1);
    }
  }
  return result;
}

Injectivity ExpandAttr::getInjectivity(ViewShape source) const {
  ArrayRef<int64_t> sizes = getSizes();
  int64_t added = static_cast<int64_t>(sizes.size()) - source.getRank();
  bool isRepeated = false, mayRepeat = false;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    int64_t dim = static_cast<int64_t>(i) - added;
    int64_t old = dim < 0 ? 1 : source.sizes[dim];
    if (size == 0 || (size == -1 && old == 0))
      return Injectivity::Yes;
    if (size == -1 || size == 1 || (!isDynamic(old) && old != 1))
      continue;
    if (isDynamic(size) || isDynamic(old))
      mayRepeat = true;
    else
      isRepeated = true;
  }
  // A dimension that is empty at run time leaves nothing to repeat.
  bool mayBeEmpty = llvm::any_of(sizes, isDynamic) ||
                    llvm::any_of(source.sizes, isDynamic) ||
                    hasZero(source.sizes);
  if (isRepeated)
    return mayBeEmpty ? Injectivity::DependsOnOperands : Injectivity::No;
  return mayRepeat ? Injectivity::DependsOnOperands : Injectivity::Yes;
}

bool ExpandAttr::isAlwaysInRange(ViewShape source) const {
  ArrayRef<int64_t> sizes = getSizes();
  if (llvm::any_of(sizes, isDynamic))
    return false;
  // inferResultShape has compared constants with static sizes.
  int64_t added = static_cast<int64_t>(sizes.size()) - source.getRank();
  for (auto [dim, old] : llvm::enumerate(source.sizes))
    if (isDynamic(old) && sizes[dim + added] != -1)
      return false;
  return true;
}

Value ExpandAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                    const StridedView &source, ViewShape,
                                    ValueRange operands) const {
  IndexBuilder b(builder, loc);
  SmallVector<OpFoldResult> sizes =
      OperandCursor(operands).resolve(builder, getSizes());
  int64_t added = static_cast<int64_t>(sizes.size() - source.sizes.size());
  OpFoldResult holds = b.boolean(true);
  OpFoldResult count = b.index(1);
  for (auto [i, size] : llvm::enumerate(sizes)) {
    int64_t dim = static_cast<int64_t>(i) - added;
    if (getSizes()[i] == -1) {
      size = source.sizes[dim];
    } else {
      if (dim >= 0) {
        OpFoldResult old = source.sizes[dim];
        OpFoldResult fits = b.either(b.eq(old, b.index(1)), b.eq(size, old));
        holds = b.both(holds, fits);
      }
      holds = b.both(holds, b.le(b.index(0), size));
    }
    // The element count must be representable.
    if (getNumOperands() != 0) {
      OpFoldResult limit = b.div(b.index(std::numeric_limits<int64_t>::max()),
                                 b.max(count, b.index(1)));
      holds = b.both(holds, b.le(size, limit));
      count = b.mul(count, size);
    }
  }
  return b.materialize(holds);
}

//===----------------------------------------------------------------------===//
// diagonal
//===----------------------------------------------------------------------===//

LogicalResult DiagonalAttr::verify(EmitError emitError, int64_t, int64_t dim1,
                                   int64_t dim2) {
  if (failed(verifyAtLeast(emitError, "the first dimension", dim1, 0)) ||
      failed(verifyAtLeast(emitError, "the second dimension", dim2, 0)))
    return failure();
  if (dim1 == dim2)
    return emitError() << "expected the dimensions to be distinct but got "
                       << dim1 << " twice";
  return success();
}

unsigned DiagonalAttr::getNumOperands() const { return isDynamic(getOffset()); }

/// `values` without the two dimensions of a diagonal.
template <typename T>
static SmallVector<T> dropBoth(ArrayRef<T> values, DiagonalAttr diagonal) {
  SmallVector<T> result;
  for (auto [i, value] : llvm::enumerate(values))
    if (static_cast<int64_t>(i) != diagonal.getDim1() &&
        static_cast<int64_t>(i) != diagonal.getDim2())
      result.push_back(value);
  return result;
}

namespace {
/// Where a diagonal starts and how long it is; where it is empty the start
/// lies inside or just behind the dimensions.
struct DiagonalRange {
  OpFoldResult first1;
  OpFoldResult first2;
  OpFoldResult count;
};
} // namespace

static DiagonalRange buildDiagonalRange(OpBuilder &builder, Location loc,
                                        DiagonalAttr diagonal,
                                        ArrayRef<OpFoldResult> sourceSizes,
                                        ValueRange operands) {
  IndexBuilder b(builder, loc);
  OpFoldResult zero = b.index(0);
  OpFoldResult size1 = sourceSizes[diagonal.getDim1()];
  OpFoldResult size2 = sourceSizes[diagonal.getDim2()];
  OpFoldResult offset =
      OperandCursor(operands).resolve(builder, diagonal.getOffset());
  // What is left of each dimension, from its first index on. The smallest
  // integer cannot be negated, so the offset is only ever added to a size
  // where it is negative and subtracted where it is not.
  auto leftAbove = [&] { return b.max(b.add(size1, offset), zero); };
  auto leftRight = [&] { return b.max(b.sub(size2, offset), zero); };
  OpFoldResult left1 = size1, left2 = size2;
  if (std::optional<int64_t> constant = constantOf(offset)) {
    if (*constant < 0)
      left1 = leftAbove();
    else if (*constant > 0)
      left2 = leftRight();
  } else {
    OpFoldResult isNegative =
        b.compare(arith::CmpIPredicate::slt, offset, zero);
    left1 = b.select(isNegative, leftAbove(), size1);
    left2 = b.select(isNegative, size2, leftRight());
  }
  return {b.sub(size1, left1), b.sub(size2, left2), b.min(left1, left2)};
}

FailureOr<ViewShape> DiagonalAttr::inferResultShape(ViewShape source,
                                                    EmitError emitError) const {
  int64_t rank = source.getRank();
  if (failed(verifyDim(emitError, "the first dimension", getDim1(), rank)) ||
      failed(verifyDim(emitError, "the second dimension", getDim2(), rank)))
    return failure();
  int64_t size1 = source.sizes[getDim1()], size2 = source.sizes[getDim2()];
  SmallVector<int64_t> sizes = dropBoth(ArrayRef(source.sizes), *this);
  if (isDynamic(size1) || isDynamic(size2) || isDynamic(getOffset())) {
    sizes.push_back(ShapedType::kDynamic);
  } else {
    if (getOffset() < 0)
      size1 = std::max<int64_t>(size1 + getOffset(), 0);
    else
      size2 = std::max<int64_t>(size2 - getOffset(), 0);
    sizes.push_back(std::min(size1, size2));
  }
  return ViewShape(sizes, source.elementType);
}

SmallVector<OpFoldResult>
DiagonalAttr::buildResultSizes(OpBuilder &builder, Location loc,
                               ArrayRef<OpFoldResult> sourceSizes, ViewShape,
                               ValueRange operands) const {
  SmallVector<OpFoldResult> sizes = dropBoth(sourceSizes, *this);
  sizes.push_back(
      buildDiagonalRange(builder, loc, *this, sourceSizes, operands).count);
  return sizes;
}

FailureOr<SmallVector<Value>> DiagonalAttr::buildSourceIndices(
    OpBuilder &builder, Location loc, ValueRange resultIndices,
    ArrayRef<OpFoldResult> sourceSizes, ViewShape, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  DiagonalRange range =
      buildDiagonalRange(builder, loc, *this, sourceSizes, operands);
  Value along = resultIndices.back();
  SmallVector<Value> indices;
  size_t next = 0;
  for (int64_t dim = 0, e = sourceSizes.size(); dim < e; ++dim) {
    if (dim == getDim1())
      indices.push_back(b.materialize(b.add(along, range.first1)));
    else if (dim == getDim2())
      indices.push_back(b.materialize(b.add(along, range.first2)));
    else
      indices.push_back(resultIndices[next++]);
  }
  return indices;
}

bool DiagonalAttr::hasStridedView(ViewShape source,
                                  StridedLayoutInfo &layout) const {
  // Neighbors that both stay merge as before; the diagonal merges with none.
  SmallVector<bool> merges;
  auto isGone = [&](int64_t dim) {
    return dim == getDim1() || dim == getDim2();
  };
  for (int64_t dim = 0, e = source.getRank(); dim < e; ++dim)
    if (!isGone(dim))
      merges.push_back(layout.merges[dim] && dim + 1 < e && !isGone(dim + 1));
  merges.push_back(false);
  layout.merges = merges;
  return true;
}

FailureOr<StridedView>
DiagonalAttr::buildStridedView(OpBuilder &builder, Location loc,
                               const StridedView &source, ViewShape,
                               StridedLayoutInfo, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  DiagonalRange range =
      buildDiagonalRange(builder, loc, *this, source.sizes, operands);
  OpFoldResult stride1 = source.strides[getDim1()];
  OpFoldResult stride2 = source.strides[getDim2()];
  StridedView result = source;
  result.sizes = dropBoth(ArrayRef(source.sizes), *this);
  result.sizes.push_back(range.count);
  result.strides = dropBoth(ArrayRef(source.strides), *this);
  result.strides.push_back(b.add(stride1, stride2));
  result.offset = b.add(b.add(source.offset, b.mul(range.first1, stride1)),
                        b.mul(range.first2, stride2));
  return result;
}

Injectivity DiagonalAttr::getInjectivity(ViewShape) const {
  return Injectivity::Yes;
}

bool DiagonalAttr::isAlwaysInRange(ViewShape) const { return true; }

Value DiagonalAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                      const StridedView &, ViewShape,
                                      ValueRange) const {
  IndexBuilder b(builder, loc);
  return b.materialize(b.boolean(true));
}

//===----------------------------------------------------------------------===//
// unfold
//===----------------------------------------------------------------------===//

LogicalResult UnfoldAttr::verify(EmitError emitError, int64_t dim, int64_t size,
                                 int64_t step) {
  if (failed(verifyAtLeast(emitError, "the dimension", dim, 0)) ||
      failed(verifyAtLeast(emitError, "the window size", size, 0)))
    return failure();
  return verifyAtLeast(emitError, "the step", step, 1);
}

unsigned UnfoldAttr::getNumOperands() const {
  return isDynamic(getSize()) + isDynamic(getStep());
}

FailureOr<ViewShape> UnfoldAttr::inferResultShape(ViewShape source,
                                                  EmitError emitError) const {
  if (failed(verifyDim(emitError, "the dimension", getDim(), source.getRank())))
    return failure();
  int64_t old = source.sizes[getDim()];
  int64_t &windows = source.sizes[getDim()];
  if (!isDynamic(old) && !isDynamic(getSize()) && getSize() > old)
    return emitError() << "expected the window size to be at most " << old
                       << ", the size of dimension " << getDim() << ", but got "
                       << getSize();
  if (isDynamic(old) || isDynamic(getSize()) || isDynamic(getStep()))
    windows = ShapedType::kDynamic;
  else
    windows = (old - getSize()) / getStep() + 1;
  source.sizes.push_back(getSize());
  return source;
}

namespace {
struct UnfoldRange {
  OpFoldResult windows;
  OpFoldResult size;
  OpFoldResult step;
};
} // namespace

static UnfoldRange buildUnfoldRange(OpBuilder &builder, Location loc,
                                    UnfoldAttr unfold, OpFoldResult sourceSize,
                                    ValueRange operands) {
  IndexBuilder b(builder, loc);
  OperandCursor cursor(operands);
  OpFoldResult size = cursor.resolve(builder, unfold.getSize());
  OpFoldResult step = cursor.resolve(builder, unfold.getStep());
  // The step divides, so it must not be zero even where it is not checked yet.
  OpFoldResult divisor = b.max(step, b.index(1));
  // Where the window does not fit, which a check says, sizes stay small
  // numbers.
  OpFoldResult rest = b.max(b.sub(sourceSize, size), b.index(0));
  OpFoldResult windows = b.add(b.div(rest, divisor), b.index(1));
  return {windows, size, step};
}

SmallVector<OpFoldResult>
UnfoldAttr::buildResultSizes(OpBuilder &builder, Location loc,
                             ArrayRef<OpFoldResult> sourceSizes, ViewShape,
                             ValueRange operands) const {
  UnfoldRange range =
      buildUnfoldRange(builder, loc, *this, sourceSizes[getDim()], operands);
  SmallVector<OpFoldResult> sizes(sourceSizes);
  sizes[getDim()] = range.windows;
  sizes.push_back(range.size);
  return sizes;
}

FailureOr<SmallVector<Value>>
UnfoldAttr::buildSourceIndices(OpBuilder &builder, Location loc,
                               ValueRange resultIndices, ArrayRef<OpFoldResult>,
                               ViewShape, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  OperandCursor cursor(operands);
  cursor.resolve(builder, getSize());
  OpFoldResult step = cursor.resolve(builder, getStep());
  SmallVector<Value> indices = llvm::to_vector(resultIndices.drop_back());
  OpFoldResult first = b.mul(indices[getDim()], step);
  indices[getDim()] = b.materialize(b.add(first, resultIndices.back()));
  return indices;
}

bool UnfoldAttr::hasStridedView(ViewShape source,
                                StridedLayoutInfo &layout) const {
  int64_t dim = getDim(), last = source.getRank() - 1;
  bool isUnitStride = layout.merges[last];
  bool tiles = !isDynamic(getSize()) && getSize() == getStep();
  if (dim > 0)
    layout.merges[dim - 1] = false;
  if (dim < last) {
    layout.merges[dim] = layout.merges[dim] && getStep() == 1;
    layout.merges[last] = false;
  } else {
    // The window's stride is the old one, the windows' `step` times that.
    layout.merges[dim] = tiles;
  }
  layout.merges.push_back(dim == last && isUnitStride);
  return true;
}

FailureOr<StridedView>
UnfoldAttr::buildStridedView(OpBuilder &builder, Location loc,
                             const StridedView &source, ViewShape,
                             StridedLayoutInfo, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  int64_t dim = getDim();
  UnfoldRange range =
      buildUnfoldRange(builder, loc, *this, source.sizes[dim], operands);
  StridedView result = source;
  result.sizes[dim] = range.windows;
  result.sizes.push_back(range.size);
  result.strides[dim] = b.mul(source.strides[dim], range.step);
  result.strides.push_back(source.strides[dim]);
  return result;
}

Injectivity UnfoldAttr::getInjectivity(ViewShape source) const {
  int64_t old = source.sizes[getDim()];
  if (hasZero(source.sizes) || getSize() == 0)
    return Injectivity::Yes;
  if (!isDynamic(getSize()) && !isDynamic(getStep()) && getStep() >= getSize())
    return Injectivity::Yes;
  if (getSize() == 1)
    return Injectivity::Yes;
  if (llvm::any_of(source.sizes, isDynamic) || isDynamic(getSize()) ||
      isDynamic(getStep()))
    return Injectivity::DependsOnOperands;
  bool isOneWindow = (old - getSize()) / getStep() == 0;
  return isOneWindow ? Injectivity::Yes : Injectivity::No;
}

bool UnfoldAttr::isAlwaysInRange(ViewShape source) const {
  return !isDynamic(getSize()) && !isDynamic(getStep()) &&
         (getSize() == 0 || !isDynamic(source.sizes[getDim()]));
}

Value UnfoldAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                    const StridedView &source, ViewShape,
                                    ValueRange operands) const {
  IndexBuilder b(builder, loc);
  OperandCursor cursor(operands);
  OpFoldResult size = cursor.resolve(builder, getSize());
  OpFoldResult step = cursor.resolve(builder, getStep());
  OpFoldResult holds =
      b.both(b.le(b.index(0), size), b.le(size, source.sizes[getDim()]));
  return b.materialize(b.both(holds, b.le(b.index(1), step)));
}
