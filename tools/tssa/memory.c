// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs in memory, each storage between guard bytes of its own.

#include "arguments.h"
#include "tensorssa-runtime/list.h"
#include "tensorssa-runtime/print.h"
#include <stdlib.h>
#include <string.h>

enum { GUARD = 0xA5 };

/// Guards that were found written to when their storage grew or went.
static int64_t broken_guards;

static bool are_intact(const unsigned char *memory, size_t bytes) {
  for (size_t i = 0; i < GUARD_BYTES; ++i)
    if (memory[i - GUARD_BYTES] != GUARD || memory[bytes + i] != GUARD)
      return false;
  return true;
}

static void *alloc_guarded(void *self, size_t bytes, size_t alignment) {
  (void)self;
  (void)alignment;
  size_t whole = (bytes + 3 * GUARD_BYTES - 1) / GUARD_BYTES * GUARD_BYTES;
  unsigned char *block =
      whole > bytes ? aligned_alloc(GUARD_BYTES, whole) : NULL;
  if (!block)
    return NULL;
  memset(block, GUARD, whole);
  return block + GUARD_BYTES;
}

static void free_guarded(void *self, void *memory, size_t bytes) {
  (void)self;
  broken_guards += !are_intact(memory, bytes);
  free((unsigned char *)memory - GUARD_BYTES);
}

/// The CPU with guarded memory. Results may outlive the inputs, so it stays.
static const tssa_device_t *guarded_device(void) {
  static tssa_device_t device;
  if (!device.name) {
    device = *tssa_device_cpu();
    device.memory = (tssa_allocator_t){NULL, alloc_guarded, free_guarded};
  }
  return &device;
}

void memory_create(const inputs_t *inputs, memory_t *memory) {
  size_t count = (size_t)inputs->total;
  memory->count = inputs->total;
  memory->values = tool_alloc(count, sizeof *memory->values);
  memory->storages = tool_alloc(count, sizeof *memory->storages);
  memory->broken_guards = broken_guards;
  tssa_storage_t **storages = memory->storages;
  tssa_error_t error;
  for (intptr_t i = 0; i < inputs->total; ++i) {
    const input_t *input = &inputs->items[i];
    switch (input->kind) {
    case TSSA_VALUE_LIST: {
      tssa_list_t *list;
      tool_require(tssa_list_create(NULL, &list, &error), &error);
      memory->values[i] = tssa_value_from_list(list);
      break;
    }
    case TSSA_VALUE_TENSOR: {
      if (input->shares == i) {
        tool_require(tssa_storage_create(guarded_device(), input->num_bytes,
                                         &storages[i], &error),
                     &error);
        if (input->num_bytes)
          memcpy(tssa_storage_data(storages[i]), input->bytes,
                 (size_t)input->num_bytes);
      }
      tssa_tensor_t *tensor;
      tool_require(tssa_tensor_from_storage(storages[input->shares],
                                            input->dtype, input->rank,
                                            input->sizes, input->strides,
                                            input->offset, &tensor, &error),
                   &error);
      memory->values[i] = tssa_value_from_tensor(tensor);
      break;
    }
    case TSSA_VALUE_BOOL:
      memory->values[i] = tssa_value_from_bool(input->integer != 0);
      break;
    case TSSA_VALUE_FLOAT:
      memory->values[i] = tssa_value_from_float(input->real);
      break;
    default:
      memory->values[i] = tssa_value_from_int(input->integer);
      break;
    }
  }
  for (size_t i = 0; i < count; ++i)
    for (intptr_t j = 0; j < inputs->items[i].length; ++j)
      tool_require(tssa_list_append(memory->values[i].list,
                                    memory->values[inputs->items[i].first + j],
                                    &error),
                   &error);
}

unsigned char *memory_storage(const memory_t *memory, intptr_t index) {
  return tssa_storage_data(memory->storages[index]);
}

int64_t memory_bytes(const memory_t *memory, intptr_t index) {
  return tssa_storage_bytes(memory->storages[index]);
}

bool memory_guards_intact(const memory_t *memory) {
  if (memory->broken_guards != broken_guards)
    return false;
  for (intptr_t i = 0; i < memory->count; ++i)
    if (memory->storages[i] &&
        !are_intact(memory_storage(memory, i), (size_t)memory_bytes(memory, i)))
      return false;
  return true;
}

void memory_destroy(memory_t *memory) {
  for (intptr_t i = 0; i < memory->count; ++i) {
    tssa_value_release(&memory->values[i]);
    tssa_storage_release(memory->storages[i]);
  }
  free(memory->values);
  free(memory->storages);
  *memory = (memory_t){0};
}

static void print_numbers(const char *what, int64_t count,
                          const int64_t *numbers, FILE *stream) {
  fprintf(stream, " %s [", what);
  for (int64_t i = 0; i < count; ++i)
    fprintf(stream, "%s%lld", i ? ", " : "", (long long)numbers[i]);
  fprintf(stream, "]");
}

void input_print(const inputs_t *inputs, intptr_t index, const memory_t *memory,
                 FILE *stream) {
  const input_t *input = &inputs->items[index];
  tssa_value_t value = memory->values[index];
  switch (value.kind) {
  case TSSA_VALUE_LIST:
    fprintf(stream, "list of %lld\n", (long long)input->length);
    for (intptr_t i = 0; i < input->length; ++i) {
      fprintf(stream, "        element %lld", (long long)i);
      intptr_t item = input->first + i, owner = inputs->items[item].shares;
      if (owner != item)
        fprintf(stream, " (in the storage of %s %lld)",
                owner < inputs->count ? "argument" : "the element of argument",
                (long long)inputs->items[owner].argument);
      fprintf(stream, ": ");
      input_print(inputs, item, memory, stream);
    }
    break;
  case TSSA_VALUE_TENSOR: {
    fprintf(stream, "%s", tssa_dtype_name(input->dtype));
    print_numbers("sizes", input->rank, input->sizes, stream);
    print_numbers("strides", input->rank, input->strides, stream);
    fprintf(stream, " offset %lld = ", (long long)input->offset);
    char buffer[4096];
    tssa_error_t error;
    tssa_tensor_format(value.tensor, NULL, buffer, sizeof buffer, NULL, &error);
    for (char *c = buffer; *c; ++c)
      if (*c == '\n')
        *c = ' ';
    fprintf(stream, "%s\n", buffer);
    break;
  }
  case TSSA_VALUE_BOOL:
    fprintf(stream, "%s\n", value.b ? "true" : "false");
    break;
  case TSSA_VALUE_FLOAT:
    fprintf(stream, "%.17g\n", value.f64);
    break;
  default:
    fprintf(stream, "%lld\n", (long long)value.i64);
    break;
  }
}
