// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chance, text, what is in scope, and indices.

#include "generator.h"
#include <stdarg.h>
#include <string.h>

int64_t draw(generator_t *g, int64_t low, int64_t high) {
  return tssa_random_integer(&g->random, low, high);
}

bool chance(generator_t *g, int percent) { return draw(g, 0, 99) < percent; }

int draw_weighted(generator_t *g, int count, const int *weights) {
  int total = 0;
  for (int i = 0; i < count; ++i)
    total += weights[i];
  if (total == 0)
    return -1;
  int64_t at = draw(g, 0, total - 1);
  for (int i = 0;; ++i) {
    at -= weights[i];
    if (at < 0)
      return i;
  }
}

bool may(const generator_t *g, feature_t feature) {
  return g->allowed & feature_bit(feature);
}

void mark(generator_t *g, feature_t feature) {
  g->used |= feature_bit(feature);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void line(generator_t *g, const char *format, ...) {
  char buffer[2048];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  text_printf(&g->text, "%*s%s\n", 2 * g->indent, "", buffer);
}

const char *element_name(element_t element) {
  static const char *const names[] = {"i1", "i32", "i64", "f32", "f64"};
  return names[element];
}

bool is_float(element_t element) { return element == F32 || element == F64; }

enum { TYPE_SIZE = 192, LIST_SIZE = 4 * TYPE_SIZE };

static char *next_buffer(void) {
  static char buffers[16][TYPE_SIZE];
  static int next;
  next = (next + 1) % 16;
  return buffers[next];
}

static char *next_list(void) {
  static char buffers[8][LIST_SIZE];
  static int next;
  next = (next + 1) % 8;
  buffers[next][0] = '\0';
  return buffers[next];
}

static const char *shaped_type(const char *head, const shape_t *shape,
                               const char *layout) {
  char *buffer = next_buffer();
  int length = snprintf(buffer, TYPE_SIZE, "%s<", head);
  for (int i = 0; i < shape->rank; ++i)
    length += shape->dims[i].size < 0
                  ? snprintf(buffer + length, TYPE_SIZE - (size_t)length, "?x")
                  : snprintf(buffer + length, TYPE_SIZE - (size_t)length,
                             "%lldx", (long long)shape->dims[i].size);
  snprintf(buffer + length, TYPE_SIZE - (size_t)length, "%s%s%s>",
           element_name(shape->element), layout[0] ? ", " : "", layout);
  return buffer;
}

const char *tensor_type(const shape_t *shape) {
  return shaped_type("tensor", shape, "");
}

const char *type_of(const item_t *item) {
  switch (item->kind) {
  case ITEM_REF:
    return shaped_type("!tssa.ref", &item->shape, item->layout);
  case ITEM_VALUE:
    return tensor_type(&item->shape);
  case ITEM_INDEX:
    return "index";
  case ITEM_BOOL:
    return "i1";
  case ITEM_LIST: {
    char *buffer = next_buffer();
    snprintf(buffer, TYPE_SIZE, "!tssa.list<%s>",
             shaped_type("!tssa.ref", &item->shape, item->layout));
    return buffer;
  }
  case ITEM_LISTS: {
    char *buffer = next_buffer();
    snprintf(buffer, TYPE_SIZE, "!tssa.list<!tssa.list<%s>>",
             shaped_type("!tssa.ref", &item->shape, item->layout));
    return buffer;
  }
  case ITEM_NUMBERS:
    return "!tssa.list<index>";
  case ITEM_CELL:
    return "!tssa.list<!tssa.any_ref>";
  }
  return "";
}

static void append_to_list(char *list, const char *text) {
  snprintf(list + strlen(list), LIST_SIZE - strlen(list), "%s%s",
           list[0] ? ", " : "", text);
}

const char *names_of(int count, const item_t *items) {
  char *list = next_list();
  for (int i = 0; i < count; ++i)
    append_to_list(list, items[i].name);
  return list;
}

const char *types_of(int count, const item_t *items) {
  char *list = next_list();
  for (int i = 0; i < count; ++i)
    append_to_list(list, type_of(&items[i]));
  return list;
}

//===----------------------------------------------------------------------===//
// Scope
//===----------------------------------------------------------------------===//

void new_name(generator_t *g, char *name) {
  snprintf(name, NAME_SIZE, "%%%d", g->next_name++);
}

/// Indices are made with every statement, so some room is kept for them.
bool has_room(const generator_t *g) { return g->num_items < MAX_ITEMS - 40; }

item_t *add_item(generator_t *g, item_kind_t kind) {
  // The last one gives way where there is no room: it is only not seen again.
  if (g->num_items == MAX_ITEMS)
    --g->num_items;
  item_t *item = &g->items[g->num_items++];
  *item = (item_t){.kind = kind, .storage = -1};
  new_name(g, item->name);
  return item;
}

item_t *add_tensor(generator_t *g, item_kind_t kind, const shape_t *shape) {
  item_t *item = add_item(g, kind);
  item->shape = *shape;
  if (shape->rank == 0 && may(g, FEATURE_RANK0))
    mark(g, FEATURE_RANK0);
  static const feature_t elements[] = {FEATURE_BOOL, FEATURE_I32, FEATURE_I64,
                                       FEATURE_F32, FEATURE_F64};
  mark(g, elements[shape->element]);
  for (int i = 0; i < shape->rank; ++i) {
    if (shape->dims[i].size < 0)
      mark(g, FEATURE_DYNAMIC);
    if (shape->dims[i].size == 0)
      mark(g, FEATURE_ZERO);
  }
  return item;
}

item_t *add_like(generator_t *g, const item_t *like) {
  item_t from = *like;
  forget_sizes(g, &from.shape);
  bool is_tensor = from.kind == ITEM_REF || from.kind == ITEM_VALUE;
  item_t *item = is_tensor ? add_tensor(g, from.kind, &from.shape)
                           : add_item(g, from.kind);
  item->shape = from.shape;
  item->of_argument = from.of_argument;
  strcpy(item->layout, from.layout);
  return item;
}

static bool accept_any(const item_t *item, const item_t *like) {
  (void)item;
  (void)like;
  return true;
}

const item_t *pick(generator_t *g, item_kind_t kind) {
  return pick_like(g, kind, NULL, accept_any);
}

const item_t *pick_like(generator_t *g, item_kind_t kind, const item_t *like,
                        accept_t accept) {
  int found[MAX_ITEMS], count = 0;
  for (int i = 0; i < g->num_items; ++i)
    if (g->items[i].kind == kind && accept(&g->items[i], like))
      found[count++] = i;
  if (count == 0)
    return NULL;
  int64_t first = count > 4 && chance(g, 50) ? count - 4 : 0;
  return &g->items[found[draw(g, first, count - 1)]];
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

extent_t fixed(int64_t size) { return (extent_t){size, 0}; }

extent_t unknown(generator_t *g) { return (extent_t){-1, ++g->next_symbol}; }

bool same_extent(extent_t a, extent_t b) {
  return a.size == b.size && (a.size >= 0 || a.symbol == b.symbol);
}

bool same_shape(const shape_t *a, const shape_t *b) {
  if (a->element != b->element || a->rank != b->rank)
    return false;
  for (int i = 0; i < a->rank; ++i)
    if (!same_extent(a->dims[i], b->dims[i]))
      return false;
  return true;
}

bool same_type(const item_t *a, const item_t *b) {
  if (a->kind != b->kind || a->shape.element != b->shape.element ||
      a->shape.rank != b->shape.rank || strcmp(a->layout, b->layout) != 0)
    return false;
  for (int i = 0; i < a->shape.rank; ++i)
    if (a->shape.dims[i].size != b->shape.dims[i].size)
      return false;
  return true;
}

bool has_shape_of(const item_t *item, const item_t *like) {
  return same_shape(&item->shape, &like->shape);
}

void forget_sizes(generator_t *g, shape_t *shape) {
  for (int i = 0; i < shape->rank; ++i)
    if (shape->dims[i].size < 0)
      shape->dims[i] = unknown(g);
}

int64_t element_count(const shape_t *shape) {
  int64_t count = 1;
  for (int i = 0; i < shape->rank; ++i) {
    if (shape->dims[i].size < 0)
      return -1;
    count *= shape->dims[i].size;
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Indices and conditions
//===----------------------------------------------------------------------===//

void index_constant(generator_t *g, int64_t value, char *name) {
  new_name(g, name);
  line(g, "%s = arith.constant %lld : index", name, (long long)value);
}

void index_of_extent(generator_t *g, extent_t extent, char *name) {
  if (extent.size >= 0) {
    index_constant(g, extent.size, name);
    return;
  }
  for (int i = g->num_items - 1; i >= 0; --i) {
    const item_t *item = &g->items[i];
    if (item->kind != ITEM_REF && item->kind != ITEM_VALUE)
      continue;
    for (int d = 0; d < item->shape.rank; ++d) {
      if (!same_extent(item->shape.dims[d], extent))
        continue;
      if (item->kind == ITEM_REF) {
        new_name(g, name);
        line(g, "%s = tssa.dim %s, %d : %s", name, item->name, d,
             type_of(item));
      } else {
        char dim[NAME_SIZE];
        index_constant(g, d, dim);
        new_name(g, name);
        line(g, "%s = tensor.dim %s, %s : %s", name, item->name, dim,
             type_of(item));
      }
      return;
    }
  }
  // Whatever had the size is out of scope; any size is well typed.
  index_constant(g, 1, name);
}

static bool is_below(const item_t *item, const item_t *like) {
  extent_t limit = like->below;
  if (item->below.size >= 0 && limit.size >= 0)
    return item->below.size > 0 && item->below.size <= limit.size;
  return item->below.size < 0 && same_extent(item->below, limit);
}

void index_any(generator_t *g, char *name) {
  const item_t *item = chance(g, 50) ? pick(g, ITEM_INDEX) : NULL;
  if (item)
    strcpy(name, item->name);
  else
    index_constant(g, draw(g, -3, 5), name);
}

void index_into(generator_t *g, extent_t extent, char *name) {
  if (may(g, FEATURE_ERRORS) && chance(g, 20)) {
    mark(g, FEATURE_ERRORS);
    index_any(g, name);
    return;
  }
  item_t like = {.below = extent};
  const item_t *item =
      chance(g, 70) ? pick_like(g, ITEM_INDEX, &like, is_below) : NULL;
  if (item)
    strcpy(name, item->name);
  else if (extent.size > 0)
    index_constant(g, draw(g, -extent.size, extent.size - 1), name);
  else
    index_constant(g, chance(g, 80) ? 0 : -1, name);
}

void condition(generator_t *g, char *name) {
  const item_t *item = chance(g, 40) ? pick(g, ITEM_BOOL) : NULL;
  if (item) {
    strcpy(name, item->name);
    return;
  }
  static const char *const predicates[] = {"eq", "ne", "slt", "sge"};
  char a[NAME_SIZE], b[NAME_SIZE];
  index_any(g, a);
  index_constant(g, draw(g, 0, 2), b);
  new_name(g, name);
  line(g, "%s = arith.cmpi %s, %s, %s : index", name, predicates[draw(g, 0, 3)],
       a, b);
}
