// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text header of a .npy file: a Python dictionary with the keys descr,
// fortran_order and shape.

#ifndef TENSORSSA_LIB_RUNTIME_NPY_HEADER_H
#define TENSORSSA_LIB_RUNTIME_NPY_HEADER_H

#include "internal.h"

typedef struct npy_header_t {
  tssa_dtype_t dtype;
  bool fortran_order;
  int64_t rank;
  int64_t sizes[TSSA_MAX_RANK];
} npy_header_t;

/// Parses `length` bytes, which need no terminating zero and may hold anything.
/// `name` is the file's, for messages.
tssa_status_t npy_header_parse(const char *text, size_t length,
                               const char *name, npy_header_t *out_header,
                               tssa_error_t *out_error);

/// The descr of a dtype, such as "<f4".
const char *npy_dtype_descr(tssa_dtype_t dtype);

#endif // TENSORSSA_LIB_RUNTIME_NPY_HEADER_H
