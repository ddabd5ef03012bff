// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of a validator through the C API.

#include "tensorssa-c/Validate.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "tensorssa/Transforms/Validator.h"

using namespace mlir;
using namespace mlir::tssa;

static void append(MlirStringRef text, void *result) {
  static_cast<std::string *>(result)->append(text.data, text.length);
}

void tssaRegisterValidator(TssaValidator validator, void *userData) {
  if (!validator)
    return setValidator(nullptr);
  setValidator([=](ModuleOp before, ModuleOp after, StringRef function,
                   ErrorMode errors, StringRef output) {
    Verdict verdict;
    TssaValidateOutcome outcome = validator(
        wrap(before), wrap(after), wrap(function), errors == ErrorMode::Precise,
        wrap(output), append, &verdict.text, userData);
    verdict.kind = outcome == TssaValidateEqual       ? Verdict::Equal
                   : outcome == TssaValidateUndecided ? Verdict::Undecided
                                                      : Verdict::Different;
    return verdict;
  });
}
