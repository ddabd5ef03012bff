// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's structured ops and index arithmetic. The former all by one rule:
// over all iterations in row-major order, the elements that the indexing maps
// name go into the body, what it yields goes back into the outputs.

#include "mlir-c/Dialect/Linalg.h"
#include "internal.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct structured_t {
  int64_t num_inputs, num_outputs;
  int64_t num_loops;
  /// One map for each operand.
  MlirAffineMap *maps;
} structured_t;

static structured_t *decode_structured(interp_t *interp, node_t *node) {
  if (node->data)
    return node->data;
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(node->op);
  structured_t *op = program_alloc(interp, 1, sizeof *op);
  if (!op)
    return NULL;
  // On tensors every output has a result.
  op->num_outputs = node->num_results;
  op->num_inputs = node->num_operands - node->num_results;
  int64_t count = op->num_inputs + op->num_outputs;
  if (mlirAttributeIsNull(maps) || mlirArrayAttrGetNumElements(maps) != count ||
      op->num_inputs < 0 || op->num_outputs == 0) {
    fail(interp, node, TSSA_STATUS_UNSUPPORTED,
         "expected one indexing map for each operand");
    return NULL;
  }
  op->maps = program_alloc(interp, (size_t)count, sizeof *op->maps);
  if (!op->maps)
    return NULL;
  for (int64_t i = 0; i < count; ++i)
    op->maps[i] = mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
  op->num_loops = mlirAffineMapGetNumDims(op->maps[0]);
  if (op->num_loops > TSSA_MAX_RANK) {
    fail(interp, node, TSSA_STATUS_UNSUPPORTED, "expected at most %d loops",
         TSSA_MAX_RANK);
    return NULL;
  }
  node->data = op;
  return op;
}

/// The value of an index expression, symbols following dimensions in `loops`;
/// false where it is none (division by 0).
static bool evaluate(MlirAffineExpr expr, int64_t num_dims,
                     const int64_t *loops, int64_t *out) {
  if (mlirAffineExprIsADim(expr)) {
    *out = loops[mlirAffineDimExprGetPosition(expr)];
    return true;
  }
  if (mlirAffineExprIsASymbol(expr)) {
    *out = loops[num_dims + mlirAffineSymbolExprGetPosition(expr)];
    return true;
  }
  if (mlirAffineExprIsAConstant(expr)) {
    *out = mlirAffineConstantExprGetValue(expr);
    return true;
  }
  if (!mlirAffineExprIsABinary(expr))
    return false;
  int64_t a, b;
  if (!evaluate(mlirAffineBinaryOpExprGetLHS(expr), num_dims, loops, &a) ||
      !evaluate(mlirAffineBinaryOpExprGetRHS(expr), num_dims, loops, &b))
    return false;
  if (mlirAffineExprIsAAdd(expr))
    return !__builtin_add_overflow(a, b, out);
  if (mlirAffineExprIsAMul(expr))
    return !__builtin_mul_overflow(a, b, out);
  if (b <= 0)
    return false;
  int64_t down = a / b - (a % b < 0);
  if (mlirAffineExprIsAMod(expr))
    *out = a - down * b;
  else if (mlirAffineExprIsAFloorDiv(expr))
    *out = down;
  else
    *out = down + (a != down * b);
  return true;
}

/// Trip counts: each loop is a dimension of some operand.
static bool find_trips(interp_t *interp, node_t *node, const structured_t *op,
                       tensor_t *const *operands, int64_t *trips) {
  for (int64_t i = 0; i < op->num_loops; ++i)
    trips[i] = -1;
  for (int64_t o = 0; o < op->num_inputs + op->num_outputs; ++o)
    for (int64_t r = 0; operands[o] && r < operands[o]->rank; ++r) {
      MlirAffineExpr expr = mlirAffineMapGetResult(op->maps[o], r);
      if (!mlirAffineExprIsADim(expr))
        continue;
      int64_t loop = mlirAffineDimExprGetPosition(expr);
      int64_t size = operands[o]->sizes[r];
      if (trips[loop] >= 0 && trips[loop] != size) {
        fail(interp, node, TSSA_STATUS_SHAPE_MISMATCH,
             "expected loop %" PRId64 " to have one size but got %" PRId64
             " and %" PRId64,
             loop, trips[loop], size);
        return false;
      }
      trips[loop] = size;
    }
  for (int64_t i = 0; i < op->num_loops; ++i)
    if (trips[i] < 0) {
      fail(interp, node, TSSA_STATUS_UNSUPPORTED,
           "expected loop %" PRId64 " to be a dimension of an operand", i);
      return false;
    }
  return true;
}

/// Address of the element that operand `o` has in this iteration.
static char *locate(interp_t *interp, node_t *node, const structured_t *op,
                    int64_t o, const tensor_t *tensor, const int64_t *loops) {
  int64_t indices[TSSA_MAX_RANK];
  for (int64_t r = 0; r < tensor->rank; ++r)
    if (!evaluate(mlirAffineMapGetResult(op->maps[o], r), op->num_loops, loops,
                  &indices[r]) ||
        indices[r] < 0 || indices[r] >= tensor->sizes[r]) {
      fail(interp, node, TSSA_STATUS_OUT_OF_RANGE,
           "expected operand %" PRId64
           " to be indexed inside its dimension %" PRId64,
           o, r);
      return NULL;
    }
  return tensor_element(tensor, indices);
}

/// One iteration. `operands` are NULL for numbers, outputs are the results.
static bool run_iteration(interp_t *interp, frame_t *frame, node_t *node,
                          const structured_t *op, tensor_t *const *operands,
                          const int64_t *loops) {
  block_t *body = &node->regions[0].blocks[0];
  int64_t count = op->num_inputs + op->num_outputs;
  for (int64_t o = 0; o < count; ++o) {
    scalar_t scalar;
    if (operands[o]) {
      char *at = locate(interp, node, op, o, operands[o], loops);
      if (!at)
        return false;
      scalar = scalar_load(operands[o]->dtype, at);
    } else if (!use_number(interp, frame, node, o, &scalar)) {
      return false;
    }
    if (o < body->num_arguments)
      set_slot(frame, body->arguments[o], value_of_scalar(scalar));
  }
  node_t *end;
  if (run_region(interp, frame, &node->regions[0], &end) != FLOW_YIELD)
    return false;
  for (int64_t o = 0; o < op->num_outputs; ++o) {
    scalar_t scalar;
    tensor_t *output = operands[op->num_inputs + o];
    char *at = locate(interp, node, op, op->num_inputs + o, output, loops);
    if (!at || !use_number(interp, frame, end, o, &scalar))
      return false;
    scalar_store(scalar, at);
  }
  return true;
}

static flow_t run_structured(interp_t *interp, frame_t *frame, node_t *node) {
  structured_t *op = decode_structured(interp, node);
  if (!op)
    return FLOW_ERROR;
  int64_t count = op->num_inputs + op->num_outputs;
  tensor_t **operands = calloc((size_t)count, sizeof *operands);
  if (!operands)
    return fail_memory(interp, -1);
  bool done = true;
  for (int64_t o = 0; done && o < count; ++o) {
    value_t *value = use_value(interp, frame, node, o);
    done = value != NULL;
    if (done && o >= op->num_inputs) {
      operands[o] = take_tensor(interp, frame, node, o);
      done = operands[o] != NULL;
    } else if (done && value->kind == VALUE_TENSOR) {
      operands[o] = value->tensor;
    }
    if (done && operands[o] &&
        mlirAffineMapGetNumResults(op->maps[o]) != operands[o]->rank) {
      fail(interp, node, TSSA_STATUS_UNSUPPORTED,
           "expected the indexing maps to fit the operands");
      done = false;
    }
  }
  int64_t trips[TSSA_MAX_RANK], loops[TSSA_MAX_RANK] = {0};
  done = done && find_trips(interp, node, op, operands, trips);
  bool more = done && count_of(op->num_loops, trips) != 0;
  const int64_t *outer = frame->loop_indices;
  int64_t num_outer = frame->num_loops;
  frame->loop_indices = loops;
  frame->num_loops = op->num_loops;
  while (done && more) {
    done = run_iteration(interp, frame, node, op, operands, loops);
    more = next_index(op->num_loops, trips, loops);
  }
  frame->loop_indices = outer;
  frame->num_loops = num_outer;
  for (int64_t o = 0; o < op->num_outputs; ++o) {
    tensor_t *output = operands[op->num_inputs + o];
    if (done)
      done = give_tensor(interp, frame, node, o, output) == FLOW_NEXT;
    else
      tensor_release(output);
  }
  free(operands);
  return done ? FLOW_NEXT : FLOW_ERROR;
}

static flow_t run_index(interp_t *interp, frame_t *frame, node_t *node) {
  int64_t dim = get_int_attribute(node, "dim", -1);
  if (dim < 0 || dim >= frame->num_loops)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected the dimension to be that of a loop around it");
  return give_index(interp, frame, node, 0, frame->loop_indices[dim]);
}

enum { APPLY, MIN, MAX };

/// `affine.apply`, `min` and `max`: the results of a map over the operands.
static flow_t run_affine(interp_t *interp, frame_t *frame, node_t *node) {
  MlirAttribute attribute = get_attribute(node, "map");
  int64_t operands[2 * TSSA_MAX_RANK], best = 0;
  if (mlirAttributeIsNull(attribute) || node->num_operands > 2 * TSSA_MAX_RANK)
    return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                "expected a map and at most %d operands", 2 * TSSA_MAX_RANK);
  MlirAffineMap map = mlirAffineMapAttrGetValue(attribute);
  for (int64_t i = 0; i < node->num_operands; ++i)
    if (!use_int(interp, frame, node, i, &operands[i]))
      return FLOW_ERROR;
  for (int64_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    int64_t value;
    if (!evaluate(mlirAffineMapGetResult(map, i), mlirAffineMapGetNumDims(map),
                  operands, &value))
      return fail(interp, node, TSSA_STATUS_INVALID_ARGUMENT,
                  "expected result %" PRId64 " of the map to be a number", i);
    if (i == 0 || (node->code == MIN ? value < best : value > best))
      best = value;
  }
  return give_index(interp, frame, node, 0, best);
}

const op_entry_t linalg_ops[] = {
    {"affine.apply", run_affine, APPLY},
    {"affine.min", run_affine, MIN},
    {"affine.max", run_affine, MAX},
    {"linalg.generic", run_structured, 0},
    {"linalg.fill", run_structured, 0},
    {"linalg.copy", run_structured, 0},
    {"linalg.map", run_structured, 0},
    {"linalg.reduce", run_structured, 0},
    {"linalg.transpose", run_structured, 0},
    {"linalg.broadcast", run_structured, 0},
    {"linalg.elementwise", run_structured, 0},
    {"linalg.contract", run_structured, 0},
    {"linalg.matmul", run_structured, 0},
    {"linalg.matvec", run_structured, 0},
    {"linalg.vecmat", run_structured, 0},
    {"linalg.dot", run_structured, 0},
    {"linalg.batch_matmul", run_structured, 0},
    {"linalg.batch_matvec", run_structured, 0},
    {"linalg.index", run_index, 0},
    {"linalg.yield", run_yield, 0},
    {NULL, NULL, 0},
};
