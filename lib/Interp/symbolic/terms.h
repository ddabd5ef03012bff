// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Terms: what an element is, as an expression over the elements of the inputs.
// Equal expressions are one term, so comparing is comparing numbers. Nothing is
// rewritten but what says the same of every number, NaN and signed zeros too.

#ifndef TENSORSSA_LIB_INTERP_SYMBOLIC_TERMS_H
#define TENSORSSA_LIB_INTERP_SYMBOLIC_TERMS_H

#include "../compute.h"

typedef enum term_kind_t {
  /// A known number.
  TERM_CONSTANT,
  /// Element or number `number` of the inputs.
  TERM_SYMBOL,
  /// An element of an upstream op.
  TERM_ELEMENT,
  /// Whether that op has no result for these operands.
  TERM_PROBLEM,
  /// An element of a `tssa` op.
  TERM_COMPUTE,
  TERM_CAST,
  /// The same bits as another dtype; byte `number` of an element; an element
  /// made of bytes.
  TERM_BITS,
  TERM_BYTE,
  TERM_JOIN,
  /// Whether an index is in range of `number` elements; what it is then,
  /// counted from the front.
  TERM_INDEX_OK,
  TERM_INDEX_AT,
  /// All operands of an op as a whole, `code` says which op; element `number`
  /// of what that gives, an integer from 0 to `code` if that is not negative.
  TERM_WHOLE,
  TERM_PART
} term_kind_t;

typedef struct term_node_t {
  term_kind_t kind;
  tssa_dtype_t dtype;
  int32_t code;
  int64_t number;
  element_t element;
  /// Of a constant.
  scalar_t value;
  /// Where the operands are, and how many.
  uint32_t first, count;
} term_node_t;

/// What is known of a term's value in some version of the circumstances.
typedef struct term_value_t {
  uint64_t version;
  bool known;
  scalar_t value;
} term_value_t;

typedef struct terms_t {
  term_node_t *nodes;
  term_value_t *values;
  uint32_t count, capacity;
  term_t *operands;
  uint32_t num_operands, operands_capacity;
  term_t *table;
  uint32_t table_size;
  /// Memory ran out or there are too many; terms made from then on are wrong.
  bool exhausted;
} terms_t;

bool terms_create(terms_t *);
void terms_destroy(terms_t *);

const term_node_t *terms_node(const terms_t *, term_t);
const term_t *terms_operands(const terms_t *, term_t);

/// The term of a number that may be one already.
term_t terms_of(terms_t *, scalar_t);
term_t terms_symbol(terms_t *, tssa_dtype_t, int64_t number);
term_t terms_element(terms_t *, term_kind_t, tssa_dtype_t, element_t,
                     int32_t code, int64_t predicate, int64_t count,
                     const scalar_t *in);
term_t terms_compute(terms_t *, compute_code_t, tssa_dtype_t,
                     const scalar_t *in);
term_t terms_cast(terms_t *, scalar_t, tssa_dtype_t);
term_t terms_bits(terms_t *, term_t, tssa_dtype_t);
term_t terms_byte(terms_t *, term_t, int64_t byte);
/// `bytes` are terms of U8, as many as the dtype has bytes.
term_t terms_join(terms_t *, const term_t *bytes, tssa_dtype_t);
term_t terms_index(terms_t *, term_kind_t, term_t index, tssa_dtype_t,
                   int64_t size);
term_t terms_whole(terms_t *, int32_t code, uint32_t count,
                   const term_t *operands);
/// An integer may be known to be from 0 to `most`; -1 if it may be any.
term_t terms_part(terms_t *, term_t whole, tssa_dtype_t, int64_t number,
                  int32_t most);

/// Operands that an op of `tssa` reads.
int compute_arity(compute_code_t);

/// Gives the value of symbols and of whatever else is known from outside.
typedef bool (*term_source_t)(void *user, term_t, scalar_t *out);
/// The value of a term if it follows from what the source knows. Values are
/// kept for as long as `version` is the same.
bool terms_value(terms_t *, term_t, uint64_t version, term_source_t, void *user,
                 scalar_t *out);

#endif // TENSORSSA_LIB_INTERP_SYMBOLIC_TERMS_H
