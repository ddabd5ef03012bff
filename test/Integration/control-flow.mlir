// RUN: tssa validate %s --rounds=30 --expect-functional | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutations in nested control flow of every kind.

!mat = !tssa.ref<4x3xf32>
!vec = !tssa.ref<3xf32>
!vec_value = tensor<3xf32>

// A branch in a loop in a branch.
// CHECK: ok if_for_if: 3 ways equal
func.func @if_for_if(%x: !mat, %c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.if %c {
    scf.for %i = %c0 to %n step %c1 {
      %odd = arith.remui %i, %c2 : index
      %is = arith.cmpi eq, %odd, %c1 : index
      scf.if %is {
        %j = tssa.check_index %i, %c4
        %v = view.of #view.select<0, ?> %x[%j] : !mat -> !vec
        %0 = tssa.read %v : !vec
        %1 = arith.addf %0, %0 : !vec_value
        tssa.write %1, %v : !vec
      } else {
        %v = view.of #view.select<0, 0> %x : !mat -> !vec
        %0 = tssa.read %v : !vec
        %1 = arith.negf %0 : !vec_value
        tssa.write %1, %v : !vec
      }
    }
  }
  return
}

// Both branches write, one of them another tensor too.
// CHECK: ok both_branches: 3 ways equal
func.func @both_branches(%x: !mat, %c: i1) -> !vec {
  %t0 = arith.constant dense<1.0> : !vec_value
  %t = tssa.alloc %t0 : !vec_value -> !vec
  %a = view.of #view.select<0, 1> %x : !mat -> !vec
  %b = view.of #view.select<0, 2> %x : !mat -> !vec
  scf.if %c {
    %0 = tssa.read %b : !vec
    tssa.write %0, %a : !vec
    tssa.write %0, %t : !vec
  } else {
    %0 = tssa.read %a : !vec
    tssa.write %0, %b : !vec
  }
  return %t : !vec
}

// A loop in a loop, each with writes before and after.
// CHECK: ok for_for: 3 ways equal
func.func @for_for(%x: !tssa.ref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tssa.dim %x, 0 : !tssa.ref<?x?xf32>
  %n = tssa.dim %x, 1 : !tssa.ref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    %j = tssa.check_index %i, %m
    %row = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
    %0 = tssa.read %row : !tssa.ref<?xf32>
    %1 = arith.negf %0 : tensor<?xf32>
    tssa.write %1, %row : !tssa.ref<?xf32>
    scf.for %k = %c0 to %n step %c1 {
      %l = tssa.check_index %k, %n
      %v = view.of #view.select<0, ?> %row[%l] : !tssa.ref<?xf32> -> !tssa.ref<f32>
      %2 = tssa.read %v : !tssa.ref<f32>
      %3 = arith.addf %2, %2 : tensor<f32>
      tssa.write %3, %v : !tssa.ref<f32>
    }
    %4 = tssa.read %row : !tssa.ref<?xf32>
    %5 = arith.addf %4, %0 : tensor<?xf32>
    tssa.write %5, %row : !tssa.ref<?xf32>
  }
  return
}

// The condition of a while changes what the body reads.
// CHECK: ok while_condition_writes: 3 ways equal
func.func @while_condition_writes(%x: !mat, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = view.of #view.select<0, 0> %x : !mat -> !vec
  %b = view.of #view.select<0, 1> %x : !mat -> !vec
  %r = scf.while (%i = %c0) : (index) -> index {
    %0 = tssa.read %a : !vec
    %1 = arith.addf %0, %0 : !vec_value
    tssa.write %1, %a : !vec
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %0 = tssa.read %a : !vec
    tssa.write %0, %b : !vec
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return %r : index
}

// How often a while runs depends on what it writes.
// CHECK: ok while_on_data: 3 ways equal
func.func @while_on_data(%x: !tssa.ref<3xi64>, %n: i64 {tssa.test = [3, -1, 6]}) {
  %one = arith.constant 1 : i64
  %first = view.of #view.select<0, 0> %x : !tssa.ref<3xi64> -> !tssa.ref<i64>
  scf.while : () -> () {
    %0 = tssa.read %first : !tssa.ref<i64>
    %1 = tensor.extract %0[] : tensor<i64>
    %more = arith.cmpi slt, %1, %n : i64
    scf.condition(%more)
  } do {
    %0 = tssa.read %first : !tssa.ref<i64>
    %1 = tssa.add %0, %one : (tensor<i64>, i64) -> tensor<i64>
    tssa.write %1, %first : !tssa.ref<i64>
    scf.yield
  }
  return
}

// One of several cases.
// CHECK: ok index_switch: 3 ways equal
func.func @index_switch(%x: !mat, %k: index) -> !vec_value {
  %a = view.of #view.select<0, 0> %x : !mat -> !vec
  %b = view.of #view.select<0, 1> %x : !mat -> !vec
  %r = scf.index_switch %k -> !vec_value
  case 0 {
    %0 = tssa.read %b : !vec
    tssa.write %0, %a : !vec
    scf.yield %0 : !vec_value
  }
  case 2 {
    %0 = tssa.read %a : !vec
    %1 = arith.negf %0 : !vec_value
    tssa.write %1, %b : !vec
    %2 = tssa.read %b : !vec
    scf.yield %2 : !vec_value
  }
  default {
    %0 = tssa.read %x : !mat
    %1 = arith.addf %0, %0 : tensor<4x3xf32>
    tssa.write %1, %x : !mat
    %2 = tssa.read %a : !vec
    scf.yield %2 : !vec_value
  }
  return %r : !vec_value
}

// A region that runs once.
// CHECK: ok execute_region: 3 ways equal
func.func @execute_region(%x: !mat) -> !vec_value {
  %a = view.of #view.select<0, 3> %x : !mat -> !vec
  %r = scf.execute_region -> !vec_value {
    %0 = tssa.read %a : !vec
    %1 = arith.negf %0 : !vec_value
    tssa.write %1, %a : !vec
    scf.yield %0 : !vec_value
  }
  return %r : !vec_value
}

// A tensor of the loop's own, changed in the loop and read after a branch.
// CHECK: ok local_in_loop: 3 ways equal
func.func @local_in_loop(%x: !mat, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = view.of #view.select<0, 3> %x : !mat -> !vec
  scf.for %i = %c0 to %n step %c1 {
    %0 = tssa.read %x : !mat
    %t = tssa.alloc %0 : tensor<4x3xf32> -> !mat
    %v = view.of #view.select<0, 2> %t : !mat -> !vec
    %1 = tssa.read %v : !vec
    scf.if %c {
      %2 = arith.addf %1, %1 : !vec_value
      tssa.write %2, %v : !vec
    }
    %3 = tssa.read %v : !vec
    tssa.write %3, %last : !vec
  }
  return
}

// Names carried by a loop beside the tensor it changes.
// CHECK: ok carried_values: 3 ways equal
func.func @carried_values(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32>) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tssa.dim %x, 0 : !tssa.ref<?xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero, %k = %c0) -> (f64, index) {
    %j = tssa.check_index %i, %n
    %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?xf32> -> !tssa.ref<f32>
    %0 = tssa.read %v : !tssa.ref<f32>
    %1 = tensor.extract %0[] : tensor<f32>
    %2 = arith.extf %1 : f32 to f64
    %3 = arith.addf %s, %2 : f64
    %4 = arith.addi %k, %i : index
    scf.yield %3, %4 : f64, index
  }
  return %r#0, %r#1 : f64, index
}

// Eight deep.
// CHECK: ok deep: 3 ways equal
func.func @deep(%x: !vec, %n: index {tssa.test = [1, 2, 0]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %a = %c0 to %n step %c1 {
    scf.for %b = %c0 to %n step %c1 {
      %p = arith.cmpi eq, %a, %b : index
      scf.if %p {
        scf.for %d = %c0 to %n step %c1 {
          scf.for %e = %c0 to %n step %c1 {
            %q = arith.cmpi ne, %d, %e : index
            scf.if %q {
              scf.for %f = %c0 to %n step %c1 {
                scf.for %g = %c0 to %n step %c1 {
                  %0 = tssa.read %x : !vec
                  %1 = arith.negf %0 : !vec_value
                  tssa.write %1, %x : !vec
                }
              }
            } else {
              %v = view.of #view.select<0, 1> %x : !vec -> !tssa.ref<f32>
              %0 = tssa.read %v : !tssa.ref<f32>
              %1 = arith.addf %0, %0 : tensor<f32>
              tssa.write %1, %v : !tssa.ref<f32>
            }
          }
        }
      }
    }
  }
  return
}

// Bounds that are compared as unsigned numbers: no trip.
// CHECK: ok unsigned_bounds: 3 ways equal
func.func @unsigned_bounds(%x: !vec, %v: !vec_value) {
  %c-1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %c-1 to %c0 step %c1 {
    tssa.write %v, %x : !vec
  }
  return
}
