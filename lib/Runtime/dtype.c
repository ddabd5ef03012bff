// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of element types.

#include "tensorssa-runtime/dtype.h"

#include <string.h>

typedef struct dtype_row_t {
  const char *name;
  /// Other spelling, as in MLIR; NULL if there is none.
  const char *alias;
  uint8_t code;
  uint8_t bytes;
} dtype_row_t;

// In the order of tssa_dtype_t. The codes are DLPack's; written out as
// constants of its enumeration where every version of dlpack.h has them.
enum { CODE_BOOL = 6 };

static const dtype_row_t rows[TSSA_DTYPE_COUNT] = {
    {"bool", "i1", CODE_BOOL, 1},
    {"i8", NULL, kDLInt, 1},
    {"u8", "ui8", kDLUInt, 1},
    {"i16", NULL, kDLInt, 2},
    {"i32", NULL, kDLInt, 4},
    {"i64", NULL, kDLInt, 8},
    {"f16", NULL, kDLFloat, 2},
    {"bf16", NULL, kDLBfloat, 2},
    {"f32", NULL, kDLFloat, 4},
    {"f64", NULL, kDLFloat, 8},
    {"c64", "complex<f32>", kDLComplex, 8},
    {"c128", "complex<f64>", kDLComplex, 16},
};

static bool is_dtype(tssa_dtype_t dtype) {
  return (unsigned)dtype < TSSA_DTYPE_COUNT;
}

int64_t tssa_dtype_size(tssa_dtype_t dtype) {
  return is_dtype(dtype) ? rows[dtype].bytes : 0;
}

const char *tssa_dtype_name(tssa_dtype_t dtype) {
  return is_dtype(dtype) ? rows[dtype].name : "unknown";
}

tssa_status_t tssa_dtype_parse(const char *name, tssa_dtype_t *out_dtype) {
  for (int i = 0; i < TSSA_DTYPE_COUNT; ++i) {
    if (strcmp(name, rows[i].name) != 0 &&
        (!rows[i].alias || strcmp(name, rows[i].alias) != 0))
      continue;
    *out_dtype = (tssa_dtype_t)i;
    return TSSA_STATUS_OK;
  }
  return TSSA_STATUS_INVALID_ARGUMENT;
}

DLDataType tssa_dtype_to_dlpack(tssa_dtype_t dtype) {
  DLDataType type = {0, 0, 1};
  if (is_dtype(dtype)) {
    type.code = rows[dtype].code;
    type.bits = (uint8_t)(rows[dtype].bytes * 8);
  }
  return type;
}

tssa_status_t tssa_dtype_from_dlpack(DLDataType type, tssa_dtype_t *out_dtype) {
  for (int i = 0; type.lanes == 1 && i < TSSA_DTYPE_COUNT; ++i) {
    if (type.code != rows[i].code || type.bits != rows[i].bytes * 8)
      continue;
    *out_dtype = (tssa_dtype_t)i;
    return TSSA_STATUS_OK;
  }
  return TSSA_STATUS_UNSUPPORTED;
}
