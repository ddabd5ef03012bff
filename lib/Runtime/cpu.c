// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Features of the CPU, by CPUID. The registers that hold vectors count as there
// only if the operating system saves them.

#include "tensorssa-runtime/cpu.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

/// Where CPUID says it: leaf, subleaf, register (a, b, c, d), bit; and whose
/// registers the operating system must save.
enum { SAVED_NONE, SAVED_AVX, SAVED_AVX512 };
typedef struct feature_t {
  const char *name;
  /// The first level that has it; 0 for none.
  int level;
  unsigned leaf, subleaf;
  char reg;
  int bit, saved;
} feature_t;

/// In the order of their bits.
static const feature_t features[] = {
    {"sse3", 2, 1, 0, 'c', 0, SAVED_NONE},
    {"ssse3", 2, 1, 0, 'c', 9, SAVED_NONE},
    {"sse4.1", 2, 1, 0, 'c', 19, SAVED_NONE},
    {"sse4.2", 2, 1, 0, 'c', 20, SAVED_NONE},
    {"popcnt", 2, 1, 0, 'c', 23, SAVED_NONE},
    {"cx16", 2, 1, 0, 'c', 13, SAVED_NONE},
    {"sahf", 2, 0x80000001, 0, 'c', 0, SAVED_NONE},
    {"avx", 3, 1, 0, 'c', 28, SAVED_AVX},
    {"avx2", 3, 7, 0, 'b', 5, SAVED_AVX},
    {"bmi", 3, 7, 0, 'b', 3, SAVED_NONE},
    {"bmi2", 3, 7, 0, 'b', 8, SAVED_NONE},
    {"f16c", 3, 1, 0, 'c', 29, SAVED_AVX},
    {"fma", 3, 1, 0, 'c', 12, SAVED_AVX},
    {"lzcnt", 3, 0x80000001, 0, 'c', 5, SAVED_NONE},
    {"movbe", 3, 1, 0, 'c', 22, SAVED_NONE},
    // Set once the operating system uses it.
    {"xsave", 3, 1, 0, 'c', 27, SAVED_NONE},
    {"avx512f", 4, 7, 0, 'b', 16, SAVED_AVX512},
    {"avx512bw", 4, 7, 0, 'b', 30, SAVED_AVX512},
    {"avx512cd", 4, 7, 0, 'b', 28, SAVED_AVX512},
    {"avx512dq", 4, 7, 0, 'b', 17, SAVED_AVX512},
    {"avx512vl", 4, 7, 0, 'b', 31, SAVED_AVX512},
    {"avx512ifma", 0, 7, 0, 'b', 21, SAVED_AVX512},
    {"avx512vbmi", 0, 7, 0, 'c', 1, SAVED_AVX512},
    {"avx512vbmi2", 0, 7, 0, 'c', 6, SAVED_AVX512},
    {"avx512vnni", 0, 7, 0, 'c', 11, SAVED_AVX512},
    {"avx512bitalg", 0, 7, 0, 'c', 12, SAVED_AVX512},
    {"avx512vpopcntdq", 0, 7, 0, 'c', 14, SAVED_AVX512},
    {"avx512fp16", 0, 7, 0, 'd', 23, SAVED_AVX512},
    {"avx512bf16", 0, 7, 1, 'a', 5, SAVED_AVX512},
    {"avxvnni", 0, 7, 1, 'a', 4, SAVED_AVX},
};
enum { NUM_FEATURES = sizeof features / sizeof *features };

static const char *const levels[] = {"x86-64", "x86-64-v2", "x86-64-v3",
                                     "x86-64-v4"};
enum { NUM_LEVELS = sizeof levels / sizeof *levels };

const char *tssa_cpu_level_name(int64_t index) {
  return index >= 0 && index < NUM_LEVELS ? levels[index] : NULL;
}

uint64_t tssa_cpu_level_features(int64_t index) {
  uint64_t mask = 0;
  if (index < 0 || index >= NUM_LEVELS)
    return 0;
  for (int i = 0; i < NUM_FEATURES; ++i)
    if (features[i].level && features[i].level <= index + 1)
      mask |= UINT64_C(1) << i;
  return mask;
}

const char *tssa_cpu_feature_name(int64_t bit) {
  return bit >= 0 && bit < NUM_FEATURES ? features[bit].name : NULL;
}

#if defined(__x86_64__)
static bool cpuid_bit(const feature_t *feature) {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(feature->leaf, feature->subleaf, &a, &b, &c, &d))
    return false;
  unsigned value = feature->reg == 'a'   ? a
                   : feature->reg == 'b' ? b
                   : feature->reg == 'c' ? c
                                         : d;
  return value >> feature->bit & 1;
}

/// Which registers the operating system saves: XCR0.
static uint64_t saved_state(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1))
    return 0;
  __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  return (uint64_t)d << 32 | a;
}

static uint64_t detect(void) {
  uint64_t mask = 0, state = saved_state();
  // SSE and AVX; with AVX-512 its masks and both parts of its registers too.
  const uint64_t avx = 0x6, avx512 = 0xe6;
  for (int i = 0; i < NUM_FEATURES; ++i) {
    uint64_t needed = features[i].saved == SAVED_AVX512 ? avx512
                      : features[i].saved == SAVED_AVX  ? avx
                                                        : 0;
    if ((state & needed) == needed && cpuid_bit(&features[i]))
      mask |= UINT64_C(1) << i;
  }
  return mask;
}
#else
static uint64_t detect(void) { return 0; }
#endif

static uint64_t allowed(void) {
  const char *name = getenv("TENSORSSA_CPU");
  for (int64_t i = 0; name && i < NUM_LEVELS; ++i)
    if (strcmp(name, levels[i]) == 0)
      return tssa_cpu_level_features(i);
  return UINT64_MAX;
}

uint64_t tssa_cpu_features(void) {
  // The highest bit says that the rest is known. Threads that come at the same
  // time find the same.
  static _Atomic uint64_t known;
  const uint64_t done = UINT64_C(1) << 63;
  uint64_t mask = atomic_load_explicit(&known, memory_order_relaxed);
  if (!mask) {
    mask = (detect() & allowed()) | done;
    atomic_store_explicit(&known, mask, memory_order_relaxed);
  }
  return mask & ~done;
}
