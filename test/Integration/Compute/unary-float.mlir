// RUN: tssa validate %s --rounds=15 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops of one operand on floats.

// neg, abs, sign, floor, ceil, round.
// CHECK: ok unary_f32_neg: 3 ways equal
func.func @unary_f32_neg(%x: tensor<?x3xf32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.neg %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %1 = tssa.abs %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %2 = tssa.sign %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %3 = tssa.floor %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %4 = tssa.ceil %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %5 = tssa.round %x : tensor<?x3xf32> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// trunc, frac, square, relu, silu, gelu.
// CHECK: ok unary_f32_trunc: 3 ways equal
func.func @unary_f32_trunc(%x: tensor<?x3xf32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.trunc %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %1 = tssa.frac %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %2 = tssa.square %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %3 = tssa.relu %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %4 = tssa.silu %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %5 = tssa.gelu %x : tensor<?x3xf32> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// softplus, sqrt, rsqrt, reciprocal, exp, exp2.
// CHECK: ok unary_f32_softplus: 3 ways equal
func.func @unary_f32_softplus(%x: tensor<?x3xf32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.softplus %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %1 = tssa.sqrt %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %2 = tssa.rsqrt %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %3 = tssa.reciprocal %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %4 = tssa.exp %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %5 = tssa.exp2 %x : tensor<?x3xf32> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// expm1, log, log2, log10, log1p, sin.
// CHECK: ok unary_f32_expm1: 3 ways equal
func.func @unary_f32_expm1(%x: tensor<?x3xf32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.expm1 %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %1 = tssa.log %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %2 = tssa.log2 %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %3 = tssa.log10 %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %4 = tssa.log1p %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %5 = tssa.sin %x : tensor<?x3xf32> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// cos, tan, asin, acos, atan, sinh.
// CHECK: ok unary_f32_cos: 3 ways equal
func.func @unary_f32_cos(%x: tensor<?x3xf32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.cos %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %1 = tssa.tan %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %2 = tssa.asin %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %3 = tssa.acos %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %4 = tssa.atan %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %5 = tssa.sinh %x : tensor<?x3xf32> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// cosh, tanh, erf, sigmoid, logical_not, isnan.
// CHECK: ok unary_f32_cosh: 3 ways equal
func.func @unary_f32_cosh(%x: tensor<?x3xf32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.cosh %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %1 = tssa.tanh %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %2 = tssa.erf %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %3 = tssa.sigmoid %x : tensor<?x3xf32> -> tensor<?x3xf32>
  %4 = tssa.logical_not %x : tensor<?x3xf32> -> tensor<?x3xi1>
  %5 = tssa.isnan %x : tensor<?x3xf32> -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>
}

// isinf, isfinite.
// CHECK: ok unary_f32_isinf: 3 ways equal
func.func @unary_f32_isinf(%x: tensor<?x3xf32>) -> (tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.isinf %x : tensor<?x3xf32> -> tensor<?x3xi1>
  %1 = tssa.isfinite %x : tensor<?x3xf32> -> tensor<?x3xi1>
  return %0, %1 : tensor<?x3xi1>, tensor<?x3xi1>
}

// neg, abs, sign, floor, ceil, round.
// CHECK: ok unary_f64_neg: 3 ways equal
func.func @unary_f64_neg(%x: tensor<?x3xf64>)
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>) {
  %0 = tssa.neg %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %1 = tssa.abs %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %2 = tssa.sign %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %3 = tssa.floor %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %4 = tssa.ceil %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %5 = tssa.round %x : tensor<?x3xf64> -> tensor<?x3xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>
}

// trunc, frac, square, relu, silu, gelu.
// CHECK: ok unary_f64_trunc: 3 ways equal
func.func @unary_f64_trunc(%x: tensor<?x3xf64>)
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>) {
  %0 = tssa.trunc %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %1 = tssa.frac %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %2 = tssa.square %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %3 = tssa.relu %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %4 = tssa.silu %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %5 = tssa.gelu %x : tensor<?x3xf64> -> tensor<?x3xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>
}

// softplus, sqrt, rsqrt, reciprocal, exp, exp2.
// CHECK: ok unary_f64_softplus: 3 ways equal
func.func @unary_f64_softplus(%x: tensor<?x3xf64>)
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>) {
  %0 = tssa.softplus %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %1 = tssa.sqrt %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %2 = tssa.rsqrt %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %3 = tssa.reciprocal %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %4 = tssa.exp %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %5 = tssa.exp2 %x : tensor<?x3xf64> -> tensor<?x3xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>
}

// expm1, log, log2, log10, log1p, sin.
// CHECK: ok unary_f64_expm1: 3 ways equal
func.func @unary_f64_expm1(%x: tensor<?x3xf64>)
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>) {
  %0 = tssa.expm1 %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %1 = tssa.log %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %2 = tssa.log2 %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %3 = tssa.log10 %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %4 = tssa.log1p %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %5 = tssa.sin %x : tensor<?x3xf64> -> tensor<?x3xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>
}

// cos, tan, asin, acos, atan, sinh.
// CHECK: ok unary_f64_cos: 3 ways equal
func.func @unary_f64_cos(%x: tensor<?x3xf64>)
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>) {
  %0 = tssa.cos %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %1 = tssa.tan %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %2 = tssa.asin %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %3 = tssa.acos %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %4 = tssa.atan %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %5 = tssa.sinh %x : tensor<?x3xf64> -> tensor<?x3xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>
}

// cosh, tanh, erf, sigmoid, logical_not, isnan.
// CHECK: ok unary_f64_cosh: 3 ways equal
func.func @unary_f64_cosh(%x: tensor<?x3xf64>)
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.cosh %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %1 = tssa.tanh %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %2 = tssa.erf %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %3 = tssa.sigmoid %x : tensor<?x3xf64> -> tensor<?x3xf64>
  %4 = tssa.logical_not %x : tensor<?x3xf64> -> tensor<?x3xi1>
  %5 = tssa.isnan %x : tensor<?x3xf64> -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xi1>, tensor<?x3xi1>
}

// isinf, isfinite.
// CHECK: ok unary_f64_isinf: 3 ways equal
func.func @unary_f64_isinf(%x: tensor<?x3xf64>) -> (tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.isinf %x : tensor<?x3xf64> -> tensor<?x3xi1>
  %1 = tssa.isfinite %x : tensor<?x3xf64> -> tensor<?x3xi1>
  return %0, %1 : tensor<?x3xi1>, tensor<?x3xi1>
}
