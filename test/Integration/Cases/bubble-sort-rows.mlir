// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[4.0, 0.0], [1.0, 1.0], [3.0, 2.0], [0.0, 3.0], [2.0, 4.0]]" | FileCheck %s --check-prefix=EXPECT
//
// In-place bubble sort of rows with a saved copy for the exchange, under a
// data-dependent branch in two nested loops.
//
//   def fn(x: Tensor) -> int:
//       n = x.size(0)
//       swaps = 0
//       for i in range(n):
//           for j in range(n - 1 - i):
//               if bool(x[j, 0] > x[j + 1, 0]):
//                   tmp = x[j].clone()
//                   x[j] = x[j + 1]
//                   x[j + 1] = tmp
//                   swaps += 1
//       return swaps
//
// EXPECT: result0: 7
// EXPECT-NEXT: argument0: tensor<5x2xf32>{{$}}
// EXPECT-NEXT: {{\[\[}}0.0 3.0]
// EXPECT-NEXT: [1.0 1.0]
// EXPECT-NEXT: [2.0 4.0]
// EXPECT-NEXT: [3.0 2.0]
// EXPECT-NEXT: [4.0 0.0]]

// CHECK: ok bubble_sort_rows: 3 ways equal
func.func @bubble_sort_rows(%arg0: !tssa.ref<5x2xf32>) -> i64 {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %2 = arith.constant dense<0> : tensor<i64>
  %3 = tssa.alloc %2 : tensor<i64> -> !tssa.ref<i64>
  %4 = arith.constant 0 : index
  %5 = arith.constant 5 : index
  %6 = arith.constant 1 : index
  scf.for %i1 = %4 to %5 step %6 {
    %7 = arith.constant 4 : index
    %8 = arith.subi %7, %i1 : index
    %9 = arith.constant 0 : index
    %10 = arith.constant 1 : index
    scf.for %i2 = %9 to %8 step %10 {
      %11 = arith.constant 1 : index
      %12 = arith.addi %i2, %11 : index
      %13 = arith.constant 5 : index
      %14 = tssa.check_index %i2, %13
      %15 = view.of #view.select<0, ?> %arg0[%14] : !tssa.ref<5x2xf32> -> !tssa.ref<2xf32>
      %16 = arith.constant 5 : index
      %17 = tssa.check_index %12, %16
      %18 = view.of #view.select<0, ?> %arg0[%17] : !tssa.ref<5x2xf32> -> !tssa.ref<2xf32>
      %19 = view.of #view.select<0, 0> %15 : !tssa.ref<2xf32> -> !tssa.ref<f32>
      %20 = view.of #view.select<0, 0> %18 : !tssa.ref<2xf32> -> !tssa.ref<f32>
      %21 = tssa.read %19 : !tssa.ref<f32>
      %22 = tssa.read %20 : !tssa.ref<f32>
      %23 = tssa.gt %21, %22 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %24 = tensor.extract %23[] : tensor<i1>
      scf.if %24 {
        %25 = tssa.read %15 : !tssa.ref<2xf32>
        %26 = tssa.read %18 : !tssa.ref<2xf32>
        tssa.write %26, %15 : !tssa.ref<2xf32>
        tssa.write %25, %18 : !tssa.ref<2xf32>
        %27 = tssa.read %3 : !tssa.ref<i64>
        %28 = arith.constant 1 : i64
        %29 = tssa.add %27, %28 : (tensor<i64>, i64) -> tensor<i64>
        tssa.write %29, %3 : !tssa.ref<i64>
      }
    }
  }
  %30 = tssa.read %3 : !tssa.ref<i64>
  %31 = tensor.extract %30[] : tensor<i64>
  return %31 : i64
}
