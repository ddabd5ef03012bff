// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goes into and comes out of a program, whoever runs it: tensors, numbers
// and lists of these. The compiler interface and the interpreter share it.

#ifndef TENSORSSA_RUNTIME_VALUE_H
#define TENSORSSA_RUNTIME_VALUE_H

#include "tensorssa-runtime/tensor.h"

TSSA_EXTERN_C_BEGIN

/// What a value is. The numbers are part of the ABI.
typedef enum tssa_value_kind_t {
  /// No value: what a zero-filled `tssa_value_t` is.
  TSSA_VALUE_NONE = 0,
  /// A tensor object, for `!tssa.ref` as for builtin tensors.
  TSSA_VALUE_TENSOR = 1,
  /// A 64-bit integer, for `i64` as for `index`.
  TSSA_VALUE_INT = 2,
  /// A double, for `f64` as for `f32`.
  TSSA_VALUE_FLOAT = 3,
  TSSA_VALUE_BOOL = 4,
  TSSA_VALUE_LIST = 5
} tssa_value_kind_t;

/// A mutable list of values with identity; see list.h.
typedef struct tssa_list_t tssa_list_t;

/// A value. Plain data: copying it copies no reference. Who owns the reference
/// of a tensor or list is said where values are passed: arguments are borrowed
/// for the duration of a call, results are the caller's to release.
typedef struct tssa_value_t {
  tssa_value_kind_t kind;
  union {
    tssa_tensor_t *tensor;
    int64_t i64;
    double f64;
    bool b;
    tssa_list_t *list;
  };
} tssa_value_t;

/// A value that is a tensor; its reference is not retained.
static inline tssa_value_t tssa_value_from_tensor(tssa_tensor_t *tensor) {
  tssa_value_t value;
  value.kind = TSSA_VALUE_TENSOR;
  value.tensor = tensor;
  return value;
}

/// A value that is an integer.
static inline tssa_value_t tssa_value_from_int(int64_t number) {
  tssa_value_t value;
  value.kind = TSSA_VALUE_INT;
  value.i64 = number;
  return value;
}

/// A value that is a floating-point number.
static inline tssa_value_t tssa_value_from_float(double number) {
  tssa_value_t value;
  value.kind = TSSA_VALUE_FLOAT;
  value.f64 = number;
  return value;
}

/// A value that is true or false.
static inline tssa_value_t tssa_value_from_bool(bool truth) {
  tssa_value_t value;
  value.kind = TSSA_VALUE_BOOL;
  value.i64 = 0;
  value.b = truth;
  return value;
}

/// A value that is a list; its reference is not retained.
static inline tssa_value_t tssa_value_from_list(tssa_list_t *list) {
  tssa_value_t value;
  value.kind = TSSA_VALUE_LIST;
  value.list = list;
  return value;
}

/// Name of a kind in lower case, such as "tensor". "unknown" for a number that
/// is no kind. Static memory.
TSSA_RT_API const char *tssa_value_kind_name(tssa_value_kind_t kind);

/// One reference more to the tensor or list, if it is one; returns its
/// argument.
TSSA_RT_API tssa_value_t tssa_value_retain(tssa_value_t value);

/// Drops the reference to the tensor or list, if it is one, and makes `*value`
/// none. NULL is allowed.
TSSA_RT_API void tssa_value_release(tssa_value_t *value);

TSSA_EXTERN_C_END

#endif // TENSORSSA_RUNTIME_VALUE_H
