// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kinds that are about storage rather than elements: as_strided, bitcast.

#include "KindUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::view;

//===----------------------------------------------------------------------===//
// as_strided
//===----------------------------------------------------------------------===//

LogicalResult AsStridedAttr::verify(EmitError emitError,
                                    ArrayRef<int64_t> sizes,
                                    ArrayRef<int64_t> strides, int64_t offset) {
  if (sizes.size() != strides.size())
    return emitError() << "expected " << sizes.size() << " strides but got "
                       << strides.size();
  for (int64_t size : sizes)
    if (failed(verifyAtLeast(emitError, "a size", size, 0)))
      return failure();
  for (int64_t stride : strides)
    if (failed(verifyAtLeast(emitError, "a stride", stride, 0)))
      return failure();
  return verifyAtLeast(emitError, "the offset", offset, 0);
}

unsigned AsStridedAttr::getNumOperands() const {
  return countDynamic(getSizes()) + countDynamic(getStrides()) +
         isDynamic(getOffset());
}

/// One past the last storage element that a static as_strided names, 0 if it
/// names none; nothing if that is not known or not representable.
static std::optional<int64_t> getStaticExtent(AsStridedAttr kind) {
  if (kind.getNumOperands() != 0)
    return std::nullopt;
  if (hasZero(kind.getSizes()))
    return 0;
  int64_t extent = 0;
  if (llvm::AddOverflow<int64_t>(kind.getOffset(), 1, extent))
    return std::nullopt;
  for (auto [size, stride] :
       llvm::zip_equal(kind.getSizes(), kind.getStrides())) {
    int64_t reach;
    if (llvm::MulOverflow(size - 1, stride, reach) ||
        llvm::AddOverflow(extent, reach, extent))
      return std::nullopt;
  }
  return extent;
}

FailureOr<ViewShape> AsStridedAttr::inferResultShape(ViewShape source,
                                                     EmitError) const {
  return ViewShape(getSizes(), source.elementType);
}

static StridedView resolveAsStrided(OpBuilder &builder, AsStridedAttr kind,
                                    ValueRange operands) {
  OperandCursor cursor(operands);
  StridedView view;
  view.sizes = cursor.resolve(builder, kind.getSizes());
  view.strides = cursor.resolve(builder, kind.getStrides());
  view.offset = cursor.resolve(builder, kind.getOffset());
  return view;
}

SmallVector<OpFoldResult>
AsStridedAttr::buildResultSizes(OpBuilder &builder, Location,
                                ArrayRef<OpFoldResult>, ViewShape,
                                ValueRange operands) const {
  return resolveAsStrided(builder, *this, operands).sizes;
}

FailureOr<SmallVector<Value>> AsStridedAttr::buildSourceIndices(
    OpBuilder &builder, Location loc, ValueRange resultIndices,
    ArrayRef<OpFoldResult> sourceSizes, ViewShape, ValueRange operands) const {
  IndexBuilder b(builder, loc);
  StridedView view = resolveAsStrided(builder, *this, operands);
  OpFoldResult linear = view.offset;
  for (auto [index, stride] : llvm::zip_equal(resultIndices, view.strides))
    linear = b.add(linear, b.mul(index, stride));
  // The storage of a value is its elements in row-major order.
  SmallVector<OpFoldResult> indices(sourceSizes.size(), b.index(0));
  for (size_t dim = sourceSizes.size(); dim-- > 0;) {
    if (dim == 0) {
      indices[0] = linear;
      break;
    }
    indices[dim] = b.rem(linear, sourceSizes[dim]);
    linear = b.div(linear, sourceSizes[dim]);
  }
  return b.materialize(indices);
}

bool AsStridedAttr::hasStridedView(ViewShape, StridedLayoutInfo &layout) const {
  layout = StridedLayoutInfo::get(
      getSizes(),
      StridedLayoutAttr::get(getContext(), getOffset(), getStrides()));
  return true;
}

FailureOr<StridedView>
AsStridedAttr::buildStridedView(OpBuilder &builder, Location,
                                const StridedView &source, ViewShape,
                                StridedLayoutInfo, ValueRange operands) const {
  StridedView view = resolveAsStrided(builder, *this, operands);
  view.storageSize = source.storageSize;
  return view;
}

/// Whether no two index tuples of static sizes and strides meet. Exact for
/// small views; for others the usual sufficient test, each stride larger than
/// all that the smaller ones reach together.
static bool isInjectiveStrided(ArrayRef<int64_t> sizes,
                               ArrayRef<int64_t> strides) {
  SmallVector<std::pair<int64_t, int64_t>> dims;
  if (hasZero(sizes))
    return true;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides))
    if (size > 1)
      dims.push_back({stride, size});
  llvm::sort(dims);
  int64_t reach = 0;
  bool isNested = true;
  for (auto [stride, size] : dims) {
    isNested &= stride > reach;
    int64_t own;
    if (llvm::MulOverflow(size - 1, stride, own) ||
        llvm::AddOverflow(reach, own, reach))
      return false;
  }
  if (isNested)
    return true;
  constexpr int64_t kSmall = 4096;
  std::optional<int64_t> count = getStaticCount(sizes);
  if (!count || *count > kSmall)
    return false;
  SmallVector<int64_t> offsets = {0};
  for (auto [stride, size] : dims) {
    SmallVector<int64_t> next;
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < size; ++i)
        next.push_back(offset + i * stride);
    offsets = std::move(next);
  }
  llvm::sort(offsets);
  return std::adjacent_find(offsets.begin(), offsets.end()) == offsets.end();
}

Injectivity AsStridedAttr::getInjectivity(ViewShape) const {
  if (hasZero(getSizes()))
    return Injectivity::Yes;
  if (countDynamic(getSizes()) != 0 || countDynamic(getStrides()) != 0)
    return Injectivity::DependsOnOperands;
  return isInjectiveStrided(getSizes(), getStrides()) ? Injectivity::Yes
                                                      : Injectivity::No;
}

bool AsStridedAttr::isAlwaysInRange(ViewShape source) const {
  std::optional<int64_t> count = getStaticCount(source.sizes);
  std::optional<int64_t> extent = getStaticExtent(*this);
  return extent && (*extent == 0 || (count && *extent <= *count));
}

bool AsStridedAttr::isViewable(ViewShape, StridedLayoutInfo layout) const {
  // isAlwaysInRange counts the source's elements. With strides of 0 many of
  // them are one element of storage; row-major ones are that many.
  return layout.isRowMajor() || getStaticExtent(*this) == 0;
}

OpFoldResult view::buildStorageSize(IndexBuilder &b,
                                    const StridedView &source) {
  if (source.storageSize)
    return source.storageSize;
  OpFoldResult isEmpty = b.boolean(false);
  OpFoldResult extent = b.add(source.offset, b.index(1));
  for (auto [size, stride] : llvm::zip_equal(source.sizes, source.strides)) {
    isEmpty = b.either(isEmpty, b.eq(size, b.index(0)));
    extent = b.add(extent, b.mul(b.sub(size, b.index(1)), stride));
  }
  return b.select(isEmpty, b.index(0), extent);
}

Value AsStridedAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                       const StridedView &source, ViewShape,
                                       ValueRange operands) const {
  IndexBuilder b(builder, loc);
  OpFoldResult zero = b.index(0), one = b.index(1);
  StridedView view = resolveAsStrided(builder, *this, operands);
  OpFoldResult isNatural = b.le(zero, view.offset);
  OpFoldResult isEmpty = b.boolean(false);
  for (auto [size, stride] : llvm::zip_equal(view.sizes, view.strides)) {
    isNatural = b.both(isNatural, b.le(zero, size));
    isNatural = b.both(isNatural, b.le(zero, stride));
    isEmpty = b.either(isEmpty, b.eq(size, zero));
  }
  // What is left of the storage after the offset and after each dimension's
  // reach; quotients, since products of operands could overflow.
  OpFoldResult left = b.sub(buildStorageSize(b, source), one);
  OpFoldResult fits = b.le(view.offset, left);
  left = b.max(b.sub(left, view.offset), zero);
  OpFoldResult count = one;
  for (auto [size, stride] : llvm::zip_equal(view.sizes, view.strides)) {
    OpFoldResult steps = b.max(b.sub(size, one), zero);
    OpFoldResult reachable = b.div(left, b.max(stride, one));
    OpFoldResult isShort = b.either(b.eq(stride, zero), b.le(steps, reachable));
    fits = b.both(fits, isShort);
    left = b.max(b.sub(left, b.mul(steps, stride)), zero);
    // The element count must be representable.
    if (countDynamic(getSizes()) != 0) {
      OpFoldResult limit = b.div(b.index(std::numeric_limits<int64_t>::max()),
                                 b.max(count, one));
      fits = b.both(fits, b.le(size, limit));
      count = b.mul(count, size);
    }
  }
  return b.materialize(b.both(isNatural, b.either(isEmpty, fits)));
}

//===----------------------------------------------------------------------===//
// bitcast
//===----------------------------------------------------------------------===//

LogicalResult BitcastAttr::verify(EmitError emitError, Type elementType) {
  if (getElementBytes(elementType) == 0)
    return emitError() << "expected the element type to be a number of whole "
                          "bytes but got "
                       << elementType;
  return success();
}

unsigned BitcastAttr::getNumOperands() const { return 0; }

namespace {
/// How a bitcast changes the last dimension: one of the factors is 1.
struct WidthChange {
  int64_t narrower;
  int64_t wider;
};
} // namespace

static WidthChange getWidthChange(Type from, Type to) {
  int64_t oldBytes = getElementBytes(from), newBytes = getElementBytes(to);
  if (oldBytes >= newBytes)
    return {oldBytes / newBytes, 1};
  return {1, newBytes / oldBytes};
}

FailureOr<ViewShape> BitcastAttr::inferResultShape(ViewShape source,
                                                   EmitError emitError) const {
  if (getElementBytes(source.elementType) == 0)
    return emitError() << "expected the source's element type to be a number "
                          "of whole bytes but got "
                       << source.elementType;
  auto [narrower, wider] = getWidthChange(source.elementType, getElementType());
  int64_t oldBytes = getElementBytes(source.elementType);
  int64_t newBytes = getElementBytes(getElementType());
  if (oldBytes % newBytes != 0 && newBytes % oldBytes != 0)
    return emitError() << "expected the width to be a multiple or a part of "
                       << source.elementType << "'s but got "
                       << getElementType();
  if (narrower == 1 && wider == 1)
    return ViewShape(source.sizes, getElementType());
  if (source.sizes.empty())
    return emitError() << "expected the source of a bitcast to another width "
                          "to have a dimension but got rank 0";
  int64_t &size = source.sizes.back();
  if (!isDynamic(size)) {
    if (size % wider != 0)
      return emitError() << "expected the last size to be a multiple of "
                         << wider << " but got " << size;
    if (llvm::MulOverflow(size, narrower, size))
      return emitError() << "expected the last size to be representable but "
                            "got an overflow";
    size /= wider;
  }
  return ViewShape(source.sizes, getElementType());
}

static OpFoldResult changeWidth(IndexBuilder &b, OpFoldResult value,
                                WidthChange change) {
  return b.div(b.mul(value, b.index(change.narrower)), b.index(change.wider));
}

SmallVector<OpFoldResult>
BitcastAttr::buildResultSizes(OpBuilder &builder, Location loc,
                              ArrayRef<OpFoldResult> sourceSizes,
                              ViewShape shape, ValueRange) const {
  IndexBuilder b(builder, loc);
  SmallVector<OpFoldResult> sizes(sourceSizes);
  WidthChange change = getWidthChange(shape.elementType, getElementType());
  if (!sizes.empty())
    sizes.back() = changeWidth(b, sizes.back(), change);
  return sizes;
}

FailureOr<SmallVector<Value>>
BitcastAttr::buildSourceIndices(OpBuilder &, Location, ValueRange resultIndices,
                                ArrayRef<OpFoldResult>, ViewShape shape,
                                ValueRange) const {
  if (getElementBytes(shape.elementType) != getElementBytes(getElementType()))
    return failure();
  return llvm::to_vector(resultIndices);
}

bool BitcastAttr::hasStridedView(ViewShape source,
                                 StridedLayoutInfo &layout) const {
  auto [narrower, wider] = getWidthChange(source.elementType, getElementType());
  // All strides scale alike; the last one is 1 before and after.
  if (narrower != 1 || wider != 1)
    layout.merges.back() = true;
  return true;
}

FailureOr<StridedView>
BitcastAttr::buildStridedView(OpBuilder &builder, Location loc,
                              const StridedView &source, ViewShape shape,
                              StridedLayoutInfo, ValueRange) const {
  IndexBuilder b(builder, loc);
  WidthChange change = getWidthChange(shape.elementType, getElementType());
  if (change.narrower == 1 && change.wider == 1)
    return source;
  StridedView result;
  for (OpFoldResult stride : source.strides)
    result.strides.push_back(changeWidth(b, stride, change));
  result.strides.back() = b.index(1);
  result.sizes = source.sizes;
  result.sizes.back() = changeWidth(b, result.sizes.back(), change);
  result.offset = changeWidth(b, source.offset, change);
  if (source.storageSize)
    result.storageSize = changeWidth(b, source.storageSize, change);
  return result;
}

Injectivity BitcastAttr::getInjectivity(ViewShape) const {
  return Injectivity::Yes;
}

bool BitcastAttr::isAlwaysInRange(ViewShape source) const {
  WidthChange change = getWidthChange(source.elementType, getElementType());
  return change.wider == 1 || !isDynamic(source.sizes.back());
}

bool BitcastAttr::isViewable(ViewShape source, StridedLayoutInfo layout) const {
  // To a larger width the offset must divide, of which nothing is known.
  WidthChange change = getWidthChange(source.elementType, getElementType());
  return change.wider == 1 && (change.narrower == 1 || layout.merges.back());
}

Value BitcastAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                     const StridedView &source, ViewShape shape,
                                     ValueRange) const {
  IndexBuilder b(builder, loc);
  WidthChange change = getWidthChange(shape.elementType, getElementType());
  OpFoldResult holds = b.boolean(true);
  if (change.narrower != 1 || change.wider != 1)
    holds = b.eq(source.strides.back(), b.index(1));
  if (change.wider != 1) {
    auto requireMultiple = [&](OpFoldResult value) {
      OpFoldResult rest = b.rem(value, b.index(change.wider));
      holds = b.both(holds, b.eq(rest, b.index(0)));
    };
    requireMultiple(source.offset);
    requireMultiple(source.sizes.back());
    for (OpFoldResult stride : ArrayRef(source.strides).drop_back())
      requireMultiple(stride);
  }
  return b.materialize(holds);
}
