// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]" | FileCheck %s --check-prefix=EXPECT
//
// Negative select indices, negative slice ends and a negative dimension in in-
// place writes.
//
//   def fn(x: Tensor) -> Tensor:
//       x[-1] += x[-2]
//       x[:, -3:-1].mul_(2)
//       x.select(-1, -1).sub_(100)
//       x.narrow(-2, 1, 1).neg_()
//       return x[..., -2]
//
// EXPECT: result0: tensor<3xi64> in the storage of argument0
// EXPECT-NEXT: [  4 -12  32]
// EXPECT-NEXT: argument0: tensor<3x4xi64> in the storage of result0
// EXPECT-NEXT: {{\[\[}}  0   2   4 -97]
// EXPECT-NEXT: [ -4 -10 -12  93]
// EXPECT-NEXT: [ 12  28  32 -82]]

// CHECK: ok negative_positions_in_writes: 3 ways equal
func.func @negative_positions_in_writes(%arg0: !tssa.ref<3x4xi64>) -> !tssa.ref<3xi64> {
  %0 = view.of #view.select<0, 2> %arg0 : !tssa.ref<3x4xi64> -> !tssa.ref<4xi64>
  %1 = view.of #view.select<0, 1> %arg0 : !tssa.ref<3x4xi64> -> !tssa.ref<4xi64>
  %2 = tssa.read %0 : !tssa.ref<4xi64>
  %3 = tssa.read %1 : !tssa.ref<4xi64>
  %4 = tssa.add %2, %3 : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  tssa.write %4, %0 : !tssa.ref<4xi64>
  %5 = view.of #view.slice<1, -3 : -1 : 1> %arg0 : !tssa.ref<3x4xi64> -> !tssa.ref<3x2xi64>
  %6 = tssa.read %5 : !tssa.ref<3x2xi64>
  %7 = arith.constant 2 : i64
  %8 = tssa.mul %6, %7 : (tensor<3x2xi64>, i64) -> tensor<3x2xi64>
  tssa.write %8, %5 : !tssa.ref<3x2xi64>
  %9 = view.of #view.select<1, 3> %arg0 : !tssa.ref<3x4xi64> -> !tssa.ref<3xi64>
  %10 = tssa.read %9 : !tssa.ref<3xi64>
  %11 = arith.constant 100 : i64
  %12 = tssa.sub %10, %11 : (tensor<3xi64>, i64) -> tensor<3xi64>
  tssa.write %12, %9 : !tssa.ref<3xi64>
  %13 = view.of #view.slice<0, 1 : 2 : 1> %arg0 : !tssa.ref<3x4xi64> -> !tssa.ref<1x4xi64>
  %14 = tssa.read %13 : !tssa.ref<1x4xi64>
  %15 = tssa.neg %14 : tensor<1x4xi64> -> tensor<1x4xi64>
  tssa.write %15, %13 : !tssa.ref<1x4xi64>
  %16 = view.of #view.select<1, 2> %arg0 : !tssa.ref<3x4xi64> -> !tssa.ref<3xi64>
  return %16 : !tssa.ref<3xi64>
}
