// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists: mutable objects with identity, as in Python. An element is any value;
// the list holds a reference to each tensor and list in it.

#ifndef TENSORSSA_RUNTIME_LIST_H
#define TENSORSSA_RUNTIME_LIST_H

#include "tensorssa-runtime/value.h"

TSSA_EXTERN_C_BEGIN

/// An empty list with memory from `allocator` (NULL: the system's). The caller
/// owns the reference.
TSSA_RT_API tssa_status_t tssa_list_create(const tssa_allocator_t *allocator,
                                           tssa_list_t **out_list,
                                           tssa_error_t *out_error);

/// One reference more; returns its argument. NULL gives NULL.
TSSA_RT_API tssa_list_t *tssa_list_retain(tssa_list_t *list);

/// One reference less; with the last one the elements are released and the list
/// goes. NULL is allowed. Lists that contain each other in a circle never go.
TSSA_RT_API void tssa_list_release(tssa_list_t *list);

/// Number of elements.
TSSA_RT_API int64_t tssa_list_length(const tssa_list_t *list);

/// The element at `index`, which counts from the end where negative. The list
/// keeps its reference: retain the value to keep it beyond the next change.
TSSA_RT_API tssa_status_t tssa_list_get(const tssa_list_t *list, int64_t index,
                                        tssa_value_t *out_value,
                                        tssa_error_t *out_error);

/// Replaces the element at `index`, which counts from the end where negative.
/// The list takes a reference of its own to `value`.
TSSA_RT_API tssa_status_t tssa_list_set(tssa_list_t *list, int64_t index,
                                        tssa_value_t value,
                                        tssa_error_t *out_error);

/// Inserts before `index`, clamped as Python's `insert` does: the list's length
/// appends. The list takes a reference of its own to `value`.
TSSA_RT_API tssa_status_t tssa_list_insert(tssa_list_t *list, int64_t index,
                                           tssa_value_t value,
                                           tssa_error_t *out_error);

/// Inserts at the end.
TSSA_RT_API tssa_status_t tssa_list_append(tssa_list_t *list,
                                           tssa_value_t value,
                                           tssa_error_t *out_error);

/// Takes the element at `index`, which counts from the end where negative, out
/// of the list; its reference goes to the caller.
TSSA_RT_API tssa_status_t tssa_list_pop(tssa_list_t *list, int64_t index,
                                        tssa_value_t *out_value,
                                        tssa_error_t *out_error);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_LIST_H
