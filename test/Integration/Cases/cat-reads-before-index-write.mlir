// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]" --input="[3, 1]" --input="[[-1.0, -2.0], [-3.0, -4.0]]" | FileCheck %s --check-prefix=EXPECT
//
// cat of a tensor and one of its rows, then an indexed write to that tensor;
// the cat must keep the values from before the write.
//
//   def fn(x: Tensor, idx: Tensor, v: Tensor) -> Tensor:
//       y = torch.cat([x, x[0:1]], 0)
//       x.index_put_([idx], v)
//       return y
//
// EXPECT: result0: tensor<5x2xf32>{{$}}
// EXPECT-NEXT: {{\[\[}}0.0 1.0]
// EXPECT-NEXT: [2.0 3.0]
// EXPECT-NEXT: [4.0 5.0]
// EXPECT-NEXT: [6.0 7.0]
// EXPECT-NEXT: [0.0 1.0]]
// EXPECT-NEXT: argument0: tensor<4x2xf32>{{$}}
// EXPECT-NEXT: {{\[\[}} 0.0  1.0]
// EXPECT-NEXT: [-3.0 -4.0]
// EXPECT-NEXT: [ 4.0  5.0]
// EXPECT-NEXT: [-1.0 -2.0]]

// CHECK: ok cat_reads_before_index_write: 3 ways equal
func.func @cat_reads_before_index_write(%arg0: !tssa.ref<4x2xf32> {tssa.noalias},
                                        %arg1: !tssa.ref<2xi64> {tssa.noalias},
                                        %arg2: !tssa.ref<2x2xf32> {tssa.noalias})
    -> !tssa.ref<5x2xf32> {
  %0 = view.of #view.slice<0, 0 : 1 : 1> %arg0 : !tssa.ref<4x2xf32> -> !tssa.ref<1x2xf32>
  %1 = tssa.read %arg0 : !tssa.ref<4x2xf32>
  %2 = tssa.read %0 : !tssa.ref<1x2xf32>
  %3 = tssa.cat %1, %2 dim 0 : (tensor<4x2xf32>, tensor<1x2xf32>) -> tensor<5x2xf32>
  %4 = tssa.alloc %3 : tensor<5x2xf32> -> !tssa.ref<5x2xf32>
  %5 = tssa.read %arg0 : !tssa.ref<4x2xf32>
  %6 = tssa.read %arg1 : !tssa.ref<2xi64>
  %7 = tssa.read %arg2 : !tssa.ref<2x2xf32>
  %8 = tssa.index_put %7, %5[%6] : (tensor<2x2xf32>, tensor<4x2xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  tssa.write %8, %arg0 : !tssa.ref<4x2xf32>
  return %4 : !tssa.ref<5x2xf32>
}
