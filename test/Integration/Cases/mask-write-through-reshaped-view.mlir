// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]" --input="[[true, false], [false, true]]" | FileCheck %s --check-prefix=EXPECT
//
// masked_fill_ through a slice of a reshaped view of the argument, a mask
// assignment through another transposed view, and a mask computed from already
// changed data.
//
//   def fn(x: Tensor, m: Tensor) -> Tensor:
//       x.view(2, 4)[:, 1:3].masked_fill_(m, 9.0)
//       y = x.view(4, 2).t()
//       y[y < 3] = -1.0
//       x[x > 8] -= 0.5
//       return x
//
// EXPECT: result0: tensor<8xf32> in the storage of argument0
// EXPECT-NEXT: [-1.0  8.5 -1.0  3.0  4.0  5.0  8.5  7.0]
// EXPECT-NEXT: argument0: tensor<8xf32> in the storage of result0
// EXPECT-NEXT: [-1.0  8.5 -1.0  3.0  4.0  5.0  8.5  7.0]

// CHECK: ok mask_write_through_reshaped_view: 3 ways equal
func.func @mask_write_through_reshaped_view(%arg0: !tssa.ref<8xf32> {tssa.noalias},
                                            %arg1: !tssa.ref<2x2xi1> {tssa.noalias})
    -> !tssa.ref<8xf32> {
  %0 = view.of #view.reshape<[2, 4]> %arg0 : !tssa.ref<8xf32> -> !tssa.ref<2x4xf32>
  %1 = view.of #view.slice<1, 1 : 3 : 1> %0 : !tssa.ref<2x4xf32> -> !tssa.ref<2x2xf32>
  %2 = tssa.read %arg1 : !tssa.ref<2x2xi1>
  %3 = arith.constant 9.0 : f64
  %4 = tssa.read %1 : !tssa.ref<2x2xf32>
  %5 = tssa.where %2, %3, %4 : (tensor<2x2xi1>, f64, tensor<2x2xf32>) -> tensor<2x2xf32>
  tssa.write %5, %1 : !tssa.ref<2x2xf32>
  %6 = view.of #view.reshape<[4, 2]> %arg0 : !tssa.ref<8xf32> -> !tssa.ref<4x2xf32>
  %7 = view.of #view.permute<[1, 0]> %6 : !tssa.ref<4x2xf32> -> !tssa.ref<2x4xf32>
  %8 = tssa.read %7 : !tssa.ref<2x4xf32>
  %9 = arith.constant 3 : i64
  %10 = tssa.lt %8, %9 : (tensor<2x4xf32>, i64) -> tensor<2x4xi1>
  %11 = arith.constant -1.0 : f64
  %12 = tssa.read %7 : !tssa.ref<2x4xf32>
  %13 = tssa.where %10, %11, %12 : (tensor<2x4xi1>, f64, tensor<2x4xf32>) -> tensor<2x4xf32>
  tssa.write %13, %7 : !tssa.ref<2x4xf32>
  %14 = tssa.read %arg0 : !tssa.ref<8xf32>
  %15 = arith.constant 8 : i64
  %16 = tssa.gt %14, %15 : (tensor<8xf32>, i64) -> tensor<8xi1>
  %17 = tssa.read %arg0 : !tssa.ref<8xf32>
  %18 = arith.constant 0.5 : f64
  %19 = tssa.sub %17, %18 : (tensor<8xf32>, f64) -> tensor<8xf32>
  %20 = tssa.read %arg0 : !tssa.ref<8xf32>
  %21 = tssa.where %16, %19, %20 : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  tssa.write %21, %arg0 : !tssa.ref<8xf32>
  return %arg0 : !tssa.ref<8xf32>
}
