// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
// RUN: tssa-opt --tssa-to-functional %s | FileCheck %s --check-prefix=IR
//
// Only in the first trip two names are one tensor.
//
//   second = first
//   for i in range(n):
//     first.add_(1); log[i] = second.sum(); first = first * 2

// With the first trip apart there is no choice left in the loop, and `second` is
// read outside of it.
// CHECK: ok first_trip: 3 ways equal
// IR-LABEL: func.func @first_trip
// IR: scf.if %{{.*}} -> (tensor<2xf32>, tensor<4xf32>) {
// IR: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<2xf32>, tensor<4xf32>)
// IR-NOT: scf.if
// IR-NOT: arith.select
// IR: scf.yield
// IR: } else {
// IR-LABEL: func.func @sometimes_new
func.func @first_trip(%first0: !tssa.ref<2xf32> {tssa.noalias},
                      %log: !tssa.ref<4xf32> {tssa.noalias},
                      %n: index {tssa.test = [0, 1, 2, 4]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %two = arith.constant dense<2.0> : tensor<2xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%first = %first0)
      -> !tssa.ref<2xf32> {
    %0 = tssa.read %first : !tssa.ref<2xf32>
    %1 = arith.addf %0, %one : tensor<2xf32>
    tssa.write %1, %first : !tssa.ref<2xf32>
    %2 = tssa.read %first0 : !tssa.ref<2xf32>
    %3 = tssa.sum %2 dims [0] : tensor<2xf32> -> tensor<f32>
    %j = tssa.check_index %i, %c4
    %e = view.of #view.select<0, ?> %log[%j] : !tssa.ref<4xf32> -> !tssa.ref<f32>
    tssa.write %3, %e : !tssa.ref<f32>
    %4 = tssa.read %first : !tssa.ref<2xf32>
    %5 = arith.mulf %4, %two : tensor<2xf32>
    %f = tssa.alloc %5 : tensor<2xf32> -> !tssa.ref<2xf32>
    scf.yield %f : !tssa.ref<2xf32>
  }
  return
}

// A name that moves on in some trip keeps its tag: peeling would not help.
// CHECK: ok sometimes_new: 3 ways equal
// IR: scf.for {{.*}} -> (i1, tensor<2xf32>, tensor<2xf32>)
func.func @sometimes_new(%x: !tssa.ref<2xf32>,
                         %n: index {tssa.test = [0, 1, 2, 4, 5]})
    -> !tssa.ref<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> !tssa.ref<2xf32> {
    %0 = tssa.read %y : !tssa.ref<2xf32>
    %1 = arith.addf %0, %one : tensor<2xf32>
    tssa.write %1, %y : !tssa.ref<2xf32>
    %is = arith.cmpi eq, %i, %c2 : index
    %next = scf.if %is -> !tssa.ref<2xf32> {
      %2 = arith.addf %1, %1 : tensor<2xf32>
      %f = tssa.alloc %2 : tensor<2xf32> -> !tssa.ref<2xf32>
      scf.yield %f : !tssa.ref<2xf32>
    } else {
      scf.yield %y : !tssa.ref<2xf32>
    }
    scf.yield %next : !tssa.ref<2xf32>
  }
  return %y : !tssa.ref<2xf32>
}
