// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether both runs of a pair ended alike: status and error, results and lists,
// which storages they lie in, every element of the inputs' storages.

#include "pair.h"
#include "tensorssa-c/TSSA.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Where a difference is written.
typedef struct why_t {
  char *text;
  size_t size;
} why_t;

/// Says what differs; always false.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool differ(why_t *why, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(why->text, why->size, format, arguments);
  va_end(arguments);
  return false;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static bool same_double(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static bool same_number(symbolic_t *run, scalar_t a, scalar_t b) {
  if (a.term && a.term == b.term)
    return true;
  // Two terms that are numbers on this path.
  if ((a.term && !path_value(run, a.term, &a)) ||
      (b.term && !path_value(run, b.term, &b)))
    return false;
  return a.i == b.i && same_double(a.f, b.f) &&
         same_double(a.imaginary, b.imaginary);
}

static void format_number(scalar_t scalar, char out[40]) {
  if (scalar.term)
    snprintf(out, 40, "another term");
  else if (dtype_is_float(scalar.dtype))
    snprintf(out, 40, "%.17g", scalar.f);
  else if (dtype_is_complex(scalar.dtype))
    snprintf(out, 40, "%.9g%+.9gi", scalar.f, scalar.imaginary);
  else
    snprintf(out, 40, "%" PRId64, scalar.i);
}

/// `place` as in "element 3 of …".
static bool compare_numbers(symbolic_t *run, scalar_t a, scalar_t b,
                            const char *what, int64_t number, const char *of,
                            why_t *why) {
  if (same_number(run, a, b))
    return true;
  char expected[40], actual[40];
  format_number(a, expected);
  format_number(b, actual);
  if (a.term || b.term)
    return differ(why, "%s %" PRId64 "%s is not the same term", what, number,
                  of);
  return differ(why, "expected %s %" PRId64 "%s to be %s but got %s", what,
                number, of, expected, actual);
}

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

/// Marks elements of storage `s` that a ref of the inputs names.
static void mark_named(const pair_t *pair, int64_t s, tssa_value_t value,
                       bool *marks) {
  if (value.kind == TSSA_VALUE_LIST)
    for (int64_t i = 0; i < tssa_list_length(value.list); ++i) {
      tssa_value_t item;
      if (!tssa_list_get(value.list, i, &item, NULL))
        mark_named(pair, s, item, marks);
    }
  if (value.kind != TSSA_VALUE_TENSOR ||
      value.tensor->storage != pair->storages.items[s].host ||
      tssa_tensor_count(value.tensor) == 0)
    return;
  const tssa_tensor_t *tensor = value.tensor;
  int64_t indices[TSSA_MAX_RANK] = {0};
  const char *base = tssa_storage_data(tensor->storage);
  do {
    const char *element = tssa_tensor_element(tensor, indices);
    marks[(element - base) / tssa_dtype_size(tensor->dtype)] = true;
  } while (next_index(tensor->dl.ndim, tensor->dl.shape, indices));
}

/// Elements that may hold anything after an error: those that refs name.
static bool *find_unspecified(const pair_t *pair, int64_t s, MlirType type) {
  bool *marks =
      calloc((size_t)pair->storages.items[s].count + 1, sizeof *marks);
  for (intptr_t i = 0; marks && i < pair->num_inputs; ++i)
    if (!mlirTypeIsATensor(mlirFunctionTypeGetInput(type, i)))
      mark_named(pair, s, pair->host[i], marks);
  return marks;
}

static bool compare_storage(pair_t *pair, int64_t s, const bool *unspecified,
                            why_t *why) {
  const storage_t *storage = &pair->storages.items[s];
  int64_t size = tssa_dtype_size(storage->dtype);
  const tssa_storage_t *expected = pair->sides[0].storages[s];
  const tssa_storage_t *actual = pair->sides[1].storages[s];
  const char *a = tssa_storage_data(expected), *b = tssa_storage_data(actual);
  char of[64] = " of the storage of an element of a list";
  for (intptr_t i = pair->num_inputs - 1; i >= 0; --i)
    if (pair->host[i].kind == TSSA_VALUE_TENSOR &&
        pair->host[i].tensor->storage == storage->host)
      snprintf(of, sizeof of, " of the storage of argument %lld", (long long)i);
  int64_t bytes = tssa_storage_bytes(expected), count = bytes / size;
  if (!unspecified && tssa_storage_bytes(actual) != bytes)
    return differ(why, "expected%s to have %" PRId64 " bytes but got %" PRId64,
                  of + 3, bytes, tssa_storage_bytes(actual));
  // After an error it is open how far a storage had grown, and what is there.
  if (unspecified)
    bytes = size * (count = storage->count);
  for (int64_t i = 0; i < count; ++i)
    if (!(unspecified && unspecified[i]) &&
        !compare_numbers(pair->run, scalar_load(storage->dtype, a + i * size),
                         scalar_load(storage->dtype, b + i * size), "element",
                         i, of, why))
      return false;
  // It may have grown by elements of another size.
  for (int64_t i = count * size; i < bytes; ++i)
    if (!compare_numbers(pair->run, scalar_load(TSSA_DTYPE_U8, a + i),
                         scalar_load(TSSA_DTYPE_U8, b + i), "byte", i, of, why))
      return false;
  return true;
}

static MlirType type_of(const side_t *side) {
  MlirSymbolTable symbols =
      mlirSymbolTableCreate(mlirModuleGetOperation(side->module));
  MlirOperation op = mlirSymbolTableLookup(symbols, side->name);
  MlirAttribute type = mlirOperationGetAttributeByName(
      op, mlirStringRefCreateFromCString("function_type"));
  mlirSymbolTableDestroy(symbols);
  return mlirTypeAttrGetValue(type);
}

static bool compare_storages(pair_t *pair, why_t *why) {
  bool same = true;
  bool exact = pair->precise || pair->sides[0].status == TSSA_STATUS_OK;
  for (int64_t s = 0; same && s < pair->storages.count; ++s) {
    bool *unspecified =
        exact ? NULL : find_unspecified(pair, s, type_of(&pair->sides[0]));
    same = compare_storage(pair, s, unspecified, why);
    free(unspecified);
  }
  return same;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The values that are no lists, from left to right; of each list which it is,
/// by the first that is the same object, and its length.
typedef struct leaves_t {
  int64_t count, capacity, num_lists;
  tssa_value_t *items;
  const tssa_list_t **lists;
} leaves_t;

static bool add_leaf(leaves_t *leaves, tssa_value_t value) {
  if (leaves->count == leaves->capacity) {
    int64_t capacity = 2 * leaves->capacity + 16;
    tssa_value_t *items =
        realloc(leaves->items, (size_t)capacity * sizeof *items);
    const tssa_list_t **lists =
        realloc((void *)leaves->lists, (size_t)capacity * sizeof *lists);
    if (items)
      leaves->items = items;
    if (lists)
      leaves->lists = lists;
    if (!items || !lists)
      return false;
    leaves->capacity = capacity;
  }
  leaves->items[leaves->count++] = value;
  return true;
}

static bool flatten(leaves_t *leaves, tssa_value_t value) {
  if (value.kind != TSSA_VALUE_LIST)
    return add_leaf(leaves, value);
  int64_t which = 0;
  while (which < leaves->num_lists && leaves->lists[which] != value.list)
    which += 1;
  if (!add_leaf(leaves, tssa_value_from_int(which)) ||
      !add_leaf(leaves, tssa_value_from_int(tssa_list_length(value.list))))
    return false;
  if (which < leaves->num_lists)
    return true;
  leaves->lists[leaves->num_lists++] = value.list;
  for (int64_t i = 0; i < tssa_list_length(value.list); ++i) {
    tssa_value_t item;
    if (tssa_list_get(value.list, i, &item, NULL) || !flatten(leaves, item))
      return false;
  }
  return true;
}

/// What a caller has after a call: results, and lists among the inputs.
static bool collect(const pair_t *pair, const side_t *side, leaves_t *leaves) {
  bool done = true;
  for (intptr_t i = 0;
       done && side->status == TSSA_STATUS_OK && i < pair->num_outputs; ++i)
    done = flatten(leaves, side->outputs[i]);
  for (intptr_t i = 0; done && i < pair->num_inputs; ++i)
    if (side->inputs[i].kind == TSSA_VALUE_LIST)
      done = flatten(leaves, side->inputs[i]);
  return done;
}

/// Whose storage a tensor lies in: an input's, or the first of the leaves'.
static int64_t home_of(const pair_t *pair, const side_t *side,
                       const leaves_t *leaves, int64_t index) {
  const void *data = tssa_storage_data(leaves->items[index].tensor->storage);
  for (int64_t s = 0; s < pair->storages.count; ++s)
    if (tssa_storage_data(side->storages[s]) == data)
      return s;
  int64_t first = 0;
  while (leaves->items[first].kind != TSSA_VALUE_TENSOR ||
         tssa_storage_data(leaves->items[first].tensor->storage) != data)
    first += 1;
  return pair->storages.count + first;
}

static bool same_layout(const tssa_tensor_t *a, const tssa_tensor_t *b) {
  if (tssa_tensor_count(a) == 0)
    return true;
  for (int64_t d = 0; d < a->dl.ndim; ++d)
    if (a->dl.shape[d] > 1 && a->dl.strides[d] != b->dl.strides[d])
      return false;
  return tssa_tensor_byte_offset(a) == tssa_tensor_byte_offset(b);
}

static bool compare_tensors(pair_t *pair, const tssa_tensor_t *a,
                            const tssa_tensor_t *b, int64_t number,
                            why_t *why) {
  bool same = a->dtype == b->dtype && a->dl.ndim == b->dl.ndim;
  for (int64_t d = 0; same && d < a->dl.ndim; ++d)
    same = a->dl.shape[d] == b->dl.shape[d];
  if (!same)
    return differ(why,
                  "expected result %" PRId64 " to have the same type and sizes",
                  number);
  char of[64];
  snprintf(of, sizeof of, " of result %" PRId64, number);
  int64_t indices[TSSA_MAX_RANK] = {0}, at = 0;
  bool more = tssa_tensor_count(a) > 0;
  for (; more; ++at) {
    if (!compare_numbers(pair->run,
                         scalar_load(a->dtype, tssa_tensor_element(a, indices)),
                         scalar_load(a->dtype, tssa_tensor_element(b, indices)),
                         "element", at, of, why))
      return false;
    more = next_index(a->dl.ndim, a->dl.shape, indices);
  }
  return true;
}

static bool compare_leaves(pair_t *pair, const leaves_t *expected,
                           const leaves_t *actual, why_t *why) {
  MlirType type = type_of(&pair->sides[0]);
  bool flat = expected->num_lists == 0;
  if (expected->count != actual->count)
    return differ(why,
                  "expected %" PRId64 " values in results and lists but "
                  "got %" PRId64,
                  expected->count, actual->count);
  for (int64_t i = 0; i < expected->count; ++i) {
    tssa_value_t a = expected->items[i], b = actual->items[i];
    if (a.kind != b.kind)
      return differ(why, "expected result %" PRId64 " to be a %s but got a %s",
                    i, tssa_value_kind_name(a.kind),
                    tssa_value_kind_name(b.kind));
    // Numbers are compared as they left the runs, but for lists' lengths.
    if (a.kind == TSSA_VALUE_INT && !flat && a.i64 != b.i64)
      return differ(why, "expected lists of the same lengths");
    if (a.kind != TSSA_VALUE_TENSOR)
      continue;
    if (!compare_tensors(pair, a.tensor, b.tensor, i, why))
      return false;
    // Where a value lies is nobody's business.
    if (flat && mlirTypeIsATensor(mlirFunctionTypeGetResult(type, i)))
      continue;
    if (home_of(pair, &pair->sides[0], expected, i) !=
        home_of(pair, &pair->sides[1], actual, i))
      return differ(why,
                    "expected result %" PRId64 " to be in the same storage", i);
    if (a.tensor->storage_bytes != b.tensor->storage_bytes)
      return differ(why,
                    "expected result %" PRId64 " to be in a storage of %" PRId64
                    " bytes but got %" PRId64,
                    i, a.tensor->storage_bytes, b.tensor->storage_bytes);
    if (!same_layout(a.tensor, b.tensor))
      return differ(
          why,
          "expected result %" PRId64 " to have the same strides and offset", i);
  }
  return true;
}

static bool compare_results(pair_t *pair, why_t *why) {
  leaves_t a = {0}, b = {0};
  bool same = collect(pair, &pair->sides[0], &a) &&
              collect(pair, &pair->sides[1], &b) &&
              compare_leaves(pair, &a, &b, why);
  free(a.items);
  free(b.items);
  free((void *)a.lists);
  free((void *)b.lists);
  const side_t *expected = &pair->sides[0], *actual = &pair->sides[1];
  if (same && expected->num_exports != actual->num_exports)
    same = differ(why, "expected as many numbers in results and lists");
  for (int64_t i = 0; same && i < expected->num_exports; ++i)
    same = compare_numbers(pair->run, expected->exports[i], actual->exports[i],
                           "number", i, " of the results", why);
  return same;
}

/// The text of an error from its op on, which is in quotes behind the location.
static const char *without_location(const char *message) {
  const char *op = strstr(message, ": '");
  return op ? op + 2 : message;
}

static bool same_error(const pair_t *pair) {
  const side_t *a = &pair->sides[0], *b = &pair->sides[1];
  const char *expected = a->error.message, *actual = b->error.message;
  if (pair->ignore_locations) {
    expected = without_location(expected);
    actual = without_location(actual);
  }
  return a->status == b->status && strcmp(expected, actual) == 0;
}

bool pair_compare(pair_t *pair, char *out_why, size_t size) {
  const side_t *expected = &pair->sides[0], *actual = &pair->sides[1];
  why_t why = {out_why, size};
  if (!same_error(pair))
    return differ(&why, "expected %s but got %s",
                  expected->status ? expected->error.message : "no error",
                  actual->status ? actual->error.message : "no error");
  // Loads are of the arena, where terms are.
  symbolic_run = pair->run;
  bool ok = expected->status == TSSA_STATUS_OK;
  bool same = ((!ok && !pair->precise) || compare_results(pair, &why)) &&
              compare_storages(pair, &why);
  symbolic_run = NULL;
  return same;
}
