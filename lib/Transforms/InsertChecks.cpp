// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa-insert-checks: whatever may fail about a view gets a check in front of
// it, so that everything behind may take views for granted.

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/OperationSupport.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "tensorssa/Analysis/IndexProof.h"
#include "tensorssa/Transforms/Passes.h"
#include "llvm/ADT/ScopedHashTable.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_INSERTCHECKSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;
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

/// The view of one op, as its members are gone through.
struct MemberWalk {
  MemberWalk(Operation *op, Value source)
      : op(op), source(source), shape(cast<ShapedType>(source.getType())),
        sizedShape(shape) {}

  Operation *op;
  Value source;
  /// What the members so far make of the source.
  ViewShape shape;
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

  void insert(Region &region);

private:
  void insert(Operation *op, ViewKindInterface kind, Value source,
              MutableOperandRange operands);
  void insertIndexCheck(MemberWalk &walk, view::SelectAttr select,
                        ValueRange operands);
  void insertViewCheck(MemberWalk &walk);
  void computeSizes(MemberWalk &walk);

  OpBuilder builder;
  IndexProof proof;
  KnownChecks known;
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

/// Checks that the members so far exist as a view of the source.
void CheckInserter::insertViewCheck(MemberWalk &walk) {
  auto check = CheckViewOp::create(
      builder, walk.op->getLoc(),
      view::PathAttr::chain(builder.getContext(), walk.kinds), walk.source,
      walk.operands);
  if (known.count(check))
    check.erase();
  else
    known.insert(check, true);
}

void CheckInserter::insert(Operation *op, ViewKindInterface kind, Value source,
                           MutableOperandRange operands) {
  MemberWalk walk(op, source);
  if (kind.isAlwaysInRange(walk.shape))
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
      if (!member.isAlwaysInRange(walk.shape))
        insertViewCheck(walk);
    }
    FailureOr<ViewShape> shape =
        member.inferResultShape(walk.shape, [&] { return op->emitOpError(); });
    assert(succeeded(shape) && "verified ops have a shape");
    walk.shape = *shape;
  });
  builder.setListener(nullptr);
  if (ArrayRef(before) != ArrayRef(walk.operands)) {
    op->setAttr("kind", view::PathAttr::chain(op->getContext(), walk.kinds));
    operands.assign(walk.operands);
  }
  for (Operation *built : llvm::reverse(recorder.built))
    if (isOpTriviallyDead(built))
      built->erase();
}

void CheckInserter::insert(Region &region) {
  // Of several blocks the order says nothing about dominance: each forgets
  // what the others know.
  for (Block &block : region) {
    KnownChecks::ScopeTy scope(known);
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (auto check = dyn_cast<CheckViewOp>(op)) {
        if (!known.count(check))
          known.insert(check, true);
      } else if (auto of = dyn_cast<view::OfOp>(op)) {
        insert(of, of.getKind(), of.getSource(), of.getIndicesMutable());
      } else if (auto access = dyn_cast<view::AccessOp>(op)) {
        insert(access, access.getKind(), access.getSource(),
               access.getIndicesMutable());
      } else if (auto assign = dyn_cast<view::AssignOp>(op)) {
        insert(assign, assign.getKind(), assign.getDest(),
               assign.getIndicesMutable());
      }
      for (Region &inner : op.getRegions())
        insert(inner);
    }
  }
}

namespace {
struct InsertChecksPass : tssa::impl::InsertChecksPassBase<InsertChecksPass> {
  void runOnOperation() final {
    getOperation().walk([&](func::FuncOp function) {
      CheckInserter(&getContext()).insert(function.getBody());
    });
  }
};
} // namespace
