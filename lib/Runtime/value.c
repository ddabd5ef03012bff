// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// References of values.

#include "tensorssa-runtime/value.h"
#include "tensorssa-runtime/list.h"

const char *tssa_value_kind_name(tssa_value_kind_t kind) {
  switch (kind) {
  case TSSA_VALUE_NONE:
    return "none";
  case TSSA_VALUE_TENSOR:
    return "tensor";
  case TSSA_VALUE_INT:
    return "int";
  case TSSA_VALUE_FLOAT:
    return "float";
  case TSSA_VALUE_BOOL:
    return "bool";
  case TSSA_VALUE_LIST:
    return "list";
  }
  return "unknown";
}

tssa_value_t tssa_value_retain(tssa_value_t value) {
  if (value.kind == TSSA_VALUE_TENSOR)
    tssa_tensor_retain(value.tensor);
  else if (value.kind == TSSA_VALUE_LIST)
    tssa_list_retain(value.list);
  return value;
}

void tssa_value_release(tssa_value_t *value) {
  if (!value)
    return;
  tssa_value_t released = *value;
  value->kind = TSSA_VALUE_NONE;
  value->i64 = 0;
  if (released.kind == TSSA_VALUE_TENSOR)
    tssa_tensor_release(released.tensor);
  else if (released.kind == TSSA_VALUE_LIST)
    tssa_list_release(released.list);
}
