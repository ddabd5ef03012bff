// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
//
// What a program does that can be seen from outside keeps its order, whatever
// becomes of its tensors. A list of the host is such a thing: what is appended
// to it is compared in order, after errors too if they are precise.

!log = !tssa.list<f64>

// Reads before and after writes, in a loop, a branch and a condition.
// CHECK: ok traced: 3 ways equal
func.func @traced(%x: !tssa.ref<?xf64>, %log: !log, %limit: f64 {tssa.test = [2.0, 0.0, -1.0]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %v = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?xf64> -> !tssa.ref<f64>
    scf.for %j = %c0 to %i step %c1 {
      %w = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?xf64> -> !tssa.ref<f64>
      %0 = tssa.read %w : !tssa.ref<f64>
      %1 = tensor.extract %0[] : tensor<f64>
      tssa.list_append %1, %log : f64, !log
      %2 = tssa.read %v : !tssa.ref<f64>
      %3 = arith.addf %0, %2 : tensor<f64>
      tssa.write %3, %v : !tssa.ref<f64>
    }
    %4 = tssa.read %v : !tssa.ref<f64>
    %5 = tensor.extract %4[] : tensor<f64>
    %large = arith.cmpf ogt, %5, %limit : f64
    scf.if %large {
      tssa.list_insert %5, %log[%c0] : f64, !log
      %6 = arith.negf %4 : tensor<f64>
      tssa.write %6, %v : !tssa.ref<f64>
    } else {
      tssa.list_append %limit, %log : f64, !log
    }
    %7 = tssa.read %v : !tssa.ref<f64>
    %8 = tensor.extract %7[] : tensor<f64>
    tssa.list_append %8, %log : f64, !log
  }
  return
}

// Equal reads of a list are not one read where it changes between them.
// CHECK: ok reread: 3 ways equal
func.func @reread(%x: !tssa.ref<2xf64>, %log: !log {tssa.test = {length = 2}}) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %a = tssa.list_get %log[%c0] : !log -> f64
  %n = tssa.list_len %log : !log
  %0 = tssa.full %a : f64 -> tensor<2xf64>
  tssa.write %0, %x : !tssa.ref<2xf64>
  tssa.list_append %a, %log : f64, !log
  %p = tssa.list_pop %log[%c0] : !log -> f64
  %b = tssa.list_get %log[%c0] : !log -> f64
  %m = tssa.list_len %log : !log
  %s = arith.addf %a, %b : f64
  %k = arith.addi %n, %m : index
  return %s, %k : f64, index
}

// A list that a loop does not change is read in each trip after what changes it.
// CHECK: ok loop_invariant: 3 ways equal
func.func @loop_invariant(%x: !tssa.ref<4xf64>, %log: !log {tssa.test = {length = [1, 3, 0]}}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %a = tssa.list_get %log[%c0] : !log -> f64
    %v = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4xf64> -> !tssa.ref<f64>
    %0 = tensor.from_elements %a : tensor<f64>
    tssa.write %0, %v : !tssa.ref<f64>
  }
  return
}
