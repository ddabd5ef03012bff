// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs in memory, each storage between guard bytes of its own.

#include "arguments.h"
#include "tensorssa-runtime/list.h"
#include "tensorssa-runtime/print.h"
#include <stdlib.h>
#include <string.h>

enum { GUARD = 0xA5 };

void memory_create(const inputs_t *inputs, memory_t *memory) {
  size_t count = (size_t)inputs->total;
  memory->count = inputs->total;
  memory->values = tool_alloc(count, sizeof *memory->values);
  memory->blocks = tool_alloc(count, sizeof *memory->blocks);
  tssa_storage_t **storages = tool_alloc(count, sizeof *storages);
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
        size_t bytes = (size_t)input->num_bytes;
        size_t whole =
            (bytes + 3 * GUARD_BYTES - 1) / GUARD_BYTES * GUARD_BYTES;
        unsigned char *block = aligned_alloc(GUARD_BYTES, whole);
        if (!block)
          block = tool_alloc((size_t)-1, 1);
        memset(block, GUARD, whole);
        if (bytes)
          memcpy(block + GUARD_BYTES, input->bytes, bytes);
        memory->blocks[i] = block;
        tool_require(tssa_storage_from_memory(NULL, block + GUARD_BYTES,
                                              input->num_bytes, NULL, NULL,
                                              &storages[i], &error),
                     &error);
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
  for (size_t i = 0; i < count; ++i)
    tssa_storage_release(storages[i]);
  free(storages);
}

unsigned char *memory_storage(const memory_t *memory, intptr_t index) {
  return memory->blocks[index] + GUARD_BYTES;
}

bool memory_guards_intact(const memory_t *memory, const inputs_t *inputs) {
  for (intptr_t i = 0; i < memory->count; ++i) {
    if (!memory->blocks[i])
      continue;
    const unsigned char *end =
        memory_storage(memory, i) + inputs->items[i].num_bytes;
    for (int j = 0; j < GUARD_BYTES; ++j)
      if (memory->blocks[i][j] != GUARD || end[j] != GUARD)
        return false;
  }
  return true;
}

void memory_destroy(memory_t *memory) {
  for (intptr_t i = 0; i < memory->count; ++i) {
    tssa_value_release(&memory->values[i]);
    free(memory->blocks[i]);
  }
  free(memory->values);
  free(memory->blocks);
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
