// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two bodies and a test for arguments that may overlap, where that brings a
// functional body.
// RUN: tssa-opt %s --tssa-specialize-functions -split-input-file | FileCheck %s
// RUN: tssa-opt %s --tssa-specialize-functions --tssa-functionalize --tssa-verify-functional -split-input-file 2>&1 | FileCheck %s --check-prefix=AFTER

// The written argument against the other; only it is marked in the body.
// CHECK-LABEL: func.func @copy(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<4xf32>, %[[Y:.*]]: !tssa.ref<4xf32> {tssa.test = 1 : i64}) -> (!tssa.ref<4xf32>, tensor<4xf32>)
// CHECK-SAME: attributes {tssa.dispatches = @copy.disjoint}
// CHECK: %[[OK:.*]] = tssa.disjoint %[[X]] from %[[Y]]
// CHECK: cf.cond_br %[[OK]], ^[[FAST:.*]], ^[[SLOW:.*]]
// CHECK: ^[[FAST]]:
// CHECK: %[[A:.*]]:2 = call @copy.disjoint(%[[X]], %[[Y]])
// CHECK: return %[[A]]#0, %[[A]]#1
// CHECK: ^[[SLOW]]:
// CHECK: %[[B:.*]]:2 = call @copy.overlapping(%[[X]], %[[Y]])
// CHECK: return %[[B]]#0, %[[B]]#1
// CHECK: func.func private @copy.disjoint(%{{.*}}: !tssa.ref<4xf32> {tssa.noalias}, %{{.*}}: !tssa.ref<4xf32> {tssa.test = 1 : i64})
// CHECK-SAME: attributes {no_inline, tssa.body_of = "copy"}
// CHECK: func.func private @copy.overlapping(%{{.*}}: !tssa.ref<4xf32>, %{{.*}}: !tssa.ref<4xf32> {tssa.test = 1 : i64})
// CHECK-SAME: attributes {no_inline, tssa.body_of = "copy", tssa.imperative}

// Dispatcher and imperative body stay as they are, without a remark.
// AFTER-NOT: remark: {{.*}}@copy
// AFTER-LABEL: func.func @copy(
// AFTER: tssa.disjoint
// AFTER: func.func private @copy.disjoint({{.*}}) -> (!tssa.ref<4xf32> {tssa.alias = 1 : i64}, tensor<4xf32>)
// AFTER-SAME: tssa.functional
// AFTER: func.func private @copy.overlapping
// AFTER-SAME: tssa.imperative
func.func @copy(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32> {tssa.test = 1 : i64}) -> (!tssa.ref<4xf32>, tensor<4xf32>) {
  %0 = tssa.read %y : !tssa.ref<4xf32>
  tssa.write %0, %x : !tssa.ref<4xf32>
  return %y, %0 : !tssa.ref<4xf32>, tensor<4xf32>
}

// -----

// Arguments that promise not to overlap take no part, nor do values.
// CHECK-LABEL: func.func @some(
// CHECK-SAME: %[[A:.*]]: !tssa.ref<4xf32> {tssa.noalias}, %[[B:.*]]: !tssa.ref<4xf32>, %[[C:.*]]: !tssa.ref<4xf32>, %[[D:.*]]: !tssa.ref<4xf32>, %[[T:.*]]: tensor<4xf32>)
// CHECK: tssa.disjoint %[[B]], %[[D]] from %[[C]] :
func.func @some(%a: !tssa.ref<4xf32> {tssa.noalias}, %b: !tssa.ref<4xf32>, %c: !tssa.ref<4xf32>, %d: !tssa.ref<4xf32>, %t: tensor<4xf32>) {
  %0 = tssa.read %c : !tssa.ref<4xf32>
  tssa.write %0, %a : !tssa.ref<4xf32>
  tssa.write %0, %b : !tssa.ref<4xf32>
  tssa.write %t, %d : !tssa.ref<4xf32>
  return
}

// -----

// Nothing to choose: no argument is written, one only, or no other may overlap.
// CHECK-NOT: tssa.dispatches
func.func @none_written(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>) -> !tssa.ref<4xf32> {
  return %y : !tssa.ref<4xf32>
}
func.func @one(%x: !tssa.ref<4xf32>, %t: tensor<4xf32>) {
  tssa.write %t, %x : !tssa.ref<4xf32>
  return
}
func.func @all_but_one(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32> {tssa.noalias}, %t: tensor<4xf32>) {
  tssa.write %t, %x : !tssa.ref<4xf32>
  tssa.write %t, %y : !tssa.ref<4xf32>
  return
}

// Functional as they are.
// AFTER-NOT: remark
// AFTER-LABEL: func.func @all_but_one(
// AFTER-SAME: attributes {tssa.functional}

// -----

// Nothing to gain: something else keeps the function imperative.
// CHECK-LABEL: func.func @other_reason(
// CHECK-NOT: tssa.disjoint
func.func @other_reason(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>) {
  %0 = tssa.read %y : !tssa.ref<4xf32>
  scf.forall (%i) in (4) {
    tssa.write %0, %x : !tssa.ref<4xf32>
  }
  return
}

// -----

// A function that is called here is tested even of one argument, which may be
// an expanded one.
// CHECK-LABEL: func.func private @called(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<4xf32> {tssa.noalias}, %[[T:.*]]: tensor<4xf32>)
// CHECK: tssa.disjoint %[[X]] :
func.func private @called(%x: !tssa.ref<4xf32> {tssa.noalias}, %t: tensor<4xf32>) {
  tssa.write %t, %x : !tssa.ref<4xf32>
  return
}
func.func @caller(%x: !tssa.ref<f32>, %t: tensor<4xf32>) {
  %w = view.of #view.expand<[4]> %x : !tssa.ref<f32> -> !tssa.ref<4xf32>
  func.call @called(%w, %t) : (!tssa.ref<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// Names that are taken.
// CHECK: func.func @f({{.*}}) attributes {tssa.dispatches = @f.disjoint_0}
func.func @f(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>) {
  %0 = tssa.read %y : !tssa.ref<4xf32>
  tssa.write %0, %x : !tssa.ref<4xf32>
  return
}
func.func private @f.disjoint() {
  return
}
