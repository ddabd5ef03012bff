// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of refs as lists of numbers. An element is a part of a storage: if all
// that are ever put in are parts of a few storages by a few kinds of view, then
// what tells them apart are a number for storage and kind, and the index
// operands of the view.
//
//   tssa.list_append %row, %l           // %row is select<0, ?> %x[%i]
//   %r = tssa.list_get %l[%k]
//
// becomes
//
//   tssa.list_append %i, %o
//   %j = tssa.list_get %o[%k]
//   %r = view.of #view.select<0, ?> %x[%j]
//
// The elements are names, so writes to %x between the two show, as they must.
// Each list is a fixed number of lists of numbers wherever it goes: through
// branches and loops, and into other lists.

#include "FailingViews.h"
#include "ListFlow.h"
#include "MergedRefs.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::tssa;
using view::ViewKindInterface;

namespace {

class PathLists {
public:
  PathLists(func::FuncOp function, ListFlow &flow,
            const DenseSet<ListGroup *> &followed)
      : function(function), flow(flow), followed(followed),
        builder(function.getContext()) {}

  void run();

private:
  ListGroup *getGroup(Value value) {
    ListGroup *group = flow.getGroup(value);
    return followed.contains(group) ? group : nullptr;
  }
  bool isCarried(Value value) {
    return isa<RefType>(value.getType()) && getGroup(value);
  }

  void rewriteRegion(Region &region);
  void rewriteOp(Operation *op);
  void rewriteListOp(Operation *op, ListGroup &group);
  void rewriteCreate(ListCreateOp op, ListGroup &group);
  void rewriteSelect(arith::SelectOp op);
  void addArguments(Region &region);
  void expandOperands(Operation *op, unsigned numFixed, ValueRange places);
  void rebuild(Operation *op);
  void finish();
  void buildTypeChecks(Operation *op, ListGroup &group, ArrayRef<Value> taken);
  Value buildTaken(Operation *op, ListGroup &group);
  Value buildResult(Location loc, Value list, ListGroup &group);
  Value buildRef(Location loc, Type type, const ElementKind &kind,
                 ArrayRef<Value> operands);

  SmallVector<Value> encode(Location loc, Value ref, ListGroup &group);
  SmallVector<Type> getNumberTypes(Value value);
  SmallVector<Value> &getNumbers(Value value) {
    auto it = numbers.find(value);
    assert(it != numbers.end() && "values are visited before their uses");
    return it->second;
  }
  Value buildIndex(Location loc, int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  func::FuncOp function;
  ListFlow &flow;
  const DenseSet<ListGroup *> &followed;
  OpBuilder builder;
  /// What stands for a list, or goes along with a ref: the tag, if there is
  /// one, then the operands.
  DenseMap<Value, SmallVector<Value>> numbers;
  /// The arguments that a loop's condition has had.
  DenseMap<Operation *, SmallVector<Value>> carried;
  /// What is replaced, and all ops and arguments that are not needed then.
  SmallVector<std::pair<Value, Value>> replaced;
  SmallVector<Operation *> dead;
  SmallVector<BlockArgument> deadArguments;
};

} // namespace

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// A number by case, the last one in any other.
static Value chooseByTag(OpBuilder &builder, Location loc, Value tag,
                         ArrayRef<std::pair<unsigned, Value>> cases) {
  Value chosen = cases.back().second;
  for (auto [number, value] : llvm::reverse(cases.drop_back())) {
    if (value == chosen)
      continue;
    Value is = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, tag,
        arith::ConstantIndexOp::create(builder, loc, number));
    chosen = arith::SelectOp::create(builder, loc, is, value, chosen);
  }
  return chosen;
}

/// The numbers of a ref that goes into a list, or along with one that does.
SmallVector<Value> PathLists::encode(Location loc, Value ref,
                                     ListGroup &group) {
  Value base = ref;
  while (auto alias = base.getDefiningOp<AliasOpInterface>())
    base = alias.getAliasedRef();
  if (base == ref && isCarried(base))
    return getNumbers(base);
  if (isa_and_nonnull<ub::PoisonOp>(base.getDefiningOp()))
    return SmallVector<Value>(group.getNumLists(), buildIndex(loc, 0));
  ElementViews views = *getElementViews(ref, base);
  SmallVector<Value> own;
  for (OpFoldResult operand : views.operands)
    own.push_back(getValueOrCreateConstantIndexOp(builder, loc, operand));
  SmallVector<Value> result;
  if (!isCarried(base)) {
    ListFlow::Kinds kinds = *flow.getKinds(group, ref);
    if (group.isTagged())
      result.push_back(buildIndex(loc, kinds[0]));
    llvm::append_range(result, own);
    while (result.size() < group.getNumLists())
      result.push_back(buildIndex(loc, 0));
    return result;
  }
  // A view of what was carried: its operands come behind those that there are.
  ArrayRef<Value> given = getNumbers(base);
  ListFlow::Kinds kinds = *flow.getKinds(group, base);
  if (!group.isTagged() || kinds.empty())
    return SmallVector<Value>(given);
  Value tag = given.front();
  given = given.drop_front();
  SmallVector<SmallVector<std::pair<unsigned, Value>>> cases(
      group.getNumLists());
  for (unsigned kind : kinds) {
    unsigned viewed = *flow.getViewKind(group, kind, views);
    cases.front().push_back({kind, buildIndex(loc, viewed)});
    unsigned first = group.pool[kind].numOperands;
    for (unsigned i = 0; i < group.numOperands; ++i)
      cases[i + 1].push_back({kind, i >= first && i - first < own.size()
                                        ? own[i - first]
                                        : given[i]});
  }
  for (ArrayRef<std::pair<unsigned, Value>> number : cases)
    result.push_back(chooseByTag(builder, loc, tag, number));
  return result;
}

Value PathLists::buildRef(Location loc, Type type, const ElementKind &element,
                          ArrayRef<Value> operands) {
  ViewKindInterface kind = element.kind;
  if (!kind)
    kind = view::AliasAttr::get(builder.getContext());
  return buildPart(builder, loc, element.root, kind,
                   operands.take_front(element.numOperands),
                   cast<RefType>(type));
}

/// The ref that was taken out, of its numbers.
Value PathLists::buildTaken(Operation *op, ListGroup &group) {
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  ArrayRef<Value> operands = getNumbers(op->getResult(0));
  Value tag;
  if (group.isTagged()) {
    tag = operands.front();
    operands = operands.drop_front();
  }
  builder.setInsertionPoint(op);
  const ListFlow::Kinds &kinds = flow.getTaken(op);
  // Nothing is of its type: the check before it fails.
  if (kinds.empty())
    return buildPlaceholder(builder, loc, cast<RefType>(type));
  if (kinds.size() == 1)
    return buildRef(loc, type, group.pool[kinds[0]], operands);
  SmallVector<int64_t> cases(kinds.begin() + 1, kinds.end());
  auto choice =
      scf::IndexSwitchOp::create(builder, loc, type, tag, cases, cases.size());
  OpBuilder::InsertionGuard guard(builder);
  for (auto [i, kind] : llvm::enumerate(kinds)) {
    builder.createBlock(i == 0 ? &choice.getDefaultRegion()
                               : &choice.getCaseRegions()[i - 1]);
    scf::YieldOp::create(builder, loc,
                         buildRef(loc, type, group.pool[kind], operands));
  }
  return choice.getResult(0);
}

/// A list that is returned, made of its numbers where it goes out:
///
///   %r = tssa.list_create
///   scf.for %i = 0 to tssa.list_len %tags {
///     scf.index_switch tssa.list_get %tags[%i]
///     case 0 { tssa.list_append %a, %r }
///     default { tssa.list_append %b, %r }
///   }
Value PathLists::buildResult(Location loc, Value list, ListGroup &group) {
  OpBuilder::InsertionGuard guard(builder);
  auto type = cast<ListType>(list.getType());
  Value result = ListCreateOp::create(builder, loc, type, ValueRange());
  ListFlow::Kinds kinds = flow.getContents(list);
  if (kinds.empty())
    return result;
  ArrayRef<Value> lists = getNumbers(list);
  Value length = ListLenOp::create(builder, loc, lists.front());
  auto loop = scf::ForOp::create(builder, loc, buildIndex(loc, 0), length,
                                 buildIndex(loc, 1));
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> taken;
  for (Value of : lists)
    taken.push_back(ListGetOp::create(builder, loc, builder.getIndexType(), of,
                                      loop.getInductionVar()));
  ArrayRef<Value> operands = taken;
  if (group.isTagged())
    operands = operands.drop_front();
  auto append = [&](unsigned kind) {
    const ElementKind &element = group.pool[kind];
    Value ref = buildRef(loc, getResultType(element, type), element, operands);
    ListAppendOp::create(builder, loc, ref, result);
  };
  if (kinds.size() == 1) {
    append(kinds[0]);
    return result;
  }
  SmallVector<int64_t> cases(kinds.begin() + 1, kinds.end());
  auto choice = scf::IndexSwitchOp::create(builder, loc, TypeRange(),
                                           taken.front(), cases, cases.size());
  for (auto [i, kind] : llvm::enumerate(kinds)) {
    builder.createBlock(i == 0 ? &choice.getDefaultRegion()
                               : &choice.getCaseRegions()[i - 1]);
    append(kind);
    scf::YieldOp::create(builder, loc);
  }
  return result;
}

void PathLists::buildTypeChecks(Operation *op, ListGroup &group,
                                ArrayRef<Value> taken) {
  Value tag;
  if (group.isTagged()) {
    tag = taken.front();
    taken = taken.drop_front();
  }
  for (unsigned number : flow.getDoubtful(op)) {
    Value isOther;
    if (tag)
      isOther =
          arith::CmpIOp::create(builder, op->getLoc(), arith::CmpIPredicate::ne,
                                tag, buildIndex(op->getLoc(), number));
    createTypeCheck(builder, op, group.pool[number],
                    taken.take_front(group.pool[number].numOperands), isOther);
  }
}

//===----------------------------------------------------------------------===//
// Ops on lists
//===----------------------------------------------------------------------===//

/// The types of what stands for a list, or goes along with a ref.
SmallVector<Type> PathLists::getNumberTypes(Value value) {
  Type type = builder.getIndexType();
  for (auto list = dyn_cast<ListType>(value.getType()); list;
       list = dyn_cast<ListType>(list.getElementType()))
    type = ListType::get(builder.getContext(), type);
  return SmallVector<Type>(getGroup(value)->getNumLists(), type);
}

void PathLists::rewriteCreate(ListCreateOp op, ListGroup &group) {
  Location loc = op.getLoc();
  SmallVector<SmallVector<Value>> elements(group.getNumLists());
  for (Value element : op.getElements()) {
    SmallVector<Value> encoded = isa<ListType>(element.getType())
                                     ? getNumbers(element)
                                     : encode(loc, element, group);
    for (auto [of, number] : llvm::zip_equal(elements, encoded))
      of.push_back(number);
  }
  SmallVector<Value> lists;
  for (auto [type, of] :
       llvm::zip_equal(getNumberTypes(op.getResult()), elements))
    lists.push_back(ListCreateOp::create(builder, loc, type, of));
  numbers[op.getResult()] = lists;
}

void PathLists::rewriteListOp(Operation *op, ListGroup &group) {
  Location loc = op->getLoc();
  SmallVector<Value> lists = getNumbers(getListOperand(op));
  Value index = getListIndex(op);
  if (isa<ListLenOp>(op)) {
    replaced.push_back(
        {op->getResult(0), ListLenOp::create(builder, loc, lists.front())});
    return;
  }
  if (Value element = getPutElement(op)) {
    SmallVector<Value> encoded = isa<ListType>(element.getType())
                                     ? getNumbers(element)
                                     : encode(loc, element, group);
    for (auto [of, number] : llvm::zip_equal(lists, encoded)) {
      if (isa<ListAppendOp>(op))
        ListAppendOp::create(builder, loc, number, of);
      else if (isa<ListInsertOp>(op))
        ListInsertOp::create(builder, loc, number, of, index);
      else
        ListSetOp::create(builder, loc, number, of, index);
    }
    return;
  }
  SmallVector<Value> taken;
  for (Value of : lists) {
    Type type = cast<ListType>(of.getType()).getElementType();
    taken.push_back(
        isa<ListGetOp>(op)
            ? ListGetOp::create(builder, loc, type, of, index).getResult()
            : ListPopOp::create(builder, loc, type, of, index).getResult());
  }
  numbers[op->getResult(0)] = taken;
  if (isa<RefType>(op->getResult(0).getType()))
    buildTypeChecks(op, group, taken);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void PathLists::rewriteSelect(arith::SelectOp op) {
  ListGroup &group = *getGroup(op.getResult());
  bool isRef = isCarried(op.getResult());
  auto get = [&](Value value) {
    return isRef ? encode(op.getLoc(), value, group) : getNumbers(value);
  };
  SmallVector<Value> chosen;
  for (auto [lhs, rhs] :
       llvm::zip_equal(get(op.getTrueValue()), get(op.getFalseValue())))
    chosen.push_back(builder.createOrFold<arith::SelectOp>(
        op.getLoc(), op.getCondition(), lhs, rhs));
  numbers[op.getResult()] = chosen;
  if (!isRef)
    dead.push_back(op);
}

/// Lists that a block receives are lists of numbers, and numbers come behind
/// refs.
void PathLists::addArguments(Region &region) {
  if (region.empty())
    return;
  Block &block = region.front();
  for (BlockArgument argument : llvm::to_vector(block.getArguments())) {
    if (!getGroup(argument))
      continue;
    SmallVector<Value> &added = numbers[argument];
    unsigned at = argument.getArgNumber();
    for (Type type : getNumberTypes(argument))
      added.push_back(block.insertArgument(++at, type, argument.getLoc()));
    if (!isCarried(argument))
      deadArguments.push_back(argument);
  }
}

/// The operands of an op, with numbers where the places that they go to are
/// lists or refs with numbers; the first `numFixed` go nowhere.
void PathLists::expandOperands(Operation *op, unsigned numFixed,
                               ValueRange places) {
  SmallVector<Value> operands(op->getOperands().take_front(numFixed));
  builder.setInsertionPoint(op);
  bool changed = false;
  for (auto [operand, place] :
       llvm::zip_equal(op->getOperands().drop_front(numFixed), places)) {
    ListGroup *group = getGroup(place);
    changed |= group != nullptr;
    if (!group || isCarried(place))
      operands.push_back(operand);
    if (group)
      llvm::append_range(operands, isCarried(place)
                                       ? encode(op->getLoc(), operand, *group)
                                       : getNumbers(operand));
  }
  if (changed)
    op->setOperands(operands);
}

/// An op with other results takes the place of one that merges lists or refs.
void PathLists::rebuild(Operation *op) {
  if (llvm::none_of(op->getResults(),
                    [&](Value result) { return getGroup(result); }))
    return;
  SmallVector<Type> types;
  for (Value result : op->getResults()) {
    if (!getGroup(result) || isCarried(result))
      types.push_back(result.getType());
    if (getGroup(result))
      llvm::append_range(types, getNumberTypes(result));
  }
  Operation *built = Operation::create(
      op->getLoc(), op->getName(), types, op->getOperands(),
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      op->getSuccessors(), op->getNumRegions());
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), built->getRegions()))
    to.takeBody(from);
  builder.setInsertionPoint(op);
  builder.insert(built);
  ValueRange results = built->getResults();
  for (Value result : op->getResults()) {
    ListGroup *group = getGroup(result);
    if (!group || isCarried(result)) {
      replaced.push_back({result, results.front()});
      results = results.drop_front();
    }
    if (!group)
      continue;
    ValueRange added = results.take_front(group->getNumLists());
    results = results.drop_front(added.size());
    numbers[result] = llvm::to_vector(added);
  }
  dead.push_back(op);
}

void PathLists::rewriteRegion(Region &region) {
  auto visit = [&](Block &block) {
    SmallVector<Operation *> ops =
        llvm::map_to_vector(block, [](Operation &op) { return &op; });
    for (Operation *op : ops)
      rewriteOp(op);
  };
  if (region.hasOneBlock())
    return visit(region.front());
  for (Block *block : getBlocksSortedByDominance(region))
    visit(*block);
}

void PathLists::rewriteOp(Operation *op) {
  builder.setInsertionPoint(op);
  if (auto create = dyn_cast<ListCreateOp>(op)) {
    if (ListGroup *group = getGroup(create.getResult())) {
      rewriteCreate(create, *group);
      dead.push_back(op);
    }
    return;
  }
  if (Value list = getListOperand(op)) {
    if (ListGroup *group = getGroup(list)) {
      rewriteListOp(op, *group);
      dead.push_back(op);
    }
    return;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (getGroup(select.getResult()))
      rewriteSelect(select);
    return;
  }
  // A list that there is none of is one that nobody uses.
  if (isa<ub::PoisonOp>(op) && getGroup(op->getResult(0))) {
    SmallVector<Value> lists;
    for (Type type : getNumberTypes(op->getResult(0)))
      lists.push_back(
          ListCreateOp::create(builder, op->getLoc(), type, ValueRange()));
    numbers[op->getResult(0)] = lists;
    dead.push_back(op);
    return;
  }
  if (isa<func::ReturnOp>(op)) {
    DenseMap<Value, Value> results;
    for (OpOperand &operand : op->getOpOperands()) {
      ListGroup *group = getGroup(operand.get());
      if (!group || isCarried(operand.get()))
        continue;
      Value &result = results[operand.get()];
      if (!result)
        result = buildResult(op->getLoc(), operand.get(), *group);
      operand.set(result);
    }
    return;
  }
  Operation *parent = op->getParentOp();
  if (isa<scf::ConditionOp>(op))
    return expandOperands(op, /*numFixed=*/1, parent->getResults());
  if (isa<scf::YieldOp>(op)) {
    if (auto loop = dyn_cast<scf::WhileOp>(parent))
      return expandOperands(op, 0, carried[loop]);
    if (parent->getNumResults() == op->getNumOperands())
      expandOperands(op, 0, parent->getResults());
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    expandOperands(op, loop.getNumControlOperands(), loop.getResults());
    addArguments(loop.getRegion());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    llvm::append_range(carried[loop], loop.getBeforeArguments());
    expandOperands(op, 0, carried[loop]);
    addArguments(loop.getBefore());
    addArguments(loop.getAfter());
  }
  for (Region &region : op->getRegions())
    rewriteRegion(region);
  rebuild(op);
}

/// Nothing is replaced before all is rewritten: until then every op that there
/// was names what it did.
void PathLists::finish() {
  DenseSet<Operation *> isDead(dead.begin(), dead.end());
  SmallVector<std::pair<Value, Value>> taken;
  for (Operation *op : dead)
    if (isa<ListGetOp, ListPopOp>(op) && isCarried(op->getResult(0)) &&
        !llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return isDead.contains(user); }))
      taken.push_back(
          {op->getResult(0), buildTaken(op, *getGroup(op->getResult(0)))});
  // What was taken may be one of the other values that are replaced.
  for (auto [from, to] : llvm::concat<std::pair<Value, Value>>(taken, replaced))
    from.replaceAllUsesWith(to);
  for (Operation *op : llvm::reverse(dead))
    op->erase();
  for (BlockArgument argument : llvm::reverse(deadArguments))
    argument.getOwner()->eraseArgument(argument.getArgNumber());
}

void PathLists::run() {
  rewriteRegion(function.getBody());
  finish();
}

void tssa::replaceByPaths(func::FuncOp function, ListFlow &flow,
                          const DenseSet<ListGroup *> &groups) {
  PathLists(function, flow, groups).run();
}
