// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s
//
// A tensor whose sizes and strides change in place is a cell: a list of one
// slot. Which of the two the cell holds after the branch is a number.
//
//   flat = y.view(-1)
//   if flip: y.t_()
//   y[0].fill_(-1)
//   return y, flat

!cell = !tssa.list<!tssa.any_ref>
!matrix = !tssa.ref<3x3xf32>

// CHECK: ok transposed_under_branch: 3 ways equal
func.func @transposed_under_branch(%x: !matrix, %flip: i1) -> (!matrix, !tssa.ref<9xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tssa.read %x : !matrix
  %y = tssa.alloc %0 : tensor<3x3xf32> -> !matrix
  %cell = tssa.list_create %y : (!matrix) -> !cell
  %flat = view.of #view.reshape<[9]> %y : !matrix -> !tssa.ref<9xf32>
  scf.if %flip {
    %before = tssa.list_get %cell[%c0] : !cell -> !matrix
    %t = view.of #view.permute<[1, 0]> %before : !matrix -> !matrix
    tssa.list_set %t, %cell[%c0] : !matrix, !cell
  }
  %now = tssa.list_get %cell[%c0] : !cell -> !matrix
  %row = view.of #view.select<0, 0> %now : !matrix -> !tssa.ref<3xf32>
  %1 = arith.constant dense<-1.0> : tensor<3xf32>
  tssa.write %1, %row : !tssa.ref<3xf32>
  return %now, %flat : !matrix, !tssa.ref<9xf32>
}
