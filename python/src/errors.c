// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Failures become exceptions of `tensorssa.errors`, which knows the class of
// each status.

#include "module.h"

#include <stdarg.h>
#include <stdio.h>

void raise_error(tssa_status_t status, const char *message, const char *op,
                 const char *location, const char *advice) {
  PyObject *cause_type, *cause, *traceback;
  PyErr_Fetch(&cause_type, &cause, &traceback);
  if (cause_type)
    PyErr_NormalizeException(&cause_type, &cause, &traceback);
  PyObject *module = PyImport_ImportModule("tensorssa.errors");
  PyObject *error = NULL;
  if (module)
    error = PyObject_CallMethod(module, "make", "iszzz", (int)status, message,
                                op, location, advice);
  if (error) {
    // Takes the reference.
    if (cause)
      PyException_SetCause(error, Py_NewRef(cause));
    PyErr_SetObject((PyObject *)Py_TYPE(error), error);
  }
  Py_XDECREF(error);
  Py_XDECREF(module);
  Py_XDECREF(cause_type);
  Py_XDECREF(cause);
  Py_XDECREF(traceback);
}

void raise_format(tssa_status_t status, const char *advice, const char *format,
                  ...) {
  char message[TSSA_ERROR_MESSAGE_SIZE];
  va_list values;
  va_start(values, format);
  vsnprintf(message, sizeof message, format, values);
  va_end(values);
  raise_error(status, message, NULL, NULL, advice);
}
