// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which part of which storage a ref names: the alias forest of the TensorSSA
// paper (DAC'24, section 4.1), looked up lazily. A root is a ref argument of a
// function or a `tssa.alloc`; everything between a ref and its root is an op
// with AliasOpInterface.

#ifndef TENSORSSA_ANALYSIS_ALIASFOREST_H
#define TENSORSSA_ANALYSIS_ALIASFOREST_H

#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Dialect/View/IR/View.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace mlir::tssa {

/// The part of `root` that a ref names.
struct AliasPath {
  Value root;
  /// Null where it is the whole root.
  view::ViewKindInterface kind;
  SmallVector<Value> operands;

  bool isWhole() const { return !kind; }
};

class AliasForest {
public:
  /// The storage that `ref` names part of, or null where that is not known (a
  /// merge, an element of a list, a result of a call). Amortized constant
  /// time.
  Value getRoot(Value ref) { return lookup(ref).root; }

  /// How many aliases lie between `ref` and its root.
  unsigned getDepth(Value ref) { return lookup(ref).depth; }

  /// The composed path from the root to `ref`, which must have one. Takes time
  /// linear in the depth for the first call with `ref`. Views before an
  /// `as_strided`, which is defined on the storage, are left out.
  const AliasPath &getPath(Value ref);

private:
  struct Entry {
    Value root;
    unsigned depth = 0;
  };
  Entry lookup(Value ref);

  DenseMap<Value, Entry> entries;
  DenseMap<Value, AliasPath *> paths;
  llvm::SpecificBumpPtrAllocator<AliasPath> allocator;
};

/// Calls `function` with each member of a kind, which may be a path, and its
/// operands, outermost first.
void forEachMember(
    view::ViewKindInterface kind, ValueRange operands,
    function_ref<void(view::ViewKindInterface, ValueRange)> function);

/// Whether the type alone says that the elements of a ref lie in row-major
/// order from the start of its storage on.
bool isRowMajorFromStart(RefType type);

/// Whether a `tssa.alloc` of this type lies in row-major order from the start
/// of its storage on, as it does where the type leaves that open.
bool isRowMajorAllocation(RefType type);

} // namespace mlir::tssa

#endif // TENSORSSA_ANALYSIS_ALIASFOREST_H
