// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What functions say that are bodies of one that takes a list.

#ifndef TENSORSSA_LIB_TRANSFORMS_UNPACKLISTARGUMENTS_H
#define TENSORSSA_LIB_TRANSFORMS_UNPACKLISTARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::tssa {

/// Attribute of a body for lists of one length: the number of the list among
/// the arguments of the function that it is a body of, and that of the body's
/// own argument which is the first element. The length stands at the place of
/// the list, so that the arguments before the elements keep their numbers.
inline constexpr StringLiteral kElementsOfAttr = "tssa.elements_of";
/// Attribute of such a body: its arguments are tested before it is called.
inline constexpr StringLiteral kTestedAttr = "tssa.tested";

/// `argument 2`, or `element 0 of argument 2` of what takes a list apart.
std::string describeArgument(func::FuncOp function, unsigned number);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_UNPACKLISTARGUMENTS_H
