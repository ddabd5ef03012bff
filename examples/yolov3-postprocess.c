// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// YOLOv3's post-processing as one writes it by hand: a loop over levels, cells
// and anchors that decodes a box, scores it and keeps what passes.

#include "yolov3-postprocess.h"
#include <math.h>

const int64_t yolov3_sides[YOLOV3_LEVELS] = {10, 20, 40};

static const float strides[YOLOV3_LEVELS] = {32, 16, 8};
static const float anchors[YOLOV3_LEVELS][3][2] = {
    {{116, 90}, {156, 198}, {373, 326}},
    {{30, 61}, {62, 45}, {59, 119}},
    {{10, 13}, {16, 30}, {33, 23}}};

static float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

void yolov3_postprocess(const float *const maps[YOLOV3_LEVELS], int early,
                        yolov3_result_t *result) {
  int64_t count = 0;
  for (int level = 0; level < YOLOV3_LEVELS; ++level) {
    const int64_t side = yolov3_sides[level], plane = side * side;
    const float stride = strides[level];
    for (int64_t cell = 0; cell < plane; ++cell)
      for (int a = 0; a < 3; ++a) {
        const float *in = maps[level] + a * YOLOV3_ATTRIBUTES * plane + cell;
        const float confidence = sigmoid(in[4 * plane]);
        if (early && !(confidence >= 0.005f))
          continue;
        const float x = (sigmoid(in[0]) + (float)(cell % side)) * stride;
        const float y = (sigmoid(in[plane]) + (float)(cell / side)) * stride;
        const float w = expf(in[2 * plane]) * anchors[level][a][0] * 0.5f;
        const float h = expf(in[3 * plane]) * anchors[level][a][1] * 0.5f;
        for (int64_t c = 0; c < YOLOV3_CLASSES; ++c) {
          const float score = sigmoid(in[(5 + c) * plane]) * confidence;
          if (!(confidence >= 0.005f && score > 0.05f))
            continue;
          float *box = result->boxes + 4 * count;
          box[0] = x - w;
          box[1] = y - h;
          box[2] = x + w;
          box[3] = y + h;
          result->scores[count] = score;
          result->labels[count] = c;
          ++count;
        }
      }
  }
  result->count = count;
}
