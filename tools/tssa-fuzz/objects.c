// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of refs, of lists and of numbers, and tensor objects, whose sizes may
// change.

#include "generator.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

static bool is_element_of(const item_t *item, const item_t *list) {
  item_t like = *list;
  like.kind = list->kind == ITEM_LISTS ? ITEM_LIST : ITEM_REF;
  return same_type(item, &like);
}

/// A list of up to three of the refs of one type, or of the lists of one type.
static bool create(generator_t *g, item_kind_t kind, item_kind_t of,
                   const item_t *like) {
  const item_t *found =
      like ? pick_like(g, of, like, is_element_of) : pick(g, of);
  if (!found)
    return false;
  item_t elements[3] = {*found};
  int count = (int)draw(g, 1, 3);
  for (int i = 1; i < count; ++i)
    elements[i] = *pick_like(g, of, &elements[0], same_type);
  item_t *list = add_like(g, &elements[0]);
  list->kind = kind;
  line(g, "%s = tssa.list_create %s : (%s) -> %s", list->name,
       names_of(count, elements), types_of(count, elements), type_of(list));
  return true;
}

/// An element, taken out or only read.
static item_t get_element(generator_t *g, const item_t *from, bool pop) {
  item_t list = *from, element = list;
  char index[NAME_SIZE];
  if (may(g, FEATURE_ERRORS) && chance(g, 15)) {
    mark(g, FEATURE_ERRORS);
    index_any(g, index);
  } else {
    index_constant(g, pop ? -1 : draw(g, -1, 0), index);
  }
  element.kind = list.kind == ITEM_LISTS ? ITEM_LIST : ITEM_REF;
  item_t *item = add_like(g, &element);
  line(g, "%s = tssa.list_%s %s[%s] : %s -> %s", item->name,
       pop ? "pop" : "get", list.name, index, type_of(&list), type_of(item));
  return *item;
}

static void append(generator_t *g, const item_t *element, const item_t *list) {
  line(g, "tssa.list_append %s, %s : %s, %s", element->name, list->name,
       type_of(element), type_of(list));
}

/// An element in the place of another, or `insert`ed before it.
static void put(generator_t *g, const item_t *element, const item_t *list,
                bool insert) {
  item_t value = *element;
  char index[NAME_SIZE];
  if (insert)
    index_any(g, index);
  else
    index_constant(g, draw(g, -1, 0), index);
  line(g, "tssa.list_%s %s, %s[%s] : %s, %s", insert ? "insert" : "set",
       value.name, list->name, index, type_of(&value), type_of(list));
}

static void length(generator_t *g, const item_t *list) {
  item_t *number = add_item(g, ITEM_INDEX);
  line(g, "%s = tssa.list_len %s : %s", number->name, list->name,
       type_of(list));
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
  region_t region = region_begin(g);
  --g->indent;
  item_t index = *add_item(g, ITEM_INDEX), element = list;
  line(g, "scf.for %s = %s to %s step %s {", index.name, zero, length, one);
  ++g->indent;
  element.kind = ITEM_REF;
  item_t ref = *add_like(g, &element);
  line(g, "%s = tssa.list_get %s[%s] : %s -> %s", ref.name, list.name,
       index.name, type_of(&list), type_of(&ref));
  emit_update_of(g, &ref);
  if (chance(g, 40))
    emit_block(g, (int)draw(g, 1, 2));
  region_end(g, region);
  line(g, "}");
  return true;
}

/// Something that happens to a list.
static void use_list(generator_t *g, const item_t *from) {
  item_t list = *from;
  const item_t *found = pick_like(g, ITEM_REF, &list, is_element_of);
  int64_t which = found ? draw(g, 0, 9) : 0;
  if (which <= 3) {
    get_element(g, &list, false);
    return;
  }
  item_t element = *found;
  if (which <= 5) {
    append(g, &element, &list);
  } else if (which <= 7) {
    put(g, &element, &list, which == 7);
  } else if (which == 8) {
    length(g, &list);
  } else {
    // The list must not run empty by chance.
    append(g, &element, &list);
    get_element(g, &list, true);
  }
}

bool emit_list(generator_t *g) {
  const item_t *found = chance(g, 75) ? pick(g, ITEM_LIST) : NULL;
  mark(g, FEATURE_LIST);
  if (!found)
    return create(g, ITEM_LIST, ITEM_REF, NULL);
  item_t list = *found;
  if (!chance(g, 15) || !for_each_element(g, &list))
    use_list(g, &list);
  return true;
}

//===----------------------------------------------------------------------===//
// Two names for one list
//===----------------------------------------------------------------------===//

/// A list that is one of two, or one that a loop carries.
bool emit_list_names(generator_t *g) {
  const item_t *found = pick(g, ITEM_LIST);
  if (!found) {
    mark(g, FEATURE_LIST);
    return create(g, ITEM_LIST, ITEM_REF, NULL);
  }
  item_t a = *found, b = a;
  if (chance(g, 60))
    create(g, ITEM_LIST, ITEM_REF, &a);
  b = *pick_like(g, ITEM_LIST, &a, same_type);
  mark(g, FEATURE_LIST_NAMES);
  char name[NAME_SIZE];
  if (!chance(g, 40) || !may_nest(g)) {
    condition(g, name);
    item_t *merged = add_like(g, &a);
    line(g, "%s = arith.select %s, %s, %s : %s", merged->name, name, a.name,
         b.name, type_of(merged));
    item_t list = *merged;
    use_list(g, &list);
    use_list(g, chance(g, 50) ? &list : &a);
    return true;
  }
  bool loop = chance(g, 50);
  char zero[NAME_SIZE], one[NAME_SIZE], limit[NAME_SIZE], result[NAME_SIZE];
  new_name(g, result);
  region_t region;
  if (loop) {
    index_constant(g, 0, zero);
    index_constant(g, 1, one);
    index_constant(g, draw(g, 0, 2), limit);
    region = region_begin(g);
    --g->indent;
    item_t *index = add_item(g, ITEM_INDEX);
    strcpy(name, index->name);
    item_t *carried = add_like(g, &a);
    line(g, "%s = scf.for %s = %s to %s step %s iter_args(%s = %s) -> (%s) {",
         result, name, zero, limit, one, carried->name, a.name, type_of(&a));
    ++g->indent;
    item_t list = *carried;
    use_list(g, &list);
    emit_block(g, (int)draw(g, 0, 2));
  } else {
    condition(g, name);
    line(g, "%s = scf.if %s -> (%s) {", result, name, type_of(&a));
    region = region_begin(g);
    use_list(g, &b);
    line(g, "scf.yield %s : %s", a.name, type_of(&a));
    region_end(g, region);
    line(g, "} else {");
    region = region_begin(g);
  }
  const item_t *last =
      chance(g, 60) ? pick_like(g, ITEM_LIST, &a, same_type) : &b;
  line(g, "scf.yield %s : %s", last->name, type_of(&a));
  region_end(g, region);
  line(g, "}");
  item_t *merged = add_like(g, &a);
  strcpy(merged->name, result);
  item_t list = *merged;
  use_list(g, &list);
  return true;
}

//===----------------------------------------------------------------------===//
// Lists of lists
//===----------------------------------------------------------------------===//

bool emit_lists(generator_t *g) {
  if (!pick(g, ITEM_LIST)) {
    mark(g, FEATURE_LIST);
    return create(g, ITEM_LIST, ITEM_REF, NULL);
  }
  const item_t *found = chance(g, 80) ? pick(g, ITEM_LISTS) : NULL;
  mark(g, FEATURE_LISTS);
  if (!found)
    return create(g, ITEM_LISTS, ITEM_LIST, NULL);
  item_t lists = *found;
  found = pick_like(g, ITEM_LIST, &lists, is_element_of);
  int64_t which = found ? draw(g, 0, 9) : 0;
  if (which <= 5) {
    item_t list = get_element(g, &lists, false);
    use_list(g, &list);
    return true;
  }
  item_t list = *found;
  if (which <= 7)
    append(g, &list, &lists);
  else if (which == 8)
    put(g, &list, &lists, chance(g, 50));
  else
    length(g, &lists);
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

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
  case 3:
    length(g, &list);
    return true;
  default: {
    item_t *number = add_item(g, ITEM_INDEX);
    line(g, "%s = tssa.list_get %s[%s] : %s -> index", number->name, list.name,
         index, type_of(&list));
    return true;
  }
  }
}

/// Tells the caller the sign of an element that a ref holds now.
bool emit_effect(generator_t *g) {
  const item_t *found = pick(g, ITEM_REF);
  if (!found || !g->log[0])
    return false;
  mark(g, FEATURE_EFFECTS);
  item_t ref = *found;
  while (ref.shape.rank > 0) {
    char index[NAME_SIZE];
    index_into(g, ref.shape.dims[0], index);
    ref = emit_row(g, &ref, index);
  }
  char element[NAME_SIZE], zero[NAME_SIZE], sign[NAME_SIZE], number[NAME_SIZE];
  const char *type = element_name(ref.shape.element);
  item_t value = emit_read_of(g, &ref);
  new_name(g, element);
  line(g, "%s = tensor.extract %s[] : %s", element, value.name,
       type_of(&value));
  strcpy(sign, element);
  if (ref.shape.element != BOOL) {
    bool real = is_float(ref.shape.element);
    new_name(g, zero);
    new_name(g, sign);
    line(g, "%s = arith.constant %s : %s", zero, real ? "0.0" : "0", type);
    line(g, "%s = arith.cmp%s %s, %s, %s : %s", sign, real ? "f" : "i",
         real ? "ogt" : "sgt", element, zero, type);
  }
  new_name(g, number);
  line(g, "%s = arith.index_castui %s : i1 to index", number, sign);
  line(g, "tssa.list_append %s, %s : index, !tssa.list<index>", number, g->log);
  return true;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// What a cell holds, as a ref.
static item_t open_cell(generator_t *g, const item_t *cell) {
  item_t held = *cell, from = *cell;
  char zero[NAME_SIZE];
  index_constant(g, 0, zero);
  held.kind = ITEM_REF;
  item_t *item = add_like(g, &held);
  line(g, "%s = tssa.list_get %s[%s] : %s -> %s", item->name, from.name, zero,
       type_of(&from), type_of(item));
  return *item;
}

static void set_cell(generator_t *g, const item_t *cell, const item_t *ref) {
  char zero[NAME_SIZE];
  index_constant(g, 0, zero);
  line(g, "tssa.list_set %s, %s[%s] : %s, %s", ref->name, cell->name, zero,
       type_of(ref), type_of(cell));
}

static bool create_cell(generator_t *g) {
  const item_t *found = pick(g, ITEM_REF);
  if (!found || found->layout[0])
    return false;
  item_t ref = *found;
  // What has no static sizes may take any.
  if (may(g, FEATURE_DYNAMIC) && chance(g, 50)) {
    shape_t shape = ref.shape;
    for (int i = 0; i < shape.rank; ++i)
      shape.dims[i] = unknown(g);
    item_t *open = add_tensor(g, ITEM_REF, &shape);
    open->of_argument = ref.of_argument;
    line(g, "%s = view.of #view.alias %s : %s -> %s", open->name, ref.name,
         type_of(&ref), type_of(open));
    ref = *open;
  }
  item_t *cell = add_item(g, ITEM_CELL);
  cell->shape = ref.shape;
  cell->of_argument = ref.of_argument;
  line(g, "%s = tssa.list_create %s : (%s) -> %s", cell->name, ref.name,
       type_of(&ref), type_of(cell));
  return true;
}

/// `x = x[1:]` or `x.t_()`, which leaves the type as it is.
static void change_view(generator_t *g, const item_t *cell) {
  item_t from = *cell, ref = open_cell(g, &from);
  item_t changed = emit_view_of_same_type(g, &ref);
  set_cell(g, &from, &changed);
}

/// A tensor object: its contents change, or the view that it is.
bool emit_cell(generator_t *g) {
  const item_t *found = chance(g, 90) ? pick(g, ITEM_CELL) : NULL;
  mark(g, FEATURE_CELL);
  if (!found)
    return create_cell(g);
  item_t cell = *found;
  if (may(g, FEATURE_CELL_BRANCH) && chance(g, 60)) {
    bool inside = g->indent > 1;
    if (!inside && !may_nest(g))
      return false;
    mark(g, FEATURE_CELL_BRANCH);
    if (inside) {
      change_view(g, &cell);
      return true;
    }
    char name[NAME_SIZE];
    condition(g, name);
    line(g, "scf.if %s {", name);
    region_t region = region_begin(g);
    change_view(g, &cell);
    region_end(g, region);
    line(g, "}");
    return true;
  }
  item_t ref = open_cell(g, &cell);
  if (chance(g, 50)) {
    emit_update_of(g, &ref);
    return true;
  }
  // Inside a branch, the type of what a cell holds would depend on it.
  view_t view;
  if (g->indent > 1 || !draw_view(g, &ref, &view))
    return true;
  item_t *item = add_tensor(g, ITEM_REF, &view.shape);
  item_t changed = *item;
  line(g, "%s = view.of %s %s%s : %s -> %s", changed.name, view.kind.text,
       ref.name, operand_list(&view), type_of(&ref), type_of(&changed));
  text_free(&view.kind);
  set_cell(g, &cell, &changed);
  for (int i = 0; i < g->num_items; ++i)
    if (g->items[i].kind == ITEM_CELL &&
        strcmp(g->items[i].name, cell.name) == 0)
      g->items[i].shape = changed.shape;
  return true;
}

//===----------------------------------------------------------------------===//
// Growth
//===----------------------------------------------------------------------===//

bool emit_growth(generator_t *g) {
  const item_t *found = pick(g, ITEM_REF);
  int64_t count = draw(g, may(g, FEATURE_ZERO) ? 0 : 1, 24);
  if (!found)
    return false;
  mark(g, FEATURE_GROWTH);
  item_t from = *found, view = from;
  char needed[NAME_SIZE], offset[NAME_SIZE];
  index_constant(g, count, needed);
  new_name(g, offset);
  line(g, "%s = tssa.grow_storage %s, %s : %s", offset, from.name, needed,
       type_of(&from));
  view.shape.rank = 1;
  view.shape.dims[0] = fixed(count);
  view.layout[0] = '\0';
  view.contiguous = true;
  view.storage = -1;
  item_t ref = *add_like(g, &view);
  line(g, "%s = view.of #view.as_strided<[%lld], [1], ?> %s[%s] : %s -> %s",
       ref.name, (long long)count, from.name, offset, type_of(&from),
       type_of(&ref));
  if (chance(g, 70))
    emit_update_of(g, &ref);
  return true;
}
