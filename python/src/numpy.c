// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's arrays, without NumPy's headers: by `__array_struct__`, the C form of
// its array interface. The storage of an array is the memory of the one that it
// is a view of.

#include "module.h"

#include <inttypes.h>
#include <string.h>

/// What `__array_struct__` leads to; the layout is NumPy's array interface,
/// version 3.
typedef struct array_struct_t {
  int two;
  int nd;
  char typekind;
  int itemsize;
  int flags;
  Py_ssize_t *shape;
  Py_ssize_t *strides;
  void *data;
  PyObject *descr;
} array_struct_t;

enum {
  ARRAY_C_CONTIGUOUS = 0x1,
  ARRAY_ALIGNED = 0x100,
  ARRAY_NOTSWAPPED = 0x200,
  ARRAY_WRITEABLE = 0x400
};

/// The struct of an array; `*capsule` keeps it and is the caller's. NULL with
/// an exception set.
static const array_struct_t *open_array(PyObject *object, PyObject **capsule) {
  static PyObject *name;
  if (!name)
    name = PyUnicode_InternFromString("__array_struct__");
  *capsule = name ? PyObject_GetAttr(object, name) : NULL;
  return *capsule ? PyCapsule_GetPointer(*capsule, NULL) : NULL;
}

static bool find_dtype(const array_struct_t *array, tssa_dtype_t *dtype) {
  static const struct {
    char kind;
    int size;
    tssa_dtype_t dtype;
  } known[] = {{'b', 1, TSSA_DTYPE_BOOL}, {'i', 1, TSSA_DTYPE_I8},
               {'u', 1, TSSA_DTYPE_U8},   {'i', 2, TSSA_DTYPE_I16},
               {'i', 4, TSSA_DTYPE_I32},  {'i', 8, TSSA_DTYPE_I64},
               {'f', 2, TSSA_DTYPE_F16},  {'f', 4, TSSA_DTYPE_F32},
               {'f', 8, TSSA_DTYPE_F64},  {'c', 8, TSSA_DTYPE_C64},
               {'c', 16, TSSA_DTYPE_C128}};
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
    if (known[i].kind == array->typekind && known[i].size == array->itemsize) {
      *dtype = known[i].dtype;
      return true;
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

/// The bytes that the elements of an array reach.
static void reach(const array_struct_t *array, char **base, int64_t *bytes) {
  char *low = array->data, *high = low + array->itemsize;
  for (int i = 0; i < array->nd; ++i) {
    if (array->shape[i] == 0)
      high = low = array->data;
    if (array->shape[i] == 0)
      break;
    Py_ssize_t extent = (array->shape[i] - 1) * array->strides[i];
    if (extent < 0)
      low += extent;
    else
      high += extent;
  }
  *base = low;
  *bytes = high - low;
}

/// What an array's memory belongs to next: its base, or what stands between in
/// `numpy.lib.stride_tricks.as_strided`. A new reference, or NULL without an
/// exception.
static PyObject *next_base(PyObject *object) {
  PyObject *base = PyObject_GetAttrString(object, "base");
  if (base && base != Py_None && Py_TYPE(base) != (void *)memory_type) {
    PyObject *name = PyType_GetName(Py_TYPE(base));
    if (name && !PyUnicode_CompareWithASCIIString(name, "DummyArray")) {
      PyObject *behind = PyObject_GetAttrString(base, "base");
      Py_DECREF(base);
      base = behind;
    }
    Py_XDECREF(name);
  }
  if (base == Py_None)
    Py_CLEAR(base);
  PyErr_Clear();
  return base;
}

/// The memory that the array is part of. False with an exception set.
static bool find_storage(passed_t *passed, const array_struct_t *array) {
  reach(array, &passed->base, &passed->bytes);
  PyObject *current = Py_NewRef(passed->object);
  bool works = true;
  for (int depth = 0; works && depth < 64; ++depth) {
    PyObject *base = next_base(current);
    if (!base)
      break;
    if (Py_TYPE(base) == (void *)memory_type) {
      const memory_t *memory = (const memory_t *)base;
      passed->base = memory->data;
      passed->bytes = memory->bytes;
      // Arrays over it again, not over arrays over it: no chain grows.
      if (memory->read_only == passed->read_only)
        passed->root = base;
      else
        Py_DECREF(base);
      Py_CLEAR(current);
      return true;
    }
    if (torch.ready && PyObject_IsInstance(base, torch.tensor) > 0) {
      works = torch_extent(base, &passed->base, &passed->bytes);
      Py_DECREF(base);
      Py_CLEAR(current);
      return works;
    }
    if (PyObject_IsInstance(base, numpy.ndarray) <= 0) {
      PyErr_Clear();
      Py_DECREF(base);
      break;
    }
    Py_DECREF(current);
    current = base;
  }
  PyObject *capsule;
  const array_struct_t *root = open_array(current, &capsule);
  if (!root) {
    Py_DECREF(current);
    return false;
  }
  char *base;
  int64_t bytes;
  tssa_dtype_t dtype;
  reach(root, &base, &bytes);
  // A base that does not hold all of its view is none to count on.
  if (base <= passed->base && passed->base + passed->bytes <= base + bytes) {
    passed->base = base;
    passed->bytes = bytes;
    // Whether arrays of results can be made over its buffer.
    if (root->flags & ARRAY_C_CONTIGUOUS && find_dtype(root, &dtype) &&
        !(root->flags & ARRAY_WRITEABLE) == passed->read_only)
      passed->root = Py_NewRef(current);
  }
  Py_DECREF(capsule);
  Py_DECREF(current);
  return true;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static bool refuse(call_t *call, const passed_t *passed, const char *advice,
                   const char *text) {
  return call_refuse(call, passed->argument, passed->element,
                     TSSA_STATUS_INVALID_ARGUMENT, advice, "%s", text);
}

static bool take_layout(call_t *call, passed_t *passed,
                        const array_struct_t *array) {
  if (array->nd > TSSA_MAX_RANK)
    return refuse(call, passed, NULL, "expected at most 64 dimensions");
  if (!passed_reserve(call, passed, array->nd))
    return false;
  int64_t *numbers = passed_sizes(call, passed);
  for (int i = 0; i < array->nd; ++i) {
    Py_ssize_t stride = array->strides[i];
    numbers[i] = array->shape[i];
    // Strides that lead nowhere may be anything.
    if (stride % array->itemsize) {
      if (array->shape[i] > 1)
        return refuse(call, passed, "pass a copy",
                      "expected strides that are multiples of the element size "
                      "but got others");
      stride = array->itemsize;
    }
    numbers[array->nd + i] = stride / array->itemsize;
  }
  return true;
}

static bool take_array(call_t *call, passed_t *passed,
                       const array_struct_t *array) {
  if (!(array->flags & ARRAY_NOTSWAPPED))
    return refuse(call, passed, "array.astype(array.dtype.newbyteorder('='))",
                  "expected elements in the byte order of this machine but got "
                  "the other one");
  if (!find_dtype(array, &passed->dtype))
    return call_refuse(call, passed->argument, passed->element,
                       TSSA_STATUS_UNSUPPORTED, "array.astype(…) converts",
                       "expected an array of a known dtype but got kind '%c' "
                       "of %d bytes",
                       array->typekind, array->itemsize);
  if (!(array->flags & ARRAY_ALIGNED))
    return refuse(call, passed, "pass a copy",
                  "expected elements aligned to their size but got an array "
                  "that is not");
  passed->data = array->data;
  passed->read_only = !(array->flags & ARRAY_WRITEABLE);
  return take_layout(call, passed, array) && find_storage(passed, array);
}

bool numpy_pass(call_t *call, passed_t *passed) {
  PyObject *type = (PyObject *)Py_TYPE(passed->object);
  if (type != numpy.ndarray && type != numpy.memmap)
    return refuse(call, passed, "numpy.asarray(…) gives the plain array",
                  "expected a plain array but got a subclass, which may mean "
                  "something else by its memory");
  PyObject *capsule;
  const array_struct_t *array = open_array(passed->object, &capsule);
  bool works = array && take_array(call, passed, array);
  Py_XDECREF(capsule);
  return works;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The tensor as an array over `buffer`, which holds its storage's bytes.
static PyObject *make_array(PyObject *buffer, const tssa_tensor_t *tensor) {
  int64_t size = tssa_dtype_size(tensor->dtype);
  PyObject *dtype = numpy.dtypes[tensor->dtype];
  if (!dtype) {
    raise_format(TSSA_STATUS_UNSUPPORTED, "pass PyTorch tensors",
                 "expected a dtype that NumPy has but got %s",
                 tssa_dtype_name(tensor->dtype));
    return NULL;
  }
  PyObject *sizes = make_tuple(tensor->dl.ndim, tensor->dl.shape, 1);
  PyObject *strides = make_tuple(tensor->dl.ndim, tensor->dl.strides, size);
  PyObject *offset = PyLong_FromLongLong(tssa_tensor_byte_offset(tensor));
  PyObject *array = NULL;
  if (sizes && strides && offset)
    array = PyObject_CallFunctionObjArgs(numpy.ndarray, sizes, dtype, buffer,
                                         offset, strides, NULL);
  Py_XDECREF(sizes);
  Py_XDECREF(strides);
  Py_XDECREF(offset);
  return array;
}

PyObject *numpy_view(const passed_t *passed, const lent_t *lent,
                     const tssa_tensor_t *tensor) {
  if (passed->root && passed->base == lent->base &&
      passed->bytes == lent->bytes)
    return make_array(passed->root, tensor);
  PyObject *memory = memory_create(passed->object, NULL, lent->base,
                                   lent->bytes, passed->read_only);
  PyObject *array = memory ? make_array(memory, tensor) : NULL;
  Py_XDECREF(memory);
  return array;
}

PyObject *numpy_fresh(fresh_t *fresh, const tssa_tensor_t *tensor) {
  if (!fresh->base)
    fresh->base =
        memory_create(NULL, fresh->storage, tssa_storage_data(fresh->storage),
                      tssa_storage_bytes(fresh->storage), false);
  return fresh->base ? make_array(fresh->base, tensor) : NULL;
}
