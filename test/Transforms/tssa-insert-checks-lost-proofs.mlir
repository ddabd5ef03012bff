// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-insert-checks=lost-proofs | FileCheck %s
//
// In functional functions an index that is not seen to be checked is checked at
// its access; all else stays.

// CHECK-LABEL: func.func @functional
// CHECK: %[[N:.*]] = tensor.dim %arg0, %{{.*}}
// CHECK: %[[J:.*]] = tssa.check_index %arg1, %[[N]]
// CHECK: view.access #view.select<0, ?> %arg0[%[[J]]]
// CHECK: %[[K:.*]] = tssa.check_index %{{.*}}, %{{.*}}
// CHECK-NEXT: view.assign #view.path<[#view.slice<0, 1 : 9 : 1>, #view.select<0, ?>]> %{{.*}}, %arg0[%[[K]]]
func.func @functional(%t: tensor<?xf32>, %i: index) -> tensor<?xf32> attributes {tssa.functional} {
  %0 = view.access #view.select<0, ?> %t[%i] : tensor<?xf32> -> tensor<f32>
  %1 = view.assign #view.path<[#view.slice<0, 1 : 9 : 1>, #view.select<0, 2>]> %0, %t : tensor<f32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// What is seen needs nothing.
// CHECK-LABEL: func.func @seen
// CHECK-NEXT: tssa.check_index
// CHECK-NOT: tssa.check_index
func.func @seen(%t: tensor<4x?xf32>, %n: index, %i: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<4xf32>) attributes {tssa.functional} {
  %j = tssa.check_index %i, %n
  %0 = view.access #view.select<0, 3> %t : tensor<4x?xf32> -> tensor<?xf32>
  %c1 = arith.constant 1 : index
  %1 = view.access #view.select<0, ?> %t[%c1] : tensor<4x?xf32> -> tensor<?xf32>
  %2 = view.access #view.path<[#view.permute<[1, 0]>, #view.select<0, ?>]> %t[%j] : tensor<4x?xf32> -> tensor<4xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<4xf32>
}

// Functions that stay imperative have their checks at their views.
// CHECK-LABEL: func.func @imperative
// CHECK-NOT: tssa.check_index
func.func @imperative(%x: !tssa.ref<?xf32>, %i: index) -> !tssa.ref<f32> {
  %0 = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?xf32> -> !tssa.ref<f32>
  return %0 : !tssa.ref<f32>
}
