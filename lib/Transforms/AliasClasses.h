// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which refs and lists of a function may name one storage: a partition. Where
// one of a class cannot be followed, all of them stay imperative, and nothing
// else has to.

#ifndef TENSORSSA_LIB_TRANSFORMS_ALIASCLASSES_H
#define TENSORSSA_LIB_TRANSFORMS_ALIASCLASSES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"

namespace mlir::tssa {

class AliasClasses {
public:
  /// Joins what `op` lets name the same storage: what it passes on, views, puts
  /// into a list or takes out of one. What is only chosen between to be
  /// returned, or only put into a list that is returned, stays apart if
  /// `resultsApart`. Arguments are joined only by what is done with them: which
  /// of them overlap is another question.
  void add(Operation *op, bool resultsApart);

  void join(Value lhs, Value rhs);

  /// The number of the class of a ref or list. It changes as classes are
  /// joined.
  unsigned get(Value value);

private:
  void joinAll(Operation *op);

  llvm::IntEqClasses classes;
  DenseMap<Value, unsigned> numbers;
};

/// The refs and lists among the operands and results of an op and the arguments
/// of its blocks.
SmallVector<Value> collectNames(Operation *op);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_ALIASCLASSES_H
