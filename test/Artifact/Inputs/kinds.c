// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls every function of kinds.mlir through the header that came with it.

#include "kinds.h"

#include "check.h"

static tssa_context_t *context;

static tssa_tensor_t *floats(int64_t rank, const int64_t *sizes,
                             const int64_t *strides, int64_t offset,
                             float *data, int64_t bytes) {
  tssa_tensor_t *tensor = NULL;
  CHECK_EQ(tssa_tensor_from_memory(NULL, data, bytes, TSSA_DTYPE_F32, rank,
                                   sizes, strides, offset, NULL, NULL, &tensor,
                                   NULL),
           TSSA_STATUS_OK);
  return tensor;
}

/// Whether the last call ended with an error whose text holds this.
static void check_error(tssa_status_t status, tssa_status_t expected,
                        const char *part) {
  tssa_error_t error;
  CHECK_EQ(status, expected);
  CHECK_EQ(tssa_context_error(context, &error), expected);
  if (!CHECK(strstr(error.message, part) != NULL))
    printf("  %s\n", error.message);
}

static void check_add_row(void) {
  float data[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const int64_t sizes[] = {3, 4}, other_sizes[] = {4, 3};
  tssa_tensor_t *x = floats(2, sizes, NULL, 0, data, sizeof data);
  tssa_tensor_t *y = floats(2, other_sizes, NULL, 0, data, sizeof data);
  tssa_tensor_t *row = NULL;
  CHECK_EQ(kinds_add_row(context, x, -1, 0.5, &row), TSSA_STATUS_OK);
  CHECK(row->storage == x->storage);
  CHECK(row->dl.data == data + 8);
  CHECK(data[7] == 7 && data[8] == 8.5f && data[11] == 11.5f);
  tssa_tensor_release(row);

  row = x;
  check_error(kinds_add_row(context, x, 3, 0.5, &row), TSSA_STATUS_OUT_OF_RANGE,
              "kinds.mlir:4:8: 'tssa.check_index' op: expected index to be in "
              "[-3, 3) but got 3");
  CHECK(row == NULL);
  check_error(kinds_add_row(context, y, 0, 0.5, &row),
              TSSA_STATUS_SHAPE_MISMATCH,
              "'add_row': argument 0: expected the size of dimension 1 to be 4 "
              "but got 3");
  check_error(kinds_add_row(context, NULL, 0, 0.5, &row),
              TSSA_STATUS_INVALID_ARGUMENT, "expected a tensor but got NULL");
  tssa_tensor_set_read_only(x, true);
  check_error(kinds_add_row(context, x, 0, 0.5, &row),
              TSSA_STATUS_INVALID_ARGUMENT, "read-only");
  CHECK(data[0] == 0);
  tssa_tensor_release(x);
  tssa_tensor_release(y);
}

static void check_narrow(void) {
  bool truth;
  int8_t i8;
  int16_t i16;
  int32_t i32;
  float f32;
  double f64;
  CHECK_EQ(kinds_narrow(context, false, -3, -300, -300000, 0.25f, 1e300, &truth,
                        &i8, &i16, &i32, &f32, &f64),
           TSSA_STATUS_OK);
  CHECK(truth);
  CHECK_EQ(i8, -6);
  CHECK_EQ(i16, -600);
  CHECK_EQ(i32, -600000);
  CHECK(f32 == 0.5f && f64 == 2e300);
  CHECK_EQ(kinds_narrow(context, true, INT8_MAX, 1, 1, 1, 1, &truth, &i8, &i16,
                        &i32, &f32, &f64),
           TSSA_STATUS_OK);
  CHECK(!truth);
  CHECK_EQ(i8, -2);
}

static void check_layout(void) {
  float data[7] = {0, 1, 2, 3, 4, 5, 6};
  const int64_t sizes[] = {2, 2}, strides[] = {1, 2};
  tssa_tensor_t *x = floats(2, sizes, strides, 3, data, sizeof data), *copy;
  tssa_tensor_t *y = floats(2, sizes, NULL, 3, data, sizeof data);
  CHECK_EQ(kinds_layout(context, x, &copy), TSSA_STATUS_OK);
  const int64_t index[] = {1, 0};
  CHECK(*(float *)tssa_tensor_element(copy, index) == 4);
  tssa_tensor_release(copy);
  check_error(kinds_layout(context, y, &copy), TSSA_STATUS_SHAPE_MISMATCH,
              "expected the stride of dimension 0 to be 1 but got 2");
  tssa_tensor_release(x);
  tssa_tensor_release(y);
}

static void check_list(void) {
  float data[3] = {1, 2, 3};
  const int64_t size = 3;
  tssa_tensor_t *x = floats(1, &size, NULL, 0, data, sizeof data);
  tssa_list_t *list, *same = NULL;
  CHECK_EQ(tssa_list_create(NULL, &list, NULL), TSSA_STATUS_OK);
  CHECK_EQ(tssa_list_append(list, tssa_value_from_tensor(x), NULL),
           TSSA_STATUS_OK);
  CHECK_EQ(kinds_of_list(context, list, 0, &same), TSSA_STATUS_OK);
  CHECK(same == list);
  CHECK(data[0] == 2 && data[2] == 6);
  tssa_list_release(same);
  tssa_list_release(list);
  tssa_tensor_release(x);
}

static tssa_status_t next(void *user, tssa_context_t *call,
                          const tssa_value_t *inputs, int64_t num_inputs,
                          tssa_value_t *outputs, int64_t num_outputs,
                          tssa_error_t *out_error) {
  (void)user, (void)call, (void)num_inputs, (void)num_outputs, (void)out_error;
  outputs[0] = tssa_value_from_int(inputs[0].i64 + 1);
  return TSSA_STATUS_OK;
}

static void check_host(void) {
  int64_t number = 7;
  check_error(kinds_count(context, 41, &number), TSSA_STATUS_UNSUPPORTED,
              "next");
  CHECK_EQ(number, 0);
  CHECK_EQ(tssa_context_add_function(context, "next", next, NULL, NULL),
           TSSA_STATUS_OK);
  CHECK_EQ(kinds_count(context, 41, &number), TSSA_STATUS_OK);
  CHECK_EQ(number, 42);
}

/// The program as data says the same as the header.
static void check_program(void) {
  CHECK_EQ(tssa_program_check(&kinds_program, NULL, NULL), TSSA_STATUS_OK);
  CHECK_EQ(kinds_program.num_functions, 5);
  const tssa_function_t *count = tssa_program_function(&kinds_program, "count");
  if (!CHECK(count != NULL))
    return;
  CHECK_TEXT(count->inputs[0].text, "i64");
  tssa_value_t input = tssa_value_from_int(1), output;
  CHECK_EQ(tssa_function_invoke(count, context, &input, 1, &output, 1),
           TSSA_STATUS_OK);
  CHECK_EQ(output.i64, 2);
}

int main(void) {
  CHECK_EQ(tssa_context_create(NULL, &context, NULL), TSSA_STATUS_OK);
  check_add_row();
  check_narrow();
  check_layout();
  check_list();
  check_host();
  check_program();
  CHECK_EQ(tssa_context_allocations(context), 0);
  tssa_context_destroy(context);
  return CHECK_END();
}
