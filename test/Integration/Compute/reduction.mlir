// RUN: tssa validate %s --rounds=25 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over some and all dimensions, keeping them or not, of empty tensors
// too.

// CHECK: ok sum_f32: 3 ways equal
func.func @sum_f32(%x: tensor<?x3x?xf32>) -> (tensor<?x3xf32>, tensor<1x3x1xf32>, tensor<f32>) {
  %0 = tssa.sum %x dims [2] : tensor<?x3x?xf32> -> tensor<?x3xf32>
  %1 = tssa.sum %x dims [0, 2] keepdim : tensor<?x3x?xf32> -> tensor<1x3x1xf32>
  %2 = tssa.sum %x dims [0, 1, 2] : tensor<?x3x?xf32> -> tensor<f32>
  return %0, %1, %2 : tensor<?x3xf32>, tensor<1x3x1xf32>, tensor<f32>
}

// CHECK: ok prod_f32: 3 ways equal
func.func @prod_f32(%x: tensor<?x3x?xf32>) -> (tensor<?x3xf32>, tensor<1x3x1xf32>, tensor<f32>) {
  %0 = tssa.prod %x dims [2] : tensor<?x3x?xf32> -> tensor<?x3xf32>
  %1 = tssa.prod %x dims [0, 2] keepdim : tensor<?x3x?xf32> -> tensor<1x3x1xf32>
  %2 = tssa.prod %x dims [0, 1, 2] : tensor<?x3x?xf32> -> tensor<f32>
  return %0, %1, %2 : tensor<?x3xf32>, tensor<1x3x1xf32>, tensor<f32>
}

// CHECK: ok any_f32: 3 ways equal
func.func @any_f32(%x: tensor<?x3x?xf32>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.any %x dims [2] : tensor<?x3x?xf32> -> tensor<?x3xi1>
  %1 = tssa.any %x dims [0, 2] keepdim : tensor<?x3x?xf32> -> tensor<1x3x1xi1>
  %2 = tssa.any %x dims [0, 1, 2] : tensor<?x3x?xf32> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok all_f32: 3 ways equal
func.func @all_f32(%x: tensor<?x3x?xf32>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.all %x dims [2] : tensor<?x3x?xf32> -> tensor<?x3xi1>
  %1 = tssa.all %x dims [0, 2] keepdim : tensor<?x3x?xf32> -> tensor<1x3x1xi1>
  %2 = tssa.all %x dims [0, 1, 2] : tensor<?x3x?xf32> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok amax_f32: 3 ways equal
func.func @amax_f32(%x: tensor<?x3x?xf32>) -> (tensor<?x3xf32>, tensor<1x3x1xf32>, tensor<f32>) {
  %0 = tssa.amax %x dims [2] : tensor<?x3x?xf32> -> tensor<?x3xf32>
  %1 = tssa.amax %x dims [0, 2] keepdim : tensor<?x3x?xf32> -> tensor<1x3x1xf32>
  %2 = tssa.amax %x dims [0, 1, 2] : tensor<?x3x?xf32> -> tensor<f32>
  return %0, %1, %2 : tensor<?x3xf32>, tensor<1x3x1xf32>, tensor<f32>
}

// CHECK: ok amin_f32: 3 ways equal
func.func @amin_f32(%x: tensor<?x3x?xf32>) -> (tensor<?x3xf32>, tensor<1x3x1xf32>, tensor<f32>) {
  %0 = tssa.amin %x dims [2] : tensor<?x3x?xf32> -> tensor<?x3xf32>
  %1 = tssa.amin %x dims [0, 2] keepdim : tensor<?x3x?xf32> -> tensor<1x3x1xf32>
  %2 = tssa.amin %x dims [0, 1, 2] : tensor<?x3x?xf32> -> tensor<f32>
  return %0, %1, %2 : tensor<?x3xf32>, tensor<1x3x1xf32>, tensor<f32>
}

// CHECK: ok mean_f32: 3 ways equal
func.func @mean_f32(%x: tensor<?x3x?xf32>) -> (tensor<?x3xf32>, tensor<1x3x1xf32>, tensor<f32>) {
  %0 = tssa.mean %x dims [2] : tensor<?x3x?xf32> -> tensor<?x3xf32>
  %1 = tssa.mean %x dims [0, 2] keepdim : tensor<?x3x?xf32> -> tensor<1x3x1xf32>
  %2 = tssa.mean %x dims [0, 1, 2] : tensor<?x3x?xf32> -> tensor<f32>
  return %0, %1, %2 : tensor<?x3xf32>, tensor<1x3x1xf32>, tensor<f32>
}

// CHECK: ok sum_i64: 3 ways equal
func.func @sum_i64(%x: tensor<?x3x?xi64>) -> (tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>) {
  %0 = tssa.sum %x dims [2] : tensor<?x3x?xi64> -> tensor<?x3xi64>
  %1 = tssa.sum %x dims [0, 2] keepdim : tensor<?x3x?xi64> -> tensor<1x3x1xi64>
  %2 = tssa.sum %x dims [0, 1, 2] : tensor<?x3x?xi64> -> tensor<i64>
  return %0, %1, %2 : tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>
}

// CHECK: ok prod_i64: 3 ways equal
func.func @prod_i64(%x: tensor<?x3x?xi64>) -> (tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>) {
  %0 = tssa.prod %x dims [2] : tensor<?x3x?xi64> -> tensor<?x3xi64>
  %1 = tssa.prod %x dims [0, 2] keepdim : tensor<?x3x?xi64> -> tensor<1x3x1xi64>
  %2 = tssa.prod %x dims [0, 1, 2] : tensor<?x3x?xi64> -> tensor<i64>
  return %0, %1, %2 : tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>
}

// CHECK: ok any_i64: 3 ways equal
func.func @any_i64(%x: tensor<?x3x?xi64>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.any %x dims [2] : tensor<?x3x?xi64> -> tensor<?x3xi1>
  %1 = tssa.any %x dims [0, 2] keepdim : tensor<?x3x?xi64> -> tensor<1x3x1xi1>
  %2 = tssa.any %x dims [0, 1, 2] : tensor<?x3x?xi64> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok all_i64: 3 ways equal
func.func @all_i64(%x: tensor<?x3x?xi64>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.all %x dims [2] : tensor<?x3x?xi64> -> tensor<?x3xi1>
  %1 = tssa.all %x dims [0, 2] keepdim : tensor<?x3x?xi64> -> tensor<1x3x1xi1>
  %2 = tssa.all %x dims [0, 1, 2] : tensor<?x3x?xi64> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok amax_i64: 3 ways equal
func.func @amax_i64(%x: tensor<?x3x?xi64>) -> (tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>) {
  %0 = tssa.amax %x dims [2] : tensor<?x3x?xi64> -> tensor<?x3xi64>
  %1 = tssa.amax %x dims [0, 2] keepdim : tensor<?x3x?xi64> -> tensor<1x3x1xi64>
  %2 = tssa.amax %x dims [0, 1, 2] : tensor<?x3x?xi64> -> tensor<i64>
  return %0, %1, %2 : tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>
}

// CHECK: ok amin_i64: 3 ways equal
func.func @amin_i64(%x: tensor<?x3x?xi64>) -> (tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>) {
  %0 = tssa.amin %x dims [2] : tensor<?x3x?xi64> -> tensor<?x3xi64>
  %1 = tssa.amin %x dims [0, 2] keepdim : tensor<?x3x?xi64> -> tensor<1x3x1xi64>
  %2 = tssa.amin %x dims [0, 1, 2] : tensor<?x3x?xi64> -> tensor<i64>
  return %0, %1, %2 : tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>
}

// CHECK: ok sum_i32: 3 ways equal
func.func @sum_i32(%x: tensor<?x3x?xi32>) -> (tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>) {
  %0 = tssa.sum %x dims [2] : tensor<?x3x?xi32> -> tensor<?x3xi64>
  %1 = tssa.sum %x dims [0, 2] keepdim : tensor<?x3x?xi32> -> tensor<1x3x1xi64>
  %2 = tssa.sum %x dims [0, 1, 2] : tensor<?x3x?xi32> -> tensor<i64>
  return %0, %1, %2 : tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>
}

// CHECK: ok prod_i32: 3 ways equal
func.func @prod_i32(%x: tensor<?x3x?xi32>) -> (tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>) {
  %0 = tssa.prod %x dims [2] : tensor<?x3x?xi32> -> tensor<?x3xi64>
  %1 = tssa.prod %x dims [0, 2] keepdim : tensor<?x3x?xi32> -> tensor<1x3x1xi64>
  %2 = tssa.prod %x dims [0, 1, 2] : tensor<?x3x?xi32> -> tensor<i64>
  return %0, %1, %2 : tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>
}

// CHECK: ok any_i32: 3 ways equal
func.func @any_i32(%x: tensor<?x3x?xi32>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.any %x dims [2] : tensor<?x3x?xi32> -> tensor<?x3xi1>
  %1 = tssa.any %x dims [0, 2] keepdim : tensor<?x3x?xi32> -> tensor<1x3x1xi1>
  %2 = tssa.any %x dims [0, 1, 2] : tensor<?x3x?xi32> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok all_i32: 3 ways equal
func.func @all_i32(%x: tensor<?x3x?xi32>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.all %x dims [2] : tensor<?x3x?xi32> -> tensor<?x3xi1>
  %1 = tssa.all %x dims [0, 2] keepdim : tensor<?x3x?xi32> -> tensor<1x3x1xi1>
  %2 = tssa.all %x dims [0, 1, 2] : tensor<?x3x?xi32> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok amax_i32: 3 ways equal
func.func @amax_i32(%x: tensor<?x3x?xi32>) -> (tensor<?x3xi32>, tensor<1x3x1xi32>, tensor<i32>) {
  %0 = tssa.amax %x dims [2] : tensor<?x3x?xi32> -> tensor<?x3xi32>
  %1 = tssa.amax %x dims [0, 2] keepdim : tensor<?x3x?xi32> -> tensor<1x3x1xi32>
  %2 = tssa.amax %x dims [0, 1, 2] : tensor<?x3x?xi32> -> tensor<i32>
  return %0, %1, %2 : tensor<?x3xi32>, tensor<1x3x1xi32>, tensor<i32>
}

// CHECK: ok amin_i32: 3 ways equal
func.func @amin_i32(%x: tensor<?x3x?xi32>) -> (tensor<?x3xi32>, tensor<1x3x1xi32>, tensor<i32>) {
  %0 = tssa.amin %x dims [2] : tensor<?x3x?xi32> -> tensor<?x3xi32>
  %1 = tssa.amin %x dims [0, 2] keepdim : tensor<?x3x?xi32> -> tensor<1x3x1xi32>
  %2 = tssa.amin %x dims [0, 1, 2] : tensor<?x3x?xi32> -> tensor<i32>
  return %0, %1, %2 : tensor<?x3xi32>, tensor<1x3x1xi32>, tensor<i32>
}

// CHECK: ok sum_i1: 3 ways equal
func.func @sum_i1(%x: tensor<?x3x?xi1>) -> (tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>) {
  %0 = tssa.sum %x dims [2] : tensor<?x3x?xi1> -> tensor<?x3xi64>
  %1 = tssa.sum %x dims [0, 2] keepdim : tensor<?x3x?xi1> -> tensor<1x3x1xi64>
  %2 = tssa.sum %x dims [0, 1, 2] : tensor<?x3x?xi1> -> tensor<i64>
  return %0, %1, %2 : tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>
}

// CHECK: ok prod_i1: 3 ways equal
func.func @prod_i1(%x: tensor<?x3x?xi1>) -> (tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>) {
  %0 = tssa.prod %x dims [2] : tensor<?x3x?xi1> -> tensor<?x3xi64>
  %1 = tssa.prod %x dims [0, 2] keepdim : tensor<?x3x?xi1> -> tensor<1x3x1xi64>
  %2 = tssa.prod %x dims [0, 1, 2] : tensor<?x3x?xi1> -> tensor<i64>
  return %0, %1, %2 : tensor<?x3xi64>, tensor<1x3x1xi64>, tensor<i64>
}

// CHECK: ok any_i1: 3 ways equal
func.func @any_i1(%x: tensor<?x3x?xi1>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.any %x dims [2] : tensor<?x3x?xi1> -> tensor<?x3xi1>
  %1 = tssa.any %x dims [0, 2] keepdim : tensor<?x3x?xi1> -> tensor<1x3x1xi1>
  %2 = tssa.any %x dims [0, 1, 2] : tensor<?x3x?xi1> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok all_i1: 3 ways equal
func.func @all_i1(%x: tensor<?x3x?xi1>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.all %x dims [2] : tensor<?x3x?xi1> -> tensor<?x3xi1>
  %1 = tssa.all %x dims [0, 2] keepdim : tensor<?x3x?xi1> -> tensor<1x3x1xi1>
  %2 = tssa.all %x dims [0, 1, 2] : tensor<?x3x?xi1> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok amax_i1: 3 ways equal
func.func @amax_i1(%x: tensor<?x3x?xi1>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.amax %x dims [2] : tensor<?x3x?xi1> -> tensor<?x3xi1>
  %1 = tssa.amax %x dims [0, 2] keepdim : tensor<?x3x?xi1> -> tensor<1x3x1xi1>
  %2 = tssa.amax %x dims [0, 1, 2] : tensor<?x3x?xi1> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok amin_i1: 3 ways equal
func.func @amin_i1(%x: tensor<?x3x?xi1>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.amin %x dims [2] : tensor<?x3x?xi1> -> tensor<?x3xi1>
  %1 = tssa.amin %x dims [0, 2] keepdim : tensor<?x3x?xi1> -> tensor<1x3x1xi1>
  %2 = tssa.amin %x dims [0, 1, 2] : tensor<?x3x?xi1> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok sum_f64: 3 ways equal
func.func @sum_f64(%x: tensor<?x3x?xf64>) -> (tensor<?x3xf64>, tensor<1x3x1xf64>, tensor<f64>) {
  %0 = tssa.sum %x dims [2] : tensor<?x3x?xf64> -> tensor<?x3xf64>
  %1 = tssa.sum %x dims [0, 2] keepdim : tensor<?x3x?xf64> -> tensor<1x3x1xf64>
  %2 = tssa.sum %x dims [0, 1, 2] : tensor<?x3x?xf64> -> tensor<f64>
  return %0, %1, %2 : tensor<?x3xf64>, tensor<1x3x1xf64>, tensor<f64>
}

// CHECK: ok prod_f64: 3 ways equal
func.func @prod_f64(%x: tensor<?x3x?xf64>) -> (tensor<?x3xf64>, tensor<1x3x1xf64>, tensor<f64>) {
  %0 = tssa.prod %x dims [2] : tensor<?x3x?xf64> -> tensor<?x3xf64>
  %1 = tssa.prod %x dims [0, 2] keepdim : tensor<?x3x?xf64> -> tensor<1x3x1xf64>
  %2 = tssa.prod %x dims [0, 1, 2] : tensor<?x3x?xf64> -> tensor<f64>
  return %0, %1, %2 : tensor<?x3xf64>, tensor<1x3x1xf64>, tensor<f64>
}

// CHECK: ok any_f64: 3 ways equal
func.func @any_f64(%x: tensor<?x3x?xf64>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.any %x dims [2] : tensor<?x3x?xf64> -> tensor<?x3xi1>
  %1 = tssa.any %x dims [0, 2] keepdim : tensor<?x3x?xf64> -> tensor<1x3x1xi1>
  %2 = tssa.any %x dims [0, 1, 2] : tensor<?x3x?xf64> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok all_f64: 3 ways equal
func.func @all_f64(%x: tensor<?x3x?xf64>) -> (tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>) {
  %0 = tssa.all %x dims [2] : tensor<?x3x?xf64> -> tensor<?x3xi1>
  %1 = tssa.all %x dims [0, 2] keepdim : tensor<?x3x?xf64> -> tensor<1x3x1xi1>
  %2 = tssa.all %x dims [0, 1, 2] : tensor<?x3x?xf64> -> tensor<i1>
  return %0, %1, %2 : tensor<?x3xi1>, tensor<1x3x1xi1>, tensor<i1>
}

// CHECK: ok amax_f64: 3 ways equal
func.func @amax_f64(%x: tensor<?x3x?xf64>) -> (tensor<?x3xf64>, tensor<1x3x1xf64>, tensor<f64>) {
  %0 = tssa.amax %x dims [2] : tensor<?x3x?xf64> -> tensor<?x3xf64>
  %1 = tssa.amax %x dims [0, 2] keepdim : tensor<?x3x?xf64> -> tensor<1x3x1xf64>
  %2 = tssa.amax %x dims [0, 1, 2] : tensor<?x3x?xf64> -> tensor<f64>
  return %0, %1, %2 : tensor<?x3xf64>, tensor<1x3x1xf64>, tensor<f64>
}

// CHECK: ok amin_f64: 3 ways equal
func.func @amin_f64(%x: tensor<?x3x?xf64>) -> (tensor<?x3xf64>, tensor<1x3x1xf64>, tensor<f64>) {
  %0 = tssa.amin %x dims [2] : tensor<?x3x?xf64> -> tensor<?x3xf64>
  %1 = tssa.amin %x dims [0, 2] keepdim : tensor<?x3x?xf64> -> tensor<1x3x1xf64>
  %2 = tssa.amin %x dims [0, 1, 2] : tensor<?x3x?xf64> -> tensor<f64>
  return %0, %1, %2 : tensor<?x3xf64>, tensor<1x3x1xf64>, tensor<f64>
}

// CHECK: ok mean_f64: 3 ways equal
func.func @mean_f64(%x: tensor<?x3x?xf64>) -> (tensor<?x3xf64>, tensor<1x3x1xf64>, tensor<f64>) {
  %0 = tssa.mean %x dims [2] : tensor<?x3x?xf64> -> tensor<?x3xf64>
  %1 = tssa.mean %x dims [0, 2] keepdim : tensor<?x3x?xf64> -> tensor<1x3x1xf64>
  %2 = tssa.mean %x dims [0, 1, 2] : tensor<?x3x?xf64> -> tensor<f64>
  return %0, %1, %2 : tensor<?x3xf64>, tensor<1x3x1xf64>, tensor<f64>
}

// CHECK: ok argmax_f32: 3 ways equal
func.func @argmax_f32(%x: tensor<?x3xf32>) -> (tensor<?xi64>, tensor<1x3xi64>, tensor<i64>) {
  %0 = tssa.argmax %x dim 1 : tensor<?x3xf32> -> tensor<?xi64>
  %1 = tssa.argmax %x dim 0 keepdim : tensor<?x3xf32> -> tensor<1x3xi64>
  %2 = tssa.argmax %x : tensor<?x3xf32> -> tensor<i64>
  return %0, %1, %2 : tensor<?xi64>, tensor<1x3xi64>, tensor<i64>
}

// CHECK: ok argmin_f32: 3 ways equal
func.func @argmin_f32(%x: tensor<?x3xf32>) -> (tensor<?xi64>, tensor<1x3xi64>, tensor<i64>) {
  %0 = tssa.argmin %x dim 1 : tensor<?x3xf32> -> tensor<?xi64>
  %1 = tssa.argmin %x dim 0 keepdim : tensor<?x3xf32> -> tensor<1x3xi64>
  %2 = tssa.argmin %x : tensor<?x3xf32> -> tensor<i64>
  return %0, %1, %2 : tensor<?xi64>, tensor<1x3xi64>, tensor<i64>
}

// CHECK: ok argmax_i64: 3 ways equal
func.func @argmax_i64(%x: tensor<?x3xi64>) -> (tensor<?xi64>, tensor<1x3xi64>, tensor<i64>) {
  %0 = tssa.argmax %x dim 1 : tensor<?x3xi64> -> tensor<?xi64>
  %1 = tssa.argmax %x dim 0 keepdim : tensor<?x3xi64> -> tensor<1x3xi64>
  %2 = tssa.argmax %x : tensor<?x3xi64> -> tensor<i64>
  return %0, %1, %2 : tensor<?xi64>, tensor<1x3xi64>, tensor<i64>
}

// CHECK: ok argmin_i64: 3 ways equal
func.func @argmin_i64(%x: tensor<?x3xi64>) -> (tensor<?xi64>, tensor<1x3xi64>, tensor<i64>) {
  %0 = tssa.argmin %x dim 1 : tensor<?x3xi64> -> tensor<?xi64>
  %1 = tssa.argmin %x dim 0 keepdim : tensor<?x3xi64> -> tensor<1x3xi64>
  %2 = tssa.argmin %x : tensor<?x3xi64> -> tensor<i64>
  return %0, %1, %2 : tensor<?xi64>, tensor<1x3xi64>, tensor<i64>
}
