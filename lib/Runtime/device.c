// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The system allocator and the CPU device.

#include "tensorssa-runtime/device.h"

#include <stdlib.h>
#include <string.h>

static void *system_alloc(void *self, size_t bytes, size_t alignment) {
  (void)self;
  // aligned_alloc wants a multiple of the alignment.
  if (bytes > SIZE_MAX - alignment)
    return NULL;
  return aligned_alloc(alignment, (bytes + alignment - 1) & ~(alignment - 1));
}

static void system_free(void *self, void *memory, size_t bytes) {
  (void)self;
  (void)bytes;
  free(memory);
}

static tssa_status_t cpu_copy(const tssa_device_t *device,
                              DLDevice destination_id, void *destination,
                              DLDevice source_id, const void *source,
                              int64_t bytes) {
  (void)device;
  if (destination_id.device_type != kDLCPU || source_id.device_type != kDLCPU)
    return TSSA_STATUS_UNSUPPORTED;
  memcpy(destination, source, (size_t)bytes);
  return TSSA_STATUS_OK;
}

#define SYSTEM_ALLOCATOR {NULL, system_alloc, system_free}

tssa_allocator_t tssa_allocator_system(void) {
  tssa_allocator_t allocator = SYSTEM_ALLOCATOR;
  return allocator;
}

const tssa_device_t *tssa_device_cpu(void) {
  static const tssa_device_t cpu = {
      {kDLCPU, 0}, "cpu", NULL, SYSTEM_ALLOCATOR, SYSTEM_ALLOCATOR, cpu_copy};
  return &cpu;
}

tssa_device_t tssa_device_cpu_with(tssa_allocator_t allocator) {
  tssa_device_t device = *tssa_device_cpu();
  device.host = allocator;
  device.memory = allocator;
  return device;
}

tssa_status_t tssa_device_copy(const tssa_device_t *destination_on,
                               void *destination,
                               const tssa_device_t *source_on,
                               const void *source, int64_t bytes) {
  if (bytes < 0 || bytes > TSSA_MAX_BYTES)
    return TSSA_STATUS_INVALID_ARGUMENT;
  if (bytes == 0)
    return TSSA_STATUS_OK;
  bool same = destination_on->id.device_type == source_on->id.device_type &&
              destination_on->id.device_id == source_on->id.device_id;
  // The side that is not the CPU knows how.
  const tssa_device_t *mover = destination_on;
  if (!same && destination_on->id.device_type == kDLCPU)
    mover = source_on;
  else if (!same && source_on->id.device_type != kDLCPU)
    return TSSA_STATUS_UNSUPPORTED;
  return mover->copy(mover, destination_on->id, destination, source_on->id,
                     source, bytes);
}
