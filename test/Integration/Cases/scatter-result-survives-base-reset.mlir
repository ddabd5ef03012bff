// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]" --input="[[-6, -5], [-4, -3], [-2, -1]]" | FileCheck %s --check-prefix=EXPECT
//
// The result of an out-of-place slice_scatter is still alive when the base is
// cleared; writing the scatter into the base buffer loses it.
//
//   def fn(x: Tensor, patch: Tensor) -> Tuple[Tensor, Tensor]:
//       mixed = torch.slice_scatter(x, patch, 1, 0, 2, 1)
//       x.sub_(x)
//       return mixed, mixed.sum(0)
//
// EXPECT: result0: tensor<3x4xi64>{{$}}
// EXPECT-NEXT: {{\[\[}}-6 -5  2  3]
// EXPECT-NEXT: [-4 -3  6  7]
// EXPECT-NEXT: [-2 -1 10 11]]
// EXPECT-NEXT: result1: tensor<4xi64>{{$}}
// EXPECT-NEXT: [-12  -9  18  21]
// EXPECT-NEXT: argument0: tensor<3x4xi64>{{$}}
// EXPECT-NEXT: {{\[\[}}0 0 0 0]
// EXPECT-NEXT: [0 0 0 0]
// EXPECT-NEXT: [0 0 0 0]]

// CHECK: ok scatter_result_survives_base_reset: 3 ways equal
func.func @scatter_result_survives_base_reset(%arg0: !tssa.ref<3x4xi64> {tssa.noalias},
                                              %arg1: !tssa.ref<3x2xi64> {tssa.noalias})
    -> (!tssa.ref<3x4xi64>, !tssa.ref<4xi64>) {
  %0 = tssa.read %arg0 : !tssa.ref<3x4xi64>
  %1 = tssa.alloc %0 : tensor<3x4xi64> -> !tssa.ref<3x4xi64>
  %2 = view.of #view.slice<1, 0 : 2 : 1> %1 : !tssa.ref<3x4xi64> -> !tssa.ref<3x2xi64>
  %3 = tssa.read %arg1 : !tssa.ref<3x2xi64>
  tssa.write %3, %2 : !tssa.ref<3x2xi64>
  %4 = tssa.read %arg0 : !tssa.ref<3x4xi64>
  %5 = tssa.read %arg0 : !tssa.ref<3x4xi64>
  %6 = tssa.sub %5, %4 : (tensor<3x4xi64>, tensor<3x4xi64>) -> tensor<3x4xi64>
  tssa.write %6, %arg0 : !tssa.ref<3x4xi64>
  %7 = tssa.read %1 : !tssa.ref<3x4xi64>
  %8 = tssa.sum %7 dims [0] : tensor<3x4xi64> -> tensor<4xi64>
  %9 = tssa.alloc %8 : tensor<4xi64> -> !tssa.ref<4xi64>
  return %1, %9 : !tssa.ref<3x4xi64>, !tssa.ref<4xi64>
}
