// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
// RUN: tssa run %s --input="[1.0, 2.0]" --input="[0.0, 5.0]" | FileCheck %s --check-prefix=FIRST
// RUN: tssa run %s --input="[0.0, 5.0]" --input="[1.0, 2.0]" | FileCheck %s --check-prefix=SECOND
// RUN: tssa-opt --pass-pipeline='builtin.module(tssa-to-functional,tssa-to-linalg,tssa-expand-checks,func.func(tssa-place-versions))' %s | FileCheck %s --check-prefix=PLACED
// RUN: tssa-opt --tssa-functionalize %s | FileCheck %s --check-prefix=IR
//
// Data decide which argument is written; the result is one of the two.
//
//   t = a if a[0] > b[0] else b
//   t.mul_(10)
//   return t, a + b

// CHECK: ok which: 3 ways equal
// FIRST: result0: tensor<2xf32> in the storage of argument0
// FIRST-NEXT: [10.0 20.0]
// FIRST-NEXT: result1: tensor<2xf32>{{$}}
// FIRST-NEXT: [10.0 25.0]
// SECOND: result0: tensor<2xf32> in the storage of argument1
// SECOND-NEXT: [10.0 20.0]
// SECOND-NEXT: result1: tensor<2xf32>{{$}}
// SECOND-NEXT: [10.0 25.0]

// Each argument is updated under the condition; no branch gives the one or the
// other as what is written later.
// IR-LABEL: func.func @which(
// IR-SAME: tssa.choice = array<i64: 0, 1>
// IR: %[[A:.+]] = tssa.read %arg0
// IR: %[[B:.+]] = tssa.read %arg1
// IR: %[[C:.+]] = tensor.extract
// IR: %[[V:.+]] = scf.if %[[C]]
// IR: %[[W:.+]] = arith.mulf %[[V]]
// IR: %[[NEXT:.+]]:2 = scf.if %[[C]]
// IR-NEXT: scf.yield %[[W]], %[[B]]
// IR: scf.yield %[[A]], %[[W]]
// IR: tssa.write %[[NEXT]]#0, %arg0
// IR: tssa.write %[[NEXT]]#1, %arg1
// IR: scf.if %[[C]] -> (!tssa.ref<2xf32>)

// Both arguments are updated in place: memory is taken for what is read, for
// what is written and for the second result.
// PLACED-LABEL: func.func @which
// PLACED-COUNT-3: memref.alloc
// PLACED-NOT: memref.alloc
func.func @which(%a: !tssa.ref<2xf32> {tssa.noalias},
                 %b: !tssa.ref<2xf32> {tssa.noalias})
    -> (!tssa.ref<2xf32>, !tssa.ref<2xf32>) {
  %a0 = view.of #view.select<0, 0> %a : !tssa.ref<2xf32> -> !tssa.ref<f32>
  %b0 = view.of #view.select<0, 0> %b : !tssa.ref<2xf32> -> !tssa.ref<f32>
  %0 = tssa.read %a0 : !tssa.ref<f32>
  %1 = tssa.read %b0 : !tssa.ref<f32>
  %2 = tssa.gt %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %c = tensor.extract %2[] : tensor<i1>
  %t = scf.if %c -> !tssa.ref<2xf32> {
    scf.yield %a : !tssa.ref<2xf32>
  } else {
    scf.yield %b : !tssa.ref<2xf32>
  }
  %ten = arith.constant dense<10.0> : tensor<2xf32>
  %3 = tssa.read %t : !tssa.ref<2xf32>
  %4 = arith.mulf %3, %ten : tensor<2xf32>
  tssa.write %4, %t : !tssa.ref<2xf32>
  %5 = tssa.read %a : !tssa.ref<2xf32>
  %6 = tssa.read %b : !tssa.ref<2xf32>
  %7 = arith.addf %5, %6 : tensor<2xf32>
  %r = tssa.alloc %7 : tensor<2xf32> -> !tssa.ref<2xf32>
  return %t, %r : !tssa.ref<2xf32>, !tssa.ref<2xf32>
}
