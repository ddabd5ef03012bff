// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipelines from a program to the LLVM dialect, as functions that add them
// to a pass manager. The same by name, with any pass or pipeline and each of
// its options, is pipeline text:
//
//   mlirOpPassManagerAddPipeline(pm, "tssa-to-llvm{numerics=strict}", …)
//
// after `tssaRegisterPasses` or `tssaRegisterAllPasses` (Dialects.h).

#ifndef TENSORSSA_C_PIPELINES_H
#define TENSORSSA_C_PIPELINES_H

#include "mlir-c/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How floating-point results may differ.
typedef enum TssaNumerics {
  /// Vector math within stated bounds.
  TssaNumericsDefault = 0,
  /// Each op rounded by itself, in row-major order, math by libm: what the
  /// interpreter computes, bit for bit.
  TssaNumericsStrict = 1,
  /// Reassociation and contraction allowed.
  TssaNumericsFast = 2
} TssaNumerics;

/// What mutated arguments hold after a failed call.
typedef enum TssaErrors {
  /// Unspecified values.
  TssaErrorsFast = 0,
  /// Exactly what the program had written when it failed.
  TssaErrorsPrecise = 1
} TssaErrors;

/// How a pipeline lowers. Fill with `tssaPipelineOptionsInit`, then change
/// members. A number that is none of an enumeration's is taken for its first
/// enumerator.
typedef struct TssaPipelineOptions {
  /// Size of this struct as the caller knows it: members may be added at its
  /// end in later versions.
  size_t structSize;
  TssaNumerics numerics;
  TssaErrors errors;
  /// Lower refs to memory as they stand instead of functionalizing first.
  bool imperative;
  /// Whether a function that stays imperative is an error instead of a remark.
  bool requireFunctional;
  /// Whether functionalization emits a remark of fixed form for every mutation;
  /// `tssaExplain` (Explain.h) gives them as data.
  bool report;
  /// Whether the registered validator (`tssaRegisterValidator`, Validate.h) is
  /// asked about each public function once it is functionalized. That it has
  /// changed its meaning, or that there is no validator, is an error.
  bool validate;
} TssaPipelineOptions;

/// The defaults: default numerics, fast errors, functional, remarks.
MLIR_CAPI_EXPORTED void tssaPipelineOptionsInit(TssaPipelineOptions *options);

/// Each adds the passes of one pipeline to `passManager`, which must be one for
/// `builtin.module` and stays the caller's. `options` may be NULL: the
/// defaults. Nothing has to be registered for it.

/// `tssa-to-functional`: puts checks in place and takes refs out of functions.
MLIR_CAPI_EXPORTED void
tssaPipelineAddToFunctional(MlirOpPassManager passManager,
                            const TssaPipelineOptions *options);

/// `tssa-to-linalg`: expresses arithmetic as `linalg` on tensors.
MLIR_CAPI_EXPORTED void
tssaPipelineAddToLinalg(MlirOpPassManager passManager,
                        const TssaPipelineOptions *options);

/// `tssa-to-buffers`: makes every tensor and ref a buffer.
MLIR_CAPI_EXPORTED void
tssaPipelineAddToBuffers(MlirOpPassManager passManager,
                         const TssaPipelineOptions *options);

/// `tssa-buffers-to-llvm`: lowers buffers, loops and errors to the LLVM
/// dialect.
MLIR_CAPI_EXPORTED void
tssaPipelineAddBuffersToLLVM(MlirOpPassManager passManager,
                             const TssaPipelineOptions *options);

/// `tssa-to-llvm`: all four, one after the other.
MLIR_CAPI_EXPORTED void
tssaPipelineAddToLLVM(MlirOpPassManager passManager,
                      const TssaPipelineOptions *options);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_C_PIPELINES_H
