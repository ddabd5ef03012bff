// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter's two rules for views against each other and against brute
// force: random chains of views over small row-major roots must name the same
// bytes through strides as through index maps, and a reshape must be a view
// exactly where some strides give its elements.
//
// RUN: %test_bin/interp-view-kinds

#include "check.h"
#include "kinds.h"

#include <stdlib.h>

static uint64_t state = 20261130;

/// A number from `low` to `high`.
static int64_t pick(int64_t low, int64_t high) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return low + (int64_t)((state >> 33) % (uint64_t)(high - low + 1));
}

static bool one_in(int64_t n) { return pick(1, n) == 1; }

enum { MAX_RANK = 4, MAX_CHAIN = 4, MAX_COUNT = 1 << 14 };

/// Fills in a kind that is often, not always, possible on such a window.
static void pick_kind(const window_t *window, kind_t *kind) {
  memset(kind, 0, sizeof *kind);
  int64_t rank = window->rank, count = count_of(rank, window->sizes);
  kind->code = (kind_code_t)pick(KIND_ALIAS, KIND_BITCAST);
  kind->dim = pick(0, rank ? rank - 1 : 0);
  kind->dim2 = pick(0, rank ? rank - 1 : 0);
  int64_t size = rank ? window->sizes[kind->dim] : 1;
  kind->index = pick(-size - 1, size);
  kind->start = one_in(9) ? INT64_MIN : pick(-size - 2, size + 2);
  kind->end = one_in(9) ? INT64_MAX : pick(-size - 2, size + 2);
  kind->step = one_in(20) ? pick(0, 1) * INT64_MAX : pick(1, 3);
  kind->offset = one_in(20) ? INT64_MIN : pick(-3, 3);
  kind->window = pick(0, size + (one_in(5) ? 1 : 0));
  switch (kind->code) {
  case KIND_UNSQUEEZE:
    kind->dim = pick(0, rank);
    break;
  case KIND_PERMUTE:
    kind->rank = rank;
    for (int64_t i = 0; i < rank; ++i)
      kind->numbers[i] = i;
    for (int64_t i = rank - 1; i > 0; --i) {
      int64_t j = pick(0, i), swap = kind->numbers[i];
      kind->numbers[i] = kind->numbers[j];
      kind->numbers[j] = swap;
    }
    if (one_in(20) && rank)
      kind->numbers[0] = kind->numbers[rank - 1];
    break;
  case KIND_EXPAND:
    kind->rank = rank + pick(0, 1);
    for (int64_t i = 0; i < kind->rank; ++i) {
      int64_t old = i - (kind->rank - rank);
      int64_t own = old >= 0 ? window->sizes[old] : 2;
      kind->numbers[i] = one_in(4) ? -1 : own == 1 ? pick(0, 3) : own;
    }
    break;
  case KIND_RESHAPE: {
    kind->rank = pick(count == 1 ? 0 : 1, MAX_RANK);
    int64_t rest = count;
    for (int64_t i = 0; i + 1 < kind->rank; ++i) {
      int64_t part = pick(1, 3);
      kind->numbers[i] = rest % part == 0 ? part : 1;
      rest /= kind->numbers[i];
    }
    if (kind->rank)
      kind->numbers[kind->rank - 1] = rest + (one_in(20) ? 1 : 0);
    break;
  }
  case KIND_AS_STRIDED:
    kind->rank = pick(0, 3);
    kind->offset = pick(one_in(9) ? -1 : 0, 4);
    for (int64_t i = 0; i < kind->rank; ++i) {
      kind->numbers[i] = pick(one_in(9) ? -1 : 0, 3);
      kind->strides[i] = pick(one_in(9) ? -1 : 0, 4);
    }
    break;
  case KIND_BITCAST: {
    static const tssa_dtype_t dtypes[] = {TSSA_DTYPE_I8, TSSA_DTYPE_I16,
                                          TSSA_DTYPE_F32, TSSA_DTYPE_I64};
    kind->dtype = dtypes[pick(0, 3)];
    break;
  }
  default:
    break;
  }
}

static int64_t window_address(const window_t *window, const int64_t *indices) {
  int64_t element = 0;
  for (int64_t i = 0; i < window->rank; ++i)
    element += indices[i] * window->strides[i];
  return window->byte_offset + element * tssa_dtype_size(window->dtype);
}

/// All bytes of all elements agree.
static bool same_bytes(const kind_t *path, const shape_t *shapes,
                       const window_t *window) {
  int64_t indices[TSSA_MAX_RANK] = {0}, walk[TSSA_MAX_RANK];
  if (count_of(window->rank, window->sizes) == 0)
    return true;
  do {
    for (int64_t byte = 0; byte < tssa_dtype_size(window->dtype); ++byte) {
      memcpy(walk, indices, sizeof walk);
      int64_t at = window_address(window, indices) + byte;
      if (at < 0 || at >= window->storage_bytes ||
          map_byte(path, shapes, walk, byte) != at)
        return false;
    }
  } while (next_index(window->rank, window->sizes, indices));
  return true;
}

/// Whether strides exist that give the window's elements, in row-major order,
/// the sizes of `kind`. Of each dimension the stride can be read off two
/// elements.
static bool reshape_exists(const window_t *window, const kind_t *kind) {
  static int64_t address[MAX_COUNT];
  int64_t count = count_of(window->rank, window->sizes), n = 0;
  int64_t indices[TSSA_MAX_RANK] = {0}, strides[TSSA_MAX_RANK];
  if (count_of(kind->rank, kind->numbers) != count)
    return false;
  if (count == 0)
    return true;
  do
    address[n++] = window_address(window, indices);
  while (next_index(window->rank, window->sizes, indices));
  int64_t step = 1;
  for (int64_t i = kind->rank - 1; i >= 0; --i) {
    strides[i] = kind->numbers[i] > 1 ? address[step] - address[0] : 0;
    step *= kind->numbers[i];
  }
  memset(indices, 0, sizeof indices);
  for (n = 0; n < count; ++n) {
    int64_t at = address[0];
    for (int64_t i = 0; i < kind->rank; ++i)
      at += indices[i] * strides[i];
    if (at != address[n])
      return false;
    next_index(kind->rank, kind->numbers, indices);
  }
  return true;
}

static void check_chain(void) {
  static kind_t members[MAX_CHAIN];
  static shape_t shapes[MAX_CHAIN + 1];
  window_t window = {0};
  window.dtype = one_in(2) ? TSSA_DTYPE_F32 : TSSA_DTYPE_I16;
  window.rank = pick(0, 3);
  for (int64_t i = 0; i < window.rank; ++i)
    window.sizes[i] = one_in(12) ? 0 : pick(1, 4);
  int64_t stride = 1;
  for (int64_t i = window.rank - 1; i >= 0; --i) {
    window.strides[i] = stride;
    stride *= window.sizes[i] ? window.sizes[i] : 1;
  }
  window.storage_bytes =
      count_of(window.rank, window.sizes) * tssa_dtype_size(window.dtype);
  shapes[0].dtype = window.dtype;
  shapes[0].rank = window.rank;
  memcpy(shapes[0].sizes, window.sizes, sizeof window.sizes);

  kind_t path = {0};
  path.code = KIND_PATH;
  path.members = members;
  int64_t length = pick(1, MAX_CHAIN);
  for (int64_t i = 0; i < length; ++i) {
    pick_kind(&window, &members[i]);
    path.num_members = i + 1;
    view_problem_t problem = {0, 0, 0}, value_problem = {0, 0, 0};
    window_t before = window;
    view_result_t as_view = window_view(&members[i], &window, &problem);
    view_result_t as_value = shape_views(&path, shapes, &value_problem);
    if (members[i].code == KIND_RESHAPE)
      CHECK_EQ(as_view == VIEW_EXISTS, reshape_exists(&before, &members[i]));
    // What is a view of a storage is a view of its value too. The other way
    // round reshapes and bitcasts of scattered elements are none.
    if (as_view == VIEW_EXISTS)
      CHECK_EQ(as_value, VIEW_EXISTS);
    else if (members[i].code != KIND_RESHAPE && members[i].code != KIND_BITCAST)
      CHECK(as_value != VIEW_EXISTS);
    // The strides of an empty root may not divide where its sizes do.
    bool may_differ = members[i].code == KIND_BITCAST &&
                      count_of(before.rank, before.sizes) == 0;
    if (i == 0 && !may_differ)
      CHECK_EQ(as_view == VIEW_EXISTS, as_value == VIEW_EXISTS);
    if (as_view != VIEW_EXISTS || as_value != VIEW_EXISTS)
      return;
    const shape_t *shape = &shapes[i + 1];
    bool same = shape->rank == window.rank && shape->dtype == window.dtype;
    for (int64_t d = 0; same && d < window.rank; ++d)
      same = shape->sizes[d] == window.sizes[d];
    CHECK(same);
    if (!same || count_of(window.rank, window.sizes) > MAX_COUNT)
      return;
    if (!CHECK(same_bytes(&path, shapes, &window))) {
      printf("  kind %d, member %d\n", (int)members[i].code, (int)i);
      return;
    }
  }
}

int main(void) {
  for (int i = 0; i < 300000; ++i)
    check_chain();
  return CHECK_END();
}
