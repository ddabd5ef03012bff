// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list of numbers as a storage: elements are read and written as those of
// any tensor, which functionalization then carries through control flow. A
// length that is known only at run time is a storage too, of rank 0.

#include "ForwardLists.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"
#include "tensorssa/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tssa;

/// Longer ones of known length stay lists.
static constexpr int64_t kMaxLength = 256;
/// What one trip of a loop may append at most; the room for it is taken before
/// the loop.
static constexpr int64_t kMaxAppendsPerTrip = 64;

namespace {

class NumberStorage {
public:
  explicit NumberStorage(const LocalList &list)
      : list(list), builder(list.create), room(list.create->getNumOperands()) {
    Type type = list.getElementType();
    elementType = type.isIndex() ? builder.getI64Type() : type;
  }

  LogicalResult analyze();
  void rewrite();

private:
  /// Appends in a loop: so many for each trip.
  struct Growth {
    scf::ForOp loop;
    int64_t perTrip;
  };

  LogicalResult addAppend(Operation *op);
  void createStorage();
  Value toElement(Location loc, Value number) {
    if (number.getType() == elementType)
      return number;
    return arith::IndexCastOp::create(builder, loc, elementType, number);
  }
  Value readNumber(Location loc, Value ref);
  void writeNumber(Location loc, Value number, Value ref) {
    auto type = cast<RefType>(ref.getType()).getTensorType();
    WriteOp::create(builder, loc,
                    tensor::FromElementsOp::create(builder, loc, type, number),
                    ref);
  }
  OpFoldResult getLength(Location loc);
  /// The element of the storage at a place that is in range.
  Value getSlot(Location loc, OpFoldResult position);
  void rewriteAppend(Operation *op);
  void rewriteOp(Operation *op);

  const LocalList &list;
  OpBuilder builder;
  Type elementType;
  /// The first op of the list's block that has to do with it.
  Operation *anchor = nullptr;
  /// Elements for which there is room in any case.
  int64_t room;
  SmallVector<Growth> growths;
  bool grows = false;
  Value storage;
  /// Where the length is known, it is so far `length`.
  Value lengthRef;
  int64_t length = 0;
};

} // namespace

/// How often a loop of constant bounds runs at most; nothing if they are not.
static std::optional<int64_t> getConstantTrips(scf::ForOp loop) {
  std::optional<int64_t> low = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> high = getConstantIntValue(loop.getUpperBound());
  if (!low || !high)
    return std::nullopt;
  int64_t trips;
  if (*high <= *low)
    return 0;
  return llvm::SubOverflow(*high, *low, trips) ? std::nullopt
                                               : std::optional(trips);
}

/// An append inside of loops: the room that they need is known if all but one
/// have constant bounds, and that one's are known where the list is made.
LogicalResult NumberStorage::addAppend(Operation *op) {
  Block *block = list.create->getBlock();
  DominanceInfo dominance(op->getParentOfType<func::FuncOp>());
  int64_t count = 1;
  scf::ForOp open;
  for (Operation *parent = op; parent->getBlock() != block;) {
    // A loop of blocks runs it any number of times.
    if (!parent->getParentRegion()->hasOneBlock())
      return failure();
    parent = parent->getParentOp();
    if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(parent))
      continue;
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (!loop || loop.getUnsignedCmp())
      return failure();
    if (std::optional<int64_t> trips = getConstantTrips(loop)) {
      if (*trips > kMaxLength)
        return failure();
      count *= *trips;
    } else if (open) {
      return failure();
    } else {
      open = loop;
    }
    if (count > kMaxLength)
      return failure();
  }
  grows = true;
  if (!open) {
    room += count;
    return success();
  }
  for (Value bound : {open.getLowerBound(), open.getUpperBound()})
    if (!dominance.properlyDominates(bound, anchor))
      return failure();
  growths.push_back({open, count});
  return success(count <= kMaxAppendsPerTrip);
}

LogicalResult NumberStorage::analyze() {
  if (list.ops.empty())
    return failure();
  Block *block = list.create->getBlock();
  anchor = block->findAncestorOpInBlock(*list.ops.front());
  for (Operation *op : list.ops) {
    if (!changesLength(op))
      continue;
    if (!isa<ListAppendOp>(op))
      return failure();
    if (op->getBlock() == block)
      ++room;
    else if (failed(addAppend(op)))
      return failure();
  }
  if (!growths.empty())
    return success();
  return success(room > 0 && room <= kMaxLength);
}

void NumberStorage::createStorage() {
  ListCreateOp create = list.create;
  Location loc = create.getLoc();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(elementType));
  length = create->getNumOperands();
  if (growths.empty()) {
    SmallVector<Value> elements;
    for (Value number : create.getElements())
      elements.push_back(toElement(loc, number));
    // Appended ones take the places of zeros.
    elements.resize(room, zero);
    auto type = RankedTensorType::get({room}, elementType);
    storage = AllocOp::create(
        builder, loc, RefType::get(type),
        tensor::FromElementsOp::create(builder, loc, type, elements));
  } else {
    builder.setInsertionPoint(anchor);
    Type index = builder.getIndexType();
    Value size = arith::ConstantIndexOp::create(builder, loc, room);
    for (const Growth &growth : growths) {
      scf::ForOp loop = growth.loop;
      Value low = ::mlir::getValueOrCreateCastToIndexLike(builder, loc, index,
                                                          loop.getLowerBound());
      Value high = ::mlir::getValueOrCreateCastToIndexLike(
          builder, loc, index, loop.getUpperBound());
      Value trips = arith::MaxSIOp::create(
          builder, loc, arith::SubIOp::create(builder, loc, high, low),
          arith::ConstantIndexOp::create(builder, loc, 0));
      Value most = arith::MulIOp::create(
          builder, loc, trips,
          arith::ConstantIndexOp::create(builder, loc, growth.perTrip));
      size = arith::AddIOp::create(builder, loc, size, most);
    }
    auto type = RankedTensorType::get({ShapedType::kDynamic}, elementType);
    storage = AllocOp::create(builder, loc, RefType::get(type),
                              FullOp::create(builder, loc, type, zero, size));
    for (auto [i, number] : llvm::enumerate(create.getElements()))
      writeNumber(loc, toElement(loc, number),
                  getSlot(loc, builder.getIndexAttr(i)));
  }
  if (!grows)
    return;
  auto type = RankedTensorType::get({}, builder.getI64Type());
  Value number = arith::ConstantOp::create(builder, loc,
                                           builder.getI64IntegerAttr(length));
  lengthRef = AllocOp::create(
      builder, loc, RefType::get(type),
      tensor::FromElementsOp::create(builder, loc, type, number));
}

Value NumberStorage::readNumber(Location loc, Value ref) {
  Value value = ReadOp::create(builder, loc, ref);
  return tensor::ExtractOp::create(builder, loc, value, ValueRange());
}

OpFoldResult NumberStorage::getLength(Location loc) {
  if (!grows)
    return builder.getIndexAttr(length);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    readNumber(loc, lengthRef))
      .getResult();
}

Value NumberStorage::getSlot(Location loc, OpFoldResult position) {
  bool isStatic = !cast<RefType>(storage.getType()).isDynamicDim(0);
  std::optional<int64_t> constant =
      isStatic ? getConstantIntValue(position) : std::nullopt;
  auto kind = view::SelectAttr::get(
      builder.getContext(), 0, constant ? *constant : ShapedType::kDynamic);
  SmallVector<Value> operands;
  if (!constant)
    operands.push_back(getValueOrCreateConstantIndexOp(builder, loc, position));
  return view::OfOp::create(builder, loc, RefType::get({}, elementType), kind,
                            storage, operands);
}

void NumberStorage::rewriteAppend(Operation *op) {
  Location loc = op->getLoc();
  OpFoldResult at = getLength(loc);
  writeNumber(loc, toElement(loc, getPutElement(op)), getSlot(loc, at));
  if (!grows) {
    ++length;
    return;
  }
  Value old = readNumber(loc, lengthRef);
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(1));
  writeNumber(loc, arith::AddIOp::create(builder, loc, old, one), lengthRef);
}

void NumberStorage::rewriteOp(Operation *op) {
  builder.setInsertionPoint(op);
  Location loc = op->getLoc();
  if (isa<ListAppendOp>(op))
    return rewriteAppend(op);
  OpFoldResult size = getLength(loc);
  if (isa<ListLenOp>(op)) {
    op->getResult(0).replaceAllUsesWith(
        getValueOrCreateConstantIndexOp(builder, loc, size));
    return;
  }
  Value index = getListIndex(op);
  std::optional<int64_t> constant = getConstantIntValue(index);
  OpFoldResult position;
  if (!grows && constant && *constant >= -length && *constant < length)
    position =
        builder.getIndexAttr(*constant < 0 ? *constant + length : *constant);
  else
    position = buildListPosition(builder, op, index, size);
  if (isa<ListSetOp>(op))
    return writeNumber(loc, toElement(loc, getPutElement(op)),
                       getSlot(loc, position));
  Value number = readNumber(loc, getSlot(loc, position));
  if (number.getType() != op->getResult(0).getType())
    number = arith::IndexCastOp::create(builder, loc,
                                        op->getResult(0).getType(), number);
  op->getResult(0).replaceAllUsesWith(number);
}

void NumberStorage::rewrite() {
  createStorage();
  for (Operation *op : list.ops)
    rewriteOp(op);
  for (Operation *op : llvm::reverse(list.ops))
    op->erase();
  list.create->erase();
}

LogicalResult tssa::replaceByStorage(const LocalList &list) {
  NumberStorage storage(list);
  if (failed(storage.analyze()))
    return failure();
  storage.rewrite();
  return success();
}
