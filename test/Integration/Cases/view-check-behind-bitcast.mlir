// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=12 | FileCheck %s
//
// A check of `as_strided` behind a bitcast counts in the new elements, also of a
// storage that has become a value.

// CHECK: ok wider: 3 ways equal over 12 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @wider(%x: !tssa.ref<4x4xf32>, %i: index {tssa.test = [0, 5, 6, 7, 10]}) -> tensor<4x4xf32> {
  %0 = tssa.read %x : !tssa.ref<4x4xf32>
  %a = tssa.alloc %0 : tensor<4x4xf32> -> !tssa.ref<4x4xf32>
  tssa.check_view #view.path<[#view.bitcast<i64>, #view.as_strided<[2], [1], ?>]> %a[%i] : !tssa.ref<4x4xf32>
  tssa.write %0, %a : !tssa.ref<4x4xf32>
  %1 = tssa.read %a : !tssa.ref<4x4xf32>
  return %1 : tensor<4x4xf32>
}
