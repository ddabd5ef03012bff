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
    {FEATURE_FORALL, emit_forall, 20},
    {FEATURE_PARALLEL, emit_parallel, 20},
    {FEATURE_BLOCKS, emit_blocks, 25},
    {FEATURE_MERGE_IF, emit_merge_if, 22},
    {FEATURE_MERGE_SELECT, emit_merge_select, 20},
    {FEATURE_MERGE_LOOP, emit_merge_loop, 22},
    {FEATURE_LIST, emit_list, 40},
    {FEATURE_LIST_NAMES, emit_list_names, 25},
    {FEATURE_LISTS, emit_lists, 30},
    {FEATURE_LIST_CALL, emit_list_call, 25},
    {FEATURE_NUMBERS, emit_numbers, 30},
    {FEATURE_EFFECTS, emit_effect, 30},
    {FEATURE_CELL, emit_cell, 35},
    {FEATURE_GROWTH, emit_growth, 30},
    {FEATURE_CALL, emit_call, 25},
    {FEATURE_HOST, emit_host, 25},
    {FEATURE_RECURSION, emit_recursion, 25},
};

enum { NUM_STATEMENTS = sizeof statements / sizeof *statements };

static bool is_allowed(const generator_t *g, int statement) {
  feature_t feature = statements[statement].feature;
  // What is done to lists is for programs that have some.
  if ((feature == FEATURE_LIST_NAMES || feature == FEATURE_LIST_CALL ||
       feature == FEATURE_LISTS) &&
      !may(g, FEATURE_LIST))
    return false;
  return feature == NUM_FEATURES || may(g, feature);
}

void emit_block(generator_t *g, int count) {
  int weights[NUM_STATEMENTS];
  for (int i = 0; i < NUM_STATEMENTS; ++i)
    weights[i] = is_allowed(g, i) ? statements[i].weight : 0;
  for (int made = 0, tried = 0;
       made < count && tried < 4 * count && g->budget > 0 && has_room(g);
       ++tried) {
    int chosen = draw_weighted(g, NUM_STATEMENTS, weights);
    --g->budget;
    if (statements[chosen].emit(g))
      ++made;
    else
      ++g->budget;
  }
}

/// Fills the argument that only takes a result.
static void write_output(generator_t *g) {
  if (!g->has_output)
    return;
  mark(g, FEATURE_OUTPUT);
  item_t value = value_of_shape(g, &g->output.shape);
  value = compute_from(g, &value);
  line(g, "tssa.write %s, %s : %s", value.name, g->output.name,
       type_of(&g->output));
}

/// Results: refs of any origin, values, numbers, lists.
int emit_body(generator_t *g, int count, int max_outputs, item_t *outputs) {
  emit_block(g, count);
  write_output(g);
  int made = 0;
  if (g->has_output)
    outputs[made++] = g->output;
  int64_t wanted = draw(g, 0, max_outputs);
  while (made < wanted) {
    int64_t which = draw(g, 0, 11);
    const item_t *found = pick(g, which < 7    ? ITEM_REF
                                  : which < 9  ? ITEM_VALUE
                                  : which < 10 ? ITEM_INDEX
                                               : ITEM_LIST);
    if (!found)
      found = pick(g, ITEM_REF);
    if (!found)
      break;
    outputs[made++] = *found;
  }
  if (made)
    line(g, "return %s : %s", names_of(made, outputs), types_of(made, outputs));
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
  snprintf(text, size, "%s = {sizes = [",
           item->kind == ITEM_LIST ? "element" : "tssa.test");
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
  item->of_argument = kind == ITEM_REF;
  if (item->of_argument)
    item->storage = element_count(shape);
  char test[256];
  append_test(item, contiguous, test, sizeof test);
  text_printf(arguments, "%s%s: %s {%s%s}", arguments->length ? ", " : "",
              item->name, type_of(item), test,
              kind == ITEM_REF && !aliasing ? ", tssa.noalias" : "");
}

/// Two arguments whose last dimensions take turns in one storage: they may be
/// the same, meet in some elements, or lie between each other without any.
static void add_interleaved(generator_t *g, int number, text_t *arguments) {
  mark(g, FEATURE_INTERLEAVED);
  shape_t shape = {.element = draw_element(g), .rank = (int)draw(g, 1, 2)};
  for (int i = 0; i < shape.rank; ++i)
    shape.dims[i] = fixed(draw(g, 1, 4));
  long long step = draw(g, 2, 3), last = shape.dims[shape.rank - 1].size;
  char strides[48];
  if (shape.rank == 1)
    snprintf(strides, sizeof strides, "[%lld]", step);
  else
    snprintf(strides, sizeof strides, "[%lld, %lld]", step * last, step);
  for (int i = 0; i < 2; ++i) {
    item_t *item = add_tensor(g, ITEM_REF, &shape);
    item->of_argument = true;
    text_printf(arguments, ", %s: %s {tssa.test = {strides = %s, ", item->name,
                type_of(item), strides);
    if (i)
      text_printf(arguments, "shares = %d, offset = [1, 0, %lld, %lld]}}",
                  number, step, last * step + 1);
    else
      text_printf(arguments, "offset = [0, 2]}}");
  }
}

/// A list that the caller made, of up to three refs.
static void add_list_argument(generator_t *g, text_t *arguments) {
  mark(g, FEATURE_LIST);
  mark(g, FEATURE_LIST_ARGUMENT);
  const item_t *found = chance(g, 60) ? pick(g, ITEM_REF) : NULL;
  item_t *list = add_item(g, ITEM_LIST);
  list->shape = found && !found->layout[0] ? found->shape
                                           : draw_shape(g, draw_element(g));
  char test[256];
  append_test(list, false, test, sizeof test);
  text_printf(arguments, ", %s: %s {tssa.test = {length = [2, 1, 3], %s}}",
              list->name, type_of(list), test);
}

static void add_log(generator_t *g, text_t *arguments) {
  item_t *list = add_item(g, ITEM_NUMBERS);
  strcpy(g->log, list->name);
  text_printf(arguments,
              ", %s: %s {tssa.test = {length = [2, 1, 3], "
              "element = [0, 1, -2, 3]}}",
              list->name, type_of(list));
}

static void add_output(generator_t *g, const shape_t *shape, bool aliasing,
                       text_t *arguments) {
  g->has_output = true;
  add_tensor_argument(g, ITEM_REF, shape, aliasing, arguments);
  g->output = g->items[--g->num_items];
}

static void add_arguments(generator_t *g, text_t *arguments) {
  g->next_symbol = NUM_SHARED_SIZES;
  int64_t refs = draw(g, 1, 3), values = draw(g, 0, 2);
  bool aliasing = may(g, FEATURE_ALIASING);
  if (aliasing && refs > 1)
    mark(g, FEATURE_ALIASING);
  element_t element = draw_element(g);
  shape_t shape = draw_shape(g, element), first = shape;
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
  if (may(g, FEATURE_INTERLEAVED))
    add_interleaved(g, (int)(refs + values), arguments);
  if (may(g, FEATURE_LIST) && may(g, FEATURE_LIST_ARGUMENT))
    add_list_argument(g, arguments);
  if (may(g, FEATURE_EFFECTS))
    add_log(g, arguments);
  if (may(g, FEATURE_OUTPUT))
    add_output(g, &first, aliasing && chance(g, 50), arguments);
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
  g.may_branch = true;
  g.moves_floats = chance(&g, 50);
  item_t outputs[4];
  int count = emit_body(&g, (int)draw(&g, 4, 16), 3, outputs);
  text_printf(out, "%sfunc.func @%s(%s) -> (%s) {\n%s}\n",
              helpers.text ? helpers.text : "", name, arguments.text,
              types_of(count, outputs), g.text.text);
  text_free(&arguments);
  text_free(&helpers);
  text_free(&g.text);
  free(g.items);
  return g.used;
}
