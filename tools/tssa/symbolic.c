// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes of the arguments, each validated over symbols.

#include "symbolic.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tensorssa-c/TSSA.h"
#include "tensorssa-runtime/npy.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_ELEMENTS = 4096 };

void symbolic_options_init(symbolic_options_t *options) {
  *options = (symbolic_options_t){0};
  tssaValidateOptionsInit(&options->validate);
}

void symbolic_report_destroy(symbolic_report_t *report) {
  text_free(&report->counterexample);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// How two refs that may share a storage do.
typedef enum sharing_t {
  SHARING_NONE,
  /// They begin at one place.
  SHARING_SAME,
  /// The second begins an element later.
  SHARING_SHIFTED,
  NUM_SHARINGS
} sharing_t;

/// Sizes for dynamic dimensions, in order, the last one for all others: equal
/// and unequal ones, 0 and 1.
static const int64_t sizes[][2] = {{2, 2}, {3, 2}, {1, 1}, {0, 0},
                                   {2, 3}, {1, 3}, {4, 5}, {5, 4}};
enum { NUM_SIZES = sizeof sizes / sizeof *sizes, NUM_STATIC = 3 };

/// Whether two arguments may lie in one storage, and no test says where.
static bool may_share(const function_t *function, const inputs_t *inputs,
                      intptr_t a, intptr_t b) {
  const intptr_t both[2] = {a, b};
  for (int i = 0; i < 2; ++i) {
    const input_t *input = &inputs->items[both[i]];
    MlirAttribute wanted =
        function_input_attribute(function, both[i], "tssa.test");
    bool placed =
        !mlirAttributeIsNull(wanted) && mlirAttributeIsADictionary(wanted);
    if (input->kind != TSSA_VALUE_TENSOR || placed ||
        input->shares != both[i] ||
        !tssaTypeIsARef(function_input(function, both[i])) ||
        !mlirAttributeIsNull(
            tssaRefTypeGetLayout(function_input(function, both[i]))) ||
        !mlirAttributeIsNull(
            function_input_attribute(function, both[i], "tssa.noalias")))
      return false;
  }
  return inputs->items[a].dtype == inputs->items[b].dtype;
}

/// Puts the storage of input `second` into that of `first`, behind `shift`
/// elements from where that begins.
static void move_into(inputs_t *inputs, intptr_t first, intptr_t second,
                      int64_t shift) {
  input_t *into = &inputs->items[first], *from = &inputs->items[second];
  int64_t by = into->offset + shift;
  int64_t bytes = from->num_bytes + by * tssa_dtype_size(into->dtype);
  for (intptr_t i = 0; i < inputs->total; ++i)
    if (inputs->items[i].kind == TSSA_VALUE_TENSOR &&
        inputs->items[i].shares == second) {
      inputs->items[i].shares = first;
      inputs->items[i].offset += by;
    }
  free(from->bytes);
  from->bytes = NULL;
  from->num_bytes = 0;
  if (bytes <= into->num_bytes)
    return;
  unsigned char *grown = tool_alloc((size_t)bytes, 1);
  memcpy(grown, into->bytes, (size_t)into->num_bytes);
  free(into->bytes);
  into->bytes = grown;
  into->num_bytes = bytes;
}

/// Puts refs into one storage where that is allowed; false if nowhere.
static bool share(const function_t *function, sharing_t sharing,
                  inputs_t *inputs) {
  bool any = false;
  for (intptr_t i = 0; i < inputs->count; ++i)
    for (intptr_t j = i + 1; j < inputs->count; ++j)
      if (may_share(function, inputs, i, j)) {
        move_into(inputs, i, j, sharing == SHARING_SHIFTED);
        any = true;
      }
  return any;
}

static int64_t count_elements(const inputs_t *inputs) {
  int64_t count = 0;
  for (intptr_t i = 0; i < inputs->total; ++i)
    if (inputs->items[i].kind == TSSA_VALUE_TENSOR)
      count +=
          inputs->items[i].num_bytes / tssa_dtype_size(inputs->items[i].dtype);
  return count;
}

static bool has_dynamic_sizes(const function_t *function) {
  for (intptr_t i = 0; i < function_num_inputs(function); ++i) {
    MlirType type = function_input(function, i);
    if (tssaTypeIsAList(type))
      return true;
    if (mlirTypeIsAShaped(type) && !mlirShapedTypeHasStaticShape(type))
      return true;
  }
  return false;
}

static bool draw_shape(const function_t *function,
                       const symbolic_options_t *options, int64_t round,
                       inputs_t *inputs) {
  draw_t draw = {0};
  draw.random =
      tssa_random_create((uint64_t)options->seed * 1000003u + (uint64_t)round);
  draw.round = round;
  draw.dims = sizes[round % NUM_SIZES];
  draw.num_dims = 2;
  return inputs_draw(function, &draw, inputs);
}

//===----------------------------------------------------------------------===//
// Counterexamples
//===----------------------------------------------------------------------===//

static bool is_plain(const inputs_t *inputs, intptr_t index) {
  const input_t *input = &inputs->items[index];
  int64_t strides[MAX_RANK], count = 1;
  tssa_layout_row_major(input->rank, input->sizes, strides);
  for (int64_t d = 0; d < input->rank; ++d)
    count *= input->sizes[d];
  for (intptr_t i = 0; i < inputs->total; ++i)
    if (i != index && inputs->items[i].kind == TSSA_VALUE_TENSOR &&
        inputs->items[i].shares == input->shares)
      return false;
  return input->shares == index && input->offset == 0 &&
         input->num_bytes == count * tssa_dtype_size(input->dtype) &&
         memcmp(strides, input->strides,
                (size_t)input->rank * sizeof *strides) == 0;
}

static void append_numbers(text_t *text, int64_t count,
                           const int64_t *numbers) {
  text_printf(text, ":");
  for (int64_t i = 0; i < count; ++i)
    text_printf(text, "%s%lld", i ? "," : "", (long long)numbers[i]);
}

/// Writes the storage of an input, or the tensor if that is all of it.
static bool write_tensor(const inputs_t *inputs, const memory_t *memory,
                         intptr_t index, const char *path) {
  const input_t *input = &inputs->items[index];
  tssa_tensor_t *tensor = tssa_tensor_retain(memory->values[index].tensor);
  tssa_error_t error;
  if (!is_plain(inputs, index)) {
    tssa_tensor_release(tensor);
    int64_t count = input->num_bytes / tssa_dtype_size(input->dtype);
    tool_require(tssa_tensor_from_memory(NULL, memory_storage(memory, index),
                                         input->num_bytes, input->dtype, 1,
                                         &count, NULL, 0, NULL, NULL, &tensor,
                                         &error),
                 &error);
  }
  bool written = !tssa_npy_write(path, tensor, &error);
  if (!written)
    fprintf(stderr, "error: %s\n", error.message);
  tssa_tensor_release(tensor);
  return written;
}

/// The files and the command that replays it; a list has no file.
static void write_counterexample(const function_t *function,
                                 const symbolic_options_t *options,
                                 const inputs_t *inputs, const memory_t *memory,
                                 text_t *out) {
  bool replays = options->directory && options->command;
  for (intptr_t i = 0; i < inputs->count; ++i)
    replays &= inputs->items[i].kind != TSSA_VALUE_LIST;
  if (!replays)
    return;
  text_t command = {0};
  text_printf(&command, "%s --entry=%.*s", options->command,
              (int)function->name.length, function->name.data);
  for (intptr_t i = 0; i < inputs->count && replays; ++i) {
    const input_t *input = &inputs->items[i];
    tssa_value_t value = memory->values[i];
    text_printf(&command, " --input=");
    if (value.kind == TSSA_VALUE_BOOL)
      text_printf(&command, "%s", value.b ? "true" : "false");
    else if (value.kind == TSSA_VALUE_FLOAT)
      text_printf(&command, "%.17g", value.f64);
    else if (value.kind == TSSA_VALUE_INT)
      text_printf(&command, "%lld", (long long)value.i64);
    if (value.kind != TSSA_VALUE_TENSOR)
      continue;
    text_t path = {0};
    text_printf(&path, "%s/%.*s-argument%lld.npy", options->directory,
                (int)function->name.length, function->name.data,
                (long long)input->shares);
    if (input->shares == i)
      replays = write_tensor(inputs, memory, i, path.text);
    text_append(&command, path.text, path.length);
    text_free(&path);
    if (!is_plain(inputs, i)) {
      append_numbers(&command, input->rank, input->sizes);
      append_numbers(&command, input->rank, input->strides);
      append_numbers(&command, 1, &input->offset);
    }
  }
  if (replays)
    text_printf(out, "replay: %s\n", command.text);
  text_free(&command);
}

static void report_counterexample(const function_t *function,
                                  const symbolic_options_t *options,
                                  const inputs_t *inputs,
                                  const memory_t *memory,
                                  symbolic_report_t *report) {
  FILE *stream = tmpfile();
  for (intptr_t i = 0; stream && i < inputs->count; ++i) {
    fprintf(stream, "argument %lld", (long long)i);
    if (inputs->items[i].shares != i)
      fprintf(stream, " (in the storage of argument %lld)",
              (long long)inputs->items[i].shares);
    fprintf(stream, ": ");
    input_print(inputs, i, memory, stream);
  }
  char buffer[512];
  size_t length;
  if (stream)
    rewind(stream);
  while (stream && (length = fread(buffer, 1, sizeof buffer, stream)) > 0)
    text_append(&report->counterexample, buffer, length);
  if (stream)
    fclose(stream);
  write_counterexample(function, options, inputs, memory,
                       &report->counterexample);
}

//===----------------------------------------------------------------------===//
// All shapes
//===----------------------------------------------------------------------===//

static void add_result(const TssaValidateResult *result,
                       symbolic_report_t *report) {
  report->shapes += 1;
  report->paths += result->paths;
  report->error_paths += result->errorPaths;
  report->undecided_paths += result->undecidedPaths;
  report->bounded_shapes += result->bounded;
  if (result->outcome > report->outcome)
    report->outcome = result->outcome;
  if (result->message[0] &&
      (!report->message[0] || result->outcome >= TssaValidateDifferent))
    snprintf(report->message, sizeof report->message, "%s", result->message);
}

/// One shape; false once nothing more is to be found out.
static bool compare_shape(const function_t *function, MlirModule expected,
                          MlirModule actual, MlirStringRef name,
                          const symbolic_options_t *options,
                          const inputs_t *inputs, symbolic_report_t *report) {
  if (count_elements(inputs) > MAX_ELEMENTS) {
    report->large_shapes += 1;
    return true;
  }
  memory_t memory;
  memory_create(inputs, &memory);
  TssaValidateResult result;
  tssaValidateCall(expected, function->name, actual, name, memory.values,
                   inputs->count, &options->validate, &result);
  add_result(&result, report);
  if (result.outcome == TssaValidateDifferent)
    report_counterexample(function, options, inputs, &memory, report);
  memory_destroy(&memory);
  return result.outcome < TssaValidateDifferent;
}

bool symbolic_compare(const function_t *function, MlirModule expected,
                      MlirModule actual, MlirStringRef name,
                      const symbolic_options_t *options,
                      symbolic_report_t *report) {
  *report = (symbolic_report_t){0};
  int64_t rounds = has_dynamic_sizes(function) ? NUM_SIZES : NUM_STATIC;
  bool more = true;
  for (int64_t round = 0; more && round < rounds; ++round)
    for (int sharing = 0; more && sharing < NUM_SHARINGS; ++sharing) {
      inputs_t inputs;
      if (!draw_shape(function, options, round, &inputs))
        return false;
      if (sharing == SHARING_NONE || share(function, sharing, &inputs))
        more = compare_shape(function, expected, actual, name, options, &inputs,
                             report);
      inputs_free(&inputs);
    }
  if (!report->shapes && report->outcome == TssaValidateEqual)
    report->outcome = TssaValidateUndecided;
  return true;
}

void symbolic_summary(const symbolic_report_t *report, text_t *text) {
  if (!report->shapes) {
    text_printf(text, "not decided: arguments of all %lld shapes are too large",
                (long long)report->large_shapes);
    return;
  }
  text_printf(text, "%s on %lld paths of %lld shapes, %lld of them errors",
              report->undecided_paths ? "not decided" : "equal",
              (long long)report->paths, (long long)report->shapes,
              (long long)report->error_paths);
  if (report->bounded_shapes)
    text_printf(text, "; %lld shapes have more paths",
                (long long)report->bounded_shapes);
  if (report->large_shapes)
    text_printf(text, "; %lld shapes are too large",
                (long long)report->large_shapes);
  if (report->undecided_paths)
    text_printf(text, "; %lld paths are not decided: %s",
                (long long)report->undecided_paths, report->message);
}
