// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-lower-copies`: upstream lowers a copy between strided buffers to a call
// of a library function on unranked descriptors, which is slow and which we do
// not link. Loops take its place.

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "tensorssa/Transforms/Passes.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_LOWERCOPIESPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {
struct LowerCopiesPass
    : public tssa::impl::LowerCopiesPassBase<LowerCopiesPass> {
  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp op) { copies.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (memref::CopyOp op : copies) {
      auto source = cast<MemRefType>(op.getSource().getType());
      auto target = cast<MemRefType>(op.getTarget().getType());
      if (source.getLayout().isIdentity() && target.getLayout().isIdentity())
        continue;
      rewriter.setInsertionPoint(op);
      AffineMap map = rewriter.getMultiDimIdentityMap(target.getRank());
      SmallVector<utils::IteratorType> iterators(target.getRank(),
                                                 utils::IteratorType::parallel);
      linalg::GenericOp::create(
          rewriter, op.getLoc(), op.getSource(), op.getTarget(),
          ArrayRef<AffineMap>{map, map}, iterators,
          [](OpBuilder &b, Location loc, ValueRange arguments) {
            linalg::YieldOp::create(b, loc, arguments[0]);
          });
      rewriter.eraseOp(op);
    }
  }
};
} // namespace
