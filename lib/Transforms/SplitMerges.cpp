// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa-split-merges: merged refs become merged values, before anything is
// functionalized. What is read and written is known afterwards, and the program
// is as imperative as before.

#include "MergedRefs.h"
#include "Stages.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"
#include "tensorssa/Analysis/ExecutionOrder.h"
#include "tensorssa/Transforms/Passes.h"
#include "tensorssa/Transforms/Selects.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_SPLITMERGESPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

/// Loops larger than this are not peeled, nor more than so many in a function.
static constexpr unsigned kMaxPeeledOps = 1024;
static constexpr unsigned kMaxPeeledLoops = 8;

bool tssa::isResultChoice(Operation *op) {
  if (!isa<scf::IfOp, scf::IndexSwitchOp>(op) || op->getNumResults() == 0 ||
      !llvm::all_of(op->getResultTypes(), llvm::IsaPred<RefType>))
    return false;
  Operation *parent = op->getParentOp();
  bool isInner = !isa<func::FuncOp>(parent);
  if (isInner && !isResultChoice(parent))
    return false;
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    return isInner ? isa<scf::YieldOp>(user) && user->getParentOp() == parent
                   : isa<func::ReturnOp>(user);
  });
}

void tssa::eraseEmptyBranches(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op) && op->getNumResults() == 0 &&
        llvm::all_of(op->getRegions(), [](Region &region) {
          return region.empty() || llvm::hasSingleElement(region.front());
        }))
      op->erase();
  });
}

//===----------------------------------------------------------------------===//
// Peeling
//===----------------------------------------------------------------------===//

/// Takes the first trip out of a loop:
///
///   %r = scf.for %i = %a to %b step %s iter_args(%x = %x0) { … yield %x1 }
///
/// becomes
///
///   %any = arith.cmpi slt, %a, %b
///   %r = scf.if %any {
///     …                                     // with %a and %x0
///     %c = arith.addi %a, %s
///     %t = scf.for %i = %c to %b step %s iter_args(%x = %x1) { … yield %x1 }
///     scf.yield %t
///   } else {
///     scf.yield %x0
///   }
static scf::ForOp peelFirstTrip(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value any =
      arith::CmpIOp::create(builder, loc,
                            loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                  : arith::CmpIPredicate::slt,
                            loop.getLowerBound(), loop.getUpperBound());
  auto branch = scf::IfOp::create(builder, loc, loop.getResultTypes(), any,
                                  /*withElseRegion=*/true);
  for (Region &region : branch->getRegions())
    if (!region.front().empty())
      region.front().back().erase();
  builder.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(builder, loc, loop.getInitArgs());

  builder.setInsertionPointToEnd(branch.thenBlock());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), loop.getLowerBound());
  for (auto [argument, init] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs()))
    mapping.map(argument, init);
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> carried;
  for (Value yielded : loop.getYieldedValues())
    carried.push_back(mapping.lookupOrDefault(yielded));
  Value next =
      arith::AddIOp::create(builder, loc, loop.getLowerBound(), loop.getStep());
  loop->replaceAllUsesWith(branch.getResults());
  loop->moveBefore(branch.thenBlock(), branch.thenBlock()->end());
  loop.getLowerBoundMutable().assign(next);
  loop.getInitArgsMutable().assign(carried);
  builder.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(builder, loc, loop.getResults());
  return loop;
}

/// How many refs of the loops of a function, or of one of them, have several
/// alternatives.
static unsigned countTags(MergeAnalysis &analysis, Operation *loop) {
  unsigned count = 0;
  for (MergeGroup &group : analysis.groups)
    if (group.op == loop)
      for (MergePosition &position : group.positions)
        count += position.alternatives.size() > 1;
  return count;
}

/// Peels the first trip of a loop where that leaves no choice in the loop. The
/// peeled function is tried on a copy, which takes its place.
static bool peelOneLoop(func::FuncOp function, DenseSet<unsigned> &tried) {
  MergeAnalysis analysis(function);
  SmallVector<Blocker> blockers;
  analysis.run(blockers);
  if (!blockers.empty())
    return false;
  SmallVector<scf::ForOp> loops;
  function.walk<WalkOrder::PreOrder>(
      [&](scf::ForOp loop) { loops.push_back(loop); });
  for (auto [number, loop] : llvm::enumerate(loops)) {
    if (countTags(analysis, loop) == 0 || !tried.insert(number).second)
      continue;
    unsigned size = 0;
    loop->walk([&](Operation *) { ++size; });
    if (size > kMaxPeeledOps)
      continue;
    IRMapping mapping;
    OwningOpRef<func::FuncOp> copy =
        cast<func::FuncOp>(function->cloneWithoutRegions());
    function.getBody().cloneInto(&copy->getBody(), mapping);
    scf::ForOp peeled =
        peelFirstTrip(cast<scf::ForOp>(mapping.lookup(loop.getOperation())));
    MergeAnalysis after(*copy);
    after.run(blockers);
    if (!blockers.empty() || countTags(after, peeled) != 0) {
      blockers.clear();
      continue;
    }
    function.getBody().takeBody(copy->getBody());
    tried.clear();
    return true;
  }
  return false;
}

void tssa::peelLoops(func::FuncOp function) {
  bool carriesRefs = false;
  function.walk([&](scf::ForOp loop) {
    carriesRefs |= llvm::any_of(loop.getResultTypes(), llvm::IsaPred<RefType>);
  });
  if (!carriesRefs)
    return;
  DenseSet<unsigned> tried;
  for (unsigned i = 0; i < kMaxPeeledLoops && peelOneLoop(function, tried); ++i)
    ;
}

/// A list that is a result and holds merged refs is appended to, so that each
/// of these is told apart on its own.
static void appendMergedElements(func::FuncOp function) {
  auto isMerged = [](Value element) {
    auto argument = dyn_cast<BlockArgument>(getChainBase(element));
    return !argument && !getChainBase(element).getDefiningOp<AllocOp>();
  };
  function.walk([&](ListCreateOp op) {
    if (!isResultList(op) || llvm::none_of(op.getElements(), isMerged))
      return;
    OpBuilder builder(op);
    SmallVector<Value> elements(op.getElements());
    op.getElementsMutable().clear();
    builder.setInsertionPointAfter(op);
    for (Value element : elements)
      ListAppendOp::create(builder, op.getLoc(), element, op.getResult());
  });
}

SmallVector<Blocker> tssa::splitMerges(func::FuncOp function) {
  if (hasBranches(function)) {
    OwningOpRef<func::FuncOp> original = function.clone();
    if (failed(liftControlFlow(function))) {
      // The plan says what it meets in blocks.
      function.getBody().takeBody(original->getBody());
      return {};
    }
    if (hasBranches(function) || !hasMergedRefs(function))
      return {};
  }
  appendMergedElements(function);
  // A selection of refs is a branch like any other.
  expandSelects(function, llvm::IsaPred<RefType>);
  peelLoops(function);
  MergeAnalysis analysis(function);
  SmallVector<Blocker> blockers;
  analysis.run(blockers);
  if (!blockers.empty())
    return blockers;
  rewriteMerges(function, analysis);
  eraseEmptyBranches(function);
  return blockers;
}

/// Whether a call is passed a ref that is one of several.
static bool passesMerged(func::FuncOp function) {
  auto isMerged = [&](Value ref) {
    ref = getChainBase(ref);
    if (auto argument = dyn_cast<BlockArgument>(ref))
      return argument.getOwner() != &function.front();
    return isStructuredControlFlow(ref.getDefiningOp()) ||
           isa<arith::SelectOp>(ref.getDefiningOp());
  };
  return function
      .walk([&](func::CallOp call) {
        for (Value operand : call.getOperands())
          if (isa<RefType>(operand.getType()) && isMerged(operand))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

bool tssa::splitCallOperands(func::FuncOp function) {
  if (!passesMerged(function))
    return false;
  OwningOpRef<func::FuncOp> copy = function.clone();
  if (!splitMerges(*copy).empty())
    return false;
  function.getBody().takeBody(copy->getBody());
  return true;
}

//===----------------------------------------------------------------------===//
// Functions of a module
//===----------------------------------------------------------------------===//

bool tssa::canSplitMerges(func::FuncOp function) {
  return !function.isDeclaration() && !function->hasAttr(kFunctionalAttr) &&
         !function->hasAttr(kStageAttr) &&
         !function->hasAttr(kDispatchesAttr) &&
         !(function->hasAttr(kImperativeAttr) &&
           function->hasAttr(kBodyOfAttr)) &&
         hasMergesOrBranches(function.getBody());
}

SplitFunctions::SplitFunctions(ModuleOp module) {
  walkFunctions(module, [&](func::FuncOp function) {
    if (!canSplitMerges(function))
      return WalkResult::advance();
    Original &original = originals[function];
    original.function = function.clone();
    original.blockers = splitMerges(function);
    return WalkResult::advance();
  });
}

ArrayRef<Blocker> SplitFunctions::getBlockers(func::FuncOp function) const {
  auto it = originals.find(function);
  return it == originals.end() ? ArrayRef<Blocker>() : it->second.blockers;
}

SplitFunctions::~SplitFunctions() {
  for (func::FuncOp function : restored) {
    auto it = originals.find(function);
    if (it != originals.end())
      function.getBody().takeBody(it->second.function->getBody());
  }
}

namespace {
struct SplitMergesPass : tssa::impl::SplitMergesPassBase<SplitMergesPass> {
  void runOnOperation() final {
    func::FuncOp function = getOperation();
    if (!canSplitMerges(function))
      return;
    OwningOpRef<func::FuncOp> original = function.clone();
    SmallVector<Blocker> blockers = splitMerges(function);
    if (blockers.empty())
      return;
    for (const Blocker &blocker : blockers)
      emitRemark(blocker.op->getLoc()) << "merges stay: " << blocker.reason;
    function.getBody().takeBody(original->getBody());
  }
};
} // namespace
