// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths as boxes of progressions. A box is what a path names at most; where it
// is exact, it is what the path names. A dimension's progression is a
// constraint on indices, `first <= x < end` and `x = first (mod step)`, always
// together with `0 <= x < size`, so a bound that a slice clamps stays as it was
// written.

#include "tensorssa/Analysis/AccessPath.h"
#include "LinearIndex.h"
#include "StridedParts.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::view;

namespace {
/// The indices of one dimension of the root.
struct Progression {
  LinearIndex first = LinearIndex(0);
  /// Null where only the dimension ends it.
  std::optional<LinearIndex> end;
  /// 0 for a single index.
  int64_t step = 1;

  bool isPoint() const { return step == 0; }
  bool operator==(const Progression &other) const {
    return first == other.first && end == other.end && step == other.step;
  }
};

/// A dimension of the view that the members so far make.
struct ViewDim {
  /// Which dimension of the root it walks; none for one that was inserted.
  std::optional<int64_t> root;
  /// Its size, where it is static.
  std::optional<int64_t> size;
  /// Set where its index 0 is not the first of the progression: a slice whose
  /// start is unknown keeps only what was known before.
  bool isOpaque = false;

  bool operator==(const ViewDim &other) const { return root == other.root; }
};

class Box {
public:
  Box(ViewShape root, AccessPath path);

  bool isEmpty() const { return empty; }
  bool isExact() const { return exact; }
  bool isDisjointFrom(const Box &other) const;
  /// Whether all of `other` lies in this box.
  bool contains(const Box &other) const;
  /// Whether both walk the same elements in the same order.
  bool isSameWalk(const Box &other) const;

private:
  void addRoot(ViewShape root);
  /// Narrows the box by a member; false where nothing more is known.
  bool add(ViewKindInterface kind, ValueRange operands);
  bool addSelect(SelectAttr select, ValueRange operands);
  bool addSlice(SliceAttr slice, ValueRange operands);
  /// What the box names is no longer all of it, and the walk is unknown.
  bool giveUp() {
    exact = isWalk = false;
    return false;
  }
  /// The index of the root that index `k` of `dim` is.
  std::optional<LinearIndex> at(const Progression &dim, LinearIndex k) const {
    std::optional<LinearIndex> scaled = times(k, dim.step);
    return scaled ? plus(dim.first, *scaled) : std::nullopt;
  }
  bool isWhole(int64_t dim) const;
  /// Where the dimension ends, if that is known at all.
  std::optional<LinearIndex> getEnd(int64_t dim) const;

  SmallVector<int64_t> rootSizes;
  SmallVector<Progression> dims;
  SmallVector<ViewDim> viewDims;
  bool empty = false;
  bool exact = true;
  /// Whether `viewDims` describes the order of the elements.
  bool isWalk = true;
};
} // namespace

/// The members of a path, nested ones flattened, each with its operands.
static SmallVector<std::pair<ViewKindInterface, ValueRange>>
getMembers(AccessPath path) {
  SmallVector<std::pair<ViewKindInterface, ValueRange>> members;
  auto append = [&](auto &self, ViewKindInterface kind,
                    ValueRange operands) -> void {
    auto inner = dyn_cast<PathAttr>(kind);
    if (!inner) {
      members.push_back({kind, operands});
      return;
    }
    for (ViewKindInterface member : inner.getKinds()) {
      unsigned count = member.getNumOperands();
      self(self, member, operands.take_front(count));
      operands = operands.drop_front(count);
    }
  };
  append(append, path.kind, path.operands);
  return members;
}

Box::Box(ViewShape root, AccessPath path) {
  SmallVector<std::pair<ViewKindInterface, ValueRange>> members =
      getMembers(path);
  addRoot(root);
  // as_strided leaves what the members before it name, and so may a kind of
  // another dialect.
  auto staysInside = [](auto &member) {
    return isa<AliasAttr, SelectAttr, SliceAttr, PermuteAttr, ExpandAttr,
               SqueezeAttr, UnsqueezeAttr, ReshapeAttr, DiagonalAttr,
               UnfoldAttr, BitcastAttr>(member.first);
  };
  if (!llvm::all_of(members, staysInside)) {
    giveUp();
    return;
  }
  for (auto [i, member] : llvm::enumerate(members)) {
    // These name all of what comes before them, in an order of their own.
    if (isa<ReshapeAttr, BitcastAttr>(member.first)) {
      isWalk = false;
      exact &= i + 1 == members.size();
      return;
    }
    if (!add(member.first, member.second))
      return;
  }
}

void Box::addRoot(ViewShape root) {
  rootSizes = root.sizes;
  dims.resize(rootSizes.size());
  for (auto [dim, size] : llvm::enumerate(rootSizes)) {
    empty |= size == 0;
    std::optional<int64_t> known;
    if (!ShapedType::isDynamic(size))
      known = size;
    viewDims.push_back(ViewDim{static_cast<int64_t>(dim), known});
  }
}

bool Box::add(ViewKindInterface kind, ValueRange operands) {
  if (isa<AliasAttr>(kind))
    return true;
  if (auto select = dyn_cast<SelectAttr>(kind))
    return addSelect(select, operands);
  if (auto slice = dyn_cast<SliceAttr>(kind))
    return addSlice(slice, operands);
  if (auto permute = dyn_cast<PermuteAttr>(kind)) {
    viewDims = llvm::map_to_vector(permute.getPermutation(),
                                   [&](int64_t dim) { return viewDims[dim]; });
    return true;
  }
  if (auto squeeze = dyn_cast<SqueezeAttr>(kind)) {
    viewDims.erase(viewDims.begin() + squeeze.getDim());
    return true;
  }
  if (auto unsqueeze = dyn_cast<UnsqueezeAttr>(kind)) {
    viewDims.insert(viewDims.begin() + unsqueeze.getDim(),
                    ViewDim{std::nullopt, /*size=*/1});
    return true;
  }
  return giveUp();
}

bool Box::addSelect(SelectAttr select, ValueRange operands) {
  ViewDim viewDim = viewDims[select.getDim()];
  viewDims.erase(viewDims.begin() + select.getDim());
  // The one index of an inserted dimension.
  if (!viewDim.root)
    return true;
  if (viewDim.isOpaque) {
    exact = isWalk = false;
    return true;
  }
  LinearIndex index = operands.empty() ? LinearIndex(select.getIndex())
                                       : LinearIndex::get(operands.front());
  Progression &dim = dims[*viewDim.root];
  std::optional<LinearIndex> first = at(dim, index);
  std::optional<LinearIndex> end =
      first ? plus(*first, LinearIndex(1)) : std::nullopt;
  if (!end)
    return giveUp();
  dim = Progression{*first, end, 0};
  return true;
}

bool Box::addSlice(SliceAttr slice, ValueRange operands) {
  constexpr int64_t kOpen = std::numeric_limits<int64_t>::max();
  ViewDim &viewDim = viewDims[slice.getDim()];
  // A raw bound, null where its sign is unknown.
  auto resolve = [&](int64_t bound) -> std::optional<LinearIndex> {
    Value operand;
    if (ShapedType::isDynamic(bound)) {
      operand = operands.front();
      operands = operands.drop_front();
      LinearIndex index = LinearIndex::get(operand);
      if (!index.isConstant())
        return provesNatural(operand) ? std::optional(index) : std::nullopt;
      bound = index.constant;
    }
    if (viewDim.size) {
      if (bound < 0)
        bound = std::max<int64_t>(bound + *viewDim.size, 0);
      bound = std::min(bound, *viewDim.size);
    }
    return bound >= 0 ? std::optional(LinearIndex(bound)) : std::nullopt;
  };
  std::optional<LinearIndex> start = resolve(slice.getStart());
  std::optional<LinearIndex> end = resolve(slice.getEnd());
  std::optional<int64_t> oldSize = viewDim.size, newSize;
  if (start && end && start->isConstant() && end->isConstant()) {
    int64_t extent = end->constant - start->constant;
    empty |= extent <= 0;
    if (oldSize)
      newSize = extent <= 0 ? 0 : (extent - 1) / slice.getStep() + 1;
  }
  viewDim.size = newSize;
  // Of an inserted dimension all or nothing is left.
  if (!viewDim.root)
    return newSize == 1 || giveUp();
  if (viewDim.isOpaque) {
    exact = isWalk = false;
    return true;
  }

  Progression &dim = dims[*viewDim.root];
  std::optional<LinearIndex> first = start ? at(dim, *start) : std::nullopt;
  int64_t step;
  if (!first || llvm::MulOverflow(dim.step, slice.getStep(), step)) {
    // Still inside what was known before.
    viewDim.isOpaque = true;
    exact = isWalk = false;
    return true;
  }
  Progression narrowed{*first, dim.end, newSize == 1 ? 0 : step};
  bool reachesEnd =
      end && end->isConstant() &&
      (end->constant == kOpen || (oldSize && end->constant == *oldSize));
  std::optional<LinearIndex> newEnd;
  if (newSize && *newSize > 0 && !(reachesEnd && !dim.end && step == 1)) {
    // As near as possible, so that equal sets have equal ends.
    if (std::optional<LinearIndex> reach =
            times(LinearIndex(step), *newSize - 1))
      newEnd = plus(*first, LinearIndex(reach->constant + 1));
    if (newEnd)
      narrowed.end = newEnd;
    else
      exact = isWalk = false;
  } else if (!reachesEnd) {
    // One behind the last index before the end.
    if (std::optional<LinearIndex> next = end ? at(dim, *end) : std::nullopt)
      newEnd = plus(*next, LinearIndex(1 - dim.step));
    // The old end holds too; where neither is known to be nearer, the box is
    // larger than the view.
    if (!newEnd || (dim.end && !provesAtMost(*newEnd, *dim.end)))
      exact = isWalk = false;
    if (newEnd)
      narrowed.end = newEnd;
  }
  dim = narrowed;
  return true;
}

bool Box::isWhole(int64_t dim) const {
  const Progression &own = dims[dim];
  return own.step == 1 && own.first == LinearIndex(0) &&
         (!own.end ||
          (own.end->isConstant() && !ShapedType::isDynamic(rootSizes[dim]) &&
           own.end->constant >= rootSizes[dim]));
}

std::optional<LinearIndex> Box::getEnd(int64_t dim) const {
  if (dims[dim].end)
    return dims[dim].end;
  if (ShapedType::isDynamic(rootSizes[dim]))
    return std::nullopt;
  return LinearIndex(rootSizes[dim]);
}

bool Box::isDisjointFrom(const Box &other) const {
  if (empty || other.empty)
    return true;
  for (int64_t i = 0, e = dims.size(); i < e; ++i) {
    const Progression &own = dims[i], &theirs = other.dims[i];
    std::optional<LinearIndex> ownEnd = getEnd(i), theirEnd = other.getEnd(i);
    if ((ownEnd && provesAtMost(*ownEnd, theirs.first)) ||
        (theirEnd && provesAtMost(*theirEnd, own.first)))
      return true;
    std::optional<int64_t> distance = difference(own.first, theirs.first);
    int64_t common = std::gcd(own.step, theirs.step);
    if (distance && common > 1 && *distance % common != 0)
      return true;
  }
  return false;
}

bool Box::contains(const Box &other) const {
  if (other.empty)
    return true;
  for (int64_t i = 0, e = dims.size(); i < e; ++i) {
    const Progression &own = dims[i], &theirs = other.dims[i];
    if (isWhole(i))
      continue;
    if (!(own.first == LinearIndex(0)) &&
        !provesAtMost(own.first, theirs.first))
      return false;
    std::optional<LinearIndex> theirEnd = other.getEnd(i);
    if (own.end && !(theirEnd && provesAtMost(*theirEnd, *own.end)))
      return false;
    if (own.step > 1) {
      std::optional<int64_t> distance = difference(theirs.first, own.first);
      if (!distance || *distance % own.step != 0 || theirs.step % own.step != 0)
        return false;
    }
  }
  return true;
}

bool Box::isSameWalk(const Box &other) const {
  if (!isWalk || !other.isWalk || !exact || !other.exact ||
      viewDims != other.viewDims)
    return false;
  for (int64_t i = 0, e = dims.size(); i < e; ++i)
    if (!(dims[i] == other.dims[i]) && !(isWhole(i) && other.isWhole(i)))
      return false;
  return true;
}

bool view::areIdentical(AccessPath first, AccessPath second) {
  return first.kind == second.kind &&
         llvm::equal(first.operands, second.operands);
}

bool view::areSameOrDisjoint(ViewShape root, AccessPath first,
                             AccessPath second) {
  if (!isInjective(first, root) || !isInjective(second, root))
    return false;
  // Where one select takes another index than its counterpart, all behind it
  // are other elements; where none does, the paths are the same.
  return llvm::equal(getMembers(first), getMembers(second),
                     [](const auto &lhs, const auto &rhs) {
                       auto one = dyn_cast<SelectAttr>(lhs.first);
                       auto other = dyn_cast<SelectAttr>(rhs.first);
                       if (one && other)
                         return one.getDim() == other.getDim();
                       return lhs.first == rhs.first &&
                              llvm::equal(lhs.second, rhs.second);
                     });
}

static PathRelation compareBoxes(ViewShape root, AccessPath first,
                                 AccessPath second) {
  if (areIdentical(first, second))
    return PathRelation::Same;
  if (llvm::any_of(root.sizes, [](int64_t size) { return size > kMaxSize; }))
    return PathRelation::Unknown;
  Box a(root, first), b(root, second);
  if (a.isDisjointFrom(b))
    return PathRelation::Disjoint;
  if (a.isSameWalk(b))
    return PathRelation::Same;
  PathRelation relation = compareStridedParts(root, first.kind, second.kind);
  if (relation != PathRelation::Unknown)
    return relation;
  if (a.isExact() && a.contains(b))
    return PathRelation::Covers;
  if (b.isExact() && b.contains(a))
    return PathRelation::CoveredBy;
  return PathRelation::Unknown;
}

static thread_local WeakenedComparison *weakened = nullptr;

WeakenedComparison::WeakenedComparison(unsigned at) : left(at) {
  weakened = this;
}

WeakenedComparison::~WeakenedComparison() { weakened = nullptr; }

PathRelation view::comparePaths(ViewShape root, AccessPath first,
                                AccessPath second) {
  PathRelation relation = compareBoxes(root, first, second);
  if (weakened && relation != PathRelation::Disjoint && weakened->isNext())
    return PathRelation::Disjoint;
  return relation;
}

bool view::isInjective(AccessPath path, ViewShape root) {
  return path.kind.getInjectivity(root) == Injectivity::Yes ||
         repeatsElements(root, path.kind) == false;
}

bool view::repeatsElements(AccessPath path, ViewShape root) {
  return repeatsElements(root, path.kind) == true;
}

bool view::overlapInPart(ViewShape root, AccessPath first, AccessPath second) {
  return comparePaths(root, first, second) != PathRelation::Same &&
         shareElements(root, first.kind, second.kind) == true;
}
