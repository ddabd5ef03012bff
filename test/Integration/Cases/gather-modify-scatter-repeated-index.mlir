// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[-0.5, 0.25], [1.0, 2.0], [3.0, -4.0]]" --input="[2, 0, 2, 2, 0]" | FileCheck %s --check-prefix=EXPECT
//
// Reads rows by a repeated index, changes them and writes them back by the
// same index. All writers of a row store the same value, so the result is
// defined: changed once, never twice.
//
//   def fn(x: Tensor, idx: Tensor) -> Tensor:
//       rows = x[idx] * 3.0 - 1.0
//       x[idx] = rows
//       return x.sum(0)
//
// EXPECT: result0: tensor<2xf32>{{$}}
// EXPECT-NEXT: [  6.50 -11.25]
// EXPECT-NEXT: argument0: tensor<3x2xf32>{{$}}
// EXPECT-NEXT: {{\[\[}} -2.50  -0.25]
// EXPECT-NEXT: [  1.00   2.00]
// EXPECT-NEXT: [  8.00 -13.00]]

// CHECK: ok gather_modify_scatter_repeated_index: 3 ways equal
func.func @gather_modify_scatter_repeated_index(%arg0: !tssa.ref<3x2xf32> {tssa.noalias},
                                                %arg1: !tssa.ref<5xi64> {tssa.noalias})
    -> !tssa.ref<2xf32> {
  %0 = tssa.read %arg0 : !tssa.ref<3x2xf32>
  %1 = tssa.read %arg1 : !tssa.ref<5xi64>
  %2 = tssa.index_select %0, %1 dim 0 : (tensor<3x2xf32>, tensor<5xi64>) -> tensor<5x2xf32>
  %3 = arith.constant 3.0 : f64
  %4 = tssa.mul %2, %3 : (tensor<5x2xf32>, f64) -> tensor<5x2xf32>
  %5 = arith.constant 1.0 : f64
  %6 = tssa.sub %4, %5 : (tensor<5x2xf32>, f64) -> tensor<5x2xf32>
  %7 = tssa.read %arg0 : !tssa.ref<3x2xf32>
  %8 = tssa.read %arg1 : !tssa.ref<5xi64>
  %9 = tssa.index_put %6, %7[%8] : (tensor<5x2xf32>, tensor<3x2xf32>, tensor<5xi64>) -> tensor<3x2xf32>
  tssa.write %9, %arg0 : !tssa.ref<3x2xf32>
  %10 = tssa.read %arg0 : !tssa.ref<3x2xf32>
  %11 = tssa.sum %10 dims [0] : tensor<3x2xf32> -> tensor<2xf32>
  %12 = tssa.alloc %11 : tensor<2xf32> -> !tssa.ref<2xf32>
  return %12 : !tssa.ref<2xf32>
}
