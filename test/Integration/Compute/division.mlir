// RUN: tssa validate %s --rounds=30 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer division, in which a divisor of zero is an error.

// CHECK: ok floor_divide_i32: 3 ways equal
func.func @floor_divide_i32(%a: tensor<?xi32> {tssa.test = {sizes = ["n"], min = -9, max = 9}}, %b: tensor<?xi32> {tssa.test = {sizes = ["n"], min = -4, max = 6}})
    -> tensor<?xi32> {
  %0 = tssa.floor_divide %a, %b : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK: ok div_trunc_i32: 3 ways equal
func.func @div_trunc_i32(%a: tensor<?xi32> {tssa.test = {sizes = ["n"], min = -9, max = 9}}, %b: tensor<?xi32> {tssa.test = {sizes = ["n"], min = -4, max = 6}})
    -> tensor<?xi32> {
  %0 = tssa.div_trunc %a, %b : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK: ok remainder_i32: 3 ways equal
func.func @remainder_i32(%a: tensor<?xi32> {tssa.test = {sizes = ["n"], min = -9, max = 9}}, %b: tensor<?xi32> {tssa.test = {sizes = ["n"], min = -4, max = 6}})
    -> tensor<?xi32> {
  %0 = tssa.remainder %a, %b : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK: ok fmod_i32: 3 ways equal
func.func @fmod_i32(%a: tensor<?xi32> {tssa.test = {sizes = ["n"], min = -9, max = 9}}, %b: tensor<?xi32> {tssa.test = {sizes = ["n"], min = -4, max = 6}})
    -> tensor<?xi32> {
  %0 = tssa.fmod %a, %b : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK: ok floor_divide_i64: 3 ways equal
func.func @floor_divide_i64(%a: tensor<?xi64> {tssa.test = {sizes = ["n"], min = -9, max = 9}}, %b: tensor<?xi64> {tssa.test = {sizes = ["n"], min = -4, max = 6}})
    -> tensor<?xi64> {
  %0 = tssa.floor_divide %a, %b : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// CHECK: ok div_trunc_i64: 3 ways equal
func.func @div_trunc_i64(%a: tensor<?xi64> {tssa.test = {sizes = ["n"], min = -9, max = 9}}, %b: tensor<?xi64> {tssa.test = {sizes = ["n"], min = -4, max = 6}})
    -> tensor<?xi64> {
  %0 = tssa.div_trunc %a, %b : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// CHECK: ok remainder_i64: 3 ways equal
func.func @remainder_i64(%a: tensor<?xi64> {tssa.test = {sizes = ["n"], min = -9, max = 9}}, %b: tensor<?xi64> {tssa.test = {sizes = ["n"], min = -4, max = 6}})
    -> tensor<?xi64> {
  %0 = tssa.remainder %a, %b : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// CHECK: ok fmod_i64: 3 ways equal
func.func @fmod_i64(%a: tensor<?xi64> {tssa.test = {sizes = ["n"], min = -9, max = 9}}, %b: tensor<?xi64> {tssa.test = {sizes = ["n"], min = -4, max = 6}})
    -> tensor<?xi64> {
  %0 = tssa.fmod %a, %b : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// The least integer divided by -1 wraps, a negative divisor rounds down.
// CHECK: ok corners: 3 ways equal over 30 rounds, 0 of them errors
func.func @corners() -> (tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>) {
  %a = arith.constant dense<[-9223372036854775808, -9223372036854775808, 7, -7, 7, -7]> : tensor<6xi64>
  %b = arith.constant dense<[-1, 1, -2, 2, 2, -2]> : tensor<6xi64>
  %0 = tssa.floor_divide %a, %b : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
  %1 = tssa.div_trunc %a, %b : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
  %2 = tssa.remainder %a, %b : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
  %3 = tssa.fmod %a, %b : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
  return %0, %1, %2, %3 : tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>
}
