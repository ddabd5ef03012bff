// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of VersionCarrierOpInterface for upstream's region ops.

#ifndef TENSORSSA_TRANSFORMS_VERSIONCARRIERS_H
#define TENSORSSA_TRANSFORMS_VERSIONCARRIERS_H

namespace mlir {
class DialectRegistry;
namespace tssa {

/// Attaches the models to `scf` whenever that dialect is loaded.
void registerVersionCarriers(DialectRegistry &registry);

} // namespace tssa
} // namespace mlir

#endif // TENSORSSA_TRANSFORMS_VERSIONCARRIERS_H
