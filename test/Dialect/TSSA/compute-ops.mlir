// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compute ops in their written form: parsed, printed, parsed again.
// RUN: tssa-opt %s | tssa-opt | FileCheck %s

// Unary ops take a tensor.
// CHECK-LABEL: @unary
func.func @unary(%x: tensor<4x?xf32>, %i: tensor<3xi64>) {
  // CHECK: tssa.exp %{{.*}} : tensor<4x?xf32> -> tensor<4x?xf32>
  %0 = tssa.exp %x : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK: tssa.isnan %{{.*}} : tensor<4x?xf32> -> tensor<4x?xi1>
  %1 = tssa.isnan %x : tensor<4x?xf32> -> tensor<4x?xi1>
  // CHECK: tssa.logical_not %{{.*}} : tensor<3xi64> -> tensor<3xi1>
  %2 = tssa.logical_not %i : tensor<3xi64> -> tensor<3xi1>
  // CHECK: tssa.cast %{{.*}} : tensor<3xi64> -> tensor<3xf32>
  %3 = tssa.cast %i : tensor<3xi64> -> tensor<3xf32>
  return
}

// Binary ops take tensors and Python numbers, at least one a tensor.
// CHECK-LABEL: @binary
func.func @binary(%x: tensor<4x?xf32>, %i: tensor<3xi64>, %f: f64) {
  // CHECK: tssa.add %{{.*}}, %{{.*}} : (tensor<4x?xf32>, f64) -> tensor<4x?xf32>
  %0 = tssa.add %x, %f : (tensor<4x?xf32>, f64) -> tensor<4x?xf32>
  // CHECK: tssa.pow %{{.*}}, %{{.*}} : (f64, tensor<3xi64>) -> tensor<3xf32>
  %1 = tssa.pow %f, %i : (f64, tensor<3xi64>) -> tensor<3xf32>
  return
}

// CHECK-LABEL: @ternary
func.func @ternary(%x: tensor<4xf32>, %c: tensor<4xi1>, %f: f64, %n: i64) {
  // CHECK: tssa.where %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xi1>, f64, i64) -> tensor<4xf32>
  %0 = tssa.where %c, %f, %n : (tensor<4xi1>, f64, i64) -> tensor<4xf32>
  // CHECK: tssa.clamp %{{.*}} min %{{.*}} max %{{.*}} : (tensor<4xf32>, i64, f64) -> tensor<4xf32>
  %1 = tssa.clamp %x min %n max %f : (tensor<4xf32>, i64, f64) -> tensor<4xf32>
  // CHECK: tssa.clamp %{{.*}} max %{{.*}} : (tensor<4xf32>, f64) -> tensor<4xf32>
  %2 = tssa.clamp %x max %f : (tensor<4xf32>, f64) -> tensor<4xf32>
  // CHECK: tssa.addcmul
  %3 = tssa.addcmul %x, %x, %x, %n : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, i64) -> tensor<4xf32>
  // CHECK: tssa.lerp
  %4 = tssa.lerp %x, %x, %f : (tensor<4xf32>, tensor<4xf32>, f64) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @creation
func.func @creation(%f: f64, %i: i64, %n: index) {
  // CHECK: tssa.full %{{.*}}[%{{.*}}] : f64 -> tensor<4x?xf32>
  %0 = tssa.full %f[%n] : f64 -> tensor<4x?xf32>
  // CHECK: tssa.full %{{.*}} : i64 -> tensor<i64>
  %1 = tssa.full %i : i64 -> tensor<i64>
  // CHECK: tssa.arange %{{.*}}, %{{.*}}[%{{.*}}] : i64 -> tensor<?xi64>
  %2 = tssa.arange %i, %i[%n] : i64 -> tensor<?xi64>
  return
}

// CHECK-LABEL: @reductions
func.func @reductions(%x: tensor<4x?xf32>) {
  // CHECK: tssa.sum %{{.*}} dims [1] keepdim : tensor<4x?xf32> -> tensor<4x1xf32>
  %0 = tssa.sum %x dims [1] keepdim : tensor<4x?xf32> -> tensor<4x1xf32>
  // CHECK: tssa.any %{{.*}} dims [0, 1] : tensor<4x?xf32> -> tensor<i1>
  %1 = tssa.any %x dims [0, 1] : tensor<4x?xf32> -> tensor<i1>
  // CHECK: tssa.argmax %{{.*}} dim 0 keepdim : tensor<4x?xf32> -> tensor<1x?xi64>
  %2 = tssa.argmax %x dim 0 keepdim : tensor<4x?xf32> -> tensor<1x?xi64>
  // CHECK: tssa.argmin %{{.*}} : tensor<4x?xf32> -> tensor<i64>
  %3 = tssa.argmin %x : tensor<4x?xf32> -> tensor<i64>
  // CHECK: tssa.softmax %{{.*}} dim 1 : tensor<4x?xf32> -> tensor<4x?xf32>
  %4 = tssa.softmax %x dim 1 : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK: tssa.sort %{{.*}} dim 1 descending : tensor<4x?xf32> -> tensor<4x?xf32>, tensor<4x?xi64>
  %5, %6 = tssa.sort %x dim 1 descending : tensor<4x?xf32> -> tensor<4x?xf32>, tensor<4x?xi64>
  return
}

// CHECK-LABEL: @products
func.func @products(%v: tensor<?xf32>, %m: tensor<4x?xf32>, %b: tensor<2x1x?x8xf32>) {
  // CHECK: tssa.matmul {{.*}} -> tensor<f32>
  %0 = tssa.matmul %v, %v : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
  // CHECK: tssa.matmul {{.*}} -> tensor<4xf32>
  %1 = tssa.matmul %m, %v : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4xf32>
  // CHECK: tssa.matmul {{.*}} -> tensor<2x1x4x8xf32>
  %2 = tssa.matmul %m, %b : (tensor<4x?xf32>, tensor<2x1x?x8xf32>) -> tensor<2x1x4x8xf32>
  return
}

// CHECK-LABEL: @picking
func.func @picking(%x: tensor<4x?xf32>, %i: tensor<4x2xi64>, %j: tensor<?xi64>, %m: tensor<4x?xi1>) {
  // CHECK: tssa.cat %{{.*}}, %{{.*}} dim 0 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<8x?xf32>
  %0 = tssa.cat %x, %x dim 0 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<8x?xf32>
  // CHECK: tssa.stack %{{.*}}, %{{.*}} dim 2 : {{.*}} -> tensor<4x?x2xf32>
  %1 = tssa.stack %x, %x dim 2 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?x2xf32>
  // CHECK: tssa.gather %{{.*}}, %{{.*}} dim 1 : {{.*}} -> tensor<4x2xf32>
  %2 = tssa.gather %x, %i dim 1 : (tensor<4x?xf32>, tensor<4x2xi64>) -> tensor<4x2xf32>
  // CHECK: tssa.index_select %{{.*}}, %{{.*}} dim 0 : {{.*}} -> tensor<4x2x?xf32>
  %3 = tssa.index_select %x, %i dim 0 : (tensor<4x?xf32>, tensor<4x2xi64>) -> tensor<4x2x?xf32>
  // CHECK: tssa.index_put %{{.*}}, %{{.*}}[%{{.*}}] accumulate : {{.*}} -> tensor<4x?xf32>
  %4 = tssa.index_put %x, %x[%j] accumulate : (tensor<4x?xf32>, tensor<4x?xf32>, tensor<?xi64>) -> tensor<4x?xf32>
  // CHECK: tssa.nonzero %{{.*}} : tensor<4x?xf32> -> tensor<?x2xi64>
  %5, %c5, %b5 = tssa.nonzero %x : tensor<4x?xf32> -> tensor<?x2xi64>
  // CHECK: tssa.masked_select %{{.*}}, %{{.*}} : (tensor<4x?xf32>, tensor<4x?xi1>) -> tensor<?xf32>
  %6, %c6, %b6 = tssa.masked_select %x, %m : (tensor<4x?xf32>, tensor<4x?xi1>) -> tensor<?xf32>
  // CHECK: tssa.triu %{{.*}} diagonal -1 : tensor<4x?xf32> -> tensor<4x?xf32>
  %7 = tssa.triu %x diagonal -1 : tensor<4x?xf32> -> tensor<4x?xf32>
  return
}

// CHECK-LABEL: @python
func.func @python(%a: i64, %f: f64) {
  // CHECK: tssa.py_floordiv %{{.*}}, %{{.*}} : i64
  %0 = tssa.py_floordiv %a, %a : i64
  // CHECK: tssa.py_mod %{{.*}}, %{{.*}} : f64
  %1 = tssa.py_mod %f, %f : f64
  // CHECK: tssa.py_truediv %{{.*}}, %{{.*}} : i64
  %2 = tssa.py_truediv %a, %a : i64
  // CHECK: tssa.py_pow %{{.*}}, %{{.*}} : f64
  %3 = tssa.py_pow %f, %2 : f64
  return
}
