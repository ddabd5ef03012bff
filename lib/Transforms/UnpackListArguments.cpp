// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-unpack-list-arguments`: a function that takes a list of refs gets a
// body for each of the first lengths, in which the elements are arguments and
// the list is one that the body makes. What a list is then is known where it is
// used, and elements may overlap like any other arguments.

#include "UnpackListArguments.h"
#include "CallGraph.h"
#include "CheckLowering.h"
#include "ForwardLists.h"
#include "ListTrace.h"
#include "MergedRefs.h"
#include "Stages.h"
#include "StorageGrowth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_UNPACKLISTARGUMENTSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

std::string tssa::describeArgument(func::FuncOp function, unsigned number) {
  auto elements = function->getAttrOfType<DenseI64ArrayAttr>(kElementsOfAttr);
  if (!elements || number < elements[1])
    return ("argument " + Twine(number)).str();
  return ("element " + Twine(number - elements[1]) + " of argument " +
          Twine(elements[0]))
      .str();
}

namespace {

/// What a function does with the list that it takes.
struct ListArgument {
  unsigned number;
  /// The list may have other elements afterwards.
  bool isChanged = false;
  /// ... but those that it had are the first of them, in order.
  bool isAppendedOnly = true;
  /// It may have names of which is not known whether they are those of another.
  bool hasOtherNames = false;
  /// By number of the result: whether it is the list.
  llvm::BitVector isResult;
};

/// What an element may be in the end: a part of an argument of the body or of
/// a storage that it gives.
struct ElementKind {
  bool isArgument;
  unsigned number;
  view::ViewKindInterface kind;
  unsigned numOperands;
};

/// A body for lists of one length, and what it gives beside the results.
struct Body {
  unsigned length;
  func::FuncOp function;
  /// If the list may change, so many lists of numbers tell of what kinds its
  /// elements are, and there are the storages of them; or it is given itself.
  unsigned numLists = 0;
  SmallVector<ElementKind> kinds;
};

class Unpacker {
public:
  Unpacker(ModuleOp module, unsigned maxLength, unsigned maxOps, bool precise)
      : symbols(module), builder(module.getContext()), maxLength(maxLength),
        maxOps(maxOps), precise(precise) {}

  LogicalResult unpack(func::FuncOp function);

private:
  func::FuncOp createBody(func::FuncOp function, const ListArgument &list,
                          unsigned length);
  void makeList(Body &body, const ListArgument &list, bool isNeverEmpty);
  std::optional<Body> buildBody(func::FuncOp function, const ListArgument &list,
                                unsigned length, unsigned rootsBefore);
  void dispatch(func::FuncOp function, const ListArgument &list,
                ArrayRef<Body> bodies, func::FuncOp longer);
  void writeBack(Location loc, Value list, const Body &body,
                 ValueRange operands, ValueRange given, bool isAppendedOnly);
  unsigned countFunctionalRoots(func::FuncOp function);
  bool isWorthIt(func::FuncOp body, unsigned rootsBefore);

  SymbolTable symbols;
  OpBuilder builder;
  unsigned maxLength, maxOps;
  bool precise;
};

} // namespace

//===----------------------------------------------------------------------===//
// Which functions
//===----------------------------------------------------------------------===//

/// Whether a value is a list that is made right there and holds no list.
static bool isFreshList(Value value) {
  auto create = value.getDefiningOp<ListCreateOp>();
  return create &&
         !isa<ListType>(
             cast<ListType>(create.getResult().getType()).getElementType());
}

/// The number of the one list of refs that a function takes.
static std::optional<unsigned> findListArgument(func::FuncOp function) {
  std::optional<unsigned> number;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    if (!isListOfRefs(type))
      continue;
    if (number || !isa<RefType>(cast<ListType>(type).getElementType()))
      return std::nullopt;
    number = i;
  }
  return number;
}

/// What is done with that list, if it can be taken apart: no other argument
/// may be the same object, and of each result it is known whether it is.
static std::optional<ListArgument> findList(func::FuncOp function,
                                            unsigned number) {
  ListArgument list;
  list.number = number;
  Value argument = function.getArgument(list.number);

  // Another name of the list, which may be merged with that of others.
  bool &hasOtherNames = list.hasOtherNames;
  for (OpOperand &use : argument.getUses()) {
    Operation *op = use.getOwner();
    bool isOnList = getListOperand(op) == argument &&
                    !(getPutElement(op) && use.getOperandNumber() == 0);
    if (isOnList) {
      list.isChanged |= changesList(op);
      list.isAppendedOnly &= !changesList(op) || isa<ListAppendOp>(op);
    } else if (!isa<func::ReturnOp>(op)) {
      hasOtherNames = true;
    }
  }
  list.isChanged |= hasOtherNames;
  list.isAppendedOnly &= !hasOtherNames;

  list.isResult.resize(function.getNumResults());
  bool isFirst = true;
  for (Block &block : function.getBody()) {
    auto ret = dyn_cast<func::ReturnOp>(block.getTerminator());
    if (!ret)
      continue;
    for (auto [i, value] : llvm::enumerate(ret.getOperands())) {
      bool isList = value == argument;
      if (!isFirst && list.isResult.test(i) != isList)
        return std::nullopt;
      if (isList)
        list.isResult.set(i);
      else if (hasOtherNames && isa<ListType>(value.getType()) &&
               !isFreshList(value))
        return std::nullopt;
    }
    isFirst = false;
  }
  return list;
}

/// How much of a function becomes versions. The function, which is in no
/// module, is changed.
unsigned Unpacker::countFunctionalRoots(func::FuncOp function) {
  SmallVector<Blocker> merges;
  if (canSplitMerges(function))
    merges = splitMerges(function);
  FunctionPlan plan(function);
  plan.merges = merges;
  plan.analyze(RefCallees(), precise);
  return plan.countFunctionalRoots();
}

static bool hasRefCalls(func::FuncOp function) {
  return function
      .walk([](func::CallOp call) {
        return passesRefs(call) ? WalkResult::interrupt()
                                : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool usesLists(func::FuncOp function) {
  return function
      .walk([](ListCreateOp create) {
        return isListOfRefs(create.getResult().getType()) &&
                       !isResultList(create)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether more of a body than of the function becomes versions, if its
/// arguments are what is tested. What calls become by value is not known yet:
/// then it is enough that lists are gone.
bool Unpacker::isWorthIt(func::FuncOp body, unsigned rootsBefore) {
  if (hasRefCalls(body))
    return !usesLists(body);
  OwningOpRef<func::FuncOp> trial = body.clone();
  for (auto [i, type] : llvm::enumerate(trial->getArgumentTypes()))
    if (isa<RefType>(type))
      for (StringRef promise : {kNoAliasAttr, kWholeAttr})
        trial->setArgAttr(i, promise, builder.getUnitAttr());
  return countFunctionalRoots(*trial) > rootsBefore;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// A body in no module that does what the function does, with the length in
/// place of the list, and the elements behind the other arguments. The list is
/// no result of it.
func::FuncOp Unpacker::createBody(func::FuncOp function,
                                  const ListArgument &list, unsigned length) {
  auto type = cast<ListType>(function.getArgumentTypes()[list.number]);
  unsigned numArguments = function.getNumArguments();
  // Wherever the builder is.
  OpBuilder free(function.getContext());
  auto body = func::FuncOp::create(
      free, function.getLoc(),
      (function.getSymName() + ".length" + Twine(length)).str(),
      function.getFunctionType());
  body->setDiscardableAttrs(function->getDiscardableAttrDictionary());
  body.setPrivate();
  body.setNoInline(true);
  body->setAttr(kBodyOfAttr, function.getSymNameAttr());
  body->setAttr(kElementsOfAttr,
                builder.getDenseI64ArrayAttr({list.number, numArguments}));
  IRMapping mapping;
  function.getBody().cloneInto(&body.getBody(), mapping);
  Block &entry = body.getBody().front();
  for (unsigned i = 0; i < length; ++i)
    entry.addArgument(type.getElementType(), function.getLoc());
  SmallVector<Type> inputs(entry.getArgumentTypes()), results;
  inputs[list.number] = builder.getIndexType();
  for (auto [i, result] : llvm::enumerate(function.getResultTypes()))
    if (!list.isResult.test(i))
      results.push_back(result);
  body.setFunctionType(builder.getFunctionType(inputs, results));
  SmallVector<Attribute> attributes;
  for (unsigned i = 0; i < numArguments; ++i)
    attributes.push_back(i == list.number ? builder.getDictionaryAttr({})
                                          : function.getArgAttrDict(i));
  attributes.append(length, builder.getDictionaryAttr({}));
  body.setAllArgAttrs(attributes);
  body.walk([&](func::ReturnOp ret) {
    for (unsigned i = ret.getNumOperands(); i-- > 0;)
      if (list.isResult.test(i))
        ret->eraseOperand(i);
  });
  return body;
}

/// Makes the list in the body, which has one block, and gives what it holds in
/// the end:
///
///   %l = tssa.list_create %e0, %e1
///   %n = tssa.list_create %c0, %c1 : … -> !tssa.list<index>
///   …
///   return …, %n
///
/// If the list is never read but where it is empty, what would be read is not
/// known: with `isNeverEmpty` it holds something before the program begins.
void Unpacker::makeList(Body &body, const ListArgument &list,
                        bool isNeverEmpty) {
  func::FuncOp function = body.function;
  Location loc = function.getLoc();
  Block &entry = function.getBody().front();
  BlockArgument argument = entry.getArgument(list.number);
  auto type = cast<ListType>(argument.getType());
  builder.setInsertionPointToStart(&entry);
  SmallVector<Value> elements(entry.getArguments().take_back(body.length));
  Value nothing;
  if (isNeverEmpty) {
    auto element = cast<RefType>(type.getElementType());
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    SmallVector<Value> sizes(element.getNumDynamicDims(), zero);
    Value empty =
        tensor::EmptyOp::create(builder, loc, element.getTensorType(), sizes);
    nothing = AllocOp::create(builder, loc, element, empty);
    elements.push_back(nothing);
  }
  auto local = ListCreateOp::create(builder, loc, type, elements);
  if (nothing)
    ListPopOp::create(builder, loc, type.getElementType(), local,
                      arith::ConstantIndexOp::create(builder, loc, 0));
  argument.replaceAllUsesWith(local);
  argument.setType(builder.getIndexType());
  if (!list.isChanged)
    return;
  SmallVector<Value> given = {local};
  if (std::optional<ListTrace> trace = traceList(local)) {
    given = trace->numbers;
    body.numLists = given.size();
    for (const TracedKind &kind : trace->kinds) {
      auto root = dyn_cast<BlockArgument>(kind.root);
      unsigned number = llvm::find(given, kind.root) - given.begin();
      if (!root && number == given.size())
        given.push_back(kind.root);
      body.kinds.push_back({bool(root), root ? root.getArgNumber() : number,
                            kind.kind, kind.numOperands});
    }
  }
  Operation *ret = entry.getTerminator();
  ret->insertOperands(ret->getNumOperands(), given);
  function.setFunctionType(builder.getFunctionType(function.getArgumentTypes(),
                                                   ret->getOperandTypes()));
}

/// A body of which more can be functionalized than of the function.
std::optional<Body> Unpacker::buildBody(func::FuncOp function,
                                        const ListArgument &list,
                                        unsigned length, unsigned rootsBefore) {
  for (bool isNeverEmpty : {false, true}) {
    Body body = {length, createBody(function, list, length), 0, {}};
    bool isDone = false;
    if (succeeded(hasBranches(body.function) ? liftControlFlow(body.function)
                                             : success())) {
      makeList(body, list, isNeverEmpty);
      isDone = succeeded(forwardLists(body.function));
    }
    bool isLast = length != 0 || isNeverEmpty;
    if (isDone && (isLast || !usesLists(body.function)) &&
        isWorthIt(body.function, rootsBefore + isNeverEmpty))
      return body;
    body.function->erase();
    if (isLast)
      break;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Gives the list the elements that it has after the body, which was called
/// with `operands` and has `given` what the list holds.
void Unpacker::writeBack(Location loc, Value list, const Body &body,
                         ValueRange operands, ValueRange given,
                         bool isAppendedOnly) {
  // Nothing was in it and nothing has ever been put into it.
  if (body.numLists != 0 && body.kinds.empty())
    return;
  Type element = cast<ListType>(list.getType()).getElementType();
  Type index = builder.getIndexType();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  ArrayRef<ElementKind> kinds = body.kinds;
  auto buildKind = [&](const ElementKind &kind,
                       ArrayRef<Value> places) -> Value {
    Value root = (kind.isArgument ? operands : given)[kind.number];
    if (!kind.kind && root.getType() == element)
      return root;
    view::ViewKindInterface view = kind.kind;
    if (!view)
      view = view::AliasAttr::get(builder.getContext());
    return view::OfOp::create(builder, loc, element, view, root,
                              places.take_front(kind.numOperands));
  };
  auto get = [&](Value position) -> Value {
    if (kinds.empty())
      return ListGetOp::create(builder, loc, element, given.front(), position);
    SmallVector<Value> places;
    for (Value numbers : given.take_front(body.numLists))
      places.push_back(
          ListGetOp::create(builder, loc, index, numbers, position));
    Value tag = places.front();
    ArrayRef<Value> rest = ArrayRef(places).drop_front();
    if (kinds.size() == 1)
      return buildKind(kinds.front(), rest);
    SmallVector<int64_t> cases;
    for (size_t i = 1; i < kinds.size(); ++i)
      cases.push_back(i);
    auto choice = scf::IndexSwitchOp::create(builder, loc, element, tag, cases,
                                             cases.size());
    OpBuilder::InsertionGuard guard(builder);
    for (auto [i, kind] : llvm::enumerate(kinds)) {
      builder.createBlock(i == 0 ? &choice.getDefaultRegion()
                                 : &choice.getCaseRegions()[i - 1]);
      scf::YieldOp::create(builder, loc, buildKind(kind, rest));
    }
    return choice.getResult(0);
  };
  Value zero = constant(0), one = constant(1), before = constant(body.length);
  Value after = ListLenOp::create(builder, loc, given.front());
  auto loop = [&](Value from, Value to,
                  function_ref<void(Value position)> visit) {
    auto loop = scf::ForOp::create(builder, loc, from, to, one);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    visit(loop.getInductionVar());
  };
  // If the program only appends, the elements that were there stay the same
  // objects.
  if (!isAppendedOnly) {
    Value both = arith::MinSIOp::create(builder, loc, before, after);
    loop(zero, both, [&](Value position) {
      ListSetOp::create(builder, loc, get(position), list, position);
    });
    Value last = constant(-1);
    loop(after, before,
         [&](Value) { ListPopOp::create(builder, loc, element, list, last); });
  }
  loop(before, after, [&](Value position) {
    ListAppendOp::create(builder, loc, get(position), list);
  });
}

/// func.func @f(%x, %l) {
///   %n = tssa.list_len %l
///   %two = arith.cmpi eq, %n, %c2
///   cf.cond_br %two, ^bb1, ^bb2
/// ^bb1:
///   %e0 = tssa.list_get %l[%c0]
///   %e1 = tssa.list_get %l[%c1]
///   %0:2 = call @f.length2(%x, %n, %e0, %e1)
///   …                                  // %l gets the elements that %0#1 tells
///   return %0#0
/// ^bb2:
///   …                                  // other lengths
///   %1 = call @f.longer(%x, %l)
///   return %1
/// }
void Unpacker::dispatch(func::FuncOp function, const ListArgument &list,
                        ArrayRef<Body> bodies, func::FuncOp longer) {
  Location loc = function.getLoc();
  Block *block = function.addEntryBlock();
  SmallVector<Value> arguments(block->getArguments());
  Value argument = arguments[list.number];
  Type element = cast<ListType>(argument.getType()).getElementType();
  builder.setInsertionPointToEnd(block);
  Value size = ListLenOp::create(builder, loc, argument);
  SmallVector<Attribute> names;
  for (const Body &body : bodies) {
    func::FuncOp target = body.function;
    names.push_back(FlatSymbolRefAttr::get(target.getSymNameAttr()));
    builder.setInsertionPointToEnd(block);
    Value isLength = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, size,
        arith::ConstantIndexOp::create(builder, loc, body.length));
    Block *here = function.addBlock();
    block = function.addBlock();
    cf::CondBranchOp::create(builder, loc, isLength, here, block);
    builder.setInsertionPointToEnd(here);
    SmallVector<Value> operands = arguments;
    operands[list.number] = size;
    for (unsigned i = 0; i < body.length; ++i)
      operands.push_back(
          ListGetOp::create(builder, loc, element, argument,
                            arith::ConstantIndexOp::create(builder, loc, i)));
    auto call = func::CallOp::create(builder, loc, target, operands);
    SmallVector<Value> given(call.getResults()), results;
    unsigned next = 0;
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      results.push_back(list.isResult.test(i) ? argument : given[next++]);
    if (list.isChanged)
      writeBack(loc, argument, body, operands,
                call.getResults().drop_front(next), list.isAppendedOnly);
    func::ReturnOp::create(builder, loc, results);
  }
  builder.setInsertionPointToEnd(block);
  auto call = func::CallOp::create(builder, loc, longer, arguments);
  func::ReturnOp::create(builder, loc, call.getResults());
  function->setAttr(kDispatchesAttr, builder.getArrayAttr(names));
}

LogicalResult Unpacker::unpack(func::FuncOp function) {
  std::optional<unsigned> number = findListArgument(function);
  if (!number)
    return success();
  unsigned numOps = 0;
  function.walk([&](Operation *) { ++numOps; });
  if (numOps * (maxLength + 1) > maxOps)
    return success();
  OwningOpRef<func::FuncOp> forwarded = function.clone();
  if (failed(forwardLists(*forwarded)))
    return success();
  // Names that other lists have held, and branches have given, may be gone.
  func::FuncOp source = function;
  std::optional<ListArgument> list = findList(function, *number);
  if (!list || list->hasOtherNames) {
    std::optional<ListArgument> known = findList(*forwarded, *number);
    if (known && (!list || !known->hasOtherNames)) {
      list = known;
      source = *forwarded;
    }
  }
  // What a list was before an error is known only to the program as it stands.
  if (!list || (precise && list->isChanged))
    return success();
  OwningOpRef<func::FuncOp> trial = forwarded->clone();
  unsigned rootsBefore = countFunctionalRoots(*trial);
  // Lists that hold nothing are lists of every type.
  bool mayBeOtherList =
      llvm::count_if(function.getArgumentTypes(), llvm::IsaPred<ListType>) > 1;
  SmallVector<Body> bodies;
  for (unsigned length = mayBeOtherList; length <= maxLength; ++length)
    if (auto body = buildBody(source, *list, length, rootsBefore))
      bodies.push_back(std::move(*body));
  if (bodies.empty())
    return success();
  auto longer = cast<func::FuncOp>(function->cloneWithoutRegions());
  longer.setSymName((function.getSymName() + ".longer").str());
  longer.setPrivate();
  longer.setNoInline(true);
  longer->setAttr(kBodyOfAttr, function.getSymNameAttr());
  longer->setAttr(kImperativeAttr, builder.getUnitAttr());
  longer.getBody().takeBody(function.getBody());
  symbols.insert(longer, std::next(function->getIterator()));
  for (const Body &body : llvm::reverse(bodies))
    symbols.insert(body.function, std::next(function->getIterator()));
  dispatch(function, *list, bodies, longer);
  // Of the views that elements are in the end.
  return insertChecks(function);
}

namespace {
struct UnpackListArgumentsPass
    : tssa::impl::UnpackListArgumentsPassBase<UnpackListArgumentsPass> {
  using Base::Base;
  void runOnOperation() final {
    Unpacker unpacker(getOperation(), maxLength, maxOps,
                      errors == ErrorMode::Precise);
    DenseSet<Operation *> growing = findGrowingFunctions(getOperation());
    for (func::FuncOp function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (getStage(function) == Stage::Untouched &&
          !growing.contains(function) && failed(unpacker.unpack(function)))
        return signalPassFailure();
  }
};
} // namespace
