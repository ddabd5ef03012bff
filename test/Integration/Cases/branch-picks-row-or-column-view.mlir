// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s
// RUN: tssa run %s --input="[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]" --input="true" | FileCheck %s --check-prefix=EXPECT0
// RUN: tssa run %s --input="[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]" --input="false" | FileCheck %s --check-prefix=EXPECT1
//
// The joined value is a row view or a column view of the same matrix; the
// write after the join goes through either.
//
//   def fn(x: Tensor, row: bool) -> Tensor:
//       if row:
//           v = x[1]
//       else:
//           v = x[:, 1]
//       v *= 10.0
//       v[0] += 0.5
//       return x.sum(0)
//
// EXPECT0: result0: tensor<3xf32>{{$}}
// EXPECT0-NEXT: [36.5 48.0 60.0]
// EXPECT0-NEXT: argument0: tensor<3x3xf32>{{$}}
// EXPECT0-NEXT: {{\[\[}} 0.0  1.0  2.0]
// EXPECT0-NEXT: [30.5 40.0 50.0]
// EXPECT0-NEXT: [ 6.0  7.0  8.0]]
//
// EXPECT1: result0: tensor<3xf32>{{$}}
// EXPECT1-NEXT: [  9.0 120.5  15.0]
// EXPECT1-NEXT: argument0: tensor<3x3xf32>{{$}}
// EXPECT1-NEXT: {{\[\[}} 0.0 10.5  2.0]
// EXPECT1-NEXT: [ 3.0 40.0  5.0]
// EXPECT1-NEXT: [ 6.0 70.0  8.0]]

// CHECK: ok branch_picks_row_or_column_view: 3 ways equal
func.func @branch_picks_row_or_column_view(%arg0: !tssa.ref<3x3xf32>,
                                           %arg1: i1)
    -> !tssa.ref<3xf32> {
  %0 = view.of #view.select<0, 1> %arg0 : !tssa.ref<3x3xf32> -> !tssa.ref<3xf32>
  %1 = view.of #view.select<1, 1> %arg0 : !tssa.ref<3x3xf32> -> !tssa.ref<3xf32>
  %2 = scf.if %arg1 -> !tssa.ref<3xf32> {
    scf.yield %0 : !tssa.ref<3xf32>
  } else {
    scf.yield %1 : !tssa.ref<3xf32>
  }
  %3 = tssa.read %2 : !tssa.ref<3xf32>
  %4 = arith.constant 10.0 : f64
  %5 = tssa.mul %3, %4 : (tensor<3xf32>, f64) -> tensor<3xf32>
  tssa.write %5, %2 : !tssa.ref<3xf32>
  %6 = view.of #view.select<0, 0> %2 : !tssa.ref<3xf32> -> !tssa.ref<f32>
  %7 = tssa.read %6 : !tssa.ref<f32>
  %8 = arith.constant 0.5 : f64
  %9 = tssa.add %7, %8 : (tensor<f32>, f64) -> tensor<f32>
  tssa.write %9, %6 : !tssa.ref<f32>
  %10 = tssa.read %arg0 : !tssa.ref<3x3xf32>
  %11 = tssa.sum %10 dims [0] : tensor<3x3xf32> -> tensor<3xf32>
  %12 = tssa.alloc %11 : tensor<3xf32> -> !tssa.ref<3xf32>
  return %12 : !tssa.ref<3xf32>
}
