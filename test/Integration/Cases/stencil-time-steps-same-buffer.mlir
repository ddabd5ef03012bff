// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[0.0, 0.0, 4.0, 8.0, 4.0, 0.0, 0.0, 16.0]" | FileCheck %s --check-prefix=EXPECT
//
// A heat-equation step that reads three shifted slices of u and adds into the
// middle slice of the same u, repeated in a loop.
//
//   def fn(u: Tensor, steps: int) -> Tensor:
//       e = torch.zeros(steps)
//       for t in range(steps):
//           u[1:-1] += 0.25 * (u[:-2] - 2.0 * u[1:-1] + u[2:])
//           e[t] = (u * u).sum()
//       return e
//
// EXPECT: result0: tensor<4xf32>{{$}}
// EXPECT-NEXT: [342.00000 356.68750 378.42578 401.09985]
// EXPECT-NEXT: argument0: tensor<8xf32>{{$}}
// EXPECT-NEXT: [ 0.000000  1.718750  3.265625  4.000000  3.906250  4.750000  8.812500
// EXPECT-NEXT: 16.000000]

// CHECK: ok stencil_time_steps_same_buffer: 3 ways equal
func.func @stencil_time_steps_same_buffer(%arg0: !tssa.ref<8xf32>) -> !tssa.ref<4xf32> {
  %0 = arith.constant dense<0.0> : tensor<4xf32>
  %1 = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  %2 = arith.constant 0 : index
  %3 = arith.constant 4 : index
  %4 = arith.constant 1 : index
  scf.for %i1 = %2 to %3 step %4 {
    %5 = view.of #view.slice<0, 1 : -1 : 1> %arg0 : !tssa.ref<8xf32> -> !tssa.ref<6xf32>
    %6 = view.of #view.slice<0, 0 : -2 : 1> %arg0 : !tssa.ref<8xf32> -> !tssa.ref<6xf32>
    %7 = view.of #view.slice<0, 1 : -1 : 1> %arg0 : !tssa.ref<8xf32> -> !tssa.ref<6xf32>
    %8 = tssa.read %7 : !tssa.ref<6xf32>
    %9 = arith.constant 2.0 : f64
    %10 = tssa.mul %8, %9 : (tensor<6xf32>, f64) -> tensor<6xf32>
    %11 = tssa.read %6 : !tssa.ref<6xf32>
    %12 = tssa.sub %11, %10 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
    %13 = view.of #view.slice<0, 2 : 9223372036854775807 : 1> %arg0 : !tssa.ref<8xf32> -> !tssa.ref<6xf32>
    %14 = tssa.read %13 : !tssa.ref<6xf32>
    %15 = tssa.add %12, %14 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
    %16 = arith.constant 0.25 : f64
    %17 = tssa.mul %15, %16 : (tensor<6xf32>, f64) -> tensor<6xf32>
    %18 = tssa.read %5 : !tssa.ref<6xf32>
    %19 = tssa.add %18, %17 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
    tssa.write %19, %5 : !tssa.ref<6xf32>
    %20 = arith.constant 4 : index
    %21 = tssa.check_index %i1, %20
    %22 = view.of #view.select<0, ?> %1[%21] : !tssa.ref<4xf32> -> !tssa.ref<f32>
    %23 = tssa.read %arg0 : !tssa.ref<8xf32>
    %24 = tssa.read %arg0 : !tssa.ref<8xf32>
    %25 = tssa.mul %23, %24 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %26 = tssa.sum %25 dims [0] : tensor<8xf32> -> tensor<f32>
    tssa.write %26, %22 : !tssa.ref<f32>
  }
  return %1 : !tssa.ref<4xf32>
}
