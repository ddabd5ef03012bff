// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices, and ops that put elements elsewhere without an index
// tensor: cat, stack, flip, triangles.

#include "compute.h"

#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// matmul
//===----------------------------------------------------------------------===//

/// An operand of a product as a batch of matrices: a vector is a row on the
/// left and a column on the right.
typedef struct matrices_t {
  const tensor_t *tensor;
  int64_t batch_rank;
  int64_t rows, columns;
  bool is_vector;
} matrices_t;

static bool as_matrices(const tensor_t *tensor, bool is_left,
                        matrices_t *matrices) {
  if (tensor->rank == 0)
    return false;
  matrices->tensor = tensor;
  matrices->is_vector = tensor->rank == 1;
  if (matrices->is_vector) {
    matrices->batch_rank = 0;
    matrices->rows = is_left ? 1 : tensor->sizes[0];
    matrices->columns = is_left ? tensor->sizes[0] : 1;
  } else {
    matrices->batch_rank = tensor->rank - 2;
    matrices->rows = tensor->sizes[tensor->rank - 2];
    matrices->columns = tensor->sizes[tensor->rank - 1];
  }
  return true;
}

static scalar_t load_matrix(const matrices_t *matrices, int64_t rank,
                            const int64_t *batch, int64_t row, int64_t column) {
  const tensor_t *tensor = matrices->tensor;
  int64_t indices[TSSA_MAX_RANK];
  int64_t missing = rank - matrices->batch_rank;
  for (int64_t i = 0; i < matrices->batch_rank; ++i)
    indices[i] = tensor->sizes[i] == 1 ? 0 : batch[i + missing];
  if (matrices->is_vector) {
    indices[0] = row + column;
  } else {
    indices[matrices->batch_rank] = row;
    indices[matrices->batch_rank + 1] = column;
  }
  return scalar_load(tensor->dtype, tensor_element(tensor, indices));
}

static flow_t run_matmul(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *lhs = use_tensor(interp, frame, node, 0);
  tensor_t *rhs = lhs ? use_tensor(interp, frame, node, 1) : NULL;
  matrices_t a, b;
  if (!rhs)
    return FLOW_ERROR;
  if (!as_matrices(lhs, true, &a) || !as_matrices(rhs, false, &b) ||
      lhs->dtype != rhs->dtype)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected vectors or matrices of one element type");
  int64_t ranks[2] = {a.batch_rank, b.batch_rank};
  int64_t *sizes[2] = {lhs->sizes, rhs->sizes};
  int64_t rank, out[TSSA_MAX_RANK + 2];
  if (!broadcast_sizes(interp, node, 2, ranks, sizes, &rank, out))
    return FLOW_ERROR;
  if (a.columns != b.rows)
    return fail_equal(interp, node, a.columns, b.rows, "inner sizes");
  int64_t out_rank = rank;
  if (!a.is_vector)
    out[out_rank++] = a.rows;
  if (!b.is_vector)
    out[out_rank++] = b.columns;
  tensor_t *result = tensor_create(interp, lhs->dtype, out_rank, out);
  if (!result)
    return FLOW_ERROR;
  int64_t batch[TSSA_MAX_RANK] = {0};
  char *to = tensor_data(result);
  bool more = tensor_count(result) > 0;
  while (more) {
    for (int64_t i = 0; i < a.rows; ++i)
      for (int64_t j = 0; j < b.columns; ++j) {
        scalar_t sum = scalar_cast(scalar_int(TSSA_DTYPE_I64, 0), lhs->dtype);
        for (int64_t k = 0; k < a.columns; ++k)
          sum = compute_binary(
              COMPUTE_ADD, sum,
              compute_binary(COMPUTE_MUL, load_matrix(&a, rank, batch, i, k),
                             load_matrix(&b, rank, batch, k, j)));
        scalar_store(sum, to);
        to += tssa_dtype_size(lhs->dtype);
      }
    more = next_index(rank, out, batch);
  }
  return give_tensor(interp, frame, node, 0, result);
}

//===----------------------------------------------------------------------===//
// cat and stack
//===----------------------------------------------------------------------===//

/// `cat` and, with code 1, `stack`, whose operands have a size 1 at `dim`.
static flow_t run_join(interp_t *interp, frame_t *frame, node_t *node) {
  bool stacks = node->code == 1;
  int64_t dim = get_int_attribute(node, "dim", -1);
  tensor_t *first = use_tensor(interp, frame, node, 0);
  if (!first)
    return FLOW_ERROR;
  int64_t rank = first->rank + stacks;
  if (dim < 0 || dim >= rank || rank > TSSA_MAX_RANK)
    return fail(interp, node, TSSA_STATUS_OUT_OF_RANGE,
                "expected the dimension to be in [0, %" PRId64
                ") but got %" PRId64,
                rank, dim);
  int64_t along = 0;
  for (int64_t i = 0; i < node->num_operands; ++i) {
    tensor_t *next = use_tensor(interp, frame, node, i);
    if (!next)
      return FLOW_ERROR;
    if (next->rank != first->rank || next->dtype != first->dtype)
      return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                  "expected operands of one rank and element type");
    for (int64_t d = 0; d < first->rank; ++d)
      if ((stacks || d != dim) &&
          !check_dim(interp, node, first->sizes[d], next->sizes[d], d))
        return FLOW_ERROR;
    if (__builtin_add_overflow(along, stacks ? 1 : next->sizes[dim], &along))
      return fail_memory(interp, -1);
  }
  int64_t sizes[TSSA_MAX_RANK], own = 0;
  for (int64_t d = 0; d < rank; ++d) {
    sizes[d] = stacks && d == dim ? along : first->sizes[own];
    if (!stacks && d == dim)
      sizes[d] = along;
    own += !(stacks && d == dim);
  }
  tensor_t *result = tensor_create(interp, first->dtype, rank, sizes);
  if (!result)
    return FLOW_ERROR;
  size_t size = (size_t)tssa_dtype_size(first->dtype);
  int64_t base = 0;
  for (int64_t i = 0; i < node->num_operands; ++i) {
    tensor_t *part = use_tensor(interp, frame, node, i);
    int64_t indices[TSSA_MAX_RANK] = {0}, place[TSSA_MAX_RANK];
    bool more = tensor_count(part) > 0;
    while (more) {
      for (int64_t d = 0, from = 0; d < rank; ++d)
        place[d] = stacks && d == dim ? 0 : indices[from++];
      place[dim] += base;
      move_elements(tensor_element(result, place),
                    tensor_element(part, indices), size);
      more = next_index(part->rank, part->sizes, indices);
    }
    base += stacks ? 1 : part->sizes[dim];
  }
  return give_tensor(interp, frame, node, 0, result);
}

//===----------------------------------------------------------------------===//
// flip, triu, tril
//===----------------------------------------------------------------------===//

static flow_t run_flip(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *input = use_tensor(interp, frame, node, 0);
  int64_t num_dims, *dims;
  if (!input || !get_int_array(interp, node, "dims", &num_dims, &dims))
    return FLOW_ERROR;
  tensor_t *result =
      tensor_create(interp, input->dtype, input->rank, input->sizes);
  if (!result)
    return FLOW_ERROR;
  int64_t indices[TSSA_MAX_RANK] = {0}, place[TSSA_MAX_RANK];
  bool more = tensor_count(input) > 0;
  while (more) {
    memcpy(place, indices, (size_t)input->rank * sizeof *place);
    for (int64_t i = 0; i < num_dims; ++i)
      if (dims[i] >= 0 && dims[i] < input->rank)
        place[dims[i]] = input->sizes[dims[i]] - 1 - indices[dims[i]];
    move_elements(tensor_element(result, place), tensor_element(input, indices),
                  (size_t)tssa_dtype_size(input->dtype));
    more = next_index(input->rank, input->sizes, indices);
  }
  return give_tensor(interp, frame, node, 0, result);
}

/// `triu` and, with code 1, `tril`.
static flow_t run_triangle(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *input = use_tensor(interp, frame, node, 0);
  if (!input)
    return FLOW_ERROR;
  if (input->rank < 2)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED, "expected a matrix");
  int64_t diagonal = get_int_attribute(node, "diagonal", 0);
  tensor_t *result = tensor_copy(interp, input);
  if (!result)
    return FLOW_ERROR;
  scalar_t zero = scalar_cast(scalar_int(TSSA_DTYPE_I64, 0), input->dtype);
  int64_t indices[TSSA_MAX_RANK] = {0};
  bool more = tensor_count(input) > 0;
  while (more) {
    int64_t distance = indices[input->rank - 1] - indices[input->rank - 2];
    if (node->code ? distance > diagonal : distance < diagonal)
      scalar_store(zero, tensor_element(result, indices));
    more = next_index(input->rank, input->sizes, indices);
  }
  return give_tensor(interp, frame, node, 0, result);
}

const op_entry_t join_ops[] = {
    {"tssa.matmul", run_matmul, 0},
    {"tssa.cat", run_join, 0},
    {"tssa.stack", run_join, 1},
    {"tssa.flip", run_flip, 0},
    {"tssa.triu", run_triangle, 0},
    {"tssa.tril", run_triangle, 1},
    {NULL, NULL, 0},
};
