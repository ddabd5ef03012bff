// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers with which two functions differ. They are drawn, first such that all
// choices of the path are met; what counts is that the functions, run on them,
// differ, so a counterexample is never a false alarm.

#include "pair.h"
#include "tensorssa-runtime/random.h"

#include <math.h>

enum { MAX_DRAWS = 4000, MAX_RUNS = 40, FREE_RUNS = 8 };

static scalar_t draw(symbolic_t *run, int64_t index, int64_t round,
                     tssa_random_t *random) {
  const symbol_t *symbol = &run->symbols[index];
  tssa_dtype_t dtype = symbol->dtype;
  if (dtype == TSSA_DTYPE_BOOL)
    return scalar_int(dtype, tssa_random_integer(random, 0, 1));
  // What the host gave; all different; small; anything.
  switch (round == 0 ? 0 : 1 + round % 3) {
  case 0:
    return symbol->given;
  case 1:
    if (dtype_is_float(dtype))
      return scalar_float(dtype, (double)(index + 1) + 0.25);
    if (!dtype_is_complex(dtype) && !symbol->is_number)
      return scalar_int(dtype, index + 1);
    break;
  case 2:
    if (dtype_is_float(dtype))
      return scalar_float(dtype, (double)tssa_random_integer(random, -3, 3));
    break;
  default:
    if (dtype_is_float(dtype))
      return scalar_float(dtype, 8 * tssa_random_unit(random) - 4);
    break;
  }
  if (dtype_is_complex(dtype))
    return scalar_complex(dtype, (double)tssa_random_integer(random, -3, 3),
                          (double)tssa_random_integer(random, -3, 3));
  return scalar_int(dtype, tssa_random_integer(random, -3, 6));
}

/// Gives the symbols values; those that the path chose have them already.
static void draw_all(symbolic_t *run, const choice_t *choices, int64_t count,
                     int64_t round, tssa_random_t *random) {
  for (int64_t i = 0; i < run->num_symbols; ++i)
    run->symbols[i].value = draw(run, i, round, random);
  for (int64_t i = 0; i < count; ++i) {
    const term_node_t *node = terms_node(&run->terms, choices[i].term);
    if (node->kind == TERM_SYMBOL)
      run->symbols[node->number].value = choices[i].options[choices[i].chosen];
  }
  run->version += 1;
}

/// Whether the values take the path, as far as terms can be followed.
static bool takes_path(symbolic_t *run, const choice_t *choices,
                       int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    scalar_t value;
    if (symbols_value(run, choices[i].term, &value) &&
        value.i != choices[i].options[choices[i].chosen].i)
      return false;
  }
  return true;
}

bool pair_find_witness(pair_t *pair, char *out_why, size_t size) {
  symbolic_t *run = pair->run;
  const choice_t *choices = run->choices;
  int64_t count = run->depth, runs = 0;
  tssa_random_t random = tssa_random_create(1);
  bool found = false;
  run->concrete = true;
  for (int64_t round = 0; !found && round < MAX_DRAWS && runs < MAX_RUNS;
       ++round) {
    draw_all(run, choices, count, round, &random);
    // The first few in any case: a difference is one wherever it is.
    if (round >= FREE_RUNS && !takes_path(run, choices, count))
      continue;
    runs += 1;
    found = pair_run(pair) &&
            pair->sides[0].status != TSSA_STATUS_UNSUPPORTED &&
            pair->sides[1].status != TSSA_STATUS_UNSUPPORTED &&
            !pair_compare(pair, out_why, size);
  }
  run->concrete = false;
  return found;
}

//===----------------------------------------------------------------------===//
// Back to the host
//===----------------------------------------------------------------------===//

static void fill_value(pair_t *pair, tssa_value_t *value, int64_t *number,
                       int64_t *num_seen) {
  const symbolic_t *run = pair->run;
  if (value->kind == TSSA_VALUE_TENSOR)
    return;
  if (value->kind == TSSA_VALUE_LIST) {
    // A list is met again after its first place; its numbers were read there.
    const side_t *side = &pair->sides[0];
    if (*num_seen == side->num_lists ||
        side->lists[*num_seen][0] != value->list)
      return;
    *num_seen += 1;
    for (int64_t i = 0; i < tssa_list_length(value->list); ++i) {
      tssa_value_t item;
      if (tssa_list_get(value->list, i, &item, NULL))
        return;
      fill_value(pair, &item, number, num_seen);
      if (item.kind != TSSA_VALUE_LIST && item.kind != TSSA_VALUE_TENSOR)
        tssa_list_set(value->list, i, item, NULL);
    }
    return;
  }
  int64_t index = run->num_elements + (*number)++;
  if (index >= run->num_symbols)
    return;
  scalar_t scalar = run->symbols[index].value;
  if (value->kind == TSSA_VALUE_FLOAT)
    value->f64 = scalar.f;
  else if (value->kind == TSSA_VALUE_BOOL)
    value->b = scalar.i != 0;
  else
    value->i64 = scalar.i;
}

void pair_fill_host(pair_t *pair) {
  int64_t number = 0, num_seen = 0;
  for (int64_t s = 0; s < pair->storages.count; ++s) {
    const storage_t *storage = &pair->storages.items[s];
    char *data = tssa_storage_data(storage->host);
    for (int64_t i = 0; i < storage->count; ++i)
      scalar_store(pair->run->symbols[storage->first + i].value,
                   data + i * tssa_dtype_size(storage->dtype));
  }
  for (intptr_t i = 0; i < pair->num_inputs; ++i)
    fill_value(pair, &pair->host[i], &number, &num_seen);
}
