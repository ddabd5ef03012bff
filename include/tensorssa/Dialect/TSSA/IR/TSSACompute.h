// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compute ops of the `tssa` dialect and what their tables consist of.
// Apart from TSSA.h, so that sources without arithmetic do not parse it.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTE_H
#define TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace mlir::tssa {

/// How the element types of operands promote.
enum class Promotion {
  /// To their common type, which is the result's.
  Default,
  /// To their common type, f32 if that is no float.
  ToFloat,
  /// To their common type; the result is i1.
  Comparison,
  /// Each to bool; the result is i1.
  Logical
};

/// Builds the result element from one scalar per operand.
using ScalarBody = Value (*)(ImplicitLocOpBuilder &, ValueRange);

/// The table row of an elementwise op. A null body rejects its domain.
struct ElementwiseRow {
  Promotion promotion;
  ScalarBody floatBody;
  ScalarBody integerBody;
  ScalarBody boolBody;
  /// Leading operands that are conditions: they stay i1 and do not promote.
  unsigned numConditions;
  /// Trailing numbers: converted to the compute type, without a say in it.
  unsigned numNumbers;
  /// The operand that must not hold zero in the integer domain, or -1.
  int divisor;
  ArrayRef<StringLiteral> atenNames;

  /// The body for the domain of `type`, or null.
  ScalarBody getBody(Type type) const;
};

/// What a reduction does with the element type.
enum class ReductionResult { Same, Accumulate, Bool };

/// The table row of a reduction.
struct ReductionRow {
  ReductionResult result;
  ScalarBody floatBody;
  ScalarBody integerBody;
  ScalarBody boolBody;
  /// The value the accumulator starts from.
  TypedAttr (*neutral)(Type);
  /// Applied to the accumulator and the number of elements; may be null.
  ScalarBody finish;
  /// Whether reducing no elements is an error.
  bool needsElement;
  ArrayRef<StringLiteral> atenNames;

  /// The body for the domain of `type`, or null.
  ScalarBody getBody(Type type) const;
  /// The element type in which elements of `type` are accumulated.
  Type getAccumulatorType(Type type) const;
};

//===----------------------------------------------------------------------===//
// Promotion (TSSAPromotion.cpp)
//===----------------------------------------------------------------------===//

/// The smaller element type that holds values of both, as PyTorch's
/// `promote_types`: bool < integers < floats, within a kind by width.
Type promoteTypes(Type lhs, Type rhs);

/// The common type of operands, as PyTorch's `result_type`: tensors with
/// dimensions before 0-d tensors before numbers; a later category counts only
/// where its kind is higher. A float number counts as f32.
Type promoteOperands(TypeRange types);

/// The element type that `operands` of an op with this row are converted to.
Type inferComputeType(const ElementwiseRow &row, ValueRange operands);

/// The element type of the result of an op with this row.
Type inferResultElementType(const ElementwiseRow &row, ValueRange operands);

//===----------------------------------------------------------------------===//
// Sizes (TSSASizes.cpp)
//===----------------------------------------------------------------------===//

/// The sizes that operands of these sizes broadcast to; fails where two static
/// ones differ and neither is 1. A dynamic size with a static one other than 1
/// is the static one (a check sees to it).
FailureOr<SmallVector<int64_t>>
inferBroadcastShape(std::optional<Location> location,
                    ArrayRef<ArrayRef<int64_t>> shapes);

/// Whether the written result types are the inferred ones or have dynamic
/// sizes in their place.
bool areCompatibleResults(TypeRange inferred, TypeRange written);

/// A size as far as it can be traced. Equal keys are equal sizes.
struct SizeKey {
  /// What `dim` may be other than a dimension of `value`.
  enum : int64_t {
    /// The index `value` itself.
    kIndex = -1,
    /// The constant `constant`; `value` is null.
    kConstant = -2,
    /// The first `constant` elements cut at the slice end `value`.
    kSliceEnd = -3
  };

  /// A tensor, a ref or an index.
  Value value;
  int64_t dim = kConstant;
  int64_t constant = ShapedType::kDynamic;

  static SizeKey ofConstant(int64_t size) { return {Value(), kConstant, size}; }
  bool isConstant() const { return dim == kConstant; }
  /// Whether it is surely no negative number.
  bool isNonNegative() const {
    return isConstant() ? constant >= 0 : dim != kIndex;
  }
  bool operator==(const SizeKey &other) const {
    return value == other.value && dim == other.dim &&
           constant == other.constant;
  }
  bool operator!=(const SizeKey &other) const { return !(*this == other); }
};

/// Keys of many sizes. While it lives, no value it knows may be destroyed.
class SizeTable {
public:
  /// A table that traces over a bounded number of values.
  static SizeTable forSingleQuery();

  SizeKey get(Value tensor, int64_t dim);
  SizeKey get(OpFoldResult size);

  /// Says that `replacement` has the sizes of `old`.
  void replace(Value old, Value replacement);

  /// Where a value has its sizes from across loops and branches, itself if
  /// that is not known; may be null.
  std::function<Value(Value)> getOrigin;
  /// How many values may still be traced.
  unsigned budget = ~0u;

private:
  DenseMap<std::pair<Value, int64_t>, SizeKey> keys;
};

/// The key of dimension `dim` of a ranked tensor, and of an index, each traced
/// over a bounded number of values.
SizeKey getSizeKey(Value tensor, int64_t dim);
SizeKey getSizeKey(OpFoldResult size);

/// The size of dimension `dim` of `tensor`, a constant where it is static.
OpFoldResult buildSize(OpBuilder &builder, Location loc, Value tensor,
                       int64_t dim);

/// The sizes of `tensor`.
SmallVector<OpFoldResult> buildSizes(OpBuilder &builder, Location loc,
                                     Value tensor);

//===----------------------------------------------------------------------===//
// What the classes of the tables share (TSSAElementwise.cpp, TSSAReduction.cpp)
//===----------------------------------------------------------------------===//

LogicalResult inferElementwise(const ElementwiseRow &row,
                               std::optional<Location> location,
                               ValueRange operands,
                               SmallVectorImpl<Type> &types);
Speculation::Speculatability
getElementwiseSpeculatability(const ElementwiseRow &row, Operation *op);
LogicalResult reifyElementwise(Operation *op, OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &shapes);
/// Whether `divisor`, an operand converted to the integer `type`, is proven to
/// hold no zero.
bool isKnownNonzero(Value divisor, Type type);
Value buildRowScalar(const ElementwiseRow &row, OpBuilder &builder,
                     Location loc, ValueRange args);

LogicalResult inferReduction(const ReductionRow &row,
                             std::optional<Location> location, Value input,
                             ArrayRef<int64_t> dims, bool keepdim,
                             SmallVectorImpl<Type> &types);
Speculation::Speculatability
getReductionSpeculatability(const ReductionRow &row, Value input,
                            ArrayRef<int64_t> dims);
LogicalResult reifyReduction(Operation *op, Value input, ArrayRef<int64_t> dims,
                             bool keepdim, OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &shapes);

/// The dimensions that `tssa.argmax` and `tssa.argmin` look over.
SmallVector<int64_t> getArgDims(Value input, std::optional<int64_t> dim);

/// Which dimensions of the operands of a product are what. Leading ones are
/// batches; the left operand's inner dimension is its last.
struct MatmulDims {
  MatmulDims(Value lhs, Value rhs);
  bool hasRow, hasColumn;
  int64_t lhsBatch, rhsBatch;
  int64_t rhsInner;
};

/// Whether all elements of `index` are proven to be in `[0, size)` of dimension
/// `dim` of `input` (TSSAIndices.cpp).
bool areCheckedIndices(SizeTable &sizes, Value index, Value input, int64_t dim);
bool areCheckedIndices(Value index, Value input, int64_t dim);

/// The number of elements of `tensor`.
OpFoldResult buildNumElements(OpBuilder &builder, Location loc, Value tensor);

} // namespace mlir::tssa

#include "tensorssa/Dialect/TSSA/IR/TSSAComputeInterfaces.h.inc"

namespace mlir::tssa {
/// Gives an op the effect that a failing check has, unless it is speculatable.
template <typename ConcreteOp>
class MayFail : public OpTrait::TraitBase<ConcreteOp, MayFail> {
public:
  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &effects) {
    if (!isSpeculatable(this->getOperation()))
      effects.emplace_back(MemoryEffects::Write::get(), ErrorResource::get());
  }
};
} // namespace mlir::tssa

#define GET_OP_CLASSES
#include "tensorssa/Dialect/TSSA/IR/TSSAComputeOps.h.inc"

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTE_H
