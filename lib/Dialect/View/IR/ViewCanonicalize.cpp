// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Canonicalization of the operations of the `view` dialect: simpler kinds,
// composed reads, reads that look through writes, writes that later ones
// cover.

#include "KindUtils.h"
#include "ViewSimplify.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "tensorssa/Analysis/AccessPath.h"

using namespace mlir;
using namespace mlir::view;

/// How many writes one look walks through. Long chains are functionalization's
/// work, where versions are known; here a read must not cost the whole chain.
static constexpr unsigned kMaxWrites = 64;

static ViewShape shapeOf(TypedValue<RankedTensorType> value) {
  return ViewShape(value.getType());
}

namespace {

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

static Value getViewed(OfOp op) { return op.getSource(); }
static Value getViewed(AccessOp op) { return op.getSource(); }
static Value getViewed(AssignOp op) { return op.getDest(); }

/// view.of #view.slice<0, ? : 8 : 1> %x[%c0]
/// -> view.of #view.slice<0, 0 : 8 : 1> %x
template <typename Op> struct SimplifyKind : public OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    SimplifiedView simple =
        simplifyView(op.getKind(), op.getIndices(),
                     ViewShape(cast<ShapedType>(getViewed(op).getType())));
    if (simple.kind == op.getKind() &&
        llvm::equal(simple.operands, op.getIndices()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.setKindAttr(simple.kind);
      op.getIndicesMutable().assign(simple.operands);
    });
    return success();
  }
};

/// %s = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
/// view.access #k %s -> view.access #k %t
struct AccessOfCast : public OpRewritePattern<AccessOp> {
  using OpRewritePattern<AccessOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(AccessOp op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getSource().getDefiningOp<tensor::CastOp>();
    if (!cast || !tensor::preservesStaticInformation(
                     op.getSource().getType(), cast.getSource().getType()))
      return failure();
    auto source = dyn_cast<RankedTensorType>(cast.getSource().getType());
    if (!source || failed(op.getKind().inferResultShape(
                       ViewShape(source), [] { return InFlightDiagnostic(); })))
      return failure();
    rewriter.modifyOpInPlace(
        op, [&] { op.getSourceMutable().assign(cast.getSource()); });
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Composition
//===----------------------------------------------------------------------===//

/// Whether the storage of the source matters to a member, or the bytes of its
/// elements: such a view of a part of a value is not one of the value.
static bool needsOwnStorage(const SimplifiedView &member, ViewShape source) {
  if (isa<AsStridedAttr>(member.kind))
    return true;
  auto bitcast = dyn_cast<BitcastAttr>(member.kind);
  return bitcast && getElementBytes(bitcast.getElementType()) !=
                        getElementBytes(source.elementType);
}

/// view.access #b (view.access #a %t) -> view.access #view.path<[#a, #b]> %t
struct AccessOfAccess : public OpRewritePattern<AccessOp> {
  using OpRewritePattern<AccessOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(AccessOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<AccessOp>();
    if (!inner)
      return failure();
    SmallVector<SimplifiedView> members =
        getMembers(inner.getKind(), inner.getIndices());
    SmallVector<SimplifiedView> added =
        getMembers(op.getKind(), op.getIndices());
    ViewShape root = shapeOf(inner.getSource());
    ViewShape middle = shapeOf(op.getSource());
    if (llvm::any_of(members,
                     [&](const SimplifiedView &member) {
                       return !isa<AsStridedAttr>(member.kind) &&
                              needsOwnStorage(member, root);
                     }) ||
        llvm::any_of(added, [&](const SimplifiedView &member) {
          return needsOwnStorage(member, middle);
        }))
      return failure();
    llvm::append_range(members, added);
    SimplifiedView chain = chainMembers(getContext(), members);
    // A reshape of a copy is free, one of strided elements may not be.
    auto isViewable = [](ViewKindInterface kind, const ViewShape &source) {
      return kind.isViewable(source,
                             StridedLayoutInfo::rowMajor(source.getRank()));
    };
    if (failed(chain.kind.inferResultShape(
            root, [] { return InFlightDiagnostic(); })) ||
        (isViewable(op.getKind(), middle) && !isViewable(chain.kind, root)))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.setKindAttr(chain.kind);
      op.getSourceMutable().assign(inner.getSource());
      op.getIndicesMutable().assign(chain.operands);
    });
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Reads of writes
//===----------------------------------------------------------------------===//

/// What remains of `path` behind `prefix`, if it starts like it.
static std::optional<SimplifiedView> dropPrefix(AccessPath path,
                                                AccessPath prefix) {
  SmallVector<SimplifiedView> members = getMembers(path.kind, path.operands);
  SmallVector<SimplifiedView> first = getMembers(prefix.kind, prefix.operands);
  if (first.size() > members.size() ||
      !std::equal(first.begin(), first.end(), members.begin()))
    return std::nullopt;
  ArrayRef<SimplifiedView> rest = ArrayRef(members).drop_front(first.size());
  // Over the written value as_strided would mean another storage.
  if (llvm::any_of(rest, [](const SimplifiedView &member) {
        return isa<AsStridedAttr>(member.kind);
      }))
    return std::nullopt;
  return chainMembers(path.kind.getContext(), rest);
}

/// A read of another part than what was written reads the older version; a
/// read of a part of what was written reads the written value.
struct AccessOfAssign : public OpRewritePattern<AccessOp> {
  using OpRewritePattern<AccessOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(AccessOp op,
                                PatternRewriter &rewriter) const override {
    TypedValue<RankedTensorType> source = op.getSource();
    ViewShape root = shapeOf(source);
    AccessPath path(op);
    for (unsigned i = 0; i < kMaxWrites; ++i) {
      auto assign = source.getDefiningOp<AssignOp>();
      if (!assign) {
        if (i == 0)
          return failure();
        return readFrom(op, source, rewriter);
      }
      AccessPath written(assign);
      PathRelation relation = comparePaths(root, path, written);
      if (relation == PathRelation::Disjoint) {
        source = assign.getDest();
        continue;
      }
      if (isInjective(written, root)) {
        if (relation == PathRelation::Same)
          return replace(op, assign.getValue(), rewriter);
        if (std::optional<SimplifiedView> rest = dropPrefix(path, written))
          return readPart(op, *rest, assign.getValue(), rewriter);
      }
      if (i == 0)
        return failure();
      return readFrom(op, source, rewriter);
    }
    return failure();
  }

private:
  static LogicalResult readFrom(AccessOp op, Value source,
                                PatternRewriter &rewriter) {
    rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().assign(source); });
    return success();
  }

  static LogicalResult replace(AccessOp op, Value value,
                               PatternRewriter &rewriter) {
    if (value.getType() != op.getType())
      value =
          tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), value);
    rewriter.replaceOp(op, value);
    return success();
  }

  static LogicalResult readPart(AccessOp op, const SimplifiedView &rest,
                                TypedValue<RankedTensorType> value,
                                PatternRewriter &rewriter) {
    FailureOr<ViewShape> shape = rest.kind.inferResultShape(
        shapeOf(value), [] { return InFlightDiagnostic(); });
    if (failed(shape))
      return failure();
    // The value's type may be less static than the path's was.
    for (auto [size, known] :
         llvm::zip_equal(op.getType().getShape(), shape->sizes))
      if (!isDynamic(size) && isDynamic(known))
        return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.setKindAttr(rest.kind);
      op.getSourceMutable().assign(value);
      op.getIndicesMutable().assign(rest.operands);
    });
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Writes of writes
//===----------------------------------------------------------------------===//

/// A write that a later one covers is dropped.
struct AssignToAssign : public OpRewritePattern<AssignOp> {
  using OpRewritePattern<AssignOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(AssignOp op,
                                PatternRewriter &rewriter) const override {
    ViewShape root = shapeOf(op.getDest());
    TypedValue<RankedTensorType> dest = op.getDest();
    while (auto older = dest.getDefiningOp<AssignOp>()) {
      PathRelation relation =
          comparePaths(root, AccessPath(op), AccessPath(older));
      if (relation != PathRelation::Same && relation != PathRelation::Covers)
        break;
      dest = older.getDest();
    }
    if (dest == op.getDest())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getDestMutable().assign(dest); });
    return success();
  }
};

/// Writing back what was read there, with only writes to other parts between.
struct AssignOfAccess : public OpRewritePattern<AssignOp> {
  using OpRewritePattern<AssignOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(AssignOp op,
                                PatternRewriter &rewriter) const override {
    auto access = op.getValue().getDefiningOp<AccessOp>();
    if (!access || access.getSource().getType() != op.getDest().getType() ||
        !areIdentical(AccessPath(access), AccessPath(op)))
      return failure();
    ViewShape root = shapeOf(op.getDest());
    TypedValue<RankedTensorType> dest = op.getDest();
    for (unsigned i = 0; i < kMaxWrites && dest != access.getSource(); ++i) {
      auto older = dest.getDefiningOp<AssignOp>();
      if (!older || comparePaths(root, AccessPath(op), AccessPath(older)) !=
                        PathRelation::Disjoint)
        return failure();
      dest = older.getDest();
    }
    if (dest != access.getSource())
      return failure();
    rewriter.replaceOp(op, op.getDest());
    return success();
  }
};

} // namespace

void OfOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                       MLIRContext *context) {
  patterns.add<SimplifyKind<OfOp>>(context);
}

void AccessOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<SimplifyKind<AccessOp>, AccessOfCast, AccessOfAccess,
               AccessOfAssign>(context);
}

void AssignOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<SimplifyKind<AssignOp>, AssignToAssign, AssignOfAccess>(context);
}
