// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The path kind: a chain of views as one. `as_strided` in a chain forgets the
// members before it: over a storage because it is defined on storage, over a
// value because there the storage is the root's elements in row-major order.

#include "KindUtils.h"

using namespace mlir;
using namespace mlir::view;

LogicalResult PathAttr::verify(EmitError emitError,
                               ArrayRef<ViewKindInterface> kinds) {
  if (kinds.size() >= 1)
    return success();
  return emitError() << "expected at least 1 kind but got none";
}

/// The members with those of nested paths in their place.
static SmallVector<ViewKindInterface>
flatten(ArrayRef<ViewKindInterface> kinds) {
  SmallVector<ViewKindInterface> flat;
  for (ViewKindInterface kind : kinds) {
    if (auto path = dyn_cast<PathAttr>(kind))
      llvm::append_range(flat, flatten(path.getKinds()));
    else
      flat.push_back(kind);
  }
  return flat;
}

ViewKindInterface PathAttr::chain(MLIRContext *context,
                                  ArrayRef<ViewKindInterface> kinds) {
  SmallVector<ViewKindInterface> flat = flatten(kinds);
  llvm::erase_if(flat, llvm::IsaPred<AliasAttr>);
  if (flat.empty())
    return AliasAttr::get(context);
  if (flat.size() == 1)
    return flat.front();
  return PathAttr::get(context, flat);
}

namespace {
/// A member of a path and its share of the operands.
struct PathMember {
  ViewKindInterface kind;
  ValueRange operands;
  /// What the member is applied to.
  ViewShape shape;
};
} // namespace

/// The members with the shapes they are applied to. `as_strided` is applied to
/// the root. Fails where inferResultShape does.
static FailureOr<SmallVector<PathMember>>
getMembers(PathAttr path, ViewShape root, ValueRange operands = {}) {
  auto ignore = [] { return InFlightDiagnostic(); };
  SmallVector<PathMember> members;
  FailureOr<ViewShape> shape = root;
  for (ViewKindInterface kind : flatten(path.getKinds())) {
    ValueRange own;
    if (!operands.empty()) {
      own = operands.take_front(kind.getNumOperands());
      operands = operands.drop_front(kind.getNumOperands());
    }
    if (isa<AsStridedAttr>(kind) && shape->elementType == root.elementType)
      shape = root;
    members.push_back({kind, own, *shape});
    shape = kind.inferResultShape(*shape, ignore);
    if (failed(shape))
      return failure();
  }
  return members;
}

unsigned PathAttr::getNumOperands() const {
  unsigned count = 0;
  for (ViewKindInterface kind : getKinds())
    count += kind.getNumOperands();
  return count;
}

FailureOr<ViewShape> PathAttr::inferResultShape(ViewShape source,
                                                EmitError emitError) const {
  FailureOr<ViewShape> shape = source;
  for (auto [i, kind] : llvm::enumerate(getKinds())) {
    shape = kind.inferResultShape(*shape, [&, i = i] {
      return emitError() << "in member " << i << ": ";
    });
    if (failed(shape))
      return failure();
  }
  return shape;
}

SmallVector<OpFoldResult>
PathAttr::buildResultSizes(OpBuilder &builder, Location loc,
                           ArrayRef<OpFoldResult> sourceSizes, ViewShape shape,
                           ValueRange operands) const {
  SmallVector<OpFoldResult> sizes(sourceSizes);
  FailureOr<SmallVector<PathMember>> members =
      getMembers(*this, shape, operands);
  assert(succeeded(members) && "a path that fits its source");
  for (const PathMember &member : *members)
    sizes = member.kind.buildResultSizes(builder, loc, sizes, member.shape,
                                         member.operands);
  return sizes;
}

FailureOr<SmallVector<Value>>
PathAttr::buildSourceIndices(OpBuilder &builder, Location loc,
                             ValueRange resultIndices,
                             ArrayRef<OpFoldResult> sourceSizes,
                             ViewShape shape, ValueRange operands) const {
  FailureOr<SmallVector<PathMember>> members =
      getMembers(*this, shape, operands);
  if (failed(members))
    return failure();
  SmallVector<SmallVector<OpFoldResult>> sizes;
  SmallVector<OpFoldResult> current(sourceSizes);
  int64_t first = 0;
  for (auto [i, member] : llvm::enumerate(*members)) {
    if (isa<AsStridedAttr>(member.kind)) {
      first = i;
      current.assign(sourceSizes.begin(), sourceSizes.end());
      // Over another width the storage is no longer the root's elements.
      if (member.shape.elementType != shape.elementType &&
          getElementBytes(member.shape.elementType) !=
              getElementBytes(shape.elementType))
        return failure();
    }
    sizes.push_back(current);
    current = member.kind.buildResultSizes(builder, loc, current, member.shape,
                                           member.operands);
  }
  SmallVector<Value> indices = llvm::to_vector(resultIndices);
  for (int64_t i = members->size(); i-- > first;) {
    const PathMember &member = (*members)[i];
    FailureOr<SmallVector<Value>> mapped = member.kind.buildSourceIndices(
        builder, loc, indices, sizes[i], member.shape, member.operands);
    if (failed(mapped))
      return failure();
    indices = std::move(*mapped);
  }
  return indices;
}

bool PathAttr::hasStridedView(ViewShape source,
                              StridedLayoutInfo &layout) const {
  FailureOr<SmallVector<PathMember>> members = getMembers(*this, source);
  if (failed(members))
    return false;
  return llvm::all_of(*members, [&](const PathMember &member) {
    return member.kind.hasStridedView(member.shape, layout);
  });
}

bool PathAttr::isViewable(ViewShape source, StridedLayoutInfo layout) const {
  FailureOr<SmallVector<PathMember>> members = getMembers(*this, source);
  if (failed(members))
    return false;
  const StridedLayoutInfo root = layout;
  return llvm::all_of(*members, [&](const PathMember &member) {
    // as_strided is over the root's storage, if it is one of its elements.
    if (isa<AsStridedAttr>(member.kind) &&
        member.shape.elementType == source.elementType)
      layout = root;
    return member.kind.isViewable(member.shape, layout) &&
           member.kind.hasStridedView(member.shape, layout);
  });
}

FailureOr<StridedView> PathAttr::buildStridedView(
    OpBuilder &builder, Location loc, const StridedView &source,
    ViewShape shape, StridedLayoutInfo layout, ValueRange operands) const {
  FailureOr<SmallVector<PathMember>> members =
      getMembers(*this, shape, operands);
  if (failed(members))
    return failure();
  FailureOr<StridedView> view = source;
  for (const PathMember &member : *members) {
    view = member.kind.buildStridedView(builder, loc, *view, member.shape,
                                        layout, member.operands);
    if (failed(view) || !member.kind.hasStridedView(member.shape, layout))
      return failure();
  }
  return view;
}

Injectivity PathAttr::getInjectivity(ViewShape source) const {
  FailureOr<SmallVector<PathMember>> members = getMembers(*this, source);
  if (failed(members))
    return Injectivity::DependsOnOperands;
  Injectivity result = Injectivity::Yes;
  for (const PathMember &member : *members) {
    // as_strided names the storage anew, whatever came before.
    if (isa<AsStridedAttr>(member.kind))
      result = Injectivity::Yes;
    switch (member.kind.getInjectivity(member.shape)) {
    case Injectivity::Yes:
      // It may pick one of several equal elements, or may not.
      if (result == Injectivity::No)
        result = Injectivity::DependsOnOperands;
      break;
    case Injectivity::DependsOnOperands:
      result = Injectivity::DependsOnOperands;
      break;
    case Injectivity::No:
      result = Injectivity::No;
      break;
    }
  }
  return result;
}

bool PathAttr::isAlwaysInRange(ViewShape source) const {
  FailureOr<SmallVector<PathMember>> members = getMembers(*this, source);
  return succeeded(members) &&
         llvm::all_of(*members, [](const PathMember &member) {
           return member.kind.isAlwaysInRange(member.shape);
         });
}

Value PathAttr::buildPrecondition(OpBuilder &builder, Location loc,
                                  const StridedView &source, ViewShape shape,
                                  ValueRange operands) const {
  IndexBuilder b(builder, loc);
  FailureOr<SmallVector<PathMember>> members =
      getMembers(*this, shape, operands);
  if (failed(members))
    return b.materialize(b.boolean(false));
  OpFoldResult holds = b.boolean(true);
  FailureOr<StridedView> view = source;
  StridedLayoutInfo layout = StridedLayoutInfo::unknown(shape.getRank());
  // As far as the root reaches the storage is known to be there.
  if (!view->storageSize &&
      llvm::any_of(flatten(getKinds()), llvm::IsaPred<AsStridedAttr>))
    view->storageSize = buildStorageSize(b, source);
  for (auto [i, member] : llvm::enumerate(*members)) {
    Value own = member.kind.buildPrecondition(builder, loc, *view, member.shape,
                                              member.operands);
    holds = b.both(holds, own);
    if (i + 1 == members->size())
      break;
    view = member.kind.buildStridedView(builder, loc, *view, member.shape,
                                        layout, member.operands);
    if (failed(view) || !member.kind.hasStridedView(member.shape, layout))
      return b.materialize(b.boolean(false));
  }
  return b.materialize(holds);
}
