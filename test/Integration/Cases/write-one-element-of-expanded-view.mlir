// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[1.0, 2.0, 3.0, 4.0]" | FileCheck %s --check-prefix=EXPECT
//
// Two elements of the last row of an expanded view are assigned. All expanded
// rows alias one row, so every row shows the values, and so does the argument.
//
//   def fn(row: Tensor) -> Tuple[Tensor, Tensor]:
//       grid = row.unsqueeze(0).expand(3, 4)
//       grid[2, 1:3] = 8.0
//       return grid, row.sum()
//
// EXPECT: result0: tensor<3x4xf32> in the storage of argument0
// EXPECT-NEXT: {{\[\[}}1.0 8.0 8.0 4.0]
// EXPECT-NEXT: [1.0 8.0 8.0 4.0]
// EXPECT-NEXT: [1.0 8.0 8.0 4.0]]
// EXPECT-NEXT: result1: tensor<f32>{{$}}
// EXPECT-NEXT: 21.0
// EXPECT-NEXT: argument0: tensor<4xf32> in the storage of result0
// EXPECT-NEXT: [1.0 8.0 8.0 4.0]

// CHECK: ok write_one_element_of_expanded_view: 3 ways equal
func.func @write_one_element_of_expanded_view(%arg0: !tssa.ref<4xf32>)
    -> (!tssa.ref<3x4xf32>, !tssa.ref<f32>) {
  %0 = view.of #view.unsqueeze<0> %arg0 : !tssa.ref<4xf32> -> !tssa.ref<1x4xf32>
  %1 = view.of #view.expand<[3, 4]> %0 : !tssa.ref<1x4xf32> -> !tssa.ref<3x4xf32>
  %2 = view.of #view.select<0, 2> %1 : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  %3 = view.of #view.slice<0, 1 : 3 : 1> %2 : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %4 = arith.constant dense<8.0> : tensor<2xf32>
  tssa.write %4, %3 : !tssa.ref<2xf32>
  %5 = tssa.read %arg0 : !tssa.ref<4xf32>
  %6 = tssa.sum %5 dims [0] : tensor<4xf32> -> tensor<f32>
  %7 = tssa.alloc %6 : tensor<f32> -> !tssa.ref<f32>
  return %1, %7 : !tssa.ref<3x4xf32>, !tssa.ref<f32>
}
