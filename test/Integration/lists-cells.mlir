// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
//
// Lists of which each place is known become refs that branches give and loops
// carry, where what they hold cannot be told apart by numbers; what a branch
// allocates for one is there before the branch.

!any = !tssa.ref<?xf32>
!cell = !tssa.list<!tssa.any_ref>
!row = !tssa.ref<4xf32>
!rows = !tssa.list<!row>

// A tensor that gets shorter in place, trip by trip.
// CHECK: ok shorter: 3 ways equal
func.func @shorter(%x: !any {tssa.test = {sizes = [6]}}, %n: index {tssa.test = [0, 1, 3, 7]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create %x : (!any) -> !cell
  scf.for %i = %c0 to %n step %c1 {
    %t = tssa.list_get %l[%c0] : !cell -> !any
    %u = view.of #view.slice<0, 1 : 9223372036854775807 : 1> %t : !any -> !any
    tssa.list_set %u, %l[%c0] : !any, !cell
    %v = tssa.read %u : !any
    %w = arith.addf %v, %v : tensor<?xf32>
    tssa.write %w, %u : !any
  }
  %last = tssa.list_get %l[%c0] : !cell -> !any
  %e = tssa.read %last : !any
  %f = arith.addf %e, %e : tensor<?xf32>
  tssa.write %f, %last : !any
  return
}

// Two slots, exchanged under a condition, in the condition of a loop too, and
// places that count from the end.
// CHECK: ok exchanged: 3 ways equal
func.func @exchanged(%x: !any {tssa.test = {sizes = [5]}}, %c: i1, %n: i64 {tssa.test = [0, 1, 2, 3]}) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.constant -1 : index
  %i0 = arith.constant 0 : i64
  %i1 = arith.constant 1 : i64
  %p = view.of #view.slice<0, 0 : 4 : 1> %x : !any -> !any
  %l = tssa.list_create %x, %p : (!any, !any) -> !cell
  scf.while (%i = %i0) : (i64) -> i64 {
    %a = tssa.list_get %l[%c0] : !cell -> !any
    %s = view.of #view.slice<0, 1 : 9223372036854775807 : 1> %a : !any -> !any
    tssa.list_set %s, %l[%c0] : !any, !cell
    %more = arith.cmpi slt, %i, %n : i64
    scf.condition(%more) %i : i64
  } do {
  ^bb0(%i: i64):
    scf.if %c {
      %a = tssa.list_get %l[%c0] : !cell -> !any
      %b = tssa.list_get %l[%m1] : !cell -> !any
      tssa.list_set %b, %l[%c0] : !any, !cell
      tssa.list_set %a, %l[%m1] : !any, !cell
    }
    %b = tssa.list_get %l[%c1] : !cell -> !any
    %v = tssa.read %b : !any
    %w = arith.addf %v, %v : tensor<?xf32>
    tssa.write %w, %b : !any
    %next = arith.addi %i, %i1 : i64
    scf.yield %next : i64
  }
  %a = tssa.list_get %l[%c0] : !cell -> !any
  %d = tssa.dim %a, 0 : !any
  %k = tssa.list_len %l : !cell
  %r = arith.addi %d, %k : index
  return %r : index
}

// The list held in a switch, of which only some cases set a slot.
// CHECK: ok switched: 3 ways equal
func.func @switched(%x: !any {tssa.test = {sizes = [5]}}, %n: index {tssa.test = [0, 1, 3]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %l = tssa.list_create %x : (!any) -> !cell
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.remui %i, %c3 : index
    scf.index_switch %k
    case 1 {
      %a = tssa.list_get %l[%c0] : !cell -> !any
      %s = view.of #view.slice<0, 1 : 9223372036854775807 : 1> %a : !any -> !any
      tssa.list_set %s, %l[%c0] : !any, !cell
      scf.yield
    }
    case 2 {
      %a = tssa.list_get %l[%c0] : !cell -> !any
      %v = tssa.read %a : !any
      %w = arith.addf %v, %v : tensor<?xf32>
      tssa.write %w, %a : !any
      scf.yield
    }
    default {
      %a = tssa.list_get %l[%c0] : !cell -> !any
      %s = view.of #view.slice<0, 0 : 4 : 1> %a : !any -> !any
      tssa.list_set %s, %l[%c0] : !any, !cell
      scf.yield
    }
  }
  %last = tssa.list_get %l[%c0] : !cell -> !any
  %v = tssa.read %last : !any
  %w = arith.addf %v, %v : tensor<?xf32>
  tssa.write %w, %last : !any
  return
}

// A branch allocates what may be in the list, and it is a result, or viewed
// over its storage.
// CHECK: ok branch: 3 ways equal
func.func @branch(%x: !row, %c: i1, %k: index {tssa.test = [0, 1, -1]}) -> !row {
  %c0 = arith.constant 0 : index
  %v = tssa.read %x : !row
  %l = tssa.list_create %x, %x : (!row, !row) -> !rows
  scf.if %c {
    %t = tssa.alloc %v : tensor<4xf32> -> !row
    tssa.list_set %t, %l[%c0] : !row, !rows
    %s = view.of #view.as_strided<[2], [2], 1> %t : !row -> !tssa.ref<2xf32>
    %w = tssa.read %s : !tssa.ref<2xf32>
    %u = arith.addf %w, %w : tensor<2xf32>
    tssa.write %u, %s : !tssa.ref<2xf32>
  }
  %r = tssa.list_get %l[%k] : !rows -> !row
  %e = tssa.read %r : !row
  %f = arith.addf %e, %e : tensor<4xf32>
  tssa.write %f, %r : !row
  %g = tssa.list_get %l[%c0] : !rows -> !row
  return %g : !row
}

// The same for a list that is a result, in each trip anew.
// CHECK: ok branch_result: 3 ways equal
func.func @branch_result(%x: !row, %c: i1, %d: i1) -> !rows {
  %c0 = arith.constant 0 : index
  %v = tssa.read %x : !row
  %l = tssa.list_create %x : (!row) -> !rows
  scf.if %c {
    %t = tssa.alloc %v : tensor<4xf32> -> !row
    tssa.list_append %t, %l : !row, !rows
    scf.if %d {
      tssa.list_append %t, %l : !row, !rows
    }
    tssa.write %v, %x : !row
  }
  return %l : !rows
}

// Each trip makes a list, and one storage for it.
// CHECK: ok trips: 3 ways equal
func.func @trips(%x: !row, %c: i1, %n: index {tssa.test = [0, 1, 3]}, %k: index {tssa.test = [0, 1, 2]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = tssa.read %x : !row
    %l = tssa.list_create %x : (!row) -> !rows
    scf.if %c {
      %t = tssa.alloc %v : tensor<4xf32> -> !row
      tssa.list_append %t, %l : !row, !rows
    }
    %r = tssa.list_get %l[%k] : !rows -> !row
    %e = tssa.read %r : !row
    %f = arith.addf %e, %v : tensor<4xf32>
    tssa.write %f, %r : !row
  }
  return
}
