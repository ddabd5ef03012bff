// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
//
// Functions that keep lists to themselves become functional.

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// Numbers in straight line: a list is what was put in.
// CHECK: ok straight: 3 ways equal over 20 rounds, 0 of them errors
func.func @straight(%x: !row, %a: i64, %b: i64) -> (i64, i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.constant -1 : index
  %l = tssa.list_create %a, %b : (i64, i64) -> !tssa.list<i64>
  tssa.list_append %a, %l : i64, !tssa.list<i64>
  tssa.list_insert %b, %l[%c0] : i64, !tssa.list<i64>
  %p = tssa.list_pop %l[%c1] : !tssa.list<i64> -> i64
  tssa.list_set %p, %l[%m1] : i64, !tssa.list<i64>
  %g = tssa.list_get %l[%m1] : !tssa.list<i64> -> i64
  %h = tssa.list_get %l[%c0] : !tssa.list<i64> -> i64
  %n = tssa.list_len %l : !tssa.list<i64>
  %0 = tssa.read %x : !row
  %1 = arith.addf %0, %0 : tensor<2xf32>
  tssa.write %1, %x : !row
  return %g, %h, %n : i64, i64, index
}

// A number at an index that is known at run time; outside it is an error.
// CHECK: ok chosen: 3 ways equal over 20 rounds, {{[1-9]}}
func.func @chosen(%x: !row, %k: index) -> (f64, i64, i1) {
  %a = arith.constant 1.5 : f64
  %b = arith.constant -2.0 : f64
  %i = arith.constant 7 : i64
  %t = arith.constant true
  %f = arith.constant false
  %l = tssa.list_create %a, %b, %a : (f64, f64, f64) -> !tssa.list<f64>
  %m = tssa.list_create %i, %i, %i, %i : (i64, i64, i64, i64) -> !tssa.list<i64>
  %n = tssa.list_create %t, %f : (i1, i1) -> !tssa.list<i1>
  %0 = tssa.list_get %l[%k] : !tssa.list<f64> -> f64
  %1 = tssa.list_get %m[%k] : !tssa.list<i64> -> i64
  %2 = tssa.list_get %n[%k] : !tssa.list<i1> -> i1
  %3 = arith.constant dense<0.0> : tensor<2xf32>
  tssa.write %3, %x : !row
  return %0, %1, %2 : f64, i64, i1
}

// Numbers that change in a loop and under a branch.
// CHECK: ok counted: 3 ways equal
func.func @counted(%x: !tssa.ref<?xf64>, %k: index {tssa.test = [0, 1, -1, 5]}) -> (i64, f64, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %f = arith.constant false
  %fz = arith.constant 0.5 : f64
  %n = tssa.dim %x, 0 : !tssa.ref<?xf64>
  %counts = tssa.list_create %zero, %zero : (i64, i64) -> !tssa.list<i64>
  %sums = tssa.list_create %fz : (f64) -> !tssa.list<f64>
  %seen = tssa.list_create %f, %f : (i1, i1) -> !tssa.list<i1>
  scf.for %i = %c0 to %n step %c1 {
    %v = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?xf64> -> !tssa.ref<f64>
    %0 = tssa.read %v : !tssa.ref<f64>
    %e = tensor.extract %0[] : tensor<f64>
    %positive = arith.cmpf ogt, %e, %fz : f64
    %at = arith.index_castui %positive : i1 to index
    %old = tssa.list_get %counts[%at] : !tssa.list<i64> -> i64
    %new = arith.addi %old, %one : i64
    tssa.list_set %new, %counts[%at] : i64, !tssa.list<i64>
    scf.if %positive {
      %s = tssa.list_get %sums[%c0] : !tssa.list<f64> -> f64
      %t = arith.addf %s, %e : f64
      tssa.list_set %t, %sums[%c0] : f64, !tssa.list<f64>
      tssa.list_set %positive, %seen[%k] : i1, !tssa.list<i1>
    }
    %w = tensor.from_elements %fz : tensor<f64>
    tssa.write %w, %v : !tssa.ref<f64>
  }
  %r0 = tssa.list_get %counts[%c1] : !tssa.list<i64> -> i64
  %r1 = tssa.list_get %sums[%c0] : !tssa.list<f64> -> f64
  %r2 = tssa.list_get %seen[%k] : !tssa.list<i1> -> i1
  return %r0, %r1, %r2 : i64, f64, i1
}

// Numbers that are appended in a loop: there is room for all of them.
// CHECK: ok collected: 3 ways equal
func.func @collected(%x: !tssa.ref<?xi64>, %k: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i64
  %n = tssa.dim %x, 0 : !tssa.ref<?xi64>
  %l = tssa.list_create %zero : (i64) -> !tssa.list<i64>
  scf.for %i = %c0 to %n step %c1 {
    %v = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?xi64> -> !tssa.ref<i64>
    %0 = tssa.read %v : !tssa.ref<i64>
    %e = tensor.extract %0[] : tensor<i64>
    %positive = arith.cmpi sgt, %e, %zero : i64
    scf.if %positive {
      scf.for %j = %c0 to %c3 step %c1 {
        tssa.list_append %e, %l : i64, !tssa.list<i64>
      }
    }
    %first = tssa.list_get %l[%c0] : !tssa.list<i64> -> i64
    %sum = arith.addi %first, %e : i64
    tssa.list_set %sum, %l[%c0] : i64, !tssa.list<i64>
    %w = tensor.from_elements %sum : tensor<i64>
    tssa.write %w, %v : !tssa.ref<i64>
  }
  %r = tssa.list_get %l[%k] : !tssa.list<i64> -> i64
  %len = tssa.list_len %l : !tssa.list<i64>
  return %r, %len : i64, index
}

// A list of numbers that grows without bound, or that the host made, stays an
// object, and the rest is functional around it.
// CHECK: ok unbounded: 3 ways equal
func.func @unbounded(%x: !tssa.ref<4xi64>, %log: !tssa.list<i64>) -> !tssa.list<i64> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %ten = arith.constant 10 : i64
  %l = tssa.list_create : () -> !tssa.list<i64>
  scf.while : () -> () {
    %v = view.of #view.select<0, 1> %x : !tssa.ref<4xi64> -> !tssa.ref<i64>
    %0 = tssa.read %v : !tssa.ref<i64>
    %e = tensor.extract %0[] : tensor<i64>
    %more = arith.cmpi slt, %e, %ten : i64
    tssa.list_append %e, %log : i64, !tssa.list<i64>
    scf.condition(%more)
  } do {
    %v = view.of #view.select<0, 1> %x : !tssa.ref<4xi64> -> !tssa.ref<i64>
    %0 = tssa.read %v : !tssa.ref<i64>
    %1 = tensor.extract %0[] : tensor<i64>
    %2 = arith.addi %1, %one : i64
    %3 = tensor.from_elements %2 : tensor<i64>
    tssa.write %3, %v : !tssa.ref<i64>
    tssa.list_append %2, %l : i64, !tssa.list<i64>
    tssa.list_insert %1, %log[%c0] : i64, !tssa.list<i64>
    scf.yield
  }
  return %l : !tssa.list<i64>
}

// One tensor in a list twice, and two names for one list.
// CHECK: ok twice: 3 ways equal
func.func @twice(%x: !tssa.ref<3x2xf32>) -> !row {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = view.of #view.select<0, 1> %x : !tssa.ref<3x2xf32> -> !row
  %s = view.of #view.slice<0, 1 : 2 : 1> %x : !tssa.ref<3x2xf32> -> !tssa.ref<1x2xf32>
  %q = view.of #view.select<0, 0> %s : !tssa.ref<1x2xf32> -> !row
  %l = tssa.list_create %r, %q : (!row, !row) -> !rows
  %ll = tssa.list_create %l, %l : (!rows, !rows) -> !tssa.list<!rows>
  %m = tssa.list_get %ll[%c1] : !tssa.list<!rows> -> !rows
  tssa.list_append %r, %m : !row, !rows
  %a = tssa.list_get %l[%c0] : !rows -> !row
  %0 = tssa.read %a : !row
  %1 = arith.addf %0, %0 : tensor<2xf32>
  %b = tssa.list_get %m[%c1] : !rows -> !row
  tssa.write %1, %b : !row
  %n = tssa.list_len %l : !rows
  %last = arith.subi %n, %c1 : index
  %c = tssa.list_get %l[%last] : !rows -> !row
  %2 = tssa.read %c : !row
  %3 = arith.addf %2, %2 : tensor<2xf32>
  %f = tssa.alloc %3 : tensor<2xf32> -> !row
  return %f : !row
}

// A list as a result: of names of an argument, of a fresh tensor twice, and of
// a part of it.
// CHECK: ok result: 3 ways equal
func.func @result(%x: !tssa.ref<3x2xf32>, %c: i1) -> (!rows, !row, !tssa.list<!tssa.any_ref>) {
  %c0 = arith.constant 0 : index
  %r0 = view.of #view.select<0, 2> %x : !tssa.ref<3x2xf32> -> !row
  %l = tssa.list_create %r0 : (!row) -> !rows
  %0 = tssa.read %r0 : !row
  %f = tssa.alloc %0 : tensor<2xf32> -> !row
  tssa.list_append %f, %l : !row, !rows
  tssa.list_insert %f, %l[%c0] : !row, !rows
  %part = view.of #view.select<0, 1> %f : !row -> !tssa.ref<f32>
  %any = tssa.list_create %part, %x, %f : (!tssa.ref<f32>, !tssa.ref<3x2xf32>, !row) -> !tssa.list<!tssa.any_ref>
  scf.if %c {
    %1 = arith.addf %0, %0 : tensor<2xf32>
    tssa.write %1, %f : !row
    tssa.write %1, %r0 : !row
  }
  return %l, %f, %any : !rows, !row, !tssa.list<!tssa.any_ref>
}

// Elements that change in a loop, all rows of one storage.
// CHECK: ok rotated: 3 ways equal
func.func @rotated(%x: !tssa.ref<3x2xf32>, %n: index {tssa.test = [0, 1, 2, 5]}, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r0 = view.of #view.select<0, 0> %x : !tssa.ref<3x2xf32> -> !row
  %r1 = view.of #view.select<0, 1> %x : !tssa.ref<3x2xf32> -> !row
  %r2 = view.of #view.select<0, 2> %x : !tssa.ref<3x2xf32> -> !row
  %l = tssa.list_create %r0, %r1, %r2 : (!row, !row, !row) -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %a = tssa.list_get %l[%c0] : !rows -> !row
    %b = tssa.list_get %l[%c1] : !rows -> !row
    %c = tssa.list_get %l[%c2] : !rows -> !row
    tssa.list_set %b, %l[%c0] : !row, !rows
    tssa.list_set %c, %l[%c1] : !row, !rows
    tssa.list_set %a, %l[%c2] : !row, !rows
    %0 = tssa.read %b : !row
    %1 = arith.addf %0, %0 : tensor<2xf32>
    tssa.write %1, %a : !row
  }
  %e = tssa.list_get %l[%k] : !rows -> !row
  %2 = arith.constant dense<-1.0> : tensor<2xf32>
  tssa.write %2, %e : !row
  return
}

// A queue of rows: appended and popped in loops.
// CHECK: ok queue: 3 ways equal
func.func @queue(%x: !tssa.ref<?x2xf32>) -> !row {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %sum = tssa.alloc %zero : tensor<2xf32> -> !row
  %l = tssa.list_create : () -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %r = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x2xf32> -> !row
    tssa.list_append %r, %l : !row, !rows
    tssa.list_insert %r, %l[%i] : !row, !rows
  }
  scf.while : () -> () {
    %len = tssa.list_len %l : !rows
    %more = arith.cmpi sgt, %len, %c1 : index
    scf.condition(%more)
  } do {
    %r = tssa.list_pop %l[%c1] : !rows -> !row
    %0 = tssa.read %r : !row
    %1 = tssa.read %sum : !row
    %2 = arith.addf %0, %1 : tensor<2xf32>
    tssa.write %2, %sum : !row
    tssa.write %2, %r : !row
    scf.yield
  }
  return %sum : !row
}

// A cell whose rank changes in straight line.
// CHECK: ok unsqueezed: 3 ways equal
func.func @unsqueezed(%x: !tssa.ref<3x2xf32>) -> !tssa.ref<1x2x3xf32> {
  %c0 = arith.constant 0 : index
  %cell = tssa.list_create %x : (!tssa.ref<3x2xf32>) -> !tssa.list<!tssa.any_ref>
  %0 = tssa.list_get %cell[%c0] : !tssa.list<!tssa.any_ref> -> !tssa.ref<3x2xf32>
  %1 = view.of #view.permute<[1, 0]> %0 : !tssa.ref<3x2xf32> -> !tssa.ref<2x3xf32>
  tssa.list_set %1, %cell[%c0] : !tssa.ref<2x3xf32>, !tssa.list<!tssa.any_ref>
  %2 = tssa.list_get %cell[%c0] : !tssa.list<!tssa.any_ref> -> !tssa.ref<?x3xf32>
  %3 = view.of #view.unsqueeze<0> %2 : !tssa.ref<?x3xf32> -> !tssa.ref<1x?x3xf32>
  tssa.list_set %3, %cell[%c0] : !tssa.ref<1x?x3xf32>, !tssa.list<!tssa.any_ref>
  %5 = view.of #view.select<1, 1> %3 : !tssa.ref<1x?x3xf32> -> !tssa.ref<1x3xf32>
  %6 = arith.constant dense<5.0> : tensor<1x3xf32>
  tssa.write %6, %5 : !tssa.ref<1x3xf32>
  %7 = view.of #view.unsqueeze<0> %1 : !tssa.ref<2x3xf32> -> !tssa.ref<1x2x3xf32>
  return %7 : !tssa.ref<1x2x3xf32>
}

// Storages that a loop allocates and collects: they are written while it runs
// and afterwards, and read at the end.
//
//   for i in range(n): h = h * x[i]; ys.append(h.clone()); if i > 0: ys[i - 1] += h
//   ys[k] += 1
//   return stack(ys)
//
// CHECK: ok outputs: 3 ways equal over 20 rounds, {{[1-9]}}
func.func @outputs(%x: !tssa.ref<?x2xf32>, %k: index) -> !tssa.ref<?x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x2xf32>
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %h = tssa.alloc %one : tensor<2xf32> -> !row
  %ys = tssa.list_create : () -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %r = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x2xf32> -> !row
    %0 = tssa.read %r : !row
    %1 = tssa.read %h : !row
    %2 = arith.addf %0, %1 : tensor<2xf32>
    tssa.write %2, %h : !row
    %3 = tssa.read %h : !row
    %y = tssa.alloc %3 : tensor<2xf32> -> !row
    tssa.list_append %y, %ys : !row, !rows
    %later = arith.cmpi sgt, %i, %c0 : index
    scf.if %later {
      %j = arith.subi %i, %c1 : index
      %before = tssa.list_get %ys[%j] : !rows -> !row
      %4 = tssa.read %before : !row
      %5 = arith.addf %4, %3 : tensor<2xf32>
      tssa.write %5, %before : !row
      tssa.write %4, %y : !row
    }
  }
  %e = tssa.list_get %ys[%k] : !rows -> !row
  %6 = tssa.read %e : !row
  %7 = arith.addf %6, %one : tensor<2xf32>
  tssa.write %7, %e : !row
  %8 = tssa.read %x : !tssa.ref<?x2xf32>
  %stack = tssa.alloc %8 : tensor<?x2xf32> -> !tssa.ref<?x2xf32>
  %m = tssa.list_len %ys : !rows
  scf.for %i = %c0 to %m step %c1 {
    %y = tssa.list_get %ys[%i] : !rows -> !row
    %9 = tssa.read %y : !row
    %to = view.of #view.select<0, ?> %stack[%i] : !tssa.ref<?x2xf32> -> !row
    tssa.write %9, %to : !row
  }
  return %stack : !tssa.ref<?x2xf32>
}

// The same under a branch, of sizes that are known only at run time.
// CHECK: ok selected: 3 ways equal
func.func @selected(%x: !tssa.ref<?x?xf64>, %k: index) -> (tensor<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %n = tssa.dim %x, 0 : !tssa.ref<?x?xf64>
  %w = tssa.dim %x, 1 : !tssa.ref<?x?xf64>
  %initial = tssa.full %zero[%w] : f64 -> tensor<?xf64>
  %l = tssa.list_create : () -> !tssa.list<!tssa.ref<?xf64>>
  scf.for %i = %c0 to %n step %c1 {
    %odd = arith.remui %i, %c2 : index
    %take = arith.cmpi eq, %odd, %c0 : index
    scf.if %take {
      scf.for %j = %c0 to %c2 step %c1 {
        %0 = arith.addf %initial, %initial : tensor<?xf64>
        %y = tssa.alloc %0 : tensor<?xf64> -> !tssa.ref<?xf64>
        tssa.list_append %y, %l : !tssa.ref<?xf64>, !tssa.list<!tssa.ref<?xf64>>
        %first = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<?xf64>> -> !tssa.ref<?xf64>
        %1 = tssa.read %first : !tssa.ref<?xf64>
        %one = arith.constant 1.0 : f64
        %2 = tssa.add %1, %one : (tensor<?xf64>, f64) -> tensor<?xf64>
        tssa.write %2, %y : !tssa.ref<?xf64>
      }
    }
  }
  %e = tssa.list_get %l[%k] : !tssa.list<!tssa.ref<?xf64>> -> !tssa.ref<?xf64>
  %r = tssa.read %e : !tssa.ref<?xf64>
  %m = tssa.list_len %l : !tssa.list<!tssa.ref<?xf64>>
  return %r, %m : tensor<?xf64>, index
}
