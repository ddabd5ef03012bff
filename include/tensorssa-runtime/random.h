// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers from a seed, the same on every machine, for inputs of tests and
// demonstrations. Not for cryptography, and not PyTorch's generator.

#ifndef TENSORSSA_RUNTIME_RANDOM_H
#define TENSORSSA_RUNTIME_RANDOM_H

#include "tensorssa-runtime/tensor.h"

TSSA_EXTERN_C_BEGIN

/// A generator (xoshiro256**, seeded through splitmix64). Plain data; copy it
/// to fork the sequence. One thread at a time.
typedef struct tssa_random_t {
  uint64_t state[4];
} tssa_random_t;

/// The generator of a seed; any seed is good.
TSSA_RT_API tssa_random_t tssa_random_create(uint64_t seed);

/// The next 64 bits.
TSSA_RT_API uint64_t tssa_random_next(tssa_random_t *random);

/// Uniform in [0, 1), a multiple of 2^-53.
TSSA_RT_API double tssa_random_unit(tssa_random_t *random);

/// Uniform in [low, high]; `low` if `high` is not above it. Without bias.
TSSA_RT_API int64_t tssa_random_integer(tssa_random_t *random, int64_t low,
                                        int64_t high);

/// Fills a CPU tensor in row-major order with numbers that are uniform between
/// `low` and `high`: floating point elements are low + u * (high - low),
/// rounded to the dtype; both parts of complex elements likewise; integers are
/// uniform over the integers in [low, high], clamped to what the dtype can
/// hold; booleans are true with probability one half, whatever the bounds.
/// INVALID_ARGUMENT for bounds that are not finite, not in order or (for
/// integers) without an integer between them, or for a read-only tensor;
/// UNSUPPORTED for other devices.
TSSA_RT_API tssa_status_t tssa_tensor_fill_random(tssa_tensor_t *tensor,
                                                  tssa_random_t *random,
                                                  double low, double high,
                                                  tssa_error_t *out_error);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_RANDOM_H
