// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers: the published sequence, bounds, and no bias that shows.
//
// RUN: %test_bin/runtime-random

#include "tensorssa-runtime/random.h"
#include "check.h"
#include "tensorssa-runtime/half.h"

static void the_published_sequence(void) {
  // First numbers of xoshiro256** from the state 1, 2, 3, 4.
  tssa_random_t random = {{1, 2, 3, 4}};
  static const uint64_t expected[] = {11520u, 0u, 1509978240u,
                                      1215971899390074240u};
  for (int i = 0; i < 4; ++i)
    CHECK(tssa_random_next(&random) == expected[i]);
  // First number of splitmix64 from 0.
  CHECK(tssa_random_create(0).state[0] == UINT64_C(0xe220a8397b1dcdaf));
}

static void integers_keep_their_bounds(void) {
  tssa_random_t random = tssa_random_create(5);
  int64_t counts[7] = {0};
  for (int i = 0; i < 70000; ++i) {
    int64_t number = tssa_random_integer(&random, -3, 3);
    if (!CHECK(number >= -3 && number <= 3))
      return;
    ++counts[number + 3];
  }
  for (int i = 0; i < 7; ++i)
    CHECK(counts[i] > 9500 && counts[i] < 10500);
  CHECK_EQ(tssa_random_integer(&random, 5, 5), 5);
  CHECK_EQ(tssa_random_integer(&random, 5, 4), 5);
  bool negative = false, positive = false;
  for (int i = 0; i < 100; ++i) {
    int64_t number = tssa_random_integer(&random, INT64_MIN, INT64_MAX);
    negative |= number < 0;
    positive |= number > 0;
  }
  CHECK(negative && positive);
}

static tssa_tensor_t *filled(tssa_dtype_t dtype, double low, double high) {
  int64_t sizes[] = {1000};
  tssa_tensor_t *tensor = NULL;
  tssa_random_t random = tssa_random_create(9);
  CHECK_EQ(tssa_tensor_create(NULL, dtype, 1, sizes, &tensor, NULL), 0);
  CHECK_EQ(tssa_tensor_fill_random(tensor, &random, low, high, NULL), 0);
  return tensor;
}

static void every_dtype_is_filled(void) {
  double sum = 0;
  tssa_tensor_t *tensor = filled(TSSA_DTYPE_F32, -2, 6);
  for (int i = 0; i < 1000; ++i) {
    float value = ((float *)tensor->dl.data)[i];
    CHECK(value >= -2 && value <= 6);
    sum += (double)value;
  }
  CHECK(sum > 1700 && sum < 2300);
  tssa_tensor_release(tensor);

  tensor = filled(TSSA_DTYPE_BF16, 1, 2);
  for (int i = 0; i < 1000; ++i) {
    float value = tssa_bf16_to_f32(((uint16_t *)tensor->dl.data)[i]);
    CHECK(value >= 1 && value <= 2);
  }
  tssa_tensor_release(tensor);

  int64_t seen[3] = {0};
  tensor = filled(TSSA_DTYPE_I16, -1.5, 1.5);
  for (int i = 0; i < 1000; ++i) {
    int16_t value = ((int16_t *)tensor->dl.data)[i];
    if (CHECK(value >= -1 && value <= 1))
      ++seen[value + 1];
  }
  CHECK(seen[0] > 250 && seen[1] > 250 && seen[2] > 250);
  tssa_tensor_release(tensor);

  tensor = filled(TSSA_DTYPE_U8, -100, 1e300);
  int64_t large = 0;
  for (int i = 0; i < 1000; ++i)
    large += ((uint8_t *)tensor->dl.data)[i] >= 128;
  CHECK(large > 400 && large < 600);
  tssa_tensor_release(tensor);

  tensor = filled(TSSA_DTYPE_I8, -1e30, -500);
  CHECK_EQ(((int8_t *)tensor->dl.data)[0], -128);
  tssa_tensor_release(tensor);
  tensor = filled(TSSA_DTYPE_I64, -1e30, 1e30);
  CHECK(((int64_t *)tensor->dl.data)[0] != ((int64_t *)tensor->dl.data)[1]);
  tssa_tensor_release(tensor);
  tensor = filled(TSSA_DTYPE_I64, 1e30, 1e30);
  CHECK_EQ(((int64_t *)tensor->dl.data)[0], INT64_MAX);
  tssa_tensor_release(tensor);

  int64_t truths = 0;
  tensor = filled(TSSA_DTYPE_BOOL, 0, 0);
  for (int i = 0; i < 1000; ++i) {
    CHECK(((uint8_t *)tensor->dl.data)[i] <= 1);
    truths += ((uint8_t *)tensor->dl.data)[i];
  }
  CHECK(truths > 400 && truths < 600);
  tssa_tensor_release(tensor);

  tensor = filled(TSSA_DTYPE_C64, 0, 1);
  float *parts = tensor->dl.data;
  CHECK(parts[0] != parts[1] && parts[1999] >= 0 && parts[1999] <= 1);
  tssa_tensor_release(tensor);
}

/// A view is filled in its own row-major order, and nothing else is touched.
static void views_are_filled_in_order(void) {
  double base[8] = {0};
  int64_t sizes[] = {2, 2}, strides[] = {1, 4}, flat[] = {4};
  tssa_tensor_t *view = NULL, *plain = NULL;
  CHECK_EQ(tssa_tensor_from_memory(NULL, base, sizeof base, TSSA_DTYPE_F64, 2,
                                   sizes, strides, 1, NULL, NULL, &view, NULL),
           0);
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_F64, 1, flat, &plain, NULL), 0);
  tssa_random_t a = tssa_random_create(1), b = a;
  CHECK_EQ(tssa_tensor_fill_random(view, &a, 1, 2, NULL), 0);
  CHECK_EQ(tssa_tensor_fill_random(plain, &b, 1, 2, NULL), 0);
  double *numbers = plain->dl.data;
  CHECK(base[1] == numbers[0] && base[5] == numbers[1] &&
        base[2] == numbers[2] && base[6] == numbers[3]);
  CHECK(base[0] == 0 && base[3] == 0 && base[4] == 0 && base[7] == 0);
  tssa_tensor_release(plain);
  tssa_tensor_release(view);
}

static void bad_bounds_are_refused(void) {
  int64_t sizes[] = {4};
  tssa_tensor_t *tensor = NULL;
  tssa_random_t random = tssa_random_create(1);
  tssa_error_t error;
  double infinity = 1e308 * 10, nan = infinity - infinity;
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_I32, 1, sizes, &tensor, NULL),
           0);
  CHECK_EQ(tssa_tensor_fill_random(tensor, &random, 2, 1, &error),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_TEXT(error.message, "expected finite bounds in order but got [2, 1]");
  CHECK_EQ(tssa_tensor_fill_random(tensor, &random, 0, infinity, NULL),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(tssa_tensor_fill_random(tensor, &random, infinity, infinity, NULL),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(tssa_tensor_fill_random(tensor, &random, nan, 1, NULL),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(tssa_tensor_fill_random(tensor, &random, 0.25, 0.75, &error),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_TEXT(error.message,
             "expected an integer between bounds but got [0.25, 0.75]");
  tssa_tensor_set_read_only(tensor, true);
  CHECK_EQ(tssa_tensor_fill_random(tensor, &random, 0, 1, NULL),
           TSSA_STATUS_INVALID_ARGUMENT);
  tssa_tensor_release(tensor);
}

int main(void) {
  the_published_sequence();
  integers_keep_their_bounds();
  every_dtype_is_filled();
  views_are_filled_in_order();
  bad_bounds_are_refused();
  return CHECK_END();
}
