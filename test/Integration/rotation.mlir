// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that change places in a loop keep their memory.
// RUN: tssa validate %s --expect-functional --rounds=30
// RUN: tssa compile %s --emit=memref | FileCheck %s

!v = tensor<300xf32>
!r = !tssa.ref<300xf32>

// Two take turns; the sum goes where the older one was: no copy, no allocation
// in the loop.
// CHECK-LABEL: func.func @two
// CHECK:         scf.for
// CHECK-NOT:       memref.{{alloc|copy}}
// CHECK:           scf.yield
func.func @two(%a: !v, %b: !v, %n: index {tssa.test = [3, 0, 1, 2]}) -> !r {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (!v, !v) {
    %1 = tssa.add %p, %q : (!v, !v) -> !v
    scf.yield %q, %1 : !v, !v
  }
  %last = tssa.alloc %0#1 : !v -> !r
  return %last : !r
}

// Three, and all of them are results.
func.func @three(%a: !v, %b: !v, %c: !v, %n: index {tssa.test = [4, 0, 1, 2, 3]}) -> (!v, !v, !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b, %s = %c) -> (!v, !v, !v) {
    %1 = tssa.sub %p, %s : (!v, !v) -> !v
    scf.yield %q, %s, %1 : !v, !v, !v
  }
  return %0#0, %0#1, %0#2 : !v, !v, !v
}

// They swap, and one is written into in place.
func.func @swap(%x: !r {tssa.noalias}, %y: !r {tssa.noalias}, %e: tensor<f32>, %n: index {tssa.test = [3, 0, 1, 2]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = tssa.read %x : !r
    %1 = tssa.read %y : !r
    tssa.write %1, %x : !r
    tssa.write %0, %y : !r
    %k = view.of #view.select<0, ?> %x[%i] : !r -> !tssa.ref<f32>
    tssa.write %e, %k : !tssa.ref<f32>
  }
  return
}

// One value enters twice, and the older one is read after the newer was made.
func.func @same(%a: !v, %n: index {tssa.test = [3, 0, 1, 2]}) -> !v {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %a, %s = %a) -> (!v, !v, !v) {
    %1 = tssa.add %p, %q : (!v, !v) -> !v
    %2 = tssa.mul %p, %1 : (!v, !v) -> !v
    scf.yield %q, %1, %2 : !v, !v, !v
  }
  %1 = tssa.add %0#1, %0#2 : (!v, !v) -> !v
  return %1 : !v
}

// A while loop whose condition reads one of them.
func.func @while(%a: !v, %b: !v, %n: i64 {tssa.test = [3, 0, 1]}) -> (!v, !v) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %0:3 = scf.while (%i = %c0, %p = %a, %q = %b) : (i64, !v, !v) -> (i64, !v, !v) {
    %more = arith.cmpi slt, %i, %n : i64
    scf.condition(%more) %i, %p, %q : i64, !v, !v
  } do {
  ^bb0(%i: i64, %p: !v, %q: !v):
    %j = arith.addi %i, %c1 : i64
    %1 = tssa.add %p, %q : (!v, !v) -> !v
    scf.yield %j, %q, %1 : i64, !v, !v
  }
  return %0#1, %0#2 : !v, !v
}

// A swap under a branch in a loop.
func.func @branch(%a: !v, %b: !v, %n: index {tssa.test = [4, 0, 1, 3]}) -> (!v, !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (!v, !v) {
    %rest = arith.remui %i, %c2 : index
    %odd = arith.cmpi eq, %rest, %c1 : index
    %1:2 = scf.if %odd -> (!v, !v) {
      scf.yield %q, %p : !v, !v
    } else {
      %2 = tssa.add %p, %q : (!v, !v) -> !v
      scf.yield %2, %q : !v, !v
    }
    scf.yield %1#1, %1#0 : !v, !v
  }
  return %0#0, %0#1 : !v, !v
}

// Nested: the inner loop swaps what the outer one carries.
func.func @nested(%a: !v, %b: !v, %n: index {tssa.test = [3, 0, 1]}) -> (!v, !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (!v, !v) {
    %1:2 = scf.for %k = %c0 to %n step %c1 iter_args(%s = %p, %t = %q) -> (!v, !v) {
      %2 = tssa.add %s, %t : (!v, !v) -> !v
      scf.yield %t, %2 : !v, !v
    }
    scf.yield %1#0, %1#1 : !v, !v
  }
  return %0#0, %0#1 : !v, !v
}
