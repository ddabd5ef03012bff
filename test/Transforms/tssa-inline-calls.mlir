// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that pass refs become the body of their callee.
// RUN: tssa-opt %s --tssa-inline-calls -split-input-file | FileCheck %s
// RUN: tssa-opt %s --tssa-inline-calls=limit=8 -split-input-file | FileCheck %s --check-prefix=LIMIT

// Callees first, with their regions; unused private functions go.
// CHECK-NOT: @store
// CHECK-NOT: func.func private @twice
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<4xf32>, %[[V:.*]]: tensor<4xf32>, %[[C:.*]]: i1)
// CHECK-NEXT: scf.if %[[C]] {
// CHECK-NEXT: tssa.write %[[V]], %[[X]]
// CHECK-NEXT: }
// CHECK-NEXT: tssa.write %[[V]], %[[X]]
// CHECK-NEXT: %[[R:.*]] = view.of #view.select<0, 1> %[[X]]
// CHECK-NEXT: return %[[R]]
func.func private @store(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}
func.func private @twice(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) -> !tssa.ref<f32> {
  scf.if %c {
    func.call @store(%x, %v) : (!tssa.ref<4xf32>, tensor<4xf32>) -> ()
  }
  func.call @store(%x, %v) : (!tssa.ref<4xf32>, tensor<4xf32>) -> ()
  %r = view.of #view.select<0, 1> %x : !tssa.ref<4xf32> -> !tssa.ref<f32>
  return %r : !tssa.ref<f32>
}
func.func @caller(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) -> !tssa.ref<f32> {
  %r = func.call @twice(%x, %v, %c) : (!tssa.ref<4xf32>, tensor<4xf32>, i1) -> !tssa.ref<f32>
  return %r : !tssa.ref<f32>
}

// Nobody grows beyond the limit.
// LIMIT-LABEL: func.func @caller(
// LIMIT-NEXT: call @twice

// -----

// Calls without refs, of recursive functions, of functions that never end, of
// functions elsewhere and against the programmer's will stay; public functions
// remain.
// CHECK-LABEL: func.func @stay(
// CHECK-NEXT: call @by_value
// CHECK-NEXT: call @recursive
// CHECK-NEXT: call @endless
// CHECK-NEXT: call @elsewhere
// CHECK-NEXT: call @kept
// CHECK-NEXT: return
func.func private @by_value(%v: tensor<4xf32>) {
  return
}
func.func private @recursive(%x: !tssa.ref<4xf32>) {
  func.call @recursive(%x) : (!tssa.ref<4xf32>) -> ()
  return
}
func.func private @endless(%x: !tssa.ref<4xf32>) {
  cf.br ^again
^again:
  cf.br ^again
}
func.func private @elsewhere(!tssa.ref<4xf32>)
func.func private @kept(%x: !tssa.ref<4xf32>) attributes {no_inline} {
  return
}
func.func @public(%x: !tssa.ref<4xf32>) {
  return
}
func.func @stay(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  func.call @by_value(%v) : (tensor<4xf32>) -> ()
  func.call @recursive(%x) : (!tssa.ref<4xf32>) -> ()
  func.call @endless(%x) : (!tssa.ref<4xf32>) -> ()
  func.call @elsewhere(%x) : (!tssa.ref<4xf32>) -> ()
  func.call @kept(%x) : (!tssa.ref<4xf32>) -> ()
  func.call @public(%x) : (!tssa.ref<4xf32>) -> ()
  return
}

// -----

// Several blocks become structured control flow where they are inlined.
// CHECK-LABEL: func.func @calls_blocks(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<4xf32>, %[[Y:.*]]: !tssa.ref<4xf32>, %[[V:.*]]: tensor<4xf32>, %[[C:.*]]: i1)
// CHECK: %[[M:.*]] = scf.if %[[C]] -> (!tssa.ref<4xf32>) {
// CHECK-NEXT: scf.yield %[[X]]
// CHECK: scf.yield %[[Y]]
// CHECK: tssa.write %[[V]], %[[M]]
// CHECK-NEXT: return
// CHECK-NOT: @blocks
func.func private @blocks(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) {
  cf.cond_br %c, ^end(%x : !tssa.ref<4xf32>), ^end(%y : !tssa.ref<4xf32>)
^end(%m: !tssa.ref<4xf32>):
  tssa.write %v, %m : !tssa.ref<4xf32>
  return
}
func.func @calls_blocks(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) {
  func.call @blocks(%x, %y, %v, %c) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, tensor<4xf32>, i1) -> ()
  return
}

// -----

// Two functions that call each other.
// CHECK-LABEL: func.func @ping(
// CHECK-NEXT: call @pong
// CHECK-LABEL: func.func @pong(
// CHECK-NEXT: call @ping
func.func @ping(%x: !tssa.ref<4xf32>) {
  func.call @pong(%x) : (!tssa.ref<4xf32>) -> ()
  return
}
func.func @pong(%x: !tssa.ref<4xf32>) {
  func.call @ping(%x) : (!tssa.ref<4xf32>) -> ()
  return
}
