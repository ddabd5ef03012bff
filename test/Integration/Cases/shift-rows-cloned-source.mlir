// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[-3.0, -1.5, 0.0, 1.5, 3.0, 4.5], [6.0, 7.5, 9.0, 10.5, 12.0, 13.5], [15.0, 16.5, 18.0, 19.5, 21.0, 22.5]]" --input="[1.0, 2.0, 4.0, 8.0, 16.0, 32.0]" | FileCheck %s --check-prefix=EXPECT
//
// Moves every column two places to the right with an explicit clone of the
// source columns; a compiler that drops the clone copies over memory it still
// has to read.
//
//   def fn(x: Tensor, w: Tensor) -> Tensor:
//       moved = x[:, :-2].clone()
//       x[:, 2:] = moved
//       return torch.mv(x, w)
//
// EXPECT: result0: tensor<3xf32>{{$}}
// EXPECT-NEXT: [  18.0  585.0 1152.0]
// EXPECT-NEXT: argument0: tensor<3x6xf32>{{$}}
// EXPECT-NEXT: {{\[\[}}-3.0 -1.5 -3.0 -1.5  0.0  1.5]
// EXPECT-NEXT: [ 6.0  7.5  6.0  7.5  9.0 10.5]
// EXPECT-NEXT: [15.0 16.5 15.0 16.5 18.0 19.5]]

// CHECK: ok shift_rows_cloned_source: 3 ways equal
func.func @shift_rows_cloned_source(%arg0: !tssa.ref<3x6xf32> {tssa.noalias},
                                    %arg1: !tssa.ref<6xf32> {tssa.noalias})
    -> !tssa.ref<3xf32> {
  %0 = view.of #view.slice<1, 2 : 9223372036854775807 : 1> %arg0 : !tssa.ref<3x6xf32> -> !tssa.ref<3x4xf32>
  %1 = view.of #view.slice<1, 0 : -2 : 1> %arg0 : !tssa.ref<3x6xf32> -> !tssa.ref<3x4xf32>
  %2 = tssa.read %1 : !tssa.ref<3x4xf32>
  tssa.write %2, %0 : !tssa.ref<3x4xf32>
  %3 = tssa.read %arg0 : !tssa.ref<3x6xf32>
  %4 = tssa.read %arg1 : !tssa.ref<6xf32>
  %5 = tssa.matmul %3, %4 : (tensor<3x6xf32>, tensor<6xf32>) -> tensor<3xf32>
  %6 = tssa.alloc %5 : tensor<3xf32> -> !tssa.ref<3xf32>
  return %6 : !tssa.ref<3xf32>
}
