// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a context knows besides its allocations: storages by the address that
// compiled code has of them, and the lists that a call made. A hash table with
// open addressing; a key is never removed but by emptying the table.

#ifndef TENSORSSA_LIB_RUNTIME_OBJECTS_H
#define TENSORSSA_LIB_RUNTIME_OBJECTS_H

#include "tensorssa-runtime/list.h"

/// A list or, with another key than its own address, a storage; or the address
/// that a storage has since it grew, with the key that it goes by as `name`.
typedef struct tssa_object_t {
  const void *key;
  tssa_storage_t *storage;
  tssa_list_t *list;
  const void *name;
} tssa_object_t;

typedef struct tssa_objects_t {
  tssa_object_t *slots;
  /// 0 or a power of two.
  int64_t room;
  int64_t count;
} tssa_objects_t;

/// Makes room, so that the next addition does not fail.
tssa_status_t tssa_objects_reserve(tssa_objects_t *objects,
                                   const tssa_allocator_t *allocator,
                                   tssa_error_t *out_error);

/// Adds `object`, whose key is not there yet; the references in it go to the
/// table. OUT_OF_MEMORY leaves them to the caller.
tssa_status_t tssa_objects_add(tssa_objects_t *objects,
                               const tssa_allocator_t *allocator,
                               tssa_object_t object, tssa_error_t *out_error);

/// NULL if there is none.
const tssa_object_t *tssa_objects_find(const tssa_objects_t *objects,
                                       const void *key);

/// Drops all references and the memory.
void tssa_objects_clear(tssa_objects_t *objects,
                        const tssa_allocator_t *allocator);

#endif // TENSORSSA_LIB_RUNTIME_OBJECTS_H
