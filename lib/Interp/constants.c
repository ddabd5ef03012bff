// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, and the constant that is none: poison.

#include "internal.h"

#include <string.h>

/// One element of a resource; false if the interpreter cannot read such.
static bool load_resource(MlirAttribute attribute, tssa_dtype_t dtype,
                          int64_t at, void *to) {
  switch (dtype) {
  case TSSA_DTYPE_BOOL:
    scalar_store(scalar_int(dtype, mlirDenseBoolResourceElementsAttrGetValue(
                                       attribute, at)),
                 to);
    return true;
  case TSSA_DTYPE_I32:
    scalar_store(scalar_int(dtype, mlirDenseInt32ResourceElementsAttrGetValue(
                                       attribute, at)),
                 to);
    return true;
  case TSSA_DTYPE_I64:
    scalar_store(scalar_int(dtype, mlirDenseInt64ResourceElementsAttrGetValue(
                                       attribute, at)),
                 to);
    return true;
  case TSSA_DTYPE_F32:
    scalar_store(scalar_float(dtype, mlirDenseFloatResourceElementsAttrGetValue(
                                         attribute, at)),
                 to);
    return true;
  case TSSA_DTYPE_F64:
    scalar_store(
        scalar_float(
            dtype, mlirDenseDoubleResourceElementsAttrGetValue(attribute, at)),
        to);
    return true;
  default:
    return false;
  }
}

/// The elements of a dense attribute as a value.
static tensor_t *dense_value(interp_t *interp, node_t *node,
                             MlirAttribute attribute, const type_t *type) {
  for (int64_t i = 0; i < type->rank; ++i)
    if (type->sizes[i] == DYNAMIC) {
      fail(interp, node, TSSA_STATUS_UNSUPPORTED,
           "expected a constant to have static sizes");
      return NULL;
    }
  tensor_t *value = tensor_create(interp, type->dtype, type->rank, type->sizes);
  if (!value)
    return NULL;
  int64_t count = tensor_count(value), size = tssa_dtype_size(type->dtype);
  char *to = tensor_data(value);
  if (mlirAttributeIsADenseResourceElements(attribute)) {
    for (int64_t i = 0; i < count; ++i)
      if (!load_resource(attribute, type->dtype, i, to + i * size)) {
        tensor_release(value);
        fail(interp, node, TSSA_STATUS_UNSUPPORTED,
             "unsupported resource of %s in the interpreter",
             tssa_dtype_name(type->dtype));
        return NULL;
      }
    return value;
  }
  bool splat = mlirDenseElementsAttrIsSplat(attribute);
  const char *raw = mlirDenseElementsAttrGetRawData(attribute);
  for (int64_t i = 0; i < count; ++i) {
    int64_t from = splat ? 0 : i;
    if (type->dtype == TSSA_DTYPE_BOOL)
      to[i] = splat ? mlirDenseElementsAttrGetBoolSplatValue(attribute) != 0
                    : mlirDenseElementsAttrGetBoolValue(attribute, from);
    else
      memcpy(to + i * size, raw + from * size, (size_t)size);
  }
  return value;
}

/// Constants are made once and shared: no one changes a value that others hold.
static flow_t run_constant(interp_t *interp, frame_t *frame, node_t *node) {
  value_t *held = node->data;
  if (!held) {
    MlirAttribute attribute = get_attribute(node, "value");
    const type_t *type = result_type(frame, node, 0);
    value_t value;
    scalar_t number;
    if (type->kind == TYPE_SCALAR &&
        scalar_from_attribute(attribute, type->dtype, &number)) {
      value = value_of_scalar(number);
    } else if (type->kind == TYPE_TENSOR &&
               (mlirAttributeIsADenseElements(attribute) ||
                mlirAttributeIsADenseResourceElements(attribute))) {
      value.kind = VALUE_TENSOR;
      value.tensor = dense_value(interp, node, attribute, type);
      if (!value.tensor)
        return FLOW_ERROR;
    } else {
      return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                  "unsupported constant in the interpreter");
    }
    held = program_alloc(interp, 1, sizeof *held);
    if (!held || !program_hold(interp, value_retain(value))) {
      value_release(&value);
      return FLOW_ERROR;
    }
    *held = value;
    node->data = held;
    return give_value(interp, frame, node, 0, value);
  }
  return give_value(interp, frame, node, 0, value_retain(*held));
}

static flow_t run_poison(interp_t *interp, frame_t *frame, node_t *node) {
  value_t value;
  memset(&value, 0, sizeof value);
  value.kind = VALUE_POISON;
  return give_value(interp, frame, node, 0, value);
}

const op_entry_t constant_ops[] = {
    {"arith.constant", run_constant, 0},
    {"ub.poison", run_poison, 0},
    {NULL, NULL, 0},
};
