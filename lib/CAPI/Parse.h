// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs from text and bytecode, with the names that the text has.

#ifndef TENSORSSA_LIB_CAPI_PARSE_H
#define TENSORSSA_LIB_CAPI_PARSE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::tssa {

/// Parses the main file. Arguments of functions without a name of their own get
/// the one that they have in the text, as a location around theirs. Null after
/// a diagnostic.
OwningOpRef<ModuleOp> parseNamed(llvm::SourceMgr &sources,
                                 MLIRContext *context);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_CAPI_PARSE_H
