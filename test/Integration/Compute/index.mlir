// RUN: tssa validate %s --rounds=30 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Picking by index tensors: indices of any sign, outside too, several times the
// same.

// CHECK: ok index_select: 3 ways equal
func.func @index_select(%x: tensor<3x?xf32>, %i: tensor<?xi64> {tssa.test = {sizes = ["k"], min = -3, max = 2}})
    -> tensor<?x?xf32> {
  %0 = tssa.index_select %x, %i dim 0 : (tensor<3x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK: ok index_select_outside: 3 ways equal
func.func @index_select_outside(%x: tensor<?x2xf32>, %i: tensor<2xi64> {tssa.test = {min = -3, max = 3}})
    -> tensor<2x2xf32> {
  %0 = tssa.index_select %x, %i dim 0 : (tensor<?x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CHECK: ok embedding: 3 ways equal
func.func @embedding(%x: tensor<5x2xf64>, %i: tensor<?x2xi64> {tssa.test = {min = 0, max = 4}})
    -> tensor<?x2x2xf64> {
  %0 = tssa.index_select %x, %i dim 0 : (tensor<5x2xf64>, tensor<?x2xi64>) -> tensor<?x2x2xf64>
  return %0 : tensor<?x2x2xf64>
}

// CHECK: ok gather: 3 ways equal
func.func @gather(%x: tensor<?x3xf32> {tssa.test = ["n"]}, %i: tensor<?x2xi64> {tssa.test = {sizes = ["n"], min = -3, max = 2}})
    -> tensor<?x2xf32> {
  %0 = tssa.gather %x, %i dim 1 : (tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK: ok gather_sizes: 3 ways equal
func.func @gather_sizes(%x: tensor<?x3xf32>, %i: tensor<?x2xi64> {tssa.test = {min = -3, max = 2}})
    -> tensor<?x2xf32> {
  %0 = tssa.gather %x, %i dim 1 : (tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK: ok index_put: 3 ways equal
func.func @index_put(%v: tensor<?x2xf32> {tssa.test = ["k"]}, %x: tensor<3x2xf32>, %i: tensor<?xi64> {tssa.test = {sizes = ["k"], min = -3, max = 2}})
    -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %0 = tssa.index_put %v, %x[%i] : (tensor<?x2xf32>, tensor<3x2xf32>, tensor<?xi64>) -> tensor<3x2xf32>
  %1 = tssa.index_put %v, %x[%i] accumulate : (tensor<?x2xf32>, tensor<3x2xf32>, tensor<?xi64>) -> tensor<3x2xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xf32>
}

// CHECK: ok index_put_two: 3 ways equal
func.func @index_put_two(%v: tensor<?xi64> {tssa.test = ["k"]}, %x: tensor<3x4xi64>, %i: tensor<?xi64> {tssa.test = {sizes = ["k"], min = -3, max = 2}}, %j: tensor<?xi64> {tssa.test = {sizes = ["k"], min = -3, max = 2}})
    -> tensor<3x4xi64> {
  %0 = tssa.index_put %v, %x[%i, %j] accumulate : (tensor<?xi64>, tensor<3x4xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<3x4xi64>
  return %0 : tensor<3x4xi64>
}
