// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists as compiled code uses them: elements go in and out as words, errors to
// the context.

#include "internal.h"
#include "tensorssa-runtime/list.h"

#include <inttypes.h>
#include <string.h>

int64_t tssa_rt_list_length(const tssa_list_t *list) {
  return tssa_list_length(list);
}

/// The value that words stand for; a tensor is a new reference.
static tssa_status_t value_from_words(tssa_context_t *context, int64_t kind,
                                      int64_t dtype, int64_t rank,
                                      const int64_t *words,
                                      tssa_value_t *out_value,
                                      tssa_error_t *out_error) {
  memset(out_value, 0, sizeof *out_value);
  out_value->kind = (tssa_value_kind_t)kind;
  switch (out_value->kind) {
  case TSSA_VALUE_TENSOR: {
    tssa_storage_t *storage = NULL;
    tssa_status_t status = tssa_context_storage(
        context, (void *)(uintptr_t)words[0], &storage, out_error);
    if (status)
      return status;
    return tssa_tensor_from_storage(storage, (tssa_dtype_t)dtype, rank,
                                    words + 3, words + 3 + rank, words[2],
                                    &out_value->tensor, out_error);
  }
  case TSSA_VALUE_FLOAT:
    memcpy(&out_value->f64, words, sizeof out_value->f64);
    return TSSA_STATUS_OK;
  case TSSA_VALUE_BOOL:
    out_value->b = words[0] != 0;
    return TSSA_STATUS_OK;
  case TSSA_VALUE_LIST:
    out_value->list = tssa_list_retain((tssa_list_t *)(uintptr_t)words[0]);
    return TSSA_STATUS_OK;
  default:
    out_value->i64 = words[0];
    return TSSA_STATUS_OK;
  }
}

void tssa_rt_list_put(tssa_context_t *context, tssa_list_t *list, int64_t index,
                      int64_t replace, int64_t kind, int64_t dtype,
                      int64_t rank, const int64_t *words) {
  tssa_error_t error;
  tssa_value_t value;
  tssa_status_t status =
      value_from_words(context, kind, dtype, rank, words, &value, &error);
  if (!status) {
    status = replace ? tssa_list_set(list, index, value, &error)
                     : tssa_list_insert(list, index, value, &error);
    tssa_value_release(&value);
  }
  if (status)
    tssa_context_fail(context, status, error.message);
}

static tssa_status_t tensor_to_words(tssa_context_t *context,
                                     const tssa_tensor_t *tensor, int64_t dtype,
                                     int64_t rank, int64_t *words,
                                     tssa_error_t *out_error) {
  if ((int64_t)tensor->dtype != dtype)
    return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                           "expected the dtype of the element to be %s but got "
                           "%s",
                           tssa_dtype_name((tssa_dtype_t)dtype),
                           tssa_dtype_name(tensor->dtype));
  if (tensor->dl.ndim != rank)
    return tssa_error_make(out_error, TSSA_STATUS_SHAPE_MISMATCH,
                           "expected the rank of the element to be %" PRId64
                           " but got %d",
                           rank, (int)tensor->dl.ndim);
  for (int64_t i = 0; i < rank; ++i)
    if (words[3 + i] >= 0 && words[3 + i] != tensor->dl.shape[i])
      return tssa_error_make(out_error, TSSA_STATUS_SHAPE_MISMATCH,
                             "expected the size of dimension %" PRId64
                             " of the element to be %" PRId64
                             " but got %" PRId64,
                             i, words[3 + i], tensor->dl.shape[i]);
  const void *key =
      tensor->storage_data ? tensor->storage_data : (void *)tensor->storage;
  tssa_status_t status =
      tssa_context_add_storage(context, key, tensor->storage, out_error);
  if (status)
    return status;
  words[0] = words[1] = (int64_t)(uintptr_t)key;
  words[2] = tssa_tensor_byte_offset(tensor) / tssa_dtype_size(tensor->dtype);
  for (int64_t i = 0; i < rank; ++i) {
    words[3 + i] = tensor->dl.shape[i];
    words[3 + rank + i] = tensor->dl.strides[i];
  }
  return TSSA_STATUS_OK;
}

static tssa_status_t value_to_words(tssa_context_t *context, tssa_value_t value,
                                    int64_t kind, int64_t dtype, int64_t rank,
                                    int64_t *words, tssa_error_t *out_error) {
  if ((int64_t)value.kind != kind)
    return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                           "expected the element to be of kind %s but got %s",
                           tssa_value_kind_name((tssa_value_kind_t)kind),
                           tssa_value_kind_name(value.kind));
  switch (value.kind) {
  case TSSA_VALUE_TENSOR:
    return tensor_to_words(context, value.tensor, dtype, rank, words,
                           out_error);
  case TSSA_VALUE_FLOAT:
    memcpy(words, &value.f64, sizeof value.f64);
    return TSSA_STATUS_OK;
  case TSSA_VALUE_BOOL:
    words[0] = value.b;
    return TSSA_STATUS_OK;
  case TSSA_VALUE_LIST:
    words[0] = (int64_t)(uintptr_t)value.list;
    return tssa_context_add_list(context, value.list, out_error);
  default:
    words[0] = value.i64;
    return TSSA_STATUS_OK;
  }
}

void tssa_rt_list_take(tssa_context_t *context, tssa_list_t *list,
                       int64_t index, int64_t remove, int64_t kind,
                       int64_t dtype, int64_t rank, int64_t *words) {
  tssa_error_t error;
  tssa_value_t value;
  tssa_status_t status = tssa_list_get(list, index, &value, &error);
  if (!status)
    status = value_to_words(context, value, kind, dtype, rank, words, &error);
  if (!status && remove) {
    status = tssa_list_pop(list, index, &value, &error);
    if (!status)
      tssa_value_release(&value);
  }
  if (status)
    tssa_context_fail(context, status, error.message);
}
