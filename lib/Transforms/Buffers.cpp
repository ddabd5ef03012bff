// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refs as buffers. Descriptors are always rebuilt from the base of the storage,
// so that offsets count from there and the base stays the identity of the
// storage.

#include "tensorssa/Transforms/Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tssa;

MemRefType tssa::getDynamicBufferType(ShapedType type) {
  SmallVector<int64_t> strides(type.getRank(), ShapedType::kDynamic);
  return MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, strides));
}

MemRefType tssa::getBufferType(RefType ref) {
  if (!ref.getLayout())
    return getDynamicBufferType(ref);
  return MemRefType::get(ref.getShape(), ref.getElementType(), ref.getLayout());
}

view::StridedLayoutInfo tssa::getLayoutInfo(MemRefType type) {
  auto [strides, offset] = type.getStridesAndOffset();
  return view::StridedLayoutInfo::get(
      type.getShape(),
      StridedLayoutAttr::get(type.getContext(), offset, strides));
}

view::StridedView tssa::getStridedView(OpBuilder &builder, Location loc,
                                       Value buffer, Value &base) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
  base = metadata.getBaseBuffer();
  view::StridedView view;
  view.sizes = metadata.getConstifiedMixedSizes();
  view.strides = metadata.getConstifiedMixedStrides();
  view.offset = metadata.getConstifiedMixedOffset();
  view.storageSize = StorageSizeOp::create(builder, loc, buffer).getResult();
  return view;
}

/// `value`, as an attribute where the type says so and as a value otherwise,
/// which is what `memref.reinterpret_cast` wants.
static OpFoldResult adjust(OpBuilder &builder, Location loc, OpFoldResult value,
                           int64_t typeSays) {
  if (!ShapedType::isDynamic(typeSays))
    return builder.getIndexAttr(typeSays);
  return getValueOrCreateConstantIndexOp(builder, loc, value);
}

Value tssa::buildBuffer(OpBuilder &builder, Location loc, Value base,
                        const view::StridedView &view, MemRefType type) {
  if (cast<MemRefType>(base.getType()).getElementType() !=
      type.getElementType())
    base = BitcastBufferOp::create(
        builder, loc, MemRefType::get({}, type.getElementType()), base);
  auto [strides, offset] = type.getStridesAndOffset();
  SmallVector<OpFoldResult> mixedSizes, mixedStrides;
  for (auto [size, says] : llvm::zip_equal(view.sizes, type.getShape()))
    mixedSizes.push_back(adjust(builder, loc, size, says));
  for (auto [stride, says] : llvm::zip_equal(view.strides, strides))
    mixedStrides.push_back(adjust(builder, loc, stride, says));
  return memref::ReinterpretCastOp::create(
      builder, loc, type, base, adjust(builder, loc, view.offset, offset),
      mixedSizes, mixedStrides);
}

FailureOr<Value> tssa::buildBufferView(OpBuilder &builder, Location loc,
                                       view::ViewKindInterface kind,
                                       Value buffer, ValueRange operands,
                                       MemRefType type) {
  auto sourceType = cast<MemRefType>(buffer.getType());
  view::ViewShape shape(sourceType);
  view::StridedLayoutInfo layout = getLayoutInfo(sourceType), unused = layout;
  if (!kind.hasStridedView(shape, unused))
    return failure();
  Value base;
  view::StridedView source = getStridedView(builder, loc, buffer, base);
  FailureOr<view::StridedView> view =
      kind.buildStridedView(builder, loc, source, shape, layout, operands);
  if (failed(view))
    return failure();
  return buildBuffer(builder, loc, base, *view, type);
}

FailureOr<Value> tssa::buildBufferView(OpBuilder &builder, Location loc,
                                       view::ViewKindInterface kind,
                                       Value buffer, ValueRange operands,
                                       RankedTensorType type) {
  return buildBufferView(builder, loc, kind, buffer, operands,
                         getDynamicBufferType(type));
}

FailureOr<Value> tssa::allocateBuffer(OpBuilder &builder, Location loc,
                                      Value like, MemRefType type) {
  auto [strides, offset] = type.getStridesAndOffset();
  SmallVector<Value> dynamicSizes;
  for (auto [i, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(size))
      dynamicSizes.push_back(
          memref::DimOp::create(builder, loc, like, static_cast<int64_t>(i)));

  auto plain = MemRefType::get(type.getShape(), type.getElementType());
  auto [plainStrides, plainOffset] = plain.getStridesAndOffset();
  bool rowMajor = ShapedType::isDynamic(offset) || offset == plainOffset;
  for (auto [wanted, given] : llvm::zip_equal(strides, plainStrides))
    rowMajor &= ShapedType::isDynamic(wanted) || wanted == given;
  if (rowMajor) {
    Value buffer = memref::AllocOp::create(builder, loc, plain, dynamicSizes);
    if (plain == type)
      return buffer;
    return memref::CastOp::create(builder, loc, type, buffer).getResult();
  }

  if (!type.hasStaticShape() || llvm::any_of(strides, ShapedType::isDynamic))
    return failure();
  if (ShapedType::isDynamic(offset))
    offset = 0;
  // The storage spans from its start to the last element.
  int64_t span = offset + 1;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides))
    span += (std::max<int64_t>(size, 1) - 1) * std::max<int64_t>(stride, 0);
  Value storage = memref::AllocOp::create(
      builder, loc, MemRefType::get({span}, type.getElementType()));
  auto placed = MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), offset, strides));
  Value buffer = memref::ReinterpretCastOp::create(
      builder, loc, placed, storage, offset, type.getShape(), strides);
  return placed == type
             ? buffer
             : memref::CastOp::create(builder, loc, type, buffer).getResult();
}
