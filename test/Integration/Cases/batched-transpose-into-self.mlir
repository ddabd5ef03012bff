// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[[-10.0, -9.0, -8.0], [-7.0, -6.0, -5.0], [-4.0, -3.0, -2.0]], [[-1.0, 0.0, 1.0], [2.0, 3.0, 4.0], [5.0, 6.0, 7.0]], [[8.0, 9.0, 10.0], [11.0, 12.0, 13.0], [14.0, 15.0, 16.0]]]" | FileCheck %s --check-prefix=EXPECT
//
// Each matrix of a batch is overwritten by its own negated transpose; loop re-
// ordering and fusion must not merge the transposed read with the write-back.
//
//   def fn(x: Tensor) -> Tensor:
//       x.copy_(torch.neg(x.permute(0, 2, 1)))
//       return x.diagonal(0, 1, 2).sum(-1)
//
// EXPECT: result0: tensor<3xf32>{{$}}
// EXPECT-NEXT: [ 18.0  -9.0 -36.0]
// EXPECT-NEXT: argument0: tensor<3x3x3xf32>{{$}}
// EXPECT-NEXT: {{\[\[}}[ 10.0   7.0   4.0]
// EXPECT-NEXT: [  9.0   6.0   3.0]
// EXPECT-NEXT: [  8.0   5.0   2.0]]
// EXPECT-EMPTY:
// EXPECT-NEXT: {{\[\[}}  1.0  -2.0  -5.0]
// EXPECT-NEXT: [ -0.0  -3.0  -6.0]
// EXPECT-NEXT: [ -1.0  -4.0  -7.0]]
// EXPECT-EMPTY:
// EXPECT-NEXT: {{\[\[}} -8.0 -11.0 -14.0]
// EXPECT-NEXT: [ -9.0 -12.0 -15.0]
// EXPECT-NEXT: [-10.0 -13.0 -16.0]]]

// CHECK: ok batched_transpose_into_self: 3 ways equal
func.func @batched_transpose_into_self(%arg0: !tssa.ref<3x3x3xf32>) -> !tssa.ref<3xf32> {
  %0 = view.of #view.permute<[0, 2, 1]> %arg0 : !tssa.ref<3x3x3xf32> -> !tssa.ref<3x3x3xf32>
  %1 = tssa.read %0 : !tssa.ref<3x3x3xf32>
  %2 = tssa.neg %1 : tensor<3x3x3xf32> -> tensor<3x3x3xf32>
  tssa.write %2, %arg0 : !tssa.ref<3x3x3xf32>
  %3 = view.of #view.diagonal<0, 1, 2> %arg0 : !tssa.ref<3x3x3xf32> -> !tssa.ref<3x3xf32>
  %4 = tssa.read %3 : !tssa.ref<3x3xf32>
  %5 = tssa.sum %4 dims [1] : tensor<3x3xf32> -> tensor<3xf32>
  %6 = tssa.alloc %5 : tensor<3xf32> -> !tssa.ref<3xf32>
  return %6 : !tssa.ref<3xf32>
}
