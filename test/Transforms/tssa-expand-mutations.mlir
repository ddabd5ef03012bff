// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa-expand-mutations: ops of other dialects that mutate become reads, pure
// forms and writes.
// RUN: tssa-opt %s --tssa-expand-mutations --split-input-file -verify-diagnostics | FileCheck %s

// Old contents that nothing asks for are not read.
// CHECK-LABEL: func.func @copy
// CHECK-SAME:    %[[TO:.*]]: !tssa.ref<8xf32>, %[[FROM:.*]]: !tssa.ref<8xf32>
// CHECK-NEXT:    %[[V:.*]] = tssa.read %[[FROM]]
// CHECK-NEXT:    tssa.write %[[V]], %[[TO]]
// CHECK-NEXT:    return
func.func @copy(%to: !tssa.ref<8xf32>, %from: !tssa.ref<8xf32>) {
  "tssa_test.copy_"(%to, %from) : (!tssa.ref<8xf32>, !tssa.ref<8xf32>) -> ()
  return
}

// Everything is read before anything is written.
// CHECK-LABEL: func.func @swap
// CHECK-SAME:    %[[A:.*]]: !tssa.ref<8xf32>, %[[B:.*]]: !tssa.ref<8xf32>
// CHECK-NEXT:    %[[V:.*]] = tssa.read %[[A]]
// CHECK-NEXT:    %[[W:.*]] = tssa.read %[[B]]
// CHECK-NEXT:    tssa.write %[[W]], %[[A]]
// CHECK-NEXT:    tssa.write %[[V]], %[[B]]
func.func @swap(%a: !tssa.ref<8xf32>, %b: !tssa.ref<8xf32>) {
  "tssa_test.swap_"(%a, %b) : (!tssa.ref<8xf32>, !tssa.ref<8xf32>) -> ()
  return
}

// Results are what the pure form says.
// CHECK-LABEL: func.func @add
// CHECK:         %[[OLD:.*]] = tssa.read
// CHECK:         return %[[OLD]]
func.func @add(%x: !tssa.ref<8xf32>, %v: tensor<8xf32>) -> tensor<8xf32> {
  %old = "tssa_test.add_"(%x, %v) : (!tssa.ref<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %old : tensor<8xf32>
}

// -----

func.func @fail(%x: !tssa.ref<4xf32>) {
  // expected-error @+1 {{'tssa_test.fail_' op expected its pure form to have 1 contents and 0 results, or to exist}}
  "tssa_test.fail_"(%x) : (!tssa.ref<4xf32>) -> ()
  return
}
