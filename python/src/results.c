// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results: values of the runtime become Python objects. What lies in an
// argument's storage is that argument or a view of it, what is fresh shares
// memory with what else lies in its storage.

#include "module.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Fresh storages
//===----------------------------------------------------------------------===//

static lent_t *find_lent(call_t *call, const tssa_storage_t *storage) {
  for (size_t i = 0; i < call->lent.count; ++i)
    if (call->lent.items[i].storage == storage)
      return &call->lent.items[i];
  return NULL;
}

static fresh_t *find_fresh(call_t *call, const tssa_storage_t *storage) {
  for (size_t i = 0; i < call->fresh.count; ++i)
    if (call->fresh.items[i].storage == storage)
      return &call->fresh.items[i];
  return NULL;
}

static bool note_fresh(call_t *call, const tssa_value_t *value) {
  if (value->kind == TSSA_VALUE_LIST) {
    for (int64_t i = 0; i < tssa_list_length(value->list); ++i) {
      tssa_value_t element;
      if (tssa_list_get(value->list, i, &element, NULL) ||
          !note_fresh(call, &element))
        return false;
    }
    return true;
  }
  if (value->kind != TSSA_VALUE_TENSOR ||
      find_lent(call, value->tensor->storage))
    return true;
  fresh_t *fresh = find_fresh(call, value->tensor->storage);
  if (!fresh && (fresh = PUSH(call->fresh)))
    fresh->storage = value->tensor->storage;
  if (fresh)
    ++fresh->uses;
  return fresh != NULL;
}

bool call_find_fresh(call_t *call) {
  for (size_t i = (size_t)call->function->abi->num_inputs;
       i < call->values.count; ++i)
    if (!note_fresh(call, &call->values.items[i]))
      return false;
  for (size_t i = 0; i < call->lists.count; ++i) {
    tssa_value_t value = tssa_value_from_list(call->lists.items[i].list);
    if (call->lists.items[i].changes && !note_fresh(call, &value))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Whether the tensor is the very one that was passed.
static bool is_passed(const passed_t *passed, const tssa_tensor_t *tensor) {
  const DLTensor *a = &passed->tensor->dl, *b = &tensor->dl;
  if (passed->tensor == tensor)
    return true;
  if (passed->tensor->storage != tensor->storage ||
      passed->dtype != tensor->dtype || a->data != b->data ||
      a->ndim != b->ndim)
    return false;
  size_t bytes = (size_t)a->ndim * sizeof(int64_t);
  return !bytes || (!memcmp(a->shape, b->shape, bytes) &&
                    !memcmp(a->strides, b->strides, bytes));
}

/// Of the tensors that were passed, the one to take a view of: the argument
/// that the result is said to lie in, else one of its dtype.
static const passed_t *choose(const call_t *call, const lent_t *lent,
                              const tssa_tensor_t *tensor, int64_t origin) {
  const passed_t *chosen = NULL;
  int best = -1;
  for (size_t i = lent->first; i < call->passed.count; ++i) {
    const passed_t *passed = &call->passed.items[i];
    if (passed->tensor->storage != tensor->storage)
      continue;
    int rank = 4 * is_passed(passed, tensor) +
               2 * (passed->dtype == tensor->dtype) +
               (passed->element < 0 && passed->argument == origin);
    if (rank > best) {
      best = rank;
      chosen = passed;
    }
  }
  return chosen;
}

static PyObject *tensor_object(call_t *call, tssa_tensor_t *tensor,
                               int64_t origin) {
  const lent_t *lent = find_lent(call, tensor->storage);
  if (!lent) {
    fresh_t *fresh = find_fresh(call, tensor->storage);
    return call->framework == FRAMEWORK_TORCH ? torch_fresh(fresh, tensor)
                                              : numpy_fresh(fresh, tensor);
  }
  const passed_t *passed = choose(call, lent, tensor, origin);
  if (is_passed(passed, tensor))
    return Py_NewRef(passed->object);
  return passed->framework == FRAMEWORK_TORCH
             ? torch_view(call, passed, tensor)
             : numpy_view(passed, lent, tensor);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static PyObject *value_object(call_t *call, const tssa_value_t *value,
                              int64_t origin);

static PyObject *list_object(call_t *call, const tssa_list_t *list) {
  for (size_t i = 0; i < call->lists.count; ++i)
    if (call->lists.items[i].list == list)
      return Py_NewRef(call->lists.items[i].object);
  int64_t length = tssa_list_length(list);
  PyObject *result = PyList_New((Py_ssize_t)length);
  for (int64_t i = 0; result && i < length; ++i) {
    tssa_value_t element = {0};
    tssa_list_get(list, i, &element, NULL);
    PyObject *object = value_object(call, &element, TSSA_ORIGIN_UNKNOWN);
    if (!object || PyList_SetItem(result, (Py_ssize_t)i, object))
      Py_CLEAR(result);
  }
  return result;
}

static PyObject *value_object(call_t *call, const tssa_value_t *value,
                              int64_t origin) {
  switch (value->kind) {
  case TSSA_VALUE_TENSOR:
    return tensor_object(call, value->tensor, origin);
  case TSSA_VALUE_INT:
    return PyLong_FromLongLong(value->i64);
  case TSSA_VALUE_FLOAT:
    return PyFloat_FromDouble(value->f64);
  case TSSA_VALUE_BOOL:
    return PyBool_FromLong(value->b);
  case TSSA_VALUE_LIST:
    return list_object(call, value->list);
  case TSSA_VALUE_NONE:
    break;
  }
  return Py_NewRef(Py_None);
}

PyObject *call_convert_outputs(call_t *call) {
  const tssa_function_t *abi = call->function->abi;
  const tssa_value_t *outputs = call->values.items + abi->num_inputs;
  if (abi->num_outputs == 0)
    return Py_NewRef(Py_None);
  if (abi->num_outputs == 1)
    return value_object(call, &outputs[0], abi->outputs[0].origin);
  PyObject *tuple = PyTuple_New((Py_ssize_t)abi->num_outputs);
  for (int64_t i = 0; tuple && i < abi->num_outputs; ++i) {
    PyObject *object = value_object(call, &outputs[i], abi->outputs[i].origin);
    if (!object || PyTuple_SetItem(tuple, (Py_ssize_t)i, object))
      Py_CLEAR(tuple);
  }
  return tuple;
}

//===----------------------------------------------------------------------===//
// Lists that were passed
//===----------------------------------------------------------------------===//

/// Whether the Python list holds this already. -1 with an exception set.
static int holds(PyObject *list, Py_ssize_t index, PyObject *object,
                 const tssa_value_t *value) {
  if (index >= PyList_Size(list))
    return 0;
  PyObject *item = PyList_GetItem(list, index);
  if (item == object)
    return 1;
  if (!item || value->kind == TSSA_VALUE_TENSOR ||
      value->kind == TSSA_VALUE_LIST)
    return item ? 0 : -1;
  return PyObject_RichCompareBool(item, object, Py_EQ);
}

static bool update_list(call_t *call, const passed_list_t *list) {
  int64_t length = tssa_list_length(list->list);
  PyObject *items = PyList_New((Py_ssize_t)length);
  bool same = items && length == PyList_Size(list->object);
  for (int64_t i = 0; items && i < length; ++i) {
    tssa_value_t element = {0};
    tssa_list_get(list->list, i, &element, NULL);
    PyObject *object = value_object(call, &element, TSSA_ORIGIN_UNKNOWN);
    int held =
        object ? holds(list->object, (Py_ssize_t)i, object, &element) : -1;
    // An equal number stays the object that it was.
    if (held == 1) {
      Py_DECREF(object);
      object = Py_NewRef(PyList_GetItem(list->object, (Py_ssize_t)i));
    }
    same = same && held == 1;
    if (held < 0 || PyList_SetItem(items, (Py_ssize_t)i, object))
      Py_CLEAR(items);
  }
  bool works = items && (same || !PyList_SetSlice(list->object, 0,
                                                  PY_SSIZE_T_MAX, items));
  Py_XDECREF(items);
  return works;
}

bool call_update_lists(call_t *call) {
  for (size_t i = 0; i < call->lists.count; ++i)
    if (call->lists.items[i].changes &&
        !update_list(call, &call->lists.items[i]))
      return false;
  return true;
}
