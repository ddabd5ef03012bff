// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of a row-major tensor of which everything is a number: sizes, strides
// and the place where they begin. They are compared as sets of places.

#ifndef TENSORSSA_LIB_ANALYSIS_STRIDEDPARTS_H
#define TENSORSSA_LIB_ANALYSIS_STRIDEDPARTS_H

#include "tensorssa/Analysis/AccessPath.h"

namespace mlir::view {

/// Compares two kinds without operands. `Unknown` too where a kind is not
/// strided over row-major memory, sees elements of another type, or where
/// counting would take long.
PathRelation compareStridedParts(ViewShape root, ViewKindInterface first,
                                 ViewKindInterface second);

/// Whether a kind without operands names some element twice; nothing where that
/// is not known.
std::optional<bool> repeatsElements(ViewShape root, ViewKindInterface kind);

/// Whether two kinds without operands name an element in common; nothing where
/// that is not known.
std::optional<bool> shareElements(ViewShape root, ViewKindInterface first,
                                  ViewKindInterface second);

} // namespace mlir::view

#endif // TENSORSSA_LIB_ANALYSIS_STRIDEDPARTS_H
