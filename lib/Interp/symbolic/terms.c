// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of terms and how each kind is made.

#include "terms.h"

#include <stdlib.h>
#include <string.h>

/// Below this, a term and a byte's number fit into 32 bits.
#define MAX_TERMS (UINT32_C(1) << 22)

bool terms_create(terms_t *terms) {
  memset(terms, 0, sizeof *terms);
  terms->capacity = 1024;
  terms->table_size = 4096;
  terms->operands_capacity = 4096;
  terms->nodes = calloc(terms->capacity, sizeof *terms->nodes);
  terms->values = calloc(terms->capacity, sizeof *terms->values);
  terms->operands = calloc(terms->operands_capacity, sizeof *terms->operands);
  terms->table = calloc(terms->table_size, sizeof *terms->table);
  // Number 0 is no term.
  terms->count = 1;
  return terms->nodes && terms->values && terms->operands && terms->table;
}

void terms_destroy(terms_t *terms) {
  free(terms->nodes);
  free(terms->values);
  free(terms->operands);
  free(terms->table);
}

const term_node_t *terms_node(const terms_t *terms, term_t term) {
  return &terms->nodes[term];
}

const term_t *terms_operands(const terms_t *terms, term_t term) {
  return terms->operands + terms->nodes[term].first;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ hash >> 29;
}

static uint64_t double_bits(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static uint64_t hash_node(const term_node_t *node, const term_t *operands) {
  uint64_t hash = mix((uint64_t)node->kind, (uint64_t)node->dtype);
  uintptr_t element = (uintptr_t)node->element;
  hash = mix(hash, (uint64_t)(uint32_t)node->code);
  hash = mix(hash, (uint64_t)node->number);
  hash = mix(hash, (uint64_t)element);
  hash = mix(hash, (uint64_t)node->value.i);
  hash = mix(hash, double_bits(node->value.f));
  hash = mix(hash, double_bits(node->value.imaginary));
  for (uint32_t i = 0; i < node->count; ++i)
    hash = mix(hash, operands[i]);
  return hash;
}

static bool same_node(const terms_t *terms, const term_node_t *a,
                      const term_t *operands, const term_node_t *b) {
  return a->kind == b->kind && a->dtype == b->dtype && a->code == b->code &&
         a->number == b->number && a->element == b->element &&
         a->value.i == b->value.i &&
         double_bits(a->value.f) == double_bits(b->value.f) &&
         double_bits(a->value.imaginary) == double_bits(b->value.imaginary) &&
         a->count == b->count &&
         (a->count == 0 || memcmp(operands, terms->operands + b->first,
                                  a->count * sizeof *operands) == 0);
}

static void *grow(void *memory, size_t count, size_t size) {
  return realloc(memory, count * size);
}

static bool make_room(terms_t *terms, uint32_t count) {
  if (terms->count + 1 >= MAX_TERMS ||
      terms->num_operands + (uint64_t)count > UINT32_MAX / 4)
    return false;
  while (terms->num_operands + count > terms->operands_capacity) {
    term_t *operands = grow(terms->operands, 2 * terms->operands_capacity,
                            sizeof *terms->operands);
    if (!operands)
      return false;
    terms->operands = operands;
    terms->operands_capacity *= 2;
  }
  if (terms->count < terms->capacity)
    return true;
  size_t capacity = 2 * terms->capacity;
  term_node_t *nodes = grow(terms->nodes, capacity, sizeof *nodes);
  if (nodes)
    terms->nodes = nodes;
  term_value_t *values = grow(terms->values, capacity, sizeof *values);
  if (values)
    terms->values = values;
  term_t *table = calloc(4 * capacity, sizeof *table);
  if (!nodes || !values || !table) {
    free(table);
    return false;
  }
  memset(values + terms->capacity, 0, terms->capacity * sizeof *values);
  uint32_t mask = (uint32_t)(4 * capacity - 1);
  for (term_t term = 1; term < terms->count; ++term) {
    uint32_t at =
        (uint32_t)hash_node(&nodes[term], terms->operands + nodes[term].first) &
        mask;
    while (table[at])
      at = (at + 1) & mask;
    table[at] = term;
  }
  free(terms->table);
  terms->table = table;
  terms->table_size = mask + 1;
  terms->capacity = (uint32_t)capacity;
  return true;
}

/// The term of a node, whose operands do not lie in the table's own array.
static term_t intern(terms_t *terms, term_node_t node, const term_t *operands) {
  uint32_t mask = terms->table_size - 1;
  uint32_t at = (uint32_t)hash_node(&node, operands) & mask;
  for (; terms->table[at]; at = (at + 1) & mask)
    if (same_node(terms, &node, operands, &terms->nodes[terms->table[at]]))
      return terms->table[at];
  if (terms->exhausted || !make_room(terms, node.count)) {
    terms->exhausted = true;
    return 1;
  }
  mask = terms->table_size - 1;
  at = (uint32_t)hash_node(&node, operands) & mask;
  while (terms->table[at])
    at = (at + 1) & mask;
  node.first = terms->num_operands;
  if (node.count)
    memcpy(terms->operands + node.first, operands,
           node.count * sizeof *operands);
  terms->num_operands += node.count;
  terms->nodes[terms->count] = node;
  terms->values[terms->count].version = 0;
  terms->table[at] = terms->count;
  return terms->count++;
}

static term_node_t node_of(term_kind_t kind, tssa_dtype_t dtype) {
  term_node_t node;
  memset(&node, 0, sizeof node);
  node.kind = kind;
  node.dtype = dtype;
  return node;
}

//===----------------------------------------------------------------------===//
// Leaves and ops
//===----------------------------------------------------------------------===//

term_t terms_of(terms_t *terms, scalar_t scalar) {
  if (scalar.term)
    return scalar.term;
  term_node_t node = node_of(TERM_CONSTANT, scalar.dtype);
  node.value = scalar;
  // What a defined number stands for where poison was meant.
  node.value.poison = false;
  return intern(terms, node, NULL);
}

term_t terms_symbol(terms_t *terms, tssa_dtype_t dtype, int64_t number) {
  term_node_t node = node_of(TERM_SYMBOL, dtype);
  node.number = number;
  return intern(terms, node, NULL);
}

term_t terms_element(terms_t *terms, term_kind_t kind, tssa_dtype_t dtype,
                     element_t element, int32_t code, int64_t predicate,
                     int64_t count, const scalar_t *in) {
  term_t operands[4];
  term_node_t node = node_of(kind, dtype);
  node.code = code;
  node.number = predicate;
  node.element = element;
  node.count = (uint32_t)count;
  for (int64_t i = 0; i < count; ++i)
    operands[i] = terms_of(terms, in[i]);
  return intern(terms, node, operands);
}

int compute_arity(compute_code_t code) {
  if (code < COMPUTE_ADD)
    return 1;
  if (code < COMPUTE_WHERE)
    return 2;
  return code == COMPUTE_ADDCMUL || code == COMPUTE_ADDCDIV ? 4 : 3;
}

static term_t compute(terms_t *terms, compute_code_t code, tssa_dtype_t dtype,
                      const term_t *operands) {
  term_node_t node = node_of(TERM_COMPUTE, dtype);
  node.code = (int32_t)code;
  node.count = (uint32_t)compute_arity(code);
  return intern(terms, node, operands);
}

static term_t negate(terms_t *terms, term_t truth) {
  const term_node_t *node = terms_node(terms, truth);
  if (node->kind == TERM_COMPUTE && node->code == COMPUTE_LOGICAL_NOT &&
      terms_node(terms, *terms_operands(terms, truth))->dtype ==
          TSSA_DTYPE_BOOL)
    return *terms_operands(terms, truth);
  return compute(terms, COMPUTE_LOGICAL_NOT, TSSA_DTYPE_BOOL, &truth);
}

term_t terms_compute(terms_t *terms, compute_code_t code, tssa_dtype_t dtype,
                     const scalar_t *in) {
  term_t operands[4], swapped[2];
  for (int i = 0; i < compute_arity(code); ++i)
    operands[i] = terms_of(terms, in[i]);
  swapped[0] = operands[1 % compute_arity(code)];
  swapped[1] = operands[0];
  // One way to say each question, so that its answer is known in all forms.
  switch (code) {
  case COMPUTE_WHERE:
    if (!in[0].term)
      return operands[in[0].i ? 1 : 2];
    break;
  case COMPUTE_NE:
    return negate(terms, compute(terms, COMPUTE_EQ, TSSA_DTYPE_BOOL, operands));
  case COMPUTE_GT:
    return compute(terms, COMPUTE_LT, TSSA_DTYPE_BOOL, swapped);
  case COMPUTE_GE:
    return compute(terms, COMPUTE_LE, TSSA_DTYPE_BOOL, swapped);
  case COMPUTE_LOGICAL_NOT:
    if (in[0].dtype == TSSA_DTYPE_BOOL)
      return negate(terms, operands[0]);
    break;
  case COMPUTE_LOGICAL_AND:
  case COMPUTE_LOGICAL_OR: {
    // With a known bool: the other, or the known one.
    bool all = code == COMPUTE_LOGICAL_AND;
    for (int i = 0; i < 2; ++i)
      if (!in[i].term && in[0].dtype == TSSA_DTYPE_BOOL)
        return (in[i].i != 0) == all ? operands[1 - i] : operands[i];
    break;
  }
  default:
    break;
  }
  return compute(terms, code, dtype, operands);
}

term_t terms_cast(terms_t *terms, scalar_t in, tssa_dtype_t dtype) {
  term_t operand = terms_of(terms, in);
  if (dtype == TSSA_DTYPE_BOOL && !dtype_is_complex(in.dtype)) {
    scalar_t pair[2] = {in,
                        scalar_cast(scalar_int(TSSA_DTYPE_I64, 0), in.dtype)};
    return terms_compute(terms, COMPUTE_NE, TSSA_DTYPE_BOOL, pair);
  }
  term_node_t node = node_of(TERM_CAST, dtype);
  node.count = 1;
  return intern(terms, node, &operand);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// A bool has only two of its byte's values.
static bool keeps_bits(tssa_dtype_t dtype) { return dtype != TSSA_DTYPE_BOOL; }

term_t terms_bits(terms_t *terms, term_t term, tssa_dtype_t dtype) {
  const term_node_t *from = terms_node(terms, term);
  if (from->dtype == dtype)
    return term;
  if (from->kind == TERM_BITS && keeps_bits(from->dtype))
    return terms_bits(terms, *terms_operands(terms, term), dtype);
  term_node_t node = node_of(TERM_BITS, dtype);
  node.count = 1;
  return intern(terms, node, &term);
}

term_t terms_byte(terms_t *terms, term_t term, int64_t byte) {
  if (tssa_dtype_size(terms_node(terms, term)->dtype) == 1)
    return terms_bits(terms, term, TSSA_DTYPE_U8);
  term_node_t node = node_of(TERM_BYTE, TSSA_DTYPE_U8);
  node.number = byte;
  node.count = 1;
  return intern(terms, node, &term);
}

term_t terms_join(terms_t *terms, const term_t *bytes, tssa_dtype_t dtype) {
  int64_t size = tssa_dtype_size(dtype);
  if (size == 1)
    return terms_bits(terms, bytes[0], dtype);
  // All bytes of one element, in order.
  const term_node_t *first = terms_node(terms, bytes[0]);
  term_t whole =
      first->kind == TERM_BYTE ? *terms_operands(terms, bytes[0]) : 0;
  bool all = whole && tssa_dtype_size(terms_node(terms, whole)->dtype) == size;
  for (int64_t i = 0; all && i < size; ++i) {
    const term_node_t *byte = terms_node(terms, bytes[i]);
    all = byte->kind == TERM_BYTE && byte->number == i &&
          *terms_operands(terms, bytes[i]) == whole;
  }
  if (all)
    return terms_bits(terms, whole, dtype);
  term_node_t node = node_of(TERM_JOIN, dtype);
  node.count = (uint32_t)size;
  return intern(terms, node, bytes);
}

//===----------------------------------------------------------------------===//
// Indices, and ops taken as a whole
//===----------------------------------------------------------------------===//

term_t terms_index(terms_t *terms, term_kind_t kind, term_t index,
                   tssa_dtype_t dtype, int64_t size) {
  // One that is counted from the front stays as it is, and in range.
  const term_node_t *of = terms_node(terms, index);
  if (of->kind == TERM_INDEX_AT && of->number == size) {
    if (kind == TERM_INDEX_AT)
      return index;
    index = *terms_operands(terms, index);
  }
  term_node_t node = node_of(kind, dtype);
  node.number = size;
  node.count = 1;
  return intern(terms, node, &index);
}

term_t terms_whole(terms_t *terms, int32_t code, uint32_t count,
                   const term_t *operands) {
  term_node_t node = node_of(TERM_WHOLE, TSSA_DTYPE_U8);
  node.code = code;
  node.count = count;
  return intern(terms, node, operands);
}

term_t terms_part(terms_t *terms, term_t whole, tssa_dtype_t dtype,
                  int64_t number, int32_t most) {
  term_node_t node = node_of(TERM_PART, dtype);
  node.number = number;
  node.code = most;
  node.count = 1;
  return intern(terms, node, &whole);
}
