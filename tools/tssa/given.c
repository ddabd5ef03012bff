// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading inputs of the command line.

#include "given.h"
#include "tensorssa-runtime/npy.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// Makes a drawn tensor the one in a file.
static bool read_tensor(const char *path, input_t *input) {
  tssa_error_t error;
  tssa_tensor_t *read, *tensor;
  if (tssa_npy_read(path, NULL, &read, &error)) {
    fprintf(stderr, "error: %s\n", error.message);
    return false;
  }
  tool_require(tssa_tensor_clone(read, &tensor, &error), &error);
  tssa_tensor_release(read);
  if (tensor->dl.ndim > MAX_RANK) {
    fprintf(stderr, "error: %s: expected at most %d dimensions but got %d\n",
            path, MAX_RANK, tensor->dl.ndim);
    tssa_tensor_release(tensor);
    return false;
  }
  free(input->bytes);
  input->dtype = tensor->dtype;
  input->rank = tensor->dl.ndim;
  for (int64_t i = 0; i < input->rank; ++i) {
    input->sizes[i] = tensor->dl.shape[i];
    input->strides[i] = tensor->dl.strides[i];
  }
  input->offset = 0;
  input->num_bytes = tssa_tensor_count(tensor) * tssa_dtype_size(tensor->dtype);
  input->bytes = tool_alloc((size_t)input->num_bytes, 1);
  if (input->num_bytes)
    memcpy(input->bytes, tensor->dl.data, (size_t)input->num_bytes);
  tssa_tensor_release(tensor);
  return true;
}

//===----------------------------------------------------------------------===//
// Parts of storages
//===----------------------------------------------------------------------===//

/// Numbers with commas between them after a colon.
static bool read_numbers(const char **at, int64_t *numbers, int64_t *count) {
  *count = 0;
  if (**at != ':')
    return false;
  for (*at += 1; **at && **at != ':';) {
    char *end;
    errno = 0;
    long long number = strtoll(*at, &end, 10);
    if (end == *at || errno || *count == MAX_RANK)
      return false;
    numbers[(*count)++] = number;
    *at = *end == ',' ? end + 1 : end;
  }
  return true;
}

/// Whether the elements lie inside a storage.
static bool is_inside(const input_t *input, int64_t bytes) {
  int64_t low, high;
  if (tssa_layout_count(input->rank, input->sizes) < 0 || input->offset < 0)
    return false;
  if (tssa_layout_count(input->rank, input->sizes) == 0)
    return true;
  return tssa_layout_bounds(input->rank, input->sizes, input->strides, &low,
                            &high) &&
         input->offset + low >= 0 &&
         input->offset + high < bytes / tssa_dtype_size(input->dtype);
}

/// Makes input `index` part of the storage in a file, which an earlier input
/// may lie in.
static bool read_part(const given_t *given, intptr_t index, const char *layout,
                      inputs_t *inputs) {
  const char *text = given->inputs[index];
  size_t length = (size_t)(layout - text);
  input_t *input = &inputs->items[index];
  intptr_t owner = index;
  for (intptr_t i = index - 1; i >= 0; --i)
    if (strncmp(given->inputs[i], text, length) == 0 &&
        given->inputs[i][length] == ':')
      owner = i;
  char *path = tool_alloc(length + 1, 1);
  memcpy(path, text, length);
  bool ok = owner != index || read_tensor(path, input);
  free(path);
  if (!ok)
    return false;
  if (owner != index) {
    free(input->bytes);
    input->bytes = NULL;
    input->num_bytes = 0;
    input->dtype = inputs->items[owner].dtype;
  }
  input->shares = owner;
  int64_t rank, count;
  ok = read_numbers(&layout, input->sizes, &input->rank) &&
       read_numbers(&layout, input->strides, &rank) && rank == input->rank &&
       read_numbers(&layout, &input->offset, &count) && count == 1 &&
       !*layout && is_inside(input, inputs->items[owner].num_bytes);
  if (!ok)
    fprintf(stderr,
            "error: expected input %lld to be FILE.npy:SIZES:STRIDES:OFFSET "
            "inside the file's elements but got '%s'\n",
            (long long)index, text);
  return ok;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

bool is_npy(const char *path) {
  size_t length = strlen(path);
  return length > 4 && strcmp(path + length - 4, ".npy") == 0;
}

/// Makes a drawn input the one that was given.
static bool read_input(const given_t *given, intptr_t index, inputs_t *inputs) {
  const char *text = given->inputs[index];
  input_t *input = &inputs->items[index];
  const char *part = strstr(text, ".npy:");
  if (part && input->kind == TSSA_VALUE_TENSOR)
    return read_part(given, index, part + 4, inputs);
  if (is_npy(text) && input->kind == TSSA_VALUE_TENSOR)
    return read_tensor(text, input);
  if (input->kind == TSSA_VALUE_TENSOR && literal_read(text, input))
    return true;
  if (input->kind == TSSA_VALUE_LIST) {
    fprintf(
        stderr,
        "error: cannot read input %lld, a list; leave it to --random=SEED\n",
        (long long)index);
    return false;
  }
  if (input->kind == TSSA_VALUE_BOOL) {
    input->integer = strcmp(text, "true") == 0;
    if (input->integer || strcmp(text, "false") == 0)
      return true;
  } else if (input->kind != TSSA_VALUE_TENSOR) {
    char *end;
    errno = 0;
    if (input->kind == TSSA_VALUE_INT)
      input->integer = strtoll(text, &end, 0);
    else
      input->real = strtod(text, &end);
    if (end != text && !*end && !errno)
      return true;
  }
  fprintf(stderr, "error: expected input %lld to be %s but got '%s'\n",
          (long long)index,
          input->kind == TSSA_VALUE_TENSOR
              ? "a .npy file or nested lists of numbers, "
                "equally long in each dimension"
          : input->kind == TSSA_VALUE_INT   ? "an integer"
          : input->kind == TSSA_VALUE_FLOAT ? "a number"
                                            : "true or false",
          text);
  return false;
}

bool given_make(const function_t *function, const given_t *given,
                inputs_t *inputs) {
  intptr_t expected = function_num_inputs(function);
  if (given->num_inputs > expected ||
      (given->num_inputs < expected && !given->random)) {
    fprintf(stderr, "error: expected %lld inputs but got %lld; %s\n",
            (long long)expected, (long long)given->num_inputs,
            given->num_inputs > expected
                ? "leave out --input="
                : "give more --input=, or --random=SEED for the rest");
    return false;
  }
  draw_t draw = {0};
  draw.random = tssa_random_create((uint64_t)given->seed);
  // One size for all, so that sizes which have to agree do.
  static const int64_t usual[] = {4};
  draw.dims = given->num_dims ? given->dims : usual;
  draw.num_dims = given->num_dims ? given->num_dims : 1;
  draw.plain = true;
  if (!inputs_draw(function, &draw, inputs))
    return false;
  for (intptr_t i = 0; i < given->num_inputs; ++i)
    if (!read_input(given, i, inputs)) {
      inputs_free(inputs);
      return false;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static bool parse_dims(const char *text, given_t *given) {
  for (const char *at = text; at == text || *at;) {
    char *end;
    errno = 0;
    long long size = strtoll(at, &end, 10);
    if (end == at || errno || size < 0 || given->num_dims == MAX_DIMS ||
        (*end && *end != ',') || (*end == ',' && !end[1])) {
      fprintf(stderr,
              "error: expected --dims to be sizes of at least 0 with commas "
              "between them, at most %d, but got '%s'\n",
              MAX_DIMS, text);
      return false;
    }
    given->dims[given->num_dims++] = size;
    at = *end ? end + 1 : end;
  }
  return true;
}

bool option_given(const char *argument, given_t *given, bool *out_ok) {
  const char *value;
  if (option_integer(argument, "random", 0, &given->seed, out_ok)) {
    given->random = true;
    return true;
  }
  if (option_value(argument, "dims", &value)) {
    *out_ok &= parse_dims(value, given);
    return true;
  }
  if (!option_value(argument, "input", &value))
    return false;
  if (given->num_inputs < MAX_INPUTS) {
    given->inputs[given->num_inputs++] = value;
  } else {
    fprintf(stderr, "error: expected at most %d --input but got more\n",
            MAX_INPUTS);
    *out_ok = false;
  }
  return true;
}
