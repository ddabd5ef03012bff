// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s -split-input-file -verify-diagnostics | tssa-opt -split-input-file | FileCheck %s
//
// The test of one argument's storage, and what bodies behind it say.

// CHECK-LABEL: func.func @forms(
// CHECK-NEXT: tssa.is_whole %{{.*}} : !tssa.ref<?x4xf32>
// CHECK-NEXT: tssa.is_whole %{{.*}} reaching 12 : !tssa.ref<?x4xf32>
func.func @forms(%x: !tssa.ref<?x4xf32>) -> (i1, i1) {
  %0 = tssa.is_whole %x : !tssa.ref<?x4xf32>
  %1 = tssa.is_whole %x reaching 12 : !tssa.ref<?x4xf32>
  return %0, %1 : i1, i1
}

// CHECK: func.func private @body(%{{.*}}: !tssa.ref<4xf32> {tssa.whole})
func.func private @body(%x: !tssa.ref<4xf32> {tssa.whole}) attributes {tssa.body_of = "f"} {
  return
}

// -----

func.func @negative(%x: !tssa.ref<4xf32>) -> i1 {
  // expected-error @+1 {{'tssa.is_whole' op attribute 'reach' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = tssa.is_whole %x reaching -1 : !tssa.ref<4xf32>
  return %0 : i1
}

// -----

// No host keeps this promise.
// expected-error @+1 {{'func.func' op expected 'tssa.whole' on an argument of a body that is called behind a test ('tssa.body_of')}}
func.func @promise(%x: !tssa.ref<4xf32> {tssa.whole}) {
  return
}
