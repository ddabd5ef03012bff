// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two bodies and a test for arguments whose storage `as_strided` reaches.
// RUN: tssa-opt %s --tssa-specialize-functions -split-input-file | FileCheck %s
// RUN: tssa-opt %s --tssa-specialize-functions --tssa-functionalize --tssa-verify-functional -split-input-file 2>/dev/null | FileCheck %s --check-prefix=AFTER

// Constant numbers: the argument needs as many elements as are reached.
// CHECK-LABEL: func.func @constant(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<?xf32>, %[[V:.*]]: tensor<2x2xf32>)
// CHECK-SAME: attributes {tssa.dispatches = @constant.whole}
// CHECK: %[[OK:.*]] = tssa.is_whole %[[X]] reaching 8 : !tssa.ref<?xf32>
// CHECK: cf.cond_br %[[OK]], ^[[FAST:.*]], ^[[SLOW:.*]]
// CHECK: ^[[FAST]]:
// CHECK: call @constant.whole(%[[X]], %[[V]])
// CHECK: ^[[SLOW]]:
// CHECK: call @constant.general(%[[X]], %[[V]])
// CHECK: func.func private @constant.whole(%{{.*}}: !tssa.ref<?xf32> {tssa.whole}, %{{.*}}: tensor<2x2xf32>)
// CHECK-SAME: attributes {no_inline, tssa.body_of = "constant"}
// CHECK: func.func private @constant.general(%{{.*}}: !tssa.ref<?xf32>, %{{.*}}: tensor<2x2xf32>)
// CHECK-SAME: attributes {no_inline, tssa.body_of = "constant", tssa.imperative}

// AFTER: func.func private @constant.whole(%[[X:.*]]: !tssa.ref<?xf32> {tssa.whole}, %[[V:.*]]: tensor<2x2xf32>)
// AFTER-SAME: tssa.functional
// AFTER: %[[OLD:.*]] = tssa.read %[[X]]
// AFTER: tssa.check_view #view.as_strided<[2, 2], [4, 1], 2> %[[X]]
// AFTER: %[[NEW:.*]] = view.assign #view.as_strided<[2, 2], [4, 1], 2> %[[V]], %[[OLD]]
// AFTER: tssa.write %[[NEW]], %[[X]]
func.func @constant(%x: !tssa.ref<?xf32>, %v: tensor<2x2xf32>) {
  tssa.check_view #view.as_strided<[2, 2], [4, 1], 2> %x : !tssa.ref<?xf32>
  %y = view.of #view.as_strided<[2, 2], [4, 1], 2> %x : !tssa.ref<?xf32> -> !tssa.ref<2x2xf32>
  tssa.write %v, %y : !tssa.ref<2x2xf32>
  return
}

// -----

// What reaches furthest counts, of views of views too; operands that are
// constants are constant.
// CHECK-LABEL: func.func @furthest(
// CHECK: tssa.is_whole %{{.*}} reaching 16 : !tssa.ref<4x?xf32>
func.func @furthest(%x: !tssa.ref<4x?xf32>) -> (tensor<3xf32>, tensor<2x2xf32>, tensor<0xf32>) {
  %c5 = arith.constant 5 : index
  %t = view.of #view.permute<[1, 0]> %x : !tssa.ref<4x?xf32> -> !tssa.ref<?x4xf32>
  %a = view.of #view.as_strided<[3], [?], 5> %t[%c5] : !tssa.ref<?x4xf32> -> !tssa.ref<3xf32>
  %b = view.of #view.path<[#view.as_strided<[3, 3], [4, 1], 0>, #view.slice<0, 1 : 3 : 1>, #view.slice<1, 0 : 2 : 1>]> %x : !tssa.ref<4x?xf32> -> !tssa.ref<2x2xf32>
  %c = view.of #view.as_strided<[0], [1], 99> %x : !tssa.ref<4x?xf32> -> !tssa.ref<0xf32>
  %0 = tssa.read %a : !tssa.ref<3xf32>
  %1 = tssa.read %b : !tssa.ref<2x2xf32>
  %2 = tssa.read %c : !tssa.ref<0xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<2x2xf32>, tensor<0xf32>
}

// -----

// Numbers known at run time only, one of many suffices: the storage must end
// with the elements.
// CHECK-LABEL: func.func @operand(
// CHECK: tssa.is_whole %{{.*}} : !tssa.ref<?xf32>
// AFTER-LABEL: func.func private @operand.whole(
// AFTER-SAME: tssa.functional
func.func @operand(%x: !tssa.ref<?xf32>, %i: index) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = view.of #view.as_strided<[2], [1], 0> %x : !tssa.ref<?xf32> -> !tssa.ref<2xf32>
  tssa.check_view #view.as_strided<[2], [1], ?> %x[%i] : !tssa.ref<?xf32>
  %b = view.of #view.as_strided<[2], [1], ?> %x[%i] : !tssa.ref<?xf32> -> !tssa.ref<2xf32>
  %0 = tssa.read %a : !tssa.ref<2xf32>
  %1 = tssa.read %b : !tssa.ref<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// With overlap it is one test and still two bodies.
// CHECK-LABEL: func.func @both(
// CHECK-SAME: %[[X:.*]]: !tssa.ref<4xf32>, %[[Y:.*]]: !tssa.ref<2xf32>, %[[Z:.*]]: !tssa.ref<6xf32>)
// CHECK: %[[A:.*]] = tssa.is_whole %[[X]] reaching 3
// CHECK: %[[B:.*]] = tssa.is_whole %[[Z]] reaching 5
// CHECK: %[[C:.*]] = arith.andi %[[A]], %[[B]] : i1
// CHECK: %[[D:.*]] = tssa.disjoint %[[X]] from %[[Y]], %[[Z]]
// CHECK: %[[E:.*]] = arith.andi %[[C]], %[[D]] : i1
// CHECK: cf.cond_br %[[E]]
// CHECK: func.func private @both.whole(%{{.*}}: !tssa.ref<4xf32> {tssa.noalias, tssa.whole}, %{{.*}}: !tssa.ref<2xf32>, %{{.*}}: !tssa.ref<6xf32> {tssa.whole})
func.func @both(%x: !tssa.ref<4xf32>, %y: !tssa.ref<2xf32>, %z: !tssa.ref<6xf32>) {
  %a = view.of #view.as_strided<[2], [1], 1> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %b = view.of #view.as_strided<[2], [1], 3> %z : !tssa.ref<6xf32> -> !tssa.ref<2xf32>
  %0 = tssa.read %y : !tssa.ref<2xf32>
  %1 = tssa.read %b : !tssa.ref<2xf32>
  %2 = arith.addf %0, %1 : tensor<2xf32>
  tssa.write %2, %a : !tssa.ref<2xf32>
  return
}

// -----

// The type says it all: no test. Where strides or offset are left open, or the
// numbers are, there is one.
// CHECK-NOT: tssa.dispatches
// CHECK-LABEL: func.func @typed(
// AFTER-LABEL: func.func @typed(
// AFTER-SAME: tssa.functional
func.func @typed(%x: !tssa.ref<4x4xf32, strided<[4, 1]>>) -> tensor<2x3xf32> {
  %a = view.of #view.as_strided<[2, 3], [8, 2], 3> %x : !tssa.ref<4x4xf32, strided<[4, 1]>> -> !tssa.ref<2x3xf32>
  %0 = tssa.read %a : !tssa.ref<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// CHECK-LABEL: func.func @open_offset(
// CHECK: tssa.is_whole %{{.*}} reaching 16
func.func @open_offset(%x: !tssa.ref<4x4xf32, strided<[4, 1], offset: ?>>) -> tensor<2x3xf32> {
  %a = view.of #view.as_strided<[2, 3], [8, 2], 3> %x : !tssa.ref<4x4xf32, strided<[4, 1], offset: ?>> -> !tssa.ref<2x3xf32>
  %0 = tssa.read %a : !tssa.ref<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// CHECK-LABEL: func.func @open_stride(
// CHECK: tssa.is_whole %{{.*}} reaching 16
func.func @open_stride(%x: !tssa.ref<4x4xf32, strided<[?, 1]>>) -> tensor<2x3xf32> {
  %a = view.of #view.as_strided<[2, 3], [8, 2], 3> %x : !tssa.ref<4x4xf32, strided<[?, 1]>> -> !tssa.ref<2x3xf32>
  %0 = tssa.read %a : !tssa.ref<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// CHECK-LABEL: func.func @open_number(
// CHECK: tssa.is_whole %{{.*}} : !tssa.ref<4x4xf32, strided<[4, 1]>>
func.func @open_number(%x: !tssa.ref<4x4xf32, strided<[4, 1]>>, %i: index) -> tensor<2x3xf32> {
  tssa.check_view #view.as_strided<[2, 3], [8, 2], ?> %x[%i] : !tssa.ref<4x4xf32, strided<[4, 1]>>
  %a = view.of #view.as_strided<[2, 3], [8, 2], ?> %x[%i] : !tssa.ref<4x4xf32, strided<[4, 1]>> -> !tssa.ref<2x3xf32>
  %0 = tssa.read %a : !tssa.ref<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Nor where the type says that the elements are dense in another order, or from
// another place on: the value in that order is the storage from there on.
// CHECK-NOT: tssa.dispatches
// CHECK-LABEL: func.func @columns(
// AFTER-LABEL: func.func @columns(
// AFTER: %[[OLD:.*]] = tssa.read
// AFTER: %[[STORAGE:.*]] = view.access #view.permute<[1, 2, 0]> %[[OLD]] : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
// AFTER: %[[NEW:.*]] = view.assign #view.as_strided<[2], [8], 3> %{{.*}}, %[[STORAGE]] : tensor<2xf32> -> tensor<3x4x2xf32>
// AFTER: %[[BACK:.*]] = view.access #view.permute<[2, 0, 1]> %[[NEW]] : tensor<3x4x2xf32> -> tensor<2x3x4xf32>
// AFTER: tssa.write %[[BACK]]
func.func @columns(%x: !tssa.ref<2x3x4xf32, strided<[1, 8, 2]>>, %v: tensor<2xf32>) {
  %a = view.of #view.as_strided<[2], [8], 3> %x : !tssa.ref<2x3x4xf32, strided<[1, 8, 2]>> -> !tssa.ref<2xf32>
  tssa.write %v, %a : !tssa.ref<2xf32>
  return
}
// AFTER-LABEL: func.func @from(
// AFTER: view.access #view.as_strided<[2], [8], 1>
// AFTER: view.of #view.as_strided<[2], [8], 3> %{{.*}}
func.func @from(%x: !tssa.ref<4x4xf32, strided<[4, 1], offset: 2>>) -> (tensor<2xf32>, !tssa.ref<2xf32>) {
  %a = view.of #view.as_strided<[2], [8], 3> %x : !tssa.ref<4x4xf32, strided<[4, 1], offset: 2>> -> !tssa.ref<2xf32>
  %0 = tssa.read %a : !tssa.ref<2xf32>
  return %0, %a : tensor<2xf32>, !tssa.ref<2xf32>
}

// -----

// No test can hold: gaps, elements before or behind those of the argument, or
// numbers that are not known over another order; or something else stands
// against it.
// CHECK-NOT: tssa.dispatches
// AFTER-LABEL: func.func @unknown(
// AFTER-SAME: tssa.imperative
func.func @unknown(%x: !tssa.ref<4x4xf32, strided<[1, 4]>>, %i: index) -> tensor<2xf32> {
  %a = view.of #view.as_strided<[2], [1], ?> %x[%i] : !tssa.ref<4x4xf32, strided<[1, 4]>> -> !tssa.ref<2xf32>
  %0 = tssa.read %a : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}
func.func @gaps(%x: !tssa.ref<4x4xf32, strided<[5, 1]>>) -> tensor<2xf32> {
  %a = view.of #view.as_strided<[2], [8], 3> %x : !tssa.ref<4x4xf32, strided<[5, 1]>> -> !tssa.ref<2xf32>
  %0 = tssa.read %a : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}
func.func @before(%x: !tssa.ref<4x4xf32, strided<[4, 1], offset: 2>>) -> tensor<2xf32> {
  %a = view.of #view.as_strided<[2], [8], 1> %x : !tssa.ref<4x4xf32, strided<[4, 1], offset: 2>> -> !tssa.ref<2xf32>
  %0 = tssa.read %a : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}
func.func @behind(%x: !tssa.ref<4x4xf32, strided<[4, 1], offset: 2>>) -> tensor<2xf32> {
  %a = view.of #view.as_strided<[2], [8], 10> %x : !tssa.ref<4x4xf32, strided<[4, 1], offset: 2>> -> !tssa.ref<2xf32>
  %0 = tssa.read %a : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}
func.func @beyond(%x: !tssa.ref<4x4xf32>) -> tensor<2xf32> {
  %a = view.of #view.as_strided<[2], [8], 9> %x : !tssa.ref<4x4xf32> -> !tssa.ref<2xf32>
  %0 = tssa.read %a : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}
func.func @recast(%x: !tssa.ref<4x4xf32>) -> tensor<2xi32> {
  %b = view.of #view.bitcast<i32> %x : !tssa.ref<4x4xf32> -> !tssa.ref<4x4xi32>
  %a = view.of #view.as_strided<[2], [8], 3> %b : !tssa.ref<4x4xi32> -> !tssa.ref<2xi32>
  %0 = tssa.read %a : !tssa.ref<2xi32>
  return %0 : tensor<2xi32>
}

// -----

// Strides of sizes of 1 do not count.
// CHECK-LABEL: func.func @ones(
// CHECK: tssa.is_whole %{{.*}} reaching 4
func.func @ones(%x: !tssa.ref<1x4xf32, strided<[1, 1]>>) -> tensor<2xf32> {
  %a = view.of #view.as_strided<[2], [3], 0> %x : !tssa.ref<1x4xf32, strided<[1, 1]>> -> !tssa.ref<2xf32>
  %0 = tssa.read %a : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Behind a merge that is split.
// CHECK-LABEL: func.func @merge(
// CHECK: tssa.is_whole %{{.*}} reaching 7
func.func @merge(%x: !tssa.ref<8xf32>, %c: i1, %v: tensor<2xf32>) {
  %y = scf.if %c -> !tssa.ref<2xf32> {
    %a = view.of #view.as_strided<[2], [2], 1> %x : !tssa.ref<8xf32> -> !tssa.ref<2xf32>
    scf.yield %a : !tssa.ref<2xf32>
  } else {
    %b = view.of #view.as_strided<[2], [3], 3> %x : !tssa.ref<8xf32> -> !tssa.ref<2xf32>
    scf.yield %b : !tssa.ref<2xf32>
  }
  tssa.write %v, %y : !tssa.ref<2xf32>
  return
}

// -----

// More than the type has elements, in a branch: where the storage ends with them
// the check fails there, and behind it a new storage stands for the view. The
// other body is as it was.
// CHECK-LABEL: func.func @beyond_in_branch(
// CHECK: %[[OK:.*]] = tssa.is_whole %{{.*}} : !tssa.ref<4x4xf32>
// CHECK-NOT: tssa.is_whole
// CHECK: cf.cond_br %[[OK]]
// CHECK: func.func private @beyond_in_branch.whole(%[[X:.*]]: !tssa.ref<4x4xf32> {tssa.whole}, %[[V:.*]]: tensor<2xf32>
// CHECK: scf.if
// CHECK: tssa.check_view #view.as_strided<[2], [8], 9> %[[X]]
// CHECK: %[[NEW:.*]] = tssa.alloc
// CHECK: tssa.write %[[V]], %[[NEW]]
// CHECK: func.func private @beyond_in_branch.general(%[[X:.*]]: !tssa.ref<4x4xf32>, %{{.*}}: tensor<2xf32>
// CHECK: view.of #view.as_strided<[2], [8], 9> %[[X]]
// AFTER-LABEL: func.func private @beyond_in_branch.whole(
// AFTER-SAME: tssa.functional
// AFTER: tssa.check_view #view.as_strided<[2], [8], 9> %{{.*}} : !tssa.ref<4x4xf32>
func.func @beyond_in_branch(%x: !tssa.ref<4x4xf32>, %v: tensor<2xf32>, %c: i1) -> tensor<4x4xf32> {
  scf.if %c {
    tssa.check_view #view.as_strided<[2], [8], 9> %x : !tssa.ref<4x4xf32>
    %a = view.of #view.as_strided<[2], [8], 9> %x : !tssa.ref<4x4xf32> -> !tssa.ref<2xf32>
    tssa.write %v, %a : !tssa.ref<2xf32>
  }
  %0 = tssa.read %x : !tssa.ref<4x4xf32>
  return %0 : tensor<4x4xf32>
}
