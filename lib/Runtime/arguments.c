// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments of a call are held against what the function takes, before anything
// runs.

#include "invoke.h"

#include "tensorssa-runtime/list.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/// What is checked: of a function, for a call, the argument at `index`.
typedef struct check_t {
  const tssa_function_t *function;
  tssa_context_t *context;
  int64_t index;
} check_t;

tssa_status_t tssa_call_fail(const tssa_function_t *function,
                             tssa_context_t *context,
                             const tssa_error_t *error) {
  tssa_error_t named;
  tssa_error_make(&named, error->status, "'%s': %s", function->name,
                  error->message);
  tssa_context_fail(context, named.status, named.message);
  return error->status;
}

/// Refuses the argument, for another than was expected.
static tssa_status_t refuse(const check_t *check, tssa_status_t status,
                            const char *format, ...) TSSA_PRINTF(3, 4);

static tssa_status_t refuse(const check_t *check, tssa_status_t status,
                            const char *format, ...) {
  char text[TSSA_ERROR_MESSAGE_SIZE];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  tssa_error_t error;
  tssa_error_make(&error, status, "argument %" PRId64 ": expected %s",
                  check->index, text);
  return tssa_call_fail(check->function, check->context, &error);
}

static tssa_status_t check_layout(const check_t *check, const tssa_type_t *type,
                                  const tssa_tensor_t *tensor) {
  int64_t offset = tssa_tensor_byte_offset(tensor) /
                   tssa_dtype_size((tssa_dtype_t)type->dtype);
  if (type->offset != TSSA_DYNAMIC && offset != type->offset)
    return refuse(check, TSSA_STATUS_SHAPE_MISMATCH,
                  "the storage offset to be %" PRId64 " but got %" PRId64,
                  type->offset, offset);
  for (int64_t i = 0; type->strides && i < type->rank; ++i)
    if (type->strides[i] != TSSA_DYNAMIC && tensor->dl.shape[i] > 1 &&
        tensor->dl.strides[i] != type->strides[i])
      return refuse(check, TSSA_STATUS_SHAPE_MISMATCH,
                    "the stride of dimension %" PRId64 " to be %" PRId64
                    " but got %" PRId64,
                    i, type->strides[i], tensor->dl.strides[i]);
  return TSSA_STATUS_OK;
}

static tssa_status_t check_tensor(const check_t *check, const tssa_type_t *type,
                                  const tssa_tensor_t *tensor) {
  if (!tensor)
    return refuse(check, TSSA_STATUS_INVALID_ARGUMENT, "a tensor but got NULL");
  const DLTensor *dl = &tensor->dl;
  if (dl->device.device_type != kDLCPU)
    return refuse(check, TSSA_STATUS_INVALID_ARGUMENT,
                  "a tensor on the CPU but got one on device type %d",
                  (int)dl->device.device_type);
  if (type->flags & TSSA_TYPE_ANY)
    return TSSA_STATUS_OK;
  tssa_dtype_t dtype = (tssa_dtype_t)type->dtype;
  if (tensor->dtype != dtype)
    return refuse(check, TSSA_STATUS_INVALID_ARGUMENT,
                  "the dtype to be %s but got %s", tssa_dtype_name(dtype),
                  tssa_dtype_name(tensor->dtype));
  if (dl->ndim != type->rank)
    return refuse(check, TSSA_STATUS_SHAPE_MISMATCH,
                  "the rank to be %" PRId32 " but got %" PRId32, type->rank,
                  dl->ndim);
  for (int64_t i = 0; i < type->rank; ++i)
    if (type->sizes[i] != TSSA_DYNAMIC && dl->shape[i] != type->sizes[i])
      return refuse(check, TSSA_STATUS_SHAPE_MISMATCH,
                    "the size of dimension %" PRId64 " to be %" PRId64
                    " but got %" PRId64,
                    i, type->sizes[i], dl->shape[i]);
  int64_t size = tssa_dtype_size(dtype),
          offset = tssa_tensor_byte_offset(tensor);
  if (offset % size || (uintptr_t)dl->data % (uintptr_t)(size < 8 ? size : 8))
    return refuse(check, TSSA_STATUS_INVALID_ARGUMENT,
                  "elements aligned to their size but got a tensor that begins "
                  "at byte %" PRId64 " of its storage",
                  offset);
  return check_layout(check, type, tensor);
}

static tssa_status_t check_value(const check_t *check, const tssa_type_t *type,
                                 const tssa_value_t *value);

static tssa_status_t check_list(const check_t *check, const tssa_type_t *type,
                                const tssa_list_t *list) {
  if (!list)
    return refuse(check, TSSA_STATUS_INVALID_ARGUMENT, "a list but got NULL");
  for (int64_t i = 0, n = tssa_list_length(list); i < n; ++i) {
    tssa_value_t element;
    tssa_error_t error;
    if (tssa_list_get(list, i, &element, &error))
      return tssa_call_fail(check->function, check->context, &error);
    tssa_status_t status = check_value(check, type->element, &element);
    if (status)
      return status;
  }
  return TSSA_STATUS_OK;
}

static tssa_status_t check_value(const check_t *check, const tssa_type_t *type,
                                 const tssa_value_t *value) {
  if ((int32_t)value->kind != type->kind)
    return refuse(check, TSSA_STATUS_INVALID_ARGUMENT,
                  "a value of kind %s but got %s",
                  tssa_value_kind_name((tssa_value_kind_t)type->kind),
                  tssa_value_kind_name(value->kind));
  if (type->kind == TSSA_VALUE_TENSOR)
    return check_tensor(check, type, value->tensor);
  if (type->kind == TSSA_VALUE_LIST)
    return check_list(check, type, value->list);
  if (type->kind == TSSA_VALUE_INT && type->bytes < 8) {
    int64_t limit = INT64_C(1) << (8 * type->bytes - 1);
    if (value->i64 < -limit || value->i64 >= limit)
      return refuse(check, TSSA_STATUS_OUT_OF_RANGE,
                    "a number of %" PRId64 " bits but got %" PRId64,
                    8 * type->bytes, value->i64);
  }
  return TSSA_STATUS_OK;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// What is done with each tensor that a value is or holds; `status` is where it
/// ends, and `against` a value.
typedef struct visit_t {
  const check_t *check;
  tssa_status_t (*tensor)(const struct visit_t *visit,
                          const tssa_tensor_t *tensor);
  const tssa_value_t *against;
  const tssa_tensor_t *first;
} visit_t;

/// Calls the visit with each tensor until one answers with an error.
static tssa_status_t for_each_tensor(const visit_t *visit,
                                     const tssa_value_t *value) {
  if (value->kind == TSSA_VALUE_TENSOR)
    return visit->tensor(visit, value->tensor);
  if (value->kind != TSSA_VALUE_LIST)
    return TSSA_STATUS_OK;
  for (int64_t i = 0, n = tssa_list_length(value->list); i < n; ++i) {
    tssa_value_t element;
    tssa_status_t status = tssa_list_get(value->list, i, &element, NULL);
    if (!status)
      status = for_each_tensor(visit, &element);
    if (status)
      return status;
  }
  return TSSA_STATUS_OK;
}

static tssa_status_t check_written(const visit_t *visit,
                                   const tssa_tensor_t *tensor) {
  if (tensor->flags & TSSA_TENSOR_READ_ONLY)
    return refuse(visit->check, TSSA_STATUS_INVALID_ARGUMENT,
                  "a tensor that may be written but got a read-only one");
  if (tssa_tensor_self_overlap(tensor) != TSSA_ANSWER_NO)
    return refuse(visit->check, TSSA_STATUS_OVERLAP,
                  "the elements of a tensor that is written to be distinct in "
                  "memory but got some that overlap; pass a clone");
  return TSSA_STATUS_OK;
}

static tssa_status_t is_apart(const visit_t *visit,
                              const tssa_tensor_t *tensor) {
  return tssa_tensor_overlap(visit->first, tensor) == TSSA_ANSWER_NO
             ? TSSA_STATUS_OK
             : TSSA_STATUS_OVERLAP;
}

static tssa_status_t is_apart_from_all(const visit_t *visit,
                                       const tssa_tensor_t *tensor) {
  visit_t inner = {visit->check, is_apart, NULL, tensor};
  return for_each_tensor(&inner, visit->against);
}

static bool is_written(const tssa_type_t *type) {
  int32_t flag = type->kind == TSSA_VALUE_LIST ? TSSA_TYPE_ELEMENTS_WRITTEN
                                               : TSSA_TYPE_WRITTEN;
  return type->flags & flag;
}

/// An argument that promises to overlap no other must not, and a value must not
/// change during the call. Elements of lists take part.
static tssa_status_t check_overlaps(check_t *check,
                                    const tssa_value_t *inputs) {
  const tssa_function_t *function = check->function;
  for (int64_t i = 0; i < function->num_inputs; ++i) {
    const tssa_type_t *type = &function->inputs[i];
    bool no_alias = type->flags & TSSA_TYPE_NOALIAS;
    if (!no_alias && !is_written(type))
      continue;
    for (int64_t j = 0; j < function->num_inputs; ++j) {
      const tssa_type_t *other = &function->inputs[j];
      bool is_ref =
          other->flags & TSSA_TYPE_REF || other->kind == TSSA_VALUE_LIST;
      if (i == j || (!no_alias && is_ref))
        continue;
      check->index = i;
      visit_t visit = {check, is_apart_from_all, &inputs[j], NULL};
      tssa_status_t status = for_each_tensor(&visit, &inputs[i]);
      if (status)
        return refuse(check, status,
                      "a tensor that shares no memory with argument %" PRId64
                      " but they overlap",
                      j);
    }
  }
  return TSSA_STATUS_OK;
}

static tssa_status_t check_count(const tssa_function_t *function,
                                 tssa_context_t *context, int64_t expected,
                                 int64_t got, const char *before,
                                 const char *after) {
  if (expected == got)
    return TSSA_STATUS_OK;
  tssa_error_t error;
  tssa_error_make(&error, TSSA_STATUS_INVALID_ARGUMENT,
                  "expected %s%" PRId64 " %s but got %" PRId64, before,
                  expected, after, got);
  return tssa_call_fail(function, context, &error);
}

tssa_status_t tssa_call_check(const tssa_function_t *function,
                              tssa_context_t *context,
                              const tssa_value_t *inputs, int64_t num_inputs,
                              int64_t num_outputs) {
  tssa_status_t status = check_count(function, context, function->num_inputs,
                                     num_inputs, "", "arguments");
  if (!status)
    status = check_count(function, context, function->num_outputs, num_outputs,
                         "room for ", "results");
  if (status)
    return status;
  check_t check = {function, context, 0};
  visit_t written = {&check, check_written, NULL, NULL};
  for (int64_t i = 0; !status && i < num_inputs; ++i) {
    const tssa_type_t *type = &function->inputs[i];
    check.index = i;
    status = check_value(&check, type, &inputs[i]);
    if (!status && is_written(type))
      status = for_each_tensor(&written, &inputs[i]);
  }
  return status ? status : check_overlaps(&check, inputs);
}
