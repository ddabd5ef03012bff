// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Malformed input: programs from files, changed at random as text or as
// bytecode. What the parser and the verifier let through goes on to a pipeline
// or to the interpreter. Nothing of it may crash. A process works until one
// does; the next one goes on behind it.
//
// MLIR's reader of bytecode writes outside its memory when it is given broken
// indices. So it reads each mutant in a process of its own, whose end is
// counted apart, and passes on what it understood as text.

#define _GNU_SOURCE
#include "fuzz.h"
#include "generator.h"
#include "mlir-c/Pass.h"
#include "tensorssa-c/Interp.h"
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

enum {
  SECONDS_PER_MUTANT = 20,
  SECONDS_PER_READING = 5,
  MUTANTS_PER_CONTEXT = 2000
};

/// The programs to start from.
typedef struct corpus_t {
  size_t count, capacity;
  text_t *items;
} corpus_t;

//===----------------------------------------------------------------------===//
// Corpus
//===----------------------------------------------------------------------===//

static void add_program(corpus_t *corpus, const char *text, size_t length) {
  if (length < 20)
    return;
  if (corpus->count == corpus->capacity) {
    corpus->capacity = 2 * corpus->capacity + 64;
    corpus->items =
        realloc(corpus->items, corpus->capacity * sizeof *corpus->items);
    if (!corpus->items)
      exit(TOOL_REJECTED);
  }
  corpus->items[corpus->count] = (text_t){0};
  text_append(&corpus->items[corpus->count++], text, length);
}

/// Reads a file, each part between lines of dashes a program.
static void read_file(const char *path, corpus_t *corpus) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return;
  text_t text = {0};
  char buffer[4096];
  for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;)
    text_append(&text, buffer, count);
  fclose(file);
  for (const char *at = text.text; at;) {
    const char *end = strstr(at, "// -----");
    add_program(corpus, at, end ? (size_t)(end - at) : strlen(at));
    at = end ? end + 8 : NULL;
  }
  text_free(&text);
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

/// All `.mlir` files below `path`, in an order that does not depend on the
/// machine.
static void read_files(const char *path, corpus_t *corpus) {
  struct dirent **entries;
  int count = scandir(path, &entries, NULL, by_name);
  if (count < 0) {
    read_file(path, corpus);
    return;
  }
  for (int i = 0; i < count; ++i) {
    const char *name = entries[i]->d_name;
    size_t length = strlen(name);
    char inner[1024];
    snprintf(inner, sizeof inner, "%s/%s", path, name);
    if (length > 5 && strcmp(name + length - 5, ".mlir") == 0)
      read_file(inner, corpus);
    else if (entries[i]->d_type == DT_DIR && name[0] != '.')
      read_files(inner, corpus);
    free(entries[i]);
  }
  free(entries);
}

//===----------------------------------------------------------------------===//
// Mutants
//===----------------------------------------------------------------------===//

static bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '%' ||
         c == '#' || c == '!' || c == '@';
}

/// A word of `text` at or behind a random place.
static bool find_word(tssa_random_t *random, const text_t *text,
                      size_t *out_start, size_t *out_length) {
  size_t start =
      (size_t)tssa_random_integer(random, 0, (int64_t)text->length - 1);
  while (start > 0 && is_word(text->text[start - 1]))
    --start;
  while (start < text->length && !is_word(text->text[start]))
    ++start;
  size_t length = 0;
  while (start + length < text->length && is_word(text->text[start + length]))
    ++length;
  *out_start = start;
  *out_length = length;
  return length > 0;
}

/// Replaces a part of `text`.
static void splice(text_t *text, size_t start, size_t length, const char *with,
                   size_t with_length) {
  text_t result = {0};
  text_append(&result, text->text, start);
  text_append(&result, with, with_length);
  text_append(&result, text->text + start + length,
              text->length - start - length);
  text_free(text);
  *text = result;
}

/// The line at a random place, its end included.
static void find_line(tssa_random_t *random, const text_t *text,
                      size_t *out_start, size_t *out_length) {
  size_t start =
      (size_t)tssa_random_integer(random, 0, (int64_t)text->length - 1);
  while (start > 0 && text->text[start - 1] != '\n')
    --start;
  size_t length = 0;
  while (start + length < text->length)
    if (text->text[start + length++] == '\n')
      break;
  *out_start = start;
  *out_length = length;
}

static void mutate_words(tssa_random_t *random, text_t *text) {
  static const char *const words[] = {"0",
                                      "-1",
                                      "1",
                                      "2",
                                      "9223372036854775807",
                                      "?",
                                      "-9223372036854775808",
                                      "4294967296",
                                      "i1",
                                      "f32",
                                      "i64",
                                      "index",
                                      "tensor<?xf32>",
                                      "tensor<*xf32>",
                                      "!tssa.ref<4xf32>",
                                      "!tssa.ref<f32>",
                                      "memref<4xf32>",
                                      "none",
                                      "complex<f32>",
                                      "#view.alias",
                                      "dense<0>",
                                      "true",
                                      "unit",
                                      "i7",
                                      "bf16",
                                      "vector<4xf32>"};
  size_t start, length, other_start, other_length;
  if (!find_word(random, text, &start, &length))
    return;
  if (tssa_random_integer(random, 0, 1) &&
      find_word(random, text, &other_start, &other_length)) {
    char *copy = strndup(text->text + other_start, other_length);
    if (copy)
      splice(text, start, length, copy, other_length);
    free(copy);
    return;
  }
  const char *word = words[tssa_random_integer(
      random, 0, (int64_t)(sizeof words / sizeof *words) - 1)];
  splice(text, start, length, word, strlen(word));
}

static void mutate_lines(tssa_random_t *random, text_t *text) {
  size_t start, length, at, unused;
  find_line(random, text, &start, &length);
  if (tssa_random_integer(random, 0, 2) == 0) {
    splice(text, start, length, "", 0);
    return;
  }
  find_line(random, text, &at, &unused);
  char *copy = strndup(text->text + start, length);
  if (copy)
    splice(text, at, 0, copy, length);
  free(copy);
}

static void mutate_bytes(tssa_random_t *random, text_t *text) {
  static const char bytes[] = "<>[](){},:%#!@?\"-0x.= \n\\";
  size_t at = (size_t)tssa_random_integer(random, 0, (int64_t)text->length - 1);
  char byte = bytes[tssa_random_integer(random, 0, (int64_t)sizeof bytes - 2)];
  switch (tssa_random_integer(random, 0, 3)) {
  case 0:
    text->text[at] = (char)tssa_random_integer(random, 0, 255);
    break;
  case 1:
    splice(text, at, 1, "", 0);
    break;
  default:
    splice(text, at, (size_t)tssa_random_integer(random, 0, 1), &byte, 1);
    break;
  }
}

/// The bytecode of a program; false if it is none.
static bool to_bytecode(MlirContext context, text_t *text) {
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreate(text->text, text->length));
  if (mlirModuleIsNull(module))
    return false;
  text_free(text);
  mlirOperationWriteBytecode(mlirModuleGetOperation(module), text_callback,
                             text);
  mlirModuleDestroy(module);
  return text->length > 0;
}

/// The mutant `index`. Bytecode needs a context that can write it.
static void make_mutant(MlirContext context, const options_t *options,
                        const corpus_t *corpus, int64_t index, text_t *text) {
  tssa_random_t random = tssa_random_create(
      (uint64_t)options->seed * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)index);
  const text_t *from =
      &corpus
           ->items[tssa_random_integer(&random, 0, (int64_t)corpus->count - 1)];
  text_append(text, from->text, from->length);
  bool bytes = tssa_random_integer(&random, 0, 3) == 0;
  if (bytes && !to_bytecode(context, text))
    return;
  int64_t edits = tssa_random_integer(&random, 1, 4);
  for (int64_t i = 0; i < edits && text->length > 0; ++i) {
    int64_t which = bytes ? 9 : tssa_random_integer(&random, 0, 9);
    if (which <= 5)
      mutate_words(&random, text);
    else if (which <= 7)
      mutate_lines(&random, text);
    else
      mutate_bytes(&random, text);
  }
}

//===----------------------------------------------------------------------===//
// Trials
//===----------------------------------------------------------------------===//

static void run_pipeline(MlirModule module, const char *pipeline) {
  MlirPassManager manager = mlirPassManagerCreate(mlirModuleGetContext(module));
  text_t message = {0};
  if (mlirLogicalResultIsSuccess(mlirParsePassPipeline(
          mlirPassManagerGetAsOpPassManager(manager),
          mlirStringRefCreateFromCString(pipeline), text_callback, &message)))
    (void)mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  else
    fprintf(stderr, "error: %s\n", message.text ? message.text : pipeline);
  text_free(&message);
  mlirPassManagerDestroy(manager);
}

static void interpret(MlirContext context, MlirModule module,
                      const options_t *options) {
  program_t program = {context, module};
  function_t function;
  for (bool more = program_next_function(&program, NULL, &function); more;
       more = program_next_function(&program, &function, &function)) {
    inputs_t inputs;
    if (!ways_draw(&function, options->seed, 1, NULL, &inputs))
      continue;
    memory_t memory;
    memory_create(&inputs, &memory);
    intptr_t count = function_num_outputs(&function);
    tssa_value_t *outputs = tool_alloc((size_t)count, sizeof *outputs);
    tssa_context_t *call;
    tssa_error_t error;
    tool_require(tssa_context_create(NULL, &call, &error), &error);
    tssaInterpretFunction(module, function.name, call, memory.values,
                          inputs.count, outputs, count);
    for (intptr_t i = 0; i < count; ++i)
      tssa_value_release(&outputs[i]);
    tssa_context_destroy(call);
    free(outputs);
    memory_destroy(&memory);
    inputs_free(&inputs);
  }
}

static bool is_bytecode(const text_t *text) {
  return text->length >= 4 && memcmp(text->text, "ML\xefR", 4) == 0;
}

typedef struct reading_t {
  MlirContext context;
  const text_t *text;
} reading_t;

static void print_chunk(MlirStringRef string, void *unused) {
  (void)unused;
  fwrite(string.data, 1, string.length, stderr);
}

static void read_bytecode(void *data) {
  reading_t *reading = data;
  MlirModule module = mlirModuleCreateParse(
      reading->context,
      mlirStringRefCreate(reading->text->text, reading->text->length));
  if (mlirModuleIsNull(module))
    return;
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsPrintGenericOpForm(flags);
  mlirOperationPrintWithFlags(mlirModuleGetOperation(module), flags,
                              print_chunk, NULL);
}

static void run_mutant(MlirContext context, const options_t *options,
                       int64_t index, const text_t *text, int64_t *valid) {
  static const char *const pipelines[] = {
      "builtin.module(tssa-to-llvm)",
      "builtin.module(tssa-to-llvm{imperative=true})",
      "builtin.module(tssa-to-functional,canonicalize,cse)",
      "builtin.module(tssa-insert-checks,tssa-rewrite-mutations,canonicalize,"
      "cse,tssa-propagate-versions,canonicalize,cse,tssa-rename-versions,"
      "tssa-verify-functional)",
      "builtin.module(canonicalize,cse,func.func(loop-invariant-code-motion))",
      "builtin.module(tssa-functionalize)",
      "builtin.module(convert-tssa-to-linalg)",
      "builtin.module(func.func(tssa-place-versions))",
      "builtin.module(tssa-lower-refs)",
      "builtin.module(tssa-expand-checks,tssa-lower-checks)",
      "builtin.module(tssa-verify-functional)",
  };
  enum { COUNT = sizeof pipelines / sizeof *pipelines };
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreate(text->text, text->length));
  if (mlirModuleIsNull(module))
    return;
  ++*valid;
  if (index % (COUNT + 1) == COUNT)
    interpret(context, module, options);
  else
    run_pipeline(module, pipelines[index % (COUNT + 1)]);
  mlirModuleDestroy(module);
}

/// What the parent sees of a lane.
typedef struct progress_t {
  int64_t current, made, valid, crashes, readers;
  bool done;
} progress_t;

/// Mutants from `shared->current` on, each `step`-th.
typedef struct lane_t {
  const options_t *options;
  const corpus_t *corpus;
  int64_t step;
  double end;
  progress_t *shared;
} lane_t;

static void run_lane(void *data) {
  lane_t *lane = data;
  // A sanitizer reserves more than any limit.
#if !__has_feature(address_sanitizer)
  struct rlimit limit = {UINT64_C(6) << 30, UINT64_C(6) << 30};
  setrlimit(RLIMIT_AS, &limit);
#endif
  setenv("TENSORSSA_INTERP_STEPS", "100000", 1);
  MlirContext context = {NULL};
  for (int64_t made = 0; lane->shared->current < lane->options->count &&
                         (lane->end == 0 || seconds_now() < lane->end);
       ++made) {
    if (made % MUTANTS_PER_CONTEXT == 0) {
      if (context.ptr)
        mlirContextDestroy(context);
      context = fuzz_context();
    }
    alarm(SECONDS_PER_MUTANT);
    text_t text = {0};
    int64_t index = lane->options->first + lane->shared->current;
    make_mutant(context, lane->options, lane->corpus, index, &text);
    if (is_bytecode(&text)) {
      reading_t reading = {context, &text};
      text_t printed = {0};
      if (run_apart(read_bytecode, &reading, SECONDS_PER_READING, &printed) <
          0) {
        ++lane->shared->readers;
        text_free(&printed);
      }
      text_free(&text);
      text = printed;
    }
    if (text.length > 0)
      run_mutant(context, lane->options, index, &text, &lane->shared->valid);
    text_free(&text);
    alarm(0);
    ++lane->shared->made;
    lane->shared->current += lane->step;
  }
  lane->shared->done = true;
}

static void save_mutant(const lane_t *lane, int status, const char *output) {
  int64_t index = lane->options->first + lane->shared->current;
  text_t text = {0};
  make_mutant(fuzz_context(), lane->options, lane->corpus, index, &text);
  char stem[96], note[2200];
  snprintf(stem, sizeof stem, "mutant-%lld-%lld",
           (long long)lane->options->seed, (long long)index);
  snprintf(note, sizeof note, "mutant %lld, ended with status %d\n%.2000s",
           (long long)index, status, output ? output : "");
  if (is_bytecode(&text)) {
    // Bytecode takes no comment.
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.mlirbc", lane->options->directory, stem);
    failure_save(lane->options, stem, "", note);
    FILE *file = fopen(path, "wb");
    if (file) {
      fwrite(text.text, 1, text.length, file);
      fclose(file);
    }
  } else {
    failure_save(lane->options, stem, text.text ? text.text : "", note);
  }
  text_free(&text);
}

static void drive_lane(lane_t *lane) {
  while (!lane->shared->done) {
    text_t output = {0};
    int status = run_apart(run_lane, lane, 0, &output);
    if (!lane->shared->done) {
      ++lane->shared->crashes;
      save_mutant(lane, status, output.text);
      lane->shared->current += lane->step;
    }
    text_free(&output);
  }
}

int mutate(const options_t *options) {
  corpus_t corpus = {0};
  read_files(options->mutate_path, &corpus);
  if (corpus.count == 0) {
    fprintf(stderr,
            "error: expected programs in '%s' (--mutate) but got none\n",
            options->mutate_path);
    return TOOL_REJECTED;
  }
  progress_t *all = shared_alloc((size_t)options->jobs, sizeof *all);
  double begin = seconds_now();
  lane_t lane = {options, &corpus, options->jobs,
                 options->minutes ? begin + 60.0 * (double)options->minutes : 0,
                 NULL};
  fflush(NULL);
  for (int64_t i = 0; i < options->jobs; ++i) {
    lane.shared = &all[i];
    lane.shared->current = i;
    if (fork() == 0) {
      drive_lane(&lane);
      fflush(NULL);
      _exit(0);
    }
  }
  while (wait(NULL) > 0)
    continue;
  int64_t made = 0, valid = 0, crashes = 0, readers = 0;
  for (int64_t i = 0; i < options->jobs; ++i) {
    made += all[i].made;
    valid += all[i].valid;
    crashes += all[i].crashes;
    readers += all[i].readers;
  }
  double seconds = seconds_now() - begin;
  printf("%lld programs to start from, %lld mutants, %lld of them valid, %.0f "
         "s, %.1f a second\n%lld crashes, and %lld of MLIR's reader of "
         "bytecode\n",
         (long long)corpus.count, (long long)(made + crashes), (long long)valid,
         seconds, seconds > 0 ? (double)made / seconds : 0.0,
         (long long)crashes, (long long)readers);
  shared_free(all, (size_t)options->jobs, sizeof *all);
  for (size_t i = 0; i < corpus.count; ++i)
    text_free(&corpus.items[i]);
  free(corpus.items);
  return crashes ? TOOL_REJECTED : TOOL_OK;
}
