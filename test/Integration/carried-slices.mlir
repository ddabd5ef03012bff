// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
//
// Slices of slices that a loop carries, of a view of the storage, and permuted
// on the way.

!mat = !tssa.ref<?x?xf32>
!cube = !tssa.ref<?x?x?xf32>

// CHECK: ok of_a_row: 3 ways equal
func.func @of_a_row(%x: !cube {tssa.noalias}, %v: tensor<f32>, %n: index {tssa.test = [0, 1, 2, 3, 5]}, %k: index {tssa.test = [0, 1]}) -> (!mat, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %row = view.of #view.select<1, ?> %x[%k] : !cube -> !mat
  %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%p = %row, %q = %row) -> (!mat, !mat) {
    %shape = tssa.read %p : !mat
    %0 = tssa.add %shape, %v : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    tssa.write %0, %p : !mat
    %cut = view.of #view.slice<1, 1 : 9223372036854775807 : 1> %q : !mat -> !mat
    scf.yield %cut, %p : !mat, !mat
  }
  %1 = tssa.read %b : !mat
  return %a, %1 : !mat, tensor<?x?xf32>
}

// CHECK: ok every_third: 3 ways equal
func.func @every_third(%x: !mat {tssa.noalias}, %v: tensor<f32>, %from: index {tssa.test = [0, 1, -2, 7]}, %n: index {tssa.test = [0, 1, 2, 3]}) -> !mat {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %some = view.of #view.slice<0, ? : 9223372036854775807 : 3> %x[%from] : !mat -> !mat
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %some) -> !mat {
    %0 = tssa.read %p : !mat
    %1 = tssa.mul %0, %v : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    tssa.write %1, %p : !mat
    %cut = view.of #view.slice<0, ? : -1 : 1> %p[%i] : !mat -> !mat
    %less = view.of #view.slice<1, 0 : ? : 1> %cut[%n] : !mat -> !mat
    scf.yield %less : !mat
  }
  return %r : !mat
}

// CHECK: ok transposed: 3 ways equal
func.func @transposed(%x: !tssa.ref<?x?xf32> {tssa.noalias, tssa.test = ["n", "n"]}, %v: tensor<f32>, %n: index {tssa.test = [0, 1, 2, 3, 4]}) -> (!mat, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> !mat {
    %0 = tssa.read %p : !mat
    %1 = tssa.add %0, %v : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    tssa.write %1, %p : !mat
    %cut = view.of #view.slice<0, 1 : 9223372036854775807 : 1> %p : !mat -> !mat
    %t = view.of #view.permute<[1, 0]> %cut : !mat -> !mat
    scf.yield %t : !mat
  }
  %2 = tssa.read %r : !mat
  return %r, %2 : !mat, tensor<?x?xf32>
}

// Where what is carried was not there, its operands count for nothing.
// CHECK: ok row_or_none: 3 ways equal
func.func @row_or_none(%x: !cube {tssa.noalias}, %y: !mat {tssa.noalias}, %c: i1, %k: index, %n: index {tssa.test = [0, 1, 2, 3]}, %v: tensor<f32>) -> !mat {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = scf.if %c -> !mat {
    %row = view.of #view.select<0, ?> %x[%k] : !cube -> !mat
    scf.yield %row : !mat
  } else {
    scf.yield %y : !mat
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %start) -> !mat {
    %0 = tssa.read %p : !mat
    %1 = tssa.add %0, %v : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    tssa.write %1, %p : !mat
    %cut = view.of #view.slice<0, 1 : 9223372036854775807 : 1> %p : !mat -> !mat
    scf.yield %cut : !mat
  }
  return %r : !mat
}
