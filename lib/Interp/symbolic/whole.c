// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that look at the numbers of tensors: which element is the largest, where
// an index points. With terms among these, each element of a result is a part
// of the op as a whole: a term of the op, its attributes and all its operands'
// elements. Indices are brought to one form first, in which an op that checks
// its indices and one whose indices were checked before it agree.

#include "engine.h"
#include "tensorssa-runtime/checks.h"

#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Whether an index is in range; where it then is. False after an error.
static bool check_term(interp_t *interp, const node_t *node, scalar_t index,
                       int64_t size, term_t *out) {
  symbolic_t *run = symbolic_run;
  scalar_t inside = scalar_int(TSSA_DTYPE_BOOL, 0);
  if (size > 0 && !path_know(run,
                             terms_index(&run->terms, TERM_INDEX_OK, index.term,
                                         TSSA_DTYPE_BOOL, size),
                             &inside))
    return path_give_up(interp, node);
  if (!inside.i) {
    scalar_t number = index;
    // Whichever it is, it is outside; the same stand-in everywhere.
    if (!path_value(run, index.term, &number))
      number.i = size;
    fail_index(interp, node, "tssa.check_indices", number.i, size);
    return false;
  }
  *out = terms_index(&run->terms, TERM_INDEX_AT, index.term, index.dtype, size);
  return true;
}

/// Brings the indices of a tensor into [0, size), in place.
static bool check_tensor(interp_t *interp, const node_t *node,
                         tensor_t *indices, int64_t size) {
  int64_t step = tssa_dtype_size(indices->dtype);
  for (int64_t i = 0; i < tensor_count(indices); ++i) {
    char *at = tensor_data(indices) + i * step;
    scalar_t index = scalar_load(indices->dtype, at);
    if (index.term) {
      term_t term;
      if (!check_term(interp, node, index, size, &term))
        return false;
      scalar_store(scalar_of_term(term, indices->dtype), at);
      continue;
    }
    if (size < 0 || index.i < -size || index.i >= size) {
      fail_index(interp, node, "tssa.check_indices", index.i, size);
      return false;
    }
    if (index.i < 0)
      scalar_store(scalar_int(indices->dtype, index.i + size), at);
  }
  return true;
}

static flow_t run_check_indices(interp_t *interp, frame_t *frame,
                                node_t *node) {
  int64_t size;
  tensor_t *indices = use_tensor(interp, frame, node, 0);
  if (!indices || !use_int(interp, frame, node, 1, &size))
    return FLOW_ERROR;
  tensor_t *result = tensor_copy(interp, indices);
  if (result && !check_tensor(interp, node, result, size)) {
    tensor_release(result);
    result = NULL;
  }
  return give_tensor(interp, frame, node, 0, result);
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

typedef struct bytes_t {
  size_t size, capacity;
  char *memory;
} bytes_t;

static void append(bytes_t *bytes, const void *from, size_t size) {
  if (bytes->size + size > bytes->capacity) {
    size_t capacity = 2 * (bytes->size + size);
    char *memory = realloc(bytes->memory, capacity);
    if (!memory) {
      symbolic_run->terms.exhausted = true;
      return;
    }
    bytes->memory = memory;
    bytes->capacity = capacity;
  }
  if (size)
    memcpy(bytes->memory + bytes->size, from, size);
  bytes->size += size;
}

static void append_text(MlirStringRef text, void *bytes) {
  append(bytes, text.data, text.length);
}

/// The number of what an op is: its name, attributes and the shapes of its
/// operands.
static int32_t find_signature(const node_t *node, const value_t *operands) {
  symbolic_t *run = symbolic_run;
  bytes_t bytes = {0, 0, NULL};
  append_text(mlirIdentifierStr(mlirOperationGetName(node->op)), &bytes);
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(node->op); ++i) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(node->op, i);
    append(&bytes, "|", 1);
    append_text(mlirIdentifierStr(attribute.name), &bytes);
    append(&bytes, "=", 1);
    mlirAttributePrint(attribute.attribute, append_text, &bytes);
  }
  for (int64_t i = 0; i < node->num_operands; ++i) {
    int64_t rank =
        operands[i].kind == VALUE_TENSOR ? operands[i].tensor->rank : -1;
    tssa_dtype_t dtype =
        rank < 0 ? operands[i].scalar.dtype : operands[i].tensor->dtype;
    append(&bytes, &dtype, sizeof dtype);
    append(&bytes, &rank, sizeof rank);
    if (rank > 0)
      append(&bytes, operands[i].tensor->sizes, (size_t)rank * sizeof(int64_t));
  }
  signature_t *found = run->signatures;
  while (found && (found->size != bytes.size ||
                   memcmp(found->bytes, bytes.memory, bytes.size) != 0))
    found = found->next;
  if (!found && (found = malloc(sizeof *found + bytes.size))) {
    found->next = run->signatures;
    found->code = found->next ? found->next->code + 1 : 0;
    found->size = bytes.size;
    memcpy(found->bytes, bytes.memory, bytes.size);
    run->signatures = found;
  }
  free(bytes.memory);
  if (!found)
    run->terms.exhausted = true;
  return found ? found->code : 0;
}

//===----------------------------------------------------------------------===//
// Ops as a whole
//===----------------------------------------------------------------------===//

static const op_entry_t *find_entry(MlirStringRef name) {
  static const op_entry_t *const lists[] = {index_ops, reduce_ops, scan_ops};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i)
    for (const op_entry_t *entry = lists[i]; entry->name; ++entry)
      if (mlirStringRefEqual(mlirStringRefCreateFromCString(entry->name), name))
        return entry;
  return NULL;
}

static bool has_terms(const value_t *value) {
  if (value->kind == VALUE_SCALAR)
    return value->scalar.term != 0;
  if (value->kind != VALUE_TENSOR)
    return false;
  int64_t size = tssa_dtype_size(value->tensor->dtype);
  for (int64_t i = 0; i < tensor_count(value->tensor); ++i)
    if (symbolic_load(value->tensor->dtype,
                      tensor_data(value->tensor) + i * size))
      return true;
  return false;
}

/// The term of the op over its operands.
static term_t make_whole(const node_t *node, const value_t *operands) {
  terms_t *terms = &symbolic_run->terms;
  size_t count = 0, at = 0;
  for (int64_t i = 0; i < node->num_operands; ++i)
    count += operands[i].kind == VALUE_TENSOR
                 ? (size_t)tensor_count(operands[i].tensor)
                 : 1;
  term_t *all = malloc((count + 1) * sizeof *all);
  if (!all) {
    terms->exhausted = true;
    return 1;
  }
  for (int64_t i = 0; i < node->num_operands; ++i) {
    const value_t *operand = &operands[i];
    if (operand->kind != VALUE_TENSOR) {
      all[at++] = terms_of(terms, operand->scalar);
      continue;
    }
    const tensor_t *tensor = operand->tensor;
    for (int64_t e = 0; e < tensor_count(tensor); ++e)
      all[at++] =
          terms_of(terms, scalar_load(tensor->dtype,
                                      tensor_data(tensor) +
                                          e * tssa_dtype_size(tensor->dtype)));
  }
  term_t whole =
      terms_whole(terms, find_signature(node, operands), (uint32_t)count, all);
  free(all);
  return whole;
}

/// Zeros in the place of terms: indices in range wherever there is one.
static void clear_terms(tensor_t *tensor) {
  int64_t size = tssa_dtype_size(tensor->dtype);
  scalar_t zero = scalar_cast(scalar_int(TSSA_DTYPE_I64, 0), tensor->dtype);
  for (int64_t i = 0; i < tensor_count(tensor); ++i) {
    char *at = tensor_data(tensor) + i * size;
    if (symbolic_load(tensor->dtype, at))
      scalar_store(zero, at);
  }
}

/// Makes what a handler gave parts of the whole; a count is at most `most`.
static void mark_result(value_t *value, term_t whole, int64_t most,
                        int64_t *number) {
  terms_t *terms = &symbolic_run->terms;
  if (value->kind == VALUE_SCALAR) {
    tssa_dtype_t dtype = value->scalar.dtype;
    int32_t limit = most < INT32_MAX ? (int32_t)most : -1;
    value->scalar = scalar_of_term(
        terms_part(terms, whole, dtype, (*number)++, limit), dtype);
  } else if (value->kind == VALUE_TENSOR) {
    tssa_dtype_t dtype = value->tensor->dtype;
    for (int64_t i = 0; i < tensor_count(value->tensor); ++i)
      scalar_store(scalar_of_term(
                       terms_part(terms, whole, dtype, (*number)++, -1), dtype),
                   tensor_data(value->tensor) + i * tssa_dtype_size(dtype));
  }
}

/// The size of the dimension that indices of operand `operand` go along.
static int64_t indexed_size(const node_t *node, const char *name,
                            const value_t *operands, int64_t operand) {
  bool puts = strcmp(name, "tssa.index_put") == 0;
  int64_t dim = puts ? operand - 2 : get_int_attribute(node, "dim", -1);
  const value_t *indexed = &operands[puts ? 1 : 0];
  if (indexed->kind != VALUE_TENSOR || dim < 0 || dim >= indexed->tensor->rank)
    return -1;
  return indexed->tensor->sizes[dim];
}

/// The first operand that is an index tensor.
static int64_t first_index(const node_t *node, const char *name) {
  if (strcmp(name, "tssa.index_put") == 0)
    return 2;
  bool picks = strcmp(name, "tssa.gather") == 0 ||
               strcmp(name, "tssa.index_select") == 0;
  return picks ? 1 : node->num_operands;
}

/// Runs the handler with numbers in place of terms, for what it refuses and for
/// the shapes of its results.
static flow_t run_with_numbers(interp_t *interp, frame_t *frame, node_t *node,
                               const op_entry_t *entry,
                               const value_t *operands) {
  bool done = true;
  for (int64_t i = 0; done && i < node->num_operands; ++i) {
    if (operands[i].kind != VALUE_TENSOR)
      continue;
    value_t numbers;
    numbers.kind = VALUE_TENSOR;
    numbers.tensor = tensor_copy(interp, operands[i].tensor);
    done = numbers.tensor != NULL;
    if (done) {
      clear_terms(numbers.tensor);
      set_slot(frame, node->operands[i], numbers);
    }
  }
  flow_t flow = done ? entry->run(interp, frame, node) : FLOW_ERROR;
  for (int64_t i = 0; i < node->num_operands; ++i)
    set_slot(frame, node->operands[i], value_retain(operands[i]));
  return flow;
}

/// Puts indices in one form into copies of the operands that hold them.
static bool check_operands(interp_t *interp, const node_t *node,
                           const char *name, value_t *operands) {
  for (int64_t i = first_index(node, name); i < node->num_operands; ++i) {
    int64_t size = indexed_size(node, name, operands, i);
    if (size < 0 || operands[i].kind != VALUE_TENSOR)
      continue;
    tensor_t *checked = tensor_copy(interp, operands[i].tensor);
    if (!checked)
      return false;
    tensor_release(operands[i].tensor);
    operands[i].tensor = checked;
    if (!check_tensor(interp, node, checked, size))
      return false;
  }
  return true;
}

static flow_t run_whole(interp_t *interp, frame_t *frame, node_t *node) {
  const op_entry_t *entry =
      find_entry(mlirIdentifierStr(mlirOperationGetName(node->op)));
  bool terms = false;
  for (int64_t i = 0; i < node->num_operands; ++i)
    terms |= has_terms(&frame->slots[node->operands[i]]);
  if (!terms)
    return entry->run(interp, frame, node);
  value_t *operands = calloc((size_t)node->num_operands, sizeof *operands);
  if (!operands)
    return fail_memory(interp, -1);
  for (int64_t i = 0; i < node->num_operands; ++i)
    operands[i] = value_retain(frame->slots[node->operands[i]]);
  flow_t flow = run_with_numbers(interp, frame, node, entry, operands);
  if (flow == FLOW_NEXT && !check_operands(interp, node, entry->name, operands))
    flow = FLOW_ERROR;
  if (flow == FLOW_NEXT) {
    term_t whole = make_whole(node, operands);
    int64_t number = 0, most = -1;
    // The third result is the size that the first is padded to, which no data
    // changes and no count exceeds.
    if (node->num_results == 3)
      most = frame->slots[node->results[2]].scalar.i;
    for (int64_t i = 0; i < node->num_results && i < 2; ++i)
      mark_result(&frame->slots[node->results[i]], whole, most, &number);
  }
  for (int64_t i = 0; i < node->num_operands; ++i)
    value_release(&operands[i]);
  free(operands);
  return flow;
}

handler_t whole_handler(const char *name) {
  static const char *const names[] = {"tssa.argmax",       "tssa.argmin",
                                      "tssa.sort",         "tssa.nonzero",
                                      "tssa.gather",       "tssa.masked_select",
                                      "tssa.index_select", "tssa.index_put"};
  if (strcmp(name, "tssa.check_indices") == 0)
    return run_check_indices;
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (strcmp(name, names[i]) == 0)
      return run_whole;
  return NULL;
}

handler_t symbolic_handler(const op_entry_t *entry) {
  handler_t handler =
      symbolic_run->concrete ? NULL : whole_handler(entry->name);
  return handler ? handler : entry->run;
}
