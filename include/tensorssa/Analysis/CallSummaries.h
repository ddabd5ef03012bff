// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a call of a function does to its ref arguments and what its ref results
// are, by a fixpoint over the call graph. Of a function without a body, what
// its attributes declare (`tssa.reads`, `tssa.writes`, `tssa.returns_alias`,
// `tssa.fresh`).

#ifndef TENSORSSA_ANALYSIS_CALLSUMMARIES_H
#define TENSORSSA_ANALYSIS_CALLSUMMARIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tssa {

/// Where a ref result comes from.
struct ResultOrigin {
  enum Kind {
    /// No call has been seen to return.
    None,
    /// Storage of its own, that no other result shares.
    Fresh,
    /// An argument itself.
    Argument,
    Unknown
  };
  Kind kind = None;
  unsigned argument = 0;

  bool operator==(const ResultOrigin &other) const {
    return kind == other.kind && argument == other.argument;
  }
};

struct CallSummary {
  /// By argument number: whether what a ref names may change.
  llvm::BitVector written;
  /// By result number; of results that are no refs without meaning.
  SmallVector<ResultOrigin> results;
  /// Why the function cannot be called on copies of what its arguments hold;
  /// empty if it can.
  std::string obstacle;
};

class CallSummaries {
public:
  explicit CallSummaries(ModuleOp module);

  const CallSummary &get(func::FuncOp function) { return known[function]; }

private:
  ResultOrigin resolve(Value ref, Value &root);
  bool updateResults(func::FuncOp function);
  bool dependsOnPlace(func::FuncOp function, std::string &why);

  SymbolTable symbols;
  DenseMap<Operation *, CallSummary> known;
};

/// Whether the attributes of a function without a body say what it does.
bool isDescribed(func::FuncOp function);

} // namespace mlir::tssa

#endif // TENSORSSA_ANALYSIS_CALLSUMMARIES_H
