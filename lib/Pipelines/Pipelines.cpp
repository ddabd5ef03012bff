// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipelines only compose; what each pass does is its own documentation.

#include "tensorssa/Pipelines/Pipelines.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "tensorssa/Conversion/Passes.h"
#include "tensorssa/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tssa;

/// Canonicalization but for three patterns that are wrong. By one, a loop that
/// carries a tensor of a static type, cast to a dynamic one, carries the static
/// type: it casts what is yielded, which may have other sizes. Another moves
/// an `scf.if` out of the condition of a `scf.while` and gives only the first
/// of several uses of a result what its branch yields. By the third, what is
/// cast to a static type has it from the start: a check in front of the cast,
/// that the sizes are these, finds that they are.
static std::unique_ptr<Pass> createCanonicalizer() {
  return createCanonicalizerPass(
      GreedyRewriteConfig().setRegionSimplificationLevel(
          GreedySimplifyRegionLevel::Normal),
      {"(anonymous namespace)::FoldTensorCastConsumerOp",
       "(anonymous namespace)::ForOpTensorCastFolder",
       "(anonymous namespace)::WhileMoveIfDown"});
}

void tssa::buildFunctionalizePipeline(OpPassManager &pm,
                                      const PipelineOptions &options) {
  if (!options.imperative) {
    pm.addPass(createInlineCallsPass());
    pm.addPass(createMergeArgumentsPass());
  }
  pm.addPass(createInsertChecksPass());
  if (options.imperative)
    return;
  pm.addNestedPass<func::FuncOp>(createSequentializeLoopsPass());
  pm.addPass(createSplitResultsPass());
  pm.addPass(createMergeArgumentsPass());
  UnpackListArgumentsPassOptions unpack;
  unpack.errors = options.errors;
  pm.addPass(createUnpackListArgumentsPass(unpack));
  pm.addNestedPass<func::FuncOp>(createForwardListsPass());
  // Refs that were in lists are known by now.
  pm.addPass(createSplitResultsPass());
  pm.addPass(createMergeArgumentsPass());
  SpecializeFunctionsPassOptions specialize;
  specialize.errors = options.errors;
  pm.addPass(createSpecializeFunctionsPass(specialize));
  FunctionalizePassOptions functionalize;
  functionalize.errors = options.errors;
  functionalize.fallback = options.fallback;
  functionalize.report = options.report;
  functionalize.validate = options.validate;
  // A pipeline leaves no files behind.
  functionalize.validateOutput = "";
  pm.addPass(createFunctionalizePass(functionalize));
}

void tssa::buildToFunctionalPipeline(OpPassManager &pm,
                                     const PipelineOptions &options) {
  buildFunctionalizePipeline(pm, options);
  if (options.imperative)
    return;
  pm.addNestedPass<func::FuncOp>(createCanonicalizer());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  InsertChecksPassOptions checks;
  checks.lostProofs = true;
  pm.addPass(createInsertChecksPass(checks));
  pm.addPass(createVerifyFunctionalPass());
}

void tssa::buildToLinalgPipeline(OpPassManager &pm,
                                 const PipelineOptions &options) {
  pm.addPass(createExpandMutationsPass());
  ConvertTSSAToLinalgPassOptions toLinalg;
  toLinalg.numerics = options.numerics;
  pm.addPass(createConvertTSSAToLinalgPass(toLinalg));
  OpPassManager &function = pm.nest<func::FuncOp>();
  function.addPass(createConvertElementwiseToLinalgPass());
  function.addPass(createCanonicalizer());
  function.addPass(createCSEPass());
  if (!options.imperative)
    function.addPass(createFuseElementwisePass());
  function.addPass(createCSEPass());
}

void tssa::buildToBuffersPipeline(OpPassManager &pm,
                                  const PipelineOptions &options) {
  pm.addPass(createExpandChecksPass());
  // From here to bufferization nothing may move a use of a tensor: a read may
  // stand for the storage itself.
  if (!options.imperative) {
    PlaceVersionsPassOptions place;
    place.errors = options.errors;
    pm.addNestedPass<func::FuncOp>(createPlaceVersionsPass(place));
  }
  pm.addPass(createLowerRefsPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addNestedPass<func::FuncOp>(createFreeTemporariesPass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizer());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
}

void tssa::buildBuffersToLLVMPipeline(OpPassManager &pm,
                                      const PipelineOptions &options) {
  OpPassManager &function = pm.nest<func::FuncOp>();
  function.addPass(createLowerCopiesPass());
  function.addPass(createLinalgToLoopsPass());
  function.addPass(memref::createFoldMemRefAliasOpsPass());
  function.addPass(memref::createExpandStridedMetadataPass());
  function.addPass(createLowerAffinePass());
  function.addPass(createForallToForLoopPass());
  function.addPass(createCanonicalizer());
  function.addPass(createCSEPass());
  pm.addPass(createOutlineLoopsPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createLowerChecksPass());
  pm.addPass(createWidenBooleansPass());
  ConvertTSSAToLLVMPassOptions toLLVM;
  toLLVM.numerics = options.numerics;
  pm.addPass(createConvertTSSAToLLVMPass(toLLVM));
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addNestedPass<LLVM::LLVMFuncOp>(createForwardDescriptorsPass());
}

void tssa::buildToLLVMPipeline(OpPassManager &pm,
                               const PipelineOptions &options) {
  buildToFunctionalPipeline(pm, options);
  buildToLinalgPipeline(pm, options);
  buildToBuffersPipeline(pm, options);
  buildBuffersToLLVMPipeline(pm, options);
}

void tssa::registerPipelines() {
  using Registration = PassPipelineRegistration<PipelineOptions>;
  Registration("tssa-to-functional",
               "Remove refs from the inside of functions, with checks in place",
               buildToFunctionalPipeline);
  Registration("tssa-to-linalg", "Express arithmetic as linalg on tensors",
               buildToLinalgPipeline);
  Registration("tssa-to-buffers", "Turn tensors and refs into buffers",
               buildToBuffersPipeline);
  Registration("tssa-buffers-to-llvm",
               "Lower buffers, loops and errors to the LLVM dialect",
               buildBuffersToLLVMPipeline);
  Registration("tssa-to-llvm", "Lower a program to the LLVM dialect",
               buildToLLVMPipeline);
}
