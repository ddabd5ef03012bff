// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the CPU of this process can do, as far as compiled programs ask: they
// hold code for one or several levels of x86-64, and the best one that runs
// here is called.

#ifndef TENSORSSA_RUNTIME_CPU_H
#define TENSORSSA_RUNTIME_CPU_H

#include "tensorssa-runtime/api.h"

TSSA_EXTERN_C_BEGIN

/// Names of sets of features, from the least to the most: "x86-64" (none of
/// those below), "x86-64-v2", "x86-64-v3" and "x86-64-v4", as the psABI of
/// x86-64 has them. NULL for an index that is none. Static memory.
TSSA_RT_API const char *tssa_cpu_level_name(int64_t index);

/// The features of a level, a bit each. 0 for an index that is none.
TSSA_RT_API uint64_t tssa_cpu_level_features(int64_t index);

/// The name of the feature at a bit, as LLVM has it, such as "avx2". NULL for a
/// bit that is none. The bits are part of the ABI: new ones come at the end.
TSSA_RT_API const char *tssa_cpu_feature_name(int64_t bit);

/// The features of this CPU that the operating system lets programs use, a bit
/// each. Where the environment variable TENSORSSA_CPU names a level, those
/// above it are left out; it is read once. 0 where the architecture is another
/// one.
TSSA_RT_API uint64_t tssa_cpu_features(void);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_CPU_H
