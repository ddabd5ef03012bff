// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program three ways: interpreted, compiled as it stands, functionalized;
// and, if that is asked for, functionalized ahead of time. All run on equal
// inputs in memory of their own and are compared.

#ifndef TENSORSSA_TOOLS_TSSA_WAYS_H
#define TENSORSSA_TOOLS_TSSA_WAYS_H

#include "compare.h"
#include "loaded.h"

/// The compiled forms of a program.
typedef struct ways_t {
  TssaExecutable imperative, functional;
  /// Zero-filled unless it is added.
  loaded_t artifact;
  /// The imperative form is the judge; false unless set after compilation.
  bool skip_interpreter;
} ways_t;

/// Compiles both forms. The diagnostics of the second one go to the handler of
/// `options`, of the first one only its errors.
bool ways_compile(const program_t *program, const TssaCompilerOptions *options,
                  ways_t *ways);
void ways_destroy(ways_t *ways);

/// Adds the artifact. On failure the reason is on stderr.
bool ways_add_artifact(const program_t *program,
                       const TssaCompilerOptions *options, ways_t *ways);

/// Which arguments `function` may write, one flag each; the caller frees them.
bool *ways_written(const ways_t *ways, const function_t *function);

/// The inputs of round `round` from `seed`, the same on every machine.
bool ways_draw(const function_t *function, int64_t seed, int64_t round,
               const bool *written, inputs_t *inputs);

/// How a round ended.
typedef struct outcome_t {
  /// What the interpreter said, or whoever judges.
  tssa_status_t status;
  tssa_error_t error;
  /// What differs, a line each; empty if the ways agree.
  text_t differences;
  /// Why nobody could judge; empty if somebody did. What the interpreter does
  /// not do is no fault of the others, which are compared with each other then.
  text_t undecided;
  /// They ended there too: at a function of the host, which no tool has.
  bool is_host;
} outcome_t;

void outcome_destroy(outcome_t *outcome);

/// Runs `function` all ways. `*outcome` starts zero-filled; the caller
/// destroys it.
void ways_run(const program_t *program, const function_t *function,
              const ways_t *ways, TssaErrors errors, const bool *written,
              const inputs_t *inputs, outcome_t *outcome);

#endif // TENSORSSA_TOOLS_TSSA_WAYS_H
