// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s
// RUN: tssa run %s --entry=own | FileCheck %s --check-prefix=OWN
// RUN: tssa run %s --entry=own --interpret | FileCheck %s --check-prefix=OWN
//
// Whether a ref is all of its storage: code and interpreter agree on arguments
// of every layout, and on views whose answer is known.

// CHECK: ok arguments: 3 ways equal
func.func @arguments(%x: !tssa.ref<?x?xf32>, %y: !tssa.ref<f64>, %z: !tssa.ref<1x4x1xi32> {tssa.test = {strides = [9, 1, 5], offset = [0, 1], behind = [0, 1]}}, %w: !tssa.ref<3x2xi1, strided<[?, 1], offset: ?>>) -> (i1, i1, i1, i1, i1, i1, i1) {
  %0 = tssa.is_whole %x : !tssa.ref<?x?xf32>
  %1 = tssa.is_whole %x reaching 4 : !tssa.ref<?x?xf32>
  %2 = tssa.is_whole %y : !tssa.ref<f64>
  %3 = tssa.is_whole %y reaching 1 : !tssa.ref<f64>
  %4 = tssa.is_whole %z : !tssa.ref<1x4x1xi32>
  %5 = tssa.is_whole %z reaching 5 : !tssa.ref<1x4x1xi32>
  %6 = tssa.is_whole %w reaching 6 : !tssa.ref<3x2xi1, strided<[?, 1], offset: ?>>
  return %0, %1, %2, %3, %4, %5, %6 : i1, i1, i1, i1, i1, i1, i1
}

// The whole, its first rows (as far as they go), later rows, columns, the other
// order, a row of a matrix of one.
// OWN: result0: true
// OWN-NEXT: result1: false
// OWN-NEXT: result2: true
// OWN-NEXT: result3: false
// OWN-NEXT: result4: false
// OWN-NEXT: result5: false
// OWN-NEXT: result6: false
// OWN-NEXT: result7: true
func.func @own() -> (i1, i1, i1, i1, i1, i1, i1, i1) {
  %v = arith.constant dense<0.0> : tensor<4x6xf32>
  %u = arith.constant dense<0.0> : tensor<6x1xf32>
  %b = tssa.alloc %v : tensor<4x6xf32> -> !tssa.ref<4x6xf32>
  %c = tssa.alloc %u : tensor<6x1xf32> -> !tssa.ref<6x1xf32>
  %first = view.of #view.slice<0, 0 : 2 : 1> %b : !tssa.ref<4x6xf32> -> !tssa.ref<2x6xf32>
  %last = view.of #view.slice<0, 2 : 4 : 1> %b : !tssa.ref<4x6xf32> -> !tssa.ref<2x6xf32>
  %columns = view.of #view.slice<1, 0 : 6 : 2> %b : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  %turned = view.of #view.permute<[1, 0]> %b : !tssa.ref<4x6xf32> -> !tssa.ref<6x4xf32>
  %row = view.of #view.permute<[1, 0]> %c : !tssa.ref<6x1xf32> -> !tssa.ref<1x6xf32>
  %0 = tssa.is_whole %b : !tssa.ref<4x6xf32>
  %1 = tssa.is_whole %first : !tssa.ref<2x6xf32>
  %2 = tssa.is_whole %first reaching 12 : !tssa.ref<2x6xf32>
  %3 = tssa.is_whole %first reaching 13 : !tssa.ref<2x6xf32>
  %4 = tssa.is_whole %last reaching 2 : !tssa.ref<2x6xf32>
  %5 = tssa.is_whole %columns reaching 2 : !tssa.ref<4x3xf32>
  %6 = tssa.is_whole %turned : !tssa.ref<6x4xf32>
  %7 = tssa.is_whole %row : !tssa.ref<1x6xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : i1, i1, i1, i1, i1, i1, i1, i1
}
