// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f16 and bf16, in integer arithmetic so that no rounding mode or flag matters.

#include "tensorssa-runtime/half.h"

#include <string.h>

static uint32_t float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// Rounds a double to the float that keeps all information for a second
/// rounding to fewer bits: toward zero, the last bit set if anything was lost.
static float round_to_odd(double value) {
  float near = (float)value;
  if (near != near || (double)near == value)
    return near;
  uint32_t bits = float_bits(near);
  double magnitude = value < 0 ? -value : value;
  if ((double)float_of(bits & 0x7fffffff) > magnitude)
    --bits;
  return float_of(bits | 1);
}

float tssa_bf16_to_f32(uint16_t bits) { return float_of((uint32_t)bits << 16); }

uint16_t tssa_bf16_from_f32(float value) {
  uint32_t bits = float_bits(value);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return (uint16_t)(bits >> 16 | 0x40);
  // Just under one half, plus one if the kept part is odd: ties go to even. A
  // carry into the exponent, up to infinity, is what rounding up means.
  return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

uint16_t tssa_bf16_from_f64(double value) {
  return tssa_bf16_from_f32(round_to_odd(value));
}

float tssa_f16_to_f32(uint16_t half) {
  uint32_t sign = (uint32_t)(half & 0x8000) << 16;
  uint32_t rest = half & 0x7fff;
  if (rest >= 0x7c00)
    return float_of(sign | 0x7f800000 | (rest & 0x3ff) << 13);
  if (rest < 0x400) {
    float magnitude = (float)rest * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  return float_of(sign | ((rest << 13) + ((uint32_t)(127 - 15) << 23)));
}

uint16_t tssa_f16_from_f32(float value) {
  uint32_t bits = float_bits(value);
  uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
  uint32_t rest = bits & 0x7fffffff;
  if (rest > 0x7f800000)
    return (uint16_t)(sign | 0x7e00 | (rest >> 13 & 0x1ff));
  // 65520 and above round to infinity.
  if (rest >= 0x477ff000)
    return (uint16_t)(sign | 0x7c00);
  uint32_t exponent = rest >> 23;
  // Below half of the smallest subnormal, and exactly half, is 0.
  if (exponent < 102)
    return sign;
  uint32_t mantissa = rest;
  uint32_t drop = 13;
  if (exponent < 113) {
    mantissa = (rest & 0x7fffff) | 0x800000;
    drop = 126 - exponent;
  } else {
    mantissa -= (uint32_t)(127 - 15) << 23;
  }
  uint32_t half_unit = UINT32_C(1) << (drop - 1);
  uint32_t kept = mantissa >> drop;
  uint32_t lost = mantissa & ((half_unit << 1) - 1);
  if (lost > half_unit || (lost == half_unit && (kept & 1)))
    ++kept;
  return (uint16_t)(sign | kept);
}

uint16_t tssa_f16_from_f64(double value) {
  return tssa_f16_from_f32(round_to_odd(value));
}

// A bf16 comes back in the low 16 bits of the register in which a float does
// (xmm0, s0), so a function returning float says the same without the compiler
// knowing the type.
#if defined(__GNUC__)
#define WEAK __attribute__((weak, visibility("default")))
#else
#define WEAK
#endif

WEAK float __truncsfbf2(float value);
WEAK float __truncdfbf2(double value);

float __truncsfbf2(float value) { return float_of(tssa_bf16_from_f32(value)); }

float __truncdfbf2(double value) { return float_of(tssa_bf16_from_f64(value)); }
