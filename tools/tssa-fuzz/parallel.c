// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose iterations may run at once. None looks at what another writes, so
// that their order is no matter.

#include "generator.h"
#include <string.h>

/// Something in the first dimension to loop over, and no dimension without
/// elements, of which a slice has no place that its verifier allows.
static bool has_rows(const item_t *item) {
  if (!item || item->shape.rank == 0)
    return false;
  for (int i = 0; i < item->shape.rank; ++i)
    if (item->shape.dims[i].size == 0)
      return false;
  return true;
}

/// `[%i, 0, 0] [1, %n, 4] [1, 1, 1]`: the row `index` of a value.
static void row_slice(generator_t *g, const item_t *value, const char *index,
                      char *text, size_t size) {
  char sizes[MAX_DIMS * (NAME_SIZE + 2)] = "", zeros[32] = "", ones[32] = "";
  for (int i = 1; i < value->shape.rank; ++i) {
    char number[NAME_SIZE];
    if (value->shape.dims[i].size < 0)
      index_of_extent(g, value->shape.dims[i], number);
    else
      snprintf(number, sizeof number, "%d", (int)value->shape.dims[i].size);
    strcat(sizes, ", ");
    strcat(sizes, number);
    strcat(zeros, ", 0");
    strcat(ones, ", 1");
  }
  snprintf(text, size, "[%s%s] [1%s] [1%s]", index, zeros, sizes, ones);
}

/// Row by row a value anew, from its own rows or from those of a ref.
bool emit_forall(generator_t *g) {
  const item_t *found = pick(g, ITEM_VALUE);
  if (!has_rows(found) || !may_nest(g))
    return false;
  mark(g, FEATURE_FORALL);
  item_t from = *found;
  const item_t *ref =
      chance(g, 35) ? pick_like(g, ITEM_REF, &from, has_shape_of) : NULL;
  item_t source = ref ? *ref : from, result = from;
  char bound[NAME_SIZE], shared[NAME_SIZE], slice[256];
  index_of_extent(g, from.shape.dims[0], bound);
  new_name(g, result.name);
  new_name(g, shared);
  region_t region = region_begin(g);
  --g->indent;
  item_t *index = add_item(g, ITEM_INDEX);
  index->below = from.shape.dims[0];
  char name[NAME_SIZE];
  strcpy(name, index->name);
  row_slice(g, &from, name, slice, sizeof slice);
  line(g, "%s = scf.forall (%s) in (%s) shared_outs(%s = %s) -> (%s) {",
       result.name, name, bound, shared, from.name, type_of(&from));
  ++g->indent;
  item_t row;
  if (ref) {
    row = emit_row(g, &source, name);
    row = emit_read_of(g, &row);
  } else {
    shape_t shape = from.shape;
    for (int i = 0; i + 1 < shape.rank; ++i)
      shape.dims[i] = shape.dims[i + 1];
    --shape.rank;
    row = *add_tensor(g, ITEM_VALUE, &shape);
    line(g, "%s = tensor.extract_slice %s%s : %s to %s", row.name, from.name,
         slice, type_of(&from), type_of(&row));
  }
  row = compute_alone(g, &row);
  line(g, "scf.forall.in_parallel {");
  line(g, "  tensor.parallel_insert_slice %s into %s%s : %s into %s", row.name,
       shared, slice, type_of(&row), type_of(&from));
  line(g, "}");
  region_end(g, region);
  line(g, "}");
  strcpy(add_tensor(g, ITEM_VALUE, &from.shape)->name, result.name);
  return true;
}

/// `x[i] = op(x[i])` for all i.
static void write_rows(generator_t *g, const item_t *ref, const char *index) {
  item_t row = emit_row(g, ref, index);
  item_t value = emit_read_of(g, &row);
  value = compute_alone(g, &value);
  line(g, "tssa.write %s, %s : %s", value.name, row.name, type_of(&row));
  line(g, "scf.reduce");
}

/// The sum of what the iterations give, or the largest.
static void reduce(generator_t *g, const char *index) {
  char left[NAME_SIZE], right[NAME_SIZE], join[NAME_SIZE];
  new_name(g, left);
  new_name(g, right);
  new_name(g, join);
  line(g, "scf.reduce(%s : index) {", index);
  line(g, "^b0(%s: index, %s: index):", left, right);
  line(g, "  %s = arith.%s %s, %s : index", join,
       chance(g, 50) ? "addi" : "subi", left, right);
  line(g, "  scf.reduce.return %s : index", join);
  line(g, "}");
}

bool emit_parallel(generator_t *g) {
  const item_t *found = pick(g, ITEM_REF);
  if (!has_rows(found) || !may_nest(g))
    return false;
  mark(g, FEATURE_PARALLEL);
  item_t ref = *found, result = {.kind = ITEM_INDEX};
  bool writes = chance(g, 50);
  char zero[NAME_SIZE], one[NAME_SIZE], bound[NAME_SIZE], init[NAME_SIZE];
  index_constant(g, 0, zero);
  index_constant(g, 1, one);
  index_of_extent(g, ref.shape.dims[0], bound);
  index_any(g, init);
  new_name(g, result.name);
  region_t region = region_begin(g);
  --g->indent;
  item_t *index = add_item(g, ITEM_INDEX);
  index->below = ref.shape.dims[0];
  char name[NAME_SIZE];
  strcpy(name, index->name);
  if (writes)
    line(g, "scf.parallel (%s) = (%s) to (%s) step (%s) {", name, zero, bound,
         one);
  else
    line(g,
         "%s = scf.parallel (%s) = (%s) to (%s) step (%s) init (%s) -> index {",
         result.name, name, zero, bound, one, init);
  ++g->indent;
  if (writes)
    write_rows(g, &ref, name);
  else
    reduce(g, name);
  region_end(g, region);
  line(g, "}");
  if (!writes)
    strcpy(add_item(g, ITEM_INDEX)->name, result.name);
  return true;
}
