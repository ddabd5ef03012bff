// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors of programs: a site record like those of compiled modules, made when
// it is needed, in memory of the context, so that it lives as long as the
// error.

#include "internal.h"
#include "tensorssa-runtime/checks.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Text that grows in a fixed buffer and is cut off at its end.
typedef struct text_t {
  char bytes[2048];
  size_t length;
} text_t;

static void append(text_t *text, const char *bytes, size_t length) {
  size_t room = sizeof text->bytes - 1 - text->length;
  if (length > room)
    length = room;
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = 0;
}

static void append_printed(MlirStringRef part, void *user) {
  append(user, part.data, part.length);
}

/// "file:line:col" of the innermost position that is known.
static void location_text(MlirLocation location, text_t *text) {
  for (;;) {
    if (mlirLocationIsAName(location)) {
      location = mlirLocationNameGetChildLoc(location);
    } else if (mlirLocationIsACallSite(location)) {
      location = mlirLocationCallSiteGetCallee(location);
    } else if (mlirLocationIsAFused(location)) {
      unsigned count = mlirLocationFusedGetNumLocations(location);
      MlirLocation parts[16];
      if (count == 0 || count > 16)
        return;
      mlirLocationFusedGetLocations(location, parts);
      location = parts[0];
    } else {
      break;
    }
  }
  if (!mlirLocationIsAFileLineColRange(location))
    return;
  MlirStringRef file =
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
  char position[64];
  int length = snprintf(position, sizeof position, ":%d:%d",
                        mlirLocationFileLineColRangeGetStartLine(location),
                        mlirLocationFileLineColRangeGetStartColumn(location));
  append(text, file.data, file.length);
  append(text, position, (size_t)length);
}

/// Makes a site in memory of the context and records its failure.
static flow_t record(interp_t *interp, const char *location,
                     const char *op_name, tssa_status_t status,
                     const char *message, const int64_t values[4]) {
  static const int64_t none[4];
  size_t name_size = strlen(op_name) + 1, message_size = strlen(message) + 1;
  size_t location_size = strlen(location) + 1;
  char *memory =
      tssa_rt_alloc(interp->context, (int64_t)(sizeof(tssa_site_t) + name_size +
                                               location_size + message_size));
  if (!memory)
    return FLOW_ERROR;
  tssa_site_t *site = (tssa_site_t *)(void *)memory;
  char *strings = memory + sizeof *site;
  memcpy(strings, op_name, name_size);
  memcpy(strings + name_size, location, location_size);
  memcpy(strings + name_size + location_size, message, message_size);
  site->status = (int32_t)status;
  site->reserved = 0;
  site->op = strings;
  site->location = strings + name_size;
  site->message = strings + name_size + location_size;
  if (!values)
    values = none;
  tssa_rt_fail(interp->context, site, values[0], values[1], values[2],
               values[3]);
  return FLOW_ERROR;
}

flow_t fail_site(interp_t *interp, MlirOperation op, const char *op_name,
                 tssa_status_t status, const char *message,
                 const int64_t values[4]) {
  text_t location = {{0}, 0};
  location_text(mlirOperationGetLocation(op), &location);
  return record(interp, location.bytes, op_name, status, message, values);
}

/// Doubles braces, which would stand for values in a site's message.
static void append_escaped(text_t *text, const char *bytes, size_t length) {
  for (size_t i = 0; i < length; ++i) {
    append(text, bytes + i, 1);
    if (bytes[i] == '{' || bytes[i] == '}')
      append(text, bytes + i, 1);
  }
}

flow_t fail(interp_t *interp, const node_t *node, tssa_status_t status,
            const char *format, ...) {
  char plain[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(plain, sizeof plain, format, arguments);
  va_end(arguments);
  text_t message = {{0}, 0};
  append_escaped(&message, plain, strlen(plain));
  text_t name = {{0}, 0};
  MlirStringRef op_name = mlirIdentifierStr(mlirOperationGetName(node->op));
  append(&name, op_name.data, op_name.length);
  return fail_site(interp, node->op, name.bytes, status, message.bytes, NULL);
}

flow_t fail_index(interp_t *interp, const node_t *node, const char *op_name,
                  int64_t index, int64_t size) {
  int64_t values[4] = {(int64_t)(0 - (uint64_t)size), size, index, 0};
  return fail_site(interp, node->op, op_name, TSSA_CHECK_INDEX_STATUS,
                   TSSA_CHECK_INDEX_MESSAGE, values);
}

flow_t fail_memory(interp_t *interp, int64_t bytes) {
  // The context's own record of exhausted memory; an impossible size makes it.
  (void)bytes;
  tssa_rt_alloc(interp->context, -1);
  return FLOW_ERROR;
}

flow_t fail_call(interp_t *interp, tssa_status_t status, const char *format,
                 ...) {
  char plain[TSSA_ERROR_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(plain, sizeof plain, format, arguments);
  va_end(arguments);
  text_t message = {{0}, 0};
  append_escaped(&message, plain, strlen(plain));
  return record(interp, "", "", status, message.bytes, NULL);
}

static char *keep(interp_t *interp, const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = program_alloc(interp, size, 1);
  if (copy)
    memcpy(copy, text, size);
  return copy;
}

char *escape_braces(interp_t *interp, MlirStringRef text) {
  text_t escaped = {{0}, 0};
  append_escaped(&escaped, text.data, text.length);
  return keep(interp, escaped.bytes);
}

char *print_attribute(interp_t *interp, MlirAttribute attribute) {
  text_t text = {{0}, 0};
  mlirAttributePrint(attribute, append_printed, &text);
  return keep(interp, text.bytes);
}

char *print_type(interp_t *interp, MlirType type) {
  text_t text = {{0}, 0};
  mlirTypePrint(type, append_printed, &text);
  return keep(interp, text.bytes);
}
