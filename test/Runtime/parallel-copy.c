// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies by several threads leave what those by one thread leave, byte by byte,
// whatever the strides; large ones use the threads that they are given, small
// ones and those whose order matters do not; so do copies that calls make.
//
// RUN: %test_bin/runtime-parallel-copy

#include "check.h"
#include "tensorssa-runtime/context.h"
#include "tensorssa-runtime/host.h"
#include "tensorssa-runtime/parallel.h"
#include "tensorssa-runtime/tensor.h"

#include <stdlib.h>

/// Threads that count the loops that they run.
typedef struct counted_t {
  tssa_parallel_t threads;
  int64_t loops, pieces;
} counted_t;

static void run_counted(void *self, int64_t count, tssa_parallel_body_t body,
                        void *user) {
  counted_t *counted = self;
  ++counted->loops;
  counted->pieces += count;
  counted->threads.run(counted->threads.self, count, body, user);
}

/// One thread that goes from the last piece to the first.
static void run_backward(void *self, int64_t count, tssa_parallel_body_t body,
                         void *user) {
  (void)self;
  for (int64_t i = count; i-- > 0;)
    body(user, i, i + 1);
}

static tssa_pool_t *pool;
static counted_t counted, backward;

/// A tensor over `bytes` bytes of a pattern that `seed` decides.
static tssa_tensor_t *make(int64_t bytes, tssa_dtype_t dtype, int64_t rank,
                           const int64_t *sizes, const int64_t *strides,
                           int64_t offset, uint32_t seed) {
  tssa_storage_t *storage = NULL;
  tssa_tensor_t *tensor = NULL;
  CHECK_EQ(tssa_storage_create(NULL, bytes, &storage, NULL), TSSA_STATUS_OK);
  unsigned char *data = tssa_storage_data(storage);
  for (int64_t i = 0; i < bytes; ++i) {
    seed = seed * 1664525 + 1013904223;
    data[i] = (unsigned char)(seed >> 24);
  }
  CHECK_EQ(tssa_tensor_from_storage(storage, dtype, rank, sizes, strides,
                                    offset, &tensor, NULL),
           TSSA_STATUS_OK);
  tssa_storage_release(storage);
  return tensor;
}

/// A layout over a storage: which elements there are and where.
typedef struct layout_t {
  int64_t rank;
  int64_t sizes[5], strides[5], offset;
  /// Elements of the storage.
  int64_t elements;
} layout_t;

typedef struct case_t {
  layout_t source, destination;
  /// How many pieces the threads run; 0: the caller copies alone.
  int64_t pieces;
} case_t;

/// Of `float`s: 262,144 elements are a piece where they lie one after the
/// other, 16,384 where not.
static const case_t cases[] = {
    // Row-major: none, one, one piece, a little more, many.
    {{1, {0}, {1}, 0, 0}, {1, {0}, {1}, 0, 0}, 0},
    {{0, {0}, {0}, 3, 4}, {0, {0}, {0}, 1, 4}, 0},
    {{1, {262144}, {1}, 0, 262144}, {1, {262144}, {1}, 2, 262150}, 0},
    {{1, {262145}, {1}, 0, 262145}, {1, {262145}, {1}, 2, 262150}, 2},
    {{2, {1000, 777}, {777, 1}, 0, 777000},
     {2, {1000, 777}, {777, 1}, 5, 777010},
     3},
    // Transposed, to row-major and to transposed.
    {{2, {300, 200}, {1, 300}, 0, 60000},
     {2, {300, 200}, {200, 1}, 0, 60000},
     4},
    {{2, {300, 200}, {200, 1}, 0, 60000},
     {2, {300, 200}, {1, 300}, 0, 60000},
     4},
    // Every third column; the gaps stay as they are.
    {{2, {250, 100}, {100, 1}, 0, 25000},
     {2, {250, 100}, {301, 3}, 7, 75300},
     2},
    // Backward.
    {{1, {100000}, {1}, 0, 100000}, {1, {100000}, {-1}, 99999, 100000}, 7},
    {{1, {100000}, {-2}, 199999, 200000}, {1, {100000}, {1}, 0, 100000}, 7},
    // The source repeats itself.
    {{3, {50, 40, 30}, {0, 1, 0}, 0, 40},
     {3, {50, 40, 30}, {1200, 30, 1}, 0, 60000},
     4},
    // Many dimensions, some of one element.
    {{5, {7, 1, 11, 13, 17}, {1, 99, 7, 77, 1001}, 0, 17017},
     {5, {7, 1, 11, 13, 17}, {2431, 0, 221, 17, 1}, 0, 17017},
     2},
    // Exactly a piece; empty in the middle.
    {{2, {128, 128}, {1, 128}, 0, 16384},
     {2, {128, 128}, {128, 1}, 0, 16384},
     0},
    {{3, {100, 0, 5000}, {1, 1, 1}, 0, 10},
     {3, {100, 0, 5000}, {9, 9, 9}, 0, 10},
     0},
    // The destination repeats itself: the last element stays.
    {{2, {200, 200}, {200, 1}, 0, 40000}, {2, {200, 200}, {0, 1}, 0, 200}, 0},
    {{2, {20000, 3}, {3, 1}, 0, 60000}, {2, {20000, 3}, {1, 1}, 0, 20002}, 0},
};

static tssa_tensor_t *make_case(const layout_t *layout, tssa_dtype_t dtype,
                                uint32_t seed) {
  return make(layout->elements * tssa_dtype_size(dtype), dtype, layout->rank,
              layout->sizes, layout->strides, layout->offset, seed);
}

/// Copies by `threads` and by none; the bytes of both storages must be equal.
static void check_copy(const case_t *c, tssa_dtype_t dtype,
                       counted_t *threads) {
  tssa_parallel_t parallel = {threads, run_counted};
  tssa_tensor_t *source = make_case(&c->source, dtype, 1);
  tssa_tensor_t *expected = make_case(&c->destination, dtype, 2);
  tssa_tensor_t *got = make_case(&c->destination, dtype, 2);
  threads->loops = threads->pieces = 0;
  CHECK_EQ(tssa_tensor_copy(source, expected, NULL), TSSA_STATUS_OK);
  CHECK_EQ(tssa_tensor_copy_with(source, got, &parallel, NULL), TSSA_STATUS_OK);
  CHECK_EQ(got->storage_bytes, expected->storage_bytes);
  CHECK(memcmp(got->storage_data, expected->storage_data,
               (size_t)got->storage_bytes) == 0);
  if (dtype == TSSA_DTYPE_F32) {
    CHECK_EQ(threads->loops, c->pieces != 0);
    CHECK_EQ(threads->pieces, c->pieces);
  }
  // Clones too.
  tssa_tensor_t *plain = NULL, *clone = NULL;
  CHECK_EQ(tssa_tensor_clone(source, &plain, NULL), TSSA_STATUS_OK);
  CHECK_EQ(tssa_tensor_clone_with(source, &parallel, &clone, NULL),
           TSSA_STATUS_OK);
  CHECK_EQ(clone->storage_bytes, plain->storage_bytes);
  CHECK(tssa_tensor_is_row_major(clone));
  CHECK(memcmp(clone->storage_data, plain->storage_data,
               (size_t)clone->storage_bytes) == 0);
  tssa_tensor_release(clone);
  tssa_tensor_release(plain);
  tssa_tensor_release(got);
  tssa_tensor_release(expected);
  tssa_tensor_release(source);
}

static void copies_equal_those_of_one_thread(void) {
  static const tssa_dtype_t dtypes[] = {TSSA_DTYPE_F32, TSSA_DTYPE_BOOL,
                                        TSSA_DTYPE_BF16, TSSA_DTYPE_I64,
                                        TSSA_DTYPE_C128};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; ++d) {
      check_copy(&cases[i], dtypes[d], &counted);
      check_copy(&cases[i], dtypes[d], &backward);
    }
}

static void what_is_refused_is_refused(void) {
  const int64_t sizes[] = {300000}, one[] = {1};
  tssa_parallel_t parallel = {&counted, run_counted};
  tssa_tensor_t *whole = make(1200004, TSSA_DTYPE_F32, 1, sizes, one, 0, 1);
  tssa_tensor_t *shifted = NULL;
  CHECK_EQ(tssa_tensor_from_storage(whole->storage, TSSA_DTYPE_F32, 1, sizes,
                                    one, 1, &shifted, NULL),
           TSSA_STATUS_OK);
  counted.loops = 0;
  tssa_error_t error;
  CHECK_EQ(tssa_tensor_copy_with(whole, shifted, &parallel, &error),
           TSSA_STATUS_OVERLAP);
  CHECK_TEXT(error.message, "expected source and destination not to overlap");
  tssa_tensor_t *clone = NULL;
  CHECK_EQ(tssa_tensor_clone(whole, &clone, NULL), TSSA_STATUS_OK);
  tssa_tensor_set_read_only(clone, true);
  CHECK_EQ(tssa_tensor_copy_with(whole, clone, &parallel, &error),
           TSSA_STATUS_INVALID_ARGUMENT);
  CHECK_EQ(counted.loops, 0);
  tssa_tensor_release(clone);
  tssa_tensor_release(shifted);
  tssa_tensor_release(whole);
}

//===----------------------------------------------------------------------===//
// In calls
//===----------------------------------------------------------------------===//

static void a_call_grows_a_storage(void) {
  const int64_t sizes[] = {600000};
  tssa_parallel_t parallel = {&counted, run_counted};
  for (int with = 0; with < 2; ++with) {
    tssa_context_t *context = NULL;
    CHECK_EQ(tssa_context_create(NULL, &context, NULL), TSSA_STATUS_OK);
    tssa_context_set_parallel(context, with ? &parallel : NULL);
    tssa_tensor_t *tensor = make(2400000, TSSA_DTYPE_F32, 1, sizes, NULL, 0, 3);
    tssa_tensor_t *before = NULL;
    CHECK_EQ(tssa_tensor_clone(tensor, &before, NULL), TSSA_STATUS_OK);
    void *key = tensor->storage_data;
    CHECK_EQ(tssa_context_add_storage(context, key, tensor->storage, NULL),
             TSSA_STATUS_OK);
    static const tssa_site_t site = {TSSA_STATUS_UNSUPPORTED, 0, "op", "", ""};
    counted.loops = counted.pieces = 0;
    tssa_rt_grow_storage(context, &site, key, 0, 800000, 4);
    CHECK_EQ(tssa_context_status(context), TSSA_STATUS_OK);
    CHECK_EQ(counted.loops, with);
    CHECK_EQ(counted.pieces, with ? 3 : 0);
    CHECK_EQ(tensor->storage_bytes, 3200000);
    CHECK(memcmp(tensor->storage_data, before->storage_data, 2400000) == 0);
    const char *added = (const char *)tensor->storage_data + 2400000;
    int64_t wrong = 0;
    for (int64_t i = 0; i < 800000; ++i)
      wrong += added[i] != 0;
    CHECK_EQ(wrong, 0);
    tssa_tensor_release(before);
    tssa_context_destroy(context);
    tssa_tensor_release(tensor);
  }
}

/// Gives its tensor, which others hold: the program gets a copy. It uses the
/// threads of the call itself.
static tssa_status_t give(void *user, tssa_context_t *context,
                          const tssa_value_t *inputs, int64_t num_inputs,
                          tssa_value_t *outputs, int64_t num_outputs,
                          tssa_error_t *out_error) {
  (void)inputs, (void)num_inputs, (void)num_outputs, (void)out_error;
  const tssa_parallel_t *parallel = tssa_context_parallel(context);
  CHECK(parallel && parallel->self == &counted);
  outputs[0] = tssa_value_from_tensor(tssa_tensor_retain(user));
  return TSSA_STATUS_OK;
}

static void a_call_copies_what_the_host_gives(void) {
  const int64_t sizes[] = {300, 400}, strides[] = {1, 300};
  tssa_parallel_t parallel = {&counted, run_counted};
  tssa_tensor_t *tensor = make(480000, TSSA_DTYPE_F32, 2, sizes, strides, 0, 4);
  tssa_context_t *context = NULL;
  CHECK_EQ(tssa_context_create(NULL, &context, NULL), TSSA_STATUS_OK);
  tssa_context_set_parallel(context, &parallel);
  CHECK_EQ(tssa_context_add_function(context, "give", give, tensor, NULL),
           TSSA_STATUS_OK);
  counted.loops = counted.pieces = 0;
  const int64_t origin = TSSA_ORIGIN_FRESH;
  tssa_value_t output;
  CHECK_EQ(
      tssa_context_call(context, "give", NULL, 0, &origin, &output, 1, NULL),
      TSSA_STATUS_OK);
  CHECK_EQ(counted.loops, 1);
  CHECK_EQ(counted.pieces, 8);
  tssa_tensor_t *expected = NULL;
  CHECK_EQ(tssa_tensor_clone(tensor, &expected, NULL), TSSA_STATUS_OK);
  if (CHECK(output.kind == TSSA_VALUE_TENSOR && output.tensor != tensor))
    CHECK(memcmp(output.tensor->storage_data, expected->storage_data, 480000) ==
          0);
  tssa_value_release(&output);
  tssa_tensor_release(expected);
  tssa_context_destroy(context);
  tssa_tensor_release(tensor);
}

int main(void) {
  CHECK_EQ(tssa_pool_create(NULL, 4, &pool, NULL), TSSA_STATUS_OK);
  counted.threads = tssa_pool_parallel(pool);
  backward.threads = (tssa_parallel_t){NULL, run_backward};
  copies_equal_those_of_one_thread();
  what_is_refused_is_refused();
  a_call_grows_a_storage();
  a_call_copies_what_the_host_gives();
  tssa_pool_destroy(pool);
  return CHECK_END();
}
