// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]" | FileCheck %s --check-prefix=EXPECT
//
// In-place calls chained with view calls; every intermediate name is the same
// memory.
//
//   def fn(x: Tensor) -> Tensor:
//       y = x.add_(1).mul_(2).t()
//       y[0].sub_(1)
//       return y
//
// EXPECT: result0: tensor<3x2xf32> in the storage of argument0
// EXPECT-NEXT: {{\[\[}} 1.0  7.0]
// EXPECT-NEXT: [ 4.0 10.0]
// EXPECT-NEXT: [ 6.0 12.0]]
// EXPECT-NEXT: argument0: tensor<2x3xf32> in the storage of result0
// EXPECT-NEXT: {{\[\[}} 1.0  4.0  6.0]
// EXPECT-NEXT: [ 7.0 10.0 12.0]]

// CHECK: ok chained_in_place_results_are_views: 3 ways equal
func.func @chained_in_place_results_are_views(%arg0: !tssa.ref<2x3xf32>) -> !tssa.ref<3x2xf32> {
  %0 = tssa.read %arg0 : !tssa.ref<2x3xf32>
  %1 = arith.constant 1 : i64
  %2 = tssa.add %0, %1 : (tensor<2x3xf32>, i64) -> tensor<2x3xf32>
  tssa.write %2, %arg0 : !tssa.ref<2x3xf32>
  %3 = tssa.read %arg0 : !tssa.ref<2x3xf32>
  %4 = arith.constant 2 : i64
  %5 = tssa.mul %3, %4 : (tensor<2x3xf32>, i64) -> tensor<2x3xf32>
  tssa.write %5, %arg0 : !tssa.ref<2x3xf32>
  %6 = view.of #view.permute<[1, 0]> %arg0 : !tssa.ref<2x3xf32> -> !tssa.ref<3x2xf32>
  %7 = view.of #view.select<0, 0> %6 : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  %8 = tssa.read %7 : !tssa.ref<2xf32>
  %9 = arith.constant 1 : i64
  %10 = tssa.sub %8, %9 : (tensor<2xf32>, i64) -> tensor<2xf32>
  tssa.write %10, %7 : !tssa.ref<2xf32>
  return %6 : !tssa.ref<3x2xf32>
}
