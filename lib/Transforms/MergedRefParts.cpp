// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How what a merged ref may name is built: a part of a storage, and the choice
// between several.

#include "MergedRefs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Analysis/IndexProof.h"

using namespace mlir;
using namespace mlir::tssa;
using view::ViewKindInterface;

/// `kind`, with the sizes that `type` states and the kind does not: operands
/// that were constants before the merge gave them.
static ViewKindInterface stateSizes(ViewKindInterface kind, RefType source,
                                    RefType type) {
  FailureOr<view::ViewShape> shape = kind.inferResultShape(
      view::ViewShape(source), [] { return InFlightDiagnostic(); });
  if (failed(shape))
    return kind;
  SmallVector<int64_t> sizes(type.getRank(), -1);
  bool isNews = false;
  for (auto [size, inferred, stated] :
       llvm::zip_equal(sizes, shape->sizes, type.getShape())) {
    if (!ShapedType::isDynamic(inferred) || ShapedType::isDynamic(stated))
      continue;
    size = stated;
    isNews = true;
  }
  if (!isNews)
    return kind;
  MLIRContext *context = type.getContext();
  return view::PathAttr::chain(context,
                               {kind, view::ExpandAttr::get(context, sizes)});
}

bool tssa::hasPartType(RefType root, ViewKindInterface kind, RefType type) {
  StridedLayoutAttr layout = type.getLayout();
  if (!layout || (isa<view::AliasAttr>(kind) && root == type))
    return true;
  StridedLayoutAttr inferred =
      view::inferViewLayout(stateSizes(kind, root, type), root);
  auto fits = [](int64_t claimed, int64_t known) {
    return ShapedType::isDynamic(claimed) || claimed == known;
  };
  return inferred && fits(layout.getOffset(), inferred.getOffset()) &&
         llvm::all_of_zip(layout.getStrides(), inferred.getStrides(), fits);
}

Value tssa::buildPart(OpBuilder &builder, Location loc, Value root,
                      ViewKindInterface kind, ValueRange operands,
                      RefType type) {
  if (isa<view::AliasAttr>(kind) && root.getType() == type)
    return root;
  kind = stateSizes(kind, cast<RefType>(root.getType()), type);
  return view::OfOp::create(builder, loc, type, kind, root, operands);
}

void tssa::checkIndices(view::OfOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto rootType = cast<RefType>(op.getSource().getType());
  SmallVector<OpFoldResult> sizes;
  SmallVector<Value> operands;
  view::ViewShape shape(rootType);
  bool isFirst = true, isKnown = true;
  IndexProof proof;
  struct Recorder : OpBuilder::Listener {
    SmallVector<Operation *> built;
    void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) final {
      built.push_back(op);
    }
  } recorder;
  builder.setListener(&recorder);
  for (auto [dim, extent] : llvm::enumerate(rootType.getShape()))
    sizes.push_back(
        ShapedType::isDynamic(extent)
            ? OpFoldResult(
                  DimOp::create(builder, loc, op.getSource(), int64_t(dim))
                      .getResult())
            : builder.getIndexAttr(extent));
  forEachMember(
      op.getKind(), op.getIndices(),
      [&](ViewKindInterface member, ValueRange given) {
        SmallVector<Value> own(given);
        auto select = dyn_cast<view::SelectAttr>(member);
        if (select && !own.empty() && isKnown) {
          Dimension dimension{isFirst ? op.getSource() : Value(),
                              select.getDim(),
                              shape.sizes[select.getDim()],
                              {}};
          if (!proof.isInRange(own.front(), dimension) &&
              !proof.mayBeChecked(own.front(), dimension))
            own.front() = CheckIndexOp::create(
                builder, loc, builder.getIndexType(), own.front(),
                getValueOrCreateConstantIndexOp(builder, loc,
                                                sizes[select.getDim()]));
        }
        isFirst = false;
        llvm::append_range(operands, own);
        if (!isKnown)
          return;
        sizes = member.buildResultSizes(builder, loc, sizes, shape, own);
        FailureOr<view::ViewShape> next =
            member.inferResultShape(shape, [] { return InFlightDiagnostic(); });
        isKnown = succeeded(next);
        if (isKnown)
          shape = *next;
      });
  op.getIndicesMutable().assign(operands);
  for (Operation *built : llvm::reverse(recorder.built))
    if (isOpTriviallyDead(built))
      built->erase();
}

Operation *tssa::buildChoice(OpBuilder &builder, Location loc, Value tag,
                             unsigned count, TypeRange types,
                             function_ref<SmallVector<Value>(unsigned)> build) {
  Operation *op;
  auto fill = [&](Region &region, unsigned number) {
    Block *block =
        region.empty() ? builder.createBlock(&region) : &region.front();
    if (!block->empty())
      block->back().erase();
    builder.setInsertionPointToEnd(block);
    SmallVector<Value> results = build(number);
    builder.setInsertionPointToEnd(block);
    scf::YieldOp::create(builder, loc, results);
  };
  if (count == 2) {
    auto branch = scf::IfOp::create(builder, loc, types, tag,
                                    /*withElseRegion=*/true);
    fill(branch.getThenRegion(), 0);
    fill(branch.getElseRegion(), 1);
    op = branch;
  } else {
    auto cases = llvm::to_vector(llvm::seq<int64_t>(count - 1));
    auto branch = scf::IndexSwitchOp::create(builder, loc, types, tag, cases,
                                             cases.size());
    for (unsigned i = 0; i + 1 < count; ++i)
      fill(branch.getCaseRegions()[i], i);
    fill(branch.getDefaultRegion(), count - 1);
    op = branch;
  }
  builder.setInsertionPointAfter(op);
  return op;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

bool tssa::hasPlainSizes(ViewKindInterface kind) {
  if (auto path = dyn_cast<view::PathAttr>(kind))
    return llvm::all_of(path.getKinds(), hasPlainSizes);
  return isa<view::AliasAttr, view::SelectAttr, view::SliceAttr,
             view::PermuteAttr, view::UnsqueezeAttr, view::SqueezeAttr,
             view::ExpandAttr, view::DiagonalAttr, view::BitcastAttr>(kind);
}

std::optional<SlicedKind> tssa::getSlicedKind(ViewKindInterface kind) {
  SmallVector<ViewKindInterface> kinds = {kind};
  if (auto path = dyn_cast<view::PathAttr>(kind))
    kinds.assign(path.getKinds().begin(), path.getKinds().end());
  SlicedKind result;
  while (!kinds.empty()) {
    auto slice = dyn_cast<view::SliceAttr>(kinds.back());
    if (!isa<view::AliasAttr>(kinds.back()) && !(slice && slice.getStep() == 1))
      break;
    if (slice && !llvm::is_contained(result.dims, slice.getDim()))
      result.dims.push_back(slice.getDim());
    kinds.pop_back();
  }
  if (!llvm::all_of(kinds, hasPlainSizes))
    return std::nullopt;
  llvm::sort(result.dims);
  result.base = view::PathAttr::chain(kind.getContext(), kinds);
  return result;
}

std::optional<SmallVector<int64_t>>
tssa::getSlicedDims(ViewKindInterface kind) {
  std::optional<SlicedKind> sliced = getSlicedKind(kind);
  if (!sliced || !isa<view::AliasAttr>(sliced->base))
    return std::nullopt;
  return sliced->dims;
}

ViewKindInterface tssa::getRangeKind(ViewKindInterface base,
                                     ArrayRef<int64_t> dims) {
  MLIRContext *context = base.getContext();
  SmallVector<ViewKindInterface> kinds = {base};
  for (int64_t dim : dims)
    kinds.push_back(view::SliceAttr::get(context, dim, ShapedType::kDynamic,
                                         ShapedType::kDynamic, 1));
  return view::PathAttr::chain(context, kinds);
}

SmallVector<Value> tssa::buildRange(OpBuilder &builder, Location loc,
                                    Value root, ViewKindInterface kind,
                                    ValueRange operands,
                                    ArrayRef<int64_t> dims) {
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value zero = index(0);
  // The sizes of what is cut.
  auto type = cast<RefType>(root.getType());
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    sizes.push_back(
        ShapedType::isDynamic(extent)
            ? OpFoldResult(
                  DimOp::create(builder, loc, root, int64_t(dim)).getResult())
            : builder.getIndexAttr(extent));
  ViewKindInterface base = getSlicedKind(kind)->base;
  unsigned numBefore = 0;
  view::ViewShape shape(type);
  forEachMember(base, operands.take_front(base.getNumOperands()),
                [&](ViewKindInterface member, ValueRange given) {
                  if (isa<view::AliasAttr>(member))
                    return;
                  ++numBefore;
                  sizes = member.buildResultSizes(builder, loc, sizes, shape,
                                                  given);
                  shape = *member.inferResultShape(
                      shape, [] { return InFlightDiagnostic(); });
                });
  DenseMap<int64_t, std::pair<Value, Value>> ranges;
  for (int64_t dim : dims)
    ranges[dim] = {zero,
                   getValueOrCreateConstantIndexOp(builder, loc, sizes[dim])};
  forEachMember(
      kind, operands, [&](ViewKindInterface member, ValueRange given) {
        auto slice = dyn_cast<view::SliceAttr>(member);
        if (numBefore > 0) {
          --numBefore;
          return;
        }
        if (!slice)
          return;
        // One that is not carried is of everything.
        auto range = ranges.find(slice.getDim());
        if (range == ranges.end())
          return;
        auto &[start, end] = range->second;
        Value size = arith::SubIOp::create(builder, loc, end, start);
        auto clamp = [&](int64_t constant) -> Value {
          Value bound;
          if (ShapedType::isDynamic(constant)) {
            bound = given.front();
            given = given.drop_front();
          } else {
            bound = index(constant);
          }
          Value isNegative = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::slt, bound, zero);
          Value fromEnd = arith::AddIOp::create(builder, loc, bound, size);
          bound =
              arith::SelectOp::create(builder, loc, isNegative, fromEnd, bound);
          bound = arith::MaxSIOp::create(builder, loc, bound, zero);
          return arith::MinSIOp::create(builder, loc, bound, size);
        };
        Value from = clamp(slice.getStart());
        Value to = clamp(slice.getEnd());
        to = arith::MaxSIOp::create(builder, loc, from, to);
        end = arith::AddIOp::create(builder, loc, start, to);
        start = arith::AddIOp::create(builder, loc, start, from);
      });
  SmallVector<Value> result;
  for (int64_t dim : dims) {
    result.push_back(ranges[dim].first);
    result.push_back(ranges[dim].second);
  }
  return result;
}
