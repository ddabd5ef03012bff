// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of every element type: how they are kept, read and stored.

#include "symbolic.h"
#include "tensorssa-runtime/half.h"

#include <string.h>

bool dtype_is_float(tssa_dtype_t dtype) {
  return dtype == TSSA_DTYPE_F16 || dtype == TSSA_DTYPE_BF16 ||
         dtype == TSSA_DTYPE_F32 || dtype == TSSA_DTYPE_F64;
}

bool dtype_is_complex(tssa_dtype_t dtype) {
  return dtype == TSSA_DTYPE_C64 || dtype == TSSA_DTYPE_C128;
}

int dtype_bits(tssa_dtype_t dtype) {
  return dtype == TSSA_DTYPE_BOOL ? 1 : (int)tssa_dtype_size(dtype) * 8;
}

static scalar_t zero_of(tssa_dtype_t dtype) {
  scalar_t scalar;
  memset(&scalar, 0, sizeof scalar);
  scalar.dtype = dtype;
  return scalar;
}

scalar_t scalar_int(tssa_dtype_t dtype, int64_t number) {
  scalar_t scalar = zero_of(dtype);
  switch (dtype) {
  case TSSA_DTYPE_BOOL:
    scalar.i = number & 1;
    break;
  case TSSA_DTYPE_U8:
    scalar.i = (uint8_t)number;
    break;
  case TSSA_DTYPE_I8:
    scalar.i = (int8_t)(uint8_t)number;
    break;
  case TSSA_DTYPE_I16:
    scalar.i = (int16_t)(uint16_t)number;
    break;
  case TSSA_DTYPE_I32:
    scalar.i = (int32_t)(uint32_t)number;
    break;
  default:
    scalar.i = number;
    break;
  }
  return scalar;
}

/// `number` as the nearest value of a real float type.
static double round_to(tssa_dtype_t dtype, double number) {
  switch (dtype) {
  case TSSA_DTYPE_F16:
    return tssa_f16_to_f32(tssa_f16_from_f64(number));
  case TSSA_DTYPE_BF16:
    return tssa_bf16_to_f32(tssa_bf16_from_f64(number));
  case TSSA_DTYPE_F32:
  case TSSA_DTYPE_C64:
    return (float)number;
  default:
    return number;
  }
}

scalar_t scalar_float(tssa_dtype_t dtype, double number) {
  scalar_t scalar = zero_of(dtype);
  scalar.f = round_to(dtype, number);
  return scalar;
}

scalar_t scalar_complex(tssa_dtype_t dtype, double re, double im) {
  scalar_t scalar = zero_of(dtype);
  scalar.f = round_to(dtype, re);
  scalar.imaginary = round_to(dtype, im);
  return scalar;
}

scalar_t scalar_of_term(term_t term, tssa_dtype_t dtype) {
  scalar_t scalar = zero_of(dtype);
  scalar.term = term;
  scalar.i = 1;
  scalar.f = 1;
  return scalar;
}

scalar_t scalar_poison(tssa_dtype_t dtype) {
  scalar_t scalar = zero_of(dtype);
  scalar.poison = true;
  return scalar;
}

scalar_t scalar_load(tssa_dtype_t dtype, const void *address) {
  scalar_t scalar = zero_of(dtype);
  union {
    uint8_t u8;
    int8_t i8;
    int16_t i16;
    uint16_t u16;
    int32_t i32;
    int64_t i64;
    float f32[2];
    double f64[2];
  } bytes;
  memcpy(&bytes, address, (size_t)tssa_dtype_size(dtype));
  switch (dtype) {
  case TSSA_DTYPE_BOOL:
    scalar.i = bytes.u8 != 0;
    break;
  case TSSA_DTYPE_I8:
    scalar.i = bytes.i8;
    break;
  case TSSA_DTYPE_U8:
    scalar.i = bytes.u8;
    break;
  case TSSA_DTYPE_I16:
    scalar.i = bytes.i16;
    break;
  case TSSA_DTYPE_I32:
    scalar.i = bytes.i32;
    break;
  case TSSA_DTYPE_I64:
    scalar.i = bytes.i64;
    break;
  case TSSA_DTYPE_F16:
    scalar.f = tssa_f16_to_f32(bytes.u16);
    break;
  case TSSA_DTYPE_BF16:
    scalar.f = tssa_bf16_to_f32(bytes.u16);
    break;
  case TSSA_DTYPE_F32:
    scalar.f = bytes.f32[0];
    break;
  case TSSA_DTYPE_F64:
    scalar.f = bytes.f64[0];
    break;
  case TSSA_DTYPE_C64:
    scalar.f = bytes.f32[0];
    scalar.imaginary = bytes.f32[1];
    break;
  case TSSA_DTYPE_C128:
    scalar.f = bytes.f64[0];
    scalar.imaginary = bytes.f64[1];
    break;
  }
  term_t term = symbolic_run ? symbolic_load(dtype, address) : 0;
  return term ? scalar_of_term(term, dtype) : scalar;
}

void scalar_store(scalar_t scalar, void *address) {
  union {
    uint8_t u8;
    uint16_t u16;
    int32_t i32;
    int64_t i64;
    float f32[2];
    double f64[2];
  } bytes;
  memset(&bytes, 0, sizeof bytes);
  switch (scalar.dtype) {
  case TSSA_DTYPE_BOOL:
    bytes.u8 = scalar.i != 0;
    break;
  case TSSA_DTYPE_I8:
  case TSSA_DTYPE_U8:
    bytes.u8 = (uint8_t)scalar.i;
    break;
  case TSSA_DTYPE_I16:
    bytes.u16 = (uint16_t)scalar.i;
    break;
  case TSSA_DTYPE_I32:
    bytes.i32 = (int32_t)scalar.i;
    break;
  case TSSA_DTYPE_I64:
    bytes.i64 = scalar.i;
    break;
  case TSSA_DTYPE_F16:
    bytes.u16 = tssa_f16_from_f64(scalar.f);
    break;
  case TSSA_DTYPE_BF16:
    bytes.u16 = tssa_bf16_from_f64(scalar.f);
    break;
  case TSSA_DTYPE_F32:
    bytes.f32[0] = (float)scalar.f;
    break;
  case TSSA_DTYPE_F64:
    bytes.f64[0] = scalar.f;
    break;
  case TSSA_DTYPE_C64:
    bytes.f32[0] = (float)scalar.f;
    bytes.f32[1] = (float)scalar.imaginary;
    break;
  case TSSA_DTYPE_C128:
    bytes.f64[0] = scalar.f;
    bytes.f64[1] = scalar.imaginary;
    break;
  }
  memcpy(address, &bytes, (size_t)tssa_dtype_size(scalar.dtype));
  if (symbolic_run)
    symbolic_store(scalar.term, scalar.dtype, address);
}

void move_elements(void *to, const void *from, size_t bytes) {
  memcpy(to, from, bytes);
  if (symbolic_run)
    symbolic_move(to, from, bytes);
}

uint64_t scalar_bits(scalar_t scalar) {
  int bits = dtype_bits(scalar.dtype);
  uint64_t all = (uint64_t)scalar.i;
  return bits >= 64 ? all : all & ((UINT64_C(1) << bits) - 1);
}

double scalar_to_double(scalar_t scalar) {
  if (dtype_is_float(scalar.dtype) || dtype_is_complex(scalar.dtype))
    return scalar.f;
  return (double)scalar.i;
}

bool scalar_is_zero(scalar_t scalar) {
  if (dtype_is_float(scalar.dtype) || dtype_is_complex(scalar.dtype))
    return scalar.f == 0 && scalar.imaginary == 0;
  return scalar.i == 0;
}

bool number_is_zero(interp_t *interp, const node_t *node, scalar_t scalar,
                    bool *out) {
  if (scalar.term)
    return symbolic_is_zero(interp, node, scalar, out);
  *out = scalar_is_zero(scalar);
  return true;
}

bool scalar_from_attribute(MlirAttribute attribute, tssa_dtype_t dtype,
                           scalar_t *out) {
  if (mlirAttributeIsNull(attribute))
    return false;
  if (mlirAttributeIsAFloat(attribute)) {
    *out = scalar_float(dtype, mlirFloatAttrGetValueDouble(attribute));
    return true;
  }
  if (mlirAttributeIsAInteger(attribute)) {
    MlirType type = mlirAttributeGetType(attribute);
    int64_t number;
    if (mlirTypeIsAInteger(type) && mlirIntegerTypeIsUnsigned(type))
      number = (int64_t)mlirIntegerAttrGetValueUInt(attribute);
    else if (mlirTypeIsAInteger(type) && mlirIntegerTypeIsSigned(type))
      number = mlirIntegerAttrGetValueSInt(attribute);
    else
      number = mlirIntegerAttrGetValueInt(attribute);
    *out = scalar_int(dtype, number);
    return true;
  }
  return false;
}
