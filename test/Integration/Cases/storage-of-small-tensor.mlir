// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
//
// A tensor of a few bytes has a storage that can be measured, wherever the
// compiler puts it: `y = x.clone(); y.as_strided((), (), offset)`.

// CHECK: ok storage_of_small_tensor: 3 ways equal over 20 rounds, 0 of them errors
func.func @storage_of_small_tensor(%x: !tssa.ref<5x4xi32>, %offset: index {tssa.test = [4, 0, 19]}) -> tensor<i32> {
  %0 = tssa.read %x : !tssa.ref<5x4xi32>
  %y = tssa.alloc %0 : tensor<5x4xi32> -> !tssa.ref<5x4xi32>
  %1 = view.of #view.as_strided<[], [], ?> %y[%offset] : !tssa.ref<5x4xi32> -> !tssa.ref<i32>
  %2 = tssa.read %1 : !tssa.ref<i32>
  return %2 : tensor<i32>
}
