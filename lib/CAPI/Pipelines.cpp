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

TssaPipelineOptions tssa::getOptions(const TssaPipelineOptions *given) {
  TssaPipelineOptions options;
  tssaPipelineOptionsInit(&options);
  if (given)
    memcpy(&options, given, std::min(given->structSize, sizeof(options)));
  return options;
}

void tssa::translate(const TssaPipelineOptions &from, PipelineOptions &to) {
  to.imperative = from.imperative;
  to.report = from.report;
  to.validate = from.validate;
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
  PipelineOptions options;
  translate(getOptions(given), options);
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
