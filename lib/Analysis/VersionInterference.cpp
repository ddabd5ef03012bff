// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a write to a part of a buffer leaves every later use intact.

#include "VersionPlacer.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tensorssa/Analysis/AccessPath.h"
#include "tensorssa/Analysis/ExecutionOrder.h"

using namespace mlir;
using namespace mlir::tssa;

/// How many live readers one write compares itself with before it takes the
/// rest for conflicts.
static constexpr unsigned kMaxReaders = 128;
/// Likewise for the uses of one reader.
static constexpr unsigned kMaxUses = 128;

BufferPart BufferPart::compose(view::ViewKindInterface inner,
                               ValueRange innerOperands) const {
  if (isa<view::AliasAttr>(inner))
    return *this;
  BufferPart part;
  if (isWhole())
    part.kind = inner;
  else
    part.kind = view::PathAttr::chain(inner.getContext(), {kind, inner});
  part.operands = operands;
  part.operands.append(innerOperands.begin(), innerOperands.end());
  return part;
}

PartRelation tssa::relateParts(const BufferPart &lhs, const BufferPart &rhs,
                               RankedTensorType base) {
  if (lhs.kind == rhs.kind && lhs.operands == rhs.operands)
    return PartRelation::Same;
  if (lhs.isWhole() || rhs.isWhole())
    return PartRelation::MayOverlap;
  switch (view::comparePaths(view::ViewShape(base), {lhs.kind, lhs.operands},
                             {rhs.kind, rhs.operands})) {
  case view::PathRelation::Same:
    return PartRelation::Same;
  case view::PathRelation::Disjoint:
    return PartRelation::Disjoint;
  case view::PathRelation::Covers:
  case view::PathRelation::CoveredBy:
  case view::PathRelation::Unknown:
    return PartRelation::MayOverlap;
  }
  llvm_unreachable("all relations are listed");
}

bool tssa::areSameOrDisjoint(const BufferPart &lhs, const BufferPart &rhs,
                             RankedTensorType base) {
  if (relateParts(lhs, rhs, base) != PartRelation::MayOverlap)
    return true;
  return !lhs.isWhole() && !rhs.isWhole() &&
         view::areSameOrDisjoint(view::ViewShape(base),
                                 {lhs.kind, lhs.operands},
                                 {rhs.kind, rhs.operands});
}

bool tssa::readsData(OpOperand &use) {
  return !isa<tensor::DimOp, CheckViewOp>(use.getOwner());
}

/// What `use` reads of the buffer, where its value is `part` of it.
static BufferPart getPartRead(OpOperand &use, const BufferPart &part) {
  auto access = dyn_cast<view::AccessOp>(use.getOwner());
  if (access && (part.isWhole() || !namesStorage(access.getKind())))
    return part.compose(access.getKind(), access.getIndices());
  return part;
}

void VersionPlacer::addReader(VersionBuffer *buffer, Value value,
                              const BufferPart &part, Operation *producer) {
  if (!buffer->writable)
    return;
  VersionBuffer::Reader reader{value, part, producer, {}};
  for (OpOperand &use : value.getUses())
    if (readsData(use))
      reader.uses.push_back(&use);
  if (!reader.uses.empty())
    buffer->readers.push_back(std::move(reader));
}

/// Whether the operands of a part do not change within one life of a value that
/// is defined in `scope`.
static bool isFixed(const BufferPart &part, Region *scope) {
  return llvm::all_of(part.operands, [&](Value operand) {
    return operand.getParentRegion()->isAncestor(scope);
  });
}

Conflicts VersionPlacer::findConflicts(const WriteSite &site,
                                       HarmlessUse harmless) {
  Conflicts conflicts;
  VersionBuffer *buffer = site.buffer;
  Operation *write = site.getOp();
  std::vector<VersionBuffer::Reader> &readers = buffer->readers;
  unsigned compared = 0;
  for (unsigned i = 0; i < readers.size();) {
    VersionBuffer::Reader &reader = readers[i];
    Region *scope = reader.value.getParentRegion();
    bool overlaps = false, overlapsNow = false, alive = false;
    unsigned usesCompared = 0;
    // Uses that neither come later nor belong to another branch are over.
    llvm::erase_if(reader.uses, [&](OpOperand *use) {
      if (use->get() != reader.value)
        return true;
      Operation *user = use->getOwner();
      bool isNow = llvm::any_of(site.ops, [&](Operation *op) {
        return op == user ||
               (!isStructuredControlFlow(op) && op->isProperAncestor(user));
      });
      bool later = !isNow && mayExecuteAfter(user, write, scope);
      if (!isNow && !later) {
        Operation *since = site.getSince();
        Operation *lifted = liftToCommonBlock(user, since);
        Operation *other = liftToCommonBlock(since, user);
        bool over = lifted != other && lifted->isBeforeInBlock(other);
        alive |= !over;
        return over;
      }
      alive = true;
      if (overlaps)
        return false;
      if (compared >= kMaxReaders || usesCompared++ >= kMaxUses) {
        overlaps = true;
        return false;
      }
      BufferPart read = getPartRead(*use, reader.part);
      if (relateParts(read, site.part, buffer->type) ==
              PartRelation::Disjoint &&
          (!isRepeatedWith(user, write, scope) || isFixed(read, scope) ||
           isFixed(site.part, scope)))
        return false;
      if (later || executesAgain(user, scope))
        overlaps = true;
      else if (!harmless(*use, read))
        overlapsNow = true;
      return false;
    });
    if (!alive) {
      if (i + 1 != readers.size())
        readers[i] = std::move(readers.back());
      readers.pop_back();
      continue;
    }
    ++compared;
    if (overlaps) {
      if (reader.producer)
        conflicts.names.push_back(i);
      else
        conflicts.versions.push_back(i);
    }
    conflicts.self |= overlapsNow;
    ++i;
  }
  return conflicts;
}

/// The names that hang on `value` now live in the copy `buffer`.
static void relocateNames(VersionClasses &result, Value value,
                          VersionBuffer *from, SmallVectorImpl<Value> &moved) {
  const Placement source = result.locations.lookup(value);
  for (Operation *user : value.getUsers()) {
    auto access = dyn_cast<view::AccessOp>(user);
    if (!access || access.getSource() != value)
      continue;
    auto it = result.locations.find(access.getResult());
    if (it == result.locations.end() || it->second.buffer != from)
      continue;
    Placement location;
    location.buffer = source.buffer;
    location.part = source.part.compose(access.getKind(), access.getIndices());
    location.layout = source.layout;
    // A copy is row-major, so it has every strided view that the source had.
    bool strided =
        hasStridedPart(access.getKind(), access.getSource().getType(),
                       location.layout, result.isStart(source));
    assert(strided && "a view of any layout is a view of a row-major one");
    (void)strided;
    it->second = location;
    moved.push_back(access.getResult());
    relocateNames(result, access.getResult(), from, moved);
  }
}

void VersionPlacer::copyNames(VersionBuffer *buffer,
                              ArrayRef<unsigned> readers) {
  DenseSet<Value> moved;
  for (unsigned index : readers) {
    VersionBuffer::Reader &reader = buffer->readers[index];
    // It may have moved along with a name that it hangs on.
    if (moved.contains(reader.value) ||
        !result.copied.insert(reader.producer).second)
      continue;
    if (auto access = dyn_cast<view::AccessOp>(reader.producer)) {
      VersionBuffer *copy =
          newBuffer(VersionBuffer::Kind::Owned, reader.value, access);
      result.locations[reader.value] = {
          copy, {}, view::StridedLayoutInfo::rowMajor(copy->type.getRank())};
      SmallVector<Value> names;
      relocateNames(result, reader.value, buffer, names);
      // What is kept must be kept from what else comes to live in the copy,
      // such as a value that a loop carries on from it.
      addReader(copy, reader.value, {}, nullptr);
      for (Value name : names)
        addReader(copy, name, result.locations.lookup(name).part,
                  name.getDefiningOp());
      moved.insert(names.begin(), names.end());
    }
  }
  llvm::erase_if(buffer->readers, [&](const VersionBuffer::Reader &reader) {
    return reader.producer && (result.copied.contains(reader.producer) ||
                               moved.contains(reader.value));
  });
}

/// Keeps versions that a write would spoil in copies of their own, made before
/// it; their later uses read the copies. Fails, with nothing changed, where the
/// write itself reads such a version and is nested deeper than it.
bool VersionPlacer::evict(const WriteSite &site, ArrayRef<unsigned> readers) {
  auto isNow = [&](Operation *user) {
    return llvm::any_of(site.ops, [&](Operation *op) {
      return op == user ||
             (!isStructuredControlFlow(op) && op->isProperAncestor(user));
    });
  };
  VersionBuffer *buffer = site.buffer;
  auto getPosition = [&](Value value) {
    return value.getParentRegion()->findAncestorOpInRegion(*site.ops.front());
  };
  for (unsigned index : readers) {
    const VersionBuffer::Reader &reader = buffer->readers[index];
    Operation *position = getPosition(reader.value);
    if (!position)
      return false;
    if (position == site.ops.front())
      continue;
    for (OpOperand *use : reader.uses)
      if (isNow(use->getOwner()))
        return false;
  }
  SmallVector<Value> copies;
  for (unsigned index : readers) {
    VersionBuffer::Reader &reader = buffer->readers[index];
    Operation *position = getPosition(reader.value);
    Region *scope = reader.value.getParentRegion();
    OpBuilder builder(position);
    auto copy = view::AccessOp::create(
        builder, position->getLoc(), view::AliasAttr::get(builder.getContext()),
        reader.value);
    for (OpOperand *use : reader.uses) {
      if (isNow(use->getOwner()))
        continue;
      Operation *lifted = scope->findAncestorOpInRegion(*use->getOwner());
      if (lifted == position || position->isBeforeInBlock(lifted))
        use->set(copy.getResult());
    }
    result.copied.insert(copy);
    copies.push_back(copy.getResult());
  }
  for (Value copy : copies)
    place(copy,
          newBuffer(VersionBuffer::Kind::Owned, copy, copy.getDefiningOp()),
          copy.getDefiningOp());
  return true;
}
