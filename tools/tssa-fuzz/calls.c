// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of functions that are made where they are first called, and of ones
// that call themselves.

#include "generator.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 4 };

/// The function that is being made: a generator of its own over the same
/// chance. Its arguments are like `inputs`.
static generator_t begin_helper(generator_t *g, int count, const item_t *inputs,
                                helper_t *helper) {
  generator_t inner = *g;
  inner.items = tool_alloc(MAX_ITEMS, sizeof *inner.items);
  inner.num_items = 0;
  inner.text = (text_t){0};
  inner.indent = 1;
  inner.in_helper = inner.may_branch = true;
  inner.has_output = false;
  inner.log[0] = '\0';
  inner.depth = 2;
  inner.budget = 8;
  snprintf(helper->name, sizeof helper->name, "%s_%d", g->function,
           g->num_helpers);
  helper->num_inputs = count;
  for (int i = 0; i < count; ++i) {
    item_t *item = add_like(&inner, &inputs[i]);
    item->of_argument = item->kind == ITEM_REF;
    helper->inputs[i] = *item;
  }
  return inner;
}

static void end_helper(generator_t *g, generator_t *inner,
                       const helper_t *helper) {
  text_printf(g->helpers_text, "func.func private @%s(", helper->name);
  for (int i = 0; i < helper->num_inputs; ++i)
    text_printf(g->helpers_text, "%s%s: %s", i ? ", " : "",
                helper->inputs[i].name, type_of(&helper->inputs[i]));
  text_printf(g->helpers_text, ") -> (%s) {\n%s}\n",
              types_of(helper->num_outputs, helper->outputs), inner->text.text);
  text_free(&inner->text);
  free(inner->items);
  g->random = inner->random;
  g->used = inner->used;
  g->next_name = inner->next_name;
  g->next_symbol = inner->next_symbol;
  g->next_host = inner->next_host;
}

static void call(generator_t *g, const helper_t *helper,
                 const item_t *operands) {
  item_t results[MOST_INPUTS];
  for (int i = 0; i < helper->num_outputs; ++i)
    results[i] = *add_like(g, &helper->outputs[i]);
  line(g, "%s%sfunc.call @%s(%s) : (%s) -> (%s)",
       names_of(helper->num_outputs, results), helper->num_outputs ? " = " : "",
       helper->name, names_of(helper->num_inputs, operands),
       types_of(helper->num_inputs, helper->inputs),
       types_of(helper->num_outputs, helper->outputs));
}

static bool is_list(const item_t *item) {
  return item->kind == ITEM_LIST || item->kind == ITEM_LISTS ||
         item->kind == ITEM_NUMBERS;
}

/// What a new function may be given.
static const item_t *pick_operand(generator_t *g) {
  int64_t which = draw(g, 0, 9);
  return pick(g, which < 8 ? ITEM_REF : which < 9 ? ITEM_VALUE : ITEM_INDEX);
}

static void mark_lists(generator_t *g, int count, const item_t *operands) {
  for (int i = 0; i < count; ++i)
    if (is_list(&operands[i]))
      mark(g, FEATURE_LIST_CALL);
}

static void call_new(generator_t *g, int count, const item_t *operands) {
  mark_lists(g, count, operands);
  helper_t *helper = &g->helpers[g->num_helpers];
  generator_t inner = begin_helper(g, count, operands, helper);
  helper->num_outputs =
      emit_body(&inner, (int)draw(&inner, 2, 6), 2, helper->outputs);
  end_helper(g, &inner, helper);
  ++g->num_helpers;
  call(g, helper, operands);
}

bool emit_call(generator_t *g) {
  if (g->in_helper)
    return false;
  item_t operands[MOST_INPUTS];
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
    if (all) {
      mark_lists(g, helper->num_inputs, operands);
      call(g, helper, operands);
      return true;
    }
  }
  if (g->num_helpers == MAX_HELPERS)
    return false;
  int count = (int)draw(g, 1, 3);
  for (int i = 0; i < count; ++i) {
    const item_t *found = pick_operand(g);
    if (!found)
      return false;
    operands[i] = *found;
  }
  call_new(g, count, operands);
  return true;
}

/// A call that passes a list.
bool emit_list_call(generator_t *g) {
  static const item_kind_t kinds[] = {ITEM_LIST, ITEM_LIST, ITEM_LISTS,
                                      ITEM_NUMBERS};
  if (g->in_helper || g->num_helpers == MAX_HELPERS)
    return false;
  const item_t *found = pick(g, kinds[draw(g, 0, 3)]);
  if (!found)
    found = pick(g, ITEM_LIST);
  if (!found)
    return emit_list(g);
  item_t operands[MOST_INPUTS] = {*found};
  int count = 1;
  for (int64_t others = draw(g, 0, 2); others > 0; --others)
    if ((found = pick_operand(g)))
      operands[count++] = *found;
  call_new(g, count, operands);
  return true;
}

/// `def f(x, n): …; if 0 < n < 4: …; y = f(x or a part, n - 1); …; return y`.
bool emit_recursion(generator_t *g) {
  const item_t *found = pick(g, ITEM_REF);
  if (g->in_helper || g->num_helpers == MAX_HELPERS || !found)
    return false;
  mark(g, FEATURE_RECURSION);
  item_t operands[3] = {*found};
  operands[1] = *pick_like(g, ITEM_REF, &operands[0], same_type);
  // How deep it goes is known before, or only when it runs.
  const item_t *depth = chance(g, 60) ? pick(g, ITEM_INDEX) : NULL;
  if (depth) {
    operands[2] = *depth;
  } else {
    operands[2] = (item_t){.kind = ITEM_INDEX};
    index_constant(g, draw(g, 0, 3), operands[2].name);
  }
  helper_t *helper = &g->helpers[g->num_helpers];
  generator_t inner = begin_helper(g, 3, operands, helper);
  generator_t *in = &inner;
  const item_t *own = helper->inputs;
  helper->num_outputs = chance(in, 50);
  helper->outputs[0] = own[0];
  emit_block(in, (int)draw(in, 0, 2));
  char one[NAME_SIZE], three[NAME_SIZE], more[NAME_SIZE], result[NAME_SIZE];
  index_constant(in, 1, one);
  index_constant(in, 3, three);
  item_t next = *add_item(in, ITEM_INDEX);
  line(in, "%s = arith.subi %s, %s : index", next.name, own[2].name, one);
  new_name(in, more);
  line(in, "%s = arith.cmpi ult, %s, %s : index", more, next.name, three);
  new_name(in, result);
  if (helper->num_outputs)
    line(in, "%s = scf.if %s -> (%s) {", result, more, type_of(&own[0]));
  else
    line(in, "scf.if %s {", more);
  region_t region = region_begin(in);
  emit_block(in, (int)draw(in, 0, 3));
  item_t again[3] = {alternative(in, &own[0]), alternative(in, &own[1]), next};
  call(in, helper, again);
  if (helper->num_outputs) {
    item_t given = in->items[in->num_items - 1];
    emit_block(in, (int)draw(in, 0, 2));
    line(in, "scf.yield %s : %s", given.name, type_of(&own[0]));
    region_end(in, region);
    line(in, "} else {");
    line(in, "  scf.yield %s : %s", own[chance(in, 50)].name, type_of(&own[0]));
  } else {
    emit_block(in, (int)draw(in, 0, 2));
    region_end(in, region);
  }
  line(in, "}");
  if (helper->num_outputs) {
    item_t *merged = add_like(in, &own[0]);
    strcpy(merged->name, result);
    item_t ref = *merged;
    use_merged(in, &ref);
    line(in, "return %s : %s", result, type_of(&own[0]));
  } else {
    emit_block(in, (int)draw(in, 0, 2));
    line(in, "return");
  }
  end_helper(g, in, helper);
  ++g->num_helpers;
  call(g, helper, operands);
  return true;
}
