// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs that the user gives on the command line: numbers, nested lists, files,
// parts of files that several arguments share, or a seed for the rest.

#ifndef TENSORSSA_TOOLS_TSSA_GIVEN_H
#define TENSORSSA_TOOLS_TSSA_GIVEN_H

#include "arguments.h"

enum { MAX_INPUTS = 256, MAX_DIMS = 64 };

typedef struct given_t {
  const char *inputs[MAX_INPUTS];
  intptr_t num_inputs;
  int64_t dims[MAX_DIMS];
  int64_t num_dims, seed;
  bool random;
} given_t;

/// Whether an input is a file.
bool is_npy(const char *path);

/// `--input=`, `--random=` and `--dims=`.
bool option_given(const char *argument, given_t *given, bool *out_ok);

/// Inputs for `function`; on failure the reason is on stderr. An input is one
/// of
///
///   3, 1.5, true            a number
///   [[1, 2], [3, 4]]        a tensor
///   FILE.npy                a tensor, row-major
///   FILE.npy:2,3:3,1:4      one with these sizes, strides and offset in the
///                           storage that the file holds, which all arguments
///                           that name the file so share
bool given_make(const function_t *function, const given_t *given,
                inputs_t *inputs);

#endif // TENSORSSA_TOOLS_TSSA_GIVEN_H
