// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How compile time grows with the program. Each program is generated in four
// sizes, of which each is twice the one before; the exponent is that of a power
// law through the first and the last one, so 1.0 is linear. The last table
// compiles slice writes to native code and counts what the final program
// copies.
//
//   scale [DIVISOR]      sizes divided by DIVISOR, for a quick look
//   scale PROGRAM SIZE   functionalizes one program, for scale-instructions

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "tensorssa-c/Compiler.h"
#include "tensorssa-c/Dialects.h"
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

/// Seconds that a pipeline takes in this process.
static double time_pipeline(void (*program)(int64_t, text_t *), int64_t size,
                            const char *pipeline) {
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
  return seconds() - start;
}

/// Seconds that a walk takes which only looks at each op: what of a pass's
/// growth is that of reading the IR, the programs being larger than the caches.
static MlirWalkResult look(MlirOperation op, void *count) {
  *(int64_t *)count += mlirOperationGetNumResults(op);
  return MlirWalkResultAdvance;
}

static double time_walk(void (*program)(int64_t, text_t *), int64_t size) {
  MlirModule module = parse(program, size);
  int64_t count = 0;
  double start = seconds();
  mlirOperationWalk(mlirModuleGetOperation(module), look, &count,
                    MlirWalkPreOrder);
  return count ? seconds() - start : INFINITY;
}

/// Either of these in a process of its own (a walk if there is no pipeline), as
/// a compiler is run. In a process that
/// has compiled before, a program that fits the freed and cached memory is
/// compiled faster than its size says, and a larger one is not.
static double time_in_child(void (*program)(int64_t, text_t *), int64_t size,
                            const char *pipeline) {
  int ends[2];
  if (pipe(ends))
    exit(1);
  fflush(stdout);
  pid_t child = fork();
  if (child < 0)
    exit(1);
  if (child == 0) {
    double time = pipeline ? time_pipeline(program, size, pipeline)
                           : time_walk(program, size);
    _exit(write(ends[1], &time, sizeof time) != sizeof time);
  }
  close(ends[1]);
  double time = INFINITY;
  int status = 1;
  bool isRead = read(ends[0], &time, sizeof time) == sizeof time;
  close(ends[0]);
  if (waitpid(child, &status, 0) != child || status || !isRead)
    exit(1);
  return time;
}

/// The least of eleven times for each size, the sizes in turn.
static void row(const char *name, void (*program)(int64_t, text_t *),
                int64_t size, const char *pipeline) {
  double times[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
  for (int round = 0; round < 11; ++round)
    for (int i = 0; i < 4; ++i)
      times[i] =
          fmin(times[i], time_in_child(program, size >> (3 - i), pipeline));
  printf("%-34s", name);
  for (int i = 0; i < 4; ++i)
    printf(" %7lld: %7.3f s", (long long)(size >> (3 - i)), times[i]);
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
  counts->allocations = occurrences(&text, "memref.alloc(");
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

typedef struct program_t {
  const char *name;
  void (*write)(int64_t, text_t *);
  int64_t size;
} program_t;

static const program_t programs[] = {
    {"straight line", straight_line, 100000},
    {"nest 8 deep", nest, 20000},
    {"views of one root", many_views, 10000},
};
enum { NUM_PROGRAMS = sizeof programs / sizeof programs[0] };

static const char functionalize[] = "tssa-insert-checks,tssa-functionalize";

static int functionalize_one(const char *name, int64_t size) {
  for (int i = 0; i < NUM_PROGRAMS; ++i) {
    if (strcmp(name, programs[i].name) == 0 && size > 0) {
      time_pipeline(programs[i].write, size, functionalize);
      return 0;
    }
  }
  fprintf(stderr, "scale: expected a PROGRAM and a SIZE but got '%s' %lld\n",
          name, (long long)size);
  return 2;
}

int main(int argc, char **argv) {
  int64_t divisor = argc == 2 ? strtoll(argv[1], NULL, 10) : 1;
  if (divisor < 1 || argc > 3) {
    fprintf(stderr, "usage: scale [DIVISOR | PROGRAM SIZE]\n"
                    "example: scale 10\n"
                    "         scale 'straight line' 100000\n");
    return 2;
  }
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tssaRegisterAllDialects(registry);
  tssaRegisterAllPasses();
  context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);
  if (argc == 3)
    return functionalize_one(argv[1], strtoll(argv[2], NULL, 10));
  for (int i = 0; i < NUM_PROGRAMS; ++i) {
    char name[64];
    snprintf(name, sizeof name, "functionalize: %s", programs[i].name);
    row(name, programs[i].write, programs[i].size / divisor, functionalize);
    row("  a walk over it, for comparison", programs[i].write,
        programs[i].size / divisor, NULL);
  }
  for (int i = 3; i >= 0; --i)
    compile_slice_writes((1000 / divisor) >> i);
  mlirContextDestroy(context);
  return 0;
}
