// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers everything this project adds to MLIR. The plugin, tssa-opt and the
// C API all call these two functions.

#ifndef TENSORSSA_INITALL_H
#define TENSORSSA_INITALL_H

namespace mlir {
class DialectRegistry;
namespace tssa {

/// Adds the `tssa` and `view` dialects and their models for upstream ops.
void registerAllDialects(DialectRegistry &registry);

/// Adds every pass and pipeline to the global registry; safe to call twice.
void registerAllPasses();

} // namespace tssa
} // namespace mlir

#endif // TENSORSSA_INITALL_H
