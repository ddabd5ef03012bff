// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes that are proven to agree need no check; others get one, and an operand
// that may have size 1 reads by a computed index.
// RUN: tssa-opt %s --convert-tssa-to-linalg --canonicalize --cse | FileCheck %s

// A static 1 is the constant 0 in the operand's map.
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: @static
// CHECK-NOT: tssa.check
// CHECK: linalg.generic {indexing_maps = [#[[ROW]], #[[COLUMN]], #[[ID]]]
func.func @static(%x: tensor<4x1xf32>, %y: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = tssa.add %x, %y : (tensor<4x1xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Sizes traced to one source are equal, through other ops, versions and views.
// CHECK-LABEL: @traced
// CHECK-NOT: tssa.check
// CHECK: return
func.func @traced(%x: tensor<?x4xf32>, %r: tensor<4xf32>, %i: index) -> tensor<?x4xf32> {
  %0 = tssa.exp %x : tensor<?x4xf32> -> tensor<?x4xf32>
  %1 = tssa.sum %0 dims [1] keepdim : tensor<?x4xf32> -> tensor<?x1xf32>
  %2 = tssa.div %0, %1 : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %3 = view.assign #view.select<0, ?> %r, %2[%i] : tensor<4xf32> -> tensor<?x4xf32>
  %4 = view.access #view.select<1, 0> %3 : tensor<?x4xf32> -> tensor<?xf32>
  %5 = view.access #view.path<[#view.permute<[1, 0]>, #view.select<0, 1>]> %x : tensor<?x4xf32> -> tensor<?xf32>
  %6 = tssa.add %4, %5 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %7 = view.access #view.unsqueeze<1> %6 : tensor<?xf32> -> tensor<?x1xf32>
  %8 = tssa.mul %3, %7 : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  return %8 : tensor<?x4xf32>
}

// A value carried by a loop keeps its sizes if every trip does.
// CHECK-LABEL: @carried
// CHECK-NOT: tssa.check
// CHECK: return
func.func @carried(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 1.0 : f32
  %0 = tssa.exp %x : tensor<?xf32> -> tensor<?xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (tensor<?xf32>) {
    %s = tensor.from_elements %v : tensor<f32>
    %2 = view.assign #view.select<0, ?> %s, %y[%i] : tensor<f32> -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  %3 = tssa.add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// The first `n` of two tensors of one size are equally many.
// CHECK-LABEL: @first_rows
// CHECK-NOT: tssa.check
// CHECK: return
func.func @first_rows(%x: tensor<9xf32>, %y: tensor<9xf32>, %n: index) -> tensor<?xf32> {
  %0 = view.access #view.slice<0, 0 : ? : 1> %x[%n] : tensor<9xf32> -> tensor<?xf32>
  %1 = view.access #view.slice<0, 0 : ? : 1> %y[%n] : tensor<9xf32> -> tensor<?xf32>
  %2 = tssa.add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// Where nothing is proven, a check gives the common size, and each index is
// multiplied by 0 where the operand has size 1.
// CHECK-LABEL: @unproven
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>
// CHECK-DAG: %[[NX:.*]] = tensor.dim %[[X]]
// CHECK-DAG: %[[NY:.*]] = tensor.dim %[[Y]]
// CHECK: %[[N:.*]] = tssa.check_broadcast %[[NX]], %[[NY]]
// CHECK-DAG: %[[EX:.*]] = arith.cmpi eq, %[[NX]], %{{.*}} : index
// CHECK-DAG: %[[SX:.*]] = arith.select %[[EX]], %{{.*}}, %{{.*}} : index
// CHECK-DAG: tensor.empty(%[[N]]) : tensor<?xf32>
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[J:.*]] = arith.muli %[[I]], %[[SX]] : index
// CHECK: tensor.extract %[[X]][%[[J]]]
func.func @unproven(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tssa.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Against a static size only the dynamic operand is in doubt.
// CHECK-LABEL: @half_static
// CHECK: tssa.check_broadcast
// CHECK: linalg.generic
// CHECK-SAME: ins(%arg1 : tensor<8xf32>)
func.func @half_static(%x: tensor<?xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tssa.add %x, %y : (tensor<?xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
