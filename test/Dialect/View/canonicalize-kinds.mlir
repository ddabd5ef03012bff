// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s -canonicalize | FileCheck %s

// Constant operands move into the kind; a select's only where the size says
// that it is inside.
// CHECK-LABEL: @constants
func.func @constants(%t: tensor<4x?xf32>) -> (tensor<?xf32>, tensor<4xf32>, tensor<4x?xf32>) {
  %c1 = arith.constant 1 : index
  %c-2 = arith.constant -2 : index
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
  // CHECK-DAG: view.access #view.select<0, 1> %{{.*}} : tensor<4x?xf32> -> tensor<?xf32>
  %a = view.access #view.select<0, ?> %t[%c1] : tensor<4x?xf32> -> tensor<?xf32>
  // CHECK-DAG: view.access #view.select<1, ?> %{{.*}}[%[[ONE]]] : tensor<4x?xf32> -> tensor<4xf32>
  %b = view.access #view.select<1, ?> %t[%c1] : tensor<4x?xf32> -> tensor<4xf32>
  // CHECK-DAG: view.access #view.slice<1, 1 : -2 : 1> %{{.*}} : tensor<4x?xf32> -> tensor<4x?xf32>
  %c = view.access #view.slice<1, ? : ? : 1> %t[%c1, %c-2] : tensor<4x?xf32> -> tensor<4x?xf32>
  return %a, %b, %c : tensor<?xf32>, tensor<4xf32>, tensor<4x?xf32>
}

// A constant with which no view could exist stays for the check to refuse.
// CHECK-LABEL: @bad_constants
func.func @bad_constants(%t: tensor<4xf32>) -> (tensor<f32>, tensor<?xf32>, tensor<?xf32>) {
  %c7 = arith.constant 7 : index
  %c-1 = arith.constant -1 : index
  // CHECK: view.access #view.select<0, ?>
  %a = view.access #view.select<0, ?> %t[%c7] : tensor<4xf32> -> tensor<f32>
  // CHECK: view.access #view.reshape<[?]>
  %b = view.access #view.reshape<[?]> %t[%c7] : tensor<4xf32> -> tensor<?xf32>
  // CHECK: view.access #view.reshape<[?]>
  %c = view.access #view.reshape<[?]> %t[%c-1] : tensor<4xf32> -> tensor<?xf32>
  return %a, %b, %c : tensor<f32>, tensor<?xf32>, tensor<?xf32>
}

// Raw bounds over a static size take one form.
// CHECK-LABEL: @slice_bounds
func.func @slice_bounds(%x: !tssa.ref<8xf32>, %v: tensor<2xf32>, %w: tensor<3xf32>, %e: tensor<1xf32>) {
  // CHECK: view.of #view.slice<0, 6 : 8 : 1>
  %a = view.of #view.slice<0, -2 : 9223372036854775807 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<2xf32>
  tssa.write %v, %a : !tssa.ref<2xf32>
  // CHECK: view.of #view.slice<0, 1 : 8 : 3>
  %b = view.of #view.slice<0, 1 : 100 : 3> %x : !tssa.ref<8xf32> -> !tssa.ref<3xf32>
  tssa.write %w, %b : !tssa.ref<3xf32>
  // CHECK: view.of #view.slice<0, 5 : 6 : 1>
  %c = view.of #view.slice<0, 5 : 8 : 7> %x : !tssa.ref<8xf32> -> !tssa.ref<1xf32>
  tssa.write %e, %c : !tssa.ref<1xf32>
  return
}

// A slice of a slice of one dimension is one, whatever form its end has.
// CHECK-LABEL: @slice_of_slice
func.func @slice_of_slice(%t: tensor<12xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: view.access #view.slice<0, 2 : 12 : 6>
  %a = view.access #view.path<[#view.slice<0, 0 : 12 : 2>, #view.slice<0, 1 : 6 : 3>]> %t : tensor<12xf32> -> tensor<2xf32>
  // CHECK: view.access #view.slice<0, 1 : 6 : 4>
  %b = view.access #view.path<[#view.slice<0, 1 : 9 : 2>, #view.slice<0, 0 : 3 : 2>]> %t : tensor<12xf32> -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

// A view that is its source is its source.
// CHECK-LABEL: @identities
func.func @identities(%t: tensor<4x1xf32>, %d: tensor<?xf32>) -> (tensor<4x1xf32>, tensor<?xf32>) {
  %a = view.access #view.alias %t : tensor<4x1xf32> -> tensor<4x1xf32>
  %b = view.access #view.slice<0, 0 : 9 : 1> %a : tensor<4x1xf32> -> tensor<4x1xf32>
  %c = view.access #view.permute<[0, 1]> %b : tensor<4x1xf32> -> tensor<4x1xf32>
  %e = view.access #view.expand<[-1, 1]> %c : tensor<4x1xf32> -> tensor<4x1xf32>
  %f = view.access #view.reshape<[4, 1]> %e : tensor<4x1xf32> -> tensor<4x1xf32>
  %g = view.access #view.bitcast<f32> %f : tensor<4x1xf32> -> tensor<4x1xf32>
  %h = view.access #view.slice<0, 0 : 9223372036854775807 : 1> %d : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: return %arg0, %arg1
  return %g, %h : tensor<4x1xf32>, tensor<?xf32>
}

// Members of a chain that undo each other go, neighbors merge.
// CHECK-LABEL: @chains
func.func @chains(%t: tensor<4x8x2xf32>) -> (tensor<8x4x2xf32>, tensor<2x8x2xf32>, tensor<8x2xf32>, tensor<64xf32>, tensor<4x8x2xf32>) {
  // CHECK: view.access #view.permute<[1, 0, 2]>
  %a = view.access #view.path<[#view.permute<[1, 2, 0]>, #view.permute<[0, 2, 1]>]> %t : tensor<4x8x2xf32> -> tensor<8x4x2xf32>
  // CHECK: view.access #view.slice<0, 0 : 4 : 2>
  %b = view.access #view.path<[#view.slice<0, 0 : 4 : 2>, #view.alias]> %t : tensor<4x8x2xf32> -> tensor<2x8x2xf32>
  // CHECK: view.access #view.select<0, 3>
  %c = view.access #view.path<[#view.slice<0, 1 : 4 : 2>, #view.select<0, 1>]> %t : tensor<4x8x2xf32> -> tensor<8x2xf32>
  // CHECK: view.access #view.reshape<[64]>
  %d = view.access #view.path<[#view.reshape<[32, 2]>, #view.reshape<[64]>]> %t : tensor<4x8x2xf32> -> tensor<64xf32>
  // CHECK-NEXT: return {{.*}}, %arg0
  %e = view.access #view.path<[#view.unsqueeze<1>, #view.squeeze<1>]> %t : tensor<4x8x2xf32> -> tensor<4x8x2xf32>
  return %a, %b, %c, %d, %e : tensor<8x4x2xf32>, tensor<2x8x2xf32>, tensor<8x2xf32>, tensor<64xf32>, tensor<4x8x2xf32>
}

// as_strided forgets what was before it, but for a change of element type.
// CHECK-LABEL: @as_strided
func.func @as_strided(%x: !tssa.ref<4x8xf32>, %v: tensor<2xf32>, %w: tensor<2xf64>) {
  // CHECK: view.of #view.as_strided<[2], [3], 1>
  %a = view.of #view.path<[#view.select<0, 1>, #view.as_strided<[2], [3], 1>]> %x : !tssa.ref<4x8xf32> -> !tssa.ref<2xf32>
  tssa.write %v, %a : !tssa.ref<2xf32>
  // CHECK: view.of #view.path<[#view.select<0, 1>, #view.bitcast<f64>, #view.as_strided<[2], [3], 1>]>
  %b = view.of #view.path<[#view.select<0, 1>, #view.bitcast<f64>, #view.as_strided<[2], [3], 1>]> %x : !tssa.ref<4x8xf32> -> !tssa.ref<2xf64>
  tssa.write %w, %b : !tssa.ref<2xf64>
  return
}

// Names of names stay as they are written.
// CHECK-LABEL: @refs
func.func @refs(%x: !tssa.ref<4x8xf32>, %v: tensor<f32>) {
  // CHECK: view.of #view.select<0, 1>
  // CHECK: view.of #view.select<0, 2>
  %a = view.of #view.select<0, 1> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  %b = view.of #view.select<0, 2> %a : !tssa.ref<8xf32> -> !tssa.ref<f32>
  tssa.write %v, %b : !tssa.ref<f32>
  return
}
