// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values have no identity, results have. Each result that is storage of its own
// gets a `tssa.materialize_result`, under the conditions under which it is
// returned; results in one storage share it.

#include "ResultIdentity.h"
#include "MergedRefs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tssa;

void tssa::forEachChoice(Value ref, function_ref<void(Value)> visit) {
  SmallVector<Value> pending = {ref};
  DenseSet<Value> seen;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    Operation *op = value.getDefiningOp();
    if (auto select = dyn_cast_or_null<arith::SelectOp>(op)) {
      pending.push_back(select.getFalseValue());
      pending.push_back(select.getTrueValue());
    } else if (isa_and_nonnull<scf::IfOp, scf::IndexSwitchOp>(op)) {
      unsigned number = cast<OpResult>(value).getResultNumber();
      for (Region &region : llvm::reverse(op->getRegions()))
        pending.push_back(region.front().getTerminator()->getOperand(number));
    } else {
      visit(value);
    }
  }
}

llvm::SmallSetVector<int64_t, 4>
tssa::getDeclaredStorages(func::FuncOp function, unsigned number) {
  llvm::SmallSetVector<int64_t, 4> storages;
  auto alias = function.getResultAttrOfType<IntegerAttr>(number, kAliasAttr);
  auto choice =
      function.getResultAttrOfType<DenseI64ArrayAttr>(number, kChoiceAttr);
  bool fresh = bool(function.getResultAttr(number, kFreshAttr));
  if (fresh + bool(alias) + bool(choice) != 1)
    return storages;
  if (fresh)
    storages.insert(kFreshStorage);
  else if (alias)
    storages.insert(alias.getInt());
  else
    storages.insert(choice.asArrayRef().begin(), choice.asArrayRef().end());
  return storages;
}

namespace {

/// By root: what stands for it in results.
using Storages = DenseMap<Value, Value>;

class ResultNamer {
public:
  ResultNamer(func::FuncOp function, AliasForest &forest,
              function_ref<AliasPath(Value)> getPath,
              function_ref<bool(Value)> isImperative)
      : function(function), forest(forest), getPath(getPath),
        isImperative(isImperative), builder(function.getContext()) {}

  void run(func::ReturnOp op, Operation *end, ArrayRef<ListCreateOp> lists);

private:
  void name(OpOperand &operand, Storages &storages, Operation *end,
            Operation *before);
  void nameChoice(Operation *choice, Storages storages);
  void declare(unsigned number, Value ref);

  func::FuncOp function;
  AliasForest &forest;
  function_ref<AliasPath(Value)> getPath;
  function_ref<bool(Value)> isImperative;
  OpBuilder builder;
};

} // namespace

static bool isChoice(Value ref) {
  Operation *op = ref.getDefiningOp();
  return op && isResultChoice(op);
}

bool tssa::hasAppends(ListCreateOp list) {
  return llvm::any_of(list->getUsers(), llvm::IsaPred<ListAppendOp>);
}

/// Puts what stands for the storage of a ref, or a view of it, in its place.
/// The storage is made in front of `end`, the view in front of `before`.
void ResultNamer::name(OpOperand &operand, Storages &storages, Operation *end,
                       Operation *before) {
  auto type = cast<RefType>(operand.get().getType());
  AliasPath path = getPath(operand.get());
  Location loc = operand.getOwner()->getLoc();
  builder.setInsertionPoint(end);
  Value &storage = storages[path.root];
  if (isa<BlockArgument>(path.root)) {
    storage = path.root;
  } else if (!storage) {
    Value version = CurrentOp::create(builder, loc, path.root);
    storage =
        MaterializeResultOp::create(builder, loc, path.root.getType(), version);
  }
  if (path.isWhole() && storage.getType() == type) {
    operand.set(storage);
    return;
  }
  view::ViewKindInterface kind = path.kind;
  if (!kind)
    kind = view::AliasAttr::get(builder.getContext());
  builder.setInsertionPoint(before);
  operand.set(
      view::OfOp::create(builder, loc, type, kind, storage, path.operands));
}

/// The same in each branch, on top of what is known around it.
void ResultNamer::nameChoice(Operation *choice, Storages storages) {
  for (Region &region : choice->getRegions()) {
    Storages own = storages;
    Operation *terminator = region.front().getTerminator();
    for (OpOperand &operand : terminator->getOpOperands())
      if (!isChoice(operand.get()))
        name(operand, own, terminator, terminator);
    for (Operation &op : llvm::make_early_inc_range(region.front()))
      if (isResultChoice(&op))
        nameChoice(&op, own);
  }
}

void ResultNamer::declare(unsigned number, Value ref) {
  llvm::SmallSetVector<int64_t, 4> storages;
  forEachChoice(ref, [&](Value one) {
    auto argument = dyn_cast<BlockArgument>(forest.getRoot(one));
    storages.insert(argument ? int64_t(argument.getArgNumber())
                             : kFreshStorage);
  });
  if (storages.size() > 1) {
    SmallVector<int64_t> sorted = storages.takeVector();
    llvm::sort(sorted);
    function.setResultAttr(number, kChoiceAttr,
                           builder.getDenseI64ArrayAttr(sorted));
  } else if (storages.front() == kFreshStorage) {
    function.setResultAttr(number, kFreshAttr, builder.getUnitAttr());
  } else {
    function.setResultAttr(number, kAliasAttr,
                           builder.getI64IntegerAttr(storages.front()));
  }
}

void ResultNamer::run(func::ReturnOp op, Operation *end,
                      ArrayRef<ListCreateOp> lists) {
  Storages storages;
  SmallVector<Operation *> choices;
  auto isVersion = [&](Value value) {
    return isa<RefType>(value.getType()) && !isImperative(value);
  };
  for (OpOperand &operand : op->getOpOperands())
    if (isVersion(operand.get()))
      declare(operand.getOperandNumber(), operand.get());
  // What is returned in any case, and what may be in a list that grows, is made
  // before the lists and the choices, which share it.
  SmallVector<ListCreateOp> whole;
  for (ListCreateOp list : lists) {
    if (!hasAppends(list)) {
      list->moveBefore(op);
      whole.push_back(list);
      continue;
    }
    for (OpOperand &operand : list->getOpOperands())
      if (isVersion(operand.get()))
        name(operand, storages, end, list);
    for (Operation *append : list->getUsers())
      if (isa<ListAppendOp>(append) && isVersion(append->getOperand(0)))
        name(append->getOpOperand(0), storages, end, append);
  }
  Operation *before = whole.empty() ? op.getOperation() : whole.front();
  if (end == op)
    end = before;
  for (ListCreateOp list : whole)
    for (OpOperand &operand : list->getOpOperands())
      if (isVersion(operand.get()))
        name(operand, storages, end, before);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isVersion(operand.get()))
      continue;
    if (!isChoice(operand.get()))
      name(operand, storages, end, before);
    else if (!llvm::is_contained(choices, operand.get().getDefiningOp()))
      choices.push_back(operand.get().getDefiningOp());
  }
  for (Operation *choice : choices) {
    choice->moveBefore(op);
    nameChoice(choice, storages);
  }
}

void tssa::nameResults(func::FuncOp function, AliasForest &forest,
                       function_ref<AliasPath(Value)> getPath,
                       function_ref<bool(Value)> isImperative,
                       func::ReturnOp op, Operation *end,
                       ArrayRef<ListCreateOp> lists) {
  ResultNamer(function, forest, getPath, isImperative).run(op, end, lists);
}
