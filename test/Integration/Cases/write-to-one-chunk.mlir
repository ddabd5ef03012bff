// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0], [8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]]" | FileCheck %s --check-prefix=EXPECT
//
// chunk with an uneven last piece; first and last piece are written, the
// middle one is read.
//
//   def fn(x: Tensor) -> Tensor:
//       parts = torch.chunk(x, 3, 0)
//       first = parts[0]
//       last = parts[2]
//       first.add_(5.0)
//       last.zero_()
//       return parts[1] + x.sum()
//
// EXPECT: result0: tensor<3x2xf32>{{$}}
// EXPECT-NEXT: {{\[\[}}102.0 103.0]
// EXPECT-NEXT: [104.0 105.0]
// EXPECT-NEXT: [106.0 107.0]]
// EXPECT-NEXT: argument0: tensor<8x2xf32>{{$}}
// EXPECT-NEXT: {{\[\[}} 5.0  6.0]
// EXPECT-NEXT: [ 7.0  8.0]
// EXPECT-NEXT: [ 9.0 10.0]
// EXPECT-NEXT: [ 6.0  7.0]
// EXPECT-NEXT: [ 8.0  9.0]
// EXPECT-NEXT: [10.0 11.0]
// EXPECT-NEXT: [ 0.0  0.0]
// EXPECT-NEXT: [ 0.0  0.0]]

// CHECK: ok write_to_one_chunk: 3 ways equal
func.func @write_to_one_chunk(%arg0: !tssa.ref<8x2xf32>) -> !tssa.ref<3x2xf32> {
  %0 = view.of #view.slice<0, 0 : 3 : 1> %arg0 : !tssa.ref<8x2xf32> -> !tssa.ref<3x2xf32>
  %1 = view.of #view.slice<0, 3 : 6 : 1> %arg0 : !tssa.ref<8x2xf32> -> !tssa.ref<3x2xf32>
  %2 = view.of #view.slice<0, 6 : 8 : 1> %arg0 : !tssa.ref<8x2xf32> -> !tssa.ref<2x2xf32>
  %3 = tssa.read %0 : !tssa.ref<3x2xf32>
  %4 = arith.constant 5.0 : f64
  %5 = tssa.add %3, %4 : (tensor<3x2xf32>, f64) -> tensor<3x2xf32>
  tssa.write %5, %0 : !tssa.ref<3x2xf32>
  %6 = arith.constant dense<0.0> : tensor<2x2xf32>
  tssa.write %6, %2 : !tssa.ref<2x2xf32>
  %7 = tssa.read %arg0 : !tssa.ref<8x2xf32>
  %8 = tssa.sum %7 dims [0, 1] : tensor<8x2xf32> -> tensor<f32>
  %9 = tssa.read %1 : !tssa.ref<3x2xf32>
  %10 = tssa.add %9, %8 : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %11 = tssa.alloc %10 : tensor<3x2xf32> -> !tssa.ref<3x2xf32>
  return %11 : !tssa.ref<3x2xf32>
}
