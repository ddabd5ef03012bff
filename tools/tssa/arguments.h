// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs for a function, drawn from a seed. What is drawn is a description,
// from which the same tensors can be made any number of times, each time in
// memory of their own between guard bytes.
//
// An argument attribute `tssa.test`, which nothing but this tool reads, says
// what a test needs of an input:
//
//   %x: !tssa.ref<?x?xf32> {tssa.test = ["n", [1, 4]]}    an entry a dimension:
//        a number, several to choose from, or a name: equal names, equal sizes
//   %x: tensor<?xi64> {tssa.test = {sizes = ["n"], min = 0, max = 3,
//                                   layout = "contiguous"}}
//        the range of the elements; row-major at offset 0
//   %y: !tssa.ref<4x2xf32> {tssa.test = {shares = 0, strides = [4, 2],
//                                        offset = [1, 0]}}
//        in the storage of argument 0, which must be a ref of this element
//        type, too; there with these strides and one of these offsets
//   %i: index {tssa.test = [0, 3, -1]}                numbers to choose from
//   %n: index {tssa.test = "n"}                       the size of that name
//   %l: !tssa.list<i64> {tssa.test = {length = 3, element = [1, 2]}}
//        how many elements, and what each of them needs

#ifndef TENSORSSA_TOOLS_TSSA_ARGUMENTS_H
#define TENSORSSA_TOOLS_TSSA_ARGUMENTS_H

#include "tensorssa-runtime/random.h"
#include "tool.h"

enum { MAX_RANK = 16, MAX_SYMBOLS = 16, MAX_LENGTH = 4, GUARD_BYTES = 64 };

/// One input, or an element of one. A tensor that shares the storage of an
/// earlier input has that one's index in `shares`, otherwise its own.
typedef struct input_t {
  tssa_value_kind_t kind;
  MlirType type;
  /// The argument that it is, or is somewhere in.
  intptr_t argument;
  /// Of a list: where its elements are among the items.
  intptr_t first, length;
  int64_t integer;
  double real;
  // The rest is for tensors.
  tssa_dtype_t dtype;
  int64_t rank;
  int64_t sizes[MAX_RANK], strides[MAX_RANK], offset;
  intptr_t shares;
  /// The whole storage, if it is this input's own.
  unsigned char *bytes;
  int64_t num_bytes;
} input_t;

/// The first `count` are the arguments of the function, the rest up to `total`
/// elements of lists.
typedef struct inputs_t {
  intptr_t count, total;
  input_t *items;
} inputs_t;

/// How inputs are drawn.
typedef struct draw_t {
  tssa_random_t random;
  /// 0: ordinary sizes, row-major, the first of several choices. Larger ones
  /// vary everything.
  int64_t round;
  /// Sizes for the dynamic dimensions, in order, the last one repeated.
  const int64_t *dims;
  int64_t num_dims;
  /// Only row-major tensors at offset 0 that share nothing.
  bool plain;
  /// Which arguments the function may write; NULL: any of them.
  const bool *written;
} draw_t;

/// Draws inputs for `function`. On failure (a type that cannot be drawn) the
/// reason is on stderr.
bool inputs_draw(const function_t *function, draw_t *draw, inputs_t *inputs);
void inputs_free(inputs_t *inputs);

/// The inputs in memory: values to call with and the blocks that hold the
/// storages, `GUARD_BYTES` longer at both ends (NULL for those that share).
typedef struct memory_t {
  intptr_t count;
  tssa_value_t *values;
  /// NULL for what has none of its own.
  tssa_storage_t **storages;
  /// Guards broken before, by others.
  int64_t broken_guards;
} memory_t;

void memory_create(const inputs_t *inputs, memory_t *memory);
/// The bytes of the storage of input `index`.
unsigned char *memory_storage(const memory_t *memory, intptr_t index);
/// How many there are; more than there were if the storage has grown.
int64_t memory_bytes(const memory_t *memory, intptr_t index);
/// Whether the guard bytes around all storages, also around memory that one
/// left when it grew, are as they were.
bool memory_guards_intact(const memory_t *memory);
void memory_destroy(memory_t *memory);

/// Makes a drawn tensor the one that `text` says, such as [[1, 2], [3, 4]],
/// with the dtype that it has.
bool literal_read(const char *text, input_t *input);

/// Prints an input on one line, its elements too.
void input_print(const inputs_t *inputs, intptr_t index, const memory_t *memory,
                 FILE *stream);

/// What a value of an MLIR type is, and its dtype if it is a tensor or ref.
tssa_value_kind_t type_kind(MlirType type, tssa_dtype_t *out_dtype);

#endif // TENSORSSA_TOOLS_TSSA_ARGUMENTS_H
