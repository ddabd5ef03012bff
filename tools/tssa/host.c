// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of a host for tests.

#include "host.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tensorssa-runtime/host.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The elements of a tensor in row-major order.
typedef struct walk_t {
  const tssa_tensor_t *tensor;
  int64_t *indices;
  int64_t left;
} walk_t;

static walk_t walk_begin(const tssa_tensor_t *tensor) {
  walk_t walk = {tensor, tool_alloc((size_t)tensor->dl.ndim, sizeof(int64_t)),
                 tssa_tensor_count(tensor)};
  return walk;
}

/// The next one, or NULL.
static void *walk_next(walk_t *walk) {
  if (walk->left == 0)
    return NULL;
  --walk->left;
  void *element = tssa_tensor_element(walk->tensor, walk->indices);
  for (int64_t d = walk->tensor->dl.ndim - 1; d >= 0; --d) {
    if (++walk->indices[d] < walk->tensor->dl.shape[d])
      break;
    walk->indices[d] = 0;
  }
  return element;
}

static void walk_end(walk_t *walk) { free(walk->indices); }

/// Calls `what` with `NAME *element` of the type that has `dtype`.
#define WITH_ELEMENT(dtype, element, what)                                     \
  switch (dtype) {                                                             \
  case TSSA_DTYPE_F32: {                                                       \
    float *typed = element;                                                    \
    what;                                                                      \
    break;                                                                     \
  }                                                                            \
  case TSSA_DTYPE_F64: {                                                       \
    double *typed = element;                                                   \
    what;                                                                      \
    break;                                                                     \
  }                                                                            \
  case TSSA_DTYPE_I32: {                                                       \
    int32_t *typed = element;                                                  \
    what;                                                                      \
    break;                                                                     \
  }                                                                            \
  case TSSA_DTYPE_I64: {                                                       \
    int64_t *typed = element;                                                  \
    what;                                                                      \
    break;                                                                     \
  }                                                                            \
  default:                                                                     \
    break;                                                                     \
  }

static bool is_positive(tssa_dtype_t dtype, void *element) {
  bool positive = dtype == TSSA_DTYPE_BOOL && *(unsigned char *)element;
  WITH_ELEMENT(dtype, element, positive = *typed > 0);
  return positive;
}

static void negate(tssa_dtype_t dtype, void *element) {
  // The smallest integer stays what it is.
  switch (dtype) {
  case TSSA_DTYPE_I32: {
    uint32_t *typed = element;
    *typed = 0u - *typed;
    break;
  }
  case TSSA_DTYPE_I64: {
    uint64_t *typed = element;
    *typed = UINT64_C(0) - *typed;
    break;
  }
  case TSSA_DTYPE_F32:
    *(float *)element = -*(float *)element;
    break;
  case TSSA_DTYPE_F64:
    *(double *)element = -*(double *)element;
    break;
  default:
    *(unsigned char *)element ^= 1;
    break;
  }
}

static int64_t count_positive(const tssa_tensor_t *tensor) {
  int64_t count = 0;
  walk_t walk = walk_begin(tensor);
  for (void *element; (element = walk_next(&walk));)
    count += is_positive(tensor->dtype, element);
  walk_end(&walk);
  return count;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

typedef struct call_t {
  const tssa_value_t *inputs;
  tssa_value_t *outputs;
  tssa_error_t *error;
} call_t;

static tssa_status_t run_count(const call_t *call) {
  int64_t count = count_positive(call->inputs[0].tensor);
  call->outputs[0] = tssa_value_from_int(count < 3 ? count : 3);
  return TSSA_STATUS_OK;
}

static tssa_status_t run_negate(const call_t *call) {
  const tssa_tensor_t *tensor = call->inputs[0].tensor;
  walk_t walk = walk_begin(tensor);
  for (void *element; (element = walk_next(&walk));)
    negate(tensor->dtype, element);
  walk_end(&walk);
  return TSSA_STATUS_OK;
}

static tssa_status_t run_copy(const call_t *call) {
  const tssa_tensor_t *to = call->inputs[0].tensor;
  walk_t target = walk_begin(to), source = walk_begin(call->inputs[1].tensor);
  for (void *element, *other;
       (element = walk_next(&target)) && (other = walk_next(&source));)
    memmove(element, other, (size_t)tssa_dtype_size(to->dtype));
  walk_end(&target);
  walk_end(&source);
  return TSSA_STATUS_OK;
}

static tssa_status_t run_same(const call_t *call) {
  call->outputs[0] = tssa_value_retain(call->inputs[0]);
  return TSSA_STATUS_OK;
}

static tssa_status_t run_clone(const call_t *call) {
  call->outputs[0].kind = TSSA_VALUE_TENSOR;
  return tssa_tensor_clone(call->inputs[0].tensor, &call->outputs[0].tensor,
                           call->error);
}

static tssa_status_t run_fail(const call_t *call) {
  if (count_positive(call->inputs[0].tensor) > 0)
    return TSSA_STATUS_OK;
  strcpy(call->error->message, "no element is positive");
  return TSSA_STATUS_RAISED;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static const struct function_of_host_t {
  const char *prefix;
  int64_t num_inputs, num_outputs;
  tssa_status_t (*run)(const call_t *call);
} functions[] = {
    {"host_count_", 1, 1, run_count}, {"host_negate_", 1, 0, run_negate},
    {"host_copy_", 2, 0, run_copy},   {"host_same_", 1, 1, run_same},
    {"host_clone_", 1, 1, run_clone}, {"host_fail_", 1, 0, run_fail},
};
enum { NUM_FUNCTIONS = sizeof functions / sizeof *functions };

static tssa_status_t run_function(void *user, tssa_context_t *context,
                                  const tssa_value_t *inputs,
                                  int64_t num_inputs, tssa_value_t *outputs,
                                  int64_t num_outputs,
                                  tssa_error_t *out_error) {
  (void)context;
  const struct function_of_host_t *function = user;
  call_t call = {inputs, outputs, out_error};
  bool fits = num_inputs == function->num_inputs &&
              num_outputs == function->num_outputs;
  for (int64_t i = 0; i < num_inputs; ++i)
    fits &= inputs[i].kind == TSSA_VALUE_TENSOR;
  if (fits)
    return function->run(&call);
  snprintf(out_error->message, sizeof out_error->message,
           "expected %lld tensors and %lld results but got %lld and %lld",
           (long long)function->num_inputs, (long long)function->num_outputs,
           (long long)num_inputs, (long long)num_outputs);
  return TSSA_STATUS_INVALID_ARGUMENT;
}

void host_add_functions(MlirModule module, tssa_context_t *context) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationGetNumRegions(op) != 1 ||
        !mlirBlockIsNull(
            mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))))
      continue;
    MlirAttribute symbol = mlirOperationGetAttributeByName(
        op, mlirStringRefCreateFromCString("sym_name"));
    if (mlirAttributeIsNull(symbol) || !mlirAttributeIsAString(symbol))
      continue;
    MlirStringRef name = mlirStringAttrGetValue(symbol);
    for (int i = 0; i < NUM_FUNCTIONS; ++i) {
      size_t length = strlen(functions[i].prefix);
      if (name.length < length ||
          memcmp(name.data, functions[i].prefix, length) != 0)
        continue;
      text_t text = {0};
      text_append(&text, name.data, name.length);
      tssa_error_t error;
      tool_require(tssa_context_add_function(context, text.text, run_function,
                                             (void *)(uintptr_t)&functions[i],
                                             &error),
                   &error);
      text_free(&text);
    }
  }
}
