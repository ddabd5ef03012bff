// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running both functions on copies of the inputs in memory of the arena.

#include "pair.h"
#include "tensorssa-c/Interp.h"

#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

static bool add_storage(storages_t *storages, const tssa_tensor_t *tensor) {
  for (int64_t i = 0; i < storages->count; ++i)
    if (storages->items[i].host == tensor->storage)
      return true;
  if (storages->count == storages->capacity) {
    int64_t capacity = 2 * storages->capacity + 8;
    storage_t *items =
        realloc(storages->items, (size_t)capacity * sizeof *items);
    if (!items)
      return false;
    storages->items = items;
    storages->capacity = capacity;
  }
  storage_t *storage = &storages->items[storages->count++];
  memset(storage, 0, sizeof *storage);
  storage->host = tensor->storage;
  storage->dtype = tensor->dtype;
  storage->count =
      tssa_storage_bytes(tensor->storage) / tssa_dtype_size(tensor->dtype);
  return true;
}

static bool add_storages(storages_t *storages, tssa_value_t value) {
  if (value.kind == TSSA_VALUE_TENSOR)
    return add_storage(storages, value.tensor);
  bool done = true;
  for (int64_t i = 0; done && value.kind == TSSA_VALUE_LIST &&
                      i < tssa_list_length(value.list);
       ++i) {
    tssa_value_t item;
    done = !tssa_list_get(value.list, i, &item, NULL) &&
           add_storages(storages, item);
  }
  return done;
}

bool pair_create(pair_t *pair) {
  bool done = true;
  for (intptr_t i = 0; done && i < pair->num_inputs; ++i)
    done = add_storages(&pair->storages, pair->host[i]);
  for (int64_t s = 0; done && s < pair->storages.count; ++s) {
    storage_t *storage = &pair->storages.items[s];
    const char *data = tssa_storage_data(storage->host);
    storage->first = pair->run->num_symbols;
    for (int64_t i = 0; done && i < storage->count; ++i)
      done =
          symbol_create(pair->run,
                        scalar_load(storage->dtype,
                                    data + i * tssa_dtype_size(storage->dtype)),
                        false) != NULL;
  }
  pair->run->num_elements = pair->run->num_symbols;
  for (int i = 0; done && i < 2; ++i) {
    side_t *side = &pair->sides[i];
    side->storages =
        calloc((size_t)pair->storages.count + 1, sizeof(tssa_storage_t *));
    side->inputs = calloc((size_t)pair->num_inputs + 1, sizeof *side->inputs);
    side->outputs =
        calloc((size_t)pair->num_outputs + 1, sizeof *side->outputs);
    done = side->storages && side->inputs && side->outputs;
  }
  return done;
}

void pair_destroy(pair_t *pair) {
  pair_reset(pair);
  for (int i = 0; i < 2; ++i) {
    free((void *)pair->sides[i].storages);
    free(pair->sides[i].inputs);
    free(pair->sides[i].outputs);
    free((void *)pair->sides[i].lists);
    free(pair->sides[i].exports);
  }
  free(pair->storages.items);
}

//===----------------------------------------------------------------------===//
// Inputs of a side
//===----------------------------------------------------------------------===//

static bool fill_storages(pair_t *pair, side_t *side) {
  for (int64_t s = 0; s < pair->storages.count; ++s) {
    const storage_t *storage = &pair->storages.items[s];
    int64_t size = tssa_dtype_size(storage->dtype);
    int64_t bytes = tssa_storage_bytes(storage->host);
    if (tssa_storage_create(&pair->run->device, bytes, &side->storages[s],
                            NULL))
      return false;
    char *memory = tssa_storage_data(side->storages[s]);
    for (int64_t i = 0; i < storage->count; ++i) {
      const symbol_t *symbol = &pair->run->symbols[storage->first + i];
      scalar_store(pair->run->concrete
                       ? symbol->value
                       : scalar_of_term(symbol->term, symbol->dtype),
                   memory + i * size);
    }
  }
  return true;
}

static bool copy_value(pair_t *pair, side_t *side, tssa_value_t host,
                       tssa_value_t *out);

static bool copy_list(pair_t *pair, side_t *side, tssa_list_t *host,
                      tssa_value_t *out) {
  for (int64_t i = 0; i < side->num_lists; ++i)
    if (side->lists[i][0] == host) {
      *out = tssa_value_from_list(tssa_list_retain(side->lists[i][1]));
      return true;
    }
  if (side->num_lists == side->lists_capacity) {
    int64_t capacity = 2 * side->lists_capacity + 8;
    void *lists =
        realloc((void *)side->lists, (size_t)capacity * sizeof *side->lists);
    if (!lists)
      return false;
    side->lists = lists;
    side->lists_capacity = capacity;
  }
  tssa_list_t *list;
  if (tssa_list_create(NULL, &list, NULL))
    return false;
  side->lists[side->num_lists][0] = host;
  side->lists[side->num_lists++][1] = list;
  bool done = true;
  for (int64_t i = 0; done && i < tssa_list_length(host); ++i) {
    tssa_value_t item, copy = {TSSA_VALUE_NONE, {NULL}};
    done = !tssa_list_get(host, i, &item, NULL) &&
           copy_value(pair, side, item, &copy) &&
           !tssa_list_append(list, copy, NULL);
    tssa_value_release(&copy);
  }
  *out = tssa_value_from_list(list);
  return done;
}

static bool copy_value(pair_t *pair, side_t *side, tssa_value_t host,
                       tssa_value_t *out) {
  *out = host;
  if (host.kind == TSSA_VALUE_LIST)
    return copy_list(pair, side, host.list, out);
  if (host.kind != TSSA_VALUE_TENSOR)
    return true;
  const tssa_tensor_t *tensor = host.tensor;
  int64_t s = 0;
  while (pair->storages.items[s].host != tensor->storage)
    s += 1;
  out->kind = TSSA_VALUE_NONE;
  if (tssa_tensor_from_storage(
          side->storages[s], tensor->dtype, tensor->dl.ndim, tensor->dl.shape,
          tensor->dl.strides,
          tssa_tensor_byte_offset(tensor) / tssa_dtype_size(tensor->dtype),
          &out->tensor, NULL))
    return false;
  out->kind = TSSA_VALUE_TENSOR;
  tssa_tensor_set_read_only(out->tensor,
                            (tensor->flags & TSSA_TENSOR_READ_ONLY) != 0);
  return true;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static bool run_side(pair_t *pair, side_t *side) {
  symbolic_t *run = pair->run;
  tssa_allocator_t allocator = arena_allocator(run);
  tssa_context_t *context;
  bool done = fill_storages(pair, side);
  for (intptr_t i = 0; done && i < pair->num_inputs; ++i)
    done = copy_value(pair, side, pair->host[i], &side->inputs[i]);
  if (!done || tssa_context_create(&allocator, &context, NULL))
    return false;
  run->num_imports = run->num_exports = 0;
  run->refused_growth = false;
  side->status =
      tssaInterpretFunction(side->module, side->name, context, side->inputs,
                            pair->num_inputs, side->outputs, pair->num_outputs);
  tssa_context_error(context, &side->error);
  tssa_context_destroy(context);
  scalar_t *exports =
      realloc(side->exports, (size_t)(run->num_exports + 1) * sizeof *exports);
  if (!exports)
    return false;
  side->exports = exports;
  side->num_exports = run->num_exports;
  if (run->num_exports)
    memcpy(exports, run->exports, (size_t)run->num_exports * sizeof *exports);
  return side->status != TSSA_STATUS_OUT_OF_MEMORY || run->refused_growth;
}

bool pair_run(pair_t *pair) {
  pair_reset(pair);
  path_start(pair->run);
  symbolic_run = pair->run;
  bool done = run_side(pair, &pair->sides[0]);
  if (done && !pair->run->gave_up)
    done = run_side(pair, &pair->sides[1]);
  symbolic_run = NULL;
  return done;
}

void pair_reset(pair_t *pair) {
  for (int i = 0; i < 2; ++i) {
    side_t *side = &pair->sides[i];
    for (intptr_t o = 0; side->outputs && o < pair->num_outputs; ++o)
      tssa_value_release(&side->outputs[o]);
    for (intptr_t n = 0; side->inputs && n < pair->num_inputs; ++n)
      tssa_value_release(&side->inputs[n]);
    for (int64_t s = 0; side->storages && s < pair->storages.count; ++s) {
      tssa_storage_release(side->storages[s]);
      side->storages[s] = NULL;
    }
    side->num_lists = 0;
    side->status = TSSA_STATUS_OK;
  }
  arena_reset(pair->run);
}
