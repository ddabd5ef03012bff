// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running random programs: a batch of them is one module, so that setting up
// the compiler is shared; batches run in processes of their own, so that a
// crash is a finding and not the end.

#ifndef TENSORSSA_TOOLS_TSSA_FUZZ_FUZZ_H
#define TENSORSSA_TOOLS_TSSA_FUZZ_FUZZ_H

#include "features.h"
#include "ways.h"

typedef struct options_t {
  int64_t seed, count, minutes, rounds, jobs, batch, first;
  uint64_t features;
  bool reduce, print;
  /// Where failing programs are written.
  const char *directory;
  const char *reduce_file, *mutate_path;
  TssaCompilerOptions compiler;
} options_t;

/// What became of a program.
typedef enum fate_t {
  /// The three ways agree.
  FATE_EQUAL,
  /// They do not.
  FATE_MISMATCH,
  /// The text is no program.
  FATE_INVALID,
  /// The compiler refuses it.
  FATE_REFUSED,
  /// The process that ran it ended, or did not end in time.
  FATE_CRASH,
  NUM_FATES
} fate_t;

typedef struct verdict_t {
  fate_t fate;
  /// The features that the program has.
  uint64_t features;
  bool functional;
  /// How many refs it has, and how many of them are gone from functional code.
  int64_t refs, functional_refs;
  int64_t rounds, errors;
  /// Why it is not functional.
  char reason[160];
  /// What differs, or what the compiler said.
  text_t text;
} verdict_t;

/// A context with all dialects, without threads, whose diagnostics are kept
/// quiet unless a handler is attached.
MlirContext fuzz_context(void);

/// Runs `count` programs from `first` on; `verdicts` are filled in order, their
/// texts are the caller's.
void batch_run(MlirContext context, const options_t *options, int64_t first,
               int64_t count, verdict_t *verdicts);

/// The same for a module in text form, of which all public functions are one
/// program.
void text_run(MlirContext context, const options_t *options, const char *text,
              verdict_t *verdict);

/// Which functions became functional: a TssaDumpCallback's data. Starts
/// zero-filled.
typedef struct forms_t {
  bool noted;
  text_t names;
} forms_t;
void forms_note(MlirStringRef stage, MlirModule module, void *forms);

/// Number of refs in a function: arguments of blocks and results of ops.
int64_t refs_count(MlirOperation function);
/// The same for the functions from `first` to `last`, which is `functional`,
/// and of how many of them functional code has none.
void refs_of_program(MlirOperation first, MlirOperation last, bool functional,
                     const forms_t *forms, int64_t *out_refs,
                     int64_t *out_functional);

/// Counts. Plain data: each process has one in memory that the parent sees.
enum { MAX_REASONS = 48 };
typedef struct stats_t {
  int64_t programs, rounds, errors, functional;
  int64_t fates[NUM_FATES];
  int64_t refs, functional_refs;
  int64_t with[NUM_FEATURES], functional_with[NUM_FEATURES];
  int64_t refs_with[NUM_FEATURES], functional_refs_with[NUM_FEATURES];
  int num_reasons;
  struct {
    char text[160];
    int64_t count;
  } reasons[MAX_REASONS];
} stats_t;

void stats_count(stats_t *stats, const verdict_t *verdict);
void stats_add(stats_t *stats, const stats_t *other);
void stats_print(const stats_t *stats, double seconds);

/// Writes a failing program with what is known of it; prints the name.
void failure_save(const options_t *options, const char *stem, const char *text,
                  const char *note);

/// Seconds since some time ago.
double seconds_now(void);

/// Zeroed memory that a process shares with those that it starts. Ends the tool
/// when there is none.
void *shared_alloc(size_t count, size_t size);
void shared_free(void *memory, size_t count, size_t size);

/// Runs `work` in a process of its own. Gives 0, its exit status, or minus the
/// signal that ended it; -SIGALRM if it took longer than `seconds`. What it
/// writes to stderr is appended to `output`, which may be NULL.
int run_apart(void (*work)(void *), void *data, unsigned seconds,
              text_t *output);

/// The commands; exit codes.
int fuzz(const options_t *options);
int reduce(const options_t *options);
int mutate(const options_t *options);

/// Shrinks a failing program. The result is the caller's.
char *reduce_text(const options_t *options, const char *text,
                  bool print_progress);

#endif // TENSORSSA_TOOLS_TSSA_FUZZ_FUZZ_H
