// RUN: tssa validate %s --rounds=15 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choices, bounds and mixed products.

// CHECK: ok where: 3 ways equal
func.func @where(%c: tensor<?x3xi1> {tssa.test = ["n"]}, %a: tensor<?x3xf32> {tssa.test = ["n"]}, %b: tensor<3xf64>, %s: f64)
    -> (tensor<?x3xf64>, tensor<?x3xf32>) {
  %0 = tssa.where %c, %a, %b : (tensor<?x3xi1>, tensor<?x3xf32>, tensor<3xf64>) -> tensor<?x3xf64>
  %1 = tssa.where %c, %a, %s : (tensor<?x3xi1>, tensor<?x3xf32>, f64) -> tensor<?x3xf32>
  return %0, %1 : tensor<?x3xf64>, tensor<?x3xf32>
}

// CHECK: ok clamp: 3 ways equal
func.func @clamp(%x: tensor<?xf32>, %lo: f64, %hi: f64, %k: tensor<?xi64>, %m: i64)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi64>) {
  %0 = tssa.clamp %x min %lo max %hi : (tensor<?xf32>, f64, f64) -> tensor<?xf32>
  %1 = tssa.clamp %x min %lo : (tensor<?xf32>, f64) -> tensor<?xf32>
  %2 = tssa.clamp %x max %hi : (tensor<?xf32>, f64) -> tensor<?xf32>
  %3 = tssa.clamp %k min %m : (tensor<?xi64>, i64) -> tensor<?xi64>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi64>
}

// CHECK: ok addcmul_addcdiv_lerp: 3 ways equal
func.func @addcmul_addcdiv_lerp(%x: tensor<?x2xf32> {tssa.test = ["n"]}, %a: tensor<?x2xf32> {tssa.test = ["n"]}, %b: tensor<?x2xf32> {tssa.test = ["n"]}, %v: f64)
    -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %0 = tssa.addcmul %x, %a, %b, %v : (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, f64) -> tensor<?x2xf32>
  %1 = tssa.addcdiv %x, %a, %b, %v : (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, f64) -> tensor<?x2xf32>
  %2 = tssa.lerp %x, %a, %v : (tensor<?x2xf32>, tensor<?x2xf32>, f64) -> tensor<?x2xf32>
  %3 = tssa.lerp %x, %a, %b : (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0, %1, %2, %3 : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}
