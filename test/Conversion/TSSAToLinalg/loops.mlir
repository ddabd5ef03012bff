// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, products and ops that pick elements: loop order and shape.
// RUN: tssa-opt %s --convert-tssa-to-linalg --canonicalize | FileCheck %s
// RUN: tssa-opt %s --convert-tssa-to-linalg=numerics=fast | FileCheck %s --check-prefix=FAST
// RUN: tssa-opt %s --convert-tssa-to-linalg=numerics=strict | FileCheck %s --check-prefix=STRICT

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[KEPT:.*]] = affine_map<(d0, d1) -> (0, d1)>
// CHECK-DAG: #[[LHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
// CHECK-DAG: #[[RHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[OUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>

// Loops keep the operand's order, the accumulator comes first.
// CHECK-LABEL: @sum
// CHECK: linalg.fill
// CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[KEPT]]], iterator_types = ["reduction", "parallel"]}
// CHECK: ^bb0(%[[X:.*]]: f32, %[[ACC:.*]]: f32)
// CHECK: arith.addf %[[ACC]], %[[X]] : f32
// FAST-LABEL: @sum
// FAST: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,arcp,contract> : f32
// STRICT-LABEL: @sum
// STRICT: arith.addf %{{[a-z_0-9]*}}, %{{[a-z_0-9]*}} : f32
func.func @sum(%x: tensor<4x?xf32>) -> tensor<1x?xf32> {
  %0 = tssa.sum %x dims [0] keepdim : tensor<4x?xf32> -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}

// A sum of bools counts in i64.
// CHECK-LABEL: @count
// CHECK: ^bb0(%[[X:.*]]: i1, %[[ACC:.*]]: i64)
// CHECK: %[[E:.*]] = arith.extui %[[X]] : i1 to i64
// CHECK: arith.addi %[[ACC]], %[[E]] : i64
func.func @count(%x: tensor<4xi1>) -> tensor<i64> {
  %0 = tssa.sum %x dims [0] : tensor<4xi1> -> tensor<i64>
  return %0 : tensor<i64>
}

// Batches, rows, inner, columns: the inner index ascends for each element.
// CHECK-LABEL: @matmul
// CHECK: linalg.generic {indexing_maps = [#[[LHS]], #[[RHS]], #[[OUT]]], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: arith.addf %{{.*}}, %[[P]]
func.func @matmul(%x: tensor<4x8xf32>, %y: tensor<2x8x3xf32>) -> tensor<2x4x3xf32> {
  %0 = tssa.matmul %x, %y : (tensor<4x8xf32>, tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// Joined tensors are inserted into one destination.
// CHECK-LABEL: @join
// CHECK: %[[E:.*]] = tensor.empty() : tensor<6x4xf32>
// CHECK: %[[A:.*]] = tensor.insert_slice %arg0 into %[[E]][0, 0] [4, 4] [1, 1]
// CHECK: tensor.insert_slice %arg1 into %[[A]][4, 0] [2, 4] [1, 1]
func.func @join(%x: tensor<4x4xf32>, %y: tensor<2x4xf32>) -> tensor<6x4xf32> {
  %0 = tssa.cat %x, %y dim 0 : (tensor<4x4xf32>, tensor<2x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// A stacked operand states its new dimension, so that no insertion has to guess
// which dimension of size 1 it drops.
// CHECK-LABEL: @stack
// CHECK: %[[A:.*]] = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [1, 1, %{{.*}}] : tensor<1x?xf32> into tensor<1x1x?xf32>
// CHECK: tensor.insert_slice %[[A]] into %{{.*}}[0, 0, 0] [1, 1, %{{.*}}] [1, 1, 1]
func.func @stack(%x: tensor<1x?xf32>) -> tensor<1x2x?xf32> {
  %0 = tssa.stack %x, %x dim 1 : (tensor<1x?xf32>, tensor<1x?xf32>) -> tensor<1x2x?xf32>
  return %0 : tensor<1x2x?xf32>
}

// Of an empty result nothing is written: slices have no valid offset there.
// CHECK-LABEL: @join_empty
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @join_empty(%x: tensor<?x0xf32>, %y: tensor<?x0xf32>) -> tensor<?x0xf32> {
  %0 = tssa.cat %x, %y dim 0 : (tensor<?x0xf32>, tensor<?x0xf32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// Rows that are used are counted in one walk; unread padding stays unfilled.
// CHECK-LABEL: @nonzero
// CHECK: linalg.fill
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.if
// CHECK: return
func.func @nonzero(%x: tensor<4x8xf32>) -> (tensor<32x2xi64>, index) {
  %i, %count, %bound = tssa.nonzero %x : tensor<4x8xf32> -> tensor<32x2xi64>
  return %i, %count : tensor<32x2xi64>, index
}

// CHECK-LABEL: @nonzero_sliced
// CHECK-NOT: linalg.fill
// CHECK: return
func.func @nonzero_sliced(%x: tensor<8xf32>) -> tensor<?x1xi64> {
  %i, %count, %bound = tssa.nonzero %x : tensor<8xf32> -> tensor<8x1xi64>
  %0 = view.access #view.slice<0, 0 : ? : 1> %i[%count] : tensor<8x1xi64> -> tensor<?x1xi64>
  return %0 : tensor<?x1xi64>
}

// Python's division is guarded, so that it may be moved anywhere.
// CHECK-LABEL: @python
// CHECK: %[[D:.*]] = arith.select %{{.*}}, %{{.*}}, %arg1 : i64
// CHECK: arith.divsi %arg0, %[[D]] : i64
func.func @python(%a: i64, %b: i64) -> i64 {
  %0 = tssa.py_floordiv %a, %b : i64
  return %0 : i64
}
