// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's arith, math, tensor and linalg, so that a program can be run after
// any stage of its lowering on tensors.
//
// RUN: %interp %s | FileCheck %s

// Integers are two's complement of their width; division as in C, floor, ceil.
func.func @integers(%a: i64, %b: i64) -> (i64, i64, i64, i64, i64, i64, i1, i1) {
  %x = arith.trunci %a : i64 to i8
  %y = arith.trunci %b : i64 to i8
  %sum = arith.addi %x, %y : i8
  %0 = arith.extsi %sum : i8 to i64
  %1 = arith.extui %sum : i8 to i64
  %2 = arith.divsi %a, %b : i64
  %3 = arith.floordivsi %a, %b : i64
  %4 = arith.ceildivsi %a, %b : i64
  %5 = arith.shrui %a, %b : i64
  %6 = arith.cmpi ult, %a, %b : i64
  %t = arith.cmpi slt, %a, %b : i64
  %s = arith.extsi %t : i1 to i64
  %7 = arith.cmpi eq, %s, %a : i64
  return %0, %1, %2, %3, %4, %5, %6, %7 : i64, i64, i64, i64, i64, i64, i1, i1
}
// CALL: integers int:100 int:60
// CALL: integers int:-1 int:7
// CALL: integers int:1 int:0
// CALL: integers int:-9223372036854775808 int:-1
// CHECK: result 0: -96
// CHECK: result 1: 160
// CHECK: result 2: 1
// CHECK: result 0: 6
// CHECK: result 2: 0
// CHECK: result 3: -1
// CHECK: result 4: 0
// CHECK: result 5: 144115188075855871
// CHECK: result 6: false
// CHECK: result 7: true
// CHECK: error (invalid argument) {{.*}}'arith.divsi' op: expected the divisor to be nonzero but got 0
// CHECK: error (invalid argument) {{.*}}'arith.divsi' op: expected the quotient to fit its type

// Floats of each width round to it; on tensors element by element.
func.func @floats(%a: f64, %t: tensor<2xf32>) -> (f32, f64, tensor<2xf32>, tensor<2xi1>, tensor<2xf32>, i64) {
  %0 = arith.truncf %a : f64 to f32
  %h = arith.truncf %a : f64 to f16
  %1 = arith.extf %h : f16 to f64
  %2 = arith.mulf %t, %t : tensor<2xf32>
  %3 = arith.cmpf ult, %t, %2 : tensor<2xf32>
  %4 = math.sqrt %2 : tensor<2xf32>
  %5 = arith.bitcast %a : f64 to i64
  return %0, %1, %2, %3, %4, %5 : f32, f64, tensor<2xf32>, tensor<2xi1>, tensor<2xf32>, i64
}
// CALL: floats float:0.1 2xf32=0.5,3
// CHECK: result 0: 0.100000001
// CHECK: result 1: 0.0999755859
// CHECK: result 2: tensor<2xf32> [0.25 9.00]
// CHECK: result 3: tensor<2xi1> [false true]
// CHECK: result 4: tensor<2xf32> [0.5 3.0]
// CHECK: result 5: 4591870180066957722

func.func @resource() -> tensor<2xi32> {
  %0 = arith.constant dense_resource<numbers> : tensor<2xi32>
  return %0 : tensor<2xi32>
}
// CALL: resource
// CHECK: result 0: tensor<2xi32> [1 258]

func.func @constants() -> (tensor<2x2xf32>, tensor<3xi1>, tensor<2xi64>, f32, tensor<2xf16>) {
  %0 = arith.constant dense<1.5> : tensor<2x2xf32>
  %1 = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %2 = arith.constant dense<[-1, 5]> : tensor<2xi64>
  %3 = arith.constant 0.1 : f32
  %4 = arith.constant dense<[0.5, -2.0]> : tensor<2xf16>
  return %0, %1, %2, %3, %4 : tensor<2x2xf32>, tensor<3xi1>, tensor<2xi64>, f32, tensor<2xf16>
}
// CALL: constants
// CHECK: result 0: tensor<2x2xf32> {{\[\[}}1.5 1.5] [1.5 1.5]]
// CHECK: result 1: tensor<3xi1> [true false true]
// CHECK: result 2: tensor<2xi64> [-1 5]
// CHECK: result 3: 0.100000001
// CHECK: result 4: tensor<2xf16> [0.5 -2.0]

// A constant may be changed by whoever gets it.
func.func @fresh_constant(%n: index) -> (tensor<2xi64>, tensor<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i64
  %c = arith.constant dense<[1, 2]> : tensor<2xi64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %c) -> (tensor<2xi64>) {
    %u = tensor.insert %seven into %t[%i] : tensor<2xi64>
    scf.yield %u : tensor<2xi64>
  }
  %d = arith.constant dense<[1, 2]> : tensor<2xi64>
  return %r, %d : tensor<2xi64>, tensor<2xi64>
}
// CALL: fresh_constant int:2
// CALL: fresh_constant int:3
// CHECK: result 0: tensor<2xi64> [7 7]
// CHECK: result 1: tensor<2xi64> [1 2]
// CHECK: error (out of range) {{.*}}'tensor.insert' op: expected index 0 to be in [0, 2) but got 2

func.func @shapes(%t: tensor<2x6xi64>, %n: index) -> (tensor<2x2x?xi64>, tensor<12xi64>, tensor<2x3xi64>, tensor<2x6xi64>, index, tensor<?xi64>) {
  %c1 = arith.constant 1 : index
  %d = tensor.cast %t : tensor<2x6xi64> to tensor<2x?xi64>
  %0 = tensor.expand_shape %d [[0], [1, 2]] output_shape [2, 2, %n] : tensor<2x?xi64> into tensor<2x2x?xi64>
  %1 = tensor.collapse_shape %t [[0, 1]] : tensor<2x6xi64> into tensor<12xi64>
  %2 = tensor.extract_slice %t[0, %c1] [2, 3] [1, 2] : tensor<2x6xi64> to tensor<2x3xi64>
  %3 = tensor.insert_slice %2 into %t[0, 3] [2, 3] [1, 1] : tensor<2x3xi64> into tensor<2x6xi64>
  %4 = tensor.dim %t, %c1 : tensor<2x6xi64>
  %5 = tensor.extract_slice %t[1, 0] [1, %n] [1, 1] : tensor<2x6xi64> to tensor<?xi64>
  return %0, %1, %2, %3, %4, %5 : tensor<2x2x?xi64>, tensor<12xi64>, tensor<2x3xi64>, tensor<2x6xi64>, index, tensor<?xi64>
}
// CALL: shapes 2x6xi64 int:3
// CALL: shapes 2x6xi64 int:4
// CHECK: result 0: tensor<2x2x3xi64> {{\[\[\[}}0 1 2] [3 4 5]] {{\[\[}}6 7 8] [9 10 11]]]
// CHECK: result 1: tensor<12xi64> [0 1 2 3 4 5 6 7 8 9 10 11]
// CHECK: result 2: tensor<2x3xi64> {{\[\[}}1 3 5] [7 9 11]]
// CHECK: result 3: tensor<2x6xi64> {{\[\[}}0 1 2 1 3 5] [6 7 8 7 9 11]]
// CHECK: result 4: 6
// CHECK: result 5: tensor<3xi64> [6 7 8]
// CHECK: error (shape mismatch) {{.*}}'tensor.expand_shape' op: expected as many elements in the result as in the source, 12, but got 16

func.func @generate(%n: index) -> (tensor<2x?xi64>, tensor<?xi64>) {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %s = arith.muli %i, %n : index
    %k = arith.addi %s, %j : index
    %v = arith.index_cast %k : index to i64
    tensor.yield %v : i64
  } : tensor<2x?xi64>
  %c0 = arith.constant 0 : index
  %row = tensor.extract_slice %0[0, 0] [1, %n] [1, 1] : tensor<2x?xi64> to tensor<?xi64>
  %1 = tensor.concat dim(0) %row, %row : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  return %0, %1 : tensor<2x?xi64>, tensor<?xi64>
}
// CALL: generate int:3
// CALL: generate int:-1
// CHECK: result 0: tensor<2x3xi64> {{\[\[}}0 1 2] [3 4 5]]
// CHECK: result 1: tensor<6xi64> [0 1 2 0 1 2]
// CHECK: error (invalid argument) {{.*}}'tensor.generate' op: expected size 1 to be at least 0 but got -1

// Structured ops, generic and named.
func.func @structured(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> (tensor<2x2xf32>, tensor<2x3xi64>, tensor<3x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %m = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  %i = tensor.empty() : tensor<2x3xi64>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%i : tensor<2x3xi64>) {
  ^bb0(%out: i64):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %c10 = arith.constant 10 : index
    %s = arith.muli %r, %c10 : index
    %k = arith.addi %s, %c : index
    %v = arith.index_cast %k : index to i64
    linalg.yield %v : i64
  } -> tensor<2x3xi64>
  %te = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%te : tensor<3x2xf32>) permutation = [1, 0]
  return %m, %g, %t : tensor<2x2xf32>, tensor<2x3xi64>, tensor<3x2xf32>
}
// CALL: structured 2x3xf32 3x2xf32
// CHECK: result 0: tensor<2x2xf32> {{\[\[}}10.0 13.0] [28.0 40.0]]
// CHECK: result 1: tensor<2x3xi64> {{\[\[}}0 1 2] [10 11 12]]
// CHECK: result 2: tensor<3x2xf32> {{\[\[}}0.0 3.0] [1.0 4.0] [2.0 5.0]]

{-#
  dialect_resources: {
    builtin: {
      numbers: "0x040000000100000002010000"
    }
  }
#-}

// Both halves of a product, of signed and of unsigned numbers.
func.func @wide_product(%a: i64, %b: i64) -> (i64, i64, i64, i64) {
  %0, %1 = arith.mulsi_extended %a, %b : i64
  %2, %3 = arith.mului_extended %a, %b : i64
  return %0, %1, %2, %3 : i64, i64, i64, i64
}
// CALL: wide_product int:-3 int:5
// CALL: wide_product int:4611686018427387904 int:8
// CHECK: result 0: -15
// CHECK: result 1: -1
// CHECK: result 2: -15
// CHECK: result 3: 4
// CHECK: result 0: 0
// CHECK: result 1: 2
// CHECK: result 3: 2
