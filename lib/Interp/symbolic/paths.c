// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choices of a path: what has to be known of a term follows from the choices so
// far or is a new one.

#include "engine.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool from_choices(void *user, term_t term, scalar_t *out) {
  const symbolic_t *run = user;
  for (int64_t i = 0; i < run->depth; ++i)
    if (run->choices[i].term == term) {
      *out = run->choices[i].options[run->choices[i].chosen];
      return true;
    }
  return false;
}

static bool from_symbols(void *user, term_t term, scalar_t *out) {
  const symbolic_t *run = user;
  const term_node_t *node = terms_node(&run->terms, term);
  if (node->kind != TERM_SYMBOL)
    return false;
  *out = run->symbols[node->number].value;
  return true;
}

bool path_value(symbolic_t *run, term_t term, scalar_t *out) {
  return terms_value(&run->terms, term, run->version, from_choices, run, out);
}

bool symbols_value(symbolic_t *run, term_t term, scalar_t *out) {
  return terms_value(&run->terms, term, run->version, from_symbols, run, out);
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

static bool give_up(symbolic_t *run, const char *why, bool at_bound) {
  if (!run->gave_up) {
    run->gave_up = why;
    run->at_bound = at_bound;
  }
  return false;
}

/// Fills in what a term may be, the most ordinary first.
static void list_options(const symbolic_t *run, term_t term, choice_t *choice) {
  const term_node_t *node = terms_node(&run->terms, term);
  choice->term = term;
  choice->chosen = choice->count = 0;
  if (node->dtype == TSSA_DTYPE_BOOL) {
    choice->options[choice->count++] = scalar_int(TSSA_DTYPE_BOOL, 1);
    choice->options[choice->count++] = scalar_int(TSSA_DTYPE_BOOL, 0);
    return;
  }
  if (node->kind == TERM_PART && node->code >= 0) {
    for (int64_t i = node->code; i >= 0 && choice->count < MAX_INTEGERS; --i)
      choice->options[choice->count++] = scalar_int(node->dtype, i);
    return;
  }
  // What the host gave, which a test may have asked for.
  if (node->kind == TERM_SYMBOL && run->symbols[node->number].is_number)
    choice->options[choice->count++] = run->symbols[node->number].given;
  for (int64_t i = 0; i < run->num_integers && choice->count < MAX_INTEGERS;
       ++i) {
    scalar_t number = scalar_int(node->dtype, run->integers[i].i);
    if (choice->count == 0 || choice->options[0].i != number.i)
      choice->options[choice->count++] = number;
  }
}

static bool choose(symbolic_t *run, term_t term) {
  if (dtype_is_float(terms_node(&run->terms, term)->dtype) ||
      dtype_is_complex(terms_node(&run->terms, term)->dtype))
    return give_up(run, "the program asks for the value of a float", false);
  if (run->depth == MAX_CHOICES)
    return give_up(run, "a path has too many branches", true);
  if (run->depth == run->num_choices) {
    list_options(run, term, &run->choices[run->depth]);
    run->num_choices += 1;
  }
  run->depth += 1;
  run->version += 1;
  return true;
}

enum { MAX_LEAVES = 3 };

/// Collects the symbols of a term that are not known; false if there is one
/// that is not an integer of the host's, or there are many.
static bool find_leaves(symbolic_t *run, term_t term, term_t *leaves,
                        int *count) {
  const term_node_t *node = terms_node(&run->terms, term);
  scalar_t value;
  if (path_value(run, term, &value))
    return true;
  if (node->kind == TERM_SYMBOL) {
    for (int i = 0; i < *count; ++i)
      if (leaves[i] == term)
        return true;
    if (*count == MAX_LEAVES || !run->symbols[node->number].is_number ||
        dtype_is_float(node->dtype))
      return false;
    leaves[(*count)++] = term;
    return true;
  }
  if (node->count == 0 || node->count > 16)
    return false;
  for (uint32_t i = 0; i < node->count; ++i)
    if (!find_leaves(run, terms_operands(&run->terms, term)[i], leaves, count))
      return false;
  return true;
}

/// Whether a truth is made of truths, which are chosen one by one so that other
/// ways to put them together follow.
static bool is_made_of_truths(const symbolic_t *run, term_t term) {
  const term_node_t *node = terms_node(&run->terms, term);
  if (node->dtype != TSSA_DTYPE_BOOL ||
      (node->kind != TERM_COMPUTE && node->kind != TERM_ELEMENT))
    return false;
  for (uint32_t i = 0; i < node->count; ++i)
    if (terms_node(&run->terms, terms_operands(&run->terms, term)[i])->dtype !=
        TSSA_DTYPE_BOOL)
      return false;
  return node->count > 0;
}

bool path_know(symbolic_t *run, term_t term, scalar_t *out) {
  if (run->gave_up)
    return false;
  if (run->terms.exhausted)
    return give_up(run, "the terms need too much memory", true);
  if (path_value(run, term, out))
    return true;
  // A function of few integers: by these.
  term_t leaves[MAX_LEAVES];
  int count = 0;
  if (find_leaves(run, term, leaves, &count)) {
    for (int i = 0; i < count; ++i)
      if (!choose(run, leaves[i]))
        return false;
    if (path_value(run, term, out))
      return true;
  }
  if (is_made_of_truths(run, term)) {
    uint32_t operands = terms_node(&run->terms, term)->count;
    scalar_t part;
    for (uint32_t i = 0; i < operands; ++i) {
      if (!path_know(run, terms_operands(&run->terms, term)[i], &part))
        return false;
      if (path_value(run, term, out))
        return true;
    }
  }
  return choose(run, term) && path_value(run, term, out);
}

void path_start(symbolic_t *run) {
  run->depth = 0;
  run->version += 1;
  run->gave_up = NULL;
  run->at_bound = false;
}

bool path_next(symbolic_t *run) {
  while (run->num_choices > 0) {
    choice_t *last = &run->choices[run->num_choices - 1];
    if (++last->chosen < last->count)
      return true;
    run->num_choices -= 1;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Asked by the interpreter
//===----------------------------------------------------------------------===//

bool path_give_up(interp_t *interp, const node_t *node) {
  fail(interp, node, TSSA_STATUS_UNSUPPORTED, "%s",
       symbolic_run->gave_up ? symbolic_run->gave_up : "memory is exhausted");
  return false;
}

bool symbolic_give_up(interp_t *interp, const node_t *node, const char *why) {
  give_up(symbolic_run, why, false);
  return path_give_up(interp, node);
}

bool symbolic_know(interp_t *interp, const node_t *node, scalar_t *scalar) {
  return path_know(symbolic_run, scalar->term, scalar) ||
         path_give_up(interp, node);
}

bool symbolic_is_zero(interp_t *interp, const node_t *node, scalar_t scalar,
                      bool *out) {
  scalar_t pair[2] = {scalar,
                      scalar_cast(scalar_int(TSSA_DTYPE_I64, 0), scalar.dtype)};
  term_t term =
      terms_compute(&symbolic_run->terms, COMPUTE_EQ, TSSA_DTYPE_BOOL, pair);
  scalar_t answer;
  if (!path_know(symbolic_run, term, &answer))
    return path_give_up(interp, node);
  *out = answer.i != 0;
  return true;
}

//===----------------------------------------------------------------------===//
// Ops that compute
//===----------------------------------------------------------------------===//

void symbolic_compute(int32_t code, const scalar_t *in, scalar_t *out) {
  bool terms = false;
  for (int i = 0; i < compute_arity((compute_code_t)code); ++i)
    terms |= in[i].term != 0;
  if (terms)
    *out = scalar_of_term(terms_compute(&symbolic_run->terms,
                                        (compute_code_t)code, out->dtype, in),
                          out->dtype);
}

void symbolic_cast(scalar_t in, scalar_t *out) {
  *out = scalar_of_term(terms_cast(&symbolic_run->terms, in, out->dtype),
                        out->dtype);
}

bool symbolic_element(interp_t *interp, const node_t *node, element_t element,
                      int64_t predicate, int64_t count, const scalar_t *in,
                      scalar_t *out, const char **out_problem) {
  terms_t *terms = &symbolic_run->terms;
  tssa_dtype_t dtype = out->dtype;
  // Zeros show which ops may have no result; what is wrong with other operands
  // is wrong with these, too.
  scalar_t zeros[4];
  memset(zeros, 0, sizeof zeros);
  for (int64_t i = 0; i < count; ++i)
    zeros[i] = in[i].term ? scalar_int(in[i].dtype, 0) : in[i];
  *out_problem = element(node->code, predicate, zeros, out);
  if (*out_problem) {
    scalar_t answer;
    term_t problem = terms_element(terms, TERM_PROBLEM, TSSA_DTYPE_BOOL,
                                   element, node->code, predicate, count, in);
    if (!path_know(symbolic_run, problem, &answer))
      return path_give_up(interp, node);
    if (answer.i)
      return true;
    *out_problem = NULL;
  }
  *out = scalar_of_term(terms_element(terms, TERM_ELEMENT, dtype, element,
                                      node->code, predicate, count, in),
                        dtype);
  return true;
}
