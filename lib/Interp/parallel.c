// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose iterations may run at once: here one after the other, the last
// dimension fastest.

#include "internal.h"

#include <inttypes.h>
#include <stdlib.h>

/// A nest of loops and where it is.
typedef struct nest_t {
  int64_t rank;
  int64_t lower[TSSA_MAX_RANK], step[TSSA_MAX_RANK], trips[TSSA_MAX_RANK];
  int64_t indices[TSSA_MAX_RANK];
} nest_t;

/// Counts the trips to `upper`. False, with an error, for a step that goes
/// nowhere.
static bool start_nest(interp_t *interp, node_t *node, nest_t *nest,
                       const int64_t *upper) {
  for (int64_t i = 0; i < nest->rank; ++i) {
    if (nest->step[i] <= 0) {
      fail(interp, node, TSSA_STATUS_INVALID_ARGUMENT,
           "expected the step to be positive but got %" PRId64, nest->step[i]);
      return false;
    }
    nest->trips[i] = (int64_t)trip_count(
        scalar_int(TSSA_DTYPE_I64, nest->lower[i]),
        scalar_int(TSSA_DTYPE_I64, upper[i]), nest->step[i], false);
    nest->indices[i] = 0;
  }
  return true;
}

static bool has_trips(const nest_t *nest) {
  return count_of(nest->rank, nest->trips) != 0;
}

static bool next_trip(nest_t *nest) {
  return next_index(nest->rank, nest->trips, nest->indices);
}

/// Sets the first arguments of the body to where the nest is.
static void set_variables(frame_t *frame, const nest_t *nest,
                          const block_t *body) {
  for (int64_t i = 0; i < nest->rank; ++i)
    set_slot(frame, body->arguments[i],
             value_of_scalar(scalar_int(TSSA_DTYPE_I64,
                                        nest->lower[i] +
                                            nest->indices[i] * nest->step[i])));
}

//===----------------------------------------------------------------------===//
// scf.forall
//===----------------------------------------------------------------------===//

/// Does what the terminator of an iteration says: inserts parts into the
/// results.
static bool insert_parts(interp_t *interp, frame_t *frame, node_t *end,
                         const int32_t *outs, int64_t num_outs,
                         tensor_t **results) {
  block_t *block = &end->regions[0].blocks[0];
  for (int64_t i = 0; i < block->num_nodes; ++i) {
    node_t *insert = &block->nodes[i];
    int64_t to = -1;
    for (int64_t o = 0; o < num_outs && insert->num_operands > 1; ++o)
      if (insert->operands[1] == outs[o])
        to = o;
    if (to < 0) {
      fail(interp, insert, TSSA_STATUS_UNSUPPORTED,
           "expected an insertion into a shared output of the loop");
      return false;
    }
    if (!insert_slice(interp, frame, insert, results[to]))
      return false;
  }
  return true;
}

static flow_t run_forall(interp_t *interp, frame_t *frame, node_t *node) {
  nest_t nest;
  int64_t at = 0, count, upper[TSSA_MAX_RANK];
  if (!use_mixed(interp, frame, node, "staticLowerBound", &at, &nest.rank,
                 nest.lower) ||
      !use_mixed(interp, frame, node, "staticUpperBound", &at, &count, upper) ||
      !use_mixed(interp, frame, node, "staticStep", &at, &count, nest.step) ||
      !start_nest(interp, node, &nest, upper))
    return FLOW_ERROR;
  int64_t outs = node->num_results;
  block_t *body = &node->regions[0].blocks[0];
  tensor_t **results = calloc((size_t)outs + 1, sizeof *results);
  if (!results)
    return fail_memory(interp, -1);
  bool done = true;
  for (int64_t i = 0; done && i < outs; ++i) {
    tensor_t *out = use_tensor(interp, frame, node, at + i);
    done = out && (results[i] = tensor_copy(interp, out));
  }
  bool more = done && has_trips(&nest);
  while (done && more) {
    set_variables(frame, &nest, body);
    node_t *end;
    // Every iteration sees the outputs as they were before the loop.
    done = pass_values(interp, frame, node, at, outs,
                       body->arguments + nest.rank) &&
           run_region(interp, frame, &node->regions[0], &end) == FLOW_YIELD &&
           insert_parts(interp, frame, end, body->arguments + nest.rank, outs,
                        results);
    more = next_trip(&nest);
  }
  for (int64_t i = 0; i < outs; ++i) {
    if (done)
      done = give_tensor(interp, frame, node, i, results[i]) == FLOW_NEXT;
    else
      tensor_release(results[i]);
  }
  free(results);
  return done ? FLOW_NEXT : FLOW_ERROR;
}

//===----------------------------------------------------------------------===//
// scf.parallel
//===----------------------------------------------------------------------===//

/// The numbers of an operand group, as many as the nest has dimensions.
static bool use_group(interp_t *interp, frame_t *frame, node_t *node,
                      int64_t group, int64_t *out_count, int64_t *out) {
  int64_t first;
  if (!get_segment(interp, node, group, &first, out_count))
    return false;
  if (*out_count > TSSA_MAX_RANK) {
    fail(interp, node, TSSA_STATUS_UNSUPPORTED,
         "expected at most %d dimensions but got %" PRId64, TSSA_MAX_RANK,
         *out_count);
    return false;
  }
  for (int64_t i = 0; i < *out_count; ++i)
    if (!use_int(interp, frame, node, first + i, &out[i]))
      return false;
  return true;
}

/// Joins what an iteration gives to what the results hold so far, by the
/// regions of its terminator.
static bool reduce(interp_t *interp, frame_t *frame, node_t *end,
                   const int32_t *results) {
  for (int64_t i = 0; i < end->num_operands; ++i) {
    block_t *join = &end->regions[i].blocks[0];
    set_slot(frame, join->arguments[0], value_retain(frame->slots[results[i]]));
    node_t *last;
    if (!pass_values(interp, frame, end, i, 1, join->arguments + 1) ||
        run_region(interp, frame, &end->regions[i], &last) != FLOW_YIELD ||
        !pass_yields(interp, frame, last, 0, 1, &results[i]))
      return false;
  }
  return true;
}

static flow_t run_parallel(interp_t *interp, frame_t *frame, node_t *node) {
  nest_t nest;
  int64_t count, first, upper[TSSA_MAX_RANK];
  if (!use_group(interp, frame, node, 0, &nest.rank, nest.lower) ||
      !use_group(interp, frame, node, 1, &count, upper) ||
      !use_group(interp, frame, node, 2, &count, nest.step) ||
      !start_nest(interp, node, &nest, upper) ||
      !get_segment(interp, node, 3, &first, &count) ||
      !pass_values(interp, frame, node, first, count, node->results))
    return FLOW_ERROR;
  bool more = has_trips(&nest);
  while (more) {
    set_variables(frame, &nest, &node->regions[0].blocks[0]);
    node_t *end;
    if (run_region(interp, frame, &node->regions[0], &end) != FLOW_YIELD ||
        !reduce(interp, frame, end, node->results))
      return FLOW_ERROR;
    more = next_trip(&nest);
  }
  return FLOW_NEXT;
}

const op_entry_t parallel_ops[] = {
    {"scf.forall", run_forall, 0},
    {"scf.forall.in_parallel", run_yield, 0},
    {"scf.parallel", run_parallel, 0},
    {"scf.reduce", run_yield, 0},
    {"scf.reduce.return", run_yield, 0},
    {NULL, NULL, 0},
};
