// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both functions of a validation, run under the same choices on inputs of their
// own, and what is compared in the end.

#ifndef TENSORSSA_LIB_INTERP_SYMBOLIC_PAIR_H
#define TENSORSSA_LIB_INTERP_SYMBOLIC_PAIR_H

#include "engine.h"
#include "tensorssa-c/Validate.h"

/// A storage of the host, whose elements are symbols from `first` on.
typedef struct storage_t {
  tssa_storage_t *host;
  tssa_dtype_t dtype;
  int64_t count, first;
} storage_t;

typedef struct storages_t {
  int64_t count, capacity;
  storage_t *items;
} storages_t;

/// One function and how its last run ended.
typedef struct side_t {
  MlirModule module;
  MlirStringRef name;
  /// Its own storages, one for each of the host's.
  tssa_storage_t **storages;
  tssa_value_t *inputs, *outputs;
  /// Lists of the host and those that stand for them.
  int64_t num_lists, lists_capacity;
  tssa_list_t *(*lists)[2];
  scalar_t *exports;
  int64_t num_exports;
  tssa_status_t status;
  tssa_error_t error;
} side_t;

typedef struct pair_t {
  symbolic_t *run;
  storages_t storages;
  tssa_value_t *host;
  intptr_t num_inputs, num_outputs;
  bool precise, ignore_locations;
  side_t sides[2];
} pair_t;

/// Finds the storages of the inputs and gives them symbols.
bool pair_create(pair_t *);
void pair_destroy(pair_t *);
/// Runs both functions from the start; false if memory ran out.
bool pair_run(pair_t *);
/// Forgets what the last run left.
void pair_reset(pair_t *);
/// Whether both ended alike; if not, `out_why` says what differs, in `size`
/// bytes.
bool pair_compare(pair_t *, char *out_why, size_t size);
/// Looks for numbers with which the runs differ, first for such that take the
/// path of the choices made. On success the symbols have these values.
bool pair_find_witness(pair_t *, char *out_why, size_t size);
/// Gives the host's inputs the values of the symbols.
void pair_fill_host(pair_t *);

#endif // TENSORSSA_LIB_INTERP_SYMBOLIC_PAIR_H
