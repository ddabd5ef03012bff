// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[4.0, 5.0, 6.0]" | FileCheck %s --check-prefix=EXPECT
//
// fill_ of a part of an expanded view is allowed in eager, all overlapped
// writes store the same value.
//
//   def fn(c: Tensor) -> Tensor:
//       wide = c.unsqueeze(1).expand(3, 5)
//       wide[1:, 2:].fill_(-1.5)
//       return c * 2
//
// EXPECT: result0: tensor<3xf32>{{$}}
// EXPECT-NEXT: [ 8.0 -3.0 -3.0]
// EXPECT-NEXT: argument0: tensor<3xf32>{{$}}
// EXPECT-NEXT: [ 4.0 -1.5 -1.5]

// CHECK: ok fill_of_expanded_view: 3 ways equal
func.func @fill_of_expanded_view(%arg0: !tssa.ref<3xf32>) -> !tssa.ref<3xf32> {
  %0 = view.of #view.unsqueeze<1> %arg0 : !tssa.ref<3xf32> -> !tssa.ref<3x1xf32>
  %1 = view.of #view.expand<[3, 5]> %0 : !tssa.ref<3x1xf32> -> !tssa.ref<3x5xf32>
  %2 = view.of #view.slice<0, 1 : 9223372036854775807 : 1> %1 : !tssa.ref<3x5xf32> -> !tssa.ref<2x5xf32>
  %3 = view.of #view.slice<1, 2 : 9223372036854775807 : 1> %2 : !tssa.ref<2x5xf32> -> !tssa.ref<2x3xf32>
  %4 = arith.constant dense<-1.5> : tensor<2x3xf32>
  tssa.write %4, %3 : !tssa.ref<2x3xf32>
  %5 = tssa.read %arg0 : !tssa.ref<3xf32>
  %6 = arith.constant 2 : i64
  %7 = tssa.mul %5, %6 : (tensor<3xf32>, i64) -> tensor<3xf32>
  %8 = tssa.alloc %7 : tensor<3xf32> -> !tssa.ref<3xf32>
  return %8 : !tssa.ref<3xf32>
}
