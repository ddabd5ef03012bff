// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refs are compared by their paths from the root, with constants in place. A
// path that counts from the start of a storage can be compared with others only
// where the storage is the root's value.

#include "RefParts.h"
#include "StorageArguments.h"

using namespace mlir;
using namespace mlir::tssa;

static view::OwnedAccessPath simplify(const AliasPath &path) {
  view::ViewKindInterface kind = path.kind;
  if (!kind)
    kind = view::AliasAttr::get(path.root.getContext());
  return view::simplifyPath(
      view::AccessPath(kind, path.operands),
      view::ViewShape(cast<RefType>(path.root.getType())));
}

bool tssa::namesElements(const AliasPath &path) {
  if (path.isWhole())
    return true;
  auto argument = dyn_cast<BlockArgument>(path.root);
  auto type = cast<RefType>(path.root.getType());
  // What a loop carries is no storage of its own.
  bool isStorage =
      path.root.getDefiningOp<AllocOp>() ||
      (argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()));
  bool holds = !getStoragePart(path), isRecast = false;
  forEachMember(
      path.kind, path.operands,
      [&](view::ViewKindInterface kind, ValueRange operands) {
        isRecast |= isa<view::BitcastAttr>(kind);
        auto strided = dyn_cast<view::AsStridedAttr>(kind);
        if (!strided)
          return;
        if (isRecast || !isStorage)
          holds = false;
        else if (argument)
          holds &= StorageArguments().note(argument, strided, operands).empty();
        else
          holds &= isRowMajorAllocation(type);
      });
  return holds;
}

view::PathRelation tssa::compareParts(const AliasPath &lhs,
                                      const AliasPath &rhs) {
  view::OwnedAccessPath first = simplify(lhs), second = simplify(rhs);
  if (namesElements(lhs) && namesElements(rhs))
    return view::comparePaths(
        view::ViewShape(cast<RefType>(lhs.root.getType())), first, second);
  return view::areIdentical(first, second) ? view::PathRelation::Same
                                           : view::PathRelation::Unknown;
}

bool tssa::areSameOrDisjoint(const AliasPath &lhs, const AliasPath &rhs) {
  return namesElements(lhs) && namesElements(rhs) &&
         view::areSameOrDisjoint(
             view::ViewShape(cast<RefType>(lhs.root.getType())), simplify(lhs),
             simplify(rhs));
}

bool tssa::isInjectivePart(const AliasPath &path) {
  return view::isInjective(simplify(path),
                           view::ViewShape(cast<RefType>(path.root.getType())));
}

bool tssa::overlapInPart(const AliasPath &lhs, const AliasPath &rhs) {
  return namesElements(lhs) && namesElements(rhs) &&
         view::overlapInPart(view::ViewShape(cast<RefType>(lhs.root.getType())),
                             simplify(lhs), simplify(rhs));
}

bool tssa::repeatsElements(const AliasPath &path) {
  return namesElements(path) &&
         view::repeatsElements(simplify(path), view::ViewShape(cast<RefType>(
                                                   path.root.getType())));
}

bool tssa::repeatsUnlessEmpty(const AliasPath &path) {
  if (path.isWhole() || !namesElements(path))
    return false;
  view::ViewShape shape(cast<RefType>(path.root.getType()));
  bool repeats = false, isKnown = true;
  forEachMember(
      path.kind, path.operands, [&](view::ViewKindInterface kind, ValueRange) {
        if (!isKnown)
          return;
        if (auto expand = dyn_cast<view::ExpandAttr>(kind)) {
          int64_t numNew = expand.getSizes().size() - shape.getRank();
          for (auto [dim, size] : llvm::enumerate(expand.getSizes())) {
            int64_t from = static_cast<int64_t>(dim) - numNew;
            repeats |= size > 1 && (from < 0 || shape.sizes[from] == 1);
          }
        } else if (!isa<view::AliasAttr, view::PermuteAttr,
                        view::UnsqueezeAttr>(kind)) {
          // It may leave out what is repeated.
          repeats = false;
        }
        FailureOr<view::ViewShape> next =
            kind.inferResultShape(shape, [] { return InFlightDiagnostic(); });
        isKnown = succeeded(next);
        if (isKnown)
          shape = *next;
      });
  return repeats && isKnown;
}

bool tssa::liesLikeCopy(const AliasPath &path, LayoutUse::Kind use) {
  if (path.isWhole())
    return true;
  bool isRecast = false, keepsOrder = true;
  forEachMember(
      path.kind, path.operands, [&](view::ViewKindInterface kind, ValueRange) {
        isRecast |= isa<view::BitcastAttr>(kind);
        keepsOrder &= isa<view::AliasAttr, view::ReshapeAttr, view::SqueezeAttr,
                          view::UnsqueezeAttr>(kind);
      });
  if (keepsOrder || isRecast || use == LayoutUse::Storage)
    return keepsOrder;
  view::ViewShape shape(cast<RefType>(path.root.getType()));
  auto layout = view::StridedLayoutInfo::rowMajor(shape.getRank());
  return path.kind.hasStridedView(shape, layout) && layout.isRowMajor();
}
