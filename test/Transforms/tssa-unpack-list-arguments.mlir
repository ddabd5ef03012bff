// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A body for each of the first lengths of a list that is an argument.
// RUN: tssa-opt %s --tssa-unpack-list-arguments=max-length=1 -split-input-file | FileCheck %s
// RUN: tssa-opt %s --tssa-unpack-list-arguments="max-length=1 errors=precise" -split-input-file | FileCheck %s --check-prefix=PRECISE
// RUN: tssa-opt %s --tssa-unpack-list-arguments=max-length=1 --tssa-specialize-functions -split-input-file | FileCheck %s --check-prefix=TESTED
// RUN: tssa-opt %s --tssa-unpack-list-arguments=max-length=1 --tssa-specialize-functions --tssa-functionalize --tssa-verify-functional -split-input-file 2>&1 | FileCheck %s --check-prefix=AFTER

// The list is the same afterwards: only its elements are written.
// CHECK-LABEL: func.func @writes(
// CHECK-SAME: %[[V:.*]]: tensor<4xf32>, %[[L:.*]]: !tssa.list<!tssa.ref<4xf32>>, %[[X:.*]]: !tssa.ref<4xf32>) -> (!tssa.list<!tssa.ref<4xf32>>, !tssa.ref<4xf32>)
// CHECK-SAME: attributes {tssa.dispatches = [@writes.length0, @writes.length1]}
// CHECK: %[[N:.*]] = tssa.list_len %[[L]]
// CHECK: %[[ONE:.*]] = arith.cmpi eq, %[[N]], %c1
// CHECK: cf.cond_br %[[ONE]], ^[[HERE:.*]], ^[[LONGER:.*]]
// CHECK: ^[[HERE]]:
// CHECK: %[[E:.*]] = tssa.list_get %[[L]][%c0
// CHECK: %[[R:.*]] = call @writes.length1(%[[V]], %[[N]], %[[X]], %[[E]])
// CHECK: return %[[L]], %[[R]]
// CHECK: ^[[LONGER]]:
// CHECK: %[[S:.*]]:2 = call @writes.longer(%[[V]], %[[L]], %[[X]])
// CHECK: return %[[S]]#0, %[[S]]#1

// The length stands for the list, and elements come last.
// CHECK-LABEL: func.func private @writes.length1(
// CHECK-SAME: %[[V:.*]]: tensor<4xf32>, %{{.*}}: index, %[[X:.*]]: !tssa.ref<4xf32>, %[[E:.*]]: !tssa.ref<4xf32>) -> !tssa.ref<4xf32>
// CHECK-SAME: attributes {no_inline, tssa.body_of = "writes", tssa.elements_of = array<i64: 1, 3>}
// CHECK-NOT: tssa.list
// CHECK: tssa.write %[[V]], %[[E]]
// CHECK: return %[[X]]
// CHECK-LABEL: func.func private @writes.longer(
// CHECK-SAME: attributes {no_inline, tssa.body_of = "writes", tssa.imperative}

// PRECISE-LABEL: func.func @writes(
// PRECISE-SAME: tssa.dispatches

// Elements are tested like other arguments; the last block is for overlap, too.
// TESTED-LABEL: func.func @writes(
// TESTED: %[[ONE:.*]] = arith.cmpi eq, %{{.*}}, %c1
// TESTED: cf.cond_br %[[ONE]], ^[[HERE:.*]], ^[[LONGER:bb[0-9]+]]
// TESTED: ^[[HERE]]:
// TESTED: %[[E:.*]] = tssa.list_get
// TESTED: %[[OK:.*]] = tssa.disjoint %[[E]] from %{{.*}} :
// TESTED: cf.cond_br %[[OK]], ^[[FAST:.*]], ^[[LONGER]]
// TESTED: ^[[FAST]]:
// TESTED: call @writes.length1(
// TESTED: ^[[LONGER]]:
// TESTED-NEXT: call @writes.longer(
// TESTED: func.func private @writes.length1(
// TESTED-SAME: !tssa.ref<4xf32> {tssa.noalias}) -> !tssa.ref<4xf32>
// TESTED-SAME: tssa.tested

// AFTER-NOT: remark
// AFTER-LABEL: func.func private @writes.length1(
// AFTER-SAME: tssa.functional
func.func @writes(%v: tensor<4xf32>, %l: !tssa.list<!tssa.ref<4xf32>>, %x: !tssa.ref<4xf32>) -> (!tssa.list<!tssa.ref<4xf32>>, !tssa.ref<4xf32>) {
  %c0 = arith.constant 0 : index
  %e = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<4xf32>> -> !tssa.ref<4xf32>
  tssa.write %v, %e : !tssa.ref<4xf32>
  return %l, %x : !tssa.list<!tssa.ref<4xf32>>, !tssa.ref<4xf32>
}

// -----

// What a list becomes comes back as numbers: which argument, which view of it
// and its operands; storages of the body's own come with them.
// CHECK-LABEL: func.func @changes(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<3x4xf32>, %[[L:.*]]: !tssa.list<!tssa.ref<4xf32>>, %[[I:.*]]: index, %{{.*}}: tensor<4xf32>)
// CHECK: %[[R:.*]]:3 = call @changes.length1(
// CHECK: %[[M:.*]] = tssa.list_len %[[R]]#0
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to
// CHECK: %[[TAG:.*]] = tssa.list_get %[[R]]#0[%[[K]]]
// CHECK: %[[AT:.*]] = tssa.list_get %[[R]]#1[%[[K]]]
// CHECK: %[[NEW:.*]] = scf.index_switch %[[TAG]]
// CHECK: case 1 {
// CHECK: %[[J:.*]] = tssa.check_index %[[AT]], %c3
// CHECK: %[[ROW:.*]] = view.of #view.select<0, ?> %[[X]][%[[J]]]
// CHECK: scf.yield %[[ROW]]
// CHECK: case 2 {
// CHECK: scf.yield %[[R]]#2
// CHECK: default {
// CHECK: scf.yield %{{.*}}
// CHECK: tssa.list_set %[[NEW]], %[[L]][%[[K]]]
// CHECK: scf.for
// CHECK: tssa.list_pop %[[L]][%c-1
// CHECK: scf.for
// CHECK: tssa.list_append %{{.*}}, %[[L]]
// CHECK: return

// CHECK-LABEL: func.func private @changes.length1(
// CHECK-SAME: -> (!tssa.list<index>, !tssa.list<index>, !tssa.ref<4xf32>)
// CHECK-NOT: !tssa.list<!tssa.ref
// CHECK: %[[F:.*]] = tssa.alloc
// CHECK: return %{{.*}}, %{{.*}}, %[[F]]

// What the list was before an error would be lost.
// PRECISE-LABEL: func.func @changes(
// PRECISE-NOT: tssa.dispatches
// PRECISE: func.func @appends(

// AFTER-NOT: remark
// AFTER-LABEL: func.func private @changes.length1(
// AFTER-SAME: tssa.functional
func.func @changes(%x: !tssa.ref<3x4xf32>, %l: !tssa.list<!tssa.ref<4xf32>>, %i: index, %v: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %j = tssa.check_index %i, %c3
  %row = view.of #view.select<0, ?> %x[%j] : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  tssa.list_set %row, %l[%c0] : !tssa.ref<4xf32>, !tssa.list<!tssa.ref<4xf32>>
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  tssa.list_insert %a, %l[%i] : !tssa.ref<4xf32>, !tssa.list<!tssa.ref<4xf32>>
  tssa.write %v, %row : !tssa.ref<4xf32>
  return
}

// -----

// A list that only grows keeps the elements that it had.
// CHECK-LABEL: func.func @appends(
// CHECK-NOT: tssa.list_set
// CHECK-NOT: tssa.list_pop
// CHECK: func.func private @appends.length0(
func.func @appends(%x: !tssa.ref<4xf32>, %l: !tssa.list<!tssa.ref<4xf32>>, %v: tensor<4xf32>) {
  tssa.list_append %x, %l : !tssa.ref<4xf32>, !tssa.list<!tssa.ref<4xf32>>
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}

// -----

// Two lists may be one object if they are empty, whatever their types say.
// CHECK-LABEL: func.func @numbers(
// CHECK-SAME: attributes {tssa.dispatches = [@numbers.length1]}
func.func @numbers(%l: !tssa.list<!tssa.ref<4xf32>>, %m: !tssa.list<index>, %v: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %e = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<4xf32>> -> !tssa.ref<4xf32>
  tssa.write %v, %e : !tssa.ref<4xf32>
  tssa.list_append %c0, %m : index, !tssa.list<index>
  return
}

// -----

// One body: several lists, lists of lists, elements of any type, nothing that
// would be functional then, a result that may be the list or another.
// CHECK-NOT: tssa.dispatches
func.func @several(%l: !tssa.list<!tssa.ref<4xf32>>, %m: !tssa.list<!tssa.ref<4xf32>>, %v: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %e = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<4xf32>> -> !tssa.ref<4xf32>
  tssa.write %v, %e : !tssa.ref<4xf32>
  return
}
func.func @nested(%l: !tssa.list<!tssa.list<!tssa.ref<4xf32>>>, %x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}
func.func @any(%l: !tssa.list<!tssa.any_ref>, %v: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %e = tssa.list_get %l[%c0] : !tssa.list<!tssa.any_ref> -> !tssa.ref<4xf32>
  tssa.write %v, %e : !tssa.ref<4xf32>
  return
}
func.func @nothing(%l: !tssa.list<!tssa.ref<4xf32>>, %x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  scf.forall (%i) in (4) {
    tssa.write %v, %x : !tssa.ref<4xf32>
  }
  return
}
func.func @either(%l: !tssa.list<!tssa.ref<4xf32>>, %x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) -> !tssa.list<!tssa.ref<4xf32>> {
  %m = tssa.list_create %x : (!tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
  %r = arith.select %c, %l, %m : !tssa.list<!tssa.ref<4xf32>>
  tssa.write %v, %x : !tssa.ref<4xf32>
  return %r : !tssa.list<!tssa.ref<4xf32>>
}

// -----

// Another name of the list that is the list in any case.
// CHECK-LABEL: func.func @same(
// CHECK-SAME: tssa.dispatches = [@same.length0, @same.length1]
// CHECK: return %{{.*}} : !tssa.list
// CHECK-LABEL: func.func private @same.longer(
// CHECK: arith.select
// PRECISE-LABEL: func.func @same(
// PRECISE-NOT: tssa.dispatches
// TESTED-LABEL: func.func @same(
// AFTER-LABEL: func.func @same(
func.func @same(%l: !tssa.list<!tssa.ref<4xf32>>, %x: !tssa.ref<4xf32>, %c: i1) -> !tssa.list<!tssa.ref<4xf32>> {
  %m = arith.select %c, %l, %l : !tssa.list<!tssa.ref<4xf32>>
  tssa.list_append %x, %m : !tssa.ref<4xf32>, !tssa.list<!tssa.ref<4xf32>>
  %v = tssa.read %x : !tssa.ref<4xf32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  return %m : !tssa.list<!tssa.ref<4xf32>>
}
