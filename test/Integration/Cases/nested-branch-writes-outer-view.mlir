// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]" --input="true" --input="true" | FileCheck %s --check-prefix=EXPECT0
// RUN: tssa run %s --input="[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]" --input="true" --input="false" | FileCheck %s --check-prefix=EXPECT1
// RUN: tssa run %s --input="[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]" --input="false" --input="true" | FileCheck %s --check-prefix=EXPECT2
// RUN: tssa run %s --input="[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]" --input="false" --input="false" | FileCheck %s --check-prefix=EXPECT3
//
// A view is made outside two nested branches, written only in the inner ones,
// and its base is read after the join.
//
//   def fn(x: Tensor, p: bool, q: bool) -> Tensor:
//       v = x.view(-1)[1:4]
//       if p:
//           if q:
//               v.add_(10.0)
//           else:
//               v.neg_()
//       else:
//           if q:
//               v[0] = 99.0
//       return x * 2.0
//
// EXPECT0: result0: tensor<2x3xf32>{{$}}
// EXPECT0-NEXT: {{\[\[}} 0.0 22.0 24.0]
// EXPECT0-NEXT: [26.0  8.0 10.0]]
// EXPECT0-NEXT: argument0: tensor<2x3xf32>{{$}}
// EXPECT0-NEXT: {{\[\[}} 0.0 11.0 12.0]
// EXPECT0-NEXT: [13.0  4.0  5.0]]
//
// EXPECT1: result0: tensor<2x3xf32>{{$}}
// EXPECT1-NEXT: {{\[\[}} 0.0 -2.0 -4.0]
// EXPECT1-NEXT: [-6.0  8.0 10.0]]
// EXPECT1-NEXT: argument0: tensor<2x3xf32>{{$}}
// EXPECT1-NEXT: {{\[\[}} 0.0 -1.0 -2.0]
// EXPECT1-NEXT: [-3.0  4.0  5.0]]
//
// EXPECT2: result0: tensor<2x3xf32>{{$}}
// EXPECT2-NEXT: {{\[\[}}  0.0 198.0   4.0]
// EXPECT2-NEXT: [  6.0   8.0  10.0]]
// EXPECT2-NEXT: argument0: tensor<2x3xf32>{{$}}
// EXPECT2-NEXT: {{\[\[}} 0.0 99.0  2.0]
// EXPECT2-NEXT: [ 3.0  4.0  5.0]]
//
// EXPECT3: result0: tensor<2x3xf32>{{$}}
// EXPECT3-NEXT: {{\[\[}} 0.0  2.0  4.0]
// EXPECT3-NEXT: [ 6.0  8.0 10.0]]

// CHECK: ok nested_branch_writes_outer_view: 3 ways equal
func.func @nested_branch_writes_outer_view(%arg0: !tssa.ref<2x3xf32>,
                                           %arg1: i1,
                                           %arg2: i1)
    -> !tssa.ref<2x3xf32> {
  %0 = view.of #view.reshape<[6]> %arg0 : !tssa.ref<2x3xf32> -> !tssa.ref<6xf32>
  %1 = view.of #view.slice<0, 1 : 4 : 1> %0 : !tssa.ref<6xf32> -> !tssa.ref<3xf32>
  scf.if %arg1 {
    scf.if %arg2 {
      %2 = tssa.read %1 : !tssa.ref<3xf32>
      %3 = arith.constant 10.0 : f64
      %4 = tssa.add %2, %3 : (tensor<3xf32>, f64) -> tensor<3xf32>
      tssa.write %4, %1 : !tssa.ref<3xf32>
    } else {
      %5 = tssa.read %1 : !tssa.ref<3xf32>
      %6 = tssa.neg %5 : tensor<3xf32> -> tensor<3xf32>
      tssa.write %6, %1 : !tssa.ref<3xf32>
    }
  } else {
    scf.if %arg2 {
      %7 = view.of #view.select<0, 0> %1 : !tssa.ref<3xf32> -> !tssa.ref<f32>
      %8 = arith.constant dense<99.0> : tensor<f32>
      tssa.write %8, %7 : !tssa.ref<f32>
    }
  }
  %9 = tssa.read %arg0 : !tssa.ref<2x3xf32>
  %10 = arith.constant 2.0 : f64
  %11 = tssa.mul %9, %10 : (tensor<2x3xf32>, f64) -> tensor<2x3xf32>
  %12 = tssa.alloc %11 : tensor<2x3xf32> -> !tssa.ref<2x3xf32>
  return %12 : !tssa.ref<2x3xf32>
}
