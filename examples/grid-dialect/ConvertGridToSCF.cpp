// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `convert-grid-to-scf`: grid.repeat becomes scf.for. Run after
// tssa-functionalize; what TensorSSA does to values from there on it does to
// scf's loops. Also the entry points for the stock mlir-opt.

#include "Grid.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;
using namespace grid;

namespace {
struct ConvertGridToSCF
    : public PassWrapper<ConvertGridToSCF, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertGridToSCF)

  StringRef getArgument() const final { return "convert-grid-to-scf"; }
  StringRef getDescription() const final {
    return "Turn grid.repeat into scf.for";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<arith::ArithDialect, scf::SCFDialect>();
  }

  void runOnOperation() final {
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](RepeatOp op) { convert(rewriter, op); });
  }

private:
  static void convert(RewriterBase &rewriter, RepeatOp op) {
    Location loc = op.getLoc();
    rewriter.setInsertionPoint(op);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    auto loop = scf::ForOp::create(rewriter, loc, zero, op.getCount(), one,
                                   op.getInits());
    Block *from = op.getBody(), *to = loop.getBody();
    if (!to->empty())
      rewriter.eraseOp(to->getTerminator());
    rewriter.mergeBlocks(from, to, loop.getRegionIterArgs());
    Operation *yield = to->getTerminator();
    rewriter.setInsertionPoint(yield);
    rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, yield->getOperands());
    rewriter.replaceOp(op, loop.getResults());
  }
};
} // namespace

void grid::registerConvertGridToSCF() {
  static bool once = [] {
    PassRegistration<ConvertGridToSCF>();
    return true;
  }();
  (void)once;
}

// The loader looks the entry points up by name, so they must be visible.
extern "C" __attribute__((visibility("default"), used)) DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Grid", LLVM_VERSION_STRING,
          [](DialectRegistry *registry) {
            registry->insert<GridDialect>();
            registerConvertGridToSCF();
          }};
}

extern "C" __attribute__((visibility("default"), used)) PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Grid", LLVM_VERSION_STRING,
          registerConvertGridToSCF};
}
