// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of statuses, messages of errors, and the version.

#include "tensorssa-runtime/status.h"
#include "internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int32_t tssa_runtime_version(void) {
  return TSSA_RUNTIME_VERSION_MAJOR * 1000 + TSSA_RUNTIME_VERSION_MINOR;
}

const char *tssa_status_name(tssa_status_t status) {
  switch (status) {
  case TSSA_STATUS_OK:
    return "ok";
  case TSSA_STATUS_INVALID_ARGUMENT:
    return "invalid argument";
  case TSSA_STATUS_OUT_OF_RANGE:
    return "out of range";
  case TSSA_STATUS_SHAPE_MISMATCH:
    return "shape mismatch";
  case TSSA_STATUS_OVERLAP:
    return "overlap";
  case TSSA_STATUS_DIVISION_BY_ZERO:
    return "division by zero";
  case TSSA_STATUS_RAISED:
    return "raised";
  case TSSA_STATUS_OUT_OF_MEMORY:
    return "out of memory";
  case TSSA_STATUS_IO:
    return "input or output error";
  case TSSA_STATUS_UNSUPPORTED:
    return "unsupported";
  case TSSA_STATUS_MALFORMED:
    return "malformed";
  case TSSA_STATUS_INTERNAL:
    return "internal error";
  }
  return "unknown status";
}

tssa_status_t tssa_error_make(tssa_error_t *out_error, tssa_status_t status,
                              const char *format, ...) {
  if (!out_error)
    return status;
  out_error->status = status;
  va_list values;
  va_start(values, format);
  int length =
      vsnprintf(out_error->message, sizeof out_error->message, format, values);
  va_end(values);
  if (length < 0)
    out_error->message[0] = '\0';
  else if ((size_t)length >= sizeof out_error->message)
    memcpy(out_error->message + sizeof out_error->message - 4, "...", 4);
  // Texts that come from elsewhere (paths, file contents) may hold newlines.
  for (char *c = out_error->message; *c; ++c)
    if (*c == '\n' || *c == '\r')
      *c = ' ';
  return status;
}

tssa_status_t tssa_error_memory(tssa_error_t *out_error, int64_t bytes) {
  return tssa_error_make(out_error, TSSA_STATUS_OUT_OF_MEMORY,
                         "cannot allocate %" PRId64 " bytes", bytes);
}
