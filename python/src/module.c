// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module `tensorssa._C`, and the frameworks once the user has imported
// them. Importing it starts no thread and compiles nothing.

#include "module.h"

#include "tensorssa-c/Version.h"

#include <stdlib.h>
#include <string.h>

torch_t torch;
numpy_t numpy;

//===----------------------------------------------------------------------===//
// Frameworks
//===----------------------------------------------------------------------===//

/// The module if the process has imported it, or imports it. NULL without an
/// exception if it is not there, or is being imported.
static PyObject *find_module(const char *name, bool import) {
  PyObject *modules = PyImport_GetModuleDict();
  PyObject *module = modules ? PyDict_GetItemString(modules, name) : NULL;
  if (module && module != Py_None)
    return Py_NewRef(module);
  if (!import)
    return NULL;
  module = PyImport_ImportModule(name);
  if (!module && PyErr_ExceptionMatches(PyExc_ModuleNotFoundError))
    PyErr_Clear();
  return module;
}

/// The attribute of a dotted name. NULL with an exception set.
static PyObject *find(PyObject *module, const char *path) {
  PyObject *object = Py_NewRef(module);
  while (object && *path) {
    char name[64];
    size_t length = strcspn(path, ".");
    if (length >= sizeof name)
      length = sizeof name - 1;
    memcpy(name, path, length);
    name[length] = 0;
    PyObject *inner = PyObject_GetAttrString(object, name);
    Py_DECREF(object);
    object = inner;
    path += length + (path[length] == '.');
  }
  return object;
}

/// The table of C functions that the type offers, of a version that is known.
static const dlpack_exchange_t *find_dlpack(PyObject *type) {
  PyObject *capsule = PyObject_GetAttrString(type, "__dlpack_c_exchange_api__");
  const dlpack_exchange_t *table = NULL;
  if (capsule && PyCapsule_IsValid(capsule, "dlpack_exchange_api"))
    table = PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
  PyErr_Clear();
  Py_XDECREF(capsule);
  while (table && table->version.major != 1)
    table = table->previous;
  return table && table->to_object ? table : NULL;
}

bool torch_prepare(bool import) {
  if (torch.ready)
    return true;
  PyObject *module = find_module("torch", import);
  if (!module)
    return false;
  // While PyTorch is being imported it has no tensors yet.
  PyObject *tensor = PyObject_GetAttrString(module, "Tensor");
  if (!tensor) {
    PyErr_Clear();
    Py_DECREF(module);
    return false;
  }
  torch_t found = {0};
  found.tensor = tensor;
  found.parameter = find(module, "nn.Parameter");
  found.is_grad_enabled = find(module, "is_grad_enabled");
  found.is_inference_mode_enabled = find(module, "is_inference_mode_enabled");
  found.increment_version = find(module, "autograd.graph.increment_version");
  found.glue = PyImport_ImportModule("tensorssa._torch");
  if (found.parameter && found.is_grad_enabled &&
      found.is_inference_mode_enabled && found.increment_version &&
      found.glue) {
    found.forward_ad = find(module, "autograd.forward_ad");
    PyErr_Clear();
    found.dlpack = find_dlpack(tensor);
    found.ready = true;
    torch = found;
  }
  Py_DECREF(module);
  return torch.ready;
}

bool numpy_prepare(bool import) {
  static const char *const names[TSSA_DTYPE_COUNT] = {
      [TSSA_DTYPE_BOOL] = "bool",      [TSSA_DTYPE_I8] = "int8",
      [TSSA_DTYPE_U8] = "uint8",       [TSSA_DTYPE_I16] = "int16",
      [TSSA_DTYPE_I32] = "int32",      [TSSA_DTYPE_I64] = "int64",
      [TSSA_DTYPE_F16] = "float16",    [TSSA_DTYPE_F32] = "float32",
      [TSSA_DTYPE_F64] = "float64",    [TSSA_DTYPE_C64] = "complex64",
      [TSSA_DTYPE_C128] = "complex128"};
  if (numpy.ready)
    return true;
  PyObject *module = find_module("numpy", import);
  if (!module)
    return false;
  PyObject *ndarray = PyObject_GetAttrString(module, "ndarray");
  if (!ndarray) {
    PyErr_Clear();
    Py_DECREF(module);
    return false;
  }
  numpy_t found = {0};
  found.ndarray = ndarray;
  found.memmap = find(module, "memmap");
  bool all = found.memmap != NULL;
  for (int i = 0; all && i < TSSA_DTYPE_COUNT; ++i)
    if (names[i]) {
      found.dtypes[i] = PyObject_CallMethod(module, "dtype", "s", names[i]);
      all = found.dtypes[i] != NULL;
    }
  Py_DECREF(module);
  found.ready = all;
  if (all)
    numpy = found;
  return all;
}

bool numpy_has_dtype(tssa_dtype_t dtype) { return dtype != TSSA_DTYPE_BF16; }

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

void *vector_push(void *items, size_t *count, size_t *capacity, void *fixed,
                  size_t item_size) {
  void *memory;
  memcpy(&memory, items, sizeof memory);
  if (*count == *capacity) {
    size_t bytes = *capacity * 2 * item_size;
    void *larger = realloc(memory == fixed ? NULL : memory, bytes);
    if (!larger) {
      PyErr_NoMemory();
      return NULL;
    }
    if (memory == fixed)
      memcpy(larger, fixed, *count * item_size);
    memory = larger;
    memcpy(items, &memory, sizeof memory);
    *capacity *= 2;
  }
  void *item = (char *)memory + *count * item_size;
  memset(item, 0, item_size);
  ++*count;
  return item;
}

PyObject *make_tuple(int64_t count, const int64_t *numbers, int64_t scale) {
  PyObject *tuple = PyTuple_New((Py_ssize_t)count);
  for (int64_t i = 0; tuple && i < count; ++i) {
    PyObject *number = PyLong_FromLongLong(numbers[i] * scale);
    if (!number || PyTuple_SetItem(tuple, (Py_ssize_t)i, number))
      Py_CLEAR(tuple);
  }
  return tuple;
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// Calls do not import anything then, which would not do in a process that was
/// forked while another thread imported.
static PyObject *module_prepare(PyObject *module, PyObject *unused) {
  (void)module;
  (void)unused;
  numpy_prepare(false);
  if (!PyErr_Occurred())
    torch_prepare(false);
  return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

static PyMethodDef methods[] = {
    {"prepare", module_prepare, METH_NOARGS,
     "Looks up NumPy and PyTorch, if the process has imported them."},
    {"compile", module_compile, METH_VARARGS,
     "Compiles a program; see tensorssa.compile."},
    {"explain", module_explain, METH_VARARGS,
     "Explains a program; see tensorssa.explain."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "tensorssa._C",
    "Programs and their functions, over TensorSSA's interface in C.",
    -1,
    methods,
    NULL,
    NULL,
    NULL,
    NULL};

PyMODINIT_FUNC PyInit__C(void);

PyMODINIT_FUNC PyInit__C(void) {
  if (tssaGetVersionNumber() < TENSORSSA_VERSION_NUMBER) {
    PyErr_Format(PyExc_ImportError,
                 "expected libtensorssa-c of version %d or later but got %lld; "
                 "install one library and package of the same version",
                 TENSORSSA_VERSION_NUMBER, (long long)tssaGetVersionNumber());
    return NULL;
  }
  PyObject *module = PyModule_Create(&definition);
  if (!module)
    return NULL;
  MlirStringRef version = tssaGetVersion(), llvm = tssaGetLLVMVersion();
  PyObject *texts[] = {
      PyUnicode_FromStringAndSize(version.data, (Py_ssize_t)version.length),
      PyUnicode_FromStringAndSize(llvm.data, (Py_ssize_t)llvm.length)};
  bool works = texts[0] && texts[1] &&
               !PyModule_AddObjectRef(module, "version", texts[0]) &&
               !PyModule_AddObjectRef(module, "llvm_version", texts[1]) &&
               program_types_create(module) && function_type_create(module) &&
               memory_type_create(module);
  Py_XDECREF(texts[0]);
  Py_XDECREF(texts[1]);
  if (!works)
    Py_CLEAR(module);
  return module;
}
