// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the verifiers of compute ops reject.
// RUN: tssa-opt %s -verify-diagnostics -split-input-file

// Two numbers are arith's, not a tensor's.
func.func @numbers(%f: f64) {
  // expected-error @+2 {{expected an operand to be a tensor but got only numbers}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.add %f, %f : (f64, f64) -> tensor<f64>
  return
}

// -----

// The written result type is the inferred one, not a wish.
func.func @result_type(%x: tensor<4xf32>, %f: f64) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  %0 = tssa.add %x, %f : (tensor<4xf32>, f64) -> tensor<4xf64>
  return
}

// -----

// A written size may not be narrower than the inferred one.
func.func @result_size(%x: tensor<?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{are incompatible with return type(s)}}
  %0 = tssa.exp %x : tensor<?xf32> -> tensor<4xf32>
  return
}

// -----

func.func @broadcast(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  // expected-error @+2 {{expected sizes of dimension 1 to be equal or 1 but got 3 and 4}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.add %x, %y : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

// PyTorch refuses to subtract bools, and so do we.
func.func @domain(%x: tensor<4xi1>) {
  // expected-error @+2 {{unsupported element type 'i1' after promotion}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.sub %x, %x : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @clamp(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected a bound but got neither min nor max}}
  %0 = tssa.clamp %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduced_dimension(%x: tensor<4x3xf32>) {
  // expected-error @+2 {{expected dimensions to be in [0, 2) but got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.sum %x dims [2] : tensor<4x3xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @reduced_dimensions(%x: tensor<4x3xf32>) {
  // expected-error @+2 {{expected dimensions to be ascending but got 1 before 0}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.sum %x dims [1, 0] : tensor<4x3xf32> -> tensor<f32>
  return
}

// -----

// A mean of integers needs a cast first, as in PyTorch.
func.func @mean(%x: tensor<4xi64>) {
  // expected-error @+2 {{unsupported element type 'i64'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.mean %x dims [0] : tensor<4xi64> -> tensor<i64>
  return
}

// -----

func.func @inner_sizes(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) {
  // expected-error @+2 {{expected inner sizes to be 3 but got 4}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.matmul %x, %y : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @cat(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @+2 {{expected sizes of dimension 1 to be 3 but got 4}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.cat %x, %y dim 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @cat_types(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @+2 {{expected element types to be 'f32' but got 'f64'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.cat %x, %y dim 0 : (tensor<2xf32>, tensor<2xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @gather(%x: tensor<2x3xf32>, %i: tensor<3x1xi64>) {
  // expected-error @+2 {{expected the size of the index in dimension 0 to be at most 2 but got 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.gather %x, %i dim 1 : (tensor<2x3xf32>, tensor<3x1xi64>) -> tensor<3x1xf32>
  return
}

// -----

func.func @index_put(%x: tensor<2x3xf32>, %v: tensor<4x2xf32>, %i: tensor<4xi64>) {
  // expected-error @+2 {{expected sizes of dimension 1 to be 3 but got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.index_put %v, %x[%i] : (tensor<4x2xf32>, tensor<2x3xf32>, tensor<4xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @full(%f: f64) {
  // expected-error @+1 {{expected 1 sizes for 'tensor<4x?xf32>' but got 0}}
  %0 = tssa.full %f : f64 -> tensor<4x?xf32>
  return
}

// -----

func.func @arange(%i: i64) {
  // expected-error @+1 {{expected the result to be a vector but got 'tensor<4x4xi64>'}}
  %0 = tssa.arange %i, %i : i64 -> tensor<4x4xi64>
  return
}

// -----

func.func @cast(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected the result to have the sizes of 'tensor<4xf32>' but got 'tensor<5xi64>'}}
  %0 = tssa.cast %x : tensor<4xf32> -> tensor<5xi64>
  return
}

// -----

func.func @triangle(%x: tensor<4xf32>) {
  // expected-error @+2 {{expected the rank to be at least 2 but got 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = tssa.triu %x diagonal 0 : tensor<4xf32> -> tensor<4xf32>
  return
}
