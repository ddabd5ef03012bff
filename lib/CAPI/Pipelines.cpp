// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipelines through the C API.

#include "tensorssa-c/Pipelines.h"
#include "PipelineOptions.h"
#include "mlir/CAPI/Pass.h"

using namespace mlir;
using namespace mlir::tssa;

void tssaPipelineOptionsInit(TssaPipelineOptions *options) {
  *options = TssaPipelineOptions();
  options->structSize = sizeof(TssaPipelineOptions);
}

void tssa::translate(const TssaPipelineOptions &from, PipelineOptions &to) {
  to.imperative = from.imperative;
  to.fallback =
      from.requireFunctional ? FallbackMode::Error : FallbackMode::Remark;
  to.errors =
      from.errors == TssaErrorsPrecise ? ErrorMode::Precise : ErrorMode::Fast;
  to.numerics = from.numerics == TssaNumericsStrict ? Numerics::Strict
                : from.numerics == TssaNumericsFast ? Numerics::Fast
                                                    : Numerics::Default;
}

static void add(MlirOpPassManager passManager, const TssaPipelineOptions *given,
                void (*build)(OpPassManager &, const PipelineOptions &)) {
  // The caller's options as far as it knows them, defaults for the rest.
  TssaPipelineOptions known;
  tssaPipelineOptionsInit(&known);
  if (given)
    memcpy(&known, given, std::min(given->structSize, sizeof(known)));
  PipelineOptions options;
  translate(known, options);
  build(*unwrap(passManager), options);
}

void tssaPipelineAddToFunctional(MlirOpPassManager passManager,
                                 const TssaPipelineOptions *options) {
  add(passManager, options, buildToFunctionalPipeline);
}

void tssaPipelineAddToLinalg(MlirOpPassManager passManager,
                             const TssaPipelineOptions *options) {
  add(passManager, options, buildToLinalgPipeline);
}

void tssaPipelineAddToBuffers(MlirOpPassManager passManager,
                              const TssaPipelineOptions *options) {
  add(passManager, options, buildToBuffersPipeline);
}

void tssaPipelineAddBuffersToLLVM(MlirOpPassManager passManager,
                                  const TssaPipelineOptions *options) {
  add(passManager, options, buildBuffersToLLVMPipeline);
}

void tssaPipelineAddToLLVM(MlirOpPassManager passManager,
                           const TssaPipelineOptions *options) {
  add(passManager, options, buildToLLVMPipeline);
}
