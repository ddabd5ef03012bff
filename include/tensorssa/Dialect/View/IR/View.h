// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `view` dialect: kinds of views as attributes, and the three operations
// that serve them all.

#ifndef TENSORSSA_DIALECT_VIEW_IR_VIEW_H
#define TENSORSSA_DIALECT_VIEW_IR_VIEW_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::view {

/// The shape and element type of a view or its source; dynamic sizes are
/// `ShapedType::kDynamic`.
struct ViewShape {
  SmallVector<int64_t> sizes;
  Type elementType;

  ViewShape() = default;
  ViewShape(ArrayRef<int64_t> sizes, Type elementType)
      : sizes(sizes.begin(), sizes.end()), elementType(elementType) {}
  explicit ViewShape(ShapedType type)
      : ViewShape(type.getShape(), type.getElementType()) {}
  int64_t getRank() const { return sizes.size(); }
};

/// A view as a strided window of its storage: sizes, strides and offset, all in
/// elements of the view's own type.
struct StridedView {
  SmallVector<OpFoldResult> sizes;
  SmallVector<OpFoldResult> strides;
  OpFoldResult offset;
  /// How many elements the storage holds; null where that is not known, and
  /// then only what the source itself reaches counts as being there.
  OpFoldResult storageSize;
};

/// What types say of strides: `merges[i]` is set where the stride of dimension
/// `i` is known to be the size times the stride of dimension `i + 1`, and for
/// the last one where its stride is known to be 1. All set is row-major.
struct StridedLayoutInfo {
  SmallVector<bool> merges;

  static StridedLayoutInfo rowMajor(int64_t rank) {
    return {SmallVector<bool>(rank, true)};
  }
  static StridedLayoutInfo unknown(int64_t rank) {
    return {SmallVector<bool>(rank, false)};
  }
  /// What a static layout over `sizes` says; a null layout says nothing.
  static StridedLayoutInfo get(ArrayRef<int64_t> sizes,
                               StridedLayoutAttr layout);
  bool isRowMajor() const {
    return llvm::all_of(merges, [](bool m) { return m; });
  }
};

/// Whether distinct elements of a view are distinct elements of its source.
enum class Injectivity { No, DependsOnOperands, Yes };

} // namespace mlir::view

#include "tensorssa/Dialect/View/IR/ViewInterfaces.h.inc"

#include "tensorssa/Dialect/View/IR/ViewDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tensorssa/Dialect/View/IR/ViewAttrs.h.inc"

#include "tensorssa/Dialect/TSSA/IR/TSSATypes.h"

#include "tensorssa/Dialect/TSSA/IR/TSSAInterfaces.h.inc"

#define GET_OP_CLASSES
#include "tensorssa/Dialect/View/IR/ViewOps.h.inc"

namespace mlir::view {

/// The type of a view of `source`, which must fit the kind; a ref without a
/// layout.
RankedTensorType inferViewType(ViewKindInterface kind, RankedTensorType source);
tssa::RefType inferViewType(ViewKindInterface kind, tssa::RefType source);

/// The layout of a view of `source`, dynamic where operands or unknown strides
/// decide; null if the source has no layout or the view is not strided.
StridedLayoutAttr inferViewLayout(ViewKindInterface kind, tssa::RefType source);

/// Whether the view is its whole source, element for element.
bool isIdentityView(ViewKindInterface kind, ViewShape source);

} // namespace mlir::view

#endif // TENSORSSA_DIALECT_VIEW_IR_VIEW_H
