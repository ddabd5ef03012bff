// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A storage is one piece of memory on one device with a reference count.
// Tensors are sizes and strides over a storage; two tensors alias if they have
// the same one.

#ifndef TENSORSSA_RUNTIME_STORAGE_H
#define TENSORSSA_RUNTIME_STORAGE_H

#include "tensorssa-runtime/device.h"

TSSA_EXTERN_C_BEGIN

/// Opaque; reference counted, from any thread.
typedef struct tssa_storage_t tssa_storage_t;

/// Called once when the last reference to wrapped memory goes. `user` is what
/// the wrapper was given.
typedef void (*tssa_deleter_t)(void *user, void *data, int64_t bytes);

/// Allocates a storage of `bytes` bytes (0 allowed: its address is unique all
/// the same) on `device` (NULL: the CPU). Contents are arbitrary. The caller
/// owns the reference.
TSSA_RT_API tssa_status_t tssa_storage_create(const tssa_device_t *device,
                                              int64_t bytes,
                                              tssa_storage_t **out_storage,
                                              tssa_error_t *out_error);

/// Wraps memory that someone else allocated on `device` (NULL: the CPU). `data`
/// may be NULL if `bytes` is 0. `deleter` may be NULL: then the memory must
/// outlive the storage. On failure the deleter is not called and the memory
/// stays the caller's.
TSSA_RT_API tssa_status_t tssa_storage_from_memory(const tssa_device_t *device,
                                                   void *data, int64_t bytes,
                                                   tssa_deleter_t deleter,
                                                   void *user,
                                                   tssa_storage_t **out_storage,
                                                   tssa_error_t *out_error);

/// Makes room for at least `bytes` bytes; does nothing if there is. What the
/// storage holds keeps its place in it, what is new is 0. The memory may move:
/// tensors over the storage have the new addresses when this returns, all
/// others are invalid. No other thread may use the storage or its tensors
/// meanwhile. UNSUPPORTED if the storage cannot grow: its memory was wrapped, a
/// tensor of it is out by DLPack, or a call is using it. On failure nothing
/// changes.
TSSA_RT_API tssa_status_t tssa_storage_grow(tssa_storage_t *storage,
                                            int64_t bytes,
                                            tssa_error_t *out_error);

/// One reference more; returns its argument. NULL gives NULL.
TSSA_RT_API tssa_storage_t *tssa_storage_retain(tssa_storage_t *storage);

/// One reference less; with the last one the memory goes. NULL is allowed.
TSSA_RT_API void tssa_storage_release(tssa_storage_t *storage);

/// Address of the memory; where there are no bytes it may be any, NULL too.
TSSA_RT_API void *tssa_storage_data(const tssa_storage_t *storage);
/// An address that no other storage has: that of the memory, or, where there
/// are no bytes, one that nothing is to be read from.
TSSA_RT_API const void *tssa_storage_key(const tssa_storage_t *storage);

/// Size of the memory.
TSSA_RT_API int64_t tssa_storage_bytes(const tssa_storage_t *storage);

/// The device that the memory is on; not owned.
TSSA_RT_API const tssa_device_t *
tssa_storage_device(const tssa_storage_t *storage);

/// Number of references at this moment. Useful to tests only.
TSSA_RT_API int64_t tssa_storage_references(const tssa_storage_t *storage);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_STORAGE_H
