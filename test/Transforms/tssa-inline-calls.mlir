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

// -----

// Constants decide how deep a recursion goes: the bodies of all levels take the
// place of the call. What depends on the run stays in each.
// CHECK-NOT: @fill
// CHECK-LABEL: func.func @known_depth(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<?xf32>, %[[V:.*]]: tensor<f32>, %[[C:.*]]: i1)
// CHECK: %[[A:.*]] = view.of #view.select<0, 0> %[[X]]
// CHECK-NEXT: tssa.write %[[V]], %[[A]]
// CHECK: %[[R1:.*]] = scf.if %[[C]]
// CHECK: %[[X1:.*]] = view.of #view.slice<0, 1 : ? : 1> %[[X]]
// CHECK: %[[A1:.*]] = view.of #view.select<0, 0> %[[X1]]
// CHECK-NEXT: tssa.write %[[V]], %[[A1]]
// CHECK: scf.if %[[C]]
// CHECK: %[[X2:.*]] = view.of #view.slice<0, 1 : ? : 1> %[[X1]]
// CHECK: tssa.write
// CHECK-NOT: scf.if
// CHECK: scf.yield %[[X2]]
// CHECK: return %[[R1]]
// LIMIT-LABEL: func.func @known_depth(
// LIMIT: call @fill
func.func private @fill(%x: !tssa.ref<?xf32>, %v: tensor<f32>, %c: i1, %n: index) -> !tssa.ref<?xf32> {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %first = view.of #view.select<0, 0> %x : !tssa.ref<?xf32> -> !tssa.ref<f32>
  tssa.write %v, %first : !tssa.ref<f32>
  %more = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %more -> (!tssa.ref<?xf32>) {
    %m = arith.subi %n, %c1 : index
    %s = scf.if %c -> (!tssa.ref<?xf32>) {
      %end = tssa.dim %x, 0 : !tssa.ref<?xf32>
      %rest = view.of #view.slice<0, 1 : ? : 1> %x[%end] : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
      %t = func.call @fill(%rest, %v, %c, %m) : (!tssa.ref<?xf32>, tensor<f32>, i1, index) -> !tssa.ref<?xf32>
      scf.yield %t : !tssa.ref<?xf32>
    } else {
      scf.yield %x : !tssa.ref<?xf32>
    }
    scf.yield %s : !tssa.ref<?xf32>
  } else {
    scf.yield %x : !tssa.ref<?xf32>
  }
  return %r : !tssa.ref<?xf32>
}
func.func @known_depth(%x: !tssa.ref<?xf32>, %v: tensor<f32>, %c: i1) -> !tssa.ref<?xf32> {
  %c2 = arith.constant 2 : index
  %r = func.call @fill(%x, %v, %c, %c2) : (!tssa.ref<?xf32>, tensor<f32>, i1, index) -> !tssa.ref<?xf32>
  return %r : !tssa.ref<?xf32>
}

// -----

// A constant that does not end the recursion leaves the call as it was.
// CHECK-LABEL: func.func @open_depth(
// CHECK: call @again
// CHECK-NEXT: return
func.func private @again(%x: !tssa.ref<4xf32>, %n: index, %k: index) {
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c1 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    func.call @again(%x, %m, %k) : (!tssa.ref<4xf32>, index, index) -> ()
  }
  return
}
func.func @open_depth(%x: !tssa.ref<4xf32>, %n: index) {
  %c2 = arith.constant 2 : index
  func.call @again(%x, %n, %c2) : (!tssa.ref<4xf32>, index, index) -> ()
  return
}

// -----

// What callees are passed decides their branches.
// CHECK-LABEL: func.func @decided
// CHECK-SAME: (%[[X:.*]]: !tssa.ref<4xf32>, %[[Y:.*]]: !tssa.ref<4xf32>, %[[V:.*]]: tensor<4xf32>, %[[C:.*]]: i1)
// CHECK-NOT: scf.if
// CHECK-NOT: select
// CHECK: tssa.write %[[V]], %[[Y]]
// CHECK-NEXT: scf.if %[[C]]
// CHECK-NEXT: tssa.write %[[V]], %[[X]]
// CHECK: return
func.func private @choose(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %v: tensor<4xf32>, %training: i1, %mode: index) -> !tssa.ref<4xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = scf.if %training -> !tssa.ref<4xf32> {
    scf.yield %x : !tssa.ref<4xf32>
  } else {
    scf.yield %y : !tssa.ref<4xf32>
  }
  %next = arith.addi %mode, %c1 : index
  %isTwo = arith.cmpi eq, %next, %c2 : index
  %a = arith.select %isTwo, %z, %x : !tssa.ref<4xf32>
  scf.index_switch %next
  case 2 {
    tssa.write %v, %a : !tssa.ref<4xf32>
    scf.yield
  }
  default {
  }
  return %x : !tssa.ref<4xf32>
}
func.func @decided(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) {
  %false = arith.constant false
  %c1 = arith.constant 1 : index
  %z = func.call @choose(%x, %y, %v, %false, %c1) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, tensor<4xf32>, i1, index) -> !tssa.ref<4xf32>
  scf.if %c {
    tssa.write %v, %z : !tssa.ref<4xf32>
  }
  return
}

// -----

// Loops of no trip and of one; a step that is not positive is an error.
// CHECK-LABEL: func.func @trips
// CHECK-SAME: (%[[X:.*]]: !tssa.ref<4xf32>, %[[Y:.*]]: !tssa.ref<4xf32>, %[[V:.*]]: tensor<4xf32>)
// CHECK-NOT: tssa.alloc
// CHECK: tssa.write %[[V]], %[[X]]
// CHECK: scf.for
// CHECK-NEXT: tssa.write %[[V]], %[[Y]]
// CHECK: return %[[X]], %[[Y]]
func.func @trips(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %v: tensor<4xf32>) -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = scf.for %i = %c1 to %c1 step %c3 iter_args(%p = %x) -> !tssa.ref<4xf32> {
    %f = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
    scf.yield %f : !tssa.ref<4xf32>
  }
  %b = scf.for %i = %c0 to %c1 step %c3 iter_args(%p = %a) -> !tssa.ref<4xf32> {
    tssa.write %v, %p : !tssa.ref<4xf32>
    scf.yield %y : !tssa.ref<4xf32>
  }
  scf.for %i = %c0 to %c1 step %c0 {
    tssa.write %v, %b : !tssa.ref<4xf32>
  }
  return %a, %b : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// -----

// Branches between blocks.
// CHECK-LABEL: func.func @blocks
// CHECK-SAME: (%[[X:.*]]: !tssa.ref<4xf32>, %[[Y:.*]]: !tssa.ref<4xf32>, %[[V:.*]]: tensor<4xf32>)
// CHECK-NOT: cond_br
// CHECK: cf.br
// CHECK-NOT: tssa.write %[[V]], %[[X]]
// CHECK: return
func.func @blocks(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c = arith.cmpi slt, %c3, %c2 : index
  cf.cond_br %c, ^bb1, ^bb2(%y : !tssa.ref<4xf32>)
^bb1:
  tssa.write %v, %x : !tssa.ref<4xf32>
  cf.br ^bb2(%x : !tssa.ref<4xf32>)
^bb2(%z: !tssa.ref<4xf32>):
  tssa.write %v, %z : !tssa.ref<4xf32>
  return
}

// -----

// What is passed on where it is never used goes with the merge.
// CHECK-LABEL: func.func @nothing
// CHECK-SAME: (%[[X:.*]]: !tssa.ref<4xf32>, %[[V:.*]]: tensor<4xf32>)
// CHECK-NOT: ub.poison
// CHECK: tssa.write %[[V]], %[[X]]
func.func @nothing(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  %true = arith.constant true
  %none = ub.poison : !tssa.ref<4xf32>
  %z = arith.select %true, %x, %none : !tssa.ref<4xf32>
  tssa.write %v, %z : !tssa.ref<4xf32>
  return
}
