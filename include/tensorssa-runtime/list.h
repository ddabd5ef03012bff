// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists: mutable objects with identity, as in Python. An element is any value;
// the list holds a reference to each tensor and list in it.

#ifndef TENSORSSA_RUNTIME_LIST_H
#define TENSORSSA_RUNTIME_LIST_H

#include "tensorssa-runtime/context.h"
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

/// Tells the context of a list that a call uses; it holds a reference until it
/// is swept or reset.
TSSA_RT_API tssa_status_t tssa_context_add_list(tssa_context_t *context,
                                                tssa_list_t *list,
                                                tssa_error_t *out_error);

// -- Called by compiled code ------------------------------------------------
//
// An element is passed as words: of a tensor the descriptor (address that
// identifies the storage, address of its base, offset, sizes, strides; see
// `tssa_context_storage`), of a number or list one word. `dtype` and `rank` are
// those of a tensor, otherwise 0. Errors go to the context; indices are valid.

/// An empty list, which lives as long as the call unless it is retained. NULL
/// and an error if there is no memory.
TSSA_RT_API tssa_list_t *tssa_rt_list_create(tssa_context_t *context);

/// Number of elements.
TSSA_RT_API int64_t tssa_rt_list_length(const tssa_list_t *list);

/// Inserts an element before `index` (clamped as Python's `insert` does), or,
/// if `replace` is not 0, replaces the one there.
TSSA_RT_API void tssa_rt_list_put(tssa_context_t *context, tssa_list_t *list,
                                  int64_t index, int64_t replace, int64_t kind,
                                  int64_t dtype, int64_t rank,
                                  const int64_t *words);

/// What a word of `tssa_rt_list_take` holds at entry where anything fits.
#define TSSA_LIST_ANY INT64_MIN

/// Reads the element at `index` into `words`, and takes it out of the list if
/// `remove` is not 0. An error at `site`, whose message is what the error calls
/// the element (empty: "result 0"), if it is not of that kind, dtype and
/// rank, or of a tensor if a size or stride is not what its word holds at entry
/// (TSSA_LIST_ANY: any).
TSSA_RT_API void tssa_rt_list_take(tssa_context_t *context,
                                   const tssa_site_t *site, tssa_list_t *list,
                                   int64_t index, int64_t remove, int64_t kind,
                                   int64_t dtype, int64_t rank, int64_t *words);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_LIST_H
