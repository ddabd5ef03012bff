// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folders of compute ops, and where upstream passes may move them.
// RUN: tssa-opt %s -allow-unregistered-dialect -canonicalize | FileCheck %s
// RUN: tssa-opt %s -allow-unregistered-dialect -loop-invariant-code-motion | FileCheck %s --check-prefix=LICM
// RUN: tssa-opt %s -allow-unregistered-dialect -resolve-ranked-shaped-type-result-dims -canonicalize | FileCheck %s --check-prefix=DIMS

// A cast to the same type is nothing.
// CHECK-LABEL: @same_cast
// CHECK-NEXT: return %arg0
func.func @same_cast(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tssa.cast %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Adding zero is not: -0.0 + 0.0 is 0.0.
// CHECK-LABEL: @add_zero
// CHECK: tssa.add
func.func @add_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f64
  %0 = tssa.add %x, %zero : (tensor<4xf32>, f64) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Python's operators round down.
// CHECK-LABEL: @python_integers
// CHECK-DAG: %[[Q:.*]] = arith.constant -4 : i64
// CHECK-DAG: %[[R:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[P:.*]] = arith.constant 49 : i64
// CHECK-DAG: %[[D:.*]] = arith.constant -3.500000e+00 : f64
// CHECK: return %[[Q]], %[[R]], %[[P]], %[[D]]
func.func @python_integers() -> (i64, i64, i64, f64) {
  %a = arith.constant -7 : i64
  %b = arith.constant 2 : i64
  %q = tssa.py_floordiv %a, %b : i64
  %r = tssa.py_mod %a, %b : i64
  %p = tssa.py_pow %a, %b : i64
  %d = tssa.py_truediv %a, %b : i64
  return %q, %r, %p, %d : i64, i64, i64, f64
}

// A remainder that is zero has the divisor's sign.
// CHECK-LABEL: @python_floats
// CHECK-DAG: %[[Q:.*]] = arith.constant -2.000000e+00 : f64
// CHECK-DAG: %[[R:.*]] = arith.constant -0.000000e+00 : f64
// CHECK: return %[[Q]], %[[R]]
func.func @python_floats() -> (f64, f64) {
  %a = arith.constant 6.0 : f64
  %b = arith.constant -3.0 : f64
  %q = tssa.py_floordiv %a, %b : f64
  %r = tssa.py_mod %a, %b : f64
  return %q, %r : f64, f64
}

// An op whose sizes are proven to agree leaves a loop; one that may fail stays,
// so that a loop without trips raises no error.
// LICM-LABEL: @speculation
// LICM: tssa.add %arg0, %arg0
// LICM: tssa.add %arg0, %arg2
// LICM: tssa.floor_divide %arg3, %{{.*}}
// LICM: scf.for
// LICM: tssa.add %arg0, %arg1
// LICM: tssa.floor_divide %arg3, %arg4
// LICM: tssa.amax
func.func @speculation(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<1xf32>, %i: tensor<4xi64>, %n: i64, %lb: index, %ub: index, %step: index) {
  %two = arith.constant 2 : i64
  scf.for %k = %lb to %ub step %step {
    %0 = tssa.add %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %1 = tssa.add %x, %z : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    %2 = tssa.floor_divide %i, %two : (tensor<4xi64>, i64) -> tensor<4xi64>
    %3 = tssa.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %4 = tssa.floor_divide %i, %n : (tensor<4xi64>, i64) -> tensor<4xi64>
    %5 = tssa.amax %x dims [0] : tensor<?xf32> -> tensor<f32>
    "test.use"(%0, %1, %2, %3, %4, %5) : (tensor<?xf32>, tensor<?xf32>, tensor<4xi64>, tensor<?xf32>, tensor<4xi64>, tensor<f32>) -> ()
  }
  return
}

// Asking for a size computes nothing.
// DIMS-LABEL: @dims
// DIMS-NOT: tssa.
// DIMS: tensor.dim %arg0
// DIMS-NOT: tssa.
// DIMS: return
func.func @dims(%x: tensor<4x?xf32>, %f: f64) -> index {
  %one = arith.constant 1 : index
  %0 = tssa.mul %x, %f : (tensor<4x?xf32>, f64) -> tensor<4x?xf32>
  %1 = tssa.softmax %0 dim 1 : tensor<4x?xf32> -> tensor<4x?xf32>
  %2 = tssa.sum %1 dims [0] keepdim : tensor<4x?xf32> -> tensor<1x?xf32>
  %3 = tssa.cat %2, %1 dim 0 : (tensor<1x?xf32>, tensor<4x?xf32>) -> tensor<5x?xf32>
  %n = tensor.dim %3, %one : tensor<5x?xf32>
  return %n : index
}
