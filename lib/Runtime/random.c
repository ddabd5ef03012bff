// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number
// generators", 2021), seeded through splitmix64.

#include "tensorssa-runtime/random.h"
#include "internal.h"
#include "tensorssa-runtime/half.h"

#include <string.h>

static uint64_t rotate_left(uint64_t value, int by) {
  return value << by | value >> (64 - by);
}

tssa_random_t tssa_random_create(uint64_t seed) {
  tssa_random_t random;
  for (int i = 0; i < 4; ++i) {
    uint64_t mixed = (seed += UINT64_C(0x9e3779b97f4a7c15));
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    random.state[i] = mixed ^ mixed >> 31;
  }
  return random;
}

uint64_t tssa_random_next(tssa_random_t *random) {
  uint64_t *s = random->state;
  uint64_t result = rotate_left(s[1] * 5, 7) * 9;
  uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate_left(s[3], 45);
  return result;
}

double tssa_random_unit(tssa_random_t *random) {
  return (double)(tssa_random_next(random) >> 11) * 0x1p-53;
}

int64_t tssa_random_integer(tssa_random_t *random, int64_t low, int64_t high) {
  if (high <= low)
    return low;
  uint64_t range = (uint64_t)high - (uint64_t)low + 1;
  if (range == 0)
    return (int64_t)tssa_random_next(random);
  // The values under this bound would make some remainders likelier.
  uint64_t uneven = (UINT64_MAX - range + 1) % range;
  uint64_t bits;
  do
    bits = tssa_random_next(random);
  while (bits < uneven);
  return (int64_t)((uint64_t)low + bits % range);
}

typedef struct range_t {
  double low;
  double high;
  /// For integers: inside [low, high] and the dtype.
  int64_t first;
  int64_t last;
} range_t;

static double uniform(tssa_random_t *random, const range_t *range) {
  return range->low + tssa_random_unit(random) * (range->high - range->low);
}

static void fill_element(void *element, tssa_dtype_t dtype,
                         tssa_random_t *random, const range_t *range) {
  int64_t integer;
  uint16_t half;
  float single[2];
  double pair[2];
  switch (dtype) {
  case TSSA_DTYPE_BOOL:
    *(uint8_t *)element = (uint8_t)(tssa_random_next(random) >> 63);
    return;
  case TSSA_DTYPE_I8:
  case TSSA_DTYPE_U8:
  case TSSA_DTYPE_I16:
  case TSSA_DTYPE_I32:
  case TSSA_DTYPE_I64:
    // Little endian: the low bytes come first.
    integer = tssa_random_integer(random, range->first, range->last);
    memcpy(element, &integer, (size_t)tssa_dtype_size(dtype));
    return;
  case TSSA_DTYPE_F16:
    half = tssa_f16_from_f64(uniform(random, range));
    memcpy(element, &half, sizeof half);
    return;
  case TSSA_DTYPE_BF16:
    half = tssa_bf16_from_f64(uniform(random, range));
    memcpy(element, &half, sizeof half);
    return;
  case TSSA_DTYPE_F32:
  case TSSA_DTYPE_C64:
    single[0] = (float)uniform(random, range);
    if (dtype == TSSA_DTYPE_C64)
      single[1] = (float)uniform(random, range);
    memcpy(element, single, (size_t)tssa_dtype_size(dtype));
    return;
  case TSSA_DTYPE_F64:
  case TSSA_DTYPE_C128:
    pair[0] = uniform(random, range);
    if (dtype == TSSA_DTYPE_C128)
      pair[1] = uniform(random, range);
    memcpy(element, pair, (size_t)tssa_dtype_size(dtype));
    return;
  }
}

/// The integers in [low, high], clamped to those that the dtype holds. False if
/// there is no integer between the bounds.
static bool clamp_integers(tssa_dtype_t dtype, range_t *range) {
  int64_t bits = tssa_dtype_size(dtype) * 8;
  bool is_unsigned = dtype == TSSA_DTYPE_U8;
  int64_t least = is_unsigned ? 0 : -(INT64_C(1) << (bits - 2)) * 2;
  int64_t most = is_unsigned ? (INT64_C(1) << bits) - 1 : -(least + 1);
  double low = range->low, high = range->high;
  // Conversion truncates toward zero; both ends must move inward.
  range->first = least;
  if (low >= 0x1p63)
    range->first = most;
  else if (low > (double)least) {
    range->first = (int64_t)low;
    if ((double)range->first < low)
      ++range->first;
  }
  range->last = most;
  if (high < -0x1p63)
    range->last = least;
  else if (high < (double)most) {
    range->last = (int64_t)high;
    if ((double)range->last > high)
      --range->last;
  }
  if (range->first > most)
    range->first = most;
  if (range->last < least)
    range->last = least;
  return range->first <= range->last;
}

tssa_status_t tssa_tensor_fill_random(tssa_tensor_t *tensor,
                                      tssa_random_t *random, double low,
                                      double high, tssa_error_t *out_error) {
  range_t range = {low, high, 0, 0};
  tssa_status_t status = tssa_tensor_require_cpu(tensor, out_error);
  if (status)
    return status;
  if (tensor->flags & TSSA_TENSOR_READ_ONLY)
    return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                           "cannot write to a read-only tensor");
  // Infinite or NaN bounds make this difference so too.
  if (!(low <= high) || high - low - (high - low) != 0)
    return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                           "expected finite bounds in order but got [%g, %g]",
                           low, high);
  if (tensor->dtype >= TSSA_DTYPE_I8 && tensor->dtype <= TSSA_DTYPE_I64 &&
      !clamp_integers(tensor->dtype, &range))
    return tssa_error_make(
        out_error, TSSA_STATUS_INVALID_ARGUMENT,
        "expected an integer between bounds but got [%g, %g]", low, high);
  tssa_walk_t walk = tssa_walk_begin(tensor);
  for (void *element; (element = tssa_walk_next(&walk));)
    fill_element(element, tensor->dtype, random, &range);
  return TSSA_STATUS_OK;
}
