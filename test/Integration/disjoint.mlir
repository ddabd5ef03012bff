// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s
// RUN: tssa run %s --entry=interleaved | FileCheck %s --check-prefix=INTERLEAVED
// RUN: tssa run %s --entry=interleaved --interpret | FileCheck %s --check-prefix=INTERLEAVED
// RUN: tssa run %s --entry=many | FileCheck %s --check-prefix=MANY
// RUN: tssa run %s --entry=empty | FileCheck %s --check-prefix=EMPTY
//
// What decides which body of a function runs.

// Columns in turn do not touch though their ranges meet; a row touches them; an
// expanded tensor touches itself.
// CHECK: ok interleaved: 3 ways equal {{.*}} (stays imperative: 'tssa.disjoint'
// INTERLEAVED: result0: true
// INTERLEAVED-NEXT: result1: false
// INTERLEAVED-NEXT: result2: false
func.func @interleaved() -> (i1, i1, i1) {
  %0 = arith.constant dense<0.0> : tensor<4x6xf32>
  %b = tssa.alloc %0 : tensor<4x6xf32> -> !tssa.ref<4x6xf32>
  %even = view.of #view.slice<1, 0 : 6 : 2> %b : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  %odd = view.of #view.slice<1, 1 : 6 : 2> %b : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  %row = view.of #view.select<0, 2> %b : !tssa.ref<4x6xf32> -> !tssa.ref<6xf32>
  %wide = view.of #view.expand<[2, 4, 6]> %b : !tssa.ref<4x6xf32> -> !tssa.ref<2x4x6xf32>
  %1 = tssa.disjoint %even from %odd : !tssa.ref<4x3xf32> from !tssa.ref<4x3xf32>
  %2 = tssa.disjoint %even from %odd, %row : !tssa.ref<4x3xf32> from !tssa.ref<4x3xf32>, !tssa.ref<6xf32>
  %3 = tssa.disjoint %wide : !tssa.ref<2x4x6xf32>
  return %1, %2, %3 : i1, i1, i1
}

// Of many, only a written one counts.
// CHECK: ok many: 3 ways equal
// MANY: result0: false
// MANY-NEXT: result1: true
func.func @many() -> (i1, i1) {
  %0 = arith.constant dense<0.0> : tensor<8xf32>
  %b = tssa.alloc %0 : tensor<8xf32> -> !tssa.ref<8xf32>
  %c = tssa.alloc %0 : tensor<8xf32> -> !tssa.ref<8xf32>
  %p = view.of #view.slice<0, 0 : 2 : 1> %b : !tssa.ref<8xf32> -> !tssa.ref<2xf32>
  %q = view.of #view.slice<0, 2 : 4 : 1> %b : !tssa.ref<8xf32> -> !tssa.ref<2xf32>
  %r = view.of #view.slice<0, 4 : 6 : 1> %b : !tssa.ref<8xf32> -> !tssa.ref<2xf32>
  %s = view.of #view.slice<0, 5 : 7 : 1> %b : !tssa.ref<8xf32> -> !tssa.ref<2xf32>
  %1 = tssa.disjoint %p, %r from %c, %q, %s : !tssa.ref<2xf32>, !tssa.ref<2xf32> from !tssa.ref<8xf32>, !tssa.ref<2xf32>, !tssa.ref<2xf32>
  %2 = tssa.disjoint %p, %q from %c, %r, %s : !tssa.ref<2xf32>, !tssa.ref<2xf32> from !tssa.ref<8xf32>, !tssa.ref<2xf32>, !tssa.ref<2xf32>
  return %1, %2 : i1, i1
}

// What has no elements touches nothing.
// CHECK: ok empty: 3 ways equal
// EMPTY: result0: true
func.func @empty() -> i1 {
  %0 = arith.constant dense<0.0> : tensor<8xf32>
  %b = tssa.alloc %0 : tensor<8xf32> -> !tssa.ref<8xf32>
  %e = view.of #view.slice<0, 3 : 3 : 1> %b : !tssa.ref<8xf32> -> !tssa.ref<0xf32>
  %1 = tssa.disjoint %e, %b from %e : !tssa.ref<0xf32>, !tssa.ref<8xf32> from !tssa.ref<0xf32>
  return %1 : i1
}
