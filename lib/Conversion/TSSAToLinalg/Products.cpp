// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices to one `linalg.generic` whose loops are batches, rows,
// inner, columns: each element adds in ascending order of the inner index, and
// the innermost loop reads and writes memory in order.

#include "Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tensorssa/Dialect/TSSA/IR/TSSAScalars.h"

using namespace mlir;
using namespace mlir::tssa;
using namespace mlir::tssa::lowering;

/// `operand` with its leading dimensions repeated to the last `count` of
/// `sizes`, where a size among them may turn out to be 1.
static Value buildRepeated(LocBuilder &b, Value operand, int64_t count,
                           ArrayRef<OpFoldResult> batchSizes) {
  SmallVector<OpFoldResult> sizes = buildSizes(b, b.getLoc(), operand);
  SmallVector<Value> strides(count);
  for (int64_t i = 0; i < count; ++i) {
    Value isOne = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                        toValue(b, sizes[i]), buildIndex(b, 1));
    strides[i] =
        arith::SelectOp::create(b, isOne, buildIndex(b, 0), buildIndex(b, 1));
    sizes[i] = batchSizes[batchSizes.size() - count + i];
  }
  return buildFromIndices(
      b, sizes, getTensor(operand).getElementType(),
      [&](LocBuilder &n, ValueRange indices) -> Value {
        SmallVector<Value> source = llvm::to_vector(indices);
        for (int64_t i = 0; i < count; ++i)
          source[i] = arith::MulIOp::create(n, indices[i], strides[i]);
        return tensor::ExtractOp::create(n, operand, source);
      });
}

Value lowering::lowerMatmul(LocBuilder &b, MatmulOp op) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  MatmulDims dims(lhs, rhs);
  Type element = getTensor(lhs).getElementType();
  int64_t batch = std::max(dims.lhsBatch, dims.rhsBatch);

  // Batches broadcast as elementwise sizes do.
  SmallVector<OpFoldResult> sizes;
  bool isProven = true;
  for (int64_t i = 0; i < batch; ++i) {
    OpFoldResult common = b.getIndexAttr(1);
    for (auto [operand, own] : {std::pair(lhs, i - (batch - dims.lhsBatch)),
                                std::pair(rhs, i - (batch - dims.rhsBatch))})
      if (own >= 0)
        common = buildBroadcastSize(b, common, b.getSizeKey(common),
                                    buildSize(b, b.getLoc(), operand, own),
                                    b.getSizeKey(operand, own), isProven);
    sizes.push_back(common);
  }
  int64_t lhsRank = getTensor(lhs).getRank();
  if (!buildEqualCheck(b, lhs, lhsRank - 1, rhs, dims.rhsInner, "inner sizes"))
    return buildUnreached(b, op.getResult().getType());
  if (!isProven) {
    lhs = buildRepeated(b, lhs, dims.lhsBatch, sizes);
    rhs = buildRepeated(b, rhs, dims.rhsBatch, sizes);
  }

  int64_t rowLoop = batch, innerLoop = batch + (dims.hasRow ? 1 : 0);
  int64_t columnLoop = innerLoop + 1;
  int64_t loops = columnLoop + (dims.hasColumn ? 1 : 0);
  auto d = [&](int64_t loop) { return b.getAffineDimExpr(loop); };
  SmallVector<AffineExpr> lhsExprs, rhsExprs, resultExprs;
  auto addBatches = [&](Value operand, int64_t count,
                        SmallVector<AffineExpr> &exprs) {
    for (int64_t i = 0; i < count; ++i)
      exprs.push_back(b.getSizeKey(operand, i) == SizeKey::ofConstant(1)
                          ? b.getAffineConstantExpr(0)
                          : d(batch - count + i));
  };
  addBatches(lhs, dims.lhsBatch, lhsExprs);
  addBatches(rhs, dims.rhsBatch, rhsExprs);
  for (int64_t i = 0; i < batch; ++i)
    resultExprs.push_back(d(i));
  if (dims.hasRow) {
    lhsExprs.push_back(d(rowLoop));
    resultExprs.push_back(d(rowLoop));
    sizes.push_back(buildSize(b, b.getLoc(), lhs, lhsRank - 2));
  }
  lhsExprs.push_back(d(innerLoop));
  rhsExprs.push_back(d(innerLoop));
  if (dims.hasColumn) {
    rhsExprs.push_back(d(columnLoop));
    resultExprs.push_back(d(columnLoop));
    sizes.push_back(
        buildSize(b, b.getLoc(), rhs, getTensor(rhs).getRank() - 1));
  }
  AffineMap maps[] = {AffineMap::get(loops, 0, lhsExprs, b.getContext()),
                      AffineMap::get(loops, 0, rhsExprs, b.getContext()),
                      AffineMap::get(loops, 0, resultExprs, b.getContext())};
  SmallVector<utils::IteratorType> iterators(loops,
                                             utils::IteratorType::parallel);
  iterators[innerLoop] = utils::IteratorType::reduction;
  Value init = buildFilled(b, sizes, scalar::zero(element));
  bool isFloat = isa<FloatType>(element);
  Value result =
      buildGeneric(b, {lhs, rhs}, init, maps, iterators,
                   [&](LocBuilder &n, ValueRange args) -> SmallVector<Value> {
                     if (isFloat) {
                       Value product =
                           arith::MulFOp::create(n, args[0], args[1]);
                       return {arith::AddFOp::create(n, args[2], product)};
                     }
                     Value product = arith::MulIOp::create(n, args[0], args[1]);
                     return {arith::AddIOp::create(n, args[2], product)};
                   })
          .getResult(0);
  return castTo(b, result, op.getResult().getType());
}
