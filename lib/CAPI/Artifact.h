// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of which an artifact is made: code for each CPU, the program as
// data with entry points in C, the header that declares them.

#ifndef TENSORSSA_LIB_CAPI_ARTIFACT_H
#define TENSORSSA_LIB_CAPI_ARTIFACT_H

#include "Signatures.h"
#include "llvm/IR/Module.h"

namespace mlir::tssa {

/// A CPU that code is generated for, in LLVM's terms and in the runtime's.
struct ArtifactCPU {
  /// Such as "x86-64-v3".
  std::string name;
  uint64_t features = 0;
  /// Attributes of the functions.
  std::string targetCPU, targetFeatures, tuneCPU;
};

/// A function of an artifact.
struct ArtifactFunction {
  const CompiledFunction *signature = nullptr;
  /// Its entry point in C.
  std::string symbol;
  /// Names of its parameters and results in C.
  SmallVector<std::string> inputs, outputs;
  /// Where it is defined, such as "rows.mlir:3:1"; empty if that is unknown.
  std::string location;
};

/// A program that becomes an artifact.
struct ArtifactProgram {
  std::string name;
  SmallVector<ArtifactCPU> cpus;
  SmallVector<ArtifactFunction> functions;

  std::string getSymbol() const { return name + "_program"; }
};

/// The name of the code of a function for the CPU at `cpu`, before and after it
/// is wrapped into one that takes addresses.
std::string getCodeName(const CompiledFunction &function, size_t cpu);

/// Adds to `module`, which holds the code for every CPU, the program as data
/// and the entry points in C. Nothing else stays visible.
void addEntryPoints(llvm::Module &module, const ArtifactProgram &program);

/// The header, for a program whose errors are precise or not.
std::string writeHeader(const ArtifactProgram &program, bool precise);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_CAPI_ARTIFACT_H
