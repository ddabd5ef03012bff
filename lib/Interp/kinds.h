// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// View kinds as the interpreter has them, and the two rules that it gives them,
// written apart from each other and from the compiler's: over storages
// (strided.c), where a view is sizes, strides and an offset, and over values
// (index_map.c), where each element of a view is looked up in its source. Free
// of MLIR but for the decoding, so that a test can hold one against the other.

#ifndef TENSORSSA_LIB_INTERP_KINDS_H
#define TENSORSSA_LIB_INTERP_KINDS_H

#include "internal.h"

typedef enum kind_code_t {
  KIND_ALIAS,
  KIND_SELECT,
  KIND_SLICE,
  KIND_PERMUTE,
  KIND_EXPAND,
  KIND_SQUEEZE,
  KIND_UNSQUEEZE,
  KIND_RESHAPE,
  KIND_DIAGONAL,
  KIND_UNFOLD,
  KIND_AS_STRIDED,
  KIND_BITCAST,
  KIND_PATH
} kind_code_t;

/// A view kind with its numbers; DYNAMIC is one that an operand will fill in.
typedef struct kind_t {
  kind_code_t code;
  /// select, slice, squeeze, unsqueeze, unfold; of diagonal the first.
  int64_t dim, dim2;
  int64_t index;
  int64_t start, end, step;
  /// Of diagonal and as_strided.
  int64_t offset;
  /// Of unfold: the size of a window.
  int64_t window;
  /// permute: dimensions; expand, reshape, as_strided: sizes.
  int64_t rank;
  int64_t numbers[TSSA_MAX_RANK];
  int64_t strides[TSSA_MAX_RANK];
  tssa_dtype_t dtype;
  int64_t num_members;
  struct kind_t *members;
} kind_t;

/// What is wrong with a view that does not exist.
typedef enum view_result_t {
  VIEW_EXISTS,
  /// A single index, reported in `index` and `size`.
  VIEW_BAD_INDEX,
  VIEW_NOT_POSSIBLE
} view_result_t;

typedef struct view_problem_t {
  int64_t index, size;
  /// Which member of a path.
  int64_t member;
} view_problem_t;

/// Part of a storage of `storage_bytes`.
typedef struct window_t {
  tssa_dtype_t dtype;
  int64_t rank;
  int64_t sizes[TSSA_MAX_RANK];
  int64_t strides[TSSA_MAX_RANK];
  int64_t byte_offset;
  int64_t storage_bytes;
} window_t;

/// The shape of a value.
typedef struct shape_t {
  tssa_dtype_t dtype;
  int64_t rank;
  int64_t sizes[TSSA_MAX_RANK];
} shape_t;

// -- kinds.c ------------------------------------------------------------------

/// Decodes a kind attribute into memory of the program.
kind_t *kind_decode(interp_t *, const node_t *, MlirAttribute);
/// Copies `open` to `out`, which was decoded from the same attribute, with
/// `operands` in the places left open; returns how many it took.
int64_t kind_resolve(const kind_t *open, const int64_t *operands, kind_t *out);

// -- strided.c ----------------------------------------------------------------

/// Replaces a window by its view.
view_result_t window_view(const kind_t *, window_t *, view_problem_t *);

// -- index_map.c --------------------------------------------------------------

/// Number of views in a chain: 1 unless the kind is a path.
int64_t kind_length(const kind_t *);
/// The shapes along a view of a value: `shapes[0]` is the root's and given,
/// each view of the chain adds the next, `kind_length` in all.
view_result_t shape_views(const kind_t *, shape_t *shapes, view_problem_t *);
/// The byte of the row-major elements of the root which byte `byte` of the
/// view's element at `indices` (overwritten; room for TSSA_MAX_RANK) is.
/// `shapes` are those of `shape_views`, which said that the view exists.
int64_t map_byte(const kind_t *, const shape_t *shapes, int64_t *indices,
                 int64_t byte);
/// Whether an element of the view may be bytes that are not neighbours in
/// order.
bool kind_splits_elements(const kind_t *);

#endif // TENSORSSA_LIB_INTERP_KINDS_H
