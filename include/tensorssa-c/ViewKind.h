// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every view kind can be asked and can build, whoever defined it: the
// methods of ViewKindInterface.
//
// A `source` is the type that is viewed, a ref or a ranked tensor. A ref has
// the strides that its layout says, none if it has no layout; a tensor is
// row-major. Whatever is asked or built, the kind must fit the source:
// `tssaViewKindInferType` must give a type.
//
// Builders put index arithmetic (`arith`, which the context must have loaded)
// where the rewriter stands; such a one comes from `mlirIRRewriterCreate`.
// `operands` are the values, of type `index`, that stand for the `?` of the
// kind, `tssaViewKindGetNumOperands` of them. Arrays that hold something for
// each dimension of the source or of the view have as many elements as it has
// dimensions, and may be NULL if that is 0; those that are written are the
// caller's.

#ifndef TENSORSSA_C_VIEWKIND_H
#define TENSORSSA_C_VIEWKIND_H

#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A number of a program that is being built: a value of type `index` or, where
/// that is null, a constant.
typedef struct TssaIndex {
  MlirValue value;
  int64_t constant;
} TssaIndex;

/// A constant.
static inline TssaIndex tssaIndexFromConstant(int64_t constant) {
  TssaIndex index;
  index.value.ptr = NULL;
  index.constant = constant;
  return index;
}

/// A value, which must not be null.
static inline TssaIndex tssaIndexFromValue(MlirValue value) {
  TssaIndex index;
  index.value = value;
  index.constant = 0;
  return index;
}

/// A window of a storage, all in elements of its own type. What the pointers
/// lead to is the caller's.
typedef struct TssaStridedView {
  TssaIndex *sizes;
  TssaIndex *strides;
  /// Distance of the first element from the storage's base.
  TssaIndex offset;
  /// Whether it is known how many elements the storage holds, and how many.
  /// Where it is not, only what the window itself reaches counts as being
  /// there.
  bool hasStorageSize;
  TssaIndex storageSize;
} TssaStridedView;

/// Whether distinct elements of a view are distinct elements of its source.
typedef enum TssaInjectivity {
  TssaInjectivityNo = 0,
  TssaInjectivityDependsOnOperands = 1,
  TssaInjectivityYes = 2
} TssaInjectivity;

/// Checks whether the attribute is a view kind, of this dialect or another's.
/// Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewKind(MlirAttribute attr);

/// Number of index operands that a view kind takes.
MLIR_CAPI_EXPORTED intptr_t tssaViewKindGetNumOperands(MlirAttribute kind);

/// The type of a view: of a tensor a tensor, of a ref a ref, with the layout
/// that follows if that is known. Sizes that operands or dynamic sizes decide
/// are dynamic. Returns null after a diagnostic at `location` where no such
/// view can exist (rank, constant index or size) or `source` is neither.
MLIR_CAPI_EXPORTED MlirType tssaViewKindInferType(MlirAttribute kind,
                                                  MlirType source,
                                                  MlirLocation location);

/// Whether distinct elements of the view are distinct elements of the source.
MLIR_CAPI_EXPORTED TssaInjectivity
tssaViewKindGetInjectivity(MlirAttribute kind, MlirType source);

/// Whether every view of this kind is in range whatever the operands are. Where
/// not, operands need checks. Says nothing of strides.
MLIR_CAPI_EXPORTED bool tssaViewKindIsAlwaysInRange(MlirAttribute kind,
                                                    MlirType source);

/// Whether the strides of the source surely allow the view where it is in
/// range. Where not, a `view.of` needs a check.
MLIR_CAPI_EXPORTED bool tssaViewKindIsViewable(MlirAttribute kind,
                                               MlirType source);

/// Whether the view is its whole source, element for element.
MLIR_CAPI_EXPORTED bool tssaViewKindIsIdentity(MlirAttribute kind,
                                               MlirType source);

/// Whether `tssaViewKindBuildStridedView` succeeds where the view exists.
MLIR_CAPI_EXPORTED bool tssaViewKindHasStridedView(MlirAttribute kind,
                                                   MlirType source);

/// Builds the sizes of the view into `sizes`, from those of the source.
MLIR_CAPI_EXPORTED void
tssaViewKindBuildResultSizes(MlirAttribute kind, MlirRewriterBase rewriter,
                             MlirLocation location, MlirType source,
                             const TssaIndex *sourceSizes,
                             const MlirValue *operands, TssaIndex *sizes);

/// Builds the index map: which element of the source, `sourceIndices`, the
/// view's element at `indices` is. Fails, without a diagnostic, for kinds that
/// are no map between elements (a bitcast to another width).
MLIR_CAPI_EXPORTED MlirLogicalResult tssaViewKindBuildSourceIndices(
    MlirAttribute kind, MlirRewriterBase rewriter, MlirLocation location,
    MlirType source, const TssaIndex *sourceSizes, const MlirValue *operands,
    const MlirValue *indices, MlirValue *sourceIndices);

/// Builds the view as a window of the storage of which the source is the window
/// `sourceView`; `view` must have room for its sizes and strides. The
/// preconditions of the kind must hold. Fails, without a diagnostic, where
/// `tssaViewKindHasStridedView` says no.
MLIR_CAPI_EXPORTED MlirLogicalResult tssaViewKindBuildStridedView(
    MlirAttribute kind, MlirRewriterBase rewriter, MlirLocation location,
    MlirType source, const TssaStridedView *sourceView,
    const MlirValue *operands, TssaStridedView *view);

/// Builds the preconditions as one `i1`, true if the view exists over
/// `sourceView`, strides included; a constant true where they are proven.
MLIR_CAPI_EXPORTED MlirValue tssaViewKindBuildPrecondition(
    MlirAttribute kind, MlirRewriterBase rewriter, MlirLocation location,
    MlirType source, const TssaStridedView *sourceView,
    const MlirValue *operands);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_C_VIEWKIND_H
