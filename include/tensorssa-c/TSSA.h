// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of the `tssa` dialect. `MlirType` handles are values of their context,
// never owned. Functions on a type require it to be of the kind in their name.

#ifndef TENSORSSA_C_TSSA_H
#define TENSORSSA_C_TSSA_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// !tssa.ref
//===----------------------------------------------------------------------===//

/// Checks whether the type is a ref. Null is not.
MLIR_CAPI_EXPORTED bool tssaTypeIsARef(MlirType type);

/// The ref type of `rank` sizes (dynamic: `mlirShapedTypeGetDynamicSize`).
/// `sizes` may be NULL for rank 0; `layout` is a strided layout attribute or
/// null. Returns null after a diagnostic at `location` if a parameter is not
/// allowed.
MLIR_CAPI_EXPORTED MlirType tssaRefTypeGetChecked(MlirLocation location,
                                                  intptr_t rank,
                                                  const int64_t *sizes,
                                                  MlirType elementType,
                                                  MlirAttribute layout);

/// Type of an element. The `mlirShapedType…` functions give it and the sizes
/// too.
MLIR_CAPI_EXPORTED MlirType tssaRefTypeGetElementType(MlirType type);

/// Number of dimensions.
MLIR_CAPI_EXPORTED intptr_t tssaRefTypeGetRank(MlirType type);

/// Size of dimension `dim`, which must be in range; dynamic ones are
/// `mlirShapedTypeGetDynamicSize`.
MLIR_CAPI_EXPORTED int64_t tssaRefTypeGetDimSize(MlirType type, intptr_t dim);

/// The strided layout attribute, or null where the strides are any.
MLIR_CAPI_EXPORTED MlirAttribute tssaRefTypeGetLayout(MlirType type);

/// Type of the values that such a ref holds.
MLIR_CAPI_EXPORTED MlirType tssaRefTypeGetTensorType(MlirType type);

//===----------------------------------------------------------------------===//
// !tssa.list, !tssa.any_ref
//===----------------------------------------------------------------------===//

/// Checks whether the type is a list. Null is not.
MLIR_CAPI_EXPORTED bool tssaTypeIsAList(MlirType type);

/// The list type over `elementType`. Returns null after a diagnostic at
/// `location` if lists do not hold such elements.
MLIR_CAPI_EXPORTED MlirType tssaListTypeGetChecked(MlirLocation location,
                                                   MlirType elementType);

/// Type of the elements.
MLIR_CAPI_EXPORTED MlirType tssaListTypeGetElementType(MlirType type);

/// Checks whether the type is the element type of lists of refs of any rank.
/// Null is not.
MLIR_CAPI_EXPORTED bool tssaTypeIsAAnyRefElement(MlirType type);

/// The element type of lists of refs of any rank.
MLIR_CAPI_EXPORTED MlirType tssaAnyRefElementTypeGet(MlirContext context);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_C_TSSA_H
