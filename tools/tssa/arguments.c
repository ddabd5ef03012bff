// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drawing inputs: sizes, layouts, sharing, numbers.

#include "arguments.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tensorssa-c/TSSA.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

static void print_type(MlirType type) {
  text_t text = {0};
  mlirTypePrint(type, text_callback, &text);
  fprintf(stderr, "%s", text.text ? text.text : "");
  text_free(&text);
}

tssa_value_kind_t type_kind(MlirType type, tssa_dtype_t *out_dtype) {
  if (tssaTypeIsARef(type) || mlirTypeIsARankedTensor(type)) {
    text_t name = {0};
    mlirTypePrint(mlirShapedTypeGetElementType(type), text_callback, &name);
    tssa_status_t status = tssa_dtype_parse(name.text, out_dtype);
    text_free(&name);
    return status == TSSA_STATUS_OK ? TSSA_VALUE_TENSOR : TSSA_VALUE_NONE;
  }
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1)
    return TSSA_VALUE_BOOL;
  if (mlirTypeIsAIndex(type) ||
      (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 64))
    return TSSA_VALUE_INT;
  if (mlirTypeIsAF64(type) || mlirTypeIsAF32(type))
    return TSSA_VALUE_FLOAT;
  if (tssaTypeIsAList(type))
    return TSSA_VALUE_LIST;
  return TSSA_VALUE_NONE;
}

static MlirAttribute entry(MlirAttribute dictionary, const char *name) {
  MlirAttribute none = {NULL};
  if (mlirAttributeIsNull(dictionary) ||
      !mlirAttributeIsADictionary(dictionary))
    return none;
  return mlirDictionaryAttrGetElementByName(
      dictionary, mlirStringRefCreateFromCString(name));
}

/// The number in an integer, float or boolean attribute.
static bool number(MlirAttribute attribute, double *out_value) {
  if (mlirAttributeIsNull(attribute))
    return false;
  if (mlirAttributeIsABool(attribute))
    *out_value = mlirBoolAttrGetValue(attribute);
  else if (mlirAttributeIsAInteger(attribute))
    *out_value = (double)mlirIntegerAttrGetValueInt(attribute);
  else if (mlirAttributeIsAFloat(attribute))
    *out_value = mlirFloatAttrGetValueDouble(attribute);
  else
    return false;
  return true;
}

/// Sizes by name, each drawn once a round.
typedef struct symbols_t {
  MlirStringRef names[MAX_SYMBOLS];
  int64_t sizes[MAX_SYMBOLS];
  int count;
} symbols_t;

static int64_t draw_size(draw_t *draw) {
  if (draw->num_dims > 0) {
    int64_t size = draw->dims[0];
    if (draw->num_dims > 1) {
      ++draw->dims;
      --draw->num_dims;
    }
    return size;
  }
  if (draw->round == 0)
    return tssa_random_integer(&draw->random, 3, 5);
  static const int64_t sizes[] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 9};
  return sizes[tssa_random_integer(&draw->random, 0, 12)];
}

static int64_t symbol_size(symbols_t *symbols, MlirStringRef name,
                           draw_t *draw) {
  for (int i = 0; i < symbols->count; ++i)
    if (mlirStringRefEqual(symbols->names[i], name))
      return symbols->sizes[i];
  int64_t size = draw_size(draw);
  if (symbols->count < MAX_SYMBOLS) {
    symbols->names[symbols->count] = name;
    symbols->sizes[symbols->count++] = size;
  }
  return size;
}

/// The choice that an attribute leaves: itself, or an element of an array.
static MlirAttribute draw_choice(MlirAttribute attribute, draw_t *draw) {
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAArray(attribute))
    return attribute;
  intptr_t count = mlirArrayAttrGetNumElements(attribute);
  if (count == 0)
    return (MlirAttribute){NULL};
  return mlirArrayAttrGetElement(
      attribute,
      draw->round == 0 ? 0 : tssa_random_integer(&draw->random, 0, count - 1));
}

/// A number that `attribute` asks for, of a size's name or of choices.
static bool draw_wanted(MlirAttribute attribute, symbols_t *symbols,
                        draw_t *draw, double *out_value) {
  attribute = draw_choice(attribute, draw);
  if (!mlirAttributeIsNull(attribute) && mlirAttributeIsAString(attribute)) {
    *out_value =
        (double)symbol_size(symbols, mlirStringAttrGetValue(attribute), draw);
    return true;
  }
  return number(attribute, out_value);
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static void row_major(input_t *input) {
  tssa_layout_row_major(input->rank, input->sizes, input->strides);
  input->offset = 0;
}

/// Any strides without overlap: dimensions in any order, gaps within and pads
/// between them; now and then a repeated dimension, if it will not be written.
static void draw_strides(input_t *input, bool may_overlap, draw_t *draw) {
  tssa_random_t *random = &draw->random;
  row_major(input);
  input->offset =
      draw->round < 2 ? draw->round : tssa_random_integer(random, 0, 5);
  int64_t shape = draw->round < 2 ? 0 : tssa_random_integer(random, 0, 4);
  if (shape <= 1 || input->rank == 0)
    return;
  int64_t order[MAX_RANK];
  for (int64_t i = 0; i < input->rank; ++i)
    order[i] = i;
  if (shape >= 3)
    for (int64_t i = input->rank - 1; i > 0; --i) {
      int64_t j = tssa_random_integer(random, 0, i), held = order[i];
      order[i] = order[j];
      order[j] = held;
    }
  int64_t stride = shape == 4 ? tssa_random_integer(random, 1, 2) : 1;
  for (int64_t i = input->rank - 1; i >= 0; --i) {
    int64_t size = input->sizes[order[i]];
    input->strides[order[i]] = stride;
    stride = stride * (size ? size : 1) + tssa_random_integer(random, 0, 2);
  }
  if (may_overlap && tssa_random_integer(random, 0, 3) == 0)
    input->strides[tssa_random_integer(random, 0, input->rank - 1)] = 0;
}

/// Strides and offset that a test asks for. True if it does.
static bool apply_wanted_layout(MlirAttribute wanted, draw_t *draw,
                                input_t *input) {
  double value;
  MlirAttribute strides = entry(wanted, "strides");
  bool asked = !mlirAttributeIsNull(strides) && mlirAttributeIsAArray(strides);
  for (int64_t i = 0; asked && i < input->rank; ++i)
    if (i < mlirArrayAttrGetNumElements(strides) &&
        number(mlirArrayAttrGetElement(strides, i), &value))
      input->strides[i] = (int64_t)value;
  if (!number(draw_choice(entry(wanted, "offset"), draw), &value))
    return asked;
  input->offset = (int64_t)value;
  return true;
}

/// What the type fixes of strides and offset. The dialect's verifier has seen
/// to it that there is a stride for each dimension.
static void apply_layout(MlirType type, input_t *input) {
  if (!tssaTypeIsARef(type))
    return;
  MlirAttribute layout = tssaRefTypeGetLayout(type);
  if (mlirAttributeIsNull(layout))
    return;
  for (int64_t i = 0; i < input->rank; ++i) {
    int64_t stride = mlirStridedLayoutAttrGetStride(layout, i);
    if (!mlirShapedTypeIsDynamicStrideOrOffset(stride))
      input->strides[i] = stride;
  }
  int64_t offset = mlirStridedLayoutAttrGetOffset(layout);
  if (!mlirShapedTypeIsDynamicStrideOrOffset(offset))
    input->offset = offset;
}

static bool has_layout(MlirType type) {
  return tssaTypeIsARef(type) &&
         !mlirAttributeIsNull(tssaRefTypeGetLayout(type));
}

/// Elements of the storage that the input reaches.
static int64_t reach(const input_t *input) {
  int64_t low, high;
  if (tssa_layout_count(input->rank, input->sizes) == 0 ||
      !tssa_layout_bounds(input->rank, input->sizes, input->strides, &low,
                          &high))
    return input->offset;
  return input->offset + high + 1;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Fills a storage with numbers: small integers, fractions, or both with some
/// of the numbers that are hard to get right.
static void draw_elements(input_t *input, MlirAttribute wanted, draw_t *draw) {
  tssa_error_t error;
  tssa_tensor_t *all;
  int64_t count = input->num_bytes / tssa_dtype_size(input->dtype);
  tool_require(tssa_tensor_from_memory(NULL, input->bytes, input->num_bytes,
                                       input->dtype, 1, &count, NULL, 0, NULL,
                                       NULL, &all, &error),
               &error);
  double low = 0, high = 0;
  bool asked =
      number(entry(wanted, "min"), &low) && number(entry(wanted, "max"), &high);
  bool real = input->dtype == TSSA_DTYPE_F32 || input->dtype == TSSA_DTYPE_F64;
  if (!asked) {
    low = real ? -3 : -2;
    high = real ? 3 : 5;
  }
  tool_require(tssa_tensor_fill_random(all, &draw->random, low, high, &error),
               &error);
  int64_t mode = real && !asked ? draw->round % 3 : 2;
  static const double odd[] = {0.0, -0.0, 1e30, -1e-30, INFINITY, NAN, 0.5};
  for (int64_t i = 0; i < count && real && !asked && mode != 2; ++i) {
    double *wide = (double *)input->bytes + i;
    float *narrow = (float *)input->bytes + i;
    double value = input->dtype == TSSA_DTYPE_F64 ? *wide : (double)*narrow;
    if (mode == 0 || tssa_random_integer(&draw->random, 0, 1))
      value = nearbyint(value);
    if (mode == 1 && draw->round > 3 &&
        tssa_random_integer(&draw->random, 0, 24) == 0)
      value = odd[tssa_random_integer(&draw->random, 0, 6)];
    if (input->dtype == TSSA_DTYPE_F64)
      *wide = value;
    else
      *narrow = (float)value;
  }
  tssa_tensor_release(all);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static void draw_scalar(input_t *input, MlirType type, MlirAttribute wanted,
                        symbols_t *symbols, draw_t *draw) {
  tssa_random_t *random = &draw->random;
  double value;
  if (draw_wanted(wanted, symbols, draw, &value)) {
    input->integer = (int64_t)value;
    input->real = value;
    return;
  }
  input->integer = input->kind == TSSA_VALUE_BOOL
                       ? tssa_random_integer(random, 0, 1)
                   : draw->round == 0 ? tssa_random_integer(random, 0, 2)
                                      : tssa_random_integer(random, -3, 6);
  input->real = draw->round % 2 ? 4 * tssa_random_unit(random) - 2
                                : (double)tssa_random_integer(random, -2, 3);
  if (mlirTypeIsAF32(type))
    input->real = (float)input->real;
}

static bool draw_sizes(input_t *input, MlirType type, MlirAttribute wanted,
                       symbols_t *symbols, draw_t *draw) {
  input->rank = mlirShapedTypeGetRank(type);
  if (input->rank > MAX_RANK)
    return false;
  MlirAttribute sizes = entry(wanted, "sizes");
  if (mlirAttributeIsNull(sizes))
    sizes = wanted;
  bool listed = !mlirAttributeIsNull(sizes) && mlirAttributeIsAArray(sizes);
  for (int64_t i = 0; i < input->rank; ++i) {
    double value;
    if (!mlirShapedTypeIsDynamicDim(type, i))
      input->sizes[i] = mlirShapedTypeGetDimSize(type, i);
    else if (listed && i < mlirArrayAttrGetNumElements(sizes) &&
             draw_wanted(mlirArrayAttrGetElement(sizes, i), symbols, draw,
                         &value))
      input->sizes[i] = (int64_t)value;
    else
      input->sizes[i] = draw_size(draw);
  }
  return true;
}

/// Whether input `index` may lie in the storage of `earlier`. Who tells that it
/// does knows that elements which must not overlap do not.
static bool may_share(const function_t *function, intptr_t index,
                      intptr_t earlier, bool told, const inputs_t *inputs) {
  const input_t *a = &inputs->items[index], *b = &inputs->items[earlier];
  for (int i = 0; i < 2; ++i) {
    const input_t *which = i ? b : a;
    if (!tssaTypeIsARef(which->type) ||
        (!told && !mlirAttributeIsNull(function_input_attribute(
                      function, which->argument, "tssa.noalias"))))
      return false;
  }
  return a->dtype == b->dtype && b->shares == earlier;
}

static void draw_tensor(const function_t *function, intptr_t index,
                        MlirAttribute wanted, draw_t *draw, inputs_t *inputs) {
  input_t *input = &inputs->items[index];
  MlirType type = input->type;
  MlirAttribute layout = entry(wanted, "layout");
  bool written = tssaTypeIsARef(type) &&
                 (!draw->written || draw->written[input->argument]);
  if (draw->plain || !mlirAttributeIsNull(layout) || has_layout(type)) {
    row_major(input);
    if (has_layout(type) && !draw->plain)
      input->offset =
          draw->round < 2 ? 0 : tssa_random_integer(&draw->random, 0, 3);
  } else {
    draw_strides(input, !written, draw);
  }
  bool placed = apply_wanted_layout(wanted, draw, input);
  apply_layout(type, input);
  double asked;
  int64_t behind = draw->plain ? 0 : tssa_random_integer(&draw->random, 0, 3);
  if (!draw->plain &&
      number(draw_choice(entry(wanted, "behind"), draw), &asked))
    behind = (int64_t)asked;
  input->num_bytes = (reach(input) + behind) * tssa_dtype_size(input->dtype);
  input->shares = index;
  bool told = number(entry(wanted, "shares"), &asked);
  for (intptr_t i = 0; i < index && !draw->plain; ++i)
    if (inputs->items[i].kind == TSSA_VALUE_TENSOR &&
        may_share(function, index, i, told, inputs) &&
        (told ? (intptr_t)asked == i
              : !placed && draw->round > 1 &&
                    tssa_random_integer(&draw->random, 0, 2) == 0)) {
      input->shares = i;
      if (inputs->items[i].num_bytes < input->num_bytes)
        inputs->items[i].num_bytes = input->num_bytes;
      input->num_bytes = 0;
      return;
    }
}

/// Adds the elements of list `index` behind the other items.
static void draw_list(intptr_t index, MlirAttribute wanted, symbols_t *symbols,
                      draw_t *draw, inputs_t *inputs) {
  double length;
  if (!draw_wanted(entry(wanted, "length"), symbols, draw, &length))
    length = draw->round == 0
                 ? 3
                 : (double)tssa_random_integer(&draw->random, 0, MAX_LENGTH);
  intptr_t first = inputs->total;
  inputs->total += (intptr_t)length;
  inputs->items =
      realloc(inputs->items, (size_t)inputs->total * sizeof *inputs->items);
  if (!inputs->items)
    exit(TOOL_REJECTED);
  input_t *list = &inputs->items[index];
  list->first = first;
  list->length = (intptr_t)length;
  for (intptr_t i = first; i < inputs->total; ++i) {
    inputs->items[i] = (input_t){0};
    inputs->items[i].type = tssaListTypeGetElementType(list->type);
    inputs->items[i].argument = list->argument;
  }
}

/// What a test wants of an item: the attribute of its argument, of which the
/// elements of a list have a part of their own.
static MlirAttribute item_wanted(const function_t *function,
                                 const inputs_t *inputs, intptr_t index) {
  MlirAttribute wanted = function_input_attribute(
      function, inputs->items[index].argument, "tssa.test");
  MlirType outer = function_input(function, inputs->items[index].argument);
  for (; !mlirTypeEqual(outer, inputs->items[index].type);
       outer = tssaListTypeGetElementType(outer))
    wanted = entry(wanted, "element");
  return wanted;
}

bool inputs_draw(const function_t *function, draw_t *draw, inputs_t *inputs) {
  inputs->count = inputs->total = function_num_inputs(function);
  inputs->items = tool_alloc((size_t)inputs->count, sizeof *inputs->items);
  for (intptr_t i = 0; i < inputs->count; ++i) {
    inputs->items[i].type = function_input(function, i);
    inputs->items[i].argument = i;
  }
  symbols_t symbols = {0};
  // Lists add items at the end.
  for (intptr_t i = 0; i < inputs->total; ++i) {
    input_t *input = &inputs->items[i];
    MlirAttribute wanted = item_wanted(function, inputs, i);
    input->kind = type_kind(input->type, &input->dtype);
    input->shares = i;
    if (input->kind == TSSA_VALUE_NONE ||
        (input->kind == TSSA_VALUE_TENSOR &&
         !draw_sizes(input, input->type, wanted, &symbols, draw))) {
      fprintf(stderr, "error: cannot draw an input of type ");
      print_type(input->type);
      fprintf(stderr, "; hosts pass refs and tensors of elements that the "
                      "runtime knows, i1, i64, index, f32, f64 and lists of "
                      "these\n");
      inputs_free(inputs);
      return false;
    }
    if (input->kind == TSSA_VALUE_TENSOR)
      draw_tensor(function, i, wanted, draw, inputs);
    else if (input->kind == TSSA_VALUE_LIST)
      draw_list(i, wanted, &symbols, draw, inputs);
    else
      draw_scalar(input, input->type, wanted, &symbols, draw);
  }
  for (intptr_t i = 0; i < inputs->total; ++i) {
    input_t *input = &inputs->items[i];
    if (input->kind != TSSA_VALUE_TENSOR || input->shares != i)
      continue;
    input->bytes = tool_alloc((size_t)input->num_bytes, 1);
    draw_elements(input, item_wanted(function, inputs, i), draw);
  }
  return true;
}

void inputs_free(inputs_t *inputs) {
  for (intptr_t i = 0; i < inputs->total; ++i)
    free(inputs->items[i].bytes);
  free(inputs->items);
  *inputs = (inputs_t){0};
}
