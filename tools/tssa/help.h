// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `--help` says of each command, which is also what options there are.

#ifndef TENSORSSA_TOOLS_TSSA_HELP_H
#define TENSORSSA_TOOLS_TSSA_HELP_H

/// Of all commands, one line each.
extern const char help_all[];

/// Of one command: usage, options, exit codes, an example.
extern const char help_compile[];
extern const char help_explain[];
extern const char help_run[];
extern const char help_validate[];

#endif // TENSORSSA_TOOLS_TSSA_HELP_H
