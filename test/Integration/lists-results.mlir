// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
//
// Lists that are results, of which only the run tells how long they are and
// what they hold: made where they go out, of numbers that tell what goes in.

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// Rows that a loop picks, as often as it likes.
// CHECK: ok picked: 3 ways equal
func.func @picked(%x: !tssa.ref<4x2xf32>, %n: index {tssa.test = [0, 1, 3, 4]}, %c: i1) -> !rows {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = tssa.list_create : () -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %j = tssa.check_index %i, %c4
    %row = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x2xf32> -> !row
    tssa.list_append %row, %l : !row, !rows
    %0 = tssa.read %row : !row
    %1 = arith.addf %0, %0 : tensor<2xf32>
    tssa.write %1, %row : !row
    scf.if %c {
      tssa.list_append %row, %l : !row, !rows
    }
  }
  return %l : !rows
}

// A fresh storage is one for the caller, in the list and beside it.
// CHECK: ok shared: 3 ways equal
func.func @shared(%v: tensor<2xf32>, %x: !row, %n: index {tssa.test = [0, 1, 2, 3]}, %c: i1) -> (!row, !rows, !rows) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tssa.alloc %v : tensor<2xf32> -> !row
  %b = tssa.alloc %v : tensor<2xf32> -> !row
  %l = tssa.list_create %a, %x : (!row, !row) -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %e = tssa.list_get %l[%i] : !rows -> !row
    tssa.list_append %e, %l : !row, !rows
    scf.if %c {
      tssa.list_insert %b, %l[%i] : !row, !rows
    }
    %0 = tssa.read %e : !row
    %1 = arith.addf %0, %v : tensor<2xf32>
    tssa.write %1, %e : !row
  }
  return %b, %l, %l : !row, !rows, !rows
}

// Two lists, one of which may be the other one's place: what goes out is apart.
// CHECK: ok apart: 3 ways equal
func.func @apart(%x: !row {tssa.noalias}, %y: !row {tssa.noalias}, %c: i1, %k: index {tssa.test = [0, 1]}) -> (!rows, tensor<2xf32>, !rows) {
  %c0 = arith.constant 0 : index
  %l = tssa.list_create %x : (!row) -> !rows
  %m = tssa.list_create %y : (!row) -> !rows
  %one = arith.select %c, %l, %m : !rows
  tssa.list_append %y, %one : !row, !rows
  %e = tssa.list_get %one[%k] : !rows -> !row
  %0 = tssa.read %e : !row
  %1 = arith.addf %0, %0 : tensor<2xf32>
  tssa.write %1, %e : !row
  return %l, %0, %m : !rows, tensor<2xf32>, !rows
}

// Elements that are merged, in a list of known length.
// CHECK: ok merged: 3 ways equal
func.func @merged(%v: tensor<2xf32>, %x: !row {tssa.noalias}, %y: !row {tssa.noalias}, %c: i1, %d: i1) -> (!rows, !row) {
  %one = scf.if %c -> (!row) {
    %a = tssa.alloc %v : tensor<2xf32> -> !row
    scf.yield %a : !row
  } else {
    scf.yield %x : !row
  }
  %two = arith.select %d, %one, %y : !row
  %0 = tssa.read %two : !row
  %1 = arith.addf %0, %v : tensor<2xf32>
  tssa.write %1, %one : !row
  %l = tssa.list_create %one, %two, %y, %one : (!row, !row, !row, !row) -> !rows
  return %l, %two : !rows, !row
}

// Any refs: a matrix or a row of it.
// CHECK: ok any: 3 ways equal
func.func @any(%x: !tssa.ref<3x2xf32>, %n: index {tssa.test = [0, 1, 3]}) -> !tssa.list<!tssa.any_ref> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %l = tssa.list_create %x : (!tssa.ref<3x2xf32>) -> !tssa.list<!tssa.any_ref>
  scf.for %i = %c0 to %n step %c1 {
    %j = tssa.check_index %i, %c3
    %row = view.of #view.select<0, ?> %x[%j] : !tssa.ref<3x2xf32> -> !row
    tssa.list_append %row, %l : !row, !tssa.list<!tssa.any_ref>
    %0 = tssa.read %row : !row
    %1 = arith.addf %0, %0 : tensor<2xf32>
    tssa.write %1, %row : !row
  }
  return %l : !tssa.list<!tssa.any_ref>
}

// What is read behind the list is what the list holds.
// CHECK: ok read_behind: 3 ways equal {{.*}} (functional)
func.func @read_behind(%x: !tssa.ref<4x3xf32> {tssa.noalias}, %v: tensor<3xf32>, %n: index {tssa.test = [0, 1, 3]}) -> (tensor<4x3xf32>, !tssa.list<!tssa.ref<3xf32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = view.of #view.select<0, 0> %x : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  tssa.write %v, %a : !tssa.ref<3xf32>
  %l = tssa.list_create : () -> !tssa.list<!tssa.ref<3xf32>>
  scf.for %i = %c0 to %n step %c1 {
    %r = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
    tssa.list_append %r, %l : !tssa.ref<3xf32>, !tssa.list<!tssa.ref<3xf32>>
  }
  %t = tssa.read %x : !tssa.ref<4x3xf32>
  return %t, %l : tensor<4x3xf32>, !tssa.list<!tssa.ref<3xf32>>
}
