// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=40 | FileCheck %s
// RUN: tssa validate %s --rounds=40 --errors=precise | FileCheck %s
//
// Lists that are passed inside the module, and functions that keep one body for
// lists of all lengths: the results are the same.

!row = !tssa.ref<4xf32>
!rows = !tssa.list<!row>

func.func private @callee(%l: !rows, %x: !row) -> (!rows, !row) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %e = tssa.list_get %l[%c0] : !rows -> !row
  %v = tssa.read %e : !row
  %w = tssa.neg %v : tensor<4xf32> -> tensor<4xf32>
  tssa.write %w, %x : !row
  tssa.list_append %x, %l : !row, !rows
  return %l, %e : !rows, !row
}

// What is passed may be one tensor twice, or a part of itself.
// CHECK: ok passes: 3 ways equal
func.func @passes(%x: !row, %y: !row, %c: i1) -> (!row, !row) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = view.of #view.select<0, 1> %y : !row -> !tssa.ref<f32>
  %f = view.of #view.expand<[4]> %s : !tssa.ref<f32> -> !row
  %a = arith.select %c, %x, %y : !row
  %l = tssa.list_create %a : (!row) -> !rows
  %m:2 = func.call @callee(%l, %x) : (!rows, !row) -> (!rows, !row)
  %k:2 = func.call @callee(%m#0, %f) : (!rows, !row) -> (!rows, !row)
  %e = tssa.list_get %l[%c1] : !rows -> !row
  return %e, %k#1 : !row, !row
}

// Two lists may be one object.
func.func private @two(%l: !rows, %m: !rows, %x: !row) -> index attributes {no_inline} {
  tssa.list_append %x, %l : !row, !rows
  %n = tssa.list_len %m : !rows
  tssa.list_append %x, %m : !row, !rows
  return %n : index
}

// CHECK: ok same_list: 3 ways equal
func.func @same_list(%x: !row, %l: !rows {tssa.test = {length = [0, 1, 2]}}) -> index {
  %n = func.call @two(%l, %l, %x) : (!rows, !rows, !row) -> index
  return %n : index
}

// A result that is the list or another one.
// CHECK: ok either: 3 ways equal
func.func @either(%x: !row, %l: !rows {tssa.test = {length = [0, 1, 2]}}, %c: i1) -> !rows {
  %m = tssa.list_create %x : (!row) -> !rows
  %r = arith.select %c, %l, %m : !rows
  tssa.list_append %x, %r : !row, !rows
  return %r : !rows
}

// The list in another one.
// CHECK: ok nested: 3 ways equal
func.func @nested(%x: !row, %l: !rows {tssa.test = {length = [0, 1, 2]}}) -> !rows {
  %c0 = arith.constant 0 : index
  %all = tssa.list_create %l, %l : (!rows, !rows) -> !tssa.list<!rows>
  %m = tssa.list_get %all[%c0] : !tssa.list<!rows> -> !rows
  tssa.list_append %x, %m : !row, !rows
  return %l : !rows
}

// Tensors of which only the list knows what they are.
// CHECK: ok any: 3 ways equal
func.func @any(%l: !tssa.list<!tssa.any_ref> {tssa.test = {length = 0}}, %x: !row) -> !row {
  %c0 = arith.constant 0 : index
  tssa.list_append %x, %l : !row, !tssa.list<!tssa.any_ref>
  %e = tssa.list_get %l[%c0] : !tssa.list<!tssa.any_ref> -> !row
  %v = tssa.read %e : !row
  %w = tssa.neg %v : tensor<4xf32> -> tensor<4xf32>
  tssa.write %w, %x : !row
  return %e : !row
}

// What an error leaves of the list and of its elements, too.
// CHECK: ok fails: 3 ways equal over 40 rounds, {{[1-9]}}
func.func @fails(%x: !row, %l: !rows {tssa.test = {length = [1, 2, 3]}}, %i: index {tssa.test = [0, 1, 4]}) -> !row {
  tssa.list_append %x, %l : !row, !rows
  %v = tssa.read %x : !row
  %w = tssa.neg %v : tensor<4xf32> -> tensor<4xf32>
  tssa.write %w, %x : !row
  %e = tssa.list_get %l[%i] : !rows -> !row
  tssa.write %v, %e : !row
  return %e : !row
}
