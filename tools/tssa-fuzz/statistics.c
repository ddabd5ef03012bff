// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counting what ran.

#include "fuzz.h"
#include <string.h>

static void count_reason(stats_t *stats, const char *text, int64_t count) {
  for (int i = 0; i < stats->num_reasons; ++i)
    if (strcmp(stats->reasons[i].text, text) == 0) {
      stats->reasons[i].count += count;
      return;
    }
  if (stats->num_reasons == MAX_REASONS)
    return;
  strcpy(stats->reasons[stats->num_reasons].text, text);
  stats->reasons[stats->num_reasons++].count = count;
}

void stats_count(stats_t *stats, const verdict_t *verdict) {
  ++stats->programs;
  ++stats->fates[verdict->fate];
  stats->rounds += verdict->rounds;
  stats->errors += verdict->errors;
  stats->functional += verdict->functional;
  stats->refs += verdict->refs;
  stats->functional_refs += verdict->functional_refs;
  for (int i = 0; i < NUM_FEATURES; ++i)
    if (verdict->features & feature_bit((feature_t)i)) {
      ++stats->with[i];
      stats->functional_with[i] += verdict->functional;
      stats->refs_with[i] += verdict->refs;
      stats->functional_refs_with[i] += verdict->functional_refs;
    }
  if (verdict->reason[0])
    count_reason(stats, verdict->reason, 1);
}

void stats_add(stats_t *stats, const stats_t *other) {
  stats->programs += other->programs;
  stats->rounds += other->rounds;
  stats->errors += other->errors;
  stats->functional += other->functional;
  stats->refs += other->refs;
  stats->functional_refs += other->functional_refs;
  for (int i = 0; i < NUM_FATES; ++i)
    stats->fates[i] += other->fates[i];
  for (int i = 0; i < NUM_FEATURES; ++i) {
    stats->with[i] += other->with[i];
    stats->functional_with[i] += other->functional_with[i];
    stats->refs_with[i] += other->refs_with[i];
    stats->functional_refs_with[i] += other->functional_refs_with[i];
  }
  for (int i = 0; i < other->num_reasons; ++i)
    count_reason(stats, other->reasons[i].text, other->reasons[i].count);
}

static double percent(int64_t part, int64_t whole) {
  return whole ? 100.0 * (double)part / (double)whole : 0;
}

void stats_print(const stats_t *stats, double seconds) {
  printf("%-14s %8s %12s %14s\n", "feature", "programs", "functional",
         "of their refs");
  for (int i = 0; i < NUM_FEATURES; ++i)
    printf("%-14s %7.1f%% %11.1f%% %13.1f%%\n", feature_name((feature_t)i),
           percent(stats->with[i], stats->programs),
           percent(stats->functional_with[i], stats->with[i]),
           percent(stats->functional_refs_with[i], stats->refs_with[i]));
  printf("%-14s %8lld %11.1f%% %13.1f%%\n", "all", (long long)stats->programs,
         percent(stats->functional, stats->programs),
         percent(stats->functional_refs, stats->refs));
  if (stats->num_reasons)
    printf("\nstays imperative because\n");
  bool printed[MAX_REASONS] = {0};
  for (int i = 0; i < stats->num_reasons; ++i) {
    int most = -1;
    for (int j = 0; j < stats->num_reasons; ++j)
      if (!printed[j] &&
          (most < 0 || stats->reasons[j].count > stats->reasons[most].count))
        most = j;
    printed[most] = true;
    printf("%8lld  %s\n", (long long)stats->reasons[most].count,
           stats->reasons[most].text);
  }
  printf("\n%lld programs, %lld rounds, %.1f%% of them errors, %.0f s, %.1f "
         "programs a second\n",
         (long long)stats->programs, (long long)stats->rounds,
         percent(stats->errors, stats->rounds), seconds,
         seconds > 0 ? (double)stats->programs / seconds : 0.0);
  printf("%lld mismatches, %lld crashes, %lld refused, %lld invalid\n",
         (long long)stats->fates[FATE_MISMATCH],
         (long long)stats->fates[FATE_CRASH],
         (long long)stats->fates[FATE_REFUSED],
         (long long)stats->fates[FATE_INVALID]);
}
