// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of known length of which every place is known: each slot is a variable.
//
//   %l = tssa.list_create %x
//   scf.for … {
//     %t = tssa.list_get %l[%c0]
//     %u = view.of #view.slice<0, 1 : 9 : 1> %t
//     tssa.list_set %u, %l[%c0]
//   }
//
// becomes
//
//   scf.for … iter_args(%t = %x) {
//     %u = view.of #view.slice<0, 1 : 9 : 1> %t
//     scf.yield %u
//   }
//
// What a branch gives and a loop carries is followed further than what lists
// hold: ranges of slices, storages that move, views that are undone.

#include "ForwardLists.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::tssa;

/// A list with more slots than this is not taken apart.
static constexpr size_t kMaxSlots = 4;

namespace {

class CellPromotion {
public:
  explicit CellPromotion(const LocalList &list)
      : create(list.create), ops(list.ops), builder(list.create),
        length(create.getElements().size()), types(length), current(length) {}

  bool analyze();
  void run();

private:
  bool addTypes();
  std::optional<int64_t> getSlot(Operation *op) {
    return getListPosition(getListIndex(op), length);
  }
  void visitOp(Operation *op);
  void visitBlock(Block &block);
  void visitRegionOp(Operation *op);
  void visitBranch(Region &region, ArrayRef<unsigned> slots);
  void receive(Block &block, ArrayRef<unsigned> slots);
  void passOn(Block &block, ArrayRef<unsigned> slots);
  SmallVector<Value> getCurrent(ArrayRef<unsigned> slots) {
    return llvm::map_to_vector(slots, [&](unsigned i) { return current[i]; });
  }

  ListCreateOp create;
  ArrayRef<Operation *> ops;
  OpBuilder builder;
  size_t length;
  /// The type of what is read from each slot, and what is in it.
  SmallVector<Type> types;
  SmallVector<Value> current;
  /// What holds the ops, and the slots that change in it.
  DenseMap<Operation *, llvm::SmallBitVector> holders;
};

} // namespace

/// Each slot must be read as one type, which everything that is put into it is
/// of: another one would be an error at run time.
bool CellPromotion::addTypes() {
  auto element = dyn_cast<RefType>(
      cast<ListType>(create.getResult().getType()).getElementType());
  for (Operation *op : ops)
    if (isa<ListGetOp>(op)) {
      Type &type = types[*getSlot(op)];
      Type read = op->getResult(0).getType();
      if (!element && type && type != read)
        return false;
      type = element ? Type(element) : read;
    }
  for (auto [type, value] : llvm::zip_equal(types, create.getElements())) {
    if (!type)
      type = element ? Type(element) : value.getType();
    if (!isGeneralization(value.getType(), type))
      return false;
  }
  return llvm::all_of(ops, [&](Operation *op) {
    return !isa<ListSetOp>(op) ||
           isGeneralization(getPutElement(op).getType(), types[*getSlot(op)]);
  });
}

bool CellPromotion::analyze() {
  if (length > kMaxSlots || length == 0)
    return false;
  Region *home = create->getParentRegion();
  for (Operation *op : ops) {
    if (changesLength(op) || (!isa<ListLenOp>(op) && !getSlot(op)))
      return false;
    for (Operation *inner = op; inner->getParentRegion() != home;) {
      if (!inner->getParentRegion()->hasOneBlock())
        return false;
      inner = inner->getParentOp();
      if (!isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp, scf::ForOp,
               scf::WhileOp>(inner))
        return false;
      llvm::SmallBitVector &slots =
          holders.try_emplace(inner, length).first->second;
      if (isa<ListSetOp>(op))
        slots.set(*getSlot(op));
    }
  }
  return create->getBlock()->isEntryBlock() && home->hasOneBlock() &&
         addTypes();
}

void CellPromotion::visitOp(Operation *op) {
  builder.setInsertionPoint(op);
  Location loc = op->getLoc();
  if (isa<ListLenOp>(op)) {
    op->getResult(0).replaceAllUsesWith(
        arith::ConstantIndexOp::create(builder, loc, length));
  } else if (isa<ListGetOp>(op)) {
    Value value = current[*getSlot(op)];
    op->getResult(0).replaceAllUsesWith(
        generalizeRef(builder, loc, value, op->getResult(0).getType()));
  } else {
    unsigned slot = *getSlot(op);
    current[slot] = generalizeRef(builder, loc, getPutElement(op), types[slot]);
  }
  op->erase();
}

void CellPromotion::visitBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (getListOperand(&op) == create.getResult())
      visitOp(&op);
    else if (holders.contains(&op))
      visitRegionOp(&op);
  }
}

/// Lets a block receive what is in the slots.
void CellPromotion::receive(Block &block, ArrayRef<unsigned> slots) {
  for (unsigned slot : slots)
    current[slot] = block.addArgument(types[slot], create.getLoc());
}

void CellPromotion::passOn(Block &block, ArrayRef<unsigned> slots) {
  Operation *terminator = block.getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), getCurrent(slots));
}

void CellPromotion::visitBranch(Region &region, ArrayRef<unsigned> slots) {
  if (region.empty()) {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&region);
    scf::YieldOp::create(builder, create.getLoc());
  }
  SmallVector<Value> before = current;
  visitBlock(region.front());
  passOn(region.front(), slots);
  current = before;
}

void CellPromotion::visitRegionOp(Operation *op) {
  SmallVector<unsigned> slots(holders[op].set_bits());
  // An `scf.if` without results may have no other branch.
  if (slots.empty()) {
    for (Region &region : op->getRegions())
      if (!region.empty())
        visitBlock(region.front());
    return;
  }
  SmallVector<Value> operands(op->getOperands());
  if (isa<scf::ForOp, scf::WhileOp>(op)) {
    llvm::append_range(operands, getCurrent(slots));
    for (Region &region : op->getRegions()) {
      receive(region.front(), slots);
      visitBlock(region.front());
      passOn(region.front(), slots);
    }
  } else {
    for (Region &region : op->getRegions())
      visitBranch(region, slots);
  }
  SmallVector<Type> results(op->getResultTypes());
  for (unsigned slot : slots)
    results.push_back(types[slot]);
  Operation *built = Operation::create(
      op->getLoc(), op->getName(), results, operands,
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      BlockRange(), op->getNumRegions());
  for (auto [to, from] : llvm::zip_equal(built->getRegions(), op->getRegions()))
    to.takeBody(from);
  builder.setInsertionPoint(op);
  builder.insert(built);
  ValueRange added = built->getResults().take_back(slots.size());
  for (auto [slot, value] : llvm::zip_equal(slots, added))
    current[slot] = value;
  op->replaceAllUsesWith(built->getResults().drop_back(slots.size()));
  op->erase();
}

void CellPromotion::run() {
  for (auto [value, type, element] :
       llvm::zip_equal(current, types, create.getElements()))
    value = generalizeRef(builder, create.getLoc(), element, type);
  visitBlock(*create->getBlock());
  create.erase();
}

bool tssa::promoteCells(const LocalList &list) {
  CellPromotion promotion(list);
  if (!promotion.analyze())
    return false;
  promotion.run();
  return true;
}
