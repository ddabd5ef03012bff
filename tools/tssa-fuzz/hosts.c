// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of functions of the host (tools/tssa/host.h), whose declarations say
// all, a part or nothing of what they do.

#include "generator.h"
#include <string.h>

typedef enum kind_t {
  KIND_COUNT,
  KIND_NEGATE,
  KIND_COPY,
  KIND_SAME,
  KIND_CLONE,
  KIND_FAIL,
  NUM_KINDS
} kind_t;

/// Declares a function of these inputs and gives its name. `described`: what it
/// does with refs is said.
static void declare(generator_t *g, kind_t kind, int count,
                    const item_t *inputs, const item_t *output, bool described,
                    char *name, size_t size) {
  static const char *const names[] = {"count", "negate", "copy",
                                      "same",  "clone",  "fail"};
  // What is read, written, and given back.
  static const char *const reads[] = {
      " {tssa.reads}",  " {tssa.reads, tssa.writes}",
      " {tssa.writes}", " {tssa.reads}",
      " {tssa.reads}",  " {tssa.reads}"};
  snprintf(name, size, "host_%s_%s_%d", names[kind], g->function,
           g->next_host++);
  text_printf(g->helpers_text, "func.func private @%s(", name);
  for (int i = 0; i < count; ++i)
    text_printf(g->helpers_text, "%s%s%s", i ? ", " : "", type_of(&inputs[i]),
                !described || inputs[i].kind != ITEM_REF ? ""
                : i > 0                                  ? " {tssa.reads}"
                                                         : reads[kind]);
  text_printf(g->helpers_text, ")");
  if (output)
    text_printf(g->helpers_text, " -> (%s%s)", type_of(output),
                !described || output->kind != ITEM_REF ? ""
                : kind == KIND_SAME ? " {tssa.returns_alias = 0}"
                                    : " {tssa.fresh}");
  text_printf(g->helpers_text, "\n");
}

/// A kind for the first operand. An error may end the program, so it is rare.
static kind_t draw_kind(generator_t *g, const item_t *operand) {
  if (may(g, FEATURE_ERRORS) && chance(g, 10))
    return KIND_FAIL;
  if (operand->kind == ITEM_VALUE)
    return chance(g, 50) ? KIND_COUNT : KIND_CLONE;
  return (kind_t)draw(g, KIND_COUNT, KIND_CLONE);
}

bool emit_host(generator_t *g) {
  const item_t *found = pick(g, chance(g, 80) ? ITEM_REF : ITEM_VALUE);
  if (!found)
    return false;
  item_t operands[2] = {*found};
  kind_t kind = draw_kind(g, &operands[0]);
  int count = 1;
  if (kind == KIND_COPY) {
    // Of any sizes, and of the same storage perhaps.
    const item_t *other = pick(g, ITEM_REF);
    for (int i = 0; i < 4 && other->shape.element != operands[0].shape.element;
         ++i)
      other = pick(g, ITEM_REF);
    operands[1] = other->shape.element == operands[0].shape.element
                      ? *other
                      : operands[0];
    count = 2;
  }
  bool described = !may(g, FEATURE_HOST_UNKNOWN) || chance(g, 70);
  mark(g, described ? FEATURE_HOST : FEATURE_HOST_UNKNOWN);
  bool gives = kind == KIND_COUNT || kind == KIND_SAME || kind == KIND_CLONE;
  item_t output = operands[0];
  if (kind == KIND_COUNT)
    output = (item_t){.kind = ITEM_INDEX};
  // A clone is row-major.
  if (kind == KIND_CLONE)
    output.layout[0] = '\0';
  char name[4 * NAME_SIZE];
  declare(g, kind, count, operands, gives ? &output : NULL, described, name,
          sizeof name);
  char result[NAME_SIZE + 3] = "";
  if (gives) {
    item_t *item =
        kind == KIND_COUNT ? add_item(g, ITEM_INDEX) : add_like(g, &output);
    if (kind == KIND_COUNT)
      item->below = fixed(4);
    if (kind == KIND_CLONE)
      item->of_argument = false;
    snprintf(result, sizeof result, "%s = ", item->name);
    output = *item;
  }
  line(g, "%sfunc.call @%s(%s) : (%s) -> (%s)", result, name,
       names_of(count, operands), types_of(count, operands),
       gives ? type_of(&output) : "");
  return true;
}
