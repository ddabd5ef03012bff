// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The argument attribute `tssa.test` is written by hand and read by nothing but
// these tools; what it says wrong is reported, not left out.

#ifndef TENSORSSA_TOOLS_TSSA_WANTED_H
#define TENSORSSA_TOOLS_TSSA_WANTED_H

#include "tool.h"

/// Whether the `tssa.test` of all arguments fit their types. If one does not,
/// the first fault is on stderr, with the place of the argument.
bool wanted_check(const function_t *function);

#endif // TENSORSSA_TOOLS_TSSA_WANTED_H
