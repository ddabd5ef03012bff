// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[10, 11, 12, 13, 14, 15]" | FileCheck %s --check-prefix=EXPECT
//
// Slice writes with ends past the size, starts before zero, empty ranges and
// start > end.
//
//   def fn(x: Tensor) -> Tensor:
//       x[4:100] = 1
//       x[-100:1] = 2
//       x[5:2] = 3
//       x[3:-3] = 4
//       x[100:200] += 5
//       x[-2:-1].mul_(10)
//       return x[2:1].sum() + x[-3:].sum()
//
// EXPECT: result0: tensor<i64>{{$}}
// EXPECT-NEXT: 24
// EXPECT-NEXT: argument0: tensor<6xi64>{{$}}
// EXPECT-NEXT: [ 2 11 12 13 10  1]

// CHECK: ok slice_bounds_are_clamped: 3 ways equal
func.func @slice_bounds_are_clamped(%arg0: !tssa.ref<6xi64>) -> !tssa.ref<i64> {
  %0 = view.of #view.slice<0, 4 : 100 : 1> %arg0 : !tssa.ref<6xi64> -> !tssa.ref<2xi64>
  %1 = arith.constant dense<1> : tensor<2xi64>
  tssa.write %1, %0 : !tssa.ref<2xi64>
  %2 = view.of #view.slice<0, -100 : 1 : 1> %arg0 : !tssa.ref<6xi64> -> !tssa.ref<1xi64>
  %3 = arith.constant dense<2> : tensor<1xi64>
  tssa.write %3, %2 : !tssa.ref<1xi64>
  %4 = view.of #view.slice<0, 5 : 2 : 1> %arg0 : !tssa.ref<6xi64> -> !tssa.ref<0xi64>
  %5 = arith.constant dense<3> : tensor<0xi64>
  tssa.write %5, %4 : !tssa.ref<0xi64>
  %6 = view.of #view.slice<0, 3 : -3 : 1> %arg0 : !tssa.ref<6xi64> -> !tssa.ref<0xi64>
  %7 = arith.constant dense<4> : tensor<0xi64>
  tssa.write %7, %6 : !tssa.ref<0xi64>
  %8 = view.of #view.slice<0, 100 : 200 : 1> %arg0 : !tssa.ref<6xi64> -> !tssa.ref<0xi64>
  %9 = tssa.read %8 : !tssa.ref<0xi64>
  %10 = arith.constant 5 : i64
  %11 = tssa.add %9, %10 : (tensor<0xi64>, i64) -> tensor<0xi64>
  tssa.write %11, %8 : !tssa.ref<0xi64>
  %12 = view.of #view.slice<0, -2 : -1 : 1> %arg0 : !tssa.ref<6xi64> -> !tssa.ref<1xi64>
  %13 = tssa.read %12 : !tssa.ref<1xi64>
  %14 = arith.constant 10 : i64
  %15 = tssa.mul %13, %14 : (tensor<1xi64>, i64) -> tensor<1xi64>
  tssa.write %15, %12 : !tssa.ref<1xi64>
  %16 = view.of #view.slice<0, 2 : 1 : 1> %arg0 : !tssa.ref<6xi64> -> !tssa.ref<0xi64>
  %17 = tssa.read %16 : !tssa.ref<0xi64>
  %18 = tssa.sum %17 dims [0] : tensor<0xi64> -> tensor<i64>
  %19 = view.of #view.slice<0, -3 : 9223372036854775807 : 1> %arg0 : !tssa.ref<6xi64> -> !tssa.ref<3xi64>
  %20 = tssa.read %19 : !tssa.ref<3xi64>
  %21 = tssa.sum %20 dims [0] : tensor<3xi64> -> tensor<i64>
  %22 = tssa.add %18, %21 : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %23 = tssa.alloc %22 : tensor<i64> -> !tssa.ref<i64>
  return %23 : !tssa.ref<i64>
}
