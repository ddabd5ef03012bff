// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between f16 or bf16, given as their 16 bits, and float or double.
// To the short types they round once, to nearest, ties to even; NaN stays NaN
// (quiet), values too large become infinity, subnormals are kept. To float
// every value is exact.
//
// The library also defines `__truncsfbf2` and `__truncdfbf2`, weakly, which
// compilers call to make a bf16 and which libgcc before 13 lacks.

#ifndef TENSORSSA_RUNTIME_HALF_H
#define TENSORSSA_RUNTIME_HALF_H

#include "tensorssa-runtime/api.h"

TSSA_EXTERN_C_BEGIN

/// f16 to float, and float or double to f16.
TSSA_RT_API float tssa_f16_to_f32(uint16_t bits);
TSSA_RT_API uint16_t tssa_f16_from_f32(float value);
TSSA_RT_API uint16_t tssa_f16_from_f64(double value);

/// bf16 to float, and float or double to bf16.
TSSA_RT_API float tssa_bf16_to_f32(uint16_t bits);
TSSA_RT_API uint16_t tssa_bf16_from_f32(float value);
TSSA_RT_API uint16_t tssa_bf16_from_f64(double value);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_HALF_H
