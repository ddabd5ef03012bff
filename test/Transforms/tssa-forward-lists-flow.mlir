// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(tssa-forward-lists))' | FileCheck %s
//
// Lists that go through control flow and into other lists.

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// One of two lists is one of two lists of numbers, which stay objects; each
// element is a choice out of what its list may hold.
// CHECK-LABEL: func.func @select
// CHECK-SAME: %[[A:.*]]: !tssa.ref<2xf32>, %[[B:.*]]: !tssa.ref<2xf32>, %[[C:.*]]: i1
// CHECK: %[[L:.*]] = tssa.list_create %{{.*}} : (index) -> !tssa.list<index>
// CHECK: %[[M:.*]] = tssa.list_create %{{.*}} : (index) -> !tssa.list<index>
// CHECK: %[[ONE:.*]] = arith.select %[[C]], %[[L]], %[[M]] : !tssa.list<index>
// CHECK: %[[TAG:.*]] = tssa.list_get %[[ONE]]
// CHECK: scf.index_switch %[[TAG]]
// CHECK: case 1
// CHECK:   scf.yield %[[B]]
// CHECK: default
// CHECK:   scf.yield %[[A]]
// CHECK: tssa.list_get %[[M]]
// CHECK: tssa.read %[[B]]
func.func @select(%a: !row, %b: !row, %c: i1, %k: index) -> (tensor<2xf32>, tensor<2xf32>) {
  %l = tssa.list_create %a : (!row) -> !rows
  %m = tssa.list_create %b : (!row) -> !rows
  %one = arith.select %c, %l, %m : !rows
  %e = tssa.list_get %one[%k] : !rows -> !row
  %v = tssa.read %e : !row
  %f = tssa.list_get %m[%k] : !rows -> !row
  %w = tssa.read %f : !row
  return %v, %w : tensor<2xf32>, tensor<2xf32>
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// Loops and branches carry one list for each number.
// CHECK-LABEL: func.func @carried
// CHECK: %[[P:.*]]:2 = scf.for {{.*}} iter_args(%[[TAGS:.*]] = %{{.*}}, %[[AT:.*]] = %{{.*}}) -> (!tssa.list<index>, !tssa.list<index>)
// CHECK:   tssa.list_append %{{.*}}, %[[TAGS]]
// CHECK:   tssa.list_append %{{.*}}, %[[AT]]
// CHECK:   scf.if %{{.*}} -> (!tssa.list<index>, !tssa.list<index>)
// CHECK: tssa.list_pop %[[P]]#0
// CHECK: tssa.list_pop %[[P]]#1
func.func @carried(%x: !tssa.ref<4x2xf32>, %y: !row, %n: index, %c: i1) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = tssa.list_create %y : (!row) -> !rows
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%p = %l) -> (!rows) {
    %j = tssa.check_index %i, %c4
    %r = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x2xf32> -> !row
    tssa.list_append %r, %p : !row, !rows
    %q = scf.if %c -> (!rows) {
      %m = tssa.list_create %r : (!row) -> !rows
      scf.yield %m : !rows
    } else {
      scf.yield %p : !rows
    }
    scf.yield %q : !rows
  }
  %e = tssa.list_pop %p[%c0] : !rows -> !row
  %v = tssa.read %e : !row
  return %v : tensor<2xf32>
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>
!table = !tssa.list<!rows>

// A list of lists is one of lists of numbers.
// CHECK-LABEL: func.func @nested
// CHECK: %[[T:.*]] = tssa.list_create %[[L:.*]], %{{.*}} : (!tssa.list<index>, !tssa.list<index>) -> !tssa.list<!tssa.list<index>>
// CHECK: %[[O:.*]] = tssa.list_get %[[T]][%{{.*}}] : !tssa.list<!tssa.list<index>> -> !tssa.list<index>
// CHECK: tssa.list_append %{{.*}}, %[[O]]
// CHECK: tssa.list_len %{{.*}} : !tssa.list<index>
// CHECK-NOT: !tssa.list<!tssa.ref
func.func @nested(%a: !row, %k: index) -> index {
  %l = tssa.list_create : () -> !rows
  %m = tssa.list_create : () -> !rows
  %t = tssa.list_create %l, %m : (!rows, !rows) -> !table
  %o = tssa.list_get %t[%k] : !table -> !rows
  tssa.list_append %a, %o : !row, !rows
  %n = tssa.list_len %l : !rows
  return %n : index
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// A ref that is merged where the lists are is one thing as long as they live.
// What a loop inside merges is carried as numbers beside the ref.
// CHECK-LABEL: func.func @merged
// CHECK-SAME: %[[A:.*]]: !tssa.ref<2xf32>, %[[B:.*]]: !tssa.ref<2xf32>
// CHECK: %[[ONE:.*]] = arith.select %{{.*}}, %[[A]], %[[B]] : !tssa.ref<2xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[A]], %[[TAG:.*]] = %{{.*}}, %{{.*}} = %[[B]], %[[OTHER:.*]] = %{{.*}}) -> (!tssa.ref<2xf32>, index, !tssa.ref<2xf32>, index)
// CHECK:   arith.index_cast %[[TAG]]
// CHECK:   scf.yield %{{.*}}, %[[OTHER]], %{{.*}}, %[[TAG]]
// CHECK: scf.index_switch
// CHECK:   scf.yield %[[ONE]]
func.func @merged(%a: !row, %b: !row, %c: i1, %n: index, %k: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.select %c, %a, %b : !row
  %l = tssa.list_create %one : (!row) -> !rows
  scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (!row, !row) {
    tssa.list_append %p, %l : !row, !rows
    scf.yield %q, %p : !row, !row
  }
  %e = tssa.list_get %l[%k] : !rows -> !row
  %v = tssa.read %e : !row
  return %v : tensor<2xf32>
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// What comes later, while the same lists live, is not in them yet.
// CHECK-LABEL: func.func @later
// CHECK: %[[A:.*]] = tssa.alloc
// CHECK: tssa.list_get
// CHECK-NOT: scf.index_switch
// CHECK: tssa.read %[[A]]
func.func @later(%u: tensor<2xf32>, %c: i1, %k: index) -> tensor<2xf32> {
  %a = tssa.alloc %u : tensor<2xf32> -> !row
  %l = tssa.list_create %a : (!row) -> !rows
  %m = tssa.list_create %a : (!row) -> !rows
  %one = arith.select %c, %l, %m : !rows
  %e = tssa.list_get %one[%k] : !rows -> !row
  %v = tssa.read %e : !row
  %b = tssa.alloc %u : tensor<2xf32> -> !row
  tssa.list_append %b, %one : !row, !rows
  return %v : tensor<2xf32>
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// A loop of blocks runs an allocation many times in one region.
// CHECK-LABEL: func.func @loop_of_blocks
// CHECK: tssa.list_create {tssa.list_reason = "holds a storage that is allocated in a loop or a branch;
func.func @loop_of_blocks(%v: tensor<2xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %l = tssa.list_create : () -> !rows
  cf.br ^head
^head:
  %b = tssa.alloc %v : tensor<2xf32> -> !row
  tssa.list_append %b, %l : !row, !rows
  %e = tssa.list_get %l[%c0] : !rows -> !row
  tssa.write %v, %e : !row
  cf.cond_br %c, ^head, ^exit
^exit:
  return
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// What may be the list that goes out of sight stays; other lists do not.
// CHECK-LABEL: func.func @out_of_sight
// CHECK-COUNT-2: tssa.list_create %{{.*}} {tssa.list_reason = "is passed on by 'func.call'; use the list in the function that makes it"}
// CHECK: call @unknown
// CHECK-NOT: = tssa.list_get
// CHECK: tssa.read %arg1
func.func private @unknown(!rows)
func.func @out_of_sight(%a: !row, %b: !row, %c: i1, %k: index) -> tensor<2xf32> {
  %l = tssa.list_create %a : (!row) -> !rows
  %m = tssa.list_create %b : (!row) -> !rows
  %o = tssa.list_create %b : (!row) -> !rows
  %one = arith.select %c, %l, %m : !rows
  %two = arith.select %c, %o, %o : !rows
  func.call @unknown(%one) : (!rows) -> ()
  %e = tssa.list_get %two[%k] : !rows -> !row
  %v = tssa.read %e : !row
  return %v : tensor<2xf32>
}
