// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]" | FileCheck %s --check-prefix=EXPECT
//
// Two slices of one tensor overlap in part; each is written in turn and read
// by the other.
//
//   def fn(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
//       a = x[0:4]
//       b = x[2:6]
//       a.add_(10.0)
//       mid = b.sum()
//       b.mul_(2.0)
//       a[3] = -1.0
//       return a, b, mid
//
// EXPECT: result0: tensor<4xf32> in the storage of argument0
// EXPECT-NEXT: [10.0 11.0 24.0 -1.0]
// EXPECT-NEXT: result1: tensor<4xf32> in the storage of argument0
// EXPECT-NEXT: [24.0 -1.0  8.0 10.0]
// EXPECT-NEXT: result2: tensor<f32>{{$}}
// EXPECT-NEXT: 34.0
// EXPECT-NEXT: argument0: tensor<7xf32> in the storage of result0
// EXPECT-NEXT: [10.0 11.0 24.0 -1.0  8.0 10.0  6.0]

// CHECK: ok overlapping_sibling_slices: 3 ways equal
func.func @overlapping_sibling_slices(%arg0: !tssa.ref<7xf32>)
    -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>, !tssa.ref<f32>) {
  %0 = view.of #view.slice<0, 0 : 4 : 1> %arg0 : !tssa.ref<7xf32> -> !tssa.ref<4xf32>
  %1 = view.of #view.slice<0, 2 : 6 : 1> %arg0 : !tssa.ref<7xf32> -> !tssa.ref<4xf32>
  %2 = tssa.read %0 : !tssa.ref<4xf32>
  %3 = arith.constant 10.0 : f64
  %4 = tssa.add %2, %3 : (tensor<4xf32>, f64) -> tensor<4xf32>
  tssa.write %4, %0 : !tssa.ref<4xf32>
  %5 = tssa.read %1 : !tssa.ref<4xf32>
  %6 = tssa.sum %5 dims [0] : tensor<4xf32> -> tensor<f32>
  %7 = tssa.read %1 : !tssa.ref<4xf32>
  %8 = arith.constant 2.0 : f64
  %9 = tssa.mul %7, %8 : (tensor<4xf32>, f64) -> tensor<4xf32>
  tssa.write %9, %1 : !tssa.ref<4xf32>
  %10 = view.of #view.select<0, 3> %0 : !tssa.ref<4xf32> -> !tssa.ref<f32>
  %11 = arith.constant dense<-1.0> : tensor<f32>
  tssa.write %11, %10 : !tssa.ref<f32>
  %12 = tssa.alloc %6 : tensor<f32> -> !tssa.ref<f32>
  return %0, %1, %12 : !tssa.ref<4xf32>, !tssa.ref<4xf32>, !tssa.ref<f32>
}
