// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on sizes and strides, free of memory: row-major strides, the rule
// that says when a reshape can be a view, and overlap of element sets.

#ifndef TENSORSSA_RUNTIME_LAYOUT_H
#define TENSORSSA_RUNTIME_LAYOUT_H

#include "tensorssa-runtime/api.h"

TSSA_EXTERN_C_BEGIN

/// Number of elements of a shape, or -1 if a size is negative or the product
/// does not fit. 1 for rank 0, 0 as soon as one size is 0.
TSSA_RT_API int64_t tssa_layout_count(int64_t rank, const int64_t *sizes);

/// Row-major strides as PyTorch gives them: 1 for the last dimension, then each
/// the next one's stride times its size, where sizes of 0 count as 1. The
/// product must fit (`tssa_layout_count` of the sizes is not -1; an empty shape
/// whose other sizes overflow gets saturated strides).
TSSA_RT_API void tssa_layout_row_major(int64_t rank, const int64_t *sizes,
                                       int64_t *out_strides);

/// Whether the elements, taken in row-major order, lie one after the other.
/// Strides of dimensions of size 1, and all strides of an empty shape, do not
/// matter.
TSSA_RT_API bool tssa_layout_is_row_major(int64_t rank, const int64_t *sizes,
                                          const int64_t *strides);

/// The lowest and highest element offset that a shape reaches, relative to its
/// first element: `*out_low <= 0 <= *out_high`. For an empty shape both are 0.
/// False if a size is negative or an offset does not fit.
TSSA_RT_API bool tssa_layout_bounds(int64_t rank, const int64_t *sizes,
                                    const int64_t *strides, int64_t *out_low,
                                    int64_t *out_high);

/// Called by compiled code too. Whether elements of `sizes_in` and `strides_in`
/// can be seen as `sizes_out` without copying, as PyTorch's `view` decides: the
/// input's dimensions fall into runs in which each stride is the next one's
/// stride times its size, and each run must be cut evenly by the output's
/// dimensions. Returns 1 and writes all `rank_out` strides if so. Returns 0,
/// and may have written some, if not, if the element counts differ, or if a
/// size is negative. Sizes are the final ones: a -1 must be resolved before. An
/// empty shape can be seen as any empty shape; its strides are then row-major,
/// or those of the input if the sizes are the same. The arrays may be NULL
/// where their rank is 0. The output must not overlap the inputs.
TSSA_RT_API int64_t tssa_rt_reshape_strides(
    int64_t rank_in, const int64_t *sizes_in, const int64_t *strides_in,
    int64_t rank_out, const int64_t *sizes_out, int64_t *strides_out);

/// An answer to a question whose exact answer may cost too much. MAYBE is to be
/// treated as the dangerous answer.
typedef enum tssa_answer_t {
  TSSA_ANSWER_NO = 0,
  TSSA_ANSWER_YES = 1,
  TSSA_ANSWER_MAYBE = 2
} tssa_answer_t;

/// Whether two different indices reach the same element. Exact for all layouts
/// that are permuted slices of a row-major one, and whenever a bounded search
/// (about 100,000 steps) settles it; MAYBE otherwise. An empty shape, and one
/// of a single element, never overlap themselves. `TSSA_MAX_RANK` dimensions at
/// most, otherwise MAYBE.
TSSA_RT_API tssa_answer_t tssa_layout_self_overlap(int64_t rank,
                                                   const int64_t *sizes,
                                                   const int64_t *strides);

/// A set of elements in memory: `address` is that of the first element,
/// `item_size` the bytes of each (1 at least), strides are in elements.
typedef struct tssa_extent_t {
  uintptr_t address;
  int64_t item_size;
  int64_t rank;
  const int64_t *sizes;
  const int64_t *strides;
} tssa_extent_t;

/// Whether the two sets share a byte. Byte ranges that do not meet are NO;
/// where they do, a common divisor of the strides and then a bounded search
/// decide exactly; MAYBE when the search ends without result. An empty set
/// shares nothing.
TSSA_RT_API tssa_answer_t tssa_layout_overlap(const tssa_extent_t *a,
                                              const tssa_extent_t *b);

/// Called by compiled code. Whether elements overlap each other, or might
/// (MAYBE counts): 1, else 0. `layout` holds the `rank` sizes, then the `rank`
/// strides in elements; `address` is that of the first element.
TSSA_RT_API int64_t tssa_rt_self_overlap(uintptr_t address, int64_t item_size,
                                         int64_t rank, const int64_t *layout);

/// Called by compiled code. Whether the elements of two tensors, each given as
/// above, share bytes, or might, without being the same elements in the same
/// places: 1, else 0. The same places means: equal address, item size, sizes
/// and strides, where strides of sizes of 1 do not count.
TSSA_RT_API int64_t tssa_rt_partial_overlap(uintptr_t address_a,
                                            int64_t item_size_a, int64_t rank_a,
                                            const int64_t *layout_a,
                                            uintptr_t address_b,
                                            int64_t item_size_b, int64_t rank_b,
                                            const int64_t *layout_b);

/// Called by compiled code. Whether no element of the first `num_written` of
/// `num` tensors shares a byte with another element of its own tensor or with
/// one of another tensor (MAYBE counts as sharing): 1, else 0. In `words`, for
/// each tensor: two words for the function's own use, address, item size, rank,
/// the sizes, the strides; then `num` more words for its own use. The tensors
/// are sorted by address, so that only those whose ranges meet are compared.
TSSA_RT_API int64_t tssa_rt_disjoint(int64_t num_written, int64_t num,
                                     int64_t *words);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_LAYOUT_H
