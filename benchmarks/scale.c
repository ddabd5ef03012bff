// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How compile time grows with the program. Each program is generated in four
// sizes, of which each is twice the one before; the exponent is that of a power
// law through the first and the last one, so 1.0 is linear. The last table
// compiles slice writes to native code and counts what the final program
// copies.
//
//   scale [DIVISOR]      sizes divided by DIVISOR, for a quick look

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "tensorssa-c/Compiler.h"
#include "tensorssa-c/Dialects.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

//===----------------------------------------------------------------------===//
// Texts and times
//===----------------------------------------------------------------------===//

typedef struct text_t {
  char *bytes;
  size_t length, capacity;
} text_t;

static void append(text_t *text, const char *format, ...) {
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  size_t length = (size_t)vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (text->length + length + 1 > text->capacity) {
    text->capacity = 2 * text->capacity + length + 4096;
    text->bytes = realloc(text->bytes, text->capacity);
    if (!text->bytes)
      exit(1);
  }
  memcpy(text->bytes + text->length, line, length + 1);
  text->length += length;
}

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// `size` view and write ops, half of each, one after the other.
static void straight_line(int64_t size, text_t *out) {
  append(out, "func.func @f(%%x: !tssa.ref<1024xf32>) {\n");
  for (int64_t i = 0; i < size / 2; ++i) {
    int64_t at = i * 37 % 1000;
    append(out,
           "  %%v%lld = view.of #view.slice<0, %lld : %lld : 1> %%x : "
           "!tssa.ref<1024xf32> -> !tssa.ref<8xf32>\n",
           (long long)i, (long long)at, (long long)at + 8);
    append(out,
           "  %%r%lld = tssa.read %%v%lld : !tssa.ref<8xf32>\n"
           "  %%s%lld = arith.negf %%r%lld : tensor<8xf32>\n"
           "  tssa.write %%s%lld, %%v%lld : !tssa.ref<8xf32>\n",
           (long long)i, (long long)i, (long long)i, (long long)i, (long long)i,
           (long long)i);
  }
  append(out, "  return\n}\n");
}

/// Writes at every level of a nest of loops and branches, eight deep, `size` in
/// all.
static void nest(int64_t size, text_t *out) {
  append(out, "func.func @f(%%x: !tssa.ref<64x64xf32>, %%n: index, %%c: i1) {\n"
              "  %%c0 = arith.constant 0 : index\n"
              "  %%c1 = arith.constant 1 : index\n");
  for (int64_t level = 0; level <= 8; ++level) {
    for (int64_t i = 0; i < size / 9; ++i) {
      int64_t row = (level * 7 + i) % 64;
      append(out,
             "  %%v%lld_%lld = view.of #view.select<0, %lld> %%x : "
             "!tssa.ref<64x64xf32> -> !tssa.ref<64xf32>\n",
             (long long)level, (long long)i, (long long)row);
      append(out,
             "  %%r%lld_%lld = tssa.read %%v%lld_%lld : !tssa.ref<64xf32>\n"
             "  %%s%lld_%lld = arith.negf %%r%lld_%lld : tensor<64xf32>\n"
             "  tssa.write %%s%lld_%lld, %%v%lld_%lld : !tssa.ref<64xf32>\n",
             (long long)level, (long long)i, (long long)level, (long long)i,
             (long long)level, (long long)i, (long long)level, (long long)i,
             (long long)level, (long long)i, (long long)level, (long long)i);
    }
    if (level < 8)
      append(out,
             level % 2 ? "  scf.if %%c {\n"
                       : "  scf.for %%i%lld = %%c0 to %%n step %%c1 {\n",
             (long long)level);
  }
  for (int level = 0; level < 8; ++level)
    append(out, "  }\n");
  append(out, "  return\n}\n");
}

/// `size` views of one root, all made first, then the root written, then each
/// view read and written.
static void many_views(int64_t size, text_t *out) {
  append(out, "func.func @f(%%x: !tssa.ref<1024xf32>) {\n");
  for (int64_t i = 0; i < size; ++i)
    append(out,
           "  %%v%lld = view.of #view.slice<0, %lld : %lld : 1> %%x : "
           "!tssa.ref<1024xf32> -> !tssa.ref<8xf32>\n",
           (long long)i, (long long)(i * 37 % 1000),
           (long long)(i * 37 % 1000 + 8));
  append(out, "  %%r = tssa.read %%x : !tssa.ref<1024xf32>\n"
              "  %%s = arith.negf %%r : tensor<1024xf32>\n"
              "  tssa.write %%s, %%x : !tssa.ref<1024xf32>\n");
  for (int64_t i = 0; i < size; ++i)
    append(out,
           "  %%r%lld = tssa.read %%v%lld : !tssa.ref<8xf32>\n"
           "  %%s%lld = arith.negf %%r%lld : tensor<8xf32>\n"
           "  tssa.write %%s%lld, %%v%lld : !tssa.ref<8xf32>\n",
           (long long)i, (long long)i, (long long)i, (long long)i, (long long)i,
           (long long)i);
  append(out, "  return\n}\n");
}

/// `size` slices of one tensor overwritten, each with what another holds.
static void slice_writes(int64_t size, text_t *out) {
  append(out, "func.func @f(%%x: !tssa.ref<%lldxf32>) {\n",
         (long long)(8 * size));
  for (int64_t i = 0; i < size; ++i) {
    int64_t at = 8 * i;
    append(out,
           "  %%v%lld = view.of #view.slice<0, %lld : %lld : 1> %%x : "
           "!tssa.ref<%lldxf32> -> !tssa.ref<8xf32>\n",
           (long long)i, (long long)at, (long long)at + 8,
           (long long)(8 * size));
    append(out,
           "  %%r%lld = tssa.read %%v%lld : !tssa.ref<8xf32>\n"
           "  %%s%lld = tssa.exp %%r%lld : tensor<8xf32> -> tensor<8xf32>\n"
           "  tssa.write %%s%lld, %%v%lld : !tssa.ref<8xf32>\n",
           (long long)i, (long long)i, (long long)i, (long long)i, (long long)i,
           (long long)i);
  }
  append(out, "  return\n}\n");
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

static MlirContext context;

static MlirModule parse(void (*program)(int64_t, text_t *), int64_t size) {
  text_t text = {0};
  program(size, &text);
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreate(text.bytes, text.length));
  free(text.bytes);
  if (mlirModuleIsNull(module))
    exit(1);
  return module;
}

/// The least of three times that a pipeline takes.
static double time_pipeline(void (*program)(int64_t, text_t *), int64_t size,
                            const char *pipeline) {
  double least = INFINITY;
  for (int i = 0; i < 3; ++i) {
    MlirModule module = parse(program, size);
    MlirPassManager manager = mlirPassManagerCreate(context);
    mlirPassManagerEnableVerifier(manager, false);
    if (mlirLogicalResultIsFailure(mlirOpPassManagerAddPipeline(
            mlirPassManagerGetAsOpPassManager(manager),
            mlirStringRefCreateFromCString(pipeline), NULL, NULL)))
      exit(1);
    double start = seconds();
    if (mlirLogicalResultIsFailure(
            mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))))
      exit(1);
    double time = seconds() - start;
    least = time < least ? time : least;
    mlirPassManagerDestroy(manager);
    mlirModuleDestroy(module);
  }
  return least;
}

static void table(const char *name, void (*program)(int64_t, text_t *),
                  int64_t size, const char *pipeline) {
  double times[4];
  printf("%-34s", name);
  for (int i = 0; i < 4; ++i) {
    times[i] = time_pipeline(program, size >> (3 - i), pipeline);
    printf(" %7lld: %7.3f s", (long long)(size >> (3 - i)), times[i]);
    fflush(stdout);
  }
  printf("   exponent %.2f\n", log(times[3] / times[0]) / log(8));
}

typedef struct counts_t {
  int64_t allocations, copies;
} counts_t;

static int64_t occurrences(const text_t *text, const char *what) {
  int64_t count = 0;
  for (const char *at = text->bytes; at && (at = strstr(at, what)); ++at)
    ++count;
  return count;
}

static void gather_text(MlirStringRef part, void *user) {
  text_t *text = user;
  for (size_t done = 0; done < part.length;) {
    size_t piece = part.length - done < 1000 ? part.length - done : 1000;
    append(text, "%.*s", (int)piece, part.data + done);
    done += piece;
  }
}

/// Counts in the last stage that still has memrefs.
static void count_copies(MlirStringRef stage, MlirModule module, void *user) {
  if (!mlirStringRefEqual(stage, mlirStringRefCreateFromCString("memref")))
    return;
  counts_t *counts = user;
  text_t text = {0};
  mlirOperationPrint(mlirModuleGetOperation(module), gather_text, &text);
  counts->allocations = occurrences(&text, "memref.alloc");
  counts->copies = occurrences(&text, "memref.copy");
  free(text.bytes);
}

static void compile_slice_writes(int64_t size) {
  MlirModule module = parse(slice_writes, size);
  counts_t counts = {-1, -1};
  TssaCompilerOptions options;
  tssaCompilerOptionsInit(&options);
  options.dump = count_copies;
  options.dumpUserData = &counts;
  TssaExecutable executable;
  double start = seconds();
  if (mlirLogicalResultIsFailure(tssaCompile(module, &options, &executable)))
    exit(1);
  printf("%-34s %7lld: %7.3f s   %lld allocations, %lld copies\n",
         "slice writes to native code", (long long)size, seconds() - start,
         (long long)counts.allocations, (long long)counts.copies);
  tssaExecutableDestroy(executable);
  mlirModuleDestroy(module);
}

int main(int argc, char **argv) {
  int64_t divisor = argc > 1 ? strtoll(argv[1], NULL, 10) : 1;
  if (divisor < 1) {
    fprintf(stderr, "usage: scale [DIVISOR]\nexample: scale 10\n");
    return 2;
  }
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tssaRegisterAllDialects(registry);
  tssaRegisterAllPasses();
  context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);
  const char *functionalize = "tssa-insert-checks,tssa-functionalize";
  table("functionalize: straight line", straight_line, 100000 / divisor,
        functionalize);
  table("functionalize: nest 8 deep", nest, 20000 / divisor, functionalize);
  table("functionalize: views of one root", many_views, 10000 / divisor,
        functionalize);
  for (int i = 3; i >= 0; --i)
    compile_slice_writes((1000 / divisor) >> i);
  mlirContextDestroy(context);
  return 0;
}
