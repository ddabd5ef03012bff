// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops along one dimension: softmax, running sums, sorting. Each line of
// elements along it is read into an array, worked on, and stored.

#include "compute.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// What an op does with a line of `count` elements; `order` is of use to sort.
typedef bool (*line_t)(interp_t *, node_t *, int64_t count, scalar_t *line,
                       int64_t *order);

static void softmax_parts(int64_t count, const scalar_t *line,
                          scalar_t *shifted, scalar_t *largest, scalar_t *sum) {
  scalar_t m = line[0];
  for (int64_t i = 1; i < count; ++i)
    m = compute_binary(COMPUTE_MAXIMUM, m, line[i]);
  scalar_t s = scalar_float(m.dtype, 0);
  for (int64_t i = 0; i < count; ++i) {
    scalar_t in[4] = {compute_binary(COMPUTE_SUB, line[i], m), m, m, m};
    compute_element(COMPUTE_EXP, in, &shifted[i]);
    s = compute_binary(COMPUTE_ADD, s, shifted[i]);
  }
  *largest = m;
  *sum = s;
}

static bool line_softmax(interp_t *interp, node_t *node, int64_t count,
                         scalar_t *line, int64_t *order) {
  (void)interp;
  (void)node;
  (void)order;
  scalar_t m, s;
  softmax_parts(count, line, line, &m, &s);
  for (int64_t i = 0; i < count; ++i)
    line[i] = compute_binary(COMPUTE_DIV, line[i], s);
  return true;
}

static bool line_log_softmax(interp_t *interp, node_t *node, int64_t count,
                             scalar_t *line, int64_t *order) {
  (void)node;
  (void)order;
  scalar_t m, s;
  scalar_t *shifted = malloc((size_t)count * sizeof *shifted);
  if (!shifted) {
    fail_memory(interp, -1);
    return false;
  }
  softmax_parts(count, line, shifted, &m, &s);
  free(shifted);
  scalar_t in[4] = {s, s, s, s}, log_s = s;
  compute_element(COMPUTE_LOG, in, &log_s);
  for (int64_t i = 0; i < count; ++i)
    line[i] = compute_binary(COMPUTE_SUB,
                             compute_binary(COMPUTE_SUB, line[i], m), log_s);
  return true;
}

static bool line_cumsum(interp_t *interp, node_t *node, int64_t count,
                        scalar_t *line, int64_t *order) {
  (void)interp;
  (void)node;
  (void)order;
  scalar_t sum = scalar_cast(scalar_int(TSSA_DTYPE_I64, 0), line[0].dtype);
  for (int64_t i = 0; i < count; ++i)
    line[i] = sum = compute_binary(COMPUTE_ADD, sum, line[i]);
  return true;
}

/// Whether `a` comes strictly before `b` in ascending order, NaN last.
static bool is_less(scalar_t a, scalar_t b) {
  if (dtype_is_float(a.dtype))
    return isnan(b.f) ? !isnan(a.f) : a.f < b.f;
  return a.i < b.i;
}

/// Merge sort of positions; the halves keep their order where elements are
/// equal.
static void sort_positions(const scalar_t *line, bool descending, int64_t count,
                           int64_t *order, int64_t *room) {
  if (count < 2)
    return;
  int64_t half = count / 2;
  sort_positions(line, descending, half, order, room);
  sort_positions(line, descending, count - half, order + half, room);
  int64_t left = 0, right = half;
  for (int64_t i = 0; i < count; ++i) {
    bool take_right = left == half;
    if (left < half && right < count) {
      scalar_t a = line[order[left]], b = line[order[right]];
      take_right = descending ? is_less(a, b) : is_less(b, a);
    }
    room[i] = take_right ? order[right++] : order[left++];
  }
  memcpy(order, room, (size_t)count * sizeof *order);
}

static bool line_sort(interp_t *interp, node_t *node, int64_t count,
                      scalar_t *line, int64_t *order) {
  int64_t *room = malloc((size_t)count * sizeof *room);
  scalar_t *sorted = malloc((size_t)count * sizeof *sorted);
  bool done = room && sorted;
  if (done) {
    for (int64_t i = 0; i < count; ++i)
      order[i] = i;
    sort_positions(line,
                   !mlirAttributeIsNull(get_attribute(node, "descending")),
                   count, order, room);
    for (int64_t i = 0; i < count; ++i)
      sorted[i] = line[order[i]];
    memcpy(line, sorted, (size_t)count * sizeof *line);
  } else {
    fail_memory(interp, -1);
  }
  free(room);
  free(sorted);
  return done;
}

static bool run_lines(interp_t *interp, node_t *node, line_t work, int64_t dim,
                      const tensor_t *input, tensor_t *result,
                      tensor_t *positions) {
  int64_t count = input->sizes[dim];
  if (tensor_count(input) == 0)
    return true;
  scalar_t *line = malloc((size_t)count * sizeof *line);
  int64_t *order = malloc((size_t)count * sizeof *order);
  bool done = line && order;
  if (!done)
    fail_memory(interp, -1);
  int64_t sizes[TSSA_MAX_RANK], indices[TSSA_MAX_RANK] = {0};
  memcpy(sizes, input->sizes, (size_t)input->rank * sizeof *sizes);
  sizes[dim] = 1;
  bool more = true;
  while (done && more) {
    for (int64_t i = 0; i < count; ++i) {
      indices[dim] = i;
      line[i] =
          scalar_cast(scalar_load(input->dtype, tensor_element(input, indices)),
                      result->dtype);
    }
    done = work(interp, node, count, line, order);
    for (int64_t i = 0; done && i < count; ++i) {
      indices[dim] = i;
      scalar_store(line[i], tensor_element(result, indices));
      if (positions)
        scalar_store(scalar_int(TSSA_DTYPE_I64, order[i]),
                     tensor_element(positions, indices));
    }
    indices[dim] = 0;
    more = next_index(input->rank, sizes, indices);
  }
  free(line);
  free(order);
  return done;
}

enum { SOFTMAX, LOG_SOFTMAX, CUMSUM, SORT };

static flow_t run_along(interp_t *interp, frame_t *frame, node_t *node) {
  static const line_t works[] = {line_softmax, line_log_softmax, line_cumsum,
                                 line_sort};
  tensor_t *input = use_tensor(interp, frame, node, 0);
  if (!input)
    return FLOW_ERROR;
  int64_t dim = get_int_attribute(node, "dim", -1);
  if (dim < 0 || dim >= input->rank)
    return fail(interp, node, TSSA_STATUS_OUT_OF_RANGE,
                "expected the dimension to be in [0, %" PRId64
                ") but got %" PRId64,
                input->rank, dim);
  tensor_t *positions = NULL;
  tensor_t *result = tensor_create(interp, result_type(frame, node, 0)->dtype,
                                   input->rank, input->sizes);
  if (result && node->code == SORT)
    positions =
        tensor_create(interp, TSSA_DTYPE_I64, input->rank, input->sizes);
  if (!result || (node->code == SORT && !positions) ||
      !run_lines(interp, node, works[node->code], dim, input, result,
                 positions)) {
    tensor_release(result);
    tensor_release(positions);
    return FLOW_ERROR;
  }
  flow_t flow = give_tensor(interp, frame, node, 0, result);
  if (node->code != SORT)
    return flow;
  if (flow != FLOW_NEXT) {
    tensor_release(positions);
    return flow;
  }
  return give_tensor(interp, frame, node, 1, positions);
}

const op_entry_t scan_ops[] = {
    {"tssa.softmax", run_along, SOFTMAX},
    {"tssa.log_softmax", run_along, LOG_SOFTMAX},
    {"tssa.cumsum", run_along, CUMSUM},
    {"tssa.sort", run_along, SORT},
    {NULL, NULL, 0},
};
