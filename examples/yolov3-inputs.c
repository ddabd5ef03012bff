// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes yolov3-map0.npy to yolov3-map2.npy: maps as a network makes of an
// image with some dozens of objects. One box in sixteen is likely to hold
// something, of one to three classes. The seed is fixed, and numbers whose
// scores would lie within 1e-5 of a threshold are drawn again, so that rounding
// decides nothing.

#include "tensorssa-runtime/npy.h"
#include "tensorssa-runtime/random.h"
#include "yolov3-postprocess.h"
#include <math.h>
#include <stdio.h>

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

/// Roughly normal: the sum of twelve uniform numbers.
static double normal(tssa_random_t *random, double mean, double deviation) {
  double sum = -6;
  for (int i = 0; i < 12; ++i)
    sum += tssa_random_unit(random);
  return mean + deviation * sum;
}

/// Draws until the score, times `factor`, is not near `threshold`.
static float draw(tssa_random_t *random, double mean, double deviation,
                  double factor, double threshold) {
  float x;
  do
    x = (float)normal(random, mean, deviation);
  while (fabs(sigmoid((double)x) * factor - threshold) < 1e-5);
  return x;
}

static void draw_box(tssa_random_t *random, int64_t plane, float *out) {
  bool object = tssa_random_integer(random, 0, 15) == 0;
  for (int i = 0; i < 4; ++i)
    out[i * plane] = (float)normal(random, 0, i < 2 ? 1 : 0.3);
  out[4 * plane] = draw(random, object ? 1 : -7, object ? 1.5 : 0.7, 1, 0.005);
  double confidence = sigmoid((double)out[4 * plane]);
  int64_t likely[3];
  for (int i = 0; i < 3; ++i)
    likely[i] = tssa_random_integer(random, 0, YOLOV3_CLASSES - 1);
  for (int64_t c = 0; c < YOLOV3_CLASSES; ++c) {
    bool is_likely =
        object && (c == likely[0] || c == likely[1] || c == likely[2]);
    out[(5 + c) * plane] =
        draw(random, is_likely ? 1 : -6, is_likely ? 2 : 0.8, confidence, 0.05);
  }
}

int main(int argc, char **argv) {
  const char *directory = argc > 1 ? argv[1] : ".";
  tssa_random_t random = tssa_random_create(20240623);
  tssa_error_t error;
  for (int level = 0; level < YOLOV3_LEVELS; ++level) {
    int64_t side = yolov3_sides[level], plane = side * side;
    int64_t sizes[4] = {1, 3 * YOLOV3_ATTRIBUTES, side, side};
    tssa_tensor_t *map;
    if (tssa_tensor_create(NULL, TSSA_DTYPE_F32, 4, sizes, &map, &error))
      goto failed;
    float *data = map->dl.data;
    for (int64_t cell = 0; cell < plane; ++cell)
      for (int a = 0; a < 3; ++a)
        draw_box(&random, plane, data + a * YOLOV3_ATTRIBUTES * plane + cell);
    char path[4096];
    snprintf(path, sizeof path, "%s/yolov3-map%d.npy", directory, level);
    tssa_status_t status = tssa_npy_write(path, map, &error);
    tssa_tensor_release(map);
    if (status)
      goto failed;
  }
  return 0;
failed:
  fprintf(stderr, "error: %s\n", error.message);
  return 1;
}
