// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow: calls, structured regions, branches between blocks.

#include "internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

flow_t run_yield(interp_t *interp, frame_t *frame, node_t *node) {
  (void)interp;
  (void)frame;
  (void)node;
  return FLOW_YIELD;
}

//===----------------------------------------------------------------------===//
// func
//===----------------------------------------------------------------------===//

static flow_t run_call(interp_t *interp, frame_t *frame, node_t *node) {
  function_t *function = node->data;
  if (!function) {
    MlirAttribute callee = get_attribute(node, "callee");
    flow_t flow;
    if (run_host_call(interp, frame, node, callee, &flow))
      return flow;
    function = lookup_function(interp, mlirFlatSymbolRefAttrGetValue(callee),
                               node->op);
    if (!function)
      return FLOW_ERROR;
    node->data = function;
  }
  if (function->num_inputs != node->num_operands ||
      function->num_results != node->num_results)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected the call to fit its callee");
  size_t count = (size_t)(node->num_operands + node->num_results);
  value_t *values = calloc(count + 1, sizeof *values);
  if (!values)
    return fail_memory(interp, -1);
  value_t *outputs = values + node->num_operands;
  // Borrowed: `run_function` takes references of its own.
  for (int64_t i = 0; i < node->num_operands; ++i)
    values[i] = frame->slots[node->operands[i]];
  flow_t flow = run_function(interp, function, node->op, values, outputs)
                    ? FLOW_NEXT
                    : FLOW_ERROR;
  for (int64_t i = 0; flow == FLOW_NEXT && i < node->num_results; ++i) {
    flow = give_value(interp, frame, node, i, outputs[i]);
    outputs[i].kind = VALUE_NONE;
  }
  for (int64_t i = 0; i < node->num_results; ++i)
    value_release(&outputs[i]);
  free(values);
  return flow;
}

//===----------------------------------------------------------------------===//
// scf
//===----------------------------------------------------------------------===//

/// Runs a region without arguments and makes its yields the op's results.
static flow_t run_for_results(interp_t *interp, frame_t *frame, node_t *node,
                              region_t *region) {
  node_t *end;
  if (run_region(interp, frame, region, &end) != FLOW_YIELD ||
      !pass_yields(interp, frame, end, 0, node->num_results, node->results))
    return FLOW_ERROR;
  return FLOW_NEXT;
}

static flow_t run_if(interp_t *interp, frame_t *frame, node_t *node) {
  scalar_t condition;
  if (!use_scalar(interp, frame, node, 0, &condition))
    return FLOW_ERROR;
  region_t *region = &node->regions[condition.i ? 0 : 1];
  if (region->num_blocks == 0)
    return FLOW_NEXT;
  return run_for_results(interp, frame, node, region);
}

static flow_t run_index_switch(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t value, count, *cases;
  if (!use_int(interp, frame, node, 0, &value) ||
      !get_int_array(interp, node, "cases", &count, &cases))
    return FLOW_ERROR;
  int64_t chosen = 0;
  for (int64_t i = 0; i < count && !chosen; ++i)
    if (cases[i] == value)
      chosen = i + 1;
  return run_for_results(interp, frame, node, &node->regions[chosen]);
}

static flow_t run_execute_region(interp_t *interp, frame_t *frame,
                                 node_t *node) {
  return run_for_results(interp, frame, node, &node->regions[0]);
}

static void move_slots(frame_t *frame, int64_t count, const int32_t *from,
                       const int32_t *to) {
  for (int64_t i = 0; i < count; ++i) {
    set_slot(frame, to[i], frame->slots[from[i]]);
    frame->slots[from[i]].kind = VALUE_NONE;
  }
}

uint64_t trip_count(scalar_t lower, scalar_t upper, int64_t step,
                    bool is_unsigned) {
  bool empty = is_unsigned ? scalar_bits(lower) >= scalar_bits(upper)
                           : lower.i >= upper.i;
  if (empty)
    return 0;
  return ((uint64_t)upper.i - (uint64_t)lower.i - 1) / (uint64_t)step + 1;
}

static flow_t run_for(interp_t *interp, frame_t *frame, node_t *node) {
  scalar_t lower, upper, step;
  if (!use_scalar(interp, frame, node, 0, &lower) ||
      !use_scalar(interp, frame, node, 1, &upper) ||
      !use_scalar(interp, frame, node, 2, &step))
    return FLOW_ERROR;
  if (step.i <= 0)
    return fail(interp, node, TSSA_STATUS_INVALID_ARGUMENT,
                "expected the step to be positive but got %" PRId64, step.i);
  block_t *body = &node->regions[0].blocks[0];
  int64_t carried = node->num_results;
  if (!pass_values(interp, frame, node, 3, carried, body->arguments + 1))
    return FLOW_ERROR;
  bool is_unsigned = !mlirAttributeIsNull(get_attribute(node, "unsignedCmp"));
  uint64_t trips = trip_count(lower, upper, step.i, is_unsigned);
  for (uint64_t trip = 0; trip < trips; ++trip) {
    int64_t at = (int64_t)((uint64_t)lower.i + trip * (uint64_t)step.i);
    set_slot(frame, body->arguments[0],
             value_of_scalar(scalar_int(lower.dtype, at)));
    node_t *end;
    if (run_region(interp, frame, &node->regions[0], &end) != FLOW_YIELD ||
        !pass_yields(interp, frame, end, 0, carried, body->arguments + 1))
      return FLOW_ERROR;
  }
  move_slots(frame, carried, body->arguments + 1, node->results);
  return FLOW_NEXT;
}

static flow_t run_while(interp_t *interp, frame_t *frame, node_t *node) {
  region_t *before = &node->regions[0], *after = &node->regions[1];
  if (!pass_values(interp, frame, node, 0, node->num_operands,
                   before->blocks[0].arguments))
    return FLOW_ERROR;
  for (;;) {
    node_t *end;
    scalar_t condition;
    if (run_region(interp, frame, before, &end) != FLOW_YIELD ||
        !use_scalar(interp, frame, end, 0, &condition))
      return FLOW_ERROR;
    if (!condition.i)
      return pass_yields(interp, frame, end, 1, node->num_results,
                         node->results)
                 ? FLOW_NEXT
                 : FLOW_ERROR;
    block_t *body = &after->blocks[0];
    if (!pass_yields(interp, frame, end, 1, body->num_arguments,
                     body->arguments) ||
        run_region(interp, frame, after, &end) != FLOW_YIELD ||
        !pass_yields(interp, frame, end, 0, node->num_operands,
                     before->blocks[0].arguments))
      return FLOW_ERROR;
  }
}

//===----------------------------------------------------------------------===//
// cf
//===----------------------------------------------------------------------===//

static flow_t branch(interp_t *interp, frame_t *frame, node_t *node,
                     int64_t successor, int64_t first) {
  block_t *target = node->successors[successor];
  if (!target || first + target->num_arguments > node->num_operands)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected the branch to fit its target");
  if (!pass_values(interp, frame, node, first, target->num_arguments,
                   target->arguments))
    return FLOW_ERROR;
  frame->target = target;
  return FLOW_BRANCH;
}

static flow_t run_br(interp_t *interp, frame_t *frame, node_t *node) {
  return branch(interp, frame, node, 0, 0);
}

static flow_t run_cond_br(interp_t *interp, frame_t *frame, node_t *node) {
  scalar_t condition;
  int64_t first, count;
  if (!use_scalar(interp, frame, node, 0, &condition) ||
      !get_segment(interp, node, condition.i ? 1 : 2, &first, &count))
    return FLOW_ERROR;
  return branch(interp, frame, node, condition.i ? 0 : 1, first);
}

static flow_t run_switch(interp_t *interp, frame_t *frame, node_t *node) {
  scalar_t flag;
  int64_t first, count;
  if (!use_scalar(interp, frame, node, 0, &flag) ||
      !get_segment(interp, node, 1, &first, &count))
    return FLOW_ERROR;
  MlirAttribute values = get_attribute(node, "case_values");
  if (mlirAttributeIsNull(values))
    return branch(interp, frame, node, 0, first);
  int64_t num_cases, *segments;
  if (!get_int_array(interp, node, "case_operand_segments", &num_cases,
                     &segments))
    return FLOW_ERROR;
  int64_t at = first + count;
  for (int64_t i = 0; i < num_cases; ++i) {
    uint64_t index = (uint64_t)i;
    scalar_t value;
    if (scalar_from_attribute(mlirElementsAttrGetValue(values, 1, &index),
                              flag.dtype, &value) &&
        value.i == flag.i)
      return branch(interp, frame, node, i + 1, at);
    at += segments[i];
  }
  return branch(interp, frame, node, 0, first);
}

const op_entry_t control_ops[] = {
    {"func.call", run_call, 0},
    {"func.return", run_yield, 0},
    {"scf.if", run_if, 0},
    {"scf.for", run_for, 0},
    {"scf.while", run_while, 0},
    {"scf.condition", run_yield, 0},
    {"scf.yield", run_yield, 0},
    {"scf.index_switch", run_index_switch, 0},
    {"scf.execute_region", run_execute_region, 0},
    {"cf.br", run_br, 0},
    {"cf.cond_br", run_cond_br, 0},
    {"cf.switch", run_switch, 0},
    {NULL, NULL, 0},
};
