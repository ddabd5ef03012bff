// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s
//
// Every operation on lists, with every kind of element, three ways: contents,
// errors, and which storages and objects the results are.

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// Numbers: all operations on a list that the host made.
// CHECK: ok integers: 3 ways equal over 20 rounds, {{[1-9]}}
func.func @integers(%l: !tssa.list<i64>, %v: i64, %k: index) -> (i64, i64, index, !tssa.list<i64>) {
  tssa.list_append %v, %l : i64, !tssa.list<i64>
  tssa.list_insert %v, %l[%k] : i64, !tssa.list<i64>
  tssa.list_set %v, %l[%k] : i64, !tssa.list<i64>
  %g = tssa.list_get %l[%k] : !tssa.list<i64> -> i64
  %p = tssa.list_pop %l[%k] : !tssa.list<i64> -> i64
  %n = tssa.list_len %l : !tssa.list<i64>
  return %g, %p, %n, %l : i64, i64, index, !tssa.list<i64>
}

// CHECK: ok floats: 3 ways equal
func.func @floats(%l: !tssa.list<f64>, %v: f64, %k: index) -> (f64, f64, !tssa.list<f64>) {
  tssa.list_insert %v, %l[%k] : f64, !tssa.list<f64>
  tssa.list_set %v, %l[%k] : f64, !tssa.list<f64>
  %g = tssa.list_get %l[%k] : !tssa.list<f64> -> f64
  %p = tssa.list_pop %l[%k] : !tssa.list<f64> -> f64
  return %g, %p, %l : f64, f64, !tssa.list<f64>
}

// CHECK: ok booleans: 3 ways equal
func.func @booleans(%l: !tssa.list<i1>, %v: i1, %k: index) -> (i1, i1, !tssa.list<i1>) {
  tssa.list_insert %v, %l[%k] : i1, !tssa.list<i1>
  tssa.list_set %v, %l[%k] : i1, !tssa.list<i1>
  %g = tssa.list_get %l[%k] : !tssa.list<i1> -> i1
  %p = tssa.list_pop %l[%k] : !tssa.list<i1> -> i1
  return %g, %p, %l : i1, i1, !tssa.list<i1>
}

// CHECK: ok indices: 3 ways equal
func.func @indices(%l: !tssa.list<index>, %k: index) -> (index, index, !tssa.list<index>) {
  tssa.list_append %k, %l : index, !tssa.list<index>
  %g = tssa.list_get %l[%k] : !tssa.list<index> -> index
  %p = tssa.list_pop %l[%k] : !tssa.list<index> -> index
  return %g, %p, %l : index, index, !tssa.list<index>
}

// An index outside is an error with the place of the op, and so is a pop of an
// empty list.
// CHECK: ok pop_empty: 3 ways equal over 20 rounds, 20 of them errors
func.func @pop_empty(%l: !tssa.list<f64> {tssa.test = {length = 0}}, %k: index) -> f64 {
  %p = tssa.list_pop %l[%k] : !tssa.list<f64> -> f64
  return %p : f64
}

// Lists in lists: one object under several names stays one.
// CHECK: ok nested: 3 ways equal
func.func @nested(%l: !tssa.list<!tssa.list<i64>>, %m: !tssa.list<i64>) -> (!tssa.list<!tssa.list<i64>>, !tssa.list<i64>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i64
  tssa.list_append %m, %l : !tssa.list<i64>, !tssa.list<!tssa.list<i64>>
  tssa.list_append %m, %l : !tssa.list<i64>, !tssa.list<!tssa.list<i64>>
  tssa.list_append %c7, %m : i64, !tssa.list<i64>
  %first = tssa.list_get %l[%c0] : !tssa.list<!tssa.list<i64>> -> !tssa.list<i64>
  tssa.list_append %c7, %first : i64, !tssa.list<i64>
  return %l, %first : !tssa.list<!tssa.list<i64>>, !tssa.list<i64>
}

// Rows of an argument: elements are names of its storage.
// CHECK: ok rows: 3 ways equal
func.func @rows(%x: !tssa.ref<?x2xf32>, %k: index) -> (!rows, !row) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x2xf32>
  %l = tssa.list_create : () -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %r = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x2xf32> -> !row
    tssa.list_append %r, %l : !row, !rows
  }
  %v = arith.constant dense<[8.0, 9.0]> : tensor<2xf32>
  %row = tssa.list_get %l[%k] : !rows -> !row
  tssa.write %v, %row : !row
  return %l, %row : !rows, !row
}

// Fresh storages that only a list holds live as long as it does.
// CHECK: ok fresh_elements: 3 ways equal
func.func @fresh_elements(%x: !tssa.ref<2x2xf32>, %n: index) -> !rows {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create : () -> !rows
  %v = view.of #view.select<0, 1> %x : !tssa.ref<2x2xf32> -> !row
  scf.for %i = %c0 to %n step %c1 {
    %0 = tssa.read %v : !row
    %a = tssa.alloc %0 : tensor<2xf32> -> !row
    tssa.list_append %a, %l : !row, !rows
    tssa.list_append %v, %l : !row, !rows
    %e = tssa.list_get %l[%c0] : !rows -> !row
    %1 = arith.addf %0, %0 : tensor<2xf32>
    tssa.write %1, %e : !row
    tssa.write %1, %v : !row
  }
  return %l : !rows
}

// Elements of the host's list are written: they may share a storage.
// CHECK: ok host_elements: 3 ways equal
func.func @host_elements(%l: !tssa.list<!tssa.ref<?xf64>>, %x: !tssa.ref<?xf64>) -> (!tssa.list<!tssa.ref<?xf64>>, !tssa.ref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.list_len %l : !tssa.list<!tssa.ref<?xf64>>
  scf.for %i = %c0 to %n step %c1 {
    %e = tssa.list_get %l[%i] : !tssa.list<!tssa.ref<?xf64>> -> !tssa.ref<?xf64>
    %0 = tssa.read %e : !tssa.ref<?xf64>
    %1 = arith.addf %0, %0 : tensor<?xf64>
    tssa.write %1, %e : !tssa.ref<?xf64>
  }
  tssa.list_append %x, %l : !tssa.ref<?xf64>, !tssa.list<!tssa.ref<?xf64>>
  %f = tssa.list_pop %l[%c0] : !tssa.list<!tssa.ref<?xf64>> -> !tssa.ref<?xf64>
  return %l, %f : !tssa.list<!tssa.ref<?xf64>>, !tssa.ref<?xf64>
}

// Elements of every element type and layout.
// CHECK: ok booleans_in_refs: 3 ways equal
func.func @booleans_in_refs(%v: !tssa.ref<?x2xi1, strided<[2, 1], offset: ?>>, %k: index) -> !tssa.list<!tssa.ref<?x2xi1, strided<[2, 1], offset: ?>>> {
  %l = tssa.list_create %v : (!tssa.ref<?x2xi1, strided<[2, 1], offset: ?>>) -> !tssa.list<!tssa.ref<?x2xi1, strided<[2, 1], offset: ?>>>
  %e = tssa.list_get %l[%k] : !tssa.list<!tssa.ref<?x2xi1, strided<[2, 1], offset: ?>>> -> !tssa.ref<?x2xi1, strided<[2, 1], offset: ?>>
  %0 = tssa.read %e : !tssa.ref<?x2xi1, strided<[2, 1], offset: ?>>
  %a = tssa.alloc %0 : tensor<?x2xi1> -> !tssa.ref<?x2xi1, strided<[2, 1], offset: ?>>
  tssa.list_append %a, %l : !tssa.ref<?x2xi1, strided<[2, 1], offset: ?>>, !tssa.list<!tssa.ref<?x2xi1, strided<[2, 1], offset: ?>>>
  return %l : !tssa.list<!tssa.ref<?x2xi1, strided<[2, 1], offset: ?>>>
}

// CHECK: ok halves: 3 ways equal
func.func @halves(%v: !tssa.ref<bf16>, %w: !tssa.ref<bf16>) -> (!tssa.list<!tssa.ref<bf16>>, !tssa.ref<bf16>) {
  %c1 = arith.constant 1 : index
  %l = tssa.list_create %v, %w : (!tssa.ref<bf16>, !tssa.ref<bf16>) -> !tssa.list<!tssa.ref<bf16>>
  %e = tssa.list_pop %l[%c1] : !tssa.list<!tssa.ref<bf16>> -> !tssa.ref<bf16>
  %0 = tssa.read %v : !tssa.ref<bf16>
  tssa.write %0, %e : !tssa.ref<bf16>
  return %l, %e : !tssa.list<!tssa.ref<bf16>>, !tssa.ref<bf16>
}

// Lists and elements that come out of branches, loops and calls.
// CHECK: ok merged: 3 ways equal
func.func @merged(%x: !row, %y: !row, %c: i1, %k: index) -> (!rows, !row, index) {
  %a = tssa.list_create %x : (!row) -> !rows
  %b = tssa.list_create %y, %x : (!row, !row) -> !rows
  %l = scf.if %c -> !rows {
    scf.yield %a : !rows
  } else {
    scf.yield %b : !rows
  }
  %m = arith.select %c, %b, %l : !rows
  tssa.list_append %x, %l : !row, !rows
  %e = scf.if %c -> !row {
    %f = tssa.list_get %m[%k] : !rows -> !row
    scf.yield %f : !row
  } else {
    scf.yield %y : !row
  }
  %n = tssa.list_len %m : !rows
  return %l, %e, %n : !rows, !row, index
}

func.func private @append(%l: !rows, %x: !row) -> (!rows, !row) {
  %c0 = arith.constant 0 : index
  tssa.list_append %x, %l : !row, !rows
  %e = tssa.list_get %l[%c0] : !rows -> !row
  return %l, %e : !rows, !row
}
// CHECK: ok carried: 3 ways equal
func.func @carried(%x: !row, %y: !row, %n: index) -> (!rows, !row) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tssa.list_create %x : (!row) -> !rows
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%l = %a, %e = %y) -> (!rows, !row) {
    %b:2 = func.call @append(%l, %e) : (!rows, !row) -> (!rows, !row)
    scf.yield %b#0, %b#1 : !rows, !row
  }
  return %r#0, %r#1 : !rows, !row
}

// A cell: one slot whose ref may change its rank; what is read must be what
// the reader states.
// CHECK: ok cell: 3 ways equal over 20 rounds, {{[1-9]}}
func.func @cell(%x: !tssa.ref<2x3xi64>, %c: i1) -> !tssa.ref<?x2xi64> {
  %c0 = arith.constant 0 : index
  %cell = tssa.list_create %x : (!tssa.ref<2x3xi64>) -> !tssa.list<!tssa.any_ref>
  scf.if %c {
    %a = tssa.list_get %cell[%c0] : !tssa.list<!tssa.any_ref> -> !tssa.ref<2x3xi64>
    %t = view.of #view.permute<[1, 0]> %a : !tssa.ref<2x3xi64> -> !tssa.ref<3x2xi64>
    tssa.list_set %t, %cell[%c0] : !tssa.ref<3x2xi64>, !tssa.list<!tssa.any_ref>
  }
  %r = tssa.list_get %cell[%c0] : !tssa.list<!tssa.any_ref> -> !tssa.ref<?x2xi64>
  return %r : !tssa.ref<?x2xi64>
}

// The layout that a reader states is checked like its sizes.
// CHECK: ok layout: 3 ways equal over 20 rounds, {{[1-9]}}
func.func @layout(%x: !tssa.ref<2x3xi1>, %c: i1) -> !tssa.ref<2x3xi1, strided<[3, 1]>> {
  %c0 = arith.constant 0 : index
  %cell = tssa.list_create %x : (!tssa.ref<2x3xi1>) -> !tssa.list<!tssa.any_ref>
  %r = tssa.list_get %cell[%c0] : !tssa.list<!tssa.any_ref> -> !tssa.ref<2x3xi1, strided<[3, 1]>>
  return %r : !tssa.ref<2x3xi1, strided<[3, 1]>>
}

// A loop of blocks: a storage of each trip in a list that is outside, so that
// one name stands for many.
// CHECK: ok loop_of_blocks: 3 ways equal
func.func @loop_of_blocks(%v: tensor<2xf32>, %w: tensor<2xf32>, %n: index {tssa.test = [0, 1, 2, 3]}) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create : () -> !tssa.list<!tssa.ref<2xf32>>
  cf.br ^head(%c0 : index)
^head(%i: index):
  %b = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>
  tssa.list_append %b, %l : !tssa.ref<2xf32>, !tssa.list<!tssa.ref<2xf32>>
  %e = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<2xf32>> -> !tssa.ref<2xf32>
  %0 = tssa.read %e : !tssa.ref<2xf32>
  %1 = arith.addf %0, %w : tensor<2xf32>
  tssa.write %1, %e : !tssa.ref<2xf32>
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^head(%j : index), ^exit
^exit:
  %f = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<2xf32>> -> !tssa.ref<2xf32>
  %r = tssa.read %f : !tssa.ref<2xf32>
  return %r : tensor<2xf32>
}

// Bounds that are compared as unsigned numbers: no trip.
// CHECK: ok unsigned_bounds: 3 ways equal
func.func @unsigned_bounds(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %c-1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create %x : (!tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
  scf.for unsigned %i = %c-1 to %c0 step %c1 {
    %f = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
    tssa.write %v, %x : !tssa.ref<4xf32>
    tssa.list_append %f, %l : !tssa.ref<4xf32>, !tssa.list<!tssa.ref<4xf32>>
  }
  %y = tssa.list_get %l[%c-1] : !tssa.list<!tssa.ref<4xf32>> -> !tssa.ref<4xf32>
  %0 = tssa.read %y : !tssa.ref<4xf32>
  return %0 : tensor<4xf32>
}
