// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]" --input="[[1.0, 2.0], [3.0, 4.0]]" --input="[[0.0, 1.0], [1.0, 0.0]]" | FileCheck %s --check-prefix=EXPECT
//
// addmm_ into a strided block view, then a product that reads and overwrites
// that block.
//
//   def fn(x: Tensor, a: Tensor, b: Tensor) -> Tensor:
//       blk = x[0:2, 0:2]
//       blk.addmm_(a, b)
//       blk.copy_(torch.mm(blk, blk))
//       return x.sum(1)
//
// EXPECT: result0: tensor<3xf32>{{$}}
// EXPECT-NEXT: [20.0 48.0  1.0]
// EXPECT-NEXT: argument0: tensor<3x3xf32>{{$}}
// EXPECT-NEXT: {{\[\[}}13.0  7.0  0.0]
// EXPECT-NEXT: [28.0 20.0  0.0]
// EXPECT-NEXT: [ 0.0  0.0  1.0]]

// CHECK: ok matmul_accumulates_into_view: 3 ways equal
func.func @matmul_accumulates_into_view(%arg0: !tssa.ref<3x3xf32> {tssa.noalias},
                                        %arg1: !tssa.ref<2x2xf32> {tssa.noalias},
                                        %arg2: !tssa.ref<2x2xf32> {tssa.noalias})
    -> !tssa.ref<3xf32> {
  %0 = view.of #view.slice<0, 0 : 2 : 1> %arg0 : !tssa.ref<3x3xf32> -> !tssa.ref<2x3xf32>
  %1 = view.of #view.slice<1, 0 : 2 : 1> %0 : !tssa.ref<2x3xf32> -> !tssa.ref<2x2xf32>
  %2 = tssa.read %arg1 : !tssa.ref<2x2xf32>
  %3 = tssa.read %arg2 : !tssa.ref<2x2xf32>
  %4 = tssa.matmul %2, %3 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %5 = tssa.read %1 : !tssa.ref<2x2xf32>
  %6 = tssa.add %5, %4 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  tssa.write %6, %1 : !tssa.ref<2x2xf32>
  %7 = tssa.read %1 : !tssa.ref<2x2xf32>
  %8 = tssa.read %1 : !tssa.ref<2x2xf32>
  %9 = tssa.matmul %7, %8 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  tssa.write %9, %1 : !tssa.ref<2x2xf32>
  %10 = tssa.read %arg0 : !tssa.ref<3x3xf32>
  %11 = tssa.sum %10 dims [1] : tensor<3x3xf32> -> tensor<3xf32>
  %12 = tssa.alloc %11 : tensor<3xf32> -> !tssa.ref<3xf32>
  return %12 : !tssa.ref<3xf32>
}
