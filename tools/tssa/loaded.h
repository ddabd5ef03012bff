// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program as an artifact that this process loads, as its users do: a shared
// library of its own.

#ifndef TENSORSSA_TOOLS_TSSA_LOADED_H
#define TENSORSSA_TOOLS_TSSA_LOADED_H

#include "tensorssa-runtime/program.h"
#include "tool.h"

typedef struct loaded_t {
  void *library;
  const tssa_program_t *program;
} loaded_t;

/// Compiles, links and loads. On failure the reason is on stderr.
bool loaded_create(const program_t *program, const TssaCompilerOptions *options,
                   loaded_t *loaded);

/// Unloads; zero-filled is allowed.
void loaded_destroy(loaded_t *loaded);

#endif // TENSORSSA_TOOLS_TSSA_LOADED_H
