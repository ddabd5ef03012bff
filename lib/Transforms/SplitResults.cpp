// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-split-results`: calls that stay and give refs. What a ref result may be
// is found by a fixpoint over all functions that give some: one of a few parts
// of arguments and of storages that the function makes. The function then gives
// which one it is, the operands of its path and what the new storages hold, and
// callers make the ref of that, so that it is a merge like any other.

#include "CallGraph.h"
#include "MergedRefs.h"
#include "Stages.h"
#include "StorageGrowth.h"
#include "UnpackListArguments.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "tensorssa/Transforms/Selects.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_SPLITRESULTSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;
using view::ViewKindInterface;

/// What is not found after so many rounds is not followed.
static constexpr unsigned kMaxRounds = 12;
/// Functions that are larger are not copied to look at them.
static constexpr unsigned kMaxOps = 4096;

namespace {

/// One of the things that a result may be: a part of an argument or of a
/// storage that the function makes.
struct ResultPart {
  bool isArgument;
  /// That of the argument or of the storage.
  unsigned number;
  ViewKindInterface kind;
  /// The arguments that are its operands; none for those that it gives.
  SmallVector<std::optional<unsigned>> operands;

  bool operator==(const ResultPart &other) const {
    return isArgument == other.isArgument && number == other.number &&
           kind == other.kind && operands == other.operands;
  }
};

struct ResultForm {
  RefType type;
  SmallVector<ResultPart> parts;

  bool operator==(const ResultForm &other) const {
    return type == other.type && parts == other.parts;
  }
};

/// What a function gives in place of its ref results, behind the others: of
/// each its tag, if it may be several things, and operands, then the contents
/// of the storages.
struct FunctionForm {
  SmallVector<ResultForm> results;
  SmallVector<RefType> storages;

  bool operator==(const FunctionForm &other) const {
    return results == other.results && storages == other.storages;
  }
};

struct Candidate {
  func::FuncOp function;
  std::string name;
  /// As far as it is known; nothing before any call has been seen to return.
  std::optional<FunctionForm> form;
  bool failed = false;
  /// Slices that differ are given as ranges: others would never end.
  bool withRanges = false;
  /// The function in that form once it is found.
  OwningOpRef<func::FuncOp> values;
};

class ResultSplitter {
public:
  explicit ResultSplitter(ModuleOp module)
      : module(module), symbols(module), growing(findGrowingFunctions(module)) {
  }

  void run();

private:
  void collect();
  Candidate *getCandidate(func::CallOp call);
  OwningOpRef<func::FuncOp> prepare(Candidate &candidate, Operation *&body);
  bool update(Candidate &candidate);
  bool findForms();
  void splitResults();
  bool build(Candidate &candidate);
  void makeWrapper(Candidate &candidate);
  void replaceCalls(func::FuncOp function);
  void replaceCall(func::CallOp call, Candidate &callee);

  ModuleOp module;
  SymbolTable symbols;
  DenseSet<Operation *> growing;
  bool hasCalls = false;
  llvm::MapVector<Operation *, Candidate> candidates;
};

} // namespace

static bool isRef(Type type) { return isa<RefType>(type); }

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static SmallVector<Type> getGivenTypes(func::FuncOp function,
                                       const FunctionForm &form) {
  Builder builder(function.getContext());
  SmallVector<Type> types;
  for (Type type : function.getResultTypes())
    if (!isRef(type))
      types.push_back(type);
  for (const ResultForm &result : form.results) {
    if (result.parts.size() > 1)
      types.push_back(result.parts.size() == 2 ? Type(builder.getI1Type())
                                               : builder.getIndexType());
    for (const ResultPart &part : result.parts)
      types.append(llvm::count(part.operands, std::nullopt),
                   builder.getIndexType());
  }
  for (RefType storage : form.storages)
    types.push_back(storage.getTensorType());
  return types;
}

/// The ref results of a call, made of what it gives.
static SmallVector<Value> buildResults(OpBuilder &builder, Location loc,
                                       const FunctionForm &form,
                                       ValueRange operands, ValueRange given) {
  SmallVector<Value> storages, results;
  for (auto [type, value] :
       llvm::zip_equal(form.storages, given.take_back(form.storages.size())))
    storages.push_back(AllocOp::create(builder, loc, type, value));
  for (const ResultForm &result : form.results) {
    Value tag;
    if (result.parts.size() > 1) {
      tag = given.front();
      given = given.drop_front();
    }
    SmallVector<SmallVector<Value>> partOperands;
    for (const ResultPart &part : result.parts) {
      SmallVector<Value> &own = partOperands.emplace_back();
      for (std::optional<unsigned> argument : part.operands) {
        own.push_back(argument ? operands[*argument] : given.front());
        if (!argument)
          given = given.drop_front();
      }
    }
    auto buildOne = [&](unsigned i) -> SmallVector<Value> {
      const ResultPart &part = result.parts[i];
      Value root =
          part.isArgument ? operands[part.number] : storages[part.number];
      Value ref = buildPart(builder, loc, root, part.kind, partOperands[i],
                            result.type);
      if (ref != root)
        checkIndices(ref.getDefiningOp<view::OfOp>());
      return {ref};
    };
    results.push_back(result.parts.size() == 1
                          ? buildOne(0).front()
                          : buildChoice(builder, loc, tag, result.parts.size(),
                                        result.type, buildOne)
                                ->getResult(0));
  }
  return results;
}

/// %r = call @f(%x, %y) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>)
///     -> !tssa.ref<4xf32>
///
/// %isX = call @f.values(%x, %y) : (…) -> i1
/// %r = scf.if %isX { scf.yield %x } else { scf.yield %y }
void ResultSplitter::replaceCall(func::CallOp call, Candidate &callee) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  FunctionForm none;
  const FunctionForm &form = callee.form ? *callee.form : none;
  auto values = func::CallOp::create(builder, loc, callee.name,
                                     getGivenTypes(callee.function, form),
                                     call.getOperands());
  values->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  SmallVector<Value> refs;
  ResultRange given = values.getResults();
  if (callee.form)
    refs = buildResults(
        builder, loc, form, call.getOperands(),
        given.drop_front(llvm::count_if(
            call.getResultTypes(), [](Type type) { return !isRef(type); })));
  ArrayRef<Value> nextRef = refs;
  SmallVector<Value> replacements;
  for (Type type : call.getResultTypes()) {
    if (!isRef(type)) {
      replacements.push_back(given.front());
      given = given.drop_front();
    } else if (callee.form) {
      replacements.push_back(nextRef.front());
      nextRef = nextRef.drop_front();
    } else {
      // No call has returned yet.
      replacements.push_back(ub::PoisonOp::create(builder, loc, type, nullptr));
    }
  }
  call->replaceAllUsesWith(replacements);
  call->erase();
}

Candidate *ResultSplitter::getCandidate(func::CallOp call) {
  auto it = candidates.find(symbols.lookup(call.getCallee()));
  return it == candidates.end() || it->second.failed ? nullptr : &it->second;
}

void ResultSplitter::replaceCalls(func::FuncOp function) {
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls)
    if (Candidate *callee = getCandidate(call))
      replaceCall(call, *callee);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// A copy of the function with its calls in the form that is known of them so
/// far, all but its return inside of `body`, so that what it gives is merged
/// there.
OwningOpRef<func::FuncOp> ResultSplitter::prepare(Candidate &candidate,
                                                  Operation *&body) {
  OwningOpRef<func::FuncOp> copy = candidate.function.clone();
  if (hasBranches(*copy) &&
      (failed(liftControlFlow(*copy)) || hasBranches(*copy)))
    return {};
  replaceCalls(*copy);
  expandSelects(*copy, llvm::IsaPred<RefType>);
  peelLoops(*copy);
  Block &entry = copy->front();
  auto ret = cast<func::ReturnOp>(entry.getTerminator());
  Location loc = copy->getLoc();
  OpBuilder builder(ret);
  auto region =
      scf::ExecuteRegionOp::create(builder, loc, ret.getOperandTypes());
  region->remove();
  Block *inner = new Block;
  region.getRegion().push_back(inner);
  inner->getOperations().splice(inner->end(), entry.getOperations());
  builder.setInsertionPoint(ret);
  scf::YieldOp::create(builder, loc, ret.getOperands());
  entry.push_back(region);
  ret->moveBefore(&entry, entry.end());
  ret->setOperands(region.getResults());
  body = region;
  return copy;
}

/// What a group merges, in terms of arguments and storages, if nothing else.
static std::optional<FunctionForm> describe(MergeGroup &group) {
  FunctionForm form;
  DenseMap<const MergeRoot *, unsigned> storages;
  for (MergeSlot &slot : group.slots) {
    const MergeRoot *root = slot.roots.front();
    if (llvm::none_of(group.positions, [&](const MergePosition &position) {
          return llvm::any_of(position.alternatives, [&](auto &alternative) {
            return alternative.root == root;
          });
        }))
      continue;
    storages[root] = form.storages.size();
    form.storages.push_back(slot.type);
  }
  for (MergePosition &position : group.positions) {
    ResultForm &result = form.results.emplace_back();
    result.type = position.type;
    for (const Alternative &alternative : position.alternatives) {
      MergeRoot *root = alternative.root;
      if (!root->isArgument && !storages.contains(root))
        return std::nullopt;
      unsigned number = root->isArgument
                            ? cast<BlockArgument>(root->value).getArgNumber()
                            : storages.lookup(root);
      ResultPart &part = result.parts.emplace_back(
          ResultPart{root->isArgument, number, alternative.kind, {}});
      for (Value operand : alternative.operands) {
        std::optional<unsigned> argument;
        // All else is defined inside, and carried.
        if (operand)
          argument = cast<BlockArgument>(operand).getArgNumber();
        part.operands.push_back(argument);
      }
    }
  }
  return form;
}

/// Finds the form of a function from those of its callees. Returns whether it
/// is another one than before, or cannot be found.
bool ResultSplitter::update(Candidate &candidate) {
  Operation *body;
  OwningOpRef<func::FuncOp> copy = prepare(candidate, body);
  if (!copy)
    return candidate.failed = true;
  MergeAnalysis analysis(*copy);
  analysis.inOrder = body;
  analysis.withRanges = candidate.withRanges;
  SmallVector<Blocker> blockers;
  analysis.run(blockers);
  // That of the body comes first.
  if (analysis.groups.empty() || analysis.groups.front().op != body)
    return candidate.failed = true;
  std::optional<FunctionForm> form = describe(analysis.groups.front());
  if (!form)
    return candidate.failed = true;
  for (const ResultForm &result : form->results)
    // Of those that never return nothing is known.
    if (result.parts.empty())
      return candidate.failed = candidate.form.has_value();
  if (candidate.form == form) {
    if (blockers.empty())
      return false;
    return candidate.failed = true;
  }
  candidate.form = std::move(form);
  return true;
}

/// Makes the function that gives values, once its form is found.
bool ResultSplitter::build(Candidate &candidate) {
  Operation *body;
  OwningOpRef<func::FuncOp> copy = prepare(candidate, body);
  MergeAnalysis analysis(*copy);
  analysis.inOrder = body;
  analysis.withRanges = candidate.withRanges;
  SmallVector<Blocker> blockers;
  analysis.run(blockers);
  assert(blockers.empty() && "no form was found");
  rewriteMerges(*copy, analysis);
  eraseEmptyBranches(*copy);
  auto region = *copy->getOps<scf::ExecuteRegionOp>().begin();
  SmallVector<Type> types = getGivenTypes(candidate.function, *candidate.form);
  if (region.getResultTypes() != TypeRange(types))
    return false;
  Block &entry = copy->front();
  Block &inner = region.getRegion().front();
  auto yield = cast<scf::YieldOp>(inner.getTerminator());
  SmallVector<Value> given(yield.getOperands());
  yield->erase();
  entry.getOperations().splice(region->getIterator(), inner.getOperations());
  // What it made of them is now for its callers to make.
  while (&entry.back() != region) {
    entry.back().dropAllUses();
    entry.back().erase();
  }
  region->dropAllUses();
  region->erase();
  OpBuilder builder = OpBuilder::atBlockEnd(&entry);
  func::ReturnOp::create(builder, candidate.function.getLoc(), given);
  copy->removeResAttrsAttr();
  copy->setFunctionType(
      builder.getFunctionType(candidate.function.getArgumentTypes(), types));
  copy->setSymName(candidate.name);
  copy->setPrivate();
  if (!(*copy)->hasAttr(kBodyOfAttr))
    (*copy)->setAttr(kBodyOfAttr, candidate.function.getSymNameAttr());
  candidate.values = std::move(copy);
  return true;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// The functions that are called and give refs.
void ResultSplitter::collect() {
  module.walk([&](func::CallOp call) {
    hasCalls |= passesRefs(call);
    if (llvm::none_of(call.getResultTypes(), isRef))
      return;
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    // A body for short lists is called by what takes these apart.
    if (!callee || getStage(callee) != Stage::Untouched ||
        callee->hasAttr(kElementsOfAttr) || candidates.contains(callee) ||
        growing.contains(callee) ||
        llvm::any_of(callee.getArgumentTypes(), isListOfRefs) ||
        llvm::any_of(callee.getResultTypes(), isListOfRefs))
      return;
    unsigned numOps = 0;
    callee.walk([&](Operation *) { ++numOps; });
    if (numOps > kMaxOps)
      return;
    Candidate &candidate = candidates[callee];
    candidate.function = callee;
    candidate.name = (callee.getSymName() + ".values").str();
    while (symbols.lookup(candidate.name))
      candidate.name += '_';
  });
}

/// Finds the forms of all. False if one has none, since what was found of the
/// others may come from it.
bool ResultSplitter::findForms() {
  for (auto &[function, candidate] : candidates)
    candidate.form.reset();
  bool changed = true;
  for (unsigned round = 0; changed; ++round) {
    changed = false;
    bool isLast = round == kMaxRounds, isStuck = false;
    for (auto &[function, candidate] : candidates) {
      if (candidate.failed)
        continue;
      bool isNew = update(candidate);
      candidate.failed |= isNew && isLast;
      if (candidate.failed) {
        candidate.failed = candidate.withRanges;
        candidate.withRanges = true;
        // Of the bodies of one function all or none come to an end, so that one
        // by one would take time that grows with the square of their number.
        if (!isLast)
          return false;
        isStuck = true;
      }
      changed |= isNew;
    }
    if (isStuck)
      return false;
  }
  bool all = true;
  for (auto &[function, candidate] : candidates)
    if (!candidate.failed && !candidate.form) {
      candidate.failed = true;
      all = false;
    }
  return all;
}

/// What is left of the function: it makes refs of what it is given like any
/// other caller.
void ResultSplitter::makeWrapper(Candidate &candidate) {
  func::FuncOp function = candidate.function;
  function.eraseBody();
  Block *entry = function.addEntryBlock();
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  auto call = func::CallOp::create(builder, function.getLoc(), function,
                                   entry->getArguments());
  func::ReturnOp::create(builder, function.getLoc(), call.getResults());
  replaceCall(call, candidate);
}

void ResultSplitter::splitResults() {
  while (!findForms())
    ;
  for (auto &[function, candidate] : candidates)
    if (!candidate.failed && !build(candidate))
      return;
  SetVector<Operation *> replaced;
  for (auto &[function, candidate] : candidates) {
    if (candidate.failed)
      continue;
    makeWrapper(candidate);
    replaced.insert(function);
    symbols.insert(candidate.values.release(),
                   std::next(function->getIterator()));
  }
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    if (getStage(function) == Stage::Untouched)
      replaceCalls(function);
  eraseUnreachable(module, replaced);
}

void ResultSplitter::run() {
  collect();
  if (!hasCalls)
    return;
  if (!candidates.empty())
    splitResults();
  // What is one of several may be what another operand is.
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    if (getStage(function) == Stage::Untouched && !growing.contains(function))
      splitCallOperands(function);
}

namespace {
struct SplitResultsPass : tssa::impl::SplitResultsPassBase<SplitResultsPass> {
  void runOnOperation() final { ResultSplitter(getOperation()).run(); }
};
} // namespace
