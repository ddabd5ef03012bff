// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making a random program: what its parts share. A program is text, made from
// top to bottom; the generator keeps what is in scope, with sizes as far as
// they are known, so that nearly all of what it writes is well typed and most
// of it runs without an error.

#ifndef TENSORSSA_TOOLS_TSSA_FUZZ_GENERATOR_H
#define TENSORSSA_TOOLS_TSSA_FUZZ_GENERATOR_H

#include "features.h"
#include "tensorssa-runtime/random.h"
#include "tool.h"

enum {
  MAX_DIMS = 5,
  MAX_ITEMS = 300,
  MAX_HELPERS = 3,
  MAX_OPERANDS = 12,
  NAME_SIZE = 16
};

/// The size of a dimension: a number, or (`size` is -1) one that is known by
/// name only. Equal names are equal sizes.
typedef struct extent_t {
  int64_t size;
  int symbol;
} extent_t;

typedef enum element_t { BOOL, I32, I64, F32, F64 } element_t;

typedef struct shape_t {
  element_t element;
  int rank;
  extent_t dims[MAX_DIMS];
} shape_t;

typedef enum item_kind_t {
  ITEM_REF,
  ITEM_VALUE,
  ITEM_INDEX,
  ITEM_BOOL,
  /// Of refs of one type.
  ITEM_LIST,
  /// Of lists of refs of one type.
  ITEM_LISTS,
  /// Of indices.
  ITEM_NUMBERS,
  /// Of one ref of any type: a tensor object whose sizes may change.
  ITEM_CELL
} item_kind_t;

/// Something in scope.
typedef struct item_t {
  item_kind_t kind;
  char name[NAME_SIZE];
  /// Of a ref or value; of a list, of its elements; of a cell, of what it
  /// holds.
  shape_t shape;
  /// A ref's layout as its type has it, or empty.
  char layout[48];
  /// A ref that is row-major for certain.
  bool contiguous;
  /// How many elements a ref's storage has for certain; -1 if that is not
  /// known.
  int64_t storage;
  /// A ref into the storage of an argument.
  bool of_argument;
  /// An index lies in [0, below); nothing is known if `below.size` is 0.
  extent_t below;
} item_t;

/// A private function that may be called again.
typedef struct helper_t {
  char name[3 * NAME_SIZE];
  int num_inputs, num_outputs;
  item_t inputs[4], outputs[4];
} helper_t;

typedef struct generator_t {
  tssa_random_t random;
  /// What this program may use, and what it did use.
  uint64_t allowed, used;
  /// The body so far, and the private functions before it.
  text_t text, *helpers_text;
  int indent;
  /// For names.
  int next_name, next_symbol, next_host;
  const char *function;
  int num_items;
  item_t *items;
  int num_helpers;
  helper_t helpers[MAX_HELPERS];
  /// Statements that may still be made, and regions that may still be opened.
  int budget, depth;
  /// Whether the region may have several blocks.
  bool may_branch;
  bool in_helper;
  /// Where floats are seen as bits: whether these, and not integers, are only
  /// moved.
  bool moves_floats;
  /// The argument that takes a result at the end, if `has_output`.
  item_t output;
  bool has_output;
  /// The list that the caller sees grow, if there is one.
  char log[NAME_SIZE];
} generator_t;

/// Writes the functions of program `index` of `seed` into `out`: private ones
/// and a public one called `name`. The text is the same on every machine.
/// Returns the features used.
uint64_t generate(uint64_t seed, uint64_t index, uint64_t features,
                  const char *name, text_t *out);

//===----------------------------------------------------------------------===//
// Chance
//===----------------------------------------------------------------------===//

/// Uniform in [low, high].
int64_t draw(generator_t *g, int64_t low, int64_t high);
bool chance(generator_t *g, int percent);
/// A position, likelier where the weight is larger; -1 if all are 0.
int draw_weighted(generator_t *g, int count, const int *weights);
/// Whether the program may use the feature.
bool may(const generator_t *g, feature_t feature);
void mark(generator_t *g, feature_t feature);

//===----------------------------------------------------------------------===//
// Text and scope
//===----------------------------------------------------------------------===//

void line(generator_t *g, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// The type of an item; one of a few buffers that are used in turn.
const char *type_of(const item_t *item);
/// The builtin tensor type of a shape, likewise.
const char *tensor_type(const shape_t *shape);
/// Names and types of items, separated by commas; of a few buffers, likewise.
const char *names_of(int count, const item_t *items);
const char *types_of(int count, const item_t *items);
const char *element_name(element_t element);
bool is_float(element_t element);

/// A new item in scope with a name of its own. There is always room for one
/// where `has_room`.
item_t *add_item(generator_t *g, item_kind_t kind);
item_t *add_tensor(generator_t *g, item_kind_t kind, const shape_t *shape);
/// One of the type of `like`, of which nothing else is known.
item_t *add_like(generator_t *g, const item_t *like);
bool has_room(const generator_t *g);
/// A fresh name, `%` included.
void new_name(generator_t *g, char *name);
/// An item of a kind, newer ones likelier; NULL if there is none. A later item
/// may move it: copy what is kept.
const item_t *pick(generator_t *g, item_kind_t kind);
/// One whose type is that of `like`, which may be its own, by `accept`.
typedef bool (*accept_t)(const item_t *item, const item_t *like);
const item_t *pick_like(generator_t *g, item_kind_t kind, const item_t *like,
                        accept_t accept);

extent_t fixed(int64_t size);
/// A size that nothing else has for certain.
extent_t unknown(generator_t *g);
bool same_extent(extent_t a, extent_t b);
/// Equal types and equal sizes.
bool same_shape(const shape_t *a, const shape_t *b);
/// Equal types; sizes may differ where they are dynamic.
bool same_type(const item_t *a, const item_t *b);
/// `pick_like`'s for values and refs of equal shape.
bool has_shape_of(const item_t *item, const item_t *like);
/// Gives each dynamic size a new name.
void forget_sizes(generator_t *g, shape_t *shape);
/// The number of elements, -1 if not known.
int64_t element_count(const shape_t *shape);

/// Emits what is needed and gives the name of an index with the value.
void index_constant(generator_t *g, int64_t value, char *name);
void index_of_extent(generator_t *g, extent_t extent, char *name);
/// An index into a dimension, nearly always in range.
void index_into(generator_t *g, extent_t extent, char *name);
/// Any index, for slices.
void index_any(generator_t *g, char *name);
/// A condition.
void condition(generator_t *g, char *name);

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// A view kind applied to something.
typedef struct view_t {
  text_t kind;
  int num_operands;
  char operands[MAX_OPERANDS][NAME_SIZE];
  shape_t shape;
  bool contiguous;
} view_t;

/// A random kind for `source`, perhaps a path. Values have no strides that
/// could forbid one.
bool draw_view(generator_t *g, const item_t *source, view_t *view);
/// The operands in brackets, or nothing; one of a few buffers.
const char *operand_list(const view_t *view);

bool emit_view(generator_t *g);
/// A ref of the type of `like` from `source`, which has it: itself or a view.
item_t emit_view_of_same_type(generator_t *g, const item_t *source);
/// The part of `source` that `index` selects in its first dimension.
item_t emit_row(generator_t *g, const item_t *source, const char *index);

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A value of the shape: one in scope or a new one.
item_t value_of_shape(generator_t *g, const shape_t *shape);
/// A new value of the shape of `value` that arithmetic makes of it.
item_t compute_from(generator_t *g, const item_t *value);
/// The same from nothing else that is in scope.
item_t compute_alone(generator_t *g, const item_t *value);
/// Reads a ref, computes, writes to it.
void emit_update_of(generator_t *g, const item_t *ref);
item_t emit_read_of(generator_t *g, const item_t *ref);
bool emit_read(generator_t *g);
bool emit_write(generator_t *g);
bool emit_alloc(generator_t *g);
bool emit_compute(generator_t *g);
bool emit_reduce(generator_t *g);
bool emit_indexing(generator_t *g);
bool emit_parts(generator_t *g);
bool emit_overlap(generator_t *g);

//===----------------------------------------------------------------------===//
// Control flow, lists, calls
//===----------------------------------------------------------------------===//

/// A region: what is made inside is out of scope afterwards.
typedef struct region_t {
  int num_items;
  bool may_branch;
} region_t;

region_t region_begin(generator_t *g);
void region_end(generator_t *g, region_t region);
/// Whether there is room for a region.
bool may_nest(const generator_t *g);
/// Some statements of a region.
void emit_statements(generator_t *g);
void emit_block(generator_t *g, int statements);

bool emit_if(generator_t *g);
bool emit_for(generator_t *g);
bool emit_while(generator_t *g);
bool emit_switch(generator_t *g);
bool emit_execute(generator_t *g);
bool emit_forall(generator_t *g);
bool emit_parallel(generator_t *g);
bool emit_blocks(generator_t *g);
bool emit_merge_if(generator_t *g);
bool emit_merge_select(generator_t *g);
bool emit_merge_loop(generator_t *g);
/// A ref of the type of `like`, now and then a new view or a fresh one.
item_t alternative(generator_t *g, const item_t *like);
/// Something that happens to a merged ref, without which merging it is no test.
void use_merged(generator_t *g, const item_t *merged);

bool emit_list(generator_t *g);
bool emit_list_names(generator_t *g);
bool emit_lists(generator_t *g);
bool emit_numbers(generator_t *g);
bool emit_effect(generator_t *g);
bool emit_cell(generator_t *g);
/// A storage grows, and a view names more of it.
bool emit_growth(generator_t *g);
bool emit_call(generator_t *g);
/// A call of a function of the host.
bool emit_host(generator_t *g);
bool emit_list_call(generator_t *g);
bool emit_recursion(generator_t *g);
/// The body of a function with the items in scope as arguments, then its
/// return; gives what it returns.
int emit_body(generator_t *g, int statements, int max_outputs, item_t *outputs);

#endif // TENSORSSA_TOOLS_TSSA_FUZZ_GENERATOR_H
