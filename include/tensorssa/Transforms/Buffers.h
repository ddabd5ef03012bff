// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refs as buffers: which type of buffer a ref or a tensor at a function
// boundary becomes, and how views of buffers are built.

#ifndef TENSORSSA_TRANSFORMS_BUFFERS_H
#define TENSORSSA_TRANSFORMS_BUFFERS_H

#include "mlir/IR/BuiltinTypes.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

namespace mlir::tssa {

/// A buffer of any strides and offset.
MemRefType getDynamicBufferType(ShapedType type);

/// What a ref becomes: the layout of its type, or any strides and offset.
MemRefType getBufferType(RefType ref);

/// What the type of a buffer says of its strides.
view::StridedLayoutInfo getLayoutInfo(MemRefType type);

/// Sizes, strides and offset of a buffer, and the base of its storage.
view::StridedView getStridedView(OpBuilder &builder, Location loc, Value buffer,
                                 Value &base);

/// The buffer of type `type` over `base` (from `getStridedView`) that `view`
/// describes. The element type may differ from that of `base`.
Value buildBuffer(OpBuilder &builder, Location loc, Value base,
                  const view::StridedView &view, MemRefType type);

/// The part of `buffer` that `kind` with `operands` describes, as a buffer of
/// type `type` over the same storage. Fails where the types do not prove that
/// it is a strided one.
FailureOr<Value> buildBufferView(OpBuilder &builder, Location loc,
                                 view::ViewKindInterface kind, Value buffer,
                                 ValueRange operands, MemRefType type);
/// Likewise, with any strides, for a view whose value has type `type`.
FailureOr<Value> buildBufferView(OpBuilder &builder, Location loc,
                                 view::ViewKindInterface kind, Value buffer,
                                 ValueRange operands, RankedTensorType type);

/// The part of `memory` that `kind` with `operands` describes and whose value
/// has type `type`, as a row-major buffer of its own, read element by element.
/// Fails for kinds without an index map.
FailureOr<Value> loadByIndexMap(OpBuilder &builder, Location loc,
                                view::ViewKindInterface kind, Value memory,
                                ValueRange operands, RankedTensorType type);

/// Stores the elements of the buffer `value` to that part of `memory`, in
/// row-major order of the part. Fails for kinds without an index map.
LogicalResult storeByIndexMap(OpBuilder &builder, Location loc,
                              view::ViewKindInterface kind, Value value,
                              Value memory, ValueRange operands);

/// A storage of its own, of type `type` and with the sizes of the buffer
/// `like`. Row-major, or as the layout of `type` says; fails if that leaves
/// strides open which are not row-major.
FailureOr<Value> allocateBuffer(OpBuilder &builder, Location loc, Value like,
                                MemRefType type);

} // namespace mlir::tssa

#endif // TENSORSSA_TRANSFORMS_BUFFERS_H
