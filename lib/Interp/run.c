// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running nodes: regions, functions, and how handlers get their operands and
// give their results. Every result is held against its type here, so that no
// handler can pass on a value that the program's types deny.

#include "symbolic.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Regions and functions
//===----------------------------------------------------------------------===//

static void release_dead(frame_t *frame, const node_t *node) {
  for (int64_t i = 0; i < node->num_dead; ++i)
    value_release(&frame->slots[node->dead[i]]);
}

static flow_t run_block(interp_t *interp, frame_t *frame, block_t *block,
                        node_t **out_terminator) {
  for (int64_t i = 0; i < block->num_nodes; ++i) {
    node_t *node = &block->nodes[i];
    if (interp->steps == 0)
      return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                  "expected the program to end within the limit of "
                  "TENSORSSA_INTERP_STEPS");
    if (interp->steps > 0)
      interp->steps -= 1;
    flow_t flow = node->run(interp, frame, node);
    if (flow == FLOW_NEXT) {
      release_dead(frame, node);
      continue;
    }
    *out_terminator = node;
    return flow;
  }
  fail_call(interp, TSSA_STATUS_UNSUPPORTED,
            "expected every block to end in a terminator");
  return FLOW_ERROR;
}

flow_t run_region(interp_t *interp, frame_t *frame, region_t *region,
                  node_t **out_terminator) {
  if (region->num_blocks == 0) {
    fail_call(interp, TSSA_STATUS_UNSUPPORTED,
              "expected a region with a block");
    return FLOW_ERROR;
  }
  if (interp->depth == MAX_DEPTH)
    return fail(interp, &region->blocks[0].nodes[0], TSSA_STATUS_UNSUPPORTED,
                "expected calls and regions to nest at most %d deep",
                MAX_DEPTH);
  interp->depth += 1;
  block_t *block = &region->blocks[0];
  flow_t flow;
  while ((flow = run_block(interp, frame, block, out_terminator)) ==
         FLOW_BRANCH)
    block = frame->target;
  interp->depth -= 1;
  return flow;
}

bool run_function(interp_t *interp, function_t *function, MlirOperation caller,
                  const value_t *inputs, value_t *outputs) {
  (void)caller;
  frame_t frame = {function, NULL, NULL, NULL, 0};
  frame.slots = calloc((size_t)function->num_slots + 1, sizeof *frame.slots);
  if (!frame.slots) {
    fail_memory(interp, -1);
    return false;
  }
  block_t *entry = &function->body.blocks[0];
  for (int64_t i = 0; i < function->num_inputs; ++i)
    set_slot(&frame, entry->arguments[i], value_retain(inputs[i]));
  node_t *terminator = NULL;
  bool done =
      run_region(interp, &frame, &function->body, &terminator) == FLOW_YIELD;
  for (int64_t i = 0; done && i < function->num_results; ++i)
    outputs[i] = value_retain(frame.slots[terminator->operands[i]]);
  for (int32_t i = 0; i < function->num_slots; ++i)
    value_release(&frame.slots[i]);
  free(frame.slots);
  return done;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

const type_t *operand_type(frame_t *frame, const node_t *node, int64_t index) {
  return frame->function->slot_types[node->operands[index]];
}

const type_t *result_type(frame_t *frame, const node_t *node, int64_t index) {
  return frame->function->slot_types[node->results[index]];
}

value_t *use_value(interp_t *interp, frame_t *frame, node_t *node,
                   int64_t index) {
  if (index >= node->num_operands) {
    fail(interp, node, TSSA_STATUS_UNSUPPORTED,
         "expected at least %" PRId64 " operands but got %" PRId64, index + 1,
         node->num_operands);
    return NULL;
  }
  value_t *value = &frame->slots[node->operands[index]];
  if (value->kind == VALUE_NONE || value->kind == VALUE_POISON) {
    fail(interp, node, TSSA_STATUS_UNSUPPORTED,
         "expected operand %" PRId64 " to be a value but got %s", index,
         value->kind == VALUE_POISON ? "poison" : "nothing");
    return NULL;
  }
  return value;
}

/// `use_value` of one kind.
static value_t *use_kind(interp_t *interp, frame_t *frame, node_t *node,
                         int64_t index, value_kind_t kind) {
  static const char *const names[] = {"nothing",  "poison", "a number",
                                      "a tensor", "a ref",  "a list"};
  value_t *value = use_value(interp, frame, node, index);
  if (value && value->kind != kind) {
    fail(interp, node, TSSA_STATUS_UNSUPPORTED,
         "expected operand %" PRId64 " to be %s but got %s", index, names[kind],
         names[value->kind]);
    return NULL;
  }
  return value;
}

bool use_number(interp_t *interp, frame_t *frame, node_t *node, int64_t index,
                scalar_t *out) {
  value_t *value = use_kind(interp, frame, node, index, VALUE_SCALAR);
  if (value)
    *out = value->scalar;
  return value != NULL;
}

bool use_scalar(interp_t *interp, frame_t *frame, node_t *node, int64_t index,
                scalar_t *out) {
  return use_number(interp, frame, node, index, out) &&
         (!out->term || symbolic_know(interp, node, out));
}

bool use_int(interp_t *interp, frame_t *frame, node_t *node, int64_t index,
             int64_t *out) {
  scalar_t scalar;
  if (!use_scalar(interp, frame, node, index, &scalar))
    return false;
  *out = scalar.i;
  return true;
}

tensor_t *use_tensor(interp_t *interp, frame_t *frame, node_t *node,
                     int64_t index) {
  value_t *value = use_kind(interp, frame, node, index, VALUE_TENSOR);
  return value ? value->tensor : NULL;
}

tensor_t *use_ref(interp_t *interp, frame_t *frame, node_t *node,
                  int64_t index) {
  value_t *value = use_kind(interp, frame, node, index, VALUE_REF);
  return value ? value->tensor : NULL;
}

list_t *use_list(interp_t *interp, frame_t *frame, node_t *node,
                 int64_t index) {
  value_t *value = use_kind(interp, frame, node, index, VALUE_LIST);
  return value ? value->list : NULL;
}

tensor_t *take_tensor(interp_t *interp, frame_t *frame, node_t *node,
                      int64_t index) {
  tensor_t *tensor = use_tensor(interp, frame, node, index);
  if (!tensor)
    return NULL;
  int32_t slot = node->operands[index];
  bool dead = false, alone = tensor->references == 1;
  for (int64_t i = 0; i < node->num_dead; ++i)
    dead |= node->dead[i] == slot;
  for (int64_t i = 0; i < node->num_operands; ++i)
    alone &= i == index || node->operands[i] != slot;
  if (!dead || !alone)
    return tensor_copy(interp, tensor);
  frame->slots[slot].kind = VALUE_NONE;
  return tensor;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void set_slot(frame_t *frame, int32_t slot, value_t value) {
  value_release(&frame->slots[slot]);
  frame->slots[slot] = value;
}

void describe_tensor(const tensor_t *tensor, const char *form, char *out,
                     size_t size) {
  size_t used = (size_t)snprintf(out, size, "%s<", form);
  for (int64_t dim = 0; dim < tensor->rank && used < size; ++dim)
    used += (size_t)snprintf(out + used, size - used, "%" PRId64 "x",
                             tensor->sizes[dim]);
  if (used < size)
    snprintf(out + used, size - used, "%s>",
             tensor->dtype == TSSA_DTYPE_BOOL ? "i1"
                                              : tssa_dtype_name(tensor->dtype));
}

/// The type with its open sizes as "?", as MLIR writes it.
static void describe_type(const type_t *type, const char *form, char *out,
                          size_t size) {
  size_t used = (size_t)snprintf(out, size, "%s<", form);
  for (int64_t dim = 0; dim < type->rank && used < size; ++dim)
    used += type->sizes[dim] == DYNAMIC
                ? (size_t)snprintf(out + used, size - used, "?x")
                : (size_t)snprintf(out + used, size - used, "%" PRId64 "x",
                                   type->sizes[dim]);
  if (used < size)
    snprintf(out + used, size - used, "%s>",
             type->dtype == TSSA_DTYPE_BOOL ? "i1"
                                            : tssa_dtype_name(type->dtype));
}

static bool tensor_fits(const tensor_t *tensor, const type_t *type) {
  if (tensor->dtype != type->dtype || tensor->rank != type->rank)
    return false;
  for (int64_t dim = 0; dim < type->rank; ++dim)
    if (type->sizes[dim] != DYNAMIC && type->sizes[dim] != tensor->sizes[dim])
      return false;
  if (type->strides && type->offset != DYNAMIC &&
      type->offset * tssa_dtype_size(type->dtype) != tensor->byte_offset)
    return false;
  // Strides of dimensions with one index, and of empty tensors, say nothing.
  for (int64_t dim = 0; type->strides && dim < type->rank; ++dim)
    if (type->strides[dim] != DYNAMIC && tensor->sizes[dim] > 1 &&
        tensor_count(tensor) > 0 && type->strides[dim] != tensor->strides[dim])
      return false;
  return true;
}

bool value_has_type(const value_t *value, const type_t *type, char *out_why) {
  static const char *const kinds[] = {"nothing",  "poison", "a number",
                                      "a tensor", "a ref",  "a list"};
  const char *expected = "a value of another kind";
  bool fits = false;
  switch (type->kind) {
  case TYPE_SCALAR:
    fits = value->kind == VALUE_SCALAR && value->scalar.dtype == type->dtype;
    expected = tssa_dtype_name(type->dtype);
    break;
  case TYPE_TENSOR:
  case TYPE_REF: {
    value_kind_t kind = type->kind == TYPE_REF ? VALUE_REF : VALUE_TENSOR;
    const char *form = type->kind == TYPE_REF ? "!tssa.ref" : "tensor";
    if (value->kind != kind) {
      expected = form;
      break;
    }
    if (tensor_fits(value->tensor, type))
      return true;
    char want[200], got[200];
    describe_type(type, form, want, sizeof want);
    describe_tensor(value->tensor, form, got, sizeof got);
    snprintf(out_why, 512, "%s%s but got %s", want,
             type->strides ? " with its layout" : "", got);
    return false;
  }
  case TYPE_LIST:
    fits = value->kind == VALUE_LIST;
    expected = "a list";
    break;
  case TYPE_ANY_REF:
    fits = value->kind == VALUE_REF;
    expected = "a ref";
    break;
  case TYPE_OTHER:
    expected = "of a type that the interpreter has values of";
    break;
  }
  if (!fits)
    snprintf(out_why, 512, "%s but got %s", expected,
             value->kind == VALUE_SCALAR ? tssa_dtype_name(value->scalar.dtype)
                                         : kinds[value->kind]);
  return fits;
}

flow_t give_value(interp_t *interp, frame_t *frame, node_t *node, int64_t index,
                  value_t value) {
  char why[512];
  if (index >= node->num_results) {
    value_release(&value);
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected at least %" PRId64 " results", index + 1);
  }
  if (value.kind != VALUE_POISON &&
      !value_has_type(&value, result_type(frame, node, index), why)) {
    value_release(&value);
    return fail(interp, node, TSSA_STATUS_SHAPE_MISMATCH,
                "expected result %" PRId64 " to be %s", index, why);
  }
  set_slot(frame, node->results[index], value);
  return FLOW_NEXT;
}

flow_t give_scalar(interp_t *interp, frame_t *frame, node_t *node,
                   int64_t index, scalar_t scalar) {
  return give_value(interp, frame, node, index, value_of_scalar(scalar));
}

flow_t give_index(interp_t *interp, frame_t *frame, node_t *node, int64_t index,
                  int64_t number) {
  return give_scalar(interp, frame, node, index,
                     scalar_int(TSSA_DTYPE_I64, number));
}

static flow_t give_object(interp_t *interp, frame_t *frame, node_t *node,
                          int64_t index, tensor_t *tensor, value_kind_t kind) {
  if (!tensor)
    return FLOW_ERROR;
  value_t value;
  value.kind = kind;
  value.tensor = tensor;
  return give_value(interp, frame, node, index, value);
}

flow_t give_tensor(interp_t *interp, frame_t *frame, node_t *node,
                   int64_t index, tensor_t *tensor) {
  return give_object(interp, frame, node, index, tensor, VALUE_TENSOR);
}

flow_t give_ref(interp_t *interp, frame_t *frame, node_t *node, int64_t index,
                tensor_t *tensor) {
  return give_object(interp, frame, node, index, tensor, VALUE_REF);
}

/// Copies operands of `from` to slots. With `ends`, `from` ends its block, so
/// what it is the last to read goes before the slots are set, which may be the
/// same.
static bool pass(interp_t *interp, frame_t *frame, const node_t *from,
                 int64_t first, int64_t count, const int32_t *slots,
                 bool ends) {
  value_t few[16];
  value_t *values = count <= 16 ? few : malloc((size_t)count * sizeof *values);
  if (!values) {
    fail_memory(interp, -1);
    return false;
  }
  bool done = true;
  for (int64_t i = 0; i < count; ++i)
    values[i] = value_retain(frame->slots[from->operands[first + i]]);
  if (ends)
    release_dead(frame, from);
  for (int64_t i = 0; i < count; ++i) {
    char why[512];
    if (done && values[i].kind != VALUE_POISON &&
        !value_has_type(&values[i], frame->function->slot_types[slots[i]],
                        why)) {
      fail(interp, from, TSSA_STATUS_SHAPE_MISMATCH,
           "expected value %" PRId64 " to be %s", i, why);
      done = false;
    }
    set_slot(frame, slots[i], values[i]);
  }
  if (values != few)
    free(values);
  return done;
}

bool pass_values(interp_t *interp, frame_t *frame, const node_t *from,
                 int64_t first, int64_t count, const int32_t *slots) {
  return pass(interp, frame, from, first, count, slots, false);
}

bool pass_yields(interp_t *interp, frame_t *frame, const node_t *terminator,
                 int64_t first, int64_t count, const int32_t *slots) {
  return pass(interp, frame, terminator, first, count, slots, true);
}
