// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 3: every use of a root becomes its version.
// RUN: tssa-opt %s --tssa-rename-versions | FileCheck %s

// A use gets the value of the last update before it, and the allocation goes.
// CHECK-LABEL: func.func @straight
// CHECK-SAME:    %[[V:.*]]: tensor<4xf32>, %[[W:.*]]: tensor<f32>
// CHECK-SAME:    attributes {tssa.functional}
// CHECK-NEXT:    %[[A:.*]] = view.assign #view.select<0, 0> %[[W]], %[[V]]
// CHECK-NEXT:    %[[B:.*]] = view.assign #view.select<0, 1> %[[W]], %[[A]]
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @straight(%v: tensor<4xf32>, %w: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
    attributes {tssa.functional_stage = 2 : i64} {
  %x = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  tssa.update %v, %x : !tssa.ref<4xf32>
  %0 = tssa.current %x : !tssa.ref<4xf32>
  %a = view.assign #view.select<0, 0> %w, %0 : tensor<f32> -> tensor<4xf32>
  tssa.update %a, %x : !tssa.ref<4xf32>
  %1 = tssa.current %x : !tssa.ref<4xf32>
  %2 = tssa.current %x : !tssa.ref<4xf32>
  %b = view.assign #view.select<0, 1> %w, %2 : tensor<f32> -> tensor<4xf32>
  tssa.update %b, %x : !tssa.ref<4xf32>
  %3 = tssa.current %x : !tssa.ref<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// An update inside a branch ends with it; each branch starts from the version
// before.
// CHECK-LABEL: func.func @branches
// CHECK-SAME:    %[[V:.*]]: tensor<4xf32>, %[[W:.*]]: tensor<4xf32>
// CHECK:         %[[R:.*]] = scf.if
// CHECK-NEXT:      scf.yield %[[W]]
// CHECK:         else
// CHECK-NEXT:      scf.yield %[[V]]
// CHECK:         return %[[R]]
func.func @branches(%v: tensor<4xf32>, %w: tensor<4xf32>, %c: i1) -> tensor<4xf32>
    attributes {tssa.functional_stage = 2 : i64} {
  %x = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  tssa.update %v, %x : !tssa.ref<4xf32>
  %r = scf.if %c -> (tensor<4xf32>) {
    tssa.update %w, %x : !tssa.ref<4xf32>
    %0 = tssa.current %x : !tssa.ref<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    %0 = tssa.current %x : !tssa.ref<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  tssa.update %r, %x : !tssa.ref<4xf32>
  %1 = tssa.current %x : !tssa.ref<4xf32>
  return %1 : tensor<4xf32>
}
