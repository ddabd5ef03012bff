// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asking the registered validator, and what it says as diagnostics.

#include "tensorssa/Transforms/Validator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tssa;

static Validator &getValidator() {
  static Validator validator;
  return validator;
}

void tssa::setValidator(Validator validator) {
  getValidator() = std::move(validator);
}

LogicalResult tssa::validateTranslation(ModuleOp before, ModuleOp after,
                                        ErrorMode errors, StringRef output) {
  const Validator &validator = getValidator();
  if (!validator)
    return emitError(
        after.getLoc(),
        "expected a validator but none is registered: use tssa-opt "
        "or tssa, or call tssaRegisterValidator");
  bool allEqual = true;
  for (func::FuncOp function : after.getOps<func::FuncOp>()) {
    if (function.isDeclaration() || !function.isPublic())
      continue;
    Verdict verdict =
        validator(before, after, function.getSymName(), errors, output);
    if (verdict.kind == Verdict::Equal)
      continue;
    bool differs = verdict.kind == Verdict::Different;
    allEqual &= !differs;
    auto [line, notes] = StringRef(verdict.text).split('\n');
    InFlightDiagnostic diagnostic =
        differs ? emitError(function.getLoc()) : emitRemark(function.getLoc());
    diagnostic << "'" << function.getSymName() << "' "
               << (differs ? "does not do what it did: "
                           : "is not known to do what it did: ")
               << line;
    for (StringRef note : llvm::split(notes, '\n'))
      if (!note.empty())
        diagnostic.attachNote() << note;
  }
  return success(allEqual);
}
