// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Preconditions that are not proven become checks in front of the loops.
// RUN: tssa-opt %s --convert-tssa-to-linalg --canonicalize | FileCheck %s

// An integer divisor is looked through once; floats have infinities.
// CHECK-LABEL: @divisor
// CHECK-COUNT-1: tssa.check_nonzero
// CHECK-NOT: tssa.check_nonzero
func.func @divisor(%x: tensor<4xi64>, %y: tensor<4xi64>, %f: tensor<4xf32>) -> (tensor<4xi64>, tensor<4xf32>, tensor<4xi64>) {
  %three = arith.constant 3 : i64
  %0 = tssa.floor_divide %x, %y : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %1 = tssa.floor_divide %f, %f : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tssa.remainder %x, %three : (tensor<4xi64>, i64) -> tensor<4xi64>
  return %0, %1, %2 : tensor<4xi64>, tensor<4xf32>, tensor<4xi64>
}

// A largest element needs one, unless nothing is asked for.
// CHECK-LABEL: @empty_reduction
// CHECK: tssa.check %{{.*}}, "expected the reduced dimensions to hold at least 1 element but got 0"
// CHECK-NOT: tssa.check
// CHECK: return
func.func @empty_reduction(%x: tensor<4x?xf32>) -> (tensor<4xf32>, tensor<?xf32>, tensor<4xf32>) {
  %0 = tssa.amax %x dims [1] : tensor<4x?xf32> -> tensor<4xf32>
  %1 = tssa.amax %x dims [0] : tensor<4x?xf32> -> tensor<?xf32>
  %2 = tssa.sum %x dims [1] : tensor<4x?xf32> -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<?xf32>, tensor<4xf32>
}

// CHECK-LABEL: @sizes
// CHECK: %[[OK:.*]] = arith.cmpi sge, %[[N:.*]], %{{.*}} : index
// CHECK: tssa.check %[[OK]], "expected sizes to be at least 0 but got {0}"(%[[N]]) : index
// CHECK-NOT: tssa.check
// CHECK: return
func.func @sizes(%f: f64, %n: index, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tssa.full %f[%n] : f64 -> tensor<?xf32>
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %1 = tssa.full %f[%d] : f64 -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: @inner_sizes
// CHECK: tssa.check_equal %{{.*}}, %{{.*}}, "inner sizes"
func.func @inner_sizes(%x: tensor<4x?xf32>, %y: tensor<?x4xf32>) -> tensor<4x4xf32> {
  %0 = tssa.matmul %x, %y : (tensor<4x?xf32>, tensor<?x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: @joined_sizes
// CHECK: tssa.check_equal %{{.*}}, %{{.*}}, "sizes of dimension 1"
func.func @joined_sizes(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>) -> tensor<8x?xf32> {
  %0 = tssa.cat %x, %y dim 0 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}

// An index tensor is checked unless it was; what it gives is normalized.
// CHECK-LABEL: @indices
// CHECK: %[[J:.*]] = tssa.check_indices %arg1, %{{.*}} : tensor<3xi64>
// CHECK: tensor.extract %[[J]]
// CHECK: %[[K:.*]] = tssa.check_indices %arg1, %{{.*}} : tensor<3xi64>
// CHECK-NOT: tssa.check_indices
// CHECK: tensor.extract %[[K]]
func.func @indices(%x: tensor<9x4xf32>, %i: tensor<3xi64>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %c9 = arith.constant 9 : index
  %0 = tssa.index_select %x, %i dim 0 : (tensor<9x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  %k = tssa.check_indices %i, %c9 : tensor<3xi64>
  %1 = tssa.index_select %x, %k dim 0 : (tensor<9x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  return %0, %1 : tensor<3x4xf32>, tensor<3x4xf32>
}

// What sorts, looks for the largest or counts up gives indices that need none,
// and so does a column of where elements are not zero.
// CHECK-LABEL: @known_indices
// CHECK-NOT: tssa.check
// CHECK: return
func.func @known_indices(%x: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x?xf32>, tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %i = tssa.sort %x dim 0 : tensor<?x8xf32> -> tensor<?x8xf32>, tensor<?x8xi64>
  %0 = tssa.gather %x, %i dim 0 : (tensor<?x8xf32>, tensor<?x8xi64>) -> tensor<?x8xf32>
  %rows, %count, %bound = tssa.nonzero %x : tensor<?x8xf32> -> tensor<?x2xi64>
  %column = view.access #view.path<[#view.slice<0, 0 : ? : 1>, #view.select<1, 1>]> %rows[%count] : tensor<?x2xi64> -> tensor<?xi64>
  %1 = tssa.index_select %x, %column dim 1 : (tensor<?x8xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %range = tssa.arange %zero, %one[%n] : i64 -> tensor<?xi64>
  %2 = tssa.index_select %x, %range dim 0 : (tensor<?x8xf32>, tensor<?xi64>) -> tensor<?x8xf32>
  return %0, %1, %2 : tensor<?x8xf32>, tensor<?x?xf32>, tensor<?x8xf32>
}

// A check that is known to fail still stands, and nothing contradicts itself.
// CHECK-LABEL: @known_to_fail
// CHECK: tssa.check_equal %{{.*}}, %{{.*}}, "inner sizes"
// CHECK: return
func.func @known_to_fail(%x: tensor<4x2xf32>, %y: tensor<3x4xf32>) -> tensor<4x4xf32> {
  %0 = tensor.cast %x : tensor<4x2xf32> to tensor<4x?xf32>
  %1 = tensor.cast %y : tensor<3x4xf32> to tensor<?x4xf32>
  %2 = tssa.matmul %0, %1 : (tensor<4x?xf32>, tensor<?x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
