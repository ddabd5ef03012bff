// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simplification of a kind with its operands: constants move into the kind,
// bounds take one form, members of a path that undo each other disappear and
// neighbors merge. The view stays the same, element for element.

#include "ViewSimplify.h"
#include "KindUtils.h"
#include "tensorssa/Analysis/AccessPath.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::view;

static constexpr int64_t kOpen = std::numeric_limits<int64_t>::max();

bool view::isIdentityView(ViewKindInterface kind, ViewShape source) {
  if (isa<AliasAttr>(kind))
    return true;
  if (auto permute = dyn_cast<PermuteAttr>(kind))
    return llvm::equal(permute.getPermutation(),
                       llvm::seq<int64_t>(0, source.getRank()));
  if (auto bitcast = dyn_cast<BitcastAttr>(kind))
    return bitcast.getElementType() == source.elementType;
  if (auto slice = dyn_cast<SliceAttr>(kind)) {
    if (slice.getStep() != 1 || slice.getNumOperands() != 0 ||
        slice.getStart() != 0)
      return false;
    int64_t size = source.sizes[slice.getDim()];
    return slice.getEnd() == kOpen ||
           (!isDynamic(size) && slice.getEnd() >= size);
  }
  if (auto expand = dyn_cast<ExpandAttr>(kind)) {
    if (static_cast<int64_t>(expand.getSizes().size()) != source.getRank())
      return false;
    for (auto [size, old] : llvm::zip_equal(expand.getSizes(), source.sizes))
      if (size != -1 && (isDynamic(size) || size != old))
        return false;
    return true;
  }
  if (auto reshape = dyn_cast<ReshapeAttr>(kind))
    return llvm::none_of(source.sizes, isDynamic) &&
           llvm::equal(reshape.getSizes(), source.sizes);
  return false;
}

//===----------------------------------------------------------------------===//
// One member
//===----------------------------------------------------------------------===//

namespace {
/// Moves constant operands of one kind into it. A constant that the kind could
/// not hold, or with which no view could exist, stays an operand: the check
/// that fails on it is elsewhere.
class ConstantMover {
public:
  explicit ConstantMover(ArrayRef<Value> operands) : operands(operands) {}

  int64_t move(int64_t value, llvm::function_ref<bool(int64_t)> fits) {
    if (!isDynamic(value))
      return value;
    Value operand = operands.front();
    operands = operands.drop_front();
    std::optional<int64_t> constant = getConstantIntValue(operand);
    if (constant && !isDynamic(*constant) && fits(*constant))
      return *constant;
    kept.push_back(operand);
    return value;
  }
  SmallVector<int64_t> move(ArrayRef<int64_t> values,
                            llvm::function_ref<bool(int64_t, int64_t)> fits) {
    SmallVector<int64_t> moved;
    for (auto [i, value] : llvm::enumerate(values))
      moved.push_back(move(
          value, [&, i = i](int64_t constant) { return fits(i, constant); }));
    return moved;
  }

  SmallVector<Value> kept;

private:
  ArrayRef<Value> operands;
};
} // namespace

static bool isNatural(int64_t value) { return value >= 0; }

static SimplifiedView moveConstants(const SimplifiedView &view,
                                    ViewShape source) {
  MLIRContext *context = view.kind.getContext();
  ConstantMover mover(view.operands);
  ViewKindInterface kind = view.kind;
  auto isNaturalAt = [](int64_t, int64_t value) { return value >= 0; };
  if (auto select = dyn_cast<SelectAttr>(kind)) {
    // On a dynamic size the operand carries the proof that it is inside.
    int64_t size = source.sizes[select.getDim()];
    int64_t index = mover.move(select.getIndex(), [&](int64_t value) {
      return !isDynamic(size) && value >= 0 && value < size;
    });
    kind = SelectAttr::get(context, select.getDim(), index);
  } else if (auto slice = dyn_cast<SliceAttr>(kind)) {
    auto always = [](int64_t) { return true; };
    int64_t start = mover.move(slice.getStart(), always);
    int64_t end = mover.move(slice.getEnd(), always);
    kind = SliceAttr::get(context, slice.getDim(), start, end, slice.getStep());
  } else if (auto expand = dyn_cast<ExpandAttr>(kind)) {
    kind = ExpandAttr::get(context, mover.move(expand.getSizes(), isNaturalAt));
  } else if (auto reshape = dyn_cast<ReshapeAttr>(kind)) {
    kind =
        ReshapeAttr::get(context, mover.move(reshape.getSizes(), isNaturalAt));
  } else if (auto diagonal = dyn_cast<DiagonalAttr>(kind)) {
    int64_t offset =
        mover.move(diagonal.getOffset(), [](int64_t) { return true; });
    kind = DiagonalAttr::get(context, offset, diagonal.getDim1(),
                             diagonal.getDim2());
  } else if (auto unfold = dyn_cast<UnfoldAttr>(kind)) {
    int64_t size = mover.move(unfold.getSize(), isNatural);
    int64_t step =
        mover.move(unfold.getStep(), [](int64_t value) { return value >= 1; });
    kind = UnfoldAttr::get(context, unfold.getDim(), size, step);
  } else if (auto strided = dyn_cast<AsStridedAttr>(kind)) {
    SmallVector<int64_t> sizes = mover.move(strided.getSizes(), isNaturalAt);
    SmallVector<int64_t> strides =
        mover.move(strided.getStrides(), isNaturalAt);
    int64_t offset = mover.move(strided.getOffset(), isNatural);
    kind = AsStridedAttr::get(context, sizes, strides, offset);
  } else {
    return view;
  }
  if (failed(
          kind.inferResultShape(source, [] { return InFlightDiagnostic(); })))
    return view;
  return {kind, std::move(mover.kept)};
}

/// The last index of a slice that is not empty.
static int64_t getLastIndex(int64_t start, int64_t end, int64_t step) {
  return start + (end - start - 1) / step * step;
}

/// A slice in its one form. Over a static size with constant bounds the end is
/// the size where one more step would leave the dimension, otherwise one behind
/// the last index; a slice of one index has step 1, an empty one is `0 : 0 :
/// 1`.
static SliceAttr normalizeSlice(SliceAttr slice, ViewShape source) {
  int64_t size = source.sizes[slice.getDim()];
  if (isDynamic(size) || slice.getNumOperands() != 0)
    return slice;
  MLIRContext *context = slice.getContext();
  auto clamp = [&](int64_t bound) {
    return bound < 0 ? std::max<int64_t>(bound + size, 0)
                     : std::min(bound, size);
  };
  int64_t start = clamp(slice.getStart()), end = clamp(slice.getEnd());
  if (end <= start)
    return SliceAttr::get(context, slice.getDim(), 0, 0, 1);
  int64_t last = getLastIndex(start, end, slice.getStep());
  int64_t step = last == start ? 1 : slice.getStep();
  return SliceAttr::get(context, slice.getDim(), start,
                        step >= size - last ? size : last + 1, step);
}

//===----------------------------------------------------------------------===//
// Two neighbors
//===----------------------------------------------------------------------===//

/// A static slice over a static size, in its one form and not empty.
static SliceAttr asStaticSlice(ViewKindInterface kind, ViewShape source) {
  auto slice = dyn_cast<SliceAttr>(kind);
  if (!slice || slice.getNumOperands() != 0 ||
      isDynamic(source.sizes[slice.getDim()]) ||
      slice.getEnd() <= slice.getStart())
    return {};
  return slice;
}

/// One kind for two neighbors with constant parameters, or null. `source` and
/// `middle` are what they are applied to.
static ViewKindInterface mergePair(ViewKindInterface first,
                                   ViewKindInterface second, ViewShape source,
                                   ViewShape middle) {
  MLIRContext *context = first.getContext();
  auto none = AliasAttr::get(context);
  if (auto outer = dyn_cast<PermuteAttr>(first))
    if (auto inner = dyn_cast<PermuteAttr>(second))
      return PermuteAttr::get(
          context,
          llvm::map_to_vector(inner.getPermutation(), [&](int64_t dim) {
            return outer.getPermutation()[dim];
          }));
  if (auto unsqueeze = dyn_cast<UnsqueezeAttr>(first)) {
    if (auto squeeze = dyn_cast<SqueezeAttr>(second);
        squeeze && squeeze.getDim() == unsqueeze.getDim())
      return none;
    if (auto select = dyn_cast<SelectAttr>(second);
        select && select.getDim() == unsqueeze.getDim() &&
        select.getIndex() == 0)
      return none;
  }
  if (auto squeeze = dyn_cast<SqueezeAttr>(first))
    if (auto unsqueeze = dyn_cast<UnsqueezeAttr>(second);
        unsqueeze && squeeze.getDim() == unsqueeze.getDim() &&
        source.sizes[squeeze.getDim()] == 1)
      return none;
  if (isa<ReshapeAttr>(first) && isa<ReshapeAttr>(second))
    return second;
  if (auto outer = dyn_cast<BitcastAttr>(first))
    if (auto inner = dyn_cast<BitcastAttr>(second);
        inner && getElementBytes(outer.getElementType()) ==
                     getElementBytes(source.elementType))
      return inner;
  if (SliceAttr outer = asStaticSlice(first, source)) {
    if (auto select = dyn_cast<SelectAttr>(second);
        select && select.getDim() == outer.getDim() &&
        !isDynamic(select.getIndex()))
      return SelectAttr::get(context, outer.getDim(),
                             outer.getStart() +
                                 select.getIndex() * outer.getStep());
    if (auto squeeze = dyn_cast<SqueezeAttr>(second);
        squeeze && squeeze.getDim() == outer.getDim())
      return SelectAttr::get(context, outer.getDim(), outer.getStart());
    if (SliceAttr inner = asStaticSlice(second, middle);
        inner && inner.getDim() == outer.getDim()) {
      int64_t step;
      if (!llvm::MulOverflow(outer.getStep(), inner.getStep(), step)) {
        auto at = [&](int64_t index) {
          return outer.getStart() + index * outer.getStep();
        };
        int64_t last =
            getLastIndex(inner.getStart(), inner.getEnd(), inner.getStep());
        return SliceAttr::get(context, outer.getDim(), at(inner.getStart()),
                              at(last) + 1, step);
      }
    }
  }
  return {};
}

/// Whether a member before an as_strided only names elements of the same type.
static bool isForgottenByAsStrided(ViewKindInterface kind) {
  return isa<SelectAttr, SliceAttr, PermuteAttr, ExpandAttr, SqueezeAttr,
             UnsqueezeAttr, ReshapeAttr, DiagonalAttr, UnfoldAttr,
             AsStridedAttr>(kind);
}

//===----------------------------------------------------------------------===//
// A whole chain
//===----------------------------------------------------------------------===//

SmallVector<SimplifiedView> view::getMembers(ViewKindInterface kind,
                                             ValueRange operands) {
  SmallVector<SimplifiedView> members;
  auto append = [&](auto &self, ViewKindInterface kind,
                    ValueRange operands) -> void {
    auto path = dyn_cast<PathAttr>(kind);
    if (!path) {
      members.push_back({kind, llvm::to_vector(operands)});
      return;
    }
    for (ViewKindInterface member : path.getKinds()) {
      unsigned count = member.getNumOperands();
      self(self, member, operands.take_front(count));
      operands = operands.drop_front(count);
    }
  };
  append(append, kind, operands);
  return members;
}

SimplifiedView view::chainMembers(MLIRContext *context,
                                  ArrayRef<SimplifiedView> members) {
  SimplifiedView result;
  SmallVector<ViewKindInterface> kinds;
  for (const SimplifiedView &member : members) {
    kinds.push_back(member.kind);
    llvm::append_range(result.operands, member.operands);
  }
  result.kind = PathAttr::chain(context, kinds);
  return result;
}

SimplifiedView view::simplifyView(ViewKindInterface kind, ValueRange operands,
                                  ViewShape source) {
  MLIRContext *context = kind.getContext();
  auto ignore = [] { return InFlightDiagnostic(); };
  SmallVector<SimplifiedView> done;
  // The shapes that members of `done` are applied to.
  SmallVector<ViewShape> shapes;
  ViewShape current = source;
  for (SimplifiedView member : getMembers(kind, operands)) {
    if (isa<AsStridedAttr>(member.kind)) {
      while (!done.empty() && isForgottenByAsStrided(done.back().kind)) {
        done.pop_back();
        current = shapes.pop_back_val();
      }
    }
    while (true) {
      member = moveConstants(member, current);
      if (auto slice = dyn_cast<SliceAttr>(member.kind))
        member.kind = normalizeSlice(slice, current);
      if (isIdentityView(member.kind, current))
        break;
      ViewKindInterface merged;
      // Operands of a merged pair are those of the second.
      if (!done.empty())
        merged =
            mergePair(done.back().kind, member.kind, shapes.back(), current);
      if (!merged || merged.getNumOperands() != member.operands.size())
        break;
      if (isa<AliasAttr>(merged) && !member.operands.empty())
        break;
      member.kind = merged;
      done.pop_back();
      current = shapes.pop_back_val();
    }
    FailureOr<ViewShape> next = member.kind.inferResultShape(current, ignore);
    // Not a view of this source; leave it to the verifier.
    if (failed(next))
      return {kind, llvm::to_vector(operands)};
    if (isIdentityView(member.kind, current))
      continue;
    done.push_back(std::move(member));
    shapes.push_back(current);
    current = *next;
  }
  return chainMembers(context, done);
}

OwnedAccessPath view::simplifyPath(AccessPath path, ViewShape root) {
  SimplifiedView simple = simplifyView(path.kind, path.operands, root);
  return {simple.kind, std::move(simple.operands)};
}
