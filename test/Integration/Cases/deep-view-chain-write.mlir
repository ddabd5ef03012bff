// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0], [12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0]]" | FileCheck %s --check-prefix=EXPECT
//
// view, permute, slice with step, select, then an in-place add; three sibling
// views made before the write are read after it.
//
//   def fn(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
//       a = x.view(2, 3, 4)
//       b = a.permute(2, 0, 1)
//       c = b[1:4:2]
//       s1 = x[1]
//       s2 = a.select(2, 3)
//       d = c.select(1, 1)
//       d.add_(100.0)
//       d.select(0, 0).mul_(-1.0)
//       return s1, s2, d
//
// EXPECT: result0: tensor<4xf32> in the storage of argument0
// EXPECT-NEXT: [4.0 5.0 6.0 7.0]
// EXPECT-NEXT: result1: tensor<2x3xf32> in the storage of argument0
// EXPECT-NEXT: {{\[\[}}  3.0   7.0  11.0]
// EXPECT-NEXT: [115.0 119.0 123.0]]
// EXPECT-NEXT: result2: tensor<2x3xf32> in the storage of argument0
// EXPECT-NEXT: {{\[\[}}-113.0 -117.0 -121.0]
// EXPECT-NEXT: [ 115.0  119.0  123.0]]
// EXPECT-NEXT: argument0: tensor<6x4xf32> in the storage of result0
// EXPECT-NEXT: {{\[\[}}   0.0    1.0    2.0    3.0]
// EXPECT-NEXT: [   4.0    5.0    6.0    7.0]
// EXPECT-NEXT: [   8.0    9.0   10.0   11.0]
// EXPECT-NEXT: [  12.0 -113.0   14.0  115.0]
// EXPECT-NEXT: [  16.0 -117.0   18.0  119.0]
// EXPECT-NEXT: [  20.0 -121.0   22.0  123.0]]

// CHECK: ok deep_view_chain_write: 3 ways equal
func.func @deep_view_chain_write(%arg0: !tssa.ref<6x4xf32>)
    -> (!tssa.ref<4xf32>, !tssa.ref<2x3xf32>, !tssa.ref<2x3xf32>) {
  %0 = view.of #view.reshape<[2, 3, 4]> %arg0 : !tssa.ref<6x4xf32> -> !tssa.ref<2x3x4xf32>
  %1 = view.of #view.permute<[2, 0, 1]> %0 : !tssa.ref<2x3x4xf32> -> !tssa.ref<4x2x3xf32>
  %2 = view.of #view.slice<0, 1 : 4 : 2> %1 : !tssa.ref<4x2x3xf32> -> !tssa.ref<2x2x3xf32>
  %3 = view.of #view.select<0, 1> %arg0 : !tssa.ref<6x4xf32> -> !tssa.ref<4xf32>
  %4 = view.of #view.select<2, 3> %0 : !tssa.ref<2x3x4xf32> -> !tssa.ref<2x3xf32>
  %5 = view.of #view.select<1, 1> %2 : !tssa.ref<2x2x3xf32> -> !tssa.ref<2x3xf32>
  %6 = tssa.read %5 : !tssa.ref<2x3xf32>
  %7 = arith.constant 100.0 : f64
  %8 = tssa.add %6, %7 : (tensor<2x3xf32>, f64) -> tensor<2x3xf32>
  tssa.write %8, %5 : !tssa.ref<2x3xf32>
  %9 = view.of #view.select<0, 0> %5 : !tssa.ref<2x3xf32> -> !tssa.ref<3xf32>
  %10 = tssa.read %9 : !tssa.ref<3xf32>
  %11 = arith.constant -1.0 : f64
  %12 = tssa.mul %10, %11 : (tensor<3xf32>, f64) -> tensor<3xf32>
  tssa.write %12, %9 : !tssa.ref<3xf32>
  return %3, %4, %5 : !tssa.ref<4xf32>, !tssa.ref<2x3xf32>, !tssa.ref<2x3xf32>
}
