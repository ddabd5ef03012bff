// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a program to the LLVM dialect, as a compilation goes, whatever the code
// is then generated for.

#ifndef TENSORSSA_LIB_CAPI_LOWERING_H
#define TENSORSSA_LIB_CAPI_LOWERING_H

#include "Signatures.h"
#include "mlir/IR/OwningOpRef.h"
#include "tensorssa-c/Compiler.h"
#include "llvm/Support/Error.h"

namespace mlir::tssa {

/// The caller's options as far as it knows them, defaults for the rest.
TssaCompilerOptions getOptions(const TssaCompilerOptions *given);

/// Calls `body` while diagnostics go where the options say, in a context that
/// knows all dialects, with a source that verifies and options that are
/// allowed.
LogicalResult compileWith(ModuleOp source, const TssaCompilerOptions &options,
                          llvm::function_ref<LogicalResult()> body);

/// Parses text or bytecode in a new context that knows all dialects, and calls
/// `body` with both. Diagnostics of the parser go where the options say.
LogicalResult parseAnd(
    StringRef source, StringRef name, const TssaCompilerOptions &options,
    llvm::function_ref<LogicalResult(std::unique_ptr<MLIRContext> &, ModuleOp)>
        body);

/// A copy of `source` in the LLVM dialect; fills `signatures`. If lowering
/// fails after functionalization, the copy stays imperative, with a remark: a
/// program that means something must not be refused because of what was made of
/// it.
FailureOr<OwningOpRef<ModuleOp>> lower(ModuleOp source,
                                       const TssaCompilerOptions &options,
                                       Signatures &signatures);

/// An error of LLVM's.
LogicalResult emitLLVMError(ModuleOp module, llvm::Error error);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_CAPI_LOWERING_H
