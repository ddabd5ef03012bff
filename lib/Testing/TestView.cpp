// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A test pass for the view kinds. What a kind builds is evaluated on numbers,
// once with all sizes, strides and operands as opaque values and once as
// constants, and its answers are held against each other: index map against
// strided view, sizes against the inferred shape, what is claimed of a layout
// against the strides. The view's elements come out as a remark, so that a
// test can hold them against another implementation.

#include "../Dialect/View/IR/ViewSimplify.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "tensorssa/Analysis/AccessPath.h"
#include "tensorssa/Dialect/View/IR/View.h"

using namespace mlir;
using namespace mlir::view;

namespace {

/// Evaluates index arithmetic.
class Evaluator {
public:
  void set(Value value, int64_t number) { numbers[value] = number; }

  /// What went wrong, empty if nothing did.
  StringRef failure;

  int64_t get(OpFoldResult value) {
    if (auto attribute = dyn_cast<Attribute>(value))
      return cast<IntegerAttr>(attribute).getValue().getSExtValue();
    return get(cast<Value>(value));
  }
  SmallVector<int64_t> get(ArrayRef<OpFoldResult> values) {
    return llvm::map_to_vector(values,
                               [&](OpFoldResult value) { return get(value); });
  }

  int64_t get(Value value) {
    auto known = numbers.find(value);
    if (known != numbers.end())
      return known->second;
    int64_t number = compute(value.getDefiningOp());
    numbers[value] = number;
    return number;
  }

private:
  int64_t compute(Operation *op) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return cast<IntegerAttr>(constant.getValue()).getValue().getSExtValue();
    SmallVector<int64_t> in;
    for (Value operand : op->getOperands())
      in.push_back(get(operand));
    auto u = [&](unsigned i) { return static_cast<uint64_t>(in[i]); };
    if (isa<arith::AddIOp>(op))
      return u(0) + u(1);
    if (isa<arith::SubIOp>(op))
      return u(0) - u(1);
    if (isa<arith::MulIOp>(op))
      return u(0) * u(1);
    if (isa<arith::DivUIOp, arith::RemUIOp>(op)) {
      if (in[1] == 0) {
        failure = "divides by zero";
        return 0;
      }
      return isa<arith::DivUIOp>(op) ? u(0) / u(1) : u(0) % u(1);
    }
    if (isa<arith::MinSIOp>(op))
      return std::min(in[0], in[1]);
    if (isa<arith::MaxSIOp>(op))
      return std::max(in[0], in[1]);
    if (isa<arith::SelectOp>(op))
      return in[0] ? in[1] : in[2];
    if (isa<arith::AndIOp>(op))
      return in[0] & in[1];
    if (isa<arith::OrIOp>(op))
      return in[0] | in[1];
    if (isa<arith::XOrIOp>(op))
      return in[0] ^ in[1];
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      return -static_cast<int64_t>(arith::applyCmpPredicate(
          compare.getPredicate(), APInt(64, in[0], /*isSigned=*/true),
          APInt(64, in[1], /*isSigned=*/true)));
    failure = "builds more than index arithmetic";
    return 0;
  }

  DenseMap<Value, int64_t> numbers;
};

/// What a view is, in numbers.
struct Outcome {
  bool exists = false;
  SmallVector<int64_t> sizes;
  /// The storage element behind each element, in row-major order.
  SmallVector<int64_t> offsets;

  bool operator==(const Outcome &other) const {
    return exists == other.exists && sizes == other.sizes &&
           offsets == other.offsets;
  }
};

/// Calls `visit` with each index tuple in row-major order.
void forEachIndex(ArrayRef<int64_t> sizes,
                  function_ref<void(ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(sizes, 0))
    return;
  SmallVector<int64_t> index(sizes.size(), 0);
  while (true) {
    visit(index);
    size_t dim = sizes.size();
    while (dim > 0 && ++index[dim - 1] == sizes[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return;
  }
}

class ViewTester {
public:
  ViewTester(Operation *op, ViewKindInterface kind, ViewShape shape,
             bool isOpaque,
             std::optional<SmallVector<int64_t>> otherOperands = std::nullopt)
      : op(op), kind(kind), shape(shape), isOpaque(isOpaque),
        operandNumbers(otherOperands
                           ? *otherOperands
                           : SmallVector<int64_t>(getNumbers("operands"))),
        builder(op->getContext()) {
    builder.setInsertionPointToEnd(&scratch);
  }

  FailureOr<Outcome> run();

private:
  ArrayRef<int64_t> getNumbers(StringRef name) {
    auto attribute = op->getAttrOfType<DenseI64ArrayAttr>(name);
    return attribute ? attribute.asArrayRef() : ArrayRef<int64_t>();
  }
  Value addOpaque(int64_t number) {
    Value value = scratch.addArgument(builder.getIndexType(), op->getLoc());
    evaluator.set(value, number);
    return value;
  }
  /// A number as this run shows it to the kind.
  OpFoldResult show(int64_t number) {
    if (isOpaque)
      return addOpaque(number);
    return builder.getIndexAttr(number);
  }
  LogicalResult checkSizes(const Outcome &outcome);
  LogicalResult checkLayout(const Outcome &outcome, const StridedView &view,
                            const StridedLayoutInfo &layout);
  LogicalResult checkIndexMap(const Outcome &outcome, const StridedView &source,
                              ValueRange operands);

  Operation *op;
  ViewKindInterface kind;
  ViewShape shape;
  bool isOpaque;
  SmallVector<int64_t> operandNumbers;
  // Above the builder, whose operations live in it.
  Block scratch;
  OpBuilder builder;
  Evaluator evaluator;
};

FailureOr<Outcome> ViewTester::run() {
  ArrayRef<int64_t> sizes = getNumbers("sizes");
  SmallVector<int64_t> strides(getNumbers("strides"));
  bool isRowMajor = strides.empty();
  if (isRowMajor) {
    strides.resize(sizes.size());
    int64_t stride = 1;
    for (size_t i = sizes.size(); i-- > 0; stride *= sizes[i])
      strides[i] = stride;
  }
  auto offset = op->getAttrOfType<IntegerAttr>("offset");
  auto storage = op->getAttrOfType<IntegerAttr>("storage");

  StridedView source;
  for (auto [size, known] : llvm::zip_equal(sizes, shape.sizes))
    source.sizes.push_back(ShapedType::isDynamic(known)
                               ? show(size)
                               : OpFoldResult(builder.getIndexAttr(known)));
  for (int64_t stride : strides)
    source.strides.push_back(show(stride));
  source.offset = show(offset ? offset.getInt() : 0);
  if (storage)
    source.storageSize = show(storage.getInt());
  SmallVector<Value> operands;
  for (int64_t number : operandNumbers) {
    if (isOpaque)
      operands.push_back(addOpaque(number));
    else
      operands.push_back(
          arith::ConstantIndexOp::create(builder, op->getLoc(), number));
  }

  Outcome outcome;
  outcome.exists = evaluator.get(
      kind.buildPrecondition(builder, op->getLoc(), source, shape, operands));
  SmallVector<OpFoldResult> resultSizes = kind.buildResultSizes(
      builder, op->getLoc(), source.sizes, shape, operands);
  outcome.sizes = evaluator.get(resultSizes);
  StridedLayoutInfo layout = StridedLayoutInfo::unknown(shape.getRank());
  if (isRowMajor)
    layout = StridedLayoutInfo::rowMajor(shape.getRank());
  bool isViewable = kind.isViewable(shape, layout);
  FailureOr<StridedView> view = kind.buildStridedView(
      builder, op->getLoc(), source, shape, layout, operands);
  bool hasView = kind.hasStridedView(shape, layout);
  if (hasView != succeeded(view))
    return op->emitOpError("hasStridedView and buildStridedView disagree");
  if (!hasView)
    return op->emitOpError("has no strided view");
  SmallVector<int64_t> viewSizes = evaluator.get(view->sizes);
  SmallVector<int64_t> viewStrides = evaluator.get(view->strides);
  int64_t viewOffset = evaluator.get(view->offset);
  // Whatever the operands are.
  if (!evaluator.failure.empty())
    return op->emitOpError(evaluator.failure);
  if (!outcome.exists) {
    outcome.sizes.clear();
    if (isViewable && kind.isAlwaysInRange(shape))
      return op->emitOpError("is proven to exist and does not");
    return outcome;
  }
  if (viewSizes != outcome.sizes)
    return op->emitOpError("sizes of the strided view differ");
  forEachIndex(outcome.sizes, [&](ArrayRef<int64_t> index) {
    int64_t at = viewOffset;
    for (auto [i, stride] : llvm::zip_equal(index, viewStrides))
      at += i * stride;
    outcome.offsets.push_back(at);
  });
  if (failed(checkSizes(outcome)) ||
      failed(checkLayout(outcome, *view, layout)) ||
      failed(checkIndexMap(outcome, source, operands)))
    return failure();
  return outcome;
}

LogicalResult ViewTester::checkSizes(const Outcome &outcome) {
  FailureOr<ViewShape> inferred =
      kind.inferResultShape(shape, [&] { return op->emitOpError(); });
  if (failed(inferred))
    return failure();
  for (auto [size, known] : llvm::zip_equal(outcome.sizes, inferred->sizes))
    if (!ShapedType::isDynamic(known) && size != known)
      return op->emitOpError("built size ")
             << size << " but inferred " << known;
  return success();
}

LogicalResult ViewTester::checkLayout(const Outcome &outcome,
                                      const StridedView &view,
                                      const StridedLayoutInfo &layout) {
  if (outcome.offsets.empty())
    return success();
  SmallVector<int64_t> strides = evaluator.get(view.strides);
  for (size_t i = 0, e = strides.size(); i < e; ++i) {
    int64_t merging = i + 1 < e ? outcome.sizes[i + 1] * strides[i + 1] : 1;
    if (layout.merges[i] && strides[i] != merging)
      return op->emitOpError("dimension ")
             << i << " is claimed to merge, stride " << strides[i]
             << ", merging " << merging;
  }
  return success();
}

LogicalResult ViewTester::checkIndexMap(const Outcome &outcome,
                                        const StridedView &source,
                                        ValueRange operands) {
  // Over other than row-major strides as_strided names no element of a value.
  if (op->hasAttr("storage_only"))
    return success();
  SmallVector<Value> index;
  for (size_t i = 0, e = outcome.sizes.size(); i < e; ++i)
    index.push_back(scratch.addArgument(builder.getIndexType(), op->getLoc()));
  FailureOr<SmallVector<Value>> mapped = kind.buildSourceIndices(
      builder, op->getLoc(), index, source.sizes, shape, operands);
  if (failed(mapped))
    return success();
  size_t next = 0;
  LogicalResult result = success();
  forEachIndex(outcome.sizes, [&](ArrayRef<int64_t> numbers) {
    Evaluator own = evaluator;
    for (auto [value, number] : llvm::zip_equal(index, numbers))
      own.set(value, number);
    int64_t at = own.get(source.offset);
    for (auto [i, dim] : llvm::enumerate(*mapped)) {
      int64_t number = own.get(dim);
      if (number < 0 || number >= own.get(source.sizes[i]))
        result = op->emitOpError("index map leaves dimension ") << i;
      at += number * own.get(source.strides[i]);
    }
    if (!own.failure.empty())
      result = op->emitOpError(own.failure);
    if (at != outcome.offsets[next++])
      result = op->emitOpError("index map and strided view differ");
  });
  return result;
}

StringRef nameOf(PathRelation relation) {
  switch (relation) {
  case PathRelation::Same:
    return "same";
  case PathRelation::Covers:
    return "covers";
  case PathRelation::CoveredBy:
    return "covered by";
  case PathRelation::Disjoint:
    return "disjoint";
  case PathRelation::Unknown:
    return "unknown";
  }
  llvm_unreachable("all relations are named");
}

struct TestViewPass
    : public PassWrapper<TestViewPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestViewPass)

  StringRef getArgument() const final { return "test-view"; }
  StringRef getDescription() const final {
    return "Evaluates view kinds on numbers and compares access paths";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<arith::ArithDialect, ViewDialect>();
  }

  void runOnOperation() final {
    getOperation().walk([&](Operation *op) {
      StringRef name = op->getName().getStringRef();
      if (name == "test.view")
        testView(op);
      if (name == "test.compare")
        comparePair(op);
    });
  }

private:
  static FailureOr<ViewShape> getSource(Operation *op, ViewKindInterface kind) {
    auto type = op->getAttrOfType<TypeAttr>("source");
    ViewShape shape(cast<ShapedType>(type.getValue()));
    if (failed(kind.inferResultShape(shape,
                                     [] { return InFlightDiagnostic(); }))) {
      emitRemark(op->getLoc()) << "no view";
      return failure();
    }
    return shape;
  }

  /// "test.view"() {kind, source = tensor<..>, sizes, operands[, strides,
  /// offset, storage, storage_only]}: the elements of a view.
  static void testView(Operation *op) {
    auto kind = op->getAttrOfType<ViewKindInterface>("kind");
    FailureOr<ViewShape> shape = getSource(op, kind);
    if (failed(shape))
      return;
    FailureOr<Outcome> opaque =
        ViewTester(op, kind, *shape, /*isOpaque=*/true).run();
    FailureOr<Outcome> folded =
        ViewTester(op, kind, *shape, /*isOpaque=*/false).run();
    if (failed(opaque) || failed(folded))
      return;
    if (!(*opaque == *folded)) {
      op->emitOpError("differs on constants");
      return;
    }
    if (opaque->exists && failed(testSimplified(op, kind, *shape, *opaque)))
      return;
    InFlightDiagnostic remark = emitRemark(op->getLoc());
    if (!opaque->exists)
      remark << "no view";
    else
      remark << "sizes [" << opaque->sizes << "] offsets [" << opaque->offsets
             << "]";
  }

  /// Simplified with its operands as constants, a view is what it was.
  static LogicalResult testSimplified(Operation *op, ViewKindInterface kind,
                                      ViewShape shape,
                                      const Outcome &expected) {
    Block scratch;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointToEnd(&scratch);
    SmallVector<Value> operands;
    for (int64_t number :
         op->getAttrOfType<DenseI64ArrayAttr>("operands").asArrayRef())
      operands.push_back(
          arith::ConstantIndexOp::create(builder, op->getLoc(), number));
    SimplifiedView simple = simplifyView(kind, operands, shape);
    SmallVector<int64_t> numbers;
    for (Value operand : simple.operands)
      numbers.push_back(*getConstantIntValue(operand));
    FailureOr<Outcome> outcome =
        ViewTester(op, simple.kind, shape, /*isOpaque=*/true, numbers).run();
    if (failed(outcome))
      return failure();
    if (!(*outcome == expected))
      return op->emitOpError("differs as ") << simple.kind;
    return success();
  }

  /// "test.compare"(operands of first and second) {first, second, source}: how
  /// two paths relate.
  static void comparePair(Operation *op) {
    auto first = op->getAttrOfType<ViewKindInterface>("first");
    auto second = op->getAttrOfType<ViewKindInterface>("second");
    FailureOr<ViewShape> shape = getSource(op, first);
    if (failed(shape) || failed(getSource(op, second)))
      return;
    unsigned count = first.getNumOperands();
    PathRelation relation = comparePaths(
        *shape, AccessPath(first, op->getOperands().take_front(count)),
        AccessPath(second, op->getOperands().drop_front(count)));
    emitRemark(op->getLoc()) << nameOf(relation);
  }
};

} // namespace

namespace mlir::tssa {
void registerTestViewPass() { PassRegistration<TestViewPass>(); }
} // namespace mlir::tssa
