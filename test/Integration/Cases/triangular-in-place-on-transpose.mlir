// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]]" | FileCheck %s --check-prefix=EXPECT
//
// tril_ and triu_ applied in place to transposed and sliced views of one
// matrix.
//
//   def fn(x: Tensor) -> Tensor:
//       x.t().tril_(1)
//       x[1:, 1:].triu_(0)
//       return x.sum(0)
//
// EXPECT: result0: tensor<4xf32>{{$}}
// EXPECT-NEXT: [ 6.0  8.0 21.0 40.0]
// EXPECT-NEXT: argument0: tensor<4x4xf32>{{$}}
// EXPECT-NEXT: {{\[\[}} 1.0  2.0  3.0  4.0]
// EXPECT-NEXT: [ 5.0  6.0  7.0  8.0]
// EXPECT-NEXT: [ 0.0  0.0 11.0 12.0]
// EXPECT-NEXT: [ 0.0  0.0  0.0 16.0]]

// CHECK: ok triangular_in_place_on_transpose: 3 ways equal
func.func @triangular_in_place_on_transpose(%arg0: !tssa.ref<4x4xf32>) -> !tssa.ref<4xf32> {
  %0 = view.of #view.permute<[1, 0]> %arg0 : !tssa.ref<4x4xf32> -> !tssa.ref<4x4xf32>
  %1 = tssa.read %0 : !tssa.ref<4x4xf32>
  %2 = tssa.tril %1 diagonal 1 : tensor<4x4xf32> -> tensor<4x4xf32>
  tssa.write %2, %0 : !tssa.ref<4x4xf32>
  %3 = view.of #view.slice<0, 1 : 9223372036854775807 : 1> %arg0 : !tssa.ref<4x4xf32> -> !tssa.ref<3x4xf32>
  %4 = view.of #view.slice<1, 1 : 9223372036854775807 : 1> %3 : !tssa.ref<3x4xf32> -> !tssa.ref<3x3xf32>
  %5 = tssa.read %4 : !tssa.ref<3x3xf32>
  %6 = tssa.triu %5 diagonal 0 : tensor<3x3xf32> -> tensor<3x3xf32>
  tssa.write %6, %4 : !tssa.ref<3x3xf32>
  %7 = tssa.read %arg0 : !tssa.ref<4x4xf32>
  %8 = tssa.sum %7 dims [0] : tensor<4x4xf32> -> tensor<4xf32>
  %9 = tssa.alloc %8 : tensor<4xf32> -> !tssa.ref<4xf32>
  return %9 : !tssa.ref<4xf32>
}
