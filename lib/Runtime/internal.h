// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime's sources share and hosts do not see: making errors,
// counting bytes without overflow, walking elements.

#ifndef TENSORSSA_LIB_RUNTIME_INTERNAL_H
#define TENSORSSA_LIB_RUNTIME_INTERNAL_H

#include "tensorssa-runtime/context.h"
#include "tensorssa-runtime/tensor.h"

#if defined(__GNUC__)
#define TSSA_PRINTF(format_at, values_at)                                      \
  __attribute__((format(printf, format_at, values_at)))
#else
#define TSSA_PRINTF(format_at, values_at)
#endif

/// Fills `*out_error` (may be NULL) and returns `status`, so that a function
/// can fail in one statement.
tssa_status_t tssa_error_make(tssa_error_t *out_error, tssa_status_t status,
                              const char *format, ...) TSSA_PRINTF(3, 4);

/// OUT_OF_MEMORY for an allocation of `bytes`.
tssa_status_t tssa_error_memory(tssa_error_t *out_error, int64_t bytes);

/// `*product = a * b` for a, b >= 0; false if that exceeds TSSA_MAX_BYTES.
bool tssa_size_multiply(int64_t a, int64_t b, int64_t *product);

/// INVALID_ARGUMENT unless `rank` is one and all sizes are at least 0, and
/// their product times `item_size` a memory size, which goes to `*out_bytes`.
tssa_status_t tssa_shape_check(int64_t rank, const int64_t *sizes,
                               int64_t item_size, int64_t *out_bytes,
                               tssa_error_t *out_error);

/// UNSUPPORTED unless the tensor's elements can be reached by the CPU.
tssa_status_t tssa_tensor_require_cpu(const tssa_tensor_t *tensor,
                                      tssa_error_t *out_error);

/// Records an error of the op at `site`.
void tssa_fail_at(tssa_context_t *context, const tssa_site_t *site,
                  tssa_status_t status, const char *message);

/// Walks the elements of a tensor in row-major order.
typedef struct tssa_walk_t {
  const tssa_tensor_t *tensor;
  int64_t item_size;
  int64_t left;
  char *at;
  int64_t index[TSSA_MAX_RANK];
} tssa_walk_t;

tssa_walk_t tssa_walk_begin(const tssa_tensor_t *tensor);

/// Address of the next element, NULL after the last one.
void *tssa_walk_next(tssa_walk_t *walk);

#endif // TENSORSSA_LIB_RUNTIME_INTERNAL_H
