// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of functions without a body: the host's, found by name in the context.

#include "tensorssa-runtime/host.h"
#include "boundary.h"
#include "symbolic.h"

#include <stdlib.h>
#include <string.h>

/// What the declaration says of an argument or result: the attribute `name` in
/// element `i` of the attribute array `list`.
static MlirAttribute declared(MlirOperation callee, const char *list, int64_t i,
                              const char *name) {
  MlirAttribute all = mlirOperationGetAttributeByName(
      callee, mlirStringRefCreateFromCString(list));
  if (mlirAttributeIsNull(all) || !mlirAttributeIsAArray(all) ||
      i >= mlirArrayAttrGetNumElements(all))
    return mlirAttributeGetNull();
  return mlirDictionaryAttrGetElementByName(
      mlirArrayAttrGetElement(all, i), mlirStringRefCreateFromCString(name));
}

static bool is_declared(MlirOperation callee, const char *list, int64_t i,
                        const char *name) {
  return !mlirAttributeIsNull(declared(callee, list, i, name));
}

static int64_t origin_of(MlirOperation callee, int64_t result,
                         const type_t *type) {
  MlirAttribute alias =
      declared(callee, "res_attrs", result, "tssa.returns_alias");
  if (!mlirAttributeIsNull(alias) && mlirAttributeIsAInteger(alias))
    return mlirIntegerAttrGetValueInt(alias);
  if (!is_declared(callee, "res_attrs", result, "tssa.fresh"))
    return TSSA_ORIGIN_UNKNOWN;
  return type->strides ? TSSA_ORIGIN_FRESH_STRIDED : TSSA_ORIGIN_FRESH;
}

/// The program's value for what the host gave as result `i`.
static flow_t take_result(interp_t *interp, frame_t *frame, node_t *node,
                          int64_t i, tssa_value_t given) {
  const type_t *type = frame->function->slot_types[node->results[i]];
  value_t value;
  switch (given.kind) {
  case TSSA_VALUE_TENSOR: {
    tssa_tensor_t *host = given.tensor;
    tensor_t *tensor = tensor_over(
        interp, host->storage, host->dtype, host->dl.ndim, host->dl.shape,
        host->dl.strides, tssa_tensor_byte_offset(host));
    if (!tensor)
      return FLOW_ERROR;
    value.kind = VALUE_REF;
    value.tensor = tensor;
    if (type->kind == TYPE_TENSOR) {
      value.kind = VALUE_TENSOR;
      value.tensor = tensor_copy(interp, tensor);
      tensor_release(tensor);
      if (!value.tensor)
        return FLOW_ERROR;
    }
    break;
  }
  case TSSA_VALUE_FLOAT:
    value = value_of_scalar(scalar_float(TSSA_DTYPE_F64, given.f64));
    break;
  case TSSA_VALUE_BOOL:
    value = value_of_scalar(scalar_int(TSSA_DTYPE_BOOL, given.b));
    break;
  case TSSA_VALUE_INT:
    value = value_of_scalar(scalar_int(type->dtype, given.i64));
    break;
  default:
    value.kind = VALUE_NONE;
    break;
  }
  tssa_value_kind_t expected = type_value_kind(type);
  if (given.kind != expected) {
    value_release(&value);
    return fail(interp, node, TSSA_STATUS_INVALID_ARGUMENT,
                "expected result %lld to be of kind %s but got %s",
                (long long)i, tssa_value_kind_name(expected),
                tssa_value_kind_name(given.kind));
  }
  return give_value(interp, frame, node, i, value);
}

static flow_t call_host(interp_t *interp, frame_t *frame, node_t *node,
                        MlirOperation callee, const char *name) {
  int64_t num_inputs = node->num_operands, num_outputs = node->num_results;
  size_t count = (size_t)(num_inputs + num_outputs);
  tssa_value_t *inputs = calloc(count + 1, sizeof *inputs);
  int64_t *origins = calloc((size_t)num_outputs + 1, sizeof *origins);
  tssa_value_t *outputs = inputs ? inputs + num_inputs : NULL;
  flow_t flow = inputs && origins ? FLOW_NEXT : fail_memory(interp, -1);
  boundary_t boundary = {interp, {NULL, 0}, 0, NULL, 0, 0};
  for (int64_t i = 0; flow == FLOW_NEXT && i < num_inputs; ++i) {
    value_t *value = use_value(interp, frame, node, i);
    if (!value || !export_fresh(&boundary, value, &inputs[i])) {
      flow = FLOW_ERROR;
    } else if (inputs[i].kind == TSSA_VALUE_TENSOR) {
      bool writable = value->kind == VALUE_REF &&
                      (is_declared(callee, "arg_attrs", i, "tssa.writes") ||
                       !is_declared(callee, "arg_attrs", i, "tssa.reads"));
      tssa_tensor_set_read_only(inputs[i].tensor,
                                !writable || value->tensor->read_only);
    }
  }
  for (int64_t i = 0; flow == FLOW_NEXT && i < num_outputs; ++i)
    origins[i] =
        origin_of(callee, i, frame->function->slot_types[node->results[i]]);
  if (flow == FLOW_NEXT) {
    tssa_error_t error;
    tssa_status_t status =
        tssa_context_call(interp->context, name, inputs, num_inputs, origins,
                          outputs, num_outputs, &error);
    if (status)
      flow = fail(interp, node, status, "%s", error.message);
  }
  for (int64_t i = 0; flow == FLOW_NEXT && i < num_outputs; ++i)
    flow = take_result(interp, frame, node, i, outputs[i]);
  for (size_t i = 0; inputs && i < count; ++i)
    tssa_value_release(&inputs[i]);
  free(inputs);
  free(origins);
  return flow;
}

bool run_host_call(interp_t *interp, frame_t *frame, node_t *node,
                   MlirAttribute callee, flow_t *out_flow) {
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(callee);
  MlirOperation op = mlirSymbolTableLookup(interp->symbols, name);
  if (mlirOperationIsNull(op) || mlirOperationGetNumRegions(op) != 1 ||
      !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))))
    return false;
  // A function of the host can only be called with numbers, and does who knows
  // what each time.
  if (symbolic_run) {
    *out_flow = fail(interp, node, TSSA_STATUS_UNSUPPORTED,
                     "cannot call the host's '%.*s' over symbols",
                     (int)name.length, name.data);
    return true;
  }
  char *text = malloc(name.length + 1);
  if (!text) {
    *out_flow = fail_memory(interp, -1);
    return true;
  }
  memcpy(text, name.data, name.length);
  text[name.length] = '\0';
  *out_flow = call_host(interp, frame, node, op, text);
  free(text);
  return true;
}
