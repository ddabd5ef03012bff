// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `_C.Memory`: what NumPy arrays of results have as their base.

#include "module.h"

PyObject *memory_type;

PyObject *memory_create(PyObject *owner, tssa_storage_t *storage, void *data,
                        int64_t bytes, bool read_only) {
  // What nothing is read from must have an address all the same.
  static char nothing[TSSA_ALIGNMENT];
  memory_t *memory =
      (memory_t *)PyType_GenericAlloc((PyTypeObject *)memory_type, 0);
  if (!memory)
    return NULL;
  memory->data = data ? data : nothing;
  memory->bytes = bytes;
  memory->read_only = read_only;
  memory->storage = owner ? NULL : tssa_storage_retain(storage);
  memory->owner = Py_XNewRef(owner);
  return (PyObject *)memory;
}

static int memory_traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(((memory_t *)self)->owner);
  return 0;
}

// Without tp_clear: arrays over the bytes may outlive any attempt to break a
// cycle, and an owner is an array, which refers to nothing of ours but memory.

static void memory_dealloc(PyObject *self) {
  memory_t *memory = (memory_t *)self;
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  tssa_storage_release(memory->storage);
  Py_CLEAR(memory->owner);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static int memory_getbuffer(PyObject *self, Py_buffer *view, int flags) {
  memory_t *memory = (memory_t *)self;
  return PyBuffer_FillInfo(view, self, memory->data, (Py_ssize_t)memory->bytes,
                           memory->read_only, flags);
}

static PyObject *memory_get_owner(PyObject *self, void *unused) {
  (void)unused;
  PyObject *owner = ((memory_t *)self)->owner;
  return Py_NewRef(owner ? owner : Py_None);
}

static Py_ssize_t memory_length(PyObject *self) {
  return (Py_ssize_t)((memory_t *)self)->bytes;
}

bool memory_type_create(PyObject *module) {
  static PyGetSetDef members[] = {
      {"owner", memory_get_owner, NULL,
       "The object whose memory this is, or None for memory of a call.", NULL},
      {NULL, NULL, NULL, NULL, NULL}};
  static char text[] = "Bytes that arrays of results lie in.";
  static PyType_Slot slots[] = {{Py_tp_doc, text},
                                {Py_tp_traverse, memory_traverse},
                                {Py_tp_dealloc, memory_dealloc},
                                {Py_tp_getset, members},
                                {Py_bf_getbuffer, memory_getbuffer},
                                {Py_sq_length, memory_length},
                                {0, NULL}};
  static PyType_Spec spec = {"tensorssa._C.Memory", sizeof(memory_t), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
                                 Py_TPFLAGS_DISALLOW_INSTANTIATION |
                                 Py_TPFLAGS_IMMUTABLETYPE,
                             slots};
  memory_type = PyType_FromModuleAndSpec(module, &spec, NULL);
  return memory_type &&
         PyModule_AddObjectRef(module, "Memory", memory_type) == 0;
}
