// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=40 | FileCheck %s
//
// Preconditions of upstream's ops, which their dialects take for granted: what
// breaks them is an error with location and values, not what memory happens to
// hold.

#id = affine_map<(d0, d1) -> (d0 + d1)>
#k = affine_map<(d0, d1) -> (d1)>
#o = affine_map<(d0, d1) -> (d0)>

// CHECK: ok el: 3 ways equal
func.func @el(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %b : tensor<?xf32>
  %1 = arith.mulf %0, %b : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK: ok cast: 3 ways equal
func.func @cast(%a: tensor<?xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK: ok insert: 3 ways equal
func.func @insert(%a: tensor<?x3xf32>, %f: f32, %i: index, %j: index) -> tensor<?x3xf32> {
  %0 = tensor.insert %f into %a[%i, %j] : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK: ok extract: 3 ways equal
func.func @extract(%a: tensor<?x3xf32>, %i: index, %j: index) -> f32 {
  %0 = tensor.extract %a[%i, %j] : tensor<?x3xf32>
  return %0 : f32
}

// CHECK: ok slice: 3 ways equal
func.func @slice(%a: tensor<?x5xf32>, %o: index, %n: index, %s: index) -> tensor<?x2xf32> {
  %0 = tensor.extract_slice %a[%o, 1] [%n, 2] [%s, 2] : tensor<?x5xf32> to tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK: ok into: 3 ways equal
func.func @into(%a: tensor<?x5xf32>, %b: tensor<?xf32> {tssa.test = {sizes = [[1, 2]]}}, %o: index {tssa.test = [0, 1, 3]}, %n: index {tssa.test = [1, 2]}) -> tensor<?x5xf32> {
  %0 = tensor.insert_slice %b into %a[%o, 1] [%n, 1] [1, 1] : tensor<?xf32> into tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// CHECK: ok matmul: 3 ways equal
func.func @matmul(%a: tensor<?x?xf32> {tssa.test = {sizes = ["m", "k"]}}, %b: tensor<?x?xf32> {tssa.test = {sizes = [["k", 2], "n"]}}, %c: tensor<?x?xf32> {tssa.test = {sizes = ["m", ["n", 3]]}}) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK: ok step: 3 ways equal
func.func @step(%n: index, %s: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %s iter_args(%k = %c0) -> index {
    %k2 = arith.addi %k, %c1 : index
    scf.yield %k2 : index
  }
  return %r : index
}

// CHECK: ok conv: 3 ways equal
func.func @conv(%a: tensor<?xf32>, %k: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #k, #o], iterator_types = ["parallel", "reduction"]} ins(%a, %k : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %z, %m : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: ok expand: 3 ways equal
func.func @expand(%a: tensor<?xf32>, %n: index) -> tensor<?x2xf32> {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [%n, 2] : tensor<?xf32> into tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK: ok empty: 3 ways equal
func.func @empty(%n: index, %f: f32) -> tensor<?xf32> {
  %0 = tensor.splat %f[%n] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: ok assertion: 3 ways equal
func.func @assertion(%a: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %ok = arith.cmpi sge, %i, %c0 : index
  cf.assert %ok, "expected {a} number, 100% positive"
  return %a : tensor<?xf32>
}

// CHECK: ok compared: 3 ways equal
func.func @compared(%a: tensor<?x?xf32> {tssa.test = {sizes = ["m", 2]}}, %b: tensor<?x?xf32> {tssa.test = {sizes = ["m", [2, 3]]}}) -> tensor<?x?xf32> {
  %0 = arith.cmpf olt, %a, %b : tensor<?x?xf32>
  %1 = arith.select %0, %a, %b : tensor<?x?xi1>, tensor<?x?xf32>
  %2 = math.copysign %1, %b : tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// A shape that is data.
// CHECK: ok reshaped: 3 ways equal
func.func @reshaped(%a: tensor<?xf32> {tssa.test = {sizes = [6]}}, %n: index {tssa.test = [2, 3, -2]}, %m: index {tssa.test = [3, 2, -3]}) -> tensor<?x?xf32> {
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %0 = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK: ok dimension: 3 ways equal
func.func @dimension(%a: tensor<?x4xf32>, %i: index {tssa.test = [0, 1, -1, 2]}) -> index {
  %0 = tensor.dim %a, %i : tensor<?x4xf32>
  return %0 : index
}

// CHECK: ok parallel_insert: 3 ways equal
func.func @parallel_insert(%a: tensor<?xf32>, %n: index, %s: index {tssa.test = [1, 0, -1, 2]}) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %cst = arith.constant 2.0 : f32
  %r = scf.forall (%i) = (0) to (%n) step (%s) shared_outs(%o = %a) -> tensor<?xf32> {
    %e = tensor.from_elements %cst : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}
