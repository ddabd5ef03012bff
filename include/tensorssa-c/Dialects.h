// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dialects and passes made known to MLIR.

#ifndef TENSORSSA_C_DIALECTS_H
#define TENSORSSA_C_DIALECTS_H

#include "mlir-c/IR.h"
#include "tensorssa-c/Version.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Handles of the two dialects: `mlirDialectHandleInsertDialect` adds one to a
/// registry and nothing else; programs and passes need more, see
/// `tssaRegisterAllDialects`.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(TSSA, tssa);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(View, view);

/// Adds `tssa`, `view` and every upstream dialect that a program of theirs or
/// its lowering may use, with their models and translations to LLVM IR. The
/// caller keeps the registry. May be called more than once.
MLIR_CAPI_EXPORTED void tssaRegisterAllDialects(MlirDialectRegistry registry);

/// Adds `tssa` and `view` with their models for upstream dialects, for a host
/// that registers the upstream dialects which it uses itself. The caller keeps
/// the registry. May be called more than once.
MLIR_CAPI_EXPORTED void tssaRegisterDialects(MlirDialectRegistry registry);

/// Adds all passes and pipelines of this project to the process-wide registry
/// that pipeline text is parsed against, and none of upstream. One pass alone
/// is added by the function of its name in Passes.h. May be called more than
/// once, and from any thread while none parses pipeline text.
MLIR_CAPI_EXPORTED void tssaRegisterPasses(void);

/// Adds all passes and pipelines of this project, and the upstream ones that
/// its pipelines use, to the process-wide registry that pipeline text is parsed
/// against. May be called more than once, and from any thread while none parses
/// pipeline text.
MLIR_CAPI_EXPORTED void tssaRegisterAllPasses(void);

/// Loads the shared library `path`, a dialect plugin such as `mlir-opt
/// --load-dialect-plugin` takes, for the rest of the process, and adds its
/// dialects to `registry`, which must have got ours before. Passes that it
/// registers can be named in pipeline text. On failure the reason goes to
/// `reason` (may be NULL), with `userData`.
MLIR_CAPI_EXPORTED MlirLogicalResult
tssaLoadDialectPlugin(MlirStringRef path, MlirDialectRegistry registry,
                      MlirStringCallback reason, void *userData);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_C_DIALECTS_H
