// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls from a program to its host. What the declaration of a function promises
// of the storages of its results is tested here: the compiler builds on it.

#include "host_functions.h"
#include "internal.h"

#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static tssa_host_entry_t **find(tssa_context_t *context, const char *name) {
  tssa_host_entry_t **link = tssa_context_host_functions(context, NULL);
  while (*link && strcmp((*link)->name, name) != 0)
    link = &(*link)->next;
  return link;
}

static void erase(tssa_context_t *context, tssa_host_entry_t **link) {
  tssa_allocator_t allocator;
  tssa_context_host_functions(context, &allocator);
  tssa_host_entry_t *entry = *link;
  *link = entry->next;
  allocator.free(allocator.self, entry, entry->bytes);
}

void tssa_host_functions_clear(tssa_context_t *context) {
  tssa_host_entry_t **first = tssa_context_host_functions(context, NULL);
  while (*first)
    erase(context, first);
}

tssa_status_t tssa_context_add_function(tssa_context_t *context,
                                        const char *name,
                                        tssa_host_function_t function,
                                        void *user, tssa_error_t *out_error) {
  if (!name)
    return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                           "expected the name of a function but got NULL");
  tssa_host_entry_t **link = find(context, name);
  if (!function) {
    if (*link)
      erase(context, link);
    return TSSA_STATUS_OK;
  }
  if (!*link) {
    tssa_allocator_t allocator;
    tssa_context_host_functions(context, &allocator);
    size_t length = strlen(name) + 1;
    size_t bytes = sizeof(tssa_host_entry_t) + length;
    tssa_host_entry_t *entry =
        allocator.alloc(allocator.self, bytes, TSSA_ALIGNMENT);
    if (!entry)
      return tssa_error_memory(out_error, (int64_t)bytes);
    entry->next = NULL;
    entry->bytes = bytes;
    memcpy(entry->name, name, length);
    *link = entry;
  }
  (*link)->function = function;
  (*link)->user = user;
  return TSSA_STATUS_OK;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static const tssa_tensor_t *tensor_of(const tssa_value_t *value) {
  return value->kind == TSSA_VALUE_TENSOR ? value->tensor : NULL;
}

static bool shares_storage(const tssa_tensor_t *tensor,
                           const tssa_value_t *values, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const tssa_tensor_t *other = tensor_of(&values[i]);
    if (other && other->storage == tensor->storage)
      return true;
  }
  return false;
}

/// Whether both name the same elements.
static bool is_same(const tssa_tensor_t *a, const tssa_tensor_t *b) {
  if (a->storage != b->storage || a->dtype != b->dtype ||
      a->dl.ndim != b->dl.ndim ||
      tssa_tensor_byte_offset(a) != tssa_tensor_byte_offset(b))
    return false;
  for (int32_t i = 0; i < a->dl.ndim; ++i)
    if (a->dl.shape[i] != b->dl.shape[i] ||
        (a->dl.shape[i] > 1 && a->dl.strides[i] != b->dl.strides[i]))
      return false;
  return true;
}

/// Whether a tensor fills its storage in row-major order, and no one but its
/// holder can tell it from a copy.
static bool is_own_copy(const tssa_tensor_t *tensor) {
  if (!tssa_tensor_is_sole(tensor) ||
      tssa_tensor_count(tensor) * tssa_dtype_size(tensor->dtype) !=
          tssa_storage_bytes(tensor->storage))
    return false;
  // Also where a dimension has one element: its stride can be asked for.
  int64_t stride = 1;
  for (int32_t i = tensor->dl.ndim - 1; i >= 0; --i) {
    if (tensor->dl.strides[i] != stride)
      return false;
    stride *= tensor->dl.shape[i] > 0 ? tensor->dl.shape[i] : 1;
  }
  return tssa_tensor_byte_offset(tensor) == 0;
}

/// Puts a copy in the place of an output that is to fill its storage.
static tssa_status_t own(tssa_value_t *output, const tssa_parallel_t *parallel,
                         tssa_error_t *out_error) {
  if (is_own_copy(output->tensor))
    return TSSA_STATUS_OK;
  tssa_tensor_t *copy;
  tssa_status_t status =
      tssa_tensor_clone_with(output->tensor, parallel, &copy, out_error);
  if (status)
    return status;
  tssa_tensor_release(output->tensor);
  output->tensor = copy;
  return TSSA_STATUS_OK;
}

static tssa_status_t check_origin(const tssa_context_t *context,
                                  const char *name, const tssa_value_t *inputs,
                                  int64_t num_inputs, int64_t origin,
                                  tssa_value_t *outputs, int64_t i,
                                  tssa_error_t *out_error) {
  const tssa_tensor_t *tensor = tensor_of(&outputs[i]);
  if (outputs[i].kind == TSSA_VALUE_NONE ||
      (outputs[i].kind == TSSA_VALUE_TENSOR && !tensor))
    return tssa_error_make(
        out_error, TSSA_STATUS_INVALID_ARGUMENT,
        "expected '%s' to give result %" PRId64 " but it gave none", name, i);
  if (!tensor || origin == TSSA_ORIGIN_UNKNOWN)
    return TSSA_STATUS_OK;
  if (origin == TSSA_ORIGIN_FRESH || origin == TSSA_ORIGIN_FRESH_STRIDED) {
    if (shares_storage(tensor, inputs, num_inputs) ||
        shares_storage(tensor, outputs, i))
      return tssa_error_make(out_error, TSSA_STATUS_OVERLAP,
                             "expected result %" PRId64
                             " of '%s', which is declared "
                             "'tssa.fresh', to have a storage of its own",
                             i, name);
    return origin == TSSA_ORIGIN_FRESH
               ? own(&outputs[i], tssa_context_parallel(context), out_error)
               : TSSA_STATUS_OK;
  }
  const tssa_tensor_t *input =
      origin < num_inputs ? tensor_of(&inputs[origin]) : NULL;
  if (!input || !is_same(tensor, input))
    return tssa_error_make(out_error, TSSA_STATUS_OVERLAP,
                           "expected result %" PRId64 " of '%s' to be argument "
                           "%" PRId64 ", as declared",
                           i, name, origin);
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_context_call(tssa_context_t *context, const char *name,
                                const tssa_value_t *inputs, int64_t num_inputs,
                                const int64_t *origins, tssa_value_t *outputs,
                                int64_t num_outputs, tssa_error_t *out_error) {
  for (int64_t i = 0; i < num_outputs; ++i)
    outputs[i] = (tssa_value_t){TSSA_VALUE_NONE, {NULL}};
  tssa_host_entry_t *entry = *find(context, name);
  if (!entry)
    return tssa_error_make(out_error, TSSA_STATUS_UNSUPPORTED,
                           "expected the host to have a function '%s'; add it "
                           "by tssa_context_add_function",
                           name);
  tssa_error_t error;
  memset(&error, 0, sizeof error);
  tssa_context_tell(context, TSSA_EVENT_HOST_BEGIN, name, TSSA_STATUS_OK, 0);
  tssa_status_t status = entry->function(
      entry->user, context, inputs, num_inputs, outputs, num_outputs, &error);
  tssa_context_tell(context, TSSA_EVENT_HOST_END, name, status, 0);
  if (status)
    tssa_error_make(out_error, status, "'%s' failed: %s", name,
                    error.message[0] ? error.message : "no reason given");
  for (int64_t i = 0; !status && i < num_outputs; ++i)
    status = check_origin(context, name, inputs, num_inputs, origins[i],
                          outputs, i, out_error);
  for (int64_t i = 0; status && i < num_outputs; ++i)
    tssa_value_release(&outputs[i]);
  return status;
}

/// The function's arguments in one allocation: those of the program, marked by
/// whether they may be written, then room for the results.
static tssa_status_t make_values(tssa_list_t *list, int64_t num_outputs,
                                 const int64_t *writable, tssa_value_t *values,
                                 tssa_error_t *out_error) {
  int64_t num_inputs = tssa_list_length(list);
  memset(values, 0, (size_t)(num_inputs + num_outputs) * sizeof *values);
  for (int64_t i = 0; i < num_inputs; ++i) {
    tssa_status_t status = tssa_list_get(list, i, &values[i], out_error);
    if (status)
      return status;
    // The tensor object is the list's alone: it was made from a descriptor.
    if (values[i].kind == TSSA_VALUE_TENSOR && !writable[i])
      tssa_tensor_set_read_only(values[i].tensor, true);
  }
  return TSSA_STATUS_OK;
}

static tssa_status_t call(tssa_context_t *context, const tssa_site_t *site,
                          tssa_list_t *list, tssa_value_t *values,
                          int64_t num_outputs, const int64_t *facts,
                          tssa_error_t *out_error) {
  int64_t num_inputs = tssa_list_length(list);
  tssa_value_t *outputs = values + num_inputs;
  tssa_status_t status =
      make_values(list, num_outputs, facts + num_outputs, values, out_error);
  if (!status)
    status = tssa_context_call(context, site->message, values, num_inputs,
                               facts, outputs, num_outputs, out_error);
  for (int64_t i = 0; !status && i < num_outputs; ++i)
    status = tssa_list_append(list, outputs[i], out_error);
  for (int64_t i = 0; i < num_outputs; ++i)
    tssa_value_release(&outputs[i]);
  for (int64_t i = 0; !status && i < num_inputs; ++i) {
    tssa_value_t input;
    status = tssa_list_pop(list, 0, &input, out_error);
    if (!status)
      tssa_value_release(&input);
  }
  return status;
}

void tssa_rt_call(tssa_context_t *context, const tssa_site_t *site,
                  tssa_list_t *values, int64_t num_outputs,
                  const int64_t *facts) {
  tssa_allocator_t allocator;
  tssa_context_host_functions(context, &allocator);
  size_t bytes =
      (size_t)(tssa_list_length(values) + num_outputs) * sizeof(tssa_value_t);
  tssa_error_t error;
  tssa_status_t status;
  tssa_value_t *memory =
      allocator.alloc(allocator.self, bytes ? bytes : 1, TSSA_ALIGNMENT);
  if (memory) {
    status = call(context, site, values, memory, num_outputs, facts, &error);
    allocator.free(allocator.self, memory, bytes ? bytes : 1);
  } else {
    status = tssa_error_memory(&error, (int64_t)bytes);
  }
  if (status)
    tssa_fail_at(context, site, status, error.message);
}
