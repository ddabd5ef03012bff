// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=30 | FileCheck %s
//
// tssa.check_overlap, decided from addresses and from paths.

// Two dtypes of one width over the same elements are the same part.
// CHECK: ok same_width: 3 ways equal over 30 rounds, 0 of them errors
func.func @same_width(%x: !tssa.ref<4x6xf32>) {
  %v = view.of #view.bitcast<i32> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x6xi32>
  tssa.check_overlap %x, %v : !tssa.ref<4x6xf32>, !tssa.ref<4x6xi32>
  %0 = tssa.read %v : !tssa.ref<4x6xi32>
  %1 = tssa.cast %0 : tensor<4x6xi32> -> tensor<4x6xf32>
  tssa.write %1, %x : !tssa.ref<4x6xf32>
  return
}

// Of different widths they are not.
// CHECK: ok other_width: 3 ways equal over 30 rounds, 30 of them errors
func.func @other_width(%x: !tssa.ref<4x6xf32>) {
  %v = view.of #view.bitcast<f64> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf64>
  tssa.check_overlap %x, %v : !tssa.ref<4x6xf32>, !tssa.ref<4x3xf64>
  return
}

// CHECK: ok same: 3 ways equal over 30 rounds, 0 of them errors
func.func @same(%x: !tssa.ref<?x6xf32>) {
  %a = view.of #view.slice<1, 1 : 4 : 1> %x : !tssa.ref<?x6xf32> -> !tssa.ref<?x3xf32>
  %b = view.of #view.slice<1, 1 : 4 : 1> %x : !tssa.ref<?x6xf32> -> !tssa.ref<?x3xf32>
  tssa.check_overlap %a, %b : !tssa.ref<?x3xf32>, !tssa.ref<?x3xf32>
  return
}

// CHECK: ok part: 3 ways equal over 30 rounds, 30 of them errors
func.func @part(%x: !tssa.ref<4x6xf32>) {
  %a = view.of #view.slice<1, 0 : 3 : 1> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  %b = view.of #view.slice<1, 1 : 4 : 1> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  tssa.check_overlap %a, %b : !tssa.ref<4x3xf32>, !tssa.ref<4x3xf32>
  return
}

// CHECK: ok disjoint: 3 ways equal over 30 rounds, 0 of them errors
func.func @disjoint(%x: !tssa.ref<4x6xf32>) {
  %a = view.of #view.slice<1, 0 : 6 : 2> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  %b = view.of #view.slice<1, 1 : 6 : 2> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  tssa.check_overlap %a, %b : !tssa.ref<4x3xf32>, !tssa.ref<4x3xf32>
  return
}

// A target that repeats elements.
// CHECK: ok itself: 3 ways equal over 30 rounds, 30 of them errors
func.func @itself(%x: !tssa.ref<6xf32>) {
  %a = view.of #view.expand<[4, 6]> %x : !tssa.ref<6xf32> -> !tssa.ref<4x6xf32>
  tssa.check_overlap %a : !tssa.ref<4x6xf32>
  return
}
