// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What yolov3-postprocess.mlir computes, by hand in C.

#ifndef TENSORSSA_EXAMPLES_YOLOV3_POSTPROCESS_H
#define TENSORSSA_EXAMPLES_YOLOV3_POSTPROCESS_H

#include <stdint.h>

enum {
  YOLOV3_LEVELS = 3,
  YOLOV3_ATTRIBUTES = 85,
  YOLOV3_BOXES = 6300,
  YOLOV3_CLASSES = 80
};

/// Cells a side of each level's grid.
extern const int64_t yolov3_sides[YOLOV3_LEVELS];

/// Where the kept candidates go; each array has room for all 504,000.
typedef struct yolov3_result_t {
  int64_t count;
  /// Low x, low y, high x, high y.
  float *boxes;
  float *scores;
  int64_t *labels;
} yolov3_result_t;

/// `maps[i]` is the [255, s, s] map of level i. With `early` the classes of a
/// box whose confidence is below the threshold are not looked at.
void yolov3_postprocess(const float *const maps[YOLOV3_LEVELS], int early,
                        yolov3_result_t *result);

#endif // TENSORSSA_EXAMPLES_YOLOV3_POSTPROCESS_H
