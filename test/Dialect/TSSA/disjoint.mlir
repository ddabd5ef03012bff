// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s -split-input-file -verify-diagnostics | tssa-opt -split-input-file | FileCheck %s
//
// The test of arguments: written refs, then those that are read.

// CHECK-LABEL: func.func @forms(
// CHECK-NEXT: tssa.disjoint %{{.*}}, %{{.*}} from %{{.*}} : !tssa.ref<4xf32>, !tssa.ref<?xi32> from !tssa.ref<f32>
// CHECK-NEXT: tssa.disjoint %{{.*}} : !tssa.ref<4xf32>
func.func @forms(%x: !tssa.ref<4xf32>, %y: !tssa.ref<?xi32>, %z: !tssa.ref<f32>) -> (i1, i1) {
  %0 = tssa.disjoint %x, %y from %z : !tssa.ref<4xf32>, !tssa.ref<?xi32> from !tssa.ref<f32>
  %1 = tssa.disjoint %x : !tssa.ref<4xf32>
  return %0, %1 : i1, i1
}

// -----

// Without a written ref there is nothing to ask.
func.func @none_written(%x: !tssa.ref<4xf32>) -> i1 {
  // expected-error @+1 {{expected at least one written ref but got none}}
  %0 = "tssa.disjoint"(%x) {operandSegmentSizes = array<i32: 0, 1>} : (!tssa.ref<4xf32>) -> i1
  return %0 : i1
}
