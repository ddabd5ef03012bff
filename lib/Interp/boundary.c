// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of the host become values of the program and back. Refs share the
// host's storages; lists are objects on both sides, kept in pairs for the call.

#include "boundary.h"
#include "symbolic.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool refuse(boundary_t *boundary, tssa_status_t status, const char *format,
            ...) {
  char text[TSSA_ERROR_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  fail_call(boundary->interp, status, "'%.*s': argument %" PRId64 ": %s",
            (int)boundary->function.length, boundary->function.data,
            boundary->argument, text);
  return false;
}

static bool add_pair(boundary_t *boundary, tssa_list_t *host, list_t *list) {
  if (boundary->num_pairs == boundary->capacity) {
    int64_t capacity = 2 * boundary->capacity + 8;
    list_pair_t *pairs =
        realloc(boundary->pairs, (size_t)capacity * sizeof *pairs);
    if (!pairs) {
      fail_memory(boundary->interp, -1);
      return false;
    }
    boundary->pairs = pairs;
    boundary->capacity = capacity;
  }
  boundary->pairs[boundary->num_pairs++] = (list_pair_t){host, list};
  return true;
}

//===----------------------------------------------------------------------===//
// From the host
//===----------------------------------------------------------------------===//

/// Whether a tensor is what a type of the function says.
static bool check_tensor(boundary_t *boundary, const tssa_tensor_t *host,
                         const type_t *type) {
  if (!host)
    return refuse(boundary, TSSA_STATUS_INVALID_ARGUMENT,
                  "expected a tensor but got NULL");
  if (host->dl.device.device_type != kDLCPU)
    return refuse(boundary, TSSA_STATUS_INVALID_ARGUMENT,
                  "expected a tensor on the CPU but got one on device type %d",
                  (int)host->dl.device.device_type);
  int64_t size = tssa_dtype_size(host->dtype);
  int64_t byte_offset = tssa_tensor_byte_offset(host);
  if (host->dl.ndim > TSSA_MAX_RANK || byte_offset % size)
    return refuse(boundary, TSSA_STATUS_INVALID_ARGUMENT,
                  "expected elements aligned to their size but got a tensor "
                  "that begins at byte %" PRId64 " of its storage",
                  byte_offset);
  // An element of a list of any refs.
  if (type->kind == TYPE_ANY_REF)
    return true;
  if (host->dtype != type->dtype)
    return refuse(boundary, TSSA_STATUS_INVALID_ARGUMENT,
                  "expected the dtype to be %s but got %s",
                  tssa_dtype_name(type->dtype), tssa_dtype_name(host->dtype));
  if (host->dl.ndim != type->rank)
    return refuse(boundary, TSSA_STATUS_SHAPE_MISMATCH,
                  "expected the rank to be %" PRId64 " but got %d", type->rank,
                  (int)host->dl.ndim);
  for (int64_t i = 0; i < type->rank; ++i)
    if (type->sizes[i] != DYNAMIC && type->sizes[i] != host->dl.shape[i])
      return refuse(boundary, TSSA_STATUS_SHAPE_MISMATCH,
                    "expected the size of dimension %" PRId64 " to be %" PRId64
                    " but got %" PRId64,
                    i, type->sizes[i], host->dl.shape[i]);
  if (!type->strides)
    return true;
  if (type->offset != DYNAMIC && type->offset != byte_offset / size)
    return refuse(boundary, TSSA_STATUS_SHAPE_MISMATCH,
                  "expected the storage offset to be %" PRId64
                  " but got %" PRId64,
                  type->offset, byte_offset / size);
  for (int64_t i = 0; i < type->rank; ++i)
    if (type->strides[i] != DYNAMIC && host->dl.shape[i] > 1 &&
        type->strides[i] != host->dl.strides[i])
      return refuse(boundary, TSSA_STATUS_SHAPE_MISMATCH,
                    "expected the stride of dimension %" PRId64
                    " to be %" PRId64 " but got %" PRId64,
                    i, type->strides[i], host->dl.strides[i]);
  return true;
}

static bool import_tensor(boundary_t *boundary, tssa_tensor_t *host,
                          const type_t *type, value_t *out) {
  interp_t *interp = boundary->interp;
  if (!check_tensor(boundary, host, type))
    return false;
  tensor_t *tensor = tensor_over(
      interp, host->storage, host->dtype, host->dl.ndim, host->dl.shape,
      host->dl.strides, tssa_tensor_byte_offset(host));
  if (!tensor)
    return false;
  tensor->read_only = (host->flags & TSSA_TENSOR_READ_ONLY) != 0;
  tensor->host = tssa_tensor_retain(host);
  out->kind = VALUE_REF;
  out->tensor = tensor;
  if (type->kind == TYPE_TENSOR) {
    out->kind = VALUE_TENSOR;
    out->tensor = tensor_copy(interp, tensor);
    tensor_release(tensor);
  }
  return out->tensor != NULL;
}

static bool import_list(boundary_t *boundary, tssa_list_t *host,
                        const type_t *element, value_t *out) {
  interp_t *interp = boundary->interp;
  out->kind = VALUE_LIST;
  for (int64_t i = 0; i < boundary->num_pairs; ++i)
    if (boundary->pairs[i].host == host) {
      out->list = list_retain(boundary->pairs[i].list);
      return true;
    }
  list_t *list = list_create(interp);
  if (!list)
    return false;
  // The pair keeps a reference until the end of the call.
  if (!add_pair(boundary, host, list)) {
    list_release(list);
    return false;
  }
  for (int64_t i = 0; i < tssa_list_length(host); ++i) {
    tssa_value_t item;
    value_t value;
    if (tssa_list_get(host, i, &item, NULL) ||
        !import_value(boundary, item, element, &value))
      return false;
    if (!list_insert(interp, list, i, value)) {
      value_release(&value);
      return false;
    }
  }
  out->list = list_retain(list);
  return true;
}

tssa_value_kind_t type_value_kind(const type_t *type) {
  switch (type->kind) {
  case TYPE_TENSOR:
  case TYPE_REF:
  case TYPE_ANY_REF:
    return TSSA_VALUE_TENSOR;
  case TYPE_LIST:
    return TSSA_VALUE_LIST;
  case TYPE_SCALAR:
    return dtype_is_complex(type->dtype)    ? TSSA_VALUE_NONE
           : dtype_is_float(type->dtype)    ? TSSA_VALUE_FLOAT
           : type->dtype == TSSA_DTYPE_BOOL ? TSSA_VALUE_BOOL
                                            : TSSA_VALUE_INT;
  case TYPE_OTHER:
    break;
  }
  return TSSA_VALUE_NONE;
}

bool import_value(boundary_t *boundary, tssa_value_t host, const type_t *type,
                  value_t *out) {
  tssa_value_kind_t kind = type_value_kind(type);
  out->kind = VALUE_NONE;
  if (kind == TSSA_VALUE_NONE)
    return refuse(boundary, TSSA_STATUS_UNSUPPORTED,
                  "expected a type that hosts have values of");
  if (host.kind != kind)
    return refuse(boundary, TSSA_STATUS_INVALID_ARGUMENT,
                  "expected a value of kind %s but got %s",
                  tssa_value_kind_name(kind), tssa_value_kind_name(host.kind));
  switch (kind) {
  case TSSA_VALUE_TENSOR:
    return import_tensor(boundary, host.tensor, type, out);
  case TSSA_VALUE_LIST:
    return import_list(boundary, host.list, type->element, out);
  case TSSA_VALUE_FLOAT:
    *out = value_of_scalar(scalar_float(type->dtype, host.f64));
    break;
  case TSSA_VALUE_BOOL:
    *out = value_of_scalar(scalar_int(TSSA_DTYPE_BOOL, host.b));
    break;
  default:
    *out = value_of_scalar(scalar_int(type->dtype, host.i64));
    if (out->scalar.i == host.i64)
      break;
    out->kind = VALUE_NONE;
    return refuse(boundary, TSSA_STATUS_OUT_OF_RANGE,
                  "expected a number of %d bits but got %" PRId64,
                  dtype_bits(type->dtype), host.i64);
  }
  if (symbolic_run)
    symbolic_import(&out->scalar);
  return true;
}

//===----------------------------------------------------------------------===//
// To the host
//===----------------------------------------------------------------------===//

/// A new tensor object.
static bool make_tensor(interp_t *interp, const value_t *value,
                        tssa_value_t *out) {
  // A returned value is a storage of its own, whoever else holds it.
  tensor_t *tensor = value->kind == VALUE_TENSOR
                         ? tensor_copy(interp, value->tensor)
                         : tensor_retain(value->tensor);
  if (!tensor)
    return false;
  int64_t size = tssa_dtype_size(tensor->dtype);
  tssa_error_t error;
  tssa_status_t status = TSSA_STATUS_UNSUPPORTED;
  strcpy(error.message, "expected the offset to be a multiple of the element "
                        "size");
  if (tensor->byte_offset % size == 0)
    status = tssa_tensor_from_storage(
        tensor->storage, tensor->dtype, tensor->rank, tensor->sizes,
        tensor->strides, tensor->byte_offset / size, &out->tensor, &error);
  if (status)
    fail_call(interp, status, "%s", error.message);
  else
    tssa_tensor_set_read_only(out->tensor, tensor->read_only);
  tensor_release(tensor);
  out->kind = status ? TSSA_VALUE_NONE : TSSA_VALUE_TENSOR;
  return !status;
}

static bool export_tensor(interp_t *interp, const value_t *value,
                          tssa_value_t *out) {
  if (value->kind != VALUE_REF || !value->tensor->host)
    return make_tensor(interp, value, out);
  *out = tssa_value_from_tensor(tssa_tensor_retain(value->tensor->host));
  return true;
}

bool export_fresh(boundary_t *boundary, const value_t *value,
                  tssa_value_t *out) {
  if (value->kind == VALUE_TENSOR || value->kind == VALUE_REF)
    return make_tensor(boundary->interp, value, out);
  return export_value(boundary, value, out);
}

/// Makes the host's list hold what the program's does. The elements of both are
/// brought over in order, so nested lists end in the host's own objects.
bool export_items(boundary_t *boundary, tssa_list_t *host, const list_t *list) {
  for (int64_t i = 0; i < list->count; ++i) {
    tssa_value_t item = {TSSA_VALUE_NONE, {NULL}};
    if (!export_value(boundary, &list->items[i], &item))
      return false;
    tssa_status_t status = i < tssa_list_length(host)
                               ? tssa_list_set(host, i, item, NULL)
                               : tssa_list_append(host, item, NULL);
    tssa_value_release(&item);
    if (status) {
      fail_memory(boundary->interp, -1);
      return false;
    }
  }
  while (tssa_list_length(host) > list->count) {
    tssa_value_t item;
    if (tssa_list_pop(host, -1, &item, NULL))
      return false;
    tssa_value_release(&item);
  }
  return true;
}

static bool export_list(boundary_t *boundary, list_t *list, tssa_value_t *out) {
  tssa_list_t *host = NULL;
  for (int64_t i = 0; i < boundary->num_pairs && !host; ++i)
    if (boundary->pairs[i].list == list)
      host = tssa_list_retain(boundary->pairs[i].host);
  if (!host) {
    if (tssa_list_create(NULL, &host, NULL)) {
      fail_memory(boundary->interp, -1);
      return false;
    }
    bool kept = add_pair(boundary, host, list);
    if (kept)
      list_retain(list);
    if (!kept || !export_items(boundary, host, list)) {
      tssa_list_release(host);
      return false;
    }
  }
  *out = tssa_value_from_list(host);
  return true;
}

bool export_value(boundary_t *boundary, const value_t *value,
                  tssa_value_t *out) {
  interp_t *interp = boundary->interp;
  switch (value->kind) {
  case VALUE_SCALAR: {
    scalar_t scalar = value->scalar;
    if (dtype_is_complex(scalar.dtype))
      break;
    if (symbolic_run)
      symbolic_export(scalar);
    *out = scalar.dtype == TSSA_DTYPE_BOOL ? tssa_value_from_bool(scalar.i != 0)
           : dtype_is_float(scalar.dtype)  ? tssa_value_from_float(scalar.f)
                                           : tssa_value_from_int(scalar.i);
    return true;
  }
  case VALUE_TENSOR:
  case VALUE_REF:
    return export_tensor(interp, value, out);
  case VALUE_LIST:
    return export_list(boundary, value->list, out);
  case VALUE_NONE:
  case VALUE_POISON:
    break;
  }
  fail_call(interp, TSSA_STATUS_UNSUPPORTED,
            "expected a result to be a tensor, number or list but got %s",
            value->kind == VALUE_SCALAR ? "a complex number" : "poison");
  return false;
}
