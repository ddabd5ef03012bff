// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strides: row-major ones, bounds, and the rule of reshaping without a copy.

#include "tensorssa-runtime/layout.h"

int64_t tssa_layout_count(int64_t rank, const int64_t *sizes) {
  int64_t count = 1;
  bool overflow = false;
  bool empty = false;
  for (int64_t d = 0; d < rank; ++d) {
    if (sizes[d] < 0)
      return -1;
    empty |= sizes[d] == 0;
    overflow |= __builtin_mul_overflow(count, sizes[d], &count);
  }
  return empty ? 0 : overflow ? -1 : count;
}

void tssa_layout_row_major(int64_t rank, const int64_t *sizes,
                           int64_t *out_strides) {
  int64_t stride = 1;
  for (int64_t d = rank - 1; d >= 0; --d) {
    out_strides[d] = stride;
    if (sizes[d] > 1 && __builtin_mul_overflow(stride, sizes[d], &stride))
      stride = INT64_MAX;
  }
}

bool tssa_layout_is_row_major(int64_t rank, const int64_t *sizes,
                              const int64_t *strides) {
  for (int64_t d = 0; d < rank; ++d)
    if (sizes[d] == 0)
      return true;
  int64_t expected = 1;
  for (int64_t d = rank - 1; d >= 0; --d) {
    if (sizes[d] == 1)
      continue;
    if (strides[d] != expected ||
        __builtin_mul_overflow(expected, sizes[d], &expected))
      return false;
  }
  return true;
}

bool tssa_layout_bounds(int64_t rank, const int64_t *sizes,
                        const int64_t *strides, int64_t *out_low,
                        int64_t *out_high) {
  int64_t low = 0, high = 0;
  bool empty = false, fits = true;
  for (int64_t d = 0; d < rank; ++d) {
    if (sizes[d] < 0)
      return false;
    empty |= sizes[d] == 0;
    int64_t reach;
    if (sizes[d] <= 1)
      continue;
    if (__builtin_mul_overflow(sizes[d] - 1, strides[d], &reach))
      fits = false;
    else if (reach < 0)
      fits &= !__builtin_add_overflow(low, reach, &low);
    else
      fits &= !__builtin_add_overflow(high, reach, &high);
  }
  if (!empty && !fits)
    return false;
  *out_low = empty ? 0 : low;
  *out_high = empty ? 0 : high;
  return true;
}

static bool same_sizes(int64_t rank_a, const int64_t *a, int64_t rank_b,
                       const int64_t *b) {
  if (rank_a != rank_b)
    return false;
  for (int64_t d = 0; d < rank_a; ++d)
    if (a[d] != b[d])
      return false;
  return true;
}

/// Length of the run that ends in dimension `last`: how many input dimensions,
/// seen as one, step evenly. A dimension of size 1 joins any run, whatever its
/// stride. `*out_count` is the run's number of elements.
static int64_t run_length(int64_t last, const int64_t *sizes,
                          const int64_t *strides, int64_t *out_count) {
  int64_t length = 1;
  int64_t count = sizes[last];
  for (int64_t d = last - 1; d >= 0; --d, ++length) {
    int64_t expected;
    if (sizes[d] != 1 &&
        (__builtin_mul_overflow(count, strides[last], &expected) ||
         strides[d] != expected))
      break;
    count *= sizes[d];
  }
  *out_count = count;
  return length;
}

int64_t tssa_rt_reshape_strides(int64_t rank_in, const int64_t *sizes_in,
                                const int64_t *strides_in, int64_t rank_out,
                                const int64_t *sizes_out,
                                int64_t *strides_out) {
  int64_t count = tssa_layout_count(rank_in, sizes_in);
  if (count < 0 || count != tssa_layout_count(rank_out, sizes_out))
    return 0;
  if (count == 0) {
    bool same = same_sizes(rank_in, sizes_in, rank_out, sizes_out);
    for (int64_t d = 0; same && d < rank_out; ++d)
      strides_out[d] = strides_in[d];
    if (!same)
      tssa_layout_row_major(rank_out, sizes_out, strides_out);
    return 1;
  }
  // All sizes are positive from here on, and no product of them exceeds count.
  int64_t out = rank_out - 1;
  int64_t in = rank_in - 1;
  for (; in >= 0;) {
    int64_t run_count;
    int64_t base = strides_in[in];
    in -= run_length(in, sizes_in, strides_in, &run_count);
    // Cut the run: output dimensions from the right until they hold all of it.
    // Dimensions of size 1 next to it come along.
    int64_t taken = 1;
    for (; out >= 0 && (taken < run_count || sizes_out[out] == 1); --out) {
      if (__builtin_mul_overflow(taken, base, &strides_out[out]))
        return 0;
      taken *= sizes_out[out];
    }
    if (taken != run_count)
      return 0;
  }
  // Only an input of rank 0 leaves anything, all of size 1.
  for (; out >= 0; --out)
    strides_out[out] = 1;
  return 1;
}
