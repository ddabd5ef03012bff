// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The alias forest of a function as it is written: storages, the views of them,
// and who reads and writes through which, with what became of the writes.

#ifndef TENSORSSA_TOOLS_TSSA_FOREST_H
#define TENSORSSA_TOOLS_TSSA_FOREST_H

#include "report.h"

typedef enum use_kind_t {
  USE_READ,
  /// A mutation.
  USE_WRITE,
  /// Anything else: sizes, calls, what is yielded or returned.
  USE_OTHER
} use_kind_t;

/// What became of a mutation, in all bodies that the compiler made of a
/// function.
typedef enum fate_t {
  FATE_UNKNOWN,
  FATE_FUNCTIONAL,
  FATE_IMPERATIVE,
  /// One in one body, the other in another one.
  FATE_BOTH
} fate_t;

/// An op that takes a ref.
typedef struct ref_use_t {
  use_kind_t kind;
  /// Without the name of a dialect where that is clear, such as "read".
  char *op;
  /// Line in the source; 0 if it is not known.
  int64_t line;
  fate_t fate;
  /// Of a functional mutation: which version of the storage it makes, from 1; 0
  /// where it is of several storages.
  int64_t version;
  /// What is said of a mutation that stays; borrowed from the report; NULL.
  const char *note;
  struct ref_use_t *next;
} ref_use_t;

/// A ref of a function.
typedef struct ref_node_t {
  /// What it is, such as "argument 0" or "select<0, ?>", and its type.
  char *label, *type;
  int64_t line;
  /// How many views lie between it and what names the storage.
  int64_t depth;
  struct ref_node_t *parent, *first_child, *last_child, *next_sibling;
  /// Of a root: the next one, whether it is a storage and not a name for one of
  /// several, and how many versions that gets.
  struct ref_node_t *next_root;
  bool is_storage;
  int64_t versions;
  ref_use_t *uses, **last_use;
} ref_node_t;

typedef struct forest_t {
  char *function;
  ref_node_t *first_root;
} forest_t;

/// The forest of a function; `report` must outlive it.
forest_t forest_create(MlirOperation function, const report_t *report);
void forest_destroy(forest_t *forest);

#endif // TENSORSSA_TOOLS_TSSA_FOREST_H
