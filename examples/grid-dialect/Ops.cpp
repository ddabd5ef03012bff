// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops of the `grid` dialect and the interfaces by which they join
// TensorSSA.

#include "Grid.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"

using namespace mlir;
using namespace grid;

#include "GridDialect.cpp.inc"

#define GET_OP_CLASSES
#include "GridOps.cpp.inc"

void GridDialect::initialize() {
  registerViewKinds();
  addOperations<
#define GET_OP_LIST
#include "GridOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// relax_
//===----------------------------------------------------------------------===//

LogicalResult RelaxOp::verify() {
  auto cells = cast<tssa::RefType>(getCells().getType());
  auto target = cast<tssa::RefType>(getTarget().getType());
  if (!isa<FloatType>(cells.getElementType()))
    return emitOpError("expected the elements of the cells to be floats but "
                       "got ")
           << cells.getElementType();
  if (cells.getElementType() != target.getElementType() ||
      failed(verifyCompatibleShape(cells, target)))
    return emitOpError("expected the target to be like the cells, ")
           << cells << ", but got " << target;
  return success();
}

void RelaxOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  auto *refs = tssa::RefResource::get();
  effects.emplace_back(MemoryEffects::Read::get(), &getTargetMutable(), refs);
  effects.emplace_back(MemoryEffects::Read::get(), &getCellsMutable(), refs);
  effects.emplace_back(MemoryEffects::Write::get(), &getCellsMutable(), refs);
  // Sizes may turn out to differ.
  effects.emplace_back(MemoryEffects::Write::get(), tssa::ErrorResource::get());
}

SmallVector<OpOperand *> RelaxOp::getMutatedRefs() {
  return {&getCellsMutable()};
}

SmallVector<OpOperand *> RelaxOp::getReadRefs() {
  return {&getTargetMutable()};
}

FailureOr<SmallVector<Value>> RelaxOp::buildPureForm(OpBuilder &builder,
                                                     ValueRange readValues,
                                                     ValueRange mutatedValues,
                                                     SmallVectorImpl<Value> &) {
  Location loc = getLoc();
  Value target = readValues[0], cells = mutatedValues[0];
  auto type = cast<RankedTensorType>(cells.getType());
  // The new contents must have the sizes of the cells.
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    tssa::CheckEqualOp::create(
        builder, loc, tensor::DimOp::create(builder, loc, cells, dim),
        tensor::DimOp::create(builder, loc, target, dim), "sizes");
  Value way = tssa::SubOp::create(builder, loc, type, target, cells);
  Value step = tssa::MulOp::create(builder, loc, type, way, getRate());
  Value sum = tssa::AddOp::create(builder, loc, type, cells, step);
  return SmallVector<Value>{sum};
}

//===----------------------------------------------------------------------===//
// repeat
//===----------------------------------------------------------------------===//

LogicalResult RepeatOp::verify() {
  if (TypeRange(getInits()) != getBody()->getArgumentTypes())
    return emitOpError("expected the body to take the types of the inits");
  return success();
}

OperandRange RepeatOp::getEntrySuccessorOperands(RegionSuccessor) {
  return getInits();
}

void RepeatOp::getSuccessorRegions(RegionBranchPoint,
                                   SmallVectorImpl<RegionSuccessor> &regions) {
  // From the start and from the end of the body alike.
  regions.emplace_back(&getRegion(), getBody()->getArguments());
  regions.emplace_back(getOperation(), getResults());
}

/// Before:  grid.repeat %n { ... grid.yield }
/// After:   %0 = tssa.current %root
///          %1 = grid.repeat %n (%0) {
///          ^bb0(%2):
///            tssa.update %2, %root
///            ...
///            %3 = tssa.current %root
///            grid.yield %3
///          }
///          tssa.update %1, %root
FailureOr<Operation *> RepeatOp::carryVersions(RewriterBase &rewriter,
                                               ValueRange roots) {
  Location loc = getLoc();
  Block *body = getBody();
  auto current = [&](Value root) -> Value {
    return tssa::CurrentOp::create(rewriter, loc, root);
  };
  rewriter.setInsertionPoint(getOperation());
  SmallVector<Value> inits(getInits());
  llvm::append_range(inits, llvm::map_range(roots, current));

  rewriter.setInsertionPointToStart(body);
  for (auto [root, init] :
       llvm::zip_equal(roots, ArrayRef(inits).take_back(roots.size())))
    tssa::UpdateOp::create(rewriter, loc,
                           body->addArgument(init.getType(), loc), root);

  rewriter.setInsertionPoint(body->getTerminator());
  SmallVector<Value> newest = llvm::map_to_vector(roots, current);
  body->getTerminator()->insertOperands(body->getTerminator()->getNumOperands(),
                                        newest);

  rewriter.setInsertionPoint(getOperation());
  auto repeat = RepeatOp::create(rewriter, loc, TypeRange(ValueRange(inits)),
                                 getCount(), inits);
  repeat->setDiscardableAttrs(getOperation()->getDiscardableAttrDictionary());
  repeat.getRegion().takeBody(getRegion());
  for (auto [root, version] :
       llvm::zip_equal(roots, repeat.getResults().take_back(roots.size())))
    tssa::UpdateOp::create(rewriter, loc, version, root);
  rewriter.replaceOp(getOperation(),
                     repeat.getResults().drop_back(roots.size()));
  return repeat.getOperation();
}
