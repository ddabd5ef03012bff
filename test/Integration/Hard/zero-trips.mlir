// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
// RUN: tssa run %s --input="[1, 2]" --input=0 | FileCheck %s --check-prefix=NONE
// RUN: tssa run %s --input="[1, 2]" --input=2 | FileCheck %s --check-prefix=TWO
// RUN: tssa-opt --tssa-functionalize %s | FileCheck %s --check-prefix=IR
//
// Without a trip the result of the loop is the argument, and then it is written.
//
//   y = x
//   for i in range(n): y = y * 2
//   y[0] = 0
//   return y, x + 1

// CHECK: ok zero_trips: 3 ways equal
// NONE: result0: tensor<2xf32> in the storage of argument0
// NONE-NEXT: [0.0 2.0]
// NONE-NEXT: result1: tensor<2xf32>{{$}}
// NONE-NEXT: [1.0 3.0]
// TWO: result0: tensor<2xf32>{{$}}
// TWO-NEXT: [0.0 8.0]
// TWO-NEXT: result1: tensor<2xf32>{{$}}
// TWO-NEXT: [2.0 3.0]

// The first trip stands apart; the loop carries a tensor and no tag.
// IR-LABEL: func.func @zero_trips(
// IR-SAME: tssa.choice = array<i64: -1, 0>
// IR: %[[ANY:.+]] = arith.cmpi slt
// IR: %[[Y:.+]]:2 = scf.if %[[ANY]] -> (i1, tensor<2xf32>)
// IR: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<2xf32>)
// IR-NOT: scf.if
// IR: scf.yield
// IR: } else {
// IR: %[[NEXT:.+]]:2 = scf.if %[[Y]]#0
// IR: view.assign #view.select<0, 0> %{{.*}}
// IR: view.assign #view.select<0, 0> %{{.*}}
// IR: scf.if %[[Y]]#0 -> (!tssa.ref<2xf32>)
// IR-NEXT: scf.yield %arg0
// IR: tssa.materialize_result %[[NEXT]]#1
func.func @zero_trips(%x: !tssa.ref<2xf32>, %n: index)
    -> (!tssa.ref<2xf32>, !tssa.ref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant dense<2.0> : tensor<2xf32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> !tssa.ref<2xf32> {
    %0 = tssa.read %y : !tssa.ref<2xf32>
    %1 = arith.mulf %0, %two : tensor<2xf32>
    %f = tssa.alloc %1 : tensor<2xf32> -> !tssa.ref<2xf32>
    scf.yield %f : !tssa.ref<2xf32>
  }
  %e = view.of #view.select<0, 0> %y : !tssa.ref<2xf32> -> !tssa.ref<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  tssa.write %zero, %e : !tssa.ref<f32>
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %2 = tssa.read %x : !tssa.ref<2xf32>
  %3 = arith.addf %2, %one : tensor<2xf32>
  %r = tssa.alloc %3 : tensor<2xf32> -> !tssa.ref<2xf32>
  return %y, %r : !tssa.ref<2xf32>, !tssa.ref<2xf32>
}
