// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of storages that refs name, before anything is functionalized, compared
// with each other. What `as_strided` names of an argument are elements of it
// only where that is known.

#ifndef TENSORSSA_LIB_TRANSFORMS_REFPARTS_H
#define TENSORSSA_LIB_TRANSFORMS_REFPARTS_H

#include "tensorssa/Analysis/AccessPath.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "tensorssa/Analysis/CallSummaries.h"

namespace mlir::tssa {

/// Whether all that the path names are surely elements of its root, and the
/// ones that it names of the root's value.
bool namesElements(const AliasPath &path);

/// How two parts of one root relate.
view::PathRelation compareParts(const AliasPath &lhs, const AliasPath &rhs);

/// Whether two parts of one root surely have an element in common, and are not
/// the same.
bool overlapInPart(const AliasPath &lhs, const AliasPath &rhs);

/// Whether two parts of one root are surely the same or have no element in
/// common.
bool areSameOrDisjoint(const AliasPath &lhs, const AliasPath &rhs);

/// Whether a path surely names no element twice, or some.
bool isInjectivePart(const AliasPath &path);
bool repeatsElements(const AliasPath &path);

/// Whether a path surely names some element twice, if it names any.
bool repeatsUnlessEmpty(const AliasPath &path);

/// Whether a part of a root that is all of its storage, in row-major order,
/// lies like a copy of the part, so far as `use` goes.
bool liesLikeCopy(const AliasPath &path, LayoutUse::Kind use);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_REFPARTS_H
