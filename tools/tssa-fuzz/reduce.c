// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shrinking a failing program: one edit after the other is tried, from the end
// of the program to its start, and kept if the program still fails in the same
// way. Each trial runs in a process of its own.

#define _GNU_SOURCE
#include "edits.h"
#include "fuzz.h"
#include "mlir-c/Diagnostics.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 160, NOTE_SIZE = 1024, SECONDS = 20, MAX_VARIANTS = 16 };

/// How a program fails, in so many words that a smaller one with another fault
/// is not taken for it.
typedef struct trial_t {
  MlirContext context;
  const options_t *options;
  const char *text;
  /// Shared with the process that runs the program: how it fails, and why it is
  /// not run if it is no program (NULL: nobody asks).
  char *key, *note;
} trial_t;

/// The words of a message without its numbers.
static void append_words(char *key, const char *text) {
  size_t at = strlen(key);
  for (; *text && *text != '\n' && at + 1 < KEY_SIZE; ++text) {
    if (strncmp(text, " to be ", 7) == 0)
      break;
    if ((*text >= '0' && *text <= '9') || *text == '-' || *text == '[' ||
        *text == ']' || *text == ',' || *text == ' ' || *text == '?')
      continue;
    // Types and kinds change with the program.
    if (*text == '<') {
      while (text[1] && text[1] != '\n')
        ++text;
      continue;
    }
    key[at++] = *text;
  }
  key[at] = '\0';
}

static void run_trial(void *data) {
  trial_t *trial = data;
  verdict_t verdict;
  text_run(trial->context, trial->options, trial->text, &verdict);
  if (verdict.fate == FATE_INVALID && trial->note)
    snprintf(trial->note, NOTE_SIZE, "%s",
             verdict.text.text ? verdict.text.text : "no reason given\n");
  if (verdict.fate == FATE_EQUAL || verdict.fate == FATE_INVALID)
    return;
  snprintf(trial->key, KEY_SIZE, "%d:", (int)verdict.fate);
  const char *text = verdict.text.text ? verdict.text.text : "";
  // The first line names the function and the round.
  if (verdict.fate == FATE_MISMATCH && strchr(text, '\n'))
    text = strchr(text, '\n') + 1;
  append_words(trial->key, text);
}

/// How `text` fails; empty if it does not.
static void find_key(trial_t *trial, const char *text, char *key) {
  trial->text = text;
  trial->key[0] = '\0';
  int status = run_apart(run_trial, trial, SECONDS, NULL);
  if (status != 0)
    snprintf(trial->key, KEY_SIZE, "%d:%d", (int)FATE_CRASH, status);
  strcpy(key, trial->key);
}

/// The program after an edit; NULL if it does not apply.
static char *edited(MlirContext context, const char *text, edit_t edit,
                    intptr_t index, int variant) {
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
  if (mlirModuleIsNull(module))
    return NULL;
  text_t result = {0};
  if (edit_apply(module, edit, index, variant)) {
    MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
    mlirOpPrintingFlagsAssumeVerified(flags);
    mlirOperationPrintWithFlags(mlirModuleGetOperation(module), flags,
                                text_callback, &result);
    mlirOpPrintingFlagsDestroy(flags);
  }
  mlirModuleDestroy(module);
  return result.text;
}

static intptr_t count_ops(MlirContext context, const char *text) {
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
  if (mlirModuleIsNull(module))
    return 0;
  intptr_t count = edit_count(module);
  mlirModuleDestroy(module);
  return count;
}

char *reduce_text(const options_t *options, const char *text,
                  bool print_progress) {
  options_t own = *options;
  own.rounds = 2 * options->rounds;
  char *best = strdup(text);
  if (!best)
    return best;
  char *shared = shared_alloc(KEY_SIZE, 1);
  trial_t trial = {fuzz_context(), &own, NULL, shared, NULL};
  char wanted[KEY_SIZE], key[KEY_SIZE];
  find_key(&trial, best, wanted);
  if (print_progress)
    fprintf(stderr, "fails with %s\n", wanted[0] ? wanted : "nothing");
  bool smaller = wanted[0] != '\0';
  while (smaller) {
    smaller = false;
    for (int edit = 0; edit < NUM_EDITS; ++edit)
      for (intptr_t i = count_ops(trial.context, best) - 1; i >= 0; --i)
        for (int variant = 0; variant < MAX_VARIANTS; ++variant) {
          char *next = edited(trial.context, best, (edit_t)edit, i, variant);
          if (!next && variant > 3)
            break;
          if (!next)
            continue;
          find_key(&trial, next, key);
          if (strcmp(key, wanted) != 0) {
            free(next);
            continue;
          }
          free(best);
          best = next;
          smaller = true;
          break;
        }
    if (print_progress)
      fprintf(stderr, "%lld ops\n", (long long)count_ops(trial.context, best));
  }
  mlirContextDestroy(trial.context);
  shared_free(shared, KEY_SIZE, 1);
  return best;
}

/// The program inside `module { … }`, which the printer adds.
static void print_test(const char *text, FILE *file) {
  fprintf(file, "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
                "// RUN: tssa validate %%s | FileCheck %%s\n"
                "//\n"
                "// CHECK: ok\n");
  for (size_t length; *text; text += length + (text[length] == '\n')) {
    length = strcspn(text, "\n");
    if (strncmp(text, "module {", 8) == 0 || (length == 1 && *text == '}'))
      continue;
    int indent = strncmp(text, "  ", 2) == 0 ? 2 : 0;
    fprintf(file, "%.*s\n", (int)length - indent, text + indent);
  }
}

/// Whether a program fails at all; otherwise says what it does.
static bool check_fails(const options_t *options, const char *text) {
  options_t own = *options;
  own.rounds = 2 * options->rounds;
  char *shared = shared_alloc(KEY_SIZE + NOTE_SIZE, 1);
  trial_t trial = {fuzz_context(), &own, NULL, shared, shared + KEY_SIZE};
  char key[KEY_SIZE];
  find_key(&trial, text, key);
  if (!key[0])
    fprintf(stderr, "error: expected '%s' (--reduce) to fail but %s%s",
            options->reduce_file,
            trial.note[0] ? "it is no program: " : "all ways are equal\n",
            trial.note);
  mlirContextDestroy(trial.context);
  shared_free(shared, KEY_SIZE + NOTE_SIZE, 1);
  return key[0] != '\0';
}

int reduce(const options_t *options) {
  FILE *file = fopen(options->reduce_file, "rb");
  if (!file) {
    fprintf(stderr, "error: cannot read '%s' (--reduce): %s\n",
            options->reduce_file, strerror(errno));
    return TOOL_REJECTED;
  }
  text_t text = {0};
  char buffer[4096];
  for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;)
    text_append(&text, buffer, count);
  fclose(file);
  // What failed once is to fail again: inputs are drawn by the seed.
  options_t own = *options;
  long long seed;
  if (own.seed < 0)
    own.seed =
        text.text &&
                sscanf(text.text, "// tssa-fuzz --seed=%lld", &seed) == 1 &&
                seed >= 0
            ? seed
            : 1;
  if (!check_fails(&own, text.text ? text.text : "")) {
    text_free(&text);
    return TOOL_REJECTED;
  }
  char *small = reduce_text(&own, text.text ? text.text : "", true);
  print_test(small, stdout);
  free(small);
  text_free(&text);
  return TOOL_OK;
}
