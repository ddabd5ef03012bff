// RUN: tssa validate %s --rounds=15 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between all types.

// CHECK: ok cast_i1: 3 ways equal
func.func @cast_i1(%x: tensor<?xi1>)
    -> (tensor<?xi32>, tensor<?xi64>, tensor<?xf32>, tensor<?xf64>) {
  %0 = tssa.cast %x : tensor<?xi1> -> tensor<?xi32>
  %1 = tssa.cast %x : tensor<?xi1> -> tensor<?xi64>
  %2 = tssa.cast %x : tensor<?xi1> -> tensor<?xf32>
  %3 = tssa.cast %x : tensor<?xi1> -> tensor<?xf64>
  return %0, %1, %2, %3 : tensor<?xi32>, tensor<?xi64>, tensor<?xf32>, tensor<?xf64>
}

// CHECK: ok cast_i32: 3 ways equal
func.func @cast_i32(%x: tensor<?xi32>)
    -> (tensor<?xi1>, tensor<?xi64>, tensor<?xf32>, tensor<?xf64>) {
  %0 = tssa.cast %x : tensor<?xi32> -> tensor<?xi1>
  %1 = tssa.cast %x : tensor<?xi32> -> tensor<?xi64>
  %2 = tssa.cast %x : tensor<?xi32> -> tensor<?xf32>
  %3 = tssa.cast %x : tensor<?xi32> -> tensor<?xf64>
  return %0, %1, %2, %3 : tensor<?xi1>, tensor<?xi64>, tensor<?xf32>, tensor<?xf64>
}

// CHECK: ok cast_i64: 3 ways equal
func.func @cast_i64(%x: tensor<?xi64>)
    -> (tensor<?xi1>, tensor<?xi32>, tensor<?xf32>, tensor<?xf64>) {
  %0 = tssa.cast %x : tensor<?xi64> -> tensor<?xi1>
  %1 = tssa.cast %x : tensor<?xi64> -> tensor<?xi32>
  %2 = tssa.cast %x : tensor<?xi64> -> tensor<?xf32>
  %3 = tssa.cast %x : tensor<?xi64> -> tensor<?xf64>
  return %0, %1, %2, %3 : tensor<?xi1>, tensor<?xi32>, tensor<?xf32>, tensor<?xf64>
}

// CHECK: ok cast_f32: 3 ways equal
func.func @cast_f32(%x: tensor<?xf32>)
    -> (tensor<?xi1>, tensor<?xi32>, tensor<?xi64>, tensor<?xf64>) {
  %0 = tssa.cast %x : tensor<?xf32> -> tensor<?xi1>
  %1 = tssa.cast %x : tensor<?xf32> -> tensor<?xi32>
  %2 = tssa.cast %x : tensor<?xf32> -> tensor<?xi64>
  %3 = tssa.cast %x : tensor<?xf32> -> tensor<?xf64>
  return %0, %1, %2, %3 : tensor<?xi1>, tensor<?xi32>, tensor<?xi64>, tensor<?xf64>
}

// CHECK: ok cast_f64: 3 ways equal
func.func @cast_f64(%x: tensor<?xf64>)
    -> (tensor<?xi1>, tensor<?xi32>, tensor<?xi64>, tensor<?xf32>) {
  %0 = tssa.cast %x : tensor<?xf64> -> tensor<?xi1>
  %1 = tssa.cast %x : tensor<?xf64> -> tensor<?xi32>
  %2 = tssa.cast %x : tensor<?xf64> -> tensor<?xi64>
  %3 = tssa.cast %x : tensor<?xf64> -> tensor<?xf32>
  return %0, %1, %2, %3 : tensor<?xi1>, tensor<?xi32>, tensor<?xi64>, tensor<?xf32>
}

// What does not fit gives the least integer; NaN is true.
// CHECK: ok corners: 3 ways equal
func.func @corners() -> (tensor<6xi64>, tensor<6xi32>, tensor<6xi1>) {
  %x = arith.constant dense<[1.0e20, -1.0e20, 0x7FF8000000000000, -0.0, -1.9, 4294967297.0]> : tensor<6xf64>
  %0 = tssa.cast %x : tensor<6xf64> -> tensor<6xi64>
  %1 = tssa.cast %x : tensor<6xf64> -> tensor<6xi32>
  %2 = tssa.cast %x : tensor<6xf64> -> tensor<6xi1>
  return %0, %1, %2 : tensor<6xi64>, tensor<6xi32>, tensor<6xi1>
}
