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

/// What a function asks of how an argument lies in memory. A copy in row-major
/// order, all of its storage, gives the same answers as an argument that lies
/// like that.
struct LayoutUse {
  enum Kind {
    None,
    /// Whether strides allow a view: the elements must lie in row-major order.
    Strides,
    /// What the storage holds at a place: the elements must be all of it, too.
    Storage
  };
  Kind kind = None;
  /// The first op that asks, as a name in quotes.
  std::string op = {};
};

struct CallSummary {
  /// By argument number: whether what a ref names may change.
  llvm::BitVector written;
  /// By argument number: of a ref, what must be known of how it lies so that a
  /// copy can stand for it.
  SmallVector<LayoutUse> layouts;
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
  /// Whether the function was in the module.
  bool contains(func::FuncOp function) { return known.contains(function); }

private:
  ResultOrigin resolve(Value ref, Value &root);
  bool updateResults(func::FuncOp function);
  bool isOwn(Value ref);
  bool raise(func::FuncOp function, Value ref, LayoutUse::Kind kind,
             Operation *op);
  bool dependsOnPlace(func::FuncOp function, std::string &why);
  bool updateLayouts(func::FuncOp function);

  SymbolTable symbols;
  DenseMap<Operation *, CallSummary> known;
};

/// Whether the attributes of a function without a body say what it does.
bool isDescribed(func::FuncOp function);

} // namespace mlir::tssa

#endif // TENSORSSA_ANALYSIS_CALLSUMMARIES_H
