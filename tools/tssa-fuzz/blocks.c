// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow that is not a region: branches between the blocks of a function
// or of an `scf.execute_region`, where refs and values meet in block arguments.

#include "generator.h"
#include <string.h>

static void label(generator_t *g, const char *name, const char *arguments) {
  --g->indent;
  line(g, "^%s%s:", name + 1, arguments);
  ++g->indent;
}

/// What goes to a block as arguments: refs, at most two.
typedef struct meeting_t {
  int count;
  item_t likes[2], arguments[2];
} meeting_t;

static void draw_meeting(generator_t *g, meeting_t *meeting) {
  meeting->count = 0;
  int64_t wanted = draw(g, 0, 2);
  for (int64_t i = 0; i < wanted; ++i) {
    const item_t *found = pick(g, ITEM_REF);
    if (!found)
      return;
    meeting->likes[meeting->count] = meeting->arguments[meeting->count] =
        *found;
    new_name(g, meeting->arguments[meeting->count++].name);
  }
}

/// `(%1: index, %2: !tssa.ref<…>)`, or nothing.
static const char *argument_list(const meeting_t *meeting, const char *counter,
                                 char *text, size_t size) {
  text[0] = '\0';
  if (counter)
    snprintf(text, size, "(%s: index", counter);
  for (int i = 0; i < meeting->count; ++i)
    snprintf(text + strlen(text), size - strlen(text), "%s%s: %s",
             text[0] ? ", " : "(", meeting->arguments[i].name,
             type_of(&meeting->arguments[i]));
  if (text[0])
    snprintf(text + strlen(text), size - strlen(text), ")");
  return text;
}

/// A branch to `target`, with the counter and some ref for each argument.
static void branch(generator_t *g, const char *target, const char *counter,
                   const meeting_t *meeting, bool as_they_are) {
  item_t passed[2];
  for (int i = 0; i < meeting->count; ++i)
    passed[i] =
        as_they_are ? meeting->likes[i] : alternative(g, &meeting->likes[i]);
  bool none = !counter && meeting->count == 0;
  const char *comma = counter && meeting->count ? ", " : "";
  line(g, "cf.br ^%s%s%s%s%s%s%s%s%s%s", target + 1, none ? "" : "(",
       counter ? counter : "", comma, names_of(meeting->count, passed),
       none ? "" : " : ", counter ? "index" : "", comma,
       types_of(meeting->count, meeting->likes), none ? "" : ")");
}

/// From here on the arguments of a block are in scope.
static void receive(generator_t *g, meeting_t *meeting) {
  for (int i = 0; i < meeting->count; ++i) {
    item_t *item = add_like(g, &meeting->likes[i]);
    strcpy(item->name, meeting->arguments[i].name);
    meeting->arguments[i] = *item;
  }
  for (int i = 0; i < meeting->count; ++i)
    use_merged(g, &meeting->arguments[i]);
}

static void arm(generator_t *g, const char *name, const char *target,
                const meeting_t *meeting) {
  label(g, name, "");
  int count = g->num_items;
  --g->depth;
  emit_block(g, (int)draw(g, 0, 3));
  branch(g, target, NULL, meeting, false);
  ++g->depth;
  g->num_items = count;
}

static void diamond(generator_t *g) {
  char test[NAME_SIZE], then[NAME_SIZE], otherwise[NAME_SIZE], join[NAME_SIZE],
      arguments[512];
  meeting_t meeting;
  draw_meeting(g, &meeting);
  condition(g, test);
  new_name(g, then);
  new_name(g, otherwise);
  new_name(g, join);
  line(g, "cf.cond_br %s, ^%s, ^%s", test, then + 1, otherwise + 1);
  arm(g, then, join, &meeting);
  arm(g, otherwise, join, &meeting);
  label(g, join, argument_list(&meeting, NULL, arguments, sizeof arguments));
  receive(g, &meeting);
}

static void loop(generator_t *g) {
  char zero[NAME_SIZE], one[NAME_SIZE], limit[NAME_SIZE], head[NAME_SIZE],
      body[NAME_SIZE], exit[NAME_SIZE], more[NAME_SIZE], next[NAME_SIZE],
      arguments[512];
  meeting_t meeting;
  draw_meeting(g, &meeting);
  int64_t trips = draw(g, 0, 3);
  index_constant(g, 0, zero);
  index_constant(g, 1, one);
  index_constant(g, trips, limit);
  new_name(g, head);
  new_name(g, body);
  new_name(g, exit);
  new_name(g, more);
  new_name(g, next);
  branch(g, head, zero, &meeting, true);
  item_t counter = *add_item(g, ITEM_INDEX);
  label(g, head,
        argument_list(&meeting, counter.name, arguments, sizeof arguments));
  receive(g, &meeting);
  line(g, "%s = arith.cmpi slt, %s, %s : index", more, counter.name, limit);
  line(g, "cf.cond_br %s, ^%s, ^%s", more, body + 1, exit + 1);
  label(g, body, "");
  int count = g->num_items;
  --g->depth;
  emit_block(g, (int)draw(g, 1, 4));
  line(g, "%s = arith.addi %s, %s : index", next, counter.name, one);
  branch(g, head, next, &meeting, false);
  ++g->depth;
  g->num_items = count;
  label(g, exit, "");
}

bool emit_blocks(generator_t *g) {
  if (!g->may_branch || !may_nest(g))
    return false;
  mark(g, FEATURE_BLOCKS);
  if (chance(g, 60))
    diamond(g);
  else
    loop(g);
  return true;
}
