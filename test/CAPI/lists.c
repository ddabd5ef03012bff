// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists in compiled code: they come in, change, and go out with their identity;
// elements keep theirs.
//
// RUN: %test_bin/capi-lists

#include "counting_allocator.h"
#include "program.h"
#include "tensorssa-runtime/list.h"

static const int64_t at0[] = {0};

static tssa_value_t call(program_t *program, tssa_value_t *inputs,
                         intptr_t count, tssa_status_t expected) {
  tssa_value_t output = {TSSA_VALUE_NONE, {0}};
  CHECK_EQ(tssaFunctionInvoke(program_get(program, "f"), program->call, inputs,
                              count, &output, 1),
           expected);
  return output;
}

/// rows.append(x[i]) in a loop, then a write through an element.
static void rows_are_collected(void) {
  program_t program = program_create(
      "func.func @f(%x: !tssa.ref<?x2xf32>, %k: index)"
      "    -> !tssa.list<!tssa.ref<2xf32>> {\n"
      "  %c0 = arith.constant 0 : index\n"
      "  %c1 = arith.constant 1 : index\n"
      "  %n = tssa.dim %x, 0 : !tssa.ref<?x2xf32>\n"
      "  %l = tssa.list_create : () -> !tssa.list<!tssa.ref<2xf32>>\n"
      "  scf.for %i = %c0 to %n step %c1 {\n"
      "    %j = tssa.check_index %i, %n\n"
      "    %row = view.of #view.select<0, ?> %x[%j]"
      "      : !tssa.ref<?x2xf32> -> !tssa.ref<2xf32>\n"
      "    tssa.list_append %row, %l"
      "      : !tssa.ref<2xf32>, !tssa.list<!tssa.ref<2xf32>>\n"
      "  }\n"
      "  %v = arith.constant dense<-1.0> : tensor<2xf32>\n"
      "  %fresh = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>\n"
      "  tssa.list_insert %fresh, %l[%c0]"
      "    : !tssa.ref<2xf32>, !tssa.list<!tssa.ref<2xf32>>\n"
      "  %e = tssa.list_get %l[%k]"
      "    : !tssa.list<!tssa.ref<2xf32>> -> !tssa.ref<2xf32>\n"
      "  tssa.write %v, %e : !tssa.ref<2xf32>\n"
      "  return %l : !tssa.list<!tssa.ref<2xf32>>\n"
      "}\n",
      true);
  const int64_t sizes[] = {3, 2};
  tssa_tensor_t *x = make_floats(2, sizes, 0);
  tssa_value_t inputs[] = {tssa_value_from_tensor(x), tssa_value_from_int(-1)};
  tssa_value_t output = call(&program, inputs, 2, TSSA_STATUS_OK);
  CHECK_EQ(output.kind, TSSA_VALUE_LIST);
  CHECK_EQ(tssa_list_length(output.list), 4);
  tssa_value_t element;
  CHECK_EQ(tssa_list_get(output.list, 0, &element, NULL), TSSA_STATUS_OK);
  CHECK(element.tensor->storage != x->storage);
  CHECK(get_float(element.tensor, at0) == -1);
  CHECK_EQ(tssa_list_get(output.list, 3, &element, NULL), TSSA_STATUS_OK);
  CHECK(element.tensor->storage == x->storage);
  const int64_t last[] = {2, 1}, before[] = {1, 1};
  CHECK(get_float(x, last) == -1 && get_float(x, before) == 3);
  tssa_value_release(&output);

  inputs[1] = tssa_value_from_int(4);
  call(&program, inputs, 2, TSSA_STATUS_OUT_OF_RANGE);
  tssa_error_t error;
  tssa_context_error(program.call, &error);
  CHECK(strstr(error.message, "'tssa.list_get' op: expected index to be in "
                              "[-4, 4) but got 4"));
  CHECK_EQ(tssa_context_allocations(program.call), 0);
  tssa_tensor_release(x);
  program_destroy(&program);
}

/// A list of numbers that the host made is changed in place and returned.
static void a_list_keeps_its_identity(void) {
  program_t program = program_create(
      "func.func @f(%l: !tssa.list<i64>, %v: i64) -> !tssa.list<i64> {\n"
      "  %c0 = arith.constant 0 : index\n"
      "  %m1 = arith.constant -1 : index\n"
      "  %a = tssa.list_pop %l[%m1] : !tssa.list<i64> -> i64\n"
      "  %b = arith.addi %a, %v : i64\n"
      "  tssa.list_set %b, %l[%c0] : i64, !tssa.list<i64>\n"
      "  return %l : !tssa.list<i64>\n"
      "}\n",
      true);
  tssa_list_t *list = NULL;
  CHECK_EQ(tssa_list_create(NULL, &list, NULL), TSSA_STATUS_OK);
  for (int64_t i = 1; i < 4; ++i)
    CHECK_EQ(tssa_list_append(list, tssa_value_from_int(i * 100), NULL),
             TSSA_STATUS_OK);
  tssa_value_t inputs[] = {tssa_value_from_list(list), tssa_value_from_int(7)};
  tssa_value_t output = call(&program, inputs, 2, TSSA_STATUS_OK);
  CHECK(output.list == list);
  CHECK_EQ(tssa_list_length(list), 2);
  tssa_value_t element;
  CHECK_EQ(tssa_list_get(list, 0, &element, NULL), TSSA_STATUS_OK);
  CHECK_EQ(element.i64, 307);
  tssa_value_release(&output);

  // An element of another kind is an error, and a missing list is refused.
  CHECK_EQ(tssa_list_append(list, tssa_value_from_float(1), NULL),
           TSSA_STATUS_OK);
  call(&program, inputs, 2, TSSA_STATUS_INVALID_ARGUMENT);
  inputs[0] = tssa_value_from_list(NULL);
  call(&program, inputs, 2, TSSA_STATUS_INVALID_ARGUMENT);
  tssa_list_release(list);
  program_destroy(&program);
}

/// Refs of any rank: what comes out must have the rank and sizes that the
/// reader states.
static void elements_are_checked(void) {
  program_t program = program_create(
      "func.func @f(%l: !tssa.list<!tssa.any_ref>) -> !tssa.ref<?x3xf32> {\n"
      "  %c0 = arith.constant 0 : index\n"
      "  %e = tssa.list_get %l[%c0]"
      "    : !tssa.list<!tssa.any_ref> -> !tssa.ref<?x3xf32>\n"
      "  return %e : !tssa.ref<?x3xf32>\n"
      "}\n",
      true);
  const int64_t good[] = {2, 3}, bad[] = {2, 4};
  tssa_tensor_t *tensors[] = {make_floats(2, good, 5), make_floats(2, bad, 0),
                              make_floats(1, good, 0)};
  tssa_status_t expected[] = {TSSA_STATUS_OK, TSSA_STATUS_SHAPE_MISMATCH,
                              TSSA_STATUS_SHAPE_MISMATCH};
  for (int i = 0; i < 3; ++i) {
    tssa_list_t *list = NULL;
    CHECK_EQ(tssa_list_create(NULL, &list, NULL), TSSA_STATUS_OK);
    CHECK_EQ(tssa_list_append(list, tssa_value_from_tensor(tensors[i]), NULL),
             TSSA_STATUS_OK);
    tssa_value_t input = tssa_value_from_list(list);
    tssa_value_t output = call(&program, &input, 1, expected[i]);
    if (!expected[i])
      CHECK(output.tensor->storage == tensors[i]->storage);
    tssa_value_release(&output);
    tssa_list_release(list);
    tssa_tensor_release(tensors[i]);
  }
  program_destroy(&program);
}

/// Lists of lists of fresh storages, of which some are taken out again, some go
/// out and some are dropped: nothing is left, wherever memory ends or an error
/// leaves the function.
static void nothing_leaks(void) {
  program_t program = program_create(
      "!row = !tssa.ref<2xf32>\n"
      "!rows = !tssa.list<!row>\n"
      "func.func @f(%n: index, %k: index) -> !tssa.list<!rows> {\n"
      "  %c0 = arith.constant 0 : index\n"
      "  %c1 = arith.constant 1 : index\n"
      "  %l = tssa.list_create : () -> !tssa.list<!rows>\n"
      "  %v = arith.constant dense<1.0> : tensor<2xf32>\n"
      "  scf.for %i = %c0 to %n step %c1 {\n"
      "    %m = tssa.list_create : () -> !rows\n"
      "    %a = tssa.alloc %v : tensor<2xf32> -> !row\n"
      "    %b = tssa.alloc %v : tensor<2xf32> -> !row\n"
      "    tssa.list_append %a, %m : !row, !rows\n"
      "    tssa.list_append %b, %m : !row, !rows\n"
      "    %p = tssa.list_pop %m[%c0] : !rows -> !row\n"
      "    tssa.list_append %m, %l : !rows, !tssa.list<!rows>\n"
      "    %q = tssa.list_get %l[%c0] : !tssa.list<!rows> -> !rows\n"
      "    tssa.list_append %p, %q : !row, !rows\n"
      "  }\n"
      "  %d = tssa.list_pop %l[%k] : !tssa.list<!rows> -> !rows\n"
      "  return %l : !tssa.list<!rows>\n"
      "}\n",
      true);
  counting_allocator_t counting;
  tssa_allocator_t allocator = counting_allocator(&counting);
  tssa_context_t *context = NULL;
  CHECK_EQ(tssa_context_create(&allocator, &context, NULL), TSSA_STATUS_OK);
  int64_t own = counting.live, failures = 0;
  for (int64_t k = 0; k < 5; k += 4)
    for (int64_t allowed = 0; allowed < 24; ++allowed) {
      tssa_value_t inputs[] = {tssa_value_from_int(3), tssa_value_from_int(k)};
      tssa_value_t output = {TSSA_VALUE_NONE, {0}};
      counting.allowed = allowed;
      tssa_status_t status = tssaFunctionInvoke(program_get(&program, "f"),
                                                context, inputs, 2, &output, 1);
      failures += status != TSSA_STATUS_OK;
      if (!status) {
        CHECK_EQ(tssa_list_length(output.list), 2);
        CHECK(counting.live > own);
      } else {
        CHECK(status == TSSA_STATUS_OUT_OF_MEMORY ||
              (k == 4 && status == TSSA_STATUS_OUT_OF_RANGE));
      }
      tssa_value_release(&output);
      tssa_context_reset(context);
      CHECK_EQ(counting.live, own);
    }
  CHECK(failures > 24 && failures < 48);
  tssa_context_destroy(context);
  CHECK_EQ(counting.live, 0);
  program_destroy(&program);
}

/// An element that is written must be one that may be, and must not be the
/// memory of a value.
static void written_elements_are_checked(void) {
  program_t program = program_create(
      "func.func @f(%l: !tssa.list<!tssa.ref<2xf32>>, %v: tensor<2xf32>)"
      "    -> index {\n"
      "  %c0 = arith.constant 0 : index\n"
      "  %e = tssa.list_get %l[%c0]"
      "    : !tssa.list<!tssa.ref<2xf32>> -> !tssa.ref<2xf32>\n"
      "  tssa.write %v, %e : !tssa.ref<2xf32>\n"
      "  return %c0 : index\n"
      "}\n"
      "func.func @g(%l: !tssa.list<!tssa.ref<2xf32>>) -> index {\n"
      "  %c0 = arith.constant 0 : index\n"
      "  %e = tssa.list_pop %l[%c0]"
      "    : !tssa.list<!tssa.ref<2xf32>> -> !tssa.ref<2xf32>\n"
      "  return %c0 : index\n"
      "}\n",
      true);
  const int64_t sizes[] = {2};
  tssa_tensor_t *x = make_floats(1, sizes, 0), *y = make_floats(1, sizes, 5);
  tssa_list_t *list = NULL;
  CHECK_EQ(tssa_list_create(NULL, &list, NULL), TSSA_STATUS_OK);
  CHECK_EQ(tssa_list_append(list, tssa_value_from_tensor(x), NULL),
           TSSA_STATUS_OK);
  tssa_value_t inputs[] = {tssa_value_from_list(list),
                           tssa_value_from_tensor(y)};
  call(&program, inputs, 2, TSSA_STATUS_OK);
  CHECK(get_float(x, at0) == 5);
  inputs[1] = tssa_value_from_tensor(x);
  call(&program, inputs, 2, TSSA_STATUS_OVERLAP);
  inputs[1] = tssa_value_from_tensor(y);
  tssa_tensor_set_read_only(x, true);
  call(&program, inputs, 2, TSSA_STATUS_INVALID_ARGUMENT);
  // Taking it out of the list does not write it.
  tssa_value_t output = {TSSA_VALUE_NONE, {0}};
  CHECK_EQ(tssaFunctionInvoke(program_get(&program, "g"), program.call, inputs,
                              1, &output, 1),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_list_length(list), 0);
  tssa_list_release(list);
  tssa_tensor_release(x);
  tssa_tensor_release(y);
  program_destroy(&program);
}

int main(void) {
  rows_are_collected();
  a_list_keeps_its_identity();
  elements_are_checked();
  nothing_leaks();
  written_elements_are_checked();
  return CHECK_END();
}
