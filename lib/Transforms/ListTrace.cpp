// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of numbers beside a list of refs: every op that changes the list is
// followed by one that changes each of them in the same way.

#include "ListTrace.h"
#include "ForwardLists.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "tensorssa/Analysis/VersionClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::tssa;

/// More are not told apart.
static constexpr unsigned kMaxKinds = 16;

namespace {

class Tracer {
public:
  explicit Tracer(ListCreateOp list)
      : list(list), body(list->getParentRegion()), builder(list) {}

  bool analyze();
  ListTrace build();

private:
  struct Put {
    unsigned kind;
    SmallVector<Value> operands;
  };

  bool isOwnElement(Value element) {
    Operation *op = element.getDefiningOp();
    return isa_and_nonnull<ListGetOp, ListPopOp>(op) &&
           getListOperand(op) == list.getResult();
  }
  bool addElement(Value element);
  SmallVector<Value> getNumbers(Location loc, Value element);
  void follow(Operation *op);

  ListCreateOp list;
  Region *body;
  OpBuilder builder;
  AliasForest forest;
  SmallVector<Operation *> ops;
  ListTrace trace;
  unsigned numOperands = 0;
  DenseMap<Value, Put> puts;
  /// What is taken out of the list and put back, and its numbers.
  llvm::MapVector<Value, SmallVector<Value>> own;
};

} // namespace

bool Tracer::addElement(Value element) {
  if (isOwnElement(element)) {
    own[element];
    return true;
  }
  if (puts.contains(element))
    return true;
  Value root = forest.getRoot(element);
  if (!root || root.getParentRegion() != body)
    return false;
  const AliasPath &path = forest.getPath(element);
  if (!path.isWhole() && namesStorage(path.kind))
    return false;
  TracedKind kind = {root, path.kind,
                     static_cast<unsigned>(path.operands.size())};
  auto *found = llvm::find(trace.kinds, kind);
  unsigned number = found - trace.kinds.begin();
  if (found == trace.kinds.end())
    trace.kinds.push_back(kind);
  numOperands = std::max(numOperands, kind.numOperands);
  puts[element] = {number, path.operands};
  return trace.kinds.size() <= kMaxKinds;
}

bool Tracer::analyze() {
  SmallVector<Value> elements(list.getElements());
  for (OpOperand &use : list.getResult().getUses()) {
    Operation *op = use.getOwner();
    if (getListOperand(op) != list.getResult() ||
        (getPutElement(op) && use.getOperandNumber() == 0))
      return false;
    ops.push_back(op);
    if (Value element = getPutElement(op))
      elements.push_back(element);
  }
  return llvm::all_of(elements,
                      [&](Value element) { return addElement(element); });
}

/// The numbers that tell what an element is, in the order of the lists.
SmallVector<Value> Tracer::getNumbers(Location loc, Value element) {
  if (auto it = own.find(element); it != own.end())
    return it->second;
  const Put &put = puts.find(element)->second;
  SmallVector<Value> numbers = {
      arith::ConstantIndexOp::create(builder, loc, put.kind)};
  llvm::append_range(numbers, put.operands);
  while (numbers.size() <= numOperands)
    numbers.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
  return numbers;
}

/// The op has not failed, so none of those that follow it can.
void Tracer::follow(Operation *op) {
  builder.setInsertionPointAfter(op);
  Location loc = op->getLoc();
  Type type = builder.getIndexType();
  Value index = getListIndex(op);
  if (isa<ListGetOp, ListPopOp>(op)) {
    auto it = own.find(op->getResult(0));
    if (isa<ListGetOp>(op) && it == own.end())
      return;
    for (Value numbers : trace.numbers) {
      Operation *take =
          isa<ListGetOp>(op)
              ? ListGetOp::create(builder, loc, type, numbers, index)
                    .getOperation()
              : ListPopOp::create(builder, loc, type, numbers, index);
      if (it != own.end())
        it->second.push_back(take->getResult(0));
    }
    return;
  }
  Value element = getPutElement(op);
  if (!element)
    return;
  for (auto [numbers, number] :
       llvm::zip_equal(trace.numbers, getNumbers(loc, element))) {
    if (isa<ListAppendOp>(op))
      ListAppendOp::create(builder, loc, number, numbers);
    else if (isa<ListInsertOp>(op))
      ListInsertOp::create(builder, loc, number, numbers, index);
    else
      ListSetOp::create(builder, loc, number, numbers, index);
  }
}

ListTrace Tracer::build() {
  Location loc = list.getLoc();
  SmallVector<SmallVector<Value>> columns(1 + numOperands);
  for (Value element : list.getElements())
    for (auto [column, number] :
         llvm::zip_equal(columns, getNumbers(loc, element)))
      column.push_back(number);
  auto type = ListType::get(builder.getContext(), builder.getIndexType());
  for (ArrayRef<Value> column : columns)
    trace.numbers.push_back(ListCreateOp::create(builder, loc, type, column));
  // What is put back has been taken out before.
  for (bool takes : {true, false})
    for (Operation *op : ops)
      if (isa<ListGetOp, ListPopOp>(op) == takes)
        follow(op);
  return std::move(trace);
}

std::optional<ListTrace> tssa::traceList(ListCreateOp list) {
  Tracer tracer(list);
  if (!tracer.analyze())
    return std::nullopt;
  return tracer.build();
}
