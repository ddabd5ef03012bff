// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks in front of ops of upstream's dialects. Upstream has an interface for
// this (RuntimeVerifiableOpInterface), but its checks abort and do not tell the
// values; the texts here are those of the interpreter, which tests compare.

#include "ForeignChecks.h"
#include "CheckLowering.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tensorssa-runtime/status.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tssa;

namespace {

class ForeignChecks {
public:
  ForeignChecks(OpBuilder &builder, Operation *op, SizeFacts facts)
      : builder(builder), op(op), loc(op->getLoc()), facts(facts) {}

  LogicalResult insert();

private:
  using Predicate = arith::CmpIPredicate;

  Value index(OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(builder, loc, value);
  }
  Value constant(int64_t value) { return index(builder.getIndexAttr(value)); }
  Value compare(Predicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value both(Value lhs, Value rhs) {
    return lhs ? arith::AndIOp::create(builder, loc, lhs, rhs) : rhs;
  }
  Value size(Value tensor, int64_t dim) {
    return index(buildSize(builder, loc, tensor, dim));
  }
  void check(Value condition, int32_t status, const Twine &message,
             ValueRange values = {}) {
    createCheckFor(builder, op, condition, status, message, values);
  }
  Value origin(Value tensor) {
    auto it = facts.origins.find(tensor);
    return it == facts.origins.end() ? tensor : it->second;
  }
  /// Whether nobody knows that these sizes are equal.
  bool mayDiffer(Value lhs, int64_t lhsDim, Value rhs, int64_t rhsDim) {
    SizeKey lhsKey = getSizeKey(origin(lhs), lhsDim);
    SizeKey rhsKey = getSizeKey(origin(rhs), rhsDim);
    return lhsKey != rhsKey && !facts.learnEqual(lhsKey, rhsKey);
  }

  void insertIndices(Value tensor, ValueRange indices);
  void insertSlice(Value whole, OffsetSizeAndStrideOpInterface slice);
  void insertSource(Value source, ArrayRef<OpFoldResult> sizes,
                    const llvm::SmallBitVector &dropped);
  void insertCast(tensor::CastOp op);
  Value countElements(ArrayRef<OpFoldResult> sizes);
  void insertElements(Value source, Value count);
  void insertSameSizes(bool isChecked);
  LogicalResult insertLoops(linalg::LinalgOp op);
  void insertStep(Value step);
  void insertSizes(ValueRange sizes, RankedTensorType type);

  OpBuilder &builder;
  Operation *op;
  Location loc;
  SizeFacts facts;
};

} // namespace

void ForeignChecks::insertIndices(Value tensor, ValueRange indices) {
  auto type = cast<RankedTensorType>(tensor.getType());
  for (auto [dim, at] : llvm::enumerate(indices)) {
    std::optional<int64_t> known = getConstantIntValue(at);
    if (known && *known >= 0 && *known < type.getDimSize(dim))
      continue;
    Value extent = size(tensor, dim);
    // As unsigned numbers, negative ones are too large.
    check(compare(Predicate::ult, at, extent), TSSA_STATUS_OUT_OF_RANGE,
          "expected index " + Twine(dim) + " to be in [0, {0}) but got {1}",
          {extent, at});
  }
}

void ForeignChecks::insertSlice(Value whole,
                                OffsetSizeAndStrideOpInterface slice) {
  auto type = cast<RankedTensorType>(whole.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    OpFoldResult offset = slice.getMixedOffsets()[dim];
    OpFoldResult count = slice.getMixedSizes()[dim];
    OpFoldResult stride = slice.getMixedStrides()[dim];
    std::optional<int64_t> o = getConstantIntValue(offset),
                           n = getConstantIntValue(count),
                           s = getConstantIntValue(stride);
    int64_t last;
    if (o && n && s && *n >= 0 && *o >= 0 && !type.isDynamicDim(dim) &&
        (*n == 0 || (!llvm::MulOverflow(*n - 1, *s, last) &&
                     !llvm::AddOverflow(last, *o, last) && last >= 0 &&
                     last < type.getDimSize(dim) && *o < type.getDimSize(dim))))
      continue;
    // The last element, unless the distance to it is no 64-bit number.
    Type i64 = builder.getI64Type();
    auto wide = [&](OpFoldResult value) -> Value {
      return arith::IndexCastOp::create(builder, loc, i64, index(value));
    };
    Value one = arith::ConstantIntOp::create(builder, loc, 1, 64);
    Value steps = arith::SubIOp::create(builder, loc, wide(count), one);
    auto distance =
        arith::MulSIExtendedOp::create(builder, loc, steps, wide(stride));
    Value sign = arith::ShRSIOp::create(
        builder, loc, distance.getLow(),
        arith::ConstantIntOp::create(builder, loc, 63, 64));
    Value end =
        arith::AddIOp::create(builder, loc, wide(offset), distance.getLow());
    Value extent = size(whole, dim), zero = constant(0);
    Value fits = compare(Predicate::ult, index(offset), extent);
    fits = both(fits, compare(Predicate::eq, distance.getHigh(), sign));
    fits = both(fits, compare(Predicate::ult, end, wide(extent)));
    fits = both(fits, compare(Predicate::sgt, index(count), zero));
    fits = arith::OrIOp::create(builder, loc, fits,
                                compare(Predicate::eq, index(count), zero));
    check(fits, TSSA_STATUS_OUT_OF_RANGE,
          "expected the slice to be inside dimension " + Twine(dim) +
              " of size {0} but got offset {1}, size {2}, stride {3}",
          {extent, index(offset), index(count), index(stride)});
  }
}

/// The source of an insertion has the sizes of the slice but for dimensions of
/// size 1 that it lacks.
void ForeignChecks::insertSource(Value source, ArrayRef<OpFoldResult> sizes,
                                 const llvm::SmallBitVector &dropped) {
  Value fits;
  int64_t sourceDim = 0;
  for (auto [dim, count] : llvm::enumerate(sizes)) {
    if (dropped.test(dim))
      continue;
    SizeKey expected = getSizeKey(count);
    SizeKey given = getSizeKey(source, sourceDim);
    if (expected != given && !facts.learnEqual(expected, given))
      fits = both(
          fits, compare(Predicate::eq, index(count), size(source, sourceDim)));
    ++sourceDim;
  }
  if (fits)
    check(fits, TSSA_STATUS_SHAPE_MISMATCH,
          "expected the source to have the sizes of the slice");
}

void ForeignChecks::insertCast(tensor::CastOp op) {
  auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto to = dyn_cast<RankedTensorType>(op.getType());
  if (!from || !to)
    return;
  Value fits;
  for (auto [dim, extent] : llvm::enumerate(to.getShape()))
    if (from.isDynamicDim(dim) && !ShapedType::isDynamic(extent))
      fits = both(fits, compare(Predicate::eq, size(op.getSource(), dim),
                                constant(extent)));
  if (!fits)
    return;
  // The type as it is printed, with as many of the sizes as an error holds.
  std::string text;
  llvm::raw_string_ostream os(text);
  SmallVector<Value> values;
  for (auto [dim, extent] : llvm::enumerate(from.getShape())) {
    if (!ShapedType::isDynamic(extent)) {
      os << extent << 'x';
    } else if (values.size() < 4) {
      os << '{' << values.size() << "}x";
      values.push_back(size(op.getSource(), dim));
    } else {
      os << "?x";
    }
  }
  os << from.getElementType();
  std::string expected;
  llvm::raw_string_ostream(expected) << to;
  check(fits, TSSA_STATUS_SHAPE_MISMATCH,
        "expected result 0 to be " + expected + " but got tensor<" + text + ">",
        values);
}

/// The product of sizes, -1 if one of them is no size.
Value ForeignChecks::countElements(ArrayRef<OpFoldResult> sizes) {
  Value count = constant(1), zero = constant(0), valid;
  for (OpFoldResult extent : sizes) {
    count = arith::MulIOp::create(builder, loc, count, index(extent));
    if (!getSizeKey(extent).isNonNegative())
      valid = both(valid, compare(Predicate::sge, index(extent), zero));
  }
  if (!valid)
    return count;
  return arith::SelectOp::create(builder, loc, valid, count, constant(-1));
}

/// Other sizes over the same elements: `count` is their product.
void ForeignChecks::insertElements(Value source, Value count) {
  auto type = cast<RankedTensorType>(source.getType());
  Value given = constant(1);
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    given = arith::MulIOp::create(builder, loc, given, size(source, dim));
  check(compare(Predicate::eq, given, count), TSSA_STATUS_SHAPE_MISMATCH,
        "expected as many elements in the result as in the source, {0}, but "
        "got {1}",
        {given, count});
}

/// Elementwise ops on tensors. What a check of an earlier run says is learnt
/// from it.
void ForeignChecks::insertSameSizes(bool isChecked) {
  SmallVector<Value> tensors;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      tensors.push_back(operand);
  if (tensors.empty())
    return;
  for (Value result : op->getResults())
    facts.origins[result] = origin(tensors.front());
  Value fits;
  for (Value other : llvm::drop_begin(tensors))
    for (int64_t dim = 0,
                 rank = cast<RankedTensorType>(other.getType()).getRank();
         dim < rank; ++dim)
      if (mayDiffer(tensors.front(), dim, other, dim) && !isChecked)
        fits = both(fits, compare(Predicate::eq, size(tensors.front(), dim),
                                  size(other, dim)));
  if (fits)
    check(fits, TSSA_STATUS_SHAPE_MISMATCH,
          "expected all operands to have the same sizes");
}

/// Whether an expression grows with every loop, so that its last value is its
/// largest one and the first, at 0, its least.
static bool isGrowing(AffineExpr expr) {
  if (isa<AffineDimExpr>(expr))
    return true;
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return number.getValue() >= 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || expr.getKind() == AffineExprKind::Mod)
    return false;
  return isGrowing(binary.getLHS()) && isGrowing(binary.getRHS()) &&
         (expr.getKind() == AffineExprKind::Add ||
          isa<AffineConstantExpr>(binary.getRHS()));
}

/// Each loop is a dimension of some operand; all dimensions that it is have one
/// size, and no other index leaves its dimension.
LogicalResult ForeignChecks::insertLoops(linalg::LinalgOp op) {
  int64_t numLoops = op.getNumLoops();
  SmallVector<std::pair<Value, int64_t>> trips(numLoops);
  auto forEachIndex =
      [&](function_ref<void(OpOperand &, int64_t, AffineExpr)> visit) {
        for (OpOperand &operand : op->getOpOperands()) {
          AffineMap map = op.getMatchingIndexingMap(&operand);
          if (isa<RankedTensorType>(operand.get().getType()))
            for (auto [dim, expr] : llvm::enumerate(map.getResults()))
              visit(operand, dim, expr);
        }
      };
  forEachIndex([&](OpOperand &operand, int64_t dim, AffineExpr expr) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop)
      return;
    auto &[value, valueDim] = trips[loop.getPosition()];
    if (!value) {
      value = operand.get();
      valueDim = dim;
    } else if (mayDiffer(value, valueDim, operand.get(), dim)) {
      Value lhs = size(value, valueDim), rhs = size(operand.get(), dim);
      check(compare(Predicate::eq, lhs, rhs), TSSA_STATUS_SHAPE_MISMATCH,
            "expected loop " + Twine(loop.getPosition()) +
                " to have one size but got {0} and {1}",
            {lhs, rhs});
    }
  });
  for (auto [loop, trip] : llvm::enumerate(trips))
    if (!trip.first)
      return op->emitOpError("expected loop ")
             << loop << " to be a dimension of an operand";

  LogicalResult result = success();
  Value runs;
  forEachIndex([&](OpOperand &operand, int64_t dim, AffineExpr expr) {
    if (isa<AffineDimExpr>(expr) || failed(result))
      return;
    if (!isGrowing(expr)) {
      result = op->emitOpError("expected indices that grow with the loops, so "
                               "that they can be checked, but got ")
               << AffineMapAttr::get(op.getMatchingIndexingMap(&operand));
      return;
    }
    SmallVector<OpFoldResult> last;
    Value zero = constant(0), one = constant(1);
    if (!runs) {
      runs = arith::ConstantIntOp::create(builder, loc, 1, 1);
      for (auto [value, valueDim] : trips)
        runs = both(runs, compare(Predicate::sgt, size(value, valueDim), zero));
    }
    for (auto [value, valueDim] : trips)
      last.push_back(
          arith::SubIOp::create(builder, loc, size(value, valueDim), one)
              .getResult());
    SmallVector<Value> values;
    for (OpFoldResult value : last)
      values.push_back(index(value));
    Value at = affine::expandAffineExpr(builder, loc, expr, values, {});
    Value idle = arith::XOrIOp::create(
        builder, loc, runs, arith::ConstantIntOp::create(builder, loc, 1, 1));
    check(arith::OrIOp::create(
              builder, loc, idle,
              compare(Predicate::ult, at, size(operand.get(), dim))),
          TSSA_STATUS_OUT_OF_RANGE,
          "expected operand " + Twine(operand.getOperandNumber()) +
              " to be indexed inside its dimension " + Twine(dim));
  });
  return result;
}

void ForeignChecks::insertStep(Value step) {
  std::optional<int64_t> known = getConstantIntValue(step);
  if (known && *known > 0)
    return;
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(step.getType(), 0));
  SmallVector<Value> shown;
  if (step.getType().isIndex() || step.getType().isInteger(64))
    shown.push_back(step);
  else
    shown.push_back(
        arith::ExtSIOp::create(builder, loc, builder.getI64Type(), step));
  check(compare(Predicate::sgt, step, zero), TSSA_STATUS_INVALID_ARGUMENT,
        "expected the step to be positive but got {0}", shown);
}

/// Sizes of a new tensor, one for each dynamic dimension.
void ForeignChecks::insertSizes(ValueRange sizes, RankedTensorType type) {
  unsigned next = 0;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    Value extent = sizes[next++];
    if (getSizeKey(OpFoldResult(extent)).isNonNegative())
      continue;
    check(compare(Predicate::sge, extent, constant(0)),
          TSSA_STATUS_INVALID_ARGUMENT,
          "expected size " + Twine(dim) + " to be at least 0 but got {0}",
          {extent});
  }
}

LogicalResult ForeignChecks::insert() {
  // Checks of an earlier run stand right before the op.
  auto earlier = dyn_cast_or_null<CheckOp>(op->getPrevNode());
  bool isChecked = earlier &&
                   earlier.getOrigin() == op->getName().getStringRef() &&
                   earlier.getLoc() == loc;
  if (OpTrait::hasElementwiseMappableTraits(op)) {
    builder.setInsertionPoint(op);
    insertSameSizes(isChecked);
    return success();
  }
  if (isChecked)
    return success();
  builder.setInsertionPoint(op);
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](tensor::ExtractOp extract) {
        insertIndices(extract.getTensor(), extract.getIndices());
        return success();
      })
      .Case([&](tensor::InsertOp insert) {
        insertIndices(insert.getDest(), insert.getIndices());
        return success();
      })
      .Case([&](tensor::ExtractSliceOp slice) {
        insertSlice(slice.getSource(), slice);
        return success();
      })
      .Case([&](tensor::InsertSliceOp slice) {
        insertSlice(slice.getDest(), slice);
        insertSource(slice.getSource(), slice.getMixedSizes(),
                     slice.getDroppedDims());
        return success();
      })
      .Case([&](tensor::ParallelInsertSliceOp slice) {
        // The op around it holds nothing but insertions.
        builder.setInsertionPoint(slice->getParentOp());
        insertSlice(slice.getDest(), slice);
        insertSource(slice.getSource(), slice.getMixedSizes(),
                     slice.getDroppedDims());
        return success();
      })
      .Case([&](tensor::CastOp cast) {
        insertCast(cast);
        return success();
      })
      .Case([&](tensor::ExpandShapeOp expand) {
        if (expand.getResultType().hasStaticShape() &&
            expand.getSrcType().hasStaticShape())
          return success();
        insertElements(expand.getSrc(),
                       countElements(expand.getMixedOutputShape()));
        return success();
      })
      .Case([&](tensor::ReshapeOp reshape) {
        Value shape = reshape.getShape();
        SmallVector<OpFoldResult> sizes;
        int64_t rank = reshape.getShape().getType().getShape().front();
        for (int64_t dim = 0; dim < rank; ++dim) {
          Value extent = tensor::ExtractOp::create(builder, loc, shape,
                                                   ValueRange(constant(dim)));
          if (!extent.getType().isIndex())
            extent = arith::IndexCastOp::create(builder, loc,
                                                builder.getIndexType(), extent);
          sizes.push_back(extent);
        }
        insertElements(reshape.getSource(), countElements(sizes));
        return success();
      })
      .Case([&](tensor::DimOp dim) {
        auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
        if (!type || dim.getConstantIndex())
          return success();
        Value rank = constant(type.getRank());
        check(compare(Predicate::ult, dim.getIndex(), rank),
              TSSA_STATUS_OUT_OF_RANGE,
              "expected the dimension to be in [0, {0}) but got {1}",
              {rank, dim.getIndex()});
        return success();
      })
      .Case([&](tensor::EmptyOp empty) {
        insertSizes(empty.getDynamicSizes(), empty.getType());
        return success();
      })
      .Case([&](tensor::SplatOp splat) {
        insertSizes(splat.getDynamicSizes(),
                    cast<RankedTensorType>(splat.getType()));
        return success();
      })
      .Case([&](tensor::GenerateOp generate) {
        insertSizes(generate.getDynamicExtents(),
                    cast<RankedTensorType>(generate.getType()));
        return success();
      })
      .Case([&](scf::ForOp loop) {
        insertStep(loop.getStep());
        return success();
      })
      .Case([&](scf::ForallOp loop) {
        for (OpFoldResult step : loop.getMixedStep())
          insertStep(index(step));
        return success();
      })
      .Case([&](scf::ParallelOp loop) {
        for (Value step : loop.getStep())
          insertStep(step);
        return success();
      })
      .Case(
          [&](linalg::LinalgOp structured) { return insertLoops(structured); })
      .Default(success());
}

LogicalResult tssa::insertForeignChecks(OpBuilder &builder, Operation *op,
                                        SizeFacts facts) {
  if (auto assertion = dyn_cast<cf::AssertOp>(op)) {
    builder.setInsertionPoint(op);
    createCheckFor(builder, op, assertion.getArg(), TSSA_STATUS_RAISED,
                   escapeMessage(assertion.getMsg()), {});
    op->erase();
    return success();
  }
  // What would be inserted into the body of a linalg op has no way out of it.
  if (op->getParentOfType<linalg::LinalgOp>()) {
    auto extract = dyn_cast<tensor::ExtractOp>(op);
    if (!extract)
      return success();
    for (auto [dim, at] : llvm::enumerate(extract.getIndices())) {
      std::optional<int64_t> known = getConstantIntValue(at);
      if (!known || *known < 0 ||
          *known >= extract.getTensor().getType().getDimSize(dim))
        return op->emitOpError("expected constant indices inside the body of "
                               "a linalg op, where none can be checked; use "
                               "tssa.gather or tssa.index_select");
    }
    return success();
  }
  return ForeignChecks(builder, op, facts).insert();
}
