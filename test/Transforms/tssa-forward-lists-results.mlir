// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(tssa-forward-lists))' | FileCheck %s
// RUN: tssa-opt %s --split-input-file --tssa-to-functional 2>/dev/null | FileCheck %s --check-prefix=FUNC
//
// Lists that are results.

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// What is in the list is told by numbers until it goes out. The storages that
// may be in it are made where nothing changes any more.
// CHECK-LABEL: func.func @grown
// CHECK: %[[A:.*]] = tssa.alloc
// CHECK: scf.if
// CHECK: %[[R:.*]] = tssa.list_create : () -> !tssa.list<!tssa.ref<2xf32>>
// CHECK: scf.for
// CHECK:   scf.index_switch
// CHECK:   case 1
// CHECK:     tssa.list_append %[[A]], %[[R]]
// CHECK:   default
// CHECK:     tssa.list_append %arg0, %[[R]]
// CHECK: return %[[R]], %[[R]], %[[A]]
// FUNC-LABEL: func.func @grown
// FUNC: tssa.write
// FUNC: %[[M:.*]] = tssa.materialize_result
// FUNC-NOT: tssa.write
// FUNC: %[[R:.*]] = tssa.list_create : () -> !tssa.list<!tssa.ref<2xf32>>
// FUNC: tssa.list_append %[[M]], %[[R]]
// FUNC: return %[[R]], %[[R]], %[[M]]
func.func @grown(%x: !row, %v: tensor<2xf32>, %c: i1) -> (!rows, !rows, !row) {
  %a = tssa.alloc %v : tensor<2xf32> -> !row
  %l = tssa.list_create %x : (!row) -> !rows
  scf.if %c {
    tssa.list_append %a, %l : !row, !rows
    tssa.write %v, %x : !row
    tssa.write %v, %a : !row
  }
  return %l, %l, %a : !rows, !rows, !row
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// Of two results that may be one list the caller would see two.
// CHECK-LABEL: func.func @same_or_not
// CHECK-COUNT-2: tssa.list_reason = "is a result of which only the run tells whether it is another result too; return the elements"
func.func @same_or_not(%x: !row, %y: !row, %c: i1) -> (!rows, !rows) {
  %l = tssa.list_create %x : (!row) -> !rows
  %m = tssa.list_create %y : (!row) -> !rows
  %one = arith.select %c, %l, %m : !rows
  return %l, %one : !rows, !rows
}

// -----

!row = !tssa.ref<2xf32>
!rows = !tssa.list<!row>

// CHECK-LABEL: func.func @lists_in_result
// CHECK: tssa.list_reason = "is a result that holds lists; return the elements"
func.func @lists_in_result(%x: !row, %c: i1) -> !tssa.list<!rows> {
  %l = tssa.list_create %x : (!row) -> !rows
  %t = tssa.list_create %l : (!rows) -> !tssa.list<!rows>
  scf.if %c {
    tssa.list_append %l, %t : !rows, !tssa.list<!rows>
  }
  return %t : !tssa.list<!rows>
}
