// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s
//
// Elements that are parts of different storages, or different kinds of part: a
// number says at run time which, and each use of the element is split.

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>
!matrix = !tssa.ref<?x?xf32>
!cell = !tssa.list<!matrix>

// One read behind a switch, an update of each storage under its condition.
//
//   bins = [a, b, c]
//   for i in range(n): bins[which[i]] += x[i]
//
// CHECK: ok different_storages: 3 ways equal
func.func @different_storages(%a: !row {tssa.noalias}, %b: !row {tssa.noalias}, %c: !row {tssa.noalias},
                              %x: tensor<?x2xf32> {tssa.test = ["n", 2]}, %which: tensor<?xi64> {tssa.test = {sizes = ["n"], min = -3, max = 2}}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %which, %c0 : tensor<?xi64>
  %m = tensor.dim %x, %c0 : tensor<?x2xf32>
  %bins = tssa.list_create %a, %b, %c : (!row, !row, !row) -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %k = tensor.extract %which[%i] : tensor<?xi64>
    %at = arith.index_cast %k : i64 to index
    %bin = tssa.list_get %bins[%at] : !rows -> !row
    %0 = tssa.read %bin : !row
    %j = tssa.check_index %i, %m
    %1 = view.access #view.select<0, ?> %x[%j] : tensor<?x2xf32> -> tensor<2xf32>
    %2 = arith.addf %0, %1 : tensor<2xf32>
    tssa.write %2, %bin : !row
  }
  return
}

// A cell that is transposed in each trip.
// CHECK: ok transposed_in_loop: 3 ways equal
func.func @transposed_in_loop(%x: !matrix, %n: index {tssa.test = [0, 1, 2, 3]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cell = tssa.list_create %x : (!matrix) -> !cell
  scf.for %i = %c0 to %n step %c1 {
    %before = tssa.list_get %cell[%c0] : !cell -> !matrix
    %t = view.of #view.permute<[1, 0]> %before : !matrix -> !matrix
    tssa.list_set %t, %cell[%c0] : !matrix, !cell
    %now = tssa.list_get %cell[%c0] : !cell -> !matrix
    %row = view.of #view.slice<0, 0 : 1 : 1> %now : !matrix -> !matrix
    %0 = tssa.read %row : !matrix
    %1 = arith.addf %0, %0 : tensor<?x?xf32>
    tssa.write %1, %row : !matrix
  }
  return
}

// A loop over different storages of different sizes is unrolled.
// CHECK: ok unrolled: 3 ways equal
func.func @unrolled(%a: !tssa.ref<2x3xf32> {tssa.noalias}, %b: !tssa.ref<4x1xf32> {tssa.noalias}, %c: !tssa.ref<1x1xf32> {tssa.noalias},
                    %d: !tssa.ref<3x3xf32> {tssa.noalias}, %e: !tssa.ref<5x2xf32> {tssa.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = view.of #view.permute<[1, 0]> %b : !tssa.ref<4x1xf32> -> !tssa.ref<1x4xf32>
  %l = tssa.list_create %a, %t, %c, %d, %e : (!tssa.ref<2x3xf32>, !tssa.ref<1x4xf32>, !tssa.ref<1x1xf32>, !tssa.ref<3x3xf32>, !tssa.ref<5x2xf32>) -> !tssa.list<!tssa.any_ref>
  %n = tssa.list_len %l : !tssa.list<!tssa.any_ref>
  scf.for %i = %c0 to %n step %c1 {
    %p = tssa.list_get %l[%i] : !tssa.list<!tssa.any_ref> -> !matrix
    %0 = tssa.read %p : !matrix
    %1 = arith.addf %0, %0 : tensor<?x?xf32>
    tssa.write %1, %p : !matrix
  }
  return
}

// A list that is a result beside one that is chosen, over a storage that
// changed last.
// CHECK: ok result_beside_choice: 3 ways equal {{.*}} (functional)
func.func @result_beside_choice(%x: !tssa.ref<4x3xf32> {tssa.noalias}, %v: tensor<3xf32>, %n: index {tssa.test = [0, 1, 2]}) -> (!tssa.ref<3xf32>, !tssa.list<!tssa.ref<4x3xf32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = view.of #view.select<0, 0> %x : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  %b = view.of #view.select<0, 1> %x : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %a) -> (!tssa.ref<3xf32>, !tssa.ref<3xf32>) {
    scf.yield %b, %p : !tssa.ref<3xf32>, !tssa.ref<3xf32>
  }
  %l = tssa.list_create %x, %x : (!tssa.ref<4x3xf32>, !tssa.ref<4x3xf32>) -> !tssa.list<!tssa.ref<4x3xf32>>
  tssa.write %v, %a : !tssa.ref<3xf32>
  return %r#1, %l : !tssa.ref<3xf32>, !tssa.list<!tssa.ref<4x3xf32>>
}
