// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of tensors followed back through SSA.

#include "tensorssa/Analysis/TensorSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

using namespace mlir;
using namespace mlir::tssa;

/// How deep the arithmetic on sizes is that is repeated elsewhere.
static constexpr unsigned kMaxSizeDepth = 8;

static TracedSize makeConstant(int64_t value) {
  TracedSize size;
  size.constant = value;
  return size;
}

static TracedSize makeRoot(Value tensor, int64_t dim) {
  TracedSize size;
  size.tensor = tensor;
  size.dim = dim;
  return size;
}

/// The dimension that an index value is, if it is one: the tensor or ref.
static Value getSourceOfDim(Value index, int64_t &dim) {
  if (auto op = index.getDefiningOp<tensor::DimOp>())
    if (std::optional<int64_t> constant = op.getConstantIndex()) {
      dim = *constant;
      return op.getSource();
    }
  if (auto op = index.getDefiningOp<DimOp>()) {
    dim = op.getDim();
    return op.getRef();
  }
  return {};
}

/// The value that enters a loop as `argument`, or null.
static Value getInit(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    if (OpOperand *init = loop.getTiedLoopInit(argument))
      return init->get();
  if (auto loop = dyn_cast<scf::WhileOp>(parent))
    if (argument.getOwner() == loop.getBeforeBody())
      return loop.getInits()[argument.getArgNumber()];
  return {};
}

static Value getYielded(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return loop.getTiedLoopYieldedValue(argument)->get();
  auto loop = cast<scf::WhileOp>(parent);
  return loop.getYieldOp().getOperand(argument.getArgNumber());
}

bool TensorSizes::isInvariant(BlockArgument argument) {
  auto it = invariant.find(argument);
  if (it != invariant.end())
    return it->second;
  // While it is being asked for, the argument is a root of its own.
  invariant[argument] = false;
  Value yielded = getYielded(argument);
  bool result = true;
  int64_t rank = cast<RankedTensorType>(argument.getType()).getRank();
  for (int64_t dim = 0; dim < rank && result; ++dim)
    result = trace(yielded, dim, true) == trace(argument, dim, true);
  if (result) {
    // What was traced through the argument may now be followed further.
    known.clear();
    invariant[argument] = true;
  }
  return result;
}

/// Whether a size is known outside of the regions of `op`.
static bool isKnownOutside(const TracedSize &size, Operation *op) {
  if (size.constant)
    return true;
  Value value = size.index ? size.index : size.tensor;
  return value.getParentRegion()->isAncestor(op->getParentRegion());
}

TracedSize TensorSizes::trace(Value tensor, int64_t dim, bool intoRegions) {
  SmallVector<std::pair<Value, int64_t>> passed;
  auto finish = [&](const TracedSize &size) {
    if (!intoRegions)
      for (auto key : passed)
        known[key] = size;
    return size;
  };
  // Through a value that a region of `op` gives.
  auto finishInside = [&](Operation *op, Value inner) {
    TracedSize size = trace(inner, dim, intoRegions);
    if (!intoRegions && !isKnownOutside(size, op))
      size = makeRoot(tensor, dim);
    return finish(size);
  };
  while (true) {
    auto type = cast<ShapedType>(tensor.getType());
    if (!type.isDynamicDim(dim))
      return finish(makeConstant(type.getDimSize(dim)));
    // What refs name, in functions of which a part stays imperative, is not
    // followed.
    if (isa<RefType>(type))
      return finish(makeRoot(tensor, dim));
    auto it = known.find({tensor, dim});
    if (!intoRegions && it != known.end())
      return finish(TracedSize(it->second));
    passed.push_back({tensor, dim});

    if (auto argument = dyn_cast<BlockArgument>(tensor)) {
      if (Value init = getInit(argument)) {
        if (!isInvariant(argument))
          return finish(makeRoot(tensor, dim));
        tensor = init;
        continue;
      }
      auto loop = dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp());
      if (!loop)
        return finish(makeRoot(tensor, dim));
      return finishInside(
          loop, loop.getConditionOp().getArgs()[argument.getArgNumber()]);
    }

    Operation *op = tensor.getDefiningOp();
    unsigned number = cast<OpResult>(tensor).getResultNumber();
    if (auto assign = dyn_cast<view::AssignOp>(op)) {
      tensor = assign.getDest();
    } else if (auto read = dyn_cast<ReadOp>(op)) {
      tensor = read.getRef();
    } else if (auto access = dyn_cast<view::AccessOp>(op);
               access && isa<view::AliasAttr>(access.getKind())) {
      tensor = access.getSource();
    } else if (auto cast = dyn_cast<tensor::CastOp>(op)) {
      tensor = cast.getSource();
    } else if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
      Value index = empty.getDynamicSize(dim);
      int64_t sourceDim;
      if (Value source = getSourceOfDim(index, sourceDim)) {
        tensor = source;
        dim = sourceDim;
        continue;
      }
      if (std::optional<int64_t> constant = getConstantIntValue(index))
        return finish(makeConstant(*constant));
      TracedSize size;
      size.index = index;
      return finish(size);
    } else if (auto dps = dyn_cast<DestinationStyleOpInterface>(op)) {
      tensor = dps.getDpsInitOperand(number)->get();
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (!isInvariant(loop.getRegionIterArgs()[number]))
        return finish(makeRoot(tensor, dim));
      tensor = loop.getInitArgs()[number];
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      return finishInside(loop, loop.getConditionOp().getArgs()[number]);
    } else if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op)) {
      std::optional<TracedSize> common;
      for (Region &region : op->getRegions()) {
        TracedSize size =
            trace(region.front().getTerminator()->getOperand(number), dim,
                  intoRegions);
        if ((common && !(*common == size)) || !isKnownOutside(size, op))
          return finish(makeRoot(tensor, dim));
        common = size;
      }
      return finish(*common);
    } else {
      return finish(makeRoot(tensor, dim));
    }
  }
}

SmallVector<TracedSize> TensorSizes::trace(Value tensor) {
  SmallVector<TracedSize> sizes;
  int64_t rank = cast<ShapedType>(tensor.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(trace(tensor, dim));
  return sizes;
}

/// Whether `value` is defined before `at` in a block that holds `at`.
static bool isDefinedBefore(Value value, Operation *at) {
  Operation *ancestor = value.getParentRegion()->findAncestorOpInRegion(*at);
  if (!ancestor)
    return false;
  Operation *op = value.getDefiningOp();
  return !op || op->isBeforeInBlock(ancestor);
}

/// Whether `op` may be repeated anywhere: arithmetic on numbers.
static bool isRepeatable(Operation *op) {
  return op && isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
         op->getNumResults() == 1 && isPure(op);
}

static bool isIndexAvailable(Value index, Operation *at, unsigned depth) {
  if (isDefinedBefore(index, at))
    return true;
  Operation *op = index.getDefiningOp();
  return depth < kMaxSizeDepth && isRepeatable(op) &&
         llvm::all_of(
             op->getOperands(),
             [&](Value operand) {
               return isIndexAvailable(operand, at, depth + 1);
             });
}

bool TensorSizes::isAvailable(const TracedSize &size, Operation *at) {
  if (size.constant)
    return true;
  if (size.index)
    return isIndexAvailable(size.index, at, 0);
  if (isDefinedBefore(size.tensor, at))
    return true;
  // The sizes of an access follow from those of its source.
  auto access = size.tensor.getDefiningOp<view::AccessOp>();
  return access && isDefinedBefore(access.getSource(), at) &&
         llvm::all_of(access.getIndices(),
                      [&](Value index) { return isDefinedBefore(index, at); });
}

static Value buildIndex(OpBuilder &builder, Value index, Operation *at) {
  if (isDefinedBefore(index, at))
    return index;
  Operation *op = index.getDefiningOp();
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, buildIndex(builder, operand, at));
  return builder.clone(*op, mapping)->getResult(0);
}

Value TensorSizes::build(OpBuilder &builder, Location loc,
                         const TracedSize &size, Operation *at,
                         DimBuilder dimOf) {
  if (size.constant)
    return arith::ConstantIndexOp::create(builder, loc, *size.constant);
  if (size.index)
    return buildIndex(builder, size.index, at);
  return dimOf(builder, loc, size.tensor, size.dim);
}
