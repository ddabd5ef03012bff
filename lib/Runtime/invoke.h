// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of a call of a compiled function share: its errors, and the
// checks of its arguments.

#ifndef TENSORSSA_LIB_RUNTIME_INVOKE_H
#define TENSORSSA_LIB_RUNTIME_INVOKE_H

#include "internal.h"
#include "tensorssa-runtime/program.h"

/// Records `error` as one of a call of `function`, and returns its status.
tssa_status_t tssa_call_fail(const tssa_function_t *function,
                             tssa_context_t *context,
                             const tssa_error_t *error);

/// Holds the arguments, and the room for results, against what the function
/// takes.
tssa_status_t tssa_call_check(const tssa_function_t *function,
                              tssa_context_t *context,
                              const tssa_value_t *inputs, int64_t num_inputs,
                              int64_t num_outputs);

#endif // TENSORSSA_LIB_RUNTIME_INVOKE_H
