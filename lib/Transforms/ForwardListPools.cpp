// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storages that a loop allocates and keeps in a list that outlives it:
//
//   for ...: y = f(x); ys.append(y)
//
// One name stands for a storage in each trip there. All of them together are
// one storage, of which each trip has a part, so that what is in the list is
// told apart by an index. Nobody can tell the difference as long as no part
// leaves the function. What is allocated once at most, in a branch, is there
// before it.

#include "ListFlow.h"
#include "MergedRefs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "tensorssa/Analysis/IndexProof.h"
#include "tensorssa/Analysis/VersionClasses.h"
#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tssa;

/// Storages for which there must be room whatever the one open loop does.
static constexpr int64_t kMaxConstantTrips = 64;

namespace {

class AllocationPool {
public:
  AllocationPool(const ListGroup &group, const ListFlow &flow, AllocOp alloc)
      : group(group), flow(flow), alloc(alloc), builder(alloc),
        type(cast<RefType>(alloc.getResult().getType())) {}

  bool analyze();
  void rewrite();

private:
  bool isKept();
  bool findLoops();
  bool findSizes();
  Value buildRoom();
  Value buildPlace();

  const ListGroup &group;
  const ListFlow &flow;
  AllocOp alloc;
  OpBuilder builder;
  RefType type;
  /// The op at the level of the lists that holds the allocation.
  Operation *anchor = nullptr;
  /// The loop whose bounds are known only at run time, and how often the
  /// allocation runs in each of its trips.
  scf::ForOp open;
  int64_t perTrip = 1;
  /// Whether it runs once at most as long as the lists live.
  bool isOnce = false;
  /// Whether it runs once in each trip of `open` and nowhere else.
  bool isOncePerTrip = false;
  /// The values whose sizes the dynamic dimensions have.
  SmallVector<Value> sizeSources;
  Value pool, counter;
};

} // namespace

/// The names by which what is passed on with `use` goes on; false if it is not
/// known.
static bool passOn(OpOperand &use, SmallVectorImpl<Value> &names) {
  Operation *op = use.getOwner(), *parent = op->getParentOp();
  unsigned number = use.getOperandNumber();
  Value sink;
  if (isa<arith::SelectOp>(op))
    sink = op->getResult(0);
  else if (auto loop = dyn_cast<scf::ForOp>(op))
    sink = loop.getTiedLoopResult(&use);
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    sink = loop.getBeforeArguments()[number];
  else if (isa<scf::ConditionOp>(op))
    sink = parent->getResult(number - 1);
  else if (!isa<scf::YieldOp>(op))
    return false;
  else if (auto loop = dyn_cast<scf::WhileOp>(parent))
    sink = loop.getBeforeArguments()[number];
  else if (number < parent->getNumResults())
    sink = parent->getResult(number);
  std::optional<MergedPlace> place;
  if (sink)
    place = getMergedPlace(sink);
  if (!place)
    return false;
  llvm::append_range(names, place->sinks);
  return true;
}

/// Whether no name of the storage leaves the function, be it that it came out
/// of a list or is merged with others, or asks for the storage itself.
bool AllocationPool::isKept() {
  SmallVector<Value> names = {alloc.getResult()};
  for (Value value : group.values)
    if (isa<RefType>(value.getType()))
      names.push_back(value);
  DenseSet<Value> seen;
  while (!names.empty()) {
    Value name = names.pop_back_val();
    if (!seen.insert(name).second)
      continue;
    for (OpOperand &use : name.getUses()) {
      Operation *user = use.getOwner();
      if (auto alias = dyn_cast<AliasOpInterface>(user)) {
        if (namesStorage(alias.getAliasKind()))
          return false;
        names.push_back(user->getResult(0));
        continue;
      }
      Value into;
      if (isa<ListCreateOp>(user))
        into = user->getResult(0);
      else if (getPutElement(user) && use.getOperandNumber() == 0)
        into = getListOperand(user);
      bool isPut = into && flow.getGroup(into) == &group;
      auto check = dyn_cast<CheckViewOp>(user);
      if (check && namesStorage(check.getKind()))
        return false;
      if (!isPut &&
          !isa<MutationOpInterface, ReadOp, DimOp, CheckViewOp, CheckOverlapOp>(
              user) &&
          !passOn(use, names))
        return false;
    }
  }
  return true;
}

bool AllocationPool::findLoops() {
  if (!group.home->hasOneBlock())
    return false;
  anchor = group.home->front().findAncestorOpInBlock(*alloc);
  unsigned numLoops = 0;
  for (Operation *parent = alloc; parent != anchor;) {
    // A loop of blocks runs it any number of times.
    if (!parent->getParentRegion()->hasOneBlock())
      return false;
    parent = parent->getParentOp();
    if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(parent))
      continue;
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (!loop || loop.getUnsignedCmp())
      return false;
    ++numLoops;
    std::optional<int64_t> low = getConstantIntValue(loop.getLowerBound());
    std::optional<int64_t> high = getConstantIntValue(loop.getUpperBound());
    if (low && high) {
      int64_t trips;
      if (llvm::SubOverflow(*high, *low, trips) || trips > kMaxConstantTrips)
        return false;
      perTrip *= std::max<int64_t>(trips, 0);
    } else if (open) {
      return false;
    } else {
      open = loop;
    }
    if (perTrip > kMaxConstantTrips)
      return false;
  }
  isOnce = numLoops == 0;
  isOncePerTrip = open && numLoops == 1 && alloc->getBlock() == open.getBody();
  DominanceInfo dominance(alloc->getParentOfType<func::FuncOp>());
  if (!open)
    return true;
  return dominance.properlyDominates(open.getLowerBound(), anchor) &&
         dominance.properlyDominates(open.getUpperBound(), anchor);
}

/// Sizes must be the same in each trip, and known before the loop.
bool AllocationPool::findSizes() {
  IndexProof proof;
  DominanceInfo dominance(alloc->getParentOfType<func::FuncOp>());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    Value source = proof.getShapeOrigin(alloc.getValue());
    if (!source || !isa<RefType, RankedTensorType>(source.getType()) ||
        !dominance.properlyDominates(source, anchor))
      return false;
    sizeSources.push_back(source);
  }
  return true;
}

bool AllocationPool::analyze() {
  Type element = type.getElementType();
  bool isPlain = element.isInteger(1) || element.isInteger(32) ||
                 element.isInteger(64) || element.isF32() || element.isF64();
  return group.home->isProperAncestor(alloc->getParentRegion()) && isPlain &&
         !type.getLayout() && findLoops() && findSizes() &&
         (isOnce || (group.results.empty() && isKept()));
}

/// For how many storages there has to be room.
Value AllocationPool::buildRoom() {
  Location loc = alloc.getLoc();
  Value room = arith::ConstantIndexOp::create(builder, loc, perTrip);
  if (!open)
    return room;
  Type index = builder.getIndexType();
  Value low = ::mlir::getValueOrCreateCastToIndexLike(builder, loc, index,
                                                      open.getLowerBound());
  Value high = ::mlir::getValueOrCreateCastToIndexLike(builder, loc, index,
                                                       open.getUpperBound());
  Value trips = arith::MaxSIOp::create(
      builder, loc, arith::SubIOp::create(builder, loc, high, low),
      arith::ConstantIndexOp::create(builder, loc, 0));
  return arith::MulIOp::create(builder, loc, trips, room);
}

/// Which of them this is: by the trip, or counted.
Value AllocationPool::buildPlace() {
  Location loc = alloc.getLoc();
  Type index = builder.getIndexType();
  if (isOncePerTrip) {
    Value trip = arith::SubIOp::create(builder, loc, open.getInductionVar(),
                                       open.getLowerBound());
    return ::mlir::getValueOrCreateCastToIndexLike(builder, loc, index, trip);
  }
  auto scalar = cast<RefType>(counter.getType()).getTensorType();
  Value value = ReadOp::create(builder, loc, counter);
  Value place = tensor::ExtractOp::create(builder, loc, value, ValueRange());
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(1));
  Value next = arith::AddIOp::create(builder, loc, place, one);
  WriteOp::create(builder, loc,
                  tensor::FromElementsOp::create(builder, loc, scalar, next),
                  counter);
  return arith::IndexCastOp::create(builder, loc, index, place);
}

void AllocationPool::rewrite() {
  Location loc = alloc.getLoc();
  builder.setInsertionPoint(anchor);
  SmallVector<Value> sizes;
  SmallVector<int64_t> shape;
  if (!isOnce) {
    sizes.push_back(buildRoom());
    shape.push_back(ShapedType::kDynamic);
  }
  unsigned numDynamic = 0;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    shape.push_back(size);
    if (!ShapedType::isDynamic(size))
      continue;
    Value source = sizeSources[numDynamic++];
    if (isa<RefType>(source.getType()))
      sizes.push_back(DimOp::create(builder, loc, builder.getIndexType(),
                                    source, builder.getI64IntegerAttr(dim)));
    else
      sizes.push_back(tensor::DimOp::create(builder, loc, source, dim));
  }
  auto poolType = RankedTensorType::get(shape, type.getElementType());
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  pool = AllocOp::create(builder, loc, RefType::get(poolType),
                         FullOp::create(builder, loc, poolType, zero, sizes));
  if (isOnce) {
    builder.setInsertionPoint(alloc);
    WriteOp::create(builder, loc, alloc.getValue(), pool);
    alloc.getResult().replaceAllUsesWith(pool);
    alloc.erase();
    return;
  }
  if (!isOncePerTrip) {
    auto scalar = RankedTensorType::get({}, builder.getI64Type());
    Value none =
        arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
    counter = AllocOp::create(
        builder, loc, RefType::get(scalar),
        tensor::FromElementsOp::create(builder, loc, scalar, none));
  }
  builder.setInsertionPoint(alloc);
  auto kind =
      view::SelectAttr::get(builder.getContext(), 0, ShapedType::kDynamic);
  Value part = view::OfOp::create(builder, loc, type, kind, pool, buildPlace());
  WriteOp::create(builder, loc, alloc.getValue(), part);
  alloc.getResult().replaceAllUsesWith(part);
  alloc.erase();
}

bool tssa::poolAllocations(const ListGroup &group, const ListFlow &flow) {
  llvm::SetVector<AllocOp> allocs;
  DenseSet<Value> seen;
  auto visit = [&](Value element) {
    SmallVector<Value> names = {element};
    while (!names.empty()) {
      Value name = names.pop_back_val();
      if (!isa<RefType>(name.getType()))
        continue;
      Value base = getChainBase(name);
      if (!seen.insert(base).second)
        continue;
      if (auto alloc = base.getDefiningOp<AllocOp>())
        allocs.insert(alloc);
      else if (flow.getGroup(base) == &group)
        if (std::optional<MergedPlace> place = getMergedPlace(base))
          llvm::append_range(names, place->sources);
    }
  };
  for (ListCreateOp create : group.creates)
    llvm::for_each(create.getElements(), visit);
  for (Operation *op : group.ops)
    if (Value element = getPutElement(op))
      visit(element);
  bool changed = false;
  for (AllocOp alloc : allocs) {
    AllocationPool pool(group, flow, alloc);
    if (!pool.analyze())
      continue;
    pool.rewrite();
    changed = true;
  }
  return changed;
}
