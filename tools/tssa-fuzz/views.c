// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random views: every kind, with numbers in the kind and with operands, alone
// and in paths.

#include "generator.h"
#include <string.h>

static void add_operand(view_t *view, const char *name) {
  strcpy(view->operands[view->num_operands++], name);
}

static bool may_use_operand(generator_t *g, const view_t *view) {
  return may(g, FEATURE_OPERANDS) && view->num_operands + 3 < MAX_OPERANDS &&
         chance(g, 35);
}

/// Whether a number of a kind is an operand instead, which then is there.
static bool make_operand(generator_t *g, view_t *view, int64_t number) {
  if (!may_use_operand(g, view))
    return false;
  char index[NAME_SIZE];
  index_constant(g, number, index);
  add_operand(view, index);
  return true;
}

/// The place of a number that is an operand.
enum { OPERAND = -2 };

static void remove_dim(shape_t *shape, int dim) {
  for (int i = dim; i + 1 < shape->rank; ++i)
    shape->dims[i] = shape->dims[i + 1];
  --shape->rank;
}

static void insert_dim(shape_t *shape, int dim, extent_t extent) {
  for (int i = shape->rank; i > dim; --i)
    shape->dims[i] = shape->dims[i - 1];
  shape->dims[dim] = extent;
  ++shape->rank;
}

/// Whether rows of dimension 0 are without gaps, so that taking some of them
/// leaves a row-major view.
static bool only_ones_before(const shape_t *shape, int dim) {
  for (int i = 0; i < dim; ++i)
    if (shape->dims[i].size != 1)
      return false;
  return true;
}

/// Appends numbers in brackets, `?` for operands.
static void append_sizes(text_t *text, int count, const int64_t *sizes) {
  text_printf(text, "[");
  for (int i = 0; i < count; ++i) {
    text_printf(text, "%s", i ? ", " : "");
    if (sizes[i] == OPERAND)
      text_printf(text, "?");
    else
      text_printf(text, "%lld", (long long)sizes[i]);
  }
  text_printf(text, "]");
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

static bool draw_alias(generator_t *g, const item_t *source, view_t *view) {
  (void)g;
  (void)source;
  text_printf(&view->kind, "#view.alias");
  return true;
}

static bool draw_select(generator_t *g, const item_t *source, view_t *view) {
  if (source->shape.rank == 0)
    return false;
  int dim = (int)draw(g, 0, source->shape.rank - 1);
  extent_t extent = source->shape.dims[dim];
  if (extent.size == 0 && !(may(g, FEATURE_ERRORS) && chance(g, 10)))
    return false;
  if (extent.size <= 0 || may_use_operand(g, view)) {
    char index[NAME_SIZE];
    // A constant in the kind is fine for a dynamic dimension too.
    if (extent.size < 0 && chance(g, 25)) {
      text_printf(&view->kind, "#view.select<%d, 0>", dim);
    } else {
      index_into(g, extent, index);
      text_printf(&view->kind, "#view.select<%d, ?>", dim);
      add_operand(view, index);
    }
  } else {
    text_printf(&view->kind, "#view.select<%d, %lld>", dim,
                (long long)draw(g, 0, extent.size - 1));
  }
  view->contiguous &= only_ones_before(&source->shape, dim);
  remove_dim(&view->shape, dim);
  return true;
}

/// Where a raw bound of a slice ends up.
static int64_t clamp_bound(int64_t bound, int64_t size) {
  if (bound < 0)
    bound += size;
  return bound < 0 ? 0 : bound > size ? size : bound;
}

static bool draw_slice(generator_t *g, const item_t *source, view_t *view) {
  if (source->shape.rank == 0)
    return false;
  int dim = (int)draw(g, 0, source->shape.rank - 1);
  extent_t extent = source->shape.dims[dim];
  int64_t step = chance(g, 65) ? 1 : draw(g, 2, 3);
  int64_t limit = extent.size < 0 ? 5 : extent.size;
  int64_t start = chance(g, 20) ? draw(g, -limit - 1, limit + 1)
                                : draw(g, 0, limit > 2 ? limit / 2 : 1);
  int64_t end = chance(g, 20)   ? draw(g, -limit - 1, limit + 2)
                : chance(g, 40) ? INT64_MAX
                                : start + draw(g, 1, 3);
  bool zero = may(g, FEATURE_ZERO);
  bool any_start = may_use_operand(g, view), any_end = may_use_operand(g, view);
  text_printf(&view->kind, "#view.slice<%d, ", dim);
  for (int i = 0; i < 2; ++i) {
    char index[NAME_SIZE];
    if (i ? any_end : any_start) {
      if (i && chance(g, 40))
        index_of_extent(g, extent, index);
      else
        index_any(g, index);
      text_printf(&view->kind, "?");
      add_operand(view, index);
    } else {
      text_printf(&view->kind, "%lld", (long long)(i ? end : start));
    }
    text_printf(&view->kind, i ? " : %lld>" : " : ", (long long)step);
  }
  view->contiguous &= step == 1 && only_ones_before(&source->shape, dim);
  if (any_start || any_end || extent.size < 0) {
    view->shape.dims[dim] = unknown(g);
    return true;
  }
  int64_t first = clamp_bound(start, extent.size);
  int64_t last = clamp_bound(end, extent.size);
  int64_t size = last > first ? (last - first + step - 1) / step : 0;
  view->shape.dims[dim] = fixed(size);
  return size > 0 || zero;
}

static bool draw_permute(generator_t *g, const item_t *source, view_t *view) {
  int rank = source->shape.rank;
  if (rank < 2)
    return false;
  int64_t order[MAX_DIMS];
  for (int i = 0; i < rank; ++i)
    order[i] = i;
  for (int i = rank - 1; i > 0; --i) {
    int j = (int)draw(g, 0, i);
    int64_t held = order[i];
    order[i] = order[j];
    order[j] = held;
  }
  for (int i = 0; i < rank; ++i) {
    view->shape.dims[i] = source->shape.dims[order[i]];
    view->contiguous &= order[i] == i;
  }
  text_printf(&view->kind, "#view.permute<");
  append_sizes(&view->kind, rank, order);
  text_printf(&view->kind, ">");
  return true;
}

static bool draw_expand(generator_t *g, const item_t *source, view_t *view) {
  int rank = source->shape.rank, added = chance(g, 30) && rank < 3;
  int64_t sizes[MAX_DIMS + 1];
  bool repeats = added;
  for (int i = 0; i < rank; ++i)
    repeats |= source->shape.dims[i].size == 1;
  if (!repeats)
    return false;
  if (added)
    insert_dim(&view->shape, 0, fixed(1));
  for (int i = 0; i < rank + added; ++i) {
    sizes[i] = -1;
    bool is_new = added && i == 0;
    if (view->shape.dims[i].size != 1 || (!is_new && chance(g, 25)))
      continue;
    sizes[i] = draw(g, may(g, FEATURE_ZERO) ? 0 : 1, 3);
    view->shape.dims[i] = fixed(sizes[i]);
    if (!make_operand(g, view, sizes[i]))
      continue;
    sizes[i] = OPERAND;
    view->shape.dims[i] = unknown(g);
  }
  view->contiguous = false;
  text_printf(&view->kind, "#view.expand<");
  append_sizes(&view->kind, rank + added, sizes);
  text_printf(&view->kind, ">");
  return true;
}

static bool draw_squeeze(generator_t *g, const item_t *source, view_t *view) {
  int ones[MAX_DIMS], count = 0;
  for (int i = 0; i < source->shape.rank; ++i)
    if (source->shape.dims[i].size == 1 ||
        (source->shape.dims[i].size < 0 && may(g, FEATURE_ERRORS) &&
         chance(g, 5)))
      ones[count++] = i;
  if (count == 0)
    return false;
  int dim = ones[draw(g, 0, count - 1)];
  if (source->shape.dims[dim].size < 0)
    mark(g, FEATURE_ERRORS);
  remove_dim(&view->shape, dim);
  text_printf(&view->kind, "#view.squeeze<%d>", dim);
  return true;
}

static bool draw_unsqueeze(generator_t *g, const item_t *source, view_t *view) {
  if (source->shape.rank >= 4)
    return false;
  int dim = (int)draw(g, 0, source->shape.rank);
  insert_dim(&view->shape, dim, fixed(1));
  text_printf(&view->kind, "#view.unsqueeze<%d>", dim);
  return true;
}

/// The product of all sizes of a shape, computed in the program.
static void index_of_count(generator_t *g, const shape_t *shape, char *name) {
  index_of_extent(g, shape->dims[0], name);
  for (int i = 1; i < shape->rank; ++i) {
    char factor[NAME_SIZE], product[NAME_SIZE];
    index_of_extent(g, shape->dims[i], factor);
    new_name(g, product);
    line(g, "%s = arith.muli %s, %s : index", product, name, factor);
    strcpy(name, product);
  }
}

static bool draw_reshape(generator_t *g, const item_t *source, view_t *view) {
  int64_t count = element_count(&source->shape);
  int rank = source->shape.rank;
  if (!view->contiguous && !chance(g, may(g, FEATURE_ERRORS) ? 30 : 6))
    return false;
  if (!view->contiguous)
    mark(g, FEATURE_ERRORS);
  int64_t sizes[MAX_DIMS];
  int new_rank = 0;
  if (count < 0) {
    // All dimensions as one, perhaps with one of size 1 beside it.
    char index[NAME_SIZE];
    if (chance(g, 30)) {
      sizes[new_rank] = 1;
      view->shape.dims[new_rank++] = fixed(1);
    }
    index_of_count(g, &source->shape, index);
    add_operand(view, index);
    sizes[new_rank] = OPERAND;
    view->shape.dims[new_rank++] =
        rank == 1 ? source->shape.dims[0] : unknown(g);
  } else if (count == 0) {
    sizes[new_rank] = 0;
    view->shape.dims[new_rank++] = fixed(0);
  } else {
    int wanted = (int)draw(g, 1, 3);
    int64_t rest = count;
    while (new_rank + 1 < wanted) {
      int64_t factor = draw(g, 1, 4);
      if (rest % factor != 0)
        factor = 1;
      sizes[new_rank] = factor;
      view->shape.dims[new_rank++] = fixed(factor);
      rest /= factor;
    }
    sizes[new_rank] = rest;
    view->shape.dims[new_rank++] = fixed(rest);
  }
  view->shape.rank = new_rank;
  text_printf(&view->kind, "#view.reshape<");
  append_sizes(&view->kind, new_rank, sizes);
  text_printf(&view->kind, ">");
  return true;
}

static bool draw_diagonal(generator_t *g, const item_t *source, view_t *view) {
  int rank = source->shape.rank;
  if (rank < 2)
    return false;
  int dim1 = (int)draw(g, 0, rank - 1), dim2 = (int)draw(g, 0, rank - 2);
  dim2 += dim2 >= dim1;
  int64_t offset = chance(g, 50) ? 0 : draw(g, -2, 2);
  extent_t a = source->shape.dims[dim1], b = source->shape.dims[dim2];
  remove_dim(&view->shape, dim1 > dim2 ? dim1 : dim2);
  remove_dim(&view->shape, dim1 > dim2 ? dim2 : dim1);
  extent_t length;
  if (may_use_operand(g, view)) {
    char index[NAME_SIZE];
    index_any(g, index);
    add_operand(view, index);
    text_printf(&view->kind, "#view.diagonal<?, %d, %d>", dim1, dim2);
    length = unknown(g);
  } else {
    text_printf(&view->kind, "#view.diagonal<%lld, %d, %d>", (long long)offset,
                dim1, dim2);
    int64_t rows = a.size + (offset < 0 ? offset : 0);
    int64_t columns = b.size - (offset > 0 ? offset : 0);
    int64_t size = rows < columns ? rows : columns;
    length = a.size < 0 || b.size < 0 ? unknown(g) : fixed(size < 0 ? 0 : size);
  }
  view->shape.dims[view->shape.rank++] = length;
  view->contiguous = false;
  return length.size != 0 || may(g, FEATURE_ZERO);
}

static bool draw_unfold(generator_t *g, const item_t *source, view_t *view) {
  int rank = source->shape.rank;
  if (rank == 0 || rank > 3)
    return false;
  int dim = (int)draw(g, 0, rank - 1);
  extent_t extent = source->shape.dims[dim];
  if (extent.size == 0)
    return false;
  // Windows that fit a dimension whose size is not known are a matter of luck.
  int64_t size = draw(g, 1, extent.size < 0 ? 2 : extent.size);
  int64_t step = draw(g, 1, 3);
  extent_t windows =
      extent.size < 0 ? unknown(g) : fixed((extent.size - size) / step + 1);
  extent_t window = fixed(size);
  text_printf(&view->kind, "#view.unfold<%d, ", dim);
  if (make_operand(g, view, size)) {
    text_printf(&view->kind, "?, ");
    windows = unknown(g);
    window = unknown(g);
  } else {
    text_printf(&view->kind, "%lld, ", (long long)size);
  }
  if (make_operand(g, view, step)) {
    text_printf(&view->kind, "?>");
    windows = unknown(g);
  } else {
    text_printf(&view->kind, "%lld>", (long long)step);
  }
  view->shape.dims[dim] = windows;
  view->shape.dims[view->shape.rank++] = window;
  view->contiguous = false;
  return true;
}

static bool draw_as_strided(generator_t *g, const item_t *source,
                            view_t *view) {
  int64_t storage = source->storage;
  if (source->kind != ITEM_REF ||
      (source->of_argument && !may(g, FEATURE_AS_STRIDED_ARGUMENT)))
    return false;
  // Beyond the elements there may be storage, or an error.
  if (may(g, FEATURE_ERRORS) && storage < 0)
    storage = draw(g, 1, 8);
  else if (may(g, FEATURE_ERRORS) && storage > 0 && chance(g, 10))
    storage += draw(g, 1, 3);
  if (storage <= 0)
    return false;
  if (source->of_argument)
    mark(g, FEATURE_AS_STRIDED_ARGUMENT);
  int rank = (int)draw(g, 0, 3);
  int64_t sizes[MAX_DIMS], strides[MAX_DIMS], last = 0;
  for (int i = 0; i < rank; ++i) {
    sizes[i] = draw(g, 1, 4);
    strides[i] = chance(g, 10) ? 0 : draw(g, 1, 6);
    while (sizes[i] > 1 && last + (sizes[i] - 1) * strides[i] >= storage)
      --sizes[i];
    last += (sizes[i] - 1) * strides[i];
  }
  int64_t offset = draw(g, 0, storage - 1 - last);
  view->shape.rank = rank;
  for (int i = 0; i < rank; ++i) {
    view->shape.dims[i] = fixed(sizes[i]);
    if (!make_operand(g, view, sizes[i]))
      continue;
    view->shape.dims[i] = unknown(g);
    sizes[i] = OPERAND;
  }
  for (int i = 0; i < rank; ++i)
    if (make_operand(g, view, strides[i]))
      strides[i] = OPERAND;
  text_printf(&view->kind, "#view.as_strided<");
  append_sizes(&view->kind, rank, sizes);
  text_printf(&view->kind, ", ");
  append_sizes(&view->kind, rank, strides);
  if (make_operand(g, view, offset))
    text_printf(&view->kind, ", ?>");
  else
    text_printf(&view->kind, ", %lld>", (long long)offset);
  view->contiguous = false;
  return true;
}

static int width(element_t element) {
  return element == I32 || element == F32 ? 4 : 8;
}

static bool draw_bitcast(generator_t *g, const item_t *source, view_t *view) {
  element_t from = source->shape.element;
  if (from == BOOL)
    return false;
  element_t to = (element_t)draw(g, I32, F64);
  if (from == to)
    return false;
  if (width(from) != width(to)) {
    if (source->shape.rank == 0 || !view->contiguous)
      return false;
    // Which strides an empty tensor has is nobody's business.
    extent_t *last = &view->shape.dims[source->shape.rank - 1];
    if (element_count(&source->shape) <= 0 ||
        (width(to) == 8 && last->size % 2 != 0))
      return false;
    last->size = width(to) == 8 ? last->size / 2 : last->size * 2;
  }
  view->shape.element = to;
  text_printf(&view->kind, "#view.bitcast<%s>", element_name(to));
  return true;
}

//===----------------------------------------------------------------------===//
// Any kind
//===----------------------------------------------------------------------===//

typedef bool (*draw_kind_t)(generator_t *, const item_t *, view_t *);

static const struct {
  feature_t feature;
  draw_kind_t draw;
  int weight;
} kinds[] = {
    {FEATURE_ALIAS, draw_alias, 2},
    {FEATURE_SELECT, draw_select, 6},
    {FEATURE_SLICE, draw_slice, 6},
    {FEATURE_PERMUTE, draw_permute, 4},
    {FEATURE_EXPAND, draw_expand, 4},
    {FEATURE_SQUEEZE, draw_squeeze, 5},
    {FEATURE_UNSQUEEZE, draw_unsqueeze, 3},
    {FEATURE_RESHAPE, draw_reshape, 6},
    {FEATURE_DIAGONAL, draw_diagonal, 4},
    {FEATURE_UNFOLD, draw_unfold, 3},
    {FEATURE_AS_STRIDED, draw_as_strided, 10},
    {FEATURE_BITCAST, draw_bitcast, 4},
};

enum { NUM_KINDS = sizeof kinds / sizeof *kinds };

/// Applies one random kind after those that `view` holds already.
static bool extend(generator_t *g, const item_t *source, view_t *view) {
  int weights[NUM_KINDS];
  for (int i = 0; i < NUM_KINDS; ++i)
    weights[i] = may(g, kinds[i].feature) ? kinds[i].weight : 0;
  int chosen = draw_weighted(g, NUM_KINDS, weights);
  if (chosen < 0 || !kinds[chosen].draw(g, source, view))
    return false;
  mark(g, kinds[chosen].feature);
  return true;
}

bool draw_view(generator_t *g, const item_t *source, view_t *view) {
  item_t at = *source;
  *view = (view_t){.shape = at.shape, .contiguous = at.contiguous};
  int members = may(g, FEATURE_PATH) && chance(g, 20) ? (int)draw(g, 2, 3) : 1;
  if (members > 1) {
    mark(g, FEATURE_PATH);
    text_printf(&view->kind, "#view.path<[");
  }
  for (int i = 0; i < members; ++i) {
    if (i > 0)
      text_printf(&view->kind, ", ");
    if (!extend(g, &at, view)) {
      text_free(&view->kind);
      return false;
    }
    at.shape = view->shape;
    at.contiguous = view->contiguous;
  }
  if (members > 1)
    text_printf(&view->kind, "]>");
  if (view->num_operands)
    mark(g, FEATURE_OPERANDS);
  // A type may know less than the kind.
  if (may(g, FEATURE_DYNAMIC) && view->shape.rank > 0 && chance(g, 4))
    view->shape.dims[draw(g, 0, view->shape.rank - 1)] = unknown(g);
  return true;
}

const char *operand_list(const view_t *view) {
  static char buffers[4][MAX_OPERANDS * (NAME_SIZE + 2) + 4];
  static int next;
  char *buffer = buffers[next = (next + 1) % 4];
  buffer[0] = '\0';
  for (int i = 0; i < view->num_operands; ++i) {
    strcat(buffer, i ? ", " : "[");
    strcat(buffer, view->operands[i]);
  }
  if (view->num_operands)
    strcat(buffer, "]");
  return buffer;
}

static const item_t *add_view(generator_t *g, const item_t *source,
                              view_t *view) {
  item_t from = *source;
  item_t *item = add_tensor(g, ITEM_REF, &view->shape);
  item->contiguous = view->contiguous;
  // `as_strided` counts in elements, so a recast forgets how many there are.
  item->storage = from.shape.element == view->shape.element ? from.storage : -1;
  item->of_argument = from.of_argument;
  line(g, "%s = view.of %s %s%s : %s -> %s", item->name, view->kind.text,
       from.name, operand_list(view), type_of(&from), type_of(item));
  text_free(&view->kind);
  return item;
}

bool emit_view(generator_t *g) {
  const item_t *source = pick(g, ITEM_REF);
  view_t view;
  if (!source || !draw_view(g, source, &view))
    return false;
  add_view(g, source, &view);
  return true;
}

item_t emit_row(generator_t *g, const item_t *source, const char *index) {
  item_t from = *source;
  mark(g, FEATURE_SELECT);
  view_t view = {.shape = from.shape, .contiguous = from.contiguous};
  text_printf(&view.kind, "#view.select<0, ?>");
  add_operand(&view, index);
  remove_dim(&view.shape, 0);
  return *add_view(g, &from, &view);
}

item_t emit_view_of_same_type(generator_t *g, const item_t *source) {
  item_t from = *source;
  if (from.layout[0] || from.shape.rank == 0)
    return from;
  view_t view = {.shape = from.shape, .contiguous = from.contiguous};
  int dim = (int)draw(g, 0, from.shape.rank - 1);
  if (from.shape.dims[dim].size < 0 && may(g, FEATURE_SLICE) && chance(g, 60)) {
    mark(g, FEATURE_SLICE);
    text_printf(&view.kind, "#view.slice<%d, %lld : %lld : 1>", dim,
                (long long)draw(g, 0, 1), (long long)INT64_MAX);
    view.shape.dims[dim] = unknown(g);
    view.contiguous &= only_ones_before(&from.shape, dim);
    return *add_view(g, &from, &view);
  }
  for (int i = 0; i + 1 < from.shape.rank; ++i) {
    if (from.shape.dims[i].size != from.shape.dims[i + 1].size ||
        !may(g, FEATURE_PERMUTE))
      continue;
    mark(g, FEATURE_PERMUTE);
    int64_t order[MAX_DIMS];
    for (int d = 0; d < from.shape.rank; ++d)
      order[d] = d == i ? i + 1 : d == i + 1 ? i : d;
    text_printf(&view.kind, "#view.permute<");
    append_sizes(&view.kind, from.shape.rank, order);
    text_printf(&view.kind, ">");
    view.shape.dims[i] = from.shape.dims[i + 1];
    view.shape.dims[i + 1] = from.shape.dims[i];
    view.contiguous = false;
    return *add_view(g, &from, &view);
  }
  return from;
}
