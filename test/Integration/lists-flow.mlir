// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
//
// Lists that control flow chooses between and carries, and lists in lists: a
// list is an object with several names, and so are the lists of numbers that
// stand for it.

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>
!table = !tssa.list<!rows>

// One of two lists is appended to; both show which.
// CHECK: ok selected: 3 ways equal
func.func @selected(%a: !row {tssa.noalias}, %b: !row {tssa.noalias}, %c: i1, %k: index {tssa.test = [0, 1, -1, 2]}) -> (index, index) {
  %l = tssa.list_create %a, %b : (!row, !row) -> !rows
  %m = tssa.list_create %b : (!row) -> !rows
  %one = arith.select %c, %l, %m : !rows
  tssa.list_append %a, %one : !row, !rows
  %e = tssa.list_get %one[%k] : !rows -> !row
  %0 = tssa.read %e : !row
  %1 = arith.addf %0, %0 : tensor<2xf32>
  tssa.write %1, %e : !row
  %n = tssa.list_len %l : !rows
  %o = tssa.list_len %m : !rows
  return %n, %o : index, index
}

// A branch gives one of two lists, or one that it makes.
// CHECK: ok branched: 3 ways equal
func.func @branched(%x: !tssa.ref<4x2xf32>, %c: i1, %i: index {tssa.test = [0, 3]}, %k: index {tssa.test = [0, -1, 1]}) {
  %c4 = arith.constant 4 : index
  %j = tssa.check_index %i, %c4
  %row = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x2xf32> -> !row
  %l = tssa.list_create %row : (!row) -> !rows
  %one = scf.if %c -> (!rows) {
    %first = view.of #view.select<0, 1> %x : !tssa.ref<4x2xf32> -> !row
    tssa.list_append %first, %l : !row, !rows
    scf.yield %l : !rows
  } else {
    %last = view.of #view.select<0, 2> %x : !tssa.ref<4x2xf32> -> !row
    %m = tssa.list_create %last : (!row) -> !rows
    scf.yield %m : !rows
  }
  tssa.list_append %row, %l : !row, !rows
  %e = tssa.list_get %one[%k] : !rows -> !row
  %0 = tssa.read %e : !row
  %1 = arith.addf %0, %0 : tensor<2xf32>
  tssa.write %1, %e : !row
  return
}

// A loop carries two lists that change places, and appends to the first.
// CHECK: ok carried: 3 ways equal
func.func @carried(%a: !row {tssa.noalias}, %b: !row {tssa.noalias}, %n: index {tssa.test = [0, 1, 2, 3]}) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.constant -1 : index
  %l = tssa.list_create %a : (!row) -> !rows
  %m = tssa.list_create %b, %b : (!row, !row) -> !rows
  %p, %q = scf.for %i = %c0 to %n step %c1 iter_args(%p = %l, %q = %m) -> (!rows, !rows) {
    %e = tssa.list_get %q[%m1] : !rows -> !row
    tssa.list_append %e, %p : !row, !rows
    %0 = tssa.read %e : !row
    %1 = arith.addf %0, %0 : tensor<2xf32>
    tssa.write %1, %e : !row
    scf.yield %q, %p : !rows, !rows
  }
  %e = tssa.list_pop %p[%c0] : !rows -> !row
  %0 = tssa.read %e : !row
  %1 = arith.mulf %0, %0 : tensor<2xf32>
  tssa.write %1, %e : !row
  %d = tssa.list_len %l : !rows
  %f = tssa.list_len %m : !rows
  return %d, %f : index, index
}

// A loop whose condition looks at the list that it carries.
// CHECK: ok while_carried: 3 ways equal
func.func @while_carried(%a: !row {tssa.noalias}, %b: !row {tssa.noalias}, %n: index {tssa.test = [0, 1, 2, 3]}) -> index {
  %c0 = arith.constant 0 : index
  %l = tssa.list_create %a : (!row) -> !rows
  %m = tssa.list_create %b : (!row) -> !rows
  %p = scf.while (%p = %l) : (!rows) -> !rows {
    %k = tssa.list_len %p : !rows
    %more = arith.cmpi slt, %k, %n : index
    scf.condition(%more) %p : !rows
  } do {
  ^bb0(%p: !rows):
    tssa.list_append %b, %p : !row, !rows
    tssa.list_append %a, %m : !row, !rows
    tssa.list_append %b, %m : !row, !rows
    scf.yield %m : !rows
  }
  %e = tssa.list_pop %p[%c0] : !rows -> !row
  %0 = tssa.read %e : !row
  %1 = arith.addf %0, %0 : tensor<2xf32>
  tssa.write %1, %e : !row
  %k = tssa.list_len %m : !rows
  return %k : index
}

// A list in a list twice: what one name appends shows under the other.
// CHECK: ok nested: 3 ways equal over 20 rounds, {{[1-9]}}
func.func @nested(%x: !tssa.ref<3x2xf32>, %i: index {tssa.test = [0, 1, 2, 3]}, %j: index {tssa.test = [0, 1, 2]}) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %l = tssa.list_create : () -> !rows
  %m = tssa.list_create : () -> !rows
  %t = tssa.list_create %l, %m, %l : (!rows, !rows, !rows) -> !table
  scf.for %k = %c0 to %c3 step %c1 {
    %row = view.of #view.select<0, ?> %x[%k] : !tssa.ref<3x2xf32> -> !row
    %to = tssa.list_get %t[%k] : !table -> !rows
    tssa.list_append %row, %to : !row, !rows
  }
  %of = tssa.list_get %t[%i] : !table -> !rows
  %e = tssa.list_get %of[%j] : !rows -> !row
  %0 = tssa.read %e : !row
  %1 = arith.addf %0, %0 : tensor<2xf32>
  tssa.write %1, %e : !row
  %n = tssa.list_len %l : !rows
  return %n : index
}

// What is taken out of one list goes into another, transposed on its way.
// CHECK: ok passed_on: 3 ways equal
func.func @passed_on(%x: !tssa.ref<2x2xf32> {tssa.noalias}, %y: !tssa.ref<2x2xf32> {tssa.noalias}, %c: i1, %k: index {tssa.test = [0, 1, -1]}) {
  %c0 = arith.constant 0 : index
  %l = tssa.list_create %x, %y : (!tssa.ref<2x2xf32>, !tssa.ref<2x2xf32>) -> !tssa.list<!tssa.ref<2x2xf32>>
  %m = tssa.list_create : () -> !tssa.list<!tssa.ref<2x2xf32>>
  %e = tssa.list_get %l[%k] : !tssa.list<!tssa.ref<2x2xf32>> -> !tssa.ref<2x2xf32>
  %f = view.of #view.permute<[1, 0]> %e : !tssa.ref<2x2xf32> -> !tssa.ref<2x2xf32>
  scf.if %c {
    tssa.list_append %e, %m : !tssa.ref<2x2xf32>, !tssa.list<!tssa.ref<2x2xf32>>
  }
  tssa.list_append %f, %m : !tssa.ref<2x2xf32>, !tssa.list<!tssa.ref<2x2xf32>>
  %g = tssa.list_get %m[%c0] : !tssa.list<!tssa.ref<2x2xf32>> -> !tssa.ref<2x2xf32>
  %r = view.of #view.select<0, 1> %g : !tssa.ref<2x2xf32> -> !row
  %0 = tssa.read %r : !row
  %1 = arith.addf %0, %0 : tensor<2xf32>
  tssa.write %1, %r : !row
  return
}

// A part of what was taken out, at an index of its own.
// CHECK: ok part_of_element: 3 ways equal
func.func @part_of_element(%x: !tssa.ref<3x2x2xf32> {tssa.noalias}, %y: !tssa.ref<2x2xf32> {tssa.noalias}, %c: i1, %k: index {tssa.test = [0, 1]}, %i: index {tssa.test = [0, 1]}, %j: index {tssa.test = [0, 1, 2]}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %at = tssa.check_index %j, %c3
  %in = tssa.check_index %i, %c2
  %p = view.of #view.select<0, ?> %x[%at] : !tssa.ref<3x2x2xf32> -> !tssa.ref<2x2xf32>
  %l = tssa.list_create %p, %y : (!tssa.ref<2x2xf32>, !tssa.ref<2x2xf32>) -> !tssa.list<!tssa.ref<2x2xf32>>
  %e = tssa.list_get %l[%k] : !tssa.list<!tssa.ref<2x2xf32>> -> !tssa.ref<2x2xf32>
  %f = view.of #view.select<1, ?> %e[%in] : !tssa.ref<2x2xf32> -> !row
  %m = tssa.list_create %f : (!row) -> !rows
  scf.if %c {
    %h = view.of #view.select<0, 0> %y : !tssa.ref<2x2xf32> -> !row
    tssa.list_insert %h, %m[%c0] : !row, !rows
  }
  %g = tssa.list_get %m[%c0] : !rows -> !row
  %0 = tssa.read %g : !row
  %1 = arith.addf %0, %0 : tensor<2xf32>
  tssa.write %1, %g : !row
  return
}

// Elements that are merged: where the list is made, and inside of what it
// outlives.
// CHECK: ok merged_elements: 3 ways equal
func.func @merged_elements(%a: !row {tssa.noalias}, %b: !row {tssa.noalias}, %c: i1, %n: index {tssa.test = [0, 1, 2, 3]}, %k: index {tssa.test = [0, 1, -1, 2]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.select %c, %a, %b : !row
  %l = tssa.list_create %one : (!row) -> !rows
  %p, %q = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (!row, !row) {
    tssa.list_append %p, %l : !row, !rows
    %odd = arith.cmpi eq, %i, %c1 : index
    %r = scf.if %odd -> (!row) {
      scf.yield %p : !row
    } else {
      scf.yield %b : !row
    }
    tssa.list_insert %r, %l[%c0] : !row, !rows
    scf.yield %q, %p : !row, !row
  }
  %e = tssa.list_get %l[%k] : !rows -> !row
  %0 = tssa.read %e : !row
  %1 = arith.addf %0, %0 : tensor<2xf32>
  tssa.write %1, %e : !row
  return
}

// Lists that a loop makes anew hold storages of its trip.
// CHECK: ok made_in_loop: 3 ways equal
func.func @made_in_loop(%v: tensor<2xf32>, %x: !row, %n: index {tssa.test = [0, 1, 2, 3]}, %c: i1, %k: index {tssa.test = [0, 1, -1]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = tssa.alloc %v : tensor<2xf32> -> !row
    %b = tssa.alloc %v : tensor<2xf32> -> !row
    %l = tssa.list_create %a : (!row) -> !rows
    %m = tssa.list_create %b : (!row) -> !rows
    %one = arith.select %c, %l, %m : !rows
    tssa.list_append %b, %one : !row, !rows
    %e = tssa.list_get %one[%k] : !rows -> !row
    %0 = tssa.read %x : !row
    tssa.write %0, %e : !row
    %1 = tssa.read %a : !row
    %2 = tssa.read %b : !row
    %3 = arith.subf %1, %2 : tensor<2xf32>
    tssa.write %3, %x : !row
  }
  return
}

// What a cell holds is of another type from some point on.
// CHECK: ok overwritten: 3 ways equal
func.func @overwritten(%x: !tssa.ref<2x2xf32>, %c: i1, %n: index {tssa.test = [0, 1, 2]}) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.constant -1 : index
  %cell = tssa.list_create %x : (!tssa.ref<2x2xf32>) -> !tssa.list<!tssa.any_ref>
  scf.if %c {
    %a = tssa.list_get %cell[%c0] : !tssa.list<!tssa.any_ref> -> !tssa.ref<2x2xf32>
    %t = view.of #view.permute<[1, 0]> %a : !tssa.ref<2x2xf32> -> !tssa.ref<2x2xf32>
    tssa.list_set %t, %cell[%c0] : !tssa.ref<2x2xf32>, !tssa.list<!tssa.any_ref>
  }
  %b = tssa.list_get %cell[%c0] : !tssa.list<!tssa.any_ref> -> !tssa.ref<2x2xf32>
  %r = view.of #view.select<0, 1> %b : !tssa.ref<2x2xf32> -> !row
  tssa.list_set %r, %cell[%m1] : !row, !tssa.list<!tssa.any_ref>
  scf.for %i = %c0 to %n step %c1 {
    %d = tssa.list_get %cell[%c0] : !tssa.list<!tssa.any_ref> -> !row
    %0 = tssa.read %d : !row
    %1 = arith.addf %0, %0 : tensor<2xf32>
    tssa.write %1, %d : !row
    tssa.list_set %d, %cell[%c0] : !row, !tssa.list<!tssa.any_ref>
  }
  %e = tssa.list_get %cell[%c0] : !tssa.list<!tssa.any_ref> -> !row
  %2 = tssa.read %e : !row
  return %2 : tensor<2xf32>
}

// A storage of each trip, in one of two lists.
// CHECK: ok pooled: 3 ways equal
func.func @pooled(%v: tensor<2xf32>, %x: !row, %n: index {tssa.test = [0, 1, 2, 3]}, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %l = tssa.list_create : () -> !rows
  %m = tssa.list_create : () -> !rows
  %t = tssa.list_create %l, %m : (!rows, !rows) -> !table
  scf.for %i = %c0 to %n step %c1 {
    %a = tssa.alloc %v : tensor<2xf32> -> !row
    %at = arith.remui %i, %c2 : index
    %to = tssa.list_get %t[%at] : !table -> !rows
    tssa.list_append %a, %to : !row, !rows
    %f = tssa.list_get %to[%c0] : !rows -> !row
    %0 = tssa.read %f : !row
    %1 = arith.addf %0, %v : tensor<2xf32>
    tssa.write %1, %f : !row
  }
  %one = arith.select %c, %l, %m : !rows
  %k = tssa.list_len %one : !rows
  scf.for %i = %c0 to %k step %c1 {
    %e = tssa.list_get %one[%i] : !rows -> !row
    %0 = tssa.read %e : !row
    %1 = tssa.read %x : !row
    %2 = arith.addf %0, %1 : tensor<2xf32>
    tssa.write %2, %x : !row
  }
  return
}
