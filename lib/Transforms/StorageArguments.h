// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments whose storage `as_strided` reaches. A value has its own elements as
// storage, so the two agree where the argument is all of its storage, or as
// much of it as is reached; the type says so or a test at entry.

#ifndef TENSORSSA_LIB_TRANSFORMS_STORAGEARGUMENTS_H
#define TENSORSSA_LIB_TRANSFORMS_STORAGEARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tssa {

/// How many elements from the start of its storage on a function names of an
/// argument; nothing where that is known only at run time.
using StorageReach = std::optional<int64_t>;

/// The same by argument number.
using StorageReaches = llvm::SmallMapVector<unsigned, StorageReach, 4>;

/// Notes one more of an argument.
void addReach(StorageReaches &reaches, unsigned argument, StorageReach reach);

class StorageArguments {
public:
  /// Notes that `kind` with `operands` is applied to `argument` or a view of
  /// it. Returns why the argument's elements do not stand for its storage;
  /// empty if they do.
  std::string note(BlockArgument argument, view::AsStridedAttr kind,
                   ValueRange operands);

  /// By argument number, what must be known of the argument beyond its type.
  const StorageReaches &getReaches() const { return reaches; }

private:
  StorageReaches reaches;
};

/// A part of an argument that is dense by its type, but in another order than
/// row-major or not at the start of its storage.
struct StoragePart {
  /// The dimensions of the argument by falling stride; empty if they are that.
  SmallVector<int64_t> order;
  /// The part of the elements in that order.
  view::ViewKindInterface kind;
};

/// `path` as such a part, if it begins with `as_strided` and is one.
std::optional<StoragePart> getStoragePart(const AliasPath &path);

/// Whether some branch or loop of the function views an argument by constant
/// numbers beyond its elements, and what is on every path does not.
bool hasViewsBeyondElements(func::FuncOp function);

/// Puts new storages in the place of these views, which do not exist where the
/// argument is all of its storage: the check before them fails. Gives the
/// numbers of the arguments.
SmallVector<unsigned> replaceViewsBeyondElements(func::FuncOp function);

/// Whether some `as_strided` in the function is applied to a ref.
bool usesStorage(func::FuncOp function);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_STORAGEARGUMENTS_H
