// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions: arguments, statements, results.

#include "generator.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

typedef bool (*emit_t)(generator_t *);

/// `NUM_FEATURES` stands for what every program may hold.
static const struct {
  feature_t feature;
  emit_t emit;
  int weight;
} statements[] = {
    {NUM_FEATURES, emit_view, 60},
    {NUM_FEATURES, emit_read, 25},
    {NUM_FEATURES, emit_write, 60},
    {NUM_FEATURES, emit_alloc, 15},
    {FEATURE_ELEMENTWISE, emit_compute, 15},
    {FEATURE_REDUCE, emit_reduce, 12},
    {FEATURE_INDEXING, emit_indexing, 12},
    {FEATURE_PARTS, emit_parts, 16},
    {FEATURE_OVERLAP, emit_overlap, 12},
    {FEATURE_IF, emit_if, 18},
    {FEATURE_FOR, emit_for, 18},
    {FEATURE_WHILE, emit_while, 12},
    {FEATURE_SWITCH, emit_switch, 10},
    {FEATURE_EXECUTE, emit_execute, 8},
    {FEATURE_MERGE_IF, emit_merge_if, 22},
    {FEATURE_MERGE_SELECT, emit_merge_select, 20},
    {FEATURE_MERGE_LOOP, emit_merge_loop, 22},
    {FEATURE_LIST, emit_list, 40},
    {FEATURE_NUMBERS, emit_numbers, 30},
    {FEATURE_CELL, emit_cell, 35},
    {FEATURE_CALL, emit_call, 25},
};

enum { NUM_STATEMENTS = sizeof statements / sizeof *statements };

static bool is_allowed(const generator_t *g, int statement) {
  feature_t feature = statements[statement].feature;
  return feature == NUM_FEATURES || may(g, feature);
}

void emit_block(generator_t *g, int count) {
  int total = 0;
  for (int i = 0; i < NUM_STATEMENTS; ++i)
    total += is_allowed(g, i) ? statements[i].weight : 0;
  for (int made = 0, tried = 0;
       made < count && tried < 4 * count && g->budget > 0 && has_room(g);
       ++tried) {
    int64_t at = draw(g, 0, total - 1);
    int chosen = 0;
    for (;; ++chosen) {
      at -= is_allowed(g, chosen) ? statements[chosen].weight : 0;
      if (at < 0)
        break;
    }
    --g->budget;
    if (statements[chosen].emit(g))
      ++made;
    else
      ++g->budget;
  }
}

/// Results: refs of any origin, values, numbers.
int emit_body(generator_t *g, int count, int max_outputs, item_t *outputs) {
  emit_block(g, count);
  char names[4 * (NAME_SIZE + 2)] = "", types[1024] = "";
  int made = 0;
  int64_t wanted = draw(g, 0, max_outputs);
  for (int64_t i = 0; i < wanted; ++i) {
    int64_t which = draw(g, 0, 9);
    const item_t *found = pick(g, which < 7   ? ITEM_REF
                                  : which < 9 ? ITEM_VALUE
                                              : ITEM_INDEX);
    if (!found)
      continue;
    outputs[made] = *found;
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
             made ? ", " : "", found->name);
    snprintf(types + strlen(types), sizeof types - strlen(types), "%s%s",
             made ? ", " : "", type_of(found));
    ++made;
  }
  if (made)
    line(g, "return %s : %s", names, types);
  else
    line(g, "return");
  return made;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static element_t draw_element(generator_t *g) {
  static const feature_t features[] = {FEATURE_BOOL, FEATURE_I32, FEATURE_I64,
                                       FEATURE_F32, FEATURE_F64};
  element_t choices[5];
  int count = 0;
  for (int i = 0; i < 5; ++i)
    if (may(g, features[i]))
      choices[count++] = (element_t)i;
  return count ? choices[draw(g, 0, count - 1)] : F32;
}

/// Names of dynamic sizes that arguments share; "s0" is symbol 1, and so on.
enum { NUM_SHARED_SIZES = 3 };

static shape_t draw_shape(generator_t *g, element_t element) {
  shape_t shape = {.element = element};
  shape.rank = (int)draw(g, may(g, FEATURE_RANK0) && chance(g, 15) ? 0 : 1, 3);
  bool dynamic = may(g, FEATURE_DYNAMIC) && chance(g, 65);
  for (int i = 0; i < shape.rank; ++i) {
    int64_t size = chance(g, 25) ? 1 : draw(g, 2, 5);
    if (may(g, FEATURE_ZERO) && chance(g, 15))
      size = 0;
    shape.dims[i] = fixed(size);
    if (dynamic && chance(g, 60))
      shape.dims[i] = (extent_t){-1, (int)draw(g, 1, NUM_SHARED_SIZES)};
  }
  return shape;
}

/// What the tool that draws inputs is told: which sizes are equal.
static void append_test(const item_t *item, bool contiguous, char *text,
                        size_t size) {
  snprintf(text, size, "tssa.test = {sizes = [");
  for (int i = 0; i < item->shape.rank; ++i) {
    extent_t extent = item->shape.dims[i];
    if (extent.size >= 0)
      snprintf(text + strlen(text), size - strlen(text), "%s%lld",
               i ? ", " : "", (long long)extent.size);
    else
      snprintf(text + strlen(text), size - strlen(text), "%s\"s%d\"",
               i ? ", " : "", extent.symbol);
  }
  snprintf(text + strlen(text), size - strlen(text), "]%s}",
           contiguous ? ", layout = \"contiguous\"" : "");
}

/// A layout for the type, all of it known or the inner strides only.
static void draw_layout(generator_t *g, item_t *item) {
  int64_t strides[MAX_DIMS], stride = 1;
  bool known = true, all_known = element_count(&item->shape) >= 0;
  for (int i = item->shape.rank - 1; i >= 0; --i) {
    strides[i] = known ? stride : -1;
    known &= item->shape.dims[i].size > 0;
    stride *= item->shape.dims[i].size;
    // Gaps only where the outer strides, too, make room for them.
    if (all_known && known && chance(g, 15))
      ++stride;
  }
  snprintf(item->layout, sizeof item->layout, "strided<[");
  for (int i = 0; i < item->shape.rank; ++i) {
    char number[24] = "?";
    if (strides[i] >= 0)
      snprintf(number, sizeof number, "%lld", (long long)strides[i]);
    snprintf(item->layout + strlen(item->layout),
             sizeof item->layout - strlen(item->layout), "%s%s", i ? ", " : "",
             number);
  }
  snprintf(item->layout + strlen(item->layout),
           sizeof item->layout - strlen(item->layout), "]%s>",
           chance(g, 50) ? ", offset: ?" : "");
}

static void add_tensor_argument(generator_t *g, item_kind_t kind,
                                const shape_t *shape, bool aliasing,
                                text_t *arguments) {
  item_t *item = add_tensor(g, kind, shape);
  bool contiguous = kind == ITEM_REF && chance(g, 35);
  if (kind == ITEM_REF && may(g, FEATURE_LAYOUT) && chance(g, 60)) {
    mark(g, FEATURE_LAYOUT);
    draw_layout(g, item);
    contiguous = false;
  }
  item->contiguous = contiguous;
  // The storage is at least as long as what the argument shows of it.
  if (kind == ITEM_REF)
    item->storage = element_count(shape);
  char test[256];
  append_test(item, contiguous, test, sizeof test);
  text_printf(arguments, "%s%s: %s {%s%s}", arguments->length ? ", " : "",
              item->name, type_of(item), test,
              kind == ITEM_REF && !aliasing ? ", tssa.noalias" : "");
}

static void add_arguments(generator_t *g, text_t *arguments) {
  g->next_symbol = NUM_SHARED_SIZES;
  int64_t refs = draw(g, 1, 3), values = draw(g, 0, 2);
  bool aliasing = may(g, FEATURE_ALIASING);
  if (aliasing && refs > 1)
    mark(g, FEATURE_ALIASING);
  element_t element = draw_element(g);
  shape_t shape = draw_shape(g, element);
  for (int64_t i = 0; i < refs + values; ++i) {
    // Arguments of one shape have more to do with each other.
    if (i > 0 && !chance(g, 45)) {
      if (chance(g, 40))
        element = draw_element(g);
      shape = draw_shape(g, element);
    }
    add_tensor_argument(g, i < refs ? ITEM_REF : ITEM_VALUE, &shape,
                        aliasing && chance(g, 85), arguments);
  }
  item_t *index = add_item(g, ITEM_INDEX);
  text_printf(arguments, ", %s: index {tssa.test = [0, 1, 2, %d]}", index->name,
              may(g, FEATURE_ERRORS) ? 4 : -1);
  item_t *flag = add_item(g, ITEM_BOOL);
  text_printf(arguments, ", %s: i1", flag->name);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

uint64_t generate(uint64_t seed, uint64_t index, uint64_t features,
                  const char *name, text_t *out) {
  generator_t g = {0};
  g.random = tssa_random_create(seed * UINT64_C(0x9e3779b97f4a7c15) + index);
  for (int i = 0; i < NUM_FEATURES; ++i)
    if ((features & feature_bit((feature_t)i)) &&
        chance(&g, feature_share((feature_t)i)))
      g.allowed |= feature_bit((feature_t)i);
  text_t helpers = {0}, arguments = {0};
  g.helpers_text = &helpers;
  g.function = name;
  g.indent = 1;
  g.items = tool_alloc(MAX_ITEMS, sizeof *g.items);
  add_arguments(&g, &arguments);
  g.depth = 3;
  g.budget = 40;
  item_t outputs[4];
  int count = emit_body(&g, (int)draw(&g, 4, 16), 3, outputs);
  text_printf(out, "%sfunc.func @%s(%s)", helpers.text ? helpers.text : "",
              name, arguments.text);
  for (int i = 0; i < count; ++i)
    text_printf(out, "%s%s", i ? ", " : " -> (", type_of(&outputs[i]));
  text_printf(out, "%s {\n%s}\n", count ? ")" : "", g.text.text);
  text_free(&arguments);
  text_free(&helpers);
  text_free(&g.text);
  free(g.items);
  return g.used;
}
