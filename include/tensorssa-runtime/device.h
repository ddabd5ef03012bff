// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where memory comes from. An allocator is two functions that a host may
// supply; a device says which memory it hands out and how bytes get to and from
// it. The CPU is the device that is built in.

#ifndef TENSORSSA_RUNTIME_DEVICE_H
#define TENSORSSA_RUNTIME_DEVICE_H

#include "tensorssa-runtime/dlpack.h"
#include "tensorssa-runtime/status.h"

TSSA_EXTERN_C_BEGIN

/// A source of memory. Copied by value into whatever uses it, so the struct
/// itself may be temporary; `self` must outlive all memory that came from it.
/// The functions may be called from any thread in which the host uses the
/// runtime.
typedef struct tssa_allocator_t {
  void *self;
  /// Returns at least `bytes` (never 0) bytes whose address is a multiple of
  /// `alignment` (a power of two), or NULL if there are none. Contents are
  /// arbitrary.
  void *(*alloc)(void *self, size_t bytes, size_t alignment);
  /// Takes back `memory`, which `alloc` returned for this very `bytes`. Never
  /// called with NULL.
  void (*free)(void *self, void *memory, size_t bytes);
} tssa_allocator_t;

/// The allocator over libc's aligned_alloc and free.
TSSA_RT_API tssa_allocator_t tssa_allocator_system(void);

typedef struct tssa_device_t tssa_device_t;

/// A device. Must outlive every storage on it. Zero-filled fields are invalid
/// but for `self`.
struct tssa_device_t {
  /// Type and number in DLPack's terms.
  DLDevice id;
  /// For messages, such as "cpu".
  const char *name;
  void *self;
  /// Source of the small structs that describe storages and tensors, always in
  /// host memory.
  tssa_allocator_t host;
  /// Source of the elements, in the device's memory.
  tssa_allocator_t memory;
  /// Copies `bytes` bytes between two pieces of memory that do not overlap, of
  /// which at least one is on `device` and the other on it or on the CPU.
  /// `destination_id` and `source_id` say which is where. Returns when the
  /// bytes have arrived.
  tssa_status_t (*copy)(const tssa_device_t *device, DLDevice destination_id,
                        void *destination, DLDevice source_id,
                        const void *source, int64_t bytes);
};

/// The CPU with the system allocator. Static, never destroyed.
TSSA_RT_API const tssa_device_t *tssa_device_cpu(void);

/// A CPU device with the host's own allocator.
TSSA_RT_API tssa_device_t tssa_device_cpu_with(tssa_allocator_t allocator);

/// Copies `bytes` bytes (0 allowed, then the addresses may be NULL) from one
/// device's memory to another's. At least one of the two must be a CPU or both
/// the same device, otherwise the status is UNSUPPORTED. The ranges must not
/// overlap.
TSSA_RT_API tssa_status_t tssa_device_copy(const tssa_device_t *destination_on,
                                           void *destination,
                                           const tssa_device_t *source_on,
                                           const void *source, int64_t bytes);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_DEVICE_H
