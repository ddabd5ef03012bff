// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of the compiler interface share: a program from text to a
// function that can be called, and small tensors of floats.

#ifndef TENSORSSA_TEST_CAPI_PROGRAM_H
#define TENSORSSA_TEST_CAPI_PROGRAM_H

#include "check.h"
#include "tensorssa-c/Compiler.h"
#include "tensorssa-c/Dialects.h"

typedef struct program_t {
  MlirContext context;
  MlirModule module;
  TssaExecutable executable;
  tssa_context_t *call;
} program_t;

/// An MLIR context with all dialects.
MlirContext make_context(void);

/// Compiles text; the test fails if that fails.
program_t program_create(const char *text, bool imperative);
void program_destroy(program_t *program);

/// The function of that name.
TssaFunction program_get(const program_t *program, const char *name);

/// A row-major tensor of f32 over a storage of its own, counting up from
/// `first`.
tssa_tensor_t *make_floats(int64_t rank, const int64_t *sizes, float first);

/// The element at `indices`.
float get_float(const tssa_tensor_t *tensor, const int64_t *indices);

#endif // TENSORSSA_TEST_CAPI_PROGRAM_H
