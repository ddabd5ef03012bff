// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storages: alloc, read, write, sizes, versions of roots, results.

#include "compute.h"
#include "symbolic.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// A storage of its own that holds `value`, laid out as the type of the result
/// says; row-major where it says nothing.
static flow_t run_alloc(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *value = use_tensor(interp, frame, node, 0);
  if (!value)
    return FLOW_ERROR;
  const type_t *type = result_type(frame, node, 0);
  bool open = !type->strides || type->rank != value->rank;
  for (int64_t i = 0; !open && i < type->rank; ++i)
    open = type->strides[i] == DYNAMIC;
  if (open)
    return give_ref(interp, frame, node, 0, tensor_copy(interp, value));

  // Elements of a static layout reach from `low` to `high`.
  int64_t low = 0, high = 0, reach;
  int64_t offset = type->offset == DYNAMIC ? 0 : type->offset;
  bool fits = offset >= 0;
  for (int64_t i = 0; i < type->rank && tensor_count(value); ++i) {
    fits &= !__builtin_mul_overflow(value->sizes[i] - 1, type->strides[i],
                                    &reach) &&
            !__builtin_add_overflow(reach < 0 ? low : high, reach,
                                    reach < 0 ? &low : &high);
  }
  int64_t elements;
  fits &= !__builtin_add_overflow(high, offset, &elements) &&
          !__builtin_add_overflow(elements, 1, &elements);
  if (!fits || offset + low < 0)
    return fail(interp, node, TSSA_STATUS_SHAPE_MISMATCH,
                "expected the layout to keep all elements inside a storage");
  tensor_t *storage = tensor_create(interp, value->dtype, 1, &elements);
  if (!storage)
    return FLOW_ERROR;
  memset(tensor_data(storage), 0,
         (size_t)(elements * tssa_dtype_size(value->dtype)));
  tensor_t *ref = tensor_over(interp, storage->storage, value->dtype,
                              value->rank, value->sizes, type->strides,
                              offset * tssa_dtype_size(value->dtype));
  tensor_release(storage);
  if (ref)
    tensor_store(ref, value);
  return give_ref(interp, frame, node, 0, ref);
}

static flow_t run_read(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *ref = use_ref(interp, frame, node, 0);
  if (!ref)
    return FLOW_ERROR;
  return give_tensor(interp, frame, node, 0, tensor_copy(interp, ref));
}

static flow_t run_write(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *value = use_tensor(interp, frame, node, 0);
  tensor_t *ref = value ? use_ref(interp, frame, node, 1) : NULL;
  if (!ref)
    return FLOW_ERROR;
  if (value->dtype != ref->dtype || value->rank != ref->rank)
    return fail(interp, node, TSSA_STATUS_SHAPE_MISMATCH,
                "expected the value to have the ref's rank and element type");
  // As the checks say that `tssa-insert-checks` puts before a write.
  for (int64_t i = 0; i < ref->rank; ++i)
    if (value->sizes[i] != ref->sizes[i]) {
      char what[64];
      snprintf(what, sizeof what, "the size of dimension %" PRId64, i);
      return fail_equal(interp, node, ref->sizes[i], value->sizes[i], what);
    }
  if (ref->read_only)
    return fail(interp, node, TSSA_STATUS_INVALID_ARGUMENT,
                "expected the written tensor to be writable but it is "
                "read-only");
  tensor_store(ref, value);
  return FLOW_NEXT;
}

static flow_t run_dim(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *ref = use_ref(interp, frame, node, 0);
  if (!ref)
    return FLOW_ERROR;
  int64_t dim = get_int_attribute(node, "dim", -1);
  if (dim < 0 || dim >= ref->rank)
    return fail(interp, node, TSSA_STATUS_OUT_OF_RANGE,
                "expected the dimension to be in [0, %" PRId64
                ") but got %" PRId64,
                ref->rank, dim);
  return give_index(interp, frame, node, 0, ref->sizes[dim]);
}

/// The storage moves; every tensor over it asks it for its memory.
static flow_t run_grow_storage(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *ref = use_ref(interp, frame, node, 0);
  int64_t count;
  if (!ref || !use_int(interp, frame, node, 1, &count))
    return FLOW_ERROR;
  int64_t size = tssa_dtype_size(ref->dtype), bytes;
  int64_t first = tensor_count(ref) ? ref->byte_offset : 0;
  if (count < 0)
    return fail(interp, node, TSSA_STATUS_OUT_OF_RANGE,
                "expected the number of elements to be 0 or more but got "
                "%" PRId64,
                count);
  tssa_error_t error;
  if (__builtin_mul_overflow(count, size, &bytes) ||
      __builtin_add_overflow(bytes, first, &bytes) || bytes > TSSA_MAX_BYTES) {
    if (symbolic_run)
      symbolic_refuse_growth();
    return fail(interp, node, TSSA_STATUS_OUT_OF_MEMORY,
                "cannot allocate memory: the size overflows");
  }
  tssa_status_t status = symbolic_run
                             ? symbolic_grow(ref->storage, bytes, &error)
                             : tssa_storage_grow(ref->storage, bytes, &error);
  if (status)
    return fail(interp, node, status, "%s", error.message);
  return give_index(interp, frame, node, 0, first / size);
}

/// A root's newest version; before the first update, what its storage holds.
static flow_t run_current(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *root = use_ref(interp, frame, node, 0);
  if (!root)
    return FLOW_ERROR;
  tensor_t *version =
      root->version ? tensor_retain(root->version) : tensor_copy(interp, root);
  return give_tensor(interp, frame, node, 0, version);
}

static flow_t run_update(interp_t *interp, frame_t *frame, node_t *node) {
  tensor_t *version = use_tensor(interp, frame, node, 0);
  tensor_t *root = version ? use_ref(interp, frame, node, 1) : NULL;
  if (!root)
    return FLOW_ERROR;
  tensor_retain(version);
  tensor_release(root->version);
  root->version = version;
  return FLOW_NEXT;
}

const op_entry_t core_ops[] = {
    {"tssa.alloc", run_alloc, 0},
    {"tssa.read", run_read, 0},
    {"tssa.write", run_write, 0},
    {"tssa.dim", run_dim, 0},
    {"tssa.grow_storage", run_grow_storage, 0},
    {"tssa.current", run_current, 0},
    {"tssa.update", run_update, 0},
    {"tssa.materialize_result", run_alloc, 0},
    {NULL, NULL, 0},
};
