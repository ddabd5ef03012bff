// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[3.0, 1.0, 2.0, 0.0]" --input="[10.0, 11.0, 12.0, 13.0]" | FileCheck %s --check-prefix=EXPECT
//
// Sorted values replace the tensor they came from; the index output is used
// afterwards on another tensor in place.
//
//   def fn(x: Tensor, y: Tensor) -> Tensor:
//       vals, idx = torch.sort(x, 0)
//       x.copy_(vals)
//       y.copy_(y[idx])
//       return idx
//
// EXPECT: result0: tensor<4xi64>{{$}}
// EXPECT-NEXT: [3 1 2 0]
// EXPECT-NEXT: argument0: tensor<4xf32>{{$}}
// EXPECT-NEXT: [0.0 1.0 2.0 3.0]
// EXPECT-NEXT: argument1: tensor<4xf32>{{$}}
// EXPECT-NEXT: [13.0 11.0 12.0 10.0]

// CHECK: ok sort_and_write_back: 3 ways equal
func.func @sort_and_write_back(%arg0: !tssa.ref<4xf32> {tssa.noalias},
                               %arg1: !tssa.ref<4xf32> {tssa.noalias})
    -> !tssa.ref<4xi64> {
  %0 = tssa.read %arg0 : !tssa.ref<4xf32>
  %1, %2 = tssa.sort %0 dim 0 : tensor<4xf32> -> tensor<4xf32>, tensor<4xi64>
  tssa.write %1, %arg0 : !tssa.ref<4xf32>
  %3 = tssa.read %arg1 : !tssa.ref<4xf32>
  %4 = tssa.index_select %3, %2 dim 0 : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  tssa.write %4, %arg1 : !tssa.ref<4xf32>
  %5 = tssa.alloc %2 : tensor<4xi64> -> !tssa.ref<4xi64>
  return %5 : !tssa.ref<4xi64>
}
