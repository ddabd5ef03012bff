// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=16 | FileCheck %s
// RUN: tssa validate %s --rounds=16 --errors=precise | FileCheck %s
//
// A storage that grew is more than the elements of its allocation: no value
// stands for it where a branch, a loop or a function gives it, nor in calls.

!r = !tssa.ref<?xf32>

// CHECK: ok branch: 3 ways equal over 16 rounds, 0 of them errors
func.func @branch(%v: tensor<?xf32>, %y: !r, %c: i1) -> !r {
  %c9 = arith.constant 9 : index
  %s = tssa.alloc %v : tensor<?xf32> -> !r
  %0 = tssa.read %y : !r
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  tssa.write %1, %y : !r
  %r = scf.if %c -> !r {
    %t = tssa.alloc %v : tensor<?xf32> -> !r
    %o = tssa.grow_storage %t, %c9 : !r
    scf.yield %t : !r
  } else {
    scf.yield %s : !r
  }
  return %r : !r
}

// CHECK: ok loop: 3 ways equal over 16 rounds, 0 of them errors
func.func @loop(%v: tensor<?xf32>, %n: index {tssa.test = [1, 3]}) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %s = tssa.alloc %v : tensor<?xf32> -> !r
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s) -> !r {
    %0 = tssa.read %a : !r
    %t = tssa.alloc %0 : tensor<?xf32> -> !r
    %o = tssa.grow_storage %t, %c9 : !r
    scf.yield %t : !r
  }
  %w = view.of #view.as_strided<[?], [1], ?> %r[%c9, %c0] : !r -> !r
  %1 = tssa.read %w : !r
  return %1 : tensor<?xf32>
}

// CHECK: ok given: 3 ways equal over 16 rounds, 0 of them errors
func.func @given(%v: tensor<3xf32>, %y: !r) -> (!r, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %0 = tssa.read %y : !r
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  tssa.write %1, %y : !r
  %x, %all = func.call @make(%v) : (tensor<3xf32>) -> (!r, !r)
  %w = view.of #view.as_strided<[?], [1], ?> %x[%c9, %c0] : !r -> !r
  %2 = tssa.read %w : !r
  tssa.write %2, %all : !r
  return %x, %2 : !r, tensor<?xf32>
}
func.func private @make(%v: tensor<3xf32>) -> (!r, !r) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %u = tensor.cast %v : tensor<3xf32> to tensor<?xf32>
  %x = tssa.alloc %u : tensor<?xf32> -> !r
  %o = tssa.grow_storage %x, %c9 : !r
  %all = view.of #view.as_strided<[?], [1], ?> %x[%c9, %c0] : !r -> !r
  return %x, %all : !r, !r
}

// The function that the argument goes to only reads, and views it beyond its old
// end.
// CHECK: ok passed: 3 ways equal over 16 rounds, 0 of them errors
func.func @passed(%x: !r {tssa.test = {sizes = [3]}}, %k: index {tssa.test = [0, 1, 3]}) -> tensor<?xf32> {
  %c9 = arith.constant 9 : index
  %o = tssa.grow_storage %x, %c9 : !r
  %0 = func.call @sum(%x, %o, %k) : (!r, index, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @sum(%x: !r, %o: index, %k: index) -> tensor<?xf32> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %w = view.of #view.as_strided<[?], [1], ?> %x[%c9, %o] : !r -> !r
  %0 = tssa.read %w : !r
  %more = arith.cmpi sgt, %k, %c0 : index
  %1 = scf.if %more -> tensor<?xf32> {
    %less = arith.subi %k, %c1 : index
    %2 = func.call @sum(%x, %o, %less) : (!r, index, index) -> tensor<?xf32>
    %3 = tssa.add %0, %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  } else {
    scf.yield %0 : tensor<?xf32>
  }
  return %1 : tensor<?xf32>
}
