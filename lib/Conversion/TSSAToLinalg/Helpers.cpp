// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops, sizes and checks for the lowering of compute ops.

#include "Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Dialect/TSSA/IR/TSSAScalars.h"

using namespace mlir;
using namespace mlir::tssa;
using namespace mlir::tssa::lowering;

Value lowering::buildIndex(LocBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value lowering::toValue(LocBuilder &b, OpFoldResult index) {
  return getValueOrCreateConstantIndexOp(b, b.getLoc(), index);
}

Value lowering::buildSizeValue(LocBuilder &b, Value tensor, int64_t dim) {
  return toValue(b, buildSize(b, b.getLoc(), tensor, dim));
}

Value lowering::buildEmpty(LocBuilder &b, ArrayRef<OpFoldResult> sizes,
                           Type element) {
  return tensor::EmptyOp::create(b, sizes, element);
}

Value lowering::buildFilled(LocBuilder &b, ArrayRef<OpFoldResult> sizes,
                            TypedAttr value) {
  Value empty = buildEmpty(b, sizes, value.getType());
  Value constant = arith::ConstantOp::create(b, value);
  return linalg::FillOp::create(b, constant, empty).getResult(0);
}

Value lowering::buildUnreached(LocBuilder &b, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : tensor.getShape())
    sizes.push_back(b.getIndexAttr(ShapedType::isDynamic(size) ? 0 : size));
  Value result = buildFilled(b, sizes, scalar::zero(tensor.getElementType()));
  return castTo(b, result, type);
}

Value lowering::castTo(LocBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(b, type, value);
}

Value lowering::buildProduct(LocBuilder &b, ArrayRef<OpFoldResult> sizes) {
  int64_t known = 1;
  Value result;
  for (OpFoldResult size : sizes) {
    if (std::optional<int64_t> constant = getConstantIntValue(size)) {
      known *= *constant;
      continue;
    }
    Value value = cast<Value>(size);
    result = result ? arith::MulIOp::create(b, result, value) : value;
  }
  if (!result)
    return buildIndex(b, known);
  if (known == 1)
    return result;
  return arith::MulIOp::create(b, result, buildIndex(b, known));
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

OpFoldResult lowering::buildBroadcastSize(LocBuilder &b, OpFoldResult lhs,
                                          SizeKey lhsKey, OpFoldResult rhs,
                                          SizeKey rhsKey, bool &isProven) {
  if (lhsKey == rhsKey)
    return lhs;
  if (lhsKey == SizeKey::ofConstant(1))
    return rhs;
  if (rhsKey == SizeKey::ofConstant(1))
    return lhs;
  isProven = false;
  OpFoldResult common =
      CheckBroadcastOp::create(b, toValue(b, lhs), toValue(b, rhs)).getResult();
  // With a constant other than 1 the common size is that.
  if (lhsKey.isConstant())
    return lhs;
  return rhsKey.isConstant() ? rhs : common;
}

bool lowering::buildEqualCheck(LocBuilder &b, Value lhs, int64_t lhsDim,
                               Value rhs, int64_t rhsDim, const Twine &what) {
  SizeKey lhsKey = b.getSizeKey(lhs, lhsDim),
          rhsKey = b.getSizeKey(rhs, rhsDim);
  if (lhsKey == rhsKey)
    return true;
  CheckEqualOp::create(b, buildSizeValue(b, lhs, lhsDim),
                       buildSizeValue(b, rhs, rhsDim), b.getStringAttr(what));
  return !lhsKey.isConstant() || !rhsKey.isConstant();
}

bool lowering::buildSameSizesCheck(LocBuilder &b, Value lhs, Value rhs,
                                   int64_t except) {
  bool mayHold = true;
  for (int64_t dim = 0, e = getTensor(lhs).getRank(); dim < e; ++dim)
    if (dim != except)
      mayHold &= buildEqualCheck(b, lhs, dim, rhs, dim,
                                 "sizes of dimension " + Twine(dim));
  return mayHold;
}

Value lowering::buildCheckedIndices(LocBuilder &b, OpOperand &index,
                                    Value input, int64_t dim) {
  Value value = index.get();
  if (b.isChecked(index))
    return value;
  return CheckIndicesOp::create(b, value.getType(), value,
                                buildSizeValue(b, input, dim));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

linalg::GenericOp lowering::buildGeneric(
    LocBuilder &b, ValueRange inputs, ValueRange inits,
    ArrayRef<AffineMap> maps, ArrayRef<utils::IteratorType> iterators,
    function_ref<SmallVector<Value>(LocBuilder &, ValueRange)> body) {
  return linalg::GenericOp::create(
      b, inits.getTypes(), inputs, inits, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        LocBuilder n(loc, nested);
        linalg::YieldOp::create(n, body(n, args));
      });
}

Value lowering::buildFromIndices(
    LocBuilder &b, ArrayRef<OpFoldResult> sizes, Type element,
    function_ref<Value(LocBuilder &, ValueRange)> body) {
  int64_t rank = sizes.size();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return buildGeneric(b, {}, buildEmpty(b, sizes, element),
                      b.getMultiDimIdentityMap(rank), iterators,
                      [&](LocBuilder &n, ValueRange) -> SmallVector<Value> {
                        SmallVector<Value> indices;
                        for (int64_t i = 0; i < rank; ++i)
                          indices.push_back(linalg::IndexOp::create(n, i));
                        return {body(n, indices)};
                      })
      .getResult(0);
}

SmallVector<Value> lowering::buildLoops(
    LocBuilder &b, ArrayRef<Value> sizes, ValueRange inits,
    function_ref<SmallVector<Value>(LocBuilder &, ValueRange, ValueRange)>
        body) {
  SmallVector<Value> zeros(sizes.size(), buildIndex(b, 0));
  SmallVector<Value> ones(sizes.size(), buildIndex(b, 1));
  if (sizes.empty())
    return body(b, {}, inits);
  scf::LoopNest nest = scf::buildLoopNest(
      b, b.getLoc(), zeros, sizes, ones, inits,
      [&](OpBuilder &nested, Location loc, ValueRange indices,
          ValueRange carried) -> scf::ValueVector {
        LocBuilder n(loc, nested);
        SmallVector<Value> next = body(n, indices, carried);
        return scf::ValueVector(next.begin(), next.end());
      });
  return llvm::to_vector(ValueRange(nest.results));
}
