// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Result types follow PyTorch's promotion; each written type here is accepted
// only because it is the inferred one.
// RUN: tssa-opt %s | FileCheck %s

// A Python number counts only where its kind is higher, and a float one as f32.
// CHECK-LABEL: @numbers
func.func @numbers(%i32: tensor<4xi32>, %f32: tensor<4xf32>, %b: tensor<4xi1>, %i: i64, %f: f64, %c: i1) {
  %0 = tssa.add %i32, %i : (tensor<4xi32>, i64) -> tensor<4xi32>
  %1 = tssa.add %i32, %f : (tensor<4xi32>, f64) -> tensor<4xf32>
  %2 = tssa.add %f32, %f : (tensor<4xf32>, f64) -> tensor<4xf32>
  %3 = tssa.add %b, %i : (tensor<4xi1>, i64) -> tensor<4xi64>
  %4 = tssa.add %b, %c : (tensor<4xi1>, i1) -> tensor<4xi1>
  return
}

// A 0-d tensor stands between numbers and tensors with dimensions, and keeps
// its width where its kind wins.
// CHECK-LABEL: @zero_dimensional
func.func @zero_dimensional(%x: tensor<4xi64>, %h: tensor<4xf32>, %d: tensor<f64>, %n: tensor<i32>, %i: i64) {
  %0 = tssa.mul %x, %d : (tensor<4xi64>, tensor<f64>) -> tensor<4xf64>
  %1 = tssa.mul %h, %d : (tensor<4xf32>, tensor<f64>) -> tensor<4xf32>
  %2 = tssa.mul %n, %i : (tensor<i32>, i64) -> tensor<i32>
  return
}

// Tensors with dimensions meet in their common type.
// CHECK-LABEL: @tensors
func.func @tensors(%b: tensor<4xi1>, %i: tensor<4xi32>, %l: tensor<4xi64>, %f: tensor<4xf32>, %d: tensor<4xf64>) {
  %0 = tssa.add %b, %i : (tensor<4xi1>, tensor<4xi32>) -> tensor<4xi32>
  %1 = tssa.add %i, %l : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi64>
  %2 = tssa.add %l, %f : (tensor<4xi64>, tensor<4xf32>) -> tensor<4xf32>
  %3 = tssa.add %f, %d : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// True division and functions make floats, comparisons bools.
// CHECK-LABEL: @categories
func.func @categories(%i: tensor<4xi32>, %d: tensor<4xf64>, %n: i64) {
  %0 = tssa.div %i, %n : (tensor<4xi32>, i64) -> tensor<4xf32>
  %1 = tssa.sqrt %i : tensor<4xi32> -> tensor<4xf32>
  %2 = tssa.lt %i, %d : (tensor<4xi32>, tensor<4xf64>) -> tensor<4xi1>
  %3 = tssa.logical_and %i, %d : (tensor<4xi32>, tensor<4xf64>) -> tensor<4xi1>
  return
}

// Sums and products of integers and bools are i64; the largest keeps the type.
// CHECK-LABEL: @reductions
func.func @reductions(%b: tensor<4xi1>, %i: tensor<4xi32>, %f: tensor<4xf32>) {
  %0 = tssa.sum %b dims [0] : tensor<4xi1> -> tensor<i64>
  %1 = tssa.prod %i dims [0] : tensor<4xi32> -> tensor<i64>
  %2 = tssa.amax %i dims [0] : tensor<4xi32> -> tensor<i32>
  %3 = tssa.all %f dims [0] : tensor<4xf32> -> tensor<i1>
  %4 = tssa.cumsum %b dim 0 : tensor<4xi1> -> tensor<4xi64>
  return
}

// Sizes broadcast; a dynamic one with a static one other than 1 is that one.
// CHECK-LABEL: @sizes
func.func @sizes(%a: tensor<4x1xf32>, %b: tensor<?xf32>, %c: tensor<3xf32>, %d: tensor<0xf32>) {
  %0 = tssa.add %a, %b : (tensor<4x1xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %1 = tssa.add %b, %c : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = tssa.add %a, %d : (tensor<4x1xf32>, tensor<0xf32>) -> tensor<4x0xf32>
  // A written type may leave sizes open.
  %3 = tssa.add %a, %c : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  return
}
