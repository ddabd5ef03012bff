// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point: a call of the host from its arguments to its results.

#include "tensorssa-c/Interp.h"
#include "boundary.h"
#include "symbolic.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_noalias(const function_t *function, int64_t argument) {
  MlirAttribute all = mlirOperationGetAttributeByName(
      function->op, mlirStringRefCreateFromCString("arg_attrs"));
  return !mlirAttributeIsNull(all) &&
         !mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
             mlirArrayAttrGetElement(all, argument),
             mlirStringRefCreateFromCString("tssa.noalias")));
}

/// Whether `tensor` overlaps a tensor that `host` is or holds.
static bool find_overlap_with(interp_t *interp, const tensor_t *tensor,
                              tssa_value_t host, bool *out) {
  if (host.kind == TSSA_VALUE_LIST) {
    bool done = true;
    for (int64_t i = 0; done && !*out && i < tssa_list_length(host.list); ++i) {
      tssa_value_t item;
      done = !tssa_list_get(host.list, i, &item, NULL) &&
             find_overlap_with(interp, tensor, item, out);
    }
    return done;
  }
  if (host.kind != TSSA_VALUE_TENSOR)
    return true;
  // A value has been copied: its memory is the host's.
  tensor_t *other = tensor_over(interp, host.tensor->storage,
                                host.tensor->dtype, host.tensor->dl.ndim,
                                host.tensor->dl.shape, host.tensor->dl.strides,
                                tssa_tensor_byte_offset(host.tensor));
  overlap_t overlap;
  bool done = other && find_overlap(interp, tensor, other, &overlap);
  tensor_release(other);
  if (done)
    *out = overlap != OVERLAP_NONE;
  return done;
}

/// An argument with `tssa.noalias` shares no memory with any other.
static bool check_noalias(boundary_t *boundary, const function_t *function,
                          const tssa_value_t *host, const value_t *inputs) {
  for (int64_t i = 0; i < function->num_inputs; ++i) {
    if (inputs[i].kind != VALUE_REF || !is_noalias(function, i))
      continue;
    for (int64_t j = 0; j < function->num_inputs; ++j) {
      bool overlaps = false;
      if (j == i)
        continue;
      if (!find_overlap_with(boundary->interp, inputs[i].tensor, host[j],
                             &overlaps))
        return false;
      boundary->argument = i;
      if (overlaps)
        return refuse(boundary, TSSA_STATUS_OVERLAP,
                      "expected a tensor that shares no memory with argument "
                      "%" PRId64 " but they overlap",
                      j);
    }
  }
  return true;
}

static bool call(boundary_t *boundary, function_t *function,
                 const tssa_value_t *host_inputs, tssa_value_t *host_outputs) {
  interp_t *interp = boundary->interp;
  int64_t count = function->num_inputs + function->num_results;
  value_t *inputs = program_alloc(interp, (size_t)count, sizeof *inputs);
  if (!inputs)
    return false;
  value_t *outputs = inputs + function->num_inputs;
  const block_t *entry = &function->body.blocks[0];
  bool done = true;
  for (int64_t i = 0; done && i < function->num_inputs; ++i) {
    boundary->argument = i;
    done = import_value(boundary, host_inputs[i],
                        function->slot_types[entry->arguments[i]], &inputs[i]);
  }
  done = done && check_noalias(boundary, function, host_inputs, inputs);
  // The host's lists change even if the program fails on its way.
  int64_t num_lists = done ? boundary->num_pairs : 0;
  done = done && run_function(interp, function, function->op, inputs, outputs);
  for (int64_t i = 0; i < num_lists; ++i)
    done &= export_items(boundary, boundary->pairs[i].host,
                         boundary->pairs[i].list);
  for (int64_t i = 0; done && i < function->num_results; ++i)
    done = export_value(boundary, &outputs[i], &host_outputs[i]);
  for (int64_t i = 0; i < count; ++i)
    value_release(&inputs[i]);
  return done;
}

tssa_status_t tssaInterpretFunction(MlirModule module, MlirStringRef name,
                                    tssa_context_t *context,
                                    const tssa_value_t *inputs,
                                    intptr_t numInputs, tssa_value_t *outputs,
                                    intptr_t numOutputs) {
  interp_t interp;
  memset(&interp, 0, sizeof interp);
  tssa_context_reset(context);
  interp.context = context;
  interp.module = module;
  interp.symbols = mlirSymbolTableCreate(mlirModuleGetOperation(module));
  const char *limit = getenv("TENSORSSA_INTERP_STEPS");
  int64_t steps = limit ? strtoll(limit, NULL, 10) : 0;
  interp.steps = steps > 0 ? steps : -1;
  if (symbolic_run)
    interp.steps = symbolic_steps();
  for (intptr_t i = 0; i < numOutputs; ++i)
    outputs[i] = (tssa_value_t){TSSA_VALUE_NONE, {NULL}};

  boundary_t boundary = {&interp, name, 0, NULL, 0, 0};
  function_t *function = lookup_function(&interp, name, (MlirOperation){NULL});
  bool done = function != NULL;
  if (done && function->num_inputs != numInputs)
    done = fail_call(&interp, TSSA_STATUS_INVALID_ARGUMENT,
                     "'%.*s': expected %" PRId64 " arguments but got %" PRId64,
                     (int)name.length, name.data, function->num_inputs,
                     (int64_t)numInputs) == FLOW_NEXT;
  if (done && function->num_results != numOutputs)
    done = fail_call(&interp, TSSA_STATUS_INVALID_ARGUMENT,
                     "'%.*s': expected room for %" PRId64
                     " results but got %" PRId64,
                     (int)name.length, name.data, function->num_results,
                     (int64_t)numOutputs) == FLOW_NEXT;
  done = done && call(&boundary, function, inputs, outputs);
  for (intptr_t i = 0; !done && i < numOutputs; ++i)
    tssa_value_release(&outputs[i]);
  for (int64_t i = 0; i < boundary.num_pairs; ++i)
    list_release(boundary.pairs[i].list);
  free(boundary.pairs);
  program_free(&interp);
  mlirSymbolTableDestroy(interp.symbols);
  return tssa_context_status(context);
}
