// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What functionalization makes of a program, as data: each mutation, what it
// became or why it stays, and what else is the reason that something stays.

#ifndef TENSORSSA_C_EXPLAIN_H
#define TENSORSSA_C_EXPLAIN_H

#include "tensorssa-c/Pipelines.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is said of an op.
typedef enum TssaVerdict {
  /// A mutation that became part of functional form.
  TssaVerdictFunctional = 0,
  /// A mutation that stays as it is.
  TssaVerdictImperative = 1,
  /// An op that is no mutation, to which it is due that something stays.
  TssaVerdictCause = 2
} TssaVerdict;

/// What is said of one op. Texts may be empty, and live as long as the call
/// that gives them.
typedef struct TssaExplanation {
  /// Size of this struct as the library knows it: members may be added at its
  /// end in later versions.
  size_t structSize;
  TssaVerdict verdict;
  /// Where the op is in the source.
  MlirLocation location;
  /// The function, as the source has it, and the op, such as "tssa.write".
  MlirStringRef function, op;
  /// Of a mutation: the storage that it changes, such as "argument 0", and
  /// which part of that, as a view kind.
  MlirStringRef root, path;
  /// What the mutation became, or why it stays.
  MlirStringRef note;
} TssaExplanation;

/// Called with each explanation, in the order in which they are found.
typedef void (*TssaExplainCallback)(const TssaExplanation *explanation,
                                    void *userData);

/// Functionalizes a copy of `module`, which is left as it is, and explains.
/// `options` may be NULL: the defaults; of it `errors` decides what stays
/// imperative. Fails after a diagnostic if a pass fails; what was explained
/// until then is true. The context of the module must know the dialects of
/// `tssaRegisterAllDialects`.
MLIR_CAPI_EXPORTED MlirLogicalResult
tssaExplain(MlirModule module, const TssaPipelineOptions *options,
            TssaExplainCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_C_EXPLAIN_H
