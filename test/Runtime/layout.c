// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strides and overlap against a brute-force oracle, over all small shapes and
// many random ones.
//
// RUN: %test_bin/runtime-layout

#include "tensorssa-runtime/layout.h"
#include "check.h"
#include "tensorssa-runtime/random.h"

enum { MAX_ELEMENTS = 4096 };

/// Element offsets in row-major order; returns their number.
static int64_t offsets_of(int64_t rank, const int64_t *sizes,
                          const int64_t *strides, int64_t *out_offsets) {
  int64_t count = tssa_layout_count(rank, sizes);
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i;
    out_offsets[i] = 0;
    for (int64_t d = rank - 1; d >= 0; --d) {
      out_offsets[i] += rest % sizes[d] * strides[d];
      rest /= sizes[d];
    }
  }
  return count;
}

/// Whether strides exist with which `sizes` walks through exactly `offsets`: if
/// so, stride d must be the distance between the elements 1 and 0 along d.
static bool oracle_reshape(int64_t rank, const int64_t *sizes,
                           const int64_t *offsets, int64_t count) {
  int64_t strides[8];
  int64_t walked[MAX_ELEMENTS];
  if (tssa_layout_count(rank, sizes) != count)
    return false;
  int64_t inner = 1;
  for (int64_t d = rank - 1; d >= 0; --d) {
    strides[d] = sizes[d] > 1 ? offsets[inner] - offsets[0] : 0;
    inner *= sizes[d];
  }
  offsets_of(rank, sizes, strides, walked);
  for (int64_t i = 0; i < count; ++i)
    if (walked[i] != offsets[i])
      return false;
  return true;
}

static bool compare_reshape(int64_t rank_in, const int64_t *sizes_in,
                            const int64_t *strides_in, int64_t rank_out,
                            const int64_t *sizes_out) {
  int64_t offsets[MAX_ELEMENTS], walked[MAX_ELEMENTS];
  int64_t strides[8];
  int64_t count = offsets_of(rank_in, sizes_in, strides_in, offsets);
  bool got = tssa_rt_reshape_strides(rank_in, sizes_in, strides_in, rank_out,
                                     sizes_out, strides) != 0;
  bool expected = count == 0
                      ? tssa_layout_count(rank_out, sizes_out) == 0
                      : oracle_reshape(rank_out, sizes_out, offsets, count);
  if (got != expected)
    return false;
  if (!got)
    return true;
  offsets_of(rank_out, sizes_out, strides, walked);
  return memcmp(offsets, walked, (size_t)count * sizeof *offsets) == 0;
}

/// Advances `digits`, each within [low, high], like an odometer.
static bool next(int64_t *digits, int64_t count, int64_t low, int64_t high) {
  for (int64_t i = 0; i < count; ++i) {
    if (++digits[i] <= high)
      return true;
    digits[i] = low;
  }
  return false;
}

static void reshapes_of_all_small_layouts(void) {
  static const int64_t strides_tried[] = {-2, -1, 0, 1, 2, 3, 4, 6};
  int64_t wrong = 0, cases = 0;
  for (int64_t rank_in = 0; rank_in <= 3; ++rank_in)
    for (int64_t rank_out = 0; rank_out <= 3; ++rank_out) {
      int64_t sizes_in[3] = {0}, sizes_out[3] = {0};
      do {
        int64_t chosen[3] = {0};
        do {
          int64_t strides[3];
          for (int64_t d = 0; d < rank_in; ++d)
            strides[d] = strides_tried[chosen[d]];
          do {
            if (tssa_layout_count(rank_in, sizes_in) !=
                tssa_layout_count(rank_out, sizes_out))
              continue;
            ++cases;
            wrong += !compare_reshape(rank_in, sizes_in, strides, rank_out,
                                      sizes_out);
          } while (next(sizes_out, rank_out, 0, 4));
        } while (next(chosen, rank_in, 0, 7));
      } while (next(sizes_in, rank_in, 0, 4));
    }
  CHECK_EQ(wrong, 0);
  CHECK(cases > 100000);
}

/// Deeper shapes: split a size, merge two, insert ones, at random.
static void reshapes_of_random_layouts(void) {
  tssa_random_t random = tssa_random_create(7);
  int64_t wrong = 0, possible = 0;
  for (int round = 0; round < 20000; ++round) {
    int64_t sizes[5], strides[5], row_major[5], out[5], unused[5];
    int64_t rank = tssa_random_integer(&random, 1, 5);
    for (int64_t d = 0; d < rank; ++d)
      sizes[d] = tssa_random_integer(&random, 1, 4);
    // Row-major over larger sizes, sometimes with two dimensions swapped: the
    // layouts that slices and permutations make.
    int64_t parent[5];
    for (int64_t d = 0; d < rank; ++d)
      parent[d] = sizes[d] + (tssa_random_integer(&random, 0, 4) == 0 ? 1 : 0);
    tssa_layout_row_major(rank, parent, row_major);
    memcpy(strides, row_major, sizeof strides);
    if (rank > 1 && tssa_random_integer(&random, 0, 2) == 0) {
      int64_t a = tssa_random_integer(&random, 0, rank - 2);
      int64_t size = sizes[a], stride = strides[a];
      sizes[a] = sizes[a + 1];
      strides[a] = strides[a + 1];
      sizes[a + 1] = size;
      strides[a + 1] = stride;
    }
    // Another shape of the same count: deal its prime factors anew.
    int64_t count = tssa_layout_count(rank, sizes);
    int64_t rank_out = tssa_random_integer(&random, 1, 5);
    for (int64_t d = 0; d < 5; ++d)
      out[d] = 1;
    for (int64_t rest = count, p = 2; rest > 1;)
      if (rest % p == 0) {
        out[tssa_random_integer(&random, 0, rank_out - 1)] *= p;
        rest /= p;
      } else {
        ++p;
      }
    wrong += !compare_reshape(rank, sizes, strides, rank_out, out);
    possible +=
        tssa_rt_reshape_strides(rank, sizes, strides, rank_out, out, unused);
  }
  CHECK_EQ(wrong, 0);
  CHECK(possible > 1000);
}

/// Strides of dimensions of size 1 do not matter to elements, but programs can
/// ask for them: they are those that PyTorch gives.
static void reshape_strides_of_ones(void) {
  int64_t out[4];
  int64_t matrix[] = {4, 1}, odd[] = {1, 7};
  int64_t to[] = {4, 1, 1};
  CHECK_EQ(tssa_rt_reshape_strides(2, matrix, odd, 3, to, out), 1);
  CHECK(out[0] == 1 && out[1] == 7 && out[2] == 7);
  int64_t rows[] = {2, 3}, wide[] = {6, 1}, front[] = {1, 2, 1, 3};
  CHECK_EQ(tssa_rt_reshape_strides(2, rows, wide, 4, front, out), 1);
  CHECK(out[0] == 12 && out[1] == 6 && out[2] == 3 && out[3] == 1);
  int64_t ones[] = {1, 1};
  CHECK_EQ(tssa_rt_reshape_strides(0, NULL, NULL, 2, ones, out), 1);
  CHECK(out[0] == 1 && out[1] == 1);
  int64_t empty[] = {0, 3}, strange[] = {5, 9};
  CHECK_EQ(tssa_rt_reshape_strides(2, empty, strange, 2, empty, out), 1);
  CHECK(out[0] == 5 && out[1] == 9);
  int64_t other[] = {2, 0, 3};
  CHECK_EQ(tssa_rt_reshape_strides(2, empty, strange, 3, other, out), 1);
  CHECK(out[0] == 3 && out[1] == 3 && out[2] == 1);
}

static void reshape_refuses_nonsense(void) {
  int64_t out[4];
  int64_t six[] = {6}, one[] = {1}, negative[] = {-2, -3}, minus[] = {-1};
  CHECK_EQ(tssa_rt_reshape_strides(1, six, one, 2, negative, out), 0);
  CHECK_EQ(tssa_rt_reshape_strides(1, six, one, 1, minus, out), 0);
  int64_t huge[] = {INT64_MAX, 4};
  CHECK_EQ(tssa_rt_reshape_strides(1, six, one, 2, huge, out), 0);
  CHECK_EQ(tssa_rt_reshape_strides(2, huge, huge, 1, six, out), 0);
  // A stride that overflows.
  int64_t far[] = {INT64_MAX / 2}, parts[] = {2, 3};
  CHECK_EQ(tssa_rt_reshape_strides(1, six, far, 2, parts, out), 0);
}

static void counts_and_bounds(void) {
  int64_t low, high;
  int64_t big[] = {INT64_MAX, 2}, empty[] = {INT64_MAX, 2, 0};
  CHECK_EQ(tssa_layout_count(2, big), -1);
  CHECK_EQ(tssa_layout_count(3, empty), 0);
  CHECK_EQ(tssa_layout_count(0, NULL), 1);
  int64_t sizes[] = {3, 4}, strides[] = {-5, 2};
  CHECK(tssa_layout_bounds(2, sizes, strides, &low, &high));
  CHECK(low == -10 && high == 6);
  int64_t wild[] = {INT64_MAX, 1};
  CHECK(!tssa_layout_bounds(2, sizes, wild, &low, &high));
  int64_t strides_min[] = {INT64_MIN, INT64_MIN};
  CHECK(!tssa_layout_bounds(2, sizes, strides_min, &low, &high));
  CHECK(tssa_layout_bounds(3, empty, big, &low, &high));
  CHECK(low == 0 && high == 0);
  int64_t transposed[] = {1, 3};
  CHECK(!tssa_layout_is_row_major(2, sizes, transposed));
  int64_t ones[] = {1, 4}, any[] = {77, 1};
  CHECK(tssa_layout_is_row_major(2, ones, any));
}

static int64_t distinct_lost(const int64_t *offsets, int64_t count) {
  int64_t lost = 0;
  for (int64_t i = 0; i < count; ++i)
    for (int64_t j = 0; j < i; ++j)
      lost += offsets[i] == offsets[j];
  return lost;
}

static void self_overlap_of_all_small_layouts(void) {
  int64_t wrong = 0;
  for (int64_t rank = 0; rank <= 3; ++rank) {
    int64_t sizes[3] = {0};
    do {
      int64_t strides[3] = {-4, -4, -4};
      do {
        int64_t offsets[MAX_ELEMENTS];
        int64_t count = offsets_of(rank, sizes, strides, offsets);
        tssa_answer_t expected =
            distinct_lost(offsets, count) ? TSSA_ANSWER_YES : TSSA_ANSWER_NO;
        wrong += tssa_layout_self_overlap(rank, sizes, strides) != expected;
      } while (next(strides, rank, -4, 7));
    } while (next(sizes, rank, 0, 3));
  }
  CHECK_EQ(wrong, 0);
}

static void self_overlap_of_large_layouts(void) {
  int64_t image[] = {64, 3, 416, 416}, packed[4];
  tssa_layout_row_major(4, image, packed);
  CHECK_EQ(tssa_layout_self_overlap(4, image, packed), TSSA_ANSWER_NO);
  int64_t windows[] = {1000000, 3}, steps[] = {1, 1};
  CHECK_EQ(tssa_layout_self_overlap(2, windows, steps), TSSA_ANSWER_YES);
  int64_t apart[] = {3, 1};
  CHECK_EQ(tssa_layout_self_overlap(2, windows, apart), TSSA_ANSWER_NO);
  // Interleaved without meeting: 3a + 2b, a < 2, b < 3.
  int64_t small[] = {2, 3}, woven[] = {3, 2};
  CHECK_EQ(tssa_layout_self_overlap(2, small, woven), TSSA_ANSWER_NO);
  int64_t wild[] = {INT64_MAX, INT64_MIN};
  CHECK_EQ(tssa_layout_self_overlap(2, small, wild), TSSA_ANSWER_MAYBE);
}

static bool share_byte(const tssa_extent_t *a, const tssa_extent_t *b) {
  int64_t offsets_a[MAX_ELEMENTS], offsets_b[MAX_ELEMENTS];
  int64_t count_a = offsets_of(a->rank, a->sizes, a->strides, offsets_a);
  int64_t count_b = offsets_of(b->rank, b->sizes, b->strides, offsets_b);
  for (int64_t i = 0; i < count_a; ++i)
    for (int64_t j = 0; j < count_b; ++j) {
      int64_t x = (int64_t)a->address + offsets_a[i] * a->item_size;
      int64_t y = (int64_t)b->address + offsets_b[j] * b->item_size;
      if (x < y + b->item_size && y < x + a->item_size)
        return true;
    }
  return false;
}

static void overlap_of_random_pairs(void) {
  tssa_random_t random = tssa_random_create(11);
  int64_t wrong = 0, yes = 0, no = 0;
  for (int round = 0; round < 200000; ++round) {
    int64_t sizes[2][3], strides[2][3];
    tssa_extent_t extents[2];
    for (int k = 0; k < 2; ++k) {
      extents[k].rank = tssa_random_integer(&random, 0, 3);
      for (int64_t d = 0; d < extents[k].rank; ++d) {
        sizes[k][d] = tssa_random_integer(&random, d == 0 ? 0 : 1, 4);
        strides[k][d] = tssa_random_integer(&random, -9, 12);
      }
      extents[k].sizes = sizes[k];
      extents[k].strides = strides[k];
      extents[k].item_size = INT64_C(1) << tssa_random_integer(&random, 0, 3);
      extents[k].address =
          (uintptr_t)tssa_random_integer(&random, 10000, 10060);
    }
    bool expected = share_byte(&extents[0], &extents[1]);
    tssa_answer_t got = tssa_layout_overlap(&extents[0], &extents[1]);
    wrong += got != (expected ? TSSA_ANSWER_YES : TSSA_ANSWER_NO);
    yes += expected;
    no += !expected;
  }
  CHECK_EQ(wrong, 0);
  CHECK(yes > 10000 && no > 10000);
}

/// Views as programs make them, of sizes that a search could not enumerate.
static void overlap_of_large_views(void) {
  int64_t half[] = {504000, 2}, rows[] = {85, 1};
  // Columns 0:2 and 2:4 of a matrix with 85 columns.
  tssa_extent_t left = {4096, 4, 2, half, rows};
  tssa_extent_t right = {4096 + 8, 4, 2, half, rows};
  CHECK_EQ(tssa_layout_overlap(&left, &right), TSSA_ANSWER_NO);
  right.address = 4096 + 4;
  CHECK_EQ(tssa_layout_overlap(&left, &right), TSSA_ANSWER_YES);
  // Even and odd elements.
  int64_t many[] = {1 << 30}, by_two[] = {2};
  tssa_extent_t even = {4096, 4, 1, many, by_two};
  tssa_extent_t odd = {4100, 4, 1, many, by_two};
  CHECK_EQ(tssa_layout_overlap(&even, &odd), TSSA_ANSWER_NO);
  int64_t back[] = {-2};
  tssa_extent_t reversed = {4096 + 8 * (UINT64_C(1) << 30), 4, 1, many, back};
  CHECK_EQ(tssa_layout_overlap(&even, &reversed), TSSA_ANSWER_YES);
  int64_t empty[] = {0};
  tssa_extent_t nothing = {4096, 4, 1, empty, by_two};
  CHECK_EQ(tssa_layout_overlap(&even, &nothing), TSSA_ANSWER_NO);
}

/// A search that takes too long ends with MAYBE, soon.
static void overlap_search_is_bounded(void) {
  int64_t sizes[12], strides_a[12], strides_b[12];
  for (int d = 0; d < 12; ++d) {
    sizes[d] = 50;
    strides_a[d] = 1000003 + 2 * d * d * 7919;
    strides_b[d] = 2000003 + 2 * d * d * 104729;
  }
  tssa_extent_t a = {1 << 20, 1, 12, sizes, strides_a};
  tssa_extent_t b = {(1 << 20) + 1, 1, 12, sizes, strides_b};
  tssa_answer_t answer = tssa_layout_overlap(&a, &b);
  CHECK(answer == TSSA_ANSWER_YES || answer == TSSA_ANSWER_MAYBE);
}

/// What compiled code asks: sizes and strides in one array, MAYBE as yes.
static void overlap_for_compiled_code(void) {
  int64_t packed[] = {3, 4, 4, 1}, expanded[] = {3, 4, 0, 1};
  int64_t ones[] = {1, 4, 9, 1}, ones_too[] = {1, 4, 7, 1};
  CHECK_EQ(tssa_rt_self_overlap(64, 4, 2, packed), 0);
  CHECK_EQ(tssa_rt_self_overlap(64, 4, 2, expanded), 1);
  CHECK_EQ(tssa_rt_self_overlap(64, 4, 0, packed), 0);
  CHECK_EQ(tssa_rt_partial_overlap(64, 4, 2, packed, 64, 4, 2, packed), 0);
  CHECK_EQ(tssa_rt_partial_overlap(64, 4, 2, ones, 64, 4, 2, ones_too), 0);
  CHECK_EQ(tssa_rt_partial_overlap(64, 4, 2, packed, 68, 4, 2, packed), 1);
  CHECK_EQ(tssa_rt_partial_overlap(64, 4, 2, packed, 112, 4, 2, packed), 0);
  CHECK_EQ(tssa_rt_partial_overlap(64, 4, 2, packed, 64, 4, 2, expanded), 1);
  CHECK_EQ(tssa_rt_partial_overlap(64, 4, 2, packed, 64, 8, 2, packed), 1);
  CHECK_EQ(tssa_rt_partial_overlap(64, 4, 2, packed, 64, 4, 0, packed), 1);
}

enum { MAX_SETS = 12, MAX_BYTES = 256 };

/// Sets of elements in one small piece of memory, for compiled code in words
/// and as marks on the bytes.
static bool disjoint_by_marks(const int64_t *words, int64_t num_written,
                              int64_t num) {
  int owner[MAX_BYTES] = {0};
  bool touched[MAX_BYTES] = {false};
  const int64_t *record = words;
  for (int64_t i = 0; i < num; ++i) {
    int64_t address = record[2], item = record[3], rank = record[4];
    int64_t offsets[MAX_ELEMENTS];
    int64_t count = offsets_of(rank, record + 5, record + 5 + rank, offsets);
    for (int64_t e = 0; e < count; ++e)
      for (int64_t b = 0; b < item; ++b) {
        int64_t at = address + offsets[e] * item + b;
        if (i < num_written ? touched[at] : owner[at] != 0)
          return false;
        touched[at] = true;
        if (i < num_written)
          owner[at] = 1;
      }
    record += 5 + 2 * rank;
  }
  return true;
}

static void disjoint_sets_of_random_layouts(void) {
  tssa_random_t random = tssa_random_create(11);
  int64_t answers[2] = {0, 0};
  for (int round = 0; round < 20000; ++round) {
    int64_t words[MAX_SETS * 12] = {0}, used = 0;
    int64_t num = tssa_random_integer(&random, 1, round % 2 ? 4 : MAX_SETS - 1);
    int64_t num_written = tssa_random_integer(&random, 1, num);
    for (int64_t i = 0; i < num; ++i) {
      int64_t rank = tssa_random_integer(&random, 0, 2);
      int64_t item = tssa_random_integer(&random, 0, 1) ? 4 : 8;
      int64_t *record = words + used;
      // The first word that is ours is the third.
      record[2] = 8 * tssa_random_integer(&random, 0, 20);
      record[3] = item;
      record[4] = rank;
      for (int64_t d = 0; d < rank; ++d) {
        record[5 + d] = tssa_random_integer(&random, 0, 3);
        record[5 + rank + d] = tssa_random_integer(&random, 0, 2);
      }
      used += 5 + 2 * rank;
    }
    bool expected = disjoint_by_marks(words, num_written, num);
    ++answers[expected];
    CHECK_EQ(tssa_rt_disjoint(num_written, num, words), expected);
  }
  CHECK(answers[0] > 1000 && answers[1] > 1000);
}

int main(void) {
  reshapes_of_all_small_layouts();
  reshapes_of_random_layouts();
  reshape_strides_of_ones();
  reshape_refuses_nonsense();
  counts_and_bounds();
  self_overlap_of_all_small_layouts();
  self_overlap_of_large_layouts();
  overlap_of_random_pairs();
  overlap_of_large_views();
  overlap_search_is_bounded();
  overlap_for_compiled_code();
  disjoint_sets_of_random_layouts();
  return CHECK_END();
}
