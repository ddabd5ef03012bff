// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, softmax and running sums. Loops stay in the order of the
// operand's dimensions: each result element then meets its elements in
// row-major order of the reduced dimensions, which is what strict numerics
// promise, and memory is read in order.

#include "Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Dialect/TSSA/IR/TSSAScalars.h"

using namespace mlir;
using namespace mlir::tssa;
using namespace mlir::tssa::lowering;

static SmallVector<utils::IteratorType> getIterators(int64_t rank,
                                                     ArrayRef<int64_t> dims) {
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  for (int64_t dim : dims)
    iterators[dim] = utils::IteratorType::reduction;
  return iterators;
}

/// The map of a reduction's result over the operand's loops.
static AffineMap getResultMap(LocBuilder &b, int64_t rank,
                              ArrayRef<int64_t> dims, bool keepdim) {
  SmallVector<AffineExpr> exprs;
  for (int64_t i = 0; i < rank; ++i) {
    if (!llvm::is_contained(dims, i))
      exprs.push_back(b.getAffineDimExpr(i));
    else if (keepdim)
      exprs.push_back(b.getAffineConstantExpr(0));
  }
  return AffineMap::get(rank, 0, exprs, b.getContext());
}

namespace {
/// The sizes of a reduction's operand, parted.
struct ReductionSizes {
  SmallVector<OpFoldResult> result, kept, reduced;

  ReductionSizes(LocBuilder &b, Value input, ArrayRef<int64_t> dims,
                 bool keepdim) {
    for (auto [i, size] : llvm::enumerate(buildSizes(b, b.getLoc(), input))) {
      if (!llvm::is_contained(dims, static_cast<int64_t>(i))) {
        kept.push_back(size);
        result.push_back(size);
        continue;
      }
      reduced.push_back(size);
      if (keepdim)
        result.push_back(b.getIndexAttr(1));
    }
  }

  /// Records that there is nothing to take a largest element of.
  void checkElement(LocBuilder &b) const {
    if (llvm::all_of(reduced, [](OpFoldResult size) {
          std::optional<int64_t> constant = getConstantIntValue(size);
          return constant && *constant > 0;
        }))
      return;
    Value zero = buildIndex(b, 0);
    Value hasElement = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                             buildProduct(b, reduced), zero);
    Value isEmpty = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                          buildProduct(b, kept), zero);
    Value isValid = arith::OrIOp::create(b, hasElement, isEmpty);
    CheckOp::create(
        b, isValid,
        b.getStringAttr("expected the reduced dimensions to hold at "
                        "least 1 element but got 0"),
        ValueRange());
  }
};
} // namespace

/// Folds `dims` of `input` from `neutral` on; elements are converted to the
/// type of `neutral` first.
static Value buildReduction(LocBuilder &b, Value input, ArrayRef<int64_t> dims,
                            bool keepdim, ArrayRef<OpFoldResult> sizes,
                            TypedAttr neutral, ScalarBody combine) {
  int64_t rank = getTensor(input).getRank();
  Type type = neutral.getType();
  Value init = buildFilled(b, sizes, neutral);
  return buildGeneric(
             b, input, init,
             {b.getMultiDimIdentityMap(rank),
              getResultMap(b, rank, dims, keepdim)},
             getIterators(rank, dims),
             [&](LocBuilder &n, ValueRange args) -> SmallVector<Value> {
               Value element = scalar::buildCast(n, n.getLoc(), args[0], type);
               return {combine(n, {args[1], element})};
             })
      .getResult(0);
}

Value lowering::lowerReduction(LocBuilder &b, ReductionOpInterface op) {
  const ReductionRow &row = op.getRow();
  Value input = op->getOperand(0);
  ArrayRef<int64_t> dims = op.getDims();
  ReductionSizes sizes(b, input, dims, op.getKeepdim());
  if (row.needsElement)
    sizes.checkElement(b);
  Type type = row.getAccumulatorType(getTensor(input).getElementType());
  Value result = buildReduction(b, input, dims, op.getKeepdim(), sizes.result,
                                row.neutral(type), row.getBody(type));
  if (row.finish) {
    Value count = arith::IndexCastOp::create(b, b.getI64Type(),
                                             buildProduct(b, sizes.reduced));
    count = scalar::buildCast(b, b.getLoc(), count, type);
    int64_t rank = getTensor(result).getRank();
    AffineMap identity = b.getMultiDimIdentityMap(rank);
    result = buildGeneric(b, result, buildEmpty(b, sizes.result, type),
                          {identity, identity}, getIterators(rank, {}),
                          [&](LocBuilder &n, ValueRange args) {
                            return SmallVector<Value>{
                                row.finish(n, {args[0], count})};
                          })
                 .getResult(0);
  }
  return castTo(b, result, op->getResult(0).getType());
}

Value lowering::lowerArg(LocBuilder &b, Value input, ArrayRef<int64_t> dims,
                         bool isWhole, bool keepdim, bool isMax) {
  int64_t rank = getTensor(input).getRank();
  Type type = getTensor(input).getElementType();
  bool isFloat = isa<FloatType>(type);
  ReductionSizes sizes(b, input, dims, keepdim);
  sizes.checkElement(b);
  SmallVector<Value> inputSizes;
  for (int64_t i = 0; i < rank; ++i)
    inputSizes.push_back(buildSizeValue(b, input, i));
  Value best = buildFilled(b, sizes.result, scalar::zero(type));
  Value where = buildFilled(b, sizes.result, b.getI64IntegerAttr(-1));
  AffineMap resultMap = getResultMap(b, rank, dims, keepdim);
  auto generic = buildGeneric(
      b, input, {best, where},
      {b.getMultiDimIdentityMap(rank), resultMap, resultMap},
      getIterators(rank, dims),
      [&](LocBuilder &n, ValueRange args) -> SmallVector<Value> {
        Value element = args[0], best = args[1], where = args[2];
        Value position = buildIndex(n, 0);
        for (int64_t dim : dims) {
          Value index = linalg::IndexOp::create(n, dim);
          if (isWhole && dim != 0) {
            position = arith::MulIOp::create(n, position, inputSizes[dim]);
            position = arith::AddIOp::create(n, position, index);
          } else {
            position = index;
          }
        }
        position = arith::IndexCastOp::create(n, n.getI64Type(), position);
        Value isFirst =
            arith::CmpIOp::create(n, arith::CmpIPredicate::slt, where,
                                  scalar::constant(n, n.getI64Type(), 0));
        Value isBetter;
        if (isFloat) {
          // An unordered comparison is true for NaN on either side; NaN that
          // is already the best stays.
          auto predicate =
              isMax ? arith::CmpFPredicate::UGT : arith::CmpFPredicate::ULT;
          Value better = arith::CmpFOp::create(n, predicate, element, best);
          Value isNumber =
              arith::CmpFOp::create(n, arith::CmpFPredicate::ORD, best, best);
          isBetter = arith::AndIOp::create(n, better, isNumber);
        } else {
          auto predicate =
              isMax ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::slt;
          isBetter = arith::CmpIOp::create(n, predicate, element, best);
        }
        Value take = arith::OrIOp::create(n, isFirst, isBetter);
        return {arith::SelectOp::create(n, take, element, best),
                arith::SelectOp::create(n, take, position, where)};
      });
  return generic.getResult(1);
}

Value lowering::lowerSoftmax(LocBuilder &b, Value input, int64_t dim,
                             bool isLog) {
  RankedTensorType type = getTensor(input);
  Type element = type.getElementType();
  int64_t rank = type.getRank();
  SmallVector<OpFoldResult> inputSizes = buildSizes(b, b.getLoc(), input);
  ReductionSizes sizes(b, input, dim, /*keepdim=*/false);
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  AffineMap reduced = getResultMap(b, rank, dim, /*keepdim=*/false);
  auto combine = [&](Value lhs, Value rhs,
                     function_ref<Value(LocBuilder &, ValueRange)> body) {
    return buildGeneric(b, {lhs, rhs}, buildEmpty(b, inputSizes, element),
                        {identity, reduced, identity}, getIterators(rank, {}),
                        [&](LocBuilder &n, ValueRange args) {
                          return SmallVector<Value>{body(n, args)};
                        })
        .getResult(0);
  };
  Value most = buildReduction(b, input, dim, false, sizes.result,
                              scalar::least(element), scalar::maxf);
  Value shifted =
      combine(input, most, [](LocBuilder &n, ValueRange args) -> Value {
        Value difference = arith::SubFOp::create(n, args[0], args[1]);
        return math::ExpOp::create(n, difference);
      });
  Value sum = buildReduction(b, shifted, dim, false, sizes.result,
                             scalar::zero(element), scalar::op<arith::AddFOp>);
  if (!isLog)
    return combine(shifted, sum, [](LocBuilder &n, ValueRange args) -> Value {
      return arith::DivFOp::create(n, args[0], args[1]);
    });
  Value difference =
      combine(input, most, [](LocBuilder &n, ValueRange args) -> Value {
        return arith::SubFOp::create(n, args[0], args[1]);
      });
  return combine(difference, sum, [](LocBuilder &n, ValueRange args) -> Value {
    Value logarithm = math::LogOp::create(n, args[1]);
    return arith::SubFOp::create(n, args[0], logarithm);
  });
}

Value lowering::lowerCumsum(LocBuilder &b, CumsumOp op) {
  Value input = op.getInput();
  int64_t rank = getTensor(input).getRank(), dim = op.getDim();
  Type element = getTensor(op.getResult()).getElementType();
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < rank; ++i)
    sizes.push_back(buildSizeValue(b, input, i));
  Value empty = buildEmpty(b, buildSizes(b, b.getLoc(), input), element);
  Value zero = arith::ConstantOp::create(b, scalar::zero(element));
  SmallVector<Value> result = buildLoops(
      b, sizes, empty,
      [&](LocBuilder &n, ValueRange indices,
          ValueRange carried) -> SmallVector<Value> {
        Value value = tensor::ExtractOp::create(n, input, indices);
        value = scalar::buildCast(n, n.getLoc(), value, element);
        // The element before; the first one reads itself, which is not used.
        Value isFirst = arith::CmpIOp::create(n, arith::CmpIPredicate::eq,
                                              indices[dim], buildIndex(n, 0));
        Value before = arith::SubIOp::create(n, indices[dim], buildIndex(n, 1));
        SmallVector<Value> previous = llvm::to_vector(indices);
        previous[dim] =
            arith::SelectOp::create(n, isFirst, indices[dim], before);
        Value sum = tensor::ExtractOp::create(n, carried[0], previous);
        sum = arith::SelectOp::create(n, isFirst, zero, sum);
        sum = isa<FloatType>(element)
                  ? arith::AddFOp::create(n, sum, value).getResult()
                  : arith::AddIOp::create(n, sum, value).getResult();
        return {tensor::InsertOp::create(n, sum, carried[0], indices)};
      });
  return castTo(b, result[0], op.getResult().getType());
}
