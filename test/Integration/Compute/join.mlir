// RUN: tssa validate %s --rounds=20 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joining tensors.

// CHECK: ok cat: 3 ways equal
func.func @cat(%a: tensor<?x2xf32>, %b: tensor<?x2xf32>, %c: tensor<3x2xf32>) -> tensor<?x2xf32> {
  %0 = tssa.cat %a, %b, %c dim 0 : (tensor<?x2xf32>, tensor<?x2xf32>, tensor<3x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK: ok cat_inner: 3 ways equal
func.func @cat_inner(%a: tensor<?x?xi64> {tssa.test = ["n"]}, %b: tensor<?x2xi64> {tssa.test = ["n"]})
    -> tensor<?x?xi64> {
  %0 = tssa.cat %a, %b dim 1 : (tensor<?x?xi64>, tensor<?x2xi64>) -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}

// CHECK: ok cat_mismatch: 3 ways equal
func.func @cat_mismatch(%a: tensor<?x?xf32> {tssa.test = [2, [3, 2]]}, %b: tensor<?x?xf32> {tssa.test = [1, [3, 2]]})
    -> tensor<?x?xf32> {
  %0 = tssa.cat %a, %b dim 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK: ok stack: 3 ways equal
func.func @stack(%a: tensor<?x2xi1> {tssa.test = ["n"]}, %b: tensor<?x2xi1> {tssa.test = ["n"]})
    -> (tensor<2x?x2xi1>, tensor<?x2x2xi1>) {
  %0 = tssa.stack %a, %b dim 0 : (tensor<?x2xi1>, tensor<?x2xi1>) -> tensor<2x?x2xi1>
  %1 = tssa.stack %a, %b dim 2 : (tensor<?x2xi1>, tensor<?x2xi1>) -> tensor<?x2x2xi1>
  return %0, %1 : tensor<2x?x2xi1>, tensor<?x2x2xi1>
}
