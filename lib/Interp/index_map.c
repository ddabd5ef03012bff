// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views over values: which element of its source an element of a view is, one
// element at a time and with no notion of strides. A reshape goes through the
// number of the element in row-major order; `as_strided` ends the way back,
// since it names elements of the storage itself; a bitcast moves single bytes.

#include "kinds.h"

#include <string.h>

/// The shape after one kind that is no path. `storage_bytes` is the root's
/// size.
static view_result_t shape_step(const kind_t *kind, const shape_t *source,
                                int64_t storage_bytes, shape_t *view,
                                view_problem_t *problem) {
  int64_t dim = kind->dim, rank = source->rank;
  const int64_t *sizes = source->sizes;
  bool has_dim = dim >= 0 && dim < rank;
  *view = *source;
  switch (kind->code) {
  case KIND_ALIAS:
    return VIEW_EXISTS;

  case KIND_SELECT:
    if (!has_dim)
      return VIEW_NOT_POSSIBLE;
    if (kind->index < -sizes[dim] || kind->index >= sizes[dim]) {
      problem->index = kind->index;
      problem->size = sizes[dim];
      return VIEW_BAD_INDEX;
    }
    view->rank = 0;
    for (int64_t i = 0; i < rank; ++i)
      if (i != dim)
        view->sizes[view->rank++] = sizes[i];
    return VIEW_EXISTS;

  case KIND_SLICE: {
    if (!has_dim || kind->step < 1)
      return VIEW_NOT_POSSIBLE;
    // Counts the indices start, start + step, … below end, both clamped.
    int64_t n = sizes[dim];
    int64_t start = kind->start < 0 ? kind->start + n : kind->start;
    int64_t end = kind->end < 0 ? kind->end + n : kind->end;
    start = start < 0 ? 0 : start;
    end = end > n ? n : end;
    view->sizes[dim] = end > start ? 1 + (end - start - 1) / kind->step : 0;
    return VIEW_EXISTS;
  }

  case KIND_PERMUTE:
    if (kind->rank != rank)
      return VIEW_NOT_POSSIBLE;
    for (int64_t i = 0; i < rank; ++i) {
      if (kind->numbers[i] < 0 || kind->numbers[i] >= rank)
        return VIEW_NOT_POSSIBLE;
      for (int64_t j = 0; j < i; ++j)
        if (kind->numbers[i] == kind->numbers[j])
          return VIEW_NOT_POSSIBLE;
      view->sizes[i] = sizes[kind->numbers[i]];
    }
    return VIEW_EXISTS;

  case KIND_EXPAND:
    if (kind->rank < rank)
      return VIEW_NOT_POSSIBLE;
    view->rank = kind->rank;
    for (int64_t i = 0; i < kind->rank; ++i) {
      int64_t old = i - (kind->rank - rank);
      int64_t size = kind->numbers[i];
      if (old >= 0 && size == -1)
        size = sizes[old];
      if (size < 0 || (old >= 0 && size != sizes[old] && sizes[old] != 1))
        return VIEW_NOT_POSSIBLE;
      view->sizes[i] = size;
    }
    return count_of(view->rank, view->sizes) < 0 ? VIEW_NOT_POSSIBLE
                                                 : VIEW_EXISTS;

  case KIND_SQUEEZE:
    if (!has_dim || sizes[dim] != 1)
      return VIEW_NOT_POSSIBLE;
    view->rank = 0;
    for (int64_t i = 0; i < rank; ++i)
      if (i != dim)
        view->sizes[view->rank++] = sizes[i];
    return VIEW_EXISTS;

  case KIND_UNSQUEEZE:
    if (dim < 0 || dim > rank || rank == TSSA_MAX_RANK)
      return VIEW_NOT_POSSIBLE;
    view->rank = 0;
    for (int64_t i = 0; i <= rank; ++i)
      view->sizes[view->rank++] = i == dim ? 1 : sizes[i < dim ? i : i - 1];
    return VIEW_EXISTS;

  case KIND_RESHAPE:
    if (count_of(kind->rank, kind->numbers) != count_of(rank, sizes))
      return VIEW_NOT_POSSIBLE;
    view->rank = kind->rank;
    memcpy(view->sizes, kind->numbers, sizeof view->sizes);
    return VIEW_EXISTS;

  case KIND_DIAGONAL: {
    if (!has_dim || kind->dim2 < 0 || kind->dim2 >= rank || dim == kind->dim2)
      return VIEW_NOT_POSSIBLE;
    // The elements (i, i + offset) with both inside.
    int64_t first = 0;
    if (kind->offset < 0)
      first = kind->offset < -sizes[dim] ? sizes[dim] : -kind->offset;
    int64_t length = sizes[dim] > first ? sizes[dim] - first : 0;
    int64_t columns = kind->offset < 0 ? sizes[kind->dim2]
                      : kind->offset < sizes[kind->dim2]
                          ? sizes[kind->dim2] - kind->offset
                          : 0;
    view->rank = 0;
    for (int64_t i = 0; i < rank; ++i)
      if (i != dim && i != kind->dim2)
        view->sizes[view->rank++] = sizes[i];
    view->sizes[view->rank++] = length < columns ? length : columns;
    return VIEW_EXISTS;
  }

  case KIND_UNFOLD:
    if (!has_dim || kind->window < 0 || kind->window > sizes[dim] ||
        kind->step < 1 || rank == TSSA_MAX_RANK)
      return VIEW_NOT_POSSIBLE;
    view->sizes[dim] = 1 + (sizes[dim] - kind->window) / kind->step;
    view->sizes[view->rank++] = kind->window;
    return VIEW_EXISTS;

  case KIND_AS_STRIDED: {
    int64_t count = count_of(kind->rank, kind->numbers);
    int64_t room = storage_bytes / tssa_dtype_size(source->dtype);
    if (count < 0 || kind->offset < 0)
      return VIEW_NOT_POSSIBLE;
    // What is left of the storage behind the last element.
    room = room - 1 < kind->offset ? -1 : room - 1 - kind->offset;
    for (int64_t i = 0; i < kind->rank; ++i) {
      if (kind->strides[i] < 0)
        return VIEW_NOT_POSSIBLE;
      if (count == 0 || kind->numbers[i] == 1 || kind->strides[i] == 0)
        continue;
      if (room < 0 || kind->numbers[i] - 1 > room / kind->strides[i])
        room = -1;
      else
        room -= (kind->numbers[i] - 1) * kind->strides[i];
    }
    if (count > 0 && room < 0)
      return VIEW_NOT_POSSIBLE;
    view->rank = kind->rank;
    memcpy(view->sizes, kind->numbers, sizeof view->sizes);
    return VIEW_EXISTS;
  }

  case KIND_BITCAST: {
    int64_t from = tssa_dtype_size(source->dtype);
    int64_t to = tssa_dtype_size(kind->dtype);
    view->dtype = kind->dtype;
    if (from == to)
      return VIEW_EXISTS;
    int64_t bytes;
    if (rank == 0 || __builtin_mul_overflow(sizes[rank - 1], from, &bytes) ||
        bytes % to)
      return VIEW_NOT_POSSIBLE;
    view->sizes[rank - 1] = bytes / to;
    return VIEW_EXISTS;
  }

  case KIND_PATH:
    break;
  }
  return VIEW_NOT_POSSIBLE;
}

static int64_t bytes_of(const shape_t *shape) {
  return count_of(shape->rank, shape->sizes) * tssa_dtype_size(shape->dtype);
}

int64_t kind_length(const kind_t *kind) {
  return kind->code == KIND_PATH ? kind->num_members : 1;
}

static const kind_t *members_of(const kind_t *kind) {
  return kind->code == KIND_PATH ? kind->members : kind;
}

view_result_t shape_views(const kind_t *kind, shape_t *shapes,
                          view_problem_t *problem) {
  for (int64_t i = 0; i < kind_length(kind); ++i) {
    view_result_t result =
        shape_step(&members_of(kind)[i], &shapes[i], bytes_of(shapes),
                   &shapes[i + 1], problem);
    problem->member = i;
    if (result != VIEW_EXISTS)
      return result;
  }
  return VIEW_EXISTS;
}

/// Number of an element in row-major order.
static int64_t number_of(const shape_t *shape, const int64_t *indices) {
  int64_t number = 0;
  for (int64_t i = 0; i < shape->rank; ++i)
    number = number * shape->sizes[i] + indices[i];
  return number;
}

static void insert_index(int64_t *indices, int64_t count, int64_t at,
                         int64_t index) {
  memmove(indices + at + 1, indices + at,
          (size_t)(count - at) * sizeof *indices);
  indices[at] = index;
}

/// From an index of the view, and a byte of the element, to those of `source`.
/// Not for `as_strided`.
static void step_back(const kind_t *kind, const shape_t *source,
                      int64_t view_rank, int64_t *indices, int64_t *byte) {
  int64_t dim = kind->dim, rank = source->rank;
  int64_t old[TSSA_MAX_RANK];
  memcpy(old, indices, (size_t)view_rank * sizeof *old);
  switch (kind->code) {
  case KIND_ALIAS:
    break;
  case KIND_SELECT: {
    int64_t size = source->sizes[dim];
    insert_index(indices, rank - 1, dim,
                 kind->index < 0 ? kind->index + size : kind->index);
    break;
  }
  case KIND_SLICE: {
    int64_t start = kind->start;
    if (start < 0)
      start += source->sizes[dim];
    if (start < 0)
      start = 0;
    indices[dim] = start + indices[dim] * kind->step;
    break;
  }
  case KIND_PERMUTE:
    for (int64_t i = 0; i < rank; ++i)
      indices[kind->numbers[i]] = old[i];
    break;
  case KIND_EXPAND:
    for (int64_t i = 0; i < rank; ++i)
      indices[i] =
          source->sizes[i] == 1 ? 0 : old[i + (kind->rank - source->rank)];
    break;
  case KIND_SQUEEZE:
    insert_index(indices, rank - 1, dim, 0);
    break;
  case KIND_UNSQUEEZE:
    for (int64_t i = dim; i < rank; ++i)
      indices[i] = old[i + 1];
    break;
  case KIND_RESHAPE: {
    int64_t number = 0;
    for (int64_t i = 0; i < kind->rank; ++i)
      number = number * kind->numbers[i] + old[i];
    for (int64_t i = rank - 1; i >= 0; --i) {
      indices[i] = number % source->sizes[i];
      number /= source->sizes[i];
    }
    break;
  }
  case KIND_DIAGONAL: {
    int64_t next = 0, at = old[rank - 2];
    for (int64_t i = 0; i < rank; ++i)
      if (i != dim && i != kind->dim2)
        indices[i] = old[next++];
    indices[dim] = kind->offset < 0 ? at - kind->offset : at;
    indices[kind->dim2] = kind->offset > 0 ? at + kind->offset : at;
    break;
  }
  case KIND_UNFOLD:
    indices[dim] = old[dim] * kind->step + old[rank];
    break;
  case KIND_BITCAST: {
    int64_t from = tssa_dtype_size(source->dtype);
    int64_t to = tssa_dtype_size(kind->dtype);
    if (from == to)
      break;
    int64_t along = indices[rank - 1] * to + *byte;
    indices[rank - 1] = along / from;
    *byte = along % from;
    break;
  }
  case KIND_AS_STRIDED:
  case KIND_PATH:
    break;
  }
}

int64_t map_byte(const kind_t *kind, const shape_t *shapes, int64_t *indices,
                 int64_t byte) {
  // From the end of the chain to the root.
  for (int64_t at = kind_length(kind) - 1; at >= 0; --at) {
    const kind_t *member = &members_of(kind)[at];
    if (member->code == KIND_AS_STRIDED) {
      int64_t element = member->offset;
      for (int64_t i = 0; i < member->rank; ++i)
        element += indices[i] * member->strides[i];
      return element * tssa_dtype_size(shapes[at].dtype) + byte;
    }
    step_back(member, &shapes[at], shapes[at + 1].rank, indices, &byte);
  }
  return number_of(shapes, indices) * tssa_dtype_size(shapes->dtype) + byte;
}

bool kind_splits_elements(const kind_t *kind) {
  if (kind->code == KIND_BITCAST)
    return true;
  for (int64_t i = 0; i < kind->num_members; ++i)
    if (kind_splits_elements(&kind->members[i]))
      return true;
  return false;
}
