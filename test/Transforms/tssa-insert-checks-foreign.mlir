// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --split-input-file --tssa-insert-checks --verify-diagnostics | FileCheck %s
// RUN: tssa-opt %s --split-input-file --pass-pipeline='builtin.module(tssa-insert-checks,tssa-insert-checks)' --verify-diagnostics | FileCheck %s

// What types and constants say needs no check, and what has been found once is
// known afterwards.

// CHECK-LABEL: func.func @known(
func.func @known(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>, %f: f32) -> tensor<4x?xf32> {
  %c3 = arith.constant 3 : index
  // CHECK: %[[M:.*]] = tensor.dim %arg0, %{{.*}}
  // CHECK: %[[N:.*]] = tensor.dim %arg1, %{{.*}}
  // CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[M]], %[[N]]
  // CHECK: tssa.check %[[SAME]], "expected all operands to have the same sizes" {origin = "arith.addf", status = 3 : i32}
  // CHECK-NEXT: arith.addf
  // CHECK-NEXT: arith.mulf
  // CHECK-NEXT: arith.negf
  %0 = arith.addf %a, %b : tensor<4x?xf32>
  %1 = arith.mulf %0, %b : tensor<4x?xf32>
  %2 = arith.negf %1 : tensor<4x?xf32>
  return %2 : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @static(
// CHECK-NOT: tssa.check
func.func @static(%a: tensor<4x6xf32>, %f: f32, %n: index) -> (tensor<4x6xf32>, f32, tensor<2x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.insert %f into %a[%c3, %c0] : tensor<4x6xf32>
  %1 = tensor.extract %0[%c0, %c3] : tensor<4x6xf32>
  %2 = tensor.extract_slice %0[2, 0] [2, 3] [1, 2] : tensor<4x6xf32> to tensor<2x3xf32>
  scf.for %i = %c0 to %n step %c1 {
  }
  return %0, %1, %2 : tensor<4x6xf32>, f32, tensor<2x3xf32>
}

// Run twice, they are inserted once.

// CHECK-LABEL: func.func @step(
// CHECK: tssa.check %{{.*}}, "expected the step to be positive but got {0}"(%arg1) : index {origin = "scf.for", status = 1 : i32}
// CHECK-NEXT: scf.for
func.func @step(%n: index, %s: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
  }
  return
}

// CHECK-LABEL: func.func @parallel_step(
// CHECK: tssa.check %{{.*}}, "expected the step to be positive but got {0}"(%arg1) : index {origin = "scf.parallel", status = 1 : i32}
// CHECK-NEXT: scf.parallel
func.func @parallel_step(%n: index, %s: index) {
  %c0 = arith.constant 0 : index
  scf.parallel (%i) = (%c0) to (%n) step (%s) {
  }
  return
}

// -----

#map = affine_map<(d0) -> (d0)>
func.func @body(%a: tensor<4xf32>, %i: tensor<4xindex>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%i : tensor<4xindex>) outs(%e : tensor<4xf32>) {
  ^bb0(%j: index, %o: f32):
    // expected-error @+1 {{'tensor.extract' op expected constant indices inside the body of a linalg op, where none can be checked; use tssa.gather or tssa.index_select}}
    %x = tensor.extract %a[%j] : tensor<4xf32>
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#odd = affine_map<(d0) -> (d0 mod 2)>
#map = affine_map<(d0) -> (d0)>
func.func @map(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'linalg.generic' op expected indices that grow with the loops, so that they can be checked, but got affine_map<(d0) -> (d0 mod 2)>}}
  %0 = linalg.generic {indexing_maps = [#odd, #map], iterator_types = ["parallel"]} ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
