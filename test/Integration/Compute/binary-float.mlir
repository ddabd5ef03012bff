// RUN: tssa validate %s --rounds=15 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops of two operands, of one type and of mixed ones.

// add, mul, maximum, minimum, sub, pow, div.
// CHECK: ok binary_f32_f32_add: 3 ways equal
func.func @binary_f32_f32_add(%a: tensor<?x3xf32> {tssa.test = ["n"]}, %b: tensor<?x3xf32> {tssa.test = ["n"]})
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.add %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tssa.mul %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = tssa.maximum %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %3 = tssa.minimum %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %4 = tssa.sub %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %5 = tssa.pow %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %6 = tssa.div %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// atan2, floor_divide, div_trunc, remainder, fmod, eq, ne.
// CHECK: ok binary_f32_f32_atan2: 3 ways equal
func.func @binary_f32_f32_atan2(%a: tensor<?x3xf32> {tssa.test = ["n"]}, %b: tensor<?x3xf32> {tssa.test = ["n"]})
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.atan2 %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tssa.floor_divide %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = tssa.div_trunc %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %3 = tssa.remainder %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %4 = tssa.fmod %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %5 = tssa.eq %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %6 = tssa.ne %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>
}

// lt, le, gt, ge, logical_and, logical_or, logical_xor.
// CHECK: ok binary_f32_f32_lt: 3 ways equal
func.func @binary_f32_f32_lt(%a: tensor<?x3xf32> {tssa.test = ["n"]}, %b: tensor<?x3xf32> {tssa.test = ["n"]})
    -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.lt %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %1 = tssa.le %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %2 = tssa.gt %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %3 = tssa.ge %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %4 = tssa.logical_and %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %5 = tssa.logical_or %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %6 = tssa.logical_xor %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

// add, mul, maximum, minimum, sub, pow, div.
// CHECK: ok binary_f64_f64_add: 3 ways equal
func.func @binary_f64_f64_add(%a: tensor<?x3xf64> {tssa.test = ["n"]}, %b: tensor<?x3xf64> {tssa.test = ["n"]})
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>) {
  %0 = tssa.add %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %1 = tssa.mul %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %2 = tssa.maximum %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %3 = tssa.minimum %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %4 = tssa.sub %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %5 = tssa.pow %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %6 = tssa.div %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>
}

// atan2, floor_divide, div_trunc, remainder, fmod, eq, ne.
// CHECK: ok binary_f64_f64_atan2: 3 ways equal
func.func @binary_f64_f64_atan2(%a: tensor<?x3xf64> {tssa.test = ["n"]}, %b: tensor<?x3xf64> {tssa.test = ["n"]})
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.atan2 %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %1 = tssa.floor_divide %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %2 = tssa.div_trunc %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %3 = tssa.remainder %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %4 = tssa.fmod %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %5 = tssa.eq %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %6 = tssa.ne %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xi1>, tensor<?x3xi1>
}

// lt, le, gt, ge, logical_and, logical_or, logical_xor.
// CHECK: ok binary_f64_f64_lt: 3 ways equal
func.func @binary_f64_f64_lt(%a: tensor<?x3xf64> {tssa.test = ["n"]}, %b: tensor<?x3xf64> {tssa.test = ["n"]})
    -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.lt %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %1 = tssa.le %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %2 = tssa.gt %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %3 = tssa.ge %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %4 = tssa.logical_and %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %5 = tssa.logical_or %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %6 = tssa.logical_xor %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

// add, mul, maximum, minimum, sub, pow, div.
// CHECK: ok binary_f32_f64_add: 3 ways equal
func.func @binary_f32_f64_add(%a: tensor<?x3xf32> {tssa.test = ["n"]}, %b: tensor<?x3xf64> {tssa.test = ["n"]})
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>) {
  %0 = tssa.add %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %1 = tssa.mul %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %2 = tssa.maximum %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %3 = tssa.minimum %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %4 = tssa.sub %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %5 = tssa.pow %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %6 = tssa.div %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>
}

// atan2, floor_divide, div_trunc, remainder, fmod, eq, ne.
// CHECK: ok binary_f32_f64_atan2: 3 ways equal
func.func @binary_f32_f64_atan2(%a: tensor<?x3xf32> {tssa.test = ["n"]}, %b: tensor<?x3xf64> {tssa.test = ["n"]})
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.atan2 %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %1 = tssa.floor_divide %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %2 = tssa.div_trunc %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %3 = tssa.remainder %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %4 = tssa.fmod %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %5 = tssa.eq %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %6 = tssa.ne %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xi1>, tensor<?x3xi1>
}

// lt, le, gt, ge, logical_and, logical_or, logical_xor.
// CHECK: ok binary_f32_f64_lt: 3 ways equal
func.func @binary_f32_f64_lt(%a: tensor<?x3xf32> {tssa.test = ["n"]}, %b: tensor<?x3xf64> {tssa.test = ["n"]})
    -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.lt %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %1 = tssa.le %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %2 = tssa.gt %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %3 = tssa.ge %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %4 = tssa.logical_and %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %5 = tssa.logical_or %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xi1>
  %6 = tssa.logical_xor %a, %b : (tensor<?x3xf32>, tensor<?x3xf64>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}
