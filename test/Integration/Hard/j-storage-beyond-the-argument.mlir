// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=40 | FileCheck %s
// RUN: tssa validate %s --rounds=40 --errors=precise | FileCheck %s
//
// A write reaches the storage of an argument beyond its elements, where another
// argument may lie though no element of the two is the same.
//
//   w = torch.as_strided(part, [3], [3], 0); w.fill_(-1)
//   return part + .5, other + .5

// CHECK: ok beyond: 3 ways equal over 40 rounds
// CHECK-SAME: 'view.of'
func.func @beyond(%part: !tssa.ref<3xf32> {tssa.test = {sizes = [3]}}, %other: !tssa.ref<3xf32> {tssa.test = {sizes = [3], shares = 0}}) -> (tensor<3xf32>, tensor<3xf32>) {
  %w = view.of #view.as_strided<[3], [3], 0> %part : !tssa.ref<3xf32> -> !tssa.ref<3xf32>
  %v = arith.constant dense<-1.0> : tensor<3xf32>
  tssa.write %v, %w : !tssa.ref<3xf32>
  %h = arith.constant dense<0.5> : tensor<3xf32>
  %p = tssa.read %part : !tssa.ref<3xf32>
  %q = arith.addf %p, %h : tensor<3xf32>
  %o = tssa.read %other : !tssa.ref<3xf32>
  %r = arith.addf %o, %h : tensor<3xf32>
  return %q, %r : tensor<3xf32>, tensor<3xf32>
}

// Beside it in one storage, without a common element: offset 2 and 5 of 8.
// CHECK: ok beside: 3 ways equal over 40 rounds, 0 of them errors
func.func @beside(%b: !tssa.ref<8xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %part = view.of #view.slice<0, 2 : 5 : 1> %b : !tssa.ref<8xf32> -> !tssa.ref<3xf32>
  %other = view.of #view.slice<0, 5 : 8 : 1> %b : !tssa.ref<8xf32> -> !tssa.ref<3xf32>
  %p, %o = call @beyond(%part, %other) : (!tssa.ref<3xf32>, !tssa.ref<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %p, %o : tensor<3xf32>, tensor<3xf32>
}
