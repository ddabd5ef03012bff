// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of this conversion share: one function per op that builds
// its replacement, and helpers for loops, sizes and checks.

#ifndef TENSORSSA_CONVERSION_TSSATOLINALG_LOWERING_H
#define TENSORSSA_CONVERSION_TSSATOLINALG_LOWERING_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tssa::lowering {

/// The index operands that were proven before anything was lowered.
using CheckedIndices = DenseSet<OpOperand *>;

/// Builds at one location, and knows the sizes of what was there before.
class LocBuilder : public ImplicitLocOpBuilder {
public:
  LocBuilder(Operation *op, SizeTable &sizes, const CheckedIndices &checked)
      : ImplicitLocOpBuilder(op->getLoc(), op), sizes(&sizes),
        checked(&checked) {}
  /// Builds inside the body of a region op.
  LocBuilder(Location loc, OpBuilder &nested)
      : ImplicitLocOpBuilder(loc, nested) {}

  SizeKey getSizeKey(Value tensor, int64_t dim) {
    return sizes ? sizes->get(tensor, dim) : tssa::getSizeKey(tensor, dim);
  }
  SizeKey getSizeKey(OpFoldResult size) {
    return sizes ? sizes->get(size) : tssa::getSizeKey(size);
  }

  bool isChecked(OpOperand &index) const {
    return checked && checked->contains(&index);
  }

private:
  SizeTable *sizes = nullptr;
  const CheckedIndices *checked = nullptr;
};

//===----------------------------------------------------------------------===//
// Helpers (Helpers.cpp)
//===----------------------------------------------------------------------===//

inline RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

Value buildIndex(LocBuilder &b, int64_t value);
Value toValue(LocBuilder &b, OpFoldResult index);

/// The size of a dimension as an index value.
Value buildSizeValue(LocBuilder &b, Value tensor, int64_t dim);

Value buildEmpty(LocBuilder &b, ArrayRef<OpFoldResult> sizes, Type element);

/// A tensor whose elements are all the constant `value`.
Value buildFilled(LocBuilder &b, ArrayRef<OpFoldResult> sizes, TypedAttr value);

/// A tensor of zeros of `type`, its dynamic sizes 0: the result of an op whose
/// check is known to fail.
Value buildUnreached(LocBuilder &b, Type type);

/// `value` under the written result type.
Value castTo(LocBuilder &b, Value value, Type type);

/// The product of `sizes` as an index value.
Value buildProduct(LocBuilder &b, ArrayRef<OpFoldResult> sizes);

/// The common size of two, a check unless it is proven that they broadcast.
/// `isProven` is cleared where a check was needed.
OpFoldResult buildBroadcastSize(LocBuilder &b, OpFoldResult lhs, SizeKey lhsKey,
                                OpFoldResult rhs, SizeKey rhsKey,
                                bool &isProven);

/// A check that dimension `lhsDim` of `lhs` is `rhsDim` of `rhs`, unless it is
/// proven. False where it is known to fail: what follows is not reached then,
/// but must not state the contradiction, which verifiers would find.
bool buildEqualCheck(LocBuilder &b, Value lhs, int64_t lhsDim, Value rhs,
                     int64_t rhsDim, const Twine &what);

/// Checks likewise that all dimensions of `lhs` and `rhs` but `except` are
/// equal.
bool buildSameSizesCheck(LocBuilder &b, Value lhs, Value rhs,
                         int64_t except = -1);

/// `index` normalized into dimension `dim` of `input`, checked unless proven.
Value buildCheckedIndices(LocBuilder &b, OpOperand &index, Value input,
                          int64_t dim);

/// A `linalg.generic` whose body gets one scalar per input and per init.
linalg::GenericOp
buildGeneric(LocBuilder &b, ValueRange inputs, ValueRange inits,
             ArrayRef<AffineMap> maps, ArrayRef<utils::IteratorType> iterators,
             function_ref<SmallVector<Value>(LocBuilder &, ValueRange)> body);

/// An elementwise `linalg.generic` over `sizes`, without inputs; the body gets
/// the indices.
Value buildFromIndices(LocBuilder &b, ArrayRef<OpFoldResult> sizes,
                       Type element,
                       function_ref<Value(LocBuilder &, ValueRange)> body);

/// Nested `scf.for` loops from 0 to `sizes` in row-major order that carry
/// `inits`; the body gets indices and carried values and gives the next ones.
SmallVector<Value> buildLoops(
    LocBuilder &b, ArrayRef<Value> sizes, ValueRange inits,
    function_ref<SmallVector<Value>(LocBuilder &, ValueRange, ValueRange)>
        body);

//===----------------------------------------------------------------------===//
// One op each
//===----------------------------------------------------------------------===//

Value lowerElementwise(LocBuilder &b, ElementwiseOpInterface op);
Value lowerReduction(LocBuilder &b, ReductionOpInterface op);
Value lowerArg(LocBuilder &b, Value input, ArrayRef<int64_t> dims, bool isWhole,
               bool keepdim, bool isMax);
Value lowerSoftmax(LocBuilder &b, Value input, int64_t dim, bool isLog);
Value lowerCumsum(LocBuilder &b, CumsumOp op);
SmallVector<Value> lowerSort(LocBuilder &b, SortOp op);
Value lowerMatmul(LocBuilder &b, MatmulOp op);
Value lowerCast(LocBuilder &b, CastOp op);
Value lowerFull(LocBuilder &b, FullOp op);
Value lowerArange(LocBuilder &b, ArangeOp op);
Value lowerCat(LocBuilder &b, CatOp op);
Value lowerStack(LocBuilder &b, StackOp op);
Value lowerGather(LocBuilder &b, GatherOp op);
Value lowerIndexSelect(LocBuilder &b, IndexSelectOp op);
Value lowerIndexPut(LocBuilder &b, IndexPutOp op);
SmallVector<Value> lowerNonzero(LocBuilder &b, NonzeroOp op);
SmallVector<Value> lowerMaskedSelect(LocBuilder &b, MaskedSelectOp op);
Value lowerFlip(LocBuilder &b, FlipOp op);
Value lowerTriangle(LocBuilder &b, Value input, int64_t diagonal, bool isUpper);
Value lowerPython(LocBuilder &b, Operation *op);

} // namespace mlir::tssa::lowering

#endif // TENSORSSA_CONVERSION_TSSATOLINALG_LOWERING_H
