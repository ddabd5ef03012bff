// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of `tssa validate` share.

#ifndef TENSORSSA_TOOLS_TSSA_VALIDATE_H
#define TENSORSSA_TOOLS_TSSA_VALIDATE_H

#include "given.h"
#include "symbolic.h"

typedef struct validate_options_t {
  const char *file, *entry, *against, *against_entry, *directory;
  given_t given;
  int64_t rounds, paths, integers;
  bool symbolic, skip_symbolic, expect_functional, verbose, skip_interpreter,
      artifact;
  TssaCompilerOptions compiler;
} validate_options_t;

/// What came out, the worst last. Nobody could judge what is undecided: no
/// fault was found, but it has not passed either.
typedef enum judgement_t {
  JUDGED_EQUAL,
  JUDGED_UNDECIDED,
  JUDGED_DIFFERENT
} judgement_t;

/// What functions are compared with: a module in the context of the program.
typedef struct other_t {
  MlirModule module;
  /// What it is called, if not as the function; NULL otherwise.
  const char *entry;
} other_t;

/// The program functionalized, or the file to compare with. On failure the
/// reason is on stderr if these two forms are all that is asked for.
bool other_create(const program_t *program, const validate_options_t *options,
                  other_t *other);
void other_destroy(other_t *other);

/// Compares a function with its other form over symbols. That they differ, or
/// that no arguments can be drawn, is printed; otherwise `summary` says how far
/// they were followed.
judgement_t symbolic_judge(const program_t *program, const function_t *function,
                           const other_t *other,
                           const validate_options_t *options, text_t *summary);

/// The same, and prints the result in any case.
judgement_t validate_symbolic(const program_t *program,
                              const function_t *function, const other_t *other,
                              const validate_options_t *options);

/// Compares the forms on the inputs of the command line.
judgement_t validate_given(const program_t *program, const function_t *function,
                           const other_t *other,
                           const validate_options_t *options);

/// Prints inputs, a line each.
void print_inputs(const inputs_t *inputs);

#endif // TENSORSSA_TOOLS_TSSA_VALIDATE_H
