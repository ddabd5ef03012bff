// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run over symbols: memory with its shadow, the inputs' symbols, the choices
// of a path. The interpreter meets it through symbolic.h.
//
// Paths are walked by running again: the choices of the last run are kept up to
// one that has an alternative left, which is taken. Both programs of a pair run
// under one list of choices, so that one and the same term has one and the same
// value in both.

#ifndef TENSORSSA_LIB_INTERP_SYMBOLIC_ENGINE_H
#define TENSORSSA_LIB_INTERP_SYMBOLIC_ENGINE_H

#include "../symbolic.h"
#include "terms.h"

enum {
  /// Choices of one path; what goes on is given up.
  MAX_CHOICES = 64,
  /// Values that an integer may be tried with.
  MAX_INTEGERS = 16,
  /// Ops of one run.
  MAX_STEPS = 1000000,
  ARENA_BYTES = 1 << 24
};

/// What no process can address: 128 TiB.
#define NO_SUCH_BYTES ((int64_t)1 << 47)

/// An element or number of the inputs.
typedef struct symbol_t {
  term_t term;
  tssa_dtype_t dtype;
  bool is_number;
  /// What it is in a run over numbers, and what the host gave.
  scalar_t value, given;
} symbol_t;

/// A term with the values that it may have on a path, and the one that it has.
typedef struct choice_t {
  term_t term;
  int64_t count, chosen;
  scalar_t options[MAX_INTEGERS];
} choice_t;

/// What an op taken as a whole is, but for its operands.
typedef struct signature_t {
  struct signature_t *next;
  int32_t code;
  size_t size;
  char bytes[];
} signature_t;

struct symbolic_t {
  terms_t terms;
  /// Memory of a pair of runs and, for each byte, term << 4 | its number in the
  /// element, or 0. Storages are of `device`, so they grow in the arena, too.
  tssa_device_t device;
  char *arena;
  uint32_t *shadow;
  size_t used;
  /// The inputs' symbols: first the elements of storages, then numbers in the
  /// order in which they come from the host.
  symbol_t *symbols;
  int64_t num_symbols, symbols_capacity, num_elements;
  /// Values in place of symbols.
  bool concrete;
  /// A storage was to have more than any machine has.
  bool refused_growth;
  /// Numbers that have come from the host, and those that went back.
  int64_t num_imports;
  scalar_t *exports;
  int64_t num_exports, exports_capacity;
  choice_t choices[MAX_CHOICES];
  /// Choices made so far on this path; kept ones from the last path.
  int64_t depth, num_choices;
  /// Of the circumstances in which terms have values.
  uint64_t version;
  scalar_t integers[MAX_INTEGERS];
  int64_t num_integers;
  signature_t *signatures;
  /// Why this path cannot be followed to its end, and whether only a bound is
  /// in the way.
  const char *gave_up;
  bool at_bound;
};

// -- shadow.c ---------------------------------------------------------------

/// A symbol for what the host gave.
symbol_t *symbol_create(symbolic_t *, scalar_t given, bool is_number);
/// An allocator that takes from the arena and gives nothing back, so that what
/// has moved can still be looked up.
tssa_allocator_t arena_allocator(symbolic_t *);
/// Empties the arena.
void arena_reset(symbolic_t *);

// -- paths.c ----------------------------------------------------------------

/// Whether a term and a number are the same on this path.
bool path_value(symbolic_t *, term_t, scalar_t *out);
/// The value of a term in the run over numbers.
bool symbols_value(symbolic_t *, term_t, scalar_t *out);
/// The value of a term on this path, which may be a new choice; false if the
/// path is given up.
bool path_know(symbolic_t *, term_t, scalar_t *out);
/// Starts a path: the first one, or with the choices made so far.
void path_start(symbolic_t *);
/// Turns to the next path; false if there is none.
bool path_next(symbolic_t *);
/// Records that the path is given up, as an error of the run.
bool path_give_up(interp_t *, const node_t *);

// -- whole.c ----------------------------------------------------------------

/// What runs an op of which an element may depend on all elements of all
/// operands in a way that is not spelled out; NULL if the op is none of these.
handler_t whole_handler(const char *name);

#endif // TENSORSSA_LIB_INTERP_SYMBOLIC_ENGINE_H
