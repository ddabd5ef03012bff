// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A ref that a call passes twice is passed once.
// RUN: tssa-opt %s --tssa-merge-arguments -split-input-file | FileCheck %s
// RUN: tssa-opt %s --tssa-merge-arguments=limit=0 -split-input-file | FileCheck %s --check-prefix=NONE

// The recursive call of the version passes one ref, too, and what merges the two
// arguments merges nothing. The function itself is not called any more.
// NONE-NOT: merged
// CHECK-NOT: @f(
// CHECK-LABEL: func.func private @f.merged(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<4xf32>, %[[N:.*]]: index) -> !tssa.ref<4xf32> attributes {tssa.body_of = "f"}
// CHECK: tssa.write %{{.*}}, %[[X]]
// CHECK: call @f.merged(%[[X]], %{{.*}}) : (!tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: %[[A:.*]]: !tssa.ref<4xf32>, %[[K:.*]]: index)
// CHECK: call @f.merged(%[[A]], %[[K]])
func.func private @f(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %n: index) -> !tssa.ref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %z = arith.select %more, %x, %y : !tssa.ref<4xf32>
  %0 = tssa.read %y : !tssa.ref<4xf32>
  tssa.write %0, %z : !tssa.ref<4xf32>
  %r = scf.if %more -> !tssa.ref<4xf32> {
    %m = arith.subi %n, %c1 : index
    %s = func.call @f(%y, %x, %m) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
    scf.yield %s : !tssa.ref<4xf32>
  } else {
    scf.yield %x : !tssa.ref<4xf32>
  }
  return %r : !tssa.ref<4xf32>
}
func.func @caller(%a: !tssa.ref<4xf32>, %n: index) -> !tssa.ref<4xf32> {
  %r = func.call @f(%a, %a, %n) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// -----

// One version for each way to be the same; numbers and values stay apart, and
// functions of which nothing is said are what they are.
// CHECK: func.func private @g(
// CHECK: func.func private @[[ONE:g.merged.*]](%{{.*}}: !tssa.ref<4xf32>, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>)
// CHECK: func.func private @[[TWO:g.merged.*]](%{{.*}}: !tssa.ref<4xf32>, %{{.*}}: !tssa.ref<4xf32>, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>)
// CHECK-LABEL: func.func @ways(
// CHECK-SAME: %[[A:.*]]: !tssa.ref<4xf32>, %[[B:.*]]: !tssa.ref<4xf32>, %[[C:.*]]: !tssa.ref<4xf32>, %[[T:.*]]: tensor<4xf32>)
// CHECK: call @g(%[[A]], %[[B]], %[[C]], %[[T]], %[[T]])
// CHECK: call @[[TWO]](%[[A]], %[[B]], %[[T]], %[[T]])
// CHECK: call @[[TWO]](%[[A]], %[[B]], %[[T]], %[[T]])
// CHECK: call @[[ONE]](%[[A]], %[[T]], %[[T]])
// CHECK: call @extern(%[[A]], %[[A]])
func.func private @extern(!tssa.ref<4xf32>, !tssa.ref<4xf32>)
func.func private @g(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %z: !tssa.ref<4xf32>, %v: tensor<4xf32>, %w: tensor<4xf32>) {
  tssa.write %v, %x : !tssa.ref<4xf32>
  %0 = tssa.read %z : !tssa.ref<4xf32>
  tssa.write %0, %y : !tssa.ref<4xf32>
  return
}
func.func @ways(%a: !tssa.ref<4xf32>, %b: !tssa.ref<4xf32>, %d: !tssa.ref<4xf32>, %t: tensor<4xf32>) {
  %c = view.of #view.alias %a : !tssa.ref<4xf32> -> !tssa.ref<4xf32>
  func.call @g(%a, %b, %d, %t, %t) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, !tssa.ref<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  func.call @g(%a, %b, %c, %t, %t) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, !tssa.ref<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  func.call @g(%a, %b, %a, %t, %t) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, !tssa.ref<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  func.call @g(%a, %a, %a, %t, %t) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, !tssa.ref<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  func.call @extern(%a, %a) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
  return
}

// -----

// Parts of one storage of which one is written: the version takes the storage
// and views it itself; in its turn it passes the same parts. Parts that are
// disjoint, or only read, are passed as they are.
// CHECK-LABEL: func.func private @shift.merged(
// CHECK-SAME: %[[N:.*]]: index, %[[S:.*]]: !tssa.ref<5xf32>, %[[B:.*]]: index, %[[E:.*]]: index)
// CHECK-NEXT: %[[X:.*]] = view.of #view.slice<0, 0 : 4 : 1> %[[S]]
// CHECK-NEXT: %[[Y:.*]] = view.of #view.slice<0, ? : ? : 1> %[[S]][%[[B]], %[[E]]] : !tssa.ref<5xf32> -> !tssa.ref<?xf32>
// CHECK: %[[V:.*]] = tssa.read %[[Y]]
// CHECK: tssa.write %{{.*}}, %[[X]]
// CHECK: call @shift.merged(%{{.*}}, %[[S]], %[[B]], %[[E]])
// CHECK-LABEL: func.func @parts(
// CHECK-SAME: %[[A:.*]]: !tssa.ref<5xf32>, %[[B:.*]]: !tssa.ref<5xf32>, %[[N:.*]]: index)
// CHECK: call @shift.merged(%[[N]], %[[A]], %[[N]], %{{.*}})
// CHECK: call @shift(%{{.*}}, %{{.*}}, %[[N]])
// CHECK: call @shift(%{{.*}}, %{{.*}}, %[[N]])
// NONE-LABEL: func.func @parts(
// NONE: call @shift(
func.func private @shift(%x: !tssa.ref<4xf32>, %y: !tssa.ref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %y : !tssa.ref<?xf32>
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  %2 = tensor.cast %1 : tensor<?xf32> to tensor<4xf32>
  tssa.write %2, %x : !tssa.ref<4xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    func.call @shift(%x, %y, %m) : (!tssa.ref<4xf32>, !tssa.ref<?xf32>, index) -> ()
  }
  return
}
func.func @parts(%a: !tssa.ref<5xf32>, %b: !tssa.ref<5xf32>, %n: index) {
  %end = arith.constant 5 : index
  %x = view.of #view.slice<0, 0 : 4 : 1> %a : !tssa.ref<5xf32> -> !tssa.ref<4xf32>
  %y = view.of #view.slice<0, ? : ? : 1> %a[%n, %end] : !tssa.ref<5xf32> -> !tssa.ref<?xf32>
  %z = view.of #view.slice<0, 4 : 5 : 1> %a : !tssa.ref<5xf32> -> !tssa.ref<1xf32>
  %w = view.of #view.expand<[?]> %z[%n] : !tssa.ref<1xf32> -> !tssa.ref<?xf32>
  %o = view.of #view.slice<0, ? : ? : 1> %b[%n, %end] : !tssa.ref<5xf32> -> !tssa.ref<?xf32>
  func.call @shift(%x, %y, %n) : (!tssa.ref<4xf32>, !tssa.ref<?xf32>, index) -> ()
  func.call @shift(%x, %w, %n) : (!tssa.ref<4xf32>, !tssa.ref<?xf32>, index) -> ()
  func.call @shift(%x, %o, %n) : (!tssa.ref<4xf32>, !tssa.ref<?xf32>, index) -> ()
  return
}

// -----

// Slices of slices become one slice from one bound to another, so that recursion
// ends in few versions.
// CHECK-LABEL: func.func private @inner.merged_0(
// CHECK-SAME: %{{.*}}: index, %[[R:.*]]: !tssa.ref<?xf32>, %[[B:.*]]: index, %[[E:.*]]: index)
// CHECK: %[[Y:.*]] = view.of #view.slice<0, ? : ? : 1> %[[R]][%[[B]], %[[E]]]
// CHECK: call @inner.merged_0(%{{.*}}, %[[R]], %{{.*}}, %{{.*}})
// CHECK-LABEL: func.func private @inner.merged(
// CHECK: call @inner.merged_0(
// NONE-LABEL: func.func @slices(
func.func private @inner(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %y : !tssa.ref<?xf32>
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  tssa.write %1, %y : !tssa.ref<?xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    %z = view.of #view.slice<0, 1 : -1 : 1> %y : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    func.call @inner(%x, %z, %m) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>, index) -> ()
  }
  return
}
func.func @slices(%x: !tssa.ref<?xf32>, %n: index) {
  %y = view.of #view.slice<0, 1 : -1 : 1> %x : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  func.call @inner(%x, %y, %n) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>, index) -> ()
  return
}

// -----

// A part that no copy can stand for is made in the callee: what is written and
// overlaps itself, and what does not lie as the callee asks.
// CHECK-LABEL: func.func private @fill.merged(
// CHECK-SAME: %[[V:.*]]: tensor<3xf32>, %[[R:.*]]: !tssa.ref<1xf32>)
// CHECK: %[[X:.*]] = view.of #view.expand<[3]> %[[R]]
// CHECK: tssa.write %[[V]], %[[X]]
// CHECK-LABEL: func.func private @flat.merged(
// CHECK-SAME: %[[R:.*]]: !tssa.ref<4x4xf32>)
// CHECK: view.of #view.slice<1, 0 : 2 : 1> %[[R]]
// CHECK-LABEL: func.func private @window.merged(
// CHECK-SAME: %[[R:.*]]: !tssa.ref<4x4xf32>)
// CHECK: view.of #view.select<0, 1> %[[R]]
// CHECK-LABEL: func.func @bases(
// CHECK-SAME: %[[A:[^:]*]]: !tssa.ref<1xf32>, %[[B:[^:]*]]: !tssa.ref<4x4xf32>
// CHECK: call @fill.merged(%{{.*}}, %[[A]]) :
// CHECK: call @fill(
// CHECK: call @flat.merged(%[[B]]) :
// CHECK: call @flat(
// CHECK: call @window.merged(%[[B]]) :
// NONE-LABEL: func.func @bases(
func.func private @fill(%x: !tssa.ref<3xf32>, %v: tensor<3xf32>) {
  tssa.write %v, %x : !tssa.ref<3xf32>
  return
}
func.func private @flat(%x: !tssa.ref<4x2xf32>) {
  %0 = view.of #view.reshape<[8]> %x : !tssa.ref<4x2xf32> -> !tssa.ref<8xf32>
  return
}
func.func private @window(%x: !tssa.ref<4xf32>) {
  %0 = view.of #view.as_strided<[2], [1], 0> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  return
}
func.func @bases(%a: !tssa.ref<1xf32>, %b: !tssa.ref<4x4xf32>, %v: tensor<3xf32>) {
  %e = view.of #view.expand<[3]> %a : !tssa.ref<1xf32> -> !tssa.ref<3xf32>
  func.call @fill(%e, %v) : (!tssa.ref<3xf32>, tensor<3xf32>) -> ()
  %r = view.of #view.path<[#view.select<0, 1>, #view.slice<0, 0 : 3 : 1>]> %b : !tssa.ref<4x4xf32> -> !tssa.ref<3xf32>
  func.call @fill(%r, %v) : (!tssa.ref<3xf32>, tensor<3xf32>) -> ()
  %s = view.of #view.slice<1, 0 : 2 : 1> %b : !tssa.ref<4x4xf32> -> !tssa.ref<4x2xf32>
  func.call @flat(%s) : (!tssa.ref<4x2xf32>) -> ()
  %t = view.of #view.path<[#view.slice<0, 0 : 2 : 1>, #view.reshape<[4, 2]>]> %b : !tssa.ref<4x4xf32> -> !tssa.ref<4x2xf32>
  func.call @flat(%t) : (!tssa.ref<4x2xf32>) -> ()
  %row = view.of #view.select<0, 1> %b : !tssa.ref<4x4xf32> -> !tssa.ref<4xf32>
  func.call @window(%row) : (!tssa.ref<4xf32>) -> ()
  return
}

// -----

// Of the host's functions, only those that are described: parts of one ref which
// may overlap, of which it writes one, are made in a function that calls it. So
// it is passed the same storage, and the caller has one ref to give by value. A
// new storage comes back as a value where control flow chose what is passed.
// CHECK: func.func private @[[TWICE:copy.merged.*]](%[[R:.*]]: !tssa.ref<?xf32>)
// CHECK: call @copy(%[[R]], %[[R]]) {mark}
// CHECK: func.func private @[[PARTS:copy.merged.*]](%[[R:.*]]: !tssa.ref<?xf32>, %[[I:.*]]: index)
// CHECK: %[[X:.*]] = view.of #view.slice<0, 0 : 2 : 1> %[[R]]
// CHECK: %[[Y:.*]] = view.of #view.slice<0, ? : {{[0-9]+}} : 1> %[[R]][%[[I]]]
// CHECK: call @copy(%[[X]], %[[Y]])
// CHECK: return{{$}}
// CHECK: func.func private @[[CLONE:clone.merged.*]](%[[R:.*]]: !tssa.ref<?xf32>) -> tensor<?xf32> attributes {no_inline, tssa.body_of = "clone", tssa.imperative}
// CHECK: %[[C:.*]] = call @clone(%[[R]])
// CHECK: %[[V:.*]] = tssa.read %[[C]]
// CHECK: return %[[V]]
// CHECK-LABEL: func.func @host(
// CHECK-SAME: %[[A:[^:]*]]: !tssa.ref<?xf32>, %[[I:[^:]*]]: index, %[[B:[^:]*]]: i1
// CHECK: %[[X:.*]] = view.of #view.slice<0, 0 : 2 : 1> %[[A]]
// CHECK: call @[[PARTS]](%[[A]], %{{.*}}) : (!tssa.ref<?xf32>, index) -> ()
// CHECK: tssa.read %[[X]]
// CHECK: call @[[TWICE]](%[[X]])
// CHECK: %[[Z:.*]] = arith.select
// CHECK: %[[V:.*]] = call @[[CLONE]](%[[Z]])
// CHECK: tssa.alloc %[[V]]
// CHECK: call @clone(%[[X]]) : (!tssa.ref<?xf32>) -> !tssa.ref<?xf32>
// CHECK: call @unknown(%[[X]], %[[X]])
func.func private @copy(!tssa.ref<?xf32> {tssa.writes}, !tssa.ref<?xf32> {tssa.reads}) -> (!tssa.ref<?xf32> {tssa.returns_alias = 0})
func.func private @clone(!tssa.ref<?xf32> {tssa.reads}) -> (!tssa.ref<?xf32> {tssa.fresh})
func.func private @unknown(!tssa.ref<?xf32>, !tssa.ref<?xf32>)
func.func @host(%a: !tssa.ref<?xf32>, %i: index, %b: i1) -> (!tssa.ref<?xf32>, !tssa.ref<?xf32>) {
  %x = view.of #view.slice<0, 0 : 2 : 1> %a : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  %y = view.of #view.slice<0, ? : 9223372036854775807 : 1> %a[%i] : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  %r = call @copy(%x, %y) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>) -> !tssa.ref<?xf32>
  %v = tssa.read %r : !tssa.ref<?xf32>
  %s = call @copy(%x, %x) {mark} : (!tssa.ref<?xf32>, !tssa.ref<?xf32>) -> !tssa.ref<?xf32>
  %n = tssa.alloc %v : tensor<?xf32> -> !tssa.ref<?xf32>
  %z = arith.select %b, %s, %n : !tssa.ref<?xf32>
  %c = call @clone(%z) : (!tssa.ref<?xf32>) -> !tssa.ref<?xf32>
  %d = call @clone(%x) : (!tssa.ref<?xf32>) -> !tssa.ref<?xf32>
  call @unknown(%x, %x) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>) -> ()
  return %c, %d : !tssa.ref<?xf32>, !tssa.ref<?xf32>
}

// -----

// Layouts that would no longer be known behind it are reason to leave the call.
// CHECK-LABEL: func.func @layout(
// CHECK: call @copy(
func.func private @copy(!tssa.ref<2x3xf32, strided<[?, 1], offset: ?>> {tssa.writes}, !tssa.ref<2x3xf32, strided<[?, 1], offset: ?>> {tssa.reads})
func.func @layout(%x: !tssa.ref<3x4xf32, strided<[?, 1], offset: ?>>) {
  %a = view.of #view.path<[#view.slice<0, 0 : 2 : 1>, #view.slice<1, 0 : 3 : 1>]> %x : !tssa.ref<3x4xf32, strided<[?, 1], offset: ?>> -> !tssa.ref<2x3xf32, strided<[?, 1], offset: ?>>
  %b = view.of #view.path<[#view.slice<0, 1 : 3 : 1>, #view.slice<1, 1 : 4 : 1>]> %x : !tssa.ref<3x4xf32, strided<[?, 1], offset: ?>> -> !tssa.ref<2x3xf32, strided<[?, 1], offset: ?>>
  func.call @copy(%b, %a) : (!tssa.ref<2x3xf32, strided<[?, 1], offset: ?>>, !tssa.ref<2x3xf32, strided<[?, 1], offset: ?>>) -> ()
  return
}
