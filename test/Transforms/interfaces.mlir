// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of another dialect join functionalization through the interfaces alone.
// RUN: tssa-opt %s --tssa-functionalize --tssa-verify-functional --split-input-file -verify-diagnostics | FileCheck %s

// A mutation that needs what it overwrites gets it, through the view of it, and
// the op's result is replaced.
// CHECK-LABEL: func.func @add
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<4x8xf32>, %[[V:.*]]: tensor<8xf32>, %[[I:.*]]: index
// CHECK:         %[[IN:.*]] = tssa.read %[[X]]
// CHECK:         %[[J:.*]] = tssa.check_index
// CHECK-NEXT:    %[[OLD:.*]] = view.access #view.select<0, ?> %[[IN]][%[[J]]]
// CHECK-NEXT:    %[[SUM:.*]] = arith.addf %[[OLD]], %[[V]]
// CHECK-NEXT:    %[[NEW:.*]] = view.assign #view.select<0, ?> %[[SUM]], %[[IN]][%[[J]]]
// CHECK-NEXT:    tssa.write %[[NEW]], %[[X]]
// CHECK-NEXT:    return %[[OLD]]
func.func @add(%x: !tssa.ref<4x8xf32>, %v: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %c4 = arith.constant 4 : index
  %j = tssa.check_index %i, %c4
  %row = "tssa_test.row"(%x, %j) : (!tssa.ref<4x8xf32>, index) -> !tssa.ref<8xf32>
  %old = "tssa_test.add_"(%row, %v) : (!tssa.ref<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %old : tensor<8xf32>
}

// One that reads a ref without the old contents of the other leaves no access
// of those.
// CHECK-LABEL: func.func @copy
// CHECK:         %[[IN:.*]] = tssa.read
// CHECK-NEXT:    %[[FROM:.*]] = view.access #view.select<0, 1> %[[IN]]
// CHECK-NEXT:    %[[NEW:.*]] = view.assign #view.select<0, 0> %[[FROM]], %[[IN]]
// CHECK-NEXT:    tssa.write %[[NEW]]
func.func @copy(%x: !tssa.ref<4x8xf32>) {
  %a = view.of #view.select<0, 0> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  %b = view.of #view.select<0, 1> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  "tssa_test.copy_"(%a, %b) : (!tssa.ref<8xf32>, !tssa.ref<8xf32>) -> ()
  return
}

// Two mutated refs of one root are assigned one after the other, both from what
// was there before.
// CHECK-LABEL: func.func @swap
// CHECK:         %[[IN:.*]] = tssa.read
// CHECK-NEXT:    %[[A:.*]] = view.access #view.select<0, 0> %[[IN]]
// CHECK-NEXT:    %[[B:.*]] = view.access #view.select<0, 1> %[[IN]]
// CHECK-NEXT:    %[[N:.*]] = view.assign #view.select<0, 0> %[[B]], %[[IN]]
// CHECK-NEXT:    %[[M:.*]] = view.assign #view.select<0, 1> %[[A]], %[[N]]
// CHECK-NEXT:    tssa.write %[[M]]
func.func @swap(%x: !tssa.ref<4x8xf32>) {
  %a = view.of #view.select<0, 0> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  %b = view.of #view.select<0, 1> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  "tssa_test.swap_"(%a, %b) : (!tssa.ref<8xf32>, !tssa.ref<8xf32>) -> ()
  return
}

// A region op carries versions.
// CHECK-LABEL: func.func @once
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<4xf32>, %[[V:.*]]: tensor<4xf32>
// CHECK:         %[[R:.*]] = "tssa_test.once"() ({
// CHECK-NEXT:      "tssa_test.end"(%[[V]])
// CHECK:         tssa.write %[[R]], %[[X]]
func.func @once(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  "tssa_test.once"() ({
    tssa.write %v, %x : !tssa.ref<4xf32>
    "tssa_test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// A mutation whose pure form cannot be built is an error.
func.func @fail(%x: !tssa.ref<4xf32>) {
  // expected-error @+1 {{'tssa_test.fail_' op expected its pure form to have 1 contents and 0 results, or to exist}}
  "tssa_test.fail_"(%x) : (!tssa.ref<4xf32>) -> ()
  return
}
