// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers everything this project adds to MLIR. The plugin, tssa-opt and the
// C API all call these two functions.

#ifndef TENSORSSA_INITALL_H
#define TENSORSSA_INITALL_H

namespace mlir {
class DialectRegistry;
namespace tssa {

/// Adds the `tssa` and `view` dialects and their models for upstream ops, and
/// nothing else: programs also hold ops of `func`, `scf`, `arith`, `tensor`, …,
/// passes make `linalg`, `memref` and LLVM ones, and bufferization asks
/// upstream dialects for their models. Who runs more than single passes calls
///
///   mlir::registerAllDialects(registry);
///   mlir::registerAllExtensions(registry);
///   mlir::registerBuiltinDialectTranslation(registry);  // to generate code
///   mlir::registerLLVMDialectTranslation(registry);
///   mlir::tssa::registerAllDialects(registry);
///
/// as `tssaRegisterAllDialects` of the C API does. A plugin leaves the rest to
/// the tool that loads it.
void registerAllDialects(DialectRegistry &registry);

/// Adds every pass and pipeline of this project to the global registry; safe to
/// call twice. Upstream's, such as `canonicalize` in a pipeline's text, are
/// `mlir::registerAllPasses()`.
void registerAllPasses();

} // namespace tssa
} // namespace mlir

#endif // TENSORSSA_INITALL_H
