// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=60 | FileCheck %s
//
// Lists that the caller made, three ways: a body for each of the first lengths,
// and the list of the caller afterwards. Elements may be one tensor, overlap
// each other or other arguments.

!row = !tssa.ref<4xf32>
!rows = !tssa.list<!row>

// Every element is written, and an argument that may be one of them.
// CHECK: ok each: 3 ways equal
func.func @each(%x: !row, %l: !rows {tssa.test = {length = [0, 1, 2, 3, 4, 5]}}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.list_len %l : !rows
  scf.for %i = %c0 to %n step %c1 {
    %e = tssa.list_get %l[%i] : !rows -> !row
    %v = tssa.read %e : !row
    %w = tssa.read %x : !row
    %s = tssa.add %v, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tssa.write %s, %e : !row
    tssa.write %v, %x : !row
  }
  return
}

// The list grows by an argument and by a new storage; both are results too, and
// so is the list itself.
// CHECK: ok grows: 3 ways equal
func.func @grows(%x: !row, %l: !rows {tssa.test = {length = [0, 1, 2, 3, 4]}}) -> (!rows, !row, !row) {
  %v = tssa.read %x : !row
  %a = tssa.alloc %v : tensor<4xf32> -> !row
  tssa.list_append %x, %l : !row, !rows
  tssa.list_append %a, %l : !row, !rows
  %w = tssa.neg %v : tensor<4xf32> -> tensor<4xf32>
  tssa.write %w, %a : !row
  return %l, %a, %x : !rows, !row, !row
}

// Which elements the list has in the end is known only at run time, and an
// index may be outside.
// CHECK: ok changes: 3 ways equal over 60 rounds, {{[1-9]}}
func.func @changes(%x: !tssa.ref<3x4xf32>, %l: !rows {tssa.test = {length = [0, 1, 2, 3, 4]}}, %i: index {tssa.test = [0, 1, 2, -1, 3]}, %c: i1) -> !row {
  %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<3x4xf32> -> !row
  tssa.list_insert %row, %l[%i] : !row, !rows
  scf.if %c {
    %p = tssa.list_pop %l[%i] : !rows -> !row
    %v = tssa.read %p : !row
    %w = tssa.neg %v : tensor<4xf32> -> tensor<4xf32>
    tssa.write %w, %p : !row
  } else {
    tssa.list_set %row, %l[%i] : !row, !rows
  }
  %e = tssa.list_get %l[%i] : !rows -> !row
  %u = tssa.read %e : !row
  %t = tssa.exp %u : tensor<4xf32> -> tensor<4xf32>
  tssa.write %t, %e : !row
  return %e : !row
}

// Elements change their places.
// CHECK: ok swaps: 3 ways equal over 60 rounds, {{[1-9]}}
func.func @swaps(%l: !rows {tssa.test = {length = [1, 2, 3, 4]}}, %i: index {tssa.test = [0, 1, -1, 2]}, %n: index {tssa.test = [0, 1, 2, 3]}) -> !rows {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %a = tssa.list_get %l[%c0] : !rows -> !row
    %b = tssa.list_get %l[%i] : !rows -> !row
    tssa.list_set %b, %l[%c0] : !row, !rows
    tssa.list_set %a, %l[%i] : !row, !rows
    %v = tssa.read %a : !row
    %w = tssa.read %b : !row
    %s = tssa.sub %v, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tssa.write %s, %a : !row
  }
  return %l : !rows
}

// The list runs empty, or is empty from the start.
// CHECK: ok empties: 3 ways equal over 60 rounds, {{[1-9]}}
func.func @empties(%x: !row, %l: !rows {tssa.test = {length = [0, 1, 2, 3]}}, %n: index {tssa.test = [0, 1, 2, 3]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = tssa.list_pop %l[%c0] : !rows -> !row
    %v = tssa.read %p : !row
    tssa.write %v, %x : !row
  }
  return
}

// An empty list whose elements are asked for is an error.
// CHECK: ok asks_empty: 3 ways equal over 60 rounds, {{[1-9]}}
func.func @asks_empty(%x: !row, %l: !rows {tssa.test = {length = [0, 1]}}, %c: i1) -> !row {
  %c0 = arith.constant 0 : index
  scf.if %c {
    %e = tssa.list_get %l[%c0] : !rows -> !row
    %v = tssa.read %e : !row
    tssa.write %v, %x : !row
  }
  return %x : !row
}

// Elements of dynamic size, under another type than the list states.
// CHECK: ok sizes: 3 ways equal
func.func @sizes(%x: !tssa.ref<4x?xf64>, %l: !tssa.list<!tssa.ref<?xf64>> {tssa.test = {length = [1, 2, 3], element = {sizes = [3]}}}) -> !tssa.ref<?xf64> {
  %c0 = arith.constant 0 : index
  %row = view.of #view.select<0, 2> %x : !tssa.ref<4x?xf64> -> !tssa.ref<?xf64>
  tssa.list_insert %row, %l[%c0] : !tssa.ref<?xf64>, !tssa.list<!tssa.ref<?xf64>>
  %c-1 = arith.constant -1 : index
  %e = tssa.list_get %l[%c-1] : !tssa.list<!tssa.ref<?xf64>> -> !tssa.ref<?xf64>
  %v = tssa.read %e : !tssa.ref<?xf64>
  %w = tssa.neg %v : tensor<?xf64> -> tensor<?xf64>
  tssa.write %w, %e : !tssa.ref<?xf64>
  return %e : !tssa.ref<?xf64>
}

// Beside a list of numbers, in which order shows.
// CHECK: ok numbers: 3 ways equal
func.func @numbers(%l: !rows {tssa.test = {length = [1, 2, 3]}}, %m: !tssa.list<index>, %x: !row) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tssa.list_append %x, %l : !row, !rows
  %n = tssa.list_len %l : !rows
  tssa.list_append %n, %m : index, !tssa.list<index>
  scf.for %i = %c0 to %n step %c1 {
    tssa.list_append %i, %m : index, !tssa.list<index>
    %e = tssa.list_get %l[%i] : !rows -> !row
    %v = tssa.read %e : !row
    %w = tssa.abs %v : tensor<4xf32> -> tensor<4xf32>
    tssa.write %w, %x : !row
  }
  return
}

// Branches between blocks, each with a return of its own.
// CHECK: ok blocks: 3 ways equal
func.func @blocks(%x: !row, %l: !rows {tssa.test = {length = [0, 1, 2, 3]}}, %c: i1) -> (!rows, !row) {
  %v = tssa.read %x : !row
  %w = tssa.neg %v : tensor<4xf32> -> tensor<4xf32>
  cf.cond_br %c, ^append, ^keep
^append:
  tssa.list_append %x, %l : !row, !rows
  tssa.write %w, %x : !row
  return %l, %x : !rows, !row
^keep:
  %n = tssa.list_len %l : !rows
  %c0 = arith.constant 0 : index
  %some = arith.cmpi ne, %n, %c0 : index
  scf.if %some {
    %e = tssa.list_get %l[%c0] : !rows -> !row
    tssa.write %w, %e : !row
  }
  return %l, %x : !rows, !row
}

!named = !tssa.list<!rows>

// Other names of the list are gone before: a choice of the list or itself, a
// list that held it at any place, a branch that gives it either way.
// CHECK: ok names: 3 ways equal
func.func @names(%x: !row, %l: !rows {tssa.test = {length = [0, 1, 2, 3, 4]}}, %c: i1, %k: index {tssa.test = [0, 1, -1, 2]}) -> (!rows, index) {
  %m = arith.select %c, %l, %l : !rows
  %t = tssa.list_create %l, %m : (!rows, !rows) -> !named
  %n = tssa.list_get %t[%k] : !named -> !rows
  tssa.list_append %x, %n : !row, !rows
  %p = scf.if %c -> (!rows) {
    tssa.list_append %x, %m : !row, !rows
    scf.yield %n : !rows
  } else {
    scf.yield %m : !rows
  }
  %c0 = arith.constant 0 : index
  %e = tssa.list_get %p[%c0] : !rows -> !row
  %v = tssa.read %e : !row
  %w = tssa.neg %v : tensor<4xf32> -> tensor<4xf32>
  tssa.write %w, %x : !row
  %q = tssa.list_len %p : !rows
  return %p, %q : !rows, index
}

// A loop that carries the list on as it is.
// CHECK: ok carried_name: 3 ways equal
func.func @carried_name(%x: !row, %l: !rows {tssa.test = {length = [0, 1, 2, 3, 4]}}, %k: index {tssa.test = [0, 1, 2]}) -> !rows {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %k step %c1 iter_args(%m = %l) -> (!rows) {
    %e = tssa.list_get %m[%i] : !rows -> !row
    %v = tssa.read %x : !row
    tssa.write %v, %e : !row
    scf.yield %m : !rows
  }
  %v = tssa.read %x : !row
  %w = tssa.neg %v : tensor<4xf32> -> tensor<4xf32>
  tssa.write %w, %x : !row
  return %r : !rows
}
