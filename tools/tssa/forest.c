// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building the alias forest: one walk over a function, in which each ref is
// found again by its address in a hash table.

#include "forest.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tensorssa-c/TSSA.h"
#include <stdlib.h>
#include <string.h>

/// Nodes by the value that they are of; a power of two of slots.
typedef struct node_table_t {
  const void **keys;
  ref_node_t **nodes;
  size_t room, count;
} node_table_t;

/// Lines of the report by the hash of their location: the first of each bucket,
/// and the next one of a line, both counted from 1.
typedef struct line_index_t {
  size_t *first, *next, room;
} line_index_t;

typedef struct builder_t {
  forest_t *forest;
  const report_t *report;
  line_index_t lines;
  node_table_t table;
  ref_node_t **last_root;
} builder_t;

static size_t find_slot(const node_table_t *table, const void *key) {
  size_t slot = ((uintptr_t)key >> 4) * 11400714819323198485u;
  slot &= table->room - 1;
  while (table->keys[slot] && table->keys[slot] != key)
    slot = (slot + 1) & (table->room - 1);
  return slot;
}

static void put(node_table_t *table, const void *key, ref_node_t *node) {
  if (2 * (table->count + 1) > table->room) {
    node_table_t larger = {NULL, NULL, table->room ? 2 * table->room : 64,
                           table->count};
    larger.keys = tool_alloc(larger.room, sizeof *larger.keys);
    larger.nodes = tool_alloc(larger.room, sizeof *larger.nodes);
    for (size_t i = 0; i < table->room; ++i)
      if (table->keys[i]) {
        size_t slot = find_slot(&larger, table->keys[i]);
        larger.keys[slot] = table->keys[i];
        larger.nodes[slot] = table->nodes[i];
      }
    free(table->keys);
    free(table->nodes);
    *table = larger;
  }
  size_t slot = find_slot(table, key);
  table->keys[slot] = key;
  table->nodes[slot] = node;
  ++table->count;
}

static ref_node_t *get(const node_table_t *table, MlirValue value) {
  return table->room ? table->nodes[find_slot(table, value.ptr)] : NULL;
}

static char *type_text(MlirType type) {
  text_t text = {0};
  mlirTypePrint(type, text_callback, &text);
  return text.text;
}

static int64_t line_of(MlirLocation location) {
  char where[1024];
  location_format(location, where, sizeof where);
  char *column = strrchr(where, ':');
  if (!column)
    return 0;
  *column = 0;
  const char *line = strrchr(where, ':');
  return line ? strtoll(line + 1, NULL, 10) : 0;
}

static bool has_name(MlirOperation op, const char *name) {
  MlirStringRef text = mlirIdentifierStr(mlirOperationGetName(op));
  return mlirStringRefEqual(text, mlirStringRefCreateFromCString(name));
}

static ref_node_t *add_node(builder_t *builder, MlirValue value,
                            ref_node_t *parent, char *label, int64_t line) {
  ref_node_t *node = tool_alloc(1, sizeof *node);
  node->label = label;
  node->type = type_text(mlirValueGetType(value));
  node->line = line;
  node->parent = parent;
  node->last_use = &node->uses;
  if (parent) {
    node->depth = parent->depth + 1;
    if (parent->last_child)
      parent->last_child->next_sibling = node;
    else
      parent->first_child = node;
    parent->last_child = node;
  } else {
    *builder->last_root = node;
    builder->last_root = &node->next_root;
  }
  put(&builder->table, value.ptr, node);
  return node;
}

/// "select<0, ?>" of `#view.select<0, ?>`; a kind of another dialect in full.
static char *kind_label(MlirOperation op) {
  text_t text = {0};
  MlirAttribute kind = mlirOperationGetAttributeByName(
      op, mlirStringRefCreateFromCString("kind"));
  if (mlirAttributeIsNull(kind))
    kind = mlirOperationGetInherentAttributeByName(
        op, mlirStringRefCreateFromCString("kind"));
  if (mlirAttributeIsNull(kind)) {
    text_printf(&text, "view");
    return text.text;
  }
  mlirAttributePrint(kind, text_callback, &text);
  // Inside a path, too.
  static const char prefix[] = "#view.";
  for (char *at = text.text; (at = strstr(at, prefix)) != NULL;)
    memmove(at, at + sizeof prefix - 1, strlen(at + sizeof prefix - 1) + 1);
  return text.text;
}

static size_t hash_text(const char *text) {
  uint64_t hash = 1469598103934665603u;
  for (; *text; ++text)
    hash = (hash ^ (unsigned char)*text) * 1099511628211u;
  return (size_t)(hash ^ hash >> 32);
}

static line_index_t index_lines(const report_t *report) {
  line_index_t lines = {NULL, NULL, 1};
  while (lines.room < report->count)
    lines.room *= 2;
  lines.first = tool_alloc(lines.room, sizeof *lines.first);
  lines.next = tool_alloc(report->count + 1, sizeof *lines.next);
  for (size_t i = report->count; i-- > 0;) {
    size_t bucket = hash_text(report->lines[i].location) & (lines.room - 1);
    lines.next[i] = lines.first[bucket];
    lines.first[bucket] = i + 1;
  }
  return lines;
}

/// What is said of the mutation of `op`.
static void find_fate(const builder_t *builder, MlirOperation op,
                      ref_use_t *use) {
  char where[1024];
  location_format(mlirOperationGetLocation(op), where, sizeof where);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  const line_index_t *lines = &builder->lines;
  for (size_t i = lines->first[hash_text(where) & (lines->room - 1)]; i > 0;
       i = lines->next[i - 1]) {
    const report_line_t *line = &builder->report->lines[i - 1];
    if (!report_is_mutation(line) || strcmp(line->location, where) != 0 ||
        strlen(line->op) != name.length ||
        memcmp(line->op, name.data, name.length) != 0 ||
        strcmp(line->function + 1, builder->forest->function) != 0)
      continue;
    bool functional = strcmp(line->outcome, "functional") == 0;
    fate_t fate = functional ? FATE_FUNCTIONAL : FATE_IMPERATIVE;
    use->fate =
        use->fate == FATE_UNKNOWN || use->fate == fate ? fate : FATE_BOTH;
    if (!functional)
      use->note = line->note;
  }
}

static bool has_prefix(MlirStringRef text, const char *prefix) {
  size_t length = strlen(prefix);
  return text.length > length && memcmp(text.data, prefix, length) == 0;
}

static void add_use(builder_t *builder, MlirOperation op, ref_node_t *node,
                    bool is_target) {
  ref_use_t *use = tool_alloc(1, sizeof *use);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  text_t text = {0};
  const char *dot = memchr(name.data, '.', name.length);
  bool is_short =
      dot && (has_prefix(name, "tssa.") || has_prefix(name, "func."));
  size_t skipped = is_short ? (size_t)(dot + 1 - name.data) : 0;
  text_append(&text, name.data + skipped, name.length - skipped);
  use->op = text.text;
  use->line = line_of(mlirOperationGetLocation(op));
  use->kind = has_name(op, "tssa.read") ? USE_READ : USE_OTHER;
  if (is_target)
    find_fate(builder, op, use);
  if (use->fate != FATE_UNKNOWN)
    use->kind = USE_WRITE;
  if (use->fate == FATE_FUNCTIONAL || use->fate == FATE_BOTH) {
    ref_node_t *root = node;
    while (root->parent)
      root = root->parent;
    if (root->is_storage)
      use->version = ++root->versions;
  }
  *node->last_use = use;
  node->last_use = &use->next;
}

/// Refs that a block takes: arguments of the function, else merges.
static void add_block(builder_t *builder, MlirBlock block, MlirOperation owner,
                      bool is_entry) {
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i) {
    MlirValue value = mlirBlockGetArgument(block, i);
    if (!tssaTypeIsARef(mlirValueGetType(value)))
      continue;
    text_t label = {0};
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(owner));
    if (is_entry)
      text_printf(&label, "argument %lld", (long long)i);
    else
      text_printf(&label, "carried by %.*s", (int)name.length, name.data);
    add_node(builder, value, NULL, label.text,
             line_of(mlirOperationGetLocation(owner)))
        ->is_storage = is_entry;
  }
}

static MlirWalkResult visit(MlirOperation op, void *user) {
  builder_t *builder = user;
  bool is_view = has_name(op, "view.of"),
       is_function = has_name(op, "func.func");
  int64_t line = line_of(mlirOperationGetLocation(op));
  bool found_target = false;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    // Of tssa.write the value comes first, so the first ref is what it changes.
    ref_node_t *node = get(&builder->table, mlirOperationGetOperand(op, i));
    if (node && !(is_view && i == 0))
      add_use(builder, op, node, !found_target);
    found_target |= node != NULL;
  }
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i) {
    MlirValue value = mlirOperationGetResult(op, i);
    if (!tssaTypeIsARef(mlirValueGetType(value)))
      continue;
    ref_node_t *parent =
        is_view ? get(&builder->table, mlirOperationGetOperand(op, 0)) : NULL;
    text_t label = {0};
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    if (has_name(op, "tssa.alloc"))
      text_printf(&label, "allocation");
    else if (!is_view)
      text_printf(&label, "result of %.*s", (int)name.length, name.data);
    add_node(builder, value, parent, is_view ? kind_label(op) : label.text,
             line)
        ->is_storage = has_name(op, "tssa.alloc");
  }
  for (intptr_t i = 0, n = mlirOperationGetNumRegions(op); i < n; ++i) {
    bool is_entry = is_function;
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
      add_block(builder, block, op, is_entry);
      is_entry = false;
    }
  }
  return MlirWalkResultAdvance;
}

forest_t forest_create(MlirOperation function, const report_t *report) {
  forest_t forest = {NULL, NULL};
  MlirStringRef name = mlirStringAttrGetValue(mlirOperationGetAttributeByName(
      function, mlirStringRefCreateFromCString("sym_name")));
  text_t text = {0};
  text_append(&text, name.data, name.length);
  forest.function = text.text ? text.text : tool_alloc(1, 1);
  builder_t builder = {&forest,
                       report,
                       index_lines(report),
                       {NULL, NULL, 0, 0},
                       &forest.first_root};
  mlirOperationWalk(function, visit, &builder, MlirWalkPreOrder);
  free(builder.lines.first);
  free(builder.lines.next);
  free(builder.table.keys);
  free(builder.table.nodes);
  return forest;
}

static void destroy_tree(ref_node_t *node) {
  while (node) {
    destroy_tree(node->first_child);
    for (ref_use_t *use = node->uses, *next; use; use = next) {
      next = use->next;
      free(use->op);
      free(use);
    }
    ref_node_t *next = node->parent ? node->next_sibling : node->next_root;
    free(node->label);
    free(node->type);
    free(node);
    node = next;
  }
}

void forest_destroy(forest_t *forest) {
  destroy_tree(forest->first_root);
  free(forest->function);
  *forest = (forest_t){NULL, NULL};
}
