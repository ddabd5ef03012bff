// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
// RUN: tssa run %s --entry=alias_or_fresh --input="[1, 2]" --input=true | FileCheck %s --check-prefix=ALIAS
// RUN: tssa run %s --entry=alias_or_fresh --input="[1, 2]" --input=false | FileCheck %s --check-prefix=FRESH
// RUN: tssa-opt --tssa-functionalize %s | FileCheck %s --check-prefix=IR
//
// The result is the argument or storage of its own.
//
//   y = x if pick else x.clone()
//   y.add_(1)
//   return y

// CHECK: ok alias_or_fresh: 3 ways equal
// ALIAS: result0: tensor<2xf32> in the storage of argument0
// ALIAS-NEXT: [2.0 3.0]
// FRESH: result0: tensor<2xf32>{{$}}
// FRESH-NEXT: [2.0 3.0]
// FRESH-NOT: argument0

// Fresh storage is made only where it is returned.
// IR-LABEL: func.func @alias_or_fresh(
// IR-SAME: tssa.choice = array<i64: -1, 0>
// IR-NOT: tssa.materialize_result
// IR: tssa.write
// IR: %[[R:.+]] = scf.if %arg1 -> (!tssa.ref<?xf32>) {
// IR-NEXT: scf.yield %arg0
// IR-NEXT: } else {
// IR-NEXT: %[[F:.+]] = tssa.materialize_result
// IR-NEXT: scf.yield %[[F]]
// IR: return %[[R]]
func.func @alias_or_fresh(%x: !tssa.ref<?xf32>, %pick: i1) -> !tssa.ref<?xf32> {
  %y = scf.if %pick -> !tssa.ref<?xf32> {
    scf.yield %x : !tssa.ref<?xf32>
  } else {
    %0 = tssa.read %x : !tssa.ref<?xf32>
    %f = tssa.alloc %0 : tensor<?xf32> -> !tssa.ref<?xf32>
    scf.yield %f : !tssa.ref<?xf32>
  }
  %one = arith.constant 1.0 : f64
  %1 = tssa.read %y : !tssa.ref<?xf32>
  %2 = tssa.add %1, %one : (tensor<?xf32>, f64) -> tensor<?xf32>
  tssa.write %2, %y : !tssa.ref<?xf32>
  return %y : !tssa.ref<?xf32>
}

// Two results in the storage that was chosen share it.
// CHECK: ok with_view: 3 ways equal
// IR-LABEL: func.func @with_view(
// IR: %[[R:.+]]:2 = scf.if %arg1 -> (!tssa.ref<2x3xf32>, !tssa.ref<3xf32>) {
// IR: } else {
// IR: %[[F:.+]] = tssa.materialize_result
// IR: %[[V:.+]] = view.of #view.select<0, 1> %[[F]]
// IR: scf.yield %[[F]], %[[V]]
// IR: return %[[R]]#0, %[[R]]#1
func.func @with_view(%x: !tssa.ref<2x3xf32>, %pick: i1)
    -> (!tssa.ref<2x3xf32>, !tssa.ref<3xf32>) {
  %y = scf.if %pick -> !tssa.ref<2x3xf32> {
    scf.yield %x : !tssa.ref<2x3xf32>
  } else {
    %0 = tssa.read %x : !tssa.ref<2x3xf32>
    %f = tssa.alloc %0 : tensor<2x3xf32> -> !tssa.ref<2x3xf32>
    scf.yield %f : !tssa.ref<2x3xf32>
  }
  %v = view.of #view.select<0, 1> %y : !tssa.ref<2x3xf32> -> !tssa.ref<3xf32>
  %1 = tssa.read %v : !tssa.ref<3xf32>
  %2 = arith.negf %1 : tensor<3xf32>
  tssa.write %2, %v : !tssa.ref<3xf32>
  return %y, %v : !tssa.ref<2x3xf32>, !tssa.ref<3xf32>
}
