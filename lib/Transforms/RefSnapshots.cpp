// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A read is a snapshot. The storage itself can stand for it if the last use of
// the value, and of every tensor that may share its memory, comes before the
// next write that may reach the storage.

#include "RefSnapshots.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tensorssa/Analysis/PartialFunctions.h"
#include "tensorssa/Analysis/VersionClasses.h"

using namespace mlir;
using namespace mlir::tssa;

/// How many ops between a read and its last use are looked at: keeps the
/// analysis linear in programs whose reads live long.
static constexpr unsigned kMaxDistance = 256;
/// How many uses of one value are looked at.
static constexpr unsigned kMaxUses = 256;

/// `isBeyond` is set if the ref may name elements of the storage which the root
/// does not.
static Value getRoot(Value ref, bool &isBeyond) {
  while (Operation *op = ref.getDefiningOp()) {
    if (auto view = dyn_cast<view::OfOp>(op)) {
      isBeyond |= namesStorage(view.getKind());
      ref = view.getSource();
    } else if (auto alias = dyn_cast<AliasOpInterface>(op)) {
      isBeyond |= namesStorage(alias.getAliasKind());
      ref = alias.getAliasedRef();
    } else {
      break;
    }
  }
  return ref;
}

namespace {
enum class RootKind { Fresh, Argument, NoAliasArgument, Unknown };
} // namespace

static RootKind getRootKind(Value root) {
  if (root.getDefiningOp<AllocOp>() ||
      root.getDefiningOp<MaterializeResultOp>())
    return RootKind::Fresh;
  auto argument = dyn_cast<BlockArgument>(root);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return RootKind::Unknown;
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function)
    return RootKind::Unknown;
  return function.getArgAttr(argument.getArgNumber(), kNoAliasAttr)
             ? RootKind::NoAliasArgument
             : RootKind::Argument;
}

bool tssa::mayOverlap(Value lhs, Value rhs) {
  bool isBeyond = false;
  Value left = getRoot(lhs, isBeyond), right = getRoot(rhs, isBeyond);
  if (left == right)
    return true;
  RootKind leftKind = getRootKind(left), rightKind = getRootKind(right);
  if (leftKind == RootKind::Unknown || rightKind == RootKind::Unknown)
    return true;
  if (leftKind == RootKind::Fresh || rightKind == RootKind::Fresh)
    return false;
  // What is promised of an argument's elements is not of those behind them.
  return isBeyond ||
         (leftKind == RootKind::Argument && rightKind == RootKind::Argument);
}

/// Whether `op` itself, not what its regions hold, may write to the storage of
/// `ref`.
static bool mayWriteItself(Operation *op, Value ref) {
  if (auto mutation = dyn_cast<MutationOpInterface>(op))
    return llvm::any_of(mutation.getMutatedRefs(), [&](OpOperand *operand) {
      return mayOverlap(operand->get(), ref);
    });
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    return llvm::any_of(instances, [](MemoryEffects::EffectInstance &effect) {
      SideEffects::Resource *resource = effect.getResource();
      return isa<MemoryEffects::Write, MemoryEffects::Free>(
                 effect.getEffect()) &&
             resource != ErrorResource::get() &&
             resource != ListResource::get() &&
             resource != VersionResource::get();
    });
  }
  return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

static bool mayWrite(Operation *op, Value ref) {
  return op
      ->walk([&](Operation *inner) {
        return mayWriteItself(inner, ref) ? WalkResult::interrupt()
                                          : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Adds the tensors that may share the memory of `use`'s value; fails where
/// that is not known.
static LogicalResult addAliases(OpOperand &use,
                                SmallVectorImpl<Value> &aliases) {
  Operation *op = use.getOwner();
  if (isa<WriteOp, AllocOp, MaterializeResultOp, CheckIndicesOp, CheckViewOp,
          tensor::DimOp, tensor::ExtractOp, func::ReturnOp, func::CallOp,
          view::AccessOp, view::AssignOp>(op))
    return success();
  auto bufferizable = dyn_cast<bufferization::BufferizableOpInterface>(op);
  if (!bufferizable)
    return failure();
  // What a loop carries is used again before the terminator in the next trip.
  if (op->hasTrait<OpTrait::IsTerminator>() &&
      !isa<scf::IfOp, scf::ExecuteRegionOp>(op->getParentOp()))
    return failure();
  if (isa<RegionBranchOpInterface>(op)) {
    llvm::append_range(aliases, op->getResults());
    return success();
  }
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  for (bufferization::AliasingValue alias :
       bufferizable.getAliasingValues(use, state))
    aliases.push_back(alias.value);
  return success();
}

/// The last op of `block` that uses `value` or a tensor that may share its
/// memory, nested ops counting as the op of the block that holds them. Fails
/// where it is not known.
static FailureOr<Operation *> findLastUse(Value value, Block *block) {
  Operation *last = nullptr;
  SmallVector<Value> worklist = {value};
  DenseSet<Value> seen = {value};
  unsigned numUses = 0;
  while (!worklist.empty()) {
    Value current = worklist.pop_back_val();
    for (OpOperand &use : current.getUses()) {
      Operation *ancestor = block->findAncestorOpInBlock(*use.getOwner());
      if (!ancestor || ++numUses > kMaxUses)
        return failure();
      if (!last || last->isBeforeInBlock(ancestor))
        last = ancestor;
      SmallVector<Value> aliases;
      if (failed(addAliases(use, aliases)))
        return failure();
      for (Value alias : aliases)
        if (seen.insert(alias).second)
          worklist.push_back(alias);
    }
  }
  return last;
}

bool tssa::needsSnapshot(ReadOp read) {
  if (read->hasAttr(kTakenOutAttr))
    return false;
  FailureOr<Operation *> last = findLastUse(read.getResult(), read->getBlock());
  if (failed(last))
    return true;
  if (!*last)
    return false;
  Value ref = read.getRef();
  unsigned distance = 0;
  // The last user may itself write: what it stores must be complete before.
  for (Operation *op = read->getNextNode();; op = op->getNextNode()) {
    if (++distance > kMaxDistance || mayWrite(op, ref))
      return true;
    if (op == *last)
      return false;
  }
}
