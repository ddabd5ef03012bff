// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements as text, in any locale: the C library reads and writes numbers in
// the host's locale, of which the decimal point is replaced in the end.

#include "number_text.h"
#include "tensorssa-runtime/half.h"

#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Numbers from here on, and numbers below the other, are written with
/// exponents.
#define LARGE 1e8
#define SMALL 1e-4

enum { SHORTEST_DIGITS = 17 };

static bool is_complex(tssa_dtype_t dtype) {
  return dtype == TSSA_DTYPE_C64 || dtype == TSSA_DTYPE_C128;
}

/// The floating point type of the parts.
static tssa_dtype_t part_dtype(tssa_dtype_t dtype) {
  return dtype == TSSA_DTYPE_C64    ? TSSA_DTYPE_F32
         : dtype == TSSA_DTYPE_C128 ? TSSA_DTYPE_F64
                                    : dtype;
}

static double load(tssa_dtype_t part, const void *at) {
  uint16_t half;
  float single;
  double value;
  switch (part) {
  case TSSA_DTYPE_F16:
    memcpy(&half, at, sizeof half);
    return (double)tssa_f16_to_f32(half);
  case TSSA_DTYPE_BF16:
    memcpy(&half, at, sizeof half);
    return (double)tssa_bf16_to_f32(half);
  case TSSA_DTYPE_F32:
    memcpy(&single, at, sizeof single);
    return (double)single;
  default:
    memcpy(&value, at, sizeof value);
    return value;
  }
}

/// What a number becomes in the type.
static double rounded(tssa_dtype_t part, double value) {
  switch (part) {
  case TSSA_DTYPE_F16:
    return (double)tssa_f16_to_f32(tssa_f16_from_f64(value));
  case TSSA_DTYPE_BF16:
    return (double)tssa_bf16_to_f32(tssa_bf16_from_f64(value));
  case TSSA_DTYPE_F32:
    return (double)(float)value;
  default:
    return value;
  }
}

static bool is_finite(double value) { return value - value == 0; }

/// The fewest significant digits that are read back as the same number of the
/// type, and the decimal exponent of the first one.
static int shortest(tssa_dtype_t part, double value, int *out_exponent) {
  char text[40];
  int digits = 1;
  for (; digits < SHORTEST_DIGITS; ++digits) {
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    if (rounded(part, strtod(text, NULL)) == value)
      break;
  }
  snprintf(text, sizeof text, "%.*e", digits - 1, value);
  *out_exponent = atoi(strchr(text, 'e') + 1);
  return digits;
}

static int at_most(int value, int limit) {
  return value < limit ? value : limit;
}

static void note_part(number_form_t *form, double value) {
  if (!is_finite(value) || value == 0)
    return;
  double magnitude = value < 0 ? -value : value;
  int exponent;
  int digits = shortest(part_dtype(form->dtype), magnitude, &exponent);
  int fixed = at_most(digits - 1 - exponent, form->precision);
  int scaled = at_most(digits - 1, form->precision);
  if (fixed > form->fixed_digits)
    form->fixed_digits = fixed;
  if (scaled > form->exponent_digits)
    form->exponent_digits = scaled;
  if (magnitude >= LARGE || magnitude < SMALL)
    form->exponents = true;
}

static int part_text(const number_form_t *form, double value, char *out_text) {
  if (value != value)
    return snprintf(out_text, NUMBER_TEXT_SIZE, "nan");
  if (!is_finite(value))
    return snprintf(out_text, NUMBER_TEXT_SIZE, value < 0 ? "-inf" : "inf");
  int length = form->exponents ? snprintf(out_text, NUMBER_TEXT_SIZE, "%.*e",
                                          form->exponent_digits, value)
                               : snprintf(out_text, NUMBER_TEXT_SIZE, "%.*f",
                                          form->fixed_digits, value);
  const char *point = localeconv()->decimal_point;
  char *found = strcmp(point, ".") ? strstr(out_text, point) : NULL;
  if (found) {
    size_t width = strlen(point);
    memmove(found + 1, found + width, strlen(found + width) + 1);
    *found = '.';
    length -= (int)width - 1;
  }
  return length;
}

static int integer_text(tssa_dtype_t dtype, const void *element,
                        char *out_text) {
  int8_t i8;
  uint8_t u8;
  int16_t i16;
  int32_t i32;
  int64_t i64 = 0;
  switch (dtype) {
  case TSSA_DTYPE_I8:
    memcpy(&i8, element, sizeof i8);
    i64 = i8;
    break;
  case TSSA_DTYPE_U8:
    memcpy(&u8, element, sizeof u8);
    i64 = u8;
    break;
  case TSSA_DTYPE_I16:
    memcpy(&i16, element, sizeof i16);
    i64 = i16;
    break;
  case TSSA_DTYPE_I32:
    memcpy(&i32, element, sizeof i32);
    i64 = i32;
    break;
  default:
    memcpy(&i64, element, sizeof i64);
    break;
  }
  return snprintf(out_text, NUMBER_TEXT_SIZE, "%" PRId64, i64);
}

number_form_t number_form_begin(tssa_dtype_t dtype, int precision) {
  int least = precision > 0 ? 1 : 0;
  number_form_t form = {dtype, precision, least, least, false};
  return form;
}

void number_form_note(number_form_t *form, const void *element) {
  tssa_dtype_t part = part_dtype(form->dtype);
  if (form->dtype < TSSA_DTYPE_F16)
    return;
  note_part(form, load(part, element));
  if (is_complex(form->dtype))
    note_part(form, load(part, (const char *)element + tssa_dtype_size(part)));
}

int number_text(const number_form_t *form, const void *element,
                char out_text[NUMBER_TEXT_SIZE]) {
  if (form->dtype == TSSA_DTYPE_BOOL)
    return snprintf(out_text, NUMBER_TEXT_SIZE,
                    *(const uint8_t *)element ? "true" : "false");
  if (form->dtype < TSSA_DTYPE_F16)
    return integer_text(form->dtype, element, out_text);
  tssa_dtype_t part = part_dtype(form->dtype);
  if (!is_complex(form->dtype))
    return part_text(form, load(part, element), out_text);
  char real[NUMBER_TEXT_SIZE], imaginary[NUMBER_TEXT_SIZE];
  double value = load(part, (const char *)element + tssa_dtype_size(part));
  part_text(form, load(part, element), real);
  part_text(form, value, imaginary);
  bool minus = imaginary[0] == '-';
  // Two parts of at most 40 characters fit.
  return snprintf(out_text, NUMBER_TEXT_SIZE, "%.60s%s%.60sj", real,
                  minus ? "" : "+", imaginary);
}
