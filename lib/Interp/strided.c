// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views over storages: from sizes, strides and offset to those of the view, as
// PyTorch defines each kind. Sizes and strides come from programs, so every sum
// and product that could leave 64 bits is tested.

#include "kinds.h"

#include <string.h>

static bool mul(int64_t a, int64_t b, int64_t *out) {
  return !__builtin_mul_overflow(a, b, out);
}

static bool add(int64_t a, int64_t b, int64_t *out) {
  return !__builtin_add_overflow(a, b, out);
}

static bool dim_in_range(const window_t *window, int64_t dim) {
  return dim >= 0 && dim < window->rank;
}

/// Moves the window by `count` elements of stride `stride`.
static bool move(window_t *window, int64_t count, int64_t stride) {
  int64_t elements, bytes, offset;
  if (!mul(count, stride, &elements) ||
      !mul(elements, tssa_dtype_size(window->dtype), &bytes) ||
      !add(window->byte_offset, bytes, &offset))
    return false;
  window->byte_offset = offset;
  return true;
}

static void remove_dim(window_t *window, int64_t dim) {
  window->rank -= 1;
  for (int64_t i = dim; i < window->rank; ++i) {
    window->sizes[i] = window->sizes[i + 1];
    window->strides[i] = window->strides[i + 1];
  }
}

static bool append_dim(window_t *window, int64_t size, int64_t stride) {
  if (window->rank == TSSA_MAX_RANK)
    return false;
  window->sizes[window->rank] = size;
  window->strides[window->rank] = stride;
  window->rank += 1;
  return true;
}

static view_result_t view_select(const kind_t *kind, window_t *window,
                                 view_problem_t *problem) {
  if (!dim_in_range(window, kind->dim))
    return VIEW_NOT_POSSIBLE;
  int64_t size = window->sizes[kind->dim];
  if (kind->index < -size || kind->index >= size) {
    problem->index = kind->index;
    problem->size = size;
    return VIEW_BAD_INDEX;
  }
  int64_t index = kind->index < 0 ? kind->index + size : kind->index;
  if (!move(window, index, window->strides[kind->dim]))
    return VIEW_NOT_POSSIBLE;
  remove_dim(window, kind->dim);
  return VIEW_EXISTS;
}

static int64_t clamp(int64_t bound, int64_t size) {
  if (bound < 0)
    bound += size;
  return bound < 0 ? 0 : bound > size ? size : bound;
}

static bool view_slice(const kind_t *kind, window_t *window) {
  if (!dim_in_range(window, kind->dim) || kind->step < 1)
    return false;
  int64_t size = window->sizes[kind->dim];
  int64_t start = clamp(kind->start, size), end = clamp(kind->end, size);
  if (end < start)
    end = start;
  int64_t length = (end - start) / kind->step;
  length += (end - start) % kind->step != 0;
  // Only an empty slice can begin where no number reaches, and need not.
  if (!move(window, start, window->strides[kind->dim]) && length > 0)
    return false;
  window->sizes[kind->dim] = length;
  // One index needs no stride; a step beyond the dimension may be any number.
  if (!mul(window->strides[kind->dim], kind->step, &window->strides[kind->dim]))
    window->strides[kind->dim] = 0;
  return true;
}

static bool view_permute(const kind_t *kind, window_t *window) {
  window_t source = *window;
  bool seen[TSSA_MAX_RANK] = {false};
  if (kind->rank != window->rank)
    return false;
  for (int64_t i = 0; i < kind->rank; ++i) {
    int64_t from = kind->numbers[i];
    if (!dim_in_range(&source, from) || seen[from])
      return false;
    seen[from] = true;
    window->sizes[i] = source.sizes[from];
    window->strides[i] = source.strides[from];
  }
  return true;
}

static bool view_expand(const kind_t *kind, window_t *window) {
  window_t source = *window;
  int64_t fresh = kind->rank - source.rank;
  if (fresh < 0)
    return false;
  window->rank = kind->rank;
  for (int64_t i = 0; i < kind->rank; ++i) {
    int64_t size = kind->numbers[i];
    if (i < fresh) {
      if (size < 0)
        return false;
      window->sizes[i] = size;
      window->strides[i] = 0;
      continue;
    }
    int64_t old = source.sizes[i - fresh];
    bool keeps = size == -1 || size == old;
    if (!keeps && (size < 0 || old != 1))
      return false;
    window->sizes[i] = keeps ? old : size;
    window->strides[i] = keeps ? source.strides[i - fresh] : 0;
  }
  return count_of(window->rank, window->sizes) >= 0;
}

static bool view_unsqueeze(const kind_t *kind, window_t *window) {
  int64_t dim = kind->dim;
  if (dim < 0 || dim > window->rank || window->rank == TSSA_MAX_RANK)
    return false;
  int64_t stride = 1;
  if (dim < window->rank &&
      !mul(window->sizes[dim], window->strides[dim], &stride))
    stride = 0;
  for (int64_t i = window->rank; i > dim; --i) {
    window->sizes[i] = window->sizes[i - 1];
    window->strides[i] = window->strides[i - 1];
  }
  window->rank += 1;
  window->sizes[dim] = 1;
  window->strides[dim] = stride;
  return true;
}

static void row_major(window_t *window) {
  int64_t stride = 1;
  for (int64_t i = window->rank - 1; i >= 0; --i) {
    window->strides[i] = stride;
    if (window->sizes[i] > 1 && !mul(stride, window->sizes[i], &stride))
      stride = 0;
  }
}

/// From the last dimension on, the source falls into runs: dimensions whose
/// elements follow each other at one distance. Each run must be made up exactly
/// by some of the view's dimensions, which then have multiples of that
/// distance.
static bool view_reshape(const kind_t *kind, window_t *window) {
  window_t source = *window;
  int64_t count = count_of(source.rank, source.sizes);
  if (count_of(kind->rank, kind->numbers) != count)
    return false;
  window->rank = kind->rank;
  if (kind->rank)
    memcpy(window->sizes, kind->numbers,
           (size_t)kind->rank * sizeof *window->sizes);
  if (count == 0) {
    bool same = source.rank == kind->rank;
    for (int64_t i = 0; same && i < kind->rank; ++i)
      same = source.sizes[i] == kind->numbers[i];
    if (!same)
      row_major(window);
    return true;
  }
  if (source.rank == 0) {
    for (int64_t i = 0; i < kind->rank; ++i)
      window->strides[i] = 1;
    return true;
  }
  int64_t to = kind->rank - 1;
  int64_t from = source.rank - 1;
  while (from >= 0) {
    int64_t base = source.strides[from];
    int64_t run = source.sizes[from];
    while (from > 0 && (source.sizes[from - 1] == 1 ||
                        source.strides[from - 1] == run * base)) {
      from -= 1;
      run *= source.sizes[from];
    }
    from -= 1;
    int64_t filled = 1;
    while (to >= 0 && (filled < run || window->sizes[to] == 1)) {
      window->strides[to] = filled * base;
      filled *= window->sizes[to];
      to -= 1;
    }
    if (filled != run)
      return false;
  }
  return to == -1;
}

static bool view_diagonal(const kind_t *kind, window_t *window) {
  if (!dim_in_range(window, kind->dim) || !dim_in_range(window, kind->dim2) ||
      kind->dim == kind->dim2)
    return false;
  int64_t rows = window->sizes[kind->dim], columns = window->sizes[kind->dim2];
  int64_t row_stride = window->strides[kind->dim];
  int64_t column_stride = window->strides[kind->dim2];
  int64_t first_row = 0, first_column = 0;
  if (kind->offset > 0)
    first_column = kind->offset > columns ? columns : kind->offset;
  else
    first_row = kind->offset < -rows ? rows : -kind->offset;
  int64_t length = rows - first_row;
  if (columns - first_column < length)
    length = columns - first_column;
  // With a stride that large there is one row or one column.
  int64_t stride;
  if (!add(row_stride, column_stride, &stride))
    stride = 0;
  if (length > 0 && (!move(window, first_row, row_stride) ||
                     !move(window, first_column, column_stride)))
    return false;
  int64_t high = kind->dim > kind->dim2 ? kind->dim : kind->dim2;
  int64_t low = kind->dim + kind->dim2 - high;
  remove_dim(window, high);
  remove_dim(window, low);
  return append_dim(window, length, stride);
}

static bool view_unfold(const kind_t *kind, window_t *window) {
  if (!dim_in_range(window, kind->dim) || kind->step < 1 || kind->window < 0 ||
      kind->window > window->sizes[kind->dim])
    return false;
  int64_t stride = window->strides[kind->dim];
  window->sizes[kind->dim] =
      (window->sizes[kind->dim] - kind->window) / kind->step + 1;
  if (!mul(stride, kind->step, &window->strides[kind->dim]))
    window->strides[kind->dim] = 0;
  return append_dim(window, kind->window, stride);
}

static bool view_as_strided(const kind_t *kind, window_t *window) {
  int64_t size = tssa_dtype_size(window->dtype);
  int64_t count = count_of(kind->rank, kind->numbers);
  if (count < 0 || kind->offset < 0)
    return false;
  int64_t last = kind->offset;
  for (int64_t i = 0; i < kind->rank; ++i) {
    int64_t reach;
    if (kind->strides[i] < 0)
      return false;
    if (count > 0 && (!mul(kind->numbers[i] - 1, kind->strides[i], &reach) ||
                      !add(last, reach, &last)))
      return false;
  }
  if (count > 0 && last >= window->storage_bytes / size)
    return false;
  window->rank = kind->rank;
  for (int64_t i = 0; i < kind->rank; ++i) {
    window->sizes[i] = kind->numbers[i];
    window->strides[i] = kind->strides[i];
  }
  // Nothing lies where an empty view begins, which may be anywhere.
  if (!mul(kind->offset, size, &window->byte_offset))
    window->byte_offset = 0;
  return true;
}

static bool view_bitcast(const kind_t *kind, window_t *window) {
  int64_t from = tssa_dtype_size(window->dtype);
  int64_t to = tssa_dtype_size(kind->dtype);
  window->dtype = kind->dtype;
  if (from == to)
    return true;
  int64_t last = window->rank - 1;
  if (last < 0 || window->strides[last] != 1)
    return false;
  if (from > to) {
    int64_t ratio = from / to;
    for (int64_t i = 0; i < last; ++i)
      if (!mul(window->strides[i], ratio, &window->strides[i]))
        return false;
    return mul(window->sizes[last], ratio, &window->sizes[last]);
  }
  int64_t ratio = to / from;
  if (window->sizes[last] % ratio || window->byte_offset % to)
    return false;
  for (int64_t i = 0; i < last; ++i) {
    if (window->strides[i] % ratio)
      return false;
    window->strides[i] /= ratio;
  }
  window->sizes[last] /= ratio;
  return true;
}

view_result_t window_view(const kind_t *kind, window_t *window,
                          view_problem_t *problem) {
  bool exists = false;
  switch (kind->code) {
  case KIND_ALIAS:
    exists = true;
    break;
  case KIND_SELECT:
    return view_select(kind, window, problem);
  case KIND_SLICE:
    exists = view_slice(kind, window);
    break;
  case KIND_PERMUTE:
    exists = view_permute(kind, window);
    break;
  case KIND_EXPAND:
    exists = view_expand(kind, window);
    break;
  case KIND_SQUEEZE:
    exists = dim_in_range(window, kind->dim) && window->sizes[kind->dim] == 1;
    if (exists)
      remove_dim(window, kind->dim);
    break;
  case KIND_UNSQUEEZE:
    exists = view_unsqueeze(kind, window);
    break;
  case KIND_RESHAPE:
    exists = view_reshape(kind, window);
    break;
  case KIND_DIAGONAL:
    exists = view_diagonal(kind, window);
    break;
  case KIND_UNFOLD:
    exists = view_unfold(kind, window);
    break;
  case KIND_AS_STRIDED:
    exists = view_as_strided(kind, window);
    break;
  case KIND_BITCAST:
    exists = view_bitcast(kind, window);
    break;
  case KIND_PATH:
    for (int64_t i = 0; i < kind->num_members; ++i) {
      view_result_t result = window_view(&kind->members[i], window, problem);
      problem->member = i;
      if (result != VIEW_EXISTS)
        return result;
    }
    exists = true;
    break;
  }
  return exists ? VIEW_EXISTS : VIEW_NOT_POSSIBLE;
}
