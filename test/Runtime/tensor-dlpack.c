// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors to DLPack and back, and DLPack structs as others make them.
//
// RUN: %test_bin/runtime-tensor-dlpack

#include "check.h"
#include "tensorssa-runtime/tensor.h"

static int deleted;

static void count_deletion(DLManagedTensor *self) {
  (void)self;
  ++deleted;
}

static void count_versioned_deletion(DLManagedTensorVersioned *self) {
  (void)self;
  ++deleted;
}

static void there_and_back(void) {
  int64_t sizes[] = {2, 3};
  tssa_tensor_t *tensor = NULL, *back = NULL;
  DLManagedTensor *managed = NULL;
  DLManagedTensorVersioned *versioned = NULL;
  CHECK_EQ(tssa_tensor_create(NULL, TSSA_DTYPE_BF16, 2, sizes, &tensor, NULL),
           TSSA_STATUS_OK);
  tssa_storage_t *storage = tssa_storage_retain(tensor->storage);
  CHECK_EQ(tssa_tensor_to_dlpack(tensor, &managed, NULL), TSSA_STATUS_OK);
  CHECK(managed->dl_tensor.data == tensor->dl.data);
  CHECK_EQ(managed->dl_tensor.dtype.code, kDLBfloat);
  CHECK_EQ(managed->dl_tensor.strides[0], 3);
  CHECK_EQ(tssa_tensor_from_dlpack(NULL, managed, &back, NULL), TSSA_STATUS_OK);
  CHECK(back->dl.data == tensor->dl.data && back->storage_bytes == 12);
  tssa_tensor_release(tensor);
  CHECK_EQ(tssa_storage_references(storage), 2);
  tssa_tensor_set_read_only(back, true);
  CHECK_EQ(tssa_tensor_to_dlpack(back, &managed, NULL),
           TSSA_STATUS_UNSUPPORTED);
  CHECK_EQ(tssa_tensor_to_dlpack_versioned(back, &versioned, NULL),
           TSSA_STATUS_OK);
  CHECK_EQ(versioned->flags, DLPACK_FLAG_BITMASK_READ_ONLY);
  tssa_tensor_release(back);
  CHECK_EQ(tssa_tensor_from_dlpack_versioned(NULL, versioned, &back, NULL),
           TSSA_STATUS_OK);
  CHECK_EQ(back->flags, TSSA_TENSOR_READ_ONLY);
  tssa_tensor_release(back);
  CHECK_EQ(tssa_storage_references(storage), 1);
  tssa_storage_release(storage);
}

/// Null strides, a byte offset, negative strides: all become a storage that
/// spans exactly the elements.
static void foreign_forms(void) {
  int32_t data[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int64_t sizes[] = {2, 3}, strides[] = {-3, 1};
  DLManagedTensor managed = {
      {data, {kDLCPU, 0}, 2, {kDLInt, 32, 1}, sizes, NULL, 8},
      NULL,
      count_deletion};
  tssa_tensor_t *tensor = NULL;
  int64_t at[] = {1, 2};
  deleted = 0;
  CHECK_EQ(tssa_tensor_from_dlpack(NULL, &managed, &tensor, NULL),
           TSSA_STATUS_OK);
  CHECK(tensor->storage_data == &data[2] && tensor->storage_bytes == 24);
  CHECK_EQ(*(int32_t *)tssa_tensor_element(tensor, at), 7);
  tssa_tensor_release(tensor);
  CHECK_EQ(deleted, 1);

  managed.dl_tensor.strides = strides;
  managed.dl_tensor.byte_offset = 16;
  CHECK_EQ(tssa_tensor_from_dlpack(NULL, &managed, &tensor, NULL),
           TSSA_STATUS_OK);
  CHECK(tensor->storage_data == &data[1] && tensor->storage_bytes == 24);
  CHECK_EQ(tssa_tensor_byte_offset(tensor), 12);
  CHECK_EQ(*(int32_t *)tssa_tensor_element(tensor, at), 3);
  tssa_tensor_release(tensor);
  CHECK_EQ(deleted, 2);

  // An empty tensor without data, and no deleter.
  int64_t empty[] = {0, 3};
  DLManagedTensor nothing = {
      {NULL, {kDLCPU, 0}, 2, {kDLInt, 32, 1}, empty, NULL, 0}, NULL, NULL};
  CHECK_EQ(tssa_tensor_from_dlpack(NULL, &nothing, &tensor, NULL),
           TSSA_STATUS_OK);
  CHECK_EQ(tssa_tensor_count(tensor), 0);
  tssa_tensor_release(tensor);
}

static tssa_status_t refuse(DLTensor dl, char *out_message) {
  DLManagedTensor managed = {dl, NULL, count_deletion};
  tssa_tensor_t *tensor = NULL;
  tssa_error_t error = {TSSA_STATUS_OK, ""};
  tssa_status_t status =
      tssa_tensor_from_dlpack(NULL, &managed, &tensor, &error);
  CHECK(tensor == NULL);
  strcpy(out_message, error.message);
  return status;
}

static void refused_structs_stay_the_callers(void) {
  char message[TSSA_ERROR_MESSAGE_SIZE];
  int32_t data[8] = {0};
  int64_t sizes[] = {2, 3}, negative[] = {2, -3};
  int64_t wild[] = {INT64_MAX, INT64_MAX}, large[] = {INT64_MAX / 8, 1};
  DLTensor good = {data, {kDLCPU, 0}, 2, {kDLInt, 32, 1}, sizes, NULL, 0};
  deleted = 0;
  DLTensor bad = good;
  bad.device.device_type = kDLCUDA;
  CHECK_EQ(refuse(bad, message), TSSA_STATUS_UNSUPPORTED);
  CHECK_TEXT(message, "expected device to be 1:0 but got 2:0");
  bad = good;
  bad.dtype.lanes = 4;
  CHECK_EQ(refuse(bad, message), TSSA_STATUS_UNSUPPORTED);
  CHECK_TEXT(message, "unsupported DLPack type: code 0, 32 bits, 4 lanes");
  bad = good;
  bad.shape = NULL;
  CHECK_EQ(refuse(bad, message), TSSA_STATUS_MALFORMED);
  bad = good;
  bad.shape = negative;
  CHECK_EQ(refuse(bad, message), TSSA_STATUS_INVALID_ARGUMENT);
  bad = good;
  bad.ndim = -1;
  CHECK_EQ(refuse(bad, message), TSSA_STATUS_INVALID_ARGUMENT);
  bad = good;
  bad.strides = wild;
  CHECK_EQ(refuse(bad, message), TSSA_STATUS_MALFORMED);
  bad.strides = large;
  CHECK_EQ(refuse(bad, message), TSSA_STATUS_MALFORMED);
  bad = good;
  bad.data = NULL;
  CHECK_EQ(refuse(bad, message), TSSA_STATUS_MALFORMED);
  CHECK_TEXT(message, "expected 24 bytes of data but got a null pointer");
  DLManagedTensorVersioned versioned = {
      {2, 0}, NULL, count_versioned_deletion, 0, good};
  tssa_tensor_t *tensor = NULL;
  tssa_error_t error;
  CHECK_EQ(tssa_tensor_from_dlpack_versioned(NULL, &versioned, &tensor, &error),
           TSSA_STATUS_UNSUPPORTED);
  CHECK_TEXT(error.message, "expected DLPack major version to be 1 but got 2");
  CHECK_EQ(deleted, 0);
  versioned.version.major = 1;
  versioned.version.minor = 7;
  CHECK_EQ(tssa_tensor_from_dlpack_versioned(NULL, &versioned, &tensor, NULL),
           TSSA_STATUS_OK);
  tssa_tensor_release(tensor);
  CHECK_EQ(deleted, 1);
}

int main(void) {
  there_and_back();
  foreign_forms();
  refused_structs_stay_the_callers();
  return CHECK_END();
}
