// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa-forward-lists: lists that a function keeps to itself disappear before it
// is functionalized. Here: lists of which it is known, at an op on them, what
// they hold.

#include "CheckLowering.h"
#include "FailingViews.h"
#include "ListFlow.h"
#include "MergedRefs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tensorssa-runtime/checks.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "tensorssa/Transforms/Passes.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_FORWARDLISTSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

/// A number read at an index that is known only at run time is chosen out of at
/// most so many.
static constexpr int64_t kMaxTable = 16;
/// A loop over a list whose elements differ is unrolled if it has at most so
/// many trips, and so many ops come out.
static constexpr int64_t kMaxTrips = 16;
static constexpr int64_t kMaxUnrolledOps = 4096;
/// Lists in lists: each round forwards the outermost that are left.
static constexpr unsigned kMaxRounds = 32;

//===----------------------------------------------------------------------===//
// Ops on lists
//===----------------------------------------------------------------------===//

Value tssa::getListOperand(Operation *op) {
  if (isa<ListSetOp, ListAppendOp, ListInsertOp>(op))
    return op->getOperand(1);
  if (isa<ListLenOp, ListGetOp, ListPopOp>(op))
    return op->getOperand(0);
  return {};
}

Value tssa::getListIndex(Operation *op) {
  if (isa<ListSetOp, ListInsertOp>(op))
    return op->getOperand(2);
  if (isa<ListGetOp, ListPopOp>(op))
    return op->getOperand(1);
  return {};
}

Value tssa::getPutElement(Operation *op) {
  return isa<ListSetOp, ListAppendOp, ListInsertOp>(op) ? op->getOperand(0)
                                                        : Value();
}

bool tssa::changesLength(Operation *op) {
  return isa<ListAppendOp, ListInsertOp, ListPopOp>(op);
}

bool tssa::changesList(Operation *op) {
  return isa<ListSetOp>(op) || changesLength(op);
}

/// Fails as the op does if `index` is outside of a list of `length` elements.
/// Returns the length.
static Value checkListIndex(OpBuilder &builder, Operation *op, Value index,
                            OpFoldResult length) {
  Location loc = op->getLoc();
  Value size = getValueOrCreateConstantIndexOp(builder, loc, length);
  Value low = builder.createOrFold<arith::SubIOp>(
      loc, arith::ConstantIndexOp::create(builder, loc, 0), size);
  Value isLow = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                      index, low);
  Value isHigh = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       index, size);
  createCheckFor(
      builder, op, arith::AndIOp::create(builder, loc, isLow, isHigh),
      TSSA_CHECK_INDEX_STATUS, TSSA_CHECK_INDEX_MESSAGE, {low, size, index});
  return size;
}

Value tssa::buildListPosition(OpBuilder &builder, Operation *op, Value index,
                              OpFoldResult length) {
  Value size = checkListIndex(builder, op, index, length);
  // Cannot fail any more: counts from the end, and is what later passes know
  // to be in range.
  return CheckIndexOp::create(builder, op->getLoc(), builder.getIndexType(),
                              index, size);
}

bool tssa::isGeneralization(Type from, Type to) {
  if (from == to)
    return true;
  auto source = dyn_cast<RefType>(from), target = dyn_cast<RefType>(to);
  if (!source || !target || source.getRank() != target.getRank() ||
      source.getElementType() != target.getElementType() ||
      (target.getLayout() && target.getLayout() != source.getLayout()))
    return false;
  return llvm::all_of_zip(
      source.getShape(), target.getShape(), [](int64_t known, int64_t stated) {
        return ShapedType::isDynamic(stated) || stated == known;
      });
}

Value tssa::generalizeRef(OpBuilder &builder, Location loc, Value value,
                          Type type) {
  if (value.getType() == type)
    return value;
  return view::OfOp::create(builder, loc, type,
                            view::AliasAttr::get(builder.getContext()), value,
                            ValueRange());
}

/// All lists that a function makes, in program order.
static std::vector<LocalList> collectLists(func::FuncOp function) {
  std::vector<LocalList> lists;
  DenseMap<Value, unsigned> numbers;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto it = numbers.find(operand.get());
      if (it == numbers.end())
        continue;
      LocalList &list = lists[it->second];
      bool isElement = getPutElement(op) && operand.getOperandNumber() == 0;
      if (getListOperand(op) && !isElement)
        list.ops.push_back(op);
      else if (isa<func::ReturnOp>(op) && op->getParentOp() == function)
        list.ret = op;
      else if (!list.escape)
        list.escape = op;
    }
    if (auto create = dyn_cast<ListCreateOp>(op)) {
      numbers[create.getResult()] = lists.size();
      lists.push_back({create, {}, nullptr, nullptr});
    }
  });
  return lists;
}

//===----------------------------------------------------------------------===//
// Known contents
//===----------------------------------------------------------------------===//

/// A number that is constant, or computed of a few that are: the last element
/// is at `len - 1`.
static std::optional<int64_t> getConstant(Value value, unsigned depth = 0) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || depth == 4 || !isa<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  std::optional<int64_t> lhs = getConstant(op->getOperand(0), depth + 1);
  std::optional<int64_t> rhs = getConstant(op->getOperand(1), depth + 1);
  int64_t result;
  if (!lhs || !rhs ||
      (isa<arith::AddIOp>(op) ? llvm::AddOverflow(*lhs, *rhs, result)
                              : llvm::SubOverflow(*lhs, *rhs, result)))
    return std::nullopt;
  return result;
}

std::optional<int64_t> tssa::getListPosition(Value index, int64_t length) {
  std::optional<int64_t> constant = getConstant(index);
  if (!constant)
    return std::nullopt;
  int64_t position = *constant < 0 ? *constant + length : *constant;
  return position >= 0 && position < length ? std::optional(position)
                                            : std::nullopt;
}

/// Whether an index is surely outside of a list of `length` elements.
static bool isOutside(Value index, int64_t length) {
  return length == 0 || (getConstant(index) && !getListPosition(index, length));
}

static int64_t clampPosition(int64_t index, int64_t length) {
  int64_t position = index < 0 ? index + length : index;
  return std::clamp<int64_t>(position, 0, length);
}

/// What an op does to what is known.
static void applyChange(Operation *op, ListContents &contents) {
  if (!contents || !changesList(op))
    return;
  int64_t length = contents->size();
  Value element = getPutElement(op), index = getListIndex(op);
  if (isa<ListAppendOp>(op)) {
    contents->push_back(element);
  } else if (isa<ListInsertOp>(op)) {
    if (std::optional<int64_t> constant = getConstant(index))
      contents->insert(contents->begin() + clampPosition(*constant, length),
                       element);
    else
      contents->assign(length + 1, Value());
  } else if (std::optional<int64_t> position = getListPosition(index, length)) {
    if (isa<ListSetOp>(op))
      (*contents)[*position] = element;
    else
      contents->erase(contents->begin() + *position);
  } else if (isa<ListSetOp>(op)) {
    contents->assign(length, Value());
  } else {
    // Nothing was there, or the list has one element less.
    contents->assign(std::max<int64_t>(length - 1, 0), Value());
  }
}

/// Forgets what the ops, which run any number of times, may change.
static void forgetChanges(ArrayRef<Operation *> ops, ListContents &contents) {
  for (Operation *op : ops) {
    if (!contents || !changesList(op))
      continue;
    if (changesLength(op))
      contents.reset();
    else if (auto position =
                 getListPosition(getListIndex(op), contents->size()))
      (*contents)[*position] = Value();
    else
      contents->assign(contents->size(), Value());
  }
}

/// What is known after one of two ways.
static void mergeContents(ListContents &contents, const ListContents &other) {
  if (!contents || !other || contents->size() != other->size()) {
    contents.reset();
    return;
  }
  for (auto [element, same] : llvm::zip_equal(*contents, *other))
    if (element != same)
      element = Value();
}

using VisitContents = function_ref<void(Operation *, const ListContents &)>;

/// Goes through `ops`, which are in `region`, in order.
static void visitContents(ArrayRef<Operation *> ops, Region &region,
                          VisitContents visit, ListContents &contents) {
  if (!region.empty() && !region.hasOneBlock())
    contents.reset();
  while (!ops.empty()) {
    Operation *op = ops.front();
    if (op->getParentRegion() == &region) {
      ListContents before = contents;
      applyChange(op, contents);
      visit(op, before);
      ops = ops.drop_front();
      continue;
    }
    Operation *parent = region.findAncestorOpInRegion(*op);
    auto isInside = [&](Operation *other) {
      return parent->isProperAncestor(other);
    };
    ArrayRef<Operation *> inside = ops.take_while(isInside);
    ops = ops.drop_front(inside.size());
    bool isBranch =
        isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(parent);
    if (!isBranch)
      forgetChanges(inside, contents);
    ListContents before = contents, after;
    bool isFirst = true;
    for (Region &inner : parent->getRegions()) {
      ArrayRef<Operation *> here = inside.take_while([&](Operation *other) {
        return inner.findAncestorOpInRegion(*other);
      });
      inside = inside.drop_front(here.size());
      ListContents way = before;
      visitContents(here, inner, visit, way);
      if (isFirst)
        after = way;
      else
        mergeContents(after, way);
      isFirst = false;
    }
    if (!isBranch)
      continue;
    contents = after;
    // What was made inside is not there outside.
    if (contents)
      for (Value &element : *contents)
        if (element && !element.getParentRegion()->isAncestor(&region))
          element = Value();
  }
}

ListContents tssa::visitContents(const LocalList &list, VisitContents visit) {
  ListCreateOp create = list.create;
  ListContents contents = SmallVector<Value>(create.getElements());
  ::visitContents(list.ops, *create->getParentRegion(), visit, contents);
  return contents;
}

/// One of a few numbers, by a position that is known at run time.
static Value chooseNumber(OpBuilder &builder, Operation *op,
                          ArrayRef<Value> numbers) {
  Location loc = op->getLoc();
  Value position = buildListPosition(builder, op, getListIndex(op),
                                     builder.getIndexAttr(numbers.size()));
  auto isOwnPosition = [&](auto item) {
    return getConstantIntValue(item.value()) ==
           static_cast<int64_t>(item.index());
  };
  if (position.getType() == numbers.front().getType() &&
      llvm::all_of(llvm::enumerate(numbers), isOwnPosition))
    return position;
  OpFoldResult first = getAsOpFoldResult(numbers.front());
  if (llvm::all_of(numbers, [&](Value number) {
        return getAsOpFoldResult(number) == first;
      }))
    return numbers.front();
  Value chosen = numbers.front();
  for (auto [i, number] : llvm::enumerate(numbers.drop_front())) {
    Value place = arith::ConstantIndexOp::create(builder, loc, i + 1);
    Value isHere = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         position, place);
    chosen = arith::SelectOp::create(builder, loc, isHere, number, chosen);
  }
  return chosen;
}

static bool areKnown(const ListContents &contents) {
  return contents && llvm::all_of(*contents, [](Value value) { return value; });
}

/// Replaces what is read from a list where that is known; the list too, if
/// nothing else is done with it. Returns whether anything changed.
static bool forwardContents(const LocalList &list) {
  OpBuilder builder(list.create);
  bool changed = false, isNeeded = false;
  SmallVector<Operation *> changes, failing;
  auto replace = [&](Operation *op, Value value) {
    op->getResult(0).replaceAllUsesWith(generalizeRef(
        builder, op->getLoc(), value, op->getResult(0).getType()));
    changed = true;
  };
  auto visit = [&](Operation *op, const ListContents &contents) {
    builder.setInsertionPoint(op);
    auto type = isa<ListGetOp, ListPopOp>(op)
                    ? dyn_cast<RefType>(op->getResult(0).getType())
                    : RefType();
    if (type && contents && isOutside(getListIndex(op), contents->size()) &&
        hasPlaceholder(type)) {
      // Never gives anything. Whatever list that goes into, it is one storage.
      checkListIndex(builder, op, getListIndex(op),
                     builder.getIndexAttr(contents->size()));
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(
          &list.create->getParentOfType<func::FuncOp>().front());
      replace(op, buildPlaceholder(builder, op->getLoc(), type));
      failing.push_back(op);
      return;
    }
    if (changesList(op))
      changes.push_back(op);
    // An op that may fail is needed for that.
    Value index = getListIndex(op);
    bool canFail = isa<ListGetOp, ListSetOp, ListPopOp>(op);
    if (!contents) {
      isNeeded |= canFail || isa<ListLenOp>(op);
      return;
    }
    int64_t length = contents->size();
    std::optional<int64_t> position =
        canFail ? getListPosition(index, length) : std::nullopt;
    if (isa<ListLenOp>(op)) {
      replace(op,
              arith::ConstantIndexOp::create(builder, op->getLoc(), length));
      op->erase();
    } else if (isa<ListGetOp, ListPopOp>(op)) {
      Type type = op->getResult(0).getType();
      Value element = position ? (*contents)[*position] : Value();
      bool isChosen = isa<ListGetOp>(op) && !getConstant(index) && length > 0 &&
                      length <= kMaxTable && areKnown(contents) &&
                      (type.isIntOrIndexOrFloat() ||
                       (isa<ListType>(type) && llvm::all_equal(*contents) &&
                        contents->front().getType() == type));
      if (element && isGeneralization(element.getType(), type)) {
        if (!op->use_empty())
          replace(op, element);
        if (isa<ListGetOp>(op)) {
          op->erase();
          changed = true;
        }
      } else if (isChosen) {
        replace(op, chooseNumber(builder, op, *contents));
        op->erase();
      } else {
        isNeeded = true;
      }
    } else {
      isNeeded |= canFail && !position;
    }
  };
  ListContents atEnd = visitContents(list, visit);
  for (Operation *op : failing)
    op->erase();
  bool isInPlace = changes.empty() && isa<ListCreateOp, func::ReturnOp>(
                                          list.create->getNextNode());
  if (list.ret && !isInPlace && areKnown(atEnd)) {
    // Made where it goes out, of what it holds there.
    builder.setInsertionPoint(list.ret);
    ListCreateOp create = list.create;
    auto result = ListCreateOp::create(builder, create.getLoc(),
                                       create.getResult().getType(), *atEnd);
    list.ret->replaceUsesOfWith(create.getResult(), result);
    changed = true;
  } else if (list.ret) {
    return changed;
  }
  if (isNeeded)
    return changed;
  for (Operation *op : llvm::reverse(changes))
    op->erase();
  list.create->erase();
  return true;
}

/// Where all that was not known is overwritten, at the level that makes the
/// list, another list begins, which holds nothing of what was in it before:
///
///   %l = tssa.list_create %a               %l = tssa.list_create %a
///   scf.if %c { … list_set %b, %l[0] }     scf.if %c { … list_set %b, %l[0] }
///   tssa.list_set %d, %l[0]                %m = tssa.list_create %d
///   tssa.list_get %l[0]                    tssa.list_get %m[0]
static bool splitAtOverwrite(const LocalList &list) {
  ListCreateOp create = list.create;
  Operation *found = nullptr;
  SmallVector<Value> held;
  visitContents(list, [&](Operation *op, const ListContents &before) {
    if (found || !isa<ListSetOp>(op) || op->getBlock() != create->getBlock() ||
        !before || areKnown(before))
      return;
    ListContents after = before;
    applyChange(op, after);
    if (!areKnown(after))
      return;
    found = op;
    held = *after;
  });
  if (!found)
    return false;
  OpBuilder builder(found);
  auto next = ListCreateOp::create(builder, found->getLoc(),
                                   create.getResult().getType(), held);
  for (Operation *op : ArrayRef<Operation *>(list.ops).drop_while(
           [&](Operation *op) { return op != found; }))
    op->replaceUsesOfWith(create.getResult(), next);
  if (list.ret)
    list.ret->replaceUsesOfWith(create.getResult(), next);
  found->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Loops over lists
//===----------------------------------------------------------------------===//

/// How many trips a loop of constant bounds has; nothing if they are not.
static std::optional<int64_t> getNumTrips(scf::ForOp loop) {
  std::optional<int64_t> low = getConstant(loop.getLowerBound());
  std::optional<int64_t> high = getConstant(loop.getUpperBound());
  std::optional<int64_t> step = getConstant(loop.getStep());
  if (!low || !high || !step || *step <= 0 || *high - *low > (1 << 20) ||
      loop.getUnsignedCmp())
    return std::nullopt;
  return *high <= *low ? 0 : llvm::divideCeil(*high - *low, *step);
}

static void unroll(scf::ForOp loop, int64_t trips) {
  OpBuilder builder(loop);
  int64_t low = *getConstant(loop.getLowerBound());
  int64_t step = *getConstant(loop.getStep());
  SmallVector<Value> carried(loop.getInitArgs());
  for (int64_t trip = 0; trip < trips; ++trip) {
    IRMapping map;
    map.map(loop.getInductionVar(),
            arith::ConstantOp::create(
                builder, loop.getLoc(),
                builder.getIntegerAttr(loop.getInductionVar().getType(),
                                       low + trip * step)));
    map.map(loop.getRegionIterArgs(), carried);
    for (Operation &op : loop.getBody()->without_terminator())
      builder.clone(op, map);
    carried.clear();
    for (Value value : loop.getBody()->getTerminator()->getOperands())
      carried.push_back(map.lookupOrDefault(value));
  }
  loop->replaceAllUsesWith(carried);
  loop.erase();
}

/// Whether the elements that a list holds differ in more than operands.
static bool hasDifferentElements(AliasForest &forest,
                                 ArrayRef<Value> contents) {
  Value first;
  SmallVector<view::ViewKindInterface> kinds;
  for (Value element : contents) {
    Value root = forest.getRoot(element);
    if (!root)
      return true;
    std::optional<ElementViews> views = getElementViews(element, root);
    if (!views || (first && (root != first || views->kinds != kinds)))
      return true;
    first = root;
    kinds = views->kinds;
  }
  return false;
}

/// Unrolls a short loop that reads the elements of a list in turn, if they are
/// so different that each wants code of its own.
static bool unrollLoopOver(const LocalList &list) {
  scf::ForOp found;
  int64_t foundTrips = 0;
  AliasForest forest;
  visitContents(list, [&](Operation *op, const ListContents &contents) {
    if (found || !isa<ListGetOp>(op) || !areKnown(contents))
      return;
    auto index = dyn_cast<BlockArgument>(getListIndex(op));
    if (!index || !hasDifferentElements(forest, *contents))
      return;
    auto loop = dyn_cast<scf::ForOp>(index.getOwner()->getParentOp());
    if (!loop || loop.getInductionVar() != index ||
        !list.create->getParentRegion()->isAncestor(loop->getParentRegion()))
      return;
    std::optional<int64_t> trips = getNumTrips(loop);
    int64_t size = 0;
    loop.walk([&](Operation *) { ++size; });
    if (!trips || *trips > kMaxTrips || *trips * size > kMaxUnrolledOps)
      return;
    found = loop;
    foundTrips = *trips;
  });
  if (found)
    unroll(found, foundTrips);
  return bool(found);
}

/// Unrolls the loops around an op, of few trips and up to a region. Returns
/// whether it could.
static bool unrollLoopsAround(Operation *inner, Region *home) {
  scf::ForOp outermost;
  int64_t trips = 1;
  for (Operation *op = inner; op->getParentRegion() != home;) {
    op = op->getParentOp();
    if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op))
      continue;
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<int64_t> own = loop ? getNumTrips(loop) : std::nullopt;
    if (!own || *own > kMaxTrips || (trips *= *own) > kMaxTrips)
      return false;
    outermost = loop;
  }
  if (!outermost)
    return false;
  int64_t size = 0;
  outermost.walk([&](Operation *) { ++size; });
  trips = *getNumTrips(outermost);
  if (trips * size > kMaxUnrolledOps)
    return false;
  unroll(outermost, trips);
  return true;
}

/// Unrolls loops where that is what it takes to tell apart what is in the lists
/// of a group: one that allocates what goes into a result, as the caller sees a
/// storage for each trip, or one that makes other views of what it takes out.
static bool unrollForGroup(const ListGroup &group) {
  if (group.looseAlloc && !group.results.empty())
    return unrollLoopsAround(group.looseAlloc, group.home);
  return group.hasManyKinds && llvm::any_of(group.ops, [&](Operation *op) {
           return unrollLoopsAround(op, group.home);
         });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whether all is done: results are made where they go out.
static bool makesResults(const ListGroup &group) {
  return !group.results.empty() && !group.escape &&
         group.values.size() == group.creates.size() &&
         llvm::all_of(group.creates, isResultList);
}

/// Does without the lists of refs that the function keeps to itself, wherever
/// they go in it. Returns whether anything changed.
static bool forwardFlow(func::FuncOp function) {
  ListFlow flow(function);
  flow.collect();
  bool changed = false;
  for (auto &group : flow.groups)
    if (!group->escape)
      changed |= poolAllocations(*group, flow);
  if (changed)
    return true;
  DenseSet<ListGroup *> followed;
  for (auto &group : flow.groups) {
    if (makesResults(*group))
      continue;
    if (group->escape) {
      group->reason =
          ("is passed on by '" + group->escape->getName().getStringRef() +
           "'; use the list in the function that makes it")
              .str();
    } else if (!group->results.empty() && !function.getBody().hasOneBlock()) {
      group->reason = "is a result of a function of several blocks; return the "
                      "elements";
    } else {
      flow.analyze(*group);
      if (unrollForGroup(*group))
        return true;
      if (group->reason.empty())
        followed.insert(group.get());
    }
    for (ListCreateOp create : group->creates) {
      create->removeAttr(kListReasonAttr);
      if (!group->reason.empty())
        create->setAttr(kListReasonAttr,
                        StringAttr::get(create.getContext(), group->reason));
    }
  }
  if (followed.empty())
    return false;
  replaceByPaths(function, flow, followed);
  return true;
}

/// A list of refs that comes from one place only is that which comes from
/// there. Returns whether there was any.
static bool forwardNames(func::FuncOp function) {
  DominanceInfo dominance;
  SmallVector<Operation *> dead;
  bool changed = false;
  auto visit = [&](Value name) {
    if (!isListOfRefs(name.getType()) || name.use_empty())
      return;
    std::optional<MergedPlace> place = getMergedPlace(name);
    if (!place)
      return;
    Value only;
    for (Value source : place->sources) {
      if (llvm::is_contained(place->sinks, source) || source == only)
        continue;
      if (only)
        return;
      only = source;
    }
    Operation *op = name.getDefiningOp();
    if (!op)
      op = name.getParentBlock()->getParentOp();
    if (!only || !dominance.properlyDominates(only, op))
      return;
    for (Value sink : place->sinks)
      sink.replaceAllUsesWith(only);
    if (isa<arith::SelectOp>(op))
      dead.push_back(op);
    changed = true;
  };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), visit);
    if (isa<scf::ForOp, scf::WhileOp>(op))
      for (Region &region : op->getRegions())
        llvm::for_each(region.getArguments(), visit);
  });
  for (Operation *op : dead)
    op->erase();
  return changed;
}

/// One attempt for each list; returns whether anything changed. Ops on a list
/// that was in another one are only found once that one is gone.
static bool forwardOnce(func::FuncOp function) {
  if (forwardNames(function))
    return true;
  std::vector<LocalList> lists = collectLists(function);
  bool changed = false;
  for (const LocalList &list : lists) {
    if (list.escape)
      continue;
    bool isNested = isa<ListType>(list.getElementType());
    bool forwarded = forwardContents(list);
    changed |= forwarded;
    if (forwarded && isNested)
      return true;
  }
  if (changed)
    return true;
  for (const LocalList &list : lists)
    if (!list.escape && list.isOfRefs())
      changed |= splitAtOverwrite(list);
  if (changed)
    return true;
  for (const LocalList &list : lists)
    if (!list.escape && list.isOfRefs() && unrollLoopOver(list))
      return true;
  if (forwardFlow(function))
    return true;
  for (const LocalList &list : lists)
    if (!list.escape && !list.ret && list.isOfRefs() &&
        list.create->hasAttr(kListReasonAttr))
      changed |= promoteCells(list);
  if (changed)
    return true;
  for (const LocalList &list : lists)
    if (!list.escape && !list.ret && list.isOfNumbers())
      changed |= succeeded(replaceByStorage(list));
  return changed;
}

/// Branches between blocks become structured control flow, if they can, where
/// lists of refs may go through them.
static void liftAroundLists(func::FuncOp function) {
  bool holdsLists =
      function
          .walk([](Operation *op) {
            return llvm::any_of(op->getResultTypes(), isListOfRefs)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  // The blocks of a dispatcher are there to stay.
  if (!holdsLists || function->hasAttr(kDispatchesAttr) ||
      !hasBranches(function))
    return;
  OwningOpRef<func::FuncOp> original = function.clone();
  if (failed(liftControlFlow(function)))
    function.getBody().takeBody(original->getBody());
  // What never runs need not be followed.
  IRRewriter rewriter(function.getContext());
  if (hasBranches(function))
    (void)eraseUnreachableBlocks(rewriter, function->getRegions());
}

LogicalResult tssa::forwardLists(func::FuncOp function) {
  if (function.isDeclaration())
    return success();
  liftAroundLists(function);
  unsigned round = 0;
  while (round < kMaxRounds && forwardOnce(function))
    ++round;
  // Of the views that were made anew.
  return round > 0 ? insertChecks(function) : success();
}

namespace {
struct ForwardListsPass : tssa::impl::ForwardListsPassBase<ForwardListsPass> {
  void runOnOperation() final {
    if (failed(forwardLists(getOperation())))
      signalPassFailure();
  }
};
} // namespace
