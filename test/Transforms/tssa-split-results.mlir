// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions give what refs are made of in place of refs.
// RUN: tssa-opt %s --tssa-split-results -split-input-file | FileCheck %s

// Either argument, in either order from the call inside: the tag says which.
// CHECK-NOT: @either(
// CHECK-LABEL: func.func private @either.values(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<4xf32>, %[[Y:.*]]: !tssa.ref<4xf32>, %[[N:.*]]: index, %[[V:.*]]: tensor<4xf32>) -> i1 attributes {tssa.body_of = "either"}
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK: %[[T:.*]] = func.call @either.values(%[[Y]], %[[X]], %{{.*}}, %[[V]]) {{.*}} -> i1
// CHECK: scf.if %[[T]] {
// CHECK-NEXT: tssa.write %[[V]], %[[Y]]
// CHECK-NEXT: } else {
// CHECK-NEXT: tssa.write %[[V]], %[[X]]
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: %[[A:.*]]: !tssa.ref<4xf32>, %[[B:.*]]: !tssa.ref<4xf32>,
// CHECK: %[[T:.*]] = call @either.values(%[[A]], %[[B]],
// CHECK: %[[R:.*]] = scf.if %[[T]] -> (!tssa.ref<4xf32>) {
// CHECK-NEXT: scf.yield %[[A]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[B]]
// CHECK: return %[[R]]
func.func private @either(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %n: index, %v: tensor<4xf32>) -> !tssa.ref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %more -> !tssa.ref<4xf32> {
    %m = arith.subi %n, %c1 : index
    %s = func.call @either(%y, %x, %m, %v) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index, tensor<4xf32>) -> !tssa.ref<4xf32>
    tssa.write %v, %s : !tssa.ref<4xf32>
    scf.yield %s : !tssa.ref<4xf32>
  } else {
    scf.yield %x : !tssa.ref<4xf32>
  }
  return %r : !tssa.ref<4xf32>
}
func.func @caller(%a: !tssa.ref<4xf32>, %b: !tssa.ref<4xf32>, %n: index, %v: tensor<4xf32>) -> !tssa.ref<4xf32> {
  %r = func.call @either(%a, %b, %n, %v) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index, tensor<4xf32>) -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// -----

// A storage of its own or a part of an argument: what the storage holds is
// given, and the index of the part. Other results stay in front. A public
// function keeps its signature.
// CHECK-LABEL: func.func @fresh_or_row(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<3x4xf32>, %[[I:.*]]: index) -> (!tssa.ref<4xf32>, index) {
// CHECK-NEXT: %[[G:.*]]:4 = call @fresh_or_row.values(%[[X]], %[[I]]) {{.*}} -> (index, i1, index, tensor<4xf32>)
// CHECK-NEXT: %[[F:.*]] = tssa.alloc %[[G]]#3
// CHECK-NEXT: %[[R:.*]] = scf.if %[[G]]#1 -> (!tssa.ref<4xf32>) {
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3
// CHECK-NEXT: %[[J:.*]] = tssa.check_index %[[G]]#2, %[[C3]]
// CHECK-NEXT: %[[W:.*]] = view.of #view.select<0, ?> %[[X]][%[[J]]]
// CHECK-NEXT: scf.yield %[[W]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[F]]
// CHECK: return %[[R]], %[[G]]#0
// CHECK-LABEL: func.func private @fresh_or_row.values(
// CHECK: return %{{.*}} : index, i1, index, tensor<4xf32>
func.func @fresh_or_row(%x: !tssa.ref<3x4xf32>, %i: index) -> (!tssa.ref<4xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.cmpi eq, %i, %c0 : index
  %r, %k = scf.if %end -> (!tssa.ref<4xf32>, index) {
    %first = view.of #view.select<0, 0> %x : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
    %0 = tssa.read %first : !tssa.ref<4xf32>
    %f = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
    scf.yield %f, %c1 : !tssa.ref<4xf32>, index
  } else {
    %m = arith.subi %i, %c1 : index
    %s, %k = func.call @fresh_or_row(%x, %m) : (!tssa.ref<3x4xf32>, index) -> (!tssa.ref<4xf32>, index)
    %j = arith.minui %m, %c1 : index
    %row = view.of #view.select<0, ?> %x[%j] : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
    %is = arith.cmpi eq, %k, %c0 : index
    %z = arith.select %is, %s, %row : !tssa.ref<4xf32>
    scf.yield %z, %j : !tssa.ref<4xf32>, index
  }
  return %r, %k : !tssa.ref<4xf32>, index
}

// -----

// Two functions that call each other, and two results that are one storage.
// CHECK-LABEL: func.func private @odd.values(
// CHECK-SAME: -> tensor<4xf32>
// CHECK: call @even.values
// CHECK-LABEL: func.func private @even.values(
// CHECK-SAME: -> tensor<4xf32>
// CHECK: call @odd.values
// CHECK-LABEL: func.func @both(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<4xf32>, %[[N:.*]]: index)
// CHECK: %[[T:.*]] = call @even.values
// CHECK: %[[F:.*]] = tssa.alloc %[[T]]
// CHECK: %[[S:.*]] = view.of #view.slice<0, 0 : 2 : 1> %[[F]]
// CHECK: return %[[F]], %[[S]]
func.func private @odd(%x: !tssa.ref<4xf32>, %n: index) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>) {
  %a, %b = func.call @even(%x, %n) : (!tssa.ref<4xf32>, index) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>)
  return %a, %b : !tssa.ref<4xf32>, !tssa.ref<2xf32>
}
func.func private @even(%x: !tssa.ref<4xf32>, %n: index) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %r:2 = scf.if %more -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>) {
    %m = arith.subi %n, %c1 : index
    %a, %b = func.call @odd(%x, %m) : (!tssa.ref<4xf32>, index) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>)
    scf.yield %a, %b : !tssa.ref<4xf32>, !tssa.ref<2xf32>
  } else {
    %0 = tssa.read %x : !tssa.ref<4xf32>
    %f = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
    %s = view.of #view.slice<0, 0 : 2 : 1> %f : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
    scf.yield %f, %s : !tssa.ref<4xf32>, !tssa.ref<2xf32>
  }
  return %r#0, %r#1 : !tssa.ref<4xf32>, !tssa.ref<2xf32>
}
func.func @both(%x: !tssa.ref<4xf32>, %n: index) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>) {
  %a, %b = func.call @even(%x, %n) : (!tssa.ref<4xf32>, index) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>)
  return %a, %b : !tssa.ref<4xf32>, !tssa.ref<2xf32>
}

// -----

// Slices of slices, as long as the recursion is deep, are one slice whose bounds
// are given.
// CHECK-LABEL: func.func private @rest.values(
// CHECK-SAME: -> (index, index)
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<?xf32>,
// CHECK: %[[G:.*]]:2 = call @rest.values(%[[X]],
// CHECK-NEXT: %[[R:.*]] = view.of #view.slice<0, ? : ? : 1> %[[X]][%[[G]]#0, %[[G]]#1]
// CHECK-NEXT: return %[[R]]
func.func private @rest(%x: !tssa.ref<?xf32>, %n: index) -> !tssa.ref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %more -> !tssa.ref<?xf32> {
    %m = arith.subi %n, %c1 : index
    %y = view.of #view.slice<0, 1 : -1 : 1> %x : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    %s = func.call @rest(%y, %m) : (!tssa.ref<?xf32>, index) -> !tssa.ref<?xf32>
    scf.yield %s : !tssa.ref<?xf32>
  } else {
    scf.yield %x : !tssa.ref<?xf32>
  }
  return %r : !tssa.ref<?xf32>
}
func.func @slices(%x: !tssa.ref<?xf32>, %n: index) -> !tssa.ref<?xf32> {
  %r = func.call @rest(%x, %n) : (!tssa.ref<?xf32>, index) -> !tssa.ref<?xf32>
  return %r : !tssa.ref<?xf32>
}

// -----

// A call that is passed one of several refs is one of several calls, and one that
// is passed the same ref under any condition passes that.
// CHECK-LABEL: func.func @merged_operands(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<4xf32>, %[[Y:.*]]: !tssa.ref<4xf32>, %[[C:.*]]: i1)
// CHECK: call @two(%[[X]], %[[X]])
// CHECK: scf.if %[[C]] {
// CHECK-NEXT: func.call @two(%[[X]], %[[X]])
// CHECK-NEXT: } else {
// CHECK-NEXT: func.call @two(%[[Y]], %[[X]])
func.func private @two(!tssa.ref<4xf32>, !tssa.ref<4xf32>)
func.func @merged_operands(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %c: i1) {
  %a = scf.if %c -> (!tssa.ref<4xf32>) {
    scf.yield %x : !tssa.ref<4xf32>
  } else {
    scf.yield %x : !tssa.ref<4xf32>
  }
  %b = scf.if %c -> (!tssa.ref<4xf32>) {
    scf.yield %x : !tssa.ref<4xf32>
  } else {
    scf.yield %y : !tssa.ref<4xf32>
  }
  func.call @two(%a, %x) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
  func.call @two(%b, %x) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
  return
}

// -----

// What grows without bound, is never given, is in a list or given by a function
// that is not known stays as it is.
// CHECK-NOT: .values
// CHECK-LABEL: func.func private @every_second(
// CHECK: call @every_second
// CHECK-LABEL: func.func private @never(
// CHECK: call @never
// CHECK-LABEL: func.func private @in_list(
// CHECK-LABEL: func.func private @from_elsewhere(
// CHECK: call @elsewhere
// CHECK-LABEL: func.func @stay(
// CHECK: call @every_second
// CHECK: call @never
// CHECK: call @in_list
// CHECK: call @from_elsewhere
func.func private @every_second(%x: !tssa.ref<?xf32>, %n: index) -> !tssa.ref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %more -> !tssa.ref<?xf32> {
    %m = arith.subi %n, %c1 : index
    %end = tssa.dim %x, 0 : !tssa.ref<?xf32>
    %y = view.of #view.slice<0, 0 : ? : 2> %x[%end] : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    %s = func.call @every_second(%y, %m) : (!tssa.ref<?xf32>, index) -> !tssa.ref<?xf32>
    scf.yield %s : !tssa.ref<?xf32>
  } else {
    scf.yield %x : !tssa.ref<?xf32>
  }
  return %r : !tssa.ref<?xf32>
}
func.func private @never(%x: !tssa.ref<?xf32>) -> !tssa.ref<?xf32> {
  %r = func.call @never(%x) : (!tssa.ref<?xf32>) -> !tssa.ref<?xf32>
  return %r : !tssa.ref<?xf32>
}
func.func private @in_list(%x: !tssa.ref<?xf32>) -> (!tssa.list<!tssa.ref<?xf32>>, !tssa.ref<?xf32>) {
  %l = tssa.list_create %x : (!tssa.ref<?xf32>) -> !tssa.list<!tssa.ref<?xf32>>
  return %l, %x : !tssa.list<!tssa.ref<?xf32>>, !tssa.ref<?xf32>
}
func.func private @elsewhere(!tssa.ref<?xf32>) -> !tssa.ref<?xf32>
func.func private @from_elsewhere(%x: !tssa.ref<?xf32>) -> !tssa.ref<?xf32> {
  %r = func.call @elsewhere(%x) : (!tssa.ref<?xf32>) -> !tssa.ref<?xf32>
  return %r : !tssa.ref<?xf32>
}
func.func @stay(%x: !tssa.ref<?xf32>, %n: index) {
  %a = func.call @every_second(%x, %n) : (!tssa.ref<?xf32>, index) -> !tssa.ref<?xf32>
  %b = func.call @never(%x) : (!tssa.ref<?xf32>) -> !tssa.ref<?xf32>
  %c:2 = func.call @in_list(%x) : (!tssa.ref<?xf32>) -> (!tssa.list<!tssa.ref<?xf32>>, !tssa.ref<?xf32>)
  %d = func.call @from_elsewhere(%x) : (!tssa.ref<?xf32>) -> !tssa.ref<?xf32>
  return
}
