// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where `tssa-functionalize` finds its judge. The judge must share no code with
// the compiler, so it is registered from outside: by tssa-opt and tssa, which
// link the C libraries, or by a program through `tssaRegisterValidator`.

#ifndef TENSORSSA_TRANSFORMS_VALIDATOR_H
#define TENSORSSA_TRANSFORMS_VALIDATOR_H

#include "mlir/IR/BuiltinOps.h"
#include "tensorssa/Transforms/Passes.h"
#include <functional>

namespace mlir::tssa {

/// What a validator says of one function. `text` is empty or one line and, each
/// on a line of its own, notes on it.
struct Verdict {
  enum Kind { Equal, Undecided, Different } kind = Equal;
  std::string text;
};

/// Compares the function of that name in two modules, of which the second came
/// from the first. A counterexample goes to files in the folder `output`,
/// unless that is empty.
using Validator =
    std::function<Verdict(ModuleOp before, ModuleOp after, StringRef function,
                          ErrorMode errors, StringRef output)>;

/// Not while a pass runs.
void setValidator(Validator validator);

/// Asks the validator about each public function with a body. A difference is
/// an error at the function, what is not decided a remark.
LogicalResult validateTranslation(ModuleOp before, ModuleOp after,
                                  ErrorMode errors, StringRef output);

} // namespace mlir::tssa

#endif // TENSORSSA_TRANSFORMS_VALIDATOR_H
