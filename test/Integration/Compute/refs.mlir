// RUN: tssa validate %s --rounds=15 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refs of every dtype: read, change, write through a view.

// CHECK: ok ref_i1: 3 ways equal
func.func @ref_i1(%x: !tssa.ref<?x4xi1>, %i: index) -> !tssa.ref<4xi1> {
  %m = tssa.dim %x, 0 : !tssa.ref<?x4xi1>
  %j = tssa.check_index %i, %m
  %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x4xi1> -> !tssa.ref<4xi1>
  %w = view.of #view.slice<0, 1 : 4 : 2> %v : !tssa.ref<4xi1> -> !tssa.ref<2xi1>
  %0 = tssa.read %w : !tssa.ref<2xi1>
  %1 = tssa.logical_not %0 : tensor<2xi1> -> tensor<2xi1>
  tssa.write %1, %w : !tssa.ref<2xi1>
  %2 = tssa.read %v : !tssa.ref<4xi1>
  %r = tssa.alloc %2 : tensor<4xi1> -> !tssa.ref<4xi1>
  return %r : !tssa.ref<4xi1>
}

// CHECK: ok ref_i32: 3 ways equal
func.func @ref_i32(%x: !tssa.ref<?x4xi32>, %i: index) -> !tssa.ref<4xi32> {
  %m = tssa.dim %x, 0 : !tssa.ref<?x4xi32>
  %j = tssa.check_index %i, %m
  %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x4xi32> -> !tssa.ref<4xi32>
  %w = view.of #view.slice<0, 1 : 4 : 2> %v : !tssa.ref<4xi32> -> !tssa.ref<2xi32>
  %0 = tssa.read %w : !tssa.ref<2xi32>
  %1 = tssa.neg %0 : tensor<2xi32> -> tensor<2xi32>
  tssa.write %1, %w : !tssa.ref<2xi32>
  %2 = tssa.read %v : !tssa.ref<4xi32>
  %r = tssa.alloc %2 : tensor<4xi32> -> !tssa.ref<4xi32>
  return %r : !tssa.ref<4xi32>
}

// CHECK: ok ref_i64: 3 ways equal
func.func @ref_i64(%x: !tssa.ref<?x4xi64>, %i: index) -> !tssa.ref<4xi64> {
  %m = tssa.dim %x, 0 : !tssa.ref<?x4xi64>
  %j = tssa.check_index %i, %m
  %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x4xi64> -> !tssa.ref<4xi64>
  %w = view.of #view.slice<0, 1 : 4 : 2> %v : !tssa.ref<4xi64> -> !tssa.ref<2xi64>
  %0 = tssa.read %w : !tssa.ref<2xi64>
  %1 = tssa.square %0 : tensor<2xi64> -> tensor<2xi64>
  tssa.write %1, %w : !tssa.ref<2xi64>
  %2 = tssa.read %v : !tssa.ref<4xi64>
  %r = tssa.alloc %2 : tensor<4xi64> -> !tssa.ref<4xi64>
  return %r : !tssa.ref<4xi64>
}

// CHECK: ok ref_f32: 3 ways equal
func.func @ref_f32(%x: !tssa.ref<?x4xf32>, %i: index) -> !tssa.ref<4xf32> {
  %m = tssa.dim %x, 0 : !tssa.ref<?x4xf32>
  %j = tssa.check_index %i, %m
  %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x4xf32> -> !tssa.ref<4xf32>
  %w = view.of #view.slice<0, 1 : 4 : 2> %v : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %0 = tssa.read %w : !tssa.ref<2xf32>
  %1 = tssa.sigmoid %0 : tensor<2xf32> -> tensor<2xf32>
  tssa.write %1, %w : !tssa.ref<2xf32>
  %2 = tssa.read %v : !tssa.ref<4xf32>
  %r = tssa.alloc %2 : tensor<4xf32> -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// CHECK: ok ref_f64: 3 ways equal
func.func @ref_f64(%x: !tssa.ref<?x4xf64>, %i: index) -> !tssa.ref<4xf64> {
  %m = tssa.dim %x, 0 : !tssa.ref<?x4xf64>
  %j = tssa.check_index %i, %m
  %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x4xf64> -> !tssa.ref<4xf64>
  %w = view.of #view.slice<0, 1 : 4 : 2> %v : !tssa.ref<4xf64> -> !tssa.ref<2xf64>
  %0 = tssa.read %w : !tssa.ref<2xf64>
  %1 = tssa.sqrt %0 : tensor<2xf64> -> tensor<2xf64>
  tssa.write %1, %w : !tssa.ref<2xf64>
  %2 = tssa.read %v : !tssa.ref<4xf64>
  %r = tssa.alloc %2 : tensor<4xf64> -> !tssa.ref<4xf64>
  return %r : !tssa.ref<4xf64>
}
