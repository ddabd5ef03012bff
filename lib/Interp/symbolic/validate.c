// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point: all paths of a pair of functions, one after the other.

#include "tensorssa-c/Validate.h"
#include "pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tssaValidateOptionsInit(TssaValidateOptions *options) {
  memset(options, 0, sizeof *options);
  options->structSize = sizeof *options;
  options->maxPaths = 256;
  options->numIntegers = 6;
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// The type of a function with a body; null if there is none of that name.
static MlirType function_type(MlirModule module, MlirStringRef name) {
  MlirSymbolTable symbols =
      mlirSymbolTableCreate(mlirModuleGetOperation(module));
  MlirOperation op = mlirSymbolTableLookup(symbols, name);
  mlirSymbolTableDestroy(symbols);
  MlirType none = {NULL};
  if (mlirOperationIsNull(op) ||
      !mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                          mlirStringRefCreateFromCString("func.func")) ||
      mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))))
    return none;
  return mlirTypeAttrGetValue(mlirOperationGetAttributeByName(
      op, mlirStringRefCreateFromCString("function_type")));
}

static bool check_signatures(pair_t *pair, TssaValidateResult *result) {
  MlirType types[2];
  for (int i = 0; i < 2; ++i) {
    const side_t *side = &pair->sides[i];
    types[i] = function_type(side->module, side->name);
    if (mlirTypeIsNull(types[i])) {
      snprintf(result->message, sizeof result->message,
               "expected '%.*s' to be a function with a body",
               (int)side->name.length, side->name.data);
      return false;
    }
  }
  if (!mlirTypeEqual(types[0], types[1])) {
    snprintf(result->message, sizeof result->message,
             "expected '%.*s' and '%.*s' to have one type",
             (int)pair->sides[0].name.length, pair->sides[0].name.data,
             (int)pair->sides[1].name.length, pair->sides[1].name.data);
    return false;
  }
  pair->num_outputs = mlirFunctionTypeGetNumResults(types[0]);
  if (mlirFunctionTypeGetNumInputs(types[0]) == pair->num_inputs)
    return true;
  snprintf(result->message, sizeof result->message,
           "expected %lld arguments but got %lld",
           (long long)mlirFunctionTypeGetNumInputs(types[0]),
           (long long)pair->num_inputs);
  return false;
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

static void note(TssaValidateResult *result, const char *text) {
  if (!result->message[0])
    snprintf(result->message, sizeof result->message, "%s", text);
}

/// Follows one path; false ends the validation.
static bool follow(pair_t *pair, TssaValidateResult *result) {
  symbolic_t *run = pair->run;
  char why[512] = "";
  bool ran = pair_run(pair);
  if (run->gave_up && run->at_bound) {
    result->bounded = true;
    return !run->terms.exhausted;
  }
  result->paths += 1;
  if (!ran || run->gave_up || run->terms.exhausted) {
    result->undecidedPaths += 1;
    note(result, run->gave_up ? run->gave_up : "memory is exhausted");
    return !run->terms.exhausted;
  }
  for (int i = 0; i < 2; ++i)
    if (pair->sides[i].status == TSSA_STATUS_UNSUPPORTED) {
      result->undecidedPaths += 1;
      note(result, pair->sides[i].error.message);
      return true;
    }
  result->errorPaths += pair->sides[0].status != TSSA_STATUS_OK;
  if (pair_compare(pair, why, sizeof why))
    return true;
  char concrete[512] = "";
  if (pair_find_witness(pair, concrete, sizeof concrete)) {
    result->outcome = TssaValidateDifferent;
    snprintf(result->message, sizeof result->message, "%s", concrete);
    pair_fill_host(pair);
    return false;
  }
  result->undecidedPaths += 1;
  note(result, why);
  return true;
}

static void follow_all(pair_t *pair, int64_t max_paths,
                       TssaValidateResult *result) {
  for (int64_t i = 0; i < max_paths; ++i) {
    if (!follow(pair, result) || !path_next(pair->run))
      return;
  }
  result->bounded = true;
}

static bool run_create(symbolic_t *run, const TssaValidateOptions *options) {
  static const int64_t integers[] = {2, 0, 1, 3, -1, 4, -2, 5};
  int64_t known = (int64_t)(sizeof integers / sizeof *integers);
  run->num_integers =
      options->numIntegers < known ? options->numIntegers : known;
  for (int64_t i = 0; i < run->num_integers; ++i)
    run->integers[i] = scalar_int(TSSA_DTYPE_I64, integers[i]);
  run->device = *tssa_device_cpu();
  run->device.memory = arena_allocator(run);
  run->arena = calloc(ARENA_BYTES, 1);
  run->shadow = calloc(ARENA_BYTES, sizeof *run->shadow);
  return terms_create(&run->terms) && run->arena && run->shadow;
}

static void run_destroy(symbolic_t *run) {
  terms_destroy(&run->terms);
  free(run->arena);
  free(run->shadow);
  free(run->symbols);
  free(run->exports);
  while (run->signatures) {
    signature_t *next = run->signatures->next;
    free(run->signatures);
    run->signatures = next;
  }
  free(run);
}

TssaValidateOutcome
tssaValidateCall(MlirModule expected, MlirStringRef expectedName,
                 MlirModule actual, MlirStringRef actualName,
                 tssa_value_t *inputs, intptr_t numInputs,
                 const TssaValidateOptions *given, TssaValidateResult *result) {
  TssaValidateOptions options;
  tssaValidateOptionsInit(&options);
  if (given)
    memcpy(&options, given,
           given->structSize < sizeof options ? given->structSize
                                              : sizeof options);
  memset(result, 0, sizeof *result);
  pair_t pair;
  memset(&pair, 0, sizeof pair);
  pair.sides[0].module = expected;
  pair.sides[0].name = expectedName;
  pair.sides[1].module = actual;
  pair.sides[1].name = actualName;
  pair.host = inputs;
  pair.num_inputs = numInputs;
  pair.precise = options.precise;
  pair.ignore_locations = options.ignoreLocations;
  pair.run = calloc(1, sizeof *pair.run);
  if (!check_signatures(&pair, result) || !pair.run) {
    free(pair.run);
    return result->outcome = TssaValidateRefused;
  }
  if (run_create(pair.run, &options) && pair_create(&pair)) {
    follow_all(&pair, options.maxPaths, result);
  } else {
    result->undecidedPaths = 1;
    note(result, "memory is exhausted");
  }
  if (result->outcome != TssaValidateDifferent && result->undecidedPaths)
    result->outcome = TssaValidateUndecided;
  pair_destroy(&pair);
  run_destroy(pair.run);
  return result->outcome;
}
