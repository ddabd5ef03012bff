// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(tssa-forward-lists))' | FileCheck %s

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// What was put in comes out; changes at constant places are followed.
// CHECK-LABEL: func.func @straight
// CHECK-SAME: %[[A:.*]]: i64, %[[B:.*]]: i64
// CHECK-NOT: tssa.list
// CHECK: %[[N:.*]] = arith.constant 2 : index
// CHECK: return %[[B]], %[[A]], %[[N]]
func.func @straight(%a: i64, %b: i64) -> (i64, i64, index) {
  %c0 = arith.constant 0 : index
  %m1 = arith.constant -1 : index
  %l = tssa.list_create %a : (i64) -> !tssa.list<i64>
  tssa.list_append %a, %l : i64, !tssa.list<i64>
  tssa.list_insert %b, %l[%c0] : i64, !tssa.list<i64>
  %p = tssa.list_pop %l[%m1] : !tssa.list<i64> -> i64
  %g = tssa.list_get %l[%c0] : !tssa.list<i64> -> i64
  %n = tssa.list_len %l : !tssa.list<i64>
  return %g, %p, %n : i64, i64, index
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// Rows that are appended in a loop are their indices, in a storage with room
// for one a trip.
// CHECK-LABEL: func.func @indices
// CHECK: %[[ROOM:.*]] = arith.addi
// CHECK: %[[FULL:.*]] = tssa.full %{{.*}}[%[[ROOM]]] : i64 -> tensor<?xi64>
// CHECK: %[[IDX:.*]] = tssa.alloc %[[FULL]]
// CHECK: %[[LEN:.*]] = tssa.alloc {{.*}} : tensor<i64>
// CHECK: scf.for %[[I:.*]] = 
// CHECK:   %[[C:.*]] = tssa.check_index %[[I]],
// CHECK:   %[[NUM:.*]] = arith.index_cast %[[C]] : index to i64
// CHECK:   %[[SLOT:.*]] = view.of #view.select<0, ?> %[[IDX]]
// CHECK:   tssa.write %{{.*}}, %[[SLOT]]
// CHECK:   tssa.write %{{.*}}, %[[LEN]]
// CHECK: tssa.check %{{.*}}, "expected index to be in [{0}, {1}) but got {2}"{{.*}}origin = "tssa.list_get"
// CHECK: %[[J:[0-9]+]] = tssa.check_index %{{.*}}, %c4
// CHECK: view.of #view.select<0, ?> %arg0[%[[J]]]
func.func @indices(%x: !tssa.ref<4x2xf32>, %n: index, %k: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = tssa.list_create : () -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %j = tssa.check_index %i, %c4
    %r = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x2xf32> -> !row
    tssa.list_append %r, %l : !row, !rows
  }
  %e = tssa.list_get %l[%k] : !rows -> !row
  %v = tssa.read %e : !row
  return %v : tensor<2xf32>
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// Rows at constant places of one storage: a table of their indices.
// CHECK-LABEL: func.func @table
// CHECK-NOT: tssa.list_create
// CHECK: arith.select
// CHECK: view.of #view.select<0, ?> %arg0
func.func @table(%x: !tssa.ref<4x2xf32>, %k: index) -> tensor<2xf32> {
  %r3 = view.of #view.select<0, 3> %x : !tssa.ref<4x2xf32> -> !row
  %r1 = view.of #view.select<0, 1> %x : !tssa.ref<4x2xf32> -> !row
  %l = tssa.list_create %r3, %r1 : (!row, !row) -> !rows
  %e = tssa.list_get %l[%k] : !rows -> !row
  %v = tssa.read %e : !row
  return %v : tensor<2xf32>
}

// -----

!matrix = !tssa.ref<3x3xf32>
!cell = !tssa.list<!tssa.any_ref>

// A cell is a number that says which; before the branch changes it, it is what
// was put in.
// CHECK-LABEL: func.func @cell
// CHECK: %[[TAGS:.*]] = tssa.alloc {{.*}} : tensor<1xi64>
// CHECK: scf.if
// CHECK:   %[[SLOT:.*]] = view.of #view.select<0, 0> %[[TAGS]]
// CHECK:   tssa.write %{{.*}}, %[[SLOT]]
// CHECK: scf.index_switch
// CHECK: case 1
// CHECK:   %[[T:.*]] = view.of #view.permute<[1, 0]> %arg0
// CHECK:   scf.yield %[[T]]
// CHECK: default
// CHECK:   scf.yield %arg0
func.func @cell(%x: !matrix, %flip: i1) -> tensor<3x3xf32> {
  %c0 = arith.constant 0 : index
  %cell = tssa.list_create %x : (!matrix) -> !cell
  scf.if %flip {
    %before = tssa.list_get %cell[%c0] : !cell -> !matrix
    %t = view.of #view.permute<[1, 0]> %before : !matrix -> !matrix
    tssa.list_set %t, %cell[%c0] : !matrix, !cell
  }
  %now = tssa.list_get %cell[%c0] : !cell -> !matrix
  %v = tssa.read %now : !matrix
  return %v : tensor<3x3xf32>
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// More kinds of elements than are told apart: the loop over them is unrolled.
// CHECK-LABEL: func.func @unrolled
// CHECK-NOT: scf.for
// CHECK-COUNT-5: tssa.write
func.func @unrolled(%a: !row, %b: !row, %c: !row, %d: !row, %e: !row, %v: tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create %a, %b, %c, %d, %e : (!row, !row, !row, !row, !row) -> !rows
  %n = tssa.list_len %l : !rows
  scf.for %i = %c0 to %n step %c1 {
    %p = tssa.list_get %l[%i] : !rows -> !row
    tssa.write %v, %p : !row
  }
  return
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// A list that is a result is made where it goes out.
// CHECK-LABEL: func.func @result
// CHECK: tssa.write
// CHECK: %[[L:.*]] = tssa.list_create %arg0, %arg0
// CHECK-NEXT: return %[[L]], %[[L]]
func.func @result(%a: !row, %v: tensor<2xf32>) -> (!rows, !rows) {
  %l = tssa.list_create %a : (!row) -> !rows
  tssa.list_append %a, %l : !row, !rows
  tssa.write %v, %a : !row
  return %l, %l : !rows, !rows
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// A storage of each trip is a part of one that is there before the loop.
// CHECK-LABEL: func.func @fresh_in_loop
// CHECK: %[[POOL:.*]] = tssa.alloc %{{.*}} : tensor<?x2xf32>
// CHECK: scf.for
// CHECK-NOT: tssa.alloc
// CHECK:   %[[PART:.*]] = view.of #view.select<0, ?> %[[POOL]]
// CHECK:   tssa.write %{{.*}}, %[[PART]]
// CHECK-NOT: tssa.list_append
// CHECK: return
func.func @fresh_in_loop(%v: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create : () -> !rows
  scf.for %i = %c0 to %n step %c1 {
    %a = tssa.alloc %v : tensor<2xf32> -> !row
    tssa.list_append %a, %l : !row, !rows
    %b = tssa.list_get %l[%c0] : !rows -> !row
    tssa.write %v, %b : !row
  }
  %c = tssa.list_get %l[%c0] : !rows -> !row
  %r = tssa.read %c : !row
  return %r : tensor<2xf32>
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// How many there will be is not known: the list stays, and says why.
// CHECK-LABEL: func.func @fresh_in_while
// CHECK: tssa.list_create {tssa.list_reason = "holds a storage that is allocated in a loop or a branch;
// CHECK: tssa.list_append
func.func @fresh_in_while(%v: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %l = tssa.list_create : () -> !rows
  scf.while : () -> () {
    %m = tssa.list_len %l : !rows
    %more = arith.cmpi sle, %m, %n : index
    scf.condition(%more)
  } do {
    %a = tssa.alloc %v : tensor<2xf32> -> !row
    tssa.list_append %a, %l : !row, !rows
    scf.yield
  }
  %c = tssa.list_get %l[%c0] : !rows -> !row
  %r = tssa.read %c : !row
  return %r : tensor<2xf32>
}

// -----

// Behind a branch it is known what both sides leave equal, and what a loop does
// not change; the rest is read when it runs.
// CHECK-LABEL: func.func @partly_known
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64
// CHECK: %[[S:.*]] = tssa.alloc {{.*}} : tensor<3xf64>
// CHECK: view.of #view.select<0, 0> %[[S]]
// CHECK: %[[X:.*]] = tensor.extract
// CHECK: view.of #view.select<0, 1> %[[S]]
// CHECK: %[[Y:.*]] = tensor.extract
// CHECK: return %[[X]], %[[Y]], %[[A]], %[[B]]
func.func @partly_known(%a: f64, %b: f64, %c: i1, %n: index) -> (f64, f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %l = tssa.list_create %a, %a, %a : (f64, f64, f64) -> !tssa.list<f64>
  scf.if %c {
    tssa.list_set %b, %l[%c0] : f64, !tssa.list<f64>
    tssa.list_set %b, %l[%c1] : f64, !tssa.list<f64>
  } else {
    tssa.list_set %b, %l[%c1] : f64, !tssa.list<f64>
  }
  %x = tssa.list_get %l[%c0] : !tssa.list<f64> -> f64
  %w = tssa.list_get %l[%c1] : !tssa.list<f64> -> f64
  scf.for %i = %c0 to %n step %c1 {
    tssa.list_set %a, %l[%c1] : f64, !tssa.list<f64>
  }
  %y = tssa.list_get %l[%c1] : !tssa.list<f64> -> f64
  %z = tssa.list_get %l[%c2] : !tssa.list<f64> -> f64
  return %x, %y, %z, %w : f64, f64, f64, f64
}

// -----

// What is not followed: a list that a branch passes on, one that is put into
// the host's, an index that is not there.
// CHECK-LABEL: func.func @stays
// CHECK: tssa.list_create
// CHECK: tssa.list_get
func.func @stays(%a: f64, %log: !tssa.list<!tssa.list<f64>>) -> f64 {
  %c0 = arith.constant 0 : index
  %l = tssa.list_create %a : (f64) -> !tssa.list<f64>
  tssa.list_append %l, %log : !tssa.list<f64>, !tssa.list<!tssa.list<f64>>
  %x = tssa.list_get %l[%c0] : !tssa.list<f64> -> f64
  return %x : f64
}

// -----

// What nobody uses goes too, in a loop that changes the list.
// CHECK-LABEL: func.func @unused
// CHECK: scf.for
// CHECK-NOT: tssa.list_get
// CHECK: tensor.extract
func.func @unused(%a: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create %a, %a : (index, index) -> !tssa.list<index>
  scf.for %i = %c0 to %n step %c1 {
    tssa.list_set %c1, %l[%c1] : index, !tssa.list<index>
    %u = tssa.list_get %l[%c1] : !tssa.list<index> -> index
  }
  %r = tssa.list_get %l[%c1] : !tssa.list<index> -> index
  return %r : index
}

// -----

// An element that there is not: what is made of it never runs.
// CHECK-LABEL: func.func @outside
// CHECK-SAME: (%[[X:.*]]: !tssa.ref<4xf32>, %[[V:.*]]: tensor<4xf32>, %{{.*}}: i1)
// CHECK: %[[NONE:.*]] = tssa.alloc
// CHECK-NOT: !tssa.list
// CHECK: scf.if
// CHECK: tssa.check %{{.*}}, "expected index to be in [{0}, {1}) but got {2}"
// CHECK-NEXT: tssa.write %[[V]], %[[NONE]]
// CHECK-NOT: !tssa.list
// CHECK: return
func.func @outside(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) {
  %c1 = arith.constant 1 : index
  %l = tssa.list_create %x : (!tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
  scf.if %c {
    %y = tssa.list_get %l[%c1] : !tssa.list<!tssa.ref<4xf32>> -> !tssa.ref<4xf32>
    tssa.write %v, %y : !tssa.ref<4xf32>
  }
  return
}

// A loop that makes another kind of view in each trip is unrolled.
// CHECK-LABEL: func.func @kinds
// CHECK-NOT: scf.for
// CHECK-NOT: tssa.list_create
// CHECK: return
func.func @kinds(%x: !tssa.ref<?xf32>, %v: tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %last = arith.constant -1 : index
  %l = tssa.list_create %x : (!tssa.ref<?xf32>) -> !tssa.list<!tssa.ref<?xf32>>
  scf.for %i = %c0 to %c3 step %c1 {
    %y = tssa.list_get %l[%last] : !tssa.list<!tssa.ref<?xf32>> -> !tssa.ref<?xf32>
    %0 = tssa.read %y : !tssa.ref<?xf32>
    %1 = tssa.add %0, %v : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    tssa.write %1, %y : !tssa.ref<?xf32>
    %z = view.of #view.slice<0, 0 : 100 : 2> %y : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    tssa.list_append %z, %l : !tssa.ref<?xf32>, !tssa.list<!tssa.ref<?xf32>>
  }
  return
}
