// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks for test programs in C. A check that fails prints one line and the
// program goes on; `CHECK_END` prints "N passed, N failed" and gives main's
// result. `CHECK_EQ…` shows both values.
//
//   int main(void) {
//     CHECK(1 + 1 == 2);
//     return CHECK_END();
//   }

#ifndef TENSORSSA_TEST_SUPPORT_CHECK_H
#define TENSORSSA_TEST_SUPPORT_CHECK_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static long check_passed;
static long check_failed;

static inline bool check_note(bool holds, const char *file, int line,
                              const char *text) {
  if (holds) {
    ++check_passed;
  } else {
    ++check_failed;
    printf("%s:%d: failed: %s\n", file, line, text);
  }
  return holds;
}

static inline bool check_integers(int64_t got, int64_t expected,
                                  const char *file, int line,
                                  const char *text) {
  if (got == expected) {
    ++check_passed;
    return true;
  }
  ++check_failed;
  printf("%s:%d: failed: %s: expected %" PRId64 " but got %" PRId64 "\n", file,
         line, text, expected, got);
  return false;
}

static inline bool check_texts(const char *got, const char *expected,
                               const char *file, int line, const char *text) {
  if (strcmp(got, expected) == 0) {
    ++check_passed;
    return true;
  }
  ++check_failed;
  printf("%s:%d: failed: %s: expected \"%s\" but got \"%s\"\n", file, line,
         text, expected, got);
  return false;
}

/// Each is true if the check holds, so that what depends on it can be left out.
#define CHECK(condition) check_note((condition), __FILE__, __LINE__, #condition)
#define CHECK_EQ(got, expected)                                                \
  check_integers((int64_t)(got), (int64_t)(expected), __FILE__, __LINE__, #got)
#define CHECK_TEXT(got, expected)                                              \
  check_texts((got), (expected), __FILE__, __LINE__, #got)

/// Prints the counts; 0 if all checks held and there were any.
static inline int check_end(void) {
  printf("%ld passed, %ld failed\n", check_passed, check_failed);
  return check_failed == 0 && check_passed > 0 ? 0 : 1;
}
#define CHECK_END() check_end()

#endif // TENSORSSA_TEST_SUPPORT_CHECK_H
