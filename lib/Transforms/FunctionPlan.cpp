// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which ops of a function can be functionalized. Whatever cannot is
// named together with what would lift it: this text is what users read.

#include "FunctionPlan.h"
#include "ForwardLists.h"
#include "MergedRefs.h"
#include "Prefetch.h"
#include "PureCalls.h"
#include "RefParts.h"
#include "UnpackListArguments.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "tensorssa/Analysis/ExecutionOrder.h"
#include "tensorssa/Analysis/VersionClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tssa;

/// Paths grow by one member per view, and each read or write carries its own.
static constexpr unsigned kMaxDepth = 256;

bool tssa::isListOfRefs(Type type) {
  if (!isa<ListType>(type))
    return false;
  while (auto list = dyn_cast<ListType>(type))
    type = list.getElementType();
  return isa<RefType, AnyRefElementType>(type);
}

bool tssa::isImperativeType(Type type) {
  return isa<RefType>(type) || isListOfRefs(type);
}

/// Whether `op`, with all inside of it, may run while results are made: it
/// changes nothing but lists of refs that are made in `block`.
static bool makesOnlyResults(Operation *op, Block *block) {
  auto isAllowed = [&](Operation *inner) {
    if (auto append = dyn_cast<ListAppendOp>(inner)) {
      auto create = append.getList().getDefiningOp<ListCreateOp>();
      return create && create->getBlock() == block &&
             isListOfRefs(append.getList().getType());
    }
    if (isa<ListGetOp, ListLenOp>(inner))
      return !isListOfRefs(inner->getOperand(0).getType());
    return isa<ListCreateOp, MaterializeResultOp, CurrentOp, UpdateOp, ReadOp,
               DimOp, CheckOp, CheckIndexOp, CheckViewOp, func::ReturnOp>(
               inner) ||
           inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
           isMemoryEffectFree(inner);
  };
  return !op->walk([&](Operation *inner) {
              return isAllowed(inner) ? WalkResult::advance()
                                      : WalkResult::interrupt();
            }).wasInterrupted();
}

bool tssa::isResultList(ListCreateOp op) {
  Block *block = op->getBlock();
  if (!isListOfRefs(op.getResult().getType()) || op->use_empty() ||
      llvm::any_of(op.getElements().getTypes(), isListOfRefs) ||
      !llvm::all_of(op->getUses(), [&](OpOperand &use) {
        Operation *user = use.getOwner();
        return isa<ListAppendOp>(user)
                   ? use.getOperandNumber() == 1
                   : isa<func::ReturnOp>(user) && user->getBlock() == block;
      }))
    return false;
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
    if (!makesOnlyResults(next, block))
      return false;
  return true;
}

bool tssa::isResultAppend(Operation *op) {
  auto append = dyn_cast<ListAppendOp>(op);
  auto create =
      append ? append.getList().getDefiningOp<ListCreateOp>() : ListCreateOp();
  return create && isResultList(create);
}

/// Whether an op passes on what has been tested, or, if `unpacks`, what is
/// taken out of a list without a test.
static bool isDispatched(Operation *op, bool unpacks) {
  auto function = op->getParentOfType<func::FuncOp>();
  return function && function->hasAttr(kDispatchesAttr) &&
         isa<ArrayAttr>(function->getAttr(kDispatchesAttr)) == unpacks;
}

RefCallees tssa::collectRefCallees(ModuleOp module, bool *growsStorages) {
  RefCallees callees;
  SymbolTableCollection symbols;
  SmallVector<std::pair<Operation *, Operation *>> unpacking;
  module.walk([&](Operation *op) {
    prefetchNext(*op);
    SymbolRefAttr callee;
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      if (llvm::any_of(op->getOperandTypes(), isImperativeType) ||
          llvm::any_of(op->getResultTypes(), isImperativeType))
        callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    } else if (auto constant = dyn_cast<func::ConstantOp>(op)) {
      callee = constant.getValueAttr();
    } else if (growsStorages && isa<GrowStorageOp>(op)) {
      *growsStorages = true;
    }
    if (!callee || isDispatched(op, /*unpacks=*/false))
      return;
    Operation *target = symbols.lookupNearestSymbolFrom(op, callee);
    if (target && isDispatched(op, /*unpacks=*/true))
      unpacking.push_back({target, op});
    else if (target)
      callees.try_emplace(target, op);
  });
  // What takes a list apart passes on what it is passed itself.
  for (auto [target, op] : unpacking)
    if (!target->hasAttr(kTestedAttr) &&
        callees.contains(op->getParentOfType<func::FuncOp>()))
      callees.try_emplace(target, op);
  return callees;
}

bool tssa::mayFail(Operation *op) {
  if (isa<CallOpInterface>(op))
    return true;
  // What another dialect's mutation becomes may contain checks, unless it says
  // what it does to memory.
  if (isa<MutationOpInterface>(op) && !isa<MemoryEffectOpInterface>(op))
    return true;
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    for (const MemoryEffects::EffectInstance &effect : instances)
      if (isa<MemoryEffects::Write>(effect.getEffect()) &&
          effect.getResource() == ErrorResource::get())
        return true;
  }
  // Arithmetic whose sizes are not known to fit gets its checks only when it
  // is lowered.
  return isa_and_nonnull<TSSADialect>(op->getDialect()) &&
         isMemoryEffectFree(op) && !isSpeculatable(op);
}

void FunctionPlan::block(Operation *op, const Twine &reason,
                         ArrayRef<Value> refs, bool isWhole) {
  // One reason of an op is enough.
  if (!blockers.empty() && blockers.back().op == op && refs.empty()) {
    blockers.back().isWhole |= isWhole;
    return;
  }
  SmallVector<Value> names(refs);
  if (refs.empty())
    names = collectNames(op);
  blockers.push_back({op, reason.str(), names, isWhole});
}

std::string tssa::quoted(Operation *op) {
  return ("'" + op->getName().getStringRef() + "'").str();
}

static bool hasImperativeBlockArgument(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (llvm::any_of(block.getArgumentTypes(), isImperativeType))
        return true;
  return false;
}

/// What to say of an op on a list of refs.
static std::string describeList(Operation *op) {
  auto getReason = [](Value list) -> StringAttr {
    auto create = list.getDefiningOp<ListCreateOp>();
    return create ? create->getAttrOfType<StringAttr>(kListReasonAttr)
                  : StringAttr();
  };
  SmallVector<Value> lists(op->getOperands());
  llvm::append_range(lists, op->getResults());
  for (Value list : lists)
    if (StringAttr reason = getReason(list))
      return quoted(op) + ": the list " + reason.str();
  return quoted(op) +
         " keeps refs in a list; run the pass 'tssa-forward-lists' "
         "before, or use the elements themselves";
}

/// What to say of an op that functionalization cannot follow.
std::string FunctionPlan::describeUnsupported(Operation *op) {
  std::string name = quoted(op);
  if (auto call = dyn_cast<func::CallOp>(op); call && calls) {
    std::string why = calls->getObstacle(call, forest);
    if (why.empty())
      why = "run the pass 'tssa-inline-calls' or 'tssa-specialize-functions' "
            "before";
    return (name + " passes refs to '" + call.getCallee() + "': " + why).str();
  }
  if (isa<CallOpInterface>(op))
    return name + " passes refs to a function that is known only at run time; "
                  "call one by name";
  if (op->getName().getStringRef().starts_with("tssa.list") ||
      llvm::any_of(op->getOperandTypes(), isListOfRefs) ||
      llvm::any_of(op->getResultTypes(), isListOfRefs))
    return describeList(op);
  if (isa_and_nonnull<scf::SCFDialect>(op->getDialect()))
    return name + " merges refs, so that the storage written is known only at "
                  "run time; merge values that were read, or write inside the "
                  "branches";
  if (isa<CurrentOp, UpdateOp, MaterializeResultOp>(op))
    return name +
           " belongs to functional form, where no other op may be "
           "imperative; run the pass 'tssa-functionalize' on programs without "
           "it";
  if (isa<GrowStorageOp>(op))
    return name + " moves a storage, and with it what others may have in it; "
                  "allocate what is needed at once";
  return name + " uses a ref in a way that is not known; implement "
                "MutationOpInterface or AliasOpInterface for it";
}

//===----------------------------------------------------------------------===//
// Single ops
//===----------------------------------------------------------------------===//

/// Whether the elements of an allocated root lie in row-major order, so that
/// its storage is its value.
static bool isRowMajorRoot(Value root) {
  return root.getDefiningOp<AllocOp>() &&
         isRowMajorAllocation(cast<RefType>(root.getType()));
}

/// Whoever uses a value comes later, but for branches back.
void FunctionPlan::collectUnusedViews() {
  for (size_t number = refOps.size(); number-- > 0;) {
    if (number >= kAhead)
      prefetch(refOps[number - kAhead]);
    Operation *op = refOps[number];
    if (isa<AliasOpInterface>(op) &&
        llvm::all_of(
            op->getUsers(),
            [&](Operation *user) { return unusedViews.contains(user); }) &&
        isMemoryEffectFree(op))
      unusedViews.insert(op);
  }
}

void FunctionPlan::checkAlias(AliasOpInterface op) {
  if (unusedViews.contains(op))
    return;
  Value root = forest.getRoot(op->getResult(0));
  if (forest.getDepth(op->getResult(0)) > kMaxDepth)
    return block(op, quoted(op) + " is more than " + Twine(kMaxDepth) +
                         " views away from its storage; compose the views "
                         "(pass 'canonicalize')");
  Type rootElement = cast<RefType>(root.getType()).getElementType();
  bool recast = cast<RefType>(op.getAliasedRef().getType()).getElementType() !=
                rootElement;
  forEachMember(
      op.getAliasKind(), op.getAliasOperands(),
      [&](view::ViewKindInterface kind, ValueRange operands) {
        if (auto bitcast = dyn_cast<view::BitcastAttr>(kind))
          recast = bitcast.getElementType() != rootElement;
        auto strided = dyn_cast<view::AsStridedAttr>(kind);
        if (!strided)
          return;
        auto argument = dyn_cast<BlockArgument>(root);
        std::string why;
        if (recast)
          why = "counts in elements of another type than its storage; apply "
                "'as_strided' before the bitcast";
        else if (argument)
          why = storageArguments.note(argument, strided, operands);
        else if (!isRowMajorRoot(root))
          why = "depends on a layout that is not row-major; allocate the "
                "storage without a layout";
        if (why.empty())
          return;
        block(op, quoted(op) + " " + why);
        if (argument)
          leftArguments.insert(argument);
      });
}

AliasClasses &FunctionPlan::getClasses() {
  if (!classes) {
    classes.emplace();
    for (Operation *op : refOps)
      classes->add(op, /*resultsApart=*/merges.empty());
    for (auto [target, source] : compared)
      classes->join(target, source);
  }
  return *classes;
}

bool FunctionPlan::writesArgument(Operation *op) {
  auto mutation = dyn_cast<MutationOpInterface>(op);
  return mutation &&
         llvm::any_of(mutation.getMutatedRefs(),
                      [&](OpOperand *operand) {
                        return isa_and_nonnull<BlockArgument>(
                            forest.getRoot(operand->get()));
                      }) &&
         !isImperative(op);
}

void FunctionPlan::checkMutation(MutationOpInterface op) {
  for (OpOperand *operand : op.getMutatedRefs()) {
    Value root = forest.getRoot(operand->get());
    if (!root)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(root))
      writtenArguments.set(argument.getArgNumber());
    Region *home = root.getParentRegion();
    for (Region *region = op->getParentRegion(); region != home;
         region = region->getParentRegion()) {
      Operation *parent = region->getParentOp();
      if (!carriers.insert(parent).second)
        continue;
      auto carrier = dyn_cast<VersionCarrierOpInterface>(parent);
      if (!carrier)
        block(op,
              quoted(op) + " changes storage from inside " + quoted(parent) +
                  ", which cannot carry versions; implement "
                  "VersionCarrierOpInterface for it",
              {}, /*isWhole=*/true);
      else if (!carrier.canCarryVersions())
        block(op,
              quoted(op) + " changes storage from inside an " + quoted(parent) +
                  " of several blocks; lift the control flow to "
                  "structured ops (pass 'lift-cf-to-scf')",
              {}, /*isWhole=*/true);
      else
        continue;
      carriers.erase(parent);
      return;
    }
  }
  for (OpOperand *operand : op.getReadRefs())
    if (auto argument =
            dyn_cast_or_null<BlockArgument>(forest.getRoot(operand->get())))
      readArguments.set(argument.getArgNumber());
}

/// Whether two parts of one root or of two are known to be disjoint or the
/// same.
static bool isSameOrDisjoint(func::FuncOp function, const AliasPath &lhs,
                             const AliasPath &rhs) {
  if (lhs.root == rhs.root) {
    view::PathRelation relation = compareParts(lhs, rhs);
    return relation == view::PathRelation::Same ||
           relation == view::PathRelation::Disjoint ||
           areSameOrDisjoint(lhs, rhs);
  }
  auto isAlone = [&](Value root) {
    auto argument = dyn_cast<BlockArgument>(root);
    return !argument ||
           function.getArgAttr(argument.getArgNumber(), kNoAliasAttr);
  };
  return isAlone(lhs.root) || isAlone(rhs.root);
}

/// Whether a path may lead out of the elements of an argument, of which alone
/// something is known.
bool FunctionPlan::leavesArgument(const AliasPath &path) {
  return leftArguments.contains(path.root) && !path.isWhole() &&
         namesStorage(path.kind);
}

void FunctionPlan::checkOverlap(CheckOverlapOp op) {
  Value source = op.getSource();
  // At run time it asks where both lie.
  auto leave = [&] {
    openChecks.insert(op);
    if (source)
      compared.emplace_back(op.getTarget(), source);
  };
  if (!forest.getRoot(op.getTarget()) || (source && !forest.getRoot(source)))
    return leave();
  const AliasPath &target = forest.getPath(op.getTarget());
  if (leavesArgument(target) ||
      (source && leavesArgument(forest.getPath(source))))
    return leave();
  if (repeatsElements(target)) {
    failingChecks[op] = Overlap::Self;
    return;
  }
  if (repeatsUnlessEmpty(target)) {
    failingChecks[op] = Overlap::SelfUnlessEmpty;
    return;
  }
  if (!isInjectivePart(target)) {
    leave();
    return block(op, quoted(op) + " of a target that may overlap itself is "
                                  "decided at run time; write through a view "
                                  "without repeated elements");
  }
  if (source && !isSameOrDisjoint(function, target, forest.getPath(source))) {
    const AliasPath &other = forest.getPath(source);
    if (target.root == other.root && overlapInPart(target, other)) {
      failingChecks[op] = Overlap::Source;
      return;
    }
    leave();
    block(op, quoted(op) + " of parts that may overlap is decided at run "
                           "time; copy the source first, or use constant "
                           "bounds");
  }
}

static std::string asText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

void FunctionPlan::checkView(CheckViewOp op) {
  const AliasPath &path = forest.getPath(op.getSource());
  SmallVector<view::ViewKindInterface> kinds;
  if (!path.isWhole())
    kinds.push_back(path.kind);
  kinds.push_back(op.getKind());
  view::ViewShape shape(cast<RefType>(path.root.getType()));
  view::ViewKindInterface chain = view::PathAttr::chain(op.getContext(), kinds);
  // Types between may have hidden it; an op that says it does not verify.
  if (failed(
          chain.inferResultShape(shape, [] { return InFlightDiagnostic(); })))
    return block(op, quoted(op) + " fails for every storage of the sizes of '" +
                         Twine(asText(path.root.getType())) +
                         "', which is an error at run time");
  if (isa<BlockArgument>(path.root) || isRowMajorRoot(path.root))
    return;
  if (!chain.isViewable(shape,
                        view::StridedLayoutInfo::unknown(shape.getRank())))
    block(op, quoted(op) + " depends on a layout that is not row-major; "
                           "allocate the storage without a layout");
}

/// What iterations that may run at once read and make is not placed in memory.
void FunctionPlan::checkParallel(Operation *op) {
  Operation *loop = op->getParentOp();
  while (loop && !isa<scf::ForallOp, scf::ParallelOp>(loop))
    loop = loop->getParentOp();
  if (loop)
    block(op,
          quoted(op) + " is inside of " + quoted(loop) +
              ", where tensors are not placed in memory; read before the "
              "loop, or use 'scf.for'",
          {}, /*isWhole=*/true);
}

/// Returns whether the op is one that is followed.
bool FunctionPlan::classify(Operation *op) {
  if (auto create = dyn_cast<ListCreateOp>(op))
    return isResultList(create);
  if (isa<ListAppendOp>(op))
    return isResultAppend(op);
  if (isa<func::ReturnOp>(op))
    return op->getParentOp() == function &&
           llvm::all_of(op->getOperands(), [](Value value) {
             auto create = value.getDefiningOp<ListCreateOp>();
             return !isListOfRefs(value.getType()) ||
                    (create && isResultList(create));
           });
  if (isResultChoice(op))
    return true;
  // Where merges were not split, it is one of the names that they merge.
  if (isa<ub::PoisonOp>(op) && !merges.empty() &&
      llvm::all_of(op->getUsers(), [](Operation *user) {
        return isStructuredControlFlow(user) ||
               user->hasTrait<OpTrait::IsTerminator>();
      }))
    return true;
  if (llvm::any_of(op->getOperandTypes(), isListOfRefs) ||
      llvm::any_of(op->getResultTypes(), isListOfRefs) ||
      hasImperativeBlockArgument(op))
    return false;
  if (auto alloc = dyn_cast<AllocOp>(op)) {
    if (!alloc->getParentRegion()->hasOneBlock())
      block(op,
            quoted(op) + " lies in a region of several blocks; lift the "
                         "control flow to structured ops "
                         "(pass 'lift-cf-to-scf')",
            {}, /*isWhole=*/true);
    return true;
  }
  if (!isa<AliasOpInterface, MutationOpInterface, ReadOp, DimOp, CheckOverlapOp,
           CheckViewOp>(op))
    return false;
  if (auto overlap = dyn_cast<CheckOverlapOp>(op))
    return checkOverlap(overlap), true;
  // Where the origin is not known, the op that made it was reported already.
  for (Value operand : op->getOperands())
    if (isa<RefType>(operand.getType()) && !forest.getRoot(operand))
      return true;
  if (auto alias = dyn_cast<AliasOpInterface>(op))
    checkAlias(alias);
  else if (auto mutation = dyn_cast<MutationOpInterface>(op))
    checkMutation(mutation);
  else if (auto check = dyn_cast<CheckViewOp>(op))
    checkView(check);
  else if (auto read = dyn_cast<ReadOp>(op))
    if (auto argument = dyn_cast<BlockArgument>(forest.getRoot(read.getRef())))
      readArguments.set(argument.getArgNumber());
  return true;
}

//===----------------------------------------------------------------------===//
// Whole functions
//===----------------------------------------------------------------------===//

/// The arguments that are versions and change.
SmallVector<Value> FunctionPlan::getChangedArguments() {
  SmallVector<Value> changed;
  for (unsigned index : writtenArguments.set_bits())
    if (!isImperative(function.getArgument(index)))
      changed.push_back(function.getArgument(index));
  return changed;
}

/// Reports the first op that may fail after a write to an argument. `write` is
/// such a write that may have happened before, and afterwards.
void FunctionPlan::checkErrorOrder(Region &region, Operation *&write) {
  for (Block &body : region) {
    for (Operation &op : body) {
      // A check for overlap that holds goes.
      bool holds = isa<CheckOverlapOp>(op) && !openChecks.contains(&op) &&
                   !failingChecks.contains(&op);
      if (write && mayFail(&op) && !holds)
        return block(&op,
                     quoted(&op) + " may fail after " + quoted(write) +
                         " has changed an argument, which 'errors=precise' "
                         "must keep apart; check before the first write, or "
                         "use 'errors=fast'",
                     getChangedArguments());
      if (writesArgument(&op))
        write = &op;
      if (op.getNumRegions() == 0)
        continue;
      bool isBranch =
          isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op);
      if (!isBranch && !write)
        op.walk([&](Operation *inner) {
          if (!writesArgument(inner))
            return WalkResult::advance();
          write = inner;
          return WalkResult::interrupt();
        });
      Operation *after = write;
      size_t before = blockers.size();
      for (Region &inner : op.getRegions()) {
        Operation *last = write;
        checkErrorOrder(inner, last);
        if (blockers.size() != before)
          return;
        if (!after)
          after = last;
      }
      write = after;
    }
  }
}

void FunctionPlan::analyze(const RefCallees &callees, bool precise) {
  unsigned count = function.getNumArguments();
  readArguments.resize(count);
  writtenArguments.resize(count);

  bool hasParallel = false;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == function)
      return;
    prefetchNext(*op);
    hasParallel |= isa<scf::ForallOp, scf::ParallelOp>(op);
    if (hasParallel && isa<view::AccessOp, view::AssignOp, ReadOp>(op))
      checkParallel(op);
    if (llvm::any_of(op->getOperandTypes(), isImperativeType) ||
        llvm::any_of(op->getResultTypes(), isImperativeType) ||
        hasImperativeBlockArgument(op))
      refOps.push_back(op);
  });
  collectUnusedViews();
  Operation *unstructured = nullptr;
  for (size_t number = 0; number < refOps.size(); ++number) {
    if (number + kAhead < refOps.size())
      prefetch(refOps[number + kAhead]);
    Operation *op = refOps[number];
    // What they pass on is reported at the op that they end.
    if (op->hasTrait<OpTrait::IsTerminator>() && !isa<func::ReturnOp>(op))
      continue;
    if (!unstructured && !function.getBody().hasOneBlock())
      unstructured = op;
    if (unstructured)
      break;
    // Of merges that could not be split only those are at fault that say why.
    auto merge = llvm::find_if(
        merges, [&](const Blocker &blocker) { return blocker.op == op; });
    if (merge != merges.end()) {
      block(op, merge->reason);
    } else if (!(isStructuredControlFlow(op) && !merges.empty()) &&
               !classify(op)) {
      // An op that belongs to functional form, whose regions are not known, or
      // that lifted control flow was left with.
      bool isWhole =
          isa<CurrentOp, UpdateOp, MaterializeResultOp, GrowStorageOp>(op) ||
          (op->getNumRegions() != 0 && !isStructuredControlFlow(op));
      SmallVector<Value> refs;
      // Beside a list other results have nothing to do with it.
      if (isa<func::ReturnOp>(op))
        refs = llvm::filter_to_vector(op->getOperands(), [](Value value) {
          return isListOfRefs(value.getType());
        });
      block(op, describeUnsupported(op), refs, isWhole);
    }
  }
  if (unstructured)
    block(unstructured,
          quoted(unstructured) +
              " is in a function of several blocks; lift its control flow to "
              "structured ops (pass 'lift-cf-to-scf')",
          {}, /*isWhole=*/true);
  if (refOps.empty() && hasBranches(function))
    block(function,
          quoted(function) + " has several blocks that no structured control "
                             "flow stands for, such as a loop without an end",
          {}, /*isWhole=*/true);
  if (hasMovingStorages && !refOps.empty() &&
      llvm::none_of(blockers,
                    [](const Blocker &blocker) { return blocker.isWhole; }))
    block(function,
          quoted(function) + " is one in which a storage grows, or calls one, "
                             "or is called by one; do that in functions apart",
          {}, /*isWhole=*/true);
  SmallVector<Value> lists;
  for (Value argument : function.getArguments())
    if (isListOfRefs(argument.getType()))
      lists.push_back(argument);
  if (!unstructured && !refOps.empty() && !lists.empty())
    block(function,
          quoted(function) + " takes a list of refs, which is not followed; "
                             "pass its elements",
          lists);
  decide(callees, precise);
}
