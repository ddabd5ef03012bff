// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the host, called by programs in three ways: what they get, may
// change and give, and what happens where they do not keep to their
// declaration.
//
// RUN: %test_bin/capi-host-functions

#include "program.h"
#include "tensorssa-c/Interp.h"
#include "tensorssa-runtime/host.h"
#include <string.h>

//===----------------------------------------------------------------------===//
// The host's side
//===----------------------------------------------------------------------===//

typedef struct host_t {
  int calls;
  bool was_read_only[4];
  float seen;
  tssa_tensor_t *kept;
} host_t;

static float *data_of(const tssa_tensor_t *tensor) {
  return (float *)(void *)((char *)tensor->dl.data + tensor->dl.byte_offset);
}

static void note(host_t *host, const tssa_value_t *inputs, int64_t count) {
  ++host->calls;
  for (int64_t i = 0; i < count && i < 4; ++i)
    host->was_read_only[i] =
        inputs[i].kind == TSSA_VALUE_TENSOR &&
        (inputs[i].tensor->flags & TSSA_TENSOR_READ_ONLY) != 0;
}

/// x[0] += n, in place; the result is x[0] as it was.
static tssa_status_t bump(void *user, tssa_context_t *context,
                          const tssa_value_t *inputs, int64_t num_inputs,
                          tssa_value_t *outputs, int64_t num_outputs,
                          tssa_error_t *out_error) {
  (void)context;
  (void)out_error;
  note(user, inputs, num_inputs);
  CHECK_EQ(num_outputs, 1);
  float *x = data_of(inputs[0].tensor);
  outputs[0] = tssa_value_from_float(x[0]);
  x[0] += (float)inputs[1].i64;
  return TSSA_STATUS_OK;
}

/// A clone of x.
static tssa_status_t fresh(void *user, tssa_context_t *context,
                           const tssa_value_t *inputs, int64_t num_inputs,
                           tssa_value_t *outputs, int64_t num_outputs,
                           tssa_error_t *out_error) {
  (void)context;
  (void)num_outputs;
  note(user, inputs, num_inputs);
  outputs[0].kind = TSSA_VALUE_TENSOR;
  return tssa_tensor_clone(inputs[0].tensor, &outputs[0].tensor, out_error);
}

/// A tensor of x's elements, 2x2, in a new storage of `count` elements.
static tssa_status_t place(const tssa_value_t *inputs, int64_t count,
                           const int64_t *strides, int64_t offset,
                           tssa_tensor_t **out, tssa_error_t *out_error) {
  static const int64_t two[] = {2, 2};
  tssa_tensor_t *base;
  tssa_status_t status = tssa_tensor_create(tssa_device_cpu(), TSSA_DTYPE_F32,
                                            1, &count, &base, out_error);
  if (status)
    return status;
  status = tssa_tensor_from_storage(base->storage, TSSA_DTYPE_F32, 2, two,
                                    strides, offset, out, out_error);
  tssa_tensor_release(base);
  return status ? status : tssa_tensor_copy(inputs[0].tensor, *out, out_error);
}

static tssa_status_t transposed(void *user, tssa_context_t *context,
                                const tssa_value_t *inputs, int64_t num_inputs,
                                tssa_value_t *outputs, int64_t num_outputs,
                                tssa_error_t *out_error) {
  static const int64_t strides[] = {1, 2};
  (void)context;
  (void)num_outputs;
  note(user, inputs, num_inputs);
  outputs[0].kind = TSSA_VALUE_TENSOR;
  return place(inputs, 4, strides, 0, &outputs[0].tensor, out_error);
}

static tssa_status_t part(void *user, tssa_context_t *context,
                          const tssa_value_t *inputs, int64_t num_inputs,
                          tssa_value_t *outputs, int64_t num_outputs,
                          tssa_error_t *out_error) {
  static const int64_t strides[] = {2, 1};
  (void)context;
  (void)num_outputs;
  note(user, inputs, num_inputs);
  outputs[0].kind = TSSA_VALUE_TENSOR;
  return place(inputs, 7, strides, 2, &outputs[0].tensor, out_error);
}

/// A clone that the host goes on holding.
static tssa_status_t held(void *user, tssa_context_t *context,
                          const tssa_value_t *inputs, int64_t num_inputs,
                          tssa_value_t *outputs, int64_t num_outputs,
                          tssa_error_t *out_error) {
  host_t *host = user;
  tssa_status_t status =
      fresh(user, context, inputs, num_inputs, outputs, num_outputs, out_error);
  if (!status)
    host->kept = tssa_tensor_retain(outputs[0].tensor);
  return status;
}

/// x itself.
static tssa_status_t same(void *user, tssa_context_t *context,
                          const tssa_value_t *inputs, int64_t num_inputs,
                          tssa_value_t *outputs, int64_t num_outputs,
                          tssa_error_t *out_error) {
  (void)context;
  (void)num_outputs;
  (void)out_error;
  note(user, inputs, num_inputs);
  outputs[0] = tssa_value_retain(inputs[0]);
  return TSSA_STATUS_OK;
}

static tssa_status_t nothing(void *user, tssa_context_t *context,
                             const tssa_value_t *inputs, int64_t num_inputs,
                             tssa_value_t *outputs, int64_t num_outputs,
                             tssa_error_t *out_error) {
  (void)context;
  (void)outputs;
  (void)num_outputs;
  (void)out_error;
  note(user, inputs, num_inputs);
  return TSSA_STATUS_OK;
}

/// Keeps its argument beyond the call.
static tssa_status_t keep(void *user, tssa_context_t *context,
                          const tssa_value_t *inputs, int64_t num_inputs,
                          tssa_value_t *outputs, int64_t num_outputs,
                          tssa_error_t *out_error) {
  host_t *host = user;
  (void)context;
  (void)outputs;
  (void)num_outputs;
  (void)out_error;
  note(user, inputs, num_inputs);
  tssa_tensor_release(host->kept);
  host->kept = tssa_tensor_retain(inputs[0].tensor);
  host->seen = data_of(host->kept)[0];
  return TSSA_STATUS_OK;
}

static tssa_status_t refuse(void *user, tssa_context_t *context,
                            const tssa_value_t *inputs, int64_t num_inputs,
                            tssa_value_t *outputs, int64_t num_outputs,
                            tssa_error_t *out_error) {
  (void)context;
  (void)outputs;
  (void)num_outputs;
  note(user, inputs, num_inputs);
  strcpy(out_error->message, "no such weather today");
  return TSSA_STATUS_OUT_OF_RANGE;
}

//===----------------------------------------------------------------------===//
// Three ways
//===----------------------------------------------------------------------===//

enum { FUNCTIONAL, IMPERATIVE, INTERPRETED, NUM_WAYS };

static tssa_status_t run(const program_t *program, int way,
                         const tssa_value_t *inputs, intptr_t num_inputs,
                         tssa_value_t *outputs, intptr_t num_outputs) {
  if (way == INTERPRETED)
    return tssaInterpretFunction(
        program->module, mlirStringRefCreateFromCString("f"), program->call,
        inputs, num_inputs, outputs, num_outputs);
  return tssaFunctionInvoke(program_get(program, "f"), program->call, inputs,
                            num_inputs, outputs, num_outputs);
}

static void add(const program_t *program, const char *name,
                tssa_host_function_t function, host_t *host) {
  CHECK_EQ(tssa_context_add_function(program->call, name, function, host, NULL),
           TSSA_STATUS_OK);
}

static void check_error(const program_t *program, const char *expected) {
  tssa_error_t error;
  tssa_context_error(program->call, &error);
  if (!strstr(error.message, expected))
    fprintf(stderr, "expected '%s' in '%s'\n", expected, error.message);
  CHECK(strstr(error.message, expected) != NULL);
}

static const int64_t four[] = {4}, at0[] = {0};

/// A described function is called on copies where the program is functional,
/// in a loop, between writes of the program's own.
static void described(void) {
  for (int way = 0; way < NUM_WAYS; ++way) {
    program_t program = program_create(
        "func.func private @bump(!tssa.ref<4xf32> {tssa.reads, tssa.writes},\n"
        "                        i64) -> f64\n"
        "func.func @f(%x: !tssa.ref<4xf32>, %n: i64) -> f64 {\n"
        "  %c0 = arith.constant 0 : index\n"
        "  %c1 = arith.constant 1 : index\n"
        "  %c3 = arith.constant 3 : index\n"
        "  %zero = arith.constant 0.0 : f64\n"
        "  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %zero) -> "
        "(f64) {\n"
        "    %v = tssa.read %x : !tssa.ref<4xf32>\n"
        "    %w = tssa.add %v, %v : (tensor<4xf32>, tensor<4xf32>)"
        "      -> tensor<4xf32>\n"
        "    tssa.write %w, %x : !tssa.ref<4xf32>\n"
        "    %b = func.call @bump(%x, %n) : (!tssa.ref<4xf32>, i64) -> f64\n"
        "    %t = arith.addf %s, %b : f64\n"
        "    scf.yield %t : f64\n"
        "  }\n"
        "  return %r : f64\n"
        "}\n",
        way == IMPERATIVE);
    CHECK_EQ(tssaFunctionIsFunctional(program_get(&program, "f")),
             way != IMPERATIVE);
    host_t host = {0};
    add(&program, "bump", bump, &host);
    tssa_tensor_t *x = make_floats(1, four, 1);
    tssa_value_t inputs[] = {tssa_value_from_tensor(x),
                             tssa_value_from_int(10)};
    tssa_value_t output;
    CHECK_EQ(run(&program, way, inputs, 2, &output, 1), TSSA_STATUS_OK);
    CHECK_EQ(host.calls, 3);
    CHECK(!host.was_read_only[0]);
    // 1: 2, 12; 24, 34; 68, 78.
    CHECK(output.f64 == 2 + 24 + 68);
    CHECK(get_float(x, at0) == 78);
    tssa_tensor_release(x);
    program_destroy(&program);
  }
}

/// Without a description the function may do anything: what calls it stays
/// imperative.
static void undescribed(void) {
  for (int way = 0; way < NUM_WAYS; ++way) {
    program_t program = program_create(
        "func.func private @bump(!tssa.ref<f32>, i64) -> f64\n"
        "func.func @f(%x: !tssa.ref<4xf32>, %n: i64) -> f64 {\n"
        "  %v = view.of #view.select<0, 2> %x"
        "    : !tssa.ref<4xf32> -> !tssa.ref<f32>\n"
        "  %r = call @bump(%v, %n) : (!tssa.ref<f32>, i64) -> f64\n"
        "  return %r : f64\n"
        "}\n",
        way == IMPERATIVE);
    CHECK(!tssaFunctionIsFunctional(program_get(&program, "f")));
    host_t host = {0};
    add(&program, "bump", bump, &host);
    tssa_tensor_t *x = make_floats(1, four, 1);
    tssa_value_t inputs[] = {tssa_value_from_tensor(x), tssa_value_from_int(5)};
    tssa_value_t output;
    CHECK_EQ(run(&program, way, inputs, 2, &output, 1), TSSA_STATUS_OK);
    CHECK(output.f64 == 3);
    const int64_t at2[] = {2};
    CHECK(get_float(x, at2) == 8);
    tssa_tensor_release(x);
    program_destroy(&program);
  }
}

/// Results: a storage of its own, an argument, a value.
static void results(void) {
  for (int way = 0; way < NUM_WAYS; ++way) {
    program_t program = program_create(
        "func.func private @clone(!tssa.ref<4xf32> {tssa.reads})\n"
        "    -> (!tssa.ref<4xf32> {tssa.fresh})\n"
        "func.func private @same(!tssa.ref<4xf32> {tssa.reads})\n"
        "    -> (!tssa.ref<4xf32> {tssa.returns_alias = 0 : i64})\n"
        "func.func private @value(tensor<4xf32>) -> tensor<?xf32>\n"
        "func.func @f(%x: !tssa.ref<4xf32>)\n"
        "    -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>, tensor<?xf32>) {\n"
        "  %a = call @clone(%x) : (!tssa.ref<4xf32>) -> !tssa.ref<4xf32>\n"
        "  %b = call @same(%x) : (!tssa.ref<4xf32>) -> !tssa.ref<4xf32>\n"
        "  %v = tssa.read %a : !tssa.ref<4xf32>\n"
        "  %w = arith.negf %v : tensor<4xf32>\n"
        "  tssa.write %w, %b : !tssa.ref<4xf32>\n"
        "  %c = call @value(%w) : (tensor<4xf32>) -> tensor<?xf32>\n"
        "  return %a, %b, %c\n"
        "    : !tssa.ref<4xf32>, !tssa.ref<4xf32>, tensor<?xf32>\n"
        "}\n",
        way == IMPERATIVE);
    CHECK_EQ(tssaFunctionIsFunctional(program_get(&program, "f")),
             way != IMPERATIVE);
    host_t host = {0};
    add(&program, "clone", fresh, &host);
    add(&program, "same", same, &host);
    add(&program, "value", same, &host);
    tssa_tensor_t *x = make_floats(1, four, 1);
    tssa_value_t input = tssa_value_from_tensor(x), outputs[3];
    CHECK_EQ(run(&program, way, &input, 1, outputs, 3), TSSA_STATUS_OK);
    CHECK(host.was_read_only[0]);
    CHECK(get_float(outputs[0].tensor, at0) == 1);
    CHECK(outputs[0].tensor->storage != x->storage);
    CHECK(outputs[1].tensor->storage == x->storage);
    CHECK(get_float(x, at0) == -1);
    CHECK(get_float(outputs[2].tensor, at0) == -1);
    CHECK(outputs[2].tensor->storage != x->storage);
    for (int i = 0; i < 3; ++i)
      tssa_value_release(&outputs[i]);
    tssa_tensor_release(x);
    program_destroy(&program);
  }
}

/// Whatever the host gives for a new storage, the program has all of one, in
/// row-major order, that nobody else has; but for a type that has a layout.
static void lays(void) {
  static const tssa_host_function_t functions[] = {fresh, transposed, part,
                                                   held};
  static const char *const types[] = {
      "!tssa.ref<2x2xf32>", "!tssa.ref<2x2xf32, strided<[?, ?], offset: ?>>"};
  static const int64_t two[] = {2, 2}, flat[] = {2, 1}, at01[] = {0, 1};
  for (int number = 0; number < 4 * 2 * NUM_WAYS; ++number) {
    int way = number % NUM_WAYS, function = number / NUM_WAYS % 4;
    bool has_layout = number / NUM_WAYS / 4;
    const char *type = types[has_layout];
    char text[2048];
    snprintf(text, sizeof text,
             "func.func private @g(!tssa.ref<2x2xf32> {tssa.reads})\n"
             "    -> (%s {tssa.fresh})\n"
             "func.func @f(%%x: !tssa.ref<2x2xf32>) -> %s {\n"
             "  %%a = call @g(%%x) : (!tssa.ref<2x2xf32>) -> %s\n"
             "  %%v = tssa.read %%a : %s\n"
             "  %%w = arith.addf %%v, %%v : tensor<2x2xf32>\n"
             "  tssa.write %%w, %%a : %s\n"
             "%s"
             "  return %%a : %s\n"
             "}\n",
             type, type, type, type, type,
             has_layout
                 ? ""
                 : "  %r = view.of #view.reshape<[4]> %a : !tssa.ref<2x2xf32>"
                   " -> !tssa.ref<4xf32>\n"
                   "  %u = tssa.read %r : !tssa.ref<4xf32>\n"
                   "  tssa.write %u, %r : !tssa.ref<4xf32>\n",
             type);
    program_t program = program_create(text, way == IMPERATIVE);
    CHECK_EQ(tssaFunctionIsFunctional(program_get(&program, "f")),
             way != IMPERATIVE && !has_layout);
    host_t host = {0};
    add(&program, "g", functions[function], &host);
    tssa_tensor_t *x = make_floats(2, two, 1);
    tssa_value_t input = tssa_value_from_tensor(x), output;
    CHECK_EQ(run(&program, way, &input, 1, &output, 1), TSSA_STATUS_OK);
    CHECK(get_float(output.tensor, at01) == 2 * get_float(x, at01));
    CHECK(output.tensor->storage != x->storage);
    const int64_t *strides = output.tensor->dl.strides;
    bool is_flat = strides[0] == flat[0] && strides[1] == flat[1] &&
                   tssa_tensor_byte_offset(output.tensor) == 0 &&
                   tssa_storage_bytes(output.tensor->storage) == 16;
    CHECK_EQ(is_flat, !has_layout || functions[function] == fresh ||
                          functions[function] == held);
    if (host.kept) {
      CHECK_EQ(host.kept->storage == output.tensor->storage, has_layout);
      CHECK(data_of(host.kept)[1] == (has_layout ? 2 : 1) * get_float(x, at01));
      tssa_tensor_release(host.kept);
    }
    tssa_value_release(&output);
    tssa_tensor_release(x);
    program_destroy(&program);
  }
}

/// The host may keep what it got: a value stays what it was.
static void kept(void) {
  for (int way = 0; way < NUM_WAYS; ++way) {
    program_t program =
        program_create("func.func private @keep(tensor<4xf32>)\n"
                       "func.func @f(%x: !tssa.ref<4xf32>) {\n"
                       "  %c0 = arith.constant 0 : index\n"
                       "  %c1 = arith.constant 1 : index\n"
                       "  %c3 = arith.constant 3 : index\n"
                       "  scf.for %i = %c0 to %c3 step %c1 {\n"
                       "    %v = tssa.read %x : !tssa.ref<4xf32>\n"
                       "    %w = arith.addf %v, %v : tensor<4xf32>\n"
                       "    func.call @keep(%w) : (tensor<4xf32>) -> ()\n"
                       "    %u = arith.negf %w : tensor<4xf32>\n"
                       "    tssa.write %u, %x : !tssa.ref<4xf32>\n"
                       "  }\n"
                       "  %z = arith.constant dense<7.0> : tensor<4xf32>\n"
                       "  call @keep(%z) : (tensor<4xf32>) -> ()\n"
                       "  return\n"
                       "}\n",
                       way == IMPERATIVE);
    host_t host = {0};
    add(&program, "keep", keep, &host);
    tssa_tensor_t *x = make_floats(1, four, 1);
    tssa_value_t input = tssa_value_from_tensor(x);
    CHECK_EQ(run(&program, way, &input, 1, NULL, 0), TSSA_STATUS_OK);
    CHECK_EQ(host.calls, 4);
    CHECK(host.was_read_only[0]);
    CHECK(get_float(x, at0) == -8);
    program_destroy(&program);
    CHECK(data_of(host.kept)[0] == 7);
    tssa_tensor_release(host.kept);
    tssa_tensor_release(x);
  }
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static void errors(void) {
  static const struct {
    tssa_host_function_t function;
    const char *result;
    tssa_status_t status;
    const char *message;
  } cases[] = {
      {NULL, "(!tssa.ref<4xf32> {tssa.fresh})", TSSA_STATUS_UNSUPPORTED,
       "'func.call' op: expected the host to have a function 'g'; add it by "
       "tssa_context_add_function"},
      {refuse, "(!tssa.ref<4xf32> {tssa.fresh})", TSSA_STATUS_OUT_OF_RANGE,
       "'func.call' op: 'g' failed: no such weather today"},
      {nothing, "(!tssa.ref<4xf32> {tssa.fresh})", TSSA_STATUS_INVALID_ARGUMENT,
       "'func.call' op: expected 'g' to give result 0 but it gave none"},
      {same, "(!tssa.ref<4xf32> {tssa.fresh})", TSSA_STATUS_OVERLAP,
       "'func.call' op: expected result 0 of 'g', which is declared "
       "'tssa.fresh', to have a storage of its own"},
      {fresh, "(!tssa.ref<4xf32> {tssa.returns_alias = 0 : i64})",
       TSSA_STATUS_OVERLAP,
       "'func.call' op: expected result 0 of 'g' to be argument 0, as "
       "declared"},
      {fresh, "(!tssa.ref<5xf32> {tssa.fresh})", TSSA_STATUS_SHAPE_MISMATCH,
       "'func.call' op: expected result 0 to be !tssa.ref<5xf32> but got "
       "!tssa.ref<4xf32>"},
      {fresh, "tensor<4xi32>", TSSA_STATUS_SHAPE_MISMATCH,
       "'func.call' op: expected result 0 to be "},
      {fresh, "i64", TSSA_STATUS_INVALID_ARGUMENT,
       "'func.call' op: expected result 0 to be of kind int"},
  };
  for (int way = 0; way < NUM_WAYS; ++way)
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
      char text[512], type[64];
      // Without the attributes.
      snprintf(type, sizeof type, "%s",
               cases[i].result + (cases[i].result[0] == '('));
      if (cases[i].result[0] == '(')
        *strchr(type, ' ') = '\0';
      snprintf(text, sizeof text,
               "func.func private @g(!tssa.ref<4xf32> {tssa.reads}) -> %s\n"
               "func.func @f(%%x: !tssa.ref<4xf32>) {\n"
               "  %%r = call @g(%%x) : (!tssa.ref<4xf32>) -> %s\n"
               "  return\n"
               "}\n",
               cases[i].result, type);
      program_t program = program_create(text, way == IMPERATIVE);
      host_t host = {0};
      add(&program, "g", cases[i].function, &host);
      tssa_tensor_t *x = make_floats(1, four, 1);
      tssa_value_t input = tssa_value_from_tensor(x);
      CHECK_EQ(run(&program, way, &input, 1, NULL, 0), cases[i].status);
      check_error(&program, cases[i].message);
      CHECK(get_float(x, at0) == 1);
      tssa_tensor_release(x);
      program_destroy(&program);
    }
}

/// Functions are found by name, replaced and taken away.
static void names(void) {
  tssa_context_t *context;
  CHECK_EQ(tssa_context_create(NULL, &context, NULL), TSSA_STATUS_OK);
  host_t host = {0};
  tssa_error_t error;
  CHECK_EQ(tssa_context_add_function(context, NULL, nothing, &host, &error),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(tssa_context_add_function(context, "a", refuse, &host, &error),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_context_add_function(context, "b", nothing, &host, &error),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_context_add_function(context, "a", nothing, &host, &error),
           TSSA_STATUS_OK);
  tssa_context_reset(context);
  CHECK_EQ(tssa_context_call(context, "a", NULL, 0, NULL, NULL, 0, &error),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_context_add_function(context, "a", NULL, NULL, &error),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_context_call(context, "a", NULL, 0, NULL, NULL, 0, &error),
           TSSA_STATUS_UNSUPPORTED);
  CHECK_EQ(tssa_context_call(context, "b", NULL, 0, NULL, NULL, 0, &error),
           TSSA_STATUS_OK);
  CHECK_EQ(host.calls, 2);
  tssa_context_destroy(context);
}

int main(void) {
  described();
  undescribed();
  results();
  lays();
  kept();
  errors();
  names();
  return CHECK_END();
}
