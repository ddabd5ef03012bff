// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of the interpreter share. A function is decoded once into
// nodes that name their operands by slot number; running it is calling the
// handler of one node after the other over a frame of slots.
//
// Rules: a function that returns flow_t or bool has recorded an error in the
// context when it returns FLOW_ERROR or false, and one that returns a pointer
// has when it returns NULL, unless it says otherwise. Values in slots own their
// references; pointers to operands are borrowed.

#ifndef TENSORSSA_LIB_INTERP_INTERNAL_H
#define TENSORSSA_LIB_INTERP_INTERNAL_H

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "tensorssa-runtime/context.h"
#include "tensorssa-runtime/list.h"
#include "tensorssa-runtime/value.h"

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// What a number or an element is in a run over symbols; 0 is a known number
/// (symbolic.h).
typedef uint32_t term_t;

/// A number. Integers are kept as 64 bits, extended by their sign (BOOL and U8
/// by zeros); floats as the double of the same value. `index` is I64.
typedef struct scalar_t {
  tssa_dtype_t dtype;
  /// No number: what an op without a defined result gave. An error when used.
  bool poison;
  term_t term;
  int64_t i;
  double f;
  double imaginary;
} scalar_t;

/// Sizes, strides (in elements) and offset over a storage: what a ref is, and,
/// row-major from offset 0 and never changed, what a value is.
typedef struct tensor_t {
  int64_t references;
  tssa_storage_t *storage;
  tssa_dtype_t dtype;
  bool read_only;
  int64_t rank;
  int64_t byte_offset;
  int64_t *sizes;
  int64_t *strides;
  /// Of a root between the stages of functionalization: its newest version.
  struct tensor_t *version;
  /// The host's object that this is, if it came from there.
  tssa_tensor_t *host;
} tensor_t;

typedef enum value_kind_t {
  VALUE_NONE,
  VALUE_POISON,
  VALUE_SCALAR,
  VALUE_TENSOR,
  VALUE_REF,
  VALUE_LIST
} value_kind_t;

typedef struct list_t list_t;

typedef struct value_t {
  value_kind_t kind;
  union {
    scalar_t scalar;
    tensor_t *tensor;
    list_t *list;
  };
} value_t;

struct list_t {
  int64_t references;
  int64_t count;
  int64_t capacity;
  value_t *items;
};

//===----------------------------------------------------------------------===//
// Decoded programs
//===----------------------------------------------------------------------===//

typedef enum type_kind_t {
  TYPE_SCALAR,
  TYPE_TENSOR,
  TYPE_REF,
  TYPE_LIST,
  TYPE_ANY_REF,
  /// One that the interpreter has no values of.
  TYPE_OTHER
} type_kind_t;

/// Stands for a size or stride that a type leaves open.
#define DYNAMIC INT64_MIN

typedef struct type_t {
  MlirType mlir;
  type_kind_t kind;
  tssa_dtype_t dtype;
  int64_t rank;
  int64_t *sizes;
  /// NULL unless a ref has a layout.
  int64_t *strides;
  int64_t offset;
  /// Of a list.
  const struct type_t *element;
} type_t;

/// How the run goes on after a node.
typedef enum flow_t {
  FLOW_NEXT,
  /// To the frame's `target`, whose arguments are set.
  FLOW_BRANCH,
  /// The region ends; the parent reads the terminator's operands.
  FLOW_YIELD,
  FLOW_ERROR
} flow_t;

typedef struct interp_t interp_t;
typedef struct frame_t frame_t;
typedef struct node_t node_t;
typedef flow_t (*handler_t)(interp_t *, frame_t *, node_t *);

/// An op name and what runs it; `code` tells the ops of one handler apart.
typedef struct op_entry_t {
  const char *name;
  handler_t run;
  int32_t code;
} op_entry_t;

typedef struct block_t {
  MlirBlock mlir;
  int64_t num_arguments;
  int32_t *arguments;
  int64_t num_nodes;
  node_t *nodes;
} block_t;

typedef struct region_t {
  int64_t num_blocks;
  block_t *blocks;
} region_t;

struct node_t {
  handler_t run;
  int32_t code;
  MlirOperation op;
  int64_t num_operands, num_results, num_regions, num_successors;
  int32_t *operands;
  int32_t *results;
  region_t *regions;
  block_t **successors;
  /// Slots that no later node reads.
  int64_t num_dead;
  int32_t *dead;
  /// Attributes in a form of the handler's own, made when it first runs; lives
  /// as long as the program.
  void *data;
  /// Arrays that `get_int_array` has read.
  struct int_array_t *arrays;
};

typedef struct function_t {
  MlirOperation op;
  struct function_t *next;
  int32_t num_slots;
  const type_t **slot_types;
  region_t body;
  int64_t num_inputs, num_results;
  const type_t **result_types;
} function_t;

struct frame_t {
  const function_t *function;
  value_t *slots;
  block_t *target;
  /// Where the innermost structured loop of linalg is.
  const int64_t *loop_indices;
  int64_t num_loops;
};

/// One run of the interpreter.
struct interp_t {
  tssa_context_t *context;
  MlirModule module;
  MlirSymbolTable symbols;
  function_t *functions;
  /// Memory of everything decoded, in one list of chunks.
  struct chunk_t *chunks;
  /// Types by handle, a hash table.
  const type_t **types;
  int64_t num_types, types_capacity;
  /// Values that decoded programs hold, such as constants.
  value_t *held;
  int64_t num_held, held_capacity;
  /// Ops left to run; negative is without limit.
  int64_t steps;
  int64_t depth;
};

/// Regions and calls inside each other at most; each takes part of the C stack.
#define MAX_DEPTH 1000

//===----------------------------------------------------------------------===//
// errors.c
//===----------------------------------------------------------------------===//

/// Records the failure of `op_name` at the location of `op`, with a message in
/// which {0} to {3} stand for `values` (NULL: all 0). Always FLOW_ERROR.
flow_t fail_site(interp_t *, MlirOperation op, const char *op_name,
                 tssa_status_t, const char *message, const int64_t values[4]);

/// Records an error of the node itself, its message as of printf.
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
flow_t fail(interp_t *, const node_t *, tssa_status_t, const char *format, ...);

/// The failure that `tssa.check_index` has, under another op's name if need be.
flow_t fail_index(interp_t *, const node_t *, const char *op_name,
                  int64_t index, int64_t size);

/// Memory is exhausted, or `bytes` is more than any memory.
flow_t fail_memory(interp_t *, int64_t bytes);

/// Records an error of the call itself.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
flow_t fail_call(interp_t *, tssa_status_t, const char *format, ...);

/// A copy of `text` with { and } doubled, in the program's memory.
char *escape_braces(interp_t *, MlirStringRef text);
/// A printed attribute or type, in the program's memory.
char *print_attribute(interp_t *, MlirAttribute);
char *print_type(interp_t *, MlirType);

//===----------------------------------------------------------------------===//
// values.c
//===----------------------------------------------------------------------===//

/// A value of `dtype` with fresh row-major storage, its elements arbitrary.
tensor_t *tensor_create(interp_t *, tssa_dtype_t, int64_t rank,
                        const int64_t *sizes);
/// A tensor over `storage`, to which it adds a reference.
tensor_t *tensor_over(interp_t *, tssa_storage_t *storage, tssa_dtype_t,
                      int64_t rank, const int64_t *sizes,
                      const int64_t *strides, int64_t byte_offset);
tensor_t *tensor_retain(tensor_t *);
void tensor_release(tensor_t *);
/// A row-major copy with a storage of its own.
tensor_t *tensor_copy(interp_t *, const tensor_t *);
/// Stores the elements of `value` in those of `ref`, in row-major order.
void tensor_store(const tensor_t *ref, const tensor_t *value);
int64_t tensor_count(const tensor_t *);
/// Address of an element; `indices` in range.
char *tensor_element(const tensor_t *, const int64_t *indices);
/// Address of the first element: of a value, all follow in row-major order.
char *tensor_data(const tensor_t *);
bool same_sizes(const tensor_t *, const tensor_t *);

/// Number of elements, or -1 if negative sizes or too many.
int64_t count_of(int64_t rank, const int64_t *sizes);
/// Moves `indices` to the next element in row-major order; false after the
/// last.
bool next_index(int64_t rank, const int64_t *sizes, int64_t *indices);

list_t *list_create(interp_t *);
list_t *list_retain(list_t *);
void list_release(list_t *);
/// Inserts before `index`, taking over the reference of `value` on success.
bool list_insert(interp_t *, list_t *, int64_t index, value_t value);

value_t value_retain(value_t);
void value_release(value_t *);
value_t value_of_scalar(scalar_t);

//===----------------------------------------------------------------------===//
// scalars.c
//===----------------------------------------------------------------------===//

bool dtype_is_float(tssa_dtype_t);
bool dtype_is_complex(tssa_dtype_t);
/// Bits of an integer type, 1 for BOOL.
int dtype_bits(tssa_dtype_t);
/// A number of `dtype`: integers wrap around, floats round once.
scalar_t scalar_int(tssa_dtype_t, int64_t);
scalar_t scalar_float(tssa_dtype_t, double);
scalar_t scalar_complex(tssa_dtype_t, double re, double im);
scalar_t scalar_poison(tssa_dtype_t);
/// A term; the number beside it is a stand-in with which everything can be
/// computed: 1.
scalar_t scalar_of_term(term_t, tssa_dtype_t);
scalar_t scalar_load(tssa_dtype_t, const void *);
void scalar_store(scalar_t, void *);
/// Copies elements, or bytes of them.
void move_elements(void *to, const void *from, size_t bytes);
/// The low bits of an integer, its sign not extended.
uint64_t scalar_bits(scalar_t);
/// As a double, whatever the type (of a complex number, its real part).
double scalar_to_double(scalar_t);
bool scalar_is_zero(scalar_t);
/// The same of a number that may be a term; false after an error.
bool number_is_zero(interp_t *, const node_t *, scalar_t, bool *out);
/// An integer or float attribute as a number of `dtype`; false (and no error
/// recorded) if it is neither.
bool scalar_from_attribute(MlirAttribute, tssa_dtype_t, scalar_t *out);

//===----------------------------------------------------------------------===//
// decode.c
//===----------------------------------------------------------------------===//

/// Zeroed memory that lives as long as the program.
void *program_alloc(interp_t *, size_t count, size_t size);
void program_free(interp_t *);
/// Keeps a value alive as long as the program; takes over its reference.
bool program_hold(interp_t *, value_t);

const type_t *decode_type(interp_t *, MlirType);
/// The function of that name, decoded when first asked for.
function_t *lookup_function(interp_t *, MlirStringRef name, MlirOperation user);
/// Attribute of an op, null if absent.
MlirAttribute get_attribute(const node_t *, const char *name);
/// An integer attribute, or `fallback` where absent.
int64_t get_int_attribute(const node_t *, const char *name, int64_t fallback);
/// A dense array of i32 or i64, read once per node; absent is an error. `name`
/// is a string literal.
bool get_int_array(interp_t *, node_t *, const char *name, int64_t *out_count,
                   int64_t **out_values);
/// Start and count of operand group `group`, by operandSegmentSizes.
bool get_segment(interp_t *, node_t *, int64_t group, int64_t *out_start,
                 int64_t *out_count);

//===----------------------------------------------------------------------===//
// run.c
//===----------------------------------------------------------------------===//

/// Runs a region whose entry arguments are set. On FLOW_YIELD `*out_terminator`
/// is the node that ended it.
flow_t run_region(interp_t *, frame_t *, region_t *, node_t **out_terminator);
/// Runs a function. `inputs` are retained, `outputs` are the caller's.
bool run_function(interp_t *, function_t *, MlirOperation caller,
                  const value_t *inputs, value_t *outputs);

/// Operands by number; poison, missing values and wrong kinds are errors.
value_t *use_value(interp_t *, frame_t *, node_t *, int64_t index);
/// A number to look at, and one only to compute with or to pass on, which may
/// be a term.
bool use_scalar(interp_t *, frame_t *, node_t *, int64_t index, scalar_t *out);
bool use_number(interp_t *, frame_t *, node_t *, int64_t index, scalar_t *out);
bool use_int(interp_t *, frame_t *, node_t *, int64_t index, int64_t *out);
tensor_t *use_tensor(interp_t *, frame_t *, node_t *, int64_t index);
tensor_t *use_ref(interp_t *, frame_t *, node_t *, int64_t index);
list_t *use_list(interp_t *, frame_t *, node_t *, int64_t index);
/// The value of an operand for changing: the operand itself if nothing else can
/// see it any more, otherwise a copy. The caller owns it.
tensor_t *take_tensor(interp_t *, frame_t *, node_t *, int64_t index);

/// Results by number. The type must be that of the result; a reference is taken
/// over, also on failure.
flow_t give_value(interp_t *, frame_t *, node_t *, int64_t index, value_t);
flow_t give_scalar(interp_t *, frame_t *, node_t *, int64_t index, scalar_t);
flow_t give_index(interp_t *, frame_t *, node_t *, int64_t index, int64_t);
flow_t give_tensor(interp_t *, frame_t *, node_t *, int64_t index, tensor_t *);
flow_t give_ref(interp_t *, frame_t *, node_t *, int64_t index, tensor_t *);
const type_t *result_type(frame_t *, const node_t *, int64_t index);
const type_t *operand_type(frame_t *, const node_t *, int64_t index);
/// Sets a slot, taking over the reference; poison may be set.
void set_slot(frame_t *, int32_t slot, value_t);
/// Copies `count` operands of `from`, starting at `first`, to slots, as if all
/// at once. Poison passes.
bool pass_values(interp_t *, frame_t *, const node_t *from, int64_t first,
                 int64_t count, const int32_t *slots);
/// The same from the terminator of a block that has ended.
bool pass_yields(interp_t *, frame_t *, const node_t *terminator, int64_t first,
                 int64_t count, const int32_t *slots);
/// Whether a value is one that a type allows; `out_why` (512 bytes) says what
/// was expected.
bool value_has_type(const value_t *, const type_t *, char *out_why);
/// "tensor<2x3xf32>" of a tensor into a buffer.
void describe_tensor(const tensor_t *, const char *form, char *out,
                     size_t size);

//===----------------------------------------------------------------------===//
// elements.c
//===----------------------------------------------------------------------===//

/// One element of an elementwise op: `out` has the dtype of the result. Returns
/// NULL, or what is wrong. A result that is not defined is poison with a
/// fallback that an element of a tensor takes.
typedef const char *(*element_t)(int32_t code, int64_t predicate,
                                 const scalar_t *inputs, scalar_t *out);
/// Runs an op over numbers, or element by element over tensors of one shape.
flow_t run_elements(interp_t *, frame_t *, node_t *, element_t,
                    int64_t predicate);
/// The type of the elements of a number or tensor type.
tssa_dtype_t element_dtype(const type_t *);

//===----------------------------------------------------------------------===//
// slices.c
//===----------------------------------------------------------------------===//

/// `tensor.insert_slice` of operand 0 into `dest`, which it changes.
bool insert_slice(interp_t *, frame_t *, node_t *, tensor_t *dest);
/// Numbers out of a static array with operands, from `*at` on, in the open
/// places.
bool use_mixed(interp_t *, frame_t *, node_t *, const char *name, int64_t *at,
               int64_t *out_count, int64_t out[TSSA_MAX_RANK]);

//===----------------------------------------------------------------------===//
// checks.c
//===----------------------------------------------------------------------===//

/// How the elements of two tensors lie to each other.
typedef enum overlap_t { OVERLAP_NONE, OVERLAP_SAME, OVERLAP_PART } overlap_t;
bool find_overlap(interp_t *, const tensor_t *, const tensor_t *,
                  overlap_t *out);
/// Whether two elements of a tensor share a byte.
bool find_self_overlap(interp_t *, const tensor_t *, bool *out);

//===----------------------------------------------------------------------===//
// control.c
//===----------------------------------------------------------------------===//

/// Number of trips from `lower` to `upper`.
uint64_t trip_count(scalar_t lower, scalar_t upper, int64_t step,
                    bool is_unsigned);
/// Runs a call of a function without a body, which is the host's, and says how
/// it went; false for other functions.
bool run_host_call(interp_t *, frame_t *, node_t *, MlirAttribute callee,
                   flow_t *out_flow);
/// Of an op that ends a region, whose operands the parent reads.
flow_t run_yield(interp_t *, frame_t *, node_t *);

//===----------------------------------------------------------------------===//
// The tables of handlers, each ended by a NULL name
//===----------------------------------------------------------------------===//

extern const op_entry_t core_ops[];
extern const op_entry_t check_ops[];
extern const op_entry_t view_ops[];
extern const op_entry_t list_ops[];
extern const op_entry_t control_ops[];
extern const op_entry_t parallel_ops[];
extern const op_entry_t constant_ops[];
extern const op_entry_t arith_ops[];
extern const op_entry_t math_ops[];
extern const op_entry_t tensor_ops[];
extern const op_entry_t slice_ops[];
extern const op_entry_t linalg_ops[];

#endif // TENSORSSA_LIB_INTERP_INTERNAL_H
