// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0], [12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0]]" --input="[[0.0, 1.0], [-1.0, 0.0]]" --input="[[1.0, 0.0], [0.0, 1.0]]" | FileCheck %s --check-prefix=EXPECT
//
// Rotary embedding on a packed qkv tensor: q and k are split views, their
// halves are saved by clone and rewritten in place; v must not change.
//
//   def fn(qkv: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
//       parts = torch.split(qkv, 4, -1)
//       for i in range(2):
//           t = parts[i]
//           lo = t[:, :2].clone()
//           hi = t[:, 2:].clone()
//           t[:, :2] = lo * cos - hi * sin
//           t[:, 2:] = hi * cos + lo * sin
//       return parts[2] * 1.0
//
// EXPECT: result0: tensor<2x4xf32>{{$}}
// EXPECT-NEXT: {{\[\[}} 8.0  9.0 10.0 11.0]
// EXPECT-NEXT: [20.0 21.0 22.0 23.0]]
// EXPECT-NEXT: argument0: tensor<2x12xf32>{{$}}
// EXPECT-NEXT: {{\[\[}} -2.0   1.0   0.0   3.0  -6.0   5.0   4.0   7.0   8.0   9.0  10.0  11.0]
// EXPECT-NEXT: [-12.0 -15.0 -14.0  13.0 -16.0 -19.0 -18.0  17.0  20.0  21.0  22.0  23.0]]

// CHECK: ok rotary_halves_written_in_place: 3 ways equal
func.func @rotary_halves_written_in_place(%arg0: !tssa.ref<2x12xf32> {tssa.noalias},
                                          %arg1: !tssa.ref<2x2xf32> {tssa.noalias},
                                          %arg2: !tssa.ref<2x2xf32> {tssa.noalias})
    -> !tssa.ref<2x4xf32> {
  %0 = view.of #view.slice<1, 0 : 4 : 1> %arg0 : !tssa.ref<2x12xf32> -> !tssa.ref<2x4xf32>
  %1 = view.of #view.slice<1, 0 : 2 : 1> %0 : !tssa.ref<2x4xf32> -> !tssa.ref<2x2xf32>
  %2 = tssa.read %1 : !tssa.ref<2x2xf32>
  %3 = view.of #view.slice<1, 2 : 4 : 1> %0 : !tssa.ref<2x4xf32> -> !tssa.ref<2x2xf32>
  %4 = tssa.read %3 : !tssa.ref<2x2xf32>
  %5 = tssa.read %arg1 : !tssa.ref<2x2xf32>
  %6 = tssa.read %arg2 : !tssa.ref<2x2xf32>
  %7 = view.of #view.slice<1, 0 : 2 : 1> %0 : !tssa.ref<2x4xf32> -> !tssa.ref<2x2xf32>
  %8 = tssa.mul %2, %5 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %9 = tssa.mul %4, %6 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %10 = tssa.sub %8, %9 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  tssa.write %10, %7 : !tssa.ref<2x2xf32>
  %11 = view.of #view.slice<1, 2 : 4 : 1> %0 : !tssa.ref<2x4xf32> -> !tssa.ref<2x2xf32>
  %12 = tssa.mul %4, %5 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %13 = tssa.mul %2, %6 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %14 = tssa.add %12, %13 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  tssa.write %14, %11 : !tssa.ref<2x2xf32>
  %15 = view.of #view.slice<1, 4 : 8 : 1> %arg0 : !tssa.ref<2x12xf32> -> !tssa.ref<2x4xf32>
  %16 = view.of #view.slice<1, 0 : 2 : 1> %15 : !tssa.ref<2x4xf32> -> !tssa.ref<2x2xf32>
  %17 = tssa.read %16 : !tssa.ref<2x2xf32>
  %18 = view.of #view.slice<1, 2 : 4 : 1> %15 : !tssa.ref<2x4xf32> -> !tssa.ref<2x2xf32>
  %19 = tssa.read %18 : !tssa.ref<2x2xf32>
  %20 = tssa.read %arg1 : !tssa.ref<2x2xf32>
  %21 = tssa.read %arg2 : !tssa.ref<2x2xf32>
  %22 = view.of #view.slice<1, 0 : 2 : 1> %15 : !tssa.ref<2x4xf32> -> !tssa.ref<2x2xf32>
  %23 = tssa.mul %17, %20 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %24 = tssa.mul %19, %21 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %25 = tssa.sub %23, %24 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  tssa.write %25, %22 : !tssa.ref<2x2xf32>
  %26 = view.of #view.slice<1, 2 : 4 : 1> %15 : !tssa.ref<2x4xf32> -> !tssa.ref<2x2xf32>
  %27 = tssa.mul %19, %20 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %28 = tssa.mul %17, %21 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %29 = tssa.add %27, %28 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  tssa.write %29, %26 : !tssa.ref<2x2xf32>
  %30 = view.of #view.slice<1, 8 : 12 : 1> %arg0 : !tssa.ref<2x12xf32> -> !tssa.ref<2x4xf32>
  %31 = tssa.read %30 : !tssa.ref<2x4xf32>
  %32 = arith.constant 1.0 : f64
  %33 = tssa.mul %31, %32 : (tensor<2x4xf32>, f64) -> tensor<2x4xf32>
  %34 = tssa.alloc %33 : tensor<2x4xf32> -> !tssa.ref<2x4xf32>
  return %34 : !tssa.ref<2x4xf32>
}
