// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]" | FileCheck %s --check-prefix=EXPECT
//
// Stepped slices that do not divide the size, disjoint source and target in
// one tensor, and stepped views of stepped views.
//
//   def fn(x: Tensor) -> Tensor:
//       n = x[1::2].size(0)
//       x[::2][:n] = x[1::2]
//       x[1::3].mul_(10)
//       x[1:][::2][1:3] += 0.5
//       return 3 * x[2:]
//
// EXPECT: result0: tensor<7xf32>{{$}}
// EXPECT-NEXT: [  9.0  10.5 150.0  16.5  21.0 210.0  24.0]
// EXPECT-NEXT: argument0: tensor<9xf32>{{$}}
// EXPECT-NEXT: [ 1.0 10.0  3.0  3.5 50.0  5.5  7.0 70.0  8.0]

// CHECK: ok stepped_slices_exchange: 3 ways equal
func.func @stepped_slices_exchange(%arg0: !tssa.ref<9xf32>) -> !tssa.ref<7xf32> {
  %0 = view.of #view.slice<0, 0 : 9223372036854775807 : 2> %arg0 : !tssa.ref<9xf32> -> !tssa.ref<5xf32>
  %1 = view.of #view.slice<0, 0 : 4 : 1> %0 : !tssa.ref<5xf32> -> !tssa.ref<4xf32>
  %2 = view.of #view.slice<0, 1 : 9223372036854775807 : 2> %arg0 : !tssa.ref<9xf32> -> !tssa.ref<4xf32>
  %3 = tssa.read %2 : !tssa.ref<4xf32>
  tssa.write %3, %1 : !tssa.ref<4xf32>
  %4 = view.of #view.slice<0, 1 : 9223372036854775807 : 3> %arg0 : !tssa.ref<9xf32> -> !tssa.ref<3xf32>
  %5 = tssa.read %4 : !tssa.ref<3xf32>
  %6 = arith.constant 10 : i64
  %7 = tssa.mul %5, %6 : (tensor<3xf32>, i64) -> tensor<3xf32>
  tssa.write %7, %4 : !tssa.ref<3xf32>
  %8 = view.of #view.slice<0, 1 : 9223372036854775807 : 1> %arg0 : !tssa.ref<9xf32> -> !tssa.ref<8xf32>
  %9 = view.of #view.slice<0, 0 : 9223372036854775807 : 2> %8 : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  %10 = view.of #view.slice<0, 1 : 3 : 1> %9 : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %11 = tssa.read %10 : !tssa.ref<2xf32>
  %12 = arith.constant 0.5 : f64
  %13 = tssa.add %11, %12 : (tensor<2xf32>, f64) -> tensor<2xf32>
  tssa.write %13, %10 : !tssa.ref<2xf32>
  %14 = view.of #view.slice<0, 2 : 9223372036854775807 : 1> %arg0 : !tssa.ref<9xf32> -> !tssa.ref<7xf32>
  %15 = tssa.read %14 : !tssa.ref<7xf32>
  %16 = arith.constant 3 : i64
  %17 = tssa.mul %15, %16 : (tensor<7xf32>, i64) -> tensor<7xf32>
  %18 = tssa.alloc %17 : tensor<7xf32> -> !tssa.ref<7xf32>
  return %18 : !tssa.ref<7xf32>
}
