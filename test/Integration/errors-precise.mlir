// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --errors=precise --rounds=40 --expect-functional | FileCheck %s
//
// With errors=precise an argument holds what the imperative program had written
// when a check fails, also where a value that goes into it in the end is computed
// before that.

// CHECK: ok straight: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @straight(%x: !tssa.ref<4xf32>, %k: index {tssa.test = [0, 7]}) {
  %c4 = arith.constant 4 : index
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %a = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  %1 = tssa.add %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tssa.write %1, %a : !tssa.ref<4xf32>
  %j = tssa.check_index %k, %c4
  %2 = tssa.read %a : !tssa.ref<4xf32>
  tssa.write %2, %x : !tssa.ref<4xf32>
  return
}

// CHECK: ok loop: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @loop(%x: !tssa.ref<4x4xf32>, %y: !tssa.ref<4xf32> {tssa.noalias}, %c: i1, %n: index {tssa.test = [0, 1, 2, 3]}, %k: index {tssa.test = [0, 7, 2]}) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = tssa.read %x : !tssa.ref<4x4xf32>
  %a = tssa.alloc %0 : tensor<4x4xf32> -> !tssa.ref<4x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      %j = tssa.check_index %k, %c4
      %w = view.of #view.select<0, ?> %a[%j] : !tssa.ref<4x4xf32> -> !tssa.ref<4xf32>
      %1 = tssa.read %w : !tssa.ref<4xf32>
      %2 = tssa.exp %1 : tensor<4xf32> -> tensor<4xf32>
      tssa.write %2, %w : !tssa.ref<4xf32>
    }
    %3 = tssa.read %a : !tssa.ref<4x4xf32>
    %4 = tssa.add %3, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    tssa.write %4, %a : !tssa.ref<4x4xf32>
  }
  %j = tssa.check_index %k, %n
  %5 = tssa.read %a : !tssa.ref<4x4xf32>
  tssa.write %5, %x : !tssa.ref<4x4xf32>
  %r = view.of #view.select<0, 1> %x : !tssa.ref<4x4xf32> -> !tssa.ref<4xf32>
  %6 = tssa.read %r : !tssa.ref<4xf32>
  tssa.write %6, %y : !tssa.ref<4xf32>
  return %5 : tensor<4x4xf32>
}

// Checks before everything that is computed cost nothing.
// CHECK: ok before: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @before(%x: !tssa.ref<4x4xf32>, %k: index {tssa.test = [0, 7, 2]}) {
  %c4 = arith.constant 4 : index
  %j = tssa.check_index %k, %c4
  %w = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x4xf32> -> !tssa.ref<4xf32>
  %0 = tssa.read %w : !tssa.ref<4xf32>
  %1 = tssa.add %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tssa.write %1, %w : !tssa.ref<4xf32>
  return
}
