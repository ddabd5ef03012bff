// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values: reads, writes, allocations, arithmetic.

#include "generator.h"
#include <string.h>

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// A number and its type, fit for elements of `element`.
static const char *number(generator_t *g, element_t element, char *name) {
  static const char *const floats[] = {"0.0",  "1.0", "-1.0", "0.5",
                                       "-2.5", "3.0", "0.1"};
  new_name(g, name);
  switch (element) {
  case BOOL:
    line(g, "%s = arith.constant %s", name, chance(g, 50) ? "true" : "false");
    return "i1";
  case I32:
  case I64:
    line(g, "%s = arith.constant %lld : i64", name, (long long)draw(g, -3, 5));
    return "i64";
  case F32:
  case F64:
    break;
  }
  line(g, "%s = arith.constant %s : f64", name, floats[draw(g, 0, 6)]);
  return "f64";
}

/// Values that are bits to some view must keep them: arithmetic that makes a
/// NaN may make any.
static bool keeps_bits(const generator_t *g) { return may(g, FEATURE_BITCAST); }

/// Integers that are computed may be the bits of a NaN that traps, which float
/// arithmetic changes: one of both is only moved.
static bool only_moves(const generator_t *g, element_t element) {
  return keeps_bits(g) && element != BOOL &&
         is_float(element) == g->moves_floats;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static item_t add_value(generator_t *g, const shape_t *shape) {
  return *add_tensor(g, ITEM_VALUE, shape);
}

static item_t full(generator_t *g, const shape_t *shape) {
  char value[NAME_SIZE], sizes[MAX_DIMS * (NAME_SIZE + 2) + 4] = "";
  const char *type = number(g, shape->element, value);
  for (int i = 0; i < shape->rank; ++i) {
    if (shape->dims[i].size >= 0)
      continue;
    char size[NAME_SIZE];
    index_of_extent(g, shape->dims[i], size);
    strcat(sizes, sizes[0] ? ", " : "[");
    strcat(sizes, size);
  }
  if (sizes[0])
    strcat(sizes, "]");
  item_t item = add_value(g, shape);
  line(g, "%s = tssa.full %s%s : %s -> %s", item.name, value, sizes, type,
       tensor_type(shape));
  return item;
}

/// Whether all elements of `item` can be an operand beside `like` without
/// changing the type of the result: equal sizes, or ones that repeat.
static bool broadcasts_into(const item_t *item, const item_t *like) {
  const shape_t *from = &item->shape, *to = &like->shape;
  if (from->element != to->element || from->rank > to->rank)
    return false;
  for (int i = 1; i <= from->rank; ++i) {
    extent_t a = from->dims[from->rank - i], b = to->dims[to->rank - i];
    if (!same_extent(a, b) && a.size != 1)
      return false;
  }
  return true;
}

item_t value_of_shape(generator_t *g, const shape_t *shape) {
  item_t like = {.kind = ITEM_VALUE, .shape = *shape};
  const item_t *found =
      chance(g, 65) ? pick_like(g, ITEM_VALUE, &like, has_shape_of) : NULL;
  if (found)
    return *found;
  found = chance(g, 60) ? pick_like(g, ITEM_REF, &like, has_shape_of) : NULL;
  if (found)
    return emit_read_of(g, found);
  return full(g, shape);
}

static item_t unary(generator_t *g, const item_t *value) {
  static const char *const floats[] = {"neg",  "abs",   "relu",    "floor",
                                       "sqrt", "exp",   "sigmoid", "tanh",
                                       "sign", "square"};
  static const char *const integers[] = {"neg", "abs", "sign", "bitwise_not",
                                         "square"};
  element_t element = value->shape.element;
  const char *op = "logical_not";
  if (is_float(element))
    op = floats[draw(g, 0, keeps_bits(g) ? 2 : 9)];
  else if (element != BOOL)
    op = integers[draw(g, 0, 4)];
  item_t from = *value, item = add_value(g, &value->shape);
  line(g, "%s = tssa.%s %s : %s -> %s", item.name, op, from.name,
       tensor_type(&from.shape), tensor_type(&from.shape));
  return item;
}

static const char *binary_op(generator_t *g, element_t element) {
  static const char *const floats[] = {"maximum", "minimum", "add", "sub",
                                       "mul",     "add",     "mul", "div"};
  static const char *const integers[] = {
      "add", "sub", "mul", "maximum", "minimum", "bitwise_xor", "bitwise_and"};
  static const char *const bools[] = {"logical_and", "logical_or",
                                      "logical_xor"};
  if (element == BOOL)
    return bools[draw(g, 0, 2)];
  if (is_float(element))
    return floats[draw(g, 0, keeps_bits(g) ? 1 : 7)];
  return integers[draw(g, 0, 6)];
}

/// With a number, or `by_value` perhaps with another value.
static item_t binary(generator_t *g, const item_t *value, bool by_value) {
  item_t from = *value;
  const char *op = binary_op(g, from.shape.element);
  const item_t *found = by_value && chance(g, 60)
                            ? pick_like(g, ITEM_VALUE, &from, broadcasts_into)
                            : NULL;
  if (found) {
    item_t other = *found, item = add_value(g, &from.shape);
    bool swap = chance(g, 40);
    const item_t *a = swap ? &other : &from, *b = swap ? &from : &other;
    line(g, "%s = tssa.%s %s, %s : (%s, %s) -> %s", item.name, op, a->name,
         b->name, tensor_type(&a->shape), tensor_type(&b->shape),
         tensor_type(&from.shape));
    return item;
  }
  char value_name[NAME_SIZE];
  const char *type = number(g, from.shape.element, value_name);
  // Arithmetic without a use may go with its error, a check never does.
  if (!is_float(from.shape.element) && from.shape.element != BOOL &&
      may(g, FEATURE_ERRORS) && chance(g, 30)) {
    mark(g, FEATURE_ERRORS);
    op = chance(g, 50) ? "floor_divide" : "remainder";
    char divisor[NAME_SIZE];
    new_name(g, divisor);
    line(g, "%s = tssa.check_nonzero %s : i64", divisor, value_name);
    strcpy(value_name, divisor);
  }
  item_t item = add_value(g, &from.shape);
  line(g, "%s = tssa.%s %s, %s : (%s, %s) -> %s", item.name, op, from.name,
       value_name, tensor_type(&from.shape), type, tensor_type(&from.shape));
  return item;
}

/// `where(compare(value, other), value, number)`.
static item_t where(generator_t *g, const item_t *value) {
  static const char *const compares[] = {"lt", "ge", "eq", "ne"};
  item_t from = *value, other = value_of_shape(g, &from.shape);
  shape_t mask = from.shape;
  mask.element = BOOL;
  item_t condition = add_value(g, &mask);
  line(g, "%s = tssa.%s %s, %s : (%s, %s) -> %s", condition.name,
       compares[draw(g, 0, 3)], from.name, other.name, tensor_type(&from.shape),
       tensor_type(&from.shape), tensor_type(&mask));
  bool by_number = chance(g, 50) && from.shape.element != BOOL;
  char name[NAME_SIZE];
  const char *type = tensor_type(&from.shape);
  if (by_number)
    type = number(g, from.shape.element, name);
  else
    strcpy(name, other.name);
  item_t item = add_value(g, &from.shape);
  line(g, "%s = tssa.where %s, %s, %s : (%s, %s, %s) -> %s", item.name,
       condition.name, from.name, name, tensor_type(&mask),
       tensor_type(&from.shape), type, tensor_type(&from.shape));
  return item;
}

/// A value of another element type brought to this one.
static bool convert(generator_t *g, const item_t *value, item_t *out_item) {
  shape_t other = value->shape;
  other.element = (element_t)draw(g, BOOL, F64);
  if (other.element == value->shape.element ||
      (keeps_bits(g) &&
       (is_float(other.element) || is_float(value->shape.element))))
    return false;
  static const feature_t elements[] = {FEATURE_BOOL, FEATURE_I32, FEATURE_I64,
                                       FEATURE_F32, FEATURE_F64};
  if (!may(g, elements[other.element]))
    return false;
  shape_t shape = value->shape;
  item_t from = value_of_shape(g, &other);
  *out_item = add_value(g, &shape);
  line(g, "%s = tssa.cast %s : %s -> %s", out_item->name, from.name,
       tensor_type(&other), tensor_type(&shape));
  return true;
}

item_t compute_from(generator_t *g, const item_t *value) {
  item_t from = *value, item;
  if (!may(g, FEATURE_ELEMENTWISE) || only_moves(g, from.shape.element))
    return value_of_shape(g, &from.shape);
  mark(g, FEATURE_ELEMENTWISE);
  int64_t which = draw(g, 0, 9);
  if (which == 0 && convert(g, &from, &item))
    return item;
  if (which <= 2)
    return unary(g, &from);
  if (which == 3)
    return where(g, &from);
  return binary(g, &from, true);
}

item_t compute_alone(generator_t *g, const item_t *value) {
  item_t from = *value;
  if (!may(g, FEATURE_ELEMENTWISE) || only_moves(g, from.shape.element))
    return from;
  mark(g, FEATURE_ELEMENTWISE);
  return chance(g, 50) ? unary(g, &from) : binary(g, &from, false);
}

void emit_update_of(generator_t *g, const item_t *ref) {
  item_t to = *ref, value = emit_read_of(g, &to);
  value = compute_from(g, &value);
  line(g, "tssa.write %s, %s : %s", value.name, to.name, type_of(&to));
}

bool emit_compute(generator_t *g) {
  const item_t *value = pick(g, ITEM_VALUE);
  if (!value || !may(g, FEATURE_ELEMENTWISE))
    return false;
  compute_from(g, value);
  return true;
}

/// An error unless there is an element: of arithmetic without a use the error
/// may go too, of a check it does not.
static void check_not_empty(generator_t *g, const shape_t *shape) {
  for (int i = 0; i < shape->rank; ++i) {
    if (shape->dims[i].size > 0)
      continue;
    char size[NAME_SIZE], zero[NAME_SIZE], ok[NAME_SIZE];
    index_of_extent(g, shape->dims[i], size);
    index_constant(g, 0, zero);
    new_name(g, ok);
    line(g, "%s = arith.cmpi sgt, %s, %s : index", ok, size, zero);
    line(g,
         "tssa.check %s, \"expected an element along dimension %d but got "
         "size {0}\" (%s) : index",
         ok, i, size);
  }
}

bool emit_reduce(generator_t *g) {
  static const char *const ops[] = {"sum", "amax", "amin", "mean", "prod"};
  const item_t *found = pick(g, ITEM_VALUE);
  if (!found || found->shape.rank == 0)
    return false;
  item_t from = *found;
  element_t element = from.shape.element;
  if (element == BOOL || (is_float(element) && keeps_bits(g)) ||
      only_moves(g, element))
    return false;
  mark(g, FEATURE_REDUCE);
  shape_t shape = from.shape;
  if (chance(g, 20)) {
    item_t item = add_value(g, &shape);
    if (element == I32 || (is_float(element) && chance(g, 50)))
      line(g, "%s, %%i%s = tssa.sort %s dim %d : %s -> %s, %s", item.name,
           item.name + 1, from.name, (int)draw(g, 0, shape.rank - 1),
           tensor_type(&shape), tensor_type(&shape),
           tensor_type(&(shape_t){I64,
                                  shape.rank,
                                  {shape.dims[0], shape.dims[1], shape.dims[2],
                                   shape.dims[3], shape.dims[4]}}));
    else
      line(g, "%s = tssa.cumsum %s dim %d : %s -> %s", item.name, from.name,
           (int)draw(g, 0, shape.rank - 1), tensor_type(&shape),
           tensor_type(&shape));
    return true;
  }
  const char *op = ops[draw(g, 0, is_float(element) ? 4 : 2)];
  int dim = (int)draw(g, 0, shape.rank - 1);
  bool keep = chance(g, 50);
  if (op[0] == 'a' || chance(g, 20))
    check_not_empty(g, &shape);
  if (keep)
    shape.dims[dim] = fixed(1);
  else {
    for (int i = dim; i + 1 < shape.rank; ++i)
      shape.dims[i] = shape.dims[i + 1];
    --shape.rank;
  }
  // Sums of integers are i64.
  if (element == I32 && strcmp(op, "sum") == 0)
    shape.element = I64;
  item_t item = add_value(g, &shape);
  line(g, "%s = tssa.%s %s dims [%d]%s : %s -> %s", item.name, op, from.name,
       dim, keep ? " keepdim" : "", tensor_type(&from.shape),
       tensor_type(&shape));
  return true;
}

/// A vector of checked indices into a dimension.
static item_t index_vector(generator_t *g, extent_t extent, int64_t count) {
  shape_t shape = {I64, 1, {fixed(count)}};
  char size[NAME_SIZE], raw[NAME_SIZE];
  index_of_extent(g, extent, size);
  new_name(g, raw);
  item_t item = add_value(g, &shape);
  int64_t low = extent.size > 0 ? -extent.size : 0;
  int64_t high = extent.size > 0 ? extent.size - 1 : 0;
  if (may(g, FEATURE_ERRORS) && chance(g, 15)) {
    mark(g, FEATURE_ERRORS);
    high += 2;
  }
  char numbers[128] = "";
  for (int64_t i = 0; i < count; ++i)
    snprintf(numbers + strlen(numbers), sizeof numbers - strlen(numbers),
             "%s%lld", i ? ", " : "", (long long)draw(g, low, high));
  line(g, "%s = arith.constant dense<[%s]> : tensor<%lldxi64>", raw, numbers,
       (long long)count);
  line(g, "%s = tssa.check_indices %s, %s : tensor<%lldxi64>", item.name, raw,
       size, (long long)count);
  return item;
}

bool emit_indexing(generator_t *g) {
  const item_t *found = pick(g, ITEM_VALUE);
  if (!found || found->shape.rank == 0)
    return false;
  item_t from = *found;
  int dim = (int)draw(g, 0, from.shape.rank - 1);
  int64_t count = draw(g, 1, 4);
  bool put = chance(g, 50);
  if (put)
    dim = 0;
  if (from.shape.dims[dim].size == 0)
    return false;
  mark(g, FEATURE_INDEXING);
  item_t indices = index_vector(g, from.shape.dims[dim], count);
  shape_t part = from.shape;
  part.dims[dim] = fixed(count);
  if (!put) {
    item_t item = add_value(g, &part);
    line(g, "%s = tssa.index_select %s, %s dim %d : (%s, %s) -> %s", item.name,
         from.name, indices.name, dim, tensor_type(&from.shape),
         tensor_type(&indices.shape), tensor_type(&part));
    return true;
  }
  item_t values = value_of_shape(g, &part), item = add_value(g, &from.shape);
  bool add = chance(g, 40) && !(is_float(part.element) && keeps_bits(g)) &&
             !only_moves(g, part.element);
  line(g, "%s = tssa.index_put %s, %s[%s]%s : (%s, %s, %s) -> %s", item.name,
       values.name, from.name, indices.name, add ? " accumulate" : "",
       tensor_type(&part), tensor_type(&from.shape),
       tensor_type(&indices.shape), tensor_type(&from.shape));
  return true;
}

/// Parts of values: `view.access` and `view.assign`, which a program may hold
/// before functionalization too.
bool emit_parts(generator_t *g) {
  const item_t *found = pick(g, ITEM_VALUE);
  if (!found)
    return false;
  item_t from = *found;
  from.contiguous = true;
  view_t view;
  if (!draw_view(g, &from, &view))
    return false;
  mark(g, FEATURE_PARTS);
  if (chance(g, 55)) {
    item_t item = add_value(g, &view.shape);
    line(g, "%s = view.access %s %s%s : %s -> %s", item.name, view.kind.text,
         from.name, operand_list(&view), tensor_type(&from.shape),
         tensor_type(&view.shape));
  } else {
    // Sizes that only the kind knows are asked of the part itself.
    item_t part = add_value(g, &view.shape);
    line(g, "%s = view.access %s %s%s : %s -> %s", part.name, view.kind.text,
         from.name, operand_list(&view), tensor_type(&from.shape),
         tensor_type(&view.shape));
    item_t value = compute_from(g, &part), item = add_value(g, &from.shape);
    line(g, "%s = view.assign %s %s, %s%s : %s -> %s", item.name,
         view.kind.text, value.name, from.name, operand_list(&view),
         tensor_type(&view.shape), tensor_type(&from.shape));
  }
  text_free(&view.kind);
  return true;
}

//===----------------------------------------------------------------------===//
// Refs
//===----------------------------------------------------------------------===//

item_t emit_read_of(generator_t *g, const item_t *ref) {
  item_t from = *ref, item = add_value(g, &from.shape);
  line(g, "%s = tssa.read %s : %s", item.name, from.name, type_of(&from));
  return item;
}

bool emit_read(generator_t *g) {
  const item_t *ref = pick(g, ITEM_REF);
  if (!ref)
    return false;
  emit_read_of(g, ref);
  return true;
}

/// Values and refs of a type whose sizes may not fit.
static bool fits_type(const item_t *item, const item_t *like) {
  item_t plain = *like;
  plain.kind = item->kind;
  plain.layout[0] = '\0';
  return same_type(item, &plain);
}

bool emit_write(generator_t *g) {
  const item_t *found = pick(g, ITEM_REF);
  if (!found)
    return false;
  item_t ref = *found, value;
  const item_t *other = may(g, FEATURE_ERRORS) && chance(g, 10)
                            ? pick_like(g, ITEM_VALUE, &ref, fits_type)
                            : NULL;
  if (other) {
    mark(g, FEATURE_ERRORS);
    value = *other;
  } else if (chance(g, 45)) {
    value = value_of_shape(g, &ref.shape);
  } else {
    item_t read = emit_read_of(g, &ref);
    value = compute_from(g, &read);
  }
  line(g, "tssa.write %s, %s : %s", value.name, ref.name, type_of(&ref));
  return true;
}

bool emit_alloc(generator_t *g) {
  const item_t *found = pick(g, ITEM_VALUE);
  if (!found)
    return false;
  item_t value = *found;
  item_t *ref = add_tensor(g, ITEM_REF, &value.shape);
  ref->contiguous = true;
  ref->storage = element_count(&value.shape);
  line(g, "%s = tssa.alloc %s : %s -> %s", ref->name, value.name,
       tensor_type(&value.shape), type_of(ref));
  return true;
}

bool emit_overlap(generator_t *g) {
  const item_t *found = pick(g, ITEM_REF);
  if (!found)
    return false;
  item_t target = *found;
  const item_t *source =
      chance(g, 70) ? pick_like(g, ITEM_REF, &target, has_shape_of) : NULL;
  mark(g, FEATURE_OVERLAP);
  if (source)
    line(g, "tssa.check_overlap %s, %s : %s, %s", target.name, source->name,
         type_of(&target), type_of(source));
  else
    line(g, "tssa.check_overlap %s : %s", target.name, type_of(&target));
  item_t value = value_of_shape(g, &target.shape);
  line(g, "tssa.write %s, %s : %s", value.name, target.name, type_of(&target));
  return true;
}
