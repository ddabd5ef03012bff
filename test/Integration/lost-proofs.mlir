// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
//
// Indices that were checked before views were composed, so that nobody sees it
// any more: they are checked again, and never fail there.

// A view that a call made, of a part whose size the call did not know.
func.func private @first(%x: !tssa.ref<?xf64>) -> !tssa.ref<f64> {
  %c0 = arith.constant 0 : index
  %0 = view.of #view.select<0, ?> %x[%c0] : !tssa.ref<?xf64> -> !tssa.ref<f64>
  %1 = tssa.read %x : !tssa.ref<?xf64>
  %cst = arith.constant 3.0 : f64
  %2 = tssa.maximum %1, %cst : (tensor<?xf64>, f64) -> tensor<?xf64>
  tssa.write %2, %x : !tssa.ref<?xf64>
  %3 = tssa.read %0 : !tssa.ref<f64>
  %4 = tssa.relu %3 : tensor<f64> -> tensor<f64>
  tssa.write %4, %0 : !tssa.ref<f64>
  return %0 : !tssa.ref<f64>
}

// CHECK: ok called: 3 ways equal
func.func @called(%x: !tssa.ref<5x2xf64>, %i: index {tssa.test = [0, 1, 2, -1]}) {
  %0 = view.of #view.select<1, ?> %x[%i] : !tssa.ref<5x2xf64> -> !tssa.ref<?xf64>
  %1 = call @first(%0) : (!tssa.ref<?xf64>) -> !tssa.ref<f64>
  return
}

// A check against a constant whose dimension is known behind a slice only.
// CHECK: ok sliced: 3 ways equal
func.func @sliced(%x: !tssa.ref<4xf32>, %v: tensor<f32>, %w: tensor<4xf32>) -> !tssa.ref<f32> {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant -1 : index
  %a = tssa.alloc %w : tensor<4xf32> -> !tssa.ref<4xf32>
  %0 = view.of #view.path<[#view.slice<0, 0 : ? : 1>, #view.reshape<[?]>, #view.select<0, ?>]> %a[%c4, %c4, %last] : !tssa.ref<4xf32> -> !tssa.ref<f32>
  %1 = tssa.read %0 : !tssa.ref<f32>
  %2 = tssa.add %1, %v : (tensor<f32>, tensor<f32>) -> tensor<f32>
  tssa.write %2, %0 : !tssa.ref<f32>
  return %0 : !tssa.ref<f32>
}

// A dimension without elements: every run ends at the check.
// CHECK: ok empty: 3 ways equal over 30 rounds, 30 of them errors
func.func @empty(%x: !tssa.ref<1x3xf32>, %i: index {tssa.test = [0, 1, 2, -1]}) -> tensor<3xf32> {
  %end = arith.constant -3 : index
  %0 = view.of #view.path<[#view.permute<[1, 0]>, #view.slice<1, 0 : ? : 2>]> %x[%end] : !tssa.ref<1x3xf32> -> !tssa.ref<3x?xf32>
  %1 = tssa.read %0 : !tssa.ref<3x?xf32>
  %2 = view.access #view.select<1, ?> %1[%i] : tensor<3x?xf32> -> tensor<3xf32>
  return %2 : tensor<3xf32>
}

// A row of a transposed square that holds itself.
// CHECK: ok transposed: 3 ways equal
func.func @transposed(%x: !tssa.ref<?x?xf32> {tssa.test = ["n", "n"]}, %i: index {tssa.test = [0, 1, 2, -1]}) -> tensor<f32> {
  %0 = view.of #view.permute<[1, 0]> %x : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
  %1 = tssa.read %x : !tssa.ref<?x?xf32>
  tssa.write %1, %0 : !tssa.ref<?x?xf32>
  %2 = view.of #view.select<0, ?> %0[%i] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
  %3 = view.of #view.select<0, ?> %2[%i] : !tssa.ref<?xf32> -> !tssa.ref<f32>
  %4 = tssa.read %3 : !tssa.ref<f32>
  return %4 : tensor<f32>
}

// A list that is a result, made before another result is chosen.
// CHECK: ok list_before_choice: 3 ways equal
func.func @list_before_choice(%x: !tssa.ref<1x4xf32>, %y: !tssa.ref<1x5xf32>, %v: tensor<1x4xf32>, %c: i1) -> (!tssa.ref<1x4xf32>, !tssa.list<!tssa.ref<1x5xf32>>) {
  %l = tssa.list_create %y, %y : (!tssa.ref<1x5xf32>, !tssa.ref<1x5xf32>) -> !tssa.list<!tssa.ref<1x5xf32>>
  %a = tssa.alloc %v : tensor<1x4xf32> -> !tssa.ref<1x4xf32>
  %r = arith.select %c, %x, %a : !tssa.ref<1x4xf32>
  return %r, %l : !tssa.ref<1x4xf32>, !tssa.list<!tssa.ref<1x5xf32>>
}
