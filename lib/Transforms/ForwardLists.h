// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists that a function makes and keeps to itself, and the three ways to do
// without them: what is in them is known (ForwardLists.cpp), refs become the
// operands of their paths (ForwardListPaths.cpp), numbers become a storage
// (ForwardListNumbers.cpp).

#ifndef TENSORSSA_LIB_TRANSFORMS_FORWARDLISTS_H
#define TENSORSSA_LIB_TRANSFORMS_FORWARDLISTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

namespace mlir::tssa {

/// Attribute of a `tssa.list_create` that stays: why, for the remark.
inline constexpr StringLiteral kListReasonAttr = "tssa.list_reason";

/// A list and everything that is done with it.
struct LocalList {
  ListCreateOp create;
  /// The ops on the list, in program order.
  SmallVector<Operation *> ops;
  /// The function's return, if the list is a result.
  Operation *ret = nullptr;
  /// The first op that passes the list on in any other way, and so out of
  /// sight.
  Operation *escape = nullptr;

  Type getElementType() const {
    return cast<ListType>(create->getResult(0).getType()).getElementType();
  }
  bool isOfNumbers() const { return getElementType().isIntOrIndexOrFloat(); }
  bool isOfRefs() const {
    return isa<RefType, AnyRefElementType>(getElementType());
  }
};

/// Operands of an op on a list by meaning; null where it has none.
Value getListOperand(Operation *op);
Value getListIndex(Operation *op);
Value getPutElement(Operation *op);
/// Whether the op changes the list, or its length.
bool changesList(Operation *op);
bool changesLength(Operation *op);

/// The position that an op on a list of `length` elements means, with an error
/// like its own if there is none.
Value buildListPosition(OpBuilder &builder, Operation *op, Value index,
                        OpFoldResult length);

/// The place that a constant index means; nothing if there is none.
std::optional<int64_t> getListPosition(Value index, int64_t length);

/// Whether a ref of type `from` can be called one of type `to`: nothing is
/// claimed that was not known.
bool isGeneralization(Type from, Type to);

/// A ref under a type that says less of it.
Value generalizeRef(OpBuilder &builder, Location loc, Value value, Type type);

/// What is known of a list at one place: nothing, or its length and, where they
/// are not null, its elements.
using ListContents = std::optional<SmallVector<Value>>;

/// Calls `visit` for each op on a list with what is known before it, in program
/// order; it may erase the op unless it is a change. Returns what is known at
/// the end.
ListContents
visitContents(const LocalList &list,
              function_ref<void(Operation *, const ListContents &)> visit);

/// Replaces a list of numbers by a storage, if it is known where it is made how
/// long it may become.
LogicalResult replaceByStorage(const LocalList &list);

/// Makes each slot of a list, of which every place is known, a value that
/// branches give and loops carry. Returns whether it could.
bool promoteCells(const LocalList &list);

/// What `tssa-forward-lists` does to a function, which may be in no module.
LogicalResult forwardLists(func::FuncOp function);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_FORWARDLISTS_H
