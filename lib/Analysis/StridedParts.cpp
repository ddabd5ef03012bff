// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two sets of places meet nowhere if their ranges do not, or if they differ by
// less than what all strides are multiples of. Small sets are counted out.

#include "StridedParts.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "tensorssa/Dialect/View/IR/View.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::view;

/// Sets that reach further, or of more elements, are not counted out.
static constexpr int64_t kMaxCounted = 4096;

namespace {
struct StridedPart {
  SmallVector<int64_t> sizes, strides;
  int64_t offset = 0;
  /// The number of elements.
  int64_t count = 1;
  /// The last place, where there is one.
  int64_t last = 0;

  bool operator==(const StridedPart &other) const;
  bool isSmall() const {
    return count <= kMaxCounted && last < kMaxCounted * 16;
  }
  llvm::BitVector getPlaces() const;
};
} // namespace

/// The same elements in the same order. Strides of sizes of 1 do not count.
bool StridedPart::operator==(const StridedPart &other) const {
  return offset == other.offset && sizes == other.sizes &&
         llvm::all_of(llvm::zip_equal(sizes, strides, other.strides),
                      [](auto dim) {
                        auto [size, stride, theirs] = dim;
                        return size == 1 || stride == theirs;
                      });
}

/// The part as numbers, if it is one.
static std::optional<StridedPart> getPart(ViewShape root,
                                          ViewKindInterface kind) {
  auto ignore = [] { return InFlightDiagnostic(); };
  FailureOr<ViewShape> shape = kind.inferResultShape(root, ignore);
  if (kind.getNumOperands() != 0 || failed(shape) ||
      shape->elementType != root.elementType ||
      llvm::any_of(shape->sizes, ShapedType::isDynamic))
    return std::nullopt;
  // Row-major as far as sizes are known, from the start of the storage on;
  // numbers that are not known are opaque.
  MLIRContext *context = kind.getContext();
  Location loc = UnknownLoc::get(context);
  Block scratch;
  OpBuilder builder(context);
  builder.setInsertionPointToEnd(&scratch);
  auto show = [&](int64_t number) -> OpFoldResult {
    if (ShapedType::isDynamic(number))
      return Value(scratch.addArgument(builder.getIndexType(), loc));
    return builder.getIndexAttr(number);
  };
  StridedView source;
  int64_t next = 1;
  for (int64_t size : llvm::reverse(root.sizes)) {
    source.sizes.push_back(show(size));
    source.strides.push_back(show(next));
    if (ShapedType::isDynamic(next) || ShapedType::isDynamic(size) ||
        llvm::MulOverflow(next, size, next))
      next = ShapedType::kDynamic;
  }
  std::reverse(source.sizes.begin(), source.sizes.end());
  std::reverse(source.strides.begin(), source.strides.end());
  source.offset = show(0);
  FailureOr<StridedView> view = kind.buildStridedView(
      builder, loc, source, root, StridedLayoutInfo::rowMajor(root.getRank()),
      ValueRange());
  if (failed(view))
    return std::nullopt;
  std::optional<int64_t> offset = getConstantIntValue(view->offset);
  std::optional<SmallVector<int64_t>> strides =
      getConstantIntValues(view->strides);
  if (!offset || !strides || *offset < 0)
    return std::nullopt;
  StridedPart part{shape->sizes, *strides, *offset};
  part.last = part.offset;
  for (auto [size, stride] : llvm::zip_equal(part.sizes, part.strides)) {
    int64_t reach;
    if (size < 0 || stride < 0 ||
        llvm::MulOverflow(part.count, size, part.count) ||
        llvm::MulOverflow(std::max<int64_t>(size - 1, 0), stride, reach) ||
        llvm::AddOverflow(part.last, reach, part.last))
      return std::nullopt;
  }
  return part;
}

/// Which places it names, the last one being a small number.
llvm::BitVector StridedPart::getPlaces() const {
  llvm::BitVector places(last + 1);
  SmallVector<int64_t> index(sizes.size());
  for (int64_t i = 0; i < count; ++i) {
    int64_t place = offset;
    for (auto [at, stride] : llvm::zip_equal(index, strides))
      place += at * stride;
    places.set(place);
    for (int64_t dim = sizes.size(); dim-- > 0;) {
      if (++index[dim] < sizes[dim])
        break;
      index[dim] = 0;
    }
  }
  return places;
}

/// Whether they name an element in common, where that is known.
static std::optional<bool> meet(const StridedPart &a, const StridedPart &b) {
  if (a.count == 0 || b.count == 0 || a.last < b.offset || b.last < a.offset)
    return false;
  if (a == b)
    return true;
  int64_t common = 0;
  for (const StridedPart *part : {&a, &b})
    for (auto [size, stride] : llvm::zip_equal(part->sizes, part->strides))
      if (size > 1)
        common = std::gcd(common, stride);
  if (common > 1 && (a.offset - b.offset) % common != 0)
    return false;
  if (!a.isSmall() || !b.isSmall())
    return std::nullopt;
  return a.getPlaces().anyCommon(b.getPlaces());
}

PathRelation view::compareStridedParts(ViewShape root, ViewKindInterface first,
                                       ViewKindInterface second) {
  std::optional<StridedPart> a = getPart(root, first);
  std::optional<StridedPart> b = a ? getPart(root, second) : std::nullopt;
  std::optional<bool> isCommon = b ? meet(*a, *b) : std::nullopt;
  if (!isCommon)
    return PathRelation::Unknown;
  if (!*isCommon)
    return PathRelation::Disjoint;
  if (*a == *b)
    return PathRelation::Same;
  if (!a->isSmall() || !b->isSmall())
    return PathRelation::Unknown;
  llvm::BitVector places = a->getPlaces(), others = b->getPlaces();
  if (others.subsetOf(places))
    return PathRelation::Covers;
  if (places.subsetOf(others))
    return PathRelation::CoveredBy;
  return PathRelation::Unknown;
}

std::optional<bool> view::shareElements(ViewShape root, ViewKindInterface first,
                                        ViewKindInterface second) {
  std::optional<StridedPart> a = getPart(root, first);
  std::optional<StridedPart> b = a ? getPart(root, second) : std::nullopt;
  return b ? meet(*a, *b) : std::nullopt;
}

std::optional<bool> view::repeatsElements(ViewShape root,
                                          ViewKindInterface kind) {
  std::optional<StridedPart> part = getPart(root, kind);
  if (!part)
    return std::nullopt;
  if (part->count <= 1)
    return false;
  if (!part->isSmall())
    return std::nullopt;
  return int64_t(part->getPlaces().count()) != part->count;
}
