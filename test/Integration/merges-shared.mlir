// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=40 | FileCheck %s
//
// Storages that are allocated inside of a branch or a loop, where it depends on
// the run which of the refs that are passed on share one.

!vec = !tssa.ref<4xf32>
!val = tensor<4xf32>

// CHECK: ok branch: 3 ways equal
func.func @branch(%v: !val, %c: i1, %d: i1, %e: i1) -> (!vec, !vec, !val) {
  %r:2 = scf.if %c -> (!vec, !vec) {
    %a = tssa.alloc %v : !val -> !vec
    %b = tssa.alloc %v : !val -> !vec
    %p = arith.select %d, %a, %b : !vec
    %q = arith.select %e, %a, %b : !vec
    scf.yield %p, %q : !vec, !vec
  } else {
    %a = tssa.alloc %v : !val -> !vec
    scf.yield %a, %a : !vec, !vec
  }
  %0 = tssa.read %r#0 : !vec
  %1 = arith.addf %0, %v : !val
  tssa.write %1, %r#0 : !vec
  %2 = tssa.read %r#1 : !vec
  %3 = arith.mulf %2, %v : !val
  tssa.write %3, %r#1 : !vec
  %4 = tssa.read %r#0 : !vec
  return %r#0, %r#1, %4 : !vec, !vec, !val
}

// Three names of three storages, which the third one chooses from.
// CHECK: ok three: 3 ways equal
func.func @three(%x: !vec {tssa.noalias}, %v: !val, %c: i1, %d: i1, %e: i1, %k: i1) -> (!vec, !val, !val) {
  %r:3 = scf.if %c -> (!vec, !vec, !vec) {
    %a = tssa.alloc %v : !val -> !vec
    %b = tssa.alloc %v : !val -> !vec
    %p = arith.select %d, %a, %x : !vec
    %q = arith.select %e, %p, %b : !vec
    %s0 = arith.select %k, %q, %a : !vec
    scf.yield %p, %q, %s0 : !vec, !vec, !vec
  } else {
    %a = tssa.alloc %v : !val -> !vec
    %q = arith.select %k, %a, %x : !vec
    scf.yield %x, %q, %a : !vec, !vec, !vec
  }
  %0 = tssa.read %r#0 : !vec
  %1 = arith.addf %0, %v : !val
  tssa.write %1, %r#1 : !vec
  %2 = tssa.read %r#2 : !vec
  %3 = arith.addf %2, %1 : !val
  tssa.write %3, %r#0 : !vec
  %4 = tssa.read %r#1 : !vec
  %5 = tssa.read %r#2 : !vec
  return %r#2, %4, %5 : !vec, !val, !val
}

// The names that a loop carries change places and may become one.
// CHECK: ok loop: 3 ways equal
func.func @loop(%x: !vec {tssa.noalias}, %v: !val, %n: index {tssa.test = [0, 1, 2, 3, 5]},
                %m: index {tssa.test = [0, 1, 2, 3]}) -> (!vec, !val, !val, !val) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tssa.alloc %v : !val -> !vec
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %a, %s0 = %a) -> (!vec, !vec, !vec) {
    %isHere = arith.cmpi eq, %i, %m : index
    %0 = tssa.read %s0 : !vec
    %1 = arith.addf %0, %v : !val
    tssa.write %1, %s0 : !vec
    %t = arith.select %isHere, %q, %s0 : !vec
    %b = tssa.alloc %1 : !val -> !vec
    %u:2 = scf.for %j = %c0 to %m step %c1 iter_args(%y = %q, %z = %b) -> (!vec, !vec) {
      %2 = tssa.read %z : !vec
      %3 = arith.mulf %2, %v : !val
      tssa.write %3, %y : !vec
      scf.yield %z, %y : !vec, !vec
    }
    scf.yield %t, %s0, %u#1 : !vec, !vec, !vec
  }
  tssa.write %v, %r#0 : !vec
  %4 = tssa.read %r#1 : !vec
  %5 = arith.addf %4, %v : !val
  tssa.write %5, %r#2 : !vec
  %6 = tssa.read %r#0 : !vec
  %7 = tssa.read %r#1 : !vec
  %8 = tssa.read %r#2 : !vec
  return %r#1, %6, %7, %8 : !vec, !val, !val, !val
}

// Views of them, and a loop whose condition passes others on.
// CHECK: ok while: 3 ways equal
func.func @while(%v: !val, %w: tensor<2x2xf32>, %n: index {tssa.test = [0, 1, 2, 4]}, %c: i1) -> (!tssa.ref<2x2xf32>, !tssa.ref<2xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tssa.alloc %w : tensor<2x2xf32> -> !tssa.ref<2x2xf32>
  %row = view.of #view.select<0, 1> %a : !tssa.ref<2x2xf32> -> !tssa.ref<2xf32>
  %r:3 = scf.while (%i = %c0, %p = %a, %q = %row) : (index, !tssa.ref<2x2xf32>, !tssa.ref<2xf32>) -> (index, !tssa.ref<2x2xf32>, !tssa.ref<2xf32>) {
    %more = arith.cmpi slt, %i, %n : index
    %0 = tssa.read %p : !tssa.ref<2x2xf32>
    %b = tssa.alloc %0 : tensor<2x2xf32> -> !tssa.ref<2x2xf32>
    %k = arith.remui %i, %c2 : index
    %isOdd = arith.cmpi eq, %k, %c1 : index
    %t = arith.select %isOdd, %b, %p : !tssa.ref<2x2xf32>
    %s0 = arith.select %c, %b, %p : !tssa.ref<2x2xf32>
    %column = view.of #view.select<1, 0> %s0 : !tssa.ref<2x2xf32> -> !tssa.ref<2xf32>
    %u = arith.select %isOdd, %q, %column : !tssa.ref<2xf32>
    scf.condition(%more) %i, %t, %u : index, !tssa.ref<2x2xf32>, !tssa.ref<2xf32>
  } do {
  ^bb0(%i: index, %p: !tssa.ref<2x2xf32>, %q: !tssa.ref<2xf32>):
    %0 = tssa.read %q : !tssa.ref<2xf32>
    %1 = arith.addf %0, %0 : tensor<2xf32>
    tssa.write %1, %q : !tssa.ref<2xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %p, %q : index, !tssa.ref<2x2xf32>, !tssa.ref<2xf32>
  }
  tssa.write %w, %r#1 : !tssa.ref<2x2xf32>
  %2 = tssa.read %r#2 : !tssa.ref<2xf32>
  return %r#1, %r#2, %2 : !tssa.ref<2x2xf32>, !tssa.ref<2xf32>, tensor<2xf32>
}
