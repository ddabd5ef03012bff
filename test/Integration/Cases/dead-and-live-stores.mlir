// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[4.0, 5.0], [6.0, 7.0]]" | FileCheck %s --check-prefix=EXPECT
//
// Stores whose returned value is unused, a store overwritten before any read,
// and one that is read in between.
//
//   def fn(x: Tensor) -> Tensor:
//       x[0] = 1.0
//       x[0] = 2.0
//       y = x[0] * 10.0
//       x[0] = 3.0
//       x[:, 1].clamp_(max=4.0)
//       m = torch.full([3], 4.0)
//       m.index_fill_(0, torch.tensor([0, 1, 2]), 0.25)
//       return y + m.sum()
//
// EXPECT: result0: tensor<2xf32>{{$}}
// EXPECT-NEXT: [20.75 20.75]
// EXPECT-NEXT: argument0: tensor<2x2xf32>{{$}}
// EXPECT-NEXT: {{\[\[}}3.0 3.0]
// EXPECT-NEXT: [6.0 4.0]]

// CHECK: ok dead_and_live_stores: 3 ways equal
func.func @dead_and_live_stores(%arg0: !tssa.ref<2x2xf32>) -> !tssa.ref<2xf32> {
  %0 = view.of #view.select<0, 0> %arg0 : !tssa.ref<2x2xf32> -> !tssa.ref<2xf32>
  %1 = arith.constant dense<1.0> : tensor<2xf32>
  tssa.write %1, %0 : !tssa.ref<2xf32>
  %2 = view.of #view.select<0, 0> %arg0 : !tssa.ref<2x2xf32> -> !tssa.ref<2xf32>
  %3 = arith.constant dense<2.0> : tensor<2xf32>
  tssa.write %3, %2 : !tssa.ref<2xf32>
  %4 = view.of #view.select<0, 0> %arg0 : !tssa.ref<2x2xf32> -> !tssa.ref<2xf32>
  %5 = tssa.read %4 : !tssa.ref<2xf32>
  %6 = arith.constant 10.0 : f64
  %7 = tssa.mul %5, %6 : (tensor<2xf32>, f64) -> tensor<2xf32>
  %8 = view.of #view.select<0, 0> %arg0 : !tssa.ref<2x2xf32> -> !tssa.ref<2xf32>
  %9 = arith.constant dense<3.0> : tensor<2xf32>
  tssa.write %9, %8 : !tssa.ref<2xf32>
  %10 = view.of #view.select<1, 1> %arg0 : !tssa.ref<2x2xf32> -> !tssa.ref<2xf32>
  %11 = tssa.read %10 : !tssa.ref<2xf32>
  %12 = arith.constant 4.0 : f64
  %13 = tssa.clamp %11 max %12 : (tensor<2xf32>, f64) -> tensor<2xf32>
  tssa.write %13, %10 : !tssa.ref<2xf32>
  %14 = arith.constant dense<4.0> : tensor<3xf32>
  %15 = tssa.alloc %14 : tensor<3xf32> -> !tssa.ref<3xf32>
  %16 = arith.constant dense<0.25> : tensor<3xf32>
  tssa.write %16, %15 : !tssa.ref<3xf32>
  %17 = tssa.read %15 : !tssa.ref<3xf32>
  %18 = tssa.sum %17 dims [0] : tensor<3xf32> -> tensor<f32>
  %19 = tssa.add %7, %18 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %20 = tssa.alloc %19 : tensor<2xf32> -> !tssa.ref<2xf32>
  return %20 : !tssa.ref<2xf32>
}
