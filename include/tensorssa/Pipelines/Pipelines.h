// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way from a program to the LLVM dialect, in four parts that can each be
// run by name; `tssa-to-llvm` is all of them.

#ifndef TENSORSSA_PIPELINES_PIPELINES_H
#define TENSORSSA_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "tensorssa/Conversion/Numerics.h"
#include "tensorssa/Transforms/Passes.h"

namespace mlir::tssa {

struct PipelineOptions : public PassPipelineOptions<PipelineOptions> {
  Option<bool> imperative{
      *this, "imperative",
      llvm::cl::desc("Lower refs as they stand, without functionalizing"),
      llvm::cl::init(false)};
  Option<Numerics> numerics{
      *this, "numerics",
      llvm::cl::desc("How results may differ from the interpreter's"),
      llvm::cl::init(Numerics::Default),
      llvm::cl::values(
          clEnumValN(Numerics::Default, "default",
                     "Vector math with stated bounds"),
          clEnumValN(Numerics::Strict, "strict", "Bit for bit the same"),
          clEnumValN(Numerics::Fast, "fast",
                     "Reassociation and contraction allowed"))};
  Option<ErrorMode> errors{
      *this, "errors",
      llvm::cl::desc("What mutated arguments hold after an error"),
      llvm::cl::init(ErrorMode::Fast),
      llvm::cl::values(
          clEnumValN(ErrorMode::Fast, "fast", "Unspecified values"),
          clEnumValN(ErrorMode::Precise, "precise",
                     "What the program had written"))};
  Option<FallbackMode> fallback{
      *this, "fallback",
      llvm::cl::desc("What to make of a function that stays imperative"),
      llvm::cl::init(FallbackMode::Remark),
      llvm::cl::values(clEnumValN(FallbackMode::Remark, "remark", "A remark"),
                       clEnumValN(FallbackMode::Error, "error", "An error"))};
  Option<bool> report{
      *this, "report",
      llvm::cl::desc("Emit a remark of fixed form for every mutation"),
      llvm::cl::init(false)};
  Option<bool> validate{
      *this, "validate",
      llvm::cl::desc("Ask the registered validator what functionalization did"),
      llvm::cl::init(false)};
};

/// The first part of `tssa-to-functional`, up to `tssa-functionalize`.
void buildFunctionalizePipeline(OpPassManager &pm,
                                const PipelineOptions &options);

/// `tssa-to-functional`: checks in place, refs gone from the inside of
/// functions. With `imperative`, only the checks.
void buildToFunctionalPipeline(OpPassManager &pm,
                               const PipelineOptions &options);

/// `tssa-to-linalg`: arithmetic as `linalg` on tensors, fused where refs are
/// gone.
void buildToLinalgPipeline(OpPassManager &pm, const PipelineOptions &options);

/// `tssa-to-buffers`: every tensor and ref a buffer, temporaries freed.
void buildToBuffersPipeline(OpPassManager &pm, const PipelineOptions &options);

/// `tssa-buffers-to-llvm`: loops, branches, errors, the LLVM dialect.
void buildBuffersToLLVMPipeline(OpPassManager &pm,
                                const PipelineOptions &options);

/// All four.
void buildToLLVMPipeline(OpPassManager &pm, const PipelineOptions &options);

/// Registers the pipelines by name.
void registerPipelines();

} // namespace mlir::tssa

#endif // TENSORSSA_PIPELINES_PIPELINES_H
