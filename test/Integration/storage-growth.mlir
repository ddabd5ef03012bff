// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=16 | FileCheck %s
// RUN: tssa validate %s --rounds=16 --errors=precise | FileCheck %s
//
// Storages that grow, as PyTorch's `resize_` makes them: everything that names
// the storage goes on doing so, arguments and results of the host included.

!any = !tssa.ref<?xf32>
!cell = !tssa.list<!any>

// What is new is 0; a name from before sees what is written through one from
// after, and the other way round.
// CHECK: ok fresh: 3 ways equal over 16 rounds, 0 of them errors (stays imperative: 
func.func @fresh(%v: tensor<3xf32>, %u: tensor<8xf32>) -> (tensor<8xf32>, tensor<3xf32>, !tssa.ref<3xf32>, !tssa.ref<8xf32>) {
  %c8 = arith.constant 8 : index
  %x = tssa.alloc %v : tensor<3xf32> -> !tssa.ref<3xf32>
  %o = tssa.grow_storage %x, %c8 : !tssa.ref<3xf32>
  %y = view.of #view.as_strided<[8], [1], ?> %x[%o] : !tssa.ref<3xf32> -> !tssa.ref<8xf32>
  %0 = tssa.read %y : !tssa.ref<8xf32>
  tssa.write %u, %y : !tssa.ref<8xf32>
  %1 = tssa.read %x : !tssa.ref<3xf32>
  %2 = arith.addf %1, %v : tensor<3xf32>
  tssa.write %2, %x : !tssa.ref<3xf32>
  return %0, %1, %x, %y : tensor<8xf32>, tensor<3xf32>, !tssa.ref<3xf32>, !tssa.ref<8xf32>
}

// An argument, at an offset and with a neighbor in its storage.
// CHECK: ok argument: 3 ways equal over 16 rounds, {{[1-9][0-9]*}} of them errors (stays imperative: 
func.func @argument(%x: !any {tssa.test = {sizes = [[2, 0, 5]], strides = [1], offset = [0, 3]}}, %z: !any {tssa.test = {shares = 0}}, %n: index {tssa.test = [4, 0, 1, 9, 1000, -1]}) -> (!any, tensor<?xf32>) {
  %before = tssa.read %z : !any
  %o = tssa.grow_storage %x, %n : !any
  %y = view.of #view.as_strided<[?], [1], ?> %x[%n, %o] : !any -> !any
  %0 = tssa.read %y : !any
  %1 = arith.addf %0, %0 : tensor<?xf32>
  tssa.write %1, %y : !any
  %2 = tssa.read %z : !any
  %3 = arith.addf %2, %before : tensor<?xf32>
  tssa.write %3, %z : !any
  return %y, %before : !any, tensor<?xf32>
}

// Elements of two types have to come out right: a count is in elements of the
// ref.
// CHECK: ok bytes: 3 ways equal over 16 rounds, 0 of them errors (stays imperative: 
func.func @bytes(%v: tensor<2xi64>, %u: tensor<5xi32>) -> (tensor<2xi64>, !tssa.ref<5xi32>) {
  %c5 = arith.constant 5 : index
  %x = tssa.alloc %v : tensor<2xi64> -> !tssa.ref<2xi64>
  %b = view.of #view.bitcast<i32> %x : !tssa.ref<2xi64> -> !tssa.ref<4xi32>
  %o = tssa.grow_storage %b, %c5 : !tssa.ref<4xi32>
  %y = view.of #view.as_strided<[5], [1], ?> %b[%o] : !tssa.ref<4xi32> -> !tssa.ref<5xi32>
  tssa.write %u, %y : !tssa.ref<5xi32>
  %0 = tssa.read %x : !tssa.ref<2xi64>
  return %0, %y : tensor<2xi64>, !tssa.ref<5xi32>
}

// `t.resize_(n)` under a condition, where `t` is a tensor object.
// CHECK: ok in_branch: 3 ways equal over 16 rounds, {{[1-9][0-9]*}} of them errors (stays imperative: 
func.func @in_branch(%x: !any, %c: i1, %n: index {tssa.test = [3, 1, 7, 40, -2]}) -> (!any, !any) {
  %c0 = arith.constant 0 : index
  %t = tssa.list_create %x : (!any) -> !cell
  scf.if %c {
    %r = tssa.list_get %t[%c0] : !cell -> !any
    %o = tssa.grow_storage %r, %n : !any
    %y = view.of #view.as_strided<[?], [1], ?> %r[%n, %o] : !any -> !any
    tssa.list_set %y, %t[%c0] : !any, !cell
  }
  %r = tssa.list_get %t[%c0] : !cell -> !any
  %0 = tssa.read %r : !any
  %1 = arith.addf %0, %0 : tensor<?xf32>
  tssa.write %1, %r : !any
  return %r, %x : !any, !any
}

// A loop that appends by growing, trip by trip, beside a list with an old name.
// CHECK: ok appends: 3 ways equal over 16 rounds, 0 of them errors (stays imperative: 
func.func @appends(%v: tensor<1xf32>, %n: index {tssa.test = [5, 0, 1, 30]}) -> (tensor<?xf32>, !any) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = tssa.alloc %v : tensor<1xf32> -> !tssa.ref<1xf32>
  %x = view.of #view.as_strided<[?], [1], 0> %s[%c1] : !tssa.ref<1xf32> -> !any
  %l = tssa.list_create %x : (!any) -> !cell
  scf.for %i = %c0 to %n step %c1 {
    %more = arith.addi %i, %c2 : index
    %old = tssa.list_get %l[%c0] : !cell -> !any
    %o = tssa.grow_storage %old, %more : !any
    %y = view.of #view.as_strided<[?], [1], ?> %old[%more, %o] : !any -> !any
    %next = arith.addi %i, %c1 : index
    %last = view.of #view.as_strided<[1], [1], ?> %old[%next] : !any -> !tssa.ref<1xf32>
    %before = view.of #view.as_strided<[1], [1], ?> %old[%i] : !any -> !tssa.ref<1xf32>
    %b = tssa.read %before : !tssa.ref<1xf32>
    %sum = arith.addf %b, %v : tensor<1xf32>
    tssa.write %sum, %last : !tssa.ref<1xf32>
    tssa.list_set %y, %l[%c0] : !any, !cell
  }
  %all = tssa.list_get %l[%c0] : !cell -> !any
  %0 = tssa.read %all : !any
  tssa.write %v, %s : !tssa.ref<1xf32>
  return %0, %all : tensor<?xf32>, !any
}

// In a callee; another one, in which nothing grows, gets the moved argument.
// CHECK: ok calls: 3 ways equal over 16 rounds, {{[1-9][0-9]*}} of them errors (stays imperative: 
func.func @calls(%x: !any, %n: index {tssa.test = [3, 8, 20, -1]}) -> (tensor<?xf32>, !any) {
  %0 = tssa.read %x : !any
  %y = func.call @resize(%x, %n) : (!any, index) -> !any
  func.call @double(%y) : (!any) -> ()
  %1 = tssa.read %x : !any
  %2 = arith.addf %0, %1 : tensor<?xf32>
  func.call @double(%x) : (!any) -> ()
  return %2, %y : tensor<?xf32>, !any
}

func.func private @resize(%x: !any, %n: index) -> !any attributes {no_inline} {
  %o = tssa.grow_storage %x, %n : !any
  %y = view.of #view.as_strided<[?], [1], ?> %x[%n, %o] : !any -> !any
  return %y : !any
}

func.func private @double(%x: !any) attributes {no_inline} {
  %0 = tssa.read %x : !any
  %1 = arith.addf %0, %0 : tensor<?xf32>
  tssa.write %1, %x : !any
  return
}

// The old end of one storage may be where another begins: what overlaps is
// asked of the memory that there is now.
// CHECK: ok overlaps: 3 ways equal over 16 rounds, {{[1-9][0-9]*}} of them errors (stays imperative: 
func.func @overlaps(%x: !any {tssa.test = {sizes = [2]}}, %z: !any {tssa.test = {sizes = [6]}}, %k: index {tssa.test = [0, 1, 6, 7]}) {
  %c40 = arith.constant 40 : index
  %o = tssa.grow_storage %x, %c40 : !any
  %c6 = arith.constant 6 : index
  %y = view.of #view.as_strided<[?], [1], ?> %x[%c6, %c6] : !any -> !any
  %w = view.of #view.as_strided<[?], [1], ?> %x[%c6, %k] : !any -> !any
  tssa.check_overlap %y, %z : !any, !any
  tssa.check_overlap %w, %y : !any, !any
  %0 = tssa.read %z : !any
  tssa.write %0, %y : !any
  %1 = tssa.read %y : !any
  tssa.write %1, %w : !any
  return
}

// Lists that the host made, with two names of one storage.
// CHECK: ok in_list: 3 ways equal over 16 rounds, 0 of them errors (stays imperative: 
func.func @in_list(%l: !cell {tssa.test = {length = 2}}, %v: tensor<50xf32>) -> !tssa.ref<50xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %a = tssa.list_get %l[%c0] : !cell -> !any
  %o = tssa.grow_storage %a, %c50 : !any
  %b = view.of #view.as_strided<[50], [1], ?> %a[%o] : !any -> !tssa.ref<50xf32>
  tssa.write %v, %b : !tssa.ref<50xf32>
  %again = tssa.list_get %l[%c0] : !cell -> !any
  %other = tssa.list_get %l[%c1] : !cell -> !any
  %0 = tssa.read %again : !any
  %1 = arith.addf %0, %0 : tensor<?xf32>
  tssa.write %1, %again : !any
  tssa.list_set %again, %l[%c1] : !any, !cell
  %2 = tssa.read %other : !any
  %3 = arith.addf %2, %2 : tensor<?xf32>
  tssa.write %3, %other : !any
  return %b : !tssa.ref<50xf32>
}

// More than there is, and more than can be counted.
// CHECK: ok too_much: 3 ways equal over 16 rounds, 16 of them errors (stays imperative: 
func.func @too_much(%x: !any, %n: index {tssa.test = [9223372036854775807, 4611686018427387904, 1152921504606846976, 140737488355328]}) {
  %o = tssa.grow_storage %x, %n : !any
  return
}

// A storage that grows in a loop, beside others.
// CHECK: ok beside: 3 ways equal over 16 rounds, 0 of them errors (stays imperative: 
func.func @beside(%x: !any {tssa.test = {sizes = [4]}}, %v: tensor<2xf32>, %n: index {tssa.test = [3, 0, 1, 20]}) -> (!any, !tssa.ref<2xf32>, !tssa.ref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>
  %t = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.muli %i, %c4 : index
    %before = tssa.read %s : !tssa.ref<2xf32>
    %o = tssa.grow_storage %s, %k : !tssa.ref<2xf32>
    %0 = tssa.read %t : !tssa.ref<2xf32>
    %1 = arith.addf %0, %before : tensor<2xf32>
    tssa.write %1, %t : !tssa.ref<2xf32>
    tssa.write %1, %s : !tssa.ref<2xf32>
    %a = view.of #view.slice<0, 1 : 3 : 1> %x : !any -> !any
    %2 = tensor.cast %1 : tensor<2xf32> to tensor<?xf32>
    tssa.write %2, %a : !any
  }
  return %x, %s, %t : !any, !tssa.ref<2xf32>, !tssa.ref<2xf32>
}

// What is called where a storage has moved takes its argument as it is.
// CHECK: ok moved: 3 ways equal over 16 rounds, {{[1-9][0-9]*}} of them errors (
func.func @moved(%x: !any {tssa.test = {sizes = [3]}}, %n: index {tssa.test = [3, 8, 2000, -1]}, %k: index {tssa.test = [2, 0, 5]}) -> !any {
  %o = tssa.grow_storage %x, %n : !any
  %y = func.call @count(%x, %k) : (!any, index) -> !any
  return %y : !any
}

func.func private @count(%x: !any, %k: index) -> !any attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %k, %c0 : index
  %r = scf.if %more -> !any {
    %0 = tssa.read %x : !any
    %1 = arith.addf %0, %0 : tensor<?xf32>
    %t = tssa.alloc %1 : tensor<?xf32> -> !any
    %2 = tssa.read %t : !any
    tssa.write %2, %x : !any
    %less = arith.subi %k, %c1 : index
    %deeper = func.call @count(%x, %less) : (!any, index) -> !any
    scf.yield %deeper : !any
  } else {
    scf.yield %x : !any
  }
  return %r : !any
}
