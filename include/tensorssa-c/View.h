// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// View kinds of the `view` dialect and their parameters. Attribute handles are
// values of their context, never owned. Functions on a kind require an
// attribute of that kind, and positions in range. Where a parameter may be an
// index operand (`?`), it is then `tssaViewGetDynamic()`; dimensions are never
// dynamic. What all kinds have in common is in ViewKind.h.

#ifndef TENSORSSA_C_VIEW_H
#define TENSORSSA_C_VIEW_H

#include "mlir-c/IR.h"
#include "tensorssa-c/ViewKind.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a parameter is that an index operand stands for.
MLIR_CAPI_EXPORTED int64_t tssaViewGetDynamic(void);

//===----------------------------------------------------------------------===//
// #view.alias
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.alias`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewAlias(MlirAttribute attr);

/// The kind.
MLIR_CAPI_EXPORTED MlirAttribute tssaViewAliasAttrGet(MlirContext context);

//===----------------------------------------------------------------------===//
// #view.select
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.select`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewSelect(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute
tssaViewSelectAttrGetChecked(MlirLocation location, int64_t dim, int64_t index);

/// The dimension that disappears.
MLIR_CAPI_EXPORTED int64_t tssaViewSelectAttrGetDim(MlirAttribute attr);

/// The index in it, or dynamic.
MLIR_CAPI_EXPORTED int64_t tssaViewSelectAttrGetIndex(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #view.slice
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.slice`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewSlice(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute
tssaViewSliceAttrGetChecked(MlirLocation location, int64_t dim, int64_t start,
                            int64_t end, int64_t step);

/// The dimension that is sliced.
MLIR_CAPI_EXPORTED int64_t tssaViewSliceAttrGetDim(MlirAttribute attr);

/// First index, not yet clamped, or dynamic.
MLIR_CAPI_EXPORTED int64_t tssaViewSliceAttrGetStart(MlirAttribute attr);

/// Index behind the last, not yet clamped, or dynamic.
MLIR_CAPI_EXPORTED int64_t tssaViewSliceAttrGetEnd(MlirAttribute attr);

/// Distance between indices, at least 1.
MLIR_CAPI_EXPORTED int64_t tssaViewSliceAttrGetStep(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #view.permute
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.permute`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewPermute(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute tssaViewPermuteAttrGetChecked(
    MlirLocation location, intptr_t numPermutation, const int64_t *permutation);

/// How many there are.
MLIR_CAPI_EXPORTED intptr_t
tssaViewPermuteAttrGetNumDimensions(MlirAttribute attr);

/// The dimension at `pos`: the source's dimension that is dimension `pos` of
/// the view.
MLIR_CAPI_EXPORTED int64_t tssaViewPermuteAttrGetDimension(MlirAttribute attr,
                                                           intptr_t pos);

//===----------------------------------------------------------------------===//
// #view.expand
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.expand`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewExpand(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute tssaViewExpandAttrGetChecked(
    MlirLocation location, intptr_t numSizes, const int64_t *sizes);

/// How many there are.
MLIR_CAPI_EXPORTED intptr_t tssaViewExpandAttrGetNumSizes(MlirAttribute attr);

/// The size at `pos`: the size that dimension `pos` of the view takes, -1 to
/// keep it, or dynamic.
MLIR_CAPI_EXPORTED int64_t tssaViewExpandAttrGetSize(MlirAttribute attr,
                                                     intptr_t pos);

//===----------------------------------------------------------------------===//
// #view.squeeze
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.squeeze`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewSqueeze(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute
tssaViewSqueezeAttrGetChecked(MlirLocation location, int64_t dim);

/// The dimension that disappears.
MLIR_CAPI_EXPORTED int64_t tssaViewSqueezeAttrGetDim(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #view.unsqueeze
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.unsqueeze`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewUnsqueeze(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute
tssaViewUnsqueezeAttrGetChecked(MlirLocation location, int64_t dim);

/// The dimension of the view that is new.
MLIR_CAPI_EXPORTED int64_t tssaViewUnsqueezeAttrGetDim(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #view.reshape
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.reshape`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewReshape(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute tssaViewReshapeAttrGetChecked(
    MlirLocation location, intptr_t numSizes, const int64_t *sizes);

/// How many there are.
MLIR_CAPI_EXPORTED intptr_t tssaViewReshapeAttrGetNumSizes(MlirAttribute attr);

/// The size at `pos`: the size of dimension `pos` of the view, or dynamic.
MLIR_CAPI_EXPORTED int64_t tssaViewReshapeAttrGetSize(MlirAttribute attr,
                                                      intptr_t pos);

//===----------------------------------------------------------------------===//
// #view.diagonal
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.diagonal`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewDiagonal(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute tssaViewDiagonalAttrGetChecked(
    MlirLocation location, int64_t offset, int64_t dim1, int64_t dim2);

/// Which diagonal, 0 the main one, or dynamic.
MLIR_CAPI_EXPORTED int64_t tssaViewDiagonalAttrGetOffset(MlirAttribute attr);

/// The dimension that counts rows.
MLIR_CAPI_EXPORTED int64_t tssaViewDiagonalAttrGetDim1(MlirAttribute attr);

/// The dimension that counts columns.
MLIR_CAPI_EXPORTED int64_t tssaViewDiagonalAttrGetDim2(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #view.unfold
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.unfold`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewUnfold(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute tssaViewUnfoldAttrGetChecked(
    MlirLocation location, int64_t dim, int64_t size, int64_t step);

/// The dimension that is cut into windows.
MLIR_CAPI_EXPORTED int64_t tssaViewUnfoldAttrGetDim(MlirAttribute attr);

/// Size of a window, or dynamic.
MLIR_CAPI_EXPORTED int64_t tssaViewUnfoldAttrGetSize(MlirAttribute attr);

/// Distance between windows, or dynamic.
MLIR_CAPI_EXPORTED int64_t tssaViewUnfoldAttrGetStep(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #view.as_strided
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.as_strided`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewAsStrided(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute tssaViewAsStridedAttrGetChecked(
    MlirLocation location, intptr_t numDims, const int64_t *sizes,
    const int64_t *strides, int64_t offset);

/// How many there are.
MLIR_CAPI_EXPORTED intptr_t
tssaViewAsStridedAttrGetNumSizes(MlirAttribute attr);

/// The size at `pos`: the size of dimension `pos` of the view, or dynamic.
MLIR_CAPI_EXPORTED int64_t tssaViewAsStridedAttrGetSize(MlirAttribute attr,
                                                        intptr_t pos);

/// How many there are.
MLIR_CAPI_EXPORTED intptr_t
tssaViewAsStridedAttrGetNumStrides(MlirAttribute attr);

/// The stride at `pos`: the stride of dimension `pos` of the view, or dynamic.
MLIR_CAPI_EXPORTED int64_t tssaViewAsStridedAttrGetStride(MlirAttribute attr,
                                                          intptr_t pos);

/// Distance of the first element from the storage's base, or dynamic.
MLIR_CAPI_EXPORTED int64_t tssaViewAsStridedAttrGetOffset(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #view.bitcast
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.bitcast`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewBitcast(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute
tssaViewBitcastAttrGetChecked(MlirLocation location, MlirType elementType);

/// Element type of the view.
MLIR_CAPI_EXPORTED MlirType
tssaViewBitcastAttrGetElementType(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #view.path
//===----------------------------------------------------------------------===//

/// Checks whether the attribute is `#view.path`. Null is not.
MLIR_CAPI_EXPORTED bool tssaAttributeIsAViewPath(MlirAttribute attr);

/// The kind with these parameters, which are in the order of its syntax.
/// Returns null after a diagnostic at `location` if they are not allowed.
MLIR_CAPI_EXPORTED MlirAttribute tssaViewPathAttrGetChecked(
    MlirLocation location, intptr_t numKinds, const MlirAttribute *kinds);

/// How many there are.
MLIR_CAPI_EXPORTED intptr_t tssaViewPathAttrGetNumKinds(MlirAttribute attr);

/// The kind at `pos`: member `pos`, the outermost being 0.
MLIR_CAPI_EXPORTED MlirAttribute tssaViewPathAttrGetKind(MlirAttribute attr,
                                                         intptr_t pos);

/// The kind for a chain of views, the outermost first: nested paths flattened,
/// aliases dropped; a chain of none is `#view.alias`, of one that one itself.
MLIR_CAPI_EXPORTED MlirAttribute tssaViewPathAttrGetChain(
    MlirContext context, intptr_t numKinds, const MlirAttribute *kinds);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_C_VIEW_H
