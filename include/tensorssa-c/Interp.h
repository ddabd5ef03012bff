// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference interpreter: runs a function of a module as it stands, over
// storages of bytes and strides, one element at a time. It judges what the
// compiler makes of a program, so it shares no code with it but the getters of
// types and attributes. It runs refs and values alike: a program may come
// before, between or after the stages of functionalization, or from any other
// producer of the ops it knows; slow is fine, undefined is not.
//
// Numbers: each op is rounded by itself, math is libm's, reductions go through
// the elements in row-major order; compiled code does the same with
// `numerics=strict`.

#ifndef TENSORSSA_C_INTERP_H
#define TENSORSSA_C_INTERP_H

#include "mlir-c/IR.h"
#include "tensorssa-runtime/context.h"
#include "tensorssa-runtime/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Runs the function `name` of `module`, which must verify.
///
/// `context` is reset first. `inputs` are borrowed; their number, kinds,
/// dtypes, ranks and static sizes must be those of the function. On success
/// each of the `numOutputs` outputs is the caller's to release: a returned ref
/// shares the storage of the argument whose storage it names, two refs of one
/// storage share one, and a returned value has a storage of its own. List
/// arguments change in place. On failure all outputs are none, the status says
/// why, and the context holds the error (`tssa_context_error`) until its reset;
/// arguments hold what the program had written when it failed.
///
/// Nothing that a program does ends in undefined behavior: a failing check, an
/// index out of range, an op that the interpreter does not know, a loop or
/// recursion without end (see `TENSORSSA_INTERP_STEPS`) are errors with the
/// op's location.
///
/// The environment variable `TENSORSSA_INTERP_STEPS` limits how many ops a call
/// may run; unset or 0 is without limit.
MLIR_CAPI_EXPORTED tssa_status_t tssaInterpretFunction(
    MlirModule module, MlirStringRef name, tssa_context_t *context,
    const tssa_value_t *inputs, intptr_t numInputs, tssa_value_t *outputs,
    intptr_t numOutputs);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_C_INTERP_H
