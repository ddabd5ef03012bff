// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `convert-tssa-to-llvm`: one conversion for everything that is left, after
// math has been expanded as the numerics want it.

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tensorssa/Conversion/Passes.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_CONVERTTSSATOLLVMPASS
#include "tensorssa/Conversion/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {

/// The descriptor of a base buffer does not name its element type.
struct BitcastBufferLowering : ConvertOpToLLVMPattern<BitcastBufferOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(BitcastBufferOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSource());
    return success();
  }
};

/// Upstream's pattern finds no constant where the one that gives the dimension
/// has been converted before, and looks the size up in a copy of all sizes on
/// the stack, which grows so with each trip of a loop.
struct DimLowering : ConvertOpToLLVMPattern<memref::DimOp> {
  explicit DimLowering(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, /*benefit=*/2) {}
  LogicalResult
  matchAndRewrite(memref::DimOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    IntegerAttr index;
    if (!type || !matchPattern(adaptor.getIndex(), m_Constant(&index)) ||
        index.getInt() < 0 || index.getInt() >= type.getRank())
      return failure();
    int64_t dim = index.getInt();
    Value size;
    if (type.isDynamicDim(dim))
      size = MemRefDescriptor(adaptor.getSource())
                 .size(rewriter, op.getLoc(), dim);
    else
      size = createIndexAttrConstant(rewriter, op.getLoc(), getIndexType(),
                                     type.getDimSize(dim));
    rewriter.replaceOp(op, size);
    return success();
  }
};

struct ConvertTSSAToLLVMPass
    : public tssa::impl::ConvertTSSAToLLVMPassBase<ConvertTSSAToLLVMPass> {
  using ConvertTSSAToLLVMPassBase::ConvertTSSAToLLVMPassBase;

  void runOnOperation() override {
    if (numerics == Numerics::Fast)
      relaxArithmetic();
    if (failed(expandMath()) || failed(callLibm()) || failed(convert()))
      signalPassFailure();
  }

  void relaxArithmetic();
  LogicalResult expandMath();
  LogicalResult callLibm();
  LogicalResult convert();
};

} // namespace

void ConvertTSSAToLLVMPass::relaxArithmetic() {
  auto flags = arith::FastMathFlags::reassoc | arith::FastMathFlags::contract |
               arith::FastMathFlags::nsz | arith::FastMathFlags::arcp;
  getOperation().walk([&](arith::ArithFastMathInterface op) {
    op->setAttr(op.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(&getContext(), flags));
  });
}

/// Polynomials that LLVM can vectorize, and whatever the LLVM dialect lacks.
LogicalResult ConvertTSSAToLLVMPass::expandMath() {
  SmallVector<Operation *> ops;
  getOperation().walk([&](Operation *op) {
    if (isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
        isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op))
      ops.push_back(op);
  });
  if (ops.empty())
    return success();
  RewritePatternSet patterns(&getContext());
  // Not populateArithExpandOpsPatterns: its maximumf and minimumf lose the sign
  // of a zero. LLVM has intrinsics for them.
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  if (numerics != Numerics::Strict) {
    auto approximated = [](StringRef name) {
      return llvm::is_contained({"math.exp", "math.expm1", "math.log",
                                 "math.log2", "math.log1p", "math.tanh",
                                 "math.erf", "math.sin", "math.cos",
                                 "math.atan", "math.atan2"},
                                name);
    };
    populateMathPolynomialApproximationPatterns(patterns, approximated);
  }
  // Not the whole module, which has been simplified before.
  return applyOpPatternsGreedily(
      ops, std::move(patterns),
      GreedyRewriteConfig().setStrictness(
          GreedyRewriteStrictness::ExistingAndNewOps));
}

/// What is rounded correctly by an instruction, or is exact.
static bool isExactInstruction(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::FloorOp, math::FmaOp, math::RoundEvenOp, math::SqrtOp,
             math::TruncOp, math::CountLeadingZerosOp,
             math::CountTrailingZerosOp, math::CtPopOp, math::IsFiniteOp,
             math::IsInfOp, math::IsNaNOp, math::IsNormalOp>(op);
}

/// The rest of math calls libm. LLVM may not replace one of its functions by
/// another (pow by exp2), which would round differently.
LogicalResult ConvertTSSAToLLVMPass::callLibm() {
  WalkResult found = getOperation().walk([](Operation *op) {
    return isa_and_nonnull<math::MathDialect>(op->getDialect()) &&
                   !isExactInstruction(op)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!found.wasInterrupted())
    return success();
  DenseSet<Operation *> before;
  for (func::FuncOp function : getOperation().getOps<func::FuncOp>())
    before.insert(function);
  RewritePatternSet patterns(&getContext());
  populateMathToLibmConversionPatterns(patterns);
  ConversionTarget target(getContext());
  target.addLegalDialect<arith::ArithDialect, func::FuncDialect,
                         vector::VectorDialect, BuiltinDialect,
                         LLVM::LLVMDialect>();
  target.addDynamicallyLegalDialect<math::MathDialect>(isExactInstruction);
  if (failed(
          applyPartialConversion(getOperation(), target, std::move(patterns))))
    return failure();
  auto noBuiltin = StringAttr::get(&getContext(), "nobuiltin");
  for (func::FuncOp function : getOperation().getOps<func::FuncOp>())
    if (!before.contains(function))
      function->setAttr("passthrough",
                        ArrayAttr::get(&getContext(), noBuiltin));
  return success();
}

/// What our own lowering makes; a program may hold more.
static bool convertsAtOnce(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect, cf::ControlFlowDialect,
                         func::FuncDialect, BuiltinDialect, LLVM::LLVMDialect,
                         ub::UBDialect>(op->getDialect()) ||
         isExactInstruction(op) ||
         isa<BitcastBufferOp, memref::AllocaOp, memref::CastOp, memref::CopyOp,
             memref::DimOp, memref::ExtractAlignedPointerAsIndexOp,
             memref::ExtractStridedMetadataOp, memref::GetGlobalOp,
             memref::GlobalOp, memref::LoadOp, memref::ReinterpretCastOp,
             memref::StoreOp>(op);
}

LogicalResult ConvertTSSAToLLVMPass::convert() {
  MLIRContext *context = &getContext();
  LowerToLLVMOptions options(context);
  LLVMTypeConverter converter(context, options);
  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp>();
  RewritePatternSet patterns(context);
  patterns.add<BitcastBufferLowering, DimLowering>(converter);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  populateComplexToStandardConversionPatterns(patterns);
  populateComplexToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  target.addLegalOp<UnrealizedConversionCastOp>();
  ConversionConfig config;
  // Giving up halfway ends the process then, so that only ops count of which it
  // is known that their patterns do not.
  config.allowPatternRollback = getOperation()
                                    .walk([](Operation *op) {
                                      return convertsAtOnce(op)
                                                 ? WalkResult::advance()
                                                 : WalkResult::interrupt();
                                    })
                                    .wasInterrupted();
  return applyPartialConversion(getOperation(), target, std::move(patterns),
                                config);
}
