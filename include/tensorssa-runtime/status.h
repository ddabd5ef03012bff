// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How anything in the runtime says that it failed: a status, and a message that
// names what was expected and what came.

#ifndef TENSORSSA_RUNTIME_STATUS_H
#define TENSORSSA_RUNTIME_STATUS_H

#include "tensorssa-runtime/api.h"

TSSA_EXTERN_C_BEGIN

/// The kind of a failure. The numbers are part of the ABI: compiled code holds
/// them in its site records.
typedef enum tssa_status_t {
  TSSA_STATUS_OK = 0,
  /// An argument is outside what the function documents.
  TSSA_STATUS_INVALID_ARGUMENT = 1,
  /// An index, offset or number is outside its range.
  TSSA_STATUS_OUT_OF_RANGE = 2,
  /// Sizes, strides or ranks do not fit together.
  TSSA_STATUS_SHAPE_MISMATCH = 3,
  /// Memory of two operands, or elements of one, overlap where they must not.
  TSSA_STATUS_OVERLAP = 4,
  TSSA_STATUS_DIVISION_BY_ZERO = 5,
  /// The program itself raised an error.
  TSSA_STATUS_RAISED = 6,
  TSSA_STATUS_OUT_OF_MEMORY = 7,
  /// The operating system could not read or write a file.
  TSSA_STATUS_IO = 8,
  /// Well formed, but not something that this library does.
  TSSA_STATUS_UNSUPPORTED = 9,
  /// A malformed file, string or foreign object.
  TSSA_STATUS_MALFORMED = 10,
  /// The library contradicts itself: please report it.
  TSSA_STATUS_INTERNAL = 11
} tssa_status_t;

/// Room for a message, with its terminating zero. Longer messages end in `...`.
#define TSSA_ERROR_MESSAGE_SIZE 512

/// A failure as a reader sees it. Plain data, owned by whoever declared it;
/// needs no initialization and no release.
typedef struct tssa_error_t {
  tssa_status_t status;
  /// One line without a newline, never NULL, terminated.
  char message[TSSA_ERROR_MESSAGE_SIZE];
} tssa_error_t;

/// Name of a status in lower case words, such as "out of range". For a number
/// that is no status the answer is "unknown status". Static memory.
TSSA_RT_API const char *tssa_status_name(tssa_status_t status);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_STATUS_H
