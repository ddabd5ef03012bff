// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every header of the runtime starts from: export and language markers,
// the limits that hold everywhere, and the version.
//
// Rules that hold for the whole library, said once:
//  * C11, libc only. Nothing is done at load time: no thread, no allocation.
//  * Functions that can fail return a `tssa_status_t`; outputs come last, are
//    named `out_x` and are written only on success. The very last parameter may
//    be a `tssa_error_t *out_error`: it may be NULL, and is written on failure
//    only.
//  * `create`, `retain`, `from_` and `detach` hand a reference to the caller,
//    who gives it back with the matching `release` or `destroy`; every other
//    pointer that a function returns stays the library's. `release` and
//    `destroy` accept NULL and return nothing.
//  * Pointers must not be NULL unless the declaration says so.
//  * Sizes, strides and offsets are `int64_t`. Strides count elements, offsets
//    say in their name what they count, sizes of memory are bytes.
//  * Reference counts are atomic. Apart from that an object may be used by one
//    thread at a time, or by several that only read it.
//  * Nothing here ever aborts, exits or writes to the standard streams.

#ifndef TENSORSSA_RUNTIME_API_H
#define TENSORSSA_RUNTIME_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define TSSA_EXTERN_C_BEGIN extern "C" {
#define TSSA_EXTERN_C_END }
#else
#define TSSA_EXTERN_C_BEGIN
#define TSSA_EXTERN_C_END
#endif

#if defined(__GNUC__)
#define TSSA_RT_API __attribute__((visibility("default")))
#else
#define TSSA_RT_API
#endif

/// The highest number of dimensions of a tensor.
#define TSSA_MAX_RANK 64

/// The largest memory size in bytes that any function accepts. Far beyond any
/// address space, and small enough that sums of a few sizes cannot overflow.
#define TSSA_MAX_BYTES (INT64_MAX / 8)

/// Alignment in bytes of all memory that the runtime allocates.
#define TSSA_ALIGNMENT 64

/// Version of these headers; `tssa_runtime_version` has that of the library.
#define TSSA_RUNTIME_VERSION_MAJOR 0
#define TSSA_RUNTIME_VERSION_MINOR 1

TSSA_EXTERN_C_BEGIN

/// Version of the library that is loaded: major * 1000 + minor. Compare with
/// the macros above to find a header and a library that do not fit.
TSSA_RT_API int32_t tssa_runtime_version(void);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_API_H
