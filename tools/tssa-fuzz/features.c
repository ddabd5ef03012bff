// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of features.

#include "features.h"
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  int share;
} table[] = {
#define X(enumerator, name, share) {name, share},
    FEATURES(X)
#undef X
};

const char *feature_name(feature_t feature) { return table[feature].name; }

int feature_share(feature_t feature) { return table[feature].share; }

bool features_parse(const char *list, uint64_t *out_features) {
  uint64_t chosen = 0, removed = 0, added = 0;
  while (*list) {
    size_t length = strcspn(list, ",");
    bool remove = length > 0 && list[0] == '-';
    bool add = length > 0 && list[0] == '+';
    const char *name = list + (remove || add);
    size_t rest = length - (remove || add);
    int found = -1;
    for (int i = 0; i < NUM_FEATURES; ++i)
      if (strlen(table[i].name) == rest &&
          strncmp(table[i].name, name, rest) == 0)
        found = i;
    if (found < 0) {
      fprintf(stderr,
              "error: expected --features to name features but got '%.*s'; "
              "there are",
              (int)length, list);
      for (int i = 0; i < NUM_FEATURES; ++i)
        fprintf(stderr, " %s", table[i].name);
      fprintf(stderr, "\n");
      return false;
    }
    *(remove ? &removed
      : add  ? &added
             : &chosen) |= feature_bit((feature_t)found);
    list += length;
    list += *list == ',';
  }
  *out_features = ((chosen ? chosen : features_default()) | added) & ~removed;
  return true;
}
