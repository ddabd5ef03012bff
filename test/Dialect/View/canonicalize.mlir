// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s -canonicalize | FileCheck %s

// A read of a read is one read.
// CHECK-LABEL: @compose
func.func @compose(%t: tensor<4x8xf32>, %i: index, %j: index) -> tensor<f32> {
  // CHECK-NEXT: view.access #view.path<[#view.select<0, ?>, #view.select<0, ?>]> %arg0[%arg1, %arg2]
  %a = view.access #view.select<0, ?> %t[%i] : tensor<4x8xf32> -> tensor<8xf32>
  %b = view.access #view.select<0, ?> %a[%j] : tensor<8xf32> -> tensor<f32>
  return %b : tensor<f32>
}

// as_strided is over the storage of the value it is applied to, and bytes are
// those of its elements: neither composes.
// CHECK-LABEL: @compose_storage
func.func @compose_storage(%t: tensor<4x8xf32>) -> (tensor<2xf32>, tensor<4xf64>) {
  // CHECK-DAG: view.access #view.select<0, 1>
  %a = view.access #view.select<0, 1> %t : tensor<4x8xf32> -> tensor<8xf32>
  // CHECK-DAG: view.access #view.as_strided<[2], [3], 1>
  %b = view.access #view.as_strided<[2], [3], 1> %a : tensor<8xf32> -> tensor<2xf32>
  // CHECK-DAG: view.access #view.bitcast<f64>
  %c = view.access #view.bitcast<f64> %a : tensor<8xf32> -> tensor<4xf64>
  return %b, %c : tensor<2xf32>, tensor<4xf64>
}

// A reshape of a transposed copy is free; of transposed elements it is not.
// CHECK-LABEL: @compose_reshape
func.func @compose_reshape(%t: tensor<4x8xf32>) -> (tensor<32xf32>, tensor<2x2x4xf32>) {
  // CHECK: %[[T:.*]] = view.access #view.permute<[1, 0]>
  %a = view.access #view.permute<[1, 0]> %t : tensor<4x8xf32> -> tensor<8x4xf32>
  // CHECK: view.access #view.reshape<[32]> %[[T]]
  %b = view.access #view.reshape<[32]> %a : tensor<8x4xf32> -> tensor<32xf32>
  // CHECK: view.access #view.path<[#view.slice<0, 1 : 3 : 1>, #view.reshape<[2, 2, 4]>]> %arg0
  %c = view.access #view.slice<0, 1 : 3 : 1> %t : tensor<4x8xf32> -> tensor<2x8xf32>
  %d = view.access #view.reshape<[2, 2, 4]> %c : tensor<2x8xf32> -> tensor<2x2x4xf32>
  return %b, %d : tensor<32xf32>, tensor<2x2x4xf32>
}

// Reading what was just written there gives the value.
// CHECK-LABEL: @read_same
func.func @read_same(%t: tensor<4x8xf32>, %v: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %a = view.assign #view.select<0, ?> %v, %t[%i] : tensor<8xf32> -> tensor<4x8xf32>
  %b = view.access #view.select<0, ?> %a[%i] : tensor<4x8xf32> -> tensor<8xf32>
  // CHECK-NEXT: return %arg1
  return %b : tensor<8xf32>
}

// Through a view that repeats elements the last one is read, not the value.
// CHECK-LABEL: @read_repeated
func.func @read_repeated(%t: tensor<1xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: view.assign
  %a = view.assign #view.expand<[4]> %v, %t : tensor<4xf32> -> tensor<1xf32>
  // CHECK: view.access
  %b = view.access #view.expand<[4]> %a : tensor<1xf32> -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// Reading a part of what was written reads that part of the value.
// CHECK-LABEL: @read_part
func.func @read_part(%t: tensor<4x8xf32>, %v: tensor<8xf32>, %i: index) -> tensor<f32> {
  %a = view.assign #view.select<0, ?> %v, %t[%i] : tensor<8xf32> -> tensor<4x8xf32>
  // CHECK-NEXT: view.access #view.select<0, 3> %arg1
  %b = view.access #view.path<[#view.select<0, ?>, #view.select<0, 3>]> %a[%i] : tensor<4x8xf32> -> tensor<f32>
  return %b : tensor<f32>
}

// Reading another part reads the older version, past any number of writes.
// CHECK-LABEL: @read_disjoint
func.func @read_disjoint(%t: tensor<4x8xf32>, %v: tensor<8xf32>, %w: tensor<4x4xf32>, %i: index) -> (tensor<8xf32>, tensor<4x4xf32>) {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  // CHECK: view.access #view.select<0, ?> %arg0[%arg3]
  %a = view.assign #view.select<0, ?> %v, %t[%j] : tensor<8xf32> -> tensor<4x8xf32>
  %b = view.access #view.select<0, ?> %a[%i] : tensor<4x8xf32> -> tensor<8xf32>
  // CHECK: view.access #view.slice<1, 1 : 8 : 2> %arg0
  %c = view.assign #view.slice<1, 0 : 8 : 2> %w, %t : tensor<4x4xf32> -> tensor<4x8xf32>
  %d = view.access #view.slice<1, 1 : 8 : 2> %c : tensor<4x8xf32> -> tensor<4x4xf32>
  return %b, %d : tensor<8xf32>, tensor<4x4xf32>
}

// Reading what may overlap reads the newest version.
// CHECK-LABEL: @read_unknown
func.func @read_unknown(%t: tensor<4x8xf32>, %v: tensor<8xf32>, %i: index, %j: index) -> tensor<8xf32> {
  // CHECK: %[[NEW:.*]] = view.assign
  %a = view.assign #view.select<0, ?> %v, %t[%j] : tensor<8xf32> -> tensor<4x8xf32>
  // CHECK: view.access #view.select<0, ?> %[[NEW]]
  %b = view.access #view.select<0, ?> %a[%i] : tensor<4x8xf32> -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// A part of a constant of equal elements is one.
// CHECK-LABEL: @read_splat
func.func @read_splat(%i: index) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-DAG: %[[PART:.*]] = arith.constant dense<1.000000e+00> : tensor<8xf32>
  %t = arith.constant dense<1.0> : tensor<4x8xf32>
  %a = view.access #view.select<0, 1> %t : tensor<4x8xf32> -> tensor<8xf32>
  // Unless there may be no such part.
  // CHECK: %[[READ:.*]] = view.access #view.select<0, ?>
  %b = view.access #view.select<0, ?> %t[%i] : tensor<4x8xf32> -> tensor<8xf32>
  // CHECK: return %[[PART]], %[[READ]]
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// A write that a later one covers is dropped.
// CHECK-LABEL: @overwritten
func.func @overwritten(%t: tensor<4x8xf32>, %v: tensor<8xf32>, %w: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %a = view.assign #view.select<0, 1> %v, %t : tensor<8xf32> -> tensor<4x8xf32>
  // CHECK-NEXT: %[[NEW:.*]] = view.assign #view.slice<0, 1 : 3 : 1> %arg2, %arg0
  %b = view.assign #view.slice<0, 1 : 3 : 1> %w, %a : tensor<2x8xf32> -> tensor<4x8xf32>
  // CHECK-NEXT: return %[[NEW]]
  return %b : tensor<4x8xf32>
}

// One that it does not cover stays.
// CHECK-LABEL: @partly_overwritten
func.func @partly_overwritten(%t: tensor<4x8xf32>, %v: tensor<8xf32>, %w: tensor<2x8xf32>) -> tensor<4x8xf32> {
  // CHECK: view.assign #view.slice<0, 1 : 3 : 1>
  %a = view.assign #view.slice<0, 1 : 3 : 1> %w, %t : tensor<2x8xf32> -> tensor<4x8xf32>
  // CHECK: view.assign #view.select<0, 1>
  %b = view.assign #view.select<0, 1> %v, %a : tensor<8xf32> -> tensor<4x8xf32>
  return %b : tensor<4x8xf32>
}

// Writing back what was read there changes nothing.
// CHECK-LABEL: @write_back
func.func @write_back(%t: tensor<4x8xf32>, %v: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: %[[NEW:.*]] = view.assign #view.select<0, 2>
  %a = view.access #view.select<0, 1> %t : tensor<4x8xf32> -> tensor<8xf32>
  %b = view.assign #view.select<0, 2> %v, %t : tensor<8xf32> -> tensor<4x8xf32>
  %c = view.assign #view.select<0, 1> %a, %b : tensor<8xf32> -> tensor<4x8xf32>
  // CHECK-NEXT: return %[[NEW]]
  return %c : tensor<4x8xf32>
}

// A write of everything is the value, a write of nothing is none.
// CHECK-LABEL: @write_all_or_nothing
func.func @write_all_or_nothing(%t: tensor<4xf32>, %v: tensor<4xf32>, %e: tensor<0xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = view.assign #view.slice<0, 0 : 9 : 1> %v, %t : tensor<4xf32> -> tensor<4xf32>
  %b = view.assign #view.slice<0, 3 : 1 : 1> %e, %t : tensor<0xf32> -> tensor<4xf32>
  // CHECK-NEXT: return %arg1, %arg0
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
