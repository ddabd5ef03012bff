// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do two sets of elements share a byte, do two indices reach one element? Both
// ask whether an equation  a1*x1 + … + an*xn = b  has a solution with
// 0 <= xi <= ui, ai > 0: a bounded depth-first search over the coefficients in
// falling order, cut by what the rest can still reach and by the greatest
// common divisor of the rest. For sizes and strides that tensors have in
// practice the cuts leave next to nothing to search.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/// Unknowns of one equation: both operands' dimensions, and a byte inside each
/// element.
#define MAX_TERMS (2 * TSSA_MAX_RANK + 2)

#define SEARCH_STEPS 100000

typedef struct term_t {
  int64_t factor;
  int64_t limit;
} term_t;

typedef struct equation_t {
  int64_t count;
  term_t terms[MAX_TERMS];
  /// Of the terms from i on: greatest common divisor, and highest sum. The
  /// entry behind the last is 0.
  int64_t divisor[MAX_TERMS + 1];
  int64_t reach[MAX_TERMS + 1];
  int64_t steps_left;
} equation_t;

static int64_t common_divisor(int64_t a, int64_t b) {
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// Adds factor * x with 0 <= x <= limit, keeping the factors in falling order
/// and merging equal ones. False if the merged limit does not fit.
static bool add_term(equation_t *equation, int64_t factor, int64_t limit) {
  if (limit == 0 || factor == 0)
    return true;
  int64_t at = 0;
  while (at < equation->count && equation->terms[at].factor > factor)
    ++at;
  if (at < equation->count && equation->terms[at].factor == factor)
    return !__builtin_add_overflow(equation->terms[at].limit, limit,
                                   &equation->terms[at].limit);
  memmove(&equation->terms[at + 1], &equation->terms[at],
          (size_t)(equation->count - at) * sizeof(term_t));
  equation->terms[at].factor = factor;
  equation->terms[at].limit = limit;
  ++equation->count;
  return true;
}

/// Fills `divisor` and `reach`. False if a sum does not fit.
static bool prepare(equation_t *equation) {
  int64_t n = equation->count;
  equation->divisor[n] = 0;
  equation->reach[n] = 0;
  for (int64_t i = n - 1; i >= 0; --i) {
    term_t term = equation->terms[i];
    int64_t most;
    equation->divisor[i] =
        common_divisor(term.factor, equation->divisor[i + 1]);
    if (__builtin_mul_overflow(term.factor, term.limit, &most) ||
        __builtin_add_overflow(most, equation->reach[i + 1],
                               &equation->reach[i]))
      return false;
  }
  equation->steps_left = SEARCH_STEPS;
  return true;
}

/// Whether the terms from `at` on can sum up to `rest`.
static tssa_answer_t search(equation_t *equation, int64_t at, int64_t rest) {
  if (rest == 0)
    return TSSA_ANSWER_YES;
  if (rest < 0 || rest > equation->reach[at] ||
      rest % equation->divisor[at] != 0)
    return TSSA_ANSWER_NO;
  // One term left: the divisor is its factor, so the division above was exact.
  if (at == equation->count - 1)
    return TSSA_ANSWER_YES;
  term_t term = equation->terms[at];
  int64_t below = equation->reach[at + 1];
  int64_t first =
      rest > below ? (rest - below + term.factor - 1) / term.factor : 0;
  int64_t last = rest / term.factor;
  if (last > term.limit)
    last = term.limit;
  // The rest's divisor repeats itself in x with this period.
  int64_t period = equation->divisor[at + 1] /
                   common_divisor(equation->divisor[at + 1], term.factor);
  int64_t step = 1;
  tssa_answer_t answer = TSSA_ANSWER_NO;
  // The highest x leaves the smallest rest: most likely to succeed at once.
  for (int64_t x = last; x >= first; x -= step) {
    if (--equation->steps_left < 0)
      return TSSA_ANSWER_MAYBE;
    int64_t next = rest - x * term.factor;
    if (next % equation->divisor[at + 1] != 0)
      continue;
    step = period;
    tssa_answer_t inner = search(equation, at + 1, next);
    if (inner == TSSA_ANSWER_YES)
      return inner;
    if (inner == TSSA_ANSWER_MAYBE)
      answer = inner;
  }
  return answer;
}

static tssa_answer_t solve(equation_t *equation, int64_t sum) {
  if (!prepare(equation))
    return TSSA_ANSWER_MAYBE;
  return search(equation, 0, sum);
}

// -- Two sets ---------------------------------------------------------------

/// The lowest byte of an extent and the bytes from there to its end. False if
/// that does not fit.
static bool byte_range(const tssa_extent_t *extent, uintptr_t *out_begin,
                       int64_t *out_length) {
  int64_t low, high, span;
  if (!tssa_layout_bounds(extent->rank, extent->sizes, extent->strides, &low,
                          &high) ||
      __builtin_mul_overflow(low, extent->item_size, &low) ||
      __builtin_mul_overflow(high, extent->item_size, &high) ||
      __builtin_sub_overflow(high, low, &span) ||
      __builtin_add_overflow(span, extent->item_size, &span) ||
      span > TSSA_MAX_BYTES)
    return false;
  *out_begin = extent->address + (uintptr_t)low;
  *out_length = span;
  return true;
}

/// Adds the terms of an extent, in bytes from its lowest one, in which every
/// stride counts as positive (a negative one walks the same elements from the
/// other end).
static bool add_extent(equation_t *equation, const tssa_extent_t *extent) {
  for (int64_t d = 0; d < extent->rank; ++d) {
    if (extent->sizes[d] <= 1)
      continue;
    // Fits: byte_range has computed larger ones.
    int64_t step = extent->strides[d] * extent->item_size;
    if (!add_term(equation, step < 0 ? -step : step, extent->sizes[d] - 1))
      return false;
  }
  return add_term(equation, 1, extent->item_size - 1);
}

tssa_answer_t tssa_layout_overlap(const tssa_extent_t *a,
                                  const tssa_extent_t *b) {
  if (tssa_layout_count(a->rank, a->sizes) == 0 ||
      tssa_layout_count(b->rank, b->sizes) == 0)
    return TSSA_ANSWER_NO;
  uintptr_t begin_a, begin_b;
  int64_t length_a, length_b;
  if (a->rank > TSSA_MAX_RANK || b->rank > TSSA_MAX_RANK ||
      !byte_range(a, &begin_a, &length_a) ||
      !byte_range(b, &begin_b, &length_b))
    return TSSA_ANSWER_MAYBE;
  if (begin_a > begin_b)
    return tssa_layout_overlap(b, a);
  uintptr_t distance = begin_b - begin_a;
  if (distance >= (uintptr_t)length_a)
    return TSSA_ANSWER_NO;
  // A byte of a at begin_a + x, one of b at begin_b + y: x - y = distance. With
  // y = length_b - 1 - y' (b walked from its highest byte) all signs are plus:
  // x + y' = distance + length_b - 1.
  equation_t equation = {0};
  if (!add_extent(&equation, a) || !add_extent(&equation, b))
    return TSSA_ANSWER_MAYBE;
  return solve(&equation, (int64_t)distance + length_b - 1);
}

// -- One set ----------------------------------------------------------------

tssa_answer_t tssa_layout_self_overlap(int64_t rank, const int64_t *sizes,
                                       const int64_t *strides) {
  if (tssa_layout_count(rank, sizes) == 0)
    return TSSA_ANSWER_NO;
  // Steps as a positive stride and a size above 1, in rising order of stride.
  term_t steps[TSSA_MAX_RANK];
  int64_t count = 0;
  for (int64_t d = 0; d < rank; ++d) {
    if (sizes[d] <= 1)
      continue;
    if (strides[d] == 0)
      return TSSA_ANSWER_YES;
    if (count == TSSA_MAX_RANK || strides[d] == INT64_MIN)
      return TSSA_ANSWER_MAYBE;
    term_t step = {strides[d] < 0 ? -strides[d] : strides[d], sizes[d] - 1};
    int64_t at = count++;
    for (; at > 0 && steps[at - 1].factor > step.factor; --at)
      steps[at] = steps[at - 1];
    steps[at] = step;
  }
  // Each stride leaps over everything that the smaller ones reach: no overlap.
  int64_t reach = 0;
  bool nested = true;
  for (int64_t i = 0; i < count && nested; ++i) {
    int64_t most;
    nested = steps[i].factor > reach &&
             !__builtin_mul_overflow(steps[i].factor, steps[i].limit, &most) &&
             !__builtin_add_overflow(reach, most, &reach);
  }
  if (nested)
    return TSSA_ANSWER_NO;
  // Two indices reach one element if their difference e, not all 0, satisfies
  // s1*e1 + … + sn*en = 0 with |ei| <= ui. Let ek be the first that is not 0,
  // and positive (else swap the indices). With ei = xi - ui for i > k and ek =
  // x + 1: sk*x + sum si*xi = sum si*ui - sk, 0 <= x < uk, 0 <= xi <= 2*ui.
  tssa_answer_t answer = TSSA_ANSWER_NO;
  for (int64_t k = 0; k < count - 1; ++k) {
    equation_t equation = {0};
    int64_t sum = -steps[k].factor;
    bool fits = add_term(&equation, steps[k].factor, steps[k].limit - 1);
    for (int64_t i = k + 1; i < count && fits; ++i) {
      int64_t most, twice;
      fits = !__builtin_mul_overflow(steps[i].factor, steps[i].limit, &most) &&
             !__builtin_add_overflow(sum, most, &sum) &&
             !__builtin_mul_overflow(steps[i].limit, 2, &twice) &&
             add_term(&equation, steps[i].factor, twice);
    }
    tssa_answer_t one = fits ? solve(&equation, sum) : TSSA_ANSWER_MAYBE;
    if (one == TSSA_ANSWER_YES)
      return one;
    if (one == TSSA_ANSWER_MAYBE)
      answer = one;
  }
  return answer;
}

// -- Many sets --------------------------------------------------------------

/// A tensor as compiled code describes it in its frame. `begin` and `length`
/// are ours: the range of its bytes.
typedef struct record_t {
  uintptr_t begin;
  int64_t length;
  uintptr_t address;
  int64_t item_size;
  int64_t rank;
  int64_t layout[];
} record_t;

static tssa_extent_t record_extent(const record_t *record) {
  return (tssa_extent_t){record->address, record->item_size, record->rank,
                         record->layout, record->layout + record->rank};
}

static int compare_begins(const void *a, const void *b) {
  uintptr_t left = (*(record_t *const *)a)->begin;
  uintptr_t right = (*(record_t *const *)b)->begin;
  return left < right ? -1 : left > right;
}

int64_t tssa_rt_disjoint(int64_t num_written, int64_t num, int64_t *words) {
  int64_t *next = words;
  for (int64_t i = 0; i < num; ++i)
    next += 5 + 2 * ((record_t *)next)->rank;
  // Those that have elements, by address. The records of written ones come
  // first in memory, so that their place says what they are.
  record_t **sorted = (record_t **)next;
  record_t *first_read = NULL;
  int64_t count = 0;
  next = words;
  for (int64_t i = 0; i < num; ++i) {
    record_t *record = (record_t *)next;
    tssa_extent_t extent = record_extent(record);
    next += 5 + 2 * record->rank;
    if (i + 1 == num_written)
      first_read = (record_t *)next;
    if (i < num_written &&
        tssa_layout_self_overlap(extent.rank, extent.sizes, extent.strides) !=
            TSSA_ANSWER_NO)
      return 0;
    if (tssa_layout_count(extent.rank, extent.sizes) == 0)
      continue;
    if (!byte_range(&extent, &record->begin, &record->length))
      return 0;
    sorted[count++] = record;
  }
  if (count > 1)
    qsort(sorted, (size_t)count, sizeof *sorted, compare_begins);
  for (int64_t i = 0; i < count; ++i)
    for (int64_t j = i + 1; j < count; ++j) {
      const record_t *a = sorted[i], *b = sorted[j];
      if (b->begin - a->begin >= (uintptr_t)a->length)
        break;
      tssa_extent_t extent_a = record_extent(a), extent_b = record_extent(b);
      if ((a < first_read || b < first_read) &&
          tssa_layout_overlap(&extent_a, &extent_b) != TSSA_ANSWER_NO)
        return 0;
    }
  return 1;
}

// -- Called by compiled code ------------------------------------------------

int64_t tssa_rt_self_overlap(uintptr_t address, int64_t item_size, int64_t rank,
                             const int64_t *layout) {
  (void)address;
  (void)item_size;
  return tssa_layout_self_overlap(rank, layout, layout + rank) !=
         TSSA_ANSWER_NO;
}

static bool same_places(const tssa_extent_t *a, const tssa_extent_t *b) {
  if (a->address != b->address || a->item_size != b->item_size ||
      a->rank != b->rank)
    return false;
  for (int64_t d = 0; d < a->rank; ++d)
    if (a->sizes[d] != b->sizes[d] ||
        (a->sizes[d] > 1 && a->strides[d] != b->strides[d]))
      return false;
  return true;
}

int64_t tssa_rt_partial_overlap(uintptr_t address_a, int64_t item_size_a,
                                int64_t rank_a, const int64_t *layout_a,
                                uintptr_t address_b, int64_t item_size_b,
                                int64_t rank_b, const int64_t *layout_b) {
  tssa_extent_t a = {address_a, item_size_a, rank_a, layout_a,
                     layout_a + rank_a};
  tssa_extent_t b = {address_b, item_size_b, rank_b, layout_b,
                     layout_b + rank_b};
  return !same_places(&a, &b) && tssa_layout_overlap(&a, &b) != TSSA_ANSWER_NO;
}
