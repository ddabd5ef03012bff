// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the host that programs call: a `func.func` without a body is
// found by its name in the context of the call, by compiled code as by the
// interpreter.

#ifndef TENSORSSA_RUNTIME_HOST_H
#define TENSORSSA_RUNTIME_HOST_H

#include "tensorssa-runtime/context.h"
#include "tensorssa-runtime/list.h"
#include "tensorssa-runtime/value.h"

TSSA_EXTERN_C_BEGIN

/// A function of the host. `user` is what it was added with. Inputs are
/// borrowed; refs share the program's storages, builtin tensors are copies.
/// Both are marked read only where the declaration says that a ref is only read
/// (`tssa.reads` without `tssa.writes`), and builtin tensors always. Outputs
/// are NONE at entry; references in them go to the caller, also on failure. A
/// tensor for a ref that is declared `tssa.fresh` lies in no storage of an
/// input or of another output; where its type has no layout, the program gets a
/// row-major copy of it, unless it is that, all of its storage, and nobody else
/// holds it. One for `tssa.returns_alias = N` is input N, or another tensor
/// object of the same elements.
///
/// A status other than OK is an error of the call in the program, with the
/// message in `*out_error`. `context` is that of the call: of it only
/// `tssa_context_status` and `tssa_context_parallel` may be asked, and no
/// program may be run with it.
typedef tssa_status_t (*tssa_host_function_t)(
    void *user, tssa_context_t *context, const tssa_value_t *inputs,
    int64_t num_inputs, tssa_value_t *outputs, int64_t num_outputs,
    tssa_error_t *out_error);

/// Lets programs that are run with `context` call `function` by `name`, which
/// is copied; it takes the place of one of that name. It stays when the context
/// is reset. NULL for `function` takes it away.
TSSA_RT_API tssa_status_t tssa_context_add_function(
    tssa_context_t *context, const char *name, tssa_host_function_t function,
    void *user, tssa_error_t *out_error);

/// Which storage a result of a host function is declared to lie in, besides
/// the number of an input: one of its own, which it fills in row-major order;
/// any; one of its own, in which it lies as it does.
#define TSSA_ORIGIN_FRESH (-1)
#define TSSA_ORIGIN_UNKNOWN (-2)
#define TSSA_ORIGIN_FRESH_STRIDED (-3)

/// Calls the function of that name, and sees to it that outputs have the
/// storages that `origins` says, one for each output: by a copy of what is to
/// fill its storage, else by an error. On failure the outputs
/// are NONE.
TSSA_RT_API tssa_status_t tssa_context_call(
    tssa_context_t *context, const char *name, const tssa_value_t *inputs,
    int64_t num_inputs, const int64_t *origins, tssa_value_t *outputs,
    int64_t num_outputs, tssa_error_t *out_error);

// -- Called by compiled code ------------------------------------------------

/// Calls the function whose name is the message of `site` with the elements of
/// `values`, and puts the outputs in their place. `facts` is an origin for each
/// output, then for each input whether it may be written. Errors go to the
/// context.
TSSA_RT_API void tssa_rt_call(tssa_context_t *context, const tssa_site_t *site,
                              tssa_list_t *values, int64_t num_outputs,
                              const int64_t *facts);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_HOST_H
