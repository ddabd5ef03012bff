// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report, one remark of fixed form per mutation, as `tssa explain` reads it.
// RUN: tssa-opt %s --tssa-functionalize="report=true" -o %t 2>&1 | FileCheck %s

// Function, op, outcome, root, path, note.
// CHECK: [[@LINE+6]]:3: remark: [tssa-report] @functional | tssa.write | functional | argument 0 | #view.select<0, 1> | became view.assign
// CHECK: [[@LINE+7]]:3: remark: [tssa-report] @functional | tssa.write | functional | allocation at {{.*}}tssa-functionalize-report.mlir:[[@LINE+6]]:8 | #view.alias | became tssa.update of the whole root

func.func @functional(%x: !tssa.ref<4xf32>, %s: tensor<f32>, %v: tensor<4xf32>) {
  %e = view.of #view.select<0, 1> %x
    : !tssa.ref<4xf32> -> !tssa.ref<f32>
  tssa.write %s, %e : !tssa.ref<f32>
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  tssa.write %v, %a : !tssa.ref<4xf32>
  return
}

// What stays imperative says why, at the mutation and at the op to blame.
// CHECK: remark: function stays imperative: 'scf.if' merges refs
// CHECK: remark: [tssa-report] @imperative | scf.if | imperative |  |  | 'scf.if' merges refs
// CHECK: remark: [tssa-report] @imperative | tssa.write | imperative |  |  | 'scf.if' merges refs
func.func @imperative(%x: !tssa.ref<5x4xf32>, %v: tensor<4xf32>, %c: i1) {
  %0 = view.of #view.select<0, 0> %x : !tssa.ref<5x4xf32> -> !tssa.ref<4xf32>
  %1 = view.of #view.select<0, 1> %x : !tssa.ref<5x4xf32> -> !tssa.ref<4xf32>
  %2 = view.of #view.select<0, 2> %x : !tssa.ref<5x4xf32> -> !tssa.ref<4xf32>
  %3 = view.of #view.select<0, 3> %x : !tssa.ref<5x4xf32> -> !tssa.ref<4xf32>
  %4 = view.of #view.select<0, 4> %x : !tssa.ref<5x4xf32> -> !tssa.ref<4xf32>
  %5 = arith.select %c, %0, %1 : !tssa.ref<4xf32>
  %6 = arith.select %c, %2, %5 : !tssa.ref<4xf32>
  %7 = arith.select %c, %3, %6 : !tssa.ref<4xf32>
  %8 = arith.select %c, %4, %7 : !tssa.ref<4xf32>
  tssa.write %v, %8 : !tssa.ref<4xf32>
  return
}
