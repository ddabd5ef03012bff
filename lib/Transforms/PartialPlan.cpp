// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far what cannot be followed reaches: from the refs that are to blame to
// everything that may name their storages. What is left over is functionalized.

#include "FunctionPlan.h"
#include "MergedRefs.h"
#include "ResultIdentity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tensorssa/Analysis/ExecutionOrder.h"
#include "tensorssa/Analysis/VersionClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tssa;

/// Whether an op leaves what its refs and lists name as it is, and looks at no
/// more of it than the refs name.
static bool leavesContents(Operation *op) {
  return isa<AliasOpInterface, ReadOp, DimOp, CheckViewOp, CheckOverlapOp,
             DisjointOp, AllocOp, ListCreateOp, ListGetOp, ListLenOp,
             arith::SelectOp, func::ReturnOp>(op) ||
         isResultAppend(op) || isStructuredControlFlow(op) ||
         op->hasTrait<OpTrait::IsTerminator>();
}

/// Whether all that an op does to storages is what its refs say.
static bool isTransparent(Operation *op) {
  return leavesContents(op) || isa<MutationOpInterface, ListSetOp, ListAppendOp,
                                   ListInsertOp, ListPopOp>(op);
}

static bool isChoice(Operation *op, ArrayRef<Blocker> merges) {
  return merges.empty() && isResultChoice(op);
}

bool FunctionPlan::isImperative(Operation *op) {
  if (blockers.empty())
    return false;
  if (isa<CheckOverlapOp>(op))
    return openChecks.contains(op);
  if (isa<func::ReturnOp>(op))
    return false;
  return llvm::any_of(collectNames(op),
                      [&](Value name) { return isImperative(name); });
}

void FunctionPlan::markImperative() {
  reasons.clear();
  writtenClasses.clear();
  for (auto [number, blocker] : llvm::enumerate(blockers))
    for (Value ref : blocker.refs)
      reasons.try_emplace(getClasses().get(ref), number);
  if (reasons.empty())
    return;
  for (Operation *op : refOps) {
    if (leavesContents(op))
      continue;
    if (auto mutation = dyn_cast<MutationOpInterface>(op)) {
      for (OpOperand *operand : mutation.getMutatedRefs())
        writtenClasses.insert(getClasses().get(operand->get()));
      continue;
    }
    for (Value name : collectNames(op))
      writtenClasses.insert(getClasses().get(name));
  }
  for (BlockArgument argument : function.getArguments())
    if (isImperativeType(argument.getType()) && isImperative(argument) &&
        writtenClasses.contains(getClasses().get(argument)))
      writtenArguments.set(argument.getArgNumber());
}

/// What is chosen between to be returned becomes a choice between versions only
/// if all of it is; and nothing that stays may run with it at the end.
bool FunctionPlan::checkChoices() {
  if (reasons.empty())
    return false;
  bool changed = false;
  for (Operation *op : refOps) {
    if (!isChoice(op, merges))
      continue;
    SmallVector<Value> names(op->getResults());
    for (Value result : op->getResults())
      forEachChoice(result, [&](Value ref) { names.push_back(ref); });
    bool holdsImperative = false;
    op->walk([&](Operation *inner) {
      holdsImperative |= inner != op && isImperative(inner);
    });
    auto isVersion = [&](Value name) { return !isImperative(name); };
    if (llvm::none_of(names, isVersion) ||
        (!holdsImperative && llvm::all_of(names, isVersion)))
      continue;
    if (llvm::all_of(names, isVersion))
      block(op,
            quoted(op) + " chooses between results around ops on refs that "
                         "stay imperative; move these out of it",
            names);
    for (Value name : names)
      getClasses().join(names.front(), name);
    changed = true;
  }
  return changed;
}

/// Where merges were not split, none of the function's was.
bool FunctionPlan::checkMerges() {
  bool changed = false;
  for (Operation *op : refOps) {
    if (merges.empty() || !isStructuredControlFlow(op))
      continue;
    SmallVector<Value> versions = llvm::filter_to_vector(
        collectNames(op), [&](Value name) { return !isImperative(name); });
    if (versions.empty())
      continue;
    block(op,
          quoted(op) + " merges refs, which is followed only where all merges "
                       "of the function are; see what is said of the others",
          versions);
    changed = true;
  }
  return changed;
}

/// Of what is passed inside the module no one knows what it overlaps.
bool FunctionPlan::checkReached(const RefCallees &callees) {
  Operation *user = callees.lookup(function);
  SmallVector<Value> versions;
  for (BlockArgument argument : function.getArguments())
    if (isImperativeType(argument.getType()) && !isImperative(argument))
      versions.push_back(argument);
  if (!user || writtenArguments.none() || versions.empty())
    return false;
  block(function,
        quoted(function) + " is reached by " + quoted(user) +
            " with refs, whose overlap no one checks; run the "
            "pass 'tssa-specialize-functions' before",
        versions);
  return true;
}

/// Arguments without `tssa.noalias` may overlap each other: where one of them
/// changes, all are versions or none.
bool FunctionPlan::checkArguments() {
  SmallVector<unsigned> open;
  SmallVector<Value> versions;
  for (BlockArgument argument : function.getArguments()) {
    if (!isImperativeType(argument.getType()) ||
        function.getArgAttr(argument.getArgNumber(), kNoAliasAttr))
      continue;
    open.push_back(argument.getArgNumber());
    if (!isImperative(argument))
      versions.push_back(argument);
  }
  if (open.size() < 2 || versions.empty())
    return false;
  bool changed = false;
  for (unsigned index : open) {
    Value argument = function.getArgument(index);
    if (!writtenArguments.test(index))
      continue;
    if (isImperative(argument)) {
      // Said once, of the first one.
      if (changed)
        continue;
      const Blocker &why = getReason(argument);
      block(why.op,
            quoted(function) + " may have argument " + Twine(index) +
                ", which stays imperative, overlap argument " +
                Twine(cast<BlockArgument>(versions.front()).getArgNumber()) +
                "; put '" + kNoAliasAttr +
                "' on it if no caller passes overlapping tensors, or run the "
                "pass 'tssa-specialize-functions' before",
            versions);
      changed = true;
      continue;
    }
    unsigned other = open[0] == index ? open[1] : open[0];
    Operation *write = *llvm::find_if(refOps, [&](Operation *op) {
      auto mutation = dyn_cast<MutationOpInterface>(op);
      return mutation &&
             llvm::any_of(mutation.getMutatedRefs(), [&](OpOperand *operand) {
               return forest.getRoot(operand->get()) == argument;
             });
    });
    block(write,
          quoted(write) + " changes argument " + Twine(index) +
              ", which may overlap argument " + Twine(other) + "; put '" +
              kNoAliasAttr +
              "' on it if no caller passes overlapping tensors, or run the "
              "pass 'tssa-specialize-functions' before",
          versions);
    changed = true;
  }
  return changed;
}

/// What is done beyond the elements of an argument may reach those of another,
/// whatever is promised of the elements. Fresh storages are out of its reach.
bool FunctionPlan::checkStorages() {
  SmallVector<Value> versions;
  bool isWritten = false;
  for (BlockArgument argument : function.getArguments())
    if (isImperativeType(argument.getType()) && !isImperative(argument)) {
      versions.push_back(argument);
      isWritten |= writtenArguments.test(argument.getArgNumber());
    }
  if (versions.empty())
    return false;
  DenseSet<unsigned> argumentClasses;
  for (BlockArgument argument : function.getArguments())
    if (isImperativeType(argument.getType()) && isImperative(argument))
      argumentClasses.insert(getClasses().get(argument));
  if (argumentClasses.empty())
    return false;
  for (Operation *op : refOps) {
    bool reaches = !isTransparent(op);
    if (auto alias = dyn_cast<AliasOpInterface>(op)) {
      if (unusedViews.contains(op))
        continue;
      forEachMember(alias.getAliasKind(), alias.getAliasOperands(),
                    [&](view::ViewKindInterface kind, ValueRange) {
                      reaches |= namesStorage(kind);
                    });
      Value root = forest.getRoot(op->getResult(0));
      reaches &= !root || isa<BlockArgument>(root);
    }
    if (!reaches)
      continue;
    for (Value name : collectNames(op)) {
      unsigned number = getClasses().get(name);
      if (!argumentClasses.contains(number) ||
          !(isWritten || writtenClasses.contains(number)))
        continue;
      block(op,
            quoted(op) + " may reach the storage of an argument beyond its "
                         "elements, where the other arguments may lie; pass "
                         "the base tensor and view it by other kinds",
            versions);
      return true;
    }
  }
  return false;
}

/// With `errors=precise` arguments that are written back at the end must not
/// change before a check.
bool FunctionPlan::checkErrors() {
  size_t before = blockers.size();
  Operation *write = nullptr;
  checkErrorOrder(function.getBody(), write);
  return blockers.size() != before;
}

/// What stays must lie where `tssa-place-versions` goes past it: in regions of
/// one block of ops that it knows.
void FunctionPlan::checkRegions() {
  for (Operation *op : refOps) {
    if (!isImperative(op))
      continue;
    for (Region *region = op->getParentRegion(); region != &function.getBody();
         region = region->getParentRegion()) {
      Operation *parent = region->getParentOp();
      if (isStructuredControlFlow(parent) && region->hasOneBlock())
        continue;
      return block(op,
                   quoted(op) + " uses a ref that stays imperative inside of " +
                       quoted(parent) + "; take it out, or use 'scf'",
                   {}, /*isWhole=*/true);
    }
  }
}

/// Nothing is made a version whose storage is not known.
void FunctionPlan::checkRoots() {
  for (Operation *op : refOps) {
    if (isImperative(op) || isChoice(op, merges) || isa<func::ReturnOp>(op) ||
        op->hasTrait<OpTrait::IsTerminator>())
      continue;
    for (Value operand : op->getOperands())
      if (isa<RefType>(operand.getType()) && !forest.getRoot(operand) &&
          !isImperative(operand))
        return block(op, quoted(op) + " uses a ref whose storage is not known",
                     {},
                     /*isWhole=*/true);
  }
}

unsigned FunctionPlan::countFunctionalRoots() {
  if (staysImperative)
    return 0;
  unsigned count = 0;
  for (Value argument : function.getArguments())
    count += isImperativeType(argument.getType()) && !isImperative(argument);
  for (Operation *op : refOps)
    count += isa<AllocOp>(op) && !isImperative(op);
  return count;
}

void FunctionPlan::decide(const RefCallees &callees, bool precise) {
  auto isWhole = [](const Blocker &blocker) { return blocker.isWhole; };
  size_t own = blockers.size();
  staysImperative = llvm::any_of(blockers, isWhole);
  if (staysImperative || refOps.empty())
    return;
  do {
    markImperative();
  } while (checkMerges() || checkChoices() || checkReached(callees) ||
           checkArguments() || checkStorages() || (precise && checkErrors()));
  if (blockers.empty())
    return;
  checkRegions();
  checkRoots();
  // It must be worth it: some contents that are used are versions.
  bool hasVersions = llvm::any_of(refOps, [&](Operation *op) {
    return isa<ReadOp, MutationOpInterface>(op) && !isImperative(op);
  });
  staysImperative = llvm::any_of(blockers, isWhole) || !hasVersions;
  // If nothing is left, what follows from the reasons is none itself.
  if (staysImperative && own != 0)
    blockers.resize(own);
}
