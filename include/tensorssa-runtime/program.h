// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled programs as data: which functions there are, what they take and
// give, which CPUs they run on; and the call of a function, with all checks.
//
// A program that was compiled ahead of time exports one `tssa_program_t`, all
// of it constant, and for each function an entry point in C that calls
// `tssa_function_invoke`. These structs are part of the ABI.

#ifndef TENSORSSA_RUNTIME_PROGRAM_H
#define TENSORSSA_RUNTIME_PROGRAM_H

#include "tensorssa-runtime/context.h"
#include "tensorssa-runtime/host.h"
#include "tensorssa-runtime/value.h"

TSSA_EXTERN_C_BEGIN

/// The number of the ABI between compiled programs and this library: of these
/// structs and of the functions that compiled code calls. A program runs with a
/// library that has the same one.
#define TSSA_PROGRAM_ABI 1

/// A size, stride or offset that only the call tells.
#define TSSA_DYNAMIC INT64_MIN

/// What a value at a boundary is like; see `tssa_type_t`.
/// A tensor with identity: a `!tssa.ref`.
#define TSSA_TYPE_REF 1
/// A tensor of any rank and dtype, as an element of a list.
#define TSSA_TYPE_ANY 2
/// An argument that a call may write.
#define TSSA_TYPE_WRITTEN 4
/// A list of which a call may write what its elements hold.
#define TSSA_TYPE_ELEMENTS_WRITTEN 8
/// An argument that must overlap no other.
#define TSSA_TYPE_NOALIAS 16

/// What a function takes or gives at one place.
typedef struct tssa_type_t {
  /// A tssa_value_kind_t, and of a tensor its tssa_dtype_t.
  int32_t kind;
  int32_t dtype;
  /// Of a tensor.
  int32_t rank;
  /// TSSA_TYPE_… bits.
  int32_t flags;
  /// Of a number: its size in bytes in compiled code, 8 for a list.
  int64_t bytes;
  /// Of a tensor, one for each dimension; TSSA_DYNAMIC where they are any. NULL
  /// for rank 0, `strides` also where all are any.
  const int64_t *sizes;
  const int64_t *strides;
  /// Of a tensor, the distance of its first element from the storage's base, in
  /// elements; TSSA_DYNAMIC where it is any.
  int64_t offset;
  /// Of a result that is a tensor: the number of the argument whose storage it
  /// lies in; TSSA_ORIGIN_FRESH for a storage that no argument has, which only
  /// refs of one allocation share; TSSA_ORIGIN_UNKNOWN for any (host.h).
  int64_t origin;
  /// Of a list.
  const struct tssa_type_t *element;
  /// As the source has it, such as "!tssa.ref<?x4xf32>".
  const char *text;
} tssa_type_t;

/// The code of a function: takes addresses of the result struct (if there is
/// one), of the context, of each argument, of the result (if it is a number).
typedef void (*tssa_entry_t)(void **arguments);

struct tssa_program_t;

/// A function that a host can call.
typedef struct tssa_function_t {
  const char *name;
  const tssa_type_t *inputs;
  const tssa_type_t *outputs;
  int64_t num_inputs;
  int64_t num_outputs;
  /// One for each CPU of the program, in its order; one where `program` is
  /// NULL.
  const tssa_entry_t *entries;
  const struct tssa_program_t *program;
} tssa_function_t;

/// Which features a CPU must have for code; see cpu.h.
typedef struct tssa_cpu_t {
  /// Such as "x86-64-v3".
  const char *name;
  uint64_t features;
} tssa_cpu_t;

/// A program, with the stamp of who compiled it for what.
typedef struct tssa_program_t {
  /// TSSA_PROGRAM_ABI of the compiler.
  int32_t abi;
  int32_t num_cpus;
  /// Such as "postprocess".
  const char *name;
  /// Of the compiler, such as "0.1.0".
  const char *version;
  /// The architecture, such as "x86_64".
  const char *architecture;
  /// The best one first.
  const tssa_cpu_t *cpus;
  const tssa_function_t *functions;
  int64_t num_functions;
} tssa_program_t;

/// Whether the program runs here: with this library and on this CPU. Which of
/// its CPUs is used goes to `*out_cpu` (may be NULL), an index into `cpus`.
/// UNSUPPORTED with what is missing in the message otherwise. Every call asks,
/// so a host need not.
TSSA_RT_API tssa_status_t tssa_program_check(const tssa_program_t *program,
                                             int64_t *out_cpu,
                                             tssa_error_t *out_error);

/// The function of that name, or NULL.
TSSA_RT_API const tssa_function_t *
tssa_program_function(const tssa_program_t *program, const char *name);

/// Calls a function. `context` is reset first; after the call it holds the
/// error, if any (`tssa_context_error`), and no memory. The inputs are checked
/// before anything runs: their number and kinds, for tensors the dtype, rank,
/// static sizes, static layout, device (CPU) and alignment; an argument that is
/// written must be neither read-only nor overlap itself, and one that must
/// overlap no other is held against all. `inputs` are borrowed. On success each
/// of the `num_outputs` outputs is the caller's to release; two that name the
/// same storage, or that of an argument, share it. On failure all are none, and
/// the status says why.
TSSA_RT_API tssa_status_t tssa_function_invoke(const tssa_function_t *function,
                                               tssa_context_t *context,
                                               const tssa_value_t *inputs,
                                               int64_t num_inputs,
                                               tssa_value_t *outputs,
                                               int64_t num_outputs);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_PROGRAM_H
