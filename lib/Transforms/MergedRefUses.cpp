// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is done with merged refs: whether one is only a value, since nobody can
// tell a copy of what it names from it, and whether every use can be rewritten.

#include "MergedRefs.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "tensorssa/Analysis/ExecutionOrder.h"

using namespace mlir;
using namespace mlir::tssa;

static bool isRef(Value value) { return isa<RefType>(value.getType()); }

/// The storages of the program that `ref` may name part of. Returns false if
/// there may be others.
bool MergeAnalysis::collectRoots(Value ref, llvm::SetVector<Value> &found) {
  llvm::SetVector<Value> bases;
  bases.insert(getChainBase(ref));
  for (unsigned i = 0; i < bases.size(); ++i) {
    Value base = bases[i];
    if (const Sink *sink = lookupSink(base)) {
      const MergePosition &position = sink->group->positions[sink->position];
      for (unsigned edge = 0; edge < position.sources.size(); ++edge)
        bases.insert(getChainBase(position.getSource(edge)));
    } else if (getRoot(base)) {
      found.insert(base);
    } else if (!isUndefinedRef(base)) {
      return false;
    }
  }
  return true;
}

/// Whether an op leaves what its refs name as it is.
static bool isHarmless(Operation *op) {
  return isa<AliasOpInterface, ReadOp, DimOp, CheckViewOp, CheckOverlapOp,
             AllocOp>(op) ||
         isStructuredControlFlow(op) || op->hasTrait<OpTrait::IsTerminator>();
}

/// Whether no one can tell this merged ref from a copy of what it names, made
/// where it is merged: it is only read, and until the last read nothing is
/// written to any storage that it may name.
bool MergeAnalysis::isOnlyValue(MergeGroup &group, MergePosition &position) {
  // A copy is row-major.
  if (position.type.getLayout())
    return false;
  llvm::SetVector<Value> names;
  names.insert(position.sinks.begin(), position.sinks.end());
  SmallVector<Operation *> readers;
  Operation *around = group.op;
  for (unsigned i = 0; i < names.size(); ++i) {
    for (OpOperand &use : names[i].getUses()) {
      Operation *user = use.getOwner();
      if (auto alias = dyn_cast<AliasOpInterface>(user)) {
        bool reachesStorage = false;
        forEachMember(alias.getAliasKind(), alias.getAliasOperands(),
                      [&](view::ViewKindInterface kind, ValueRange) {
                        reachesStorage |= isa<view::AsStridedAttr>(kind);
                      });
        if (reachesStorage)
          return false;
        names.insert(user->getResult(0));
      } else if (isa<ReadOp>(user)) {
        readers.push_back(user);
      } else if (auto it = sources.find({user, use.getOperandNumber()});
                 it != sources.end()) {
        for (auto [other, number] : it->second) {
          MergePosition &next = other->positions[number];
          names.insert(next.sinks.begin(), next.sinks.end());
          while (!around->getParentRegion()->isAncestor(
              other->op->getParentRegion()))
            around = around->getParentOp();
        }
      } else if (!isa<DimOp>(user)) {
        return false;
      }
    }
  }
  Region *scope = around->getParentRegion();

  llvm::SetVector<Value> storages;
  for (unsigned edge = 0; edge < position.sources.size(); ++edge)
    if (!collectRoots(position.getSource(edge), storages))
      return false;
  auto isInside = [&](Value root) {
    return group.op->isAncestor(root.getParentRegion()->getParentOp());
  };
  auto spoils = [&](Operation *op, Value ref) {
    llvm::SetVector<Value> written;
    bool isKnown = collectRoots(ref, written);
    Value direct = getChainBase(ref);
    for (Value root : storages) {
      if (isKnown && !written.contains(root))
        continue;
      // What is allocated inside is complete before it is passed on, and has
      // no other name than merged ones afterwards.
      if (direct == root && isInside(root))
        continue;
      if (mayExecuteAfter(op, group.op, scope) &&
          llvm::any_of(readers, [&](Operation *reader) {
            return mayExecuteAfter(reader, op, scope);
          }))
        return true;
    }
    return false;
  };
  return !function
              .walk([&](Operation *op) {
                if (isHarmless(op))
                  return WalkResult::advance();
                if (auto mutation = dyn_cast<MutationOpInterface>(op)) {
                  for (OpOperand *operand : mutation.getMutatedRefs())
                    if (spoils(op, operand->get()))
                      return WalkResult::interrupt();
                  return WalkResult::advance();
                }
                for (Value operand : op->getOperands())
                  if (isImperativeType(operand.getType()) &&
                      (!isRef(operand) || spoils(op, operand)))
                    return WalkResult::interrupt();
                return WalkResult::advance();
              })
              .wasInterrupted();
}

/// Makes values of merged refs where that is better than telling alternatives
/// apart, and where these cannot be told apart. Returns whether the analysis
/// must run again.
bool MergeAnalysis::improve() {
  bool changed = false;
  for (MergeGroup &group : groups) {
    for (MergePosition &position : group.positions) {
      if (position.isSnapshot)
        continue;
      bool holdsMoved =
          llvm::any_of(position.alternatives, [&](const Alternative &known) {
            return !known.root->value;
          });
      bool isPoor =
          !position.failure.empty() || position.sharesByRun ||
          (position.alternatives.size() > 1 && (group.isLoop || holdsMoved));
      if (isPoor && isOnlyValue(group, position))
        changed = position.isSnapshot = true;
    }
  }
  return changed;
}

/// Whether a view of its storage is what an alternative says. Types between may
/// have hidden that it is not.
static bool isPossible(const Alternative &alternative) {
  return succeeded(
      alternative.kind.inferResultShape(view::ViewShape(alternative.root->type),
                                        [] { return InFlightDiagnostic(); }));
}

/// Reports ops that merged refs cannot be brought to.
void MergeAnalysis::checkUses(SmallVectorImpl<Blocker> &blockers) {
  llvm::SetVector<Value> names;
  for (MergeGroup &group : groups)
    for (MergePosition &position : group.positions)
      names.insert(position.sinks.begin(), position.sinks.end());
  for (unsigned i = 0; i < names.size(); ++i) {
    Value name = names[i];
    if (!llvm::all_of(getAlternatives(name), isPossible)) {
      Operation *op = name.getDefiningOp();
      if (!op)
        op = name.getParentBlock()->getParentOp();
      blockers.push_back(
          {op, ("'" + op->getName().getStringRef() +
                "' names a part that the sizes of a storage never allow, which "
                "is an error at run time")
                   .str()});
      return;
    }
    for (OpOperand &use : names[i].getUses()) {
      Operation *user = use.getOwner();
      if (isa<AliasOpInterface>(user)) {
        names.insert(user->getResult(0));
        continue;
      }
      if (isa<ReadOp, DimOp, CheckViewOp, CheckOverlapOp, func::ReturnOp>(
              user) ||
          isResultAppend(user) ||
          sources.contains({user, use.getOperandNumber()}) ||
          (isa<MutationOpInterface, CallOpInterface>(user) &&
           !llvm::any_of(user->getResultTypes(), isImperativeType)))
        continue;
      blockers.push_back(
          {user, ("'" + user->getName().getStringRef() +
                  "' uses a merged ref, whose storage is known only at run "
                  "time; use the refs themselves inside the branches")
                     .str()});
    }
  }
  // An op on several merged refs has a branch for each combination.
  function.walk([&](Operation *op) {
    if (isa<AliasOpInterface>(op) || isStructuredControlFlow(op) ||
        (op->hasTrait<OpTrait::IsTerminator>() && !isa<func::ReturnOp>(op)))
      return;
    DenseSet<Value> seen;
    unsigned combinations = 1;
    for (Value operand : op->getOperands())
      if (isRef(operand) && isMerged(operand) && seen.insert(operand).second)
        combinations =
            std::min(kMaxChoices + 1,
                     combinations * unsigned(getAlternatives(operand).size()));
    if (combinations > kMaxChoices)
      blockers.push_back(
          {op, ("'" + op->getName().getStringRef() +
                "' uses merged refs with more than " + Twine(kMaxChoices) +
                " combinations of storages; use fewer of them at once")
                   .str()});
  });
}
