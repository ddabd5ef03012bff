// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of terms, by the interpreter's own functions of elements.

#include "terms.h"

#include <string.h>

static scalar_t scalar_of_bits(const scalar_t *from, tssa_dtype_t dtype) {
  char bytes[16] = {0};
  scalar_store(*from, bytes);
  return scalar_load(dtype, bytes);
}

/// Integers are divided by what is not zero.
static bool is_defined(int32_t code, const scalar_t *in) {
  return code < COMPUTE_FLOOR_DIVIDE || code > COMPUTE_FMOD ||
         dtype_is_float(in[0].dtype) || in[1].i != 0;
}

/// The value of a node whose operands have these values.
static bool apply(const term_node_t *node, const scalar_t *in, scalar_t *out) {
  *out = scalar_int(node->dtype, 0);
  switch (node->kind) {
  case TERM_ELEMENT:
    if (node->element(node->code, node->number, in, out))
      return false;
    out->poison = false;
    return true;
  case TERM_PROBLEM: {
    scalar_t unused = scalar_int(in[0].dtype, 0);
    out->i = node->element(node->code, node->number, in, &unused) != NULL;
    return true;
  }
  case TERM_COMPUTE:
    return is_defined(node->code, in) &&
           compute_element((compute_code_t)node->code, in, out);
  case TERM_CAST:
    *out = scalar_cast(in[0], node->dtype);
    return true;
  case TERM_BITS:
    *out = scalar_of_bits(in, node->dtype);
    return true;
  case TERM_BYTE: {
    unsigned char bytes[16] = {0};
    scalar_store(in[0], bytes);
    *out = scalar_int(TSSA_DTYPE_U8, bytes[node->number]);
    return true;
  }
  case TERM_JOIN: {
    unsigned char bytes[16] = {0};
    for (uint32_t i = 0; i < node->count; ++i)
      bytes[i] = (unsigned char)in[i].i;
    *out = scalar_load(node->dtype, bytes);
    return true;
  }
  case TERM_INDEX_OK:
    out->i = in[0].i >= -node->number && in[0].i < node->number;
    return true;
  case TERM_INDEX_AT:
    *out =
        scalar_int(node->dtype, in[0].i < 0 ? in[0].i + node->number : in[0].i);
    return true;
  default:
    return false;
  }
}

/// A conjunction with a false part is false, whatever the other is.
static bool half_known(const term_node_t *node, const bool *known,
                       const scalar_t *in, scalar_t *out) {
  if (node->kind != TERM_COMPUTE ||
      (node->code != COMPUTE_LOGICAL_AND && node->code != COMPUTE_LOGICAL_OR))
    return false;
  for (int i = 0; i < 2; ++i)
    if (known[i] &&
        scalar_is_zero(in[i]) == (node->code == COMPUTE_LOGICAL_AND)) {
      *out = scalar_int(TSSA_DTYPE_BOOL, node->code == COMPUTE_LOGICAL_OR);
      return true;
    }
  return false;
}

static bool find_value(terms_t *terms, term_t term, uint64_t version,
                       term_source_t source, void *user, scalar_t *out) {
  if (source(user, term, out))
    return true;
  term_node_t node = *terms_node(terms, term);
  if (node.kind == TERM_CONSTANT) {
    *out = node.value;
    return true;
  }
  if (node.kind == TERM_SYMBOL || node.kind == TERM_WHOLE ||
      node.kind == TERM_PART || node.count > 16)
    return false;
  scalar_t in[16];
  bool known[16], all = true;
  memset(in, 0, sizeof in);
  for (uint32_t i = 0; i < node.count; ++i) {
    known[i] = terms_value(terms, terms_operands(terms, term)[i], version,
                           source, user, &in[i]);
    all &= known[i];
  }
  return all ? apply(&node, in, out) : half_known(&node, known, in, out);
}

bool terms_value(terms_t *terms, term_t term, uint64_t version,
                 term_source_t source, void *user, scalar_t *out) {
  if (terms->values[term].version != version) {
    scalar_t value = scalar_int(TSSA_DTYPE_I64, 0);
    bool known = find_value(terms, term, version, source, user, &value);
    terms->values[term] = (term_value_t){version, known, value};
  }
  *out = terms->values[term].value;
  return terms->values[term].known;
}
