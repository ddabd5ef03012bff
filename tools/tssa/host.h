// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of a host, as tests need them: a program that declares one of these
// by its name can be run and validated. A name ends in anything, so that it may
// be declared for several types:
//
//   @host_count_…(ref | tensor) -> index    how many elements are positive, at
//                                            most 3
//   @host_negate_…(ref)                      changes the sign of each element
//   @host_copy_…(ref, ref)                   the first becomes the second, as
//                                            far as both reach, element by
//                                            element
//   @host_same_…(ref) -> ref                 the argument
//   @host_clone_…(ref | tensor) -> ref | tensor    a copy of it
//   @host_fail_…(ref | tensor)               an error if no element is positive
//
// They look at elements in row-major order, whatever the layout, so that every
// way to run a program has them do the same.

#ifndef TENSORSSA_TOOLS_TSSA_HOST_H
#define TENSORSSA_TOOLS_TSSA_HOST_H

#include "tool.h"

/// Lets `context` call those of them that the module declares.
void host_add_functions(MlirModule module, tssa_context_t *context);

#endif // TENSORSSA_TOOLS_TSSA_HOST_H
