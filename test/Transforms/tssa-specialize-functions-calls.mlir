// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that pass refs, made by value.
// RUN: tssa-opt %s --tssa-specialize-functions -split-input-file | FileCheck %s
// RUN: tssa-opt %s --tssa-specialize-functions --tssa-functionalize=fallback=error --tssa-verify-functional -split-input-file | FileCheck %s --check-prefix=AFTER

// The callee is recursive: its version by value calls itself, and nothing is
// left of the function with refs.
// CHECK-LABEL: func.func private @fill.pure(
// CHECK-SAME: %[[T:.*]]: tensor<4xf32>, %[[N:.*]]: index) -> tensor<4xf32> attributes {no_inline, tssa.body_of = "fill"}
// CHECK: %[[X:.*]] = tssa.alloc %[[T]]
// CHECK: tssa.write %{{.*}}, %[[X]]
// CHECK: scf.if
// CHECK: %[[R:.*]] = tssa.read %[[X]]
// CHECK: %[[NEW:.*]] = func.call @fill.pure(%[[R]], %{{.*}}) : (tensor<4xf32>, index) -> tensor<4xf32>
// CHECK: tssa.write %[[NEW]], %[[X]]
// CHECK: %[[END:.*]] = tssa.read %[[X]]
// CHECK: return %[[END]]
// CHECK-NOT: @fill(
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: %[[A:.*]]: !tssa.ref<2x4xf32>, %[[M:.*]]: index) -> !tssa.ref<4xf32>
// CHECK: %[[ROW:.*]] = view.of #view.select<0, 1> %[[A]]
// CHECK: %[[B:.*]] = tssa.read %[[ROW]]
// CHECK: %[[C:.*]] = call @fill.pure(%[[B]], %[[M]])
// CHECK: tssa.write %[[C]], %[[ROW]]
// CHECK: return %[[ROW]]

// AFTER-LABEL: func.func private @fill.pure(
// AFTER-SAME: tssa.functional
// AFTER-LABEL: func.func @caller(
// AFTER-SAME: tssa.functional
// AFTER: %[[V:.*]] = tssa.read %{{.*}} : !tssa.ref<2x4xf32>
// AFTER: %[[P:.*]] = view.access #view.select<0, 1> %[[V]]
// AFTER: %[[Q:.*]] = call @fill.pure(%[[P]], %{{.*}})
// AFTER: %[[W:.*]] = view.assign #view.select<0, 1> %[[Q]], %[[V]]
// AFTER: tssa.write %[[W]], %{{.*}} : !tssa.ref<2x4xf32>
func.func private @fill(%x: !tssa.ref<4xf32>, %n: index) -> !tssa.ref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = tssa.neg %0 : tensor<4xf32> -> tensor<4xf32>
  tssa.write %1, %x : !tssa.ref<4xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    %r = func.call @fill(%x, %m) : (!tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
  }
  return %x : !tssa.ref<4xf32>
}
func.func @caller(%a: !tssa.ref<2x4xf32>, %n: index) -> !tssa.ref<4xf32> {
  %row = view.of #view.select<0, 1> %a : !tssa.ref<2x4xf32> -> !tssa.ref<4xf32>
  %r = func.call @fill(%row, %n) : (!tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// -----

// A function elsewhere of which all is declared: it reads one argument, writes
// another, returns that and a storage of its own.
// CHECK-LABEL: func.func private @extern(
// CHECK-LABEL: func.func private @extern.pure(
// CHECK-SAME: %[[S:.*]]: tensor<4xf32>, %[[T:.*]]: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
// CHECK-SAME: tssa.imperative
// CHECK: %[[X:.*]] = tssa.alloc %[[S]]
// CHECK: %[[Y:.*]] = tssa.alloc %[[T]]
// CHECK: %[[R:.*]]:2 = call @extern(%[[X]], %[[Y]])
// CHECK: %[[F:.*]] = tssa.read %[[R]]#1
// CHECK: %[[E:.*]] = tssa.read %[[Y]]
// CHECK: return %[[F]], %[[E]]
// CHECK-LABEL: func.func @calls_extern(
// CHECK-SAME: %[[A:.*]]: !tssa.ref<4xf32>, %[[B:.*]]: !tssa.ref<?xf32> {tssa.noalias})
// CHECK: %[[U:.*]] = tssa.read %[[A]]
// CHECK: %[[V:.*]] = tssa.read %[[B]]
// CHECK: %[[C:.*]]:2 = call @extern.pure(%[[U]], %[[V]])
// CHECK: %[[D:.*]] = tssa.alloc %[[C]]#0
// CHECK: tssa.write %[[C]]#1, %[[B]]
// CHECK: return %[[B]], %[[D]]
func.func private @extern(!tssa.ref<4xf32> {tssa.reads}, !tssa.ref<?xf32> {tssa.reads, tssa.writes})
    -> (!tssa.ref<?xf32> {tssa.returns_alias = 1}, !tssa.ref<?xf32> {tssa.fresh})
func.func @calls_extern(%a: !tssa.ref<4xf32>, %b: !tssa.ref<?xf32> {tssa.noalias}) -> (!tssa.ref<?xf32>, !tssa.ref<?xf32>) {
  %r:2 = func.call @extern(%a, %b) : (!tssa.ref<4xf32>, !tssa.ref<?xf32>) -> (!tssa.ref<?xf32>, !tssa.ref<?xf32>)
  return %r#0, %r#1 : !tssa.ref<?xf32>, !tssa.ref<?xf32>
}

// -----

// Arguments that may overlap are tested first; only then is the call by value.
// CHECK-LABEL: func.func @tested(
// CHECK: tssa.disjoint %{{.*}} from %{{.*}} : !tssa.ref<4xf32> from !tssa.ref<4xf32>
// CHECK-LABEL: func.func private @tested.disjoint(
// CHECK: call @both.pure(
// CHECK-LABEL: func.func private @tested.overlapping(
// CHECK: call @both(
func.func private @both(!tssa.ref<4xf32> {tssa.writes}, !tssa.ref<4xf32> {tssa.reads})
func.func @tested(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>) {
  func.call @both(%x, %y) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
  return
}

// -----

// A layout that a new storage has is none that matters.
// CHECK-LABEL: func.func @rows(
// CHECK: call @row.pure(%{{.*}}) : (tensor<2x5xf32>) -> tensor<2x5xf32>
func.func private @row(!tssa.ref<2x5xf32, strided<[5, 1], offset: ?>> {tssa.reads, tssa.writes})
func.func @rows(%x: !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>) {
  func.call @row(%x) : (!tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>) -> ()
  return
}

// -----

// A callee that asks for strides: a copy gives the same answer where the operand
// is row-major, which is tested of an argument and known of an allocation.
// CHECK-LABEL: func.func private @flat.pure(
// CHECK: tssa.check_view #view.reshape<[8]>
// CHECK: call @flat.pure(
// CHECK-LABEL: func.func @flatten(
// CHECK: tssa.is_whole %{{.*}} reaching 0
// CHECK-LABEL: func.func private @flatten.whole(
// CHECK-COUNT-2: call @flat.pure(
// AFTER-LABEL: func.func private @flat.pure(
// AFTER-SAME: tssa.functional
// AFTER-LABEL: func.func private @flatten.whole(
// AFTER-SAME: tssa.functional
func.func private @flat(%x: !tssa.ref<2x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tssa.check_view #view.reshape<[8]> %x : !tssa.ref<2x4xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    func.call @flat(%x, %m) : (!tssa.ref<2x4xf32>, index) -> ()
  }
  return
}
func.func @flatten(%x: !tssa.ref<2x4xf32>, %v: tensor<2x4xf32>, %n: index) {
  func.call @flat(%x, %n) : (!tssa.ref<2x4xf32>, index) -> ()
  %y = tssa.alloc %v : tensor<2x4xf32> -> !tssa.ref<2x4xf32>
  func.call @flat(%y, %n) : (!tssa.ref<2x4xf32>, index) -> ()
  return
}

// -----

// One that names elements of the storage: the argument must be all of it.
// CHECK-LABEL: func.func @around(
// CHECK: tssa.is_whole %{{.*}} : !tssa.ref<?xf32>
// CHECK-LABEL: func.func private @around.whole(
// CHECK: call @window.pure(
func.func private @window(%x: !tssa.ref<?xf32>, %n: index) {
  tssa.check_view #view.as_strided<[2], [1], 1> %x : !tssa.ref<?xf32>
  func.call @window(%x, %n) : (!tssa.ref<?xf32>, index) -> ()
  return
}
func.func @around(%x: !tssa.ref<?xf32>, %n: index) {
  func.call @window(%x, %n) : (!tssa.ref<?xf32>, index) -> ()
  return
}

// -----

// A layout that nothing asks for is that of the copy, too.
// CHECK-LABEL: func.func private @gaps.pure(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>
// CHECK: tssa.alloc %[[X]] : tensor<2x3xf32> -> !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>
// CHECK: call @gaps.pure(
func.func private @gaps(%x: !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>) {
  func.call @gaps(%x) : (!tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>) -> ()
  return
}
func.func @layout(%x: !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>) {
  func.call @gaps(%x) : (!tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>) -> ()
  return
}
