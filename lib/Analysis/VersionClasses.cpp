// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forwards: where each version lives. Straight-line code; control flow is in
// VersionControlFlow.cpp.

#include "tensorssa/Analysis/VersionClasses.h"
#include "VersionPlacer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tensorssa/Analysis/AccessPath.h"
#include "tensorssa/Analysis/ExecutionOrder.h"
#include "tensorssa/Dialect/TSSA/IR/MustInPlace.h"

using namespace mlir;
using namespace mlir::tssa;

/// How far apart a computation and the assign of its result may be.
static constexpr unsigned kMaxDistance = 128;
/// How many ops one computation may consist of (parts inserted one by one).
static constexpr unsigned kMaxComputation = 64;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

bool tssa::namesStorage(view::ViewKindInterface kind) {
  if (auto path = dyn_cast<view::PathAttr>(kind))
    return llvm::any_of(path.getKinds(), namesStorage);
  return isa<view::AsStridedAttr>(kind);
}

bool tssa::hasStridedPart(view::ViewKindInterface kind, ShapedType type,
                          view::StridedLayoutInfo &layout, bool isStart) {
  view::ViewShape shape(type);
  // What names the storage right away depends on nothing that sizes of 1 say.
  auto path = dyn_cast<view::PathAttr>(kind);
  if (isStart &&
      isa<view::AsStridedAttr>(path ? path.getKinds().front() : kind))
    layout = view::StridedLayoutInfo::rowMajor(shape.getRank());
  // Over row-major memory from its start on, every single kind has strides.
  bool isPlain = isStart && layout.isRowMajor();
  if (namesStorage(kind) && !isPlain)
    return false;
  bool isViewable =
      kind.isViewable(shape, layout) || (isPlain && !isa<view::PathAttr>(kind));
  return isViewable && kind.hasStridedView(shape, layout);
}

VersionBuffer *VersionPlacer::newBuffer(VersionBuffer::Kind kind, Value origin,
                                        Operation *anchor) {
  result.buffers.emplace_back();
  VersionBuffer *buffer = &result.buffers.back();
  buffer->kind = kind;
  buffer->type = cast<RankedTensorType>(origin.getType());
  buffer->origin = origin;
  buffer->anchor = anchor;
  buffer->writable = kind != VersionBuffer::Kind::Value;
  return buffer;
}

/// Whether `value` is defined where `op` can use it.
static bool isVisible(Value value, Operation *op) {
  Operation *ancestor = value.getParentRegion()->findAncestorOpInRegion(*op);
  if (!ancestor)
    return false;
  Operation *def = value.getDefiningOp();
  return !def || def->isBeforeInBlock(ancestor);
}

/// The place before which memory must exist for `anchor` and `op` to use it.
static Operation *getCommonAnchor(Operation *anchor, Operation *op) {
  Operation *lhs = liftToCommonBlock(anchor, op);
  Operation *rhs = liftToCommonBlock(op, anchor);
  return rhs->isBeforeInBlock(lhs) ? rhs : lhs;
}

bool VersionPlacer::canReach(VersionBuffer *buffer, Operation *op) {
  switch (buffer->kind) {
  case VersionBuffer::Kind::Argument:
    return true;
  case VersionBuffer::Kind::Value:
  case VersionBuffer::Kind::Carried:
    return isVisible(buffer->origin, op);
  case VersionBuffer::Kind::Owned:
    break;
  }
  Operation *anchor = getCommonAnchor(buffer->anchor, op);
  return anchor == buffer->anchor || buffer->type.hasStaticShape() ||
         sizes.isAvailable(sizes.trace(buffer->origin), anchor);
}

void VersionPlacer::reach(VersionBuffer *buffer, Operation *op) {
  if (buffer->kind == VersionBuffer::Kind::Owned)
    buffer->anchor = getCommonAnchor(buffer->anchor, op);
}

static view::StridedLayoutInfo getLayout(const VersionBuffer *buffer) {
  int64_t rank = buffer->type.getRank();
  if (buffer->isRowMajor() ||
      (buffer->kind == VersionBuffer::Kind::Value &&
       buffer->origin.getDefiningOp<arith::ConstantOp>()))
    return view::StridedLayoutInfo::rowMajor(rank);
  if (auto ref = dyn_cast<RefType>(buffer->origin.getType()))
    return view::StridedLayoutInfo::get(ref.getShape(), ref.getLayout());
  return view::StridedLayoutInfo::unknown(rank);
}

void VersionPlacer::place(Value value, VersionBuffer *buffer, Operation *at) {
  reach(buffer, at);
  result.locations[value] = {buffer, {}, getLayout(buffer)};
  addReader(buffer, value, {}, nullptr);
}

void VersionPlacer::claim(VersionSlot *slot, VersionBuffer *buffer) {
  for (; slot && !slot->buffer; slot = slot->outer)
    slot->buffer = buffer;
}

const Placement &VersionPlacer::locate(Value value, Operation *before) {
  auto it = result.locations.find(value);
  if (it == result.locations.end())
    place(value, newBuffer(VersionBuffer::Kind::Value, value, nullptr), before);
  return result.locations[value];
}

SmallVector<Placement> VersionPlacer::getLocations(Value value) const {
  if (const Placement *location = result.lookup(value))
    return {*location};
  return aliases.lookup(value);
}

//===----------------------------------------------------------------------===//
// Results of computations
//===----------------------------------------------------------------------===//

/// Whether this use needs its value in memory.
static bool needsMemory(OpOperand &use) {
  Operation *user = use.getOwner();
  return isStructuredControlFlow(user) ||
         isa<view::AccessOp, view::AssignOp, WriteOp, MaterializeResultOp>(
             user) ||
         (user->hasTrait<OpTrait::IsTerminator>() &&
          isStructuredControlFlow(user->getParentOp()));
}

static bool needsMemory(Value value) {
  return isa<RankedTensorType>(value.getType()) &&
         llvm::any_of(value.getUses(),
                      [](OpOperand &use) { return needsMemory(use); });
}

/// Whether `op` may write a buffer that others see, or has not been looked at
/// and may do so then.
static bool isBarrier(Operation *op) {
  return isStructuredControlFlow(op) ||
         isa<view::AssignOp, WriteOp, MaterializeResultOp>(op) ||
         (!isa<view::AccessOp>(op) &&
          llvm::any_of(op->getResults(),
                       [](Value value) { return needsMemory(value); }));
}

/// Whether nothing between `first` and `last`, in one block, is a barrier.
static bool isQuietBetween(Operation *first, Operation *last) {
  unsigned distance = 0;
  for (Operation *op = first->getNextNode(); op != last; op = op->getNextNode())
    if (!op || ++distance > kMaxDistance || isBarrier(op))
      return false;
  return true;
}

/// The ops that compute `value` from nothing: `value`'s own, and those that
/// initialize its destination, first to last, down to a `tensor.empty`, whose
/// use is `destination`.
bool VersionPlacer::getComputation(OpResult value,
                                   SmallVectorImpl<Operation *> &chain,
                                   OpOperand *&destination) {
  auto op = dyn_cast<DestinationStyleOpInterface>(value.getOwner());
  if (!op || !op.hasPureTensorSemantics())
    return false;
  chain.push_back(op);
  destination = op.getDpsInitOperand(value.getResultNumber());
  while (true) {
    if (destination->get().getType() != value.getType())
      return false;
    Operation *def = destination->get().getDefiningOp();
    if (isa_and_nonnull<tensor::EmptyOp>(def))
      break;
    auto init = dyn_cast_or_null<DestinationStyleOpInterface>(def);
    if (!init || init->getNumResults() != 1 ||
        !destination->get().hasOneUse() || !init.hasPureTensorSemantics() ||
        def->getBlock() != op->getBlock() || chain.size() >= kMaxComputation ||
        !isQuietBetween(def, chain.back()))
      return false;
    chain.push_back(def);
    destination = init.getDpsInitOperand(0);
  }
  std::reverse(chain.begin(), chain.end());
  return true;
}

bool VersionPlacer::canDefer(OpResult value) {
  SmallVector<Operation *> chain;
  OpOperand *destination;
  if (!value.hasOneUse())
    return false;
  OpOperand &use = *value.use_begin();
  auto assign = dyn_cast<view::AssignOp>(use.getOwner());
  return assign && &use == &assign.getValueMutable() &&
         assign->getBlock() == value.getOwner()->getBlock() &&
         value.getOwner()->getNumResults() == 1 &&
         getComputation(value, chain, destination) &&
         isQuietBetween(value.getOwner(), assign);
}

/// Whether element i of the result depends only on element i of `use`.
static bool isElementwise(OpOperand &use, OpOperand &destination) {
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!op || destination.getOwner() != use.getOwner() ||
      op.getNumLoops() != op.getNumParallelLoops())
    return false;
  AffineMap map = op.getMatchingIndexingMap(&destination);
  return map.isPermutation() && op.getMatchingIndexingMap(&use) == map;
}

/// Lets `value` be computed straight into `buffer`, or into the part of it that
/// `assign` replaces, if nothing stands against it. `asCopy` is set where the
/// whole buffer is first filled with the assign's destination.
bool VersionPlacer::tryDirectWrite(OpResult value, VersionBuffer *buffer,
                                   view::AssignOp assign, bool asCopy) {
  WriteSite site{buffer, {}, {}, nullptr};
  SmallVector<Operation *> chain;
  OpOperand *destination;
  if (!getComputation(value, chain, destination))
    return false;
  site.ops.assign(chain.begin(), chain.end());
  if (assign) {
    view::ViewShape shape(cast<ShapedType>(assign.getDest().getType()));
    view::StridedLayoutInfo layout = getLayout(buffer);
    if (assign.getKind().getInjectivity(shape) != view::Injectivity::Yes ||
        !hasStridedPart(assign.getKind(), buffer->type, layout,
                        result.isStart({buffer, {}, {}})))
      return false;
    site.ops.push_back(assign);
    if (!asCopy)
      site.part = BufferPart().compose(assign.getKind(), assign.getIndices());
  }
  auto harmless = [&](OpOperand &use, const BufferPart &read) {
    if (assign && use.getOwner() == assign)
      return !asCopy && &use == &assign.getDestMutable();
    return !asCopy && chain.size() == 1 &&
           areSameOrDisjoint(read, site.part, buffer->type) &&
           isElementwise(use, *destination);
  };
  Conflicts conflicts = findConflicts(site, harmless);
  // What is written back changes the argument sooner or later; whoever reads
  // the old contents behind that needs a copy anyway.
  if (!conflicts.versions.empty() && !conflicts.self && !assign &&
      buffer->kind == VersionBuffer::Kind::Argument &&
      value.getOwner()->getBlock() == &func.getBody().front()) {
    blame(site, conflicts.versions);
    if (!evict(site, conflicts.versions))
      return false;
    conflicts = findConflicts(site, harmless);
  }
  if (!conflicts.noVersions())
    return false;
  blame(site, conflicts.names);
  copyNames(buffer, conflicts.names);
  // The computation becomes one moment.
  Operation *last = assign ? assign.getOperation() : chain.back();
  for (Operation *op : chain)
    if (op != last)
      op->moveBefore(last);
  reach(buffer, site.ops.front());
  result.directWrites[site.ops.front()].push_back(
      {value, destination, buffer, assign});
  if (assign)
    result.directAssigns.insert(assign);
  return true;
}

/// Gives `value`, which its op has just computed, memory.
void VersionPlacer::placeResult(OpResult value) {
  Operation *op = value.getOwner();
  if (isa<arith::ConstantOp>(op)) {
    locate(value, op);
    return;
  }
  if (isa<tensor::EmptyOp>(op))
    return place(value, newBuffer(VersionBuffer::Kind::Owned, value, op), op);
  VersionSlot *slot = getSlot(value);
  VersionBuffer *wanted = getWanted(value);
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<Operation *> chain;
  OpOperand *destination;
  bool direct = getComputation(value, chain, destination);
  Operation *at = direct ? chain.front() : op->getNextNode();
  if (wanted && isUsable(wanted, value.getType(), at)) {
    if (direct && tryDirectWrite(value, wanted, {}, false))
      return place(value, wanted, at);
    if (!direct) {
      // The value is complete before it is stored.
      WriteSite site{wanted, {}, {op}, nullptr};
      Conflicts conflicts = findConflicts(
          site, [](OpOperand &, const BufferPart &) { return true; });
      if (conflicts.noVersions()) {
        copyNames(wanted, conflicts.names);
        result.stored.insert(value);
        return place(value, wanted, at);
      }
    }
  }
  // Where an older value of the loop was that nothing needs any more, and that
  // is about to leave: what a rotation drops.
  if (direct && type.hasStaticShape())
    for (BlockArgument argument : op->getBlock()->getArguments()) {
      if (!result.carried.contains(argument))
        continue;
      VersionBuffer *older = result.lookup(argument)->buffer;
      if (older != wanted && isUsable(older, type, at) &&
          tryDirectWrite(value, older, {}, false))
        return place(value, older, at);
    }
  VersionBuffer *buffer = newBuffer(VersionBuffer::Kind::Owned, value, at);
  claim(slot, buffer);
  if (!direct || !tryDirectWrite(value, buffer, {}, false))
    result.stored.insert(value);
  place(value, buffer, at);
}

bool VersionPlacer::isUsable(VersionBuffer *buffer, Type type, Operation *at) {
  return buffer->writable && !buffer->escaped && buffer->type == type &&
         canReach(buffer, at);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult VersionPlacer::run() {
  if (!func.getBody().hasOneBlock())
    return func.emitOpError("cannot be placed in memory: expected a body of "
                            "one block but got ")
           << func.getBody().getBlocks().size();
  if (failed(normalizeArguments()) || failed(splitAssigns()))
    return failure();
  shareAssigned();
  computeSlots(func.getBody().front());
  if (failed(visitBlock(func.getBody().front())))
    return failure();
  for (VersionBuffer &buffer : result.buffers)
    if (buffer.kind == VersionBuffer::Kind::Owned)
      buffer.sizes = sizes.trace(buffer.origin);
  return success();
}

/// Whether every bitcast of a path of `type` gives elements of the same width.
static bool keepsWidth(view::PathAttr path, Type type) {
  return llvm::all_of(path.getKinds(), [&](view::ViewKindInterface kind) {
    auto bitcast = dyn_cast<view::BitcastAttr>(kind);
    return !bitcast || bitcast.getElementType().getIntOrFloatBitWidth() ==
                           type.getIntOrFloatBitWidth();
  });
}

/// An assign through a path that repeats elements and keeps their width is one
/// of the elements as they are stored:
///
///   %n = view.assign #view.path<[#a, #bitcast<i32>, #b]> %v, %t
///
///   %1 = view.access #view.bitcast<f32> %v
///   %n = view.assign #view.path<[#a, #b]> %1, %t
static void dropBitcasts(view::AssignOp op, view::PathAttr path) {
  OpBuilder builder(op);
  Type element = op.getDest().getType().getElementType();
  auto kinds =
      llvm::filter_to_vector(path.getKinds(), [](view::ViewKindInterface kind) {
        return !isa<view::BitcastAttr>(kind);
      });
  Value value = op.getValue();
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() != element)
    value = view::AccessOp::create(
        builder, op.getLoc(), view::BitcastAttr::get(op.getContext(), element),
        value, ValueRange());
  Value assigned =
      view::AssignOp::create(builder, op.getLoc(), op.getType(),
                             view::PathAttr::chain(op.getContext(), kinds),
                             value, op.getDest(), op.getIndices());
  op.getResult().replaceAllUsesWith(assigned);
  op.erase();
}

/// Assigns through a path with a change of width become assigns to each side of
/// it, as such a path has no index map:
///
///   %n = view.assign #view.path<[#a, #bitcast, #b]> %v, %t
///
///   %1 = view.access #a %t
///   %2 = view.access #bitcast %1
///   %3 = view.assign #b %v, %2
///   %4 = view.assign #bitcast %3, %1
///   %n = view.assign #a %4, %t
LogicalResult VersionPlacer::splitAssigns() {
  SmallVector<view::AssignOp> assigns;
  func.walk([&](view::AssignOp op) {
    auto path = dyn_cast<view::PathAttr>(op.getKind());
    if (path && llvm::any_of(path.getKinds(), llvm::IsaPred<view::BitcastAttr>))
      assigns.push_back(op);
  });
  for (view::AssignOp op : assigns) {
    auto path = cast<view::PathAttr>(op.getKind());
    view::ViewShape whole(op.getDest().getType());
    if (path.getInjectivity(whole) != view::Injectivity::Yes &&
        keepsWidth(path, op.getDest().getType().getElementType())) {
      dropBitcasts(op, path);
      continue;
    }
    // The parts of the path: each bitcast alone, and what is between.
    SmallVector<SmallVector<view::ViewKindInterface>> parts;
    for (view::ViewKindInterface kind : path.getKinds()) {
      if (parts.empty() || isa<view::BitcastAttr>(kind) ||
          isa<view::BitcastAttr>(parts.back().back()))
        parts.emplace_back();
      parts.back().push_back(kind);
    }
    OpBuilder builder(op);
    Location loc = op.getLoc();
    ValueRange operands = op.getIndices();
    struct Step {
      view::ViewKindInterface kind;
      Value source;
      ValueRange operands;
    };
    SmallVector<Step> steps;
    Value source = op.getDest();
    for (ArrayRef<view::ViewKindInterface> members : parts) {
      auto kind = view::PathAttr::chain(op.getContext(), members);
      unsigned count = kind.getNumOperands();
      steps.push_back({kind, source, operands.take_front(count)});
      operands = operands.drop_front(count);
      if (steps.size() == parts.size())
        break;
      view::ViewShape shape(cast<ShapedType>(source.getType()));
      if (!view::isInjective({kind, steps.back().operands}, shape))
        return op.emitOpError("cannot be placed in memory: ")
               << path << " repeats elements before it changes their width";
      source = view::AccessOp::create(builder, loc, kind, source,
                                      steps.back().operands);
    }
    Value value = op.getValue();
    for (const Step &step : llvm::reverse(steps))
      value =
          view::AssignOp::create(builder, loc, step.source.getType(), step.kind,
                                 value, step.source, step.operands);
    op.getResult().replaceAllUsesWith(value);
    op.erase();
  }
  return success();
}

/// A value that is assigned and computed with afterwards is read from where it
/// was assigned to, so that it can be computed there:
///
///   %n = view.assign #k %v, %t
///   "use"(%v)
/// becomes
///   %n = view.assign #k %v, %t
///   %p = view.access #k %n
///   "use"(%p)
void VersionPlacer::shareAssigned() {
  SmallVector<view::AssignOp> assigns;
  func.walk([&](view::AssignOp op) { assigns.push_back(op); });
  for (view::AssignOp op : assigns) {
    auto value = dyn_cast<OpResult>(op.getValue());
    SmallVector<Operation *> chain;
    OpOperand *destination;
    if (!value || value.hasOneUse() || value.getOwner()->getNumResults() != 1 ||
        value.getOwner()->getBlock() != op->getBlock() ||
        !getComputation(value, chain, destination) ||
        !isQuietBetween(value.getOwner(), op))
      continue;
    view::ViewShape shape(op.getDest().getType());
    auto layout = view::StridedLayoutInfo::unknown(shape.getRank());
    if (op.getKind().getInjectivity(shape) != view::Injectivity::Yes ||
        namesStorage(op.getKind()) || !op.getKind().isViewable(shape, layout) ||
        !op.getKind().hasStridedView(shape, layout))
      continue;
    bool comesFirst = llvm::all_of(value.getUses(), [&](OpOperand &use) {
      if (use.getOwner() == op)
        return &use == &op.getValueMutable();
      Operation *user = op->getBlock()->findAncestorOpInBlock(*use.getOwner());
      return op->isBeforeInBlock(user) && !needsMemory(use);
    });
    if (!comesFirst)
      continue;
    OpBuilder builder(op);
    builder.setInsertionPointAfter(op);
    auto access =
        view::AccessOp::create(builder, op.getLoc(), value.getType(),
                               op.getKind(), op.getResult(), op.getIndices());
    value.replaceAllUsesExcept(access, op);
  }
}

LogicalResult VersionPlacer::visitBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(visit(&op)))
      return failure();
  return success();
}

LogicalResult VersionPlacer::visit(Operation *op) {
  if (auto read = dyn_cast<ReadOp>(op))
    visitRead(read);
  else if (auto access = dyn_cast<view::AccessOp>(op))
    visitAccess(access);
  else if (auto assign = dyn_cast<view::AssignOp>(op))
    return visitAssign(assign);
  else if (auto write = dyn_cast<WriteOp>(op))
    visitWrite(write);
  else if (auto materialize = dyn_cast<MaterializeResultOp>(op))
    visitResult(materialize);
  else if (isStructuredControlFlow(op))
    return visitControlFlow(op);
  else
    return visitLeaf(op);
  return success();
}

void VersionPlacer::visitRead(ReadOp op) {
  if (op.getResult().use_empty())
    return;
  if (VersionBuffer *buffer = argumentBuffers.lookup(op.getRef()))
    return place(op.getResult(), buffer, op);
  // What a ref holds may change behind our back: the value is taken out at
  // once.
  result.opaqueRefOps.insert(op);
  result.stored.insert(op.getResult());
  Operation *at = op->getNextNode();
  place(op.getResult(),
        newBuffer(VersionBuffer::Kind::Owned, op.getResult(), at), at);
}

void VersionPlacer::visitAccess(view::AccessOp op) {
  // Copies that the walk inserts are placed when they are made.
  if (result.lookup(op.getResult()) || op.getResult().use_empty())
    return;
  Placement location = locate(op.getSource(), op);
  bool isStart = result.isStart(location);
  location.part = location.part.compose(op.getKind(), op.getIndices());
  if (hasStridedPart(op.getKind(), cast<ShapedType>(op.getSource().getType()),
                     location.layout, isStart)) {
    addReader(location.buffer, op.getResult(), location.part, op);
    result.locations[op.getResult()] = std::move(location);
    return;
  }
  result.compacted.insert(op);
  place(op.getResult(),
        newBuffer(VersionBuffer::Kind::Carried, op.getResult(), op), op);
}

/// Whether the part can be written in memory of this layout: as a strided view
/// or element by element.
static bool canStore(view::AssignOp op, view::StridedLayoutInfo layout,
                     bool isStart) {
  auto type = cast<RankedTensorType>(op.getDest().getType());
  view::ViewKindInterface kind = op.getKind();
  if (hasStridedPart(kind, type, layout, isStart))
    return true;
  // Whether there is an index map shows when one is built.
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto scratch = scf::ExecuteRegionOp::create(builder, loc, TypeRange());
  Block *block = builder.createBlock(&scratch.getRegion());
  int64_t rank = cast<RankedTensorType>(op.getValue().getType()).getRank();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> indices(rank, zero);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, op.getDest());
  bool exists = succeeded(kind.buildSourceIndices(
      builder, loc, indices, sizes, view::ViewShape(type), op.getIndices()));
  block->dropAllDefinedValueUses();
  scratch.erase();
  return exists;
}

LogicalResult VersionPlacer::visitAssign(view::AssignOp op) {
  Value dest = op.getDest(), value = op.getValue();
  const Placement destLocation = locate(dest, op);
  VersionSlot *slot = getSlot(op.getResult());
  VersionBuffer *wanted = getWanted(op.getResult());
  VersionBuffer *buffer =
      destLocation.part.isWhole() ? destLocation.buffer : nullptr;
  auto deferredValue =
      deferred.contains(value) ? cast<OpResult>(value) : OpResult();
  SmallVector<Operation *> chain;
  OpOperand *destination;
  Operation *since = op;
  if (deferredValue && getComputation(deferredValue, chain, destination))
    since = chain.front();
  auto finish = [&](VersionBuffer *target) {
    if (!result.directAssigns.contains(op)) {
      if (deferredValue)
        placeResult(deferredValue);
      else
        locate(value, op);
    }
    place(op.getResult(), target, op);
    if (target->kind == VersionBuffer::Kind::Owned)
      claim(slot, target);
    return success();
  };

  // In place. An argument's memory is for what is written back to it.
  if (buffer && isUsable(buffer, dest.getType(), op) &&
      (buffer->kind != VersionBuffer::Kind::Argument || wanted == buffer) &&
      canStore(op, destLocation.layout, result.isStart(destLocation))) {
    WriteSite site{buffer,
                   BufferPart().compose(op.getKind(), op.getIndices()),
                   {op},
                   since};
    auto harmless = [&](OpOperand &use, const BufferPart &read) {
      return &use == &op.getDestMutable() ||
             areSameOrDisjoint(read, site.part, buffer->type);
    };
    Conflicts conflicts = findConflicts(site, harmless);
    blame(site, conflicts.versions);
    if (conflicts.versions.empty() ||
        (wanted == buffer && evict(site, conflicts.versions))) {
      if (deferredValue && tryDirectWrite(deferredValue, buffer, op, false))
        return finish(buffer);
      conflicts = findConflicts(site, harmless);
      if (conflicts.self) {
        blameSelf(site, value);
        copyOperand(op.getValueMutable());
      }
      blame(site, conflicts.names);
      copyNames(buffer, conflicts.names);
      return finish(buffer);
    }
  }

  // In a copy: where the result is wanted, or in memory of its own.
  if (wanted && wanted != buffer && isUsable(wanted, dest.getType(), op) &&
      canStore(op, getLayout(wanted), result.isStart({wanted, {}, {}}))) {
    if (deferredValue && tryDirectWrite(deferredValue, wanted, op, true))
      return finish(wanted);
    WriteSite site{wanted, {}, {op}, nullptr};
    Conflicts conflicts = findConflicts(
        site, [](OpOperand &, const BufferPart &) { return false; });
    if (conflicts.noVersions()) {
      copyNames(wanted, conflicts.names);
      return finish(wanted);
    }
  }
  VersionBuffer *fresh = newBuffer(VersionBuffer::Kind::Owned, dest, op);
  if (!canStore(op, getLayout(fresh), /*isStart=*/true))
    return op.emitOpError("cannot be placed in memory: ")
           << op.getKind() << " of " << dest.getType()
           << " is neither a strided view nor a map of elements";
  if (deferredValue)
    tryDirectWrite(deferredValue, fresh, op, true);
  return finish(fresh);
}

/// Makes `use` read a copy that is made before its op.
void VersionPlacer::copyOperand(OpOperand &use) {
  Operation *user = use.getOwner();
  OpBuilder builder(user);
  auto copy = view::AccessOp::create(builder, user->getLoc(),
                                     view::AliasAttr::get(user->getContext()),
                                     use.get());
  locate(use.get(), copy);
  use.set(copy.getResult());
  result.copied.insert(copy);
  place(copy.getResult(),
        newBuffer(VersionBuffer::Kind::Owned, copy.getResult(), copy), copy);
}

void VersionPlacer::visitWrite(WriteOp op) {
  VersionBuffer *buffer = argumentBuffers.lookup(op.getRef());
  if (!buffer) {
    result.opaqueRefOps.insert(op);
    return;
  }
  const Placement location = locate(op.getValue(), op);
  if (location.isWholeOf(buffer))
    return;
  WriteSite site{buffer, {}, {op}, nullptr};
  Conflicts conflicts = findConflicts(
      site, [](OpOperand &, const BufferPart &) { return false; });
  blame(site, conflicts.versions);
  // The write is in the function's own block, as are the versions that live on.
  bool evicted = evict(site, conflicts.versions);
  assert(evicted && "nothing is nested deeper than the write");
  (void)evicted;
  if (conflicts.self)
    copyOperand(op.getValueMutable());
  copyNames(buffer, conflicts.names);
}

/// Whether nothing writes through `ref` in this function.
static bool isOnlyNamed(Value ref) {
  return llvm::all_of(ref.getUsers(), [](Operation *user) {
    if (auto view = dyn_cast<view::OfOp>(user))
      return isOnlyNamed(view.getResult());
    // Among branches only what is returned is chosen.
    return isa<DimOp, CheckViewOp, CheckOverlapOp, func::ReturnOp, scf::YieldOp,
               arith::SelectOp>(user);
  });
}

/// Whether `op` runs at most once, if at all.
static bool runsOnce(Operation *op, Operation *func) {
  for (op = op->getParentOp(); op != func; op = op->getParentOp())
    if (!isa<scf::IfOp, scf::IndexSwitchOp>(op))
      return false;
  return true;
}

void VersionPlacer::visitResult(MaterializeResultOp op) {
  Placement location = locate(op.getValue(), op);
  VersionBuffer *buffer = location.buffer;
  auto ref = cast<RefType>(op.getResult().getType());
  bool isOwn = buffer->kind == VersionBuffer::Kind::Owned ||
               (buffer->kind == VersionBuffer::Kind::Carried &&
                result.carried.contains(buffer->origin));
  if (!runsOnce(op, func) || !location.part.isWhole() || !isOwn ||
      buffer->escaped || ref.getLayout() || !isOnlyNamed(op.getResult()))
    return;
  buffer->escaped = true;
  result.exclusiveResults.insert(op);
}

/// Whether bufferization may give a result of `op` the memory of an operand.
static bool mayAliasOperands(Operation *op) {
  return !isa<DestinationStyleOpInterface, tensor::ExtractOp, tensor::DimOp,
              tensor::FromElementsOp, tensor::GenerateOp, tensor::PadOp,
              tensor::SplatOp, tensor::ConcatOp, tensor::GatherOp,
              func::CallOp>(op);
}

LogicalResult VersionPlacer::visitLeaf(Operation *op) {
  if (op->getNumRegions() != 0) {
    WalkResult walk = op->walk([&](Operation *inner) {
      if (inner == op || !isa<view::AccessOp, view::AssignOp, ReadOp, WriteOp,
                              MaterializeResultOp>(inner))
        return WalkResult::advance();
      inner->emitOpError("cannot be placed in memory inside of '")
          << op->getName() << "'";
      return WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      return failure();
  }

  SmallVector<OpResult> wanting;
  for (OpResult value : op->getResults())
    if (needsMemory(value))
      wanting.push_back(value);

  bool hasTensor =
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
  if (hasTensor && mayAliasOperands(op)) {
    SmallVector<Placement> locations;
    for (Value operand : op->getOperands())
      for (Placement &location : getLocations(operand))
        if (location.buffer->writable)
          locations.push_back(std::move(location));
    if (!locations.empty() && !wanting.empty()) {
      result.copied.insert(op);
    } else if (!locations.empty()) {
      for (Value value : op->getResults()) {
        if (!isa<RankedTensorType>(value.getType()))
          continue;
        for (const Placement &location : locations)
          addReader(location.buffer, value, location.part, op);
        aliases[value] = locations;
      }
    }
  }

  for (OpResult value : wanting) {
    if (canDefer(value))
      deferred.insert(value);
    else
      placeResult(value);
  }
  return success();
}

FailureOr<std::unique_ptr<VersionClasses>>
VersionClasses::compute(func::FuncOp func, bool argumentsStay) {
  auto result = std::make_unique<VersionClasses>();
  func.walk(
      [&](view::AssignOp op) { result->hasStrictWrites |= mustBeInPlace(op); });
  if (failed(VersionPlacer(*result, func, argumentsStay).run()))
    return failure();
  return result;
}
