// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists as compiled code uses them: elements go in and out as words, errors to
// the context.

#include "internal.h"
#include "tensorssa-runtime/list.h"

#include <inttypes.h>
#include <stdio.h>
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

/// Appends a type as MLIR writes it, -1 standing for "?".
static void describe(tssa_dtype_t dtype, int64_t rank, const int64_t *sizes,
                     char *out, size_t size) {
  size_t used = (size_t)snprintf(out, size, "!tssa.ref<");
  for (int64_t i = 0; i < rank && used < size; ++i)
    used += sizes[i] < 0 ? (size_t)snprintf(out + used, size - used, "?x")
                         : (size_t)snprintf(out + used, size - used,
                                            "%" PRId64 "x", sizes[i]);
  if (used < size)
    snprintf(out + used, size - used, "%s>",
             dtype == TSSA_DTYPE_BOOL ? "i1" : tssa_dtype_name(dtype));
}

/// What a tensor has to be: `words` with TSSA_LIST_ANY for what is open.
/// Strides of dimensions with one index, and of empty tensors, say nothing.
static bool tensor_fits(const tssa_tensor_t *tensor, int64_t dtype,
                        int64_t rank, const int64_t *words) {
  if ((int64_t)tensor->dtype != dtype || tensor->dl.ndim != rank)
    return false;
  if (words[2] != TSSA_LIST_ANY && words[2] * tssa_dtype_size(tensor->dtype) !=
                                       tssa_tensor_byte_offset(tensor))
    return false;
  bool is_empty = tssa_tensor_count(tensor) == 0;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t stride = words[3 + rank + i];
    if (words[3 + i] != TSSA_LIST_ANY && words[3 + i] != tensor->dl.shape[i])
      return false;
    if (stride != TSSA_LIST_ANY && stride != tensor->dl.strides[i] &&
        tensor->dl.shape[i] > 1 && !is_empty)
      return false;
  }
  return true;
}

static bool has_layout(int64_t rank, const int64_t *words) {
  for (int64_t i = 0; i < rank; ++i)
    if (words[3 + rank + i] != TSSA_LIST_ANY)
      return true;
  return words[2] != TSSA_LIST_ANY;
}

/// `what` is what the program calls the value.
static tssa_status_t tensor_to_words(tssa_context_t *context, const char *what,
                                     const tssa_tensor_t *tensor, int64_t dtype,
                                     int64_t rank, int64_t *words,
                                     tssa_error_t *out_error) {
  if (!tensor_fits(tensor, dtype, rank, words)) {
    char expected[200], actual[200];
    describe((tssa_dtype_t)dtype, rank, words + 3, expected, sizeof expected);
    describe(tensor->dtype, tensor->dl.ndim, tensor->dl.shape, actual,
             sizeof actual);
    return tssa_error_make(out_error, TSSA_STATUS_SHAPE_MISMATCH,
                           "expected %s to be %s%s but got %s", what, expected,
                           has_layout(rank, words) ? " with its layout" : "",
                           actual);
  }
  const void *key = tssa_context_name(context, tensor->storage);
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

static tssa_status_t value_to_words(tssa_context_t *context, const char *what,
                                    tssa_value_t value, int64_t kind,
                                    int64_t dtype, int64_t rank, int64_t *words,
                                    tssa_error_t *out_error) {
  if ((int64_t)value.kind != kind)
    return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                           "expected %s to be of kind %s but got %s", what,
                           tssa_value_kind_name((tssa_value_kind_t)kind),
                           tssa_value_kind_name(value.kind));
  switch (value.kind) {
  case TSSA_VALUE_TENSOR:
    return tensor_to_words(context, what, value.tensor, dtype, rank, words,
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

void tssa_fail_at(tssa_context_t *context, const tssa_site_t *site,
                  tssa_status_t status, const char *message) {
  char text[TSSA_ERROR_MESSAGE_SIZE];
  bool is_located = site->location && site->location[0];
  snprintf(text, sizeof text, "%s%s'%s' op: %s",
           is_located ? site->location : "", is_located ? ": " : "", site->op,
           message);
  tssa_context_fail(context, status, text);
}

void tssa_rt_list_take(tssa_context_t *context, const tssa_site_t *site,
                       tssa_list_t *list, int64_t index, int64_t remove,
                       int64_t kind, int64_t dtype, int64_t rank,
                       int64_t *words) {
  tssa_error_t error;
  tssa_value_t value;
  tssa_status_t status = tssa_list_get(list, index, &value, &error);
  if (!status)
    status =
        value_to_words(context, site->message[0] ? site->message : "result 0",
                       value, kind, dtype, rank, words, &error);
  if (!status && remove) {
    status = tssa_list_pop(list, index, &value, &error);
    if (!status)
      tssa_value_release(&value);
  }
  if (status)
    tssa_fail_at(context, site, status, error.message);
}
