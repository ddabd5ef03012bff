// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a module to functions that can be called in this process.
//
// Life of a program: `tssaCompileSource` for text and bytecode, or
// `tssaCompile` for a module that was parsed or built, `tssaExecutableLookup` a
// function, `tssaFunctionInvoke` it any number of times,
// `tssaExecutableDestroy`.
//
// Ownership: a module stays the caller's and may be destroyed after
// compilation. Its MlirContext must outlive the executable, the executable its
// functions. Tensors that a call returned own their memory and outlive both.
//
// Threads: an MlirContext is compiled in by one thread at a time, several ones
// by several threads at once. An executable may be called by several threads at
// once, each with a tssa_context_t of its own.

#ifndef TENSORSSA_C_COMPILER_H
#define TENSORSSA_C_COMPILER_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "tensorssa-c/Pipelines.h"
#include "tensorssa-runtime/context.h"
#include "tensorssa-runtime/host.h"
#include "tensorssa-runtime/program.h"
#include "tensorssa-runtime/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled module.
typedef struct TssaExecutable {
  void *ptr;
} TssaExecutable;

/// A function of an executable.
typedef struct TssaFunction {
  const void *ptr;
} TssaFunction;

/// What the code is for.
typedef enum TssaTarget {
  TssaTargetCPU = 0,
  /// Not in this version: compilation fails with a diagnostic.
  TssaTargetNVPTX = 1
} TssaTarget;

/// Called with the module after each stage of the compilation, which `stage`
/// names ("input", "functional", "linalg", "memref", "llvm"). Where a stage
/// after functionalization fails and the module stays imperative, with a
/// remark, the stages come a second time, from "input" on. The module is
/// borrowed and must not be changed.
typedef void (*TssaDumpCallback)(MlirStringRef stage, MlirModule module,
                                 void *userData);

/// How to compile. Fill with `tssaCompilerOptionsInit`, then change members.
typedef struct TssaCompilerOptions {
  /// Size of this struct as the caller knows it: members may be added at its
  /// end in later versions.
  size_t structSize;
  TssaTarget target;
  TssaNumerics numerics;
  TssaErrors errors;
  /// Lower refs to memory as they stand instead of functionalizing first.
  bool imperative;
  /// LLVM's, from 0 to 3.
  int optimizationLevel;
  /// May be NULL.
  TssaDumpCallback dump;
  void *dumpUserData;
  /// Receives the diagnostics of the compilation, remarks too; returning
  /// success says that one was handled. NULL leaves them to the MlirContext's
  /// handlers.
  MlirDiagnosticHandler diagnostic;
  void *diagnosticUserData;
  /// Passes on a module, as pipeline text such as
  /// "convert-grid-to-scf,canonicalize", that lower what other dialects
  /// brought. They run once functions are functional, before anything is
  /// lowered, and at the same place if `imperative`. Empty: none.
  MlirStringRef lowering;
  /// Whether a function that stays imperative is an error instead of a remark.
  /// The second body of one that tests its arguments for overlap is none.
  /// Without effect if `imperative`.
  bool requireFunctional;
  /// Whether the program is verified after each pass, for those who write
  /// passes, and not only after each stage.
  bool verifyEach;
  /// The CPU that code in process is generated for: "native" or empty for this
  /// machine's, or a level that it has, "x86-64", "x86-64-v2", "x86-64-v3" or
  /// "x86-64-v4". Artifacts have an option of their own.
  MlirStringRef cpu;
  /// Whether the registered validator (`tssaRegisterValidator`, Validate.h) is
  /// asked about each public function once it is functionalized. A program of
  /// which it says that its meaning has changed stays imperative, with a
  /// remark, as one that a stage refuses; with `requireFunctional` that is an
  /// error.
  bool validate;
} TssaCompilerOptions;

/// The defaults: CPU, default numerics, fast errors, level 2, no hooks.
MLIR_CAPI_EXPORTED void tssaCompilerOptionsInit(TssaCompilerOptions *options);

/// Compiles all public functions of `module`, which is left as it is. `options`
/// may be NULL: the defaults. On success `*executable` is the caller's, to be
/// destroyed; on failure, which diagnostics explain, it is null. The context of
/// the module must know the dialects of `tssaRegisterAllDialects`.
MLIR_CAPI_EXPORTED MlirLogicalResult
tssaCompile(MlirModule module, const TssaCompilerOptions *options,
            TssaExecutable *executable);

/// The same from text or bytecode, in an MLIR context that knows all dialects
/// and lives as long as the executable. `name` stands for the file in
/// diagnostics, which go to stderr where `options` has no handler.
MLIR_CAPI_EXPORTED MlirLogicalResult tssaCompileSource(
    MlirStringRef source, MlirStringRef name,
    const TssaCompilerOptions *options, TssaExecutable *executable);

/// Frees the code. No function of it may be running. Null is allowed.
MLIR_CAPI_EXPORTED void tssaExecutableDestroy(TssaExecutable executable);

/// Checks whether an executable is null.
static inline bool tssaExecutableIsNull(TssaExecutable executable) {
  return !executable.ptr;
}

/// Number of functions that can be called, in the order of the module.
MLIR_CAPI_EXPORTED intptr_t
tssaExecutableGetNumFunctions(TssaExecutable executable);

/// The function at `index`, which must be in range.
MLIR_CAPI_EXPORTED TssaFunction
tssaExecutableGetFunction(TssaExecutable executable, intptr_t index);

/// The function of that name, or null if the executable has none.
MLIR_CAPI_EXPORTED TssaFunction tssaExecutableLookup(TssaExecutable executable,
                                                     MlirStringRef name);

/// Checks whether a function is null.
static inline bool tssaFunctionIsNull(TssaFunction function) {
  return !function.ptr;
}

/// Name of the function; memory of the executable.
MLIR_CAPI_EXPORTED MlirStringRef tssaFunctionGetName(TssaFunction function);

/// The function as data of the runtime (program.h): what it takes and gives,
/// without MLIR. `tssa_function_invoke` calls it as `tssaFunctionInvoke` does.
/// Memory of the executable.
MLIR_CAPI_EXPORTED const tssa_function_t *
tssaFunctionGetABI(TssaFunction function);

/// Name of the argument at `index`, which must be in range: that of its
/// `NameLoc` or, of a program that came to `tssaCompileSource` as text, the one
/// that it has there, without `%`. Empty if it has none. Memory of the
/// executable.
MLIR_CAPI_EXPORTED MlirStringRef tssaFunctionGetInputName(TssaFunction function,
                                                          intptr_t index);

/// Number of arguments.
MLIR_CAPI_EXPORTED intptr_t tssaFunctionGetNumInputs(TssaFunction function);

/// Number of results.
MLIR_CAPI_EXPORTED intptr_t tssaFunctionGetNumOutputs(TssaFunction function);

/// Type of the argument at `index`, which must be in range, as the source has
/// it.
MLIR_CAPI_EXPORTED MlirType tssaFunctionGetInputType(TssaFunction function,
                                                     intptr_t index);

/// Type of the result at `index`, which must be in range, as the source has it.
MLIR_CAPI_EXPORTED MlirType tssaFunctionGetOutputType(TssaFunction function,
                                                      intptr_t index);

/// Whether a call may write to the argument at `index`.
MLIR_CAPI_EXPORTED bool tssaFunctionIsInputWritten(TssaFunction function,
                                                   intptr_t index);

/// Whether the argument at `index` must overlap no other one (`tssa.noalias`).
MLIR_CAPI_EXPORTED bool tssaFunctionIsInputNoAlias(TssaFunction function,
                                                   intptr_t index);

/// The number of the argument in whose storage the result at `index`, a tensor,
/// lies; TSSA_ORIGIN_FRESH if no argument has it, and only refs of one
/// allocation share it; TSSA_ORIGIN_UNKNOWN if it may be any. Without meaning
/// for numbers and lists.
MLIR_CAPI_EXPORTED intptr_t tssaFunctionGetOutputOrigin(TssaFunction function,
                                                        intptr_t index);

/// Whether the whole function was functionalized, nothing left imperative.
MLIR_CAPI_EXPORTED bool tssaFunctionIsFunctional(TssaFunction function);

/// Whether a part of the function was functionalized and another part stayed
/// imperative.
MLIR_CAPI_EXPORTED bool tssaFunctionIsPartlyFunctional(TssaFunction function);

/// How many storages the source of the function names: its arguments that are
/// refs or lists, and its allocations. Of these so many stayed imperative.
MLIR_CAPI_EXPORTED intptr_t tssaFunctionGetNumRoots(TssaFunction function);
MLIR_CAPI_EXPORTED intptr_t
tssaFunctionGetNumImperativeRoots(TssaFunction function);

/// Calls the function. `context` is reset first; after the call it holds the
/// error, if any (`tssa_context_error`), and no memory. The inputs are checked
/// before anything runs: their number and kinds, for tensors the dtype, rank,
/// static sizes, static layout, device (CPU) and alignment; an argument that is
/// written must be neither read-only nor overlap itself, and one with
/// `tssa.noalias` must overlap no other. `inputs` are borrowed. On success each
/// of the `numOutputs` outputs is the caller's to release; two that name the
/// same storage, or that of an argument, share it. On failure all are none, and
/// the status says why.
MLIR_CAPI_EXPORTED tssa_status_t tssaFunctionInvoke(
    TssaFunction function, tssa_context_t *context, const tssa_value_t *inputs,
    intptr_t numInputs, tssa_value_t *outputs, intptr_t numOutputs);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_C_COMPILER_H
