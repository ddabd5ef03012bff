// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, ops along a dimension, products.
//
// RUN: %interp %s | FileCheck %s

func.func @reduce(%x: tensor<?x?xi64>) -> (tensor<?xi64>, tensor<1x?xi64>, tensor<i64>, tensor<?x?xi64>, tensor<?xi1>, tensor<?xi1>) {
  %a = tssa.sum %x dims [1] : tensor<?x?xi64> -> tensor<?xi64>
  %b = tssa.prod %x dims [0] keepdim : tensor<?x?xi64> -> tensor<1x?xi64>
  %c = tssa.sum %x dims [0, 1] : tensor<?x?xi64> -> tensor<i64>
  %d = tssa.sum %x dims [] : tensor<?x?xi64> -> tensor<?x?xi64>
  %e = tssa.any %x dims [0] : tensor<?x?xi64> -> tensor<?xi1>
  %f = tssa.all %x dims [0] : tensor<?x?xi64> -> tensor<?xi1>
  return %a, %b, %c, %d, %e, %f : tensor<?xi64>, tensor<1x?xi64>, tensor<i64>, tensor<?x?xi64>, tensor<?xi1>, tensor<?xi1>
}
// CALL: reduce 2x3xi64
// CALL: reduce 0x2xi64
// CHECK: result 0: tensor<2xi64> [3 12]
// CHECK: result 1: tensor<1x3xi64> {{\[\[}}0 4 10]]
// CHECK: result 2: tensor<i64> 15
// CHECK: result 3: tensor<2x3xi64> {{\[\[}}0 1 2] [3 4 5]]
// CHECK: result 4: tensor<3xi1> [true true true]
// CHECK: result 5: tensor<3xi1> [false true true]
// CHECK: result 0: tensor<0xi64> []
// CHECK: result 1: tensor<1x2xi64> {{\[\[}}1 1]]
// CHECK: result 2: tensor<i64> 0
// CHECK: result 4: tensor<2xi1> [false false]
// CHECK: result 5: tensor<2xi1> [true true]

// Sums add one after the other in the element type.
func.func @order(%x: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
  %a = tssa.sum %x dims [0] : tensor<4xf32> -> tensor<f32>
  %b = tssa.mean %x dims [0] : tensor<4xf32> -> tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}
// CALL: order 4xf32=16777216,1,1,-16777216
// CHECK: result 0: tensor<f32> 0.0
// CHECK: result 1: tensor<f32> 0.0

// Largest and smallest: NaN wins, of equal ones the first position; none is an
// error.
func.func @extremes(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xi64>, tensor<i64>, tensor<?x1xi64>) {
  %a = tssa.amax %x dims [1] : tensor<?x?xf32> -> tensor<?xf32>
  %b = tssa.amin %x dims [1] : tensor<?x?xf32> -> tensor<?xf32>
  %c = tssa.argmax %x dim 1 : tensor<?x?xf32> -> tensor<?xi64>
  %d = tssa.argmin %x : tensor<?x?xf32> -> tensor<i64>
  %e = tssa.argmin %x dim 1 keepdim : tensor<?x?xf32> -> tensor<?x1xi64>
  return %a, %b, %c, %d, %e : tensor<?xf32>, tensor<?xf32>, tensor<?xi64>, tensor<i64>, tensor<?x1xi64>
}
// CALL: extremes 2x3xf32=1,3,3,-2,5,-2
// CALL: extremes 2x2xf32=1,nan,3,4
// CALL: extremes 2x0xf32
// CALL: extremes 0x0xf32
// CHECK: result 0: tensor<2xf32> [3.0 5.0]
// CHECK: result 1: tensor<2xf32> [1.0 -2.0]
// CHECK: result 2: tensor<2xi64> [1 1]
// CHECK: result 3: tensor<i64> 3
// CHECK: result 4: tensor<2x1xi64> {{\[\[}}0] [0]]
// CHECK: result 0: tensor<2xf32> [nan 4.0]
// CHECK: result 2: tensor<2xi64> [1 1]
// CHECK: result 3: tensor<i64> 1
// CHECK: error (invalid argument) {{.*}}'tssa.check' op: expected the reduced dimensions to hold at least 1 element but got 0
// CHECK: error (invalid argument)

func.func @along(%x: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %a = tssa.softmax %x dim 1 : tensor<?x2xf32> -> tensor<?x2xf32>
  %b = tssa.log_softmax %x dim 1 : tensor<?x2xf32> -> tensor<?x2xf32>
  %c = tssa.cumsum %x dim 0 : tensor<?x2xf32> -> tensor<?x2xf32>
  return %a, %b, %c : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}
// CALL: along 2x2xf32=1,1,-1000,1000
// CHECK: result 0: tensor<2x2xf32> {{\[\[}}0.5 0.5] [0.0 1.0]]
// CHECK: result 1: tensor<2x2xf32> {{\[\[}}-0.6931472 -0.6931472] [-2000.0000000 0.0000000]]
// CHECK: result 2: tensor<2x2xf32> {{\[\[}}1.0 1.0] [-999.0 1001.0]]

// Stable in both directions, NaN greatest.
func.func @sort(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) {
  %v, %i = tssa.sort %x dim 0 : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  %w, %j = tssa.sort %x dim 0 descending : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  return %v, %i, %w, %j : tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>
}
// CALL: sort 6xf32=2,nan,1,2,-3,1
// CHECK: result 0: tensor<6xf32> [-3.0 1.0 1.0 2.0 2.0 nan]
// CHECK: result 1: tensor<6xi64> [4 2 5 0 3 1]
// CHECK: result 2: tensor<6xf32> [nan 2.0 2.0 1.0 1.0 -3.0]
// CHECK: result 3: tensor<6xi64> [1 0 3 2 5 4]

// Vectors and batches; inner sizes after batch sizes.
func.func @matmul(%a: tensor<2x?x3xi64>, %b: tensor<?x2xi64>, %v: tensor<?xi64>) -> (tensor<2x?x2xi64>, tensor<2x?xi64>, tensor<2xi64>, tensor<i64>) {
  %0 = tssa.matmul %a, %b : (tensor<2x?x3xi64>, tensor<?x2xi64>) -> tensor<2x?x2xi64>
  %1 = tssa.matmul %a, %v : (tensor<2x?x3xi64>, tensor<?xi64>) -> tensor<2x?xi64>
  %2 = tssa.matmul %v, %b : (tensor<?xi64>, tensor<?x2xi64>) -> tensor<2xi64>
  %3 = tssa.matmul %v, %v : (tensor<?xi64>, tensor<?xi64>) -> tensor<i64>
  return %0, %1, %2, %3 : tensor<2x?x2xi64>, tensor<2x?xi64>, tensor<2xi64>, tensor<i64>
}
// CALL: matmul 2x1x3xi64 3x2xi64 3xi64
// CALL: matmul 2x1x3xi64 4x2xi64 3xi64
// CHECK: result 0: tensor<2x1x2xi64> {{\[\[\[}}10 13]] {{\[\[}}28 40]]]
// CHECK: result 1: tensor<2x1xi64> {{\[\[}}5] [14]]
// CHECK: result 2: tensor<2xi64> [10 13]
// CHECK: result 3: tensor<i64> 5
// CHECK: error (shape mismatch) {{.*}}'tssa.check_equal' op: expected inner sizes to be 3 but got 4
