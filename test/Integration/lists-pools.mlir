// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s
//
// Storages that a loop allocates and keeps in a list become parts of one, if
// nobody can tell.

!row = !tssa.ref<4xf32>
!rows = !tssa.list<!row>
!square = !tssa.ref<2x2xf32>
!squares = !tssa.list<!square>

// What a branch allocates, or what there was, goes into the list, and what
// comes out is one of two again.
// CHECK: ok merged: 3 ways equal over {{.*}} (functional)
func.func @merged(%x: !row, %n: index {tssa.test = [3, 4, 2]}, %k: index {tssa.test = [0, 1, -1]}, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = tssa.read %x : !row
  %l = tssa.list_create : () -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %rem = arith.remui %i, %c2 : index
    %odd = arith.cmpi eq, %rem, %c1 : index
    %y = scf.if %odd -> (!row) {
      %t = tssa.alloc %v : tensor<4xf32> -> !row
      scf.yield %t : !row
    } else {
      scf.yield %x : !row
    }
    tssa.list_append %y, %l : !row, !rows
    %q = tssa.read %y : !row
    %w = arith.addf %q, %q : tensor<4xf32>
    tssa.write %w, %y : !row
  }
  %r = tssa.list_get %l[%k] : !rows -> !row
  %s = arith.select %c, %r, %x : !row
  %e = tssa.read %s : !row
  %w = arith.addf %v, %e : tensor<4xf32>
  tssa.write %w, %s : !row
  %f = tssa.list_get %l[%c1] : !rows -> !row
  %g = tssa.read %f : !row
  tssa.write %g, %x : !row
  return
}

// The loop carries on what it allocated.
// CHECK: ok carried: 3 ways equal over {{.*}} (functional)
func.func @carried(%x: !row, %n: index {tssa.test = [3, 4, 2]}, %k: index {tssa.test = [0, 1, -1]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create %x : (!row) -> !rows
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %x) -> (!row) {
    %v = tssa.read %before : !row
    %w = arith.addf %v, %v : tensor<4xf32>
    %t = tssa.alloc %w : tensor<4xf32> -> !row
    tssa.write %w, %before : !row
    tssa.list_append %t, %l : !row, !rows
    scf.yield %t : !row
  }
  %r = tssa.list_get %l[%k] : !rows -> !row
  %e = tssa.read %last : !row
  tssa.write %e, %r : !row
  %f = tssa.list_get %l[%c1] : !rows -> !row
  %g = tssa.read %f : !row
  tssa.write %g, %x : !row
  return
}

// A result is in a storage of its own, however it left the list.
// CHECK: ok returned: 3 ways equal
func.func @returned(%x: !row, %n: index {tssa.test = [3, 4, 2]}, %i: index {tssa.test = [0, 1, 2]}) -> (!row, !row) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = tssa.read %x : !row
  %a = tssa.alloc %v : tensor<4xf32> -> !row
  %l = tssa.list_create %a : (!row) -> !rows
  scf.for %k = %c0 to %n step %c1 {
    %t = tssa.alloc %v : tensor<4xf32> -> !row
    tssa.list_append %t, %l : !row, !rows
  }
  %r = tssa.list_get %l[%i] : !rows -> !row
  %s = tssa.list_get %l[%c1] : !rows -> !row
  return %r, %s : !row, !row
}

// CHECK: ok returned_merged: 3 ways equal
func.func @returned_merged(%x: !row, %n: index {tssa.test = [3, 4, 2]}, %k: index {tssa.test = [0, 1, -1]}, %c: i1) -> (!row, !row) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = tssa.read %x : !row
  %l = tssa.list_create : () -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %t = tssa.alloc %v : tensor<4xf32> -> !row
    tssa.list_append %t, %l : !row, !rows
  }
  %r = tssa.list_get %l[%k] : !rows -> !row
  %s = arith.select %c, %r, %x : !row
  %f = tssa.list_get %l[%c1] : !rows -> !row
  %g = view.of #view.slice<0, 0 : 4 : 1> %f : !row -> !row
  return %s, %g : !row, !row
}

// as_strided counts from the start of the storage.
// CHECK: ok strided: 3 ways equal
func.func @strided(%x: !square, %n: index {tssa.test = [3, 4, 2]}, %k: index {tssa.test = [0, 1, -1]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = tssa.read %x : !square
  %l = tssa.list_create : () -> !squares
  scf.for %i = %c0 to %n step %c1 {
    %t = tssa.alloc %v : tensor<2x2xf32> -> !square
    %s = view.of #view.as_strided<[2, 2], [1, 2], 0> %t : !square -> !square
    %w = arith.addf %v, %v : tensor<2x2xf32>
    tssa.write %w, %s : !square
    tssa.list_append %t, %l : !square, !squares
  }
  %r = tssa.list_get %l[%k] : !squares -> !square
  %e = tssa.read %r : !square
  tssa.write %e, %x : !square
  return
}

// CHECK: ok strided_taken: 3 ways equal
func.func @strided_taken(%x: !square, %n: index {tssa.test = [3, 4, 2]}, %k: index {tssa.test = [0, 1, -1]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = tssa.read %x : !square
  %l = tssa.list_create : () -> !squares
  scf.for %i = %c0 to %n step %c1 {
    %t = tssa.alloc %v : tensor<2x2xf32> -> !square
    tssa.list_append %t, %l : !square, !squares
  }
  %r = tssa.list_get %l[%k] : !squares -> !square
  %s = view.of #view.as_strided<[2, 2], [1, 2], 0> %r : !square -> !square
  %w = arith.addf %v, %v : tensor<2x2xf32>
  tssa.write %w, %s : !square
  %f = tssa.list_get %l[%c1] : !squares -> !square
  %e = tssa.read %f : !square
  tssa.write %e, %x : !square
  return
}
