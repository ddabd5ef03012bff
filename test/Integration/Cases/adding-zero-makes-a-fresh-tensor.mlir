// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[1.0, -2.0, 4.0]" | FileCheck %s --check-prefix=EXPECT
//
// x + 0, x * 1 and x / 1 all make new tensors in eager. Folding them to x
// makes the following in-place updates corrupt the argument.
//
//   def fn(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
//       a = x + 0
//       b = x * 1
//       c = x / 1.0
//       a.add_(10.0)
//       b.mul_(3.0)
//       c.zero_()
//       return a, b, c
//
// EXPECT: result0: tensor<3xf32>{{$}}
// EXPECT-NEXT: [11.0  8.0 14.0]
// EXPECT-NEXT: result1: tensor<3xf32>{{$}}
// EXPECT-NEXT: [ 3.0 -6.0 12.0]
// EXPECT-NEXT: result2: tensor<3xf32>{{$}}
// EXPECT-NEXT: [0.0 0.0 0.0]

// CHECK: ok adding_zero_makes_a_fresh_tensor: 3 ways equal
func.func @adding_zero_makes_a_fresh_tensor(%arg0: !tssa.ref<3xf32>)
    -> (!tssa.ref<3xf32>, !tssa.ref<3xf32>, !tssa.ref<3xf32>) {
  %0 = tssa.read %arg0 : !tssa.ref<3xf32>
  %1 = arith.constant 0 : i64
  %2 = tssa.add %0, %1 : (tensor<3xf32>, i64) -> tensor<3xf32>
  %3 = tssa.alloc %2 : tensor<3xf32> -> !tssa.ref<3xf32>
  %4 = tssa.read %arg0 : !tssa.ref<3xf32>
  %5 = arith.constant 1 : i64
  %6 = tssa.mul %4, %5 : (tensor<3xf32>, i64) -> tensor<3xf32>
  %7 = tssa.alloc %6 : tensor<3xf32> -> !tssa.ref<3xf32>
  %8 = tssa.read %arg0 : !tssa.ref<3xf32>
  %9 = arith.constant 1.0 : f64
  %10 = tssa.div %8, %9 : (tensor<3xf32>, f64) -> tensor<3xf32>
  %11 = tssa.alloc %10 : tensor<3xf32> -> !tssa.ref<3xf32>
  %12 = tssa.read %3 : !tssa.ref<3xf32>
  %13 = arith.constant 10.0 : f64
  %14 = tssa.add %12, %13 : (tensor<3xf32>, f64) -> tensor<3xf32>
  tssa.write %14, %3 : !tssa.ref<3xf32>
  %15 = tssa.read %7 : !tssa.ref<3xf32>
  %16 = arith.constant 3.0 : f64
  %17 = tssa.mul %15, %16 : (tensor<3xf32>, f64) -> tensor<3xf32>
  tssa.write %17, %7 : !tssa.ref<3xf32>
  %18 = arith.constant dense<0.0> : tensor<3xf32>
  tssa.write %18, %11 : !tssa.ref<3xf32>
  return %3, %7, %11 : !tssa.ref<3xf32>, !tssa.ref<3xf32>, !tssa.ref<3xf32>
}
