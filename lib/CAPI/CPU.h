// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of CPUs in options.

#ifndef TENSORSSA_LIB_CAPI_CPU_H
#define TENSORSSA_LIB_CAPI_CPU_H

#include "tensorssa-runtime/cpu.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::tssa {

/// Whether there are levels of this architecture.
inline bool hasLevels(const llvm::Triple &triple) {
  return triple.getArch() == llvm::Triple::x86_64;
}

/// The level of that name, -1 if it is none.
inline int64_t findLevel(llvm::StringRef name) {
  for (int64_t i = 0; const char *level = tssa_cpu_level_name(i); ++i)
    if (name == level)
      return i;
  return -1;
}

/// What names an option takes, for messages.
inline llvm::StringRef describeCPUs(const llvm::Triple &triple) {
  return hasLevels(triple) ? "native, x86-64, x86-64-v2, x86-64-v3 or x86-64-v4"
                           : "native";
}

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_CAPI_CPU_H
