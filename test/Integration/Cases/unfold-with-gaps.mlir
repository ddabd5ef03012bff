// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[1, 2, 3, 4, 5, 6, 7, 8], [9, 10, 11, 12, 13, 14, 15, 16]]" | FileCheck %s --check-prefix=EXPECT
//
// An unfold whose windows leave gaps; elements that no window covers must keep
// their values.
//
//   def fn(x: Tensor) -> Tensor:
//       w = x.unfold(1, 2, 3)
//       w[:, :, 1].neg_()
//       w[1, :, 0] = 50
//       return w.sum(2) + x.size(1)
//
// EXPECT: result0: tensor<2x3xi64>{{$}}
// EXPECT-NEXT: {{\[\[}} 7  7  7]
// EXPECT-NEXT: [48 45 42]]
// EXPECT-NEXT: argument0: tensor<2x8xi64>{{$}}
// EXPECT-NEXT: {{\[\[}}  1  -2   3   4  -5   6   7  -8]
// EXPECT-NEXT: [ 50 -10  11  50 -13  14  50 -16]]

// CHECK: ok unfold_with_gaps: 3 ways equal
func.func @unfold_with_gaps(%arg0: !tssa.ref<2x8xi64>) -> !tssa.ref<2x3xi64> {
  %0 = view.of #view.unfold<1, 2, 3> %arg0 : !tssa.ref<2x8xi64> -> !tssa.ref<2x3x2xi64>
  %1 = view.of #view.select<2, 1> %0 : !tssa.ref<2x3x2xi64> -> !tssa.ref<2x3xi64>
  %2 = tssa.read %1 : !tssa.ref<2x3xi64>
  %3 = tssa.neg %2 : tensor<2x3xi64> -> tensor<2x3xi64>
  tssa.write %3, %1 : !tssa.ref<2x3xi64>
  %4 = view.of #view.select<0, 1> %0 : !tssa.ref<2x3x2xi64> -> !tssa.ref<3x2xi64>
  %5 = view.of #view.select<1, 0> %4 : !tssa.ref<3x2xi64> -> !tssa.ref<3xi64>
  %6 = arith.constant dense<50> : tensor<3xi64>
  tssa.write %6, %5 : !tssa.ref<3xi64>
  %7 = tssa.read %0 : !tssa.ref<2x3x2xi64>
  %8 = tssa.sum %7 dims [2] : tensor<2x3x2xi64> -> tensor<2x3xi64>
  %9 = arith.constant 8 : i64
  %10 = tssa.add %8, %9 : (tensor<2x3xi64>, i64) -> tensor<2x3xi64>
  %11 = tssa.alloc %10 : tensor<2x3xi64> -> !tssa.ref<2x3xi64>
  return %11 : !tssa.ref<2x3xi64>
}
