// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the commands of `tssa` share: reading a program, its functions, messages
// and the reading of options. Every command is a function that takes what comes
// after its name and returns the exit code.

#ifndef TENSORSSA_TOOLS_TSSA_TOOL_H
#define TENSORSSA_TOOLS_TSSA_TOOL_H

#include "mlir-c/IR.h"
#include "tensorssa-c/Compiler.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// Exit codes: done; the input was rejected or failed; the tool was misused;
/// nothing is wrong as far as can be told, but not all could be judged.
enum { TOOL_OK = 0, TOOL_REJECTED = 1, TOOL_USAGE = 2, TOOL_UNDECIDED = 3 };

/// A parsed file. `context` has every dialect and prints its diagnostics to
/// stderr as `file:line:col: error: …`.
typedef struct program_t {
  MlirContext context;
  MlirModule module;
} program_t;

/// A context without threads that has every dialect, those of plugins too; null
/// if one of these cannot be loaded, with the reason on stderr.
MlirContext tool_context(void);

/// From here on programs may use the dialects of a plugin. False if there are
/// too many.
bool program_add_plugin(const char *path);

/// Reads and verifies `path`. On failure the reason is on stderr, and `program`
/// needs no destruction.
bool program_load(const char *path, program_t *program);
/// The same, but arguments keep the names that they have in text.
bool program_load_named(const char *path, program_t *program);
void program_destroy(program_t *program);

/// Reads and verifies another file, which an option names (NULL: none does),
/// into the context of a program. On failure the reason is on stderr; otherwise
/// the module is the caller's.
bool program_load_other(const program_t *program, const char *path,
                        const char *option, MlirModule *out_module);

/// A public function of a program.
typedef struct function_t {
  MlirOperation op;
  MlirStringRef name;
  /// A function type.
  MlirType type;
} function_t;

/// The next public function with a body after `previous` (NULL: the first one).
bool program_next_function(const program_t *program, const function_t *previous,
                           function_t *out_function);

/// The function called `name`, or with NULL the only public one. On failure the
/// reason is on stderr.
bool program_find_function(const program_t *program, const char *name,
                           function_t *out_function);

intptr_t function_num_inputs(const function_t *function);
intptr_t function_num_outputs(const function_t *function);
MlirType function_input(const function_t *function, intptr_t index);

/// An attribute on an argument, null if it has none of that name.
MlirAttribute function_input_attribute(const function_t *function,
                                       intptr_t index, const char *name);

/// Prints one diagnostic with its notes to stderr.
MlirLogicalResult diagnostic_print(MlirDiagnostic diagnostic, void *unused);

/// Writes "file:line:col" of a location into `buffer`, or nothing if it has
/// none.
void location_format(MlirLocation location, char *buffer, size_t size);

/// Prints the error of a context, as recorded by a call, to `stream`, as
/// `file:line:col: error: …`.
void error_print(const tssa_error_t *error, FILE *stream);

/// A growing text. Starts zero-filled; `text` is NULL while empty.
typedef struct text_t {
  char *text;
  size_t length, capacity;
} text_t;

void text_append(text_t *text, const char *bytes, size_t length);
void text_printf(text_t *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_free(text_t *text);
/// An MlirStringCallback over a text_t.
void text_callback(MlirStringRef string, void *text);

/// malloc, zero-filled, that ends the tool when there is no memory.
void *tool_alloc(size_t count, size_t size);

/// Ends the tool with a message if the runtime failed where nothing but a lack
/// of memory can be the reason.
void tool_require(tssa_status_t status, const tssa_error_t *error);

/// Appends the options that add the plugins.
void program_append_plugins(text_t *command);

/// Whether `argument` is `--name=value`; `*out_value` is then the value.
bool option_value(const char *argument, const char *name,
                  const char **out_value);
/// The same for an integer of at least `low`; a malformed one is reported and
/// makes `*out_ok` false.
bool option_integer(const char *argument, const char *name, int64_t low,
                    int64_t *out_value, bool *out_ok);
/// `--numerics=`, `--errors=`, `--fallback=` and `--lower-with=`, which several
/// commands take.
bool option_compiler(const char *argument, TssaCompilerOptions *options,
                     bool *out_ok);
/// Whether an argument looks like an option; `-` is a file, standard input.
bool option_like(const char *argument);
/// Whether an argument asks for help.
bool option_help(const char *argument);
/// The same as option_value for the name of a file or folder: an empty one is
/// reported and makes `*out_ok` false.
bool option_path(const char *argument, const char *name, const char **out_value,
                 bool *out_ok);
/// Reports an argument that `tool`, such as "tssa run", does not know, an
/// option of its `help` that has a value too few or too many, or a second file
/// name.
int usage_unknown(const char *tool, const char *help, const char *argument);
/// Reports that two options exclude each other.
int usage_conflict(const char *option, const char *other);
/// Reports that there is no file.
int usage_no_file(void);

/// Creates a folder with those around it, unless it is there; on failure the
/// reason is on stderr.
bool folder_create(const char *path);

int command_compile(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_run(int argc, char **argv);
int command_validate(int argc, char **argv);

#endif // TENSORSSA_TOOLS_TSSA_TOOL_H
