// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors as text. The same elements always give the same text, in any locale.
//
//   [[ 1.0 -2.5]
//    [ 3.0  4.0]]
//
// Within a tensor all numbers have one width and one number of digits: as many
// as the longest needs to be read back as the same number, at most `precision`
// after the point. Very large or very small numbers switch the tensor to
// exponents. Booleans are true and false, complex numbers 1.0+2.0j.

#ifndef TENSORSSA_RUNTIME_PRINT_H
#define TENSORSSA_RUNTIME_PRINT_H

#include "tensorssa-runtime/tensor.h"
#include <stdio.h>

TSSA_EXTERN_C_BEGIN

/// How a tensor is printed.
typedef struct tssa_print_options_t {
  /// Tensors of more elements than this are summarized.
  int64_t threshold;
  /// A summary shows this many entries at both ends of each dimension, fewer if
  /// that would still be more elements than the threshold.
  int64_t edge_items;
  /// Rows are wrapped before this column.
  int32_t line_width;
  /// Most digits after the point, 0 to 17.
  int32_t precision;
} tssa_print_options_t;

/// threshold 1000, edge_items 3, line_width 80, precision 8.
TSSA_RT_API tssa_print_options_t tssa_print_options_default(void);

/// Writes the elements of a CPU tensor, without a newline at the end. `options`
/// may be NULL for the defaults. IO if the stream reports an error, UNSUPPORTED
/// for other devices.
TSSA_RT_API tssa_status_t tssa_tensor_print(const tssa_tensor_t *tensor,
                                            const tssa_print_options_t *options,
                                            FILE *stream,
                                            tssa_error_t *out_error);

/// The same into `buffer` of `size` bytes, terminated and cut off if need be
/// (`buffer` may be NULL if `size` is 0). `*out_length` (may be NULL) is the
/// length of the whole text without its terminating zero.
TSSA_RT_API tssa_status_t tssa_tensor_format(
    const tssa_tensor_t *tensor, const tssa_print_options_t *options,
    char *buffer, size_t size, size_t *out_length, tssa_error_t *out_error);

/// The type as in MLIR, such as "tensor<2x3xf32>" (bool as i1), into `buffer`
/// of `size` bytes (1 at least), cut off if need be; 1,500 bytes always
/// suffice.
TSSA_RT_API void tssa_tensor_format_type(const tssa_tensor_t *tensor,
                                         char *buffer, size_t size);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_PRINT_H
