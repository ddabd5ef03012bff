// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's .npy files: format versions 1.0, 2.0 and 3.0 in, 1.0 out; little
// endian; C and Fortran order. Whatever the bytes are, reading ends in a tensor
// or a message.
//
// bf16, which NumPy lacks, is written as `<V2`, as the ml_dtypes package does;
// two-byte void data is read as bf16.

#ifndef TENSORSSA_RUNTIME_NPY_H
#define TENSORSSA_RUNTIME_NPY_H

#include "tensorssa-runtime/tensor.h"

TSSA_EXTERN_C_BEGIN

/// Reads the file at `path` into a CPU tensor whose memory comes from `device`
/// (NULL: the CPU with the system allocator). Data in Fortran order gives a
/// tensor with column-major strides; nothing is transposed. Bytes of bool data
/// other than 0 become 1. IO if the file cannot be read, MALFORMED if it is no
/// .npy file or its size is not what its header says, UNSUPPORTED for
/// big-endian data and element types that there are no dtypes for. The caller
/// owns the tensor.
TSSA_RT_API tssa_status_t tssa_npy_read(const char *path,
                                        const tssa_device_t *device,
                                        tssa_tensor_t **out_tensor,
                                        tssa_error_t *out_error);

/// The same from `size` bytes in memory, which are copied. `name` stands for
/// the path in messages.
TSSA_RT_API tssa_status_t tssa_npy_read_memory(const void *bytes, size_t size,
                                               const char *name,
                                               const tssa_device_t *device,
                                               tssa_tensor_t **out_tensor,
                                               tssa_error_t *out_error);

/// Writes a CPU tensor to the file at `path`, which is replaced: in Fortran
/// order if the elements lie in it, else in C order. After an error the
/// contents of the file are not specified.
TSSA_RT_API tssa_status_t tssa_npy_write(const char *path,
                                         const tssa_tensor_t *tensor,
                                         tssa_error_t *out_error);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_NPY_H
