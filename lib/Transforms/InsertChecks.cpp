// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa-insert-checks: whatever may fail about a view or a write gets a check in
// front of it, so that everything behind may take both for granted.

#include "CheckLowering.h"
#include "ForeignChecks.h"
#include "Prefetch.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/TypeUtilities.h"
#include "tensorssa-runtime/checks.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "tensorssa/Analysis/IndexProof.h"
#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"
#include "tensorssa/Transforms/Passes.h"
#include "llvm/ADT/ScopedHashTable.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_INSERTCHECKSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;
using view::StridedLayoutInfo;
using view::ViewKindInterface;
using view::ViewShape;

namespace {

/// Checks of views are equal if kind, source and operands are.
struct SameCheck : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *lhs, const Operation *rhs) {
    if (lhs == rhs)
      return true;
    if (lhs == getEmptyKey() || lhs == getTombstoneKey() ||
        rhs == getEmptyKey() || rhs == getTombstoneKey())
      return false;
    return OperationEquivalence::isEquivalentTo(
        const_cast<Operation *>(lhs), const_cast<Operation *>(rhs),
        OperationEquivalence::IgnoreLocations);
  }
};
using KnownChecks = llvm::ScopedHashTable<Operation *, bool, SameCheck>;

/// Two sizes that a check has found equal.
using SizePair =
    std::pair<std::pair<Value, int64_t>, std::pair<Value, int64_t>>;
using EqualSizes = llvm::ScopedHashTable<SizePair, bool>;

static SizePair getSizePair(SizeKey expected, SizeKey size) {
  auto get = [](SizeKey key) -> std::pair<Value, int64_t> {
    return {key.value, key.isConstant() ? key.constant : key.dim};
  };
  return {get(expected), get(size)};
}

/// The view of one op, as its members are gone through.
struct MemberWalk {
  MemberWalk(Operation *op, Value source)
      : op(op), source(source), shape(cast<ShapedType>(source.getType())),
        sizedShape(shape) {}

  Operation *op;
  Value source;
  /// What the members so far make of the source, and what is known of the
  /// strides, which count for refs.
  ViewShape shape;
  StridedLayoutInfo layout;
  SmallVector<ViewKindInterface> kinds;
  SmallVector<Value> operands;
  /// Sizes of the source behind the first `sized` members, if asked for.
  SmallVector<OpFoldResult> sizes;
  ViewShape sizedShape;
  unsigned sized = 0, sizedOperands = 0;
};

class CheckInserter {
public:
  explicit CheckInserter(MLIRContext *context) : builder(context) {}

  LogicalResult insert(Region &region);
  /// Checks the indices that `tssa-verify-functional` would not accept.
  void restoreIndexChecks(Region &region);

private:
  void restoreIndexChecks(Operation *op, ViewKindInterface kind, Value source,
                          MutableOperandRange operands);
  void insert(Operation *op, ViewKindInterface kind, Value source,
              MutableOperandRange operands);
  void insertIndexCheck(MemberWalk &walk, view::SelectAttr select,
                        ValueRange operands);
  void insertDivisionChecks(Operation *op);
  void insertSizeChecks(WriteOp op);
  void insertViewCheck(MemberWalk &walk, ValueRange operands);
  void computeSizes(MemberWalk &walk);

  /// What is known of the strides of a ref.
  StridedLayoutInfo getLayout(Value ref);

  OpBuilder builder;
  IndexProof proof;
  KnownChecks known;
  /// Checks that say what is known; they go once the op is done.
  DenseSet<Operation *> repeated;
  EqualSizes equal;
  DenseMap<Value, StridedLayoutInfo> layouts;
  /// Where results of elementwise ops have their sizes from.
  DenseMap<Value, Value> origins;
};

} // namespace

/// Brings the sizes up to the members gone through.
void CheckInserter::computeSizes(MemberWalk &walk) {
  Location loc = walk.op->getLoc();
  auto type = cast<ShapedType>(walk.source.getType());
  if (walk.sizes.empty())
    for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
      if (!ShapedType::isDynamic(extent))
        walk.sizes.push_back(builder.getIndexAttr(extent));
      else if (isa<RefType>(type))
        walk.sizes.push_back(DimOp::create(builder, loc, builder.getIndexType(),
                                           walk.source,
                                           builder.getI64IntegerAttr(dim))
                                 .getResult());
      else
        walk.sizes.push_back(
            tensor::DimOp::create(builder, loc, walk.source, dim).getResult());
    }
  for (; walk.sized < walk.kinds.size(); ++walk.sized) {
    ViewKindInterface kind = walk.kinds[walk.sized];
    ValueRange operands = ArrayRef(walk.operands)
                              .slice(walk.sizedOperands, kind.getNumOperands());
    walk.sizes = kind.buildResultSizes(builder, loc, walk.sizes,
                                       walk.sizedShape, operands);
    walk.sizedShape = *kind.inferResultShape(
        walk.sizedShape, [&] { return walk.op->emitOpError(); });
    walk.sizedOperands += kind.getNumOperands();
  }
}

/// Appends the select to the walk with an index that is safe.
void CheckInserter::insertIndexCheck(MemberWalk &walk, view::SelectAttr select,
                                     ValueRange operands) {
  int64_t dim = select.getDim();
  int64_t extent = walk.shape.sizes[dim];
  bool isStatic = !ShapedType::isDynamic(extent);
  if (operands.empty() && isStatic) {
    // In range, or the verifier would have rejected it.
    walk.kinds.push_back(select);
    return;
  }
  bool isFirst = walk.kinds.empty();
  Dimension dimension{isFirst ? walk.source : Value(), dim, extent, {}};
  Value index;
  if (!operands.empty()) {
    index = operands.front();
    if (!proof.isInRange(index, dimension)) {
      if (!isStatic && !isFirst) {
        computeSizes(walk);
        dimension.size = getValueOrCreateConstantIndexOp(
            builder, walk.op->getLoc(), walk.sizes[dim]);
      }
      if (!dimension.size || !proof.isInRange(index, dimension)) {
        computeSizes(walk);
        index = CheckIndexOp::create(
            builder, walk.op->getLoc(), builder.getIndexType(), index,
            getValueOrCreateConstantIndexOp(builder, walk.op->getLoc(),
                                            walk.sizes[dim]));
      }
    }
  } else {
    computeSizes(walk);
    Location loc = walk.op->getLoc();
    Value constant =
        arith::ConstantIndexOp::create(builder, loc, select.getIndex());
    index = CheckIndexOp::create(
        builder, loc, builder.getIndexType(), constant,
        getValueOrCreateConstantIndexOp(builder, loc, walk.sizes[dim]));
  }
  walk.kinds.push_back(
      view::SelectAttr::get(builder.getContext(), dim, ShapedType::kDynamic));
  walk.operands.push_back(index);
}

/// Checks that the last member, which has `operands`, exists as a view of what
/// the members before it make of the source.
void CheckInserter::insertViewCheck(MemberWalk &walk, ValueRange operands) {
  Location loc = walk.op->getLoc();
  MLIRContext *context = builder.getContext();
  ArrayRef<ViewKindInterface> kinds = walk.kinds;
  CheckViewOp check;
  if (isa<RefType>(walk.source.getType()) || kinds.size() == 1) {
    check =
        CheckViewOp::create(builder, loc, view::PathAttr::chain(context, kinds),
                            walk.source, walk.operands);
  } else if (isa<view::AsStridedAttr>(kinds.back()) &&
             walk.shape.elementType ==
                 getElementTypeOrSelf(walk.source.getType())) {
    // Over the elements of the path's source, whatever came before.
    check =
        CheckViewOp::create(builder, loc, kinds.back(), walk.source, operands);
  } else {
    // Of a value every member makes a value of its own, in row-major order; of
    // this one only the sizes are used.
    Value part = view::AccessOp::create(
        builder, loc, view::PathAttr::chain(context, kinds.drop_back()),
        walk.source, ArrayRef(walk.operands).drop_back(operands.size()));
    check = CheckViewOp::create(builder, loc, kinds.back(), part, operands);
  }
  if (known.count(check))
    repeated.insert(check);
  else
    known.insert(check, true);
}

/// A write must have the sizes of what it overwrites; types say so where they
/// are static.
void CheckInserter::insertSizeChecks(WriteOp op) {
  Value ref = op.getRef();
  auto type = cast<RefType>(ref.getType());
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    SizeKey expectedKey{ref, dim}, key = getSizeKey(op.getValue(), dim);
    SizePair pair = getSizePair(expectedKey, key);
    if (key == expectedKey || equal.count(pair))
      continue;
    equal.insert(pair, true);
    builder.setInsertionPoint(op);
    Location loc = op.getLoc();
    Value expected = DimOp::create(builder, loc, builder.getIndexType(), ref,
                                   builder.getI64IntegerAttr(dim));
    Value size = tensor::DimOp::create(builder, loc, op.getValue(), dim);
    CheckEqualOp::create(
        builder, loc, builder.getIndexType(), expected, size,
        builder.getStringAttr("the size of dimension " + Twine(dim)));
  }
}

/// An integer division of the program's own would stop the process where it
/// has no result.
void CheckInserter::insertDivisionChecks(Operation *op) {
  Type type = op->getResult(0).getType();
  if (!type.isIntOrIndex())
    return;
  // Checks of an earlier run stand right before the op.
  if (auto check = dyn_cast_or_null<CheckOp>(op->getPrevNode());
      check && check.getOrigin() == op->getName().getStringRef() &&
      check.getLoc() == op->getLoc())
    return;
  bool isRemainder = isa<arith::RemSIOp>(op);
  bool isSigned =
      isRemainder ||
      isa<arith::DivSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp>(op);
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  std::optional<int64_t> constant = getConstantIntValue(divisor);
  std::optional<int64_t> known = getConstantIntValue(dividend);
  Location loc = op->getLoc();
  builder.setInsertionPoint(op);
  auto differs = [&](Value value, const APInt &number) -> Value {
    return arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, value,
        arith::ConstantOp::create(builder, loc,
                                  builder.getIntegerAttr(type, number)));
  };
  APInt least = APInt::getSignedMinValue(width);
  bool mayOverflow = isSigned && (!constant || *constant == -1) &&
                     (!known || *known == least.getSExtValue());
  Value fits;
  if (mayOverflow && isRemainder) {
    // By -1 the remainder is 0, as by 1.
    Value one = arith::ConstantOp::create(builder, loc,
                                          builder.getIntegerAttr(type, 1));
    Value safe = differs(divisor, APInt::getAllOnes(width));
    op->setOperand(1,
                   arith::SelectOp::create(builder, loc, safe, divisor, one));
  } else if (mayOverflow) {
    fits = arith::OrIOp::create(builder, loc, differs(dividend, least),
                                differs(divisor, APInt::getAllOnes(width)));
  }
  if (!constant || *constant == 0)
    createCheckFor(builder, op, differs(divisor, APInt::getZero(width)),
                   TSSA_STATUS_INVALID_ARGUMENT, TSSA_CHECK_NONZERO_MESSAGE,
                   {});
  if (fits)
    createCheckFor(builder, op, fits, TSSA_STATUS_INVALID_ARGUMENT,
                   "expected the quotient to fit its type", {});
}

StridedLayoutInfo CheckInserter::getLayout(Value ref) {
  auto type = cast<RefType>(ref.getType());
  if (type.getLayout())
    return StridedLayoutInfo::get(type.getShape(), type.getLayout());
  auto it = layouts.find(ref);
  if (it != layouts.end())
    return it->second;
  StridedLayoutInfo layout = ref.getDefiningOp<AllocOp>()
                                 ? StridedLayoutInfo::rowMajor(type.getRank())
                                 : StridedLayoutInfo::unknown(type.getRank());
  if (auto of = ref.getDefiningOp<view::OfOp>()) {
    // Refs are met in program order, so the source is known already.
    StridedLayoutInfo known = getLayout(of.getSource());
    if (of.getKind().hasStridedView(
            ViewShape(cast<RefType>(of.getSource().getType())), known))
      layout = known;
  }
  layouts[ref] = layout;
  return layout;
}

/// Whether a view of this kind exists whatever its operands are, over a source
/// of this shape and, if it is a ref, this layout.
static bool isProven(ViewKindInterface kind, bool isRef, const ViewShape &shape,
                     const StridedLayoutInfo &layout) {
  if (!kind.isAlwaysInRange(shape))
    return false;
  if (!isRef)
    return true;
  // Behind a ref there may be less storage than it has elements, unless they
  // lie one behind the other.
  if (isa<view::AsStridedAttr>(kind) && !layout.isRowMajor())
    return false;
  return kind.isViewable(shape, layout);
}

void CheckInserter::insert(Operation *op, ViewKindInterface kind, Value source,
                           MutableOperandRange operands) {
  MemberWalk walk(op, source);
  bool isRef = isa<RefType>(source.getType());
  if (isRef)
    walk.layout = getLayout(source);
  if (!isa<view::PathAttr>(kind) &&
      isProven(kind, isRef, walk.shape, walk.layout))
    return;

  struct Recorder : OpBuilder::Listener {
    SmallVector<Operation *> built;
    void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) final {
      built.push_back(op);
    }
  } recorder;
  builder.setInsertionPoint(op);
  builder.setListener(&recorder);
  auto before = llvm::to_vector_of<Value>(OperandRange(operands));
  forEachMember(kind, before, [&](ViewKindInterface member, ValueRange given) {
    if (auto select = dyn_cast<view::SelectAttr>(member)) {
      insertIndexCheck(walk, select, given);
    } else {
      walk.kinds.push_back(member);
      llvm::append_range(walk.operands, given);
      bool isStorage = !isRef && isa<view::AsStridedAttr>(member) &&
                       walk.shape.elementType == getElementTypeOrSelf(source);
      if (!isProven(member, isRef,
                    isStorage ? ViewShape(cast<ShapedType>(source.getType()))
                              : walk.shape,
                    walk.layout))
        insertViewCheck(walk, given);
    }
    bool isKnown = isRef && member.hasStridedView(walk.shape, walk.layout);
    FailureOr<ViewShape> shape =
        member.inferResultShape(walk.shape, [&] { return op->emitOpError(); });
    assert(succeeded(shape) && "verified ops have a shape");
    walk.shape = *shape;
    if (!isKnown)
      walk.layout = StridedLayoutInfo::unknown(walk.shape.getRank());
  });
  builder.setListener(nullptr);
  if (ArrayRef(before) != ArrayRef(walk.operands)) {
    op->setAttr("kind", view::PathAttr::chain(op->getContext(), walk.kinds));
    operands.assign(walk.operands);
  }
  for (Operation *built : llvm::reverse(recorder.built))
    if (repeated.contains(built) || isOpTriviallyDead(built))
      built->erase();
  repeated.clear();
}

LogicalResult CheckInserter::insert(Region &region) {
  // Of several blocks the order says nothing about dominance: each forgets
  // what the others know.
  for (Block &block : region) {
    KnownChecks::ScopeTy scope(known);
    EqualSizes::ScopeTy equalScope(equal);
    OpStream ops(block);
    while (Operation *op = ops.next()) {
      if (auto check = dyn_cast<CheckViewOp>(op)) {
        if (!known.count(check))
          known.insert(check, true);
      } else if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::DivSIOp,
                     arith::DivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
                     arith::RemUIOp>(op)) {
        insertDivisionChecks(op);
      } else if (auto check = dyn_cast<CheckEqualOp>(op)) {
        SizeKey expected = getSizeKey(OpFoldResult(check.getLhs()));
        SizeKey size = getSizeKey(OpFoldResult(check.getRhs()));
        equal.insert(getSizePair(expected, size), true);
      } else if (auto of = dyn_cast<view::OfOp>(op)) {
        insert(of, of.getKind(), of.getSource(), of.getIndicesMutable());
      } else if (auto write = dyn_cast<WriteOp>(op)) {
        insertSizeChecks(write);
      } else if (auto access = dyn_cast<view::AccessOp>(op)) {
        insert(access, access.getKind(), access.getSource(),
               access.getIndicesMutable());
      } else if (auto assign = dyn_cast<view::AssignOp>(op)) {
        insert(assign, assign.getKind(), assign.getDest(),
               assign.getIndicesMutable());
      } else {
        auto learnEqual = [&](SizeKey lhs, SizeKey rhs) {
          SizePair pair = getSizePair(lhs, rhs);
          if (equal.count(pair))
            return true;
          equal.insert(pair, true);
          return false;
        };
        bool isReplaced = isa<cf::AssertOp>(op);
        if (failed(insertForeignChecks(builder, op, {learnEqual, origins})))
          return failure();
        if (isReplaced)
          continue;
      }
      for (Region &inner : op->getRegions())
        if (failed(insert(inner)))
          return failure();
    }
  }
  return success();
}

void CheckInserter::restoreIndexChecks(Operation *op, ViewKindInterface kind,
                                       Value source,
                                       MutableOperandRange operands) {
  MemberWalk walk(op, source);
  bool isLost = false;
  auto before = llvm::to_vector_of<Value>(OperandRange(operands));
  builder.setInsertionPoint(op);
  forEachMember(kind, before, [&](ViewKindInterface member, ValueRange given) {
    auto select = dyn_cast<view::SelectAttr>(member);
    Dimension dimension;
    if (select)
      dimension = {walk.kinds.empty() ? source : Value(),
                   select.getDim(),
                   walk.shape.sizes[select.getDim()],
                   {}};
    bool isSeen = !select ||
                  (given.empty() ? !ShapedType::isDynamic(dimension.staticSize)
                                 : proof.isInRange(given[0], dimension) ||
                                       proof.mayBeChecked(given[0], dimension));
    if (isSeen) {
      walk.kinds.push_back(member);
      llvm::append_range(walk.operands, given);
    } else {
      isLost = true;
      computeSizes(walk);
      Location loc = op->getLoc();
      Value index =
          given.empty()
              ? arith::ConstantIndexOp::create(builder, loc, select.getIndex())
              : given[0];
      Value size = getValueOrCreateConstantIndexOp(builder, loc,
                                                   walk.sizes[select.getDim()]);
      walk.kinds.push_back(view::SelectAttr::get(
          builder.getContext(), select.getDim(), ShapedType::kDynamic));
      walk.operands.push_back(CheckIndexOp::create(
          builder, loc, builder.getIndexType(), index, size));
    }
    walk.shape =
        *member.inferResultShape(walk.shape, [&] { return op->emitOpError(); });
  });
  if (!isLost)
    return;
  op->setAttr("kind", view::PathAttr::chain(op->getContext(), walk.kinds));
  operands.assign(walk.operands);
}

void CheckInserter::restoreIndexChecks(Region &region) {
  region.walk([&](Operation *op) {
    if (auto of = dyn_cast<view::OfOp>(op))
      restoreIndexChecks(of, of.getKind(), of.getSource(),
                         of.getIndicesMutable());
    else if (auto access = dyn_cast<view::AccessOp>(op))
      restoreIndexChecks(access, access.getKind(), access.getSource(),
                         access.getIndicesMutable());
    else if (auto assign = dyn_cast<view::AssignOp>(op))
      restoreIndexChecks(assign, assign.getKind(), assign.getDest(),
                         assign.getIndicesMutable());
  });
}

LogicalResult tssa::insertChecks(func::FuncOp function) {
  return CheckInserter(function.getContext()).insert(function.getBody());
}

namespace {
struct InsertChecksPass : tssa::impl::InsertChecksPassBase<InsertChecksPass> {
  using Base::Base;
  void runOnOperation() final {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!lostProofs) {
        if (failed(insertChecks(function)))
          return signalPassFailure();
      } else if (function->hasAttr(kFunctionalAttr)) {
        CheckInserter(&getContext()).restoreIndexChecks(function.getBody());
      }
  }
};
} // namespace
