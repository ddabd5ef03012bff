// RUN: tssa validate %s --rounds=20 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops along a dimension.

// CHECK: ok softmax_f32: 3 ways equal
func.func @softmax_f32(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = tssa.softmax %x dim 1 : tensor<?x?xf32> -> tensor<?x?xf32>
  %1 = tssa.softmax %x dim 0 : tensor<?x?xf32> -> tensor<?x?xf32>
  %2 = tssa.log_softmax %x dim 1 : tensor<?x?xf32> -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// CHECK: ok softmax_f64: 3 ways equal
func.func @softmax_f64(%x: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %0 = tssa.softmax %x dim 1 : tensor<?x?xf64> -> tensor<?x?xf64>
  %1 = tssa.softmax %x dim 0 : tensor<?x?xf64> -> tensor<?x?xf64>
  %2 = tssa.log_softmax %x dim 1 : tensor<?x?xf64> -> tensor<?x?xf64>
  return %0, %1, %2 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

// CHECK: ok cumsum_f32: 3 ways equal
func.func @cumsum_f32(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = tssa.cumsum %x dim 0 : tensor<?x?xf32> -> tensor<?x?xf32>
  %1 = tssa.cumsum %x dim 1 : tensor<?x?xf32> -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// CHECK: ok cumsum_i64: 3 ways equal
func.func @cumsum_i64(%x: tensor<?x?xi64>) -> (tensor<?x?xi64>, tensor<?x?xi64>) {
  %0 = tssa.cumsum %x dim 0 : tensor<?x?xi64> -> tensor<?x?xi64>
  %1 = tssa.cumsum %x dim 1 : tensor<?x?xi64> -> tensor<?x?xi64>
  return %0, %1 : tensor<?x?xi64>, tensor<?x?xi64>
}

// CHECK: ok cumsum_i32: 3 ways equal
func.func @cumsum_i32(%x: tensor<?x?xi32>) -> (tensor<?x?xi64>, tensor<?x?xi64>) {
  %0 = tssa.cumsum %x dim 0 : tensor<?x?xi32> -> tensor<?x?xi64>
  %1 = tssa.cumsum %x dim 1 : tensor<?x?xi32> -> tensor<?x?xi64>
  return %0, %1 : tensor<?x?xi64>, tensor<?x?xi64>
}

// CHECK: ok cumsum_i1: 3 ways equal
func.func @cumsum_i1(%x: tensor<?x?xi1>) -> (tensor<?x?xi64>, tensor<?x?xi64>) {
  %0 = tssa.cumsum %x dim 0 : tensor<?x?xi1> -> tensor<?x?xi64>
  %1 = tssa.cumsum %x dim 1 : tensor<?x?xi1> -> tensor<?x?xi64>
  return %0, %1 : tensor<?x?xi64>, tensor<?x?xi64>
}

// CHECK: ok sort_f32: 3 ways equal
func.func @sort_f32(%x: tensor<?x?xf32>)
    -> (tensor<?x?xf32>, tensor<?x?xi64>, tensor<?x?xf32>, tensor<?x?xi64>) {
  %v, %i = tssa.sort %x dim 0 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xi64>
  %w, %j = tssa.sort %x dim 1 descending : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xi64>
  return %v, %i, %w, %j : tensor<?x?xf32>, tensor<?x?xi64>, tensor<?x?xf32>, tensor<?x?xi64>
}

// CHECK: ok sort_i64: 3 ways equal
func.func @sort_i64(%x: tensor<?x?xi64>)
    -> (tensor<?x?xi64>, tensor<?x?xi64>, tensor<?x?xi64>, tensor<?x?xi64>) {
  %v, %i = tssa.sort %x dim 0 : tensor<?x?xi64> -> tensor<?x?xi64>, tensor<?x?xi64>
  %w, %j = tssa.sort %x dim 1 descending : tensor<?x?xi64> -> tensor<?x?xi64>, tensor<?x?xi64>
  return %v, %i, %w, %j : tensor<?x?xi64>, tensor<?x?xi64>, tensor<?x?xi64>, tensor<?x?xi64>
}

// CHECK: ok sort_i1: 3 ways equal
func.func @sort_i1(%x: tensor<?x?xi1>)
    -> (tensor<?x?xi1>, tensor<?x?xi64>, tensor<?x?xi1>, tensor<?x?xi64>) {
  %v, %i = tssa.sort %x dim 0 : tensor<?x?xi1> -> tensor<?x?xi1>, tensor<?x?xi64>
  %w, %j = tssa.sort %x dim 1 descending : tensor<?x?xi1> -> tensor<?x?xi1>, tensor<?x?xi64>
  return %v, %i, %w, %j : tensor<?x?xi1>, tensor<?x?xi64>, tensor<?x?xi1>, tensor<?x?xi64>
}

// CHECK: ok flip_triangles: 3 ways equal
func.func @flip_triangles(%x: tensor<?x?x3xf32>)
    -> (tensor<?x?x3xf32>, tensor<?x?x3xf32>, tensor<?x?x3xf32>) {
  %0 = tssa.flip %x dims [0, 2] : tensor<?x?x3xf32> -> tensor<?x?x3xf32>
  %1 = tssa.triu %x diagonal 1 : tensor<?x?x3xf32> -> tensor<?x?x3xf32>
  %2 = tssa.tril %x diagonal -1 : tensor<?x?x3xf32> -> tensor<?x?x3xf32>
  return %0, %1, %2 : tensor<?x?x3xf32>, tensor<?x?x3xf32>, tensor<?x?x3xf32>
}
