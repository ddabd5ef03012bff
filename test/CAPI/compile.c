// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that are compiled and called in process: values, identity of
// results, errors.
//
// RUN: %test_bin/capi-compile

#include "program.h"

#include <stdlib.h>

static const int64_t at0[] = {0};

/// A write through a view is seen by the caller; the result is a view of the
/// argument and shares its storage.
static void a_view_is_written_and_returned(bool imperative) {
  program_t program =
      program_create("func.func @f(%x: !tssa.ref<?x4xf32>, %i: index, %v: f32)"
                     "    -> !tssa.ref<4xf32> {\n"
                     "  %c0 = arith.constant 0 : index\n"
                     "  %n = tssa.dim %x, 0 : !tssa.ref<?x4xf32>\n"
                     "  %j = tssa.check_index %i, %n\n"
                     "  %row = view.of #view.select<0, ?> %x[%j]"
                     "    : !tssa.ref<?x4xf32> -> !tssa.ref<4xf32>\n"
                     "  %e = tensor.splat %v : tensor<4xf32>\n"
                     "  tssa.write %e, %row : !tssa.ref<4xf32>\n"
                     "  return %row : !tssa.ref<4xf32>\n"
                     "}\n",
                     imperative);
  TssaFunction f = program_get(&program, "f");
  CHECK_EQ(tssaFunctionGetNumInputs(f), 3);
  CHECK_EQ(tssaFunctionGetNumOutputs(f), 1);
  CHECK(tssaFunctionIsInputWritten(f, 0));
  CHECK(!tssaFunctionIsInputNoAlias(f, 0));

  const int64_t sizes[] = {3, 4};
  tssa_tensor_t *x = make_floats(2, sizes, 0);
  tssa_value_t inputs[] = {tssa_value_from_tensor(x), tssa_value_from_int(-2),
                           tssa_value_from_float(7.5)};
  tssa_value_t output;
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, 3, &output, 1),
           TSSA_STATUS_OK);
  CHECK_EQ(output.kind, TSSA_VALUE_TENSOR);
  CHECK(output.tensor->storage == x->storage);
  CHECK_EQ(tssa_tensor_byte_offset(output.tensor), 16);
  for (int64_t i = 0; i < 12; ++i) {
    const int64_t at[] = {i / 4, i % 4};
    CHECK(get_float(x, at) == (i / 4 == 1 ? 7.5f : (float)i));
  }
  CHECK_EQ(tssa_context_allocations(program.call), 0);

  // An index outside is an error with op, place and values; nothing is written.
  inputs[1] = tssa_value_from_int(3);
  inputs[2] = tssa_value_from_float(-1);
  tssa_value_release(&output);
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, 3, &output, 1),
           TSSA_STATUS_OUT_OF_RANGE);
  CHECK_EQ(output.kind, TSSA_VALUE_NONE);
  tssa_error_t error;
  tssa_context_error(program.call, &error);
  CHECK(strstr(error.message, "'tssa.check_index' op: expected index to be in "
                              "[-3, 3) but got 3"));
  const int64_t at[] = {2, 3};
  CHECK(get_float(x, at) == 11);
  tssa_tensor_release(x);
  program_destroy(&program);
}

/// Two fresh results are two storages, two names of one share it, a returned
/// clone is not the argument, and a returned constant can be written.
static void results_have_identity(bool imperative) {
  program_t program = program_create(
      "func.func @f(%x: !tssa.ref<4xf32>)"
      "    -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>, !tssa.ref<2xf32>,"
      "        !tssa.ref<4xf32>, i64, i1, f32) {\n"
      "  %c = arith.constant dense<1.0> : tensor<4xf32>\n"
      "  %a = tssa.alloc %c : tensor<4xf32> -> !tssa.ref<4xf32>\n"
      "  %b = tssa.alloc %c : tensor<4xf32> -> !tssa.ref<4xf32>\n"
      "  %v = view.of #view.slice<0, 1 : 3 : 1> %b"
      "    : !tssa.ref<4xf32> -> !tssa.ref<2xf32>\n"
      "  %t = tssa.read %x : !tssa.ref<4xf32>\n"
      "  %clone = tssa.alloc %t : tensor<4xf32> -> !tssa.ref<4xf32>\n"
      "  %i = arith.constant -5 : i64\n"
      "  %y = arith.constant true\n"
      "  %h = arith.constant 0.5 : f32\n"
      "  return %a, %b, %v, %clone, %i, %y, %h"
      "    : !tssa.ref<4xf32>, !tssa.ref<4xf32>, !tssa.ref<2xf32>,"
      "      !tssa.ref<4xf32>, i64, i1, f32\n"
      "}\n",
      imperative);
  TssaFunction f = program_get(&program, "f");
  CHECK(!tssaFunctionIsInputWritten(f, 0));
  const int64_t sizes[] = {4};
  tssa_tensor_t *x = make_floats(1, sizes, 2);
  tssa_value_t input = tssa_value_from_tensor(x);
  tssa_value_t outputs[7];
  CHECK_EQ(tssaFunctionInvoke(f, program.call, &input, 1, outputs, 7),
           TSSA_STATUS_OK);
  CHECK(outputs[0].tensor->storage != outputs[1].tensor->storage);
  CHECK(outputs[1].tensor->storage == outputs[2].tensor->storage);
  CHECK(outputs[3].tensor->storage != x->storage);
  CHECK(get_float(outputs[3].tensor, at0) == 2);
  CHECK_EQ(outputs[4].i64, -5);
  CHECK(outputs[5].b);
  CHECK(outputs[6].f64 == 0.5);
  *(float *)outputs[1].tensor->dl.data = 9;
  CHECK(get_float(outputs[0].tensor, at0) == 1);
  // Results outlive the code.
  program_destroy(&program);
  CHECK(get_float(outputs[1].tensor, at0) == 9);
  for (int i = 0; i < 7; ++i)
    tssa_value_release(&outputs[i]);
  tssa_tensor_release(x);
}

/// Builtin tensors go in as values and come out as storages of their own, even
/// where the function returns its argument.
static void tensors_cross_the_boundary(bool imperative) {
  program_t program = program_create(
      "func.func @f(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<2xi64>) {\n"
      "  %c = arith.constant dense<[3, 4]> : tensor<2xi64>\n"
      "  return %x, %c : tensor<?xf32>, tensor<2xi64>\n"
      "}\n",
      imperative);
  TssaFunction f = program_get(&program, "f");
  const int64_t sizes[] = {6};
  tssa_tensor_t *x = make_floats(1, sizes, 0);
  // Every second element.
  const int64_t half[] = {3}, stride[] = {2};
  tssa_tensor_t *strided = NULL;
  CHECK_EQ(tssa_tensor_from_storage(x->storage, TSSA_DTYPE_F32, 1, half, stride,
                                    1, &strided, NULL),
           TSSA_STATUS_OK);
  tssa_value_t input = tssa_value_from_tensor(strided);
  tssa_value_t outputs[2];
  CHECK_EQ(tssaFunctionInvoke(f, program.call, &input, 1, outputs, 2),
           TSSA_STATUS_OK);
  CHECK(outputs[0].tensor->storage != x->storage);
  for (int64_t i = 0; i < 3; ++i)
    CHECK(get_float(outputs[0].tensor, &i) == (float)(2 * i + 1));
  CHECK_EQ(((int64_t *)outputs[1].tensor->dl.data)[1], 4);
  tssa_value_release(&outputs[0]);
  tssa_value_release(&outputs[1]);
  tssa_tensor_release(strided);
  tssa_tensor_release(x);
  program_destroy(&program);
}

/// x[1:] = x[:-1] reads before it writes.
static void a_write_is_a_snapshot(bool imperative) {
  program_t program = program_create(
      "func.func @f(%x: !tssa.ref<?xf32>) {\n"
      "  %from = view.of #view.slice<0, 0 : -1 : 1> %x"
      "    : !tssa.ref<?xf32> -> !tssa.ref<?xf32>\n"
      "  %to = view.of #view.slice<0, 1 : 9223372036854775807 : 1> %x"
      "    : !tssa.ref<?xf32> -> !tssa.ref<?xf32>\n"
      "  %v = tssa.read %from : !tssa.ref<?xf32>\n"
      "  tssa.write %v, %to : !tssa.ref<?xf32>\n"
      "  return\n"
      "}\n",
      imperative);
  TssaFunction f = program_get(&program, "f");
  for (int64_t n = 0; n < 40; n += 13) {
    tssa_tensor_t *x = make_floats(1, &n, 5);
    tssa_value_t input = tssa_value_from_tensor(x);
    CHECK_EQ(tssaFunctionInvoke(f, program.call, &input, 1, NULL, 0),
             TSSA_STATUS_OK);
    for (int64_t i = 0; i < n; ++i)
      CHECK(get_float(x, &i) == 5 + (float)(i ? i - 1 : 0));
    tssa_tensor_release(x);
  }
  program_destroy(&program);
}

/// A loop that runs no trip does not look at its bad index; an empty dimension
/// has no valid one.
static void an_error_needs_to_be_reached(bool imperative) {
  program_t program = program_create(
      "func.func @f(%x: !tssa.ref<?xf32>, %trips: index, %i: index) {\n"
      "  %c0 = arith.constant 0 : index\n"
      "  %c1 = arith.constant 1 : index\n"
      "  %one = arith.constant dense<1.0> : tensor<f32>\n"
      "  %n = tssa.dim %x, 0 : !tssa.ref<?xf32>\n"
      "  scf.for %k = %c0 to %trips step %c1 {\n"
      "    %j = tssa.check_index %i, %n\n"
      "    %e = view.of #view.select<0, ?> %x[%j]"
      "      : !tssa.ref<?xf32> -> !tssa.ref<f32>\n"
      "    tssa.write %one, %e : !tssa.ref<f32>\n"
      "  }\n"
      "  return\n"
      "}\n",
      imperative);
  TssaFunction f = program_get(&program, "f");
  const int64_t sizes[] = {0};
  tssa_tensor_t *x = make_floats(1, sizes, 0);
  tssa_value_t inputs[] = {tssa_value_from_tensor(x), tssa_value_from_int(0),
                           tssa_value_from_int(99)};
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, 3, NULL, 0),
           TSSA_STATUS_OK);
  inputs[1] = tssa_value_from_int(1);
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, 3, NULL, 0),
           TSSA_STATUS_OUT_OF_RANGE);
  inputs[2] = tssa_value_from_int(0);
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, 3, NULL, 0),
           TSSA_STATUS_OUT_OF_RANGE);
  tssa_tensor_release(x);
  program_destroy(&program);
}

/// An error in a callee ends the caller too, before it writes.
static void errors_pass_through_calls(bool imperative) {
  program_t program = program_create(
      "func.func private @g(%x: !tssa.ref<2xf32>, %ok: i1)"
      "    -> !tssa.ref<2xf32> {\n"
      "  %five = arith.constant 5 : i64\n"
      "  tssa.check %ok, \"expected {0} of {{g}}\" (%five) : i64\n"
      "  return %x : !tssa.ref<2xf32>\n"
      "}\n"
      "func.func @f(%x: !tssa.ref<2xf32>, %ok: i1) -> !tssa.ref<2xf32> {\n"
      "  %y = call @g(%x, %ok) : (!tssa.ref<2xf32>, i1) -> !tssa.ref<2xf32>\n"
      "  %c = arith.constant dense<8.0> : tensor<2xf32>\n"
      "  tssa.write %c, %y : !tssa.ref<2xf32>\n"
      "  return %y : !tssa.ref<2xf32>\n"
      "}\n",
      imperative);
  TssaFunction f = program_get(&program, "f");
  CHECK_EQ(tssaExecutableGetNumFunctions(program.executable), 1);
  const int64_t sizes[] = {2};
  tssa_tensor_t *x = make_floats(1, sizes, 0);
  tssa_value_t inputs[] = {tssa_value_from_tensor(x),
                           tssa_value_from_bool(false)};
  tssa_value_t output;
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, 2, &output, 1),
           TSSA_STATUS_INVALID_ARGUMENT);
  tssa_error_t error;
  tssa_context_error(program.call, &error);
  CHECK(strstr(error.message, "'tssa.check' op: expected 5 of {g}"));
  CHECK(get_float(x, at0) == 0);
  inputs[1] = tssa_value_from_bool(true);
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, 2, &output, 1),
           TSSA_STATUS_OK);
  CHECK(output.tensor->storage == x->storage);
  CHECK(get_float(x, at0) == 8);
  tssa_value_release(&output);
  tssa_tensor_release(x);
  program_destroy(&program);
}

/// The bytes of an f32 seen as i32, and booleans as bytes.
static void bytes_are_reinterpreted(bool imperative) {
  program_t program = program_create(
      "func.func @f(%x: !tssa.ref<2xf32>, %m: !tssa.ref<2xi1>) {\n"
      "  %b = view.of #view.bitcast<i32> %x"
      "    : !tssa.ref<2xf32> -> !tssa.ref<2xi32>\n"
      "  %one = arith.constant dense<[1065353216, 1073741824]> : "
      "tensor<2xi32>\n"
      "  tssa.write %one, %b : !tssa.ref<2xi32>\n"
      "  %t = arith.constant dense<[false, true]> : tensor<2xi1>\n"
      "  tssa.write %t, %m : !tssa.ref<2xi1>\n"
      "  return\n"
      "}\n",
      imperative);
  TssaFunction f = program_get(&program, "f");
  const int64_t sizes[] = {2};
  tssa_tensor_t *x = make_floats(1, sizes, 0), *m = NULL;
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_BOOL, 1, sizes, &m, NULL),
           TSSA_STATUS_OK);
  tssa_value_t inputs[] = {tssa_value_from_tensor(x),
                           tssa_value_from_tensor(m)};
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, 2, NULL, 0),
           TSSA_STATUS_OK);
  const int64_t at1[] = {1};
  CHECK(get_float(x, at0) == 1 && get_float(x, at1) == 2);
  CHECK(((char *)m->dl.data)[0] == 0 && ((char *)m->dl.data)[1] == 1);
  tssa_tensor_release(m);
  tssa_tensor_release(x);
  program_destroy(&program);
}

/// What is applied beyond the elements of an argument stays imperative, a new
/// storage beside it does not.
static void a_part_stays_imperative(void) {
  program_t program = program_create(
      "func.func @whole(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {\n"
      "  tssa.write %v, %x : !tssa.ref<4xf32>\n"
      "  return\n"
      "}\n"
      "func.func @part(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>)"
      "    -> !tssa.ref<4xf32> {\n"
      "  %s = view.of #view.as_strided<[4], [1], 1> %x"
      "    : !tssa.ref<4xf32> -> !tssa.ref<4xf32>\n"
      "  %0 = tssa.read %s : !tssa.ref<4xf32>\n"
      "  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>\n"
      "  tssa.write %0, %a : !tssa.ref<4xf32>\n"
      "  return %a : !tssa.ref<4xf32>\n"
      "}\n",
      /*imperative=*/false);
  TssaFunction whole = program_get(&program, "whole");
  CHECK(tssaFunctionIsFunctional(whole));
  CHECK(!tssaFunctionIsPartlyFunctional(whole));
  CHECK_EQ(tssaFunctionGetNumRoots(whole), 1);
  CHECK_EQ(tssaFunctionGetNumImperativeRoots(whole), 0);
  TssaFunction part = program_get(&program, "part");
  CHECK(!tssaFunctionIsFunctional(part));
  CHECK(tssaFunctionIsPartlyFunctional(part));
  CHECK_EQ(tssaFunctionGetNumRoots(part), 2);
  CHECK_EQ(tssaFunctionGetNumImperativeRoots(part), 1);
  program_destroy(&program);
}

/// What is known of the storage of a result: the argument's, its own, any; and
/// the calls agree.
static void results_have_origins(bool imperative) {
  program_t program = program_create(
      "func.func @f(%c: i1, %t: tensor<4xf32>, %x: !tssa.ref<4xf32>,\n"
      "             %y: !tssa.ref<4xf32>)\n"
      "    -> (tensor<4xf32>, !tssa.ref<2xf32>, !tssa.ref<4xf32>,\n"
      "        !tssa.ref<4xf32>, i1) {\n"
      "  %part = view.of #view.slice<0, 1 : 3 : 1> %y\n"
      "    : !tssa.ref<4xf32> -> !tssa.ref<2xf32>\n"
      "  %own = tssa.alloc %t : tensor<4xf32> -> !tssa.ref<4xf32>\n"
      "  %any = arith.select %c, %x, %y : !tssa.ref<4xf32>\n"
      "  return %t, %part, %own, %any, %c : tensor<4xf32>, !tssa.ref<2xf32>,\n"
      "    !tssa.ref<4xf32>, !tssa.ref<4xf32>, i1\n"
      "}\n",
      imperative);
  TssaFunction f = program_get(&program, "f");
  CHECK_EQ(tssaFunctionGetOutputOrigin(f, 0), TSSA_ORIGIN_FRESH);
  CHECK_EQ(tssaFunctionGetOutputOrigin(f, 1), 3);
  CHECK_EQ(tssaFunctionGetOutputOrigin(f, 2), TSSA_ORIGIN_FRESH);
  CHECK_EQ(tssaFunctionGetOutputOrigin(f, 3), TSSA_ORIGIN_UNKNOWN);
  const int64_t size = 4;
  tssa_tensor_t *t = make_floats(1, &size, 0), *x = make_floats(1, &size, 0),
                *y = make_floats(1, &size, 0);
  const tssa_value_t inputs[] = {
      tssa_value_from_bool(true), tssa_value_from_tensor(t),
      tssa_value_from_tensor(x), tssa_value_from_tensor(y)};
  tssa_value_t outputs[5];
  CHECK_EQ(tssaFunctionInvoke(f, program.call, inputs, 4, outputs, 5),
           TSSA_STATUS_OK);
  CHECK(outputs[0].tensor->storage != t->storage);
  CHECK(outputs[1].tensor->storage == y->storage);
  CHECK(outputs[2].tensor->storage != t->storage);
  CHECK(outputs[3].tensor->storage == x->storage);
  for (int i = 0; i < 5; ++i)
    tssa_value_release(&outputs[i]);
  tssa_tensor_release(t);
  tssa_tensor_release(x);
  tssa_tensor_release(y);
  program_destroy(&program);
}

int main(void) {
  for (int imperative = 1; imperative >= 0; --imperative) {
    a_view_is_written_and_returned(imperative);
    results_have_identity(imperative);
    results_have_origins(imperative);
    tensors_cross_the_boundary(imperative);
    a_write_is_a_snapshot(imperative);
    an_error_needs_to_be_reached(imperative);
    errors_pass_through_calls(imperative);
    bytes_are_reinterpreted(imperative);
  }
  a_part_stays_imperative();
  return CHECK_END();
}
