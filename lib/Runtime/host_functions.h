// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the host that a context knows, by name.

#ifndef TENSORSSA_LIB_RUNTIME_HOST_FUNCTIONS_H
#define TENSORSSA_LIB_RUNTIME_HOST_FUNCTIONS_H

#include "tensorssa-runtime/host.h"

typedef struct tssa_host_entry_t {
  struct tssa_host_entry_t *next;
  tssa_host_function_t function;
  void *user;
  size_t bytes;
  char name[];
} tssa_host_entry_t;

/// The first of a context's functions; the list is the context's.
tssa_host_entry_t **tssa_context_host_functions(tssa_context_t *context,
                                                tssa_allocator_t *allocator);

/// Frees all of them.
void tssa_host_functions_clear(tssa_context_t *context);

#endif // TENSORSSA_LIB_RUNTIME_HOST_FUNCTIONS_H
