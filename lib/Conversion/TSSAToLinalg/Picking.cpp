// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joins and ops that pick elements: slices inserted into a destination, and
// loops that read by index. Index tensors are checked before they are used.

#include "Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Dialect/TSSA/IR/TSSAScalars.h"

using namespace mlir;
using namespace mlir::tssa;
using namespace mlir::tssa::lowering;

//===----------------------------------------------------------------------===//
// cat, stack
//===----------------------------------------------------------------------===//

/// Whether `tensor` has no elements by its type. Slices of such a tensor have
/// no valid offset and are refused.
static bool isStaticallyEmpty(Value tensor) {
  return llvm::is_contained(getTensor(tensor).getShape(), 0);
}

Value lowering::lowerCat(LocBuilder &b, CatOp op) {
  ValueRange inputs = op.getInputs();
  int64_t dim = op.getDim();
  bool mayHold = true;
  for (Value input : inputs.drop_front())
    mayHold &= buildSameSizesCheck(b, inputs.front(), input, dim);
  if (!mayHold)
    return buildUnreached(b, op.getResult().getType());
  SmallVector<OpFoldResult> sizes = buildSizes(b, b.getLoc(), inputs.front());
  SmallVector<OpFoldResult> starts = {b.getIndexAttr(0)};
  auto add = [&](OpFoldResult lhs, OpFoldResult rhs) -> OpFoldResult {
    std::optional<int64_t> x = getConstantIntValue(lhs);
    std::optional<int64_t> y = getConstantIntValue(rhs);
    if (x && y)
      return b.getIndexAttr(*x + *y);
    return arith::AddIOp::create(b, toValue(b, lhs), toValue(b, rhs))
        .getResult();
  };
  for (Value input : inputs)
    starts.push_back(add(starts.back(), buildSize(b, b.getLoc(), input, dim)));
  sizes[dim] = starts.back();
  Value result =
      buildEmpty(b, sizes, getTensor(inputs.front()).getElementType());
  int64_t rank = sizes.size();
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, b.getIndexAttr(1));
  for (auto [input, start] : llvm::zip(inputs, starts)) {
    if (isStaticallyEmpty(input) || isStaticallyEmpty(result))
      continue;
    offsets[dim] = start;
    SmallVector<OpFoldResult> window = buildSizes(b, b.getLoc(), input);
    result = tensor::InsertSliceOp::create(b, input, result, offsets, window,
                                           strides);
  }
  return castTo(b, result, op.getResult().getType());
}

/// `input` with a dimension of size 1 inserted. An insertion that drops it
/// instead would leave open which of several dimensions of size 1 is meant.
static Value buildUnsqueezed(LocBuilder &b, Value input, int64_t dim) {
  RankedTensorType type = getTensor(input);
  int64_t rank = type.getRank();
  SmallVector<int64_t> shape = llvm::to_vector(type.getShape());
  shape.insert(shape.begin() + dim, 1);
  SmallVector<OpFoldResult> sizes = buildSizes(b, b.getLoc(), input);
  sizes.insert(sizes.begin() + dim, b.getIndexAttr(1));
  // The new dimension shares the group of the one after it, or of the last.
  SmallVector<ReassociationIndices> groups;
  int64_t shared = std::min(dim, rank - 1);
  for (int64_t i = 0; i < rank; ++i) {
    int64_t first = i + (i > shared ? 1 : 0);
    groups.push_back({first});
    if (i == shared)
      groups.back().push_back(first + 1);
  }
  return tensor::ExpandShapeOp::create(
      b, RankedTensorType::get(shape, type.getElementType()), input, groups,
      sizes);
}

Value lowering::lowerStack(LocBuilder &b, StackOp op) {
  ValueRange inputs = op.getInputs();
  int64_t dim = op.getDim();
  bool mayHold = true;
  for (Value input : inputs.drop_front())
    mayHold &= buildSameSizesCheck(b, inputs.front(), input);
  if (!mayHold)
    return buildUnreached(b, op.getResult().getType());
  SmallVector<OpFoldResult> sizes = buildSizes(b, b.getLoc(), inputs.front());
  sizes.insert(sizes.begin() + dim, b.getIndexAttr(inputs.size()));
  Value result =
      buildEmpty(b, sizes, getTensor(inputs.front()).getElementType());
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  for (auto [i, input] : llvm::enumerate(inputs)) {
    if (isStaticallyEmpty(input) || isStaticallyEmpty(result))
      continue;
    offsets[dim] = b.getIndexAttr(i);
    SmallVector<OpFoldResult> window = buildSizes(b, b.getLoc(), input);
    window.insert(window.begin() + dim, b.getIndexAttr(1));
    result = tensor::InsertSliceOp::create(b, buildUnsqueezed(b, input, dim),
                                           result, offsets, window, strides);
  }
  return castTo(b, result, op.getResult().getType());
}

//===----------------------------------------------------------------------===//
// gather, index_select, index_put
//===----------------------------------------------------------------------===//

/// The index at `position` of an index tensor.
static Value readIndex(LocBuilder &b, Value index, ValueRange position) {
  Value value = tensor::ExtractOp::create(b, index, position);
  return arith::IndexCastOp::create(b, b.getIndexType(), value);
}

Value lowering::lowerGather(LocBuilder &b, GatherOp op) {
  Value input = op.getInput(), index = op.getIndex();
  int64_t dim = op.getDim();
  for (int64_t i = 0, e = getTensor(input).getRank(); i < e; ++i) {
    SizeKey most = b.getSizeKey(input, i), size = b.getSizeKey(index, i);
    bool isProven = most == size || (most.isConstant() && size.isConstant());
    if (i == dim || isProven)
      continue;
    Value values[] = {buildSizeValue(b, index, i), buildSizeValue(b, input, i)};
    Value isValid = arith::CmpIOp::create(b, arith::CmpIPredicate::sle,
                                          values[0], values[1]);
    CheckOp::create(
        b, isValid,
        b.getStringAttr("expected the size of the index in dimension " +
                        Twine(i) + " to be at most {1} but got {0}"),
        values);
  }
  index = buildCheckedIndices(b, op.getIndexMutable(), input, dim);
  Value result = buildFromIndices(
      b, buildSizes(b, b.getLoc(), index), getTensor(input).getElementType(),
      [&](LocBuilder &n, ValueRange indices) -> Value {
        SmallVector<Value> source = llvm::to_vector(indices);
        source[dim] = readIndex(n, index, indices);
        return tensor::ExtractOp::create(n, input, source);
      });
  return castTo(b, result, op.getResult().getType());
}

Value lowering::lowerIndexSelect(LocBuilder &b, IndexSelectOp op) {
  Value input = op.getInput();
  int64_t dim = op.getDim();
  Value index = buildCheckedIndices(b, op.getIndexMutable(), input, dim);
  int64_t indexRank = getTensor(index).getRank();
  SmallVector<OpFoldResult> sizes = buildSizes(b, b.getLoc(), input);
  SmallVector<OpFoldResult> indexSizes = buildSizes(b, b.getLoc(), index);
  sizes.erase(sizes.begin() + dim);
  sizes.insert(sizes.begin() + dim, indexSizes.begin(), indexSizes.end());
  Value result = buildFromIndices(
      b, sizes, getTensor(input).getElementType(),
      [&](LocBuilder &n, ValueRange indices) -> Value {
        SmallVector<Value> source = llvm::to_vector(indices.take_front(dim));
        source.push_back(readIndex(n, index, indices.slice(dim, indexRank)));
        llvm::append_range(source, indices.drop_front(dim + indexRank));
        return tensor::ExtractOp::create(n, input, source);
      });
  return castTo(b, result, op.getResult().getType());
}

Value lowering::lowerIndexPut(LocBuilder &b, IndexPutOp op) {
  Value values = op.getValues(), dest = op.getDest();
  ValueRange indices = op.getIndices();
  int64_t count = indices.size();
  Value first = indices.front();
  int64_t indexRank = getTensor(first).getRank();
  int64_t rank = getTensor(values).getRank();
  for (Value index : indices.drop_front())
    buildSameSizesCheck(b, first, index);
  for (int64_t i = 0; i < rank; ++i) {
    bool isIndex = i < indexRank;
    buildEqualCheck(b, isIndex ? first : dest,
                    isIndex ? i : i - indexRank + count, values, i,
                    "sizes of dimension " + Twine(i));
  }
  SmallVector<Value> checked;
  for (auto [i, index] : llvm::enumerate(op.getIndicesMutable()))
    checked.push_back(buildCheckedIndices(b, index, dest, i));
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < rank; ++i)
    sizes.push_back(buildSizeValue(b, values, i));
  Type element = getTensor(dest).getElementType();
  return buildLoops(
      b, sizes, dest,
      [&](LocBuilder &n, ValueRange position,
          ValueRange carried) -> SmallVector<Value> {
        SmallVector<Value> target;
        for (Value index : checked)
          target.push_back(readIndex(n, index, position.take_front(indexRank)));
        llvm::append_range(target, position.drop_front(indexRank));
        Value value = tensor::ExtractOp::create(n, values, position);
        if (op.getAccumulate()) {
          Value old = tensor::ExtractOp::create(n, carried[0], target);
          value = AddOp::getRow().getBody(element)(n, {old, value});
        }
        return {tensor::InsertOp::create(n, value, carried[0], target)};
      })[0];
}

//===----------------------------------------------------------------------===//
// nonzero, masked_select
//===----------------------------------------------------------------------===//

/// Whether every use of `padded` reads only its first `count` rows, so that
/// what lies behind them need not be defined.
static bool isPaddingUnread(Value padded, Value count) {
  return llvm::all_of(padded.getUsers(), [&](Operation *user) {
    auto access = dyn_cast<view::AccessOp>(user);
    if (!access || access.getIndices().empty() ||
        access.getIndices().front() != count)
      return false;
    view::ViewKindInterface kind = access.getKind();
    if (auto path = dyn_cast<view::PathAttr>(kind))
      kind = path.getKinds().front();
    auto slice = dyn_cast<view::SliceAttr>(kind);
    return slice && slice.getDim() == 0 && slice.getStart() == 0 &&
           ShapedType::isDynamic(slice.getEnd());
  });
}

/// Walks `tensor` in row-major order and, where `test` holds, lets `store`
/// put a row into a tensor of `sizes`. Gives that tensor and the count.
static SmallVector<Value> buildCompaction(
    LocBuilder &b, Value tensor, ArrayRef<OpFoldResult> sizes, Type element,
    bool isPaddingUnread, function_ref<Value(LocBuilder &, Value)> test,
    function_ref<Value(LocBuilder &, ValueRange, Value, Value)> store) {
  SmallVector<Value> bounds;
  for (int64_t i = 0, e = getTensor(tensor).getRank(); i < e; ++i)
    bounds.push_back(buildSizeValue(b, tensor, i));
  Value init = isPaddingUnread ? buildEmpty(b, sizes, element)
                               : buildFilled(b, sizes, scalar::zero(element));
  Value one = buildIndex(b, 1);
  return buildLoops(
      b, bounds, {init, buildIndex(b, 0)},
      [&](LocBuilder &n, ValueRange indices,
          ValueRange carried) -> SmallVector<Value> {
        Value value = tensor::ExtractOp::create(n, tensor, indices);
        auto branch = scf::IfOp::create(
            n, test(n, value),
            [&](OpBuilder &nested, Location loc) {
              LocBuilder then(loc, nested);
              Value stored = store(then, indices, carried[0], carried[1]);
              Value next = arith::AddIOp::create(then, carried[1], one);
              scf::YieldOp::create(then, ValueRange{stored, next});
            },
            [&](OpBuilder &nested, Location loc) {
              scf::YieldOp::create(nested, loc, carried);
            });
        return llvm::to_vector(ValueRange(branch.getResults()));
      });
}

SmallVector<Value> lowering::lowerNonzero(LocBuilder &b, NonzeroOp op) {
  Value input = op.getInput();
  int64_t rank = getTensor(input).getRank();
  OpFoldResult bound = buildNumElements(b, b.getLoc(), input);
  SmallVector<Value> results = buildCompaction(
      b, input, {bound, b.getIndexAttr(rank)}, b.getI64Type(),
      isPaddingUnread(op.getIndices(), op.getCount()),
      [](LocBuilder &n, Value value) {
        return scalar::buildCast(n, n.getLoc(), value, n.getI1Type());
      },
      [](LocBuilder &n, ValueRange indices, Value rows, Value count) {
        for (auto [i, index] : llvm::enumerate(indices)) {
          Value value = arith::IndexCastOp::create(n, n.getI64Type(), index);
          rows = tensor::InsertOp::create(n, value, rows,
                                          ValueRange{count, buildIndex(n, i)});
        }
        return rows;
      });
  results[0] = castTo(b, results[0], op.getIndices().getType());
  results.push_back(toValue(b, bound));
  return results;
}

SmallVector<Value> lowering::lowerMaskedSelect(LocBuilder &b,
                                               MaskedSelectOp op) {
  Value input = op.getInput();
  buildSameSizesCheck(b, input, op.getMask());
  OpFoldResult bound = buildNumElements(b, b.getLoc(), input);
  SmallVector<Value> results = buildCompaction(
      b, op.getMask(), bound, getTensor(input).getElementType(),
      isPaddingUnread(op.getSelected(), op.getCount()),
      [](LocBuilder &, Value value) { return value; },
      [&](LocBuilder &n, ValueRange indices, Value selected,
          Value count) -> Value {
        Value value = tensor::ExtractOp::create(n, input, indices);
        return tensor::InsertOp::create(n, value, selected, count);
      });
  results[0] = castTo(b, results[0], op.getSelected().getType());
  results.push_back(toValue(b, bound));
  return results;
}

//===----------------------------------------------------------------------===//
// flip, triu, tril
//===----------------------------------------------------------------------===//

Value lowering::lowerFlip(LocBuilder &b, FlipOp op) {
  Value input = op.getInput();
  SmallVector<Value> last(getTensor(input).getRank());
  for (int64_t dim : op.getDims())
    last[dim] = arith::SubIOp::create(b, buildSizeValue(b, input, dim),
                                      buildIndex(b, 1));
  Value result = buildFromIndices(
      b, buildSizes(b, b.getLoc(), input), getTensor(input).getElementType(),
      [&](LocBuilder &n, ValueRange indices) -> Value {
        SmallVector<Value> source = llvm::to_vector(indices);
        for (int64_t dim : op.getDims())
          source[dim] = arith::SubIOp::create(n, last[dim], indices[dim]);
        return tensor::ExtractOp::create(n, input, source);
      });
  return castTo(b, result, op.getResult().getType());
}

Value lowering::lowerTriangle(LocBuilder &b, Value input, int64_t diagonal,
                              bool isUpper) {
  RankedTensorType type = getTensor(input);
  int64_t rank = type.getRank();
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value empty =
      buildEmpty(b, buildSizes(b, b.getLoc(), input), type.getElementType());
  return buildGeneric(
             b, input, empty, {identity, identity}, iterators,
             [&](LocBuilder &n, ValueRange args) -> SmallVector<Value> {
               Value row = linalg::IndexOp::create(n, rank - 2);
               Value column = linalg::IndexOp::create(n, rank - 1);
               Value offset = arith::SubIOp::create(n, column, row);
               Value isKept =
                   arith::CmpIOp::create(n,
                                         isUpper ? arith::CmpIPredicate::sge
                                                 : arith::CmpIPredicate::sle,
                                         offset, buildIndex(n, diagonal));
               Value zero = arith::ConstantOp::create(
                   n, scalar::zero(type.getElementType()));
               return {arith::SelectOp::create(n, isKept, args[0], zero)};
             })
      .getResult(0);
}
