// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-expand-checks | FileCheck %s

// Each element is checked in row-major order before any is normalized.

// CHECK-LABEL: func.func @indices(
// CHECK-SAME:    %[[T:.*]]: tensor<2x?xi64>, %[[N:.*]]: index)
func.func @indices(%t: tensor<2x?xi64>, %n: index) -> tensor<2x?xi64> {
  // CHECK: scf.for
  // CHECK:   scf.for
  // CHECK:     %[[E:.*]] = tensor.extract %[[T]]
  // CHECK:     %[[I:.*]] = arith.index_cast %[[E]]
  // CHECK:     tssa.check %{{.*}}, "expected index to be in [{0}, {1}) but got {2}"(%{{.*}}, %[[N]], %[[I]]) : index, index, index {origin = "tssa.check_indices", status = 2 : i32}
  // CHECK: linalg.generic {{.*}} ins(%[[T]]
  %j = tssa.check_indices %t, %n : tensor<2x?xi64>
  return %j : tensor<2x?xi64>
}

// A view of a value is judged by sizes alone.

// CHECK-LABEL: func.func @view(
// CHECK-SAME:    %[[T:.*]]: tensor<?x8xf32>, %[[N:.*]]: index)
func.func @view(%t: tensor<?x8xf32>, %n: index) {
  // CHECK: tensor.dim %[[T]]
  // CHECK: tssa.check %{{.*}}, "cannot view the source as #view.reshape<[?, 4]> with operands {0}"(%[[N]]) : index {origin = "tssa.check_view", status = 3 : i32}
  tssa.check_view #view.reshape<[?, 4]> %t[%n] : tensor<?x8xf32>
  return
}
