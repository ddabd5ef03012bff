// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of objects that a context knows.

#include "objects.h"
#include "internal.h"

#include <string.h>

enum { FIRST_ROOM = 16 };

static int64_t slot_of(const void *key, int64_t room) {
  // Addresses are multiples of the alignment; the multiplication spreads them.
  uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15);
  return (int64_t)(hash >> 32) & (room - 1);
}

static void place(tssa_objects_t *objects, tssa_object_t object) {
  int64_t at = slot_of(object.key, objects->room);
  while (objects->slots[at].key)
    at = (at + 1) & (objects->room - 1);
  objects->slots[at] = object;
}

static tssa_status_t grow(tssa_objects_t *objects,
                          const tssa_allocator_t *allocator,
                          tssa_error_t *out_error) {
  tssa_objects_t larger = {NULL, objects->room ? 2 * objects->room : FIRST_ROOM,
                           objects->count};
  size_t bytes = (size_t)larger.room * sizeof *larger.slots;
  larger.slots = allocator->alloc(allocator->self, bytes, TSSA_ALIGNMENT);
  if (!larger.slots)
    return tssa_error_memory(out_error, (int64_t)bytes);
  memset(larger.slots, 0, bytes);
  for (int64_t i = 0; i < objects->room; ++i)
    if (objects->slots[i].key)
      place(&larger, objects->slots[i]);
  if (objects->slots)
    allocator->free(allocator->self, objects->slots,
                    (size_t)objects->room * sizeof *objects->slots);
  *objects = larger;
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_objects_reserve(tssa_objects_t *objects,
                                   const tssa_allocator_t *allocator,
                                   tssa_error_t *out_error) {
  return 2 * objects->count < objects->room
             ? TSSA_STATUS_OK
             : grow(objects, allocator, out_error);
}

tssa_status_t tssa_objects_add(tssa_objects_t *objects,
                               const tssa_allocator_t *allocator,
                               tssa_object_t object, tssa_error_t *out_error) {
  tssa_status_t status = tssa_objects_reserve(objects, allocator, out_error);
  if (status)
    return status;
  place(objects, object);
  objects->count += 1;
  return TSSA_STATUS_OK;
}

const tssa_object_t *tssa_objects_find(const tssa_objects_t *objects,
                                       const void *key) {
  if (!objects->room)
    return NULL;
  int64_t at = slot_of(key, objects->room);
  for (; objects->slots[at].key; at = (at + 1) & (objects->room - 1))
    if (objects->slots[at].key == key)
      return &objects->slots[at];
  return NULL;
}

void tssa_objects_clear(tssa_objects_t *objects,
                        const tssa_allocator_t *allocator) {
  for (int64_t i = 0; i < objects->room; ++i) {
    if (objects->slots[i].storage)
      tssa_storage_end_use(objects->slots[i].storage);
    tssa_storage_release(objects->slots[i].storage);
    tssa_list_release(objects->slots[i].list);
  }
  if (objects->slots)
    allocator->free(allocator->self, objects->slots,
                    (size_t)objects->room * sizeof *objects->slots);
  memset(objects, 0, sizeof *objects);
}
