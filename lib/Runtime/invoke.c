// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of compiled functions: descriptors are built of arguments that fit, and
// results decoded and given their storages. Nothing here has a state of its
// own, so calls may run in parallel.

#include "invoke.h"

#include "host_functions.h"
#include "tensorssa-runtime/list.h"

#include <string.h>

/// One call in progress, with its memory, which is all of one block: 8-byte
/// words for descriptors and numbers, for the results, and for addresses.
typedef struct frame_t {
  const tssa_function_t *function;
  tssa_context_t *context;
  tssa_allocator_t allocator;
  size_t bytes;
  /// The whole block, and in it: the words of all arguments; the results, laid
  /// out as a struct in C; the addresses that the entry takes; those of the
  /// descriptors.
  int64_t *words;
  char *results;
  void **arguments;
  void **descriptors;
} frame_t;

/// Words of the descriptor of a tensor, or of a number.
static int64_t words_of(const tssa_type_t *type) {
  return type->kind == TSSA_VALUE_TENSOR ? 3 + 2 * (int64_t)type->rank : 1;
}

/// Where an output lies in the result struct whose first `offset` bytes are
/// taken; moves `*offset` behind it.
static int64_t place(const tssa_type_t *type, int64_t *offset) {
  bool is_tensor = type->kind == TSSA_VALUE_TENSOR;
  int64_t alignment = is_tensor ? 8 : type->bytes;
  int64_t at = (*offset + alignment - 1) / alignment * alignment;
  *offset = at + (is_tensor ? 8 * words_of(type) : type->bytes);
  return at;
}

static tssa_status_t frame_create(const tssa_function_t *function,
                                  tssa_context_t *context, frame_t *frame) {
  int64_t words = 0, result_bytes = 0;
  for (int64_t i = 0; i < function->num_inputs; ++i)
    words += words_of(&function->inputs[i]);
  for (int64_t i = 0; i < function->num_outputs; ++i)
    place(&function->outputs[i], &result_bytes);
  int64_t result_words = result_bytes / 8 + 2;
  // The address of the results, the context, the results as a number.
  int64_t addresses = function->num_inputs + 3;
  frame->function = function;
  frame->context = context;
  tssa_context_host_functions(context, &frame->allocator);
  frame->bytes = (size_t)(words + result_words) * 8 +
                 (size_t)(addresses + function->num_inputs) * sizeof(void *);
  frame->words = frame->allocator.alloc(frame->allocator.self, frame->bytes,
                                        TSSA_ALIGNMENT);
  if (!frame->words) {
    tssa_error_t error;
    tssa_error_memory(&error, (int64_t)frame->bytes);
    return tssa_call_fail(function, context, &error);
  }
  memset(frame->words, 0, frame->bytes);
  frame->results = (char *)(frame->words + words);
  frame->arguments = (void **)(void *)(frame->words + words + result_words);
  frame->descriptors = frame->arguments + addresses;
  return TSSA_STATUS_OK;
}

static void frame_destroy(frame_t *frame) {
  frame->allocator.free(frame->allocator.self, frame->words, frame->bytes);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static tssa_status_t pack_tensor(const frame_t *frame, const tssa_type_t *type,
                                 const tssa_tensor_t *tensor, int64_t *words) {
  const void *key = tssa_storage_key(tensor->storage);
  size_t size = (size_t)tensor->dl.ndim * sizeof(int64_t);
  words[0] = words[1] = (int64_t)(intptr_t)key;
  words[2] = tssa_tensor_byte_offset(tensor) /
             tssa_dtype_size((tssa_dtype_t)type->dtype);
  if (size) {
    memcpy(words + 3, tensor->dl.shape, size);
    memcpy(words + 3 + tensor->dl.ndim, tensor->dl.strides, size);
  }
  tssa_error_t error;
  if (tssa_context_add_storage(frame->context, key, tensor->storage, &error))
    return tssa_call_fail(frame->function, frame->context, &error);
  return TSSA_STATUS_OK;
}

static void pack_number(const tssa_type_t *type, const tssa_value_t *value,
                        int64_t *word) {
  if (type->kind == TSSA_VALUE_FLOAT && type->bytes == 4) {
    float narrow = (float)value->f64;
    memcpy(word, &narrow, sizeof narrow);
  } else if (type->kind == TSSA_VALUE_FLOAT) {
    memcpy(word, &value->f64, sizeof value->f64);
  } else if (type->kind == TSSA_VALUE_LIST) {
    *word = (int64_t)(intptr_t)value->list;
  } else if (type->kind == TSSA_VALUE_BOOL) {
    *word = value->b;
  } else {
    // The bytes of a narrow number are the first ones.
    *word = value->i64;
  }
}

/// Calls the code of the function.
static tssa_status_t call_entry(frame_t *frame, tssa_entry_t entry,
                                const tssa_value_t *inputs) {
  const tssa_function_t *function = frame->function;
  void **argument = frame->arguments;
  // Several results, or a tensor, come as a struct laid out as in C.
  bool as_struct = function->num_outputs > 1 ||
                   (function->num_outputs == 1 &&
                    function->outputs[0].kind == TSSA_VALUE_TENSOR);
  void *results = frame->results;
  if (as_struct)
    *argument++ = &results;
  *argument++ = &frame->context;
  int64_t *words = frame->words;
  for (int64_t i = 0; i < function->num_inputs; ++i) {
    const tssa_type_t *type = &function->inputs[i];
    frame->descriptors[i] = words;
    if (type->kind == TSSA_VALUE_TENSOR) {
      tssa_status_t status = pack_tensor(frame, type, inputs[i].tensor, words);
      if (status)
        return status;
      *argument++ = &frame->descriptors[i];
    } else {
      pack_number(type, &inputs[i], words);
      *argument++ = words;
    }
    words += words_of(type);
  }
  if (!as_struct)
    *argument++ = results;
  entry(frame->arguments);
  return tssa_context_status(frame->context);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static tssa_status_t unpack_tensor(const frame_t *frame,
                                   const tssa_type_t *type, const char *data,
                                   tssa_value_t *output) {
  int64_t words[3 + 2 * TSSA_MAX_RANK];
  memcpy(words, data, (size_t)words_of(type) * 8);
  // An argument's, or memory of the call, which leaves the context here.
  tssa_error_t error;
  tssa_storage_t *storage = NULL;
  tssa_tensor_t *tensor = NULL;
  tssa_status_t status = tssa_context_storage(
      frame->context, (void *)(intptr_t)words[0], &storage, &error);
  if (!status)
    status = tssa_tensor_from_storage(
        storage, (tssa_dtype_t)type->dtype, type->rank, words + 3,
        words + 3 + type->rank, words[2], &tensor, &error);
  if (status)
    return tssa_call_fail(frame->function, frame->context, &error);
  *output = tssa_value_from_tensor(tensor);
  return TSSA_STATUS_OK;
}

static int64_t load_integer(const char *data, int64_t bytes) {
  int8_t i8;
  int16_t i16;
  int32_t i32;
  int64_t i64;
  switch (bytes) {
  case 1:
    memcpy(&i8, data, sizeof i8);
    return i8;
  case 2:
    memcpy(&i16, data, sizeof i16);
    return i16;
  case 4:
    memcpy(&i32, data, sizeof i32);
    return i32;
  default:
    memcpy(&i64, data, sizeof i64);
    return i64;
  }
}

static double load_float(const char *data, int64_t bytes) {
  float f32;
  double f64;
  if (bytes == 4) {
    memcpy(&f32, data, sizeof f32);
    return f32;
  }
  memcpy(&f64, data, sizeof f64);
  return f64;
}

static tssa_status_t unpack(const frame_t *frame, const tssa_type_t *type,
                            const char *data, tssa_value_t *output) {
  tssa_list_t *list;
  switch (type->kind) {
  case TSSA_VALUE_TENSOR:
    return unpack_tensor(frame, type, data, output);
  case TSSA_VALUE_FLOAT:
    *output = tssa_value_from_float(load_float(data, type->bytes));
    return TSSA_STATUS_OK;
  case TSSA_VALUE_LIST:
    memcpy(&list, data, sizeof list);
    *output = tssa_value_from_list(tssa_list_retain(list));
    return TSSA_STATUS_OK;
  case TSSA_VALUE_BOOL:
    *output = tssa_value_from_bool(load_integer(data, 1) & 1);
    return TSSA_STATUS_OK;
  default:
    *output = tssa_value_from_int(load_integer(data, type->bytes));
    return TSSA_STATUS_OK;
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static tssa_status_t run(const tssa_function_t *function,
                         tssa_context_t *context, tssa_entry_t entry,
                         const tssa_value_t *inputs, tssa_value_t *outputs) {
  frame_t frame;
  tssa_status_t status = frame_create(function, context, &frame);
  if (status)
    return status;
  status = call_entry(&frame, entry, inputs);
  int64_t offset = 0;
  for (int64_t i = 0; !status && i < function->num_outputs; ++i) {
    const tssa_type_t *type = &function->outputs[i];
    int64_t at = place(type, &offset);
    status = unpack(&frame, type, frame.results + at, &outputs[i]);
  }
  frame_destroy(&frame);
  return status;
}

/// The call, but for what comes before and after any.
static tssa_status_t invoke(const tssa_function_t *function,
                            tssa_context_t *context, const tssa_value_t *inputs,
                            int64_t num_inputs, tssa_value_t *outputs,
                            int64_t num_outputs) {
  int64_t cpu = 0;
  tssa_error_t error;
  if (function->program && tssa_program_check(function->program, &cpu, &error))
    return tssa_call_fail(function, context, &error);
  tssa_status_t status =
      tssa_call_check(function, context, inputs, num_inputs, num_outputs);
  if (status)
    return status;
  return run(function, context, function->entries[cpu], inputs, outputs);
}

tssa_status_t tssa_function_invoke(const tssa_function_t *function,
                                   tssa_context_t *context,
                                   const tssa_value_t *inputs,
                                   int64_t num_inputs, tssa_value_t *outputs,
                                   int64_t num_outputs) {
  tssa_context_reset(context);
  for (int64_t i = 0; i < num_outputs; ++i)
    memset(&outputs[i], 0, sizeof outputs[i]);
  tssa_context_tell(context, TSSA_EVENT_CALL_BEGIN, function->name,
                    TSSA_STATUS_OK, 0);
  tssa_status_t status =
      invoke(function, context, inputs, num_inputs, outputs, num_outputs);
  if (status)
    for (int64_t i = 0; i < num_outputs; ++i)
      tssa_value_release(&outputs[i]);
  tssa_context_sweep(context);
  tssa_context_tell(context, TSSA_EVENT_CALL_END, function->name, status, 0);
  return status;
}
