// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kinds that keep, drop, add or reorder whole dimensions: alias, select,
// slice, permute, squeeze, unsqueeze.

#include "KindUtils.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::view;

StridedLayoutInfo StridedLayoutInfo::get(ArrayRef<int64_t> sizes,
                                         StridedLayoutAttr layout) {
  StridedLayoutInfo info = unknown(sizes.size());
  if (!layout)
    return info;
  ArrayRef<int64_t> strides = layout.getStrides();
  for (int64_t i = 0, e = sizes.size(); i < e; ++i) {
    if (isDynamic(strides[i]))
      continue;
    int64_t expected = 1;
    if (i + 1 < e &&
        (isDynamic(sizes[i + 1]) || isDynamic(strides[i + 1]) ||
         llvm::MulOverflow(sizes[i + 1], strides[i + 1], expected)))
      continue;
    info.merges[i] = strides[i] == expected;
  }
  return info;
}

std::optional<int64_t> view::getStaticCount(ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  if (llvm::any_of(sizes, isDynamic))
    return std::nullopt;
  if (hasZero(sizes))
    return 0;
  for (int64_t size : sizes)
    if (llvm::MulOverflow(count, size, count))
      return std::nullopt;
  return count;
}

int64_t view::getElementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complex.getElementType());
  if (!type.isIntOrFloat())
    return 0;
  unsigned bits = type.getIntOrFloatBitWidth();
  if (bits == 1)
    return 1;
  return bits % 8 == 0 ? bits / 8 : 0;
}

/// The condition 0 <= index < size, in one comparison.
static OpFoldResult isInside(IndexBuilder &b, OpFoldResult index,
                             OpFoldResult size) {
  return b.compare(arith::CmpIPredicate::ult, index, size);
}

//===----------------------------------------------------------------------===//
// alias
//===----------------------------------------------------------------------===//

unsigned AliasAttr::getNumOperands() const { return 0; }

FailureOr<ViewShape> AliasAttr::inferResultShape(ViewShape source,
                                                 EmitError) const {
  return source;
}

SmallVector<OpFoldResult>
AliasAttr::buildResultSizes(OpBuilder &, Location,
                            ArrayRef<OpFoldResult> sourceSizes, ViewShape,
                            ValueRange) const {
  return SmallVector<OpFoldResult>(sourceSizes);
}

FailureOr<SmallVector<Value>>
AliasAttr::buildSourceIndices(OpBuilder &, Location, ValueRange resultIndices,
                              ArrayRef<OpFoldResult>, ViewShape,
                              ValueRange) const {
  return llvm::to_vector(resultIndices);
}

bool AliasAttr::hasStridedView(ViewShape, StridedLayoutInfo &) const {
  return true;
}

FailureOr<StridedView> AliasAttr::buildStridedView(OpBuilder &, Location,
                                                   const StridedView &source,
                                                   ViewShape, StridedLayoutInfo,
                                                   ValueRange) const {
  return source;
}

Injectivity AliasAttr::getInjectivity(ViewShape) const {
  return Injectivity::Yes;
}

bool AliasAttr::isAlwaysInRange(ViewShape) const { return true; }

Value AliasAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                   const StridedView &, ViewShape,
                                   ValueRange) const {
  IndexBuilder b(builder, loc);
  return b.materialize(b.boolean(true));
}

//===----------------------------------------------------------------------===//
// select
//===----------------------------------------------------------------------===//

LogicalResult SelectAttr::verify(EmitError emitError, int64_t dim,
                                 int64_t index) {
  if (failed(verifyAtLeast(emitError, "the dimension", dim, 0)))
    return failure();
  return verifyAtLeast(emitError, "the index", index, 0);
}

unsigned SelectAttr::getNumOperands() const { return isDynamic(getIndex()); }

FailureOr<ViewShape> SelectAttr::inferResultShape(ViewShape source,
                                                  EmitError emitError) const {
  int64_t dim = getDim();
  if (failed(verifyDim(emitError, "the dimension", dim, source.getRank())))
    return failure();
  int64_t size = source.sizes[dim];
  if (!isDynamic(getIndex()) && !isDynamic(size) && getIndex() >= size)
    return emitError() << "expected the index to be less than " << size
                       << ", the size of dimension " << dim << ", but got "
                       << getIndex();
  return ViewShape(dropAt(source.sizes, dim), source.elementType);
}

SmallVector<OpFoldResult>
SelectAttr::buildResultSizes(OpBuilder &, Location,
                             ArrayRef<OpFoldResult> sourceSizes, ViewShape,
                             ValueRange) const {
  return dropAt(sourceSizes, getDim());
}

FailureOr<SmallVector<Value>>
SelectAttr::buildSourceIndices(OpBuilder &builder, Location loc,
                               ValueRange resultIndices, ArrayRef<OpFoldResult>,
                               ViewShape, ValueRange operands) const {
  OpFoldResult index = OperandCursor(operands).resolve(builder, getIndex());
  SmallVector<Value> indices = llvm::to_vector(resultIndices);
  indices.insert(indices.begin() + getDim(),
                 IndexBuilder(builder, loc).materialize(index));
  return indices;
}

bool SelectAttr::hasStridedView(ViewShape source,
                                StridedLayoutInfo &layout) const {
  dropMerge(layout, source.sizes, getDim());
  return true;
}

FailureOr<StridedView>
SelectAttr::buildStridedView(OpBuilder &builder, Location loc,
                             const StridedView &source, ViewShape,
                             StridedLayoutInfo, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  OpFoldResult index = OperandCursor(operands).resolve(builder, getIndex());
  StridedView result = source;
  result.sizes = dropAt(source.sizes, getDim());
  result.strides = dropAt(source.strides, getDim());
  result.offset = b.add(source.offset, b.mul(index, source.strides[getDim()]));
  return result;
}

Injectivity SelectAttr::getInjectivity(ViewShape) const {
  return Injectivity::Yes;
}

bool SelectAttr::isAlwaysInRange(ViewShape source) const {
  // inferResultShape has compared a constant index with a static size.
  return !isDynamic(getIndex()) && !isDynamic(source.sizes[getDim()]);
}

Value SelectAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                    const StridedView &source, ViewShape,
                                    ValueRange operands) const {
  IndexBuilder b(builder, loc);
  OpFoldResult index = OperandCursor(operands).resolve(builder, getIndex());
  return b.materialize(isInside(b, index, source.sizes[getDim()]));
}

//===----------------------------------------------------------------------===//
// slice
//===----------------------------------------------------------------------===//

LogicalResult SliceAttr::verify(EmitError emitError, int64_t dim, int64_t,
                                int64_t, int64_t step) {
  if (failed(verifyAtLeast(emitError, "the dimension", dim, 0)))
    return failure();
  if (step < 1)
    return emitError() << "expected the step to be at least 1 but got " << step;
  return success();
}

unsigned SliceAttr::getNumOperands() const {
  return isDynamic(getStart()) + isDynamic(getEnd());
}

/// A raw bound of a slice, normalized and clamped into [0, size]. Neither side
/// of the sign test can overflow.
static int64_t clampBound(int64_t bound, int64_t size) {
  if (bound < 0)
    return std::max<int64_t>(bound + size, 0);
  return std::min(bound, size);
}

static OpFoldResult clampBound(IndexBuilder &b, OpFoldResult bound,
                               OpFoldResult size) {
  OpFoldResult zero = b.index(0);
  std::optional<int64_t> constant = constantOf(bound);
  if (!constant) {
    OpFoldResult isNegative = b.compare(arith::CmpIPredicate::slt, bound, zero);
    OpFoldResult counted = b.select(isNegative, b.add(bound, size), bound);
    return b.max(b.min(counted, size), zero);
  }
  if (std::optional<int64_t> n = constantOf(size))
    return b.index(clampBound(*constant, *n));
  if (*constant < 0)
    return b.max(b.add(size, bound), zero);
  if (*constant == 0)
    return zero;
  // An open end: no dimension is larger.
  if (*constant == std::numeric_limits<int64_t>::max())
    return size;
  return b.min(bound, size);
}

namespace {
/// A slice after clamping: its first index and how many there are.
struct SliceRange {
  OpFoldResult start;
  OpFoldResult count;
};
} // namespace

static SliceRange buildSliceRange(OpBuilder &builder, Location loc,
                                  SliceAttr slice, OpFoldResult size,
                                  ValueRange operands) {
  IndexBuilder b(builder, loc);
  OperandCursor cursor(operands);
  OpFoldResult rawStart = cursor.resolve(builder, slice.getStart());
  OpFoldResult rawEnd = cursor.resolve(builder, slice.getEnd());
  OpFoldResult start = clampBound(b, rawStart, size);
  OpFoldResult end = clampBound(b, rawEnd, size);
  OpFoldResult extent = end;
  if (constantOf(start) != 0) {
    extent = b.sub(end, start);
    if (!areProvablyEqual(end, size))
      extent = b.max(extent, b.index(0));
  }
  if (slice.getStep() == 1)
    return {start, extent};
  // Unsigned, the sum cannot wrap: both are below 2^63.
  OpFoldResult padded = b.add(extent, b.index(slice.getStep() - 1));
  return {start, b.div(padded, b.index(slice.getStep()))};
}

FailureOr<ViewShape> SliceAttr::inferResultShape(ViewShape source,
                                                 EmitError emitError) const {
  if (failed(verifyDim(emitError, "the dimension", getDim(), source.getRank())))
    return failure();
  int64_t &size = source.sizes[getDim()];
  if (isDynamic(size) || getNumOperands() != 0) {
    size = ShapedType::kDynamic;
    return source;
  }
  int64_t start = clampBound(getStart(), size);
  int64_t end = clampBound(getEnd(), size);
  size = end <= start ? 0 : (end - start - 1) / getStep() + 1;
  return source;
}

SmallVector<OpFoldResult>
SliceAttr::buildResultSizes(OpBuilder &builder, Location loc,
                            ArrayRef<OpFoldResult> sourceSizes, ViewShape,
                            ValueRange operands) const {
  SmallVector<OpFoldResult> sizes(sourceSizes);
  sizes[getDim()] =
      buildSliceRange(builder, loc, *this, sizes[getDim()], operands).count;
  return sizes;
}

FailureOr<SmallVector<Value>> SliceAttr::buildSourceIndices(
    OpBuilder &builder, Location loc, ValueRange resultIndices,
    ArrayRef<OpFoldResult> sourceSizes, ViewShape, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  SliceRange range =
      buildSliceRange(builder, loc, *this, sourceSizes[getDim()], operands);
  SmallVector<Value> indices = llvm::to_vector(resultIndices);
  OpFoldResult scaled = b.mul(indices[getDim()], b.index(getStep()));
  indices[getDim()] = b.materialize(b.add(scaled, range.start));
  return indices;
}

bool SliceAttr::hasStridedView(ViewShape source,
                               StridedLayoutInfo &layout) const {
  int64_t dim = getDim();
  FailureOr<ViewShape> result =
      inferResultShape(source, [&] { return InFlightDiagnostic(); });
  bool isWhole = succeeded(result) && !isDynamic(source.sizes[dim]) &&
                 result->sizes[dim] == source.sizes[dim];
  // A step changes the stride, of a dimension of size 1 too.
  if (dim > 0 && (!isWhole || getStep() != 1))
    layout.merges[dim - 1] = false;
  if (getStep() != 1)
    layout.merges[dim] = false;
  return true;
}

FailureOr<StridedView> SliceAttr::buildStridedView(OpBuilder &builder,
                                                   Location loc,
                                                   const StridedView &source,
                                                   ViewShape, StridedLayoutInfo,
                                                   ValueRange operands) const {
  IndexBuilder b(builder, loc);
  int64_t dim = getDim();
  SliceRange range =
      buildSliceRange(builder, loc, *this, source.sizes[dim], operands);
  StridedView result = source;
  result.sizes[dim] = range.count;
  result.strides[dim] = b.mul(source.strides[dim], b.index(getStep()));
  result.offset = b.add(source.offset, b.mul(range.start, source.strides[dim]));
  return result;
}

Injectivity SliceAttr::getInjectivity(ViewShape) const {
  return Injectivity::Yes;
}

bool SliceAttr::isAlwaysInRange(ViewShape) const { return true; }

Value SliceAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                   const StridedView &, ViewShape,
                                   ValueRange) const {
  IndexBuilder b(builder, loc);
  return b.materialize(b.boolean(true));
}

//===----------------------------------------------------------------------===//
// permute
//===----------------------------------------------------------------------===//

LogicalResult PermuteAttr::verify(EmitError emitError,
                                  ArrayRef<int64_t> permutation) {
  int64_t rank = permutation.size();
  llvm::SmallBitVector seen(rank);
  for (int64_t dim : permutation) {
    if (failed(verifyDim(emitError, "the dimension", dim, rank)))
      return failure();
    if (seen.test(dim))
      return emitError() << "expected the dimensions to be distinct but got "
                         << dim << " twice";
    seen.set(dim);
  }
  return success();
}

unsigned PermuteAttr::getNumOperands() const { return 0; }

FailureOr<ViewShape> PermuteAttr::inferResultShape(ViewShape source,
                                                   EmitError emitError) const {
  ArrayRef<int64_t> permutation = getPermutation();
  if (static_cast<int64_t>(permutation.size()) != source.getRank())
    return emitError() << "expected the permutation to have "
                       << source.getRank() << " dimensions but got "
                       << permutation.size();
  return ViewShape(
      llvm::map_to_vector(permutation,
                          [&](int64_t dim) { return source.sizes[dim]; }),
      source.elementType);
}

template <typename T>
static SmallVector<T> permuted(ArrayRef<T> values,
                               ArrayRef<int64_t> permutation) {
  return llvm::map_to_vector(permutation,
                             [&](int64_t dim) { return values[dim]; });
}

SmallVector<OpFoldResult>
PermuteAttr::buildResultSizes(OpBuilder &, Location,
                              ArrayRef<OpFoldResult> sourceSizes, ViewShape,
                              ValueRange) const {
  return permuted(sourceSizes, getPermutation());
}

FailureOr<SmallVector<Value>>
PermuteAttr::buildSourceIndices(OpBuilder &, Location, ValueRange resultIndices,
                                ArrayRef<OpFoldResult>, ViewShape,
                                ValueRange) const {
  SmallVector<Value> indices(resultIndices.size());
  for (auto [index, dim] : llvm::zip_equal(resultIndices, getPermutation()))
    indices[dim] = index;
  return indices;
}

bool PermuteAttr::hasStridedView(ViewShape, StridedLayoutInfo &layout) const {
  ArrayRef<int64_t> permutation = getPermutation();
  SmallVector<bool> merges(permutation.size(), false);
  int64_t last = static_cast<int64_t>(permutation.size()) - 1;
  for (int64_t i = 0; i <= last; ++i) {
    bool sameNeighbor = i == last ? permutation[i] == last
                                  : permutation[i + 1] == permutation[i] + 1;
    merges[i] = sameNeighbor && layout.merges[permutation[i]];
  }
  layout.merges = merges;
  return true;
}

FailureOr<StridedView>
PermuteAttr::buildStridedView(OpBuilder &, Location, const StridedView &source,
                              ViewShape, StridedLayoutInfo, ValueRange) const {
  StridedView result = source;
  result.sizes = permuted(ArrayRef(source.sizes), getPermutation());
  result.strides = permuted(ArrayRef(source.strides), getPermutation());
  return result;
}

Injectivity PermuteAttr::getInjectivity(ViewShape) const {
  return Injectivity::Yes;
}

bool PermuteAttr::isAlwaysInRange(ViewShape) const { return true; }

Value PermuteAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                     const StridedView &, ViewShape,
                                     ValueRange) const {
  IndexBuilder b(builder, loc);
  return b.materialize(b.boolean(true));
}

//===----------------------------------------------------------------------===//
// squeeze
//===----------------------------------------------------------------------===//

LogicalResult SqueezeAttr::verify(EmitError emitError, int64_t dim) {
  return verifyAtLeast(emitError, "the dimension", dim, 0);
}

unsigned SqueezeAttr::getNumOperands() const { return 0; }

FailureOr<ViewShape> SqueezeAttr::inferResultShape(ViewShape source,
                                                   EmitError emitError) const {
  if (failed(verifyDim(emitError, "the dimension", getDim(), source.getRank())))
    return failure();
  int64_t size = source.sizes[getDim()];
  if (!isDynamic(size) && size != 1)
    return emitError() << "expected the size of dimension " << getDim()
                       << " to be 1 but got " << size;
  return ViewShape(dropAt(source.sizes, getDim()), source.elementType);
}

SmallVector<OpFoldResult>
SqueezeAttr::buildResultSizes(OpBuilder &, Location,
                              ArrayRef<OpFoldResult> sourceSizes, ViewShape,
                              ValueRange) const {
  return dropAt(sourceSizes, getDim());
}

FailureOr<SmallVector<Value>> SqueezeAttr::buildSourceIndices(
    OpBuilder &builder, Location loc, ValueRange resultIndices,
    ArrayRef<OpFoldResult>, ViewShape, ValueRange) const {
  IndexBuilder b(builder, loc);
  SmallVector<Value> indices = llvm::to_vector(resultIndices);
  indices.insert(indices.begin() + getDim(), b.materialize(b.index(0)));
  return indices;
}

bool SqueezeAttr::hasStridedView(ViewShape source,
                                 StridedLayoutInfo &layout) const {
  // Where the view exists, the dimension has size 1.
  source.sizes[getDim()] = 1;
  dropMerge(layout, source.sizes, getDim());
  return true;
}

FailureOr<StridedView>
SqueezeAttr::buildStridedView(OpBuilder &, Location, const StridedView &source,
                              ViewShape, StridedLayoutInfo, ValueRange) const {
  StridedView result = source;
  result.sizes = dropAt(source.sizes, getDim());
  result.strides = dropAt(source.strides, getDim());
  return result;
}

Injectivity SqueezeAttr::getInjectivity(ViewShape) const {
  return Injectivity::Yes;
}

bool SqueezeAttr::isAlwaysInRange(ViewShape source) const {
  return source.sizes[getDim()] == 1;
}

Value SqueezeAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                     const StridedView &source, ViewShape,
                                     ValueRange) const {
  IndexBuilder b(builder, loc);
  return b.materialize(b.eq(source.sizes[getDim()], b.index(1)));
}

//===----------------------------------------------------------------------===//
// unsqueeze
//===----------------------------------------------------------------------===//

LogicalResult UnsqueezeAttr::verify(EmitError emitError, int64_t dim) {
  return verifyAtLeast(emitError, "the dimension", dim, 0);
}

unsigned UnsqueezeAttr::getNumOperands() const { return 0; }

FailureOr<ViewShape>
UnsqueezeAttr::inferResultShape(ViewShape source, EmitError emitError) const {
  if (failed(verifyDim(emitError, "the dimension", getDim(),
                       source.getRank() + 1)))
    return failure();
  source.sizes.insert(source.sizes.begin() + getDim(), 1);
  return source;
}

SmallVector<OpFoldResult>
UnsqueezeAttr::buildResultSizes(OpBuilder &builder, Location,
                                ArrayRef<OpFoldResult> sourceSizes, ViewShape,
                                ValueRange) const {
  SmallVector<OpFoldResult> sizes(sourceSizes);
  sizes.insert(sizes.begin() + getDim(), builder.getIndexAttr(1));
  return sizes;
}

FailureOr<SmallVector<Value>> UnsqueezeAttr::buildSourceIndices(
    OpBuilder &, Location, ValueRange resultIndices, ArrayRef<OpFoldResult>,
    ViewShape, ValueRange) const {
  SmallVector<Value> indices = llvm::to_vector(resultIndices);
  indices.erase(indices.begin() + getDim());
  return indices;
}

bool UnsqueezeAttr::hasStridedView(ViewShape, StridedLayoutInfo &layout) const {
  // The new stride is chosen so that it merges with the next dimension; the
  // dimension before merges with the new one as it did with the next.
  layout.merges.insert(layout.merges.begin() + getDim(), true);
  return true;
}

FailureOr<StridedView>
UnsqueezeAttr::buildStridedView(OpBuilder &builder, Location loc,
                                const StridedView &source, ViewShape,
                                StridedLayoutInfo, ValueRange) const {
  IndexBuilder b(builder, loc);
  int64_t dim = getDim(), rank = source.sizes.size();
  OpFoldResult stride =
      dim < rank ? b.mul(source.sizes[dim], source.strides[dim]) : b.index(1);
  StridedView result = source;
  result.sizes.insert(result.sizes.begin() + dim, b.index(1));
  result.strides.insert(result.strides.begin() + dim, stride);
  return result;
}

Injectivity UnsqueezeAttr::getInjectivity(ViewShape) const {
  return Injectivity::Yes;
}

bool UnsqueezeAttr::isAlwaysInRange(ViewShape) const { return true; }

Value UnsqueezeAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                       const StridedView &, ViewShape,
                                       ValueRange) const {
  IndexBuilder b(builder, loc);
  return b.materialize(b.boolean(true));
}
