// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors written on the command line, such as [[1, 2.5], [3, 4]].

#include "arguments.h"
#include <stdlib.h>
#include <string.h>

typedef struct reader_t {
  const char *at;
  double *numbers;
  int64_t count, capacity;
  int64_t rank, sizes[MAX_RANK];
} reader_t;

static void skip_space(reader_t *reader) {
  while (*reader->at == ' ')
    ++reader->at;
}

static bool read_number(reader_t *reader) {
  double value;
  if (strncmp(reader->at, "true", 4) == 0) {
    value = 1;
    reader->at += 4;
  } else if (strncmp(reader->at, "false", 5) == 0) {
    value = 0;
    reader->at += 5;
  } else {
    char *end;
    value = strtod(reader->at, &end);
    if (end == reader->at)
      return false;
    reader->at = end;
  }
  if (reader->count == reader->capacity) {
    reader->capacity = 2 * reader->capacity + 16;
    reader->numbers = realloc(reader->numbers, (size_t)reader->capacity *
                                                   sizeof *reader->numbers);
    if (!reader->numbers)
      exit(TOOL_REJECTED);
  }
  reader->numbers[reader->count++] = value;
  return true;
}

/// Reads what stands at `depth` brackets. The first list read at a depth fixes
/// the size there.
static bool read_nested(reader_t *reader, int64_t depth) {
  skip_space(reader);
  if (*reader->at != '[')
    return reader->rank == depth && read_number(reader);
  if (depth >= MAX_RANK)
    return false;
  ++reader->at;
  bool first = reader->rank <= depth;
  if (first)
    reader->rank = depth + 1;
  int64_t size = 0;
  for (skip_space(reader); *reader->at != ']'; skip_space(reader)) {
    if (size > 0 && *reader->at++ != ',')
      return false;
    if (!read_nested(reader, depth + 1))
      return false;
    ++size;
  }
  ++reader->at;
  if (first)
    reader->sizes[depth] = size;
  return reader->sizes[depth] == size;
}

static void store(tssa_dtype_t dtype, double value, unsigned char *to) {
  switch (dtype) {
  case TSSA_DTYPE_F64:
    memcpy(to, &value, sizeof value);
    break;
  case TSSA_DTYPE_F32: {
    float narrow = (float)value;
    memcpy(to, &narrow, sizeof narrow);
    break;
  }
  case TSSA_DTYPE_I64: {
    int64_t integer = (int64_t)value;
    memcpy(to, &integer, sizeof integer);
    break;
  }
  case TSSA_DTYPE_I32: {
    int32_t integer = (int32_t)value;
    memcpy(to, &integer, sizeof integer);
    break;
  }
  default:
    *to = (unsigned char)(int64_t)value;
    break;
  }
}

bool literal_read(const char *text, input_t *input) {
  reader_t reader = {.at = text};
  bool ok = read_nested(&reader, 0);
  skip_space(&reader);
  ok = ok && !*reader.at;
  if (ok) {
    int64_t size = tssa_dtype_size(input->dtype);
    free(input->bytes);
    input->rank = reader.rank;
    memcpy(input->sizes, reader.sizes, sizeof reader.sizes);
    tssa_layout_row_major(input->rank, input->sizes, input->strides);
    input->offset = 0;
    input->num_bytes = reader.count * size;
    input->bytes = tool_alloc((size_t)input->num_bytes, 1);
    for (int64_t i = 0; i < reader.count; ++i)
      store(input->dtype, reader.numbers[i], input->bytes + i * size);
  }
  free(reader.numbers);
  return ok;
}
