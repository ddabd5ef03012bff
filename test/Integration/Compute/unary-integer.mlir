// RUN: tssa validate %s --rounds=15 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops of one operand on integers and booleans: rounding is the
// identity, functions of reals give f32.

// neg, abs, sign, floor, ceil, round.
// CHECK: ok unary_i32_neg: 3 ways equal
func.func @unary_i32_neg(%x: tensor<?x3xi32>)
    -> (tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>) {
  %0 = tssa.neg %x : tensor<?x3xi32> -> tensor<?x3xi32>
  %1 = tssa.abs %x : tensor<?x3xi32> -> tensor<?x3xi32>
  %2 = tssa.sign %x : tensor<?x3xi32> -> tensor<?x3xi32>
  %3 = tssa.floor %x : tensor<?x3xi32> -> tensor<?x3xi32>
  %4 = tssa.ceil %x : tensor<?x3xi32> -> tensor<?x3xi32>
  %5 = tssa.round %x : tensor<?x3xi32> -> tensor<?x3xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>
}

// trunc, square, relu, bitwise_not, sqrt, rsqrt.
// CHECK: ok unary_i32_trunc: 3 ways equal
func.func @unary_i32_trunc(%x: tensor<?x3xi32>)
    -> (tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.trunc %x : tensor<?x3xi32> -> tensor<?x3xi32>
  %1 = tssa.square %x : tensor<?x3xi32> -> tensor<?x3xi32>
  %2 = tssa.relu %x : tensor<?x3xi32> -> tensor<?x3xi32>
  %3 = tssa.bitwise_not %x : tensor<?x3xi32> -> tensor<?x3xi32>
  %4 = tssa.sqrt %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %5 = tssa.rsqrt %x : tensor<?x3xi32> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// reciprocal, exp, exp2, expm1, log, log2.
// CHECK: ok unary_i32_reciprocal: 3 ways equal
func.func @unary_i32_reciprocal(%x: tensor<?x3xi32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.reciprocal %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %1 = tssa.exp %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %2 = tssa.exp2 %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %3 = tssa.expm1 %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %4 = tssa.log %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %5 = tssa.log2 %x : tensor<?x3xi32> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// log10, log1p, sin, cos, tan, asin.
// CHECK: ok unary_i32_log10: 3 ways equal
func.func @unary_i32_log10(%x: tensor<?x3xi32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.log10 %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %1 = tssa.log1p %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %2 = tssa.sin %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %3 = tssa.cos %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %4 = tssa.tan %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %5 = tssa.asin %x : tensor<?x3xi32> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// acos, atan, sinh, cosh, tanh, erf.
// CHECK: ok unary_i32_acos: 3 ways equal
func.func @unary_i32_acos(%x: tensor<?x3xi32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.acos %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %1 = tssa.atan %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %2 = tssa.sinh %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %3 = tssa.cosh %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %4 = tssa.tanh %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %5 = tssa.erf %x : tensor<?x3xi32> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// sigmoid, logical_not, isnan, isinf, isfinite.
// CHECK: ok unary_i32_sigmoid: 3 ways equal
func.func @unary_i32_sigmoid(%x: tensor<?x3xi32>)
    -> (tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.sigmoid %x : tensor<?x3xi32> -> tensor<?x3xf32>
  %1 = tssa.logical_not %x : tensor<?x3xi32> -> tensor<?x3xi1>
  %2 = tssa.isnan %x : tensor<?x3xi32> -> tensor<?x3xi1>
  %3 = tssa.isinf %x : tensor<?x3xi32> -> tensor<?x3xi1>
  %4 = tssa.isfinite %x : tensor<?x3xi32> -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4 : tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

// neg, abs, sign, floor, ceil, round.
// CHECK: ok unary_i64_neg: 3 ways equal
func.func @unary_i64_neg(%x: tensor<?x3xi64>)
    -> (tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>) {
  %0 = tssa.neg %x : tensor<?x3xi64> -> tensor<?x3xi64>
  %1 = tssa.abs %x : tensor<?x3xi64> -> tensor<?x3xi64>
  %2 = tssa.sign %x : tensor<?x3xi64> -> tensor<?x3xi64>
  %3 = tssa.floor %x : tensor<?x3xi64> -> tensor<?x3xi64>
  %4 = tssa.ceil %x : tensor<?x3xi64> -> tensor<?x3xi64>
  %5 = tssa.round %x : tensor<?x3xi64> -> tensor<?x3xi64>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>
}

// trunc, square, relu, bitwise_not, sqrt, rsqrt.
// CHECK: ok unary_i64_trunc: 3 ways equal
func.func @unary_i64_trunc(%x: tensor<?x3xi64>)
    -> (tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.trunc %x : tensor<?x3xi64> -> tensor<?x3xi64>
  %1 = tssa.square %x : tensor<?x3xi64> -> tensor<?x3xi64>
  %2 = tssa.relu %x : tensor<?x3xi64> -> tensor<?x3xi64>
  %3 = tssa.bitwise_not %x : tensor<?x3xi64> -> tensor<?x3xi64>
  %4 = tssa.sqrt %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %5 = tssa.rsqrt %x : tensor<?x3xi64> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xf32>, tensor<?x3xf32>
}

// reciprocal, exp, exp2, expm1, log, log2.
// CHECK: ok unary_i64_reciprocal: 3 ways equal
func.func @unary_i64_reciprocal(%x: tensor<?x3xi64>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.reciprocal %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %1 = tssa.exp %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %2 = tssa.exp2 %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %3 = tssa.expm1 %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %4 = tssa.log %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %5 = tssa.log2 %x : tensor<?x3xi64> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// log10, log1p, sin, cos, tan, asin.
// CHECK: ok unary_i64_log10: 3 ways equal
func.func @unary_i64_log10(%x: tensor<?x3xi64>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.log10 %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %1 = tssa.log1p %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %2 = tssa.sin %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %3 = tssa.cos %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %4 = tssa.tan %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %5 = tssa.asin %x : tensor<?x3xi64> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// acos, atan, sinh, cosh, tanh, erf.
// CHECK: ok unary_i64_acos: 3 ways equal
func.func @unary_i64_acos(%x: tensor<?x3xi64>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.acos %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %1 = tssa.atan %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %2 = tssa.sinh %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %3 = tssa.cosh %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %4 = tssa.tanh %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %5 = tssa.erf %x : tensor<?x3xi64> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// sigmoid, logical_not, isnan, isinf, isfinite.
// CHECK: ok unary_i64_sigmoid: 3 ways equal
func.func @unary_i64_sigmoid(%x: tensor<?x3xi64>)
    -> (tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.sigmoid %x : tensor<?x3xi64> -> tensor<?x3xf32>
  %1 = tssa.logical_not %x : tensor<?x3xi64> -> tensor<?x3xi1>
  %2 = tssa.isnan %x : tensor<?x3xi64> -> tensor<?x3xi1>
  %3 = tssa.isinf %x : tensor<?x3xi64> -> tensor<?x3xi1>
  %4 = tssa.isfinite %x : tensor<?x3xi64> -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4 : tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

// abs, sign, bitwise_not, sigmoid, exp, logical_not.
// CHECK: ok unary_i1_abs: 3 ways equal
func.func @unary_i1_abs(%x: tensor<?x3xi1>)
    -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xi1>) {
  %0 = tssa.abs %x : tensor<?x3xi1> -> tensor<?x3xi1>
  %1 = tssa.sign %x : tensor<?x3xi1> -> tensor<?x3xi1>
  %2 = tssa.bitwise_not %x : tensor<?x3xi1> -> tensor<?x3xi1>
  %3 = tssa.sigmoid %x : tensor<?x3xi1> -> tensor<?x3xf32>
  %4 = tssa.exp %x : tensor<?x3xi1> -> tensor<?x3xf32>
  %5 = tssa.logical_not %x : tensor<?x3xi1> -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xi1>
}

// isnan, isinf, isfinite.
// CHECK: ok unary_i1_isnan: 3 ways equal
func.func @unary_i1_isnan(%x: tensor<?x3xi1>) -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.isnan %x : tensor<?x3xi1> -> tensor<?x3xi1>
  %1 = tssa.isinf %x : tensor<?x3xi1> -> tensor<?x3xi1>
  %2 = tssa.isfinite %x : tensor<?x3xi1> -> tensor<?x3xi1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}
