// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `_C.Function`: what it is made of, and its signature as data.

#include "module.h"

#include <stdio.h>
#include <string.h>

PyObject *function_type;

static PyObject *input_name(TssaFunction function, int64_t index) {
  MlirStringRef name = tssaFunctionGetInputName(function, index);
  return PyUnicode_FromStringAndSize(name.data, (Py_ssize_t)name.length);
}

/// What messages call the arguments.
static PyObject *make_labels(TssaFunction function,
                             const tssa_function_t *abi) {
  PyObject *labels = PyTuple_New((Py_ssize_t)abi->num_inputs);
  for (int64_t i = 0; labels && i < abi->num_inputs; ++i) {
    PyObject *name = input_name(function, i);
    PyObject *label = NULL;
    if (name && PyUnicode_GetLength(name))
      label = PyUnicode_FromFormat("argument %lld ('%U')", (long long)i, name);
    else if (name)
      label = PyUnicode_FromFormat("argument %lld", (long long)i);
    Py_XDECREF(name);
    if (!label || PyTuple_SetItem(labels, (Py_ssize_t)i, label))
      Py_CLEAR(labels);
  }
  return labels;
}

static PyObject *function_new(PyTypeObject *type, PyObject *args,
                              PyObject *kwargs) {
  PyObject *program, *results;
  const char *name;
  if (kwargs && PyDict_Size(kwargs)) {
    PyErr_SetString(PyExc_TypeError, "Function takes no keyword arguments");
    return NULL;
  }
  if (!PyArg_ParseTuple(args, "O!sO", program_type, &program, &name, &results))
    return NULL;
  TssaFunction found = tssaExecutableLookup(
      ((program_t *)program)->executable, mlirStringRefCreateFromCString(name));
  if (tssaFunctionIsNull(found)) {
    PyErr_Format(PyExc_KeyError,
                 "expected a function of the program but got '%s'", name);
    return NULL;
  }
  allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  function_t *self = (function_t *)allocate(type, 0);
  if (!self)
    return NULL;
  self->program = Py_NewRef(program);
  self->abi = tssaFunctionGetABI(found);
  self->results = Py_NewRef(results);
  self->labels = make_labels(found, self->abi);
  if (!self->labels) {
    Py_DECREF((PyObject *)self);
    return NULL;
  }
  return (PyObject *)self;
}

static int function_traverse(PyObject *self, visitproc visit, void *arg) {
  function_t *function = (function_t *)self;
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(function->program);
  Py_VISIT(function->labels);
  Py_VISIT(function->results);
  return 0;
}

static void function_dealloc(PyObject *self) {
  function_t *function = (function_t *)self;
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  tssa_context_destroy(function->context);
  Py_CLEAR(function->labels);
  Py_CLEAR(function->results);
  // The code goes last.
  Py_CLEAR(function->program);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// Sizes or strides: None where only the call tells one.
static PyObject *make_extents(int32_t rank, const int64_t *numbers) {
  if (!numbers && rank)
    return Py_NewRef(Py_None);
  PyObject *tuple = PyTuple_New(rank);
  for (int32_t i = 0; tuple && i < rank; ++i) {
    PyObject *number = numbers[i] == TSSA_DYNAMIC
                           ? Py_NewRef(Py_None)
                           : PyLong_FromLongLong(numbers[i]);
    if (!number || PyTuple_SetItem(tuple, i, number))
      Py_CLEAR(tuple);
  }
  return tuple;
}

/// (text, kind, dtype, sizes, strides, offset, flags, origin, element); what a
/// kind does not have is None.
static PyObject *describe(const tssa_type_t *type) {
  bool is_tensor = type->kind == TSSA_VALUE_TENSOR;
  bool is_shaped = is_tensor && !(type->flags & TSSA_TYPE_ANY);
  PyObject *sizes =
      is_shaped ? make_extents(type->rank, type->sizes) : Py_NewRef(Py_None);
  PyObject *strides = is_shaped && type->strides
                          ? make_extents(type->rank, type->strides)
                          : Py_NewRef(Py_None);
  PyObject *offset = is_shaped && type->offset != TSSA_DYNAMIC
                         ? PyLong_FromLongLong(type->offset)
                         : Py_NewRef(Py_None);
  PyObject *element = type->kind == TSSA_VALUE_LIST ? describe(type->element)
                                                    : Py_NewRef(Py_None);
  return Py_BuildValue(
      "(sszNNNiLN)", type->text ? type->text : "",
      tssa_value_kind_name((tssa_value_kind_t)type->kind),
      is_shaped ? tssa_dtype_name((tssa_dtype_t)type->dtype) : NULL, sizes,
      strides, offset, (int)type->flags, (long long)type->origin, element);
}

static PyObject *describe_all(const tssa_type_t *types, int64_t count) {
  PyObject *tuple = PyTuple_New((Py_ssize_t)count);
  for (int64_t i = 0; tuple && i < count; ++i) {
    PyObject *item = describe(&types[i]);
    if (!item || PyTuple_SetItem(tuple, (Py_ssize_t)i, item))
      Py_CLEAR(tuple);
  }
  return tuple;
}

PyObject *function_describe(PyObject *self, PyObject *unused) {
  (void)unused;
  function_t *function = (function_t *)self;
  const tssa_function_t *abi = function->abi;
  TssaFunction found =
      tssaExecutableLookup(((program_t *)function->program)->executable,
                           mlirStringRefCreateFromCString(abi->name));
  PyObject *names = PyTuple_New((Py_ssize_t)abi->num_inputs);
  for (int64_t i = 0; names && i < abi->num_inputs; ++i) {
    PyObject *name = input_name(found, i);
    if (!name || PyTuple_SetItem(names, (Py_ssize_t)i, name))
      Py_CLEAR(names);
  }
  return Py_BuildValue("(sNNNNNLL)", abi->name, names,
                       describe_all(abi->inputs, abi->num_inputs),
                       describe_all(abi->outputs, abi->num_outputs),
                       PyBool_FromLong(tssaFunctionIsFunctional(found)),
                       PyBool_FromLong(tssaFunctionIsPartlyFunctional(found)),
                       (long long)tssaFunctionGetNumRoots(found),
                       (long long)tssaFunctionGetNumImperativeRoots(found));
}

static PyObject *function_get_name(PyObject *self, void *unused) {
  (void)unused;
  return PyUnicode_FromString(((function_t *)self)->abi->name);
}

static PyObject *function_get_program(PyObject *self, void *unused) {
  (void)unused;
  return Py_NewRef(((function_t *)self)->program);
}

bool function_type_create(PyObject *module) {
  static PyMethodDef methods[] = {
      {"_describe", function_describe, METH_NOARGS,
       "The signature as tuples; see tensorssa.Function.signature."},
      {NULL, NULL, 0, NULL}};
  static PyGetSetDef members[] = {
      {"__name__", function_get_name, NULL, "Name in the program.", NULL},
      {"program", function_get_program, NULL, "What it is a function of.",
       NULL},
      {NULL, NULL, NULL, NULL, NULL}};
  static char text[] = "A function of a program.";
  static PyType_Slot slots[] = {{Py_tp_doc, text},
                                {Py_tp_new, function_new},
                                {Py_tp_call, function_call},
                                {Py_tp_traverse, function_traverse},
                                {Py_tp_dealloc, function_dealloc},
                                {Py_tp_methods, methods},
                                {Py_tp_getset, members},
                                {0, NULL}};
  static PyType_Spec spec = {
      "tensorssa._C.Function", sizeof(function_t), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
  function_type = PyType_FromModuleAndSpec(module, &spec, NULL);
  return function_type &&
         PyModule_AddObjectRef(module, "Function", function_type) == 0;
}
