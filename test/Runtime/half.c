// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f16 and bf16: every value, and every border at which rounding turns.
//
// RUN: %test_bin/runtime-half

#include "tensorssa-runtime/half.h"
#include "check.h"

#include <math.h>

/// One short type under test.
typedef struct half_t {
  float (*to_f32)(uint16_t bits);
  uint16_t (*from_f32)(float value);
  uint16_t (*from_f64)(double value);
  uint16_t infinity;
} half_t;

static double next_double(double value, int direction) {
  int64_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits += direction;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// All positive finite values: they come back as they are, and between each and
/// the next the middle goes to the even one, all else to the nearer one.
static void check_type(const half_t *half) {
  int64_t wrong = 0;
  for (uint32_t i = 0; i < half->infinity; ++i) {
    uint16_t low = (uint16_t)i, high = (uint16_t)(i + 1);
    double value = (double)half->to_f32(low);
    // The step beyond the largest value is as long as the one before.
    double step = high == half->infinity
                      ? value - (double)half->to_f32((uint16_t)(i - 1))
                      : (double)half->to_f32(high) - value;
    double middle = value + step / 2;
    uint16_t even = i % 2 == 0 ? low : high;
    wrong += half->from_f64(value) != low;
    wrong += half->from_f64(-value) != (low | 0x8000);
    wrong += half->from_f64(middle) != even;
    wrong += half->from_f64(next_double(middle, -1)) != low;
    wrong += half->from_f64(next_double(middle, 1)) != high;
    wrong += half->from_f64(-next_double(middle, 1)) != (high | 0x8000);
    wrong += half->from_f32((float)value) != low;
    // The middle of the two smallest bf16 is no float.
    if ((double)(float)middle == middle && middle > 0) {
      wrong += half->from_f32((float)middle) != even;
      wrong += half->from_f32(nextafterf((float)middle, 0)) != low;
      wrong += half->from_f32(nextafterf((float)middle, INFINITY)) != high;
    }
  }
  CHECK_EQ(wrong, 0);
  CHECK_EQ(half->from_f32(INFINITY), half->infinity);
  CHECK_EQ(half->from_f64(-INFINITY), half->infinity | 0x8000);
  CHECK_EQ(half->from_f64(1e300), half->infinity);
  CHECK_EQ(half->from_f64(1e-300), 0);
  CHECK_EQ(half->from_f64(-1e-300), 0x8000);
  CHECK_EQ(half->from_f32(-0.0f), 0x8000);
  CHECK(isinf(half->to_f32(half->infinity)));
  for (uint32_t bits = half->infinity + 1u; bits < 0x8000; ++bits) {
    float nan = half->to_f32((uint16_t)bits);
    wrong += !isnan(nan);
    wrong += (half->from_f32(nan) & 0x7fff) <= half->infinity;
    wrong += (half->from_f64((double)nan) & 0x7fff) <= half->infinity;
  }
  CHECK_EQ(wrong, 0);
  CHECK((half->from_f32(NAN) & 0x7fff) > half->infinity);
}

// Compilers call this; a bf16 comes back in the register of a float.
float __truncsfbf2(float value);
float __truncdfbf2(double value);

static uint16_t low_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (uint16_t)bits;
}

int main(void) {
  static const half_t f16 = {tssa_f16_to_f32, tssa_f16_from_f32,
                             tssa_f16_from_f64, 0x7c00};
  static const half_t bf16 = {tssa_bf16_to_f32, tssa_bf16_from_f32,
                              tssa_bf16_from_f64, 0x7f80};
  check_type(&f16);
  check_type(&bf16);
  CHECK_EQ(tssa_f16_from_f32(1.0f), 0x3c00);
  CHECK_EQ(tssa_f16_from_f32(65504.0f), 0x7bff);
  CHECK_EQ(tssa_bf16_from_f32(1.0f), 0x3f80);
  CHECK_EQ(low_bits(__truncsfbf2(-3.0f)), tssa_bf16_from_f32(-3.0f));
  CHECK_EQ(low_bits(__truncdfbf2(0.1)), tssa_bf16_from_f64(0.1));
  return CHECK_END();
}
