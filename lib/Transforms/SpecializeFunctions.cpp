// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-specialize-functions`: a function whose ref arguments may overlap, or
// have more storage than elements where that matters, gets two bodies and tests
// at run time which one is right. Only functions of which this alone keeps
// something imperative are worth the second body, and only FunctionPlan knows
// that, so it is asked with the assumption in place.

#include "CallGraph.h"
#include "FailingViews.h"
#include "MergedRefs.h"
#include "PureCalls.h"
#include "Stages.h"
#include "UnpackListArguments.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_SPECIALIZEFUNCTIONSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {

/// What a call has to test of its ref arguments, by number.
struct ArgumentTest {
  /// Of overlap: all with each other, but for two that are read.
  SmallVector<unsigned> written, read;
  /// Which must be all of their storage, as far as it is reached.
  SmallVector<std::pair<unsigned, StorageReach>> whole;

  bool isEmpty() const { return written.empty() && whole.empty(); }
};

class Specializer {
public:
  Specializer(ModuleOp module, bool precise)
      : module(module), symbols(module), callees(collectRefCallees(module)),
        calls(module, symbols, precise), precise(precise),
        builder(module.getContext()) {}

  void run();

private:
  SmallVector<unsigned> getOpenArguments(func::FuncOp function);
  std::optional<ArgumentTest>
  findTest(func::FuncOp function, ArrayRef<unsigned> open, bool isAsked,
           const StorageReaches &needed = StorageReaches());
  func::FuncOp createBody(func::FuncOp function, StringRef suffix);
  void promise(func::FuncOp body, const ArgumentTest &test);
  Value buildTest(Location loc, ValueRange operands, const ArgumentTest &test);
  void testUnpacked(func::FuncOp function, const ArgumentTest &test);
  void dispatch(func::FuncOp function, func::FuncOp fast,
                const ArgumentTest &test);
  bool specialize(func::FuncOp function, bool exceeds);
  void specialize(func::FuncOp function) {
    if (!hasViewsBeyondElements(function) ||
        !specialize(function, /*exceeds=*/true))
      (void)specialize(function, /*exceeds=*/false);
  }

  ModuleOp module;
  SymbolTable symbols;
  RefCallees callees;
  PureCalls calls;
  bool precise;
  OpBuilder builder;
};

/// Puts an attribute on arguments for as long as it lives.
class Assumption {
public:
  Assumption(func::FuncOp function, StringRef name,
             ArrayRef<unsigned> arguments)
      : function(function), name(name) {
    for (unsigned index : arguments)
      if (!function.getArgAttr(index, name)) {
        function.setArgAttr(index, name, UnitAttr::get(function.getContext()));
        added.push_back(index);
      }
  }
  ~Assumption() {
    for (unsigned index : added)
      function.removeArgAttr(index, name);
  }

private:
  func::FuncOp function;
  StringRef name;
  SmallVector<unsigned> added;
};

} // namespace

/// The ref arguments of which it is not known that they overlap nothing.
SmallVector<unsigned> Specializer::getOpenArguments(func::FuncOp function) {
  // Hosts keep the promise of `tssa.noalias`, and pass no tensor that overlaps
  // itself where it is written; of calls inside the module no one knows.
  bool isReached = callees.contains(function);
  SmallVector<unsigned> open;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<RefType>(type) &&
        (isReached || !function.getArgAttr(index, kNoAliasAttr)))
      open.push_back(index);
  if (open.size() == 1 && !isReached)
    open.clear();
  return open;
}

static SmallVector<unsigned> getRefArguments(func::FuncOp function) {
  SmallVector<unsigned> refs;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<RefType>(type))
      refs.push_back(index);
  return refs;
}

/// What to test of the arguments, of which those in `open` may overlap, so that
/// more of the function can be functionalized, which may be nothing; or nothing
/// helps. If `isAsked`, as much is enough. What is `needed` is tested as well.
std::optional<ArgumentTest>
Specializer::findTest(func::FuncOp function, ArrayRef<unsigned> open,
                      bool isAsked, const StorageReaches &needed) {
  // What is in lists is not tested.
  if (llvm::any_of(function.getArgumentTypes(), isListOfRefs))
    return std::nullopt;
  // Merges of refs are no obstacle where they can be split.
  OwningOpRef<func::FuncOp> copy;
  SmallVector<Blocker> merges;
  func::FuncOp original = function;
  if (canSplitMerges(function)) {
    copy = function.clone();
    function = *copy;
    merges = splitMerges(function);
  }
  ArgumentTest test;
  unsigned roots;
  bool isAll;
  {
    Assumption disjoint(function, kNoAliasAttr, open);
    Assumption whole(function, kWholeAttr, getRefArguments(function));
    FunctionPlan plan(function);
    plan.merges = merges;
    plan.analyze(RefCallees(), precise);
    if (plan.staysImperative)
      return std::nullopt;
    roots = plan.countFunctionalRoots();
    isAll = plan.blockers.empty();
    for (unsigned index : open)
      (plan.writtenArguments.test(index) ? test.written : test.read)
          .push_back(index);
    // What stays imperative reaches what there is, but for a call by value,
    // which has been compared with others.
    StorageReaches reaches = needed;
    for (auto [index, reach] : plan.storageArguments.getReaches())
      if (isAsked || !plan.isImperative(function.getArgument(index)))
        addReach(reaches, index, reach);
    test.whole = reaches.takeVector();
  }
  if (!isAsked && !isAll) {
    RefCallees reached;
    if (Operation *user = callees.lookup(original))
      reached[function] = user;
    FunctionPlan plan(function);
    plan.merges = merges;
    plan.analyze(reached, precise);
    if (plan.countFunctionalRoots() >= roots)
      return std::nullopt;
  }
  // An argument that is only compared, not written, is not tested.
  Assumption disjoint(function, kNoAliasAttr, test.written);
  Assumption whole(function, kWholeAttr,
                   llvm::map_to_vector(test.whole, [](auto &argument) {
                     return argument.first;
                   }));
  FunctionPlan plan(function);
  plan.merges = merges;
  plan.analyze(RefCallees(), precise);
  if (plan.countFunctionalRoots() != roots)
    return std::nullopt;
  return test;
}

/// A private function of the same type, without a body and in no module.
func::FuncOp Specializer::createBody(func::FuncOp function, StringRef suffix) {
  auto body = cast<func::FuncOp>(function->cloneWithoutRegions());
  body.setSymName((function.getSymName() + suffix).str());
  body.setPrivate();
  body.setNoInline(true);
  if (!body->hasAttr(kBodyOfAttr))
    body->setAttr(kBodyOfAttr, function.getSymNameAttr());
  return body;
}

void Specializer::promise(func::FuncOp body, const ArgumentTest &test) {
  for (unsigned index : test.written)
    body.setArgAttr(index, kNoAliasAttr, builder.getUnitAttr());
  for (auto [index, reach] : test.whole)
    body.setArgAttr(index, kWholeAttr, builder.getUnitAttr());
}

/// Whether the operands of a call are what is promised of them.
Value Specializer::buildTest(Location loc, ValueRange operands,
                             const ArgumentTest &test) {
  auto operand = [&](unsigned index) -> Value { return operands[index]; };
  Value answer;
  for (auto [index, reach] : test.whole) {
    auto isWhole = IsWholeOp::create(
        builder, loc, builder.getI1Type(), operand(index),
        reach ? builder.getI64IntegerAttr(*reach) : IntegerAttr());
    answer = answer
                 ? Value(arith::AndIOp::create(builder, loc, answer, isWhole))
                 : isWhole;
  }
  if (test.written.empty())
    return answer;
  auto isDisjoint = DisjointOp::create(
      builder, loc, llvm::map_to_vector(test.written, operand),
      llvm::map_to_vector(test.read, operand));
  return answer ? Value(arith::AndIOp::create(builder, loc, answer, isDisjoint))
                : isDisjoint;
}

/// A body for lists of one length is tested for where it is called. The last
/// block there is that for all other cases.
///
/// %0 = call @f.length2(%x, %n, %e0, %e1)
///
/// %ok = tssa.disjoint %e0 from %x, %e1
/// cf.cond_br %ok, ^call, ^last
/// ^call:
/// %0 = call @f.length2(%x, %n, %e0, %e1)
void Specializer::testUnpacked(func::FuncOp function,
                               const ArgumentTest &test) {
  promise(function, test);
  function->setAttr(kTestedAttr, builder.getUnitAttr());
  auto dispatcher = symbols.lookup<func::FuncOp>(
      function->getAttrOfType<StringAttr>(kBodyOfAttr));
  SmallVector<func::CallOp> users;
  dispatcher.walk([&](func::CallOp call) {
    if (call.getCallee() == function.getSymName())
      users.push_back(call);
  });
  for (func::CallOp call : users) {
    builder.setInsertionPoint(call);
    Value answer = buildTest(call.getLoc(), call.getOperands(), test);
    Block *block = call->getBlock(), *rest = block->splitBlock(call);
    builder.setInsertionPointToEnd(block);
    cf::CondBranchOp::create(builder, call.getLoc(), answer, rest,
                             &dispatcher.getBody().back());
  }
}

/// func.func @f(%x, %y) { … }
///
/// func.func @f(%x, %y) {
///   %ok = tssa.disjoint %x from %y
///   cf.cond_br %ok, ^disjoint, ^overlapping
/// ^disjoint:
///   %a = call @f.disjoint(%x, %y)
///   return %a
/// ^overlapping:
///   %b = call @f.overlapping(%x, %y)
///   return %b
/// }
/// func.func private @f.disjoint(%x {tssa.noalias}, %y) { … }
/// func.func private @f.overlapping(%x, %y) { … }
///
/// The bodies are `@f.whole` and `@f.general` where an argument must be all of
/// its storage.
void Specializer::dispatch(func::FuncOp function, func::FuncOp fast,
                           const ArgumentTest &test) {
  bool onlyOverlap = test.whole.empty();
  fast.setSymName(
      (function.getSymName() + (onlyOverlap ? ".disjoint" : ".whole")).str());
  func::FuncOp general =
      createBody(function, onlyOverlap ? ".overlapping" : ".general");
  general.getBody().takeBody(function.getBody());
  general->setAttr(kImperativeAttr, builder.getUnitAttr());
  promise(fast, test);
  for (func::FuncOp body : {general, fast})
    symbols.insert(body, std::next(function->getIterator()));
  function->setAttr(kDispatchesAttr,
                    FlatSymbolRefAttr::get(fast.getSymNameAttr()));
  calls.noteBodies(function, general, fast);

  Location loc = function.getLoc();
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  Value answer = buildTest(loc, entry->getArguments(), test);
  SmallVector<Block *> targets;
  for (func::FuncOp body : {fast, general}) {
    targets.push_back(
        builder.createBlock(&function.getBody(), function.getBody().end()));
    auto call = func::CallOp::create(builder, loc, body, entry->getArguments());
    func::ReturnOp::create(builder, loc, call.getResults());
  }
  builder.setInsertionPointToEnd(entry);
  cf::CondBranchOp::create(builder, loc, answer, targets[0], targets[1]);
}

/// With `exceeds`, only if the body for arguments that are all of their storage
/// is without some views, which do not exist there. False if nothing is done.
bool Specializer::specialize(func::FuncOp function, bool exceeds) {
  if (calls.isGrowing(function))
    return false;
  bool hasCalls = function
                      .walk([](func::CallOp call) {
                        return passesRefs(call) ? WalkResult::interrupt()
                                                : WalkResult::advance();
                      })
                      .wasInterrupted();
  SmallVector<unsigned> open = getOpenArguments(function);
  if (!hasCalls && open.empty() && !usesStorage(function))
    return false;
  // Without calls the function itself can be asked.
  std::optional<ArgumentTest> test;
  if (!hasCalls && !exceeds) {
    test = findTest(function, open, /*isAsked=*/false);
    if (!test || test->isEmpty())
      return false;
  }
  func::FuncOp body = createBody(function, ".disjoint");
  IRMapping mapping;
  function.getBody().cloneInto(&body.getBody(), mapping);
  bool isRewritten = false;
  SmallVector<unsigned> exceeded;
  if (exceeds)
    exceeded = replaceViewsBeyondElements(body);
  StorageReaches needed;
  if (hasCalls) {
    Assumption disjoint(body, kNoAliasAttr, open);
    Assumption whole(body, kWholeAttr, getRefArguments(body));
    isRewritten = calls.rewrite(body);
    needed = calls.takeWholeArguments();
  }
  for (unsigned index : exceeded)
    addReach(needed, index, std::nullopt);
  if (hasCalls || exceeds)
    test = findTest(body, open, /*isAsked=*/isRewritten, needed);
  if (!test || (test->isEmpty() && !isRewritten)) {
    body->erase();
    return false;
  }
  if (test->isEmpty()) {
    function.getBody().takeBody(body.getBody());
    body->erase();
  } else if (function->hasAttr(kElementsOfAttr)) {
    function.getBody().takeBody(body.getBody());
    body->erase();
    testUnpacked(function, *test);
  } else {
    dispatch(function, body, *test);
  }
  return true;
}

/// Callers first: of a function that is only called by value nothing is left
/// but its version for that.
void Specializer::run() {
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  SetVector<Operation *> reached;
  DenseSet<Operation *> open;
  for (func::FuncOp function : functions) {
    if (getStage(function) == Stage::Untouched)
      open.insert(function);
    if (!function.isPrivate())
      reached.insert(function);
  }
  unsigned next = 0;
  auto visit = [&] {
    for (; next < reached.size(); ++next) {
      auto function = dyn_cast<func::FuncOp>(reached[next]);
      if (!function)
        continue;
      if (open.erase(function))
        specialize(function);
      function.walk([&](Operation *op) {
        StringRef callee;
        if (auto call = dyn_cast<func::CallOp>(op))
          callee = call.getCallee();
        else if (auto constant = dyn_cast<func::ConstantOp>(op))
          callee = constant.getValue();
        Operation *target = callee.empty() ? nullptr : symbols.lookup(callee);
        if (target)
          reached.insert(target);
      });
    }
  };
  visit();
  for (func::FuncOp function : functions)
    if (open.contains(function) && !calls.getCandidates().contains(function)) {
      reached.insert(function);
      visit();
    }
  eraseUnreachable(module, calls.getCandidates());
}

namespace {
struct SpecializeFunctionsPass
    : tssa::impl::SpecializeFunctionsPassBase<SpecializeFunctionsPass> {
  using Base::Base;
  void runOnOperation() final {
    walkFunctions(getOperation(), [](func::FuncOp function) {
      return cutFailingViews(function), WalkResult::advance();
    });
    Specializer(getOperation(), errors == ErrorMode::Precise).run();
  }
};
} // namespace
