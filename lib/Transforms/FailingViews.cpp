// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views that their storage's static sizes never allow, hidden behind a type
// that leaves them open. The check in front of one fails whenever it runs, so
// the view never exists: the check becomes one of a constant, and in place of
// the view, which is dead, goes a ref that can be followed.

#include "FailingViews.h"
#include "CheckLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "tensorssa/Analysis/VersionClasses.h"
#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"

using namespace mlir;
using namespace mlir::tssa;
using view::ViewKindInterface;

/// Larger storages are not made in dead code, from which their contents may be
/// moved to where they cost.
static constexpr int64_t kMaxElements = 1024;

bool tssa::hasPlaceholder(RefType type) {
  int64_t numElements = 1;
  for (int64_t size : type.getShape()) {
    if (size > kMaxElements)
      return false;
    numElements *= std::max<int64_t>(size, 1);
    if (numElements > kMaxElements)
      return false;
  }
  return !type.getLayout() && type.getElementType().isIntOrIndexOrFloat();
}

Value tssa::buildPlaceholder(OpBuilder &builder, Location loc, RefType type) {
  SmallVector<Value> sizes;
  for (int64_t size : type.getShape())
    if (ShapedType::isDynamic(size))
      sizes.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
  RankedTensorType tensor = type.getTensorType();
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  return AllocOp::create(builder, loc, RefType::get(tensor),
                         FullOp::create(builder, loc, tensor, zero, sizes));
}

/// Whether `kind`, applied after `path`, is a view for no storage of the static
/// sizes of the path's root. What `as_strided` names is a matter of storages.
static bool neverExists(const AliasPath &path, ViewKindInterface kind) {
  SmallVector<ViewKindInterface> kinds;
  bool isStrided = false;
  auto add = [&](ViewKindInterface chain) {
    kinds.push_back(chain);
    isStrided |= namesStorage(chain);
  };
  if (!path.isWhole())
    add(path.kind);
  if (kind)
    add(kind);
  if (kinds.empty() || isStrided)
    return false;
  ViewKindInterface chain =
      view::PathAttr::chain(path.root.getContext(), kinds);
  return failed(chain.inferResultShape(
      view::ViewShape(cast<RefType>(path.root.getType())),
      [] { return InFlightDiagnostic(); }));
}

/// Returns whether there was any.
static bool cutOnce(func::FuncOp function, ArrayRef<CheckViewOp> checks) {
  AliasForest forest;
  SmallVector<CheckViewOp> failing;
  for (CheckViewOp check : checks)
    if (forest.getRoot(check.getSource()) &&
        neverExists(forest.getPath(check.getSource()), check.getKind()))
      failing.push_back(check);
  if (failing.empty())
    return false;

  // Whatever such a check dominates is dead.
  DominanceInfo dominance(function);
  SmallVector<view::OfOp> dead;
  bool isComplete = true;
  function.walk([&](AliasOpInterface op) {
    Value ref = op->getResult(0);
    if (!isa<RefType>(ref.getType()) || !forest.getRoot(ref) ||
        !neverExists(forest.getPath(ref), {}))
      return;
    auto of = dyn_cast<view::OfOp>(op.getOperation());
    if (of && llvm::any_of(failing, [&](CheckViewOp check) {
          return dominance.properlyDominates(check, op);
        }))
      dead.push_back(of);
    else
      isComplete = false;
  });
  OpBuilder builder(function.getContext());
  for (view::OfOp op : dead) {
    auto type = cast<RefType>(op.getType());
    if (!hasPlaceholder(type)) {
      isComplete = false;
      continue;
    }
    builder.setInsertionPoint(op);
    op.getResult().replaceAllUsesWith(
        buildPlaceholder(builder, op.getLoc(), type));
    op.erase();
  }
  // With a view of it left, the check says why it is not followed.
  if (!isComplete)
    return false;
  for (CheckViewOp check : failing) {
    builder.setInsertionPoint(check);
    Value never = arith::ConstantOp::create(builder, check.getLoc(),
                                            builder.getBoolAttr(false));
    createViewCheckOf(builder, check, never, check.getKind(),
                      check.getIndices());
    check.erase();
  }
  return true;
}

void tssa::cutFailingViews(func::FuncOp function) {
  bool changed = true;
  while (changed) {
    SmallVector<CheckViewOp> checks;
    function.walk([&](CheckViewOp check) {
      if (isa<RefType>(check.getSource().getType()))
        checks.push_back(check);
    });
    changed = !checks.empty() && cutOnce(function, checks);
  }
}
