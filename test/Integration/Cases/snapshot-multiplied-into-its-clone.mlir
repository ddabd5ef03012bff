// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
//
// A snapshot of a view is kept when the view is overwritten; a clone of it that
// a loop changes must not be made in the snapshot's place:
// `s = y.clone(); y.neg_(); a = s.clone(); for …: a *= s`.

// CHECK: ok multiplied_into_clone: 3 ways equal
func.func @multiplied_into_clone(%x: !tssa.ref<4xf32> {tssa.noalias}, %n: index {tssa.test = [2, 3, 1]}) -> !tssa.ref<1x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = view.of #view.unsqueeze<0> %x : !tssa.ref<4xf32> -> !tssa.ref<1x4xf32>
  %s = tssa.read %y : !tssa.ref<1x4xf32>
  %0 = tssa.neg %s : tensor<1x4xf32> -> tensor<1x4xf32>
  tssa.write %0, %y : !tssa.ref<1x4xf32>
  %a = tssa.alloc %s : tensor<1x4xf32> -> !tssa.ref<1x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %1 = tssa.read %a : !tssa.ref<1x4xf32>
    %2 = tssa.mul %1, %s : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
    tssa.write %2, %a : !tssa.ref<1x4xf32>
  }
  return %a : !tssa.ref<1x4xf32>
}

// A part of the snapshot is read in the loop.
// CHECK: ok part_of_snapshot: 3 ways equal
func.func @part_of_snapshot(%x: !tssa.ref<3x4xf32> {tssa.noalias}, %n: index {tssa.test = [2, 3, 1]}) -> !tssa.ref<4x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = view.of #view.permute<[1, 0]> %x : !tssa.ref<3x4xf32> -> !tssa.ref<4x3xf32>
  %s = tssa.read %y : !tssa.ref<4x3xf32>
  %0 = tssa.neg %s : tensor<4x3xf32> -> tensor<4x3xf32>
  tssa.write %0, %y : !tssa.ref<4x3xf32>
  %row = view.access #view.select<0, 1> %s : tensor<4x3xf32> -> tensor<3xf32>
  %a = tssa.alloc %s : tensor<4x3xf32> -> !tssa.ref<4x3xf32>
  scf.for %i = %c0 to %n step %c1 {
    %1 = tssa.read %a : !tssa.ref<4x3xf32>
    %2 = tssa.mul %1, %row : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
    tssa.write %2, %a : !tssa.ref<4x3xf32>
  }
  return %a : !tssa.ref<4x3xf32>
}
