// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-merge-arguments`: a call that passes one ref twice calls a version of
// its callee that takes it once, in which it is known that both are the same.
// One that passes parts of a storage which may overlap, and of which one is
// written, calls a version that takes the storage and views it itself; so does
// one that passes a part which no copy can stand for. For a function of the
// host a function here does that, which calls it.

#include "CallGraph.h"
#include "MergedRefs.h"
#include "RefParts.h"
#include "Stages.h"
#include "StorageGrowth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "tensorssa/Analysis/CallSummaries.h"
#include "tensorssa/Analysis/ExecutionOrder.h"
#include <map>

namespace mlir::tssa {
#define GEN_PASS_DEF_MERGEARGUMENTSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

/// Calls that pass longer paths of views keep their callee.
static constexpr unsigned kMaxKinds = 4;

namespace {

/// What becomes of an argument.
struct Source {
  /// The first one that is the same, or part of the same storage.
  unsigned first;
  /// The part of the storage that it is, and the type of the storage.
  view::ViewKindInterface kind;
  RefType type;

  bool operator<(const Source &other) const {
    auto getKey = [](const Source &source) {
      return std::tuple(source.first,
                        Attribute(source.kind).getAsOpaquePointer(),
                        source.type.getAsOpaquePointer());
    };
    return getKey(*this) < getKey(other);
  }
};
using Sources = std::vector<Source>;

class ArgumentMerger {
public:
  ArgumentMerger(ModuleOp module, unsigned limit)
      : module(module), symbols(module), limit(limit),
        growing(findGrowingFunctions(module)) {}

  void run();

private:
  const CallSummary &getSummary(func::CallOp call);
  bool needsBase(func::CallOp call, ArrayRef<unsigned> members);
  bool areParts(func::CallOp call, ArrayRef<unsigned> members,
                ArrayRef<AliasPath> parts);
  void replaceReturnedArguments(func::CallOp call);
  func::FuncOp buildHostCall(func::CallOp call, func::FuncOp callee);
  func::FuncOp getVersion(func::FuncOp callee, const Sources &sources);
  void mergeArguments(func::FuncOp version, func::FuncOp callee,
                      const Sources &sources);
  void mergeCall(func::CallOp call, AliasForest &forest);
  void replaceHostCall(func::CallOp call, func::FuncOp version,
                       ValueRange operands);

  ModuleOp module;
  SymbolTable symbols;
  unsigned limit;
  DenseSet<Operation *> growing;
  std::optional<CallSummaries> summaries;
  std::map<std::pair<Operation *, Sources>, func::FuncOp> versions;
  SmallVector<func::FuncOp> worklist;
  SetVector<Operation *> replaced;
};

} // namespace

/// Refs that were merged from the two are one of them without a choice.
static void simplifyMerges(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      if (isImperativeType(select.getType()) &&
          select.getTrueValue() == select.getFalseValue())
        select.replaceAllUsesWith(select.getTrueValue());
      return;
    }
    if (!isa<scf::IfOp, scf::IndexSwitchOp>(op))
      return;
    for (OpResult result : op->getResults()) {
      Value given;
      bool isOne = isImperativeType(result.getType());
      for (Region &region : op->getRegions()) {
        Value yielded = region.front().getTerminator()->getOperand(
            result.getResultNumber());
        isOne &= !given || given == yielded;
        given = yielded;
      }
      if (isOne && given.getParentRegion()->isProperAncestor(&op->getRegion(0)))
        result.replaceAllUsesWith(given);
    }
  });
}

/// Whether a call gives refs and is passed one that control flow merges: only
/// calls that give none can be made under the branches of a merge.
static bool givesRefsOfMerged(func::CallOp call) {
  return llvm::any_of(call.getResultTypes(), llvm::IsaPred<RefType>) &&
         llvm::any_of(call.getOperands(), [](Value operand) {
           if (!isa<RefType>(operand.getType()))
             return false;
           Value base = getChainBase(operand);
           if (auto argument = dyn_cast<BlockArgument>(base))
             return !isa<func::FuncOp>(argument.getOwner()->getParentOp()) ||
                    !argument.getOwner()->isEntryBlock();
           return isStructuredControlFlow(base.getDefiningOp()) ||
                  isa<arith::SelectOp>(base.getDefiningOp());
         });
}

/// What is returned is known to be an argument, or else the call fails.
void ArgumentMerger::replaceReturnedArguments(func::CallOp call) {
  for (auto [result, origin] :
       llvm::zip_equal(call.getResults(), getSummary(call).results))
    if (isa<RefType>(result.getType()) && origin.kind == ResultOrigin::Argument)
      result.replaceAllUsesWith(call.getOperand(origin.argument));
}

/// A function of this module that makes a call of the host's. It gives the
/// values of new storages, and nothing for results that are arguments. It is
/// one of that call, as an error is.
func::FuncOp ArgumentMerger::buildHostCall(func::CallOp call,
                                           func::FuncOp callee) {
  ArrayRef<ResultOrigin> origins = getSummary(call).results;
  SmallVector<Type> results;
  SmallVector<unsigned> given;
  for (auto [i, type] : llvm::enumerate(callee.getResultTypes()))
    if (auto ref = dyn_cast<RefType>(type);
        !ref || origins[i].kind != ResultOrigin::Argument) {
      results.push_back(ref ? ref.getTensorType() : type);
      given.push_back(i);
    }
  Location loc = call.getLoc();
  OpBuilder builder(call.getContext());
  auto function = func::FuncOp::create(
      builder, loc, callee.getSymName(),
      builder.getFunctionType(callee.getArgumentTypes(), results));
  function.setPrivate();
  function.setNoInline(true);
  // What only calls is imperative by design.
  function->setAttr(kImperativeAttr, builder.getUnitAttr());
  builder.setInsertionPointToStart(function.addEntryBlock());
  auto inner =
      func::CallOp::create(builder, loc, callee, function.getArguments());
  inner->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  auto values = llvm::map_to_vector(given, [&](unsigned i) -> Value {
    Value result = inner.getResult(i);
    return isa<RefType>(result.getType()) ? ReadOp::create(builder, loc, result)
                                          : result;
  });
  func::ReturnOp::create(builder, loc, values);
  return function;
}

func::FuncOp ArgumentMerger::getVersion(func::FuncOp callee,
                                        const Sources &sources) {
  func::FuncOp &version = versions[{callee, sources}];
  if (!version && versions.size() <= limit) {
    version = callee.clone();
    mergeArguments(version, callee, sources);
    worklist.push_back(version);
  }
  return version;
}

/// Makes `version`, a copy of the callee or a call of it, one for these
/// operands. Its arguments are those that are passed on, the storages that
/// others are parts of, and the operands of these parts.
void ArgumentMerger::mergeArguments(func::FuncOp version, func::FuncOp callee,
                                    const Sources &sources) {
  version.setSymName((callee.getSymName() + ".merged").str());
  version.setPrivate();
  if (!version->hasAttr(kBodyOfAttr))
    version->setAttr(kBodyOfAttr, callee.getSymNameAttr());
  symbols.insert(version, std::next(callee->getIterator()));
  Location loc = version.getLoc();
  llvm::BitVector isGone(sources.size());
  auto append = [&](Type type) -> Value {
    isGone.push_back(false);
    [[maybe_unused]] LogicalResult inserted =
        version.insertArgument(version.getNumArguments(), type, {}, loc);
    assert(succeeded(inserted) && "one more argument");
    return version.getArguments().back();
  };
  DenseMap<unsigned, Value> storages;
  for (auto [i, source] : llvm::enumerate(sources))
    if (source.kind && source.first == i)
      storages[i] = append(source.type);
  SmallVector<Operation *> views;
  OpBuilder builder = OpBuilder::atBlockBegin(&version.front());
  for (auto [i, source] : llvm::enumerate(sources)) {
    if (source.kind || source.first == i)
      continue;
    version.getArgument(i).replaceAllUsesWith(
        version.getArgument(source.first));
    isGone.set(i);
  }
  for (auto [i, source] : llvm::enumerate(sources)) {
    if (!source.kind)
      continue;
    SmallVector<Value> operands;
    for (unsigned j = 0, e = source.kind.getNumOperands(); j != e; ++j)
      operands.push_back(append(builder.getIndexType()));
    Value argument = version.getArgument(i);
    Value storage = storages.lookup(source.first);
    Value part = buildPart(builder, loc, storage, source.kind, operands,
                           cast<RefType>(argument.getType()));
    argument.replaceAllUsesWith(part);
    if (part != storage)
      views.push_back(part.getDefiningOp());
    isGone.set(i);
  }
  for (Operation *view : views)
    checkIndices(cast<view::OfOp>(view));
  [[maybe_unused]] LogicalResult erased = version.eraseArguments(isGone);
  assert(succeeded(erased) && "no use is left");
  simplifyMerges(version);
}

/// The last ref that all of these are, or are views of, if there is one.
static Value getCommonSource(func::CallOp call, ArrayRef<unsigned> members) {
  SmallVector<Value> sources;
  for (auto [count, i] : llvm::enumerate(members)) {
    llvm::SmallSetVector<Value, 8> own;
    own.insert(call.getOperand(i));
    while (auto alias = own.back().getDefiningOp<AliasOpInterface>())
      own.insert(alias.getAliasedRef());
    if (count == 0)
      sources.assign(own.begin(), own.end());
    else
      llvm::erase_if(sources,
                     [&](Value source) { return !own.contains(source); });
  }
  return sources.empty() ? Value() : sources.front();
}

/// The views from `source` to `ref`.
static AliasPath getPart(Value ref, Value source) {
  SmallVector<AliasOpInterface> chain;
  while (ref != source) {
    chain.push_back(ref.getDefiningOp<AliasOpInterface>());
    ref = chain.back().getAliasedRef();
  }
  AliasPath part;
  part.root = source;
  if (chain.empty())
    return part;
  SmallVector<view::ViewKindInterface> kinds;
  bool isRecast = false;
  for (AliasOpInterface alias : llvm::reverse(chain))
    forEachMember(alias.getAliasKind(), alias.getAliasOperands(),
                  [&](view::ViewKindInterface kind, ValueRange operands) {
                    isRecast |= isa<view::BitcastAttr>(kind);
                    // It is over the storage, whatever views come before.
                    if (isa<view::AsStridedAttr>(kind) && !isRecast) {
                      kinds.clear();
                      part.operands.clear();
                    }
                    kinds.push_back(kind);
                    llvm::append_range(part.operands, operands);
                  });
  part.kind = normalizeKind(view::PathAttr::chain(source.getContext(), kinds),
                            cast<RefType>(source.getType()));
  return part;
}

/// A chain of slices, which recursion may make as long as it likes, as one
/// whose bounds are operands.
static void makeRange(func::CallOp call, AliasPath &part) {
  std::optional<SmallVector<int64_t>> dims;
  if (isa_and_nonnull<view::PathAttr>(part.kind))
    dims = getSlicedDims(part.kind);
  if (!dims)
    return;
  OpBuilder builder(call);
  part.operands = buildRange(builder, call.getLoc(), part.root, part.kind,
                             part.operands, *dims);
  part.kind = getRangeKind(view::AliasAttr::get(call.getContext()), *dims);
}

const CallSummary &ArgumentMerger::getSummary(func::CallOp call) {
  // A version of a function does what that does.
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!summaries || !summaries->contains(callee))
    summaries.emplace(module);
  return summaries->get(callee);
}

/// Whether no copy can stand for one of these operands, views of one ref: it is
/// written and may overlap itself, or does not lie as the callee asks.
bool ArgumentMerger::needsBase(func::CallOp call, ArrayRef<unsigned> members) {
  return llvm::any_of(members, [&](unsigned i) {
    Value operand = call.getOperand(i), base = getChainBase(operand);
    if (operand == base)
      return false;
    AliasPath part = getPart(operand, base);
    const CallSummary &summary = getSummary(call);
    LayoutUse::Kind use = summary.layouts[i].kind;
    return (summary.written.test(i) && !isInjectivePart(part)) ||
           (use != LayoutUse::None && !liesLikeCopy(part, use));
  });
}

/// Whether operands of a call, parts of one ref, are better made in the callee:
/// no copy can stand for one of them, or one is written, and may overlap
/// another.
bool ArgumentMerger::areParts(func::CallOp call, ArrayRef<unsigned> members,
                              ArrayRef<AliasPath> parts) {
  const llvm::BitVector &isWritten = getSummary(call).written;
  bool overlap = needsBase(call, members);
  for (auto [number, i] : llvm::enumerate(members)) {
    // Recursion makes views of views.
    auto chain = dyn_cast_or_null<view::PathAttr>(parts[number].kind);
    if (chain && chain.getKinds().size() > kMaxKinds && !getSlicedDims(chain))
      return false;
    for (unsigned other = 0; other < number; ++other)
      overlap |= (isWritten.test(i) || isWritten.test(members[other])) &&
                 compareParts(parts[number], parts[other]) !=
                     view::PathRelation::Disjoint;
  }
  return overlap;
}

/// Whether two refs or lists are known to be the same: one value, or one path.
static bool isSameRef(Value lhs, Value rhs, AliasForest &forest) {
  if (lhs == rhs)
    return isImperativeType(lhs.getType());
  if (lhs.getType() != rhs.getType() || !isa<RefType>(lhs.getType()) ||
      !forest.getRoot(lhs) || forest.getRoot(lhs) != forest.getRoot(rhs))
    return false;
  const AliasPath &one = forest.getPath(lhs), &other = forest.getPath(rhs);
  return one.kind == other.kind && one.operands == other.operands;
}

void ArgumentMerger::mergeCall(func::CallOp call, AliasForest &forest) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!callee || growing.contains(callee))
    return;
  // The host is given the arguments that it takes, however many are the same.
  bool isHost = callee.isDeclaration();
  if (isHost ? !passesRefs(call) || !getSummary(call).obstacle.empty()
             : getStage(callee) != Stage::Untouched)
    return;
  if (isHost)
    replaceReturnedArguments(call);
  Sources sources;
  llvm::MapVector<Value, SmallVector<unsigned>> membersOf;
  bool isSame = !isHost || !givesRefsOfMerged(call);
  for (auto [i, operand] : llvm::enumerate(call.getOperands())) {
    unsigned first = isHost ? i : 0;
    while (first < i && !isSameRef(call.getOperand(first), operand, forest))
      ++first;
    sources.push_back({first, {}, {}});
    isSame &= first == i;
    if (first == i && isa<RefType>(operand.getType()))
      membersOf[getChainBase(operand)].push_back(i);
  }
  DenseMap<unsigned, AliasPath> partOf;
  for (auto &[base, members] : membersOf) {
    bool isInBase = needsBase(call, members);
    if (members.size() < 2 && !isInBase)
      continue;
    Value source = isInBase ? base : getCommonSource(call, members);
    auto parts = llvm::map_to_vector(members, [&](unsigned i) {
      return getPart(call.getOperand(i), source);
    });
    if (!areParts(call, members, parts))
      continue;
    for (AliasPath &part : parts)
      makeRange(call, part);
    bool isTyped = llvm::all_of_zip(
        members, parts, [&](unsigned i, const AliasPath &part) {
          view::ViewKindInterface kind =
              part.isWhole() ? view::AliasAttr::get(call.getContext())
                             : part.kind;
          return hasPartType(cast<RefType>(source.getType()), kind,
                             cast<RefType>(call.getOperand(i).getType()));
        });
    if (!isTyped)
      continue;
    isSame = false;
    for (auto [i, part] : llvm::zip_equal(members, parts)) {
      sources[i] = {
          members.front(),
          part.isWhole()
              ? view::ViewKindInterface(view::AliasAttr::get(call.getContext()))
              : part.kind,
          cast<RefType>(source.getType())};
      partOf[i] = std::move(part);
    }
  }
  if (isSame)
    return;
  func::FuncOp version;
  if (isHost) {
    version = buildHostCall(call, callee);
    mergeArguments(version, callee, sources);
  } else if (!(version = getVersion(callee, sources))) {
    return;
  }
  SmallVector<Value> operands, storages, indices;
  for (auto [i, source] : llvm::enumerate(sources)) {
    Value operand = call.getOperand(i);
    if (source.kind) {
      const AliasPath &part = partOf.at(i);
      if (source.first == i)
        storages.push_back(part.root);
      llvm::append_range(indices, part.operands);
    } else if (source.first == i) {
      operands.push_back(operand);
    }
  }
  llvm::append_range(operands, storages);
  llvm::append_range(operands, indices);
  replaced.insert(callee);
  if (isHost)
    return replaceHostCall(call, version, operands);
  call.setCallee(version.getSymName());
  call.getOperandsMutable().assign(operands);
}

/// Results that are arguments have no use any more.
void ArgumentMerger::replaceHostCall(func::CallOp call, func::FuncOp version,
                                     ValueRange operands) {
  OpBuilder builder(call);
  auto merged = func::CallOp::create(builder, call.getLoc(), version, operands);
  ResultRange given = merged.getResults();
  const CallSummary &summary = getSummary(call);
  for (auto [result, origin] :
       llvm::zip_equal(call.getResults(), summary.results)) {
    bool isRef = isa<RefType>(result.getType());
    if (isRef && origin.kind == ResultOrigin::Argument)
      continue;
    Value value = given.front();
    given = given.drop_front();
    if (isRef)
      value = AllocOp::create(builder, call.getLoc(), result.getType(), value);
    result.replaceAllUsesWith(value);
  }
  call.erase();
}

void ArgumentMerger::run() {
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    if (getStage(function) == Stage::Untouched)
      worklist.push_back(function);
  while (!worklist.empty()) {
    SmallVector<func::CallOp> calls;
    worklist.pop_back_val().walk(
        [&](func::CallOp call) { calls.push_back(call); });
    AliasForest forest;
    for (func::CallOp call : calls)
      mergeCall(call, forest);
  }
  eraseUnreachable(module, replaced);
}

namespace {
struct MergeArgumentsPass
    : tssa::impl::MergeArgumentsPassBase<MergeArgumentsPass> {
  using Base::Base;
  void runOnOperation() final { ArgumentMerger(getOperation(), limit).run(); }
};
} // namespace
