// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The constant records that tell a failing check's op, location and message to
// the runtime (`tssa_site_t`).

#ifndef TENSORSSA_LIB_TRANSFORMS_ERRORSITES_H
#define TENSORSSA_LIB_TRANSFORMS_ERRORSITES_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::tssa {

/// "file:line:col" of a location, or nothing if it has none.
std::string getLocationText(Location loc);

/// Adds site records to a module.
class ErrorSites {
public:
  explicit ErrorSites(ModuleOp module);

  /// A new record, as an op that others take the address of.
  LLVM::GlobalOp create(Location loc, int32_t status, StringRef op,
                        StringRef message);

private:
  LLVM::GlobalOp getString(StringRef text);
  std::string getFreshName(StringRef prefix);

  ModuleOp module;
  OpBuilder builder;
  LLVM::LLVMStructType type;
  llvm::StringMap<LLVM::GlobalOp> strings;
  /// All names in the module.
  llvm::StringSet<> names;
  unsigned numNames = 0;
};

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_ERRORSITES_H
