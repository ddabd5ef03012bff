// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An allocator for tests: counts what is live, can be told to fail, and checks
// that sizes at release are those at allocation.

#ifndef TENSORSSA_TEST_SUPPORT_COUNTING_ALLOCATOR_H
#define TENSORSSA_TEST_SUPPORT_COUNTING_ALLOCATOR_H

#include "tensorssa-runtime/device.h"

#include <stdlib.h>
#include <string.h>

typedef struct counting_allocator_t {
  /// Allocations that still succeed; negative: all.
  int64_t allowed;
  int64_t live;
  int64_t live_bytes;
} counting_allocator_t;

static inline void *counting_alloc(void *self, size_t bytes, size_t alignment) {
  counting_allocator_t *counting = self;
  if (counting->allowed == 0 || bytes == 0 || bytes > SIZE_MAX / 2)
    return NULL;
  if (counting->allowed > 0)
    --counting->allowed;
  void *memory =
      aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (memory) {
    // Whoever relies on zeros shall notice.
    memset(memory, 0xa5, bytes);
    ++counting->live;
    counting->live_bytes += (int64_t)bytes;
  }
  return memory;
}

static inline void counting_free(void *self, void *memory, size_t bytes) {
  counting_allocator_t *counting = self;
  --counting->live;
  counting->live_bytes -= (int64_t)bytes;
  free(memory);
}

static inline tssa_allocator_t
counting_allocator(counting_allocator_t *counting) {
  counting->allowed = -1;
  counting->live = 0;
  counting->live_bytes = 0;
  tssa_allocator_t allocator = {counting, counting_alloc, counting_free};
  return allocator;
}

#endif // TENSORSSA_TEST_SUPPORT_COUNTING_ALLOCATOR_H
