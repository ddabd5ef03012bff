// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// .npy files: every dtype and layout there and back, and the exact bytes that
// NumPy writes.
//
// RUN: %test_bin/runtime-npy %t.npy

#include "tensorssa-runtime/npy.h"
#include "check.h"
#include "counting_allocator.h"
#include "tensorssa-runtime/random.h"

static const char *path;

static bool same_elements(const tssa_tensor_t *a, const tssa_tensor_t *b) {
  tssa_tensor_t *copy_a = NULL, *copy_b = NULL;
  bool same = a->dtype == b->dtype && a->dl.ndim == b->dl.ndim;
  for (int32_t d = 0; same && d < a->dl.ndim; ++d)
    same = a->dl.shape[d] == b->dl.shape[d];
  same = same && !tssa_tensor_clone(a, &copy_a, NULL) &&
         !tssa_tensor_clone(b, &copy_b, NULL) &&
         memcmp(copy_a->dl.data, copy_b->dl.data,
                (size_t)copy_a->storage_bytes) == 0;
  tssa_tensor_release(copy_a);
  tssa_tensor_release(copy_b);
  return same;
}

/// Writes and reads back a view of random elements.
static void roundtrip(tssa_dtype_t dtype, int64_t rank, const int64_t *sizes,
                      const int64_t *strides, int64_t offset) {
  tssa_storage_t *storage = NULL;
  tssa_tensor_t *all = NULL, *view = NULL, *read = NULL;
  int64_t whole[] = {256};
  tssa_random_t random = tssa_random_create((uint64_t)dtype);
  CHECK_EQ(tssa_tensor_create(NULL, dtype, 1, whole, &all, NULL), 0);
  CHECK_EQ(tssa_tensor_fill_random(all, &random, -100, 100, NULL), 0);
  storage = all->storage;
  CHECK_EQ(tssa_tensor_from_storage(storage, dtype, rank, sizes, strides,
                                    offset, &view, NULL),
           0);
  tssa_error_t error = {TSSA_STATUS_OK, ""};
  CHECK_EQ(tssa_npy_write(path, view, &error), 0);
  CHECK_TEXT(error.message, "");
  CHECK_EQ(tssa_npy_read(path, NULL, &read, &error), 0);
  CHECK_TEXT(error.message, "");
  if (read) {
    CHECK(same_elements(view, read));
    CHECK_EQ(read->storage_bytes,
             tssa_tensor_count(view) * tssa_dtype_size(dtype));
  }
  tssa_tensor_release(read);
  tssa_tensor_release(view);
  tssa_tensor_release(all);
}

static void every_dtype_and_layout(void) {
  int64_t sizes[] = {2, 3, 4}, row[] = {12, 4, 1}, column[] = {1, 2, 6};
  int64_t gaps[] = {40, -8, 3}, expanded[] = {0, 4, 1}, ones[] = {1, 1, 1};
  int64_t empty[] = {2, 0, 4}, ten[10] = {1, 2, 1, 2, 1, 2, 1, 1, 1, 2};
  for (int i = 0; i < TSSA_DTYPE_COUNT; ++i) {
    tssa_dtype_t dtype = (tssa_dtype_t)i;
    roundtrip(dtype, 3, sizes, row, 5);
    roundtrip(dtype, 3, sizes, column, 0);
    roundtrip(dtype, 3, sizes, gaps, 100);
    roundtrip(dtype, 3, sizes, expanded, 1);
    roundtrip(dtype, 3, ones, gaps, 2);
    roundtrip(dtype, 3, empty, NULL, 0);
    roundtrip(dtype, 1, sizes, row, 9);
    roundtrip(dtype, 0, NULL, NULL, 3);
    roundtrip(dtype, 10, ten, NULL, 0);
  }
}

static size_t read_file(char *out_bytes, size_t size) {
  FILE *file = fopen(path, "rb");
  if (!CHECK(file != NULL))
    return 0;
  size_t length = fread(out_bytes, 1, size, file);
  fclose(file);
  return length;
}

/// The header as numpy.save of NumPy 2 writes it, padded to 128 bytes.
static void check_header(const char *dictionary) {
  char bytes[256];
  size_t length = read_file(bytes, sizeof bytes);
  CHECK(length >= 128);
  CHECK(memcmp(bytes, "\x93NUMPY\x01\x00\x76\x00", 10) == 0);
  CHECK(memcmp(bytes + 10, dictionary, strlen(dictionary)) == 0);
  for (size_t i = 10 + strlen(dictionary); i < 127; ++i)
    CHECK(bytes[i] == ' ');
  CHECK(bytes[127] == '\n');
}

static void bytes_are_numpys(void) {
  float data[6] = {0, 1, 2, 3, 4, 5};
  int64_t sizes[] = {2, 3}, columns[] = {1, 2}, flat[] = {6};
  tssa_tensor_t *tensor = NULL, *read = NULL;
  CHECK_EQ(tssa_tensor_from_memory(NULL, data, sizeof data, TSSA_DTYPE_F32, 2,
                                   sizes, NULL, 0, NULL, NULL, &tensor, NULL),
           0);
  CHECK_EQ(tssa_npy_write(path, tensor, NULL), 0);
  check_header("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
  char bytes[256];
  CHECK_EQ(read_file(bytes, sizeof bytes), 128 + 24);
  CHECK(memcmp(bytes + 128, data, sizeof data) == 0);
  tssa_tensor_release(tensor);

  CHECK_EQ(tssa_tensor_from_memory(NULL, data, sizeof data, TSSA_DTYPE_F32, 2,
                                   sizes, columns, 0, NULL, NULL, &tensor,
                                   NULL),
           0);
  CHECK_EQ(tssa_npy_write(path, tensor, NULL), 0);
  check_header("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }");
  CHECK_EQ(tssa_npy_read(path, NULL, &read, NULL), 0);
  CHECK(read->dl.strides[0] == 1 && read->dl.strides[1] == 2);
  tssa_tensor_release(read);
  tssa_tensor_release(tensor);

  CHECK_EQ(tssa_tensor_from_memory(NULL, data, 6, TSSA_DTYPE_U8, 1, flat, NULL,
                                   0, NULL, NULL, &tensor, NULL),
           0);
  CHECK_EQ(tssa_npy_write(path, tensor, NULL), 0);
  check_header("{'descr': '|u1', 'fortran_order': False, 'shape': (6,), }");
  tssa_tensor_release(tensor);
  CHECK_EQ(tssa_tensor_from_memory(NULL, data, 4, TSSA_DTYPE_F32, 0, NULL, NULL,
                                   0, NULL, NULL, &tensor, NULL),
           0);
  CHECK_EQ(tssa_npy_write(path, tensor, NULL), 0);
  check_header("{'descr': '<f4', 'fortran_order': False, 'shape': (), }");
  tssa_tensor_release(tensor);
}

static void files_that_are_not_there(void) {
  tssa_tensor_t *tensor = NULL;
  tssa_error_t error;
  CHECK_EQ(tssa_npy_read("/does/not/exist.npy", NULL, &tensor, &error),
           TSSA_STATUS_IO);
  CHECK_TEXT(error.message,
             "/does/not/exist.npy: cannot open: No such file or directory");
  CHECK_EQ(tssa_npy_read("/", NULL, &tensor, &error), TSSA_STATUS_IO);
  CHECK_EQ(tssa_npy_read("/dev/null", NULL, &tensor, &error),
           TSSA_STATUS_MALFORMED);
  CHECK_TEXT(error.message, "/dev/null: expected 8 bytes of magic and version "
                            "but got 0");
  CHECK(tensor == NULL);
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_F32, 0, NULL, &tensor, NULL), 0);
  CHECK_EQ(tssa_npy_write("/does/not/exist.npy", tensor, &error),
           TSSA_STATUS_IO);
  CHECK_EQ(tssa_npy_write("/dev/full", tensor, &error), TSSA_STATUS_IO);
  CHECK_TEXT(error.message, "/dev/full: cannot write: No space left on device");
  tssa_tensor_release(tensor);
}

static void no_memory(void) {
  counting_allocator_t counting;
  tssa_device_t device = tssa_device_cpu_with(counting_allocator(&counting));
  int64_t allowed = 0;
  for (tssa_status_t status = TSSA_STATUS_INTERNAL; status; ++allowed) {
    tssa_tensor_t *tensor = NULL;
    counting.allowed = allowed;
    status = tssa_npy_read(path, &device, &tensor, NULL);
    CHECK(status == TSSA_STATUS_OK || status == TSSA_STATUS_OUT_OF_MEMORY);
    tssa_tensor_release(tensor);
    CHECK_EQ(counting.live, 0);
  }
  CHECK_EQ(allowed, 4);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  path = argv[1];
  every_dtype_and_layout();
  bytes_are_numpys();
  no_memory();
  files_that_are_not_there();
  return CHECK_END();
}
