// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops become one linalg.generic with the scalar body of their row.
// RUN: tssa-opt %s --convert-tssa-to-linalg --canonicalize | FileCheck %s

// A Python number is converted once, outside.
// CHECK-LABEL: @number
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %[[F:.*]]: f64
// CHECK: %[[S:.*]] = arith.truncf %[[F]] : f64 to f32
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]] : tensor<4x?xf32>)
// CHECK: arith.addf %{{.*}}, %[[S]] : f32
func.func @number(%x: tensor<4x?xf32>, %f: f64) -> tensor<4x?xf32> {
  %0 = tssa.add %x, %f : (tensor<4x?xf32>, f64) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// So is a 0-d tensor, after it was read.
// CHECK-LABEL: @zero_dimensional
// CHECK: %[[E:.*]] = tensor.extract %arg1[] : tensor<f64>
// CHECK: %[[S:.*]] = arith.truncf %[[E]] : f64 to f32
// CHECK: linalg.generic
// CHECK: arith.mulf %{{.*}}, %[[S]] : f32
func.func @zero_dimensional(%x: tensor<4xf32>, %z: tensor<f64>) -> tensor<4xf32> {
  %0 = tssa.mul %x, %z : (tensor<4xf32>, tensor<f64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Elements of another type are converted in the body.
// CHECK-LABEL: @mixed_types
// CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: i64, %{{.*}}: f32)
// CHECK: %[[C:.*]] = arith.sitofp %[[B]] : i64 to f32
// CHECK: arith.subf %[[A]], %[[C]] : f32
func.func @mixed_types(%x: tensor<4xf32>, %y: tensor<4xi64>) -> tensor<4xf32> {
  %0 = tssa.sub %x, %y : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @bools
// CHECK: arith.ori %{{.*}}, %{{.*}} : i1
func.func @bools(%x: tensor<4xi1>, %y: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tssa.add %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// A float that fits no integer is the least one, never undefined.
// CHECK-LABEL: @float_to_integer
// CHECK-DAG: %[[LEAST:.*]] = arith.constant -2147483648 : i32
// CHECK-DAG: %[[LOW:.*]] = arith.constant -2.14748365E+9 : f32
// CHECK-DAG: %[[HIGH:.*]] = arith.constant 2.14748365E+9 : f32
// CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: i32)
// CHECK: %[[A:.*]] = arith.cmpf oge, %[[X]], %[[LOW]]
// CHECK: %[[B:.*]] = arith.cmpf olt, %[[X]], %[[HIGH]]
// CHECK: %[[IN:.*]] = arith.andi %[[A]], %[[B]]
// CHECK: %[[SAFE:.*]] = arith.select %[[IN]], %[[X]], %{{.*}} : f32
// CHECK: %[[I:.*]] = arith.fptosi %[[SAFE]] : f32 to i32
// CHECK: arith.select %[[IN]], %[[I]], %[[LEAST]] : i32
func.func @float_to_integer(%x: tensor<4xf32>) -> tensor<4xi32> {
  %0 = tssa.cast %x : tensor<4xf32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// A square is one product, any other constant exponent a power.
// CHECK-LABEL: @powers
// CHECK: arith.mulf %[[X:.*]], %[[X]] : f32
// CHECK: math.powf
func.func @powers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %two = arith.constant 2 : i64
  %third = arith.constant 0.3 : f64
  %0 = tssa.pow %x, %two : (tensor<4xf32>, i64) -> tensor<4xf32>
  %1 = tssa.pow %x, %third : (tensor<4xf32>, f64) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// NaN wins on either side of a maximum.
// CHECK-LABEL: @maximum
// CHECK: %[[G:.*]] = arith.cmpf ogt, %[[A:.*]], %[[B:.*]] : f32
// CHECK: %[[N:.*]] = arith.cmpf uno, %[[A]], %[[A]] : f32
// CHECK: %[[T:.*]] = arith.ori %[[G]], %[[N]] : i1
// CHECK: arith.select %[[T]], %[[A]], %[[B]] : f32
func.func @maximum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tssa.maximum %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A condition is no operand of the promotion.
// CHECK-LABEL: @where
// CHECK: ^bb0(%[[C:.*]]: i1, %[[X:.*]]: f32, %{{.*}}: f32)
// CHECK: arith.select %[[C]], %[[X]], %{{.*}} : f32
func.func @where(%c: tensor<4xi1>, %x: tensor<4xf32>, %f: f64) -> tensor<4xf32> {
  %0 = tssa.where %c, %x, %f : (tensor<4xi1>, tensor<4xf32>, f64) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @creation
// CHECK: linalg.fill
// CHECK: linalg.generic
// CHECK: linalg.index 0
func.func @creation(%f: f64, %i: i64) -> (tensor<4xf32>, tensor<4xi64>) {
  %0 = tssa.full %f : f64 -> tensor<4xf32>
  %1 = tssa.arange %i, %i : i64 -> tensor<4xi64>
  return %0, %1 : tensor<4xf32>, tensor<4xi64>
}
