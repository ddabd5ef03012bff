// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all reductions share, and the ops along one dimension.

#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"

using namespace mlir;
using namespace mlir::tssa;

ScalarBody ReductionRow::getBody(Type type) const {
  if (isa<FloatType>(type))
    return floatBody;
  return type.isInteger(1) ? boolBody : integerBody;
}

Type ReductionRow::getAccumulatorType(Type type) const {
  if (result == ReductionResult::Bool)
    return IntegerType::get(type.getContext(), 1);
  if (result == ReductionResult::Accumulate && isa<IntegerType>(type))
    return IntegerType::get(type.getContext(), 64);
  return type;
}

/// Fails unless `dims` are ascending dimensions of `rank`.
static LogicalResult verifyDims(std::optional<Location> location,
                                ArrayRef<int64_t> dims, int64_t rank) {
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (dim < 0 || dim >= rank)
      return emitOptionalError(location, "expected dimensions to be in [0, ",
                               rank, ") but got ", dim);
    if (i && dims[i - 1] >= dim)
      return emitOptionalError(location,
                               "expected dimensions to be ascending but got ",
                               dims[i - 1], " before ", dim);
  }
  return success();
}

static LogicalResult verifyDim(std::optional<Location> location, int64_t dim,
                               int64_t rank) {
  return verifyDims(location, dim, rank);
}

/// `sizes` with those of `dims` removed, or `one` in their place.
template <typename T>
static SmallVector<T> reduceSizes(ArrayRef<T> sizes, ArrayRef<int64_t> dims,
                                  bool keepdim, T one) {
  SmallVector<T> result;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (!llvm::is_contained(dims, static_cast<int64_t>(i)))
      result.push_back(size);
    else if (keepdim)
      result.push_back(one);
  }
  return result;
}

LogicalResult mlir::tssa::inferReduction(const ReductionRow &row,
                                         std::optional<Location> location,
                                         Value input, ArrayRef<int64_t> dims,
                                         bool keepdim,
                                         SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(input.getType());
  if (failed(verifyDims(location, dims, type.getRank())))
    return failure();
  Type element = row.getAccumulatorType(type.getElementType());
  if (!row.getBody(element))
    return emitOptionalError(location, "unsupported element type ",
                             type.getElementType());
  types.push_back(RankedTensorType::get(
      reduceSizes<int64_t>(type.getShape(), dims, keepdim, 1), element));
  return success();
}

/// Whether the sizes of `dims` are known not to be 0, or no dimension is.
static bool hasElement(Value input, ArrayRef<int64_t> dims) {
  auto type = cast<RankedTensorType>(input.getType());
  return llvm::all_of(dims, [&](int64_t dim) {
    return !type.isDynamicDim(dim) && type.getDimSize(dim) > 0;
  });
}

Speculation::Speculatability
mlir::tssa::getReductionSpeculatability(const ReductionRow &row, Value input,
                                        ArrayRef<int64_t> dims) {
  return !row.needsElement || hasElement(input, dims)
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

LogicalResult mlir::tssa::reifyReduction(Operation *op, Value input,
                                         ArrayRef<int64_t> dims, bool keepdim,
                                         OpBuilder &builder,
                                         ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes = buildSizes(builder, op->getLoc(), input);
  shapes.push_back(
      reduceSizes<OpFoldResult>(sizes, dims, keepdim, builder.getIndexAttr(1)));
  return success();
}

//===----------------------------------------------------------------------===//
// argmax, argmin
//===----------------------------------------------------------------------===//

SmallVector<int64_t> mlir::tssa::getArgDims(Value input,
                                            std::optional<int64_t> dim) {
  if (dim)
    return {*dim};
  return llvm::to_vector(
      llvm::seq<int64_t>(0, cast<RankedTensorType>(input.getType()).getRank()));
}

static std::optional<int64_t> getOptional(std::optional<uint64_t> dim) {
  return dim ? std::optional<int64_t>(static_cast<int64_t>(*dim))
             : std::nullopt;
}

template <typename OpTy>
static LogicalResult inferArg(std::optional<Location> location,
                              typename OpTy::Adaptor adaptor,
                              SmallVectorImpl<Type> &types) {
  Value input = adaptor.getInput();
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> dims = getArgDims(input, getOptional(adaptor.getDim()));
  if (failed(verifyDims(location, dims, type.getRank())))
    return failure();
  types.push_back(RankedTensorType::get(
      reduceSizes<int64_t>(type.getShape(), dims, adaptor.getKeepdim(), 1),
      IntegerType::get(input.getContext(), 64)));
  return success();
}

#define TSSA_ARG_REDUCTION(OpTy)                                               \
  LogicalResult OpTy::inferReturnTypes(                                        \
      MLIRContext *, std::optional<Location> location, OpTy::Adaptor adaptor,  \
      SmallVectorImpl<Type> &types) {                                          \
    return inferArg<OpTy>(location, adaptor, types);                           \
  }                                                                            \
  bool OpTy::isCompatibleReturnTypes(TypeRange inferred, TypeRange written) {  \
    return areCompatibleResults(inferred, written);                            \
  }                                                                            \
  Speculation::Speculatability OpTy::getSpeculatability() {                    \
    return hasElement(getInput(),                                              \
                      getArgDims(getInput(), getOptional(getDim())))           \
               ? Speculation::Speculatable                                     \
               : Speculation::NotSpeculatable;                                 \
  }                                                                            \
  LogicalResult OpTy::reifyResultShapes(OpBuilder &builder,                    \
                                        ReifiedRankedShapedTypeDims &shapes) { \
    return reifyReduction(*this, getInput(),                                   \
                          getArgDims(getInput(), getOptional(getDim())),       \
                          getKeepdim(), builder, shapes);                      \
  }
TSSA_ARG_REDUCTION(ArgmaxOp)
TSSA_ARG_REDUCTION(ArgminOp)
#undef TSSA_ARG_REDUCTION

//===----------------------------------------------------------------------===//
// Ops that keep the sizes of their operand
//===----------------------------------------------------------------------===//

static LogicalResult reifySameSizes(Operation *op, OpBuilder &builder,
                                    ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      buildSizes(builder, op->getLoc(), op->getOperand(0));
  shapes.append(op->getNumResults(), sizes);
  return success();
}

/// Everything but the inference of an op whose results have its operand's
/// sizes and which cannot fail.
#define TSSA_SAME_SIZES(OpTy)                                                  \
  bool OpTy::isCompatibleReturnTypes(TypeRange inferred, TypeRange written) {  \
    return areCompatibleResults(inferred, written);                            \
  }                                                                            \
  Speculation::Speculatability OpTy::getSpeculatability() {                    \
    return Speculation::Speculatable;                                          \
  }                                                                            \
  LogicalResult OpTy::reifyResultShapes(OpBuilder &builder,                    \
                                        ReifiedRankedShapedTypeDims &shapes) { \
    return reifySameSizes(*this, builder, shapes);                             \
  }
TSSA_SAME_SIZES(SoftmaxOp)
TSSA_SAME_SIZES(LogSoftmaxOp)
TSSA_SAME_SIZES(CumsumOp)
TSSA_SAME_SIZES(SortOp)
TSSA_SAME_SIZES(FlipOp)
TSSA_SAME_SIZES(TriuOp)
TSSA_SAME_SIZES(TrilOp)
#undef TSSA_SAME_SIZES

LogicalResult SoftmaxOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> location,
                                          SoftmaxOp::Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getInput().getType());
  types.push_back(type);
  return verifyDim(location, adaptor.getDim(), type.getRank());
}

LogicalResult LogSoftmaxOp::inferReturnTypes(MLIRContext *,
                                             std::optional<Location> location,
                                             LogSoftmaxOp::Adaptor adaptor,
                                             SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getInput().getType());
  types.push_back(type);
  return verifyDim(location, adaptor.getDim(), type.getRank());
}

LogicalResult CumsumOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> location,
                                         CumsumOp::Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getInput().getType());
  Type element = type.getElementType();
  types.push_back(type.clone(
      isa<IntegerType>(element) ? IntegerType::get(context, 64) : element));
  return verifyDim(location, adaptor.getDim(), type.getRank());
}

LogicalResult SortOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location> location,
                                       SortOp::Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getInput().getType());
  types.push_back(type);
  types.push_back(type.clone(IntegerType::get(context, 64)));
  return verifyDim(location, adaptor.getDim(), type.getRank());
}

LogicalResult FlipOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       FlipOp::Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getInput().getType());
  types.push_back(type);
  return verifyDims(location, adaptor.getDims(), type.getRank());
}

/// A triangle needs a matrix.
static LogicalResult inferTriangle(std::optional<Location> location,
                                   Value input, SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(input.getType());
  types.push_back(type);
  if (type.getRank() >= 2)
    return success();
  return emitOptionalError(
      location, "expected the rank to be at least 2 but got ", type.getRank());
}

LogicalResult TriuOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       TriuOp::Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  return inferTriangle(location, adaptor.getInput(), types);
}

LogicalResult TrilOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       TrilOp::Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  return inferTriangle(location, adaptor.getInput(), types);
}
