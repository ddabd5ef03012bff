// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program as data, as the compiler emits it, here by hand: the code for the
// best CPU is called; one for another ABI, architecture or CPU is refused, and
// the message says what to do; TENSORSSA_CPU lowers what this CPU is taken for.
//
// RUN: %test_bin/runtime-program
// RUN: env TENSORSSA_CPU=x86-64 %test_bin/runtime-program x86-64

#include "tensorssa-runtime/program.h"
#include "check.h"
#include "tensorssa-runtime/cpu.h"

/// Gives which code it is, plus its argument.
static void entry_at(void **arguments, int16_t code) {
  int16_t argument;
  memcpy(&argument, arguments[1], sizeof argument);
  int16_t result = (int16_t)(code + argument);
  memcpy(arguments[2], &result, sizeof result);
}

static void entry_best(void **arguments) { entry_at(arguments, 100); }
static void entry_middle(void **arguments) { entry_at(arguments, 200); }
static void entry_least(void **arguments) { entry_at(arguments, 300); }

static const tssa_entry_t entries[] = {entry_best, entry_middle, entry_least};
static const tssa_type_t number = {
    .kind = TSSA_VALUE_INT, .bytes = 2, .offset = TSSA_DYNAMIC, .text = "i16"};

/// Program of one function with code for three CPUs.
typedef struct made_t {
  tssa_cpu_t cpus[3];
  tssa_function_t function;
  tssa_program_t program;
} made_t;

static void make(made_t *made, uint64_t best, uint64_t middle, uint64_t least) {
  made_t filled = {
      .cpus = {{"best", best}, {"middle", middle}, {"x86-64-v9", least}},
      .function = {"f", &number, &number, 1, 1, entries, &made->program},
      .program = {TSSA_PROGRAM_ABI, 3, "made", "9.8.7", "x86_64", made->cpus,
                  &made->function, 1}};
  *made = filled;
}

static int64_t call(const made_t *made, int64_t argument,
                    tssa_error_t *out_error) {
  tssa_context_t *context = NULL;
  CHECK_EQ(tssa_context_create(NULL, &context, NULL), TSSA_STATUS_OK);
  tssa_value_t input = tssa_value_from_int(argument), output;
  tssa_status_t status =
      tssa_function_invoke(&made->function, context, &input, 1, &output, 1);
  tssa_context_error(context, out_error);
  CHECK_EQ(out_error->status, status);
  tssa_context_destroy(context);
  return status ? -1 : output.i64;
}

static void check_dispatch(uint64_t have) {
  const uint64_t unknown = UINT64_C(1) << 62;
  made_t made;
  tssa_error_t error;
  make(&made, have, 0, 0);
  CHECK_EQ(call(&made, 7, &error), 107);
  CHECK_EQ(call(&made, -7, &error), 93);
  make(&made, unknown, have, 0);
  CHECK_EQ(call(&made, 7, &error), 207);
  make(&made, unknown, unknown, 0);
  CHECK_EQ(call(&made, 7, &error), 307);
  int64_t cpu = -1;
  CHECK_EQ(tssa_program_check(&made.program, &cpu, NULL), TSSA_STATUS_OK);
  CHECK_EQ(cpu, 2);
  // Arguments are checked as those of any function.
  CHECK_EQ(call(&made, 40000, &error), -1);
  CHECK(strstr(error.message, "'f': argument 0: expected a number of 16 bits "
                              "but got 40000") != NULL);
  CHECK(tssa_program_function(&made.program, "f") == &made.function);
  CHECK(tssa_program_function(&made.program, "g") == NULL);
}

static void check_refusals(const char *level) {
  const uint64_t unknown = UINT64_C(1) << 62;
  made_t made;
  tssa_error_t error;
  make(&made, unknown, unknown, unknown);
  CHECK_EQ(call(&made, 7, &error), -1);
  CHECK_EQ(error.status, TSSA_STATUS_UNSUPPORTED);
  CHECK(strstr(error.message, "'f': expected a CPU of at least x86-64-v9 but "
                              "got one of x86-64") != NULL);
  CHECK(strstr(error.message, "which lacks another feature") != NULL);
  if (level) {
    uint64_t v2 = tssa_cpu_level_features(1);
    make(&made, v2, v2, v2);
    CHECK_EQ(call(&made, 7, &error), -1);
    CHECK(strstr(error.message,
                 "got one of x86-64, which lacks sse3, ssse3, sse4.1, sse4.2, "
                 "popcnt, cx16, sahf; compile 'made' with --cpu=x86-64") !=
          NULL);
  }
  make(&made, 0, 0, 0);
  made.program.abi = TSSA_PROGRAM_ABI + 1;
  CHECK_EQ(call(&made, 7, &error), -1);
  CHECK(strstr(error.message,
               "expected the ABI of the runtime to be 2, for "
               "which version 9.8.7 compiled 'made', but got 1"));
  make(&made, 0, 0, 0);
  made.program.architecture = "riscv";
  CHECK_EQ(call(&made, 7, &error), -1);
  CHECK(strstr(error.message, "expected the architecture to be riscv, for "
                              "which 'made' was compiled, but got "));
}

static void check_levels(void) {
  CHECK_TEXT(tssa_cpu_level_name(0), "x86-64");
  CHECK_TEXT(tssa_cpu_level_name(3), "x86-64-v4");
  CHECK(tssa_cpu_level_name(4) == NULL);
  CHECK(tssa_cpu_level_name(-1) == NULL);
  CHECK_EQ(tssa_cpu_level_features(0), 0);
  CHECK_EQ(tssa_cpu_level_features(4), 0);
  for (int64_t i = 1; i < 4; ++i) {
    uint64_t less = tssa_cpu_level_features(i - 1);
    CHECK((less & tssa_cpu_level_features(i)) == less);
  }
  CHECK_TEXT(tssa_cpu_feature_name(0), "sse3");
  CHECK(tssa_cpu_feature_name(-1) == NULL);
  CHECK(tssa_cpu_feature_name(62) == NULL);
}

int main(int argc, char **argv) {
  const char *level = argc > 1 ? argv[1] : NULL;
  uint64_t have = tssa_cpu_features();
  if (level)
    CHECK_EQ(have, 0);
  check_levels();
  check_dispatch(have);
  check_refusals(level);
  return CHECK_END();
}
