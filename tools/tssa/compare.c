// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparing two runs: status and error, results element by element, which
// storages they share, and every byte of every argument's storage.

#include "compare.h"
#include "mlir-c/BuiltinTypes.h"
#include "tensorssa-c/TSSA.h"
#include "tensorssa-runtime/list.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Bit for bit, but any NaN is any other.
static bool elements_equal(tssa_dtype_t dtype, const void *a, const void *b) {
  size_t size = (size_t)tssa_dtype_size(dtype);
  if (memcmp(a, b, size) == 0)
    return true;
  if (dtype == TSSA_DTYPE_F32) {
    float x, y;
    memcpy(&x, a, size);
    memcpy(&y, b, size);
    return isnan(x) && isnan(y);
  }
  if (dtype == TSSA_DTYPE_F64) {
    double x, y;
    memcpy(&x, a, size);
    memcpy(&y, b, size);
    return isnan(x) && isnan(y);
  }
  return false;
}

static void append_element(text_t *text, tssa_dtype_t dtype, const void *data) {
  double real = 0;
  int64_t integer = 0;
  switch (dtype) {
  case TSSA_DTYPE_F32: {
    float narrow;
    memcpy(&narrow, data, sizeof narrow);
    text_printf(text, "%.9g", (double)narrow);
    return;
  }
  case TSSA_DTYPE_F64:
    memcpy(&real, data, sizeof real);
    text_printf(text, "%.17g", real);
    return;
  case TSSA_DTYPE_I32: {
    int32_t narrow;
    memcpy(&narrow, data, sizeof narrow);
    integer = narrow;
    break;
  }
  case TSSA_DTYPE_I64:
    memcpy(&integer, data, sizeof integer);
    break;
  default:
    integer = *(const unsigned char *)data;
    break;
  }
  text_printf(text, "%lld", (long long)integer);
}

static bool numbers_equal(int64_t count, const int64_t *a, const int64_t *b) {
  return count == 0 || memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

static void append_numbers(text_t *text, int64_t count,
                           const int64_t *numbers) {
  text_printf(text, "[");
  for (int64_t i = 0; i < count; ++i)
    text_printf(text, "%s%lld", i ? ", " : "", (long long)numbers[i]);
  text_printf(text, "]");
}

/// The next index in row-major order; false after the last one.
static bool advance(const tssa_tensor_t *tensor, int64_t *indices) {
  for (int64_t d = tensor->dl.ndim - 1; d >= 0; --d) {
    if (++indices[d] < tensor->dl.shape[d])
      return true;
    indices[d] = 0;
  }
  return false;
}

/// Which storage a result lies in: an argument's index, or the number of
/// arguments plus the index of the first result in the same storage.
static intptr_t storage_of(const run_t *run, intptr_t num_leaves,
                           const tssa_value_t *leaves, intptr_t index) {
  const void *data = leaves[index].tensor->storage_data;
  for (intptr_t i = 0; i < run->memory.count; ++i)
    if (run->memory.storages[i] && memory_storage(&run->memory, i) == data)
      return i;
  for (intptr_t i = 0; i < num_leaves; ++i)
    if (leaves[i].kind == TSSA_VALUE_TENSOR &&
        leaves[i].tensor->storage_data == data)
      return run->memory.count + i;
  return -1;
}

static void append_storage(text_t *text, const inputs_t *inputs, intptr_t id,
                           intptr_t index) {
  if (id >= 0 && id < inputs->total)
    text_printf(text, "the storage of %sargument %lld",
                id < inputs->count ? "" : "an element of ",
                (long long)inputs->items[id].argument);
  else if (id - inputs->total == index)
    text_printf(text, "a storage of its own");
  else
    text_printf(text, "the storage of result %lld",
                (long long)(id - inputs->total));
}

/// Strides matter where more than one element is along them.
static bool strides_equal(const tssa_tensor_t *a, const tssa_tensor_t *b) {
  if (tssa_tensor_count(a) == 0)
    return true;
  for (int64_t d = 0; d < a->dl.ndim; ++d)
    if (a->dl.shape[d] > 1 && a->dl.strides[d] != b->dl.strides[d])
      return false;
  return true;
}

static void compare_tensors(const char *name, const char *way,
                            const tssa_tensor_t *expected,
                            const tssa_tensor_t *actual, text_t *out) {
  int64_t rank = expected->dl.ndim;
  if (expected->dtype != actual->dtype || rank != actual->dl.ndim ||
      !numbers_equal(rank, expected->dl.shape, actual->dl.shape)) {
    text_printf(out, "%s: expected %s: type to be %s", way, name,
                tssa_dtype_name(expected->dtype));
    append_numbers(out, rank, expected->dl.shape);
    text_printf(out, " but got %s", tssa_dtype_name(actual->dtype));
    append_numbers(out, actual->dl.ndim, actual->dl.shape);
    text_printf(out, "\n");
    return;
  }
  if (tssa_tensor_count(expected) == 0)
    return;
  int64_t indices[TSSA_MAX_RANK] = {0}, wrong = 0;
  do {
    const void *a = tssa_tensor_element(expected, indices);
    const void *b = tssa_tensor_element(actual, indices);
    if (elements_equal(expected->dtype, a, b))
      continue;
    if (++wrong > 4)
      continue;
    text_printf(out, "%s: expected %s", way, name);
    append_numbers(out, rank, indices);
    text_printf(out, " to be ");
    append_element(out, expected->dtype, a);
    text_printf(out, " but got ");
    append_element(out, expected->dtype, b);
    text_printf(out, "\n");
  } while (advance(expected, indices));
  if (wrong > 4)
    text_printf(out, "%s: %s: %lld elements differ\n", way, name,
                (long long)wrong);
}

static void compare_identity(const char *name, const inputs_t *inputs,
                             const run_t *expected, const run_t *actual,
                             intptr_t count, const tssa_value_t *a,
                             const tssa_value_t *b, intptr_t index,
                             text_t *out) {
  intptr_t own = storage_of(expected, count, a, index);
  intptr_t other = storage_of(actual, count, b, index);
  if (own != other) {
    text_printf(out, "%s: expected %s to be in ", actual->way, name);
    append_storage(out, inputs, own, index);
    text_printf(out, " but got ");
    append_storage(out, inputs, other, index);
    text_printf(out, "\n");
    return;
  }
  const tssa_tensor_t *x = a[index].tensor, *y = b[index].tensor;
  // Of an argument's storage it is compared there.
  if (own >= inputs->total && x->storage_bytes != y->storage_bytes)
    text_printf(out,
                "%s: expected %s to be in a storage of %lld bytes but got "
                "%lld\n",
                actual->way, name, (long long)x->storage_bytes,
                (long long)y->storage_bytes);
  if (tssa_tensor_count(x) > 0 &&
      tssa_tensor_byte_offset(x) != tssa_tensor_byte_offset(y))
    text_printf(out, "%s: expected %s to be at byte %lld but got %lld\n",
                actual->way, name, (long long)tssa_tensor_byte_offset(x),
                (long long)tssa_tensor_byte_offset(y));
  if (!strides_equal(x, y)) {
    text_printf(out, "%s: expected the strides of %s to be ", actual->way,
                name);
    append_numbers(out, x->dl.ndim, x->dl.strides);
    text_printf(out, " but got ");
    append_numbers(out, y->dl.ndim, y->dl.strides);
    text_printf(out, "\n");
  }
}

/// The values that are no lists, from left to right; for a list its length and
/// the number of the first list that is the same object. Lists are few and
/// short.
typedef struct leaves_t {
  intptr_t count, num_lists;
  tssa_value_t *items;
  const tssa_list_t **lists;
} leaves_t;

static void add_leaf(leaves_t *leaves, tssa_value_t value) {
  leaves->items = realloc(leaves->items,
                          (size_t)(leaves->count + 1) * sizeof *leaves->items);
  if (!leaves->items)
    exit(TOOL_REJECTED);
  leaves->items[leaves->count++] = value;
}

static void flatten(tssa_value_t value, leaves_t *leaves) {
  if (value.kind != TSSA_VALUE_LIST) {
    add_leaf(leaves, value);
    return;
  }
  intptr_t same = 0;
  while (same < leaves->num_lists && leaves->lists[same] != value.list)
    ++same;
  leaves->lists =
      realloc((void *)leaves->lists,
              (size_t)(leaves->num_lists + 1) * sizeof *leaves->lists);
  if (!leaves->lists)
    exit(TOOL_REJECTED);
  leaves->lists[leaves->num_lists++] = value.list;
  add_leaf(leaves, tssa_value_from_int(same));
  add_leaf(leaves, tssa_value_from_int(tssa_list_length(value.list)));
  for (int64_t i = 0; i < tssa_list_length(value.list); ++i) {
    tssa_error_t error;
    tssa_value_t element;
    tool_require(tssa_list_get(value.list, i, &element, &error), &error);
    flatten(element, leaves);
  }
}

/// Results, and after them what lists among the arguments hold now.
static leaves_t collect(const run_t *run, intptr_t num_outputs,
                        const inputs_t *inputs) {
  leaves_t leaves = {0};
  for (intptr_t i = 0; i < num_outputs; ++i)
    flatten(run->outputs[i], &leaves);
  for (intptr_t i = 0; i < inputs->count; ++i)
    if (inputs->items[i].kind == TSSA_VALUE_LIST)
      flatten(run->memory.values[i], &leaves);
  return leaves;
}

static void compare_outputs(const function_t *function, const inputs_t *inputs,
                            const run_t *expected, const run_t *actual,
                            text_t *out) {
  intptr_t num_outputs =
      expected->status == TSSA_STATUS_OK ? function_num_outputs(function) : 0;
  leaves_t expected_leaves = collect(expected, num_outputs, inputs);
  leaves_t actual_leaves = collect(actual, num_outputs, inputs);
  intptr_t num_a = expected_leaves.count, num_b = actual_leaves.count;
  tssa_value_t *a = expected_leaves.items, *b = actual_leaves.items;
  if (num_a != num_b)
    text_printf(out, "%s: expected %lld values in all results but got %lld\n",
                actual->way, (long long)num_a, (long long)num_b);
  for (intptr_t i = 0; i < num_a && num_a == num_b; ++i) {
    char name[32];
    snprintf(name, sizeof name, "result %lld", (long long)i);
    if (a[i].kind != b[i].kind) {
      text_printf(out, "%s: expected %s to be a %s but got a %s\n", actual->way,
                  name, tssa_value_kind_name(a[i].kind),
                  tssa_value_kind_name(b[i].kind));
    } else if (a[i].kind == TSSA_VALUE_TENSOR) {
      compare_tensors(name, actual->way, a[i].tensor, b[i].tensor, out);
      // A result of tensor type is a value: where it lies is nobody's business.
      bool is_value =
          num_a == num_outputs &&
          mlirTypeIsARankedTensor(mlirFunctionTypeGetResult(function->type, i));
      if (!is_value)
        compare_identity(name, inputs, expected, actual, num_a, a, b, i, out);
    } else if (a[i].kind == TSSA_VALUE_FLOAT
                   ? !elements_equal(TSSA_DTYPE_F64, &a[i].f64, &b[i].f64)
               : a[i].kind == TSSA_VALUE_BOOL ? a[i].b != b[i].b
                                              : a[i].i64 != b[i].i64) {
      if (a[i].kind == TSSA_VALUE_FLOAT)
        text_printf(out, "%s: expected %s to be %.17g but got %.17g\n",
                    actual->way, name, a[i].f64, b[i].f64);
      else
        text_printf(
            out, "%s: expected %s to be %lld but got %lld\n", actual->way, name,
            (long long)(a[i].kind == TSSA_VALUE_BOOL ? a[i].b : a[i].i64),
            (long long)(b[i].kind == TSSA_VALUE_BOOL ? b[i].b : b[i].i64));
    }
  }
  free(a);
  free(b);
  free((void *)expected_leaves.lists);
  free((void *)actual_leaves.lists);
}

/// Marks the elements of a storage that belong to some argument that the
/// function may write.
static bool *may_change(const inputs_t *inputs, const run_t *run,
                        intptr_t index, const rules_t *rules) {
  size_t size = (size_t)tssa_dtype_size(inputs->items[index].dtype);
  bool *marks = tool_alloc((size_t)memory_bytes(&run->memory, index) / size,
                           sizeof *marks);
  for (intptr_t i = 0; i < inputs->total; ++i) {
    if (inputs->items[i].kind != TSSA_VALUE_TENSOR ||
        inputs->items[i].shares != index ||
        !rules->written[inputs->items[i].argument])
      continue;
    const tssa_tensor_t *tensor = run->memory.values[i].tensor;
    if (tssa_tensor_count(tensor) == 0)
      continue;
    int64_t indices[TSSA_MAX_RANK] = {0};
    do {
      const char *element = tssa_tensor_element(tensor, indices);
      marks[(size_t)(element - (const char *)tensor->storage_data) / size] =
          true;
    } while (advance(tensor, indices));
  }
  return marks;
}

static void compare_storages(const inputs_t *inputs, const run_t *expected,
                             const run_t *actual, const rules_t *rules,
                             text_t *out) {
  bool exact = expected->status == TSSA_STATUS_OK || rules->precise;
  for (intptr_t i = 0; i < inputs->total; ++i) {
    const input_t *input = &inputs->items[i];
    if (input->kind != TSSA_VALUE_TENSOR || input->shares != i)
      continue;
    int64_t bytes = memory_bytes(&expected->memory, i);
    int64_t other_bytes = memory_bytes(&actual->memory, i);
    if (bytes != other_bytes) {
      // After an error it is open what was done before.
      if (exact)
        text_printf(out,
                    "%s: expected the storage of %sargument %lld to have %lld "
                    "bytes but got %lld\n",
                    actual->way, i < inputs->count ? "" : "an element of ",
                    (long long)input->argument, (long long)bytes,
                    (long long)other_bytes);
      bytes = bytes < other_bytes ? bytes : other_bytes;
    }
    bool *free_to_change = may_change(inputs, actual, i, rules);
    const unsigned char *a = memory_storage(&expected->memory, i);
    const unsigned char *b = memory_storage(&actual->memory, i);
    int64_t size = tssa_dtype_size(input->dtype), wrong = 0;
    for (int64_t at = 0; at < bytes; at += size) {
      if (elements_equal(input->dtype, a + at, b + at) ||
          (!exact && (at >= input->num_bytes || free_to_change[at / size] ||
                      memcmp(input->bytes + at, b + at, (size_t)size) == 0)))
        continue;
      if (++wrong > 4)
        continue;
      text_printf(
          out,
          "%s: expected element %lld of the storage of %sargument %lld to be ",
          actual->way, (long long)(at / size),
          i < inputs->count ? "" : "an element of ",
          (long long)input->argument);
      append_element(out, input->dtype, a + at);
      text_printf(out, " but got ");
      append_element(out, input->dtype, b + at);
      text_printf(out, "\n");
    }
    if (wrong > 4)
      text_printf(out, "%s: argument %lld: %lld elements differ\n", actual->way,
                  (long long)input->argument, (long long)wrong);
    free(free_to_change);
  }
}

void runs_compare(const function_t *function, const inputs_t *inputs,
                  const run_t *expected, const run_t *actual,
                  const rules_t *rules, text_t *differences) {
  if (!memory_guards_intact(&actual->memory))
    text_printf(differences, "%s: wrote outside the storages of arguments\n",
                actual->way);
  if (expected->status != actual->status ||
      strcmp(expected->error.message, actual->error.message) != 0) {
    text_printf(differences, "%s: expected %s but got %s\n", actual->way,
                expected->status ? expected->error.message : "no error",
                actual->status ? actual->error.message : "no error");
    return;
  }
  if (expected->status == TSSA_STATUS_OK || rules->precise)
    compare_outputs(function, inputs, expected, actual, differences);
  compare_storages(inputs, expected, actual, rules, differences);
}
