// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors as text.
//
// RUN: %test_bin/runtime-print

#include "tensorssa-runtime/print.h"
#include "check.h"
#include "tensorssa-runtime/half.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>

static char buffer[20000];

/// The text of a tensor over `data`.
static const char *text_of(void *data, int64_t bytes, tssa_dtype_t dtype,
                           int64_t rank, const int64_t *sizes,
                           const tssa_print_options_t *options) {
  tssa_tensor_t *tensor = NULL;
  size_t length = 0;
  CHECK_EQ(tssa_tensor_from_memory(NULL, data, bytes, dtype, rank, sizes, NULL,
                                   0, NULL, NULL, &tensor, NULL),
           0);
  CHECK_EQ(
      tssa_tensor_format(tensor, options, buffer, sizeof buffer, &length, NULL),
      0);
  CHECK_EQ(length, strlen(buffer));
  tssa_tensor_release(tensor);
  return buffer;
}

#define TEXT(data, dtype, rank, sizes)                                         \
  text_of(data, sizeof data, dtype, rank, sizes, NULL)

static void floats_have_the_digits_they_need(void) {
  int64_t two[] = {2, 2}, three[] = {3}, one[] = {1}, four[] = {4};
  float plain[] = {1, -2.5f, 3, 4};
  CHECK_TEXT(TEXT(plain, TSSA_DTYPE_F32, 2, two), "[[ 1.0 -2.5]\n"
                                                  " [ 3.0  4.0]]");
  float tenths[] = {0.1f, 0.2f, 0.3f};
  CHECK_TEXT(TEXT(tenths, TSSA_DTYPE_F32, 1, three), "[0.1 0.2 0.3]");
  float third[] = {1.0f / 3};
  CHECK_TEXT(TEXT(third, TSSA_DTYPE_F32, 1, one), "[0.33333334]");
  double thirds[] = {1.0 / 3};
  CHECK_TEXT(TEXT(thirds, TSSA_DTYPE_F64, 1, one), "[0.33333333]");
  float special[] = {INFINITY, -INFINITY, NAN, -0.0f};
  CHECK_TEXT(TEXT(special, TSSA_DTYPE_F32, 1, four), "[ inf -inf  nan -0.0]");
  float range[] = {1e8f, 1, 0.5f, -3};
  CHECK_TEXT(TEXT(range, TSSA_DTYPE_F32, 1, four),
             "[ 1.0e+08  1.0e+00  5.0e-01 -3.0e+00]");
  double tiny[] = {5e-324, 0, DBL_MAX};
  CHECK_TEXT(TEXT(tiny, TSSA_DTYPE_F64, 1, three),
             "[4.94065646e-324  0.00000000e+00 1.79769313e+308]");
  float scalar[] = {2.5f};
  CHECK_TEXT(TEXT(scalar, TSSA_DTYPE_F32, 0, NULL), "2.5");
  uint16_t halves[] = {tssa_f16_from_f32(0.1f), tssa_f16_from_f32(1.5f),
                       tssa_f16_from_f32(1000)};
  CHECK_TEXT(TEXT(halves, TSSA_DTYPE_F16, 1, three), "[   0.1    1.5 1000.0]");
  uint16_t brains[] = {tssa_bf16_from_f32(0.1f), tssa_bf16_from_f32(1.5f),
                       tssa_bf16_from_f32(1000)};
  CHECK_TEXT(TEXT(brains, TSSA_DTYPE_BF16, 1, three), "[   0.1    1.5 1000.0]");
  tssa_print_options_t options = tssa_print_options_default();
  options.precision = 0;
  CHECK_TEXT(text_of(plain, sizeof plain, TSSA_DTYPE_F32, 1, four, &options),
             "[ 1 -2  3  4]");
  options.precision = 17;
  CHECK_TEXT(text_of(thirds, sizeof thirds, TSSA_DTYPE_F64, 1, one, &options),
             "[0.3333333333333333]");
}

static void other_dtypes(void) {
  int64_t three[] = {3}, two[] = {2};
  bool truths[] = {true, false, true};
  CHECK_TEXT(TEXT(truths, TSSA_DTYPE_BOOL, 1, three), "[ true false  true]");
  int8_t bytes[] = {-128, 0, 127};
  CHECK_TEXT(TEXT(bytes, TSSA_DTYPE_I8, 1, three), "[-128    0  127]");
  CHECK_TEXT(TEXT(bytes, TSSA_DTYPE_U8, 1, three), "[128   0 127]");
  int16_t shorts[] = {-32768, 1, 2};
  CHECK_TEXT(TEXT(shorts, TSSA_DTYPE_I16, 1, three), "[-32768      1      2]");
  int32_t ints[] = {INT32_MIN, 1, 2};
  CHECK_TEXT(TEXT(ints, TSSA_DTYPE_I32, 1, three),
             "[-2147483648           1           2]");
  int64_t longs[] = {INT64_MIN, INT64_MAX};
  CHECK_TEXT(TEXT(longs, TSSA_DTYPE_I64, 1, two),
             "[-9223372036854775808  9223372036854775807]");
  float complexes[] = {1, -2.5f, -0.25f, 0};
  CHECK_TEXT(TEXT(complexes, TSSA_DTYPE_C64, 1, two),
             "[ 1.00-2.50j -0.25+0.00j]");
  double doubles[] = {NAN, INFINITY};
  CHECK_TEXT(text_of(doubles, sizeof doubles, TSSA_DTYPE_C128, 0, NULL, NULL),
             "nan+infj");
}

static void shapes(void) {
  int32_t numbers[24];
  for (int i = 0; i < 24; ++i)
    numbers[i] = i;
  int64_t cube[] = {2, 2, 3}, empty[] = {2, 0}, row[] = {24},
          deep[] = {1, 1, 1};
  CHECK_TEXT(text_of(numbers, 48, TSSA_DTYPE_I32, 3, cube, NULL),
             "[[[ 0  1  2]\n"
             "  [ 3  4  5]]\n"
             "\n"
             " [[ 6  7  8]\n"
             "  [ 9 10 11]]]");
  CHECK_TEXT(text_of(NULL, 0, TSSA_DTYPE_I32, 2, empty, NULL), "[]");
  CHECK_TEXT(text_of(numbers, 4, TSSA_DTYPE_I32, 3, deep, NULL), "[[[0]]]");
  tssa_print_options_t options = tssa_print_options_default();
  options.line_width = 20;
  CHECK_TEXT(text_of(numbers, 96, TSSA_DTYPE_I32, 1, row, &options),
             "[ 0  1  2  3  4  5\n"
             "  6  7  8  9 10 11\n"
             " 12 13 14 15 16 17\n"
             " 18 19 20 21 22 23]");
  // No line is too short for one element.
  options.line_width = 0;
  int64_t pair[] = {2};
  CHECK_TEXT(text_of(numbers, 8, TSSA_DTYPE_I32, 1, pair, &options), "[0\n 1]");
}

static void large_tensors_are_summarized(void) {
  static int32_t numbers[4096];
  for (int i = 0; i < 4096; ++i)
    numbers[i] = i;
  int64_t row[] = {1001}, square[] = {40, 40}, deep[12];
  CHECK_TEXT(text_of(numbers, 4004, TSSA_DTYPE_I32, 1, row, NULL),
             "[   0    1    2 ...  998  999 1000]");
  CHECK_TEXT(text_of(numbers, 6400, TSSA_DTYPE_I32, 2, square, NULL),
             "[[   0    1    2 ...   37   38   39]\n"
             " [  40   41   42 ...   77   78   79]\n"
             " [  80   81   82 ...  117  118  119]\n"
             " ...\n"
             " [1480 1481 1482 ... 1517 1518 1519]\n"
             " [1520 1521 1522 ... 1557 1558 1559]\n"
             " [1560 1561 1562 ... 1597 1598 1599]]");
  // Exactly the threshold is written out.
  int64_t thousand[] = {1000};
  CHECK(!strstr(text_of(numbers, 4000, TSSA_DTYPE_I32, 1, thousand, NULL),
                "..."));
  // Many dimensions show fewer entries of each, down to none.
  for (int d = 0; d < 12; ++d)
    deep[d] = 2;
  CHECK_TEXT(text_of(numbers, 16384, TSSA_DTYPE_I32, 12, deep, NULL), "[...]");
  tssa_print_options_t options = tssa_print_options_default();
  options.threshold = 2;
  options.edge_items = 1;
  int64_t small[] = {3, 2};
  CHECK_TEXT(text_of(numbers, 24, TSSA_DTYPE_I32, 2, small, &options), "[...]");
  options.threshold = 5;
  CHECK_TEXT(text_of(numbers, 24, TSSA_DTYPE_I32, 2, small, &options),
             "[[0 1]\n"
             " ...\n"
             " [4 5]]");
}

static void views_and_cut_buffers(void) {
  int32_t numbers[] = {0, 1, 2, 3, 4, 5};
  int64_t sizes[] = {3, 2}, strides[] = {-1, 3};
  tssa_tensor_t *view = NULL;
  size_t length = 0;
  char small[8];
  CHECK_EQ(tssa_tensor_from_memory(NULL, numbers, sizeof numbers,
                                   TSSA_DTYPE_I32, 2, sizes, strides, 2, NULL,
                                   NULL, &view, NULL),
           0);
  CHECK_EQ(tssa_tensor_format(view, NULL, small, sizeof small, &length, NULL),
           0);
  CHECK_TEXT(small, "[[2 5]\n");
  CHECK_EQ(length, strlen("[[2 5]\n [1 4]\n [0 3]]"));
  CHECK_EQ(tssa_tensor_format(view, NULL, NULL, 0, &length, NULL), 0);
  CHECK_EQ(length, 21);
  char type[64], cut[10];
  tssa_tensor_format_type(view, type, sizeof type);
  CHECK_TEXT(type, "tensor<3x2xi32>");
  tssa_tensor_format_type(view, cut, sizeof cut);
  CHECK_TEXT(cut, "tensor<3x");
  tssa_print_options_t options = tssa_print_options_default();
  options.precision = 18;
  CHECK_EQ(tssa_tensor_format(view, &options, NULL, 0, NULL, NULL),
           TSSA_STATUS_INVALID_ARGUMENT);
  FILE *full = fopen("/dev/full", "w");
  if (full) {
    setvbuf(full, NULL, _IONBF, 0);
    CHECK_EQ(tssa_tensor_print(view, NULL, full, NULL), TSSA_STATUS_IO);
    fclose(full);
  }
  tssa_tensor_release(view);
}

/// Every float is written such that reading gives it back, if the precision
/// allows.
static void digits_suffice(void) {
  int64_t one[] = {1};
  tssa_print_options_t options = tssa_print_options_default();
  options.precision = 17;
  uint32_t bits = 1;
  int64_t wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    float value;
    bits = bits * 1664525u + 1013904223u;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value))
      continue;
    text_of(&value, sizeof value, TSSA_DTYPE_F32, 1, one, &options);
    wrong += strtof(buffer + 1, NULL) != value;
  }
  CHECK_EQ(wrong, 0);
}

/// A host's locale with a decimal comma changes nothing. Not every machine has
/// one.
static void locales_do_not_matter(void) {
  float half[] = {0.5f};
  if (setlocale(LC_ALL, "de_DE.UTF-8"))
    CHECK_TEXT(text_of(half, sizeof half, TSSA_DTYPE_F32, 0, NULL, NULL),
               "0.5");
  setlocale(LC_ALL, "C");
}

int main(void) {
  floats_have_the_digits_they_need();
  other_dtypes();
  shapes();
  large_tensors_are_summarized();
  views_and_cut_buffers();
  digits_suffice();
  locales_do_not_matter();
  return CHECK_END();
}
