// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[1.0, 2.0, -3.0, 4.0, 0.5, 6.0, -7.0]" | FileCheck %s --check-prefix=EXPECT
//
// A serial prefix sum written with element views; each trip reads the element
// the previous trip wrote, so the loop may not be parallelized or have its
// reads hoisted.
//
//   def fn(x: Tensor) -> Tensor:
//       for i in range(1, x.size(0)):
//           x[i] += x[i - 1]
//       return x
//
// EXPECT: result0: tensor<7xf32> in the storage of argument0
// EXPECT-NEXT: [ 1.0  3.0  0.0  4.0  4.5 10.5  3.5]
// EXPECT-NEXT: argument0: tensor<7xf32> in the storage of result0
// EXPECT-NEXT: [ 1.0  3.0  0.0  4.0  4.5 10.5  3.5]

// CHECK: ok running_sum_by_element_loop: 3 ways equal
func.func @running_sum_by_element_loop(%arg0: !tssa.ref<7xf32>) -> !tssa.ref<7xf32> {
  %0 = arith.constant 1 : index
  %1 = arith.constant 7 : index
  %2 = arith.constant 1 : index
  scf.for %i1 = %0 to %1 step %2 {
    %3 = arith.constant 1 : index
    %4 = arith.subi %i1, %3 : index
    %5 = arith.constant 7 : index
    %6 = tssa.check_index %i1, %5
    %7 = view.of #view.select<0, ?> %arg0[%6] : !tssa.ref<7xf32> -> !tssa.ref<f32>
    %8 = arith.constant 7 : index
    %9 = tssa.check_index %4, %8
    %10 = view.of #view.select<0, ?> %arg0[%9] : !tssa.ref<7xf32> -> !tssa.ref<f32>
    %11 = tssa.read %7 : !tssa.ref<f32>
    %12 = tssa.read %10 : !tssa.ref<f32>
    %13 = tssa.add %11, %12 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    tssa.write %13, %7 : !tssa.ref<f32>
  }
  return %arg0 : !tssa.ref<7xf32>
}
