// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run over symbols adds to the interpreter. Beside each byte of memory
// stands which term it is part of, none for what is known; a number carries its
// term along. Ops that move elements move both, ops that compute make terms,
// and what has to know a number (a branch, an index, a size) asks for it, which
// forks the run. Ordinary runs have no `symbolic_run` and pay one test.

#ifndef TENSORSSA_LIB_INTERP_SYMBOLIC_H
#define TENSORSSA_LIB_INTERP_SYMBOLIC_H

#include "internal.h"

/// The run over symbols that this thread is in, or NULL.
typedef struct symbolic_t symbolic_t;
extern _Thread_local symbolic_t *symbolic_run;

// -- Called by the interpreter in such a run only --------------------------

/// Memory: what term an element is, none if it is known; that it now is this
/// one; that bytes went elsewhere.
term_t symbolic_load(tssa_dtype_t, const void *address);
void symbolic_store(term_t, tssa_dtype_t, void *address);
void symbolic_move(void *to, const void *from, size_t bytes);
/// As `tssa_storage_grow`; symbols keep their places in the storage.
tssa_status_t symbolic_grow(tssa_storage_t *, int64_t bytes, tssa_error_t *);
/// The program ends because it asks a storage for more than any machine has,
/// which is an error of its own and none of this run.
void symbolic_refuse_growth(void);

/// Makes `out` the term of an element if an input is one. `out` is what the
/// inputs' stand-ins gave.
void symbolic_compute(int32_t code, const scalar_t *in, scalar_t *out);
void symbolic_cast(scalar_t in, scalar_t *out);
/// The same for an element of an op with `count` operands, with what is wrong
/// with it, which may fork the run.
bool symbolic_element(interp_t *, const node_t *, element_t, int64_t predicate,
                      int64_t count, const scalar_t *in, scalar_t *out,
                      const char **out_problem);

/// Replaces a term by a number: the one that it has on this path, or the next
/// of those that it may have. False after an error.
bool symbolic_know(interp_t *, const node_t *, scalar_t *);
/// Whether a number is zero on this path.
bool symbolic_is_zero(interp_t *, const node_t *, scalar_t, bool *out);

/// Ends the run undecided; false.
bool symbolic_give_up(interp_t *, const node_t *, const char *why);

/// Numbers that come from the host and go back to it.
void symbolic_import(scalar_t *);
void symbolic_export(scalar_t);

/// What runs an op in place of its handler, or the handler.
handler_t symbolic_handler(const op_entry_t *);
/// Ops that a run may take.
int64_t symbolic_steps(void);

#endif // TENSORSSA_LIB_INTERP_SYMBOLIC_H
