// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions, and refs that merge where they end.

#include "generator.h"
#include <string.h>

region_t region_begin(generator_t *g) {
  region_t region = {g->num_items, g->may_branch};
  ++g->indent;
  --g->depth;
  g->may_branch = false;
  return region;
}

void region_end(generator_t *g, region_t region) {
  g->num_items = region.num_items;
  g->may_branch = region.may_branch;
  --g->indent;
  ++g->depth;
}

bool may_nest(const generator_t *g) {
  return g->depth > 0 && g->budget > 0 && has_room(g);
}

void emit_statements(generator_t *g) { emit_block(g, (int)draw(g, 1, 5)); }

bool emit_if(generator_t *g) {
  if (!may_nest(g))
    return false;
  mark(g, FEATURE_IF);
  char name[NAME_SIZE];
  condition(g, name);
  line(g, "scf.if %s {", name);
  region_t region = region_begin(g);
  emit_statements(g);
  region_end(g, region);
  if (chance(g, 50)) {
    line(g, "} else {");
    region = region_begin(g);
    emit_statements(g);
    region_end(g, region);
  }
  line(g, "}");
  return true;
}

/// The bounds of a loop whose variable indexes a dimension, or of a short one.
static extent_t loop_bound(generator_t *g, char *name) {
  const item_t *ref = chance(g, 60) ? pick(g, ITEM_REF) : NULL;
  if (ref && ref->shape.rank > 0) {
    extent_t extent = ref->shape.dims[draw(g, 0, ref->shape.rank - 1)];
    if (extent.size < 6) {
      index_of_extent(g, extent, name);
      return extent;
    }
  }
  if (chance(g, 25)) {
    const item_t *index = pick(g, ITEM_INDEX);
    if (index) {
      strcpy(name, index->name);
      return fixed(0);
    }
  }
  int64_t count = draw(g, 0, 3);
  index_constant(g, count, name);
  return fixed(count);
}

/// `scf.for %i = … to … step … {`, up to the carried values.
static item_t *begin_for(generator_t *g, char *head, size_t size) {
  char low[NAME_SIZE], high[NAME_SIZE], step[NAME_SIZE];
  extent_t below = loop_bound(g, high);
  index_constant(g, chance(g, 80) ? 0 : 1, low);
  index_constant(g, chance(g, 80) ? 1 : 2, step);
  item_t *index = add_item(g, ITEM_INDEX);
  index->below = below;
  snprintf(head, size, "scf.for %s = %s to %s step %s", index->name, low, high,
           step);
  return index;
}

bool emit_for(generator_t *g) {
  if (!may_nest(g))
    return false;
  mark(g, FEATURE_FOR);
  char head[256];
  region_t region = region_begin(g);
  --g->indent;
  begin_for(g, head, sizeof head);
  line(g, "%s {", head);
  ++g->indent;
  emit_statements(g);
  region_end(g, region);
  line(g, "}");
  return true;
}

bool emit_while(generator_t *g) {
  if (!may_nest(g))
    return false;
  mark(g, FEATURE_WHILE);
  char zero[NAME_SIZE], one[NAME_SIZE], limit[NAME_SIZE], result[NAME_SIZE],
      more[NAME_SIZE], next[NAME_SIZE];
  int64_t trips = draw(g, 0, 3);
  index_constant(g, 0, zero);
  index_constant(g, 1, one);
  index_constant(g, trips, limit);
  new_name(g, result);
  new_name(g, more);
  new_name(g, next);
  region_t region = region_begin(g);
  item_t *before = add_item(g, ITEM_INDEX);
  before->below = fixed(trips + 1);
  char name[NAME_SIZE];
  strcpy(name, before->name);
  --g->indent;
  line(g, "%s = scf.while (%s = %s) : (index) -> index {", result, name, zero);
  ++g->indent;
  // The condition's region may change things too.
  if (chance(g, 50))
    emit_block(g, (int)draw(g, 1, 3));
  line(g, "%s = arith.cmpi slt, %s, %s : index", more, name, limit);
  line(g, "scf.condition(%s) %s : index", more, name);
  region_end(g, region);
  line(g, "} do {");
  region = region_begin(g);
  item_t *after = add_item(g, ITEM_INDEX);
  after->below = fixed(trips);
  strcpy(name, after->name);
  --g->indent;
  line(g, "^bb0(%s: index):", name);
  ++g->indent;
  emit_statements(g);
  line(g, "%s = arith.addi %s, %s : index", next, name, one);
  line(g, "scf.yield %s : index", next);
  region_end(g, region);
  line(g, "}");
  return true;
}

bool emit_switch(generator_t *g) {
  if (!may_nest(g))
    return false;
  mark(g, FEATURE_SWITCH);
  char index[NAME_SIZE];
  index_any(g, index);
  line(g, "scf.index_switch %s", index);
  int64_t cases = draw(g, 1, 2);
  for (int64_t i = 0; i <= cases; ++i) {
    if (i < cases)
      line(g, "case %lld {", (long long)i);
    else
      line(g, "default {");
    region_t region = region_begin(g);
    if (chance(g, 80))
      emit_block(g, (int)draw(g, 1, 3));
    if (i < cases)
      line(g, "scf.yield");
    region_end(g, region);
    line(g, "}");
  }
  return true;
}

bool emit_execute(generator_t *g) {
  if (!may_nest(g))
    return false;
  mark(g, FEATURE_EXECUTE);
  line(g, "scf.execute_region {");
  region_t region = region_begin(g);
  g->may_branch = true;
  emit_statements(g);
  line(g, "scf.yield");
  region_end(g, region);
  line(g, "}");
  return true;
}

//===----------------------------------------------------------------------===//
// Merges
//===----------------------------------------------------------------------===//

item_t alternative(generator_t *g, const item_t *like) {
  item_t from = *like;
  const item_t *found = pick_like(g, ITEM_REF, &from, same_type);
  item_t chosen = found ? *found : from;
  if (chance(g, 30))
    return emit_view_of_same_type(g, &chosen);
  if (chance(g, 15) && !from.layout[0]) {
    item_t value = value_of_shape(g, &chosen.shape);
    item_t *ref = add_tensor(g, ITEM_REF, &chosen.shape);
    ref->contiguous = true;
    ref->storage = element_count(&chosen.shape);
    line(g, "%s = tssa.alloc %s : %s -> %s", ref->name, value.name,
         tensor_type(&chosen.shape), type_of(ref));
    return *ref;
  }
  return chosen;
}

/// What is known of a ref that is one of two.
static item_t *add_merged(generator_t *g, const item_t *a, const item_t *b) {
  shape_t shape = a->shape;
  for (int i = 0; i < shape.rank; ++i)
    if (!same_extent(a->shape.dims[i], b->shape.dims[i]))
      shape.dims[i] = unknown(g);
  bool contiguous = a->contiguous && b->contiguous;
  int64_t storage = a->storage < b->storage ? a->storage : b->storage;
  bool of_argument = a->of_argument || b->of_argument;
  char layout[sizeof a->layout];
  strcpy(layout, a->layout);
  item_t *item = add_tensor(g, ITEM_REF, &shape);
  item->contiguous = contiguous;
  item->storage = storage;
  item->of_argument = of_argument;
  strcpy(item->layout, layout);
  return item;
}

void use_merged(generator_t *g, const item_t *merged) {
  item_t ref = *merged;
  if (chance(g, 65))
    emit_update_of(g, &ref);
  else if (chance(g, 60))
    emit_read_of(g, &ref);
}

bool emit_merge_if(generator_t *g) {
  const item_t *found = pick(g, ITEM_REF);
  if (!found || !may_nest(g))
    return false;
  mark(g, FEATURE_MERGE_IF);
  item_t like = *found, chosen[2];
  char name[NAME_SIZE], result[NAME_SIZE];
  condition(g, name);
  new_name(g, result);
  line(g, "%s = scf.if %s -> (%s) {", result, name, type_of(&like));
  for (int i = 0; i < 2; ++i) {
    if (i)
      line(g, "} else {");
    region_t region = region_begin(g);
    if (chance(g, 50))
      emit_block(g, (int)draw(g, 1, 3));
    chosen[i] = alternative(g, &like);
    line(g, "scf.yield %s : %s", chosen[i].name, type_of(&chosen[i]));
    region_end(g, region);
  }
  line(g, "}");
  item_t *merged = add_merged(g, &chosen[0], &chosen[1]);
  strcpy(merged->name, result);
  // Sizes that were made inside a branch cannot be asked for elsewhere.
  forget_sizes(g, &merged->shape);
  use_merged(g, merged);
  return true;
}

bool emit_merge_select(generator_t *g) {
  const item_t *found = pick(g, ITEM_REF);
  if (!found)
    return false;
  mark(g, FEATURE_MERGE_SELECT);
  item_t a = *found, b = alternative(g, &a);
  char name[NAME_SIZE];
  condition(g, name);
  item_t *merged = add_merged(g, &a, &b);
  line(g, "%s = arith.select %s, %s, %s : %s", merged->name, name, a.name,
       b.name, type_of(merged));
  use_merged(g, merged);
  return true;
}

/// A loop that carries one ref, or two or three that may change places.
bool emit_merge_loop(generator_t *g) {
  enum { MOST = 3 };
  const item_t *found = pick(g, ITEM_REF);
  if (!found || !may_nest(g))
    return false;
  mark(g, FEATURE_MERGE_LOOP);
  int count = chance(g, 55) ? 1 : (int)draw(g, 2, MOST);
  item_t initial[MOST], carried[MOST], yielded[MOST];
  initial[0] = *found;
  for (int i = 1; i < count; ++i)
    initial[i] = alternative(g, &initial[0]);
  char head[256], inits[160] = "";
  item_t results[MOST];
  for (int i = 0; i < count; ++i) {
    results[i] = initial[i];
    new_name(g, results[i].name);
  }
  region_t region = region_begin(g);
  --g->indent;
  begin_for(g, head, sizeof head);
  for (int i = 0; i < count; ++i) {
    carried[i] = *add_like(g, &initial[i]);
    snprintf(inits + strlen(inits), sizeof inits - strlen(inits), "%s%s = %s",
             i ? ", " : "", carried[i].name, initial[i].name);
  }
  line(g, "%s = %s iter_args(%s) -> (%s) {", names_of(count, results), head,
       inits, types_of(count, results));
  ++g->indent;
  emit_statements(g);
  use_merged(g, &carried[draw(g, 0, count - 1)]);
  for (int i = 0; i < count; ++i) {
    if (count > 1 && chance(g, 75))
      yielded[i] = carried[(i + 1) % count];
    else
      yielded[i] = alternative(g, &carried[i]);
  }
  line(g, "scf.yield %s : %s", names_of(count, yielded),
       types_of(count, results));
  region_end(g, region);
  line(g, "}");
  for (int i = 0; i < count; ++i)
    strcpy(add_like(g, &initial[i])->name, results[i].name);
  if (chance(g, 50))
    use_merged(g, &g->items[g->num_items - 1]);
  return true;
}
