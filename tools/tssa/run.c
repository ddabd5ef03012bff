// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa run: calls a function, prints and keeps its results and the arguments
// that it changed, measures.

#include "arguments.h"
#include "given.h"
#include "help.h"
#include "host.h"
#include "tensorssa-c/Interp.h"
#include "tensorssa-runtime/list.h"
#include "tensorssa-runtime/npy.h"
#include "tensorssa-runtime/print.h"
#include "wanted.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct options_t {
  const char *file, *entry, *directory;
  given_t given;
  int64_t repeat;
  bool interpret, print_inputs, quiet;
  TssaCompilerOptions compiler;
} options_t;

typedef struct call_t {
  const program_t *program;
  const function_t *function;
  /// Null: interpreted.
  TssaFunction compiled;
  const inputs_t *inputs;
  memory_t memory;
  tssa_context_t *context;
  tssa_value_t *outputs;
  intptr_t num_outputs;
} call_t;

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static void keep(const options_t *options, const char *name,
                 tssa_value_t value) {
  if (!options->directory || value.kind != TSSA_VALUE_TENSOR)
    return;
  size_t size = strlen(options->directory) + strlen(name) + 8;
  char *path = tool_alloc(size, 1);
  snprintf(path, size, "%s/%s.npy", options->directory, name);
  tssa_error_t error;
  tool_require(tssa_npy_write(path, value.tensor, &error), &error);
  free(path);
}

/// Says whose storage a tensor lies in, if it is not its own.
static void show_storage(const call_t *call, const tssa_value_t *value) {
  const void *data = value->tensor->storage_data;
  for (intptr_t i = 0; i < call->inputs->count; ++i)
    if (call->memory.values[i].kind == TSSA_VALUE_TENSOR &&
        call->memory.values + i != value &&
        call->memory.values[i].tensor->storage_data == data) {
      printf(" in the storage of argument%lld", (long long)i);
      return;
    }
  for (intptr_t i = 0; i < call->num_outputs; ++i) {
    if (call->outputs + i == value)
      return;
    if (call->outputs[i].kind == TSSA_VALUE_TENSOR &&
        call->outputs[i].tensor->storage_data == data) {
      printf(" in the storage of result%lld", (long long)i);
      return;
    }
  }
}

static void show(const call_t *call, const options_t *options, const char *name,
                 const tssa_value_t *value) {
  tssa_error_t error;
  switch (value->kind) {
  case TSSA_VALUE_TENSOR: {
    char type[1500];
    tssa_tensor_format_type(value->tensor, type, sizeof type);
    printf("%s: %s", name, type);
    show_storage(call, value);
    printf("\n");
    if (!options->quiet) {
      tssa_tensor_print(value->tensor, NULL, stdout, &error);
      printf("\n");
    }
    break;
  }
  case TSSA_VALUE_LIST:
    printf("%s: list of %lld\n", name,
           (long long)tssa_list_length(value->list));
    for (int64_t i = 0; i < tssa_list_length(value->list); ++i) {
      tssa_value_t element;
      char inner[128];
      snprintf(inner, sizeof inner, "%s[%lld]", name, (long long)i);
      tool_require(tssa_list_get(value->list, i, &element, &error), &error);
      show(call, options, inner, &element);
    }
    break;
  case TSSA_VALUE_BOOL:
    printf("%s: %s\n", name, value->b ? "true" : "false");
    break;
  case TSSA_VALUE_FLOAT:
    printf("%s: %.17g\n", name, value->f64);
    break;
  default:
    printf("%s: %lld\n", name, (long long)value->i64);
    break;
  }
  keep(options, name, *value);
}

static bool changed(const inputs_t *inputs, const memory_t *memory,
                    intptr_t index) {
  intptr_t owner = inputs->items[index].shares;
  return inputs->items[index].kind == TSSA_VALUE_TENSOR &&
         (memory_bytes(memory, owner) != inputs->items[owner].num_bytes ||
          (inputs->items[owner].num_bytes > 0 &&
           memcmp(memory_storage(memory, owner), inputs->items[owner].bytes,
                  (size_t)inputs->items[owner].num_bytes) != 0));
}

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static tssa_status_t call_once(call_t *call) {
  if (tssaFunctionIsNull(call->compiled))
    return tssaInterpretFunction(call->program->module, call->function->name,
                                 call->context, call->memory.values,
                                 call->inputs->count, call->outputs,
                                 call->num_outputs);
  return tssaFunctionInvoke(call->compiled, call->context, call->memory.values,
                            call->inputs->count, call->outputs,
                            call->num_outputs);
}

static void release_outputs(call_t *call) {
  for (intptr_t i = 0; i < call->num_outputs; ++i)
    tssa_value_release(&call->outputs[i]);
}

/// Makes the arguments again what they were.
static void refill(call_t *call) {
  for (intptr_t i = 0; i < call->inputs->total; ++i)
    if (call->inputs->items[i].bytes && call->inputs->items[i].num_bytes)
      memcpy(memory_storage(&call->memory, i), call->inputs->items[i].bytes,
             (size_t)call->inputs->items[i].num_bytes);
}

static bool measure(call_t *call, int64_t repeat) {
  double *times = tool_alloc((size_t)repeat, sizeof *times);
  tssa_status_t status = TSSA_STATUS_OK;
  for (int64_t i = 0; i < repeat && !status; ++i) {
    release_outputs(call);
    refill(call);
    double start = seconds();
    status = call_once(call);
    times[i] = seconds() - start;
  }
  if (!status) {
    qsort(times, (size_t)repeat, sizeof *times, by_size);
    printf("time: median %.4f ms, least %.4f ms over %lld calls\n",
           1e3 * times[repeat / 2], 1e3 * times[0], (long long)repeat);
  }
  free(times);
  return status == TSSA_STATUS_OK;
}

/// Says which file an argument that an error names came from.
static void note_file(const char *message, const options_t *options) {
  static const char what[] = "argument ";
  const char *at = strstr(message, what);
  char *end;
  if (!at)
    return;
  at += sizeof what - 1;
  long index = strtol(at, &end, 10);
  if (end != at && index >= 0 && index < options->given.num_inputs &&
      is_npy(options->given.inputs[index]))
    fprintf(stderr, "note: argument %ld was read from %s\n", index,
            options->given.inputs[index]);
}

static int call_and_show(call_t *call, const options_t *options) {
  tssa_error_t error;
  tool_require(tssa_context_create(NULL, &call->context, &error), &error);
  host_add_functions(call->program->module, call->context);
  call->outputs = tool_alloc((size_t)call->num_outputs, sizeof *call->outputs);
  memory_create(call->inputs, &call->memory);
  if (options->print_inputs)
    for (intptr_t i = 0; i < call->inputs->count; ++i) {
      printf("argument%lld: ", (long long)i);
      input_print(call->inputs, i, &call->memory, stdout);
    }
  int result = TOOL_OK;
  if (call_once(call)) {
    tssa_context_error(call->context, &error);
    fflush(stdout);
    error_print(&error, stderr);
    note_file(error.message, options);
    result = TOOL_REJECTED;
  } else {
    char name[64];
    intptr_t shown = call->num_outputs;
    for (intptr_t i = 0; i < call->num_outputs; ++i) {
      snprintf(name, sizeof name, "result%lld", (long long)i);
      show(call, options, name, &call->outputs[i]);
    }
    for (intptr_t i = 0; i < call->inputs->count; ++i)
      if (changed(call->inputs, &call->memory, i)) {
        snprintf(name, sizeof name, "argument%lld", (long long)i);
        show(call, options, name, &call->memory.values[i]);
        ++shown;
      }
    if (!shown && !options->quiet)
      printf("no results, and no argument changed\n");
    if (options->repeat && !measure(call, options->repeat))
      result = TOOL_REJECTED;
  }
  release_outputs(call);
  free(call->outputs);
  tssa_context_destroy(call->context);
  memory_destroy(&call->memory);
  return result;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static int parse(int argc, char **argv, options_t *options) {
  tssaCompilerOptionsInit(&options->compiler);
  bool ok = true;
  for (int i = 0; i < argc; ++i) {
    const char *argument = argv[i];
    if (option_value(argument, "entry", &options->entry) ||
        option_path(argument, "output-dir", &options->directory, &ok) ||
        option_integer(argument, "repeat", 1, &options->repeat, &ok) ||
        option_given(argument, &options->given, &ok) ||
        option_compiler(argument, &options->compiler, &ok))
      continue;
    if (strcmp(argument, "--imperative") == 0) {
      options->compiler.imperative = true;
    } else if (strcmp(argument, "--interpret") == 0) {
      options->interpret = true;
    } else if (strcmp(argument, "--print-inputs") == 0) {
      options->print_inputs = true;
    } else if (strcmp(argument, "--quiet") == 0) {
      options->quiet = true;
    } else if (!option_like(argument) && !options->file) {
      options->file = argument;
    } else {
      return usage_unknown("tssa run", help_run, argument);
    }
  }
  if (!ok)
    return TOOL_USAGE;
  if (options->interpret && options->compiler.imperative)
    return usage_conflict("--interpret", "--imperative");
  return options->file ? TOOL_OK : usage_no_file();
}

int command_run(int argc, char **argv) {
  options_t options = {0};
  int usage = parse(argc, argv, &options);
  if (usage)
    return usage;
  program_t program;
  if (options.directory && !folder_create(options.directory))
    return TOOL_REJECTED;
  if (!program_load(options.file, &program))
    return TOOL_REJECTED;
  function_t function;
  inputs_t inputs = {0};
  TssaExecutable executable = {NULL};
  int result = TOOL_REJECTED;
  if (program_find_function(&program, options.entry, &function) &&
      wanted_check(&function) &&
      given_make(&function, &options.given, &inputs) &&
      (options.interpret ||
       mlirLogicalResultIsSuccess(
           tssaCompile(program.module, &options.compiler, &executable)))) {
    call_t call = {
        .program = &program, .function = &function, .inputs = &inputs};
    call.num_outputs = function_num_outputs(&function);
    if (!options.interpret)
      call.compiled = tssaExecutableLookup(executable, function.name);
    result = call_and_show(&call, &options);
  }
  inputs_free(&inputs);
  tssaExecutableDestroy(executable);
  program_destroy(&program);
  return result;
}
