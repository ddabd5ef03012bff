// RUN: tssa validate %s --rounds=25 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes that broadcast, and Python numbers, which have no say in the type but
// by being a float.

// CHECK: ok static_leading: 3 ways equal
func.func @static_leading(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = tssa.add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK: ok static_both: 3 ways equal
func.func @static_both(%a: tensor<2x1xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = tssa.add %a, %b : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK: ok scalar_tensor: 3 ways equal
func.func @scalar_tensor(%a: tensor<2x3xf32>, %b: tensor<f64>) -> tensor<2x3xf32> {
  %0 = tssa.add %a, %b : (tensor<2x3xf32>, tensor<f64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK: ok scalar_tensors: 3 ways equal
func.func @scalar_tensors(%a: tensor<f32>, %b: tensor<f64>) -> tensor<f64> {
  %0 = tssa.add %a, %b : (tensor<f32>, tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}

// CHECK: ok dynamic: 3 ways equal
func.func @dynamic(%a: tensor<?x?xf32> {tssa.test = [[3, 1, 0], [1, 4]]}, %b: tensor<?x?xf32> {tssa.test = [[1, 3, 0], [4, 1, 2]]})
    -> tensor<?x?xf32> {
  %0 = tssa.mul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK: ok dynamic_rank: 3 ways equal
func.func @dynamic_rank(%a: tensor<?x?xf32> {tssa.test = [[3, 1], [1, 4]]}, %b: tensor<?xf32> {tssa.test = [[4, 1]]})
    -> tensor<?x?xf32> {
  %0 = tssa.sub %a, %b : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK: ok tensor_int: 3 ways equal
func.func @tensor_int(%a: tensor<?xi64>, %b: i64) -> tensor<?xi64> {
  %0 = tssa.add %a, %b : (tensor<?xi64>, i64) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// CHECK: ok tensor_float: 3 ways equal
func.func @tensor_float(%a: tensor<?xi64>, %b: f64) -> tensor<?xf32> {
  %0 = tssa.mul %a, %b : (tensor<?xi64>, f64) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: ok f32_float: 3 ways equal
func.func @f32_float(%a: tensor<?xf32>, %b: f64) -> tensor<?xf32> {
  %0 = tssa.div %a, %b : (tensor<?xf32>, f64) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: ok f32_int: 3 ways equal
func.func @f32_int(%a: tensor<?xf32>, %b: i64) -> tensor<?xf32> {
  %0 = tssa.pow %a, %b : (tensor<?xf32>, i64) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: ok bool_int: 3 ways equal
func.func @bool_int(%a: tensor<?xi1>, %b: i64) -> tensor<?xi64> {
  %0 = tssa.add %a, %b : (tensor<?xi1>, i64) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// CHECK: ok number_first: 3 ways equal
func.func @number_first(%a: i64, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tssa.sub %a, %b : (i64, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: ok compare_number: 3 ways equal
func.func @compare_number(%a: tensor<?xf32>, %b: f64) -> tensor<?xi1> {
  %0 = tssa.gt %a, %b : (tensor<?xf32>, f64) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}
