// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=60 | FileCheck %s
//
// Loops whose iterations may run at once.

// A reduction joins what iterations give, in their order.
// CHECK: ok reduced: 3 ways equal {{.*}} (functional)
func.func @reduced(%x: !tssa.ref<?x3xf32> {tssa.test = ["n", 3]}, %init: f32, %step: index {tssa.test = [1, 2]}) -> (f32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x3xf32>
  %t = tssa.read %x : !tssa.ref<?x3xf32>
  %sum, %last = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c3) step (%c1, %step) init (%init, %c3) -> (f32, index) {
    %v = tensor.extract %t[%i, %j] : tensor<?x3xf32>
    scf.reduce(%v, %i : f32, index) {
    ^bb0(%so_far: f32, %own: f32):
      %0 = arith.mulf %so_far, %so_far : f32
      %1 = arith.addf %0, %own : f32
      scf.reduce.return %1 : f32
    }, {
    ^bb0(%so_far: index, %own: index):
      scf.reduce.return %own : index
    }
  }
  return %sum, %last : f32, index
}

// Writes to parts that do not meet.
// CHECK: ok written: 3 ways equal {{.*}} (functional)
func.func @written(%x: !tssa.ref<?x3xf32> {tssa.test = ["n", 3]}, %y: !tssa.ref<?x3xf32> {tssa.noalias, tssa.test = ["n", 3]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x3xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x3xf32> -> !tssa.ref<3xf32>
    %b = view.of #view.select<0, ?> %y[%i] : !tssa.ref<?x3xf32> -> !tssa.ref<3xf32>
    %0 = tssa.read %a : !tssa.ref<3xf32>
    %1 = tssa.add %0, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    tssa.write %1, %b : !tssa.ref<3xf32>
    scf.reduce
  }
  scf.forall (%i) in (%n) {
    %b = view.of #view.select<0, ?> %y[%i] : !tssa.ref<?x3xf32> -> !tssa.ref<3xf32>
    %0 = tssa.read %b : !tssa.ref<3xf32>
    %1 = tssa.neg %0 : tensor<3xf32> -> tensor<3xf32>
    tssa.write %1, %b : !tssa.ref<3xf32>
  }
  return
}

// Parts are put together.
// CHECK: ok put_together: 3 ways equal {{.*}} (functional)
func.func @put_together(%x: !tssa.ref<4x3xf32>) {
  %t = tssa.read %x : !tssa.ref<4x3xf32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4x3xf32>) {
    %a = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
    %0 = tssa.read %a : !tssa.ref<3xf32>
    %1 = tssa.add %0, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<4x3xf32>
    }
  }
  tssa.write %r, %x : !tssa.ref<4x3xf32>
  return
}

// The same of values alone.
// CHECK: ok values: 3 ways equal {{.*}} (functional)
func.func @values(%t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4x3xf32>) {
    %a = view.access #view.select<0, ?> %t[%i] : tensor<4x3xf32> -> tensor<3xf32>
    %0 = tssa.add %a, %a : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %0 into %o[%i, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<4x3xf32>
    }
  }
  return %r : tensor<4x3xf32>
}

// Steps and places are checked, as what the program says: an error is that of
// the loop, or of the insertion, that was written.
// CHECK: ok errors: 3 ways equal over 60 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @errors(%x: !tssa.ref<4x3xf32>, %step: index {tssa.test = [1, 2, 0, -1]}, %n: index {tssa.test = [0, 3, 4]}, %at: index {tssa.test = [0, 1]}) -> tensor<4x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %step) {
    %e = view.of #view.path<[#view.select<0, ?>, #view.select<0, ?>]> %x[%j, %c1] : !tssa.ref<4x3xf32> -> !tssa.ref<f32>
    %0 = tssa.read %e : !tssa.ref<f32>
    %1 = tssa.exp %0 : tensor<f32> -> tensor<f32>
    tssa.write %1, %e : !tssa.ref<f32>
    scf.reduce
  }
  %t = tssa.read %x : !tssa.ref<4x3xf32>
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<4x3xf32>) {
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
    %0 = tssa.read %row : !tssa.ref<3xf32>
    %k = arith.addi %i, %at : index
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %0 into %o[%k, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<4x3xf32>
    }
  }
  return %r : tensor<4x3xf32>
}
