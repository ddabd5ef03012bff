// RUN: tssa validate %s --rounds=25 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes that depend on data: a bound and a count.

// CHECK: ok nonzero: 3 ways equal
func.func @nonzero(%x: tensor<?x3xf32>) -> (tensor<?x2xi64>, index, index) {
  %i, %count, %bound = tssa.nonzero %x : tensor<?x3xf32> -> tensor<?x2xi64>
  %0 = view.access #view.slice<0, 0 : ? : 1> %i[%count] : tensor<?x2xi64> -> tensor<?x2xi64>
  return %0, %count, %bound : tensor<?x2xi64>, index, index
}

// The rest of the bound is zeros.
// CHECK: ok padded: 3 ways equal
func.func @padded(%x: tensor<4xi64>, %m: tensor<4xi1>) -> (tensor<4x1xi64>, tensor<4xi64>) {
  %i, %a, %b = tssa.nonzero %m : tensor<4xi1> -> tensor<4x1xi64>
  %v, %c, %d = tssa.masked_select %x, %m : (tensor<4xi64>, tensor<4xi1>) -> tensor<4xi64>
  return %i, %v : tensor<4x1xi64>, tensor<4xi64>
}

// CHECK: ok masked_select: 3 ways equal
func.func @masked_select(%x: !tssa.ref<?x?xf32> {tssa.test = ["m", "n"]}, %k: f64) -> !tssa.ref<?xf32> {
  %0 = tssa.read %x : !tssa.ref<?x?xf32>
  %1 = tssa.gt %0, %k : (tensor<?x?xf32>, f64) -> tensor<?x?xi1>
  %v, %count, %bound = tssa.masked_select %0, %1 : (tensor<?x?xf32>, tensor<?x?xi1>) -> tensor<?xf32>
  %2 = view.access #view.slice<0, 0 : ? : 1> %v[%count] : tensor<?xf32> -> tensor<?xf32>
  %r = tssa.alloc %2 : tensor<?xf32> -> !tssa.ref<?xf32>
  return %r : !tssa.ref<?xf32>
}

// Kept rows are changed in place, then counted again.
// CHECK: ok loop_over_kept: 3 ways equal
func.func @loop_over_kept(%x: !tssa.ref<?x2xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tssa.dim %x, 0 : !tssa.ref<?x2xf32>
  %first = view.of #view.select<1, 0> %x : !tssa.ref<?x2xf32> -> !tssa.ref<?xf32>
  %0 = tssa.read %first : !tssa.ref<?xf32>
  %1 = tssa.gt %0, %zero : (tensor<?xf32>, f64) -> tensor<?xi1>
  %i, %count, %bound = tssa.nonzero %1 : tensor<?xi1> -> tensor<?x1xi64>
  scf.for %k = %c0 to %count step %c1 {
    %2 = tensor.extract %i[%k, %c0] : tensor<?x1xi64>
    %3 = arith.index_cast %2 : i64 to index
    %j = tssa.check_index %3, %n
    %row = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x2xf32> -> !tssa.ref<2xf32>
    %4 = tssa.read %row : !tssa.ref<2xf32>
    %5 = tssa.neg %4 : tensor<2xf32> -> tensor<2xf32>
    tssa.write %5, %row : !tssa.ref<2xf32>
  }
  return %count : index
}
