// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The call of a function: arguments are converted, the lock is let go while the
// program runs, results are converted. Nothing is left behind on failure but
// what the program wrote.

#include "module.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void call_label(const call_t *call, Py_ssize_t argument, Py_ssize_t element,
                char *buffer, size_t size) {
  PyObject *label = PyTuple_GetItem(call->function->labels, argument);
  const char *text = label ? PyUnicode_AsUTF8AndSize(label, NULL) : NULL;
  if (!text)
    text = "an argument";
  if (element < 0)
    snprintf(buffer, size, "%s", text);
  else
    snprintf(buffer, size, "%s, element %lld", text, (long long)element);
}

bool call_refuse(const call_t *call, Py_ssize_t argument, Py_ssize_t element,
                 tssa_status_t status, const char *advice, const char *format,
                 ...) {
  char label[256], text[TSSA_ERROR_MESSAGE_SIZE];
  // What a framework raised becomes the cause, and must not be touched here.
  PyObject *type, *error, *traceback;
  PyErr_Fetch(&type, &error, &traceback);
  call_label(call, argument, element, label, sizeof label);
  PyErr_Restore(type, error, traceback);
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  raise_format(status, advice, "'%s': %s: %s", call->function->abi->name, label,
               text);
  return false;
}

/// Whether a failure is that of an op of the program.
static bool has_op(const tssa_failure_t *failure) {
  return failure->site && failure->site->op && *failure->site->op;
}

/// Whether nothing ran: the arguments were refused.
static bool is_refused(tssa_context_t *context) {
  tssa_failure_t failure = tssa_context_failure(context);
  return failure.status != TSSA_STATUS_OK &&
         failure.status != TSSA_STATUS_OUT_OF_MEMORY && !has_op(&failure);
}

/// Raises what the context of a failed call says.
static void raise_failure(const call_t *call, tssa_context_t *context) {
  tssa_error_t error;
  tssa_context_error(context, &error);
  tssa_failure_t failure = tssa_context_failure(context);
  bool has_site = has_op(&failure);
  // "argument 0" of the runtime's messages, by its name.
  char message[TSSA_ERROR_MESSAGE_SIZE + 256];
  snprintf(message, sizeof message, "%s", error.message);
  for (int64_t i = 0; !has_site && i < call->function->abi->num_inputs; ++i) {
    char plain[64], label[256];
    snprintf(plain, sizeof plain, "': argument %lld:", (long long)i);
    const char *at = strstr(error.message, plain);
    if (!at)
      continue;
    call_label(call, (Py_ssize_t)i, -1, label, sizeof label);
    snprintf(message, sizeof message, "%.*s': %s:%s", (int)(at - error.message),
             error.message, label, at + strlen(plain));
  }
  raise_error(error.status, message, has_site ? failure.site->op : NULL,
              has_site ? failure.site->location : NULL, NULL);
}

//===----------------------------------------------------------------------===//
// Begin and end
//===----------------------------------------------------------------------===//

static void *arena_alloc(void *self, size_t bytes, size_t alignment) {
  call_t *call = self;
  size_t begin = (call->arena_used + alignment - 1) & ~(alignment - 1);
  if (alignment > TSSA_ALIGNMENT || begin > ARENA_BYTES ||
      bytes > ARENA_BYTES - begin) {
    tssa_allocator_t system = tssa_allocator_system();
    return system.alloc(system.self, bytes, alignment);
  }
  call->arena_used = begin + bytes;
  return call->arena + begin;
}

static void arena_free(void *self, void *memory, size_t bytes) {
  call_t *call = self;
  uintptr_t address = (uintptr_t)memory, arena = (uintptr_t)call->arena;
  if (address >= arena && address < arena + ARENA_BYTES)
    return;
  tssa_allocator_t system = tssa_allocator_system();
  system.free(system.self, memory, bytes);
}

static bool call_begin(call_t *call, PyObject *self) {
  call->function = (function_t *)self;
  call->device =
      tssa_device_cpu_with((tssa_allocator_t){call, arena_alloc, arena_free});
  call->arena_used = 0;
  call->framework = FRAMEWORK_NONE;
  call->dual_level = DUAL_UNKNOWN;
  VECTOR_INIT(call->passed);
  VECTOR_INIT(call->lent);
  VECTOR_INIT(call->numbers);
  VECTOR_INIT(call->lists);
  VECTOR_INIT(call->fresh);
  VECTOR_INIT(call->values);
  const tssa_function_t *abi = call->function->abi;
  for (int64_t i = 0; i < abi->num_inputs + abi->num_outputs; ++i)
    if (!PUSH(call->values))
      return false;
  return true;
}

static void call_end(call_t *call) {
  for (size_t i = 0; i < call->values.count; ++i) {
    // Inputs are borrowed from what is released below.
    if ((int64_t)i >= call->function->abi->num_inputs)
      tssa_value_release(&call->values.items[i]);
  }
  for (size_t i = 0; i < call->lists.count; ++i) {
    tssa_list_release(call->lists.items[i].list);
    Py_XDECREF(call->lists.items[i].object);
  }
  for (size_t i = 0; i < call->passed.count; ++i) {
    passed_t *passed = &call->passed.items[i];
    tssa_tensor_release(passed->tensor);
    Py_XDECREF(passed->root);
    Py_XDECREF(passed->object);
  }
  for (size_t i = 0; i < call->lent.count; ++i)
    tssa_storage_release(call->lent.items[i].storage);
  for (size_t i = 0; i < call->fresh.count; ++i)
    Py_XDECREF(call->fresh.items[i].base);
  VECTOR_FREE(call->passed);
  VECTOR_FREE(call->lent);
  VECTOR_FREE(call->numbers);
  VECTOR_FREE(call->lists);
  VECTOR_FREE(call->fresh);
  VECTOR_FREE(call->values);
}

//===----------------------------------------------------------------------===//
// What results are made of
//===----------------------------------------------------------------------===//

static bool has_tensor(const tssa_type_t *type) {
  while (type->kind == TSSA_VALUE_LIST)
    type = type->element;
  return type->kind == TSSA_VALUE_TENSOR;
}

/// Decides it where no argument is a tensor, and refuses what the framework
/// cannot hold before anything runs.
static bool decide_framework(call_t *call) {
  const tssa_function_t *abi = call->function->abi;
  bool needs = false;
  for (int64_t i = 0; i < abi->num_outputs; ++i)
    needs |= has_tensor(&abi->outputs[i]);
  if (needs && call->framework == FRAMEWORK_NONE) {
    PyObject *results = call->function->results;
    bool any = results == Py_None;
    if (any || PyUnicode_CompareWithASCIIString(results, "numpy") == 0) {
      if (numpy_prepare(true))
        call->framework = FRAMEWORK_NUMPY;
    }
    if (call->framework == FRAMEWORK_NONE && !PyErr_Occurred() &&
        (any || PyUnicode_CompareWithASCIIString(results, "torch") == 0)) {
      if (torch_prepare(true))
        call->framework = FRAMEWORK_TORCH;
    }
    if (PyErr_Occurred())
      return false;
    if (call->framework == FRAMEWORK_NONE) {
      raise_format(TSSA_STATUS_UNSUPPORTED, "install numpy or torch",
                   "'%s': expected NumPy or PyTorch for a result that is a "
                   "tensor but found neither",
                   abi->name);
      return false;
    }
  }
  for (int64_t i = 0; i < abi->num_outputs; ++i) {
    const tssa_type_t *type = &abi->outputs[i];
    if (call->framework == FRAMEWORK_NUMPY && type->kind == TSSA_VALUE_TENSOR &&
        !numpy_has_dtype((tssa_dtype_t)type->dtype)) {
      raise_format(TSSA_STATUS_UNSUPPORTED,
                   "pass PyTorch tensors, or compile with results=\"torch\"",
                   "'%s': result %lld: expected a dtype that NumPy has but got "
                   "%s",
                   abi->name, (long long)i,
                   tssa_dtype_name((tssa_dtype_t)type->dtype));
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// Tells autograd of what was written, as in-place operations do.
static bool note_writes(const call_t *call) {
  PyObject *written = NULL;
  for (size_t i = 0; i < call->passed.count; ++i) {
    const passed_t *passed = &call->passed.items[i];
    if (!passed->written || passed->framework != FRAMEWORK_TORCH)
      continue;
    if ((!written && !(written = PyList_New(0))) ||
        PyList_Append(written, passed->object)) {
      Py_XDECREF(written);
      return false;
    }
  }
  if (!written)
    return true;
  PyObject *result =
      PyObject_CallFunctionObjArgs(torch.increment_version, written, NULL);
  Py_DECREF(written);
  Py_XDECREF(result);
  return result != NULL;
}

static PyObject *run(call_t *call) {
  function_t *function = call->function;
  const tssa_function_t *abi = function->abi;
  // Another call that runs at once makes a context of its own.
  tssa_context_t *context = function->context;
  function->context = NULL;
  tssa_error_t error;
  tssa_status_t status;
  if (!context && (status = tssa_context_create(NULL, &context, &error))) {
    raise_error(status, error.message, NULL, NULL, NULL);
    return NULL;
  }
  const tssa_value_t *inputs = call->values.items;
  tssa_value_t *outputs = call->values.items + abi->num_inputs;
  Py_BEGIN_ALLOW_THREADS status = tssa_function_invoke(
      abi, context, inputs, abi->num_inputs, outputs, abi->num_outputs);
  Py_END_ALLOW_THREADS PyObject *result = NULL;
  // After an error too: something may have been written before it.
  if ((is_refused(context) || note_writes(call)) && call_find_fresh(call) &&
      call_update_lists(call)) {
    if (status)
      raise_failure(call, context);
    else
      result = call_convert_outputs(call);
  }
  if (function->context)
    tssa_context_destroy(context);
  else
    function->context = context;
  return result;
}

/// Positional arguments, with those by keyword put in their places. A new
/// reference, or NULL with an exception set.
static PyObject *bind(const call_t *call, PyObject *self, PyObject *args,
                      PyObject *kwargs) {
  const tssa_function_t *abi = call->function->abi;
  Py_ssize_t given = PyTuple_Size(args);
  if (kwargs && PyDict_Size(kwargs))
    return PyObject_CallMethod(self, "_bind", "OO", args, kwargs);
  if (given == abi->num_inputs)
    return Py_NewRef(args);
  PyErr_Format(PyExc_TypeError,
               "'%s': expected %lld arguments but got %lld; "
               "Function.signature says which",
               abi->name, (long long)abi->num_inputs, (long long)given);
  return NULL;
}

PyObject *function_call(PyObject *self, PyObject *args, PyObject *kwargs) {
  call_t call;
  PyObject *result = NULL;
  PyObject *bound = NULL;
  if (call_begin(&call, self) && (bound = bind(&call, self, args, kwargs)) &&
      call_convert_inputs(&call, bound) && decide_framework(&call))
    result = run(&call);
  call_end(&call);
  Py_XDECREF(bound);
  return result;
}
