// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// examples/yolov3-postprocess.mlir in one process as functionalized code, as
// imperative code and against the same by hand: do they agree, and how long
// does each take.
//
//   yolov3 PROGRAM.mlir MAP0.npy MAP1.npy MAP2.npy [CALLS]

#include "mlir-c/IR.h"
#include "tensorssa-c/Compiler.h"
#include "tensorssa-c/Dialects.h"
#include "tensorssa-c/Interp.h"
#include "tensorssa-runtime/npy.h"
#include "yolov3-postprocess.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OUTPUTS = 3, TOP = 5 };

typedef struct program_t {
  MlirContext context;
  MlirModule module;
  tssa_value_t inputs[YOLOV3_LEVELS];
  const float *maps[YOLOV3_LEVELS];
  tssa_context_t *call;
} program_t;

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *times, int64_t count) {
  qsort(times, (size_t)count, sizeof *times, by_size);
  return 1e3 * times[count / 2];
}

static void fail(const char *what) {
  fprintf(stderr, "error: %s\n", what);
  exit(1);
}

static void load(program_t *program, char **arguments) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tssaRegisterAllDialects(registry);
  program->context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(program->context);
  program->module = mlirModuleCreateParseFromFile(
      program->context, mlirStringRefCreateFromCString(arguments[0]));
  if (mlirModuleIsNull(program->module))
    fail("cannot read the program");
  tssa_error_t error;
  for (int i = 0; i < YOLOV3_LEVELS; ++i) {
    tssa_tensor_t *map;
    if (tssa_npy_read(arguments[1 + i], NULL, &map, &error))
      fail(error.message);
    program->inputs[i] = tssa_value_from_tensor(map);
    program->maps[i] = map->dl.data;
  }
  if (tssa_context_create(NULL, &program->call, &error))
    fail(error.message);
}

static void release(tssa_value_t *outputs) {
  for (int i = 0; i < OUTPUTS; ++i)
    tssa_value_release(&outputs[i]);
}

/// Compiles, calls once for the results, then measures.
static double compiled(program_t *program, bool imperative,
                       TssaNumerics numerics, int64_t calls,
                       tssa_value_t *outputs, double *compile_time) {
  TssaCompilerOptions options;
  tssaCompilerOptionsInit(&options);
  options.imperative = imperative;
  options.numerics = numerics;
  TssaExecutable executable;
  double start = seconds();
  if (mlirLogicalResultIsFailure(
          tssaCompile(program->module, &options, &executable)))
    fail("cannot compile the program");
  *compile_time = seconds() - start;
  TssaFunction function = tssaExecutableLookup(
      executable, mlirStringRefCreateFromCString("yolov3"));
  double *times = calloc((size_t)calls + 1, sizeof *times);
  for (int64_t i = 0; times && i <= calls; ++i) {
    release(outputs);
    start = seconds();
    if (tssaFunctionInvoke(function, program->call, program->inputs,
                           YOLOV3_LEVELS, outputs, OUTPUTS)) {
      tssa_error_t error;
      tssa_context_error(program->call, &error);
      fail(error.message);
    }
    times[i] = seconds() - start;
  }
  double result = times ? median(times + 1, calls) : 0;
  free(times);
  tssaExecutableDestroy(executable);
  return result;
}

static double by_hand(const program_t *program, int early, int64_t calls,
                      yolov3_result_t *result) {
  double *times = calloc((size_t)calls + 1, sizeof *times);
  for (int64_t i = 0; times && i <= calls; ++i) {
    double start = seconds();
    yolov3_postprocess(program->maps, early, result);
    times[i] = seconds() - start;
  }
  double median_time = times ? median(times + 1, calls) : 0;
  free(times);
  return median_time;
}

/// Largest difference of boxes (relative to their size) and scores; -1 if other
/// candidates were kept.
static double difference(const yolov3_result_t *expected,
                         const tssa_value_t *outputs) {
  const tssa_tensor_t *boxes = outputs[0].tensor;
  if (boxes->dl.shape[0] != expected->count)
    return -1;
  const float *box = boxes->dl.data, *score = outputs[1].tensor->dl.data;
  const int64_t *label = outputs[2].tensor->dl.data;
  double largest = 0;
  for (int64_t i = 0; i < expected->count; ++i) {
    if (label[i] != expected->labels[i])
      return -1;
    for (int j = 0; j < 4; ++j) {
      double a = (double)box[4 * i + j], b = (double)expected->boxes[4 * i + j];
      double relative = fabs(a - b) / (1 + fabs(b));
      largest = relative > largest ? relative : largest;
    }
    double d = fabs((double)score[i] - (double)expected->scores[i]);
    largest = d > largest ? d : largest;
  }
  return largest;
}

static void judge(const char *name, const yolov3_result_t *expected,
                  const tssa_value_t *outputs, bool *agree) {
  double d = difference(expected, outputs);
  bool ok = d >= 0 && d < 1e-4;
  printf("  %-32s %s", name, ok ? "agrees" : "differs");
  printf(d < 0 ? "\n" : ", largest difference %.1e\n", d);
  *agree &= ok;
}

static void print_top(const yolov3_result_t *result) {
  bool *shown = calloc((size_t)result->count, sizeof *shown);
  printf("%lld candidates; the best:\n", (long long)result->count);
  for (int k = 0; shown && k < TOP; ++k) {
    int64_t best = -1;
    for (int64_t i = 0; i < result->count; ++i)
      if (!shown[i] && (best < 0 || result->scores[i] > result->scores[best]))
        best = i;
    if (best < 0)
      break;
    shown[best] = true;
    const float *box = result->boxes + 4 * best;
    printf("  class %2lld score %.4f box (%.1f, %.1f) to (%.1f, %.1f)\n",
           (long long)result->labels[best], (double)result->scores[best],
           (double)box[0], (double)box[1], (double)box[2], (double)box[3]);
  }
  free(shown);
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: yolov3 PROGRAM.mlir MAP0.npy MAP1.npy MAP2.npy "
                    "[CALLS]\nexample: make demo\n");
    return 2;
  }
  int64_t calls = argc > 5 ? strtoll(argv[5], NULL, 10) : 50;
  if (calls < 1)
    calls = 1;
  program_t program;
  load(&program, argv + 1);
  size_t most = (size_t)YOLOV3_BOXES * YOLOV3_CLASSES;
  yolov3_result_t hand = {0, malloc(4 * most * sizeof(float)),
                          malloc(most * sizeof(float)),
                          malloc(most * sizeof(int64_t))};
  if (!hand.boxes || !hand.scores || !hand.labels)
    fail("out of memory");
  double early = by_hand(&program, 1, calls, &hand);
  double all = by_hand(&program, 0, calls, &hand);
  print_top(&hand);

  tssa_value_t functional[OUTPUTS] = {0}, imperative[OUTPUTS] = {0},
               strict[OUTPUTS] = {0}, interpreted[OUTPUTS] = {0};
  double times[4], compile_times[4];
  times[0] = compiled(&program, false, TssaNumericsDefault, calls, functional,
                      &compile_times[0]);
  times[1] = compiled(&program, true, TssaNumericsDefault, calls, imperative,
                      &compile_times[1]);
  times[2] = compiled(&program, false, TssaNumericsStrict, calls, strict,
                      &compile_times[2]);
  if (tssaInterpretFunction(
          program.module, mlirStringRefCreateFromCString("yolov3"),
          program.call, program.inputs, YOLOV3_LEVELS, interpreted, OUTPUTS)) {
    tssa_error_t error;
    tssa_context_error(program.call, &error);
    fail(error.message);
  }
  bool agree = true;
  printf("\nagainst the C loop by hand:\n");
  judge("functionalized", &hand, functional, &agree);
  judge("imperative", &hand, imperative, &agree);
  judge("functionalized, strict numerics", &hand, strict, &agree);
  judge("interpreted", &hand, interpreted, &agree);

  printf("\nmedian of %lld calls:\n", (long long)calls);
  printf("  %-32s %8.3f ms   compiled in %.2f s\n", "functionalized", times[0],
         compile_times[0]);
  printf("  %-32s %8.3f ms   compiled in %.2f s\n", "imperative", times[1],
         compile_times[1]);
  printf("  %-32s %8.3f ms   compiled in %.2f s\n",
         "functionalized, strict numerics", times[2], compile_times[2]);
  printf("  %-32s %8.3f ms\n", "by hand in C", all);
  printf("  %-32s %8.3f ms\n", "by hand, skipping unlikely boxes", early);
  printf(
      "imperative / functionalized = %.2f, by hand / functionalized = %.2f\n",
      times[1] / times[0], all / times[0]);

  release(functional);
  release(imperative);
  release(strict);
  release(interpreted);
  for (int i = 0; i < YOLOV3_LEVELS; ++i)
    tssa_value_release(&program.inputs[i]);
  tssa_context_destroy(program.call);
  mlirModuleDestroy(program.module);
  mlirContextDestroy(program.context);
  free(hand.boxes);
  free(hand.scores);
  free(hand.labels);
  return agree ? 0 : 1;
}
