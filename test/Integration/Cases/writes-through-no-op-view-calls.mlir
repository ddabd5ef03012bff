// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]" | FileCheck %s --check-prefix=EXPECT
//
// view_as, detach, contiguous, expand_as, flatten, reshape and to(own dtype)
// all return aliases here; a write through each must survive.
//
//   def fn(x: Tensor) -> Tensor:
//       x.view_as(x)[0].add_(1.0)
//       x.detach()[1].mul_(2.0)
//       x.contiguous()[2].sub_(3.0)
//       x.expand_as(x)[3].neg_()
//       x.flatten()[-2:].zero_()
//       x.reshape(x.size(0), -1)[:, 0].add_(100.0)
//       x.to(x.dtype)[1, 1] = 0.5
//       return x
//
// EXPECT: result0: tensor<4x3xf32> in the storage of argument0
// EXPECT-NEXT: {{\[\[}}101.0   2.0   3.0]
// EXPECT-NEXT: [106.0   0.5  10.0]
// EXPECT-NEXT: [103.0   4.0   5.0]
// EXPECT-NEXT: [ 91.0   0.0   0.0]]
// EXPECT-NEXT: argument0: tensor<4x3xf32> in the storage of result0
// EXPECT-NEXT: {{\[\[}}101.0   2.0   3.0]
// EXPECT-NEXT: [106.0   0.5  10.0]
// EXPECT-NEXT: [103.0   4.0   5.0]
// EXPECT-NEXT: [ 91.0   0.0   0.0]]

// CHECK: ok writes_through_no_op_view_calls: 3 ways equal
func.func @writes_through_no_op_view_calls(%arg0: !tssa.ref<4x3xf32>) -> !tssa.ref<4x3xf32> {
  %0 = view.of #view.alias %arg0 : !tssa.ref<4x3xf32> -> !tssa.ref<4x3xf32>
  %1 = view.of #view.select<0, 0> %0 : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  %2 = tssa.read %1 : !tssa.ref<3xf32>
  %3 = arith.constant 1.0 : f64
  %4 = tssa.add %2, %3 : (tensor<3xf32>, f64) -> tensor<3xf32>
  tssa.write %4, %1 : !tssa.ref<3xf32>
  %5 = view.of #view.alias %arg0 : !tssa.ref<4x3xf32> -> !tssa.ref<4x3xf32>
  %6 = view.of #view.select<0, 1> %5 : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  %7 = tssa.read %6 : !tssa.ref<3xf32>
  %8 = arith.constant 2.0 : f64
  %9 = tssa.mul %7, %8 : (tensor<3xf32>, f64) -> tensor<3xf32>
  tssa.write %9, %6 : !tssa.ref<3xf32>
  %10 = view.of #view.select<0, 2> %arg0 : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  %11 = tssa.read %10 : !tssa.ref<3xf32>
  %12 = arith.constant 3.0 : f64
  %13 = tssa.sub %11, %12 : (tensor<3xf32>, f64) -> tensor<3xf32>
  tssa.write %13, %10 : !tssa.ref<3xf32>
  %14 = view.of #view.expand<[4, 3]> %arg0 : !tssa.ref<4x3xf32> -> !tssa.ref<4x3xf32>
  %15 = view.of #view.select<0, 3> %14 : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  %16 = tssa.read %15 : !tssa.ref<3xf32>
  %17 = tssa.neg %16 : tensor<3xf32> -> tensor<3xf32>
  tssa.write %17, %15 : !tssa.ref<3xf32>
  %18 = view.of #view.reshape<[12]> %arg0 : !tssa.ref<4x3xf32> -> !tssa.ref<12xf32>
  %19 = view.of #view.slice<0, -2 : 9223372036854775807 : 1> %18 : !tssa.ref<12xf32> -> !tssa.ref<2xf32>
  %20 = arith.constant dense<0.0> : tensor<2xf32>
  tssa.write %20, %19 : !tssa.ref<2xf32>
  %21 = view.of #view.reshape<[4, 3]> %arg0 : !tssa.ref<4x3xf32> -> !tssa.ref<4x3xf32>
  %22 = view.of #view.select<1, 0> %21 : !tssa.ref<4x3xf32> -> !tssa.ref<4xf32>
  %23 = tssa.read %22 : !tssa.ref<4xf32>
  %24 = arith.constant 100.0 : f64
  %25 = tssa.add %23, %24 : (tensor<4xf32>, f64) -> tensor<4xf32>
  tssa.write %25, %22 : !tssa.ref<4xf32>
  %26 = view.of #view.select<0, 1> %arg0 : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  %27 = view.of #view.select<0, 1> %26 : !tssa.ref<3xf32> -> !tssa.ref<f32>
  %28 = arith.constant dense<0.5> : tensor<f32>
  tssa.write %28, %27 : !tssa.ref<f32>
  return %arg0 : !tssa.ref<4x3xf32>
}
