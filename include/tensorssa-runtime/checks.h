// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each check of a program says when it fails: status, message and the
// values that the message's {0} to {3} stand for. Compiled code and the
// interpreter both take them from here, so that an error reads the same
// whichever way a program runs. Where an op is not itself a check but lacks one
// (`view.of` with an index out of range), the failure is that of the check
// which `tssa-insert-checks` would have put there: its op name and this text.

#ifndef TENSORSSA_RUNTIME_CHECKS_H
#define TENSORSSA_RUNTIME_CHECKS_H

#include "tensorssa-runtime/status.h"

/// tssa.check_index, tssa.check_indices, tssa.list_get, tssa.list_set and
/// tssa.list_pop. Values: -size, size, the index as it was given.
#define TSSA_CHECK_INDEX_STATUS TSSA_STATUS_OUT_OF_RANGE
#define TSSA_CHECK_INDEX_MESSAGE                                               \
  "expected index to be in [{0}, {1}) but got {2}"

/// tssa.check_broadcast. Values: lhs, rhs.
#define TSSA_CHECK_BROADCAST_STATUS TSSA_STATUS_SHAPE_MISMATCH
#define TSSA_CHECK_BROADCAST_MESSAGE                                           \
  "expected sizes to be equal or one of them to be 1 but got {0} and {1}"

/// tssa.check_equal: the op's `what`, with { and } doubled, between the two
/// parts. Values: lhs, rhs.
#define TSSA_CHECK_EQUAL_STATUS TSSA_STATUS_SHAPE_MISMATCH
#define TSSA_CHECK_EQUAL_MESSAGE_BEFORE "expected "
#define TSSA_CHECK_EQUAL_MESSAGE_AFTER " to be {0} but got {1}"

/// tssa.check_nonzero. No values.
#define TSSA_CHECK_NONZERO_STATUS TSSA_STATUS_DIVISION_BY_ZERO
#define TSSA_CHECK_NONZERO_MESSAGE                                             \
  "expected the divisor to be nonzero but got 0"

/// tssa.check_overlap, where the target overlaps itself, and where it overlaps
/// the source in part. No values.
#define TSSA_CHECK_OVERLAP_STATUS TSSA_STATUS_OVERLAP
#define TSSA_CHECK_OVERLAP_SELF_MESSAGE                                        \
  "expected the elements of the target to be distinct in memory but some "     \
  "overlap"
#define TSSA_CHECK_OVERLAP_MESSAGE                                             \
  "expected the source to be the target or disjoint from it but they overlap " \
  "in part"

/// tssa.check_view: the kind as MLIR prints it, with { and } doubled, follows
/// the first part; then, where there are index operands, " with operands {0}",
/// ", {1}", and so on for at most four. Values: the first four operands.
#define TSSA_CHECK_VIEW_STATUS TSSA_STATUS_SHAPE_MISMATCH
#define TSSA_CHECK_VIEW_MESSAGE_BEFORE "cannot view the source as "
#define TSSA_CHECK_VIEW_MESSAGE_OPERANDS " with operands "

/// tssa.check: the op's own message, whose {0} to {3} are the op's values.
#define TSSA_CHECK_STATUS TSSA_STATUS_INVALID_ARGUMENT

/// tssa.raise: likewise.
#define TSSA_RAISE_STATUS TSSA_STATUS_RAISED

#endif // TENSORSSA_RUNTIME_CHECKS_H
