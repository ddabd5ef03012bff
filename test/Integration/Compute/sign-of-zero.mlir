// RUN: tssa validate %s --rounds=20 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sign of a zero: the product with 0 is 0 or -0, by the sign of the input.

// CHECK: ok extremes_f32: 3 ways equal
func.func @extremes_f32(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %a = arith.mulf %x, %zero : tensor<64xf32>
  %b = arith.mulf %y, %zero : tensor<64xf32>
  %0 = arith.maximumf %a, %b : tensor<64xf32>
  %1 = arith.minimumf %a, %b : tensor<64xf32>
  %2 = tssa.maximum %a, %b : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %3 = tssa.minimum %a, %b : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %0, %1, %2, %3 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}

// CHECK: ok others_f64: 3 ways equal
func.func @others_f64(%x: tensor<64xf64>, %y: tensor<64xf64>) -> (tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<f64>, tensor<f64>) {
  %zero = arith.constant dense<0.0> : tensor<64xf64>
  %a = arith.mulf %x, %zero : tensor<64xf64>
  %b = arith.mulf %y, %zero : tensor<64xf64>
  %0 = arith.maximumf %a, %b : tensor<64xf64>
  %c = arith.cmpf oge, %a, %b : tensor<64xf64>
  %1 = tssa.relu %a : tensor<64xf64> -> tensor<64xf64>
  %2 = tssa.where %c, %a, %b : (tensor<64xi1>, tensor<64xf64>, tensor<64xf64>) -> tensor<64xf64>
  %3 = tssa.amax %a dims [0] : tensor<64xf64> -> tensor<f64>
  %4 = tssa.amin %b dims [0] : tensor<64xf64> -> tensor<f64>
  return %0, %1, %2, %3, %4 : tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<f64>, tensor<f64>
}
