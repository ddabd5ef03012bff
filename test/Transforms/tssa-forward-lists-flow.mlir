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

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// A branch of a loop allocates, and what it gives goes into the list: all of
// these are parts of one storage.
// CHECK-LABEL: func.func @merged_pool
// CHECK-SAME:    %[[X:[^:]*]]: !tssa.ref<2xf32>
// CHECK: %[[POOL:.*]] = tssa.alloc %{{.*}} -> !tssa.ref<?x2xf32>
// CHECK: scf.for
// CHECK:   scf.if
// CHECK:     %[[PART:.*]] = view.of #view.select<0, ?> %[[POOL]]
// CHECK:     scf.yield %[[PART]]
// CHECK:     scf.yield %[[X]]
// CHECK-NOT: !tssa.list<!tssa.ref
func.func @merged_pool(%x: !row, %v: tensor<2xf32>, %c: i1, %n: index, %k: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create : () -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %y = scf.if %c -> (!row) {
      %t = tssa.alloc %v : tensor<2xf32> -> !row
      scf.yield %t : !row
    } else {
      scf.yield %x : !row
    }
    tssa.list_append %y, %l : !row, !rows
  }
  %e = tssa.list_get %l[%k] : !rows -> !row
  %r = tssa.read %e : !row
  return %r : tensor<2xf32>
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// What comes out is a result, or is viewed over its storage: each is one of its
// own.
// CHECK-LABEL: func.func @returned
// CHECK: tssa.list_create {tssa.list_reason = "holds a storage that is allocated in a loop or a branch;
func.func @returned(%v: tensor<2xf32>, %n: index, %k: index) -> !row {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create : () -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %t = tssa.alloc %v : tensor<2xf32> -> !row
    tssa.list_append %t, %l : !row, !rows
  }
  %e = tssa.list_get %l[%k] : !rows -> !row
  return %e : !row
}

// CHECK-LABEL: func.func @strided
// CHECK: tssa.list_create {tssa.list_reason = "holds a storage that is allocated in a loop or a branch;
func.func @strided(%v: tensor<2xf32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create : () -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %t = tssa.alloc %v : tensor<2xf32> -> !row
    tssa.list_append %t, %l : !row, !rows
  }
  %e = tssa.list_get %l[%k] : !rows -> !row
  %s = view.of #view.as_strided<[2], [1], 0> %e : !row -> !row
  tssa.write %v, %s : !row
  return
}

// -----

!any = !tssa.ref<?xf32>
!cell = !tssa.list<!tssa.any_ref>

// Slices of slices cannot be told apart by number; each place is known, so that
// the slot becomes what the loop carries. A loop that only reads carries
// nothing.
// CHECK-LABEL: func.func @cell
// CHECK-SAME:    %[[X:[^:]*]]: !tssa.ref<?xf32>
// CHECK-NOT: tssa.list
// CHECK: %[[R:.*]] = scf.for %{{.*}} iter_args(%[[T:.*]] = %[[X]]) -> (!tssa.ref<?xf32>)
// CHECK:   %[[U:.*]] = view.of #view.slice<0, 1 : 100 : 1> %[[T]]
// CHECK:   scf.yield %[[U]]
// CHECK-NOT: tssa.list
// CHECK: scf.for {{[^(]*}} {
// CHECK:   tssa.read %[[R]]
func.func @cell(%x: !any, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create %x : (!any) -> !cell
  scf.for %i = %c0 to %n step %c1 {
    %t = tssa.list_get %l[%c0] : !cell -> !any
    %u = view.of #view.slice<0, 1 : 100 : 1> %t : !any -> !any
    tssa.list_set %u, %l[%c0] : !any, !cell
  }
  scf.for %i = %c0 to %n step %c1 {
    %t = tssa.list_get %l[%c0] : !cell -> !any
    %v = tssa.read %t : !any
    tssa.write %v, %x : !any
  }
  return
}

// Not with a place that only the run tells, nor where another type is read than
// was put in.
// CHECK-LABEL: func.func @place
// CHECK: tssa.list_create {{.*}}{tssa.list_reason = "holds parts of storages of more than eight kinds;
func.func @place(%x: !any, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create %x, %x : (!any, !any) -> !cell
  scf.for %i = %c0 to %n step %c1 {
    %t = tssa.list_get %l[%k] : !cell -> !any
    %u = view.of #view.slice<0, 1 : 100 : 1> %t : !any -> !any
    tssa.list_set %u, %l[%c0] : !any, !cell
  }
  return
}

// CHECK-LABEL: func.func @type
// CHECK: tssa.list_create {{.*}}{tssa.list_reason = "holds parts of storages of more than eight kinds
func.func @type(%x: !any, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create %x : (!any) -> !cell
  scf.for %i = %c0 to %n step %c1 {
    %t = tssa.list_get %l[%c0] : !cell -> !any
    %u = view.of #view.slice<0, 1 : 100 : 1> %t : !any -> !any
    tssa.list_set %u, %l[%c0] : !any, !cell
    %w = tssa.list_get %l[%c0] : !cell -> !tssa.ref<4xf32>
  }
  return
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// What a branch allocates is there before it; any name of it may go anywhere.
// CHECK-LABEL: func.func @branch
// CHECK: %[[T:.*]] = tssa.alloc %{{.*}} : tensor<2xf32>
// CHECK: scf.if
// CHECK:   tssa.write %{{.*}}, %[[T]]
// CHECK: scf.index_switch
// CHECK:   scf.yield %[[T]]
func.func @branch(%x: !row, %v: tensor<2xf32>, %c: i1, %k: index) -> !row {
  %l = tssa.list_create %x : (!row) -> !rows
  scf.if %c {
    %t = tssa.alloc %v : tensor<2xf32> -> !row
    tssa.list_append %t, %l : !row, !rows
  }
  %e = tssa.list_get %l[%k] : !rows -> !row
  return %e : !row
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>
!table = !tssa.list<!rows>

// What comes from one place only, whatever way, is what comes from there.
// CHECK-LABEL: func.func @names
// CHECK-SAME:    %[[L:[^:]*]]: !tssa.list<!tssa.ref<2xf32>>
// CHECK-NOT: !tssa.list<!tssa.list
// The place must still exist.
// CHECK: tssa.check {{.*}}origin = "tssa.list_get"
// CHECK: tssa.list_append %{{.*}}, %[[L]]
// CHECK: scf.for
// CHECK:   tssa.list_append %{{.*}}, %[[L]]
// CHECK: return %[[L]]
func.func @names(%l: !rows, %x: !row, %c: i1, %k: index, %n: index) -> !rows {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.select %c, %l, %l : !rows
  %t = tssa.list_create %l, %m : (!rows, !rows) -> !table
  %p = tssa.list_get %t[%k] : !table -> !rows
  tssa.list_append %x, %p : !row, !rows
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p) -> (!rows) {
    tssa.list_append %x, %q : !row, !rows
    scf.yield %q : !rows
  }
  return %r : !rows
}

// CHECK-LABEL: func.func @two
// CHECK: arith.select {{.*}} : !tssa.list
func.func @two(%l: !rows, %m: !rows, %c: i1) -> !rows {
  %r = arith.select %c, %l, %m : !rows
  return %r : !rows
}

// -----

// What is read as another type than it may be is an error of the list: a check
// of the tag, and of sizes.
// CHECK-LABEL: func.func @read_as
// CHECK-SAME: (%[[X:.*]]: !tssa.ref<2x?xf32>,
// CHECK-NOT: !tssa.list<!tssa.any_ref>
// CHECK: %[[T:.*]] = tssa.check_index
// CHECK: arith.cmpi ne, %[[T]]
// CHECK: tssa.check %{{.*}}, "expected result 0 to be !tssa.ref<4xf32> but got !tssa.ref<2x{0}xf32>"
// CHECK: tssa.check %{{.*}}, "expected result 0 to be !tssa.ref<4xf32> but got !tssa.ref<{0}xf32>"
// CHECK: view.of #view.path<[#view.select<0, ?>, #view.expand<[4]>]> %[[X]]
func.func @read_as(%x: !tssa.ref<2x?xf32>, %k: index, %v: tensor<4xf32>) {
  %row = view.of #view.select<0, 1> %x : !tssa.ref<2x?xf32> -> !tssa.ref<?xf32>
  %l = tssa.list_create %x, %row : (!tssa.ref<2x?xf32>, !tssa.ref<?xf32>) -> !tssa.list<!tssa.any_ref>
  %y = tssa.list_get %l[%k] : !tssa.list<!tssa.any_ref> -> !tssa.ref<4xf32>
  tssa.write %v, %y : !tssa.ref<4xf32>
  return
}

// Nothing in the list is of the type: what follows the check never runs.
// CHECK-LABEL: func.func @read_as_none
// CHECK: tssa.check %{{.*}}, "expected result 0 to be !tssa.ref<4xi32> but got !tssa.ref<4xf32>"
// CHECK: %[[NONE:.*]] = tssa.alloc
// CHECK: tssa.write %{{.*}}, %[[NONE]]
func.func @read_as_none(%x: !tssa.ref<4xf32>, %v: tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %l = tssa.list_create %x : (!tssa.ref<4xf32>) -> !tssa.list<!tssa.any_ref>
  %y = tssa.list_get %l[%c0] : !tssa.list<!tssa.any_ref> -> !tssa.ref<4xi32>
  tssa.write %v, %y : !tssa.ref<4xi32>
  return
}
