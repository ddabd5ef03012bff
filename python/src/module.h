// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extension module `tensorssa._C`: programs and their functions as Python
// objects, over the C interface and the runtime. Nothing of NumPy or PyTorch is
// linked; either is looked up once the user has imported it.
//
// Threads: all state is guarded by the global interpreter lock, which is let go
// while a program is compiled or runs.

#ifndef TENSORSSA_PYTHON_MODULE_H
#define TENSORSSA_PYTHON_MODULE_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdlib.h>

#include "tensorssa-c/Compiler.h"
#include "tensorssa-runtime/runtime.h"

#define TSSA_PY_PRINTF(text, first) __attribute__((format(printf, text, first)))

//===----------------------------------------------------------------------===//
// Types of the module
//===----------------------------------------------------------------------===//

/// `_C.Program`: compiled code. Functions hold a reference to it.
typedef struct program_t {
  PyObject_HEAD TssaExecutable executable;
} program_t;

/// `_C.Function`: a function of a program.
typedef struct function_t {
  PyObject_HEAD PyObject *program;
  const tssa_function_t *abi;
  /// What messages call the arguments, such as "argument 0 ('x')".
  PyObject *labels;
  /// "numpy", "torch" or None: what fresh results are made of where no argument
  /// is a tensor.
  PyObject *results;
  /// A context that no call is using, or NULL.
  tssa_context_t *context;
} function_t;

/// `_C.Memory`: bytes with an owner, for NumPy to make arrays over.
typedef struct memory_t {
  PyObject_HEAD void *data;
  int64_t bytes;
  bool read_only;
  /// Who keeps the bytes: a storage of the runtime, or an object.
  tssa_storage_t *storage;
  PyObject *owner;
} memory_t;

extern PyObject *program_type, *function_type, *memory_type;

bool program_types_create(PyObject *module);
bool function_type_create(PyObject *module);
bool memory_type_create(PyObject *module);

/// A memory object over bytes of `owner` (a new reference is taken), or over
/// `storage` where `owner` is NULL (likewise). NULL with an exception set.
PyObject *memory_create(PyObject *owner, tssa_storage_t *storage, void *data,
                        int64_t bytes, bool read_only);

/// Signature of a function as tuples; see `_C.pyi`.
PyObject *function_describe(PyObject *self, PyObject *unused);

/// The functions of the module that compile and explain; see `_C.pyi`.
PyObject *module_compile(PyObject *module, PyObject *args);
PyObject *module_explain(PyObject *module, PyObject *args);

/// The call of a function: `tp_call`.
PyObject *function_call(PyObject *self, PyObject *args, PyObject *kwargs);

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// A status of our own: a gradient would be lost.
#define STATUS_GRADIENT ((tssa_status_t)100)

/// Raises the exception of `tensorssa.errors` that stands for `status`. `op`,
/// `location` and `advice` may be NULL. What was raised before becomes its
/// cause.
void raise_error(tssa_status_t status, const char *message, const char *op,
                 const char *location, const char *advice);

/// Raises with a message that is formatted as by `printf`, cut at 512 bytes.
void raise_format(tssa_status_t status, const char *advice, const char *format,
                  ...) TSSA_PY_PRINTF(3, 4);

//===----------------------------------------------------------------------===//
// Frameworks
//===----------------------------------------------------------------------===//

typedef enum framework_t {
  FRAMEWORK_NONE,
  FRAMEWORK_NUMPY,
  FRAMEWORK_TORCH
} framework_t;

/// DLPack's table of C functions of a tensor type, as far as it is used.
typedef struct dlpack_exchange_t {
  DLPackVersion version;
  const struct dlpack_exchange_t *previous;
  void *allocate;
  int (*from_object)(void *object, DLManagedTensorVersioned **out);
  int (*to_object)(DLManagedTensorVersioned *managed, void **out_object);
  int (*borrow)(void *object, DLTensor *out);
  void *current_stream;
} dlpack_exchange_t;

/// What is known of PyTorch once it is imported. All references are kept for
/// the rest of the process.
typedef struct torch_t {
  bool ready;
  PyObject *tensor, *parameter;
  PyObject *is_grad_enabled, *is_inference_mode_enabled, *increment_version;
  /// The module `torch.autograd.forward_ad`, or NULL.
  PyObject *forward_ad;
  /// The module `tensorssa._torch`.
  PyObject *glue;
  const dlpack_exchange_t *dlpack;
} torch_t;

typedef struct numpy_t {
  bool ready;
  PyObject *ndarray, *memmap;
  PyObject *dtypes[TSSA_DTYPE_COUNT];
} numpy_t;

extern torch_t torch;
extern numpy_t numpy;

/// Looks the framework up if the process has imported it, or else imports it if
/// `import`. False with an exception set, or without one if it is not there.
bool torch_prepare(bool import);
bool numpy_prepare(bool import);

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A tensor that was passed, at any depth of lists.
typedef struct passed_t {
  /// The object; a reference.
  PyObject *object;
  /// Of NumPy: what has all of the memory, as a buffer that arrays of results
  /// can be made over, a reference, or NULL.
  PyObject *root;
  /// What messages call it: of the function's labels, and which element.
  Py_ssize_t argument;
  Py_ssize_t element;
  framework_t framework;
  bool written, read_only;
  tssa_dtype_t dtype;
  char *data;
  int64_t rank;
  /// Where the sizes begin among the numbers of the call; strides, in elements,
  /// follow.
  size_t numbers;
  char *base;
  int64_t bytes;
  /// Which of the call's storages.
  size_t storage;
  tssa_tensor_t *tensor;
  /// Where the tensor goes once it is made: an input, or an element of a list.
  tssa_value_t *input;
  size_t list;
  int64_t index;
} passed_t;

/// A storage of arguments.
typedef struct lent_t {
  char *base;
  int64_t bytes;
  tssa_storage_t *storage;
  /// The first tensor that was passed of it.
  size_t first;
} lent_t;

/// A list that was passed. Its elements go in once tensors are made.
typedef struct passed_list_t {
  PyObject *object;
  tssa_list_t *list;
  /// Whether the call may change it.
  bool changes;
} passed_list_t;

/// A storage of results that no argument has.
typedef struct fresh_t {
  tssa_storage_t *storage;
  int64_t uses;
  /// What views of it are taken from: a tensor of all of it, or memory.
  PyObject *base;
  tssa_dtype_t dtype;
} fresh_t;

/// A growing array of one of the above; `fixed` serves small calls.
#define VECTOR(type, name, size)                                               \
  struct {                                                                     \
    type *items;                                                               \
    size_t count, capacity;                                                    \
    type fixed[size];                                                          \
  } name

/// Memory for the runtime's descriptions of arguments, which all go at the end
/// of the call. What does not fit comes from the system.
#define ARENA_BYTES 6144

typedef struct call_t {
  function_t *function;
  /// Where storages and tensors of arguments come from.
  tssa_device_t device;
  size_t arena_used;
  framework_t framework;
  enum { DUAL_UNKNOWN, DUAL_NO, DUAL_YES } dual_level;
  VECTOR(passed_t, passed, 8);
  VECTOR(lent_t, lent, 8);
  VECTOR(int64_t, numbers, 64);
  VECTOR(passed_list_t, lists, 4);
  VECTOR(fresh_t, fresh, 4);
  /// The inputs, then the outputs.
  VECTOR(tssa_value_t, values, 24);
  _Alignas(TSSA_ALIGNMENT) char arena[ARENA_BYTES];
} call_t;

/// One more item, zero-filled; NULL with MemoryError set.
void *vector_push(void *items, size_t *count, size_t *capacity, void *fixed,
                  size_t item_size);
#define PUSH(vector)                                                           \
  vector_push(&(vector).items, &(vector).count, &(vector).capacity,            \
              (vector).fixed, sizeof *(vector).items)
#define VECTOR_INIT(vector)                                                    \
  ((vector).items = (vector).fixed, (vector).count = 0,                        \
   (vector).capacity = sizeof(vector).fixed / sizeof *(vector).fixed)
#define VECTOR_FREE(vector)                                                    \
  ((vector).items == (vector).fixed ? (void)0 : free((vector).items))

/// What messages call an argument, or an element of it where `element` is 0 or
/// more, into `buffer`.
void call_label(const call_t *call, Py_ssize_t argument, Py_ssize_t element,
                char *buffer, size_t size);

/// Refuses an argument: "'f': argument 0 ('x'): " and the message.
bool call_refuse(const call_t *call, Py_ssize_t argument, Py_ssize_t element,
                 tssa_status_t status, const char *advice, const char *format,
                 ...) TSSA_PY_PRINTF(6, 7);

/// Adds the tensor `object`, whose storage is decided later. NULL with an
/// exception set.
passed_t *call_pass_tensor(call_t *call, PyObject *object, Py_ssize_t argument,
                           Py_ssize_t element, bool written);

/// Sizes and strides of a tensor that was passed.
static inline int64_t *passed_sizes(const call_t *call,
                                    const passed_t *passed) {
  return call->numbers.items + passed->numbers;
}

/// Room for sizes and strides; false with MemoryError set.
bool passed_reserve(call_t *call, passed_t *passed, int64_t rank);

/// Fills in what a framework knows of a tensor. False with an exception set.
bool torch_pass(call_t *call, passed_t *passed);
bool numpy_pass(call_t *call, passed_t *passed);

/// The storage of a PyTorch tensor. False with an exception set.
bool torch_extent(PyObject *object, char **base, int64_t *bytes);

/// Converts arguments, and makes the tensors of them. False with an exception
/// set.
bool call_convert_inputs(call_t *call, PyObject *args);

/// Notes the storages of results and of what was put into lists. False with
/// MemoryError set.
bool call_find_fresh(call_t *call);

/// Python objects for all results: None, one, or a tuple. NULL with an
/// exception set.
PyObject *call_convert_outputs(call_t *call);

/// Makes Python lists that were passed hold what the program left in theirs.
bool call_update_lists(call_t *call);

/// A tensor of a framework for a result. `passed` is one of its storage, or
/// NULL for a fresh one, which `fresh` then is.
PyObject *torch_view(const call_t *call, const passed_t *passed,
                     const tssa_tensor_t *tensor);
PyObject *torch_fresh(fresh_t *fresh, tssa_tensor_t *tensor);
PyObject *numpy_view(const passed_t *passed, const lent_t *lent,
                     const tssa_tensor_t *tensor);
PyObject *numpy_fresh(fresh_t *fresh, const tssa_tensor_t *tensor);

/// Whether NumPy has the dtype.
bool numpy_has_dtype(tssa_dtype_t dtype);

/// Tuple of integers.
PyObject *make_tuple(int64_t count, const int64_t *numbers, int64_t scale);

#endif // TENSORSSA_PYTHON_MODULE_H
