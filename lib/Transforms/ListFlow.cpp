// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of lists of refs, and what may be in them: a fixpoint over what ops
// put in, take out and pass on. It knows no order, but it tells the objects
// apart, so that of two lists in one group each gives only what went into it.

#include "ListFlow.h"
#include "FailingViews.h"
#include "MergedRefs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::tssa;
using view::ViewKindInterface;

/// Chains of views without end are cut off here; no use tells so many apart.
static constexpr unsigned kMaxPool = 64;

//===----------------------------------------------------------------------===//
// What merges
//===----------------------------------------------------------------------===//

std::optional<MergedPlace> tssa::getMergedPlace(Value value) {
  MergedPlace place;
  auto result = dyn_cast<OpResult>(value);
  Operation *op =
      result ? result.getOwner() : value.getParentBlock()->getParentOp();
  unsigned number = result ? result.getResultNumber()
                           : cast<BlockArgument>(value).getArgNumber();
  if (auto loop = dyn_cast_or_null<scf::ForOp>(op)) {
    if (!result && number-- == 0)
      return std::nullopt;
    place.sources = {loop.getInitArgs()[number],
                     loop.getYieldedValues()[number]};
    place.sinks = {loop.getRegionIterArg(number), loop.getResult(number)};
    return place;
  }
  if (auto loop = dyn_cast_or_null<scf::WhileOp>(op)) {
    if (!result && value.getParentRegion() == &loop.getBefore()) {
      place.sources = {loop.getInits()[number],
                       loop.getYieldOp().getOperand(number)};
      place.sinks = {value};
    } else {
      place.sources = {loop.getConditionOp().getArgs()[number]};
      place.sinks = {loop.getAfterArguments()[number], loop.getResult(number)};
    }
    return place;
  }
  if (!result)
    return std::nullopt;
  place.sinks = {value};
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (!select.getCondition().getType().isInteger(1))
      return std::nullopt;
    place.sources = {select.getTrueValue(), select.getFalseValue()};
    return place;
  }
  if (!isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op))
    return std::nullopt;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (auto yield = dyn_cast<scf::YieldOp>(block.getTerminator()))
        place.sources.push_back(yield.getOperand(number));
  return place;
}

/// Whether `op` passes an operand on to a merged place.
static bool passesToPlace(Operation *op) {
  if (isa<scf::YieldOp>(op))
    return isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp, scf::ForOp,
               scf::WhileOp>(op->getParentOp());
  return isa<scf::ForOp, scf::WhileOp, scf::ConditionOp, arith::SelectOp>(op);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

unsigned ListFlow::find(Value name) {
  unsigned number = numbers.find(name)->second;
  while (parents[number] != number)
    number = parents[number] = parents[parents[number]];
  return number;
}

void ListFlow::addName(Value name) {
  if (numbers.try_emplace(name, names.size()).second) {
    parents.push_back(names.size());
    names.push_back(name);
  }
}

/// Returns whether the two were apart.
bool ListFlow::join(Value lhs, Value rhs) {
  unsigned first = find(lhs), second = find(rhs);
  if (first == second)
    return false;
  parents[std::max(first, second)] = std::min(first, second);
  return true;
}

/// What an op does with a list.
void ListFlow::visitUse(OpOperand &use) {
  Operation *op = use.getOwner();
  Value list = use.get();
  bool isElement = getPutElement(op) && use.getOperandNumber() == 0;
  if (isElement)
    join(list, getListOperand(op));
  else if (isa<ListCreateOp>(op))
    join(list, op->getResult(0));
  else if (isa<func::ReturnOp>(op) && op->getParentOp() == function)
    returned.insert(list);
  else if (!getListOperand(op) && !passesToPlace(op))
    escapes.try_emplace(list, op);
}

/// What gives a list.
void ListFlow::visitDefinition(Value list) {
  Operation *op = list.getDefiningOp();
  if (isa_and_nonnull<ListCreateOp, ub::PoisonOp>(op))
    return;
  if (isa_and_nonnull<ListGetOp, ListPopOp>(op)) {
    join(list, getListOperand(op));
    return;
  }
  std::optional<MergedPlace> place = getMergedPlace(list);
  if (!place) {
    escapes.try_emplace(list, op ? op : list.getParentBlock()->getParentOp());
    return;
  }
  for (Value other : llvm::concat<Value>(place->sources, place->sinks))
    join(list, other);
}

/// Refs that are merged inside of what the lists outlive are carried along as
/// numbers, as the elements are that one list passes on to another.
void ListFlow::carryMerged() {
  bool changed;
  SmallVector<std::pair<Value, Value>> puts;
  for (Operation *op : listOps) {
    if (auto create = dyn_cast<ListCreateOp>(op))
      for (Value element : create.getElements())
        puts.push_back({element, create.getResult()});
    else if (Value element = getPutElement(op))
      puts.push_back({element, getListOperand(op)});
  }
  do {
    changed = false;
    buildGroups();
    for (size_t i = 0; i < puts.size(); ++i) {
      auto [element, into] = puts[i];
      if (!isa<RefType>(element.getType()))
        continue;
      Value base = getChainBase(element);
      if (numbers.contains(base)) {
        changed |= join(base, into);
        continue;
      }
      if (isUndefinedRef(base) || isFixed(*groupOf.find(into)->second, base))
        continue;
      std::optional<MergedPlace> place = getMergedPlace(base);
      if (!place)
        continue;
      changed = true;
      for (Value sink : place->sinks) {
        addName(sink);
        join(sink, into);
        groupOf[sink] = groupOf.find(into)->second;
      }
      for (Value source : place->sources)
        puts.push_back({source, into});
    }
  } while (changed);
}

/// Whether a ref has one value as long as the lists of a group live.
bool ListFlow::isFixed(const ListGroup &group, Value ref) {
  return ref.getParentRegion()->isAncestor(group.home) &&
         ref.getParentBlock()->isEntryBlock();
}

void ListFlow::buildGroups() {
  groups.clear();
  groupOf.clear();
  DenseMap<unsigned, ListGroup *> byRoot;
  for (Value name : names) {
    ListGroup *&group = byRoot[find(name)];
    if (!group) {
      groups.push_back(std::make_unique<ListGroup>());
      group = groups.back().get();
      group->home = name.getParentRegion();
    }
    groupOf[name] = group;
    group->values.insert(name);
    while (!group->home->isAncestor(name.getParentRegion()))
      group->home = group->home->getParentRegion();
    if (auto it = escapes.find(name); it != escapes.end() && !group->escape)
      group->escape = it->second;
    if (returned.contains(name))
      group->results.push_back(name);
  }
  for (Operation *op : listOps) {
    if (auto create = dyn_cast<ListCreateOp>(op))
      getGroup(create.getResult())->creates.push_back(create);
    else
      getGroup(getListOperand(op))->ops.push_back(op);
  }
}

void ListFlow::collect() {
  auto isList = [](Value value) { return isListOfRefs(value.getType()); };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          if (isList(argument))
            addName(argument);
    for (Value result : op->getResults())
      if (isList(result))
        addName(result);
    Value list = getListOperand(op);
    if (auto create = dyn_cast<ListCreateOp>(op))
      list = create.getResult();
    if (!list || !isList(list))
      return;
    listOps.push_back(op);
    if (isa<ListGetOp, ListPopOp>(op))
      addName(op->getResult(0));
  });
  for (size_t i = 0, e = names.size(); i < e; ++i) {
    Value name = names[i];
    if (!isList(name)) {
      join(name, getListOperand(name.getDefiningOp()));
      continue;
    }
    visitDefinition(name);
    for (OpOperand &use : name.getUses())
      visitUse(use);
  }
  carryMerged();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

std::optional<ElementViews> tssa::getElementViews(Value ref, Value base) {
  SmallVector<AliasOpInterface> chain;
  for (Value current = ref; current != base;) {
    auto alias = current.getDefiningOp<AliasOpInterface>();
    chain.push_back(alias);
    current = alias.getAliasedRef();
  }
  MLIRContext *context = ref.getContext();
  Type element = cast<RefType>(base.getType()).getElementType();
  // A layout may claim an offset that only a constant gives.
  bool hasLayout = bool(cast<RefType>(ref.getType()).getLayout());
  ElementViews views;
  bool isKnown = true;
  for (AliasOpInterface alias : llvm::reverse(chain)) {
    Type of = cast<RefType>(alias.getAliasedRef().getType()).getElementType();
    auto visit = [&](ViewKindInterface kind, ValueRange given) {
      if (isa<view::AliasAttr>(kind))
        return;
      if (isa<view::AsStridedAttr>(kind)) {
        isKnown &= of == element;
        views.kinds.clear();
        views.operands.clear();
        views.namesStorage = true;
      }
      if (auto bitcast = dyn_cast<view::BitcastAttr>(kind))
        of = bitcast.getElementType();
      auto select = dyn_cast<view::SelectAttr>(kind);
      if (select && given.empty() && !hasLayout) {
        kind = view::SelectAttr::get(context, select.getDim(),
                                     ShapedType::kDynamic);
        views.operands.push_back(
            IntegerAttr::get(IndexType::get(context), select.getIndex()));
      }
      views.kinds.push_back(kind);
      llvm::append_range(views.operands, given);
    };
    forEachMember(alias.getAliasKind(), alias.getAliasOperands(), visit);
  }
  if (!isKnown)
    return std::nullopt;
  return views;
}

std::optional<unsigned> ListFlow::addKind(ListGroup &group, ElementKind kind) {
  auto *found = llvm::find(group.pool, kind);
  unsigned number = found - group.pool.begin();
  if (found != group.pool.end())
    return number;
  if (number == kMaxPool) {
    group.hasManyKinds = true;
    group.reason = "holds parts of storages of more than eight kinds; use "
                   "several lists";
    return std::nullopt;
  }
  group.pool.push_back(kind);
  group.numOperands = std::max(group.numOperands, kind.numOperands);
  return number;
}

std::optional<unsigned> ListFlow::addViewed(ListGroup &group, ElementKind of,
                                            const ElementViews &views) {
  if (views.kinds.empty())
    return addKind(group, of);
  SmallVector<ViewKindInterface> kinds;
  if (of.kind)
    kinds.push_back(of.kind);
  llvm::append_range(kinds, views.kinds);
  auto type = cast<RefType>(of.root.getType());
  of.kind =
      normalizeKind(view::PathAttr::chain(type.getContext(), kinds), type);
  of.numOperands += views.operands.size();
  if (isa<view::AliasAttr>(of.kind))
    of.kind = {};
  else if (failed(of.kind.inferResultShape(
               view::ViewShape(type), [] { return InFlightDiagnostic(); }))) {
    group.reason = "holds a view that its storage's sizes never allow";
    return std::nullopt;
  }
  return addKind(group, of);
}

std::optional<unsigned> ListFlow::getViewKind(ListGroup &group, unsigned number,
                                              const ElementViews &views) {
  return addViewed(group, group.pool[number], views);
}

std::optional<ListFlow::Kinds> ListFlow::getKinds(ListGroup &group, Value ref) {
  Value base = getChainBase(ref);
  if (isUndefinedRef(base))
    return Kinds();
  bool isCarried = groupOf.lookup(base) == &group;
  if (!isCarried && !isFixed(group, base)) {
    group.looseAlloc = base.getDefiningOp<AllocOp>();
    group.reason =
        group.looseAlloc
            ? "holds a storage that is allocated in a loop or a branch; "
              "allocate it outside, or keep a view of a larger one"
            : "holds a ref whose storage is known only at run time; put "
              "tensors or views of them into it";
    return std::nullopt;
  }
  std::optional<ElementViews> views = getElementViews(ref, base);
  if (!views || (isCarried && views->namesStorage)) {
    group.reason = "holds a ref whose storage is known only at run time; put "
                   "tensors or views of them into it";
    return std::nullopt;
  }
  Kinds kinds;
  auto add = [&](ElementKind of) {
    std::optional<unsigned> number = addViewed(group, of, *views);
    if (number)
      kinds.insert(*number);
    return number.has_value();
  };
  if (!isCarried)
    return add({base, {}, 0}) ? std::optional(kinds) : std::nullopt;
  for (unsigned number : Kinds(kindsOf[base]))
    if (!add(group.pool[number]))
      return std::nullopt;
  return kinds;
}

//===----------------------------------------------------------------------===//
// The fixpoint
//===----------------------------------------------------------------------===//

/// `into` with what it lacks of `from`; whether that was anything.
template <typename Set> static bool unite(Set &into, const Set &from) {
  bool changed = false;
  for (auto item : from)
    changed |= into.insert(item);
  return changed;
}

/// What `element` is goes into the lists that `list` may be.
bool ListFlow::updateObjects(ListGroup &group, const Objects &lists,
                             Value element) {
  bool changed = false;
  if (isListOfRefs(element.getType())) {
    for (unsigned list : lists)
      changed |= unite(objects[list].lists, objectsOf[element]);
    return changed;
  }
  std::optional<Kinds> kinds = getKinds(group, element);
  if (!kinds)
    return false;
  for (unsigned list : lists)
    changed |= unite(objects[list].kinds, *kinds);
  return changed;
}

/// Takes over what is in the lists that an element is taken out of. What cannot
/// be of its type is an error at run time.
bool ListFlow::updateTaken(ListGroup &group, Operation *op) {
  Value element = op->getResult(0);
  bool changed = false;
  for (unsigned list : objectsOf[getListOperand(op)]) {
    const Object &object = objects[list];
    auto type = dyn_cast<RefType>(element.getType());
    if (!type) {
      changed |= unite(objectsOf[element], object.lists);
      continue;
    }
    for (unsigned kind : object.kinds) {
      std::optional<TypeFit> fit = getTypeFit(group.pool[kind], type);
      if (!fit)
        group.reason = "is read as another type than it holds, which is "
                       "checked at run time; read what was put in";
      if (fit != TypeFit::Always)
        doubtful[op].insert(kind);
      if (fit != TypeFit::Never)
        changed |= kindsOf[element].insert(kind);
    }
  }
  return changed;
}

bool ListFlow::updateValue(ListGroup &group, Value value) {
  Operation *op = value.getDefiningOp();
  bool isList = isListOfRefs(value.getType());
  if (auto create = dyn_cast_or_null<ListCreateOp>(op)) {
    auto [it, isNew] = objectOf.try_emplace(op, objects.size());
    if (isNew)
      objects.emplace_back();
    bool changed = objectsOf[value].insert(it->second);
    for (Value element : create.getElements())
      changed |= updateObjects(group, objectsOf[value], element);
    return changed;
  }
  if (isa_and_nonnull<ListGetOp, ListPopOp>(op))
    return updateTaken(group, op);
  if (isa_and_nonnull<ub::PoisonOp>(op))
    return false;
  bool changed = false;
  std::optional<MergedPlace> place = getMergedPlace(value);
  for (Value source : place->sources) {
    if (isList)
      changed |= unite(objectsOf[value], objectsOf[source]);
    else if (std::optional<Kinds> kinds = getKinds(group, source))
      changed |= unite(kindsOf[value], *kinds);
  }
  return changed;
}

/// Which elements an op may take out, of which not too many are told apart.
void ListFlow::checkTake(ListGroup &group, Operation *op,
                         DominanceInfo &dominance) {
  Kinds &possible = taken[op];
  // What is made later, while the same lists live, is not in them yet.
  auto isThere = [&](unsigned kind) {
    return dominance.properlyDominates(group.pool[kind].root, op);
  };
  for (unsigned kind : kindsOf[op->getResult(0)])
    if (isThere(kind))
      possible.insert(kind);
  Kinds &checked = doubtful[op];
  checked.remove_if([&](unsigned kind) { return !isThere(kind); });
  if (std::max(possible.size(), checked.size()) > kMaxAlternatives) {
    group.hasManyKinds = true;
    group.reason = "holds parts of storages of more than eight kinds; use "
                   "several lists";
  } else if (possible.empty() &&
             (checked.empty() ||
              !hasPlaceholder(cast<RefType>(op->getResult(0).getType())))) {
    group.reason = "never holds anything";
  }
}

ListFlow::Kinds ListFlow::getContents(Value list) {
  Kinds kinds;
  for (unsigned object : objectsOf[list])
    unite(kinds, objects[object].kinds);
  return kinds;
}

RefType tssa::getResultType(const ElementKind &kind, ListType type) {
  if (auto element = dyn_cast<RefType>(type.getElementType()))
    return element;
  auto root = cast<RefType>(kind.root.getType());
  return kind.kind ? view::inferViewType(kind.kind, root) : root;
}

/// Results that are one list must be so for the caller too.
void ListFlow::checkResults(ListGroup &group) {
  Objects seen;
  for (Value list : group.results) {
    auto type = cast<ListType>(list.getType());
    if (isa<ListType>(type.getElementType())) {
      group.reason = "is a result that holds lists; return the elements";
      return;
    }
    for (unsigned object : objectsOf[list])
      if (!seen.insert(object))
        group.reason = "is a result of which only the run tells whether it is "
                       "another result too; return the elements";
    for (unsigned kind : getContents(list))
      if (getTypeFit(group.pool[kind], getResultType(group.pool[kind], type)) !=
          TypeFit::Always)
        group.reason = "is a result whose contents are known only at run "
                       "time; return the elements";
  }
}

void ListFlow::analyze(ListGroup &group) {
  for (Value value : group.values) {
    objectsOf.try_emplace(value);
    kindsOf.try_emplace(value);
  }
  bool changed = true;
  while (changed && group.reason.empty()) {
    changed = false;
    for (Value value : group.values)
      changed |= updateValue(group, value);
    for (Operation *op : group.ops)
      if (Value element = getPutElement(op))
        changed |= updateObjects(group, objectsOf[getListOperand(op)], element);
  }
  DominanceInfo dominance(function);
  for (Operation *op : group.ops)
    if (isa<ListGetOp, ListPopOp>(op) &&
        isa<RefType>(op->getResult(0).getType()) && group.reason.empty())
      checkTake(group, op, dominance);
  if (group.reason.empty())
    checkResults(group);
}
