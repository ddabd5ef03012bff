// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors, lists and what holds either: creation, references, copies. Storages
// are those of the runtime; their memory comes from the context.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

int64_t count_of(int64_t rank, const int64_t *sizes) {
  int64_t count = 1;
  for (int64_t i = 0; i < rank; ++i)
    if (sizes[i] < 0)
      return -1;
    else if (sizes[i] == 0)
      count = 0;
  for (int64_t i = 0; i < rank && count; ++i)
    if (__builtin_mul_overflow(count, sizes[i], &count))
      return -1;
  return count;
}

bool next_index(int64_t rank, const int64_t *sizes, int64_t *indices) {
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    if (++indices[dim] < sizes[dim])
      return true;
    indices[dim] = 0;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

tensor_t *tensor_over(interp_t *interp, tssa_storage_t *storage,
                      tssa_dtype_t dtype, int64_t rank, const int64_t *sizes,
                      const int64_t *strides, int64_t byte_offset) {
  size_t dims = (size_t)rank * sizeof(int64_t);
  tensor_t *tensor = malloc(sizeof *tensor + 2 * dims);
  if (!tensor) {
    fail_memory(interp, (int64_t)dims);
    return NULL;
  }
  memset(tensor, 0, sizeof *tensor);
  tensor->references = 1;
  tensor->storage = tssa_storage_retain(storage);
  tensor->dtype = dtype;
  tensor->rank = rank;
  tensor->byte_offset = byte_offset;
  tensor->sizes = (int64_t *)(void *)(tensor + 1);
  tensor->strides = tensor->sizes + rank;
  if (rank) {
    memcpy(tensor->sizes, sizes, dims);
    memcpy(tensor->strides, strides, dims);
  }
  return tensor;
}

tensor_t *tensor_create(interp_t *interp, tssa_dtype_t dtype, int64_t rank,
                        const int64_t *sizes) {
  int64_t count = count_of(rank, sizes), bytes;
  if (rank > TSSA_MAX_RANK || count < 0 ||
      __builtin_mul_overflow(count, tssa_dtype_size(dtype), &bytes)) {
    fail_memory(interp, -1);
    return NULL;
  }
  int64_t strides[TSSA_MAX_RANK];
  int64_t stride = 1;
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    // Of an empty shape the product of the others may be beyond all numbers.
    if (sizes[dim] > 1 && __builtin_mul_overflow(stride, sizes[dim], &stride))
      stride = INT64_MAX;
  }
  void *memory = tssa_rt_alloc(interp->context, bytes);
  tssa_storage_t *storage;
  if (!memory)
    return NULL;
  if (tssa_context_detach(interp->context, memory, &storage, NULL)) {
    fail_memory(interp, bytes);
    return NULL;
  }
  tensor_t *tensor =
      tensor_over(interp, storage, dtype, rank, sizes, strides, 0);
  tssa_storage_release(storage);
  return tensor;
}

tensor_t *tensor_retain(tensor_t *tensor) {
  if (tensor)
    tensor->references += 1;
  return tensor;
}

void tensor_release(tensor_t *tensor) {
  if (!tensor || --tensor->references)
    return;
  tensor_release(tensor->version);
  tssa_tensor_release(tensor->host);
  tssa_storage_release(tensor->storage);
  free(tensor);
}

int64_t tensor_count(const tensor_t *tensor) {
  return count_of(tensor->rank, tensor->sizes);
}

char *tensor_data(const tensor_t *tensor) {
  return (char *)tssa_storage_data(tensor->storage) + tensor->byte_offset;
}

char *tensor_element(const tensor_t *tensor, const int64_t *indices) {
  int64_t offset = 0;
  for (int64_t dim = 0; dim < tensor->rank; ++dim)
    offset += indices[dim] * tensor->strides[dim];
  return tensor_data(tensor) + offset * tssa_dtype_size(tensor->dtype);
}

bool same_sizes(const tensor_t *a, const tensor_t *b) {
  if (a->rank != b->rank)
    return false;
  for (int64_t dim = 0; dim < a->rank; ++dim)
    if (a->sizes[dim] != b->sizes[dim])
      return false;
  return true;
}

tensor_t *tensor_copy(interp_t *interp, const tensor_t *source) {
  tensor_t *copy =
      tensor_create(interp, source->dtype, source->rank, source->sizes);
  if (!copy || tensor_count(source) == 0)
    return copy;
  size_t size = (size_t)tssa_dtype_size(source->dtype);
  char *to = tensor_data(copy);
  int64_t indices[TSSA_MAX_RANK] = {0};
  do {
    move_elements(to, tensor_element(source, indices), size);
    to += size;
  } while (next_index(source->rank, source->sizes, indices));
  return copy;
}

void tensor_store(const tensor_t *ref, const tensor_t *value) {
  if (tensor_count(ref) == 0)
    return;
  size_t size = (size_t)tssa_dtype_size(ref->dtype);
  const char *from = tensor_data(value);
  int64_t indices[TSSA_MAX_RANK] = {0};
  do {
    move_elements(tensor_element(ref, indices), from, size);
    from += size;
  } while (next_index(ref->rank, ref->sizes, indices));
}

//===----------------------------------------------------------------------===//
// Lists and values
//===----------------------------------------------------------------------===//

list_t *list_create(interp_t *interp) {
  list_t *list = calloc(1, sizeof *list);
  if (!list) {
    fail_memory(interp, (int64_t)sizeof *list);
    return NULL;
  }
  list->references = 1;
  return list;
}

list_t *list_retain(list_t *list) {
  list->references += 1;
  return list;
}

void list_release(list_t *list) {
  if (!list || --list->references)
    return;
  for (int64_t i = 0; i < list->count; ++i)
    value_release(&list->items[i]);
  free(list->items);
  free(list);
}

bool list_insert(interp_t *interp, list_t *list, int64_t index, value_t value) {
  if (list->count == list->capacity) {
    int64_t capacity = list->capacity ? 2 * list->capacity : 8;
    value_t *items =
        realloc(list->items, (size_t)capacity * sizeof *list->items);
    if (!items) {
      fail_memory(interp, capacity * (int64_t)sizeof *list->items);
      return false;
    }
    list->items = items;
    list->capacity = capacity;
  }
  memmove(list->items + index + 1, list->items + index,
          (size_t)(list->count - index) * sizeof *list->items);
  list->items[index] = value;
  list->count += 1;
  return true;
}

value_t value_retain(value_t value) {
  if (value.kind == VALUE_TENSOR || value.kind == VALUE_REF)
    tensor_retain(value.tensor);
  else if (value.kind == VALUE_LIST)
    list_retain(value.list);
  return value;
}

void value_release(value_t *value) {
  if (value->kind == VALUE_TENSOR || value->kind == VALUE_REF)
    tensor_release(value->tensor);
  else if (value->kind == VALUE_LIST)
    list_release(value->list);
  value->kind = VALUE_NONE;
}

value_t value_of_scalar(scalar_t scalar) {
  value_t value;
  value.kind = scalar.poison ? VALUE_POISON : VALUE_SCALAR;
  value.scalar = scalar;
  return value;
}
