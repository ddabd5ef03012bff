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
// CHECK: remark: [tssa-report] @imperative | scf.if | cause |  |  | 'scf.if' merges refs
// CHECK: remark: [tssa-report] @imperative | tssa.write | imperative |  |  | 'scf.if' merges refs
func.func @imperative(%x: !tssa.ref<9x4xf32>, %v: tensor<4xf32>, %c: i1) {
  %s0 = view.of #view.select<0, 0> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s1 = view.of #view.select<0, 1> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s2 = view.of #view.select<0, 2> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s3 = view.of #view.select<0, 3> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s4 = view.of #view.select<0, 4> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s5 = view.of #view.select<0, 5> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s6 = view.of #view.select<0, 6> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s7 = view.of #view.select<0, 7> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s8 = view.of #view.select<0, 8> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %m1 = arith.select %c, %s0, %s1 : !tssa.ref<4xf32>
  %m2 = arith.select %c, %s2, %m1 : !tssa.ref<4xf32>
  %m3 = arith.select %c, %s3, %m2 : !tssa.ref<4xf32>
  %m4 = arith.select %c, %s4, %m3 : !tssa.ref<4xf32>
  %m5 = arith.select %c, %s5, %m4 : !tssa.ref<4xf32>
  %m6 = arith.select %c, %s6, %m5 : !tssa.ref<4xf32>
  %m7 = arith.select %c, %s7, %m6 : !tssa.ref<4xf32>
  %m8 = arith.select %c, %s8, %m7 : !tssa.ref<4xf32>
  tssa.write %v, %m8 : !tssa.ref<4xf32>
  return
}
