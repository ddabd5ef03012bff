// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-sequentialize-loops | FileCheck %s

// The last dimension is innermost.
// CHECK-LABEL: func @written
// CHECK-SAME: %[[X:.*]]: !tssa.ref<?x3xf32>, %[[N:.*]]: index, %[[V:.*]]: tensor<f32>
// CHECK: scf.for %[[I:.*]] = %c0 to %[[N]] step %c1 {
// CHECK-NEXT: scf.for %[[J:.*]] = %c0 to %c3 step %c2 {
// CHECK-NEXT: %[[PART:.*]] = view.of {{.*}} %[[X]][%[[I]], %[[J]]]
// CHECK-NEXT: tssa.write %[[V]], %[[PART]]
// CHECK-NOT: scf.reduce
func.func @written(%x: !tssa.ref<?x3xf32>, %n: index, %v: tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c3) step (%c1, %c2) {
    %e = view.of #view.path<[#view.select<0, ?>, #view.select<0, ?>]> %x[%i, %j] : !tssa.ref<?x3xf32> -> !tssa.ref<f32>
    tssa.write %v, %e : !tssa.ref<f32>
    scf.reduce
  }
  return
}

// Reductions are joined in the order of the iterations.
// CHECK-LABEL: func @reduced
// CHECK: %[[OUTER:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) -> (f32, index) {
// CHECK: %[[INNER:.*]]:2 = scf.for %{{.*}} iter_args(%[[SUM:.*]] = %[[A]], %[[LAST:.*]] = %[[B]])
// CHECK: %[[OWN:.*]] = tensor.extract
// CHECK: %[[NEXT:.*]] = arith.subf %[[SUM]], %[[OWN]]
// CHECK: scf.yield %[[NEXT]], %[[I]] : f32, index
// CHECK: scf.yield %[[INNER]]#0, %[[INNER]]#1
// CHECK: return %[[OUTER]]#0, %[[OUTER]]#1
func.func @reduced(%x: !tssa.ref<3x3xf32>, %init: f32) -> (f32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %c3) step (%c1, %c1) init (%init, %c0) -> (f32, index) {
    %t = tssa.read %x : !tssa.ref<3x3xf32>
    %v = tensor.extract %t[%i, %j] : tensor<3x3xf32>
    scf.reduce(%v, %i : f32, index) {
    ^bb0(%before: f32, %own: f32):
      %0 = arith.subf %before, %own : f32
      scf.reduce.return %0 : f32
    }, {
    ^bb0(%before: index, %own: index):
      scf.reduce.return %own : index
    }
  }
  return %r#0, %r#1 : f32, index
}

// What an iteration reads of the output is what the output was before the loop.
// CHECK-LABEL: func @put_together
// CHECK-SAME: %{{.*}}: !tssa.ref<4x3xf32>, %[[T:.*]]: tensor<4x3xf32>
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c4{{.*}} step %c1{{.*}} iter_args(%[[OUT:.*]] = %[[T]])
// CHECK: %[[ROW:.*]] = tssa.read
// CHECK: %[[BEFORE:.*]] = view.access #view.select<0, ?> %[[T]][%[[I]]]
// CHECK: %[[SUM:.*]] = tssa.add %[[ROW]], %[[BEFORE]]
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[SUM]] into %[[OUT]][%[[I]], 0] [1, 3] [1, 1]
// CHECK: %[[SECOND:.*]] = tensor.insert_slice %[[ROW]] into %[[FIRST]][0, 0] [1, 3] [1, 1]
// CHECK: scf.yield %[[SECOND]]
func.func @put_together(%x: !tssa.ref<4x3xf32>, %t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4x3xf32>) {
    %a = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
    %0 = tssa.read %a : !tssa.ref<3xf32>
    %1 = view.access #view.select<0, ?> %o[%i] : tensor<4x3xf32> -> tensor<3xf32>
    %2 = tssa.add %0, %1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[%i, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<4x3xf32>
      tensor.parallel_insert_slice %0 into %o[0, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<4x3xf32>
    }
  }
  return %r : tensor<4x3xf32>
}

// A loop in a loop, and a loop on values alone, which stays.
// CHECK-LABEL: func @nested
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.parallel
// CHECK-NOT: scf.forall
func.func @nested(%x: !tssa.ref<4x3xf32>, %v: tensor<f32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    scf.forall (%j) in (3) {
      %e = view.of #view.path<[#view.select<0, ?>, #view.select<0, ?>]> %x[%i, %j] : !tssa.ref<4x3xf32> -> !tssa.ref<f32>
      tssa.write %v, %e : !tssa.ref<f32>
    }
    scf.reduce
  }
  %r = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%c0) -> index {
    scf.reduce(%i : index) {
    ^bb0(%before: index, %own: index):
      %0 = arith.addi %before, %own : index
      scf.reduce.return %0 : index
    }
  }
  return %r : index
}
