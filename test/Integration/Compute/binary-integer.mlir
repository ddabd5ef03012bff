// RUN: tssa validate %s --rounds=15 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops of two operands on integers and booleans, and mixed with
// floats.

// add, mul, maximum, minimum, sub, pow, div.
// CHECK: ok binary_i64_i64_add: 3 ways equal
func.func @binary_i64_i64_add(%a: tensor<?x3xi64> {tssa.test = ["n"]}, %b: tensor<?x3xi64> {tssa.test = ["n"]})
    -> (tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xf32>) {
  %0 = tssa.add %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  %1 = tssa.mul %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  %2 = tssa.maximum %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  %3 = tssa.minimum %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  %4 = tssa.sub %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  %5 = tssa.pow %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  %6 = tssa.div %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xf32>
}

// atan2, eq, ne, lt, le, gt, ge.
// CHECK: ok binary_i64_i64_atan2: 3 ways equal
func.func @binary_i64_i64_atan2(%a: tensor<?x3xi64> {tssa.test = ["n"]}, %b: tensor<?x3xi64> {tssa.test = ["n"]})
    -> (tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.atan2 %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xf32>
  %1 = tssa.eq %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi1>
  %2 = tssa.ne %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi1>
  %3 = tssa.lt %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi1>
  %4 = tssa.le %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi1>
  %5 = tssa.gt %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi1>
  %6 = tssa.ge %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

// logical_and, logical_or, logical_xor, bitwise_and, bitwise_or, bitwise_xor, shift_left.
// CHECK: ok binary_i64_i64_logical_and: 3 ways equal
func.func @binary_i64_i64_logical_and(%a: tensor<?x3xi64> {tssa.test = ["n"]}, %b: tensor<?x3xi64> {tssa.test = ["n"]})
    -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>) {
  %0 = tssa.logical_and %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi1>
  %1 = tssa.logical_or %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi1>
  %2 = tssa.logical_xor %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi1>
  %3 = tssa.bitwise_and %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  %4 = tssa.bitwise_or %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  %5 = tssa.bitwise_xor %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  %6 = tssa.shift_left %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>
}

// shift_right.
// CHECK: ok binary_i64_i64_shift_right: 3 ways equal
func.func @binary_i64_i64_shift_right(%a: tensor<?x3xi64> {tssa.test = ["n"]}, %b: tensor<?x3xi64> {tssa.test = ["n"]})
    -> tensor<?x3xi64> {
  %0 = tssa.shift_right %a, %b : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
  return %0 : tensor<?x3xi64>
}

// add, mul, maximum, minimum, sub, pow, div.
// CHECK: ok binary_i32_i32_add: 3 ways equal
func.func @binary_i32_i32_add(%a: tensor<?x3xi32> {tssa.test = ["n"]}, %b: tensor<?x3xi32> {tssa.test = ["n"]})
    -> (tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xf32>) {
  %0 = tssa.add %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %1 = tssa.mul %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %2 = tssa.maximum %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %3 = tssa.minimum %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %4 = tssa.sub %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %5 = tssa.pow %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %6 = tssa.div %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xf32>
}

// atan2, eq, ne, lt, le, gt, ge.
// CHECK: ok binary_i32_i32_atan2: 3 ways equal
func.func @binary_i32_i32_atan2(%a: tensor<?x3xi32> {tssa.test = ["n"]}, %b: tensor<?x3xi32> {tssa.test = ["n"]})
    -> (tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.atan2 %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xf32>
  %1 = tssa.eq %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %2 = tssa.ne %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %3 = tssa.lt %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %4 = tssa.le %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %5 = tssa.gt %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %6 = tssa.ge %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

// logical_and, logical_or, logical_xor, bitwise_and, bitwise_or, bitwise_xor, shift_left.
// CHECK: ok binary_i32_i32_logical_and: 3 ways equal
func.func @binary_i32_i32_logical_and(%a: tensor<?x3xi32> {tssa.test = ["n"]}, %b: tensor<?x3xi32> {tssa.test = ["n"]})
    -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>) {
  %0 = tssa.logical_and %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %1 = tssa.logical_or %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %2 = tssa.logical_xor %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %3 = tssa.bitwise_and %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %4 = tssa.bitwise_or %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %5 = tssa.bitwise_xor %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %6 = tssa.shift_left %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>
}

// shift_right.
// CHECK: ok binary_i32_i32_shift_right: 3 ways equal
func.func @binary_i32_i32_shift_right(%a: tensor<?x3xi32> {tssa.test = ["n"]}, %b: tensor<?x3xi32> {tssa.test = ["n"]})
    -> tensor<?x3xi32> {
  %0 = tssa.shift_right %a, %b : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi32>
  return %0 : tensor<?x3xi32>
}

// add, mul, maximum, minimum, div, atan2, eq.
// CHECK: ok binary_i1_i1_add: 3 ways equal
func.func @binary_i1_i1_add(%a: tensor<?x3xi1> {tssa.test = ["n"]}, %b: tensor<?x3xi1> {tssa.test = ["n"]})
    -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xi1>) {
  %0 = tssa.add %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %1 = tssa.mul %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %2 = tssa.maximum %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %3 = tssa.minimum %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %4 = tssa.div %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xf32>
  %5 = tssa.atan2 %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xf32>
  %6 = tssa.eq %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xi1>
}

// ne, lt, le, gt, ge, logical_and, logical_or.
// CHECK: ok binary_i1_i1_ne: 3 ways equal
func.func @binary_i1_i1_ne(%a: tensor<?x3xi1> {tssa.test = ["n"]}, %b: tensor<?x3xi1> {tssa.test = ["n"]})
    -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.ne %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %1 = tssa.lt %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %2 = tssa.le %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %3 = tssa.gt %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %4 = tssa.ge %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %5 = tssa.logical_and %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %6 = tssa.logical_or %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

// logical_xor, bitwise_and, bitwise_or, bitwise_xor.
// CHECK: ok binary_i1_i1_logical_xor: 3 ways equal
func.func @binary_i1_i1_logical_xor(%a: tensor<?x3xi1> {tssa.test = ["n"]}, %b: tensor<?x3xi1> {tssa.test = ["n"]})
    -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.logical_xor %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %1 = tssa.bitwise_and %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %2 = tssa.bitwise_or %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %3 = tssa.bitwise_xor %a, %b : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0, %1, %2, %3 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

// add, mul, maximum, minimum, sub, pow, div.
// CHECK: ok binary_i64_f32_add: 3 ways equal
func.func @binary_i64_f32_add(%a: tensor<?x3xi64> {tssa.test = ["n"]}, %b: tensor<?x3xf32> {tssa.test = ["n"]})
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = tssa.add %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tssa.mul %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = tssa.maximum %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %3 = tssa.minimum %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %4 = tssa.sub %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %5 = tssa.pow %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %6 = tssa.div %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// atan2, floor_divide, div_trunc, remainder, fmod, eq, ne.
// CHECK: ok binary_i64_f32_atan2: 3 ways equal
func.func @binary_i64_f32_atan2(%a: tensor<?x3xi64> {tssa.test = ["n"]}, %b: tensor<?x3xf32> {tssa.test = ["n"]})
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.atan2 %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tssa.floor_divide %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = tssa.div_trunc %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %3 = tssa.remainder %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %4 = tssa.fmod %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %5 = tssa.eq %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %6 = tssa.ne %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>
}

// lt, le, gt, ge, logical_and, logical_or, logical_xor.
// CHECK: ok binary_i64_f32_lt: 3 ways equal
func.func @binary_i64_f32_lt(%a: tensor<?x3xi64> {tssa.test = ["n"]}, %b: tensor<?x3xf32> {tssa.test = ["n"]})
    -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.lt %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %1 = tssa.le %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %2 = tssa.gt %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %3 = tssa.ge %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %4 = tssa.logical_and %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %5 = tssa.logical_or %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xi1>
  %6 = tssa.logical_xor %a, %b : (tensor<?x3xi64>, tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

// add, mul, maximum, minimum, sub, pow, div.
// CHECK: ok binary_i1_i32_add: 3 ways equal
func.func @binary_i1_i32_add(%a: tensor<?x3xi1> {tssa.test = ["n"]}, %b: tensor<?x3xi32> {tssa.test = ["n"]})
    -> (tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xf32>) {
  %0 = tssa.add %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %1 = tssa.mul %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %2 = tssa.maximum %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %3 = tssa.minimum %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %4 = tssa.sub %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %5 = tssa.pow %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %6 = tssa.div %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xf32>
}

// atan2, eq, ne, lt, le, gt, ge.
// CHECK: ok binary_i1_i32_atan2: 3 ways equal
func.func @binary_i1_i32_atan2(%a: tensor<?x3xi1> {tssa.test = ["n"]}, %b: tensor<?x3xi32> {tssa.test = ["n"]})
    -> (tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %0 = tssa.atan2 %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xf32>
  %1 = tssa.eq %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %2 = tssa.ne %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %3 = tssa.lt %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %4 = tssa.le %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %5 = tssa.gt %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %6 = tssa.ge %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xf32>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

// logical_and, logical_or, logical_xor, bitwise_and, bitwise_or, bitwise_xor, shift_left.
// CHECK: ok binary_i1_i32_logical_and: 3 ways equal
func.func @binary_i1_i32_logical_and(%a: tensor<?x3xi1> {tssa.test = ["n"]}, %b: tensor<?x3xi32> {tssa.test = ["n"]})
    -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>) {
  %0 = tssa.logical_and %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %1 = tssa.logical_or %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %2 = tssa.logical_xor %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %3 = tssa.bitwise_and %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %4 = tssa.bitwise_or %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %5 = tssa.bitwise_xor %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi32>
  %6 = tssa.shift_left %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<?x3xi32>
}

// shift_right.
// CHECK: ok binary_i1_i32_shift_right: 3 ways equal
func.func @binary_i1_i32_shift_right(%a: tensor<?x3xi1> {tssa.test = ["n"]}, %b: tensor<?x3xi32> {tssa.test = ["n"]})
    -> tensor<?x3xi32> {
  %0 = tssa.shift_right %a, %b : (tensor<?x3xi1>, tensor<?x3xi32>) -> tensor<?x3xi32>
  return %0 : tensor<?x3xi32>
}
