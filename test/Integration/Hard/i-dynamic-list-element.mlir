// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa-opt %s --tssa-to-functional | FileCheck %s --check-prefix=IR
//
// An element that is chosen at run time is written.

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// Rows of one storage: the element is the row whose number a table holds, and
// the result is a list of names of the argument.
//
//   rows = [base[0], base[1], base[2]]
//   for k in plan:
//     if k < 0: base += 1
//     else: r = rows[k]; r.zero_() if r[0] > 1 else r.mul_(3)
//   return rows
//
// CHECK: ok rows_of_one: 3 ways equal
// IR-LABEL: func.func @rows_of_one
// IR: scf.for
// IR-COUNT-2: view.assign #view.select<0, ?>
// IR: tssa.write
// IR: tssa.list_create
func.func @rows_of_one(%base: !tssa.ref<3x2xf32>, %plan: tensor<?xi64> {tssa.test = {min = -1, max = 2}}) -> !rows {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %plan, %c0 : tensor<?xi64>
  %r0 = view.of #view.select<0, 0> %base : !tssa.ref<3x2xf32> -> !row
  %r1 = view.of #view.select<0, 1> %base : !tssa.ref<3x2xf32> -> !row
  %r2 = view.of #view.select<0, 2> %base : !tssa.ref<3x2xf32> -> !row
  %rows = tssa.list_create %r0, %r1, %r2 : (!row, !row, !row) -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %k = tensor.extract %plan[%i] : tensor<?xi64>
    %zero = arith.constant 0 : i64
    %negative = arith.cmpi slt, %k, %zero : i64
    scf.if %negative {
      %0 = tssa.read %base : !tssa.ref<3x2xf32>
      %one = arith.constant 1.0 : f64
      %1 = tssa.add %0, %one : (tensor<3x2xf32>, f64) -> tensor<3x2xf32>
      tssa.write %1, %base : !tssa.ref<3x2xf32>
    } else {
      %at = arith.index_cast %k : i64 to index
      %r = tssa.list_get %rows[%at] : !rows -> !row
      %0 = tssa.read %r : !row
      %first = tensor.extract %0[%c0] : tensor<2xf32>
      %limit = arith.constant 1.0 : f32
      %large = arith.cmpf ogt, %first, %limit : f32
      scf.if %large {
        %1 = arith.constant dense<0.0> : tensor<2xf32>
        tssa.write %1, %r : !row
      } else {
        %three = arith.constant 3.0 : f64
        %1 = tssa.mul %0, %three : (tensor<2xf32>, f64) -> tensor<2xf32>
        tssa.write %1, %r : !row
      }
    }
  }
  return %rows : !rows
}
