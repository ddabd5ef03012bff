// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a run over symbols, and how numbers enter and leave it.

#include "engine.h"

#include <stdlib.h>
#include <string.h>

_Thread_local symbolic_t *symbolic_run;

//===----------------------------------------------------------------------===//
// The arena
//===----------------------------------------------------------------------===//

static void *allocate(void *self, size_t bytes, size_t alignment) {
  (void)alignment;
  symbolic_t *run = self;
  // Addresses differ even where nothing is stored, as storages' do.
  size_t size = (bytes + 64) & ~(size_t)63;
  if (size < bytes || size > ARENA_BYTES - run->used)
    return NULL;
  char *memory = run->arena + run->used;
  run->used += size;
  return memory;
}

static void release(void *self, void *memory, size_t bytes) {
  (void)self;
  (void)memory;
  (void)bytes;
}

tssa_allocator_t arena_allocator(symbolic_t *run) {
  return (tssa_allocator_t){run, allocate, release};
}

void arena_reset(symbolic_t *run) {
  memset(run->arena, 0, run->used);
  memset(run->shadow, 0, run->used * sizeof *run->shadow);
  run->used = 0;
}

/// The shadow of an address; NULL if no symbol can be there.
static uint32_t *shadow_of(const void *address) {
  uintptr_t base = (uintptr_t)symbolic_run->arena, at = (uintptr_t)address;
  return at - base < symbolic_run->used ? symbolic_run->shadow + (at - base)
                                        : NULL;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

term_t symbolic_load(tssa_dtype_t dtype, const void *address) {
  terms_t *terms = &symbolic_run->terms;
  const uint32_t *shadow = shadow_of(address);
  int64_t size = tssa_dtype_size(dtype);
  bool any = false, whole = true;
  for (int64_t i = 0; shadow && i < size; ++i) {
    any |= shadow[i] != 0;
    whole &= shadow[i] == shadow[0] + (uint32_t)i;
  }
  if (!any)
    return 0;
  term_t first = shadow[0] >> 4;
  if (whole && (shadow[0] & 15) == 0 &&
      tssa_dtype_size(terms_node(terms, first)->dtype) == size)
    return terms_bits(terms, first, dtype);
  term_t bytes[16];
  for (int64_t i = 0; i < size; ++i)
    bytes[i] =
        shadow[i]
            ? terms_byte(terms, shadow[i] >> 4, shadow[i] & 15)
            : terms_of(terms, scalar_int(TSSA_DTYPE_U8,
                                         ((const unsigned char *)address)[i]));
  return terms_join(terms, bytes, dtype);
}

void symbolic_store(term_t term, tssa_dtype_t dtype, void *address) {
  uint32_t *shadow = shadow_of(address);
  for (uint32_t i = 0; shadow && i < (uint32_t)tssa_dtype_size(dtype); ++i)
    shadow[i] = term ? term << 4 | i : 0;
}

void symbolic_move(void *to, const void *from, size_t bytes) {
  uint32_t *target = shadow_of(to);
  const uint32_t *source = shadow_of(from);
  if (target && source)
    memmove(target, source, bytes * sizeof *target);
  else if (target)
    memset(target, 0, bytes * sizeof *target);
}

//===----------------------------------------------------------------------===//
// Growth
//===----------------------------------------------------------------------===//

void symbolic_refuse_growth(void) { symbolic_run->refused_growth = true; }

tssa_status_t symbolic_grow(tssa_storage_t *storage, int64_t bytes,
                            tssa_error_t *out_error) {
  const void *old = tssa_storage_data(storage);
  size_t old_bytes = (size_t)tssa_storage_bytes(storage);
  tssa_status_t status = tssa_storage_grow(storage, bytes, out_error);
  void *data = tssa_storage_data(storage);
  // What is new in the arena has no symbols: it is known to be 0.
  if (data != old)
    symbolic_move(data, old, old_bytes);
  if (status == TSSA_STATUS_OUT_OF_MEMORY && bytes >= NO_SUCH_BYTES)
    symbolic_refuse_growth();
  return status;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static symbol_t *add_symbol(symbolic_t *run) {
  if (run->num_symbols == run->symbols_capacity) {
    int64_t capacity = 2 * run->symbols_capacity + 64;
    symbol_t *symbols =
        realloc(run->symbols, (size_t)capacity * sizeof *symbols);
    if (!symbols) {
      run->terms.exhausted = true;
      return NULL;
    }
    run->symbols = symbols;
    run->symbols_capacity = capacity;
  }
  symbol_t *symbol = &run->symbols[run->num_symbols++];
  memset(symbol, 0, sizeof *symbol);
  return symbol;
}

symbol_t *symbol_create(symbolic_t *run, scalar_t given, bool is_number) {
  symbol_t *symbol = add_symbol(run);
  if (symbol) {
    symbol->dtype = given.dtype;
    symbol->is_number = is_number;
    symbol->given = symbol->value = given;
    symbol->term = terms_symbol(&run->terms, given.dtype, run->num_symbols - 1);
  }
  return symbol;
}

void symbolic_import(scalar_t *scalar) {
  symbolic_t *run = symbolic_run;
  int64_t number = run->num_elements + run->num_imports++;
  symbol_t *symbol = number < run->num_symbols
                         ? &run->symbols[number]
                         : symbol_create(run, *scalar, true);
  if (!symbol)
    return;
  *scalar = run->concrete ? symbol->value
                          : scalar_of_term(symbol->term, symbol->dtype);
}

void symbolic_export(scalar_t scalar) {
  symbolic_t *run = symbolic_run;
  if (run->num_exports == run->exports_capacity) {
    int64_t capacity = 2 * run->exports_capacity + 16;
    scalar_t *exports =
        realloc(run->exports, (size_t)capacity * sizeof *exports);
    if (!exports) {
      run->terms.exhausted = true;
      return;
    }
    run->exports = exports;
    run->exports_capacity = capacity;
  }
  run->exports[run->num_exports++] = scalar;
}

int64_t symbolic_steps(void) { return MAX_STEPS; }
