// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every wrong call is refused with a message that says what was expected, and
// every program that cannot be compiled with a diagnostic; nothing crashes and
// no argument changes.
//
// RUN: %test_bin/capi-misuse

#include "program.h"

static const char text[] =
    "func.func @f(%x: !tssa.ref<?x4xf32, strided<[4, 1]>>,\n"
    "             %y: !tssa.ref<?xf32> {tssa.noalias}, %z: !tssa.ref<?xf32>,\n"
    "             %t: tensor<?xf32>, %i: i32) -> i32 {\n"
    "  %v = tssa.read %x : !tssa.ref<?x4xf32, strided<[4, 1]>>\n"
    "  tssa.write %v, %x : !tssa.ref<?x4xf32, strided<[4, 1]>>\n"
    "  return %i : i32\n"
    "}\n";

static program_t program;
static tssa_value_t inputs[5];

/// Calls and expects to be refused with a message that contains `message`.
static void refused(intptr_t count, tssa_status_t status, const char *message) {
  TssaFunction f = program_get(&program, "f");
  tssa_value_t output;
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, count, &output, 1),
           status);
  CHECK_EQ(output.kind, TSSA_VALUE_NONE);
  tssa_error_t error;
  CHECK_EQ(tssa_context_error(program.call, &error), status);
  if (!CHECK(strstr(error.message, message)))
    printf("got: %s\n", error.message);
}

/// Calls with `tensor` as argument `index`.
static void refused_with(int index, tssa_tensor_t *tensor, tssa_status_t status,
                         const char *message) {
  tssa_value_t kept = inputs[index];
  inputs[index] = tssa_value_from_tensor(tensor);
  refused(5, status, message);
  inputs[index] = kept;
}

static tssa_tensor_t *make_view(tssa_tensor_t *base, int64_t rank,
                                const int64_t *sizes, const int64_t *strides,
                                int64_t offset) {
  tssa_tensor_t *view = NULL;
  CHECK_EQ(tssa_tensor_from_storage(base->storage, base->dtype, rank, sizes,
                                    strides, offset, &view, NULL),
           TSSA_STATUS_OK);
  return view;
}

static void wrong_calls(void) {
  program = program_create(text, true);
  const int64_t xs[] = {3, 4}, ys[] = {5};
  tssa_tensor_t *x = make_floats(2, xs, 0), *y = make_floats(1, ys, 0);
  tssa_tensor_t *z = make_floats(1, ys, 0), *t = make_floats(1, ys, 0);
  inputs[0] = tssa_value_from_tensor(x);
  inputs[1] = tssa_value_from_tensor(y);
  inputs[2] = tssa_value_from_tensor(z);
  inputs[3] = tssa_value_from_tensor(t);
  inputs[4] = tssa_value_from_int(-7);
  TssaFunction f = program_get(&program, "f");
  tssa_value_t output;
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, 5, &output, 1),
           TSSA_STATUS_OK);
  CHECK_EQ(output.i64, -7);

  refused(4, TSSA_STATUS_INVALID_ARGUMENT,
          "'f': expected 5 arguments but got 4");
  refused(-1, TSSA_STATUS_INVALID_ARGUMENT, "expected 5 arguments but got 0");
  refused_with(0, NULL, TSSA_STATUS_INVALID_ARGUMENT,
               "argument 0: expected a tensor but got NULL");
  refused_with(0, y, TSSA_STATUS_SHAPE_MISMATCH,
               "expected the rank to be 2 but got 1");

  tssa_value_t kept = inputs[4];
  inputs[4] = tssa_value_from_float(1);
  refused(5, TSSA_STATUS_INVALID_ARGUMENT,
          "argument 4: expected a value of kind int but got float");
  inputs[4] = tssa_value_from_int(INT64_C(1) << 31);
  refused(5, TSSA_STATUS_OUT_OF_RANGE,
          "expected a number of 32 bits but got 2147483648");
  inputs[4] = kept;
  kept = inputs[0];
  inputs[0] = tssa_value_from_int(1);
  refused(5, TSSA_STATUS_INVALID_ARGUMENT,
          "argument 0: expected a value of kind tensor but got int");
  inputs[0] = kept;

  const int64_t wide[] = {3, 5};
  tssa_tensor_t *other = make_floats(2, wide, 0);
  refused_with(0, other, TSSA_STATUS_SHAPE_MISMATCH,
               "expected the size of dimension 1 to be 4 but got 5");
  tssa_tensor_release(other);

  other = NULL;
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_F64, 2, xs, &other, NULL),
           TSSA_STATUS_OK);
  refused_with(0, other, TSSA_STATUS_INVALID_ARGUMENT,
               "expected the dtype to be f32 but got f64");
  tssa_tensor_release(other);

  const int64_t transposed[] = {1, 3}, some[] = {2, 4};
  const int64_t row_major[] = {4, 1}, two[] = {2};
  other = make_view(x, 2, xs, transposed, 0);
  refused_with(0, other, TSSA_STATUS_SHAPE_MISMATCH,
               "expected the stride of dimension 0 to be 4 but got 1");
  tssa_tensor_release(other);
  other = make_view(x, 2, some, row_major, 4);
  refused_with(0, other, TSSA_STATUS_SHAPE_MISMATCH,
               "expected the storage offset to be 0 but got 4");
  tssa_tensor_release(other);

  tssa_tensor_set_read_only(x, true);
  refused(5, TSSA_STATUS_INVALID_ARGUMENT,
          "argument 0: expected a tensor that may be written but got a "
          "read-only one");
  tssa_tensor_set_read_only(x, false);

  other = make_view(y, 1, two, NULL, 3);
  refused_with(2, other, TSSA_STATUS_OVERLAP,
               "argument 1: expected a tensor that shares no memory with "
               "argument 2 but they overlap");
  tssa_tensor_release(other);
  other = make_view(x, 1, two, NULL, 3);
  refused_with(3, other, TSSA_STATUS_OVERLAP,
               "argument 0: expected a tensor that shares no memory with "
               "argument 3 but they overlap");
  // Two refs may overlap.
  inputs[2] = tssa_value_from_tensor(other);
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, 5, &output, 1),
           TSSA_STATUS_OK);
  inputs[2] = tssa_value_from_tensor(z);
  tssa_tensor_release(other);

  char bytes[64] = {0};
  CHECK_EQ(tssa_tensor_from_memory(NULL, bytes + 1, 40, TSSA_DTYPE_F32, 1, two,
                                   NULL, 0, NULL, NULL, &other, NULL),
           TSSA_STATUS_OK);
  if ((uintptr_t)(bytes + 1) % 4)
    refused_with(2, other, TSSA_STATUS_INVALID_ARGUMENT,
                 "expected elements aligned to their size");
  tssa_tensor_release(other);

  for (int64_t i = 0; i < 12; ++i) {
    const int64_t at[] = {i / 4, i % 4};
    CHECK(get_float(x, at) == (float)i);
  }
  for (int i = 0; i < 4; ++i)
    tssa_tensor_release(inputs[i].tensor);
  CHECK(tssaFunctionIsNull(tssaExecutableLookup(
      program.executable, mlirStringRefCreateFromCString("g"))));
  program_destroy(&program);
}

/// An argument that is written must not overlap itself.
static void self_overlap(void) {
  program = program_create("func.func @f(%x: !tssa.ref<2x4xf32>) -> i64 {\n"
                           "  %v = tssa.read %x : !tssa.ref<2x4xf32>\n"
                           "  tssa.write %v, %x : !tssa.ref<2x4xf32>\n"
                           "  %i = arith.constant 1 : i64\n"
                           "  return %i : i64\n"
                           "}\n",
                           true);
  const int64_t sizes[] = {2, 4}, repeated[] = {0, 1};
  tssa_tensor_t *x = make_floats(2, sizes, 0);
  tssa_tensor_t *view = make_view(x, 2, sizes, repeated, 0);
  inputs[0] = tssa_value_from_tensor(view);
  refused(1, TSSA_STATUS_OVERLAP,
          "argument 0: expected the elements of a tensor that is written to be "
          "distinct in memory");
  tssa_tensor_release(view);
  tssa_tensor_release(x);
  program_destroy(&program);
}

typedef struct seen_t {
  char text[4096];
  size_t length;
} seen_t;

static void collect(MlirStringRef part, void *user) {
  seen_t *seen = (seen_t *)user;
  size_t room = sizeof seen->text - 1 - seen->length;
  size_t count = part.length < room ? part.length : room;
  memcpy(seen->text + seen->length, part.data, count);
  seen->length += count;
}

static MlirLogicalResult on_diagnostic(MlirDiagnostic diagnostic, void *user) {
  mlirDiagnosticPrint(diagnostic, collect, user);
  return mlirLogicalResultSuccess();
}

/// Compiles and expects a diagnostic that contains `message`.
static void rejected(const char *source, TssaCompilerOptions options,
                     const char *message) {
  MlirContext context = make_context();
  mlirContextSetAllowUnregisteredDialects(context, true);
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(source));
  if (!CHECK(!mlirModuleIsNull(module)))
    return;
  seen_t seen = {{0}, 0};
  options.diagnostic = on_diagnostic;
  options.diagnosticUserData = &seen;
  TssaExecutable executable;
  CHECK(mlirLogicalResultIsFailure(tssaCompile(module, &options, &executable)));
  CHECK(tssaExecutableIsNull(executable));
  if (!CHECK(strstr(seen.text, message)))
    printf("got: %s\n", seen.text);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

static void wrong_programs(void) {
  TssaCompilerOptions options;
  tssaCompilerOptionsInit(&options);
  options.imperative = true;
  rejected("func.func private @g(!tssa.list<i64>)", options,
           "unsupported type of argument 0 of a function without a body, which "
           "is the host's");
  rejected("func.func private @g() -> f32", options,
           "unsupported type of result 0 of a function without a body");
  rejected("func.func @g(%x: tensor<*xf32>) { return }", options,
           "unsupported type of argument 0");
  rejected("func.func @g(%x: f16) -> f16 { return %x : f16 }", options,
           "unsupported type of argument 0");
  rejected("func.func @g() { \"foreign.op\"() : () -> () return }\n", options,
           "foreign.op");
  TssaCompilerOptions wrong = options;
  wrong.target = TssaTargetNVPTX;
  rejected("module {}", wrong, "unsupported target");
  wrong = options;
  wrong.optimizationLevel = 4;
  rejected("module {}", wrong,
           "expected the optimization level to be in [0, 3] but got 4");
  tssaExecutableDestroy((TssaExecutable){NULL});
}

int main(void) {
  wrong_calls();
  self_overlap();
  wrong_programs();
  return CHECK_END();
}
