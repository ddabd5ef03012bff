// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[[[1.0], [2.0], [3.0], [4.0]], [[5.0], [6.0], [7.0], [8.0]], [[9.0], [10.0], [11.0], [12.0]], [[13.0], [14.0], [15.0], [16.0]]]]" | FileCheck %s --check-prefix=EXPECT
//
// A 5-D tensor is split by view, permuted and written window by window, as in
// window partitioning of vision transformers.
//
//   def fn(x: Tensor) -> Tensor:
//       b, h, w, c = x.size(0), x.size(1), x.size(2), x.size(3)
//       v = x.view(b, h // 2, 2, w // 2, 2, c)
//       win = v.permute(0, 1, 3, 2, 4, 5)
//       win[:, 1, 0].mul_(-1.0)
//       return win.reshape(-1, 4, c)
//
// EXPECT: result0: tensor<4x4x1xf32>{{$}}
// EXPECT-NEXT: {{\[\[}}[  1.0]
// EXPECT-NEXT: [  2.0]
// EXPECT-NEXT: [  5.0]
// EXPECT-NEXT: [  6.0]]
// EXPECT-EMPTY:
// EXPECT-NEXT: {{\[\[}}  3.0]
// EXPECT-NEXT: [  4.0]
// EXPECT-NEXT: [  7.0]
// EXPECT-NEXT: [  8.0]]
// EXPECT-EMPTY:
// EXPECT-NEXT: {{\[\[}} -9.0]
// EXPECT-NEXT: [-10.0]
// EXPECT-NEXT: [-13.0]
// EXPECT-NEXT: [-14.0]]
// EXPECT-EMPTY:
// EXPECT-NEXT: {{\[\[}} 11.0]
// EXPECT-NEXT: [ 12.0]
// EXPECT-NEXT: [ 15.0]
// EXPECT-NEXT: [ 16.0]]]
// EXPECT-NEXT: argument0: tensor<1x4x4x1xf32>{{$}}
// EXPECT-NEXT: {{\[\[}}{{\[\[}}  1.0]
// EXPECT-NEXT: [  2.0]
// EXPECT-NEXT: [  3.0]
// EXPECT-NEXT: [  4.0]]
// EXPECT-EMPTY:
// EXPECT-NEXT: {{\[\[}}  5.0]
// EXPECT-NEXT: [  6.0]
// EXPECT-NEXT: [  7.0]
// EXPECT-NEXT: [  8.0]]
// EXPECT-EMPTY:
// EXPECT-NEXT: {{\[\[}} -9.0]
// EXPECT-NEXT: [-10.0]
// EXPECT-NEXT: [ 11.0]
// EXPECT-NEXT: [ 12.0]]
// EXPECT-EMPTY:
// EXPECT-NEXT: {{\[\[}}-13.0]
// EXPECT-NEXT: [-14.0]
// EXPECT-NEXT: [ 15.0]
// EXPECT-NEXT: [ 16.0]]]]

// CHECK: ok five_dim_permute_reshape_write: 3 ways equal
func.func @five_dim_permute_reshape_write(%arg0: !tssa.ref<1x4x4x1xf32>) -> !tssa.ref<4x4x1xf32> {
  %0 = view.of #view.reshape<[1, 2, 2, 2, 2, 1]> %arg0 : !tssa.ref<1x4x4x1xf32> -> !tssa.ref<1x2x2x2x2x1xf32>
  %1 = view.of #view.permute<[0, 1, 3, 2, 4, 5]> %0 : !tssa.ref<1x2x2x2x2x1xf32> -> !tssa.ref<1x2x2x2x2x1xf32>
  %2 = view.of #view.select<1, 1> %1 : !tssa.ref<1x2x2x2x2x1xf32> -> !tssa.ref<1x2x2x2x1xf32>
  %3 = view.of #view.select<1, 0> %2 : !tssa.ref<1x2x2x2x1xf32> -> !tssa.ref<1x2x2x1xf32>
  %4 = tssa.read %3 : !tssa.ref<1x2x2x1xf32>
  %5 = arith.constant -1.0 : f64
  %6 = tssa.mul %4, %5 : (tensor<1x2x2x1xf32>, f64) -> tensor<1x2x2x1xf32>
  tssa.write %6, %3 : !tssa.ref<1x2x2x1xf32>
  %7 = tssa.read %1 : !tssa.ref<1x2x2x2x2x1xf32>
  %8 = view.access #view.reshape<[4, 4, 1]> %7 : tensor<1x2x2x2x2x1xf32> -> tensor<4x4x1xf32>
  %9 = tssa.alloc %8 : tensor<4x4x1xf32> -> !tssa.ref<4x4x1xf32>
  return %9 : !tssa.ref<4x4x1xf32>
}
