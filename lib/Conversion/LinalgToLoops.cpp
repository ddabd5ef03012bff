// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-linalg-to-loops`: one walk for linalg. Upstream's pass looks with its
// patterns, and tries to fold, at each op of the function, of which few are
// linalg.

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "tensorssa/Conversion/Passes.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_LINALGTOLOOPSPASS
#include "tensorssa/Conversion/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {
struct LinalgToLoopsPass
    : public tssa::impl::LinalgToLoopsPassBase<LinalgToLoopsPass> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      if (failed(linalg::linalgOpToLoops(rewriter, op))) {
        op.emitOpError("cannot become loops");
        return signalPassFailure();
      }
      rewriter.eraseOp(op);
    }
  }
};
} // namespace
