// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[-1.0, 0.0], [1.0, 2.0], [3.0, 4.0]]" | FileCheck %s --check-prefix=EXPECT0
// RUN: tssa run %s --input="[[1.0, -0.0], [-1.0, -2.0], [-3.0, -4.0]]" | FileCheck %s --check-prefix=EXPECT1
//
// Each side of a data-dependent branch writes the argument in a different way,
// and the value is read after the join.
//
//   def fn(x: Tensor) -> Tensor:
//       if bool(x.sum() > 0):
//           x.add_(1)
//       else:
//           x[0].zero_()
//       return x.sum(0)
//
// EXPECT0: result0: tensor<2xf32>{{$}}
// EXPECT0-NEXT: [6.0 9.0]
// EXPECT0-NEXT: argument0: tensor<3x2xf32>{{$}}
// EXPECT0-NEXT: {{\[\[}}0.0 1.0]
// EXPECT0-NEXT: [2.0 3.0]
// EXPECT0-NEXT: [4.0 5.0]]
//
// EXPECT1: result0: tensor<2xf32>{{$}}
// EXPECT1-NEXT: [-4.0 -6.0]
// EXPECT1-NEXT: argument0: tensor<3x2xf32>{{$}}
// EXPECT1-NEXT: {{\[\[}} 0.0  0.0]
// EXPECT1-NEXT: [-1.0 -2.0]
// EXPECT1-NEXT: [-3.0 -4.0]]

// CHECK: ok branch_writes_argument: 3 ways equal
func.func @branch_writes_argument(%arg0: !tssa.ref<3x2xf32>) -> !tssa.ref<2xf32> {
  %0 = tssa.read %arg0 : !tssa.ref<3x2xf32>
  %1 = tssa.sum %0 dims [0, 1] : tensor<3x2xf32> -> tensor<f32>
  %2 = arith.constant 0 : i64
  %3 = tssa.gt %1, %2 : (tensor<f32>, i64) -> tensor<i1>
  %4 = tensor.extract %3[] : tensor<i1>
  scf.if %4 {
    %5 = tssa.read %arg0 : !tssa.ref<3x2xf32>
    %6 = arith.constant 1 : i64
    %7 = tssa.add %5, %6 : (tensor<3x2xf32>, i64) -> tensor<3x2xf32>
    tssa.write %7, %arg0 : !tssa.ref<3x2xf32>
  } else {
    %8 = view.of #view.select<0, 0> %arg0 : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
    %9 = arith.constant dense<0.0> : tensor<2xf32>
    tssa.write %9, %8 : !tssa.ref<2xf32>
  }
  %10 = tssa.read %arg0 : !tssa.ref<3x2xf32>
  %11 = tssa.sum %10 dims [0] : tensor<3x2xf32> -> tensor<2xf32>
  %12 = tssa.alloc %11 : tensor<2xf32> -> !tssa.ref<2xf32>
  return %12 : !tssa.ref<2xf32>
}
