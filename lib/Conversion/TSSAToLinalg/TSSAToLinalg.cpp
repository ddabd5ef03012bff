// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass: every compute op becomes linalg on tensors, arith, math and scf,
// destinations passed in; preconditions that are not proven become checks.

#include "Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Analysis/IndexProof.h"
#include "tensorssa/Conversion/Passes.h"
#include "tensorssa/Transforms/Selects.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_CONVERTTSSATOLINALGPASS
#include "tensorssa/Conversion/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;
using namespace mlir::tssa::lowering;

/// The replacements for the results of a compute op; none for any other op.
static SmallVector<Value> lowerOp(LocBuilder &b, Operation *op) {
  using Values = SmallVector<Value>;
  if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op))
    return {lowerElementwise(b, elementwise)};
  if (auto reduction = dyn_cast<ReductionOpInterface>(op))
    return {lowerReduction(b, reduction)};
  auto lowerArgOp = [&](auto op, bool isMax) -> Values {
    std::optional<int64_t> dim;
    if (op.getDim())
      dim = static_cast<int64_t>(*op.getDim());
    Value result = lowerArg(b, op.getInput(), getArgDims(op.getInput(), dim),
                            /*isWhole=*/!dim, op.getKeepdim(), isMax);
    return {castTo(b, result, op.getResult().getType())};
  };
  return TypeSwitch<Operation *, Values>(op)
      .Case<CastOp>([&](CastOp op) -> Values { return {lowerCast(b, op)}; })
      .Case<FullOp>([&](FullOp op) -> Values { return {lowerFull(b, op)}; })
      .Case<ArangeOp>(
          [&](ArangeOp op) -> Values { return {lowerArange(b, op)}; })
      .Case<ArgmaxOp>([&](ArgmaxOp op) { return lowerArgOp(op, true); })
      .Case<ArgminOp>([&](ArgminOp op) { return lowerArgOp(op, false); })
      .Case<SoftmaxOp, LogSoftmaxOp>([&](auto op) -> Values {
        Value result = lowerSoftmax(b, op.getInput(), op.getDim(),
                                    isa<LogSoftmaxOp>(op.getOperation()));
        return {castTo(b, result, op.getResult().getType())};
      })
      .Case<CumsumOp>(
          [&](CumsumOp op) -> Values { return {lowerCumsum(b, op)}; })
      .Case<SortOp>([&](SortOp op) { return lowerSort(b, op); })
      .Case<MatmulOp>(
          [&](MatmulOp op) -> Values { return {lowerMatmul(b, op)}; })
      .Case<CatOp>([&](CatOp op) -> Values { return {lowerCat(b, op)}; })
      .Case<StackOp>([&](StackOp op) -> Values { return {lowerStack(b, op)}; })
      .Case<GatherOp>(
          [&](GatherOp op) -> Values { return {lowerGather(b, op)}; })
      .Case<IndexSelectOp>(
          [&](IndexSelectOp op) -> Values { return {lowerIndexSelect(b, op)}; })
      .Case<IndexPutOp>(
          [&](IndexPutOp op) -> Values { return {lowerIndexPut(b, op)}; })
      .Case<NonzeroOp>([&](NonzeroOp op) { return lowerNonzero(b, op); })
      .Case<MaskedSelectOp>(
          [&](MaskedSelectOp op) { return lowerMaskedSelect(b, op); })
      .Case<FlipOp>([&](FlipOp op) -> Values { return {lowerFlip(b, op)}; })
      .Case<TriuOp, TrilOp>([&](auto op) -> Values {
        Value result = lowerTriangle(b, op.getInput(), op.getDiagonal(),
                                     isa<TriuOp>(op.getOperation()));
        return {castTo(b, result, op.getResult().getType())};
      })
      .Case<PyFloorDivOp, PyModOp, PyPowOp, PyTrueDivOp>(
          [&](auto op) -> Values { return {lowerPython(b, op)}; })
      .Default([](Operation *) { return Values(); });
}

/// The index operands of `ops` that need no check. Asked before lowering, when
/// it can still be seen where indices come from.
static CheckedIndices findCheckedIndices(ArrayRef<Operation *> ops,
                                         SizeTable &sizes) {
  CheckedIndices checked;
  auto test = [&](OpOperand &index, Value input, int64_t dim) {
    if (areCheckedIndices(sizes, index.get(), input, dim))
      checked.insert(&index);
  };
  for (Operation *op : ops) {
    if (auto gather = dyn_cast<GatherOp>(op))
      test(gather.getIndexMutable(), gather.getInput(), gather.getDim());
    else if (auto select = dyn_cast<IndexSelectOp>(op))
      test(select.getIndexMutable(), select.getInput(), select.getDim());
    else if (auto put = dyn_cast<IndexPutOp>(op))
      for (auto [i, index] : llvm::enumerate(put.getIndicesMutable()))
        test(index, put.getDest(), i);
  }
  return checked;
}

/// Lets float arithmetic of `op` be reassociated and contracted.
static void relaxNumerics(Operation *op) {
  auto arithmetic = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!arithmetic)
    return;
  auto flags = arith::FastMathFlags::reassoc | arith::FastMathFlags::contract |
               arith::FastMathFlags::arcp;
  op->setAttr(arithmetic.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

namespace {
struct ConvertTSSAToLinalgPass
    : public tssa::impl::ConvertTSSAToLinalgPassBase<ConvertTSSAToLinalgPass> {
  using ConvertTSSAToLinalgPassBase::ConvertTSSAToLinalgPassBase;

  void runOnOperation() override {
    // Collected first: what replaces an op is not visited again. Sizes are
    // traced in program order, so that each is one step from known ones.
    SmallVector<Operation *> ops;
    IndexProof proof;
    SizeTable sizes;
    sizes.getOrigin = [&](Value value) { return proof.getShapeOrigin(value); };
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa_and_nonnull<TSSADialect>(op->getDialect()))
        ops.push_back(op);
      for (Value result : op->getResults())
        if (auto type = dyn_cast<RankedTensorType>(result.getType()))
          for (int64_t dim = 0; dim < type.getRank(); ++dim)
            sizes.get(result, dim);
    });
    CheckedIndices checked = findCheckedIndices(ops, sizes);
    SmallVector<Operation *> replaced;
    for (Operation *op : ops) {
      LocBuilder b(op, sizes, checked);
      Operation *before = op->getPrevNode();
      SmallVector<Value> replacements = lowerOp(b, op);
      if (replacements.empty())
        continue;
      if (numerics == Numerics::Fast) {
        Operation *first =
            before ? before->getNextNode() : &op->getBlock()->front();
        for (Operation *built = first; built != op;
             built = built->getNextNode())
          built->walk(relaxNumerics);
      }
      for (auto [old, replacement] : llvm::zip(op->getResults(), replacements))
        sizes.replace(old, replacement);
      op->replaceAllUsesWith(replacements);
      replaced.push_back(op);
    }
    for (Operation *op : llvm::reverse(replaced))
      op->erase();
    // As if elementwise it would be taken for one that needs equal sizes.
    expandSelects(getOperation(), llvm::IsaPred<RankedTensorType>);
  }
};
} // namespace
