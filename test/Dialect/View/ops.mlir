// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s | tssa-opt | FileCheck %s
// RUN: tssa-opt %s --mlir-print-op-generic | tssa-opt | FileCheck %s
// RUN: tssa-opt %s --emit-bytecode | tssa-opt | FileCheck %s

// Every kind, written with constants, prints as it was written.
// CHECK-LABEL: @constant_kinds
func.func @constant_kinds(%x: !tssa.ref<4x8xf32>, %y: !tssa.ref<4x1xf32>) {
  // CHECK: view.of #view.alias %{{.*}} : !tssa.ref<4x8xf32> -> !tssa.ref<4x8xf32>
  %alias = view.of #view.alias %x : !tssa.ref<4x8xf32> -> !tssa.ref<4x8xf32>
  // CHECK: view.of #view.select<0, 2> %{{.*}} : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  %select = view.of #view.select<0, 2> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  // CHECK: view.of #view.slice<1, -6 : 9223372036854775807 : 2>
  %slice = view.of #view.slice<1, -6 : 9223372036854775807 : 2> %x : !tssa.ref<4x8xf32> -> !tssa.ref<4x3xf32>
  // CHECK: view.of #view.permute<[1, 0]>
  %permute = view.of #view.permute<[1, 0]> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8x4xf32>
  // CHECK: view.of #view.expand<[2, -1, 3]>
  %expand = view.of #view.expand<[2, -1, 3]> %y : !tssa.ref<4x1xf32> -> !tssa.ref<2x4x3xf32>
  // CHECK: view.of #view.squeeze<1>
  %squeeze = view.of #view.squeeze<1> %y : !tssa.ref<4x1xf32> -> !tssa.ref<4xf32>
  // CHECK: view.of #view.unsqueeze<2>
  %unsqueeze = view.of #view.unsqueeze<2> %x : !tssa.ref<4x8xf32> -> !tssa.ref<4x8x1xf32>
  // CHECK: view.of #view.reshape<[2, 16]>
  %reshape = view.of #view.reshape<[2, 16]> %x : !tssa.ref<4x8xf32> -> !tssa.ref<2x16xf32>
  // CHECK: view.of #view.diagonal<-1, 0, 1>
  %diagonal = view.of #view.diagonal<-1, 0, 1> %x : !tssa.ref<4x8xf32> -> !tssa.ref<3xf32>
  // CHECK: view.of #view.unfold<1, 3, 2>
  %unfold = view.of #view.unfold<1, 3, 2> %x : !tssa.ref<4x8xf32> -> !tssa.ref<4x3x3xf32>
  // CHECK: view.of #view.as_strided<[2, 3], [1, 2], 5>
  %as_strided = view.of #view.as_strided<[2, 3], [1, 2], 5> %x : !tssa.ref<4x8xf32> -> !tssa.ref<2x3xf32>
  // CHECK: view.of #view.bitcast<i32>
  %bitcast = view.of #view.bitcast<i32> %x : !tssa.ref<4x8xf32> -> !tssa.ref<4x8xi32>
  // CHECK: view.of #view.bitcast<f64> %{{.*}} : !tssa.ref<4x8xf32> -> !tssa.ref<4x4xf64>
  %wider = view.of #view.bitcast<f64> %x : !tssa.ref<4x8xf32> -> !tssa.ref<4x4xf64>
  return
}

// `?` stands for operands, in order.
// CHECK-LABEL: @operands
func.func @operands(%x: !tssa.ref<4x?xf32>, %i: index, %j: index) {
  // CHECK: view.of #view.select<0, ?> %{{.*}}[%[[I:.*]]] :
  %select = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x?xf32> -> !tssa.ref<?xf32>
  // CHECK: view.of #view.slice<1, ? : ? : 1> %{{.*}}[%[[I]], %[[J:.*]]] :
  %slice = view.of #view.slice<1, ? : ? : 1> %x[%i, %j] : !tssa.ref<4x?xf32> -> !tssa.ref<4x?xf32>
  // CHECK: view.of #view.as_strided<[?, 3], [?, 1], ?> %{{.*}}[%[[I]], %[[J]], %[[J]]] :
  %strided = view.of #view.as_strided<[?, 3], [?, 1], ?> %x[%i, %j, %j] : !tssa.ref<4x?xf32> -> !tssa.ref<?x3xf32>
  return
}

// Values are read and replaced by the same kinds; a chain is a kind.
// CHECK-LABEL: @access_and_assign
func.func @access_and_assign(%t: tensor<4x8xf32>, %i: index) -> tensor<4x8xf32> {
  // CHECK: view.access #view.path<[#view.select<0, ?>, #view.slice<0, 0 : 8 : 2>]> %{{.*}}[%{{.*}}] : tensor<4x8xf32> -> tensor<4xf32>
  %a = view.access #view.path<[#view.select<0, ?>, #view.slice<0, 0 : 8 : 2>]> %t[%i] : tensor<4x8xf32> -> tensor<4xf32>
  // CHECK: view.assign #view.path<[#view.select<0, ?>, #view.slice<0, 0 : 8 : 2>]> %{{.*}}, %{{.*}}[%{{.*}}] : tensor<4xf32> -> tensor<4x8xf32>
  %b = view.assign #view.path<[#view.select<0, ?>, #view.slice<0, 0 : 8 : 2>]> %a, %t[%i] : tensor<4xf32> -> tensor<4x8xf32>
  return %b : tensor<4x8xf32>
}

// A size that is known may be left dynamic in the type.
// CHECK-LABEL: @less_static
func.func @less_static(%t: tensor<4x8xf32>) -> tensor<4x?xf32> {
  // CHECK: tensor<4x8xf32> -> tensor<4x?xf32>
  %a = view.access #view.slice<1, 0 : 6 : 1> %t : tensor<4x8xf32> -> tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// A layout follows from the source's.
// CHECK-LABEL: @layouts
func.func @layouts(%x: !tssa.ref<4x8xf32, strided<[8, 1], offset: ?>>, %i: index) {
  // CHECK: !tssa.ref<8xf32, strided<[1], offset: ?>>
  %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x8xf32, strided<[8, 1], offset: ?>> -> !tssa.ref<8xf32, strided<[1], offset: ?>>
  // CHECK: !tssa.ref<8x2xf32, strided<[1, 16], offset: ?>>
  %columns = view.of #view.path<[#view.slice<0, 0 : 4 : 2>, #view.permute<[1, 0]>]> %x : !tssa.ref<4x8xf32, strided<[8, 1], offset: ?>> -> !tssa.ref<8x2xf32, strided<[1, 16], offset: ?>>
  return
}
