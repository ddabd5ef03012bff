// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's elementwise ops: over numbers, or over tensors of one shape.

#include "symbolic.h"

#include <string.h>

tssa_dtype_t element_dtype(const type_t *type) { return type->dtype; }

/// The element of numbers, some of which may be terms. `*out_problem` is what
/// is wrong; false after an error.
static bool apply(interp_t *interp, const node_t *node, element_t element,
                  int64_t predicate, const scalar_t *inputs, scalar_t *out,
                  const char **out_problem) {
  bool terms = false;
  for (int64_t i = 0; i < node->num_operands; ++i)
    terms |= inputs[i].term != 0;
  if (terms)
    return symbolic_element(interp, node, element, predicate,
                            node->num_operands, inputs, out, out_problem);
  *out_problem = element(node->code, predicate, inputs, out);
  return true;
}

static flow_t run_numbers(interp_t *interp, frame_t *frame, node_t *node,
                          element_t element, int64_t predicate) {
  scalar_t inputs[4], out;
  memset(inputs, 0, sizeof inputs);
  out = scalar_int(element_dtype(result_type(frame, node, 0)), 0);
  for (int64_t i = 0; i < node->num_operands; ++i) {
    // What is computed from poison is poison.
    if (frame->slots[node->operands[i]].kind == VALUE_POISON)
      return give_scalar(interp, frame, node, 0, scalar_poison(out.dtype));
    if (!use_number(interp, frame, node, i, &inputs[i]))
      return FLOW_ERROR;
  }
  const char *problem;
  if (!apply(interp, node, element, predicate, inputs, &out, &problem))
    return FLOW_ERROR;
  if (problem)
    return fail(interp, node, TSSA_STATUS_INVALID_ARGUMENT, "%s", problem);
  return give_scalar(interp, frame, node, 0, out);
}

flow_t run_elements(interp_t *interp, frame_t *frame, node_t *node,
                    element_t element, int64_t predicate) {
  if (node->num_operands < 1 || node->num_operands > 4 ||
      node->num_results != 1)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected 1 to 4 operands and 1 result");
  if (result_type(frame, node, 0)->kind == TYPE_SCALAR)
    return run_numbers(interp, frame, node, element, predicate);
  tensor_t *operands[4];
  for (int64_t i = 0; i < node->num_operands; ++i) {
    operands[i] = use_tensor(interp, frame, node, i);
    if (!operands[i])
      return FLOW_ERROR;
    if (!same_sizes(operands[0], operands[i]))
      return fail(interp, node, TSSA_STATUS_SHAPE_MISMATCH,
                  "expected all operands to have the same sizes");
  }
  tssa_dtype_t dtype = element_dtype(result_type(frame, node, 0));
  tensor_t *result =
      tensor_create(interp, dtype, operands[0]->rank, operands[0]->sizes);
  if (!result)
    return FLOW_ERROR;
  int64_t count = tensor_count(result);
  scalar_t inputs[4];
  memset(inputs, 0, sizeof inputs);
  for (int64_t at = 0; at < count; ++at) {
    scalar_t out = scalar_int(dtype, 0);
    for (int64_t i = 0; i < node->num_operands; ++i)
      inputs[i] = scalar_load(operands[i]->dtype,
                              tensor_data(operands[i]) +
                                  at * tssa_dtype_size(operands[i]->dtype));
    const char *problem;
    if (!apply(interp, node, element, predicate, inputs, &out, &problem)) {
      tensor_release(result);
      return FLOW_ERROR;
    }
    if (problem) {
      tensor_release(result);
      return fail(interp, node, TSSA_STATUS_INVALID_ARGUMENT, "%s", problem);
    }
    scalar_store(out, tensor_data(result) + at * tssa_dtype_size(dtype));
  }
  return give_tensor(interp, frame, node, 0, result);
}
