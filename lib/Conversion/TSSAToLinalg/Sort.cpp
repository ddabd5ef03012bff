// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa.sort` to a bottom-up merge sort of positions: runs of width 1, 2, 4 …
// are merged into a scratch row and copied back. Stable, n log n, no recursion.

#include "Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Dialect/TSSA/IR/TSSAScalars.h"

using namespace mlir;
using namespace mlir::tssa;
using namespace mlir::tssa::lowering;

/// Whether `x` must come before `y`; NaN is the greatest element.
static Value buildBefore(LocBuilder &b, Value x, Value y, bool descending) {
  if (descending)
    std::swap(x, y);
  if (!isa<FloatType>(x.getType())) {
    bool isBool = x.getType().isInteger(1);
    return arith::CmpIOp::create(
        b, isBool ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt, x,
        y);
  }
  Value less = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, y);
  Value xIsNumber = arith::CmpFOp::create(b, arith::CmpFPredicate::ORD, x, x);
  Value yIsNan = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, y, y);
  return arith::OrIOp::create(b, less,
                              arith::AndIOp::create(b, xIsNumber, yIsNan));
}

namespace {
/// Sorts one row of `input`, that at the outer indices `outer`.
struct RowSorter {
  Value input;
  int64_t dim;
  bool descending;
  ValueRange outer;
  Value size;

  SmallVector<Value> at(Value position) const {
    SmallVector<Value> indices = llvm::to_vector(outer);
    indices.insert(indices.begin() + dim, position);
    return indices;
  }

  /// The element that position `i` of `row` names, whatever it is beyond the
  /// end (not used there).
  Value readKey(LocBuilder &b, Value row, Value i) const {
    Value last = arith::SubIOp::create(b, size, buildIndex(b, 1));
    Value inside = arith::MinSIOp::create(b, i, last);
    Value name = tensor::ExtractOp::create(b, row, inside);
    Value index = arith::IndexCastOp::create(b, b.getIndexType(), name);
    return tensor::ExtractOp::create(b, input, at(index));
  }

  /// Merges `[low, middle)` and `[middle, high)` of `row` into `scratch`.
  Value merge(LocBuilder &b, Value row, Value scratch, Value low, Value middle,
              Value high) const {
    auto loop = scf::ForOp::create(
        b, low, high, buildIndex(b, 1), ValueRange{scratch, low, middle},
        [&](OpBuilder &nested, Location loc, Value k, ValueRange carried) {
          LocBuilder n(loc, nested);
          Value left = carried[1], right = carried[2];
          Value rightIsFirst = buildBefore(n, readKey(n, row, right),
                                           readKey(n, row, left), descending);
          Value leftIsDone =
              arith::CmpIOp::create(n, arith::CmpIPredicate::sge, left, middle);
          Value rightIsLeft =
              arith::CmpIOp::create(n, arith::CmpIPredicate::slt, right, high);
          Value takeRight = arith::AndIOp::create(
              n, rightIsLeft,
              arith::OrIOp::create(n, leftIsDone, rightIsFirst));
          Value from = arith::SelectOp::create(n, takeRight, right, left);
          Value name = tensor::ExtractOp::create(n, row, from);
          Value merged = tensor::InsertOp::create(n, name, carried[0], k);
          Value one = buildIndex(n, 1);
          Value nextLeft = arith::SelectOp::create(
              n, takeRight, left, arith::AddIOp::create(n, left, one));
          Value nextRight = arith::SelectOp::create(
              n, takeRight, arith::AddIOp::create(n, right, one), right);
          scf::YieldOp::create(n, ValueRange{merged, nextLeft, nextRight});
        });
    return loop.getResult(0);
  }

  /// Merges all pairs of runs of `width`; gives the row and the scratch.
  SmallVector<Value> mergePass(LocBuilder &b, Value row, Value scratch,
                               Value width) const {
    Value step = arith::AddIOp::create(b, width, width);
    auto loop = scf::ForOp::create(
        b, buildIndex(b, 0), size, step, scratch,
        [&](OpBuilder &nested, Location loc, Value low, ValueRange carried) {
          LocBuilder n(loc, nested);
          auto end = [&](Value start) -> Value {
            Value sum = arith::AddIOp::create(n, start, width);
            return arith::MinSIOp::create(n, sum, size);
          };
          Value middle = end(low), high = end(middle);
          scf::YieldOp::create(n, merge(n, row, carried[0], low, middle, high));
        });
    Value merged = loop.getResult(0);
    Value copied = linalg::CopyOp::create(b, merged, row).getResult(0);
    return {copied, merged};
  }
};
} // namespace

SmallVector<Value> lowering::lowerSort(LocBuilder &b, SortOp op) {
  Value input = op.getInput();
  int64_t dim = op.getDim(), rank = getTensor(input).getRank();
  SmallVector<OpFoldResult> sizes = buildSizes(b, b.getLoc(), input);
  Value size = toValue(b, sizes[dim]);
  SmallVector<Value> outerSizes;
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim)
      outerSizes.push_back(toValue(b, sizes[i]));
  Value empty = buildEmpty(b, sizes, b.getI64Type());
  Value names = buildLoops(
      b, outerSizes, empty,
      [&](LocBuilder &n, ValueRange outer,
          ValueRange carried) -> SmallVector<Value> {
        RowSorter sorter{input, dim, op.getDescending(), outer, size};
        Value row = buildFromIndices(
            n, sizes[dim], n.getI64Type(),
            [](LocBuilder &m, ValueRange indices) -> Value {
              return arith::IndexCastOp::create(m, m.getI64Type(), indices[0]);
            });
        Value scratch = buildEmpty(n, sizes[dim], n.getI64Type());
        Type types[] = {row.getType(), scratch.getType(), n.getIndexType()};
        auto passes = scf::WhileOp::create(
            n, types, ValueRange{row, scratch, buildIndex(n, 1)},
            [&](OpBuilder &nested, Location loc, ValueRange args) {
              LocBuilder m(loc, nested);
              Value more = arith::CmpIOp::create(m, arith::CmpIPredicate::slt,
                                                 args[2], size);
              scf::ConditionOp::create(m, more, args);
            },
            [&](OpBuilder &nested, Location loc, ValueRange args) {
              LocBuilder m(loc, nested);
              SmallVector<Value> next =
                  sorter.mergePass(m, args[0], args[1], args[2]);
              next.push_back(arith::AddIOp::create(m, args[2], args[2]));
              scf::YieldOp::create(m, next);
            });
        // Sizes of the row and of the operand agree, so this is in range.
        SmallVector<Value> written = buildLoops(
            n, size, carried,
            [&](LocBuilder &m, ValueRange position,
                ValueRange inner) -> SmallVector<Value> {
              Value name =
                  tensor::ExtractOp::create(m, passes.getResult(0), position);
              return {tensor::InsertOp::create(m, name, inner[0],
                                               sorter.at(position[0]))};
            });
        return written;
      })[0];
  Value values = buildFromIndices(
      b, sizes, getTensor(input).getElementType(),
      [&](LocBuilder &n, ValueRange indices) -> Value {
        Value name = tensor::ExtractOp::create(n, names, indices);
        SmallVector<Value> source = llvm::to_vector(indices);
        source[dim] = arith::IndexCastOp::create(n, n.getIndexType(), name);
        return tensor::ExtractOp::create(n, input, source);
      });
  return {castTo(b, values, op.getValues().getType()),
          castTo(b, names, op.getIndices().getType())};
}
