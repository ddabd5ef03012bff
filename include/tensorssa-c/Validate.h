// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translation validation: whether two functions, such as one before and after
// `tssa-functionalize`, do the same with whatever arguments of given sizes,
// layouts and storages hold. Both are interpreted over symbols; what ends up in
// every element is a term over the inputs, and equal terms are equal numbers.
//
// Shares no code with the compiler but the getters of types and attributes.

#ifndef TENSORSSA_C_VALIDATE_H
#define TENSORSSA_C_VALIDATE_H

#include "mlir-c/IR.h"
#include "tensorssa-runtime/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What came of a comparison.
typedef enum TssaValidateOutcome {
  /// The functions end alike on every path that was followed.
  TssaValidateEqual = 0,
  /// On some path the terms differ, or it could not be followed, and no numbers
  /// were found with which the functions differ.
  TssaValidateUndecided,
  /// The functions differ, with the numbers that the inputs now hold.
  TssaValidateDifferent,
  /// The call cannot be made: no such function, or signatures that differ.
  TssaValidateRefused
} TssaValidateOutcome;

/// How to compare. Fill it with tssaValidateOptionsInit first.
typedef struct TssaValidateOptions {
  /// sizeof(TssaValidateOptions).
  size_t structSize;
  /// Paths to follow at most.
  int64_t maxPaths;
  /// How many values an integer is tried with that decides something: this many
  /// of 2, 0, 1, 3, -1, 4, -2, 5 and, of an argument, the one that is given.
  int64_t numIntegers;
  /// Compare what arguments hold after an error, too.
  bool precise;
  /// Errors are equal wherever in a file their ops stand: for functions that do
  /// not come from one text.
  bool ignoreLocations;
} TssaValidateOptions;

/// The defaults: 256 paths, 6 integers.
MLIR_CAPI_EXPORTED void tssaValidateOptionsInit(TssaValidateOptions *options);

/// What a comparison found. Plain data.
typedef struct TssaValidateResult {
  TssaValidateOutcome outcome;
  /// Paths that were followed to their end, those of them that end in an error
  /// of the program, those on which the functions could not be told apart and
  /// not be found equal.
  int64_t paths, errorPaths, undecidedPaths;
  /// Whether there are more paths than were followed.
  bool bounded;
  /// What differs, or why it is not known. One line.
  char message[512];
} TssaValidateResult;

/// Compares `expectedName` of `expected` with `actualName` of `actual`, which
/// must be modules of one context that verify.
///
/// `inputs`, borrowed, say the sizes, strides and offsets of tensors, which of
/// them share a storage, and the lengths of lists; what they hold is taken for
/// unknown. Numbers are unknown, too, but tried first where they decide
/// something. On TssaValidateDifferent the storages, numbers and lists of
/// `inputs` hold a counterexample; otherwise they are not changed.
MLIR_CAPI_EXPORTED TssaValidateOutcome tssaValidateCall(
    MlirModule expected, MlirStringRef expectedName, MlirModule actual,
    MlirStringRef actualName, tssa_value_t *inputs, intptr_t numInputs,
    const TssaValidateOptions *options, TssaValidateResult *result);

/// Compares the function `name` of a module `before` and of `after`, which came
/// from it. What there is to say goes to `message`: one line, then notes, each
/// on a line of its own. Files of a counterexample go to the folder `output`,
/// unless that is empty. `precise` says that what arguments hold after an error
/// counts.
typedef TssaValidateOutcome (*TssaValidator)(MlirModule before,
                                             MlirModule after,
                                             MlirStringRef name, bool precise,
                                             MlirStringRef output,
                                             MlirStringCallback message,
                                             void *messageData, void *userData);

/// From here on `tssa-functionalize` with `validate` asks this validator about
/// each public function, in this process; NULL: none. Not while passes run.
MLIR_CAPI_EXPORTED void tssaRegisterValidator(TssaValidator validator,
                                              void *userData);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_C_VALIDATE_H
