// RUN: tssa validate %s --rounds=20 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of vectors, matrices and batches of them.

// CHECK: ok dot: 3 ways equal
func.func @dot(%a: tensor<?xf32> {tssa.test = ["k"]}, %b: tensor<?xf32> {tssa.test = ["k"]})
    -> tensor<f32> {
  %0 = tssa.matmul %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: ok matrix_vector: 3 ways equal
func.func @matrix_vector(%a: tensor<?x?xf32> {tssa.test = ["n", "k"]}, %b: tensor<?xf32> {tssa.test = ["k"]})
    -> tensor<?xf32> {
  %0 = tssa.matmul %a, %b : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: ok vector_matrix: 3 ways equal
func.func @vector_matrix(%a: tensor<3xf64>, %b: tensor<3x?xf64>) -> tensor<?xf64> {
  %0 = tssa.matmul %a, %b : (tensor<3xf64>, tensor<3x?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK: ok matrix_matrix: 3 ways equal
func.func @matrix_matrix(%a: tensor<?x?xf32> {tssa.test = ["n", "k"]}, %b: tensor<?x?xf32> {tssa.test = ["k", "m"]})
    -> tensor<?x?xf32> {
  %0 = tssa.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK: ok inner_sizes: 3 ways equal
func.func @inner_sizes(%a: tensor<2x?xf32> {tssa.test = [2, [3, 2]]}, %b: tensor<?x2xf32> {tssa.test = [[3, 2], 2]})
    -> tensor<2x2xf32> {
  %0 = tssa.matmul %a, %b : (tensor<2x?xf32>, tensor<?x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CHECK: ok integers: 3 ways equal
func.func @integers(%a: tensor<2x3xi64>, %b: tensor<3x?xi64>) -> tensor<2x?xi64> {
  %0 = tssa.matmul %a, %b : (tensor<2x3xi64>, tensor<3x?xi64>) -> tensor<2x?xi64>
  return %0 : tensor<2x?xi64>
}

// CHECK: ok batch: 3 ways equal
func.func @batch(%a: tensor<2x3x?xf32> {tssa.test = [2, 3, "k"]}, %b: tensor<2x?x2xf32> {tssa.test = [2, "k", 2]})
    -> tensor<2x3x2xf32> {
  %0 = tssa.matmul %a, %b : (tensor<2x3x?xf32>, tensor<2x?x2xf32>) -> tensor<2x3x2xf32>
  return %0 : tensor<2x3x2xf32>
}

// CHECK: ok batch_broadcast: 3 ways equal
func.func @batch_broadcast(%a: tensor<2x1x3x4xf32>, %b: tensor<5x4x2xf32>) -> tensor<2x5x3x2xf32> {
  %0 = tssa.matmul %a, %b : (tensor<2x1x3x4xf32>, tensor<5x4x2xf32>) -> tensor<2x5x3x2xf32>
  return %0 : tensor<2x5x3x2xf32>
}

// CHECK: ok batch_matrix: 3 ways equal
func.func @batch_matrix(%a: tensor<?x3x4xf32>, %b: tensor<4x2xf32>) -> tensor<?x3x2xf32> {
  %0 = tssa.matmul %a, %b : (tensor<?x3x4xf32>, tensor<4x2xf32>) -> tensor<?x3x2xf32>
  return %0 : tensor<?x3x2xf32>
}
