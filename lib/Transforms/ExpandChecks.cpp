// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-expand-checks`: checks whose operands are tensors become loops and
// arithmetic over checks of numbers, while tensors can still be read.

#include "CheckLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "tensorssa-runtime/checks.h"
#include "tensorssa/Transforms/Passes.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_EXPANDCHECKSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

/// Checks each element in row-major order, so that the first bad one is the one
/// that is reported.
static void checkElements(OpBuilder &builder, CheckIndicesOp op) {
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value size = op.getSize();
  Value low = arith::SubIOp::create(builder, loc, zero, size);
  SmallVector<Value> indices;
  for (int64_t i = 0, e = op.getIndices().getType().getRank(); i < e; ++i) {
    Value bound = tensor::DimOp::create(builder, loc, op.getIndices(), i);
    auto loop = scf::ForOp::create(builder, loc, zero, bound, one);
    indices.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  Value element =
      tensor::ExtractOp::create(builder, loc, op.getIndices(), indices);
  Value index =
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), element);
  Value aboveLow = arith::CmpIOp::create(builder, loc,
                                         arith::CmpIPredicate::sge, index, low);
  Value belowSize = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, index, size);
  Value inside = arith::AndIOp::create(builder, loc, aboveLow, belowSize);
  createCheckFor(builder, op, inside, TSSA_CHECK_INDEX_STATUS,
                 TSSA_CHECK_INDEX_MESSAGE, {low, size, index});
}

static Value normalizeElements(OpBuilder &builder, CheckIndicesOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getIndices().getType();
  Value size = arith::IndexCastOp::create(builder, loc, type.getElementType(),
                                          op.getSize());
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, op.getIndices()),
      type.getElementType());
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, type, ValueRange{op.getIndices()}, ValueRange{empty},
      ArrayRef<AffineMap>{map, map}, iterators,
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        Value index = arguments[0];
        Value zero = arith::ConstantOp::create(
            b, loc, b.getZeroAttr(type.getElementType()));
        Value negative = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::slt, index, zero);
        Value fromEnd = arith::AddIOp::create(b, loc, index, size);
        Value result =
            arith::SelectOp::create(b, loc, negative, fromEnd, index);
        linalg::YieldOp::create(b, loc, result);
      });
  return generic.getResult(0);
}

namespace {
struct ExpandChecksPass
    : public tssa::impl::ExpandChecksPassBase<ExpandChecksPass> {
  void runOnOperation() override {
    SmallVector<Operation *> checks;
    getOperation().walk([&](Operation *op) {
      if (isa<CheckIndicesOp>(op) ||
          (isa<CheckViewOp>(op) &&
           isa<RankedTensorType>(op->getOperand(0).getType())))
        checks.push_back(op);
    });
    OpBuilder builder(&getContext());
    for (Operation *op : checks) {
      builder.setInsertionPoint(op);
      if (auto check = dyn_cast<CheckViewOp>(op)) {
        view::StridedView source =
            getRowMajorView(builder, op->getLoc(), check.getSource());
        createViewCheck(
            builder, op, check.getKind(), source,
            view::ViewShape(cast<ShapedType>(check.getSource().getType())),
            op->getOperands().drop_front());
      } else {
        auto indices = cast<CheckIndicesOp>(op);
        checkElements(builder, indices);
        builder.setInsertionPoint(op);
        indices.replaceAllUsesWith(normalizeElements(builder, indices));
      }
      op->erase();
    }
  }
};
} // namespace
