// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's tensors, without PyTorch's headers: by the DLPack C exchange
// interface where their type has it, else by attributes; and by attributes for
// what DLPack does not tell: storage, gradient, conjugation.

#include "module.h"

#include <string.h>

/// Attribute names as objects, made once.
typedef enum name_t {
  NAME_AS_STRIDED,
  NAME_CURRENT_LEVEL,
  NAME_DATA_PTR,
  NAME_IS_CONJ,
  NAME_IS_INFERENCE,
  NAME_IS_NEG,
  NAME_NBYTES,
  NAME_REQUIRES_GRAD,
  NAME_UNTYPED_STORAGE,
  NAME_COUNT
} name_t;

static PyObject *name(name_t which) {
  static const char *const texts[NAME_COUNT] = {
      [NAME_AS_STRIDED] = "as_strided",
      [NAME_CURRENT_LEVEL] = "_current_level",
      [NAME_DATA_PTR] = "data_ptr",
      [NAME_IS_CONJ] = "is_conj",
      [NAME_IS_INFERENCE] = "is_inference",
      [NAME_IS_NEG] = "is_neg",
      [NAME_NBYTES] = "nbytes",
      [NAME_REQUIRES_GRAD] = "requires_grad",
      [NAME_UNTYPED_STORAGE] = "untyped_storage"};
  static PyObject *names[NAME_COUNT];
  if (!names[which])
    names[which] = PyUnicode_InternFromString(texts[which]);
  return names[which];
}

static PyObject *call_method(PyObject *object, name_t which) {
  PyObject *text = name(which);
  return text ? PyObject_CallMethodObjArgs(object, text, NULL) : NULL;
}

/// Truth of what a method or function returns; takes the reference. -1 with an
/// exception set.
static int take_truth(PyObject *object) {
  int truth = object == Py_True    ? 1
              : object == Py_False ? 0
              : object             ? PyObject_IsTrue(object)
                                   : -1;
  Py_XDECREF(object);
  return truth;
}

bool torch_extent(PyObject *object, char **base, int64_t *bytes) {
  PyObject *storage = call_method(object, NAME_UNTYPED_STORAGE);
  PyObject *address = storage ? call_method(storage, NAME_DATA_PTR) : NULL;
  PyObject *size = address ? call_method(storage, NAME_NBYTES) : NULL;
  if (size) {
    *base = PyLong_AsVoidPtr(address);
    *bytes = PyLong_AsLongLong(size);
  }
  Py_XDECREF(size);
  Py_XDECREF(address);
  Py_XDECREF(storage);
  return !PyErr_Occurred();
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

static bool refuse(call_t *call, const passed_t *passed, tssa_status_t status,
                   const char *advice, const char *text) {
  if (PyErr_Occurred())
    PyErr_Clear();
  return call_refuse(call, passed->argument, passed->element, status, advice,
                     "%s", text);
}

/// Whether forward-mode differentiation is going on; asked once a call.
static bool in_dual_level(call_t *call) {
  if (call->dual_level == DUAL_UNKNOWN) {
    PyObject *level =
        torch.forward_ad
            ? PyObject_GetAttr(torch.forward_ad, name(NAME_CURRENT_LEVEL))
            : NULL;
    call->dual_level = level && PyLong_AsLong(level) >= 0 ? DUAL_YES : DUAL_NO;
    Py_XDECREF(level);
    PyErr_Clear();
  }
  return call->dual_level == DUAL_YES;
}

/// Never a gradient lost in silence: raises where autograd would follow.
static bool check_gradient(call_t *call, const passed_t *passed) {
  PyObject *object = passed->object;
  int requires = take_truth(PyObject_GetAttr(object, name(NAME_REQUIRES_GRAD)));
  if (requires > 0)
    requires =
        take_truth(PyObject_CallFunctionObjArgs(torch.is_grad_enabled, NULL));
  if (requires < 0)
    return false;
  if (requires)
    return refuse(
        call, passed, STATUS_GRADIENT,
        "call under torch.no_grad(), or pass tensor.detach()",
        passed->written
            ? "expected a tensor that may be written without autograd "
              "but got one that requires grad while grad mode is on"
            : "expected a tensor without a gradient to follow but got "
              "one that requires grad while grad mode is on");
  int dual = in_dual_level(call) ? take_truth(PyObject_CallMethod(
                                       torch.glue, "has_tangent", "O", object))
                                 : 0;
  if (dual < 0)
    return false;
  if (dual)
    return refuse(call, passed, STATUS_GRADIENT,
                  "pass the primal of torch.autograd.forward_ad.unpack_dual",
                  "expected a tensor without a tangent but got a dual number, "
                  "whose derivative would be lost");
  if (!passed->written)
    return true;
  int inference = take_truth(call_method(object, NAME_IS_INFERENCE));
  if (inference > 0)
    inference = !take_truth(
        PyObject_CallFunctionObjArgs(torch.is_inference_mode_enabled, NULL));
  if (inference < 0 || PyErr_Occurred())
    return false;
  if (inference)
    return refuse(call, passed, TSSA_STATUS_INVALID_ARGUMENT,
                  "call in torch.inference_mode(), or pass a clone",
                  "expected a tensor that may be written but got one of "
                  "inference mode outside of it");
  return true;
}

/// Bits that say that elements are other than their memory.
static bool check_bits(call_t *call, const passed_t *passed) {
  bool is_complex =
      passed->dtype == TSSA_DTYPE_C64 || passed->dtype == TSSA_DTYPE_C128;
  int conjugate =
      is_complex ? take_truth(call_method(passed->object, NAME_IS_CONJ)) : 0;
  int negative =
      conjugate < 0 ? -1 : take_truth(call_method(passed->object, NAME_IS_NEG));
  if (negative < 0)
    return false;
  if (conjugate)
    return refuse(call, passed, TSSA_STATUS_UNSUPPORTED,
                  "pass tensor.resolve_conj()",
                  "expected a tensor whose memory holds its elements but got "
                  "one with the conjugate bit");
  if (negative)
    return refuse(call, passed, TSSA_STATUS_UNSUPPORTED,
                  "pass tensor.resolve_neg()",
                  "expected a tensor whose memory holds its elements but got "
                  "one with the negative bit");
  return true;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static bool take_layout(call_t *call, passed_t *passed, int64_t rank,
                        const int64_t *sizes, const int64_t *strides) {
  if (rank > TSSA_MAX_RANK || !passed_reserve(call, passed, rank))
    return rank > TSSA_MAX_RANK ? refuse(call, passed, TSSA_STATUS_UNSUPPORTED,
                                         NULL, "expected at most 64 dimensions")
                                : false;
  int64_t *numbers = passed_sizes(call, passed);
  for (int64_t i = 0; i < rank; ++i) {
    numbers[i] = sizes[i];
    numbers[rank + i] = strides[i];
  }
  return true;
}

/// What the C exchange interface tells. 0 with an exception set, -1 if the
/// dtype is none of ours.
static int read_dlpack(call_t *call, passed_t *passed) {
  DLTensor dl;
  if (torch.dlpack->borrow(passed->object, &dl))
    return 0;
  if (dl.device.device_type != kDLCPU) {
    refuse(call, passed, TSSA_STATUS_INVALID_ARGUMENT, "pass tensor.cpu()",
           "expected a tensor on the CPU but got one on another device");
    return 0;
  }
  if (tssa_dtype_from_dlpack(dl.dtype, &passed->dtype))
    return -1;
  passed->data = (char *)dl.data + dl.byte_offset;
  return take_layout(call, passed, dl.ndim, dl.shape, dl.strides);
}

/// The same by attributes, for a PyTorch without that interface.
static int read_attributes(call_t *call, passed_t *passed) {
  // (dtype name or None, address, sizes, strides)
  PyObject *facts =
      PyObject_CallMethod(torch.glue, "describe", "O", passed->object);
  if (!facts)
    return 0;
  const char *dtype;
  unsigned long long address;
  PyObject *sizes, *strides;
  int result = 0;
  int64_t numbers[2][TSSA_MAX_RANK];
  if (PyArg_ParseTuple(facts, "zKO!O!", &dtype, &address, &PyTuple_Type, &sizes,
                       &PyTuple_Type, &strides)) {
    Py_ssize_t rank = PyTuple_Size(sizes);
    for (Py_ssize_t i = 0; i < rank && i < TSSA_MAX_RANK; ++i) {
      numbers[0][i] = PyLong_AsLongLong(PyTuple_GetItem(sizes, i));
      numbers[1][i] = PyLong_AsLongLong(PyTuple_GetItem(strides, i));
    }
    passed->data = (char *)(uintptr_t)address;
    if (!dtype || tssa_dtype_parse(dtype, &passed->dtype))
      result = -1;
    else if (!PyErr_Occurred())
      result = take_layout(call, passed, rank, numbers[0], numbers[1]);
  }
  Py_DECREF(facts);
  return result;
}

/// What is neither in the CPU's memory nor strided is refused in its own words.
static bool check_kind(call_t *call, const passed_t *passed) {
  PyObject *reason =
      PyObject_CallMethod(torch.glue, "reason_against", "O", passed->object);
  if (!reason)
    return false;
  const char *text = NULL, *advice = NULL;
  bool is_fine = reason == Py_None;
  if (!is_fine && PyArg_ParseTuple(reason, "sz", &text, &advice))
    refuse(call, passed, TSSA_STATUS_INVALID_ARGUMENT, advice, text);
  Py_DECREF(reason);
  return is_fine;
}

bool torch_pass(call_t *call, passed_t *passed) {
  PyObject *type = (PyObject *)Py_TYPE(passed->object);
  if (type != torch.tensor && type != torch.parameter &&
      !check_kind(call, passed))
    return false;
  if (!check_gradient(call, passed))
    return false;
  // The storage first: asking for its address gives it memory of its own, which
  // the tensor's address is then that of.
  bool works = torch_extent(passed->object, &passed->base, &passed->bytes);
  int known = !works ? 0
              : torch.dlpack && torch.dlpack->borrow
                  ? read_dlpack(call, passed)
                  : read_attributes(call, passed);
  if (known > 0)
    return check_bits(call, passed);
  if (known < 0)
    return refuse(call, passed, TSSA_STATUS_UNSUPPORTED,
                  "tensor.to(…) converts",
                  "expected a tensor of a known dtype but got another one");
  // Say why, if it is known; else what PyTorch said is the cause.
  PyObject *kind, *error, *traceback;
  PyErr_Fetch(&kind, &error, &traceback);
  if (kind && PyErr_GivenExceptionMatches(kind, PyExc_Exception) &&
      !check_kind(call, passed)) {
    Py_XDECREF(kind);
    Py_XDECREF(error);
    Py_XDECREF(traceback);
    return false;
  }
  PyErr_Restore(kind, error, traceback);
  if (PyErr_ExceptionMatches(PyExc_Exception))
    call_refuse(call, passed->argument, passed->element,
                TSSA_STATUS_INVALID_ARGUMENT,
                "call outside of function transforms such as torch.vmap",
                "expected a tensor with memory but PyTorch has none for it");
  return false;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The tensor as a view of `base`, a tensor of its dtype or another.
static PyObject *view(PyObject *base, tssa_dtype_t base_dtype,
                      const tssa_tensor_t *tensor) {
  PyObject *sizes = make_tuple(tensor->dl.ndim, tensor->dl.shape, 1);
  PyObject *strides = make_tuple(tensor->dl.ndim, tensor->dl.strides, 1);
  PyObject *offset = PyLong_FromLongLong(tssa_tensor_byte_offset(tensor) /
                                         tssa_dtype_size(tensor->dtype));
  PyObject *result = NULL;
  if (sizes && strides && offset)
    result = base_dtype == tensor->dtype
                 ? PyObject_CallMethodObjArgs(base, name(NAME_AS_STRIDED),
                                              sizes, strides, offset, NULL)
                 : PyObject_CallMethod(torch.glue, "reinterpret", "OsOOO", base,
                                       tssa_dtype_name(tensor->dtype), sizes,
                                       strides, offset);
  Py_XDECREF(sizes);
  Py_XDECREF(strides);
  Py_XDECREF(offset);
  return result;
}

PyObject *torch_view(const call_t *call, const passed_t *passed,
                     const tssa_tensor_t *tensor) {
  (void)call;
  return view(passed->object, passed->dtype, tensor);
}

static void drop_capsule(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, "dltensor"))
    return;
  DLManagedTensor *managed = PyCapsule_GetPointer(capsule, "dltensor");
  managed->deleter(managed);
}

/// A tensor over memory of the runtime, which it holds a reference to.
static PyObject *export_tensor(tssa_tensor_t *tensor) {
  tssa_error_t error;
  tssa_status_t status;
  void *object = NULL;
  if (torch.dlpack) {
    DLManagedTensorVersioned *managed;
    status = tssa_tensor_to_dlpack_versioned(tensor, &managed, &error);
    // Takes the struct, also on failure.
    if (!status)
      return torch.dlpack->to_object(managed, &object) ? NULL : object;
  } else {
    DLManagedTensor *managed;
    status = tssa_tensor_to_dlpack(tensor, &managed, &error);
    if (!status) {
      PyObject *capsule = PyCapsule_New(managed, "dltensor", drop_capsule);
      if (!capsule) {
        managed->deleter(managed);
        return NULL;
      }
      object = PyObject_CallMethod(torch.glue, "from_capsule", "O", capsule);
      Py_DECREF(capsule);
      return object;
    }
  }
  raise_error(status, error.message, NULL, NULL, NULL);
  return NULL;
}

PyObject *torch_fresh(fresh_t *fresh, tssa_tensor_t *tensor) {
  int64_t size = tssa_dtype_size(tensor->dtype);
  int64_t row_major[TSSA_MAX_RANK];
  tssa_layout_row_major(tensor->dl.ndim, tensor->dl.shape, row_major);
  bool is_whole =
      tssa_tensor_count(tensor) * size == tssa_storage_bytes(fresh->storage) &&
      (!tensor->dl.ndim || !memcmp(row_major, tensor->dl.strides,
                                   (size_t)tensor->dl.ndim * sizeof(int64_t)));
  if (fresh->uses == 1 && is_whole)
    return export_tensor(tensor);
  if (!fresh->base) {
    int64_t count = tssa_storage_bytes(fresh->storage) / size;
    tssa_tensor_t *all;
    tssa_error_t error;
    tssa_status_t status = tssa_tensor_from_storage(
        fresh->storage, tensor->dtype, 1, &count, NULL, 0, &all, &error);
    if (status) {
      raise_error(status, error.message, NULL, NULL, NULL);
      return NULL;
    }
    fresh->dtype = tensor->dtype;
    fresh->base = export_tensor(all);
    tssa_tensor_release(all);
    if (!fresh->base)
      return NULL;
  }
  return view(fresh->base, fresh->dtype, tensor);
}
