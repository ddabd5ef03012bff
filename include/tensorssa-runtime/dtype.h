// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types: their names (as in MLIR, with `bool` for one byte that is 0 or
// 1), sizes, and what they are called in DLPack.

#ifndef TENSORSSA_RUNTIME_DTYPE_H
#define TENSORSSA_RUNTIME_DTYPE_H

#include "tensorssa-runtime/dlpack.h"
#include "tensorssa-runtime/status.h"

TSSA_EXTERN_C_BEGIN

/// The element types. The numbers are part of the ABI.
typedef enum tssa_dtype_t {
  /// One byte per element: 0 or 1. `i1` in MLIR.
  TSSA_DTYPE_BOOL = 0,
  TSSA_DTYPE_I8 = 1,
  TSSA_DTYPE_U8 = 2,
  TSSA_DTYPE_I16 = 3,
  TSSA_DTYPE_I32 = 4,
  TSSA_DTYPE_I64 = 5,
  TSSA_DTYPE_F16 = 6,
  TSSA_DTYPE_BF16 = 7,
  TSSA_DTYPE_F32 = 8,
  TSSA_DTYPE_F64 = 9,
  /// Two f32: real part, imaginary part. `complex<f32>` in MLIR.
  TSSA_DTYPE_C64 = 10,
  /// Two f64. `complex<f64>` in MLIR.
  TSSA_DTYPE_C128 = 11
} tssa_dtype_t;

/// How many dtypes there are; they are the numbers from 0 on.
#define TSSA_DTYPE_COUNT 12

/// Bytes of one element; 0 for a number that is no dtype.
TSSA_RT_API int64_t tssa_dtype_size(tssa_dtype_t dtype);

/// Short name: bool, i8, u8, i16, i32, i64, f16, bf16, f32, f64, c64, c128.
/// "unknown" for a number that is no dtype. Static memory.
TSSA_RT_API const char *tssa_dtype_name(tssa_dtype_t dtype);

/// The dtype of a short name, or of MLIR's `i1`, `ui8`, `complex<f32>` and
/// `complex<f64>`. INVALID_ARGUMENT for any other text.
TSSA_RT_API tssa_status_t tssa_dtype_parse(const char *name,
                                           tssa_dtype_t *out_dtype);

/// The dtype in DLPack's terms.
TSSA_RT_API DLDataType tssa_dtype_to_dlpack(tssa_dtype_t dtype);

/// The dtype of a DLPack type. UNSUPPORTED if there is none (vector lanes,
/// other widths).
TSSA_RT_API tssa_status_t tssa_dtype_from_dlpack(DLDataType type,
                                                 tssa_dtype_t *out_dtype);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_DTYPE_H
