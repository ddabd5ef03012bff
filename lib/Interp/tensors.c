// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's `tensor`: making tensors, their elements, sizes and shapes.

#include "symbolic.h"

#include <inttypes.h>
#include <string.h>

static flow_t run_dim(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *source = use_tensor(interp, frame, node, 0);
  int64_t dim;
  if (!source || !use_int(interp, frame, node, 1, &dim))
    return FLOW_ERROR;
  if (dim < 0 || dim >= source->rank)
    return fail(interp, node, TSSA_STATUS_OUT_OF_RANGE,
                "expected the dimension to be in [0, %" PRId64
                ") but got %" PRId64,
                source->rank, dim);
  return give_index(interp, frame, node, 0, source->sizes[dim]);
}

static flow_t run_rank(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *source = use_tensor(interp, frame, node, 0);
  if (!source)
    return FLOW_ERROR;
  return give_index(interp, frame, node, 0, source->rank);
}

/// Indices of an element of `tensor` out of operands from `first` on.
static bool use_indices(interp_t *interp, frame_t *frame, node_t *node,
                        const tensor_t *tensor, int64_t first,
                        int64_t *indices) {
  if (node->num_operands - first != tensor->rank) {
    fail(interp, node, TSSA_STATUS_UNSUPPORTED,
         "expected %" PRId64 " indices but got %" PRId64, tensor->rank,
         node->num_operands - first);
    return false;
  }
  for (int64_t i = 0; i < tensor->rank; ++i) {
    if (!use_int(interp, frame, node, first + i, &indices[i]))
      return false;
    if (indices[i] < 0 || indices[i] >= tensor->sizes[i]) {
      fail(interp, node, TSSA_STATUS_OUT_OF_RANGE,
           "expected index %" PRId64 " to be in [0, %" PRId64
           ") but got %" PRId64,
           i, tensor->sizes[i], indices[i]);
      return false;
    }
  }
  return true;
}

static flow_t run_extract(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t indices[TSSA_MAX_RANK];
  tensor_t *source = use_tensor(interp, frame, node, 0);
  if (!source || !use_indices(interp, frame, node, source, 1, indices))
    return FLOW_ERROR;
  return give_scalar(
      interp, frame, node, 0,
      scalar_load(source->dtype, tensor_element(source, indices)));
}

static flow_t run_insert(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t indices[TSSA_MAX_RANK];
  scalar_t scalar;
  tensor_t *dest = use_tensor(interp, frame, node, 1);
  if (!dest || !use_number(interp, frame, node, 0, &scalar) ||
      !use_indices(interp, frame, node, dest, 2, indices))
    return FLOW_ERROR;
  tensor_t *result = take_tensor(interp, frame, node, 1);
  if (result)
    scalar_store(scalar, tensor_element(result, indices));
  return give_tensor(interp, frame, node, 0, result);
}

/// The sizes of the result, the open ones from operands `first` on.
static bool use_result_sizes(interp_t *interp, frame_t *frame, node_t *node,
                             int64_t first, int64_t *sizes) {
  const type_t *type = result_type(frame, node, 0);
  if (type->kind != TYPE_TENSOR) {
    fail(interp, node, TSSA_STATUS_UNSUPPORTED,
         "expected a ranked tensor of numbers as the result");
    return false;
  }
  for (int64_t i = 0; i < type->rank; ++i) {
    sizes[i] = type->sizes[i];
    if (sizes[i] == DYNAMIC &&
        !use_int(interp, frame, node, first++, &sizes[i]))
      return false;
    if (sizes[i] < 0) {
      fail(interp, node, TSSA_STATUS_INVALID_ARGUMENT,
           "expected size %" PRId64 " to be at least 0 but got %" PRId64, i,
           sizes[i]);
      return false;
    }
  }
  return true;
}

/// A fresh tensor of the result's type with its open sizes from operands.
static tensor_t *create_result(interp_t *interp, frame_t *frame, node_t *node,
                               int64_t first) {
  int64_t sizes[TSSA_MAX_RANK];
  if (!use_result_sizes(interp, frame, node, first, sizes))
    return NULL;
  const type_t *type = result_type(frame, node, 0);
  return tensor_create(interp, type->dtype, type->rank, sizes);
}

/// Elements of `tensor.empty` have no value: a pattern that shows where it
/// leaks.
static flow_t run_empty(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *result = create_result(interp, frame, node, 0);
  if (result)
    memset(tensor_data(result), 0xA5,
           (size_t)(tensor_count(result) * tssa_dtype_size(result->dtype)));
  return give_tensor(interp, frame, node, 0, result);
}

static void fill(tensor_t *tensor, scalar_t scalar) {
  int64_t count = tensor_count(tensor), size = tssa_dtype_size(tensor->dtype);
  for (int64_t i = 0; i < count; ++i)
    scalar_store(scalar, tensor_data(tensor) + i * size);
}

static flow_t run_splat(interp_t *interp, frame_t *frame, node_t *node) {
  scalar_t scalar;
  if (!use_number(interp, frame, node, 0, &scalar))
    return FLOW_ERROR;
  tensor_t *result = create_result(interp, frame, node, 1);
  if (result)
    fill(result, scalar);
  return give_tensor(interp, frame, node, 0, result);
}

static flow_t run_from_elements(interp_t *interp, frame_t *frame,
                                node_t *node) {
  tensor_t *result = create_result(interp, frame, node, node->num_operands);
  if (!result)
    return FLOW_ERROR;
  int64_t size = tssa_dtype_size(result->dtype);
  bool done = tensor_count(result) == node->num_operands;
  if (!done)
    fail(interp, node, TSSA_STATUS_SHAPE_MISMATCH,
         "expected one operand for each element");
  for (int64_t i = 0; done && i < node->num_operands; ++i) {
    scalar_t scalar;
    done = use_number(interp, frame, node, i, &scalar);
    if (done)
      scalar_store(scalar, tensor_data(result) + i * size);
  }
  if (!done) {
    tensor_release(result);
    return FLOW_ERROR;
  }
  return give_tensor(interp, frame, node, 0, result);
}

static flow_t run_cast(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *source = use_tensor(interp, frame, node, 0);
  return give_tensor(interp, frame, node, 0, tensor_retain(source));
}

//===----------------------------------------------------------------------===//
// Other sizes over the same elements
//===----------------------------------------------------------------------===//

/// A copy of the elements under other sizes, of which there must be as many.
static flow_t give_reshaped(interp_t *interp, frame_t *frame, node_t *node,
                            const tensor_t *source, int64_t rank,
                            const int64_t *sizes) {
  if (count_of(rank, sizes) != tensor_count(source))
    return fail(interp, node, TSSA_STATUS_SHAPE_MISMATCH,
                "expected as many elements in the result as in the source, "
                "%" PRId64 ", but got %" PRId64,
                tensor_count(source), count_of(rank, sizes));
  tensor_t *result = tensor_create(interp, source->dtype, rank, sizes);
  if (result)
    move_elements(
        tensor_data(result), tensor_data(source),
        (size_t)(tensor_count(source) * tssa_dtype_size(source->dtype)));
  return give_tensor(interp, frame, node, 0, result);
}

static flow_t run_expand_shape(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *source = use_tensor(interp, frame, node, 0);
  int64_t sizes[TSSA_MAX_RANK], rank, at = 1;
  if (!source ||
      !use_mixed(interp, frame, node, "static_output_shape", &at, &rank, sizes))
    return FLOW_ERROR;
  return give_reshaped(interp, frame, node, source, rank, sizes);
}

static flow_t run_collapse_shape(interp_t *interp, frame_t *frame,
                                 node_t *node) {
  tensor_t *source = use_tensor(interp, frame, node, 0);
  if (!source)
    return FLOW_ERROR;
  MlirAttribute groups = get_attribute(node, "reassociation");
  int64_t sizes[TSSA_MAX_RANK];
  int64_t rank = mlirArrayAttrGetNumElements(groups);
  for (int64_t i = 0; i < rank; ++i) {
    MlirAttribute group = mlirArrayAttrGetElement(groups, i);
    int64_t members = mlirArrayAttrGetNumElements(group);
    sizes[i] = 1;
    for (int64_t j = 0; j < members; ++j) {
      int64_t dim =
          mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(group, j));
      if (dim < 0 || dim >= source->rank ||
          __builtin_mul_overflow(sizes[i], source->sizes[dim], &sizes[i]))
        return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                    "expected groups of the source's dimensions");
    }
  }
  return give_reshaped(interp, frame, node, source, rank, sizes);
}

/// Sizes come as the elements of a second tensor.
static flow_t run_reshape(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *source = use_tensor(interp, frame, node, 0);
  tensor_t *shape = source ? use_tensor(interp, frame, node, 1) : NULL;
  if (!shape)
    return FLOW_ERROR;
  int64_t sizes[TSSA_MAX_RANK], rank = tensor_count(shape);
  if (rank > TSSA_MAX_RANK)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected at most %d dimensions", TSSA_MAX_RANK);
  for (int64_t i = 0; i < rank; ++i) {
    scalar_t size = scalar_load(
        shape->dtype, tensor_data(shape) + i * tssa_dtype_size(shape->dtype));
    if (size.term && !symbolic_know(interp, node, &size))
      return FLOW_ERROR;
    sizes[i] = size.i;
  }
  return give_reshaped(interp, frame, node, source, rank, sizes);
}

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

static flow_t run_generate(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *result = create_result(interp, frame, node, 0);
  if (!result)
    return FLOW_ERROR;
  block_t *body = &node->regions[0].blocks[0];
  int64_t indices[TSSA_MAX_RANK] = {0};
  bool more = tensor_count(result) > 0;
  while (more) {
    for (int64_t i = 0; i < result->rank; ++i)
      set_slot(frame, body->arguments[i],
               value_of_scalar(scalar_int(TSSA_DTYPE_I64, indices[i])));
    node_t *end;
    scalar_t scalar;
    if (run_region(interp, frame, &node->regions[0], &end) != FLOW_YIELD ||
        !use_number(interp, frame, end, 0, &scalar)) {
      tensor_release(result);
      return FLOW_ERROR;
    }
    scalar_store(scalar, tensor_element(result, indices));
    more = next_index(result->rank, result->sizes, indices);
  }
  return give_tensor(interp, frame, node, 0, result);
}

static flow_t run_concat(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t dim = get_int_attribute(node, "dim", -1);
  tensor_t *first = use_tensor(interp, frame, node, 0);
  if (!first)
    return FLOW_ERROR;
  if (dim < 0 || dim >= first->rank)
    return fail(interp, node, TSSA_STATUS_OUT_OF_RANGE,
                "expected the dimension to be in [0, %" PRId64
                ") but got %" PRId64,
                first->rank, dim);
  int64_t sizes[TSSA_MAX_RANK];
  memcpy(sizes, first->sizes, (size_t)first->rank * sizeof *sizes);
  for (int64_t i = 1; i < node->num_operands; ++i) {
    tensor_t *next = use_tensor(interp, frame, node, i);
    if (!next)
      return FLOW_ERROR;
    bool fits = next->rank == first->rank && next->dtype == first->dtype;
    for (int64_t d = 0; fits && d < first->rank; ++d)
      fits = d == dim || next->sizes[d] == first->sizes[d];
    if (!fits ||
        __builtin_add_overflow(sizes[dim], next->sizes[dim], &sizes[dim]))
      return fail(interp, node, TSSA_STATUS_SHAPE_MISMATCH,
                  "expected operand %" PRId64
                  " to have the sizes of the first but for dimension %" PRId64,
                  i, dim);
  }
  tensor_t *result = tensor_create(interp, first->dtype, first->rank, sizes);
  if (!result)
    return FLOW_ERROR;
  size_t size = (size_t)tssa_dtype_size(first->dtype);
  int64_t base = 0;
  for (int64_t i = 0; i < node->num_operands; ++i) {
    tensor_t *part = use_tensor(interp, frame, node, i);
    int64_t indices[TSSA_MAX_RANK] = {0}, place[TSSA_MAX_RANK];
    bool more = tensor_count(part) > 0;
    while (more) {
      memcpy(place, indices, (size_t)part->rank * sizeof *place);
      place[dim] += base;
      move_elements(tensor_element(result, place),
                    tensor_element(part, indices), size);
      more = next_index(part->rank, part->sizes, indices);
    }
    base += part->sizes[dim];
  }
  return give_tensor(interp, frame, node, 0, result);
}

static const char *element_bitcast(int32_t code, int64_t predicate,
                                   const scalar_t *in, scalar_t *out) {
  (void)code;
  (void)predicate;
  char bytes[16];
  if (tssa_dtype_size(in[0].dtype) != tssa_dtype_size(out->dtype))
    return "expected both element types to have the same width";
  scalar_store(in[0], bytes);
  *out = scalar_load(out->dtype, bytes);
  return NULL;
}

static flow_t run_bitcast(interp_t *interp, frame_t *frame, node_t *node) {
  return run_elements(interp, frame, node, element_bitcast, 0);
}

const op_entry_t tensor_ops[] = {
    {"tensor.dim", run_dim, 0},
    {"tensor.rank", run_rank, 0},
    {"tensor.extract", run_extract, 0},
    {"tensor.insert", run_insert, 0},
    {"tensor.empty", run_empty, 0},
    {"tensor.splat", run_splat, 0},
    {"tensor.from_elements", run_from_elements, 0},
    {"tensor.cast", run_cast, 0},
    {"tensor.expand_shape", run_expand_shape, 0},
    {"tensor.collapse_shape", run_collapse_shape, 0},
    {"tensor.reshape", run_reshape, 0},
    {"tensor.generate", run_generate, 0},
    {"tensor.yield", run_yield, 0},
    {"tensor.concat", run_concat, 0},
    {"tensor.bitcast", run_bitcast, 0},
    {NULL, NULL, 0},
};
