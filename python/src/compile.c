// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From text to `_C.Program`, and explanations. Diagnostics come back as tuples
// (severity, file, line, column, message), notes as those of severity "note"
// behind what they belong to.

#include "module.h"

#include "mlir-c/Diagnostics.h"
#include "tensorssa-c/Dialects.h"
#include "tensorssa-c/Explain.h"

#include <stdio.h>
#include <string.h>

PyObject *program_type;

//===----------------------------------------------------------------------===//
// Locations and diagnostics
//===----------------------------------------------------------------------===//

/// A position in a file; `file` is empty where nothing is known.
typedef struct position_t {
  MlirStringRef file;
  int line, column;
} position_t;

/// The first position in a file that a location names, to a bounded depth.
static position_t find_position(MlirLocation location, int depth) {
  position_t position = {{"", 0}, 0, 0};
  if (depth == 0 || mlirLocationIsNull(location))
    return position;
  if (mlirLocationIsAFileLineColRange(location)) {
    MlirIdentifier file = mlirLocationFileLineColRangeGetFilename(location);
    position.file = mlirIdentifierStr(file);
    position.line = mlirLocationFileLineColRangeGetStartLine(location);
    position.column = mlirLocationFileLineColRangeGetStartColumn(location);
  } else if (mlirLocationIsAName(location)) {
    return find_position(mlirLocationNameGetChildLoc(location), depth - 1);
  } else if (mlirLocationIsACallSite(location)) {
    return find_position(mlirLocationCallSiteGetCallee(location), depth - 1);
  } else if (mlirLocationIsAFused(location)) {
    MlirLocation inner[16];
    unsigned count = mlirLocationFusedGetNumLocations(location);
    if (count <= sizeof inner / sizeof *inner) {
      mlirLocationFusedGetLocations(location, inner);
      for (unsigned i = 0; i < count && !position.file.length; ++i)
        position = find_position(inner[i], depth - 1);
    }
  }
  return position;
}

#define LOCATION_DEPTH 32

/// Text that grows; plain memory, as it is filled without the lock.
typedef struct text_t {
  char *data;
  size_t length, capacity;
  bool failed;
} text_t;

static void text_append(MlirStringRef part, void *user) {
  text_t *text = user;
  if (text->length + part.length > text->capacity) {
    size_t capacity = 2 * (text->length + part.length) + 256;
    char *larger = realloc(text->data, capacity);
    if (!larger) {
      text->failed = true;
      return;
    }
    text->data = larger;
    text->capacity = capacity;
  }
  memcpy(text->data + text->length, part.data, part.length);
  text->length += part.length;
}

/// What hears diagnostics and dumps while the lock is let go.
typedef struct listener_t {
  PyObject *diagnostics;
  /// Called with stage and text, or NULL.
  PyObject *dump;
  /// What text that was parsed without a name is called.
  const char *name;
} listener_t;

static PyObject *to_unicode(MlirStringRef text) {
  return PyUnicode_DecodeUTF8(text.data, (Py_ssize_t)text.length, "replace");
}

static MlirStringRef file_of(position_t position, const char *name) {
  bool nameless = position.file.length == 1 && position.file.data[0] == '-';
  return nameless ? mlirStringRefCreateFromCString(name) : position.file;
}

static void hear_one(listener_t *listener, MlirDiagnostic diagnostic,
                     int depth) {
  static const char *const severities[] = {[MlirDiagnosticError] = "error",
                                           [MlirDiagnosticWarning] = "warning",
                                           [MlirDiagnosticNote] = "note",
                                           [MlirDiagnosticRemark] = "remark"};
  position_t position =
      find_position(mlirDiagnosticGetLocation(diagnostic), LOCATION_DEPTH);
  MlirStringRef file = file_of(position, listener->name);
  text_t text = {0};
  mlirDiagnosticPrint(diagnostic, text_append, &text);
  PyObject *message =
      to_unicode(mlirStringRefCreate(text.data ? text.data : "", text.length));
  PyObject *item = Py_BuildValue(
      "(ss#iiN)", severities[mlirDiagnosticGetSeverity(diagnostic)], file.data,
      (Py_ssize_t)file.length, position.line, position.column, message);
  if (item)
    PyList_Append(listener->diagnostics, item);
  Py_XDECREF(item);
  free(text.data);
  for (intptr_t i = 0; depth && i < mlirDiagnosticGetNumNotes(diagnostic); ++i)
    hear_one(listener, mlirDiagnosticGetNote(diagnostic, i), depth - 1);
}

static MlirLogicalResult hear(MlirDiagnostic diagnostic, void *user) {
  PyGILState_STATE state = PyGILState_Ensure();
  hear_one(user, diagnostic, 4);
  // A diagnostic that does not fit into memory is no reason to fail.
  PyErr_Clear();
  PyGILState_Release(state);
  return mlirLogicalResultSuccess();
}

static void dump(MlirStringRef stage, MlirModule module, void *user) {
  listener_t *listener = user;
  text_t text = {0};
  mlirOperationPrint(mlirModuleGetOperation(module), text_append, &text);
  PyGILState_STATE state = PyGILState_Ensure();
  PyObject *result = PyObject_CallFunction(
      listener->dump, "s#s#", stage.data, (Py_ssize_t)stage.length,
      text.data ? text.data : "", (Py_ssize_t)text.length);
  if (!result)
    PyErr_WriteUnraisable(listener->dump);
  Py_XDECREF(result);
  PyGILState_Release(state);
  free(text.data);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static void program_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  tssaExecutableDestroy(((program_t *)self)->executable);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static PyObject *program_get_functions(PyObject *self, void *unused) {
  (void)unused;
  TssaExecutable executable = ((program_t *)self)->executable;
  intptr_t count = tssaExecutableGetNumFunctions(executable);
  PyObject *names = PyTuple_New(count);
  for (intptr_t i = 0; names && i < count; ++i) {
    PyObject *name = to_unicode(
        tssaFunctionGetName(tssaExecutableGetFunction(executable, i)));
    if (!name || PyTuple_SetItem(names, i, name))
      Py_CLEAR(names);
  }
  return names;
}

bool program_types_create(PyObject *module) {
  static PyGetSetDef members[] = {
      {"functions", program_get_functions, NULL,
       "Names of the functions that can be called, in the order of the text.",
       NULL},
      {NULL, NULL, NULL, NULL, NULL}};
  static char text[] = "A compiled program.";
  static PyType_Slot slots[] = {{Py_tp_doc, text},
                                {Py_tp_dealloc, program_dealloc},
                                {Py_tp_getset, members},
                                {0, NULL}};
  static PyType_Spec spec = {"tensorssa._C.Program", sizeof(program_t), 0,
                             Py_TPFLAGS_DEFAULT |
                                 Py_TPFLAGS_DISALLOW_INSTANTIATION |
                                 Py_TPFLAGS_IMMUTABLETYPE,
                             slots};
  program_type = PyType_FromModuleAndSpec(module, &spec, NULL);
  return program_type &&
         PyModule_AddObjectRef(module, "Program", program_type) == 0;
}

PyObject *module_compile(PyObject *module, PyObject *args) {
  (void)module;
  const char *source, *name, *cpu;
  Py_ssize_t length;
  int numerics, errors, imperative, functional, level;
  PyObject *dump_callback;
  if (!PyArg_ParseTuple(args, "y#siippisO", &source, &length, &name, &numerics,
                        &errors, &imperative, &functional, &level, &cpu,
                        &dump_callback))
    return NULL;
  listener_t listener = {PyList_New(0), NULL, name};
  program_t *program =
      (program_t *)PyType_GenericAlloc((PyTypeObject *)program_type, 0);
  if (!listener.diagnostics || !program) {
    Py_XDECREF(listener.diagnostics);
    Py_XDECREF((PyObject *)program);
    return NULL;
  }
  TssaCompilerOptions options;
  tssaCompilerOptionsInit(&options);
  options.numerics = (TssaNumerics)numerics;
  options.errors = (TssaErrors)errors;
  options.imperative = imperative;
  options.requireFunctional = functional;
  options.optimizationLevel = level;
  options.cpu = mlirStringRefCreateFromCString(cpu);
  options.diagnostic = hear;
  options.diagnosticUserData = &listener;
  if (dump_callback != Py_None) {
    listener.dump = dump_callback;
    options.dump = dump;
    options.dumpUserData = &listener;
  }
  MlirLogicalResult result;
  TssaExecutable executable;
  Py_BEGIN_ALLOW_THREADS result = tssaCompileSource(
      mlirStringRefCreate(source, (size_t)length),
      mlirStringRefCreateFromCString(name), &options, &executable);
  Py_END_ALLOW_THREADS program->executable = executable;
  if (mlirLogicalResultIsFailure(result)) {
    Py_DECREF((PyObject *)program);
    return Py_BuildValue("(ON)", Py_None, listener.diagnostics);
  }
  return Py_BuildValue("(NN)", program, listener.diagnostics);
}

//===----------------------------------------------------------------------===//
// Explanations
//===----------------------------------------------------------------------===//

/// What is explained, as tuples.
typedef struct explainer_t {
  listener_t listener;
  PyObject *items;
} explainer_t;

static void explain_one(const TssaExplanation *explanation, void *user) {
  static const char *const verdicts[] = {[TssaVerdictFunctional] = "functional",
                                         [TssaVerdictImperative] = "imperative",
                                         [TssaVerdictCause] = "cause"};
  explainer_t *explainer = user;
  position_t position = find_position(explanation->location, LOCATION_DEPTH);
  MlirStringRef texts[] = {file_of(position, explainer->listener.name),
                           explanation->function,
                           explanation->op,
                           explanation->root,
                           explanation->path,
                           explanation->note};
  PyGILState_STATE state = PyGILState_Ensure();
  PyObject *values[6];
  for (int i = 0; i < 6; ++i)
    values[i] = to_unicode(texts[i]);
  PyObject *item = Py_BuildValue(
      "(sNiiNNNNN)", verdicts[explanation->verdict], values[0], position.line,
      position.column, values[1], values[2], values[3], values[4], values[5]);
  if (item)
    PyList_Append(explainer->items, item);
  Py_XDECREF(item);
  PyErr_Clear();
  PyGILState_Release(state);
}

static bool explain(const char *source, size_t length, TssaErrors errors,
                    explainer_t *explainer) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tssaRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, hear, &explainer->listener, NULL);
  MlirModule program =
      mlirModuleCreateParse(context, mlirStringRefCreate(source, length));
  bool works = !mlirModuleIsNull(program);
  if (works) {
    TssaPipelineOptions options;
    tssaPipelineOptionsInit(&options);
    options.errors = errors;
    works = mlirLogicalResultIsSuccess(
        tssaExplain(program, &options, explain_one, explainer));
    mlirModuleDestroy(program);
  }
  mlirContextDestroy(context);
  return works;
}

PyObject *module_explain(PyObject *module, PyObject *args) {
  (void)module;
  const char *source, *name;
  Py_ssize_t length;
  int errors;
  if (!PyArg_ParseTuple(args, "y#si", &source, &length, &name, &errors))
    return NULL;
  explainer_t explainer = {{PyList_New(0), NULL, name}, PyList_New(0)};
  bool works = false;
  if (explainer.items && explainer.listener.diagnostics) {
    Py_BEGIN_ALLOW_THREADS works =
        explain(source, (size_t)length, (TssaErrors)errors, &explainer);
    Py_END_ALLOW_THREADS
  }
  if (!explainer.items || !explainer.listener.diagnostics) {
    Py_XDECREF(explainer.items);
    Py_XDECREF(explainer.listener.diagnostics);
    return NULL;
  }
  if (!works) {
    Py_DECREF(explainer.items);
    explainer.items = Py_NewRef(Py_None);
  }
  return Py_BuildValue("(NN)", explainer.items, explainer.listener.diagnostics);
}
