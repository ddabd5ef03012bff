// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s
// RUN: tssa run %s --input="[1.0, 2.0]" --input="[0.0, 5.0]" | FileCheck %s --check-prefix=EXPECT0
// RUN: tssa run %s --input="[0.0, 5.0]" --input="[1.0, 2.0]" | FileCheck %s --check-prefix=EXPECT1
//
// The written tensor is argument a or argument b, decided by data; afterwards
// both are read.
//
//   def fn(a: Tensor, b: Tensor) -> Tuple[Tensor, Tensor]:
//       if bool(a[0] > b[0]):
//           t = a
//       else:
//           t = b
//       t.mul_(10.0)
//       return t, a + b
//
// EXPECT0: result0: tensor<2xf32> in the storage of argument0
// EXPECT0-NEXT: [10.0 20.0]
// EXPECT0-NEXT: result1: tensor<2xf32>{{$}}
// EXPECT0-NEXT: [10.0 25.0]
// EXPECT0-NEXT: argument0: tensor<2xf32> in the storage of result0
// EXPECT0-NEXT: [10.0 20.0]
//
// EXPECT1: result0: tensor<2xf32> in the storage of argument1
// EXPECT1-NEXT: [10.0 20.0]
// EXPECT1-NEXT: result1: tensor<2xf32>{{$}}
// EXPECT1-NEXT: [10.0 25.0]
// EXPECT1-NEXT: argument1: tensor<2xf32> in the storage of result0
// EXPECT1-NEXT: [10.0 20.0]

// CHECK: ok branch_picks_one_of_two_arguments: 3 ways equal
func.func @branch_picks_one_of_two_arguments(%arg0: !tssa.ref<2xf32> {tssa.noalias},
                                             %arg1: !tssa.ref<2xf32> {tssa.noalias})
    -> (!tssa.ref<2xf32>, !tssa.ref<2xf32>) {
  %0 = view.of #view.select<0, 0> %arg0 : !tssa.ref<2xf32> -> !tssa.ref<f32>
  %1 = view.of #view.select<0, 0> %arg1 : !tssa.ref<2xf32> -> !tssa.ref<f32>
  %2 = tssa.read %0 : !tssa.ref<f32>
  %3 = tssa.read %1 : !tssa.ref<f32>
  %4 = tssa.gt %2, %3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %5 = tensor.extract %4[] : tensor<i1>
  %6 = scf.if %5 -> !tssa.ref<2xf32> {
    scf.yield %arg0 : !tssa.ref<2xf32>
  } else {
    scf.yield %arg1 : !tssa.ref<2xf32>
  }
  %7 = tssa.read %6 : !tssa.ref<2xf32>
  %8 = arith.constant 10.0 : f64
  %9 = tssa.mul %7, %8 : (tensor<2xf32>, f64) -> tensor<2xf32>
  tssa.write %9, %6 : !tssa.ref<2xf32>
  %10 = tssa.read %arg0 : !tssa.ref<2xf32>
  %11 = tssa.read %arg1 : !tssa.ref<2xf32>
  %12 = tssa.add %10, %11 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %13 = tssa.alloc %12 : tensor<2xf32> -> !tssa.ref<2xf32>
  return %6, %13 : !tssa.ref<2xf32>, !tssa.ref<2xf32>
}
