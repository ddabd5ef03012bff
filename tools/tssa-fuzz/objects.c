// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of refs, and calls of functions that are made where they are called.

#include "generator.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

static bool is_element_of(const item_t *item, const item_t *list) {
  item_t like = *list;
  like.kind = ITEM_REF;
  return same_type(item, &like);
}

static bool create_list(generator_t *g) {
  const item_t *found = pick(g, ITEM_REF);
  if (!found)
    return false;
  item_t first = *found, elements[3] = {first};
  int count = (int)draw(g, 1, 3);
  char names[3 * (NAME_SIZE + 2)] = "", types[3 * 200] = "";
  for (int i = 0; i < count; ++i) {
    if (i > 0)
      elements[i] = *pick_like(g, ITEM_REF, &first, same_type);
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
             i ? ", " : "", elements[i].name);
    snprintf(types + strlen(types), sizeof types - strlen(types), "%s%s",
             i ? ", " : "", type_of(&first));
  }
  item_t *list = add_item(g, ITEM_LIST);
  list->shape = first.shape;
  strcpy(list->layout, first.layout);
  forget_sizes(g, &list->shape);
  line(g, "%s = tssa.list_create %s : (%s) -> %s", list->name, names, types,
       type_of(list));
  return true;
}

/// An element, taken out or only read, is a ref of which the type is known.
static void get_element(generator_t *g, const item_t *from, bool pop) {
  item_t list = *from;
  char index[NAME_SIZE];
  if (may(g, FEATURE_ERRORS) && chance(g, 15)) {
    mark(g, FEATURE_ERRORS);
    index_any(g, index);
  } else {
    index_constant(g, pop ? -1 : draw(g, -1, 0), index);
  }
  shape_t shape = list.shape;
  forget_sizes(g, &shape);
  item_t *item = add_tensor(g, ITEM_REF, &shape);
  strcpy(item->layout, list.layout);
  line(g, "%s = tssa.list_%s %s[%s] : %s -> %s", item->name,
       pop ? "pop" : "get", list.name, index, type_of(&list), type_of(item));
}

/// `for x in list: x.op_()`.
static bool for_each_element(generator_t *g, const item_t *from) {
  if (g->depth == 0 || g->budget <= 0)
    return false;
  item_t list = *from;
  char zero[NAME_SIZE], one[NAME_SIZE], length[NAME_SIZE];
  index_constant(g, 0, zero);
  index_constant(g, 1, one);
  new_name(g, length);
  line(g, "%s = tssa.list_len %s : %s", length, list.name, type_of(&list));
  int count = g->num_items;
  item_t *index = add_item(g, ITEM_INDEX);
  char name[NAME_SIZE];
  strcpy(name, index->name);
  line(g, "scf.for %s = %s to %s step %s {", name, zero, length, one);
  ++g->indent;
  --g->depth;
  shape_t shape = list.shape;
  forget_sizes(g, &shape);
  item_t ref = *add_tensor(g, ITEM_REF, &shape);
  strcpy(g->items[g->num_items - 1].layout, list.layout);
  strcpy(ref.layout, list.layout);
  line(g, "%s = tssa.list_get %s[%s] : %s -> %s", ref.name, list.name, name,
       type_of(&list), type_of(&ref));
  item_t value = emit_read_of(g, &ref);
  value = compute_from(g, &value);
  line(g, "tssa.write %s, %s : %s", value.name, ref.name, type_of(&ref));
  if (chance(g, 40))
    emit_block(g, (int)draw(g, 1, 2));
  --g->indent;
  ++g->depth;
  g->num_items = count;
  line(g, "}");
  return true;
}

bool emit_list(generator_t *g) {
  const item_t *found = chance(g, 75) ? pick(g, ITEM_LIST) : NULL;
  mark(g, FEATURE_LIST);
  if (!found)
    return create_list(g);
  item_t list = *found;
  if (chance(g, 15) && for_each_element(g, &list))
    return true;
  const item_t *element = pick_like(g, ITEM_REF, &list, is_element_of);
  int64_t which = draw(g, 0, 9);
  char index[NAME_SIZE];
  if (which <= 3 || !element) {
    get_element(g, &list, false);
  } else if (which <= 5) {
    line(g, "tssa.list_append %s, %s : %s, %s", element->name, list.name,
         type_of(element), type_of(&list));
  } else if (which == 6) {
    item_t value = *element;
    index_constant(g, draw(g, -1, 0), index);
    line(g, "tssa.list_set %s, %s[%s] : %s, %s", value.name, list.name, index,
         type_of(&value), type_of(&list));
  } else if (which == 7) {
    item_t value = *element;
    index_any(g, index);
    line(g, "tssa.list_insert %s, %s[%s] : %s, %s", value.name, list.name,
         index, type_of(&value), type_of(&list));
  } else if (which == 8) {
    item_t *length = add_item(g, ITEM_INDEX);
    line(g, "%s = tssa.list_len %s : %s", length->name, list.name,
         type_of(&list));
  } else {
    // The list must not run empty by chance.
    line(g, "tssa.list_append %s, %s : %s, %s", element->name, list.name,
         type_of(element), type_of(&list));
    get_element(g, &list, true);
  }
  return true;
}

bool emit_numbers(generator_t *g) {
  const item_t *found = chance(g, 80) ? pick(g, ITEM_NUMBERS) : NULL;
  mark(g, FEATURE_NUMBERS);
  char value[NAME_SIZE], index[NAME_SIZE];
  index_any(g, value);
  if (!found) {
    item_t *list = add_item(g, ITEM_NUMBERS);
    line(g, "%s = tssa.list_create %s, %s : (index, index) -> %s", list->name,
         value, value, type_of(list));
    return true;
  }
  item_t list = *found;
  index_constant(g, draw(g, -1, 0), index);
  switch (draw(g, 0, 5)) {
  case 0:
  case 1:
    line(g, "tssa.list_append %s, %s : index, %s", value, list.name,
         type_of(&list));
    return true;
  case 2:
    line(g, "tssa.list_set %s, %s[%s] : index, %s", value, list.name, index,
         type_of(&list));
    return true;
  case 3: {
    item_t *length = add_item(g, ITEM_INDEX);
    line(g, "%s = tssa.list_len %s : %s", length->name, list.name,
         type_of(&list));
    return true;
  }
  default: {
    item_t *number = add_item(g, ITEM_INDEX);
    line(g, "%s = tssa.list_get %s[%s] : %s -> index", number->name, list.name,
         index, type_of(&list));
    return true;
  }
  }
}

/// What a cell holds, as a ref.
static item_t open_cell(generator_t *g, const item_t *from) {
  item_t cell = *from;
  char zero[NAME_SIZE];
  index_constant(g, 0, zero);
  shape_t shape = cell.shape;
  forget_sizes(g, &shape);
  item_t *item = add_tensor(g, ITEM_REF, &shape);
  line(g, "%s = tssa.list_get %s[%s] : %s -> %s", item->name, cell.name, zero,
       type_of(&cell), type_of(item));
  return *item;
}

/// A tensor object: its contents change, or the view that it is.
bool emit_cell(generator_t *g) {
  const item_t *found = chance(g, 75) ? pick(g, ITEM_CELL) : NULL;
  mark(g, FEATURE_CELL);
  if (!found) {
    found = pick(g, ITEM_REF);
    if (!found || found->layout[0])
      return false;
    item_t ref = *found;
    item_t *cell = add_item(g, ITEM_CELL);
    cell->shape = ref.shape;
    line(g, "%s = tssa.list_create %s : (%s) -> %s", cell->name, ref.name,
         type_of(&ref), type_of(cell));
    return true;
  }
  item_t cell = *found, ref = open_cell(g, &cell);
  if (chance(g, 50)) {
    item_t value = emit_read_of(g, &ref);
    value = compute_from(g, &value);
    line(g, "tssa.write %s, %s : %s", value.name, ref.name, type_of(&ref));
    return true;
  }
  // Inside a branch, what a cell holds afterwards would depend on it.
  view_t view;
  if (g->indent > 1 || !draw_view(g, &ref, &view))
    return true;
  item_t *item = add_tensor(g, ITEM_REF, &view.shape);
  char zero[NAME_SIZE];
  item_t changed = *item;
  line(g, "%s = view.of %s %s%s : %s -> %s", changed.name, view.kind.text,
       ref.name, operand_list(&view), type_of(&ref), type_of(&changed));
  text_free(&view.kind);
  index_constant(g, 0, zero);
  line(g, "tssa.list_set %s, %s[%s] : %s, %s", changed.name, cell.name, zero,
       type_of(&changed), type_of(&cell));
  for (int i = 0; i < g->num_items; ++i)
    if (g->items[i].kind == ITEM_CELL &&
        strcmp(g->items[i].name, cell.name) == 0)
      g->items[i].shape = changed.shape;
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static void append_types(char *text, size_t size, int count,
                         const item_t *items) {
  text[0] = '\0';
  for (int i = 0; i < count; ++i)
    snprintf(text + strlen(text), size - strlen(text), "%s%s", i ? ", " : "",
             type_of(&items[i]));
}

/// Makes a private function that takes refs of the types of `inputs`.
static void make_helper(generator_t *g, int count, const item_t *inputs,
                        helper_t *helper) {
  generator_t inner = *g;
  inner.items = tool_alloc(MAX_ITEMS, sizeof *inner.items);
  inner.num_items = 0;
  inner.text = (text_t){0};
  inner.indent = 1;
  inner.in_helper = true;
  inner.depth = 2;
  inner.budget = 8;
  snprintf(helper->name, sizeof helper->name, "%s_%d", g->function,
           g->num_helpers);
  char arguments[1024] = "";
  helper->num_inputs = count;
  for (int i = 0; i < count; ++i) {
    shape_t shape = inputs[i].shape;
    forget_sizes(&inner, &shape);
    bool is_tensor = inputs[i].kind == ITEM_REF || inputs[i].kind == ITEM_VALUE;
    item_t *item = is_tensor ? add_tensor(&inner, inputs[i].kind, &shape)
                             : add_item(&inner, inputs[i].kind);
    item->shape = shape;
    strcpy(item->layout, inputs[i].layout);
    helper->inputs[i] = *item;
    snprintf(arguments + strlen(arguments),
             sizeof arguments - strlen(arguments), "%s%s: %s", i ? ", " : "",
             item->name, type_of(item));
  }
  helper->num_outputs =
      emit_body(&inner, (int)draw(&inner, 2, 6), 2, helper->outputs);
  char results[1024];
  append_types(results, sizeof results, helper->num_outputs, helper->outputs);
  text_printf(g->helpers_text, "func.func private @%s(%s) -> (%s) {\n%s}\n",
              helper->name, arguments, results, inner.text.text);
  text_free(&inner.text);
  free(inner.items);
  g->random = inner.random;
  g->used = inner.used;
  g->next_name = inner.next_name;
  g->next_symbol = inner.next_symbol;
}

static bool call(generator_t *g, const helper_t *helper,
                 const item_t *operands) {
  char names[4 * (NAME_SIZE + 2)] = "", results[4 * (NAME_SIZE + 2)] = "",
                              inputs[1024], outputs[1024];
  for (int i = 0; i < helper->num_inputs; ++i)
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
             i ? ", " : "", operands[i].name);
  append_types(inputs, sizeof inputs, helper->num_inputs, helper->inputs);
  append_types(outputs, sizeof outputs, helper->num_outputs, helper->outputs);
  for (int i = 0; i < helper->num_outputs; ++i) {
    const item_t *output = &helper->outputs[i];
    shape_t shape = output->shape;
    forget_sizes(g, &shape);
    bool is_tensor = output->kind == ITEM_REF || output->kind == ITEM_VALUE;
    item_t *item = is_tensor ? add_tensor(g, output->kind, &shape)
                             : add_item(g, output->kind);
    item->shape = shape;
    strcpy(item->layout, output->layout);
    snprintf(results + strlen(results), sizeof results - strlen(results),
             "%s%s", i ? ", " : "", item->name);
  }
  line(g, "%s%sfunc.call @%s(%s) : (%s) -> (%s)", results,
       results[0] ? " = " : "", helper->name, names, inputs, outputs);
  return true;
}

bool emit_call(generator_t *g) {
  if (g->in_helper)
    return false;
  item_t operands[4];
  mark(g, FEATURE_CALL);
  // One that is there already, if its arguments can be had.
  if (g->num_helpers > 0 && chance(g, 50)) {
    const helper_t *helper = &g->helpers[draw(g, 0, g->num_helpers - 1)];
    bool all = true;
    for (int i = 0; i < helper->num_inputs && all; ++i) {
      const item_t *found =
          pick_like(g, helper->inputs[i].kind, &helper->inputs[i], same_type);
      all = found != NULL;
      if (all)
        operands[i] = *found;
    }
    if (all)
      return call(g, helper, operands);
  }
  if (g->num_helpers == MAX_HELPERS)
    return false;
  int count = (int)draw(g, 1, 3);
  for (int i = 0; i < count; ++i) {
    int64_t which = draw(g, 0, 9);
    const item_t *found = pick(g, which < 8   ? ITEM_REF
                                  : which < 9 ? ITEM_VALUE
                                              : ITEM_INDEX);
    if (!found)
      return false;
    operands[i] = *found;
  }
  helper_t *helper = &g->helpers[g->num_helpers];
  make_helper(g, count, operands, helper);
  ++g->num_helpers;
  return call(g, helper, operands);
}
