// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that are compiled ahead of time: to an object, a shared library or
// LLVM IR, with a C header that declares an entry point for each function.
// Whoever calls them needs the runtime (tensorssa-runtime), and nothing of this
// library or of MLIR.
//
// One artifact holds code for one CPU or several; the best one that runs is
// called. It is stamped with the version of the compiler, the ABI of the
// runtime and the features of each CPU; a call where they do not fit is refused
// (tensorssa-runtime/program.h).

#ifndef TENSORSSA_C_ARTIFACT_H
#define TENSORSSA_C_ARTIFACT_H

#include "tensorssa-c/Compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled program.
typedef struct TssaArtifact {
  void *ptr;
} TssaArtifact;

/// What an artifact is to be. Fill with `tssaArtifactOptionsInit`, then change
/// members.
typedef struct TssaArtifactOptions {
  /// Size of this struct as the caller knows it: members may be added at its
  /// end in later versions.
  size_t structSize;
  /// What the program is called in C, an identifier: function `f` of program
  /// `p` is `p_f`, and all of the program `p_program`. Empty: "program".
  MlirStringRef name;
  /// The CPUs that code is generated for, separated by commas: "x86-64",
  /// "x86-64-v2", "x86-64-v3", "x86-64-v4", or "native", which is this
  /// machine's and stands alone. Empty: "x86-64-v2,x86-64-v3,x86-64-v4". Where
  /// this machine is no x86-64, only "native" and empty are allowed, both for
  /// its architecture as such.
  MlirStringRef cpus;
} TssaArtifactOptions;

/// The defaults: both members empty.
MLIR_CAPI_EXPORTED void tssaArtifactOptionsInit(TssaArtifactOptions *options);

/// Parses a file of text or bytecode; `-` is standard input. Arguments of
/// functions keep the names that they have in text, as `NameLoc`s, which are
/// their names in headers. The caller owns the module; null after a diagnostic.
MLIR_CAPI_EXPORTED MlirModule tssaModuleParseFile(MlirContext context,
                                                  MlirStringRef path);

/// Compiles all public functions of `module`, which is left as it is, as
/// `tssaCompile` does. `options` and `artifactOptions` may be NULL: the
/// defaults. On success `*artifact` is the caller's, to be destroyed, and needs
/// neither module nor context; on failure, which diagnostics explain, it is
/// null.
MLIR_CAPI_EXPORTED MlirLogicalResult tssaArtifactCreate(
    MlirModule module, const TssaCompilerOptions *options,
    const TssaArtifactOptions *artifactOptions, TssaArtifact *artifact);

/// The same from text or bytecode; `name` stands for the file in diagnostics,
/// which go to stderr where `options` has no handler.
MLIR_CAPI_EXPORTED MlirLogicalResult tssaArtifactCreateFromSource(
    MlirStringRef source, MlirStringRef name,
    const TssaCompilerOptions *options,
    const TssaArtifactOptions *artifactOptions, TssaArtifact *artifact);

/// Frees an artifact. Null is allowed.
MLIR_CAPI_EXPORTED void tssaArtifactDestroy(TssaArtifact artifact);

/// Checks whether an artifact is null.
static inline bool tssaArtifactIsNull(TssaArtifact artifact) {
  return !artifact.ptr;
}

/// A relocatable object file, position independent; memory of the artifact. It
/// needs the runtime and libm.
MLIR_CAPI_EXPORTED MlirStringRef tssaArtifactGetObject(TssaArtifact artifact);

/// The optimized code as text of LLVM IR; memory of the artifact.
MLIR_CAPI_EXPORTED MlirStringRef tssaArtifactGetLLVMIR(TssaArtifact artifact);

/// The C header of the program; memory of the artifact.
MLIR_CAPI_EXPORTED MlirStringRef tssaArtifactGetHeader(TssaArtifact artifact);

/// Links the object, against the runtime that this process uses and libm, into
/// the shared library `path`. `linker` is a program that takes the arguments of
/// `cc`; empty: the first one found of cc, clang-22, clang and gcc. On failure
/// the reason, with what the linker said, goes to `reason` (may be NULL), with
/// `userData`.
MLIR_CAPI_EXPORTED MlirLogicalResult tssaArtifactLink(TssaArtifact artifact,
                                                      MlirStringRef path,
                                                      MlirStringRef linker,
                                                      MlirStringCallback reason,
                                                      void *userData);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_C_ARTIFACT_H
