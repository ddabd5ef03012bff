// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dialect as another project might bring it, whose ops join functionalization
// through the three interfaces alone: mutations that read what they overwrite,
// that overwrite two refs, that read a third; a view; a region op that carries
// versions. Written out by hand and printed in generic form.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

using namespace mlir;
using namespace mlir::tssa;

namespace {

template <typename Concrete, template <typename> class... Traits>
class TestOp : public Op<Concrete, OpTrait::ZeroSuccessors, Traits...> {
public:
  using Op<Concrete, OpTrait::ZeroSuccessors, Traits...>::Op;
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

protected:
  OpOperand *operand(unsigned i) {
    return &this->getOperation()->getOpOperand(i);
  }
};

/// `"tssa_test.add_"(%x, %v)` adds to a ref in place and gives its old
/// contents.
class AddOp
    : public TestOp<AddOp, OpTrait::NOperands<2>::Impl, OpTrait::OneResult,
                    OpTrait::ZeroRegions, MutationOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AddOp)
  using TestOp::TestOp;
  static StringRef getOperationName() { return "tssa_test.add_"; }
  SmallVector<OpOperand *> getMutatedRefs() { return {operand(0)}; }
  SmallVector<OpOperand *> getReadRefs() { return {}; }
  FailureOr<SmallVector<Value>>
  buildPureForm(OpBuilder &builder, ValueRange, ValueRange mutated,
                SmallVectorImpl<Value> &replacements) {
    replacements.push_back(mutated[0]);
    return SmallVector<Value>{arith::AddFOp::create(
        builder, getLoc(), mutated[0], getOperation()->getOperand(1))};
  }
};

/// `"tssa_test.copy_"(%to, %from)`.
class CopyOp
    : public TestOp<CopyOp, OpTrait::NOperands<2>::Impl, OpTrait::ZeroResults,
                    OpTrait::ZeroRegions, MutationOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CopyOp)
  using TestOp::TestOp;
  static StringRef getOperationName() { return "tssa_test.copy_"; }
  SmallVector<OpOperand *> getMutatedRefs() { return {operand(0)}; }
  SmallVector<OpOperand *> getReadRefs() { return {operand(1)}; }
  FailureOr<SmallVector<Value>> buildPureForm(OpBuilder &, ValueRange read,
                                              ValueRange,
                                              SmallVectorImpl<Value> &) {
    return SmallVector<Value>{read[0]};
  }
};

/// `"tssa_test.swap_"(%x, %y)` exchanges the contents of two refs.
class SwapOp
    : public TestOp<SwapOp, OpTrait::NOperands<2>::Impl, OpTrait::ZeroResults,
                    OpTrait::ZeroRegions, MutationOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SwapOp)
  using TestOp::TestOp;
  static StringRef getOperationName() { return "tssa_test.swap_"; }
  SmallVector<OpOperand *> getMutatedRefs() { return {operand(0), operand(1)}; }
  SmallVector<OpOperand *> getReadRefs() { return {}; }
  FailureOr<SmallVector<Value>> buildPureForm(OpBuilder &, ValueRange,
                                              ValueRange mutated,
                                              SmallVectorImpl<Value> &) {
    return SmallVector<Value>{mutated[1], mutated[0]};
  }
};

/// `"tssa_test.row"(%x, %i)` names a row.
class RowOp
    : public TestOp<RowOp, OpTrait::NOperands<2>::Impl, OpTrait::OneResult,
                    OpTrait::ZeroRegions, AliasOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RowOp)
  using TestOp::TestOp;
  static StringRef getOperationName() { return "tssa_test.row"; }
  Value getAliasedRef() { return getOperation()->getOperand(0); }
  view::ViewKindInterface getAliasKind() {
    return view::SelectAttr::get(getContext(), 0, ShapedType::kDynamic);
  }
  ValueRange getAliasOperands() {
    return getOperation()->getOperands().drop_front();
  }
};

/// `"tssa_test.fail_"(%x)` has no pure form.
class FailOp : public TestOp<FailOp, OpTrait::OneOperand, OpTrait::ZeroResults,
                             OpTrait::ZeroRegions, MutationOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FailOp)
  using TestOp::TestOp;
  static StringRef getOperationName() { return "tssa_test.fail_"; }
  SmallVector<OpOperand *> getMutatedRefs() { return {operand(0)}; }
  SmallVector<OpOperand *> getReadRefs() { return {}; }
  FailureOr<SmallVector<Value>>
  buildPureForm(OpBuilder &, ValueRange, ValueRange, SmallVectorImpl<Value> &) {
    return failure();
  }
};

/// `"tssa_test.once"() ({ ... "tssa_test.end"() })` runs its block.
class OnceOp
    : public TestOp<OnceOp, OpTrait::ZeroOperands, OpTrait::VariadicResults,
                    OpTrait::OneRegion, VersionCarrierOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OnceOp)
  using TestOp::TestOp;
  static StringRef getOperationName() { return "tssa_test.once"; }
  FailureOr<Operation *> carryVersions(RewriterBase &rewriter,
                                       ValueRange roots) {
    Operation *op = getOperation(),
              *end = op->getRegion(0).front().getTerminator();
    OperationState state(getLoc(), getOperationName());
    state.addTypes(op->getResultTypes());
    rewriter.setInsertionPoint(end);
    for (Value root : roots) {
      Value version = CurrentOp::create(rewriter, getLoc(), root);
      end->insertOperands(end->getNumOperands(), version);
      state.addTypes(version.getType());
    }
    state.addRegion()->takeBody(op->getRegion(0));
    rewriter.setInsertionPoint(op);
    Operation *once = rewriter.create(state);
    for (auto [version, root] :
         llvm::zip(once->getResults().take_back(roots.size()), roots))
      UpdateOp::create(rewriter, getLoc(), version, root);
    rewriter.replaceOp(op, once->getResults().drop_back(roots.size()));
    return once;
  }
};

class EndOp
    : public TestOp<EndOp, OpTrait::VariadicOperands, OpTrait::ZeroResults,
                    OpTrait::ZeroRegions, OpTrait::IsTerminator> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EndOp)
  using TestOp::TestOp;
  static StringRef getOperationName() { return "tssa_test.end"; }
};

class TestDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDialect)
  static StringRef getDialectNamespace() { return "tssa_test"; }
  explicit TestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    addOperations<AddOp, CopyOp, EndOp, FailOp, OnceOp, RowOp, SwapOp>();
  }
};

} // namespace

namespace mlir::tssa {
void registerTestDialect(DialectRegistry &registry) {
  registry.insert<TestDialect>();
}
} // namespace mlir::tssa
