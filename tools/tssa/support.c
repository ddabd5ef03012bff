// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts, options and messages of the tool.

#define _DEFAULT_SOURCE
#include "tool.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void *tool_alloc(size_t count, size_t size) {
  void *memory = calloc(count ? count : 1, size ? size : 1);
  if (!memory) {
    fprintf(stderr, "error: out of memory\n");
    exit(TOOL_REJECTED);
  }
  return memory;
}

void tool_require(tssa_status_t status, const tssa_error_t *error) {
  if (status == TSSA_STATUS_OK)
    return;
  fprintf(stderr, "error: %s\n", error->message);
  exit(TOOL_REJECTED);
}

void text_append(text_t *text, const char *bytes, size_t length) {
  if (text->length + length + 1 > text->capacity) {
    size_t capacity = 2 * text->capacity + length + 64;
    char *grown = realloc(text->text, capacity);
    if (!grown) {
      fprintf(stderr, "error: out of memory\n");
      exit(TOOL_REJECTED);
    }
    text->text = grown;
    text->capacity = capacity;
  }
  memcpy(text->text + text->length, bytes, length);
  text->length += length;
  text->text[text->length] = '\0';
}

void text_printf(text_t *text, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  char *bytes = tool_alloc((size_t)length + 1, 1);
  vsnprintf(bytes, (size_t)length + 1, format, again);
  text_append(text, bytes, (size_t)length);
  free(bytes);
  va_end(again);
  va_end(arguments);
}

void text_free(text_t *text) {
  free(text->text);
  *text = (text_t){0};
}

void text_callback(MlirStringRef string, void *text) {
  text_append(text, string.data, string.length);
}

void error_print(const tssa_error_t *error, FILE *stream) {
  // "file:line:col: 'op' op: …" as the runtime formats it.
  const char *op = strstr(error->message, ": '");
  if (op)
    fprintf(stream, "%.*s: error: %s\n", (int)(op - error->message),
            error->message, op + 2);
  else
    fprintf(stream, "error: %s\n", error->message);
}

bool option_value(const char *argument, const char *name,
                  const char **out_value) {
  size_t length = strlen(name);
  if (strncmp(argument, "--", 2) != 0 ||
      strncmp(argument + 2, name, length) != 0 || argument[2 + length] != '=')
    return false;
  *out_value = argument + 3 + length;
  return true;
}

bool option_integer(const char *argument, const char *name, int64_t low,
                    int64_t *out_value, bool *out_ok) {
  const char *text;
  if (!option_value(argument, name, &text))
    return false;
  char *end;
  errno = 0;
  long long value = strtoll(text, &end, 10);
  if (errno || end == text || *end || value < low) {
    fprintf(stderr,
            "error: expected --%s to be an integer of at least %lld but got "
            "'%s'\n",
            name, (long long)low, text);
    *out_ok = false;
  } else {
    *out_value = value;
  }
  return true;
}

/// The position of `text` in `names`, which NULL ends; reports an unknown one.
static int choice(const char *option, const char *text,
                  const char *const *names, bool *out_ok) {
  for (int i = 0; names[i]; ++i)
    if (strcmp(text, names[i]) == 0)
      return i;
  fprintf(stderr, "error: expected --%s to be %s", option, names[0]);
  for (int i = 1; names[i]; ++i)
    fprintf(stderr, "%s%s", names[i + 1] ? ", " : " or ", names[i]);
  fprintf(stderr, " but got '%s'\n", text);
  *out_ok = false;
  return 0;
}

bool option_compiler(const char *argument, TssaCompilerOptions *options,
                     bool *out_ok) {
  static const char *const numerics[] = {"default", "strict", "fast", NULL};
  static const char *const errors[] = {"fast", "precise", NULL};
  const char *value;
  if (option_value(argument, "numerics", &value)) {
    options->numerics =
        (TssaNumerics)choice("numerics", value, numerics, out_ok);
    return true;
  }
  if (option_value(argument, "errors", &value)) {
    options->errors = (TssaErrors)choice("errors", value, errors, out_ok);
    return true;
  }
  if (option_value(argument, "fallback", &value)) {
    static const char *const fallbacks[] = {"remark", "error", NULL};
    options->requireFunctional =
        choice("fallback", value, fallbacks, out_ok) == 1;
    return true;
  }
  if (option_value(argument, "lower-with", &value)) {
    options->lowering = mlirStringRefCreateFromCString(value);
    return true;
  }
  return false;
}

bool option_like(const char *argument) {
  return argument[0] == '-' && argument[1];
}

bool option_help(const char *argument) {
  return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

bool option_path(const char *argument, const char *name, const char **out_value,
                 bool *out_ok) {
  if (!option_value(argument, name, out_value))
    return false;
  if (!**out_value) {
    fprintf(stderr, "error: expected --%s to be a path but got ''\n", name);
    *out_ok = false;
  }
  return true;
}

/// Where a help text describes the option whose name is the first `length`
/// bytes of `argument`; NULL if nowhere.
static const char *find_option(const char *help, const char *argument,
                               size_t length) {
  for (const char *at = help; (at = strstr(at, " --")); at += 1)
    if (strncmp(at + 1, argument, length) == 0 &&
        strchr("= \n", at[1 + length]))
      return at + 1;
  return NULL;
}

int usage_unknown(const char *tool, const char *help, const char *argument) {
  size_t length = strcspn(argument, "=");
  const char *known = find_option(help, argument, length);
  if (!option_like(argument))
    fprintf(stderr, "error: expected one file but got '%s' too\n", argument);
  else if (known && known[length] == '=')
    fprintf(stderr, "error: expected a value for %s, as in %.*s\n", argument,
            (int)strcspn(known, " \n"), known);
  else if (known)
    fprintf(stderr, "error: expected %.*s to have no value but got '%s'\n",
            (int)length, argument, argument + length + 1);
  else
    fprintf(stderr, "error: unknown option '%s' of %s\n", argument, tool);
  return TOOL_USAGE;
}

int usage_conflict(const char *option, const char *other) {
  fprintf(stderr, "error: %s and %s exclude each other\n", option, other);
  return TOOL_USAGE;
}

int usage_no_file(void) {
  fprintf(stderr, "error: expected a file, or '-' for standard input\n");
  return TOOL_USAGE;
}

bool folder_create(const char *path) {
  char *partial = tool_alloc(strlen(path) + 1, 1);
  strcpy(partial, path);
  for (char *at = partial + 1; *at; ++at)
    if (*at == '/') {
      *at = '\0';
      mkdir(partial, 0777);
      *at = '/';
    }
  mkdir(partial, 0777);
  free(partial);
  struct stat status;
  int error = stat(path, &status)       ? errno
              : S_ISDIR(status.st_mode) ? 0
                                        : ENOTDIR;
  if (!error && access(path, W_OK | X_OK))
    error = errno;
  if (error)
    fprintf(stderr, "error: cannot write to the folder '%s': %s\n", path,
            strerror(error));
  return !error;
}
