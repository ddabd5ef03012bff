// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[[1.0, 10.0, -2.0], [2.0, 20.0, -2.0], [3.0, 30.0, 1.0]]" | FileCheck %s --check-prefix=EXPECT
//
// Each trip makes a column view, centers it in place with its own mean, and
// branches on its scale.
//
//   def fn(x: Tensor) -> Tensor:
//       means = torch.zeros(x.size(1))
//       for j in range(x.size(1)):
//           col = x[:, j]
//           m = col.mean()
//           col -= m
//           if float(col.max()) > 3.0:
//               col *= 0.5
//           means[j] = m
//       return means
//
// EXPECT: result0: tensor<3xf32>{{$}}
// EXPECT-NEXT: [ 2.0 20.0 -1.0]
// EXPECT-NEXT: argument0: tensor<3x3xf32>{{$}}
// EXPECT-NEXT: {{\[\[}}-1.0 -5.0 -1.0]
// EXPECT-NEXT: [ 0.0  0.0 -1.0]
// EXPECT-NEXT: [ 1.0  5.0  2.0]]

// CHECK: ok column_views_updated_in_loop: 3 ways equal
func.func @column_views_updated_in_loop(%arg0: !tssa.ref<3x3xf32>) -> !tssa.ref<3xf32> {
  %0 = arith.constant dense<0.0> : tensor<3xf32>
  %1 = tssa.alloc %0 : tensor<3xf32> -> !tssa.ref<3xf32>
  %2 = arith.constant 0 : index
  %3 = arith.constant 3 : index
  %4 = arith.constant 1 : index
  scf.for %i1 = %2 to %3 step %4 {
    %5 = arith.constant 3 : index
    %6 = tssa.check_index %i1, %5
    %7 = view.of #view.select<1, ?> %arg0[%6] : !tssa.ref<3x3xf32> -> !tssa.ref<3xf32>
    %8 = tssa.read %7 : !tssa.ref<3xf32>
    %9 = tssa.mean %8 dims [0] : tensor<3xf32> -> tensor<f32>
    %10 = tssa.read %7 : !tssa.ref<3xf32>
    %11 = tssa.sub %10, %9 : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    tssa.write %11, %7 : !tssa.ref<3xf32>
    %12 = tssa.read %7 : !tssa.ref<3xf32>
    %13 = tssa.amax %12 dims [0] : tensor<3xf32> -> tensor<f32>
    %14 = arith.constant 3.0 : f64
    %15 = tssa.gt %13, %14 : (tensor<f32>, f64) -> tensor<i1>
    %16 = tensor.extract %15[] : tensor<i1>
    scf.if %16 {
      %17 = tssa.read %7 : !tssa.ref<3xf32>
      %18 = arith.constant 0.5 : f64
      %19 = tssa.mul %17, %18 : (tensor<3xf32>, f64) -> tensor<3xf32>
      tssa.write %19, %7 : !tssa.ref<3xf32>
    }
    %20 = arith.constant 3 : index
    %21 = tssa.check_index %i1, %20
    %22 = view.of #view.select<0, ?> %1[%21] : !tssa.ref<3xf32> -> !tssa.ref<f32>
    tssa.write %9, %22 : !tssa.ref<f32>
  }
  return %1 : !tssa.ref<3xf32>
}
