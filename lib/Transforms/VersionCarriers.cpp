// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VersionCarrierOpInterface for the structured ops of `scf`: how versions of
// roots go into, around and out of each. Every op is rebuilt once, with its
// regions moved, never cloned.

#include "tensorssa/Transforms/VersionCarriers.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

using namespace mlir;
using namespace mlir::tssa;

/// The newest version of each root at the insertion point.
static SmallVector<Value> currents(OpBuilder &builder, Location loc,
                                   ValueRange roots) {
  SmallVector<Value> versions;
  for (Value root : roots)
    versions.push_back(CurrentOp::create(builder, loc, root));
  return versions;
}

static void updates(OpBuilder &builder, Location loc, ValueRange versions,
                    ValueRange roots) {
  for (auto [version, root] : llvm::zip_equal(versions, roots))
    UpdateOp::create(builder, loc, version, root);
}

/// Lets `block` receive a version of each root.
static void receive(OpBuilder &builder, Location loc, Block &block,
                    ValueRange roots) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&block);
  for (Value root : roots) {
    Value version = block.addArgument(
        cast<RefType>(root.getType()).getTensorType(), root.getLoc());
    UpdateOp::create(builder, loc, version, root);
  }
}

/// Lets the terminator of `block` pass the newest version of each root on.
static void passOn(OpBuilder &builder, Block &block, ValueRange roots) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *terminator = block.getTerminator();
  builder.setInsertionPoint(terminator);
  SmallVector<Value> versions = currents(builder, terminator->getLoc(), roots);
  terminator->insertOperands(terminator->getNumOperands(), versions);
}

/// Replaces `op` by one with a further result for each root, to which the
/// roots are updated after it, and with `inits` as further operands. The
/// regions move over.
static Operation *rebuild(RewriterBase &rewriter, Operation *op,
                          ValueRange inits, ValueRange roots) {
  SmallVector<Value> operands(op->getOperands());
  llvm::append_range(operands, inits);
  SmallVector<Type> types(op->getResultTypes());
  for (Value root : roots)
    types.push_back(cast<RefType>(root.getType()).getTensorType());
  Operation *carrier = Operation::create(
      op->getLoc(), op->getName(), types, operands,
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      BlockRange(), op->getNumRegions());
  for (auto [to, from] :
       llvm::zip_equal(carrier->getRegions(), op->getRegions()))
    to.takeBody(from);
  rewriter.setInsertionPoint(op);
  rewriter.insert(carrier);
  updates(rewriter, op->getLoc(), carrier->getResults().take_back(roots.size()),
          roots);
  rewriter.replaceOp(op, carrier->getResults().drop_back(roots.size()));
  return carrier;
}

namespace {

struct ForCarrier
    : VersionCarrierOpInterface::ExternalModel<ForCarrier, scf::ForOp> {
  FailureOr<Operation *> carryVersions(Operation *op, RewriterBase &rewriter,
                                       ValueRange roots) const {
    Location loc = op->getLoc();
    Block &body = *cast<scf::ForOp>(op).getBody();
    rewriter.setInsertionPoint(op);
    SmallVector<Value> inits = currents(rewriter, loc, roots);
    receive(rewriter, loc, body, roots);
    passOn(rewriter, body, roots);
    return rebuild(rewriter, op, inits, roots);
  }
};

/// The condition may change versions too: the result is the version after its
/// last evaluation.
struct WhileCarrier
    : VersionCarrierOpInterface::ExternalModel<WhileCarrier, scf::WhileOp> {
  FailureOr<Operation *> carryVersions(Operation *op, RewriterBase &rewriter,
                                       ValueRange roots) const {
    Location loc = op->getLoc();
    auto loop = cast<scf::WhileOp>(op);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> inits = currents(rewriter, loc, roots);
    for (Block *block : {loop.getBeforeBody(), loop.getAfterBody()}) {
      receive(rewriter, loc, *block, roots);
      passOn(rewriter, *block, roots);
    }
    return rebuild(rewriter, op, inits, roots);
  }
};

struct IfCarrier
    : VersionCarrierOpInterface::ExternalModel<IfCarrier, scf::IfOp> {
  FailureOr<Operation *> carryVersions(Operation *op, RewriterBase &rewriter,
                                       ValueRange roots) const {
    Region &otherwise = cast<scf::IfOp>(op).getElseRegion();
    if (otherwise.empty()) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.createBlock(&otherwise);
      scf::YieldOp::create(rewriter, op->getLoc());
    }
    for (Region &region : op->getRegions())
      passOn(rewriter, region.front(), roots);
    return rebuild(rewriter, op, {}, roots);
  }
};

/// An op that runs exactly one of its regions, each of which ends in a yield.
template <typename Op>
struct BranchCarrier
    : VersionCarrierOpInterface::ExternalModel<BranchCarrier<Op>, Op> {
  bool canCarryVersions(Operation *op) const {
    return llvm::all_of(op->getRegions(),
                        [](Region &region) { return region.hasOneBlock(); });
  }
  FailureOr<Operation *> carryVersions(Operation *op, RewriterBase &rewriter,
                                       ValueRange roots) const {
    for (Region &region : op->getRegions())
      passOn(rewriter, region.front(), roots);
    return rebuild(rewriter, op, {}, roots);
  }
};

} // namespace

void tssa::registerVersionCarriers(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    scf::ForOp::attachInterface<ForCarrier>(*context);
    scf::WhileOp::attachInterface<WhileCarrier>(*context);
    scf::IfOp::attachInterface<IfCarrier>(*context);
    scf::IndexSwitchOp::attachInterface<BranchCarrier<scf::IndexSwitchOp>>(
        *context);
    scf::ExecuteRegionOp::attachInterface<BranchCarrier<scf::ExecuteRegionOp>>(
        *context);
  });
}
