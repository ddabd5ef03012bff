// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a program runs here, and what is in it.

#include "tensorssa-runtime/program.h"
#include "internal.h"
#include "tensorssa-runtime/cpu.h"

#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
#define ARCHITECTURE "x86_64"
#elif defined(__aarch64__)
#define ARCHITECTURE "aarch64"
#else
#define ARCHITECTURE "unknown"
#endif

/// Appends to a text of `size` bytes as much as there is room for.
static void append(char *text, size_t size, const char *more) {
  size_t length = strlen(text);
  if (length + 1 < size)
    snprintf(text + length, size - length, "%s", more);
}

static tssa_status_t refuse_cpu(const tssa_program_t *program, uint64_t have,
                                tssa_error_t *out_error) {
  // The last one asks for the least.
  const tssa_cpu_t *least = &program->cpus[program->num_cpus - 1];
  char missing[256] = "";
  for (int64_t bit = 0; bit < 64; ++bit) {
    const char *name = tssa_cpu_feature_name(bit);
    if (!(least->features & ~have & UINT64_C(1) << bit))
      continue;
    append(missing, sizeof missing, missing[0] ? ", " : "");
    append(missing, sizeof missing, name ? name : "another feature");
  }
  const char *level = tssa_cpu_level_name(0);
  for (int64_t i = 0; tssa_cpu_level_name(i); ++i)
    if (!(tssa_cpu_level_features(i) & ~have))
      level = tssa_cpu_level_name(i);
  return tssa_error_make(out_error, TSSA_STATUS_UNSUPPORTED,
                         "expected a CPU of at least %s but got one of %s, "
                         "which lacks %s; compile "
                         "'%s' with --cpu=%s",
                         least->name, level, missing, program->name, level);
}

tssa_status_t tssa_program_check(const tssa_program_t *program,
                                 int64_t *out_cpu, tssa_error_t *out_error) {
  if (program->abi != TSSA_PROGRAM_ABI)
    return tssa_error_make(out_error, TSSA_STATUS_UNSUPPORTED,
                           "expected the ABI of the runtime to be %d, for "
                           "which version %s compiled "
                           "'%s', but got %d; compile it with version %d.%d, "
                           "or use the runtime of "
                           "its compiler",
                           (int)program->abi, program->version, program->name,
                           TSSA_PROGRAM_ABI, TSSA_RUNTIME_VERSION_MAJOR,
                           TSSA_RUNTIME_VERSION_MINOR);
  if (strcmp(program->architecture, ARCHITECTURE) != 0)
    return tssa_error_make(out_error, TSSA_STATUS_UNSUPPORTED,
                           "expected the architecture to be %s, for which '%s' "
                           "was compiled, but got " ARCHITECTURE,
                           program->architecture, program->name);
  uint64_t have = tssa_cpu_features();
  for (int64_t i = 0; i < program->num_cpus; ++i) {
    if (program->cpus[i].features & ~have)
      continue;
    if (out_cpu)
      *out_cpu = i;
    return TSSA_STATUS_OK;
  }
  return refuse_cpu(program, have, out_error);
}

const tssa_function_t *tssa_program_function(const tssa_program_t *program,
                                             const char *name) {
  for (int64_t i = 0; i < program->num_functions; ++i)
    if (strcmp(program->functions[i].name, name) == 0)
      return &program->functions[i];
  return NULL;
}
