// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Result types and sizes of products, joins and ops that pick elements.

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"

using namespace mlir;
using namespace mlir::tssa;

static RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Type getI64(Value value) {
  return IntegerType::get(value.getContext(), 64);
}

/// Fails unless `dim` is a dimension of `rank`.
static LogicalResult verifyDim(std::optional<Location> location, int64_t dim,
                               int64_t rank) {
  if (dim >= 0 && dim < rank)
    return success();
  return emitOptionalError(location, "expected the dimension to be in [0, ",
                           rank, ") but got ", dim);
}

/// Fails unless `lhs` and `rhs` have one element type.
static LogicalResult verifyElements(std::optional<Location> location,
                                    RankedTensorType lhs,
                                    RankedTensorType rhs) {
  if (lhs.getElementType() == rhs.getElementType())
    return success();
  return emitOptionalError(location, "expected element types to be ",
                           lhs.getElementType(), " but got ",
                           rhs.getElementType());
}

/// The size that `lhs` and `rhs` must both be; fails where both are static and
/// differ.
static FailureOr<int64_t> mergeSizes(std::optional<Location> location,
                                     const Twine &what, int64_t lhs,
                                     int64_t rhs) {
  if (ShapedType::isDynamic(lhs))
    return rhs;
  if (lhs == rhs || ShapedType::isDynamic(rhs))
    return lhs;
  return emitOptionalError(location, "expected ", what.str(), " to be ", lhs,
                           " but got ", rhs);
}

/// Whether the sizes `lhs` and `rhs` are proven to be equal.
static bool areEqualSizes(Value lhs, int64_t lhsDim, Value rhs,
                          int64_t rhsDim) {
  return getSizeKey(lhs, lhsDim) == getSizeKey(rhs, rhsDim);
}

static Speculation::Speculatability speculatableIf(bool condition) {
  return condition ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

static bool haveEqualSizes(Value lhs, Value rhs, int64_t except = -1) {
  for (int64_t dim = 0, e = getTensor(lhs).getRank(); dim < e; ++dim)
    if (dim != except && !areEqualSizes(lhs, dim, rhs, dim))
      return false;
  return true;
}

#define TSSA_COMPATIBLE(OpTy)                                                  \
  bool OpTy::isCompatibleReturnTypes(TypeRange inferred, TypeRange written) {  \
    return areCompatibleResults(inferred, written);                            \
  }
TSSA_COMPATIBLE(MatmulOp)
TSSA_COMPATIBLE(CatOp)
TSSA_COMPATIBLE(StackOp)
TSSA_COMPATIBLE(GatherOp)
TSSA_COMPATIBLE(IndexSelectOp)
TSSA_COMPATIBLE(IndexPutOp)
TSSA_COMPATIBLE(NonzeroOp)
TSSA_COMPATIBLE(MaskedSelectOp)
#undef TSSA_COMPATIBLE

//===----------------------------------------------------------------------===//
// matmul
//===----------------------------------------------------------------------===//

LogicalResult MatmulOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         MatmulOp::Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType lhs = getTensor(adaptor.getLhs());
  RankedTensorType rhs = getTensor(adaptor.getRhs());
  if (failed(verifyElements(location, lhs, rhs)))
    return failure();
  if (lhs.getRank() == 0 || rhs.getRank() == 0)
    return emitOptionalError(location,
                             "expected operands to have a dimension but got ",
                             lhs, " and ", rhs);
  MatmulDims dims(adaptor.getLhs(), adaptor.getRhs());
  if (failed(mergeSizes(location, "inner sizes",
                        lhs.getDimSize(lhs.getRank() - 1),
                        rhs.getDimSize(dims.rhsInner))))
    return failure();
  ArrayRef<int64_t> batches[] = {lhs.getShape().take_front(dims.lhsBatch),
                                 rhs.getShape().take_front(dims.rhsBatch)};
  FailureOr<SmallVector<int64_t>> shape =
      inferBroadcastShape(location, batches);
  if (failed(shape))
    return failure();
  if (dims.hasRow)
    shape->push_back(lhs.getDimSize(lhs.getRank() - 2));
  if (dims.hasColumn)
    shape->push_back(rhs.getDimSize(rhs.getRank() - 1));
  types.push_back(RankedTensorType::get(*shape, lhs.getElementType()));
  return success();
}

MatmulDims::MatmulDims(Value lhs, Value rhs) {
  int64_t lhsRank = getTensor(lhs).getRank(),
          rhsRank = getTensor(rhs).getRank();
  hasRow = lhsRank > 1;
  hasColumn = rhsRank > 1;
  lhsBatch = std::max<int64_t>(lhsRank - 2, 0);
  rhsBatch = std::max<int64_t>(rhsRank - 2, 0);
  rhsInner = hasColumn ? rhsRank - 2 : 0;
}

Speculation::Speculatability MatmulOp::getSpeculatability() {
  MatmulDims dims(getLhs(), getRhs());
  int64_t lhsRank = getTensor(getLhs()).getRank();
  if (!areEqualSizes(getLhs(), lhsRank - 1, getRhs(), dims.rhsInner))
    return Speculation::NotSpeculatable;
  for (int64_t i = 1; i <= std::min(dims.lhsBatch, dims.rhsBatch); ++i) {
    SizeKey lhs = getSizeKey(getLhs(), dims.lhsBatch - i);
    SizeKey rhs = getSizeKey(getRhs(), dims.rhsBatch - i);
    SizeKey one = SizeKey::ofConstant(1);
    if (lhs != rhs && lhs != one && rhs != one)
      return Speculation::NotSpeculatable;
  }
  return Speculation::Speculatable;
}

LogicalResult MatmulOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  MatmulDims dims(getLhs(), getRhs());
  RankedTensorType type = getTensor(getResult());
  Location loc = getLoc();
  int64_t batch = std::max(dims.lhsBatch, dims.rhsBatch);
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i < batch; ++i) {
    int64_t lhsDim = i - (batch - dims.lhsBatch);
    int64_t rhsDim = i - (batch - dims.rhsBatch);
    bool useLhs = lhsDim >= 0 && getTensor(getLhs()).getDimSize(lhsDim) != 1;
    bool useRhs = rhsDim >= 0 && getTensor(getRhs()).getDimSize(rhsDim) != 1;
    if (!type.isDynamicDim(i)) {
      sizes.push_back(builder.getIndexAttr(type.getDimSize(i)));
    } else if (!useRhs ||
               (useLhs && areEqualSizes(getLhs(), lhsDim, getRhs(), rhsDim))) {
      sizes.push_back(buildSize(builder, loc, getLhs(), lhsDim));
    } else if (!useLhs) {
      sizes.push_back(buildSize(builder, loc, getRhs(), rhsDim));
    } else {
      Value lhs = getValueOrCreateConstantIndexOp(
          builder, loc, buildSize(builder, loc, getLhs(), lhsDim));
      Value rhs = getValueOrCreateConstantIndexOp(
          builder, loc, buildSize(builder, loc, getRhs(), rhsDim));
      Value one = arith::ConstantIndexOp::create(builder, loc, 1);
      Value isOne = arith::CmpIOp::create(builder, loc,
                                          arith::CmpIPredicate::eq, lhs, one);
      sizes.push_back(
          arith::SelectOp::create(builder, loc, isOne, rhs, lhs).getResult());
    }
  }
  if (dims.hasRow)
    sizes.push_back(
        buildSize(builder, loc, getLhs(), getTensor(getLhs()).getRank() - 2));
  if (dims.hasColumn)
    sizes.push_back(
        buildSize(builder, loc, getRhs(), getTensor(getRhs()).getRank() - 1));
  shapes.push_back(std::move(sizes));
  return success();
}

//===----------------------------------------------------------------------===//
// cat, stack
//===----------------------------------------------------------------------===//

/// The sizes that all `inputs` have, those of `except` left as the first's.
static FailureOr<SmallVector<int64_t>>
mergeInputs(std::optional<Location> location, ValueRange inputs,
            int64_t except) {
  if (inputs.empty())
    return emitOptionalError(location, "expected at least 1 operand but got 0");
  RankedTensorType first = getTensor(inputs.front());
  SmallVector<int64_t> shape = llvm::to_vector(first.getShape());
  for (Value input : inputs.drop_front()) {
    RankedTensorType type = getTensor(input);
    if (failed(verifyElements(location, first, type)))
      return failure();
    if (type.getRank() != first.getRank())
      return emitOptionalError(location, "expected ranks to be ",
                               first.getRank(), " but got ", type.getRank());
    for (auto [i, size] : llvm::enumerate(shape)) {
      if (static_cast<int64_t>(i) == except)
        continue;
      FailureOr<int64_t> merged = mergeSizes(
          location, "sizes of dimension " + Twine(i), size, type.getDimSize(i));
      if (failed(merged))
        return failure();
      size = *merged;
    }
  }
  return shape;
}

LogicalResult CatOp::inferReturnTypes(MLIRContext *,
                                      std::optional<Location> location,
                                      CatOp::Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  int64_t dim = adaptor.getDim();
  FailureOr<SmallVector<int64_t>> shape =
      mergeInputs(location, adaptor.getInputs(), dim);
  if (failed(shape) || failed(verifyDim(location, dim, shape->size())))
    return failure();
  int64_t &sum = (*shape)[dim];
  for (Value input : adaptor.getInputs().drop_front()) {
    int64_t size = getTensor(input).getDimSize(dim);
    sum = ShapedType::isDynamic(sum) || ShapedType::isDynamic(size)
              ? ShapedType::kDynamic
              : sum + size;
  }
  types.push_back(RankedTensorType::get(
      *shape, getTensor(adaptor.getInputs().front()).getElementType()));
  return success();
}

Speculation::Speculatability CatOp::getSpeculatability() {
  return speculatableIf(llvm::all_of(getInputs(), [&](Value input) {
    return haveEqualSizes(getInputs().front(), input, getDim());
  }));
}

LogicalResult CatOp::reifyResultShapes(OpBuilder &builder,
                                       ReifiedRankedShapedTypeDims &shapes) {
  Location loc = getLoc();
  int64_t dim = getDim();
  SmallVector<OpFoldResult> sizes =
      buildSizes(builder, loc, getInputs().front());
  AffineExpr sum = builder.getAffineConstantExpr(0);
  SmallVector<OpFoldResult> terms;
  for (Value input : getInputs()) {
    sum = sum + builder.getAffineSymbolExpr(terms.size());
    terms.push_back(buildSize(builder, loc, input, dim));
  }
  sizes[dim] = affine::makeComposedFoldedAffineApply(builder, loc, sum, terms);
  shapes.push_back(std::move(sizes));
  return success();
}

LogicalResult StackOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        StackOp::Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  int64_t dim = adaptor.getDim();
  FailureOr<SmallVector<int64_t>> shape =
      mergeInputs(location, adaptor.getInputs(), /*except=*/-1);
  if (failed(shape) || failed(verifyDim(location, dim, shape->size() + 1)))
    return failure();
  shape->insert(shape->begin() + dim, adaptor.getInputs().size());
  types.push_back(RankedTensorType::get(
      *shape, getTensor(adaptor.getInputs().front()).getElementType()));
  return success();
}

Speculation::Speculatability StackOp::getSpeculatability() {
  return speculatableIf(llvm::all_of(getInputs(), [&](Value input) {
    return haveEqualSizes(getInputs().front(), input);
  }));
}

LogicalResult StackOp::reifyResultShapes(OpBuilder &builder,
                                         ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      buildSizes(builder, getLoc(), getInputs().front());
  sizes.insert(sizes.begin() + getDim(),
               builder.getIndexAttr(getInputs().size()));
  shapes.push_back(std::move(sizes));
  return success();
}

//===----------------------------------------------------------------------===//
// gather, index_select, index_put
//===----------------------------------------------------------------------===//

LogicalResult GatherOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         GatherOp::Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensor(adaptor.getInput());
  RankedTensorType index = getTensor(adaptor.getIndex());
  if (input.getRank() != index.getRank())
    return emitOptionalError(location, "expected the rank of the index to be ",
                             input.getRank(), " but got ", index.getRank());
  int64_t dim = adaptor.getDim();
  for (int64_t i = 0; i < input.getRank(); ++i) {
    int64_t most = input.getDimSize(i), size = index.getDimSize(i);
    if (i != dim && !ShapedType::isDynamic(most) &&
        !ShapedType::isDynamic(size) && size > most)
      return emitOptionalError(location,
                               "expected the size of the index in dimension ",
                               i, " to be at most ", most, " but got ", size);
  }
  types.push_back(index.clone(input.getElementType()));
  return verifyDim(location, dim, input.getRank());
}

Speculation::Speculatability GatherOp::getSpeculatability() {
  return speculatableIf(areCheckedIndices(getIndex(), getInput(), getDim()) &&
                        haveEqualSizes(getInput(), getIndex(), getDim()));
}

LogicalResult GatherOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(buildSizes(builder, getLoc(), getIndex()));
  return success();
}

/// `sizes` of an input with those of an index in place of dimension `dim`.
template <typename T>
static SmallVector<T> replaceDim(ArrayRef<T> sizes, ArrayRef<T> index,
                                 int64_t dim) {
  SmallVector<T> result(sizes.take_front(dim));
  llvm::append_range(result, index);
  llvm::append_range(result, sizes.drop_front(dim + 1));
  return result;
}

LogicalResult IndexSelectOp::inferReturnTypes(MLIRContext *,
                                              std::optional<Location> location,
                                              IndexSelectOp::Adaptor adaptor,
                                              SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensor(adaptor.getInput());
  if (failed(verifyDim(location, adaptor.getDim(), input.getRank())))
    return failure();
  types.push_back(RankedTensorType::get(
      replaceDim(input.getShape(), getTensor(adaptor.getIndex()).getShape(),
                 adaptor.getDim()),
      input.getElementType()));
  return success();
}

Speculation::Speculatability IndexSelectOp::getSpeculatability() {
  return speculatableIf(areCheckedIndices(getIndex(), getInput(), getDim()));
}

LogicalResult
IndexSelectOp::reifyResultShapes(OpBuilder &builder,
                                 ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes = buildSizes(builder, getLoc(), getInput());
  SmallVector<OpFoldResult> index = buildSizes(builder, getLoc(), getIndex());
  shapes.push_back(replaceDim<OpFoldResult>(sizes, index, getDim()));
  return success();
}

LogicalResult IndexPutOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location> location,
                                           IndexPutOp::Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  RankedTensorType dest = getTensor(adaptor.getDest());
  RankedTensorType values = getTensor(adaptor.getValues());
  ValueRange indices = adaptor.getIndices();
  int64_t count = indices.size();
  if (failed(verifyElements(location, dest, values)))
    return failure();
  if (count < 1 || count > dest.getRank())
    return emitOptionalError(
        location, "expected the number of index tensors to be in [1, ",
        dest.getRank(), "] but got ", count);
  FailureOr<SmallVector<int64_t>> shape =
      mergeInputs(location, indices, /*except=*/-1);
  if (failed(shape))
    return failure();
  llvm::append_range(*shape, dest.getShape().drop_front(count));
  if (values.getRank() != static_cast<int64_t>(shape->size()))
    return emitOptionalError(location, "expected the rank of the values to be ",
                             shape->size(), " but got ", values.getRank());
  for (auto [i, size] : llvm::enumerate(*shape))
    if (failed(mergeSizes(location, "sizes of dimension " + Twine(i), size,
                          values.getDimSize(i))))
      return failure();
  types.push_back(dest);
  return success();
}

Speculation::Speculatability IndexPutOp::getSpeculatability() {
  Value first = getIndices().front();
  int64_t indexRank = getTensor(first).getRank(), count = getIndices().size();
  for (auto [i, index] : llvm::enumerate(getIndices()))
    if (!areCheckedIndices(index, getDest(), i) ||
        !haveEqualSizes(first, index))
      return Speculation::NotSpeculatable;
  for (int64_t i = 0, e = getTensor(getValues()).getRank(); i < e; ++i) {
    bool equal = i < indexRank ? areEqualSizes(getValues(), i, first, i)
                               : areEqualSizes(getValues(), i, getDest(),
                                               i - indexRank + count);
    if (!equal)
      return Speculation::NotSpeculatable;
  }
  return Speculation::Speculatable;
}

LogicalResult
IndexPutOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(buildSizes(builder, getLoc(), getDest()));
  return success();
}

//===----------------------------------------------------------------------===//
// nonzero, masked_select
//===----------------------------------------------------------------------===//

/// The number of elements of `type` where it is known.
static int64_t getElementBound(RankedTensorType type) {
  return type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic;
}

OpFoldResult mlir::tssa::buildNumElements(OpBuilder &builder, Location loc,
                                          Value tensor) {
  Value result;
  int64_t known = 1;
  RankedTensorType type = getTensor(tensor);
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (!type.isDynamicDim(i)) {
      known *= type.getDimSize(i);
      continue;
    }
    Value size = cast<Value>(buildSize(builder, loc, tensor, i));
    result = result ? arith::MulIOp::create(builder, loc, result, size) : size;
  }
  if (!result)
    return builder.getIndexAttr(known);
  if (known == 1)
    return result;
  Value factor = arith::ConstantIndexOp::create(builder, loc, known);
  return arith::MulIOp::create(builder, loc, result, factor).getResult();
}

LogicalResult NonzeroOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location>,
                                          NonzeroOp::Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensor(adaptor.getInput());
  types.push_back(RankedTensorType::get(
      {getElementBound(input), input.getRank()}, getI64(adaptor.getInput())));
  types.append(2, IndexType::get(context));
  return success();
}

Speculation::Speculatability NonzeroOp::getSpeculatability() {
  return Speculation::Speculatable;
}

LogicalResult
NonzeroOp::reifyResultShapes(OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back({buildNumElements(builder, getLoc(), getInput()),
                    builder.getIndexAttr(getTensor(getInput()).getRank())});
  shapes.append(2, {});
  return success();
}

LogicalResult MaskedSelectOp::inferReturnTypes(MLIRContext *context,
                                               std::optional<Location> location,
                                               MaskedSelectOp::Adaptor adaptor,
                                               SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensor(adaptor.getInput());
  RankedTensorType mask = getTensor(adaptor.getMask());
  if (input.getRank() != mask.getRank())
    return emitOptionalError(location, "expected the rank of the mask to be ",
                             input.getRank(), " but got ", mask.getRank());
  for (int64_t i = 0; i < input.getRank(); ++i)
    if (failed(mergeSizes(location, "sizes of dimension " + Twine(i),
                          input.getDimSize(i), mask.getDimSize(i))))
      return failure();
  types.push_back(
      RankedTensorType::get({getElementBound(input)}, input.getElementType()));
  types.append(2, IndexType::get(context));
  return success();
}

Speculation::Speculatability MaskedSelectOp::getSpeculatability() {
  return speculatableIf(haveEqualSizes(getInput(), getMask()));
}

LogicalResult
MaskedSelectOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back({buildNumElements(builder, getLoc(), getInput())});
  shapes.append(2, {});
  return success();
}
