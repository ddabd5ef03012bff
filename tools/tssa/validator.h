// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The validator of `tssa-functionalize`, for the tools that run passes.

#ifndef TENSORSSA_TOOLS_TSSA_VALIDATOR_H
#define TENSORSSA_TOOLS_TSSA_VALIDATOR_H

#ifdef __cplusplus
extern "C" {
#endif

/// From here on the pass's option `validate` works in this process.
void tool_register_validator(void);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_TOOLS_TSSA_VALIDATOR_H
