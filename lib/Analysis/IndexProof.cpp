// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs that an index lies inside a dimension. The cheap ones come first; the
// constraint solver sees only what is left. Shape origins are optimistic about
// loops: a carried value has the sizes of its initial one until a yield is
// found to have others, which starts the search again without it.

#include "tensorssa/Analysis/IndexProof.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Dialect/View/IR/View.h"

using namespace mlir;
using namespace mlir::tssa;

/// Merges nested deeper than this have an origin of their own.
static constexpr unsigned kMaxMerges = 256;

//===----------------------------------------------------------------------===//
// Shape origins
//===----------------------------------------------------------------------===//

/// The one value that the sizes of `value` come from, or null.
static Value getShapeSource(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  if (auto assign = dyn_cast<view::AssignOp>(op))
    return assign.getDest();
  if (auto read = dyn_cast<ReadOp>(op))
    return read.getRef();
  if (auto current = dyn_cast<CurrentOp>(op))
    return current.getRoot();
  if (auto alloc = dyn_cast<AllocOp>(op))
    return alloc.getValue();
  if (auto result = dyn_cast<MaterializeResultOp>(op))
    return result.getValue();
  if (op->getNumResults() == 1 && !isa<arith::SelectOp>(op) &&
      (op->hasTrait<OpTrait::Elementwise>() ||
       op->hasTrait<OpTrait::SameOperandsAndResultShape>()))
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        return operand;
  return {};
}

/// The values one of which `value` is: the initial one and what loops yield, or
/// what branches yield.
static SmallVector<Value> getMergeSources(Value value) {
  SmallVector<Value> sources;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    unsigned number = argument.getArgNumber();
    if (auto loop = dyn_cast_or_null<scf::ForOp>(parent)) {
      if (number >= 1)
        sources = {loop.getInitArgs()[number - 1],
                   loop.getBody()->getTerminator()->getOperand(number - 1)};
    } else if (auto loop = dyn_cast_or_null<scf::WhileOp>(parent)) {
      if (argument.getOwner() == loop.getBeforeBody())
        sources = {loop.getInits()[number],
                   loop.getYieldOp()->getOperand(number)};
      else
        sources = {loop.getConditionOp().getArgs()[number]};
    }
    return sources;
  }
  Operation *op = value.getDefiningOp();
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return {select.getTrueValue(), select.getFalseValue()};
  if (auto loop = dyn_cast<scf::ForOp>(op))
    sources = {loop.getRegionIterArgs()[number]};
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    sources = {loop.getConditionOp().getArgs()[number]};
  else if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    for (Region &region : op->getRegions())
      sources.push_back(region.front().getTerminator()->getOperand(number));
  return sources;
}

Value IndexProof::trace(Value value, unsigned merges) {
  SmallVector<Value> chain;
  Value origin;
  for (;;) {
    if (Value known = origins.lookup(value)) {
      origin = known;
      break;
    }
    chain.push_back(value);
    if (Value source = getShapeSource(value)) {
      value = source;
      continue;
    }
    origin = value;
    SmallVector<Value> sources = getMergeSources(value);
    if (sources.empty() || merges == kMaxMerges || opaque.contains(value))
      break;
    Value initial = trace(sources.front(), merges + 1);
    origins[value] = initial;
    bool agree =
        llvm::all_of(ArrayRef(sources).drop_front(), [&](Value source) {
          return trace(source, merges + 1) == initial;
        });
    if (agree) {
      origin = initial;
      break;
    }
    opaque.insert(value);
    changed = true;
    break;
  }
  for (Value link : chain)
    origins[link] = origin;
  return origin;
}

Value IndexProof::getShapeOrigin(Value value) {
  for (;;) {
    changed = false;
    Value origin = trace(value, 0);
    if (!changed)
      return origin;
    origins.clear();
  }
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// The shaped value and the dimension that a size is asked of, if it is.
static std::pair<Value, int64_t> matchDim(Value size) {
  if (auto dim = size.getDefiningOp<DimOp>())
    return {dim.getRef(), dim.getDim()};
  if (auto dim = size.getDefiningOp<tensor::DimOp>())
    if (std::optional<int64_t> constant = dim.getConstantIndex())
      return {dim.getSource(), *constant};
  return {};
}

bool IndexProof::isInRange(Value index, const Dimension &dimension) {
  bool isStatic = !ShapedType::isDynamic(dimension.staticSize);
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return isStatic && *constant >= 0 && *constant < dimension.staticSize;
  if (auto check = index.getDefiningOp<CheckIndexOp>()) {
    Value size = check.getSize();
    if (size == dimension.size)
      return true;
    // Nothing passes a check against no elements, so nothing follows it.
    if (std::optional<int64_t> constant = getConstantIntValue(size))
      return *constant <= 0 || (isStatic && *constant <= dimension.staticSize);
    auto [source, dim] = matchDim(size);
    if (source && dimension.source && dim == dimension.dim &&
        getShapeOrigin(source) == getShapeOrigin(dimension.source))
      return true;
  }
  if (!isStatic && !dimension.size && !dimension.source)
    return false;

  using Variable = ValueBoundsConstraintSet::Variable;
  auto isBelow = [&](Variable size) {
    return ValueBoundsConstraintSet::compare(
        Variable(index), ValueBoundsConstraintSet::LT, std::move(size));
  };
  if (!ValueBoundsConstraintSet::compare(
          Variable(index), ValueBoundsConstraintSet::GE,
          Variable(OpFoldResult(IntegerAttr::get(index.getType(), 0)))))
    return false;
  if (isStatic)
    return isBelow(Variable(
        OpFoldResult(IntegerAttr::get(index.getType(), dimension.staticSize))));
  if (dimension.size)
    return isBelow(Variable(dimension.size));
  // Bounds follow what one loop carries; what loops in loops carry has the
  // sizes of its origin.
  return isBelow(Variable(dimension.source, dimension.dim)) ||
         isBelow(Variable(getShapeOrigin(dimension.source), dimension.dim));
}

bool IndexProof::mayBeChecked(Value index, const Dimension &dimension) {
  auto check = index.getDefiningOp<CheckIndexOp>();
  if (!check || !ShapedType::isDynamic(dimension.staticSize))
    return false;
  if (getConstantIntValue(check.getSize()))
    return !dimension.source;
  auto [source, dim] = matchDim(check.getSize());
  return !source || !dimension.source || dim == dimension.dim ||
         getShapeOrigin(source) != getShapeOrigin(dimension.source);
}

//===----------------------------------------------------------------------===//
// ValueBoundsOpInterface
//===----------------------------------------------------------------------===//

namespace {

/// A check that is passed bounds its result: host code leaves the function
/// where one fails.
struct CheckIndexBounds
    : ValueBoundsOpInterface::ExternalModel<CheckIndexBounds, CheckIndexOp> {
  void
  populateBoundsForIndexValue(Operation *op, Value value,
                              ValueBoundsConstraintSet &constraints) const {
    auto check = cast<CheckIndexOp>(op);
    constraints.bound(value) >= 0;
    constraints.bound(value) < constraints.getExpr(check.getSize());
  }
};

struct DimBounds : ValueBoundsOpInterface::ExternalModel<DimBounds, DimOp> {
  void
  populateBoundsForIndexValue(Operation *op, Value value,
                              ValueBoundsConstraintSet &constraints) const {
    auto dim = cast<DimOp>(op);
    constraints.bound(value) >= 0;
    constraints.bound(value) == constraints.getExpr(dim.getRef(), dim.getDim());
  }
};

/// Upstream has no model for the induction variables of `scf.parallel`.
struct ParallelBounds
    : ValueBoundsOpInterface::ExternalModel<ParallelBounds, scf::ParallelOp> {
  void
  populateBoundsForIndexValue(Operation *op, Value value,
                              ValueBoundsConstraintSet &constraints) const {
    auto loop = cast<scf::ParallelOp>(op);
    auto variable = dyn_cast<BlockArgument>(value);
    if (!variable)
      return;
    unsigned dim = variable.getArgNumber();
    constraints.bound(value) >= constraints.getExpr(loop.getLowerBound()[dim]);
    constraints.bound(value) < constraints.getExpr(loop.getUpperBound()[dim]);
  }
};

/// An op whose result has the sizes of another value.
template <typename Op>
struct SameShapeBounds
    : ValueBoundsOpInterface::ExternalModel<SameShapeBounds<Op>, Op> {
  void
  populateBoundsForShapedValueDim(Operation *op, Value value, int64_t dim,
                                  ValueBoundsConstraintSet &constraints) const {
    constraints.bound(value)[dim] ==
        constraints.getExpr(getShapeSource(op->getResult(0)), dim);
  }
};

} // namespace

void tssa::registerValueBounds(DialectRegistry &registry) {
  // The proofs lean on these; registering them again is harmless.
  arith::registerValueBoundsOpInterfaceExternalModels(registry);
  scf::registerValueBoundsOpInterfaceExternalModels(registry);
  tensor::registerValueBoundsOpInterfaceExternalModels(registry);
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    scf::ParallelOp::attachInterface<ParallelBounds>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, TSSADialect *,
                            view::ViewDialect *) {
    CheckIndexOp::attachInterface<CheckIndexBounds>(*context);
    DimOp::attachInterface<DimBounds>(*context);
    AllocOp::attachInterface<SameShapeBounds<AllocOp>>(*context);
    ReadOp::attachInterface<SameShapeBounds<ReadOp>>(*context);
    view::AssignOp::attachInterface<SameShapeBounds<view::AssignOp>>(*context);
  });
}
