// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers, folders and effects of the imperative core, the checks and lists.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/OpImplementation.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

using namespace mlir;
using namespace mlir::tssa;

#define GET_OP_CLASSES
#include "tensorssa/Dialect/TSSA/IR/TSSAOps.cpp.inc"

/// Fails with both types unless `type` has the sizes and the element type of
/// `ref`.
static LogicalResult verifyValueOfRef(Operation *op, StringRef what, Type type,
                                      RefType ref) {
  if (type == ref.getTensorType())
    return success();
  return op->emitOpError("expected ")
         << what << " to be " << ref.getTensorType() << " but got " << type;
}

//===----------------------------------------------------------------------===//
// alloc, read, write, dim
//===----------------------------------------------------------------------===//

void AllocOp::build(OpBuilder &, OperationState &state, Value value) {
  state.addOperands(value);
  state.addTypes(RefType::get(cast<RankedTensorType>(value.getType())));
}

LogicalResult AllocOp::verify() {
  return verifyValueOfRef(*this, "the value", getValue().getType(),
                          cast<RefType>(getResult().getType()));
}

void AllocOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0), RefResource::get());
}

LogicalResult DisjointOp::verify() {
  if (getWritten().empty())
    return emitOpError("expected at least one written ref but got none");
  return success();
}

SmallVector<OpOperand *> WriteOp::getMutatedRefs() {
  return {&getRefMutable()};
}

SmallVector<OpOperand *> WriteOp::getReadRefs() { return {}; }

FailureOr<SmallVector<Value>> WriteOp::buildPureForm(OpBuilder &, ValueRange,
                                                     ValueRange,
                                                     SmallVectorImpl<Value> &) {
  return SmallVector<Value>{getValue()};
}

LogicalResult DimOp::verify() {
  int64_t rank = cast<RefType>(getRef().getType()).getRank();
  int64_t dim = getDim();
  if (dim < 0 || dim >= rank)
    return emitOpError("expected the dimension to be in [0, ")
           << rank << ") but got " << dim;
  return success();
}

OpFoldResult DimOp::fold(FoldAdaptor) {
  RefType type = cast<RefType>(getRef().getType());
  if (type.isDynamicDim(getDim()))
    return {};
  return IntegerAttr::get(IndexType::get(getContext()),
                          type.getDimSize(getDim()));
}

//===----------------------------------------------------------------------===//
// Versions and results
//===----------------------------------------------------------------------===//

void MaterializeResultOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0), RefResource::get());
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

// A check folds only where it is proven to hold; one proven to fail stays, so
// that the error is raised when, and only when, it is reached.

OpFoldResult CheckIndexOp::fold(FoldAdaptor adaptor) {
  std::optional<int64_t> index = getConstantIntValue(getIndex());
  std::optional<int64_t> size = getConstantIntValue(getSize());
  if (!index || !size || *index < -*size || *index >= *size)
    return {};
  return IntegerAttr::get(IndexType::get(getContext()),
                          *index < 0 ? *index + *size : *index);
}

OpFoldResult CheckBroadcastOp::fold(FoldAdaptor) {
  if (getLhs() == getRhs())
    return getLhs();
  std::optional<int64_t> lhs = getConstantIntValue(getLhs());
  std::optional<int64_t> rhs = getConstantIntValue(getRhs());
  if (lhs && *lhs == 1)
    return getRhs();
  if (rhs && *rhs == 1)
    return getLhs();
  if (lhs && rhs && *lhs == *rhs)
    return getLhs();
  return {};
}

OpFoldResult CheckEqualOp::fold(FoldAdaptor) {
  if (getLhs() == getRhs())
    return getLhs();
  std::optional<int64_t> lhs = getConstantIntValue(getLhs());
  if (lhs && lhs == getConstantIntValue(getRhs()))
    return getLhs();
  return {};
}

OpFoldResult CheckNonzeroOp::fold(FoldAdaptor adaptor) {
  Attribute value = adaptor.getValue();
  if (auto integer = dyn_cast_or_null<IntegerAttr>(value);
      integer && !integer.getValue().isZero())
    return getValue();
  if (auto real = dyn_cast_or_null<FloatAttr>(value);
      real && !real.getValue().isZero())
    return getValue();
  return {};
}

LogicalResult CheckViewOp::verify() {
  if (getKind().getNumOperands() != getIndices().size())
    return emitOpError("expected ")
           << getKind().getNumOperands() << " index operands for " << getKind()
           << " but got " << getIndices().size();
  return success(succeeded(getKind().inferResultShape(
      view::ViewShape(cast<ShapedType>(getSource().getType())),
      [&] { return emitOpError(); })));
}

void CheckViewOp::getCanonicalizationPatterns(RewritePatternSet &,
                                              MLIRContext *) {}

/// At most four values travel with an error.
static LogicalResult verifyMessageValues(Operation *op, size_t count) {
  if (count <= 4)
    return success();
  return op->emitOpError("expected at most 4 values but got ") << count;
}

LogicalResult CheckOp::verify() {
  return verifyMessageValues(*this, getValues().size());
}

LogicalResult CheckOp::canonicalize(CheckOp op, PatternRewriter &rewriter) {
  if (getConstantIntValue(op.getCondition()) != 1 &&
      getConstantIntValue(op.getCondition()) != -1)
    return failure();
  rewriter.eraseOp(op);
  return success();
}

LogicalResult RaiseOp::verify() {
  return verifyMessageValues(*this, getValues().size());
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// Whether a value of `type` may be an element of `list`.
static LogicalResult verifyElement(Operation *op, Type type, Type list) {
  Type element = cast<ListType>(list).getElementType();
  if (type == element ||
      (isa<AnyRefElementType>(element) && isa<RefType>(type)))
    return success();
  return op->emitOpError("expected the element to be ")
         << element << " but got " << type;
}

void ListCreateOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0), ListResource::get());
}

LogicalResult ListCreateOp::verify() {
  for (Type type : getElements().getTypes())
    if (failed(verifyElement(*this, type, getResult().getType())))
      return failure();
  return success();
}

LogicalResult ListGetOp::verify() {
  return verifyElement(*this, getResult().getType(), getList().getType());
}

LogicalResult ListSetOp::verify() {
  return verifyElement(*this, getValue().getType(), getList().getType());
}

LogicalResult ListAppendOp::verify() {
  return verifyElement(*this, getValue().getType(), getList().getType());
}

LogicalResult ListInsertOp::verify() {
  return verifyElement(*this, getValue().getType(), getList().getType());
}

LogicalResult ListPopOp::verify() {
  return verifyElement(*this, getResult().getType(), getList().getType());
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

Value BitcastBufferOp::getViewSource() { return getSource(); }
