// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `tssa compile` makes of a program besides its stages: an object, a
// shared library, LLVM IR, and the C header of these.

#ifndef TENSORSSA_TOOLS_TSSA_ARTIFACT_H
#define TENSORSSA_TOOLS_TSSA_ARTIFACT_H

#include "tool.h"

typedef enum artifact_kind_t {
  ARTIFACT_NONE,
  ARTIFACT_OBJECT,
  ARTIFACT_SHARED,
  ARTIFACT_LLVM_IR
} artifact_kind_t;

/// What is asked for. Texts are NULL where they are not given.
typedef struct artifact_request_t {
  artifact_kind_t kind;
  const char *output, *header, *name, *cpus, *linker;
} artifact_request_t;

/// The kind that an `--emit=` names.
artifact_kind_t artifact_kind_named(const char *name);

/// The kind of a file of that name: `.so`, `.o` and `.ll` have one; `.mlir` and
/// standard output, `-`, have none. Any other name is reported and makes
/// `*out_ok` false.
artifact_kind_t artifact_kind_of_file(const char *path, bool *out_ok);

/// Whether an argument is an option of the request; `*out_ok` becomes false if
/// it is malformed.
bool artifact_option(const char *argument, artifact_request_t *request,
                     bool *out_ok);

/// Whether the request makes sense; if not, what is missing is on stderr.
bool artifact_check(const artifact_request_t *request);

/// Compiles and writes the files. On failure the reason is on stderr, and no
/// file of the request is left behind.
bool artifact_write(const program_t *program, const char *file,
                    const TssaCompilerOptions *options,
                    const artifact_request_t *request);

#endif // TENSORSSA_TOOLS_TSSA_ARTIFACT_H
