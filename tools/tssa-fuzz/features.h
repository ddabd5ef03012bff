// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a generated program may hold. `--features` chooses from these, and the
// statistics count by them.

#ifndef TENSORSSA_TOOLS_TSSA_FUZZ_FEATURES_H
#define TENSORSSA_TOOLS_TSSA_FUZZ_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

/// X(enumerator, name, share of programs that may use it in percent)
#define FEATURES(X)                                                            \
  /* View kinds. */                                                            \
  X(ALIAS, "alias", 50)                                                        \
  X(SELECT, "select", 80)                                                      \
  X(SLICE, "slice", 80)                                                        \
  X(PERMUTE, "permute", 50)                                                    \
  X(EXPAND, "expand", 40)                                                      \
  X(SQUEEZE, "squeeze", 50)                                                    \
  X(UNSQUEEZE, "unsqueeze", 40)                                                \
  X(RESHAPE, "reshape", 50)                                                    \
  X(DIAGONAL, "diagonal", 40)                                                  \
  X(UNFOLD, "unfold", 40)                                                      \
  X(AS_STRIDED, "as-strided", 40)                                              \
  X(AS_STRIDED_ARGUMENT, "strided-arg", 50)                                    \
  X(BITCAST, "bitcast", 30)                                                    \
  X(PATH, "path", 40)                                                          \
  /* A view whose numbers are operands. */                                     \
  X(OPERANDS, "operands", 70)                                                  \
  /* Element types. */                                                         \
  X(BOOL, "i1", 30)                                                            \
  X(I32, "i32", 30)                                                            \
  X(I64, "i64", 30)                                                            \
  X(F32, "f32", 70)                                                            \
  X(F64, "f64", 30)                                                            \
  /* Sizes and layouts. */                                                     \
  X(DYNAMIC, "dynamic", 50)                                                    \
  X(ZERO, "zero", 18)                                                          \
  X(RANK0, "rank0", 30)                                                        \
  X(LAYOUT, "layout", 20)                                                      \
  /* Arguments that may share storage. */                                      \
  X(ALIASING, "aliasing", 35)                                                  \
  X(INTERLEAVED, "interleaved", 12)                                            \
  /* An argument that only takes a result. */                                  \
  X(OUTPUT, "output", 15)                                                      \
  /* Control flow. */                                                          \
  X(IF, "if", 60)                                                              \
  X(FOR, "for", 60)                                                            \
  X(WHILE, "while", 30)                                                        \
  X(SWITCH, "switch", 25)                                                      \
  X(EXECUTE, "execute", 20)                                                    \
  X(FORALL, "forall", 15)                                                      \
  X(PARALLEL, "parallel", 15)                                                  \
  /* Branches between blocks: diamonds, loops. */                              \
  X(BLOCKS, "blocks", 15)                                                      \
  /* Refs that merge. */                                                       \
  X(MERGE_IF, "merge-if", 22)                                                  \
  X(MERGE_SELECT, "merge-select", 20)                                          \
  X(MERGE_LOOP, "merge-loop", 20)                                              \
  /* Objects and functions. */                                                 \
  X(LIST, "list", 25)                                                          \
  X(LIST_NAMES, "list-names", 60)                                              \
  X(LIST_CALL, "list-call", 60)                                                \
  X(LIST_ARGUMENT, "list-argument", 35)                                        \
  X(LISTS, "lists", 50)                                                        \
  /* A list of the caller's that tells what happened, in order. */             \
  X(EFFECTS, "effects", 15)                                                    \
  X(NUMBERS, "numbers", 10)                                                    \
  X(CELL, "cell", 19)                                                          \
  /* What a cell holds is replaced inside a branch. */                         \
  X(CELL_BRANCH, "cell-branch", 85)                                            \
  X(CALL, "call", 20)                                                          \
  X(HOST, "host", 12)                                                          \
  X(RECURSION, "recursion", 12)                                                \
  /* Run-time errors are likely. */                                            \
  X(ERRORS, "errors", 20)                                                      \
  /* Arithmetic. */                                                            \
  X(ELEMENTWISE, "elementwise", 90)                                            \
  X(REDUCE, "reduce", 35)                                                      \
  X(INDEXING, "indexing", 30)                                                  \
  X(PARTS, "parts", 40)                                                        \
  X(OVERLAP, "overlap", 15)                                                    \
  /* Only if asked for, since what they touch stays imperative: functions of   \
     the host of which is not said what they do, storages that grow. */        \
  X(HOST_UNKNOWN, "host-unknown", 60)                                          \
  X(GROWTH, "growth", 60)

typedef enum feature_t {
#define X(enumerator, name, share) FEATURE_##enumerator,
  FEATURES(X)
#undef X
      NUM_FEATURES
} feature_t;

_Static_assert(NUM_FEATURES <= 64, "a set of features is a 64-bit mask");

static inline uint64_t feature_bit(feature_t feature) {
  return UINT64_C(1) << feature;
}

static inline uint64_t features_default(void) {
  return ((UINT64_C(1) << NUM_FEATURES) - 1) & ~feature_bit(FEATURE_GROWTH) &
         ~feature_bit(FEATURE_HOST_UNKNOWN);
}

const char *feature_name(feature_t feature);

/// How many of a hundred programs may use a feature.
int feature_share(feature_t feature);

/// The set that a list of names, separated by commas, says; a name may have a
/// `-` in front, which takes it from the usual ones, or a `+`, which adds it.
/// On failure the reason is on stderr.
bool features_parse(const char *list, uint64_t *out_features);

#endif // TENSORSSA_TOOLS_TSSA_FUZZ_FEATURES_H
