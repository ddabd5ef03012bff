// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list of refs as lists of numbers. An element is a part of a storage: if all
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

#include "ForwardLists.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::tssa;
using view::ViewKindInterface;

/// More are not told apart at each use.
static constexpr unsigned kMaxAlternatives = 4;

ElementPath tssa::getElementPath(AliasForest &forest, Value ref) {
  const AliasPath &path = forest.getPath(ref);
  ElementPath result;
  result.root = path.root;
  if (path.isWhole())
    return result;
  MLIRContext *context = ref.getContext();
  SmallVector<ViewKindInterface> kinds;
  forEachMember(
      path.kind, path.operands, [&](ViewKindInterface kind, ValueRange given) {
        auto select = dyn_cast<view::SelectAttr>(kind);
        if (select && given.empty()) {
          kind = view::SelectAttr::get(context, select.getDim(),
                                       ShapedType::kDynamic);
          result.operands.push_back(
              IntegerAttr::get(IndexType::get(context), select.getIndex()));
        }
        kinds.push_back(kind);
        llvm::append_range(result.operands, given);
      });
  result.kind = view::PathAttr::chain(context, kinds);
  return result;
}

namespace {

/// What the elements of a list may be parts of.
struct Alternative {
  Value root;
  ViewKindInterface kind;
  unsigned numOperands;
};

/// A view of an element of the list that is put into it: `t_` in a loop. Its
/// kind has no operands, so it has those of the element.
struct Derived {
  Value element;
  ViewKindInterface kind;
};

/// An element as numbers.
struct Encoded {
  Value tag;
  SmallVector<Value> operands;
};

class PathLists {
public:
  explicit PathLists(const LocalList &list)
      : list(list), builder(list.create) {}

  LogicalResult analyze(std::string &reason);
  void rewrite();

private:
  struct Put {
    unsigned alternative;
    SmallVector<OpFoldResult> operands;
  };

  LogicalResult analyzeElement(Value element, std::string &reason);
  unsigned addAlternative(const Alternative &alternative);
  Derived getDerived(Value element);
  LogicalResult addDerived(std::string &reason);
  bool isOwnElement(Value element) {
    Operation *op = element.getDefiningOp();
    return isa_and_nonnull<ListGetOp, ListPopOp>(op) &&
           getListOperand(op) == list.create->getResult(0);
  }
  bool isTagged() const { return alternatives.size() > 1 || numOperands == 0; }
  Encoded encode(Location loc, Value element);
  /// The numbers of an element in the order of the lists.
  SmallVector<Value> getNumbers(const Encoded &element);
  void create();
  void rewriteTake(Operation *op);
  Value buildRef(OpBuilder &builder, Location loc, Type type,
                 const Alternative &alternative, ArrayRef<Value> operands);

  const LocalList &list;
  OpBuilder builder;
  AliasForest forest;
  SmallVector<Alternative> alternatives;
  unsigned numOperands = 0;
  DenseMap<Value, Put> puts;
  llvm::MapVector<Value, Derived> derived;
  /// Which alternative a view of one is.
  DenseMap<std::pair<Attribute, unsigned>, unsigned> derivedAlternatives;
  /// The list of tags, if there is one, then those of operands.
  SmallVector<Value> lists;
  DenseMap<Value, Encoded> taken;
  /// What was taken out, and the refs that stand for it.
  SmallVector<std::pair<Operation *, Value>> forwarded;
};

} // namespace

/// A kind behind a kind, permutations as one. Null is the whole source.
static ViewKindInterface composeKinds(ViewKindInterface first,
                                      ViewKindInterface second) {
  MLIRContext *context = second.getContext();
  SmallVector<ViewKindInterface> members, kinds;
  if (first)
    members.push_back(first);
  members.push_back(second);
  ViewKindInterface chain = view::PathAttr::chain(context, members);
  ArrayRef<ViewKindInterface> all = chain;
  if (auto path = dyn_cast<view::PathAttr>(chain))
    all = path.getKinds();
  for (ViewKindInterface kind : all) {
    auto permute = dyn_cast<view::PermuteAttr>(kind);
    auto last = kinds.empty() ? view::PermuteAttr()
                              : dyn_cast<view::PermuteAttr>(kinds.back());
    if (!permute || !last) {
      if (!isa<view::AliasAttr>(kind))
        kinds.push_back(kind);
      continue;
    }
    SmallVector<int64_t> dims;
    for (int64_t dim : permute.getPermutation())
      dims.push_back(last.getPermutation()[dim]);
    kinds.pop_back();
    if (!llvm::is_sorted(dims))
      kinds.push_back(view::PermuteAttr::get(context, dims));
  }
  return kinds.empty() ? ViewKindInterface()
                       : view::PathAttr::chain(context, kinds);
}

unsigned PathLists::addAlternative(const Alternative &alternative) {
  auto *found = llvm::find_if(alternatives, [&](const Alternative &known) {
    return known.root == alternative.root && known.kind == alternative.kind;
  });
  unsigned number = found - alternatives.begin();
  if (found == alternatives.end())
    alternatives.push_back(alternative);
  numOperands = std::max(numOperands, alternative.numOperands);
  return number;
}

/// The element that `element` is a view of; null if it is none.
Derived PathLists::getDerived(Value element) {
  SmallVector<ViewKindInterface> kinds;
  while (auto alias = element.getDefiningOp<AliasOpInterface>()) {
    if (!alias.getAliasOperands().empty())
      return {};
    kinds.push_back(alias.getAliasKind());
    element = alias.getAliasedRef();
  }
  if (!isOwnElement(element) || kinds.empty())
    return {};
  std::reverse(kinds.begin(), kinds.end());
  ViewKindInterface kind = view::PathAttr::chain(element.getContext(), kinds);
  bool isStorage = false;
  forEachMember(kind, ValueRange(), [&](ViewKindInterface member, ValueRange) {
    isStorage |= isa<view::AsStridedAttr>(member);
  });
  return isStorage ? Derived() : Derived{element, kind};
}

/// Views of alternatives are alternatives, and views of these.
LogicalResult PathLists::addDerived(std::string &reason) {
  for (unsigned i = 0; i < alternatives.size(); ++i) {
    if (i >= kMaxAlternatives) {
      reason = "holds parts of storages of more than four kinds; use several "
               "lists";
      return failure();
    }
    for (auto &[element, view] : derived) {
      Alternative of = alternatives[i];
      derivedAlternatives[{view.kind, i}] = addAlternative(
          {of.root, composeKinds(of.kind, view.kind), of.numOperands});
    }
  }
  return success();
}

LogicalResult PathLists::analyzeElement(Value element, std::string &reason) {
  if (puts.contains(element) || isOwnElement(element))
    return success();
  if (Derived view = getDerived(element); view.element) {
    derived[element] = view;
    return success();
  }
  Value root = forest.getRoot(element);
  if (!root) {
    reason = "holds a ref whose storage is known only at run time; put tensors "
             "or views of them into it";
    return failure();
  }
  // Inside a loop that the list outlives, a root is another storage in each
  // trip.
  if (!root.getParentRegion()->isAncestor(list.create->getParentRegion())) {
    reason = "holds a storage that is allocated in a loop or a branch; "
             "allocate it outside, or keep a view of a larger one";
    return failure();
  }
  ElementPath path = getElementPath(forest, element);
  unsigned number = addAlternative(
      {path.root, path.kind, static_cast<unsigned>(path.operands.size())});
  puts[element] = {number, path.operands};
  return success();
}

LogicalResult PathLists::analyze(std::string &reason) {
  SmallVector<Value> elements(list.create->getOperands());
  for (Operation *op : list.ops)
    if (Value element = getPutElement(op))
      elements.push_back(element);
  for (Value element : elements)
    if (failed(analyzeElement(element, reason)))
      return failure();
  if (failed(addDerived(reason)))
    return failure();

  auto function = list.create->getParentOfType<func::FuncOp>();
  DominanceInfo dominance(function);
  for (Operation *op : list.ops) {
    if (!isa<ListGetOp, ListPopOp>(op))
      continue;
    Type type = op->getResult(0).getType();
    for (Value element : elements) {
      if (isGeneralization(element.getType(), type))
        continue;
      reason = "is read as another type than it holds, which is checked at run "
               "time; read what was put in";
      return failure();
    }
    for (const Alternative &alternative : alternatives)
      if (!dominance.properlyDominates(alternative.root, op)) {
        reason = "is read where a storage that it may hold does not exist yet; "
                 "allocate all before";
        return failure();
      }
  }
  if (alternatives.empty()) {
    reason = "never holds anything";
    return failure();
  }
  return success();
}

Encoded PathLists::encode(Location loc, Value element) {
  if (auto it = taken.find(element); it != taken.end())
    return it->second;
  if (auto it = derived.find(element); it != derived.end()) {
    Encoded result = encode(loc, it->second.element);
    if (!isTagged())
      return result;
    Value tag = result.tag;
    for (unsigned i = 0; i < alternatives.size(); ++i) {
      unsigned now = derivedAlternatives.lookup({it->second.kind, i});
      Value is = arith::ConstantIndexOp::create(builder, loc, now);
      if (i == 0) {
        result.tag = is;
        continue;
      }
      Value was = arith::ConstantIndexOp::create(builder, loc, i);
      Value applies = arith::CmpIOp::create(builder, loc,
                                            arith::CmpIPredicate::eq, tag, was);
      result.tag =
          arith::SelectOp::create(builder, loc, applies, is, result.tag);
    }
    return result;
  }
  const Put &put = puts.find(element)->second;
  Encoded result;
  if (isTagged())
    result.tag = arith::ConstantIndexOp::create(builder, loc, put.alternative);
  for (OpFoldResult operand : put.operands)
    result.operands.push_back(
        getValueOrCreateConstantIndexOp(builder, loc, operand));
  while (result.operands.size() < numOperands)
    result.operands.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
  return result;
}

SmallVector<Value> PathLists::getNumbers(const Encoded &element) {
  SmallVector<Value> numbers;
  if (element.tag)
    numbers.push_back(element.tag);
  llvm::append_range(numbers, element.operands);
  return numbers;
}

Value PathLists::buildRef(OpBuilder &at, Location loc, Type type,
                          const Alternative &alternative,
                          ArrayRef<Value> operands) {
  if (!alternative.kind && alternative.root.getType() == type)
    return alternative.root;
  ViewKindInterface kind = alternative.kind;
  if (!kind)
    kind = view::AliasAttr::get(at.getContext());
  return view::OfOp::create(at, loc, type, kind, alternative.root,
                            operands.take_front(alternative.numOperands));
}

/// A `list_get` or `list_pop` takes the numbers, which say what the element is.
void PathLists::rewriteTake(Operation *op) {
  Location loc = op->getLoc();
  Type index = builder.getIndexType(), type = op->getResult(0).getType();
  SmallVector<Value> numbers;
  for (Value of : lists)
    numbers.push_back(
        isa<ListGetOp>(op)
            ? ListGetOp::create(builder, loc, index, of, getListIndex(op))
                  .getResult()
            : ListPopOp::create(builder, loc, index, of, getListIndex(op))
                  .getResult());
  Encoded &element = taken[op->getResult(0)];
  if (isTagged())
    element.tag = numbers.front();
  element.operands.assign(numbers.begin() + isTagged(), numbers.end());

  Value ref;
  if (alternatives.size() == 1) {
    ref = buildRef(builder, loc, type, alternatives.front(), element.operands);
  } else {
    SmallVector<int64_t> cases;
    for (size_t i = 1; i < alternatives.size(); ++i)
      cases.push_back(i);
    auto choice = scf::IndexSwitchOp::create(builder, loc, type, element.tag,
                                             cases, cases.size());
    OpBuilder::InsertionGuard guard(builder);
    for (auto [i, alternative] : llvm::enumerate(alternatives)) {
      Region &region =
          i == 0 ? choice.getDefaultRegion() : choice.getCaseRegions()[i - 1];
      builder.createBlock(&region);
      scf::YieldOp::create(
          builder, loc,
          buildRef(builder, loc, type, alternative, element.operands));
    }
    ref = choice.getResult(0);
  }
  forwarded.push_back({op, ref});
}

void PathLists::create() {
  ListCreateOp op = list.create;
  Location loc = op.getLoc();
  SmallVector<SmallVector<Value>> elements(numOperands + isTagged());
  for (Value element : op.getElements())
    for (auto [of, number] :
         llvm::zip_equal(elements, getNumbers(encode(loc, element))))
      of.push_back(number);
  auto type = ListType::get(builder.getContext(), builder.getIndexType());
  for (ArrayRef<Value> numbers : elements)
    lists.push_back(ListCreateOp::create(builder, loc, type, numbers));
}

void PathLists::rewrite() {
  create();
  for (Operation *op : list.ops) {
    builder.setInsertionPoint(op);
    Location loc = op->getLoc();
    if (isa<ListLenOp>(op)) {
      op->getResult(0).replaceAllUsesWith(ListLenOp::create(
          builder, loc, builder.getIndexType(), lists.front()));
    } else if (isa<ListGetOp, ListPopOp>(op)) {
      rewriteTake(op);
    } else {
      SmallVector<Value> numbers = getNumbers(encode(loc, getPutElement(op)));
      for (auto [of, number] : llvm::zip_equal(lists, numbers)) {
        if (isa<ListAppendOp>(op))
          ListAppendOp::create(builder, loc, number, of);
        else if (isa<ListInsertOp>(op))
          ListInsertOp::create(builder, loc, number, of, getListIndex(op));
        else
          ListSetOp::create(builder, loc, number, of, getListIndex(op));
      }
    }
  }
  // Only now: what was taken and put back had to be recognized.
  for (auto [op, ref] : forwarded)
    op->getResult(0).replaceAllUsesWith(ref);
  for (Operation *op : llvm::reverse(list.ops))
    op->erase();
  list.create->erase();
}

LogicalResult tssa::replaceByPaths(const LocalList &list, std::string &reason) {
  PathLists lists(list);
  if (failed(lists.analyze(reason)))
    return failure();
  lists.rewrite();
  return success();
}
