// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point: values of the host become values of the program and back.

#include "tensorssa-c/Interp.h"
#include "internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// A list of the host and the list of the program that stands for it.
typedef struct list_pair_t {
  tssa_list_t *host;
  list_t *list;
} list_pair_t;

typedef struct boundary_t {
  interp_t *interp;
  list_pair_t *pairs;
  int64_t num_pairs, capacity;
} boundary_t;

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

static bool import_value(boundary_t *, tssa_value_t host, const type_t *,
                         value_t *out);

static bool import_tensor(interp_t *interp, tssa_tensor_t *host, bool is_ref,
                          value_t *out) {
  if (!host || host->dl.device.device_type != kDLCPU ||
      host->dl.ndim > TSSA_MAX_RANK) {
    fail_call(interp, TSSA_STATUS_UNSUPPORTED,
              "expected a tensor on the CPU with at most %d dimensions",
              TSSA_MAX_RANK);
    return false;
  }
  tensor_t *tensor = tensor_over(
      interp, host->storage, host->dtype, host->dl.ndim, host->dl.shape,
      host->dl.strides, tssa_tensor_byte_offset(host));
  if (!tensor)
    return false;
  tensor->read_only = (host->flags & TSSA_TENSOR_READ_ONLY) != 0;
  tensor->host = tssa_tensor_retain(host);
  out->kind = is_ref ? VALUE_REF : VALUE_TENSOR;
  out->tensor = tensor;
  if (!is_ref) {
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

static bool import_value(boundary_t *boundary, tssa_value_t host,
                         const type_t *type, value_t *out) {
  interp_t *interp = boundary->interp;
  out->kind = VALUE_NONE;
  switch (host.kind) {
  case TSSA_VALUE_TENSOR:
    if (!import_tensor(interp, host.tensor, type->kind != TYPE_TENSOR, out))
      return false;
    break;
  case TSSA_VALUE_INT:
    *out = value_of_scalar(scalar_int(type->kind == TYPE_SCALAR &&
                                              !dtype_is_float(type->dtype) &&
                                              type->dtype != TSSA_DTYPE_BOOL
                                          ? type->dtype
                                          : TSSA_DTYPE_I64,
                                      host.i64));
    break;
  case TSSA_VALUE_FLOAT:
    *out = value_of_scalar(
        scalar_float(type->kind == TYPE_SCALAR && dtype_is_float(type->dtype)
                         ? type->dtype
                         : TSSA_DTYPE_F64,
                     host.f64));
    break;
  case TSSA_VALUE_BOOL:
    *out = value_of_scalar(scalar_int(TSSA_DTYPE_BOOL, host.b));
    break;
  case TSSA_VALUE_LIST:
    if (type->kind == TYPE_LIST) {
      if (!import_list(boundary, host.list, type->element, out))
        return false;
    } else {
      fail_call(interp, TSSA_STATUS_INVALID_ARGUMENT,
                "expected no list where the function takes none");
      return false;
    }
    break;
  case TSSA_VALUE_NONE:
    break;
  }
  char why[512];
  if (value_has_type(out, type, why))
    return true;
  value_release(out);
  fail_call(interp, TSSA_STATUS_INVALID_ARGUMENT, "expected a value to be %s",
            why);
  return false;
}

//===----------------------------------------------------------------------===//
// To the host
//===----------------------------------------------------------------------===//

static bool export_value(boundary_t *, const value_t *, tssa_value_t *out);

static bool export_tensor(interp_t *interp, const value_t *value,
                          tssa_value_t *out) {
  if (value->kind == VALUE_REF && value->tensor->host) {
    *out = tssa_value_from_tensor(tssa_tensor_retain(value->tensor->host));
    return true;
  }
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

/// Makes the host's list hold what the program's does. The elements of both are
/// brought over in order, so nested lists end in the host's own objects.
static bool export_items(boundary_t *boundary, tssa_list_t *host,
                         const list_t *list) {
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

static bool export_value(boundary_t *boundary, const value_t *value,
                         tssa_value_t *out) {
  interp_t *interp = boundary->interp;
  switch (value->kind) {
  case VALUE_SCALAR: {
    scalar_t scalar = value->scalar;
    if (dtype_is_complex(scalar.dtype))
      break;
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

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// An argument with `tssa.noalias` overlaps no other.
static bool check_noalias(interp_t *interp, function_t *function,
                          const value_t *inputs) {
  MlirAttribute all = mlirOperationGetAttributeByName(
      function->op, mlirStringRefCreateFromCString("arg_attrs"));
  if (mlirAttributeIsNull(all))
    return true;
  for (int64_t i = 0; i < function->num_inputs; ++i) {
    if (inputs[i].kind != VALUE_REF ||
        mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
            mlirArrayAttrGetElement(all, i),
            mlirStringRefCreateFromCString("tssa.noalias"))))
      continue;
    for (int64_t j = 0; j < function->num_inputs; ++j) {
      overlap_t overlap = OVERLAP_NONE;
      if (j != i && inputs[j].kind == VALUE_REF &&
          !find_overlap(interp, inputs[i].tensor, inputs[j].tensor, &overlap))
        return false;
      if (overlap != OVERLAP_NONE) {
        fail_call(interp, TSSA_STATUS_OVERLAP,
                  "expected argument %" PRId64
                  " to overlap no other but it overlaps argument %" PRId64,
                  i, j);
        return false;
      }
    }
  }
  return true;
}

static bool call(boundary_t *boundary, function_t *function,
                 const tssa_value_t *host_inputs, tssa_value_t *host_outputs) {
  interp_t *interp = boundary->interp;
  int64_t count = function->num_inputs + function->num_results;
  value_t *inputs = program_alloc(interp, (size_t)count, sizeof *inputs);
  if (!inputs)
    return false;
  value_t *outputs = inputs + function->num_inputs;
  const block_t *entry = &function->body.blocks[0];
  bool done = true;
  for (int64_t i = 0; done && i < function->num_inputs; ++i)
    done = import_value(boundary, host_inputs[i],
                        function->slot_types[entry->arguments[i]], &inputs[i]);
  done = done && check_noalias(interp, function, inputs);
  // The host's lists change even if the program fails on its way.
  int64_t num_lists = done ? boundary->num_pairs : 0;
  done = done && run_function(interp, function, function->op, inputs, outputs);
  for (int64_t i = 0; i < num_lists; ++i)
    done &= export_items(boundary, boundary->pairs[i].host,
                         boundary->pairs[i].list);
  for (int64_t i = 0; done && i < function->num_results; ++i)
    done = export_value(boundary, &outputs[i], &host_outputs[i]);
  for (int64_t i = 0; i < count; ++i)
    value_release(&inputs[i]);
  return done;
}

tssa_status_t tssaInterpretFunction(MlirModule module, MlirStringRef name,
                                    tssa_context_t *context,
                                    const tssa_value_t *inputs,
                                    intptr_t numInputs, tssa_value_t *outputs,
                                    intptr_t numOutputs) {
  interp_t interp;
  memset(&interp, 0, sizeof interp);
  tssa_context_reset(context);
  interp.context = context;
  interp.module = module;
  interp.symbols = mlirSymbolTableCreate(mlirModuleGetOperation(module));
  const char *limit = getenv("TENSORSSA_INTERP_STEPS");
  int64_t steps = limit ? strtoll(limit, NULL, 10) : 0;
  interp.steps = steps > 0 ? steps : -1;
  for (intptr_t i = 0; i < numOutputs; ++i)
    outputs[i] = (tssa_value_t){TSSA_VALUE_NONE, {NULL}};

  boundary_t boundary = {&interp, NULL, 0, 0};
  function_t *function = lookup_function(&interp, name, (MlirOperation){NULL});
  bool done = function != NULL;
  if (done && (function->num_inputs != numInputs ||
               function->num_results != numOutputs)) {
    fail_call(&interp, TSSA_STATUS_INVALID_ARGUMENT,
              "expected %" PRId64 " arguments and %" PRId64
              " results but got %" PRId64 " and %" PRId64,
              function->num_inputs, function->num_results, (int64_t)numInputs,
              (int64_t)numOutputs);
    done = false;
  }
  done = done && call(&boundary, function, inputs, outputs);
  for (intptr_t i = 0; !done && i < numOutputs; ++i)
    tssa_value_release(&outputs[i]);
  for (int64_t i = 0; i < boundary.num_pairs; ++i)
    list_release(boundary.pairs[i].list);
  free(boundary.pairs);
  program_free(&interp);
  mlirSymbolTableDestroy(interp.symbols);
  return tssa_context_status(context);
}
