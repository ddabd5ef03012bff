// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments: Python objects become values of the runtime. Tensors are taken in
// two steps, since two that share a storage may each know only a part of it:
// first what each is, then the storages and the tensors over them.

#include "module.h"

#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Names of types in messages
//===----------------------------------------------------------------------===//

/// Calls `refuse` with "expected WHAT but got TYPE".
static bool refuse_type(const call_t *call, Py_ssize_t argument,
                        Py_ssize_t element, const char *what, PyObject *object,
                        const char *advice) {
  PyErr_Clear();
  PyObject *name = PyType_GetQualName(Py_TYPE(object));
  const char *text = name ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
  PyErr_Clear();
  call_refuse(call, argument, element, TSSA_STATUS_INVALID_ARGUMENT, advice,
              "expected %s but got %s", what, text ? text : "another object");
  Py_XDECREF(name);
  return false;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

bool passed_reserve(call_t *call, passed_t *passed, int64_t rank) {
  passed->rank = rank;
  passed->numbers = call->numbers.count;
  for (int64_t i = 0; i < 2 * rank; ++i)
    if (!PUSH(call->numbers))
      return false;
  return true;
}

/// Which framework an object's type is of; FRAMEWORK_NONE with or without an
/// exception set.
static framework_t framework_of(PyObject *object) {
  PyObject *type = (PyObject *)Py_TYPE(object);
  if (torch.ready && (type == torch.tensor || type == torch.parameter))
    return FRAMEWORK_TORCH;
  if (numpy.ready && type == numpy.ndarray)
    return FRAMEWORK_NUMPY;
  int is =
      numpy_prepare(false) ? PyObject_IsInstance(object, numpy.ndarray) : 0;
  if (is || PyErr_Occurred())
    return is > 0 ? FRAMEWORK_NUMPY : FRAMEWORK_NONE;
  is = torch_prepare(false) ? PyObject_IsInstance(object, torch.tensor) : 0;
  return is > 0 ? FRAMEWORK_TORCH : FRAMEWORK_NONE;
}

passed_t *call_pass_tensor(call_t *call, PyObject *object, Py_ssize_t argument,
                           Py_ssize_t element, bool written) {
  framework_t framework = framework_of(object);
  if (framework == FRAMEWORK_NONE) {
    if (!PyErr_Occurred())
      refuse_type(call, argument, element, "a NumPy array or PyTorch tensor",
                  object, "numpy.asarray(…) or torch.as_tensor(…) makes one");
    return NULL;
  }
  passed_t *passed = PUSH(call->passed);
  if (!passed)
    return NULL;
  passed->object = Py_NewRef(object);
  passed->argument = argument;
  passed->element = element;
  passed->framework = framework;
  passed->written = written;
  bool works = framework == FRAMEWORK_TORCH ? torch_pass(call, passed)
                                            : numpy_pass(call, passed);
  if (call->framework == FRAMEWORK_NONE)
    call->framework = framework;
  return works ? passed : NULL;
}

/// Which storage the tensor lies in. Memory that has no address is told apart
/// by the object.
static bool find_storage(call_t *call, size_t index) {
  passed_t *passed = &call->passed.items[index];
  for (size_t i = 0; i < call->lent.count; ++i) {
    lent_t *lent = &call->lent.items[i];
    bool is_same =
        passed->base && passed->bytes
            ? lent->base == passed->base
            : call->passed.items[lent->first].object == passed->object;
    if (!is_same)
      continue;
    if (lent->bytes < passed->bytes)
      lent->bytes = passed->bytes;
    passed->storage = i;
    return true;
  }
  lent_t *lent = PUSH(call->lent);
  if (!lent)
    return false;
  lent->base = passed->base;
  lent->bytes = passed->bytes;
  lent->first = index;
  passed->storage = call->lent.count - 1;
  return true;
}

/// The tensor of the runtime, over memory that the object keeps.
static bool make_tensor(call_t *call, passed_t *passed) {
  lent_t *lent = &call->lent.items[passed->storage];
  int64_t size = tssa_dtype_size(passed->dtype);
  int64_t distance = passed->data - lent->base;
  if (!passed->data || !lent->bytes)
    distance = 0;
  if (distance % size)
    return call_refuse(call, passed->argument, passed->element,
                       TSSA_STATUS_INVALID_ARGUMENT,
                       "pass a copy, or allocate the elements by themselves",
                       "expected elements aligned to their size but got a "
                       "tensor that begins at byte %" PRId64 " of its storage",
                       distance);
  const int64_t *sizes = passed_sizes(call, passed);
  tssa_error_t error;
  tssa_status_t status = tssa_tensor_from_storage(
      lent->storage, passed->dtype, passed->rank, sizes, sizes + passed->rank,
      distance / size, &passed->tensor, &error);
  if (status)
    return call_refuse(call, passed->argument, passed->element, status, NULL,
                       "%s", error.message);
  if (passed->read_only)
    tssa_tensor_set_read_only(passed->tensor, true);
  return true;
}

static bool make_tensors(call_t *call) {
  for (size_t i = 0; i < call->passed.count; ++i)
    if (!find_storage(call, i))
      return false;
  for (size_t i = 0; i < call->lent.count; ++i) {
    lent_t *lent = &call->lent.items[i];
    const passed_t *first = &call->passed.items[lent->first];
    tssa_error_t error;
    tssa_status_t status =
        tssa_storage_from_memory(&call->device, lent->base, lent->bytes, NULL,
                                 NULL, &lent->storage, &error);
    if (status)
      return call_refuse(call, first->argument, first->element, status, NULL,
                         "%s", error.message);
  }
  for (size_t i = 0; i < call->passed.count; ++i) {
    passed_t *passed = &call->passed.items[i];
    if (!make_tensor(call, passed))
      return false;
    tssa_value_t value = tssa_value_from_tensor(passed->tensor);
    if (passed->input) {
      *passed->input = value;
      continue;
    }
    tssa_error_t error;
    tssa_status_t status = tssa_list_set(call->lists.items[passed->list].list,
                                         passed->index, value, &error);
    if (status)
      return call_refuse(call, passed->argument, passed->element, status, NULL,
                         "%s", error.message);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static bool convert_int(const call_t *call, Py_ssize_t argument,
                        Py_ssize_t element, const tssa_type_t *type,
                        PyObject *object, tssa_value_t *value) {
  if (!PyLong_Check(object) && framework_of(object) == FRAMEWORK_TORCH)
    return refuse_type(call, argument, element, "an integer", object,
                       "tensor.item() gives it");
  PyObject *number = PyNumber_Index(object);
  if (!number)
    return refuse_type(call, argument, element, "an integer", object, NULL);
  int overflow = 0;
  long long integer = PyLong_AsLongLongAndOverflow(number, &overflow);
  Py_DECREF(number);
  int64_t bits = 8 * type->bytes;
  if (overflow || (bits < 64 && (integer < -(INT64_C(1) << (bits - 1)) ||
                                 integer >= INT64_C(1) << (bits - 1))))
    return call_refuse(call, argument, element, TSSA_STATUS_OUT_OF_RANGE, NULL,
                       "expected an integer of %" PRId64
                       " bits but got one that is larger",
                       bits);
  *value = tssa_value_from_int(integer);
  return true;
}

static bool convert_float(const call_t *call, Py_ssize_t argument,
                          Py_ssize_t element, PyObject *object,
                          tssa_value_t *value) {
  // A tensor's number would lose its gradient.
  bool is_tensor =
      !PyFloat_Check(object) && framework_of(object) != FRAMEWORK_NONE;
  double number = is_tensor || PyErr_Occurred() ? -1 : PyFloat_AsDouble(object);
  if (is_tensor || PyErr_Occurred())
    return refuse_type(call, argument, element, "a number", object,
                       is_tensor ? "tensor.item() gives it" : NULL);
  *value = tssa_value_from_float(number);
  return true;
}

static bool convert_bool(const call_t *call, Py_ssize_t argument,
                         Py_ssize_t element, PyObject *object,
                         tssa_value_t *value) {
  if (object == Py_True || object == Py_False) {
    *value = tssa_value_from_bool(object == Py_True);
    return true;
  }
  // NumPy's own; nothing else is taken for a truth value in silence.
  PyObject *type = (PyObject *)Py_TYPE(object);
  PyObject *module = PyObject_GetAttrString(type, "__module__");
  PyObject *name = PyType_GetName((PyTypeObject *)type);
  bool is_numpy = module && name && PyUnicode_Check(module) &&
                  !PyUnicode_CompareWithASCIIString(module, "numpy") &&
                  (!PyUnicode_CompareWithASCIIString(name, "bool") ||
                   !PyUnicode_CompareWithASCIIString(name, "bool_"));
  Py_XDECREF(module);
  Py_XDECREF(name);
  PyErr_Clear();
  int truth = is_numpy ? PyObject_IsTrue(object) : -1;
  if (truth < 0)
    return refuse_type(call, argument, element, "a bool", object,
                       is_numpy ? NULL : "bool(…) makes one");
  *value = tssa_value_from_bool(truth);
  return true;
}

//===----------------------------------------------------------------------===//
// Lists, and values of any kind
//===----------------------------------------------------------------------===//

/// Where a value goes: an input, or the end of a list.
typedef struct target_t {
  Py_ssize_t argument, element;
  tssa_value_t *input;
  size_t list;
} target_t;

static bool convert(call_t *call, const target_t *target,
                    const tssa_type_t *type, bool written, PyObject *object,
                    int depth);

/// Puts a value that is known in its place. A list takes a reference.
static bool put(const call_t *call, const target_t *target,
                tssa_value_t value) {
  if (target->input) {
    *target->input = value;
    return true;
  }
  tssa_error_t error;
  tssa_status_t status =
      tssa_list_append(call->lists.items[target->list].list, value, &error);
  if (status)
    return call_refuse(call, target->argument, target->element, status, NULL,
                       "%s", error.message);
  return true;
}

static bool convert_list(call_t *call, const target_t *target,
                         const tssa_type_t *type, bool written,
                         PyObject *object, int depth) {
  // What is said of an argument holds for the lists in it.
  bool changes = call->function->abi->inputs[target->argument].flags &
                 (TSSA_TYPE_WRITTEN | TSSA_TYPE_ELEMENTS_WRITTEN);
  if (!PyList_Check(object) && (changes || !PyTuple_Check(object)))
    return refuse_type(call, target->argument, target->element,
                       changes ? "a list, which the call may change,"
                               : "a list or tuple",
                       object, "list(…) makes one");
  for (size_t i = 0; i < call->lists.count; ++i)
    if (call->lists.items[i].object == object) {
      call->lists.items[i].changes |= changes;
      return put(call, target, tssa_value_from_list(call->lists.items[i].list));
    }
  size_t index = call->lists.count;
  passed_list_t *list = PUSH(call->lists);
  if (!list)
    return false;
  list->object = Py_NewRef(object);
  list->changes = changes;
  tssa_error_t error;
  if (tssa_list_create(NULL, &list->list, &error)) {
    PyErr_NoMemory();
    return false;
  }
  if (!put(call, target, tssa_value_from_list(list->list)))
    return false;
  // Conversions may run code that changes the list: its length is asked again.
  for (Py_ssize_t i = 0; i < PySequence_Size(object); ++i) {
    PyObject *item = PySequence_GetItem(object, i);
    target_t inner = {target->argument, i, NULL, index};
    bool works =
        item && convert(call, &inner, type->element, written, item, depth - 1);
    Py_XDECREF(item);
    if (!works)
      return false;
  }
  return true;
}

static bool convert(call_t *call, const target_t *target,
                    const tssa_type_t *type, bool written, PyObject *object,
                    int depth) {
  tssa_value_t value = {0};
  Py_ssize_t argument = target->argument, element = target->element;
  passed_t *passed;
  bool works = false;
  switch (type->kind) {
  case TSSA_VALUE_TENSOR:
    passed = call_pass_tensor(call, object, argument, element, written);
    if (!passed)
      return false;
    passed->input = target->input;
    passed->list = target->list;
    if (target->input)
      return true;
    // Its place is kept until the tensor is made.
    passed->index = tssa_list_length(call->lists.items[target->list].list);
    return put(call, target, value);
  case TSSA_VALUE_LIST:
    if (depth == 0)
      return call_refuse(call, argument, element, TSSA_STATUS_UNSUPPORTED, NULL,
                         "expected lists in at most 16 levels but got more");
    return convert_list(call, target, type, written, object, depth);
  case TSSA_VALUE_FLOAT:
    works = convert_float(call, argument, element, object, &value);
    break;
  case TSSA_VALUE_BOOL:
    works = convert_bool(call, argument, element, object, &value);
    break;
  default:
    works = convert_int(call, argument, element, type, object, &value);
    break;
  }
  return works && put(call, target, value);
}

bool call_convert_inputs(call_t *call, PyObject *args) {
  const tssa_function_t *abi = call->function->abi;
  for (int64_t i = 0; i < abi->num_inputs; ++i) {
    const tssa_type_t *type = &abi->inputs[i];
    int32_t flag = type->kind == TSSA_VALUE_LIST ? TSSA_TYPE_ELEMENTS_WRITTEN
                                                 : TSSA_TYPE_WRITTEN;
    PyObject *object = PyTuple_GetItem(args, (Py_ssize_t)i);
    target_t target = {(Py_ssize_t)i, -1, &call->values.items[i], 0};
    if (!object ||
        !convert(call, &target, type, type->flags & flag, object, 16))
      return false;
  }
  return make_tensors(call);
}
